## Zurückblicken: Wiederholungen, was jemand versäumt hat, und Schritte durch eine Partie

name-command-replay = wiederholung
name-option-from = von
name-option-to = bis
name-option-since = seit
name-option-zoom = zoom

command-replay = Eine Partie als bewegtes Bild, oder nur, was seit deinem letzten Zug geschah
option-replay-from = Von diesem Halbzug an; sonst vom ersten an
option-replay-to = Bis zu diesem Halbzug; sonst bis zum letzten
option-replay-since = Nur, was seit deinem eigenen letzten Zug geschah
option-replay-match = Die Partie, etwa m7k3q, wenn hier mehrere gespielt werden
option-board-zoom = Nur der Sektor dieses Sitzes, groß gezeigt

button-since = Seit meinem Zug
button-start = Erste Stellung
button-back = Einen Halbzug zurück
button-on = Einen Halbzug vor
button-now = Aktuelles Brett
button-zoom = Vergrößern
button-whole = Ganzes Brett

replay-heading = Partie { $match }, Halbzüge { $first } bis { $last }.
replay-heading-one = Partie { $match }, Halbzug { $first }.
replay-bounds = Von { $first } bis { $last }.
replay-alt = Ein bewegtes Bild. { $what } Das letzte Brett:
replay-earlier = Was davor geschah: /verlauf.
# Wie ein bewegtes Bild passend gemacht wurde.
replay-smaller = Das Bild ist kleiner als sonst, weil ein größeres hier nicht verschickt werden kann.
replay-skips = Mit jedem Halbzug wäre das Bild zu groß, deshalb zeigt es einen von { $every }. Alle siehst du, wenn du mit von: und bis: einen Teil der Partie verlangst.

since-heading = Partie { $match }, seit deinem letzten Zug:
since-own-move = Seit deinem letzten Zug:
since-nothing = Seit deinem letzten Zug hat niemand gezogen.

refused-plies-backwards = von: liegt hinter bis:. Versuch es andersherum.

# A line of moves, such as 12. Qh5 – r4. The number is bold where chats have that, since they make lists
# of plain ones.
history-round = { $bold }{ $round }.{ $bold } { $moves }
history-covers = Runden: { $rounds } · Halbzüge: { $plies }
