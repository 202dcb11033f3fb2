## Looking back: replays, what somebody missed, and steps through a match

name-command-replay = replay
name-option-from = from
name-option-to = to
name-option-since = since
name-option-zoom = zoom

command-replay = A match as a moving picture, or only what happened since your last move
option-replay-from = From this ply on; from the first one unless you say
option-replay-to = Up to this ply; up to the last one unless you say
option-replay-since = Only what happened since your own last move
option-replay-match = The match, such as m7k3q, where several are played here
option-board-zoom = Only the sector of that seat, shown large

button-since = Since my move
button-start = First position
button-back = One ply back
button-on = One ply on
button-now = Present board
button-zoom = Zoom
button-whole = Whole board

replay-heading = Match { $match }, plies { $first } to { $last }.
replay-heading-one = Match { $match }, ply { $first }.
replay-bounds = From { $first } to { $last }.
replay-alt = A moving picture. { $what } Its last board:
replay-earlier = What came before that: /history.
# How a moving picture was made to fit.
replay-smaller = The picture is smaller than usual, since a larger one could not be sent here.
replay-skips = With every ply the picture would be too large, so it shows one in { $every }. To see them all, ask for a part of the match with from: and to:.

since-heading = Match { $match }, since your last move:
since-own-move = Since your last move:
since-nothing = Nobody has moved since your last move.

refused-plies-backwards = from: comes after to:. Try them the other way around.

# A line of moves, such as 12. Qh5 – r4. The number is bold where chats have that, since they make lists
# of plain ones.
history-round = { $bold }{ $round }.{ $bold } { $moves }
history-covers = Rounds: { $rounds } · plies: { $plies }
