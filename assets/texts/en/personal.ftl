## Answers for one person

board-shown = Match { $match }, ply { $ply }.
more-heading = Match { $match }: what would you like to do?
done-elsewhere = Done. You'll find match { $match } in { $where }.
done-nowhere = Done. I'm telling the other players of match { $match } by direct message.
# In place of a link to a match.
place-locked = a locked thread
place-gone = a deleted thread
thread-name = Match { $match }
matches-none = You have no match at the moment. Start one with /play.
matches-heading = { $count ->
    [one] You have one match:
   *[other] You have { $count } matches:
}
matches-waiting = { $match } in { $where } against { $others }: your move ({ $army }).
matches-budget = Time left: { $budget }.
matches-running = { $match } in { $where } against { $others }: { $player } to move, you are { $army }.
matches-asked = { $match } in { $where } ({ $others }): you've been asked to take over a seat. Accept with /join match:{ $match }. { $player } to move.
matches-paused = { $match } in { $where } against { $others }: paused, you are { $army }.
matches-watched = { $match } in { $where }: you're watching { $others }.
matches-table = { $match } in { $where }: open table. Free seats: { $seats }.
matches-table-of = { $match } in { $where }: { $name }'s open table. Free seats: { $seats }.
matches-invited = { $match } in { $where }: { $name } has invited you to play { $army }.
matches-to-watch = To watch in this server, with /board match:
matches-of-others = { $match } in { $where }: { $others } ({ $ruleset }). { $player } to move.
matches-of-others-paused = { $match } in { $where }: { $others } ({ $ruleset }). Paused.
matches-many-more = … and many more.
matches-more = { $count ->
    [one] … and one more.
   *[other] … and { $count } more.
}
history-heading = Match { $match } · { $seats }
# No dot after the number: chats make lists of that, and number them anew.
history-move = { $ply }: { $move } ({ $army })
history-none = No move has been made.
history-table = The match has not begun: seats are still free.
history-page = Page { $page } of { $pages }
exported = The record of match { $match }.
exported-so-far = The record of match { $match } so far. What reads records takes it once the match is over.
look-own = Match { $match }, ply { $ply }. These pieces of { $army } are attacked:
look-own-safe = Match { $match }, ply { $ply }. No piece of { $army } is attacked.
look-heading = { $square } in match { $match }, ply { $ply }:
look-empty = nothing stands there.
look-piece = { $piece }.
look-dead = { $piece }. It doesn't move or attack, and anyone may take it.
look-en-passant = A pawn that has just passed this square may be taken here en passant: { $piece }.
look-attacked = Attacked by { $army }: { $pieces }.
look-not-attacked = Nothing attacks it.
look-guarded = Guarded by { $army }: { $pieces }.
look-not-guarded = Nothing guards it.
look-moat = Next to it is the moat { $border }. Nothing crosses it until it's bridged.
look-moat-bridged = Next to it is the bridged moat { $border }. A move across it can't capture or give a new check.
look-moat-corner = A corner of this square touches the moat { $border }: until the moat is bridged, no diagonal move crosses it to rank 1. Moves along rank 2 aren't restricted.
look-moat-corner-bridged = A corner of this square touches the bridged moat { $border }: a diagonal move across the moat can't capture or give a new check. Moves along rank 2 aren't restricted.
look-creek = Next to it is the creek { $border }. No pawn captures across it before it has passed the centre.
look-lines = Lines from there, as far as a piece could slide:
line-inward = inward: { $line }
line-outward = outward: { $line }
line-clockwise = around, clockwise: { $line }
line-counterclockwise = around, counterclockwise: { $line }
line-inward-clockwise = diagonal, inward and clockwise: { $line }
line-inward-counterclockwise = diagonal, inward and counterclockwise: { $line }
line-outward-clockwise = diagonal, outward and clockwise: { $line }
line-outward-counterclockwise = diagonal, outward and counterclockwise: { $line }
line-centre = the centre
line-bridge = the bridged moat { $border }
line-edge = the edge
line-moat = the moat { $border }, not bridged
line-start = and { $square } again
