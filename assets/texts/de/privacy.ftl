## Personal data

command-privacy = Was ich über dich speichere, wer es sieht und wie du es löschst
command-forget-me = Lösche deinen Namen, deine ID und deine Einstellungen, und gib deine Sitze frei
option-forget-me-confirm = Bestätige, dass du das willst
option-export-of = Was exportiert wird (Standard: die Partie)
choice-match = Die Partie
choice-me = Alles, was ich über dich speichere, für Programme (JSON)
privacy =
    · Deine ID und dein Name, getrennt gespeichert, sobald du einen Sitz nimmst, eine Einstellung änderst oder eingeladen wirst. Vom Zuschauen speichere ich nichts.
    · Deine Partien: Sitze, Züge, Vereinbarungen, Zeiten und Kanäle. Partien, Wertungen und deine /einstellungen sind unter einer Zufallszahl gespeichert, nicht unter deinem Namen oder deiner ID.
    { $bold }Wozu:{ $bold } damit Partien nach einem Neustart weitergehen, alle wissen, wer spielt, und Ergebnisse zählen. Die Serververwaltung sieht, welche Paare auf ihrem Server durch ihre Ergebnisse auffallen und was andere aus der Verwaltung getan haben. Sonst nutze ich sie für nichts und gebe sie niemandem.
    { $bold }Wer es sieht:{ $bold } Deine Partien sind für alle sichtbar, die mitspielen oder den Kanal sehen können; private Partien nur für die Spieler und alle im Thread der Partie. Wo man im Browser spielen kann, können Spieler Links zu ihrem Sitz oder zum Zuschauen weitergeben. Dein Profil und deine Zeile in Ranglisten sehen alle; /einstellungen öffentlich:false blendet sie aus, aber am Ende einer gewerteten Partie steht deine Wertung trotzdem da. Wer Rondel betreibt, kann alles lesen. In den Logs stehen keine Namen und keine IDs.
    { $bold }Wie lange:{ $bold } bis du deine Daten mit /vergiss-mich löschst.
    { $bold }Was du tun kannst:{ $bold } /export von:mich gibt dir alles in einer Datei. /vergiss-mich löscht ID, Name und Einstellungen sofort, auch mitten in einer Partie; spätestens nach einem Tag auch in meinen Dateien. Die Partien bleiben, aber ohne deinen Namen.
    { $bold }Was /vergiss-mich nicht löschen kann:{ $bold } Nachrichten in Kanälen, Dateien, die andere exportiert haben, und die Gründe, die die Serververwaltung für einen freigegebenen Sitz oder einen Abbruch genannt hat. Ein kurzer Vermerk ohne deinen Namen bleibt, damit keine Sicherung deine Daten zurückbringt. In Sicherungen und Protokollen der Datenbank stehen ID und Name, bis auch sie gelöscht werden; wann, entscheidet, wer Rondel betreibt.
privacy-contact = Fragen? Schreib an { $contact }
privacy-nobody = Fragen? Frag die Leute, die Rondel betreiben, oder die Serververwaltung.
# Stands in for the name of a player who has been forgotten.
forgotten = Gelöschter Nutzer
given-up = Der Spieler von { $army } hat seine Daten gelöscht. Der Sitz ist frei.
# Several tables in one channel at once.
tables-closed = { $count ->
    [one] Tisch { $matches } ist geschlossen: Der einzige Spieler dort hat seine Daten gelöscht.
   *[other] { $count } Tische sind geschlossen, weil der jeweils einzige Spieler seine Daten gelöscht hat: { $matches }.
}
tables-left = { $count ->
    [one] Jemand hat seine Daten gelöscht und damit Tisch { $matches } verlassen. Der Sitz ist frei.
   *[other] Jemand hat seine Daten gelöscht und damit { $count } Tische verlassen: { $matches }. Die Sitze sind frei.
}
forget-unknown = Es gibt nichts zu löschen: Ich habe nichts über dich gespeichert.
forget-asks = Damit löschst du deine ID, deinen Namen und deine Einstellungen, sofort und endgültig. Deine Partien und die Ergebnisse der anderen bleiben, ohne deinen Namen; deine Wertungen enden. Kommst du wieder, fängst du von vorn an. Vielleicht willst du vorher /export von:mich nutzen.
forget-frees = { $count ->
    [one] In einer Partie verlierst du deinen Sitz oder deine Einladung: { $matches }.
   *[other] In { $count } Partien verlierst du deinen Sitz oder deine Einladung: { $matches }.
}
forget-how = Wenn du das willst, drück den Knopf, oder nimm /vergiss-mich bestätigen:true.
forget-done = Erledigt. Deine ID, dein Name und deine Einstellungen sind gelöscht, und deine Sitze sind frei. Du bist jederzeit wieder willkommen.
button-forget-me = Meine Daten löschen
refused-forgetting = Ich konnte gerade nicht alles löschen, weil die Festplatte voll oder defekt ist. Dein Name wird niemandem mehr gezeigt, und der Rest wird beim nächsten Neustart gelöscht. Du kannst es auch später mit /vergiss-mich bestätigen:true noch einmal versuchen.
exported-me = Alles, was ich über dich gespeichert habe, mit { $count ->
    [0] keiner Partie.
    [one] einer Partie.
   *[other] { $count } Partien.
}
exported-me-more = { $count ->
    [one] Von einer weiteren Partie enthält die Datei nur die ID; /export partie: gibt dir den Rest.
   *[other] Von { $count } weiteren Partien enthält die Datei nur die IDs; /export partie: gibt dir den Rest.
}
exported-nothing = Es gibt nichts zu exportieren: Ich habe nichts über dich gespeichert.
