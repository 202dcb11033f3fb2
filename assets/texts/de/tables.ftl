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
table-opened = { $name } sucht Mitspieler: { $ruleset }, Partie { $match }.
invitation = { $name } lädt dich an einen Tisch ein: { $terms }
invitation-so-far = Zugesagt: { $accepted }. Noch offen: { $pending }.
invitation-pending = Noch offen: { $pending }.
invitation-answered = Alle Eingeladenen haben geantwortet.
table-seeks = { $role }, an einem Tisch fehlen noch Spieler: { $terms }
# Von einem Tisch, an dem alle Sitze besetzt sind.
table-opened-full = { $ruleset }, Partie { $match }.
table-invites = Eingeladen: { $names }. Der Knopf deines Sitzes oder /beitreten nimmt Platz, /verlassen lehnt ab.
# A ruleset in a line, which says its name first.
table-rules = { $rules }. Mehr dazu: /regeln thema:{ $ruleset }
table-rules-added = { $rules }
table-hint = Frei: { $seats }. Sind alle Plätze besetzt, geht es los.
table-closed = Dieser Tisch ist geschlossen.
table-begun = Die Partie läuft: { $where }
table-begun-here = Die Partie läuft.
# In a list to choose from.
table-in-list = { $match } · { $ruleset } · { $now }
wanted-anyone = { $army } (für alle)
wanted = { $army } (für { $name })
menu-fill = Freie Sitze mit Computern besetzen
level-named = Stufe { $level }, { $name }
level-1 = sehr leicht
level-2 = leicht
level-3 = eher leicht
level-4 = mittel
level-5 = eher schwer
level-6 = schwer
level-7 = sehr schwer
level-8 = am schwersten
joined = { $name } spielt { $army }.
left = { $name } gibt { $army } frei.
table-opened-to-watch = Computer spielen { $ruleset }, und du schaust zu: Partie { $match }. /abbrechen aktion:anbieten beendet sie.
table-casual = Ungewertet: Die Wertungen bleiben, wie sie sind.
made-casual = Mit Computern ist diese Partie ungewertet: Die Wertungen bleiben, wie sie sind.
table-time = Zeit pro Zug: { $limit }.
table-time-moves = Bedenkzeit: { $limit }. Nicht verbrauchte Zeit bleibt dir für spätere Züge.
limit-none = unbegrenzt
limit-days = { $count ->
    [one] 1 Tag
   *[other] { $count } Tage
}
limit-hours = { $count ->
    [one] 1 Stunde
   *[other] { $count } Stunden
}
limit-minutes = { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
}
limit-seconds = { $count ->
    [one] 1 Sekunde
   *[other] { $count } Sekunden
}
limit-within-days = { $count ->
    [one] 1 Tag
   *[other] { $count } Tagen
}
limit-moves = { $count ->
    [one] 1 Zug in { $time }
   *[other] { $count } Züge in { $time }
}
budget = { $count ->
    [one] { $left } für 1 Zug
   *[other] { $left } für { $count } Züge
}
budget-none = { $count ->
    [one] keine mehr (noch 1 Zug)
   *[other] keine mehr (noch { $count } Züge)
}
closed = Tisch { $match } ist geschlossen.
expired = Tisch { $match } ist geschlossen: Dort hat sich einen Tag lang nichts getan. Eröffne mit /spielen einen neuen.
started = Partie { $match } beginnt.
imported = Aus einer Aufzeichnung übernommen: anderswo als { $match } gespielt, in { $where }. Sie ändert keine Wertung.
