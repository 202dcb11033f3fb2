# Every sentence that players read, in English.

## The game's words

army-white = White
army-gray = Gray
army-black = Black

piece-king = king
piece-queen = queen
piece-rook = rook
piece-bishop = bishop
piece-knight = knight
piece-pawn = pawn
piece-crossed-pawn = crossed pawn

piece-of = { $army }'s { $piece }
dead-piece-of = { $army }'s dead { $piece }

ruleset-three-man = Three Man Chess
ruleset-match-points = Match Points
ruleset-first-mate = First Mate
ruleset-second-mate = Second Mate
ruleset-three-player = Three-Player Chess
ruleset-duel = Duel

## Pictures, alt texts and text boards

board-player = { $army } ({ $name })
board-to-move = to move
board-in-check = in check
board-game-over = Game over
board-out = out
board-out-because = out: { $reason }
board-ply = ply { $ply }
board-seen-from = Round three-player chess board seen from { $army }.
board-of-match = Match { $match }.
board-turn = { $player } is to move.
board-result = Over: { $result }.
board-played = { $army } played { $move }, { $from } to { $to }.
board-check = { $army } is in check from the { $by } { $piece } on { $from }.
board-is-out = { $player } is out.
board-is-out-because = { $player } is out: { $reason }.
board-bridged = Moats bridged: { $borders }.
board-none-bridged = No moat is bridged.
board-may-go = The { $army } { $piece } on { $from } may go to { $squares }.
board-way = A line leads from { $from } to { $to }: { $squares }.
board-barred = Crossed out, since it is not allowed: { $from } to { $to }.
board-no-check = Nobody is in check.
board-by-army = By army
board-by-rank = By rank, from the outer ring
board-rank = Rank { $rank }
board-empty = nothing
board-dead = dead

exit-mate = checkmated
exit-king-taken = king taken
exit-stalemate = stalemated
exit-conceded = resigned
exit-time = out of time
exit-empty = empty seat

## Commands: at most 100 characters each

command-play = Open a table for a match of three-player chess
option-play-ruleset = The rules to play by
option-play-seat = Your own army; drawn by lot unless you say
option-play-player2 = Invite somebody to the seat after yours
option-play-player3 = Invite somebody to the last seat
command-join = Take a seat at an open table
option-join-seat = Which army; the one kept for you, or the first free one, unless you say
option-join-match = The table, such as m7k3q, where several are open
command-leave = Give up your seat at an open table, or decline an invitation
option-leave-match = The table, such as m7k3q, where several are open
command-move = Make your move
option-move-move = The move, such as Nf3, e2e4, O-O or d1=Q
option-move-match = The match, such as m7k3q, where you play several here
option-move-claim = Claim a draw by repetition or by the count of moves with this move
command-board = Look at the board, for your eyes only
option-board-seat = Seen from this army's seat; from your own unless you say
option-board-ply = As it stood after so many plies
option-board-text = In words, without a picture
option-board-match = The match, such as m7k3q, where several are played here
command-look = Hear about one square: what stands there, what attacks and guards it, its lines
option-look-square = The square, such as m4
option-look-match = The match, such as m7k3q, where several are played here
command-draw = Offer a draw, answer an offer, or claim one that is due
option-draw-action = What to do
option-draw-match = The match, such as m7k3q, where you play several here
command-resign = Give up: your army stands dead, the others play on
option-resign-confirm = Say that you mean it
option-resign-match = The match, such as m7k3q, where you play several here
command-abort = Propose to call the match off; before your own first move you may do so alone
option-abort-action = What to do
option-abort-match = The match, such as m7k3q, where you play several here
command-matches = Your matches, those that wait for you first
command-history = The moves of a match so far, and what came of them
option-history-page = Which page, 1 for the first; the last one unless you say
option-history-match = The match, such as m7k3q, where several are played here
command-help = What the commands do
option-help-command = More about one command

