## Refusals: one for every reason

refused-not-your-turn = It is not your turn: { $army } is to move.
refused-not-a-player = You do not play in this match.
refused-unreadable-move = “{ $typed }” is not a move that I can read. Try { $examples }.
refused-unreadable-square = “{ $typed }” is not a square. Squares are a letter from a to x and a number from 1, outermost, to 6: m4.
refused-unreadable-line = That is not a command. Commands begin with a slash: try /help.
refused-nobody-speaks = Who speaks? Begin the line with a name: @ann /play
refused-unreadable-button = That button is not one of mine, or no longer. Try /board for a fresh one.
refused-ambiguous = “{ $typed }” could mean { $candidates }. Which one?
refused-promotion = A pawn that reaches rank 1 becomes something (rules §2.6). Say which: { $candidates }.
refused-illegal-move = That is not legal: { $why }.
refused-pawn-meant = That is not legal: { $why }. For the pawn's capture, type { $captures }.

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
refused-position-moved-on = The position has moved on: that board showed ply { $shown }, now it is ply { $now }. Try /board.
refused-which-match = Which match do you mean? Add match: with one of { $matches }.
refused-no-such-match = I find no such match here. See yours with /matches, or open a table with /play.
refused-table-full = That table is full. Open another with /play.
refused-seat-taken = { $army } is taken or kept for somebody else. Try /join without a seat.
refused-already-seated = One person holds one seat of a match, and this one has { $army } already.
refused-not-seated = You have no seat at this table.

# Why a draw cannot be claimed: one of the first four, then what there is today.
refused-claim-not-due = No draw can be claimed now.
refused-claim-with = { $move } brings no draw that could be claimed, so it was not made.
refused-claim-ends = { $move } ends the match anyhow: make it without claiming. It was not made.
refused-claim-automatic = Nothing is claimed under { $ruleset }: its draws come by themselves (rules §6).
refused-claim-not-made = So { $move } was not made: make it without claiming.
refused-claim-repetition = { $count ->
    [one] The position stands for the first time, after ply { $plies }; it takes { $wanted } times (rules §5.2).
   *[other] The position has stood { $count } of { $wanted } times, after plies { $plies } (rules §5.2).
}
refused-claim-own = You brought it about, and could have claimed with that move; now it is for your opponents.
refused-claim-clock = { $clock } of { $due } plies have gone by without a capture, a pawn move or an army going out (rules §5.3).
refused-claim-impossibility = Somebody still has enough left to checkmate; once nobody has, that can be claimed too (rules §5.4).
refused-claim-offer = But you can claim with a move now, { $moves }: /move { $move } claim:true

