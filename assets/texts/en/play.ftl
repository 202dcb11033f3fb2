## Play

# A player who joined a match in another chat by link, under a name of their own choosing.
called-by-link = { $name } (by link)
turn = { $player } to move.
turn-and-next = { $player } to move, then { $next }.
turn-paused = { $player } moves next when the match resumes.
# The first line of a message, so that it's what a lock screen shows.
your-move = { $player }, it's your move.
your-move-check = { $player }, it's your move, and you're in check from { $pieces }.
your-move-first = { $player }, you move first.
# “ann (White) played B×u4: bishop takes Black's pawn on u4.”
moved = { $player } played { $bold }{ $move }{ $bold }: { $does }.
done-moves = { $piece } to { $square }
done-takes = { $piece } takes { $taken } on { $square }
done-takes-en-passant = { $piece } takes { $taken } en passant, landing on { $square }
captured-so-far = Captured so far: { $captured }.
captured-by = by { $army } { $pieces }
captured-queen = { $count ->
    [one] 1 queen
   *[other] { $count } queens
}
captured-rook = { $count ->
    [one] 1 rook
   *[other] { $count } rooks
}
captured-bishop = { $count ->
    [one] 1 bishop
   *[other] { $count } bishops
}
captured-knight = { $count ->
    [one] 1 knight
   *[other] { $count } knights
}
captured-pawn = { $count ->
    [one] 1 pawn
   *[other] { $count } pawns
}
captured-king = { $count ->
    [one] 1 king
   *[other] { $count } kings
}
check = { $army } is in check from { $pieces }.
out-mate = { $player } is out: checkmated by { $by }.
out-mate-pact = { $player } is out: checkmated under the pact between { $others }, who share the points.
out-mate-each = { $player } is out: checkmated by { $others }. Either attack alone would have been mate, so both get full credit.
out-mate-shared = { $player } is out: checkmated by { $others } together.
out-king-taken = { $player } is out: { $by } captured the king.
out-king-taken-pact = { $player } is out: the king was captured. { $others } have a pact and share the points.
out-king-capturable = { $player } is out: { $by } can capture the king.
out-stalemate = { $player } is out: stalemate. There's no legal move, and the king isn't in check.
out-time = { $player } ran out of time and is out. The pieces stay on the board as obstacles; anyone can capture them.
out-time-last = { $player } ran out of time and is out.
out-untimed = { $player } is out: no move was made in time. The pieces stay on the board as obstacles; anyone can capture them.
out-untimed-last = { $player } is out: no move was made in time.
out-conceded = { $player } resigned and is out. The pieces stay on the board as obstacles; anyone can capture them.
out-conceded-last = { $player } resigned and is out.

# “Points earned: White 1½ (checkmated Gray: 1, outlasted Gray: ½), Black ½ (outlasted Gray).”
earned = Points earned: { $scores }.
score = { $army } { $points }
score-for = { $army } { $points } ({ $reasons })
earned-part = { $reason }: { $points }
earned-mate = checkmated { $army }
earned-king-taken = captured { $army }'s king
earned-capturable = could capture { $army }'s king
earned-stalemate = { $army } was stalemated
earned-conceded = { $army } resigned
earned-resigned-for = { $army } resigned in favor of { $winner }
earned-time = { $army } ran out of time
earned-untimed = no move was made for { $army }
earned-share = shared in { $army }'s defeat
earned-outlived = outlasted { $army }
earned-third = third player
earned-last-king = last king standing
earned-last-army = last player standing
earned-draw = draw
points-so-far = Points so far: { $scores }.