choice-three-man = Three Man Chess: the last army in play wins the point, a draw shares it
choice-match-points = Match Points: 2 for a checkmate, 1 for the last king, 1 each for a draw
choice-first-mate = First Mate: over with the first army out, points for the mate and for outliving
choice-second-mate = Second Mate: as First Mate, and the two that are left play on
choice-three-player = Three-Player Chess: a winner (1), a third (½) and a loser
choice-duel = Duel: two play, White against Black, with Gray's army dead on the board
choice-white = White
choice-gray = Gray
choice-black = Black
choice-random = Drawn by lot
choice-offer = Offer
choice-accept = Accept
choice-decline = Decline
choice-withdraw = Withdraw
choice-claim = Claim

## What a move would do, and what stands where: for lists of at most 100 characters each

move-castles-king = castles on the king's side
move-castles-queen = castles on the queen's side
move-takes = takes { $piece }
move-takes-en-passant = takes { $piece } en passant
move-promotes = becomes a { $piece }
move-mates = mates { $army }
move-puts-out = { $army } is out
move-stalemates = stalemates { $army }
move-checks = check to { $armies }
move-leaves-check = { $armies } still in check
move-wins = wins the match
move-draws-stalemate = draws by stalemate
move-draws-repetition = draws by repetition
move-draws-moves = draws by the count of moves
move-draws-impossibility = draws: nobody can be mated any more
move-exposes-king = lets { $player } win
move-ends = ends the match
move-through-centre = through the centre
move-crosses = over the bridged moat { $border }
move-bridges-one = bridges the moat { $borders }
move-bridges = bridges the moats { $borders }
square-holds = { $square }: { $what }
square-empty = empty

## Buttons: at most 80 characters each

button-join = Play { $army }
button-leave = Leave
button-view = My view
button-draw = Draw
button-agree-draw = Agree to the draw
button-decline-draw = Decline
button-resign = Resign
button-confirm-resign = Yes, resign
button-accept-abort = Call it off
button-decline-abort = Play on
button-history = History
button-earlier = Earlier
button-later = Later

## Tables

player = { $name } ({ $army })
nameless = Somebody
seat-taken = { $army }: { $name }
seat-kept = { $army }: kept for { $name }
seat-open = { $army }: free
seat-empty = { $army }: nobody, its pieces stand dead
seat-separator = {" · "}
table-opened = { $name } opens a table for { $ruleset }: match { $match }.
table-invites = { $names }: you are invited. Take your seat with /join, or decline with /leave.
table-hint = Take a seat with a button or /join. The match begins when all three are taken.
joined = { $name } takes { $army }.
left = { $name } gives up { $army }.
closed = The table { $match } is closed.
expired = The table { $match } is closed: for a day nothing changed there. Open a new one with /play.
started = Match { $match } begins.

## Play

