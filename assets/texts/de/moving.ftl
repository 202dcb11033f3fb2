## Moving with buttons

button-move = Ziehen
button-choose-again = Zurück
button-make = { $move } spielen

moving-pieces = Partie { $match }, du spielst { $army }. Welche Figur möchtest du ziehen?
moving-goals = { $piece } auf { $square }: Wohin? Tippe auf eine Nummer.
moving-promotion = Dein Bauer zieht von { $from } nach { $to }. Umwandeln in:
moving-confirm = { $move } spielen?
moving-played = Du hast { $move } gespielt.
moving-page = Seite { $page } von { $pages }.

# “3 Qh5+, 7 Qe2+: check to Gray”
moving-does = { $what }: { $does }
moving-promotes = Umwandlung (die Figur wählst du danach)

refused-no-moves-from = Von { $square } kann keine deiner Figuren ziehen. Wähle mit dem Knopf eine andere.
