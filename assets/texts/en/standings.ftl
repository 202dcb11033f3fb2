## Who leads

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
# Somebody who is left out, and sees their own row all the same.
leaders-row-unranked = { $name }: rating { $rating }, points { $points }, matches { $matches }, won { $wins }, average { $averages }
leaders-own = The one who asks: { $row }
leaders-hidden = Nobody else sees you here, as you wish; /settings public:true shows you again. { $row }
leaders-idle = You have finished no match for 90 days, so nobody else sees you here until you do. { $row }
leaders-absent = Not on it yet? Finish a rated match, and you are.
leaders-nobody = No one has finished a rated match of { $ruleset } here yet. Start one with /play.
leaders-averages = Average: points a match with { $armies }.
leaders-provisional = ? after a rating: fewer than ten matches so far.
leaders-page = { $count ->
    [one] Page { $page } of { $pages }, 1 player
   *[other] Page { $page } of { $pages }, { $count } players
}

profile-heading = Profile of { $name }: rated matches on all servers.
profile-subtitle = Rated matches on all servers
profile-unknown = { $name } has not played here yet. Invite them with /play!
profile-hidden = Only you see it, as you wish; /settings public:true shows it to others.
profile-none = No rated match has ended yet. Open one with /play.
profile-record = { $ruleset }: rating { $rating }, points { $points }, matches { $matches }, won { $wins }, average { $averages }
profile-more = { $count ->
    [one] And one more ruleset.
   *[other] And { $count } more rulesets.
}
profile-seat = With { $army }: matches { $matches }, won { $wins }, average { $average }
profile-first = Favourite first moves: { $moves }.
profile-first-with = { $army } { $moves }
profile-first-move = { $move } ({ $times })
profile-first-between = {"; "}
profile-against = Together with you: matches { $matches }, ahead of you { $ahead }, behind you { $behind }, level { $level }.
profile-reliability = Matches played to the end: { $finished } of { $started } ({ $share } %).



fairplay-none = Nothing stands out: no two players of this server finish together, or give way to each other, far more often than chance would have it.
fairplay-heading = { $count ->
    [one] One pair stands out:
   *[other] { $count } pairs stand out:
}
fairplay-together = { $one } and { $other } finish together: of { $matches } matches with both the third player came last in { $observed }, where about { $expected } were to be expected (by chance at most once in { $rare } servers like this).
fairplay-gives-way = { $one } gives way to { $other }: of { $matches } matches with both { $one } came last in { $observed } by resigning, by time or at the hand of { $other }, who won alone; about { $expected } were to be expected (by chance at most once in { $rare } servers like this).
fairplay-more = { $count ->
    [one] One more pair is not listed.
   *[other] { $count } more pairs are not listed.
}
fairplay-test = How this is found: matches of three in this server are looked at, of pairs that met at least 20 times. What to expect is worked out from how each of the three fares in matches without the others, with every doubt in the pair's favour, and the number of pairs looked at is taken into account. Only what is less likely than one in a hundred, and at least 15 in a hundred matches more than expected, is listed.
fairplay-care = It is a sign and no proof: friends who play alike can look so. Talk to them first.