turn = { $player } to move.
turn-and-next = { $player } to move, then { $next }.
moved = { $ply }. { $move } by { $player }.
check = { $army } is in check!
out-mate = { $player } is out: checkmated by { $by }.
out-king-taken = { $player } is out: { $by } took the king.
out-stalemate = { $player } is out: no legal move, and not in check.
out-time = { $player } is out: out of time. The pieces stay on the board, dead.
out-conceded = { $player } resigns and is out. The pieces stay on the board, dead.
draw-offered = { $player } offers a draw. It stands for one round and needs { $others } to agree.
draw-agreed = { $player } agrees to the draw.
draw-agreed-waiting = { $player } agrees to the draw; { $others } must agree too.
draw-declined = { $player } declines the draw.
draw-lapsed = The offer of a draw has lapsed.
draw-withdrawn = { $player } takes the offer of a draw back.
draw-claimed-repetition = { $player } claims a draw by repetition.
draw-claimed-moves = { $player } claims a draw: fifty moves each without a capture or a pawn move.
draw-claimed-impossibility = { $player } claims a draw: nobody has enough left to checkmate.
resignation-offered = { $player } resigns for { $winner }. { $third } must agree; until then play goes on.
resignation-accepted = { $player } agrees.
resignation-declined = { $player } does not agree, and play goes on.
resignation-withdrawn = { $player } takes the resignation back.
pact-offered = { $player } offers { $other } a pact: whichever of the two mates the third, both share it.
pact-agreed = { $player } accepts: { $other } and { $player } have a pact against the third.
pact-revoked = { $player } ends what stood between { $player } and { $other }: no pact.
out-of-time = The time of { $player } has run out.
abort-offered = { $player } proposes to call the match off. { $others } must agree within a day.
abort-offered-alone = { $player } calls the match off before a first move.
abort-agreed = { $player } agrees to call it off.
abort-declined = { $player } wants to play on.
abort-lapsed = The proposal of { $player } to call the match off has lapsed: within a day not all agreed. The match goes on.
ended-last-army = { $player } wins: the last army in play. Score White–Gray–Black: { $score }.
ended-first-out = The first army is out, and the match is over. Score White–Gray–Black: { $score }.
ended-capturable-king = { $player } wins: the next move would take a king. Score White–Gray–Black: { $score }.
ended-resigned-for = { $player } wins: the third agreed to the resignation. Score White–Gray–Black: { $score }.
ended-draw-time = Draw: time has run out, and nobody else can checkmate. Score White–Gray–Black: { $score }.
ended-draw-agreement = Draw by agreement. Score White–Gray–Black: { $score }.
ended-draw-stalemate = Draw by stalemate: { $army } has no legal move and is not in check. Score White–Gray–Black: { $score }.
ended-draw-repetition = Draw by repetition. Score White–Gray–Black: { $score }.
ended-draw-moves = Draw: too many moves without a capture or a pawn move. Score White–Gray–Black: { $score }.
ended-draw-impossibility = Draw: nobody can be checkmated any more. Score White–Gray–Black: { $score }.
ended-aborted = The match is called off: no points.
result-last-army = { $army } wins, { $score }
result-draw = Draw, { $score }
result-aborted = Called off
list-and = {" and "}
list-comma = {", "}

## Answers for one person

board-shown = Match { $match }, ply { $ply }.
done-elsewhere = Done. The others read of it where { $match } is played: { $where }.
thread-name = Match { $match }
matches-none = You play no match at the moment. Open a table with /play.
matches-heading = { $count ->
    [one] You have one match:
   *[other] You have { $count } matches:
}
matches-waiting = { $match }: it is your move ({ $army }), ply { $ply }, in { $where }.
matches-running = { $match }: { $player } to move, you are { $army }, ply { $ply }, in { $where }.
matches-table = { $match }: an open table, in { $where }.
matches-more = { $count ->
    [one] … and one more.
   *[other] … and { $count } more.
}
history-heading = Match { $match } · { $seats }
# No dot after the number: chats make lists of that, and number them anew.
history-move = { $ply }: { $move } ({ $army })
history-none = No move has been made.
history-table = The match has not begun: seats are still free.
history-page = Page { $page } of { $pages }. Others with /history page:1 and so on.
look-heading = { $square } in match { $match }, ply { $ply }:
look-empty = nothing stands there.
look-piece = { $piece }.
look-dead = { $piece }. It neither moves nor attacks, and may be taken (rules §4.4).
look-en-passant = A pawn that has just passed over it may be taken here en passant: { $piece } (rules §2.7).
look-attacked = Attacked by { $army }: { $pieces }.
look-not-attacked = Nothing attacks it.
look-guarded = Guarded by { $army }: { $pieces }.
look-not-guarded = Nothing guards it.
look-moat = The moat { $border } lies beside it, and nothing crosses it: it is not bridged (rules §3.2).
look-moat-bridged = The moat { $border } lies beside it and is bridged. What crosses it may neither take nor give a new check (rules §3.4).
look-creek = The creek { $border } lies beside it: no pawn that has yet to pass the centre captures across it (rules §3.7).
look-lines = Lines from there, as far as a piece could slide:
line-inward = inward: { $line }
line-outward = outward: { $line }
line-clockwise = around, with the letters: { $line }
line-counterclockwise = around, against the letters: { $line }
line-inward-clockwise = aslant inward, with the letters: { $line }
line-inward-counterclockwise = aslant inward, against the letters: { $line }
line-outward-clockwise = aslant outward, with the letters: { $line }
line-outward-counterclockwise = aslant outward, against the letters: { $line }
line-centre = the centre
line-bridge = the bridged moat { $border }
line-edge = the edge
line-moat = the moat { $border }, not bridged
line-start = and { $square } again
help-heading = Three people play chess on the round board. The commands:
help-line = /{ $command } – { $what }
help-more = More about one of them: /help command:move
help-command = /{ $command } – { $what }
help-option = { $option }: { $what }
help-option-required = { $option }: { $what } (needed)
help-choices = { $choices }

