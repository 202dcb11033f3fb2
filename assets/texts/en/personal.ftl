## Answers that only one person sees

board-shown = { $count ->
    [0] Match { $match } before the first move.
   *[other] Match { $match } after move { $count }.
}
more-heading = Match { $match }: what would you like to do?
done-elsewhere = Done. You'll find match { $match } in { $where }.
done-nowhere = Done. I'm letting the other players in match { $match } know by direct message.
# Where there can't be a link to a match.
place-locked = a locked thread
place-gone = a deleted thread
thread-name = Match { $match }
matches-none = You're not in a match right now. Start one with /play.
matches-heading = { $count ->
    [one] You're in one match:
   *[other] You're in { $count } matches:
}
matches-waiting = { $match } in { $where } against { $others }: your move ({ $army }).
matches-budget = Time left: { $budget }.
matches-running = { $match } in { $where } against { $others }: { $player } to move, you're { $army }.
matches-asked = { $match } in { $where } ({ $others }): you've been asked to take over a seat. Accept with /join match:{ $match }. { $player } to move.
matches-paused = { $match } in { $where } against { $others }: paused, you're { $army }.
matches-watched = { $match } in { $where }: you're watching { $others }.
matches-table = { $match } in { $where }: open table. Open seats: { $seats }.
matches-table-of = { $match } in { $where }: { $name }'s open table. Open seats: { $seats }.
matches-invited = { $match } in { $where }: { $name } invites you to play { $army }.
matches-to-watch = To watch a match in this server, use /board with the match's ID:
matches-of-others = { $match } in { $where }: { $others } ({ $ruleset }). { $player } to move.
matches-of-others-paused = { $match } in { $where }: { $others } ({ $ruleset }). Paused.
matches-many-more = … and many more.
matches-more = { $count ->
    [one] … and one more.
   *[other] … and { $count } more.
}
history-heading = Match { $match } · { $seats }
# No period after the number: chats turn such lines into lists and renumber them.
history-move = { $ply }: { $move } ({ $army })
history-none = No moves yet.
history-table = The match hasn't started: there are still open seats.
history-page = Page { $page } of { $pages }
exported = The record of match { $match }.
exported-so-far = The record of match { $match } so far. It can't be imported until the match is over.
look-own = Match { $match }. These { $army } pieces are attacked:
look-own-safe = Match { $match }. None of { $army }'s pieces are attacked.
look-heading = { $square } in match { $match }:
look-empty = there's nothing there.
look-piece = { $piece }.
look-dead = { $piece }. It doesn't move or attack, and anyone can capture it.
look-en-passant = A pawn that just passed this square can be captured here en passant: { $piece }.
look-attacked = Attacked by { $army }: { $pieces }.
look-not-attacked = Nothing attacks it.
look-guarded = Defended by { $army }: { $pieces }.
look-not-guarded = Nothing defends it.
look-moat = Next to it is the moat between { $border }. Nothing crosses it until it's bridged.
look-moat-bridged = Next to it is the bridged moat between { $border }. A move across it can't capture or give a new check.
look-moat-corner = A corner of this square touches the moat between { $border }: until it's bridged, no diagonal move crosses it to rank 1. Moves along rank 2 aren't restricted.
look-moat-corner-bridged = A corner of this square touches the bridged moat between { $border }: a diagonal move across it can't capture or give a new check. Moves along rank 2 aren't restricted.
look-creek = Next to it is the creek between { $border }. Pawns that haven't passed through the center can't capture across it.
look-lines = Lines from there, as far as a piece could slide:
line-inward = inward: { $line }
line-outward = outward: { $line }
line-clockwise = around, clockwise: { $line }
line-counterclockwise = around, counterclockwise: { $line }
line-inward-clockwise = diagonally, inward and clockwise: { $line }
line-inward-counterclockwise = diagonally, inward and counterclockwise: { $line }
line-outward-clockwise = diagonally, outward and clockwise: { $line }
line-outward-counterclockwise = diagonally, outward and counterclockwise: { $line }
line-centre = the center
line-bridge = the bridge between { $border }
line-edge = the edge
line-moat = the moat between { $border }, not bridged
line-start = back to { $square }