draw-offered = { $player } offers a draw. Waiting for { $others }; the offer expires once everyone has moved.
draw-stands = { $player } has offered a draw. Waiting for { $others }.
draw-agreed = { $player } accepts the draw.
draw-agreed-waiting = { $player } accepts the draw. Waiting for { $others }.
draw-declined = { $player } declines the draw.
draw-lapsed = The draw offer has expired.
draw-withdrawn = { $player } withdraws the draw offer.
left-to-computers = Only computers are left. They'll finish the match on their own, without posting every move. Anyone who played can end the match now; the computers then split the remaining points.
computers-stopped = Only computers were left, so a player ended the match. The computers split the remaining points.
draw-claimed = { $player } claims a draw.
resignation-offered = { $player } offers to resign in favor of { $winner }. Waiting for { $third } to accept; play continues until then.
resignation-accepted = { $player } accepts the resignation.
resignation-declined = { $player } declines the resignation, so play continues.
resignation-withdrawn = { $player } withdraws the offer to resign.
resignation-lapsed = By moving, { $player } withdrew the offer to resign in favor of { $winner }.
resignation-stands = { $player } has offered to resign in favor of { $winner }. Waiting for { $third }.
pact-offered = { $player } offers { $other } a pact against { $third }: whichever of them checkmates or captures the king, they share the points.
pact-agreed = { $player } accepts the pact with { $other } against { $third }: whichever of them checkmates or captures the king, they share the points.
pact-revoked = { $player } ends the pact with { $other }.
pact-offer-revoked = { $player } withdraws the pact offer to { $other }.
pact-stands = { $player } and { $other } have a pact against { $third }.
pact-stands-offered = { $player } has offered { $other } a pact against { $third }.
pacts-lapsed = All pacts have ended.
pact-offers-lapsed = The pact offer has expired.
out-of-time = { $player } ran out of time.
nobody-moved = No move was made for { $army } in time.
called-off = The person who started this computer match has ended it.

# Time per move, and seats whose players are missing.
deadline = Deadline: { $when }.
deadline-moves = { $count ->
    [one] Deadline for 1 move: { $when }.
   *[other] Deadline for { $count } moves: { $when }.
}
budgets = Time left: { $budgets }.
budget-of = { $player }: { $budget }
window-closes = Out of time; the grace period ends { $when }.
window-open = The grace period ends { $when }.
clock-stands = The match is paused and the clock is stopped.
reminder = { $player }, it's your move in match { $match }. Deadline: { $until }.
reminder-last = { $player }, time is running out for your move in match { $match }. Deadline: { $until }.
deadline-passed = { $player } is out of time, but can still move until { $closes }; if not, { $army } is out. { $others }: either of you can give more time. Together, you can also bring in a computer or a substitute (/seat action:substitute user:), or eliminate { $army } now.
deadline-passed-alone = { $player } is out of time, but can still move until { $closes }; if not, { $army } is out. { $others }: you can give more time, bring in a computer or a substitute (/seat action:substitute user:), or eliminate { $army } now.
deadline-passed-again = { $player } has used up the extra time too, but can still move until { $closes }; if not, { $army } is out. { $others }: together, you can bring in a computer or a substitute (/seat action:substitute user:), or eliminate { $army } now.
deadline-passed-again-alone = { $player } has used up the extra time too, but can still move until { $closes }; if not, { $army } is out. { $others }: you can bring in a computer or a substitute (/seat action:substitute user:), or eliminate { $army } now.
player-gone = { $player } might not come back, but can still move until { $closes }; if not, { $army } is out. { $others }: either of you can give more time. Together, you can also bring in a computer or a substitute (/seat action:substitute user:), or eliminate { $army } now.
player-gone-alone = { $player } might not come back, but can still move until { $closes }; if not, { $army } is out. { $others }: you can give more time, bring in a computer or a substitute (/seat action:substitute user:), or eliminate { $army } now.
player-silent = { $player } hasn't moved for three days, but can still move until { $closes }; if not, { $army } is out. { $others }: either of you can give more time. Together, you can also bring in a computer or a substitute (/seat action:substitute user:), or eliminate { $army } now.
player-silent-alone = { $player } hasn't moved for three days, but can still move until { $closes }; if not, { $army } is out. { $others }: you can give more time, bring in a computer or a substitute (/seat action:substitute user:), or eliminate { $army } now.
seat-waits = Nobody is playing { $army }. { $others }: bring in a substitute (/seat action:substitute user:) or a computer (/seat action:computer), or eliminate { $army } now (/seat action:end). If nothing is decided by { $closes }, { $army } is out.
time-granted = { $by } gives { $player } more time. Deadline: { $until }.
time-granted-paused = { $by } gives { $player } more time. It starts when the match resumes.
time-extended = I was offline, or my clock was wrong, so { $player } gets extra time. Deadline: { $until }.
paused = The match is paused and the clock is stopped. To propose resuming, use /pause action:offer. After 30 days, the match resumes automatically.
resumed = The match has resumed and the clock is running.
taken-back = { $count ->
    [0] Takeback done. The match is back at the starting position.
   *[other] Takeback done. The match continues after move { $count }.
}
gone = { $name } ({ $army }) has left the server.
freed = A manager has removed { $name } from the match, so { $army }'s seat is free. Reason: { $reason }
took-over = { $name } takes over { $army }.
computer-took-over = { $name }, a computer (level { $level }), takes over { $army }.
substitute-agrees = { $name } is ready to take over.
substitute-declines = { $name } doesn't want to take over. The proposal is dropped.
history-time-granted = { $by } gave { $player } more time.
history-time-extended = { $player } got extra time: I was offline, or my clock was wrong.
history-deadline-passed = { $player } ran out of time, and the grace period began.
history-window-opened = { $player } hadn't moved, so the grace period began.