## The console

console-welcome = Rondel, three-player chess on the round board. Try: @ann /play, @ben /join, @cy /join, @ann /help
console-editing = Tab completes, the arrow keys bring earlier lines back, Control-D ends it.
console-interrupted = Control-D ends it. Matches stay as they are.
console-prompt-nobody = #{ $channel }
console-prompt = @{ $name } in #{ $channel }
console-prompt-turn = @{ $name } in #{ $channel }, { $army } to move
console-prompt-own = @{ $name } in #{ $channel }, your move as { $army }

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
refused-claim-not-due = No draw is due: the position has stood { $occurrences } of { $wanted } times on the board, and { $clock } of { $due } plies have gone by without a capture, a pawn move or an army going out (rules §5.2, §5.3).
refused-claim-automatic = There is nothing to claim in this ruleset: its draws come by themselves (rules §6).
refused-which-winner = In this ruleset you resign for a winner: another army in play. Say winner: with the one you mean; the third must agree (rules §6.5).
refused-which-partner = A pact is made with another army in play, against the third (rules §6.3).
refused-no-third-army = Only two armies are in play: there is nobody left to make a pact against (rules §6.3).
refused-not-in-this-ruleset = This ruleset knows nothing of the kind. See /rules for what it does know.
refused-nothing-to-accept = There is no such offer to answer.
refused-already-proposed = You have proposed or agreed to that already; now the others must agree.
refused-already-conceded = You have resigned already.
refused-army-out = Your army is out of the game (rules §4.4). You can still watch with /board.
refused-needs-confirmation = Resigning cannot be undone: your army stands dead and the others play on. Press the button, or /resign confirm:true.
refused-not-started = The match has not begun: seats are still free.
refused-already-started = The match has begun already. To give up your seat, use /resign.
refused-not-allowed = You may not do that here.
refused-unknown-command = There is no command /{ $command }. Try /help.
refused-unknown-option = /{ $command } has no option “{ $option }”. It has: { $options }.
refused-no-options = /{ $command } has no options.
refused-bad-choice = { $option }: takes one of { $wants }.
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
refused-store-unavailable = I cannot write anything down at the moment, so that was not kept, and nothing has changed. Please try again in a few minutes.
refused-failed = Something went wrong in here. What you asked for may or may not have happened: look with /board.
refused-missing-rights = I may not say anything in this channel, so no match can be played here. Ask somebody who manages this server to grant me { $rights }, or open the table in another channel.

# What the bot may not do, said once for a match, and what to grant. The rights bear the names that
# Discord's settings give them.

lacks-thread = I may not open a thread here, so the match is played in this channel. Somebody who manages this server can grant me { $rights } for the next one.
lacks-free-thread = This server has as many open threads as Discord allows, so the match is played in this channel.
lacks-files = I may not attach pictures here, so this is the board in words. Somebody who manages this server can grant me { $rights }.
lacks-speech = I may not post in { $where }, so what happens there away from it is not told there. Somebody who manages this server can grant me { $rights }.
right-view-channel = View Channel
right-send-messages = Send Messages
right-send-in-threads = Send Messages in Threads
right-create-threads = Create Public Threads
right-attach-files = Attach Files
