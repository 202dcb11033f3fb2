## Moving by buttons and menus

button-move = Move
button-choose-again = Back
button-make = Play { $move }

moving-pieces = Match { $match }, you play { $army }. Which piece moves?
moving-goals = Match { $match }. { $piece } { $square }: where to? The numbers of the menu stand on the board.
moving-promotion = Match { $match }. The pawn goes from { $from } to { $to }. What does it become?
moving-confirm = Match { $match }. { $move }: is that your move?
moving-played = You played { $move }.
moving-page = Page { $page } of { $pages }.

# On the menus, and their options: at most 100 characters each.
menu-pieces = Choose a piece
menu-goals = Choose where it goes
menu-promotion = Choose a piece
menu-piece = { $piece } { $square }
menu-goal = { $number } { $move }
menu-promotes = becomes what you choose
menu-moves = { $count ->
    [one] one move
   *[other] { $count } moves
}

refused-no-moves-from = No piece of yours can move from { $square }. Choose another one with the button.
