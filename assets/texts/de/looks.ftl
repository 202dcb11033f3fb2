## How pictures look: choices of at most 100 characters each

choice-classic = Klassisch (Sand und Holz auf Schiefer)
choice-night = Nacht (Stahl und Tinte, für dunkle Räume)
choice-forest = Wald (Moos und Laub auf dunklem Grün)
choice-paper = Papier (Pergament auf heller Seite)
choice-marble = Marmor (kühler Stein auf heller Seite)
choice-clear = Klar (auch bei Farbenblindheit gut lesbar, Blautöne auf dunklem Grund)
choice-clear-light = Klar und hell (auch bei Farbenblindheit gut lesbar, Apricot und Blau auf hellem Grund)
choice-carved = Geschnitzt (Figuren mit dem Zeichen ihrer Farbe am Fuß)
choice-plain = Schlicht (kräftige Symbole auf Spielsteinen, am Handy am besten lesbar)

## Captions for parts of pictures

board-more = und { $count } weitere
board-sector = Das Bild zeigt den Sektor von { $army } und zwei Linien auf jeder Seite davon.
