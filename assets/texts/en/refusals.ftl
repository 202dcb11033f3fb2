## Refusals: one for each reason

refused-not-your-turn = It's not your turn: { $army } is to move. /board shows the position.
refused-not-a-player = You're not playing in this match. To watch it, use /board.
refused-unreadable-move = I can't read “{ $typed }” as a move. Did you mean { $nearest }?
refused-no-move = I can't read “{ $typed }” as a move. Type the piece and the square it goes to, such as Nf3 (knight to f3), or just e4 for a pawn. You can also type both squares: e2e4.
refused-unreadable-square = “{ $typed }” isn't a square. A square is a letter from a to x and a number from 1 (outer ring) to 6 (inner ring), such as m4.
refused-unreadable-line = That's not a command. Commands start with a slash: try /help.
refused-nobody-speaks = Who's playing? Start the line with a name: @ann /play
refused-unreadable-button = That button no longer works. Use /board to get new ones.
refused-ambiguous = “{ $typed }” could mean { $candidates }. Which one?
refused-promotion = That pawn promotes, so choose a piece: { $candidates }.
refused-illegal-move = You can't play that: { $why }. Choose another move.
refused-pawn-meant = You can't play that: { $why }. If you meant the pawn capture, type { $captures }.

# Why a move isn't legal. $step is “bishop h1–i2”, $piece is “bishop on h1”, and $border is “x and a”.

piece-on = { $piece } on { $square }
illegal-nobody-left = there's no opponent left
illegal-no-piece = there's no piece on { $from }
illegal-other-army = the { $piece } is { $army }'s, and you're playing { $turn }
illegal-dead-piece = the { $piece } is dead, because { $army } is out
illegal-same-square = the { $piece } is already there
illegal-own-piece = { $step } would capture your own { $piece }
illegal-not-so = { $piece }s can't move from { $from } to { $to }
illegal-none-reaches = no { $army } { $piece } can reach { $to }
illegal-blocked = { $step } is blocked by the { $piece }
illegal-nothing-to-take = { $step } would have to be a capture, and there's nothing to capture
illegal-no-en-passant = the pawn on { $from } can't capture the pawn on { $pawn } en passant
illegal-creek = { $step } would capture across the creek between { $border }
illegal-unbridged-moat = { $step } crosses the moat between { $border }, which isn't bridged yet
illegal-takes-across-moat = { $step } would capture across the moat between { $border }, and a move across a bridge can't capture
illegal-checks-across-moat = { $step } would give check after crossing the moat between { $border }, and a move across a bridge can't give check
illegal-king-attacked = { $step } would leave your king on { $king } in check from the { $piece }
illegal-king-stays-attacked = { $step } doesn't get your king on { $king } out of check from the { $piece }
illegal-castling-gone = { $move } is no longer possible: the king or rook has moved, or the rook is gone
illegal-castling-blocked = { $move } is blocked: { $square } isn't empty
illegal-castling-in-check = { $move } isn't allowed while your king is in check from { $from }
illegal-castling-attacked = { $move } would take your king through or onto { $square }, which is attacked from { $from }
illegal-promotion-missing = { $step } is a promotion, so add the letter of the new piece
illegal-not-a-promotion = { $step } isn't a promotion
illegal-cannot-become = a pawn can't promote to a { $piece }

refused-match-over = That match is over. Open a new table with /play.
refused-table-closed = That table is closed. Open a new one with /play.
refused-position-moved-on = That board was from move { $shown }; the match is now at move { $now }. Use the buttons below, or /board.
refused-which-match = Which match do you mean? Press a button, or add match: and one of these: { $matches }.
refused-no-such-match = I can't find that match. /matches lists yours.
refused-table-full = That table is full. Open another one with /play.
refused-seat-taken = { $army } is taken or reserved for someone else. Try /join without a seat.
refused-already-seated = You already have a seat in this match: { $army }.
refused-invited-before = { $name } already has a seat or an invitation at your table { $match }.
refused-seated-already = You're already at this table, as { $army }. Use /leave to give up your seat.
refused-not-invited = This invitation is for { $invited }.
refused-seat-open = You can take one of the open seats.
refused-no-seat-open = There are no other open seats. Open another table with /play.
refused-not-seated = You don't have a seat at this table. Take one with /join.

