## Leaderboards, profiles and fair play

# Between the whole part of a number and its decimals.
decimal-point = ,
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
# A player who isn't ranked, but still sees their own row.
leaders-row-unranked = { $name }: Wertung { $rating }, Punkte { $points }, Partien { $matches }, Siege { $wins }, Schnitt { $averages }
leaders-own = Angefragt von: { $row }
leaders-hidden = Du bist hier für andere ausgeblendet. /einstellungen öffentlich:true macht dich sichtbar. { $row }
leaders-idle = Du hast in den letzten 90 Tagen keine Partie beendet und bist hier bis zur nächsten für andere ausgeblendet. { $row }
leaders-absent = Noch nicht dabei? Spiel eine gewertete Partie zu Ende, dann stehst du auf der Rangliste.
leaders-nobody = Hier hat noch niemand eine gewertete Partie { $ruleset } beendet. Fang mit /spielen eine an.
leaders-averages = Schnitt: Punkte pro Partie mit { $armies }.
leaders-provisional = ? nach einer Wertung: vorläufig, bisher weniger als zehn Partien.
leaders-page = Seite { $page } von { $pages }, { $count } Spieler

profile-heading = Profil von { $name }: gewertete Partien auf allen Servern.
profile-subtitle = Gewertete Partien auf allen Servern
profile-unknown = { $name } hat hier noch nicht gespielt. Lade doch mit /spielen zu einer Partie ein.
profile-hidden = Das siehst nur du. /einstellungen öffentlich:true zeigt es auch anderen.
profile-none = Noch keine gewertete Partie beendet. Fang mit /spielen eine an.
profile-record = { $ruleset }: Wertung { $rating }, Punkte { $points }, Partien { $matches }, Siege { $wins }, Schnitt { $averages }
profile-more = { $count ->
    [one] Dazu ein weiteres Regelwerk.
   *[other] Dazu { $count } weitere Regelwerke.
}
profile-seat = Mit { $army }: Partien { $matches }, Siege { $wins }, Schnitt { $average }
profile-first = Häufigste erste Züge: { $moves }.
profile-first-with = { $army } { $moves }
profile-first-move = { $move } ({ $times })
profile-first-between = {"; "}
profile-against = Gegen dich: Partien { $matches }, vor dir { $ahead }, hinter dir { $behind }, gleichauf { $level }.
profile-reliability = Zu Ende gespielt: { $finished } von { $started } Partien, ungewertete mitgezählt ({ $share } %).

fairplay-none = Nichts fällt auf: Keine zwei Spieler dieses Servers liegen deutlich häufiger gemeinsam vorn oder lassen einander häufiger den Vortritt, als es sich durch Zufall erklären lässt.
fairplay-heading = { $count ->
    [one] Ein Paar fällt auf:
   *[other] { $count } Paare fallen auf:
}
fairplay-together = { $one } und { $other } landen gemeinsam vorn: In { $observed } ihrer { $matches } Partien wurde die dritte Person Letzte, zu erwarten wären etwa { $expected } (durch Zufall gäbe es das höchstens auf einem von { $rare } Servern wie diesem).
fairplay-gives-way = { $one } lässt { $other } den Vortritt: In { $observed } ihrer { $matches } Partien wurde { $one } durch Aufgabe, Zeitüberschreitung oder eine Niederlage gegen { $other } Letzter, und { $other } gewann allein; zu erwarten wären etwa { $expected } (durch Zufall gäbe es das höchstens auf einem von { $rare } Servern wie diesem).
fairplay-more = { $count ->
    [one] Ein weiteres Paar steht nicht in der Liste.
   *[other] { $count } weitere Paare stehen nicht in der Liste.
}
fairplay-test = So funktioniert es: Ich betrachte die Partien zu dritt auf diesem Server und darin alle Spielerpaare mit mindestens 20 gemeinsamen Partien. Was zu erwarten wäre, berechne ich daraus, wie die drei in Partien ohne die jeweils anderen abschneiden. Jeder Zweifel zählt zugunsten des Paares, und die Zahl der Paare ist berücksichtigt. Ein Paar steht nur in der Liste, wenn es in mindestens 15 von 100 Partien mehr auffällt als erwartet und ein solcher Unterschied in weniger als 1 von 100 Fällen durch Zufall entstünde.
fairplay-care = Das ist ein Hinweis, kein Beweis: Auch bei Freunden, die ähnlich spielen, kann es so aussehen. Sprich zuerst mit ihnen.
