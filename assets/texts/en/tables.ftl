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
table-opened = { $name } opens a table for { $ruleset }: match { $match }.
table-invites = { $names }: you are invited. Take your seat with /join, or decline with /leave.
# A ruleset in a line, which says its name first.
table-rules = { $rules }. More about it: /rules topic:{ $ruleset }
table-rules-added = { $rules }
table-hint = Still awaited: { $seats }. Take a seat with a button or /join; then the match begins.
table-closed = This table is closed.
table-begun = The match is under way: { $where }
# In a list to choose from.
table-in-list = { $match } · { $ruleset } · { $now }
wanted-anyone = anyone for { $army }
wanted = { $name } for { $army }
joined = { $name } takes { $army }.
left = { $name } gives up { $army }.
table-opened-to-watch = Computers play { $ruleset } against each other, for you to watch: match { $match }. /abort action:offer ends it.
table-casual = The match is casual: its result counts in no standings.
table-time = Time per move: { $limit }.
limit-none = no limit
limit-days = { $count ->
    [one] a day
   *[other] { $count } days
}
limit-hours = { $count ->
    [one] an hour
   *[other] { $count } hours
}
limit-minutes = { $count ->
    [one] a minute
   *[other] { $count } minutes
}
limit-seconds = { $count ->
    [one] a second
   *[other] { $count } seconds
}
closed = The table { $match } is closed.
expired = The table { $match } is closed: for a day nothing changed there. Open a new one with /play.
started = Match { $match } begins.
imported = Imported from a record: played elsewhere as { $match }, in { $where }. It counts in no standing.
