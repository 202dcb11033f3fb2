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
matches-asked = { $match }: you are asked to take a seat over, with /join match:{ $match }; { $player } to move, ply { $ply }, in { $where }.
matches-watched = { $match }: you watch computers play, ply { $ply }, in { $where }.
matches-table = { $match }: an open table, in { $where }.
matches-to-watch = To watch in this server, each with /board match: and its name:
matches-of-others = { $match }: { $ruleset }, { $player } to move, ply { $ply }, in { $where }.
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
history-page = Page { $page } of { $pages }. Others with /history page:1 and so on.
exported = The record of match { $match }.
exported-so-far = The record of match { $match } so far. What reads records takes it once the match is over.
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
help-choice = • { $choice } – { $what }
help-choices = Also: { $choices }
