## Tables

player = { $name } ({ $army })
nameless = Jemand
# What a computer is called, wherever a player is named.
computer = { $name }, Computer der Stufe { $level }
seat-taken = { $army }: { $name }
seat-vacant = { $army }: niemand
seat-kept = { $army }: freigehalten für { $name }
seat-open = { $army }: frei
seat-empty = { $army }: leer, die Armee steht tot da
seat-separator = {" · "}
table-opened = { $name } eröffnet einen Tisch für { $ruleset }: Partie { $match }.
table-invites = Eingeladen: { $names }. Nimm mit /beitreten Platz oder lehne mit /verlassen ab.
# A ruleset in a line, which says its name first.
table-rules = { $rules }. Mehr dazu: /regeln thema:{ $ruleset }
table-rules-added = { $rules }
table-hint = Es fehlt noch: { $seats }. Nimm mit einem Knopf oder mit /beitreten Platz; dann geht es los.
table-closed = Dieser Tisch ist geschlossen.
table-begun = Die Partie läuft: { $where }
# In a list to choose from.
table-in-list = { $match } · { $ruleset } · { $now }
wanted-anyone = jemand für { $army }
wanted = { $name } für { $army }
joined = { $name } spielt { $army }.
left = { $name } gibt { $army } wieder frei.
table-opened-to-watch = Computer spielen { $ruleset } gegeneinander, du kannst zuschauen: Partie { $match }. /abbrechen aktion:anbieten beendet sie.
table-casual = Die Partie ist ungewertet: Ihr Ergebnis zählt in keiner Rangliste.
table-time = Zeit pro Zug: { $limit }.
limit-none = unbegrenzt
limit-days = { $count ->
    [one] ein Tag
   *[other] { $count } Tage
}
limit-hours = { $count ->
    [one] eine Stunde
   *[other] { $count } Stunden
}
limit-minutes = { $count ->
    [one] eine Minute
   *[other] { $count } Minuten
}
limit-seconds = { $count ->
    [one] eine Sekunde
   *[other] { $count } Sekunden
}
closed = Der Tisch { $match } ist geschlossen.
expired = Der Tisch { $match } ist geschlossen: Einen Tag lang hat sich dort nichts getan. Eröffne einen neuen mit /spielen.
started = Partie { $match } beginnt.
imported = Aus einer Aufzeichnung übernommen: anderswo als { $match } gespielt, in { $where }. Sie zählt in keiner Rangliste.