# Why a draw can't be claimed: one of the first four, then the current state of each claim.
refused-claim-not-due = You can't claim a draw right now.
refused-claim-with = { $move } doesn't let you claim a draw, so it wasn't played.
refused-claim-ends = { $move } ends the match anyway, so there's nothing to claim. It wasn't played: play it without claiming.
refused-claim-automatic = In { $ruleset }, you can't claim a draw: repetition, the fifty-move rule and insufficient material are automatic.
refused-claim-not-made = So { $move } wasn't played: play it without claiming.
refused-claim-repetition = { $count ->
    [one] This position has come up once. For a draw, it has to come up { $wanted } times.
   *[other] This position has come up { $count } times. For a draw, it has to come up { $wanted } times.
}
refused-claim-own = Your own move repeated the position, so you could only claim along with that move. Now only your opponents can claim.
refused-claim-clock = { $clock } of { $due } moves (by all players together) have passed without a capture, pawn move or elimination.
refused-claim-impossibility = Someone still has enough material to checkmate; once nobody does, you can claim a draw for that too.
refused-claim-offer = But you can claim a draw by playing { $moves }: /move { $move } claim:true

refused-which-winner = In this ruleset, you resign in favor of another player, and the third player has to accept. Who should win, { $armies }? Press a button, or add winner: to /resign.
refused-which-partner = Who do you mean, { $armies }? Press a button, or add with: to /pact.
refused-no-third-army = Only two players are left, so there's no one to make a pact against.
refused-not-for-two = { $ruleset } is for two players, White and Black. Invite at most one opponent, and don't choose Gray.
refused-computers-for-two = { $ruleset } is for two players: add one computer to play against, or two to watch them play each other.
refused-too-many = { $ruleset } has { $seats } seats, but you've asked for more players: you, the people you invite and the computers all count.
refused-invites-self = You're already at your own table. Invite someone else, or leave the seat open.
refused-invites-twice = You named the same person twice. Name two different people, or just one.
refused-bot = { $name } is a bot and can't play. Invite a person, or add a computer player instead.
refused-absent = { $name } isn't in this server, so they can't play here. Invite them to the server first.
refused-rated-computers = Matches with computers are casual in this server, so this one can't be rated. A manager can change that with /server.
refused-level-taking-over = This match has already started, and a computer that takes over always plays at level { $level }. Leave out level:.
refused-watching = You're already watching computers play, in match { $match }. Let them finish, or end it with /abort action:offer match:{ $match }.
refused-rated-page = This match can't be rated: matches in the browser are always casual, since anyone with the link can play.
refused-rated-alone = A match with only computers can't be rated.
refused-no-pacts = { $ruleset } doesn't have pacts; only First Mate and Second Mate do.
refused-no-winner-named = In { $ruleset }, you don't resign in favor of anyone, and nobody has to accept. To resign, just use /resign.
refused-no-draw = There's no draw offer for you to answer. To offer one, use /draw action:offer.
refused-no-own-draw = You haven't offered a draw. To offer one, use /draw action:offer.
refused-no-resignation = There's no offer to resign for you to answer. /board lists open offers.
refused-no-own-resignation = You have no resignation to withdraw. /board lists open offers.
refused-no-pact-offered = There's no pact offer for you to accept. To offer a pact, use /pact action:offer.
refused-no-pact-to-end = You have no such pact and haven't offered one. You can ignore offers from others: they don't count until you accept.
refused-no-abort = There's no proposal to abort for you to answer. To make one, use /abort action:offer.
refused-no-proposal = There's no such proposal, or you've already agreed to it. /matches shows your matches.
refused-motion-stands = There's already a proposal like that. It has to be answered first.
refused-agreed-before = You've already agreed. Waiting for { $others }.
refused-paused = The match is paused, so you can't move. To propose resuming, use /pause action:offer.
refused-nothing-to-take-back = There's no move you can take back: you haven't moved yet, or a player has been eliminated since your last move.
refused-seat-not-missing = You can't do that with { $army }'s seat: its player is still there and has time left, or is already out. You can hand your own seat to someone else with /seat action:substitute user:, or to a computer with action:computer.
refused-seat-vacant = Nobody is playing { $army }, so there's no one to give more time. Propose a substitute or a computer with /seat.
refused-granted-before = { $army } has already been given more time this turn. Propose a substitute, a computer or elimination with /seat.
refused-own-time = Only the other players can give you more time. You can still move, and your move will count.
refused-who-substitutes = Who should take over? Add user: to /seat action:substitute.
refused-already-proposed = You've already proposed that or agreed to it. Now it's up to the others.
refused-resignation-stands = { $army } has already offered to resign in favor of { $winner }, and there can be only one such offer at a time. { $third } has to answer it, or { $army } can withdraw it with /resign action:withdraw.
refused-pact-stands = You already have that pact or have offered it.
refused-already-conceded = You've already resigned. You can still watch with /board.
refused-army-out = You've been eliminated. You can still watch with /board.
refused-needs-confirmation = You can't undo resigning. Your pieces stay on the board as obstacles, and the others play on. To resign, press the button or use /resign confirm:true.
refused-confirm-last = You can't undo resigning, and it ends the match: { $score }. To resign, press the button or use /resign confirm:true.
refused-confirm-winner = If { $third } accepts, { $winner } wins the match. You can withdraw the offer until you move. To make it, press the button or use /resign winner:{ $option } confirm:true.
refused-not-the-opener = Only the person who opened this table can close it. To give up your own seat, use /leave.
refused-nothing-to-fill = There's no open seat for a computer. The remaining seats are reserved for people you invited.
refused-opener-only = Only the person who opened this table can add computers. Take a seat with /join, or open your own table with /play.
refused-not-started = The match hasn't started: there are still open seats. It starts when every seat is taken.
refused-already-started = The match has already started. To give up, use /resign.
refused-not-over = That match isn't over yet. Once it is, /rematch opens a table for the next one.
refused-rematch-began = The rematch has already started: it's match { $match }. Once that one is over, you can play again with /rematch match:{ $match }.
refused-rematch-unplayed = No match was played at that table, so there can't be a rematch. Choose another match with /rematch match:, or open a new table with /play.
refused-rematch = There can't be a rematch of that match: it was played elsewhere, or its rematch tables have been closed too often. Open a new table with /play.
refused-not-allowed = You can't do that here. /help shows what you can do.
refused-unknown-command = There's no /{ $command } command. Try /help.
refused-misspelt-command = There's no /{ $command } command. Did you mean /{ $meant }?
refused-unknown-option = /{ $command } has no option “{ $option }”. Its options: { $options }.
refused-no-options = /{ $command } has no options.
refused-bad-choice = { $option }: must be one of { $wants }.
refused-bad-time = I can't read that time. { $option }: can be a time per move from 10s to 30d (10m, 12h, 3 days), a time for several moves (10/30d is ten moves in 30 days), or none.
refused-bad-number = { $option }: must be a whole number, { $wants }.
wants-within = { $least } to { $most }
refused-bad-integer = { $option }: must be a whole number, 0 or more.
refused-bad-boolean = { $option }: must be true or false.
refused-bad-user = { $option }: must be a person, such as @name.
refused-bad-text = { $option }: must be text.
refused-missing-option = /{ $command } needs { $option }: { $what }.
refused-missing-choice = /{ $command } needs { $option }: one of { $what }.
refused-option-twice = { $option }: appears twice. Use it only once.
refused-form = Something in the form isn't valid. Open the form again and check each field.
refused-unknown-ruleset = There's no ruleset “{ $ruleset }”. The rulesets are { $rulesets }.
refused-too-long = That's too long: at most { $most } characters.
refused-no-such-ply = There's no move { $ply } yet; the match is at move { $now }.
refused-no-such-page = { $count ->
    [one] There's only one page, page:1.
   *[other] There are { $count } pages, page:1 to page:{ $count }.
}
refused-profile = { $name }'s profile is private. /profile shows yours.
refused-not-managing = /server needs the Manage Server permission. Ask someone who has it.
refused-nothing-to-set = Add a setting to change, such as /server action:set rated-computers:true.
refused-store-unavailable = I can't save anything right now, so nothing has changed. Please try again in a few minutes.
refused-store-in-doubt = Something went wrong while saving, so what you asked for may or may not have happened. Check with /board in a few minutes, and try again if it isn't there.
refused-failed = Something went wrong on my end. What you asked for may or may not have happened: check with /board.
refused-unclear = I couldn't read what Discord sent me ({ $field }), so nothing happened. Please try again. If it happens again, tell the people who run this bot.
refused-missing-rights = I don't have permission to post in this channel, so you can't play here. Ask someone who manages this server to change that, or open the table in another channel. Missing permissions: { $rights }.
refused-shut-out = I'm not in this private thread, so I can't post here. Mention { $bot } in a message here to let me in, then try again.
refused-locked = This thread is locked, so I can't post here. Ask a moderator to unlock it, or open the table in a channel.

