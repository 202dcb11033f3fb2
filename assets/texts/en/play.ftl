## Play

# Somebody who plays by a link in a match of another chat, under a name of their own choice.
called-by-link = { $name } (by link)
turn = { $player } to move.
turn-and-next = { $player } to move, then { $next }.
turn-paused = { $player } moves next when the match resumes.
# The first line of what happened, and the beginning of its last one.
your-move = { $player }, it's your move.
your-move-by = { $player }, your move by { $when }.
then = Then { $next }.
# What a move did follows it: “: takes Gray's pawn”.
moved = { $bold }{ $ply }. { $move }{ $bold } { $player }: { $does }.
done-moves = { $piece } to { $square }
done-takes = { $piece } takes { $taken } on { $square }
done-takes-en-passant = { $piece } takes { $taken } en passant, to { $square }
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
out-mate-pact = { $player } is out: checkmated under the pact of { $others }, who share the mate.
out-mate-each = { $player } is out: checkmated by { $others } at the same time, and each alone would have been enough.
out-mate-shared = { $player } is out: checkmated by { $others } together.
out-king-taken = { $player } is out: { $by } took the king.
out-king-taken-pact = { $player } is out: the king was taken, and { $others } share that by their pact.
out-king-capturable = { $player } is out: { $by } could take the king next.
out-stalemate = { $player } is out: no legal move, and not in check.
out-time = { $player } ran out of time and is out. The pieces stay on the board, dead.
out-time-last = { $player } ran out of time and is out.
out-untimed = { $player } is out: nobody moved. The pieces stay on the board, dead.
out-untimed-last = { $player } is out: nobody moved.
out-conceded = { $player } resigns and is out. The pieces stay on the board, dead.
out-conceded-last = { $player } resigns and is out.

# What was earned: “Earned: White 3/2 (checkmated Gray 1, outlived Gray 1/2), Black 1/2 (outlived Gray).”
earned = Earned: { $scores }.
score = { $army } { $points }
score-for = { $army } { $points } ({ $reasons })
earned-part = { $reason } { $points }
earned-mate = checkmated { $army }
earned-king-taken = took { $army }'s king
earned-capturable = could take { $army }'s king
earned-stalemate = { $army } was stalemated
earned-conceded = { $army } resigned
earned-resigned-for = { $army } resigned for { $winner }
earned-time = { $army } ran out of time
earned-untimed = nobody moved for { $army }
earned-share = a share in { $army }'s defeat
earned-outlived = outlived { $army }
earned-third = third
earned-last-king = last king standing
earned-last-army = last army in play
earned-draw = draw
points-so-far = Points so far: { $scores }.

draw-offered = { $player } offers a draw. { $others } must agree within one round.
draw-stands = { $player } offers a draw, and { $others } must still agree.
draw-agreed = { $player } agrees to the draw.
draw-agreed-waiting = { $player } agrees to the draw. { $others } must agree too.
draw-declined = { $player } declines the draw.
draw-lapsed = The draw offer has expired.
draw-withdrawn = { $player } takes back the draw offer.
left-to-computers = Only computers are left. They'll finish the match on their own, without a post for each move. Anyone who played in the match can end it now, and then the computers split the remaining points.
computers-stopped = Only computers were left, and a player ended the match, so the computers split the remaining points.
draw-claimed-repetition = { $player } claims a draw by repetition.
draw-claimed-moves = { $player } claims a draw by the move count.
draw-claimed-impossibility = { $player } claims a draw: nobody has enough left for checkmate.
resignation-offered = { $player } wants to resign for { $winner }. { $third } must agree; play goes on until then.
resignation-accepted = { $player } accepts the resignation.
resignation-declined = { $player } doesn't accept the resignation, so play goes on.
resignation-withdrawn = { $player } takes back the resignation.
resignation-lapsed = With that move the resignation of { $player } for { $winner } has expired.
resignation-stands = { $player } wants to resign for { $winner }, and { $third } hasn't answered.
pact-offered = { $player } offers { $other } a pact against { $third }: if one of them mates, both share it.
pact-agreed = { $player } accepts the pact with { $other } against { $third }: if one of them mates, both share it.
pact-revoked = { $player } ends the pact with { $other }.
pact-offer-revoked = { $player } takes back the offer of a pact to { $other }.
pact-stands = { $player } and { $other } have a pact against { $third }.
pact-stands-offered = { $player } offers { $other } a pact against { $third }.
pacts-lapsed = No pact stands any more.
pact-offers-lapsed = The offer of a pact has expired.
abort-gone = The proposal of { $player } to abort the match is off the table. To propose it again, use /abort.
out-of-time = { $player } ran out of time.
nobody-moved = Nobody moved for { $army } in time.
abort-offered = { $player } proposes to abort the match. { $others } must agree { $term }.
called-off = The opener of this match of computers ends it.
abort-offered-alone = { $player } aborts the match before a first move.
abort-agreed = { $player } agrees to abort the match.
abort-declined = { $player } wants to play on.
abort-lapsed = The proposal of { $player } to abort the match has expired: not everyone agreed in time. The match goes on.

