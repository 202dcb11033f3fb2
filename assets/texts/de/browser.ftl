## The page of a table in the browser

# The first side
page-title = Rondel
page-heading = Schach zu dritt auf dem runden Brett
page-description = Spiel Schach zu dritt auf dem runden Brett: mit Freunden, an einem Bildschirm oder gegen Computer.
page-skip = Zum Inhalt springen
page-menu = Menü
page-rules = Regeln
page-settings = Einstellungen
page-help = Hilfe
page-sound = Ton
page-no-script = Diese Seite braucht JavaScript. Schalte es ein und lade sie neu.
page-board = Brett
page-table = Tisch
page-answer = Antwort
page-close = Schließen
page-choose = Wählen
page-download = { $name } herunterladen
page-play-now = Gleich spielen
page-with-computers = Gegen Computer
page-with-computers-about = Du spielst Weiß.
page-one-screen = An einem Bildschirm
page-one-screen-about = Drei Leute ziehen hier abwechselnd.
page-by-links = Mit zwei Freunden
page-by-links-about = Jeder bekommt einen Link.
page-your-tables = Deine Tische
page-forget = Aus der Liste nehmen
page-forget-match = Partie { $match } aus der Liste nehmen
page-next-match = Weiter in Partie { $match }
page-new-table = Neuer Tisch
page-name-of = Name für { $army }
page-choose-you = Du
page-choose-here = Jemand hier
page-choose-link = Ein Freund, per Link
page-choose-empty = Leer
page-ruleset = Regelwerk
page-time = Zeit pro Zug
page-start = Los geht’s
page-not-started = Die Seite ist nicht gestartet. Lade sie neu. Wenn das nicht hilft, ist dein Browser vielleicht zu alt, oder etwas hält die Skripte der Seite auf.
page-reload = Neu laden
page-home = Zur Startseite

# A match
page-match-title = Partie { $match }
page-seats = Spieler
page-you = du
page-computer = Computer
page-to-move = am Zug
page-points = Punkte: { $points }
page-seat-open = frei
page-seat-kept = freigehalten
page-seat-vacant = niemand
page-seat-empty = leer
page-seat-person = jemand
page-seat-computer = Computer
page-your-turn = Du bist mit { $army } am Zug.
page-turn-title = Du bist am Zug
page-time-left = Für diesen Zug hast du noch { $left }.
page-acting = Du handelst für { $army }.
page-elsewhere = Dieser Sitz ist auch in einem anderen Fenster offen.
page-asked = Du wirst um eine Antwort gebeten.
page-question = Frage
page-result = Ergebnis
page-acts = Angebote und mehr
page-invited = Du bist eingeladen, { $army } zu spielen
page-invited-any = Du bist eingeladen
page-your-name = Dein Name
page-sit-down = Nimm mit dem Knopf deines Sitzes Platz.
page-links = Links für deine Freunde
page-links-warning = Wer einen Link hat, hat den Sitz. Schick jeden Link nur an eine Person.
page-link-for = Link für { $army }
page-make-link = Link erstellen
page-new-link = Neuer Link
page-copy = Kopieren
page-copied = Kopiert.
page-copy-yourself = Der Link ist markiert. Kopier ihn mit der Tastatur oder dem Menü.
page-own = Deinen Sitz behalten
page-own-about = Dieser Link öffnet deinen Sitz in einem anderen Browser oder hier, falls dieser Browser ihn vergisst. Wer den Link hat, hat deinen Sitz.
page-own-link = Link zu deinem Sitz mit { $army }
page-not-kept = Dieser Browser behält deinen Sitz nicht: Wenn du das Fenster schließt, ist er weg. Bewahr den Link unten auf.
page-not-kept-home = Dieser Browser behält nichts für diese Seite. Wenn du das Fenster schließt, sind deine Sitze weg, außer du bewahrst die Links zu ihnen auf.
page-forgotten = Falls du hier schon gespielt hast, hat dieser Browser deinen Sitz vergessen. Öffne den Link zu ihm noch einmal.
page-share = Zuschauer einladen
page-share-about = Wer diesen Link hat, kann zuschauen, aber nicht ziehen.
page-watch-link = Link zum Zuschauen
page-make-watch-link = Link zum Zuschauen erstellen
page-end-watching = Zuschauen beenden

# Its moves
page-moves = Züge
page-steps = Durch die Partie gehen
page-first = Erste Stellung
page-previous = Voriger Zug
page-next = Nächster Zug
page-last = Aktuelle Stellung
page-since = Seit meinem Zug
page-ply = Halbzug { $ply } von { $of }.
page-now = Zurück zur Partie
page-view = Ansicht
page-seen-from = Gesehen von
page-large = Sektor groß
page-whole = Ganzes Brett
page-sectors = Teil des Bretts
page-further-goals = Weitere Zielfelder
page-in-words = Brett in Worten
page-keys = Tasten

# The entry line
page-entry = Ein Zug, oder ein Befehl nach einem Schrägstrich
page-entry-example = Sf3
page-send = Senden
page-completion = Vorschläge

# The board
page-cell-chosen = gewählt
page-cell-goal = hierhin geht es
page-cell-takes = hier kannst du schlagen
page-cell-premove = vorgemerkt
page-cell-last = letzter Zug
page-chosen = { $piece } { $square } kann nach { $goals } ziehen.
page-chosen-pre = Du bist noch nicht am Zug. Merk einen Zug vor, { $piece } { $square }: { $goals }.
page-chosen-stuck = { $piece } { $square } kann nicht ziehen.
page-let-go = Nichts ist mehr gewählt.
page-nothing-there = { $square } ist leer.
page-no-ways = Von { $square } kann nichts ziehen.
page-goes-to = Von { $square }: { $goals }.
page-promotion = Umwandeln in
page-confirm = Zug bestätigen
page-play = Ziehen
page-back = Zurück
page-premove-set = Vorgemerkt für deinen Zug: { $from } nach { $to }. Escape löscht das.
page-premove-gone = Der vorgemerkte Zug ist gelöscht.

# Keys
page-key-arrows = Pfeiltasten
page-key-arrows-does = Um den Ring, nach innen und nach außen. Von der innersten Reihe führt oben durch die Mitte.
page-key-digits-does = Zu dieser Reihe
page-key-ends = Pos1, Ende
page-key-ends-does = Erste und letzte Linie dieses Sektors
page-key-sectors = Bild auf, Bild ab
page-key-sectors-does = Nächster und voriger Sektor
page-key-next-does = Nächste und vorige Figur, die ziehen kann
page-key-enter = Eingabe, Leertaste
page-key-enter-does = Figur wählen, auf ein Feld ziehen
page-key-escape-does = Loslassen, vorgemerkten Zug löschen, zurück zur Partie
page-key-letters-does = Zug oder Befehl tippen
page-key-look-does = Dieses Feld ansehen
page-key-lines-does = Die Linien dieser Figur nacheinander vorlesen
page-key-plies-does = Voriger und nächster Halbzug

# The connection
page-update = Rondel wurde aktualisiert.
page-unshown = Diese Seite kann nicht anzeigen, was der Server geschickt hat. Neu laden hilft vielleicht.
page-offline = Ich erreiche den Server nicht. Prüf deine Verbindung und versuch es noch einmal.
page-trying = Ich erreiche den Server nicht. Ich versuche es noch einmal …
page-reconnecting = Die Verbindung ist weg. Ich verbinde neu …
