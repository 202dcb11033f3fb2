## Ziehen mit Knöpfen

button-move = Ziehen
button-choose-again = Zurück
button-make = { $move } ziehen

moving-pieces = Partie { $match }, du spielst { $army }. Welche Figur zieht?
moving-goals = Partie { $match }. { $piece } { $square }: wohin? Die Nummern stehen auf dem Brett.
moving-promotion = Partie { $match }. Der Bauer zieht von { $from } nach { $to }. Was wird aus ihm?
moving-confirm = Partie { $match }. { $move }: Ist das dein Zug?
moving-played = Du hast { $move } gezogen.
moving-page = Seite { $page } von { $pages }.

# Eine Zeile darunter: eine oder mehrere Wahlen, und was daraus folgt.
moving-does = { $what }: { $does }
moving-promotes = du wählst, was er wird

refused-no-moves-from = Von { $square } kann keine deiner Figuren ziehen. Wähle mit dem Knopf eine andere.
