# A server's own page, private matches, and threads that are over.

# What a match's thread is called when it is over: at most 100 characters.
thread-won = { $match }: { $who } wins { $score }
thread-first = { $match }: { $who } is first, { $score }
thread-shared = { $match }: { $who } share it, { $score }
thread-drawn = { $match }: drawn { $score }
thread-aborted = { $match }: called off

# Private matches.
table-private = The match is private: only those who play it, and whom they let in, will see it.
refused-private = That match is private: only those who play it, and whom they let into its thread, see it.
refused-private-thread = A private match needs a thread of its own, which cannot be opened inside a thread. Open the table in the channel.
refused-private-rights = For a private match I need a private thread. Somebody who manages this server can grant me { $rights } here; then open the table again.
lacks-private-thread = Match { $match } is private, and I may not open a private thread for it here. Somebody who manages this server can grant me { $rights }; until then its players hear from me in direct messages, and /board shows it to them alone.

# An end that a manager puts to a match.
aborted-by-managers = The managers of this server have put an end to match { $match }; it counts for nothing. Their reason: { $reason }

# What is set for a server.
server-set = Done. This is how it stands now:
server-channels-all = Tables may be opened in every channel. /server action:set channel: allow:true keeps them to some.
server-channels = Tables may be opened in { $channels }. /server action:set channel: allow:false takes one away, clear:channels allows all.
server-openers-everyone = Everybody may open tables.
server-openers-managers = Only those who manage this server open tables.
server-openers-role = Those who manage this server and those who have the role { $role } open tables.
server-ruleset = Unless a table says otherwise, it is for { $ruleset }.
server-ruleset-usual = Default ruleset: Three Man Chess.
server-time = Unless a table says otherwise, the time per move is { $limit }.
server-time-none = Unless a table says otherwise, there is no time per move.
server-rated-true = Unless a table says otherwise, a match between people is rated.
server-rated-false = Unless a table says otherwise, a match is casual.
server-language = What I say to everybody is in this language: { $choice }.
server-language-own = What I say to everybody is in the language of this server, where I know it, else in English.
server-theme = Boards that everybody sees: { $choice }.
server-theme-usual = Boards that everybody sees: the usual ones.
server-pieces = Pieces on boards that everybody sees: { $choice }.
server-pieces-usual = Pieces on boards that everybody sees: the usual ones.
server-orientation = Boards that everybody sees are seen { $choice }.
server-orientation-usual = Boards that everybody sees are seen from the seat of the player to move.
server-leaderboard-everyone = Everybody sees the leaderboard of this server.
server-leaderboard-managers = Only those who manage this server see its leaderboard.
server-table-role = A public table with free seats calls { $role }, at most every ten minutes. /server action:set clear:table-role stops it.
server-table-role-none = A new table calls nobody. /server action:set table-role: calls a role.
refused-role-missing = Say which role may open tables, with role:.
refused-allow-missing = Say whether tables may be opened there: add allow:true or allow:false.
refused-many-channels = At most { $most } channels can be named. Take one away first, or allow all with clear:channels.
refused-channel-elsewhere = That is no channel in which a table could be opened. Name a text channel of this server.
refused-bad-channel = { $option }: takes a channel, #chess.
refused-bad-role = { $option }: takes a role, @players.

# Who may open a table, and where.
refused-openers-managers = In this server only those who manage it open tables. Ask one of them to open one; sitting down is for everybody.
refused-openers-role = In this server those who have the role { $role } open tables. Ask one of them to open one; sitting down is for everybody.
refused-channel = Tables are not opened here. Open yours in { $channels }.
refused-leaderboard = Only those who manage this server see its leaderboard. /leaderboard scope:everywhere shows that of all servers, /profile your own numbers.

# What managers have forced and set.
audit-none = No manager has freed a seat, put an end to a match or set anything here so far.
audit-heading = { $count ->
    [one] What managers have forced or set in this server: one entry
   *[other] What managers have forced or set in this server, the latest first: { $count } entries
    }, page { $page } of { $pages }.
audit-freed = { $when }: { $who } took the seat of { $name } in match { $match }. Reason: { $reason }
audit-aborted = { $when }: { $who } put an end to match { $match }. Reason: { $reason }
audit-set = { $when }: { $who } set { $what }.
audit-setting = { $option } to { $value }
audit-cleared = { $what } back to the usual
audit-more = /server action:audit page:{ $page } shows earlier ones.

# Whether the bot has the rights that it needs.
check-nothing = Here I need no rights that anybody could grant.
check-fine = { $where }: nothing is missing.
check-missing = { $where }: please grant me { $rights }.
check-hidden = { $where }: I cannot see this channel, or it is gone. Please grant me { $rights }, or take it off the list.
check-all-fine = I have every right that I need.
check-role-silent = The role { $role } is not called by new tables: allow everybody to mention it, in the settings of the role.
check-unknown = Discord does not tell me about other channels just now. Ask again in a minute.
check-more = { $count ->
    [one] One more channel was not looked at.
   *[other] { $count } more channels were not looked at.
    }
right-create-private-threads = Create Private Threads
right-read-history = Read Message History

# Where a command works.
refused-server-only = /{ $command } works in a server only. Use it in a channel of a server that I am in; /matches shows you the way to your matches.

option-server-channel = A channel where tables may be opened, or not; the one you are in unless you say
option-server-allow = Whether tables may be opened in that channel
option-server-openers = Who may open tables
option-server-role = The role that may open tables
option-server-leaderboard = Who sees the leaderboard of this server
option-server-table-role = The role that a public table with free seats calls
option-server-ruleset = The rules of a table that says nothing else
option-server-time = The time per move of a table that says nothing else: 10s, 5m, 12h, 3d or none
option-server-rated = Whether a match is rated that says nothing else
option-server-language = In which language everybody is spoken to
option-server-theme = How boards that everybody sees are coloured
option-server-pieces = Which pieces stand on boards that everybody sees
option-server-orientation = From where boards that everybody sees are seen
option-server-clear = What is to be as if it had never been set
option-server-reason = Why a match is put an end to; everybody sees it
option-server-match = The match to put an end to; where it is played, that one unless you say
option-server-page = Which page of the list of what managers have done
option-play-private = Whether only its players see the match: it is played in a private thread
choice-action-check = See which rights I lack, channel by channel
choice-audit = What managers have forced and set
choice-abort = Put an end to a match, with a reason
choice-openers-everyone = Everybody
choice-openers-managers = Those who manage the server
choice-openers-role = Those who have a role, and managers
choice-leaderboard-everyone = Everybody
choice-leaderboard-managers = Those who manage the server
choice-clear-channels = The channels: tables may be opened in all
choice-clear-table-role = The role that tables call
choice-clear-ruleset = The rules of tables
choice-clear-language = The language
choice-clear-looks = How boards look
