## Looking back: replays, what someone missed, and steps through a match

name-command-replay = wiederholung
name-option-from = von
name-option-to = bis
name-option-since = seit
name-option-zoom = zoom

command-replay = Eine Partie als GIF, oder nur, was du verpasst hast
option-replay-from = Erster gezeigter Zug (Standard: vom Anfang der Partie an)
option-replay-to = Letzter gezeigter Zug (Standard: bis zum neuesten)
option-replay-since = Nur, was seit deinem letzten Zug geschehen ist
option-replay-match = ID der Partie, etwa m7k3q; nur nötig, wenn hier mehrere laufen
option-board-zoom = Nur den Sektor dieses Sitzes zeigen, vergrößert

button-since = Was ich verpasst habe
button-start = Erste Stellung
button-back = Voriger Zug
button-on = Nächster Zug
button-now = Aktuelle Stellung
button-zoom = Vergrößern
button-whole = Ganzes Brett

replay-heading = Partie { $match }, Züge { $first } bis { $last }.
replay-heading-one = Partie { $match }, Zug { $first }.
replay-bounds = Von { $first } bis { $last }.
replay-alt = Eine Animation. { $what } Ihr letztes Bild:
replay-earlier = Was davor geschah, zeigt /verlauf.
# What it took to make a GIF fit.
replay-smaller = Dieses GIF ist kleiner als sonst, weil ein größeres hier nicht verschickt werden kann.
replay-skips = Ein GIF mit jedem Zug wäre zu groß, deshalb zeigt dieses nur jeden { $every }. Zug. Um alle Züge zu sehen, wähle mit von: und bis: einen Teil der Partie.

since-heading = Partie { $match }, seit deinem letzten Zug:
since-own-move = Seit deinem letzten Zug:
since-nothing = Seit deinem letzten Zug hat niemand gezogen.

refused-plies-backwards = von: liegt hinter bis:. Vertausche die beiden.

# A line of moves, such as “12. Qh5 – r4”. Chats that turn plain numbers into lists need the number in bold.
history-round = { $bold }{ $round }.{ $bold } { $moves }
history-covers = Runden: { $rounds } · Züge: { $plies }
