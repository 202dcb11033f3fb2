## What a move would do, and what is on a square: for lists of at most 100 characters per line

move-castles-king = kurze Rochade
move-castles-queen = lange Rochade
move-takes = schlägt { $piece }
move-takes-en-passant = schlägt { $piece } en passant
move-promotes = Umwandlung in { $piece }
move-mates = setzt { $army } matt
move-mates-for = setzt { $army } matt, zählt für { $by }
move-mates-jointly = setzt { $army } gemeinsam matt
move-puts-out = { $army } scheidet aus
move-puts-out-jointly = { $army } scheidet aus, zählt durch den Pakt für beide
move-stalemates = setzt { $army } patt
move-checks = Schach gegen { $armies }
move-leaves-check = { $armies } weiter im Schach
move-wins = gewinnt die Partie
move-draws-stalemate = Remis durch Patt
move-draws-repetition = Remis durch Stellungswiederholung
move-draws-moves = { $count ->
    [50] Remis nach der 50-Züge-Regel
    [75] Remis nach der 75-Züge-Regel
   *[other] Remis: { $count } Züge ohne Fortschritt
}
move-draws-impossibility = Remis durch ungenügendes Material
move-exposes-king = { $by } kann danach den König von { $army } schlagen
move-lets-win = lässt { $armies } gewinnen
move-ends-first = beendet die Partie, Platz 1 für { $armies }, { $score }
move-ends-shared = beendet die Partie, { $armies } teilen sich Platz 1, { $score }
move-ends = beendet die Partie, { $score }
move-through-centre = durchs Zentrum
move-crosses = über die Brücke zwischen { $border }
move-bridges-one = überbrückt den Graben zwischen { $borders }
move-bridges = überbrückt die Gräben { $borders }
square-holds = { $square }: { $what }
square-empty = leer
# A move that could be made in several matches.
move-in-match = { $match }: { $move }
