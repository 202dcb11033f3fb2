## Ziehen mit Knöpfen und Menüs

button-move = Ziehen
button-choose-again = Zurück
button-make = { $move } ziehen

moving-pieces = Partie { $match }, du spielst { $army }. Welche Figur zieht?
moving-goals = Partie { $match }. { $piece } { $square }: wohin? Die Zahlen des Menüs stehen auf dem Brett.
moving-promotion = Partie { $match }. Der Bauer zieht von { $from } nach { $to }. Was wird aus ihm?
moving-confirm = Partie { $match }. { $move }: Ist das dein Zug?
moving-played = Du hast { $move } gezogen.
moving-page = Seite { $page } von { $pages }.

# Auf den Menüs, und ihre Einträge: je höchstens 100 Zeichen.
menu-pieces = Figur wählen
menu-goals = Zielfeld wählen
menu-promotion = Figur wählen
menu-piece = { $piece } { $square }
menu-goal = { $number } { $move }
menu-promotes = wird, was du wählst
menu-moves = { $count ->
    [one] ein Zug
   *[other] { $count } Züge
}

refused-no-moves-from = Von { $square } kann keine deiner Figuren ziehen. Wähle mit dem Knopf eine andere.
