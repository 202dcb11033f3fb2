## A person's data

command-privacy = Was über dich gespeichert ist, wo und wie lange, und wie du es löschen lässt
command-forget-me = Name, Kennung und Einstellungen löschen lassen; deine Sitze werden frei
option-forget-me-confirm = Sag, dass du es ernst meinst
option-export-of = Wovon; von der Partie, wenn du nichts sagst
choice-match = Die Partie
choice-me = Alles über mich, für Programme (JSON)
privacy =
    · Deine ID und dein Name, in einem eigenen Speicher, ab deinem ersten Sitz, deiner ersten Einstellung oder Einladung. Wenn du nur zusiehst, speichere ich nichts über dich.
    · Deine Partien: Sitze, Züge, was vereinbart wurde, wann und in welchem Kanal. Partien, Wertungen und deine /einstellungen sind unter einer Zufallszahl gespeichert, nicht unter deinem Namen oder deiner ID.
    Wozu: damit Partien nach einem Neustart weitergehen, alle wissen, wer spielt, und Ergebnisse zählen. Zu nichts anderem, und ich gebe deine Daten an niemanden weiter.
    Wer es sieht: Eine Partie sehen ihre Spieler und alle, die ihren Kanal sehen; sonst niemand. Eine private Partie sehen ihre Spieler und alle in ihrem Thread. Dein Profil und deine Zeile in Ranglisten sehen alle; /einstellungen öffentlich:false verbirgt sie. Wer Rondel betreibt, kann alles lesen. In den Logs stehen keine Namen und keine IDs.
    Wie lange: bis du deine Daten mit /vergiss-mich löschst.
    Was du tun kannst: /export von:mich gibt dir alles in einer Datei. /vergiss-mich löscht ID, Name und Einstellungen sofort, auch mitten in einer Partie; spätestens nach einem Tag stehen ID und Name auch in meinen Dateien nicht mehr. Die Partien bleiben, ohne deinen Namen.
    Was /vergiss-mich nicht löschen kann: Nachrichten in Kanälen bleiben, bis sie dort jemand löscht. Auch Dateien, die andere exportiert haben, bleiben, ebenso die Gründe, die die Serverleitung für einen freigemachten Sitz oder einen Abbruch angegeben hat. Ich behalte außerdem einen kurzen Vermerk ohne deinen Namen, damit eine Sicherung deine Daten nicht zurückbringt. In Sicherungen und in den Wiederherstellungsprotokollen einer Datenbank stehen ID und Name, bis auch sie gelöscht werden; wie lange das dauert, entscheidet, wer Rondel betreibt.
privacy-contact = Fragen? Frag, wer Rondel hier betreibt: { $contact }
privacy-nobody = Fragen? Frag, wer Rondel betreibt, oder die Leitung dieses Servers.
# Instead of the name of a player who is not known any more.
forgotten = Jemand, der vergessen werden wollte
given-up = Wer { $army } spielte, hat darum gebeten, vergessen zu werden; der Sitz ist frei.
# Several tables of one channel at once.
tables-closed = { $count ->
    [one] Tisch { $matches } ist geschlossen: Wer dort allein saß, wollte vergessen werden.
   *[other] { $count } Tische sind geschlossen, weil vergessen werden wollte, wer dort allein saß: { $matches }.
}
tables-left = { $count ->
    [one] Jemand, der vergessen werden wollte, hat Tisch { $matches } verlassen. Der Platz ist frei.
   *[other] Jemand, der vergessen werden wollte, hat { $count } Tische verlassen: { $matches }. Die Plätze sind frei.
}
forget-unknown = Es gibt nichts zu löschen: Ich kenne weder deine Kennung noch deinen Namen.
forget-asks = Ich lösche deine Kennung, deinen Namen und deine Einstellungen, sofort und endgültig. Partien und die Ergebnisse der anderen bleiben, ohne deinen Namen; deine Wertungen enden. Kommst du wieder, fängst du neu an. Vielleicht willst du vorher /export von:mich.
forget-frees = { $count ->
    [one] In einer Partie wird dein Sitz oder deine Einladung frei: { $matches }.
   *[other] In { $count } Partien wird dein Sitz oder deine Einladung frei: { $matches }.
}
forget-how = Drück den Knopf, wenn du es ernst meinst, oder sag /vergiss-mich bestätigen:true.
forget-done = Du bist vergessen: Deine Kennung, dein Name und deine Einstellungen sind gelöscht, und deine Sitze sind frei. Wenn du einmal wieder spielen willst, bist du willkommen.
button-forget-me = Vergiss mich
refused-forgetting = Ich konnte gerade nicht alles löschen, weil die Platte voll ist oder versagt. Dein Name wird niemandem mehr gezeigt, und der Rest wird beim nächsten Start gelöscht. Oder sag in einer Weile noch einmal /vergiss-mich bestätigen:true.
exported-me = Alles, was über dich gespeichert ist, mit { $count ->
    [0] keiner Partie.
    [one] einer Partie.
   *[other] { $count } Partien.
}
exported-me-more = { $count ->
    [one] Von einer weiteren Partie nennt die Datei nur die Nummer; /export partie: gibt sie dir.
   *[other] Von { $count } weiteren Partien nennt die Datei nur die Nummern; /export partie: gibt sie dir.
}
exported-nothing = Es gibt nichts zu exportieren: Ich kenne weder deine Kennung noch deinen Namen.
