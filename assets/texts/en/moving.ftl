## Moving by buttons

button-move = Move
button-choose-again = Back
button-make = Play { $move }

moving-pieces = Match { $match }, you play { $army }. Which piece moves?
moving-goals = Match { $match }. { $piece } { $square }: where to? The numbers are on the board.
moving-promotion = Match { $match }. The pawn goes from { $from } to { $to }. What does it become?
moving-confirm = Match { $match }. { $move }: is that your move?
moving-played = You played { $move }.
moving-page = Page { $page } of { $pages }.

# A line below: one or more choices, and what comes of them.
moving-does = { $what }: { $does }
moving-promotes = you choose what it becomes

refused-no-moves-from = No piece of yours can move from { $square }. Choose another one with the button.
