## Looking back: replays, what someone missed, and steps through a match

name-command-replay = replay
name-option-from = from
name-option-to = to
name-option-since = since
name-option-zoom = zoom

command-replay = Replay a match as a GIF, or just what you missed
option-replay-from = First move to show (default: the start of the match)
option-replay-to = Last move to show (default: the latest)
option-replay-since = Only show what happened since your last move
option-replay-match = Match ID, such as m7k3q; only needed if several are played here
option-board-zoom = Only show the sector of that seat, enlarged

button-since = What I missed
button-start = First position
button-back = Previous move
button-on = Next move
button-now = Current position
button-zoom = Zoom
button-whole = Whole board

replay-heading = Match { $match }, moves { $first } to { $last }.
replay-heading-one = Match { $match }, move { $first }.
replay-bounds = From { $first } to { $last }.
replay-alt = An animation. { $what } Its last frame:
replay-earlier = For what came before that, see /history.
# What it took to make a GIF fit.
replay-smaller = This GIF is smaller than usual because a larger one would be too big to send here.
replay-skips = A GIF of every move would be too large, so this one shows only one in every { $every } moves. To see every move, choose a part of the match with from: and to:.

since-heading = Match { $match }, since your last move:
since-own-move = Since your last move:
since-nothing = Nobody has moved since your last move.

refused-plies-backwards = from: is after to:. Swap them.

# A line of moves, such as “12. Qh5 – r4”. Chats that turn plain numbers into lists need the number in bold.
history-round = { $bold }{ $round }.{ $bold } { $moves }
history-covers = Rounds: { $rounds } · moves: { $plies }
