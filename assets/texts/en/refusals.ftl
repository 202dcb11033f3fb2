## Refusals: one for every reason

refused-not-your-turn = It's { $army }'s turn. /board shows how things stand.
refused-not-a-player = You don't play in this match. To watch it, use /board.
refused-unreadable-move = I can't read “{ $typed }” as a move. Did you mean { $nearest }?
refused-no-move = I can't read “{ $typed }” as a move. Type the piece and the square it goes to, such as Nf3 (knight to f3), or just e4 for a pawn. You can also type both squares: e2e4.
refused-unreadable-square = “{ $typed }” is not a square. Squares are a letter from a to x and a number from 1, outermost, to 6: m4.
refused-unreadable-line = That is not a command. Commands begin with a slash: try /help.
refused-nobody-speaks = Who speaks? Begin the line with a name: @ann /play
refused-unreadable-button = That button is not one of mine, or no longer. Try /board for a fresh one.
refused-ambiguous = “{ $typed }” could mean { $candidates }. Which one is it?
refused-promotion = A pawn that reaches rank 1 becomes something (rules §2.6). Say which: { $candidates }.
refused-illegal-move = You can't play that: { $why }. Choose another move.
refused-pawn-meant = You can't play that: { $why }. For the pawn's capture, type { $captures }.

# Why a move is not legal. A step is written “bishop h1–i2”, a piece “bishop on h1”.

piece-on = { $piece } on { $square }
illegal = { $sentence } (rules { $rule })
illegal-nobody-left = nobody is left to play against
illegal-no-piece = no piece stands on { $from }
illegal-other-army = { $turn } is to move, and the { $piece } belongs to { $army }
illegal-dead-piece = the { $piece } is dead, since { $army } is out of the game
illegal-same-square = the { $piece } stands there already
illegal-own-piece = { $step } ends on a { $piece } of the same army
illegal-not-so = { $step } is not how a { $piece } moves
illegal-none-reaches = no { $piece } of { $army } can go to { $to }
illegal-blocked = { $step } is blocked by the { $piece }
illegal-nothing-to-take = { $step } would need something to capture
illegal-no-en-passant = { $step } cannot take the pawn on { $pawn } en passant
illegal-creek = { $step } would capture across the creek { $border }
illegal-unbridged-moat = { $step } would cross the moat { $border }, which is not bridged
illegal-takes-across-moat = { $step } would capture across the moat { $border }
illegal-checks-across-moat = { $step } would give check by crossing the moat { $border }
illegal-king-attacked = { $step } would leave the king on { $king } to the { $piece }
illegal-king-stays-attacked = { $step } does not save the king on { $king } from the { $piece }
illegal-castling-gone = { $move } is no longer possible: king or rook has moved, or the rook is gone
illegal-castling-blocked = { $move } is blocked: { $square } is not empty
illegal-castling-in-check = { $move } is not allowed in check, and the king is attacked from { $from }
illegal-castling-attacked = { $move } would lead the king over { $square }, which is attacked from { $from }
illegal-promotion-missing = { $step } needs the letter of what the pawn becomes
illegal-not-a-promotion = { $step } is no promotion
illegal-cannot-become = { $step } cannot turn a pawn into a { $piece }

refused-match-over = That match is over. Open a new table with /play.
refused-table-closed = That table is closed. Open a new one with /play.
refused-position-moved-on = That board showed ply { $shown }, and the match is at ply { $now }. Use the buttons below, or /board.
refused-which-match = Which match do you mean? Press a button, or add match: with { $matches }.
refused-no-such-match = I can't find that match. /matches lists yours.
refused-table-full = That table is full. Open another with /play.
refused-seat-taken = { $army } is taken or kept for somebody else. Try /join without a seat.
refused-already-seated = One person holds one seat of a match, and this one has { $army } already.
refused-invited-before = { $name } already has a seat or an invitation at your table { $match }.
refused-seated-already = You're already at this table, as { $army }. Use /leave to give up your seat.
refused-not-invited = This invitation is for { $invited }.
refused-seat-open = You can take one of the open seats.
refused-no-seat-open = No other seats are open. Open another table with /play.
refused-not-seated = You don't have a seat at this table. Take one with /join.

