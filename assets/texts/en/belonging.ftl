# A server's settings, private matches, and threads of finished matches.

# The name of a match's thread once the match is over: at most 100 characters.
thread-over = { $match }: { $result }
over-score = { $result } ({ $score })
over-won = { $who } wins
over-first = { $who } takes first place
over-shared = { $who } share first place
over-drawn = Draw
over-aborted = Aborted

# Private matches.
table-private = This match is private: only its players and people they let in can see it.
refused-private = That match is private. Only its players and people they let into its thread can see it.
refused-private-thread = A private match needs a thread of its own. Open the table in a text channel, not in a thread.
refused-private-channel = A private match needs a private thread, and this kind of channel can't have one. Open the table in a text channel.
refused-private-rights = A private match needs a private thread, and I don't have permission to create one here. Ask a manager of this server to change that, then open the table again. Missing permissions: { $rights }.
lacks-private-thread = Match { $match } is private, and I don't have permission to create a private thread for it here. Until a manager of this server changes that, I'll message the players directly. They can see the board with /board, but nobody else can. Missing permissions: { $rights }.
lacks-private-channel = Match { $match } is private, and this kind of channel can't have private threads. I'll message the players directly. They can see the board with /board, but nobody else can.

# A match that a manager aborts.
aborted-by-managers = A manager of this server has aborted match { $match }. Reason: { $reason }

# Server settings that can't be saved.
refused-role-missing = Which role can open tables? Add role:.
refused-allow-missing = Should tables be allowed there? Add allow:true or allow:false.
refused-many-channels = You can choose at most { $most } channels. Remove one first, or allow all of them with clear:channels.
refused-channel-elsewhere = Tables can't be opened in that channel. Choose a text, voice, announcement or forum channel in this server.
refused-bad-channel = { $option }: must be a channel, such as #chess.
refused-bad-role = { $option }: must be a role, such as @players.

# Who can open a table, and where.
refused-openers-managers = Only managers can open tables in this server. Ask one of them; anyone can take a seat.
refused-openers-role = Only managers and people with the role { $role } can open tables in this server. Ask one of them; anyone can take a seat.
refused-channel = You can't open a table here. Open it in { $channels }.
refused-leaderboard = Only managers can see this server's leaderboard. Try /leaderboard scope:everywhere, or /profile for your own stats.

# What managers have done.
audit-none = Managers haven't freed a seat, aborted a match or changed a setting here yet.
audit-heading = { $count ->
    [one] What managers have done in this server: one entry
   *[other] What managers have done in this server, newest first: { $count } entries
    }, page { $page } of { $pages }.
audit-freed = { $when }: { $who } freed { $name }'s seat in match { $match }. Reason: { $reason }
audit-aborted = { $when }: { $who } aborted match { $match }. Reason: { $reason }
audit-set = { $when }: { $who } set { $what }.
audit-setting = { $option } to { $value }
audit-cleared = { $what } to the default
audit-more = /server action:audit page:{ $page } shows older entries.

# Whether the bot has the permissions it needs.
check-nothing = I don't need any permissions here.
check-fine = { $where }: I have all the permissions I need.
check-missing = { $where }: I'm missing { $rights }.
check-hidden = { $where }: I can't see this channel. Fix my permissions there ({ $rights }), or remove that channel from the list of channels for tables.
check-slow = { $where }: slow mode is on. Commands and my posts may have to wait there; buttons don't.
check-locked = { $where }: the thread for match { $match } is locked, so I can't post in it until it's unlocked.
check-all-fine = I have all the permissions I need.
check-role-silent = I can't ping { $role } for new tables. Allow everyone to mention it in the role's settings.
check-unknown = Discord isn't telling me about other channels right now. Try again in a minute.
check-more = { $count ->
    [one] 1 more line about channels isn't shown.
   *[other] { $count } more lines about channels aren't shown.
    }
check-looked = { $count ->
    [one] I checked one channel.
   *[other] I checked { $count } channels.
    }
# Settings that were dropped because the channel or role was deleted. Said once.
lapsed-channel = A channel where tables could be opened was deleted, so it's no longer on the list.
lapsed-channels = The channels where tables could be opened were deleted, so tables can now be opened in any channel. Managers can choose other channels with /server.
lapsed-openers = The role that could open tables was deleted, so everyone can open them now. Managers can choose another role with /server.
lapsed-table-role = The role I pinged for new tables was deleted, so I don't ping anyone for new tables now.
right-create-private-threads = Create Private Threads
right-read-history = Read Message History
right-connect = Connect

# Commands that don't work everywhere.
refused-server-only = /{ $command } only works in a server. Use it in one of a server's channels; /matches takes you to your matches.
refused-server-only-guest = /{ $command } only works in a server that I'm in. Add me to yours: { $link }

option-server-channel = Channel where tables can be opened (default: this one)
option-server-allow = Whether tables can be opened in that channel
option-server-openers = Who can open tables
option-server-role = Role that can open tables
option-server-leaderboard = Who can see this server's leaderboard
option-server-table-role = Role to ping for new public tables
option-server-ruleset = Default ruleset
option-server-time = Default time per move: 10s, 5m, 12h, 3d or none; for several moves: 10/30d
option-server-rated = Make new tables rated by default
option-server-language = Language for everyone in this server
option-server-theme = Theme of the boards everyone sees
option-server-pieces = Pieces on the boards everyone sees
option-server-orientation = Which side everyone sees the boards from
option-server-mirror = Mirror the boards everyone sees: letters from left to right
option-server-clear = Setting to reset to its default
option-server-reason = Reason for aborting a match; everyone will see it
option-server-match = Match to abort (default: the one played here)
option-server-page = Page of the audit log
option-play-private = Private match: only its players see it, in a private thread
choice-action-check = Check my permissions, channel by channel
choice-audit = Audit log: what managers have done
choice-abort = Abort a match, with a reason
choice-openers-everyone = Everyone
choice-openers-managers = Managers
choice-openers-role = Managers and people with a role
choice-leaderboard-everyone = Everyone
choice-leaderboard-managers = Managers
choice-clear-channels = Channels: allow tables in all of them
choice-clear-table-role = Role to ping for new tables
choice-clear-ruleset = Default ruleset
choice-clear-language = Language
choice-clear-looks = Look of the boards
