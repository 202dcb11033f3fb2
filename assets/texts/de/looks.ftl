## How pictures look: choices of at most 100 characters each

choice-classic = Klassisch (Sand und Holz auf Schiefer)
choice-night = Nacht (Stahl und Tinte, für dunkle Räume)
choice-forest = Wald (Moos und Laub auf dunklem Grün)
choice-paper = Papier (Pergament auf heller Seite)
choice-marble = Marmor (kühler Stein auf heller Seite)
choice-clear = Klar (für farbenblinde Augen, Blautöne auf dunklem Grund)
choice-clear-light = Klar und hell (für farbenblinde Augen, Apricot und Blau auf hellem Grund)
choice-carved = Geschnitzt (Figuren mit dem Zeichen ihrer Armee am Fuß)
choice-plain = Schlicht (fette Zeichen auf Plättchen, am Handy am besten lesbar)

## What is said of parts of pictures

board-more = und { $count } weitere
board-sector = Das Bild zeigt den Sektor von { $army } und zwei Linien auf jeder Seite davon.
