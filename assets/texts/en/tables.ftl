## Tables

player = { $name } ({ $army })
nameless = Someone
# A computer's name wherever players are listed.
computer = { $name }, computer (level { $level })
seat-taken = { $army }: { $name }
seat-vacant = { $army }: nobody
seat-kept = { $army }: reserved for { $name }
seat-open = { $army }: open
seat-empty = { $army }: no player (the pieces are dead from the start)
seat-separator = {" · "}
# Between the seats of a match that has begun, in the order of play.
seat-order = {" → "}
table-opened = { $name } is looking for players: { $ruleset }, match { $match }.
invitation = { $name } invites you to a match: { $terms }
invitation-so-far = { $accepted } accepted. Waiting for { $pending }.
invitation-pending = Waiting for { $pending }.
invitation-answered = Everyone who was invited has answered.
table-seeks = { $role }, a new table is looking for players: { $terms }
# A table where every seat is taken.
table-opened-full = { $ruleset }, match { $match }.
table-invites = { $names }, you're invited. Press the button for your seat or type /join. To decline, type /leave.
# A ruleset in one line, starting with its name.
table-rules = { $rules }. Full rules: /rules topic:{ $ruleset }
table-rules-added = { $rules }
table-hint = The match starts when every seat is taken. The table closes after a day without activity.
table-closed = This table is closed.
table-begun = The match has started: { $where }
table-begun-here = The match has started.
# In a list to choose from.
table-in-list = { $match } · { $ruleset } · { $now }
wanted-anyone = { $army } (anyone)
wanted = { $army } (reserved for { $name })
menu-fill = Fill the open seats with computers
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
left = { $name } leaves the table ({ $army }).
table-opened-to-watch = Watch computers play { $ruleset }: match { $match }. To end it, use /abort action:offer.
table-casual = Casual: ratings won't change.
made-casual = This match is now casual because a computer is playing. Ratings won't change.
table-time = Time per move: { $limit }.
table-time-moves = Time: { $limit }. Unused time carries over to later moves.
# In the terms of a table: “Three Man Chess · 3 days per move · rated”.
table-time-each = { $limit } per move
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
expired = Table { $match } closed after a day without activity. Open a new one with /play.
started = Match { $match } has started.
imported = Imported match: it was played as { $match } in { $where }. It doesn't affect ratings.
