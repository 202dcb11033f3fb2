## What a move would do, and what stands where: for lists of at most 100 characters each

move-castles-king = kurze Rochade
move-castles-queen = lange Rochade
move-takes = schlägt { $piece }
move-takes-en-passant = schlägt { $piece } en passant
move-promotes = Umwandlung in { $piece }
move-mates = setzt { $army } matt
move-mates-for = setzt { $army } matt, für { $by }
move-mates-jointly = setzt { $army } gemeinsam matt
move-puts-out = { $army } scheidet aus
move-puts-out-jointly = { $army } scheidet aus, durch den Pakt für beide
move-stalemates = setzt { $army } patt
move-checks = Schach gegen { $armies }
move-leaves-check = { $armies } weiter im Schach
move-wins = gewinnt die Partie
move-draws-stalemate = Remis durch Patt
move-draws-repetition = Remis durch Wiederholung
move-draws-moves = Remis durch die Zahl der Züge
move-draws-impossibility = Remis: niemand kann mehr matt gesetzt werden
move-exposes-king = { $by } könnte den König von { $army } schlagen
move-lets-win = lässt { $armies } gewinnen
move-ends-first = beendet die Partie, { $armies } vorn, { $score }
move-ends-shared = beendet die Partie, { $armies } gemeinsam vorn, { $score }
move-ends = beendet die Partie, { $score }
move-through-centre = durchs Zentrum
move-crosses = über den überbrückten Graben { $border }
move-bridges-one = überbrückt den Graben { $borders }
move-bridges = überbrückt die Gräben { $borders }
square-holds = { $square }: { $what }
square-empty = leer
# One of several matches in which it may be made.
move-in-match = { $match }: { $move }