# Why a draw cannot be claimed: one of the first four, then what there is today.
refused-claim-not-due = No draw can be claimed now.
refused-claim-with = { $move } brings no draw that could be claimed, so it was not made.
refused-claim-ends = { $move } ends the match anyhow: make it without claiming. It was not made.
refused-claim-automatic = { $ruleset } has no claims: its draws come by themselves (rules §6).
refused-claim-not-made = So { $move } was not made: make it without claiming.
refused-claim-repetition = { $count ->
    [one] The position stands for the first time, after ply { $plies }; it takes { $wanted } times (rules §5.2).
   *[other] The position has stood { $count } of { $wanted } times, after plies { $plies } (rules §5.2).
}
refused-claim-own = You brought it about and could have claimed with that move; now only your opponents can.
refused-claim-clock = { $clock } of { $due } plies have gone by without a capture, a pawn move or an army going out (rules §5.3).
refused-claim-impossibility = Somebody still has enough left to checkmate; once nobody has, that can be claimed too (rules §5.4).
refused-claim-offer = But you can claim with a move now, { $moves }: /move { $move } claim:true

refused-which-winner = Here you resign for a winner, and the third must agree. Say whom, { $armies }: with a button, or /resign winner: (rules §6.5).
refused-which-partner = With whom? Say { $armies }: with a button, or /pact with: (rules §6.3).
refused-no-third-army = Only two armies are in play: there is nobody left to make a pact against (rules §6.3).
refused-not-for-two = { $ruleset } is for two, White and Black. Invite one opponent at most, and don't choose Gray.
refused-computers-for-two = { $ruleset } is for two players: add one computer to play against, or two to watch them play each other.
refused-too-many = { $ruleset } has { $seats } seats, but you've asked for more players: you, the people you invite and the computers all count.
refused-invites-self = You're already at your own table. Invite somebody else, or leave the seat open.
refused-invites-twice = You named the same person twice. Name two different people, or just one.
refused-bot = { $name } is a bot and can't play. Invite a person, or seat a computer player instead.
refused-absent = { $name } isn't in this server, so they can't play here. Invite them to the server first.
refused-rated-computers = Matches with computers are casual in this server, so this one can't be rated. A manager can change that with /server.
refused-level-taking-over = This match has begun, and a computer that takes over plays at level { $level }. Leave out level:.
refused-watching = You are watching computers already, in match { $match }. Let them come to an end, or end it with /abort action:offer match:{ $match }.
refused-rated-page = This match can't be rated: matches in the browser are always casual, since anyone with the link can play.
refused-rated-alone = A match with only computers can't be rated.
refused-no-pacts = There are no pacts under { $ruleset }; they belong to First Mate and Second Mate (rules §6.3).
refused-no-winner-named = Under { $ruleset } nobody resigns for a winner, and no resignation needs an answer. To give up, use /resign alone.
refused-no-draw = There is no draw offer for you to answer. To offer one, use /draw action:offer.
refused-no-own-draw = You haven't offered a draw. To offer one, use /draw action:offer.
refused-no-resignation = No resignation waits for your answer. /board shows what does.
refused-no-own-resignation = You have no resignation to take back. /board shows what stands.
refused-no-pact-offered = No such offer of a pact waits for you. Offer one yourself with /pact action:offer.
refused-no-pact-to-end = You have made no such pact and offered none. What others offer you need not be answered: it binds nobody until you accept.
refused-no-abort = There is no proposal to abort for you to answer. To make one, use /abort action:offer.
refused-no-proposal = There is no such proposal, or you've already agreed to it. /matches shows your matches.
refused-motion-stands = There's already a proposal like that. It has to be answered first.
refused-agreed-before = You've already agreed. { $others } must still answer.
refused-paused = The match is paused, so nobody moves. To propose going on, use /pause action:offer.
refused-nothing-to-take-back = There's no move you can take back: you haven't moved yet, or a player has been eliminated since your last move.
refused-seat-not-missing = Nothing can be done about the seat of { $army }: its player is there and has time, or its army is out. You may hand your own seat on with /seat action:substitute user: or action:computer.
refused-seat-vacant = Nobody sits for { $army } who could use more time. Propose a substitute or a computer with /seat.
refused-granted-before = { $army } has already been granted time in this turn. Propose a substitute, a computer or an end with /seat.
refused-own-time = Only the others can grant you time. You can still move, and your move counts.
refused-who-substitutes = A substitute needs a name. Add user: to /seat action:substitute.
refused-already-proposed = You've already proposed that or agreed to it. Now the others must answer.
refused-resignation-stands = { $army } resigns for { $winner } already, and one resignation stands at a time. { $third } must answer it, or { $army } take it back with /resign action:withdraw.
refused-pact-stands = You've already offered or made that pact.
refused-already-conceded = You've already resigned. You can still watch with /board.
refused-army-out = Your army is out (rules §4.4). You can still watch with /board.
refused-needs-confirmation = You can't undo resigning: your army stays on the board, dead, and the others play on. To resign, press the button or use /resign confirm:true.
refused-confirm-last = You can't undo resigning, and it ends the match: { $score }. To resign, press the button or use /resign confirm:true.
refused-confirm-winner = If { $third } agrees, { $winner } wins the match; until you move you can take it back. To resign, press the button or use /resign winner:{ $option } confirm:true.
refused-not-the-opener = Only the person who opened this table can close it. /leave gives up your own seat.
refused-nothing-to-fill = No seat is free for a computer. Those that are not taken are kept for people you invited.
refused-opener-only = Only the person who opened this table can seat computers. Take a seat with /join, or open your own table with /play.
refused-not-started = The match hasn't begun: seats are still free. It starts when all are taken.
refused-already-started = The match has already begun. To give up, use /resign.
refused-not-over = That match is not over yet. Once it is, /rematch opens a table for the next one.
refused-rematch-began = The rematch has already begun: it's match { $match }. Once that one is over, you can play again with /rematch match:{ $match }.
refused-rematch-unplayed = No match was played at that table, so there is none to play again. Say which one you mean with /rematch match:, or open a new table with /play.
refused-rematch = There is no rematch of that match: it was played elsewhere, or tables for it have been closed too often. Open a new table with /play.
refused-not-allowed = You can't do that here. /help shows what you can do.
refused-unknown-command = There is no command /{ $command }. Try /help.
refused-misspelt-command = There is no command /{ $command }. Did you mean /{ $meant }?
refused-unknown-option = /{ $command } has no option “{ $option }”. It has: { $options }.
refused-no-options = /{ $command } has no options.
refused-bad-choice = { $option }: takes one of { $wants }.
refused-bad-time = I can't read that time. { $option }: takes a time per move from 10s to 30d (10m, 12h, 3 days), a time for several moves (10/30d is ten moves in 30 days), or none.
refused-bad-number = { $option }: takes a whole number, { $wants }.
wants-within = { $least } to { $most }
refused-bad-integer = { $option }: takes a whole number, 0 or more.
refused-bad-boolean = { $option }: takes true or false.
refused-bad-user = { $option }: takes a person, @name.
refused-bad-text = { $option }: takes a text.
refused-missing-option = /{ $command } needs { $option }: { $what }.
refused-missing-choice = /{ $command } needs { $option }: one of { $what }.
refused-option-twice = { $option }: was given twice.
refused-form = Something in the form isn't valid. Open the form again and check each field.
refused-unknown-ruleset = There is no ruleset “{ $ruleset }”. There is: { $rulesets }.
refused-too-long = That is too long: at most { $most } characters.
refused-no-such-ply = The match has not come to ply { $ply }; it stands at { $now }.
refused-no-such-page = { $count ->
    [one] There is one page, page:1.
   *[other] There are { $count } pages, page:1 to page:{ $count }.
}
refused-profile = { $name } keeps their profile to themselves. Your own is under /profile.
refused-not-managing = /server is for those who manage this server (the right “Manage Server”). Ask one of them.
refused-nothing-to-set = Say what to set, such as /server action:set rated-computers:true.
refused-store-unavailable = I cannot write anything down at the moment, so that was not kept, and nothing has changed. Please try again in a few minutes.
refused-store-in-doubt = Something failed where I keep the matches, so what you asked for may or may not have been saved. Check with /board in a few minutes, and try again if it is not there.
refused-failed = Something went wrong in here. What you asked for may or may not have happened: look with /board.
refused-unclear = I couldn't read what Discord sent me ({ $field }), so nothing happened. Please try again. If it happens again, tell the people who run this bot.
refused-missing-rights = I may not say anything in this channel, so no match can be played here. Ask somebody who manages this server to grant me { $rights }, or open the table in another channel.
refused-shut-out = I'm not in this private thread, so I couldn't post anything here. Mention { $bot } in a message here to let me in, then try again.
refused-locked = This thread is locked, so I can't post here. Ask a moderator to unlock it, or open the table in a channel.

