## Who leads

leaders-heading = Rangliste für { $ruleset }: { $where }.
leaders-where = { $where }, { $when }
leaders-server = dieser Server
leaders-everywhere = alle Server
leaders-all = gesamte Zeit
leaders-month = { $month } { $year }
month-1 = Januar
month-2 = Februar
month-3 = März
month-4 = April
month-5 = Mai
month-6 = Juni
month-7 = Juli
month-8 = August
month-9 = September
month-10 = Oktober
month-11 = November
month-12 = Dezember
leaders-row = { $rank }. { $name }: Wertung { $rating }, Punkte { $points }, Partien { $matches }, Siege { $wins }, Schnitt { $averages }
# Somebody who is left out, and sees their own row all the same.
leaders-row-unranked = { $name }: Wertung { $rating }, Punkte { $points }, Partien { $matches }, Siege { $wins }, Schnitt { $averages }
leaders-own = Wer fragt: { $row }
leaders-hidden = Außer dir sieht dich hier niemand, wie du es wünschst; /einstellungen öffentlich:true zeigt dich wieder. { $row }
leaders-idle = Du hast seit 90 Tagen keine Partie beendet, darum sieht dich hier bis zur nächsten niemand außer dir. { $row }
leaders-absent = Noch nicht dabei? Eine gewertete Partie, zu Ende gespielt, bringt dich auf die Liste.
leaders-nobody = Hier steht noch niemand. Die erste gewertete Partie { $ruleset }, die endet, macht den Anfang: Eröffne eine mit /spielen.
leaders-averages = Schnitt: Punkte pro Partie mit { $armies }.
leaders-provisional = ? nach einer Wertung: bisher weniger als zehn Partien.
leaders-page = Seite { $page } von { $pages }; { $count } Spieler.

profile-heading = Profil von { $name }: gewertete Partien auf allen Servern.
profile-subtitle = Gewertete Partien auf allen Servern
profile-unknown = { $name } hat hier noch nicht gespielt. Lade doch mit /spielen zu einer Partie ein!
profile-hidden = Nur du siehst es, wie du es wünschst; /einstellungen öffentlich:true zeigt es auch anderen.
profile-none = Noch ist keine gewertete Partie zu Ende. Eröffne eine mit /spielen.
profile-record = { $ruleset }: Wertung { $rating }, Punkte { $points }, Partien { $matches }, Siege { $wins }, Schnitt { $averages }
profile-more = { $count ->
    [one] Dazu ein weiteres Regelwerk.
   *[other] Dazu { $count } weitere Regelwerke.
}
profile-seat = Mit { $army }: Partien { $matches }, Siege { $wins }, Schnitt { $average }
profile-first = Liebste erste Züge: { $moves }.
profile-first-with = { $army } { $moves }
profile-first-move = { $move } ({ $times })
profile-first-between = {"; "}
profile-against = Gemeinsam mit dir: Partien { $matches }, vor dir { $ahead }, hinter dir { $behind }, gleichauf { $level }.
profile-reliability = Hat { $finished } von { $started } Partien zu Ende gespielt ({ $share } %).

