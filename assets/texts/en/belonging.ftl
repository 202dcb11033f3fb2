# A server's own page, private matches, and threads that are over.

# What a match's thread is called when it is over: at most 100 characters.
thread-over = { $match }: { $result }
over-won = { $who } wins { $score }
over-first = { $who } is first, { $score }
over-shared = { $who } share first place, { $score }
over-drawn = Draw { $score }
over-aborted = Aborted

# Private matches.
table-private = The match is private: only its players and people they let in can see it.
refused-private = That match is private. Only its players and people they let into its thread can see it.
refused-private-thread = A private match needs a thread of its own. Open the table in a text channel, not in a thread.
refused-private-channel = A private match needs a private thread, and this kind of channel can't have one. Open the table in a text channel.
refused-private-rights = A private match needs a private thread, and I can't open one here. Ask a manager of this server to grant me { $rights }, then open the table again.
lacks-private-thread = Match { $match } is private, and I can't open a private thread for it here. A manager of this server can grant me { $rights }. Until then I'll message the players directly. They can see the board with /board, but nobody else can.
lacks-private-channel = Match { $match } is private, and this kind of channel can't have private threads. I'll message the players directly. They can see the board with /board, but nobody else can.

# An end that a manager puts to a match.
aborted-by-managers = The managers of this server have aborted match { $match }. The reason: { $reason }

# What is set for a server.
refused-role-missing = Which role can open tables? Add role:.
refused-allow-missing = Can tables be opened there or not? Add allow:true or allow:false.
refused-many-channels = You can name { $most } channels at most. Remove one first, or allow all of them with clear:channels.
refused-channel-elsewhere = Tables can't be opened in that channel. Choose a text, voice, announcement or forum channel in this server.
refused-bad-channel = { $option }: takes a channel, #chess.
refused-bad-role = { $option }: takes a role, @players.

# Who may open a table, and where.
refused-openers-managers = Only managers open tables in this server. Ask one of them; anyone can take a seat.
refused-openers-role = Only people with the role { $role } open tables in this server. Ask one of them; anyone can take a seat.
refused-channel = You can't open a table here. Open it in { $channels }.
refused-leaderboard = Only managers see this server's leaderboard. Try /leaderboard scope:everywhere, or /profile for your own numbers.

# What managers have forced and set.
audit-none = Managers haven't freed a seat, aborted a match or changed a setting here yet.
audit-heading = { $count ->
    [one] What managers have forced or set in this server: one entry
   *[other] What managers have forced or set in this server, the latest first: { $count } entries
    }, page { $page } of { $pages }.
audit-freed = { $when }: { $who } freed { $name }'s seat in match { $match }. Reason: { $reason }
audit-aborted = { $when }: { $who } aborted match { $match }. Reason: { $reason }
audit-set = { $when }: { $who } set { $what }.
audit-setting = { $option } to { $value }
audit-cleared = { $what } back to the usual
audit-more = /server action:audit page:{ $page } shows earlier ones.

# Whether the bot has the rights that it needs.
check-nothing = I need no permissions here.
check-fine = { $where }: nothing is missing.
check-missing = { $where }: please grant me { $rights }.
check-hidden = { $where }: I can't see this channel. Grant me { $rights } there, or remove it from the channels where tables can be opened.
check-slow = { $where }: slow mode is on. Commands and my posts may have to wait there; buttons don't.
check-locked = { $where }: the thread for match { $match } is locked, so I can't post in it until it's unlocked.
check-all-fine = I have all the permissions I need.
check-role-silent = New tables can't notify { $role }. Allow everyone to mention it in the role's settings.
check-unknown = Discord isn't telling me about other channels right now. Ask again in a minute.
check-more = { $count ->
    [one] 1 more line about channels isn't shown.
   *[other] { $count } more lines about channels aren't shown.
    }
check-looked = { $count ->
    [one] I checked one channel.
   *[other] I checked { $count } channels.
    }
# Settings that were dropped because what they named was deleted. Said once.
lapsed-channel = A channel where tables could be opened was deleted, so it's off the list.
lapsed-channels = The channels where tables could be opened were deleted, so tables can now be opened in any channel. Managers can choose other channels with /server.
lapsed-openers = The role that could open tables was deleted, so now everyone can open them. Managers can choose another role with /server.
lapsed-table-role = The role that was notified of new tables was deleted, so nobody is notified of new tables now.
right-create-private-threads = Create Private Threads
right-read-history = Read Message History
right-connect = Connect

# Where a command works.
refused-server-only = /{ $command } only works in a server. Use it in one of a server's channels; /matches leads to your matches.
refused-server-only-guest = /{ $command } only works in a server where I'm a member. Add me to yours: { $link }

option-server-channel = Channel where tables can be opened; this one unless you say
option-server-allow = Allow tables in that channel
option-server-openers = Who can open tables
option-server-role = Role that can open tables
option-server-leaderboard = Who sees this server's leaderboard
option-server-table-role = Role to notify of new public tables
option-server-ruleset = Default ruleset
option-server-time = Default time per move: 10s, 5m, 12h, 3d, or none; for several moves: 10/30d
option-server-rated = Rate matches by default
option-server-language = Language for everyone in this server
option-server-theme = Theme of the boards that everyone sees
option-server-pieces = Pieces on the boards that everyone sees
option-server-orientation = Side from which everyone sees the boards
option-server-clear = Setting to reset
option-server-reason = Reason for aborting a match; everyone sees it
option-server-match = Match to abort; the one played here unless you say
option-server-page = Page of the audit
option-play-private = Private match: only its players see it, in a private thread
choice-action-check = Check my permissions, channel by channel
choice-audit = Audit: what managers forced and set
choice-abort = Abort a match, with a reason
choice-openers-everyone = Everyone
choice-openers-managers = Managers
choice-openers-role = People with a role, and managers
choice-leaderboard-everyone = Everyone
choice-leaderboard-managers = Managers
choice-clear-channels = Channels: allow tables in all
choice-clear-table-role = Role to notify of new tables
choice-clear-ruleset = Default ruleset
choice-clear-language = Language
choice-clear-looks = Looks of boards