# What the bot may not do, said once for a match, and what to grant. The rights bear the names that
# Discord's settings give them.

lacks-thread = I may not open a thread here, so the match is played in this channel. Somebody who manages this server can grant me { $rights } for the next one.
lacks-free-thread = This server has as many open threads as Discord allows, so the match is played in this channel.
lacks-files = I may not attach pictures here, so this is the board in words. Somebody who manages this server can grant me { $rights }.
lacks-history = I don't have permission to read the message history here, so this message won't show who sits down later. A manager of this server can grant me { $rights }.
lacks-record = I may not attach files here. Somebody who manages this server can grant me { $rights }; or ask for the record in another channel with match: and its name.
lacks-speech = I may not post in { $where }, so what happens there away from it is not told there. Somebody who manages this server can grant me { $rights }.
lacks-entry = I can't post in { $where }, because it's a private thread and I'm not in it. Mention { $bot } there once to let me in.
lacks-unlocked = The thread for match { $match } is locked, so I'm posting here instead. Once a moderator unlocks it, the match will continue there.
lacks-unlocked-private = The thread for match { $match } is locked. Until a moderator unlocks it, I'll message the players directly. They can see the board with /board, but nobody else can.
thread-again = The thread for match { $match } was deleted, so I opened this one.
thread-moved = The thread for match { $match } was deleted again, so the match continues in this channel.
direct-told = { $happened }
    Match { $match }: { $link }