# A permission the bot lacks, said once per match. $rights are permissions by the names that Discord's settings use.

lacks-thread = I don't have permission to create threads here, so the match is played in this channel. Someone who manages this server can change that for the next match. Missing permissions: { $rights }.
lacks-free-thread = This server has as many active threads as Discord allows, so the match is played in this channel.
lacks-files = I don't have permission to attach files here, so here's the board as text. Someone who manages this server can change that. Missing permissions: { $rights }.
lacks-history = I don't have permission to read the message history here, so this message won't show who joins later. Someone who manages this server can change that. Missing permissions: { $rights }.
lacks-record = I don't have permission to attach files here. You can export the match in another channel by adding match: and its ID, or ask someone who manages this server to change that. Missing permissions: { $rights }.
lacks-speech = I don't have permission to post in { $where }, so I can't show the match there. Someone who manages this server can change that. Missing permissions: { $rights }.
lacks-entry = I can't post in { $where }: it's a private thread and I'm not in it. Mention { $bot } there once to let me in.
lacks-unlocked = The thread for match { $match } is locked, so I'm posting here instead. Once a moderator unlocks it, the match will continue there.
lacks-unlocked-private = The thread for match { $match } is locked. Until a moderator unlocks it, I'll message the players directly. They can see the board with /board, but nobody else can.
thread-again = The thread for match { $match } was deleted, so I opened this one.
thread-moved = The thread for match { $match } was deleted again, so the match continues in this channel.
direct-told = { $happened }
    Match { $match }: { $link }