# Proposals to all players: made, accepted, declined, expired, dropped because something else happened, and still open.
abort-proposed = { $player } proposes to abort the match. { $others } must agree { $term }.
abort-alone = { $player } aborted the match before making a move.
abort-agreed = { $player } agrees to abort the match.
abort-declined = { $player } wants to keep playing.
abort-lapsed = The proposal by { $player } to abort the match has expired: not everyone agreed in time. The match continues.
abort-gone = The proposal by { $player } to abort the match has been dropped. To propose it again, use /abort.
abort-stands = { $player } proposes to abort the match. Waiting for { $others } until { $until }.
pause-proposed = { $player } proposes to pause the match and stop the clock. { $others } must agree { $term }.
pause-agreed = { $player } agrees to the pause.
pause-declined = { $player } declines the pause. The proposal is dropped.
pause-lapsed = The proposal by { $player } to pause the match has expired: not everyone agreed in time.
pause-gone = The proposal by { $player } to pause the match has been dropped.
pause-stands = { $player } proposes to pause the match. Waiting for { $others } until { $until }.
resume-proposed = { $player } proposes to resume the match. { $others } must agree { $term }.
resume-agreed = { $player } agrees to resume the match.
resume-declined = { $player } doesn't want to resume yet. The proposal is dropped.
resume-lapsed = The proposal by { $player } to resume the match has expired: not everyone agreed in time.
resume-gone = The proposal by { $player } to resume the match has been dropped.
resume-stands = { $player } proposes to resume the match. Waiting for { $others } until { $until }.
takeback-proposed = { $player } asks to take back their last move and every move since. { $others } must agree { $term }.
takeback-agreed = { $player } accepts the takeback.
takeback-declined = { $player } declines the takeback. The request is dropped.
takeback-lapsed = The takeback request by { $player } has expired: not everyone agreed in time.
takeback-gone = The takeback request by { $player } has been dropped.
takeback-stands = { $player } asks for a takeback. Waiting for { $others } until { $until }.
substitute-proposed = { $player } proposes { $name } as a substitute for { $army }. { $others } must agree { $term }; { $name } can accept with /join match:{ $match }.
substitute-agreed = { $player } accepts { $name } as a substitute for { $army }.
substitute-declined = { $player } doesn't want { $name } as a substitute for { $army }. The proposal is dropped.
substitute-lapsed = The proposal by { $player } to bring in { $name } for { $army } has expired: not everyone agreed in time.
substitute-gone = The proposal by { $player } to bring in { $name } for { $army } has been dropped.
substitute-stands = { $player } proposes { $name } as a substitute for { $army }. Waiting for { $others } until { $until }.
computer-proposed = { $player } proposes to let a computer play { $army }. { $others } must agree { $term }.
computer-agreed = { $player } agrees to let a computer play { $army }.
computer-declined = { $player } doesn't want a computer to play { $army }. The proposal is dropped.
computer-lapsed = The proposal by { $player } to let a computer play { $army } has expired: not everyone agreed in time.
computer-gone = The proposal by { $player } to let a computer play { $army } has been dropped.
computer-stands = { $player } proposes to let a computer play { $army }. Waiting for { $others } until { $until }.
put-out-proposed = { $player } proposes to eliminate { $army } now. { $others } must agree { $term }.
put-out-agreed = { $player } agrees to eliminate { $army } now.
put-out-declined = { $player } doesn't want to eliminate { $army } now. The proposal is dropped.
put-out-lapsed = The proposal by { $player } to eliminate { $army } has expired: not everyone agreed in time.
put-out-gone = The proposal by { $player } to eliminate { $army } has been dropped.
put-out-stands = { $player } proposes to eliminate { $army } now. Waiting for { $others } until { $until }.
# How long the others have to agree: “must agree within a day”.
within-day = within a day
within-time = in time
within-window = by { $closes }
# Follows the sentence in which a computer declines.
computer-plays-rated = In rated matches, computers play to the end and don't allow takebacks.