direct-elsewhere = { $happened }
    I can't post where match { $match } is being played. You can keep playing right here: use the buttons, or /move with match:{ $match }.
# One line to somebody who was called a moment before, once some time has passed.
late-question = { $player }, match { $match } is waiting for your answer.
late-question-too = You also have a proposal to answer.
late-begun = { $player }, match { $match } has begun.
late-declined = { $player }, somebody declined an invitation to match { $match }.
# Added to an answer to the other players.
unreached = It's { $player }'s move in match { $match }, but I can't tell { $player }: I don't have permission to post in { $where }, and my direct messages to { $player } don't get through. Please let { $player } know, or ask someone who manages the server to let me post in { $where }.
unreached-closed = It's { $player }'s move in match { $match }, but I can't tell them: the match's thread is closed, and my direct messages to them don't get through. Please let { $player } know.
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
refused-limit-tables-of-person = You have { $most } open tables in this server. Close one with /leave, or wait until one starts or ends.
refused-limit-tables-in-channel = This channel has { $most } open tables. Take a seat with /join, or wait until one starts or ends.
refused-limit-tables-in-server = This server has { $most } open tables. Take a seat with /join, or wait until one starts or ends.
refused-limit-matches = You have a seat in { $most } matches. Finish one, or wait until one ends.
refused-limit-computer-matches = You are playing { $most } matches against computers alone. Finish one, or end it with /abort action:offer.
refused-limit-seats = You have opened tables, or taken and left seats, { $most } times in a minute. Try again { $again }.
refused-limit-proposals = You have made or answered { $most } proposals in this match in a minute. Try again { $again }.
refused-limit-pictures = You have had { $most } pictures in a minute. Try again { $again }; /board text:true shows the board in words at any time.
refused-limit-errands = You have exported or changed settings { $most } times in a minute. Try again { $again }.
refused-limit-completions = You are typing too fast for suggestions. Try again { $again }.