refused-which-winner = Here you resign for a winner, and the third must agree. Say whom, { $armies }: with a button, or /resign winner: (rules §6.5).
refused-which-partner = With whom? Say { $armies }: with a button, or /pact with: (rules §6.3).
refused-no-third-army = Only two armies are in play: there is nobody left to make a pact against (rules §6.3).
refused-not-for-two = { $ruleset } is for two, White and Black; Gray's seat stays empty. So leave out player3: and seat:gray.
refused-computers-for-two = { $ruleset } is for two: computers:1 is against you, and computers:2 lets you watch.
refused-too-many = { $ruleset } has { $seats } seats, and you have named more players than that: count yourself, your guests and the computers.
refused-invites-self = You sit at your own table in any case: name others in player2: and player3:, or leave them out.
refused-invites-twice = You named the same person twice: name somebody else in player3:, or leave it out.
refused-bot = { $name } is a bot and can't play. Name a person, or seat a computer player with computers:1 or /seat action:computer.
refused-rated-computers = Matches with computers are casual in this server. Leave out rated:, or ask a manager to allow rated ones with /server.
refused-watching = You are watching computers already, in match { $match }. Let them come to an end, or end it with /abort action:offer match:{ $match }.
refused-rated-alone = Computers alone play no rated match. Leave out rated:.
refused-no-pacts = There are no pacts under { $ruleset }; they belong to First Mate and Second Mate (rules §6.3).
refused-no-winner-named = Under { $ruleset } nobody resigns for a winner, and no resignation needs an answer. To give up, use /resign alone.
refused-no-draw = No draw stands offered that you could answer. Offer one with /draw action:offer.
refused-no-own-draw = You have offered no draw that you could take back.
refused-no-resignation = No resignation waits for your answer.
refused-no-own-resignation = You have no resignation that you could take back.
refused-no-pact-offered = No such offer of a pact waits for you. Offer one yourself with /pact action:offer.
refused-no-pact-to-end = You have made no such pact and offered none. What others offer you need not be answered: it binds nobody until you accept.
refused-no-abort = Nobody has proposed to call the match off, or you were the one. Propose it with /abort action:offer.
refused-no-proposal = Nothing of the kind is proposed, or you have agreed to it already. /matches shows your matches.
refused-motion-stands = Something of the kind is proposed already: answer that first, with accept or decline.
refused-agreed-before = You have agreed already. { $others } must still answer.
refused-paused = The match is paused: nobody moves. Propose to go on with /pause action:offer.
refused-nothing-to-take-back = There is no move of yours to take back: you have made none, or an army has gone out since.
refused-seat-not-missing = Nothing can be done about the seat of { $army }: its player is there and has time, or its army is out. You may hand your own seat on with /seat action:substitute user: or action:computer.
refused-seat-vacant = Nobody sits for { $army } who could use more time. Propose a substitute or a computer with /seat.
refused-granted-before = The player of { $army } has been granted time in this turn already. Together with the others you may propose a substitute, a computer or an end with /seat.
refused-own-time = Only the others can grant you time. You can still move, and your move counts.
refused-who-substitutes = Say who is to play on: /seat action:substitute user:
refused-already-proposed = You have proposed or agreed to that already; now the others must agree.
refused-resignation-stands = { $army } resigns for { $winner } already, and one resignation stands at a time. { $third } must answer it, or { $army } take it back with /resign action:withdraw.
refused-pact-stands = You have offered or made that pact already. See what stands with /board.
refused-already-conceded = You have resigned already.
refused-army-out = Your army is out of the game (rules §4.4). You can still watch with /board.
refused-needs-confirmation = Resigning cannot be undone: your army stands dead and the others play on. Press the button, or /resign confirm:true.
refused-confirm-last = Resigning cannot be undone: the match is over with it, { $score }. Press the button, or /resign confirm:true.
refused-confirm-winner = If { $third } agrees, the match is over and { $winner } has won; until you move you can take it back. Press the button, or /resign winner:{ $option } confirm:true.
refused-not-started = The match has not begun: seats are still free.
refused-already-started = The match has begun already. To give up your seat, use /resign.
refused-not-over = That match is not over yet. Once it is, /rematch opens a table for the next one.
refused-rematch-began = The rematch has begun already: it is match { $match }. Once that one is over, /rematch match:{ $match } leads on.
refused-rematch-unplayed = No match was played at that table, so there is none to play again. Say which one you mean with /rematch match:, or open a new table with /play.
refused-rematch = There is no rematch of that match: it was played elsewhere, or tables for it have been closed too often. Open a new table with /play.
refused-not-allowed = You may not do that here.
refused-unknown-command = There is no command /{ $command }. Try /help.
refused-unknown-option = /{ $command } has no option “{ $option }”. It has: { $options }.
refused-no-options = /{ $command } has no options.
refused-bad-choice = { $option }: takes one of { $wants }.
refused-bad-time = { $option }: takes a time per move from 10s to 30d, such as 10m, 12h or 3d, or none.
refused-bad-number = { $option }: takes a whole number, { $wants }.
wants-within = { $least } to { $most }
refused-bad-integer = { $option }: takes a whole number, 0 or more.
refused-bad-boolean = { $option }: takes true or false.
refused-bad-user = { $option }: takes a person, @name.
refused-bad-text = { $option }: takes a text.
refused-missing-option = /{ $command } needs { $option }: { $what }.
refused-missing-choice = /{ $command } needs { $option }: one of { $what }.
refused-option-twice = { $option }: was given twice.
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
refused-missing-rights = I may not say anything in this channel, so no match can be played here. Ask somebody who manages this server to grant me { $rights }, or open the table in another channel.

# What the bot may not do, said once for a match, and what to grant. The rights bear the names that
# Discord's settings give them.

lacks-thread = I may not open a thread here, so the match is played in this channel. Somebody who manages this server can grant me { $rights } for the next one.
lacks-free-thread = This server has as many open threads as Discord allows, so the match is played in this channel.
lacks-files = I may not attach pictures here, so this is the board in words. Somebody who manages this server can grant me { $rights }.
lacks-record = I may not attach files here. Somebody who manages this server can grant me { $rights }; or ask for the record in another channel with match: and its name.
lacks-speech = I may not post in { $where }, so what happens there away from it is not told there. Somebody who manages this server can grant me { $rights }.
direct-told = { $happened }
    Match { $match }: { $link }
direct-elsewhere = { $happened }
    Match { $match }: I can't post where it was played any more. Use /move with match:{ $match } in another channel of that server.
called = { $happened }
    This is about match { $match }.
direct-instead = { $happened }
    Discord let no direct message about match { $match } through. Allow those from members of this server, or let /settings call you here.
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
