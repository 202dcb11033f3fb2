## Was im Browser anders heißt, wo niemand im Kanal eines Servers spricht

refused-private = Diese Partie ist privat: Nur ihre Spieler können sie sehen und alle, denen sie einen Link gegeben haben.
refused-server-only = /{ $command } geht im Browser nicht.
refused-rated-computers = Partien mit Computern sind ungewertet, also kann auch diese nicht gewertet werden.
refused-limit-tables-of-person = Du hast schon { $most } offene Tische. Schließ einen davon mit /verlassen, oder warte, bis an einem Tisch die Partie beginnt oder ein Tisch schließt.
command-matches = Deine Partien, zuerst die, die auf dich warten
option-leaderboard-scope = Im Browser zeigt die Rangliste immer alle
option-play-private = Private Partie: Nur ihre Spieler sehen sie
choice-server = Alle
choice-everywhere = Alle
leaders-everywhere = alle
profile-heading = Gewertete Partien von { $name }
profile-subtitle = Gewertete Partien
page-unshown = Diese Seite versteht Rondels Antwort nicht. Versuch, sie neu zu laden.
page-offline = Rondel ist nicht zu erreichen. Prüf deine Verbindung und versuch es noch einmal.
page-trying = Rondel ist nicht zu erreichen. Neuer Versuch …
privacy =
    · Dein Name und eine Nummer, die für diesen Browser steht, getrennt gespeichert, sobald du einen Sitz nimmst oder eine Einstellung änderst. Vom Zuschauen speichere ich nichts.
    · Deine Partien: Sitze, Züge, Vereinbarungen und Zeiten. Partien, Wertungen und deine /einstellungen sind unter einer Zufallszahl gespeichert, nicht unter deinem Namen.
    { $bold }Wozu:{ $bold } damit Partien nach einem Neustart weitergehen, alle wissen, wer spielt, und Ergebnisse zählen. Sonst nutze ich sie für nichts und gebe sie niemandem.
    { $bold }Wer es sieht:{ $bold } Deine Partien sehen alle, die mitspielen, und alle, denen sie einen Link gegeben haben. Dein Profil und deine Zeile in Ranglisten sehen alle; /einstellungen öffentlich:false blendet sie aus, aber am Ende einer gewerteten Partie steht deine Wertung trotzdem da. Wer Rondel betreibt, kann alles lesen. In den Logs stehen keine Namen und keine IDs.
    { $bold }Wie lange:{ $bold } bis du deine Daten mit /vergiss-mich löschst.
    { $bold }Was du tun kannst:{ $bold } /export von:mich gibt dir alles in einer Datei. /vergiss-mich löscht Name und Einstellungen sofort, auch mitten in einer Partie; spätestens nach einem Tag auch in meinen Dateien. Die Partien bleiben, aber ohne deinen Namen.
    { $bold }Was /vergiss-mich nicht löschen kann:{ $bold } Dateien, die andere exportiert haben, und was dieser Browser sich gemerkt hat (dafür gibt es „Dieses Gerät vergessen“). Ein kurzer Vermerk ohne deinen Namen bleibt, damit keine Sicherung deine Daten zurückbringt. In Sicherungen und Protokollen der Datenbank steht dein Name, bis auch sie gelöscht werden; wann, entscheidet, wer Rondel betreibt.
privacy-nobody = Fragen? Frag die Leute, die Rondel betreiben.