# Time per move, and seats whose players are missing.
deadline = Deadline: { $when }.
deadline-moves = { $count ->
    [one] Deadline for 1 move: { $when }.
   *[other] Deadline for { $count } moves: { $when }.
}
budgets = Time left: { $budgets }.
budget-of = { $player } { $budget }
window-closes = Time is up for this move. The window closes: { $when }.
window-open = The window closes: { $when }.
clock-stands = The match is paused, and so is the clock.
reminder = { $player }, it's your move in match { $match }. Deadline: { $until }.
reminder-last = { $player }, time is running out for your move in match { $match }. Deadline: { $until }.
deadline-passed = { $player } is out of time, but can still move until { $closes }. { $others }: either of you can give more time. Together you can bring in a substitute (/seat action:substitute user:) or a computer, or eliminate { $player } now. If nothing happens, { $player } is eliminated.
deadline-passed-alone = { $player } is out of time, but can still move until { $closes }. { $others }: you can give more time, bring in a substitute (/seat action:substitute user:) or a computer, or eliminate { $player } now. If nothing happens, { $player } is eliminated.
deadline-passed-again = { $player } has used up the extra time too, but can still move until { $closes }. { $others }: together you can bring in a substitute (/seat action:substitute user:) or a computer, or eliminate { $player } now. If nothing happens, { $player } is eliminated.
deadline-passed-again-alone = { $player } has used up the extra time too, but can still move until { $closes }. { $others }: you can bring in a substitute (/seat action:substitute user:) or a computer, or eliminate { $player } now. If nothing happens, { $player } is eliminated.
player-gone = { $player } might not come back, but can still move until { $closes }. { $others }: either of you can give more time. Together you can bring in a substitute (/seat action:substitute user:) or a computer, or eliminate { $player } now. If nothing happens, { $player } is eliminated.
player-gone-alone = { $player } might not come back, but can still move until { $closes }. { $others }: you can give more time, bring in a substitute (/seat action:substitute user:) or a computer, or eliminate { $player } now. If nothing happens, { $player } is eliminated.
player-silent = { $player } hasn't moved for three days, but can still move until { $closes }. { $others }: either of you can give more time. Together you can bring in a substitute (/seat action:substitute user:) or a computer, or eliminate { $player } now. If nothing happens, { $player } is eliminated.
player-silent-alone = { $player } hasn't moved for three days, but can still move until { $closes }. { $others }: you can give more time, bring in a substitute (/seat action:substitute user:) or a computer, or eliminate { $player } now. If nothing happens, { $player } is eliminated.
seat-waits = Nobody plays { $army }. It is for { $others } to decide until the window closes: { $closes }. Together they can hand the seat to a substitute (/seat action:substitute user:) or a computer (/seat action:computer), or drop the army now (/seat action:end). If nothing happens, the army goes out.
time-granted = { $by } grants { $player } more time. Deadline: { $until }.
time-granted-paused = { $by } grants { $player } more time. It starts when the match resumes.
time-extended = I was away, or my clock was wrong, so { $player } gets extra time. Deadline: { $until }.
paused = The match is paused: the clock stops and nobody moves. To propose going on, use /pause action:offer; after 30 days it goes on by itself.
resumed = The match goes on, and so does the clock.
taken-back = Moves are taken back. The match goes on after ply { $ply }.
gone = { $name } ({ $army }) has left the server.
freed = { $name } no longer plays { $army }, and the seat is free. The managers' reason: { $reason }
took-over = { $name } takes over { $army }.
computer-took-over = { $name }, a level { $level } computer, takes over { $army }.
substitute-agrees = { $name } is ready to take over.
substitute-declines = { $name } doesn't want to take over. The proposal is off the table.
history-time-granted = { $by } granted { $player } more time.
history-time-extended = { $player } got extra time: I was away, or my clock was wrong.
history-deadline-passed = Time was up for { $player }.
history-window-opened = Nobody moved for { $player }, so the window opened.