direct-elsewhere = { $happened }
    I can't post where match { $match } is being played. You can keep playing right here: use the buttons, or /move with match:{ $match }.
# A line for someone whose ping had to wait because they had just been pinged.
late-question = { $player }, match { $match } is waiting for your answer.
late-question-too = You also have a proposal to answer.
late-begun = { $player }, match { $match } has started.
late-declined = { $player }, someone declined your invitation to match { $match }.
# Added to the answer that the other players get.
unreached = { $player } is to move in match { $match }, but I can't reach them: I don't have permission to post in { $where }, and my direct messages to them don't get through. Please let { $player } know, or ask someone who manages the server to let me post in { $where }.
unreached-closed = { $player } is to move in match { $match }, but I can't reach them: the match's thread is closed, and my direct messages to them don't get through. Please let { $player } know.
direct-instead = { $happened }
    Discord didn't deliver my direct message about match { $match }, so from now on I'll mention you here. For your next match, allow direct messages from members of this server, or choose mentions in /settings.
right-view-channel = View Channel
right-send-messages = Send Messages
right-send-in-threads = Send Messages in Threads
right-create-threads = Create Public Threads
right-attach-files = Attach Files
again-in = { $count ->
    [one] in one second
   *[other] in { $count } seconds
}
refused-limit-tables-of-person = You already have { $most } open tables in this server. Close one with /leave, or wait until a table starts or closes.
refused-limit-tables-in-channel = This channel already has { $most } open tables. Take a seat with /join, or wait until a table starts or closes.
refused-limit-tables-in-server = This server already has { $most } open tables. Take a seat with /join, or wait until a table starts or closes.
refused-limit-matches = You're already in { $most } matches. Finish one first.
refused-limit-computer-matches = You're already playing { $most } matches against computers only. Finish one, or end one with /abort action:offer.
refused-limit-seats = You've opened tables or changed seats { $most } times within a minute. Try again { $again }.
refused-limit-proposals = You've made or answered { $most } proposals in this match within a minute. Try again { $again }.
refused-limit-pictures = You've requested { $most } pictures within a minute. Try again { $again }; /board text:true shows the board as text at any time.
refused-limit-errands = You've exported data or changed settings { $most } times within a minute. Try again { $again }.
refused-limit-completions = You're typing too fast for suggestions. Try again { $again }.
