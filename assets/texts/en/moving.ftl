## Moving with buttons

button-move = Move
button-choose-again = Back
button-make = Play { $move }

moving-pieces = Match { $match }: you're { $army }. Which piece do you want to move?
moving-goals = Where should the { $piece } on { $square } go? Tap a number.
moving-promotion = Your pawn goes from { $from } to { $to }. Promote to:
moving-confirm = Play { $move }?
moving-played = You played { $move }.
moving-page = Page { $page } of { $pages }.

# “3 Qh5+, 7 Qe2+: check to Gray”
moving-does = { $what }: { $does }
moving-promotes = promotes (you'll choose the piece)

refused-no-moves-from = None of your pieces can move from { $square }. Press the button to choose another one.
