## Who leads

leaders-heading = Leaderboard of { $ruleset }: { $where }.
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
leaders-absent = Not on it yet? A rated match, played to its end, puts you there.
leaders-nobody = Nobody stands here yet. The first rated match of { $ruleset } that ends fills it: open one with /play.
leaders-averages = Average: points a match with { $armies }.
leaders-provisional = ? after a rating: fewer than ten matches so far.
leaders-page = Page { $page } of { $pages }; { $count } players.

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
profile-reliability = Saw { $finished } of { $started } matches through to their end ({ $share } %).

settings-public-true = Others see you on leaderboards and may look at your profile. /settings public:false hides you from them; you still see both yourself.
settings-public-false = You are on no leaderboard that others see, and your profile is for you alone. /settings public:true shows you again.
# A reminder is told of as what it is, since nothing else explains it.
settings-reminders-off = You get no reminders: where a move has an hour or more, nobody reminds you of it. /settings reminders:once brings a reminder when a third of the time is left, reminders:twice another one at a tenth.
settings-reminders-once = You get one reminder of a turn, when a third of its time is left; only where a move has an hour or more. /settings reminders:twice brings another one at a tenth, reminders:off none.
settings-reminders-twice = You get two reminders of a turn, when a third of its time is left and again at a tenth; only where a move has an hour or more. /settings reminders:once leaves the first of them, reminders:off neither.
settings-turns = Your turns and reminders: { $choice }. /settings turns: changes it.
settings-questions = Questions to you (invitations, proposals, missing players): { $choice }. /settings questions: changes it.
settings-news = News of your matches (beginning, end, armies that go out): { $choice }. /settings news: changes it.
settings-set-public-true = Done: others see you on leaderboards and may look at your profile.
settings-set-public-false = Done: from now on no leaderboard shows you to others, and your profile is for you alone. You still see both yourself. Matches and boards are as before.
settings-set-reminders-off = Done: no reminders from now on.
settings-set-reminders-once = Done: one reminder of a turn from now on, when a third of its time is left; only where a move has an hour or more.
settings-set-reminders-twice = Done: two reminders of a turn from now on, when a third of its time is left and again at a tenth; only where a move has an hour or more.
settings-confirm-true = A move that you choose from menus is made when you have confirmed it.
settings-confirm-false = A move that you choose from menus is made at once. /settings confirm:true asks you first.
settings-set-confirm-true = Done: a move that you choose from menus is made when you have confirmed it.
settings-set-confirm-false = Done: a move that you choose from menus is made at once.
settings-language = Language: { $choice }.
settings-language-usual = Language: as in your chat.
settings-theme = Board: { $choice }.
settings-theme-usual = Board: the usual one.
settings-pieces = Pieces: { $choice }.
settings-pieces-usual = Pieces: the usual ones.
settings-orientation = Boards that you alone see are seen { $choice }.
settings-orientation-usual = Boards that you alone see are seen from your own seat.

server-rated-computers-true = Matches of people with computers may be rated in this server, and are unless /play rated:false says otherwise. /server action:set rated-computers:false makes them casual.
server-rated-computers-false = Matches with computers are casual in this server: they change no rating. /server action:set rated-computers:true lets them be rated.

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
