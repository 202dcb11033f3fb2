## Leaderboards, profiles and fair play

# Between the whole part of a number and its decimals.
decimal-point = .
leaders-heading = { $ruleset }: { $where }
leaders-where = { $where }, { $when }
leaders-server = this server
leaders-everywhere = all servers
leaders-all = all time
leaders-month = { $month } { $year }
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
leaders-row = { $rank }. { $name }: rating { $rating }, points { $points }, matches { $matches }, won { $wins }, average { $averages }
# A player who isn't ranked, but still sees their own row.
leaders-row-unranked = { $name }: rating { $rating }, points { $points }, matches { $matches }, won { $wins }, average { $averages }
leaders-own = Requested by: { $row }
leaders-hidden = You're hidden from others here. /settings public:true makes you visible. { $row }
leaders-idle = You haven't finished a match in the last 90 days, so you're hidden from others here until you do. { $row }
leaders-absent = Not listed yet? Finish a rated match to get on the leaderboard.
leaders-nobody = No one has finished a rated match of { $ruleset } here yet. Start one with /play.
leaders-averages = Average: points per match as { $armies }.
leaders-provisional = ? after a rating: provisional, fewer than ten matches so far.
leaders-page = { $count ->
    [one] Page { $page } of { $pages }, 1 player
   *[other] Page { $page } of { $pages }, { $count } players
}

profile-heading = { $name }'s profile: rated matches on all servers.
profile-subtitle = Rated matches on all servers
profile-unknown = { $name } hasn't played here yet. Invite them with /play.
profile-hidden = Only you can see this. /settings public:true shows it to others.
profile-none = No rated matches finished yet. Start one with /play.
profile-record = { $ruleset }: rating { $rating }, points { $points }, matches { $matches }, won { $wins }, average { $averages }
profile-more = { $count ->
    [one] And one more ruleset.
   *[other] And { $count } more rulesets.
}
profile-seat = As { $army }: matches { $matches }, won { $wins }, average { $average }
profile-first = Favorite first moves: { $moves }.
profile-first-with = { $army } { $moves }
profile-first-move = { $move } ({ $times })
profile-first-between = {"; "}
profile-against = Against you: matches { $matches }, ahead of you { $ahead }, behind you { $behind }, tied { $level }.
profile-reliability = Finished { $finished } of { $started } matches, including casual ones ({ $share }%).

fairplay-none = Nothing stands out: no two players in this server share results, or lose in each other's favor, far more often than chance would explain.
fairplay-heading = { $count ->
    [one] One pair stands out:
   *[other] { $count } pairs stand out:
}
fairplay-together = { $one } and { $other } finish together: in { $observed } of their { $matches } matches, the third player came last, where about { $expected } would be expected (by chance, at most one in { $rare } servers like this one would see that).
fairplay-gives-way = { $one } gives way to { $other }: in { $observed } of their { $matches } matches, { $one } came last by resigning, running out of time or being defeated by { $other }, who won alone; about { $expected } would be expected (by chance, at most one in { $rare } servers like this one would see that).
fairplay-more = { $count ->
    [one] One more pair isn't listed.
   *[other] { $count } more pairs aren't listed.
}
fairplay-test = How this works: I look at this server's three-player matches and at pairs who have met at least 20 times. What to expect is calculated from how each of the three does in matches without the others. Any doubt counts in the pair's favor, and the number of pairs is taken into account. A pair is listed only if chance would explain it less than 1 time in 100, and if it happens in at least 15 more matches per 100 than expected.
fairplay-care = This is a sign, not proof: friends with similar styles can look like this too. Talk to them first.