# The end of a match: the line that pings its players, and the page below it.
end-call = The match is over.
# How many moves all players made together.
end-length = { $count ->
    [one] 1 move
   *[other] { $count } moves
}
end-terms = { $length } · { $time } · { $ruleset } · { $match }
end-player = { $count ->
    [one] { $place }. { $player }: { $points } point
   *[other] { $place }. { $player }: { $points } points
}
end-reasons = ({ $reasons })
end-rating = rating { $before } → { $after } ({ $change })
end-out = out after move { $ply }: { $exit }
end-out-by = out after move { $ply }: { $exit } by { $by }

# How a match ended, who came first, and the score.
ended-last-army = The match is over: { $army } is the last player standing.
ended-first-out = The match ends with the first elimination.
ended-capturable-king = The match is over: a king was left open to capture.
ended-resigned-for = The match is over: the resignation was accepted.
ended-draw-time = Draw: time ran out, but no opponent has enough material to checkmate.
ended-draw-agreement = Draw by agreement.
ended-draw-stalemate = Draw by stalemate: { $army } has no legal move and isn't in check.
ended-draw-repetition = { $count ->
    [3] Draw by threefold repetition.
    [5] Draw by fivefold repetition.
   *[other] Draw by repetition.
}
ended-draw-moves = { $count ->
    [50] Draw by the fifty-move rule: { $clock } moves by all players together without a capture, pawn move or elimination.
    [75] Draw by the seventy-five-move rule: { $clock } moves by all players together without a capture, pawn move or elimination.
   *[other] Draw: { $clock } moves by all players together without a capture, pawn move or elimination.
}
ended-draw-impossibility = Draw: insufficient material.
ended-aborted = Match aborted. No points.
ended-wins = { $player } wins.
ended-first = { $player } takes first place.
ended-shared = { $player } share first place.
ended-scores = Points: { $scores }.
result-wins = { $army } wins, { $score }
result-first = { $army } first, { $score }
result-shared = { $army } share first place, { $score }
result-draw = Draw, { $score }
result-draw-first = Draw, { $army } first, { $score }
result-aborted = Aborted
list-and = {" and "}
list-or = {" or "}
list-comma = {", "}
