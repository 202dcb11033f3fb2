## Who leads

leaders-heading = { $ruleset }: { $where }
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
leaders-absent = Noch nicht dabei? Spiel eine gewertete Partie zu Ende.
leaders-nobody = Hier hat noch niemand eine gewertete Partie { $ruleset } beendet. Fang eine mit /spielen an.
leaders-averages = Schnitt: Punkte pro Partie mit { $armies }.
leaders-provisional = ? nach einer Wertung: bisher weniger als zehn Partien.
leaders-page = Seite { $page } von { $pages }, { $count } Spieler

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
profile-reliability = Zu Ende gespielte Partien: { $finished } von { $started } ({ $share } %).



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
