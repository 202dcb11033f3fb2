## Tables

player = { $name } ({ $army })
nameless = Somebody
# What a computer is called, wherever a player is named.
computer = { $name }, level { $level } computer
seat-taken = { $army }: { $name }
seat-vacant = { $army }: nobody
seat-kept = { $army }: kept for { $name }
seat-open = { $army }: free
seat-empty = { $army }: empty, its army stands dead
seat-separator = {" · "}
table-opened = { $name } is looking for players: { $ruleset }, match { $match }.
invitation = { $name } invites you to a table: { $terms }
invitation-so-far = { $accepted } accepted. Waiting for { $pending }.
invitation-pending = Waiting for { $pending }.
invitation-answered = Everyone who was invited has answered.
table-seeks = { $role }, a table is looking for players: { $terms }
# Of a table at which all seats are taken.
table-opened-full = { $ruleset }, match { $match }.
table-invites = { $names }, you're invited. Press the button of your seat or type /join. To decline, type /leave.
# A ruleset in a line, which says its name first.
table-rules = { $rules }. More about it: /rules topic:{ $ruleset }
table-rules-added = { $rules }
table-hint = Free seats: { $seats }. The match starts when all seats are taken.
table-closed = This table is closed.
table-begun = The match has started: { $where }
table-begun-here = The match has started.
# In a list to choose from.
table-in-list = { $match } · { $ruleset } · { $now }
wanted-anyone = { $army } (anyone)
wanted = { $army } ({ $name })
menu-fill = Fill the free seats with computers
level-named = Level { $level }, { $name }
level-1 = very easy
level-2 = easy
level-3 = fairly easy
level-4 = medium
level-5 = fairly hard
level-6 = hard
level-7 = very hard
level-8 = hardest
joined = { $name } plays { $army }.
left = { $name } leaves { $army }.
table-opened-to-watch = Computers play { $ruleset } for you to watch: match { $match }. /abort action:offer ends it.
table-casual = Casual: ratings don't change.
made-casual = With computers this match is casual: ratings don't change.
table-time = Time for each move: { $limit }.
table-time-moves = Time: { $limit }. Time you don't use is kept for later moves.
limit-none = no limit
limit-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
limit-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
limit-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
limit-seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
}
limit-within-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
limit-moves = { $count ->
    [one] 1 move in { $time }
   *[other] { $count } moves in { $time }
}
budget = { $count ->
    [one] { $left } for 1 move
   *[other] { $left } for { $count } moves
}
budget-none = { $count ->
    [one] none (1 move to go)
   *[other] none ({ $count } moves to go)
}
closed = Table { $match } is closed.
expired = Table { $match } is closed: nothing happened there for a day. Open a new one with /play.
started = Match { $match } begins.
imported = Imported from a record: played elsewhere as { $match }, in { $where }. It changes no ratings.
