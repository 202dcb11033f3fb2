## The page in the browser

# The first page
page-title = Rondel
page-heading = Schach zu dritt auf dem runden Brett
page-description = Spiel Schach zu dritt auf dem runden Brett: mit Freunden, an einem Bildschirm oder gegen Computer.
page-skip = Zum Inhalt springen
page-menu = Menü
page-rules = Regeln
page-settings = Einstellungen
page-help = Hilfe
page-sound = Ton
page-no-script = Diese Seite braucht JavaScript. Schalte JavaScript ein und lade die Seite neu.
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
page-choose-empty = Niemand
page-ruleset = Regelwerk
page-time = Zeit pro Zug
page-start = Los geht’s
page-not-started = Die Seite wurde nicht richtig geladen. Lade sie neu. Wenn das nicht hilft, ist dein Browser vielleicht zu alt, oder etwas blockiert die Skripte der Seite.
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
page-seat-kept = reserviert
page-seat-vacant = niemand
page-seat-empty = kein Spieler
page-seat-person = jemand
page-seat-computer = Computer
page-your-turn = Du bist mit { $army } am Zug.
page-turn-title = Du bist am Zug
page-time-left = Für diesen Zug hast du noch { $left }.
page-acting = Du spielst { $army }.
page-elsewhere = Dieser Sitz ist auch in einem anderen Fenster offen.
page-asked = Deine Antwort ist gefragt.
page-question = Frage
page-result = Ergebnis
page-acts = Aktionen
page-invited = Du bist eingeladen, { $army } zu spielen
page-invited-any = Du bist eingeladen
page-your-name = Dein Name
page-sit-down = Drück den Knopf für den Sitz, den du möchtest.
page-links = Links für deine Freunde
page-links-warning = Wer einen Link hat, kann sich auf den Sitz setzen. Schick jeden Link nur an eine Person.
page-link-for = Link für { $army }
page-make-link = Link erstellen
page-new-link = Neuer Link
page-copy = Kopieren
page-copied = Kopiert.
page-copy-yourself = Der Link ist markiert. Kopier ihn mit der Tastatur oder dem Menü.
page-own = Deinen Sitz behalten
page-own-about = Mit diesem Link öffnest du deinen Sitz in einem anderen Browser, oder in diesem, falls er ihn vergisst. Wer den Link hat, kann für dich spielen.
page-own-link = Link zu deinem Sitz ({ $army })
page-not-kept = Dieser Browser vergisst deinen Sitz, wenn du die Seite schließt. Speichere den Link unten, damit du zurückfindest.
page-not-kept-home = Dieser Browser kann für diese Seite nichts speichern. Wenn du sie schließt, verlierst du deine Sitze, außer du hast die Links zu ihnen gespeichert.
page-forgotten = Falls du hier schon gespielt hast, hat dieser Browser deinen Sitz vergessen. Öffne den Link zu deinem Sitz noch einmal.
page-share = Zuschauer einladen
page-share-about = Wer diesen Link hat, kann zuschauen, aber nicht mitspielen.
page-watch-link = Link zum Zuschauen
page-make-watch-link = Link zum Zuschauen erstellen
page-end-watching = Nicht mehr teilen

# Its moves
page-moves = Züge
page-steps = Partie durchgehen
page-first = Erste Stellung
page-previous = Voriger Zug
page-next = Nächster Zug
page-last = Aktuelle Stellung
page-since = Was ich verpasst habe
page-ply = Zug { $ply } von { $of }.
page-now = Zurück zur Partie
page-view = Ansicht
page-seen-from = Gesehen von
page-large = Sektor vergrößern
page-mirror = Spiegeln
page-whole = Ganzes Brett
page-sectors = Teil des Bretts
page-further-goals = Weitere Zielfelder
page-in-words = Brett als Text
page-keys = Tastenkürzel

# The input line
page-entry = Ein Zug, oder ein Befehl mit Schrägstrich davor
page-entry-example = Sf3
page-send = Senden
page-completion = Vorschläge

# The board
page-cell-chosen = ausgewählt
page-cell-goal = hierhin kannst du ziehen
page-cell-takes = hier kannst du schlagen
page-cell-premove = Vorauszug
page-cell-last = letzter Zug
page-chosen = { $piece } { $square } kann nach { $goals } ziehen.
page-chosen-pre = Du bist noch nicht am Zug. Vorauszug für { $piece } { $square }: { $goals }.
page-chosen-stuck = { $piece } { $square } kann nicht ziehen.
page-let-go = Nichts ausgewählt.
page-nothing-there = { $square } ist leer.
page-no-ways = Von { $square } kann nichts ziehen.
page-goes-to = Von { $square }: { $goals }.
page-promotion = Umwandeln in
page-confirm = Zug bestätigen
page-play = Ziehen
page-back = Zurück
page-premove-set = Vorauszug: { $from } nach { $to }. Mit Escape löschst du ihn.
page-premove-gone = Der Vorauszug wurde gelöscht.

# Keys
page-key-arrows = Pfeiltasten
page-key-arrows-does = Um den Ring, nach innen oder nach außen. Von der innersten Reihe geht es mit Pfeil nach oben durchs Zentrum.
page-key-digits-does = Zu dieser Reihe
page-key-ends = Pos1, Ende
page-key-ends-does = Erste und letzte Linie dieses Sektors
page-key-sectors = Bild auf, Bild ab
page-key-sectors-does = Nächster und voriger Sektor
page-key-next-does = Nächste und vorige Figur, die ziehen kann
page-key-enter = Eingabe, Leertaste
page-key-enter-does = Figur auswählen oder auf ein Feld ziehen
page-key-escape-does = Auswahl aufheben, Vorauszug löschen oder zurück zur Partie
page-key-letters-does = Zug oder Befehl eintippen
page-key-look-does = Dieses Feld beschreiben
page-key-lines-does = Die Linien dieser Figur nacheinander vorlesen
page-key-plies-does = Voriger und nächster Zug

# The connection
page-update = Rondel wurde aktualisiert.
page-unshown = Diese Seite kann nicht anzeigen, was der Server geschickt hat. Versuch, sie neu zu laden.
page-offline = Ich erreiche den Server nicht. Prüf deine Verbindung und versuch es noch einmal.
page-trying = Ich erreiche den Server nicht. Neuer Versuch …
page-reconnecting = Verbindung verloren. Ich verbinde neu …