settings-public-true = Andere sehen dich in Ranglisten und dürfen dein Profil anschauen. /einstellungen öffentlich:false verbirgt dich vor ihnen; du selbst siehst beides weiterhin.
settings-public-false = Du stehst in keiner Rangliste, die andere sehen, und dein Profil siehst nur du. /einstellungen öffentlich:true zeigt dich wieder.
# A reminder is told of as what it is, since nothing else explains it.
settings-reminders-off = Du bekommst keine Erinnerungen: Auch wo ein Zug eine Stunde oder länger dauern darf, erinnert dich niemand daran. /einstellungen erinnerungen:einmal bringt eine Erinnerung, wenn noch ein Drittel der Zeit bleibt, erinnerungen:zweimal eine weitere bei einem Zehntel.
settings-reminders-once = Du wirst einmal an einen Zug erinnert, wenn noch ein Drittel seiner Zeit bleibt; nur wo ein Zug eine Stunde oder länger dauern darf. /einstellungen erinnerungen:zweimal bringt eine weitere Erinnerung bei einem Zehntel, erinnerungen:aus keine.
settings-reminders-twice = Du wirst zweimal an einen Zug erinnert, wenn noch ein Drittel seiner Zeit bleibt und noch einmal bei einem Zehntel; nur wo ein Zug eine Stunde oder länger dauern darf. /einstellungen erinnerungen:einmal lässt die erste davon, erinnerungen:aus keine.
settings-turns = Dein Zug und Erinnerungen: { $choice }. /einstellungen züge: ändert das.
settings-questions = Fragen an dich (Einladungen, Vorschläge, fehlende Spieler): { $choice }. /einstellungen fragen: ändert das.
settings-news = Neues aus deinen Partien (Beginn, Ende, ausgeschiedene Armeen): { $choice }. /einstellungen neues: ändert das.
settings-set-public-true = Erledigt: Andere sehen dich in Ranglisten und dürfen dein Profil anschauen.
settings-set-public-false = Erledigt: Ab jetzt zeigt dich keine Rangliste anderen, und dein Profil siehst nur du. Du selbst siehst beides weiterhin. Partien und Bretter bleiben wie zuvor.
settings-set-reminders-off = Erledigt: ab jetzt keine Erinnerungen.
settings-set-reminders-once = Erledigt: ab jetzt eine Erinnerung an einen Zug, wenn noch ein Drittel seiner Zeit bleibt; nur wo ein Zug eine Stunde oder länger dauern darf.
settings-set-reminders-twice = Erledigt: ab jetzt zwei Erinnerungen an einen Zug, wenn noch ein Drittel seiner Zeit bleibt und noch einmal bei einem Zehntel; nur wo ein Zug eine Stunde oder länger dauern darf.
settings-confirm-true = Ein Zug aus den Menüs gilt erst, wenn du ihn bestätigst.
settings-confirm-false = Ein Zug aus den Menüs gilt sofort. Mit /einstellungen bestätigen:true frage ich dich vorher.
settings-set-confirm-true = Erledigt: Ein Zug aus den Menüs gilt erst, wenn du ihn bestätigst.
settings-set-confirm-false = Erledigt: Ein Zug aus den Menüs gilt sofort.
settings-language = Sprache: { $choice }.
settings-language-usual = Sprache: wie in deinem Chat.
settings-theme = Brett: { $choice }.
settings-theme-usual = Brett: das übliche.
settings-pieces = Figuren: { $choice }.
settings-pieces-usual = Figuren: die üblichen.
settings-orientation = Bretter, die nur du siehst, siehst du { $choice }.
settings-orientation-usual = Bretter, die nur du siehst, siehst du von deinem eigenen Sitz aus.

server-rated-computers-true = Partien zwischen Menschen und Computern dürfen auf diesem Server gewertet werden, und sie werden es, wenn /spielen gewertet:false nichts anderes sagt. /server aktion:einstellen computer-gewertet:false lässt sie ungewertet.
server-rated-computers-false = Partien mit Computern sind auf diesem Server ungewertet: Sie ändern keine Wertung. /server aktion:einstellen computer-gewertet:true lässt sie werten.

fairplay-none = Nichts fällt auf: Keine zwei Spieler dieses Servers liegen weit häufiger gemeinsam vorn oder geben einander nach, als es der Zufall wollte.
fairplay-heading = { $count ->
    [one] Ein Paar fällt auf:
   *[other] { $count } Paare fallen auf:
}
fairplay-together = { $one } und { $other } liegen gemeinsam vorn: Von { $matches } Partien mit beiden endeten { $observed } damit, dass die dritte Person Letzte wurde; zu erwarten waren etwa { $expected } (durch Zufall höchstens auf einem von { $rare } Servern wie diesem).
fairplay-gives-way = { $one } lässt { $other } den Vortritt: Von { $matches } Partien mit beiden endeten { $observed } mit { $one } auf dem letzten Platz, durch Aufgabe, durch Zeit oder durch die Hand von { $other } mit alleinigem Sieg; zu erwarten waren etwa { $expected } (durch Zufall höchstens auf einem von { $rare } Servern wie diesem).
fairplay-more = { $count ->
    [one] Ein weiteres Paar steht nicht in der Liste.
   *[other] { $count } weitere Paare stehen nicht in der Liste.
}
fairplay-test = So wird das gefunden: Betrachtet werden Partien zu dritt auf diesem Server, von Paaren, die sich mindestens 20-mal begegnet sind. Was zu erwarten wäre, ergibt sich daraus, wie es den dreien in Partien ohne die anderen geht, mit jedem Zweifel zugunsten des Paares; auch die Zahl der betrachteten Paare ist berücksichtigt. In die Liste kommt nur, was unwahrscheinlicher ist als eins zu hundert und in mindestens 15 von hundert Partien mehr geschah als erwartet.
fairplay-care = Das ist ein Zeichen und kein Beweis: Auch bei Freunden, die ähnlich spielen, kann es so aussehen. Sprich zuerst mit ihnen.