# What is proposed to all.
pause-proposed = { $player } proposes a pause: no clock, no moves. { $others } must agree { $term }.
resume-proposed = { $player } proposes to go on. { $others } must agree { $term }.
takeback-proposed = { $player } asks to take back their last move and everything since, back to ply { $ply }. { $others } must agree { $term }.
substitute-proposed = { $player } proposes that { $name } takes over { $army }. { $others } must agree { $term }; { $name } agrees with /join match:{ $match }.
computer-proposed = { $player } proposes that a computer takes over { $army }. { $others } must agree { $term }.
put-out-proposed = { $player } proposes to drop { $army } now. { $others } must agree { $term }.
within-day = within a day
within-time = in time
within-window = before the window closes: { $closes }
proposal-agreed = { $player } agrees to { $what }.
proposal-declined = { $player } declines { $what }. The proposal is off the table.
computer-plays-rated = Computers play rated matches to the end and let every move stand.
proposal-lapsed = The proposal of { $player } for { $what } has expired: not everyone agreed in time.
proposal-gone = The proposal of { $player } for { $what } is off the table.
proposal-stands = { $player } proposes { $what }, and { $others } must still agree. The proposal expires: { $until }.
motion-abort = aborting the match
motion-pause = a pause
motion-resume = going on
motion-takeback = taking moves back
motion-substitute = { $name } taking over { $army }
motion-computer = a computer taking over { $army }
motion-put-out = dropping { $army } now

# The end of a match: the line that calls its players, and its page.
end-call = The match is over: { $result }
# How long a match was, in moves of all players.
end-length = { $count ->
    [one] 1 move
   *[other] { $count } moves
}
end-terms = { $length } · { $time } · { $ruleset } · { $match }
end-player = { $place }. { $player }: { $points }
end-rating = rating { $before } → { $after } ({ $change })
end-out = out after move { $ply }: { $exit }
end-out-by = out after move { $ply }: { $exit } by { $by }

# How a match ended, who is first, the score, and what brought it about.
ended-last-army = The match is over: { $army } is the last army in play.
ended-first-out = The match is over with the first army out.
ended-capturable-king = The match is over: a king could be taken.
ended-resigned-for = The match is over: the resignation stands.
ended-draw-time = Draw: time has run out, and no opponent has enough left for checkmate.
ended-draw-agreement = Draw by agreement.
ended-draw-stalemate = Draw by stalemate: { $army } has no legal move and is not in check.
ended-draw-repetition = Draw by repetition: this position has stood after plies { $plies }.
ended-draw-moves = Draw: { $clock } plies without a capture, a pawn move or an army going out.
ended-draw-impossibility = Draw: nobody can be checkmated any more.
ended-aborted = The match is aborted: no points.
ended-wins = { $player } wins.
ended-first = { $player } is first.
ended-shared = { $player } share first place.
ended-score = Score White–Gray–Black: { $score }.
ended-scores = { $scores } · rules { $rule }
result-wins = { $army } wins, { $score }
result-first = { $army } first, { $score }
result-shared = { $army } share first, { $score }
result-draw = Draw, { $score }
result-draw-first = Draw, { $army } first, { $score }
result-aborted = Aborted
list-and = {" and "}
list-or = {" or "}
list-comma = {", "}
