## Tables

player = { $name } ({ $army })
nameless = Jemand
# A computer's name wherever players are listed.
computer = { $name }, Computer (Stufe { $level })
seat-taken = { $army }: { $name }
seat-vacant = { $army }: niemand
seat-kept = { $army }: reserviert für { $name }
seat-open = { $army }: frei
seat-empty = { $army }: kein Spieler (die Figuren sind von Anfang an tot)
seat-separator = {" · "}
# Between the seats of a match that has begun, in the order of play.
seat-order = {" → "}
table-opened = { $name } sucht Mitspieler: { $ruleset }, Partie { $match }.
invitation = { $name } lädt dich zu einer Partie ein: { $terms }
invitation-so-far = Zugesagt: { $accepted }. Noch offen: { $pending }.
invitation-pending = Noch offen: { $pending }.
invitation-answered = Alle Eingeladenen haben geantwortet.
table-seeks = { $role }, an einem neuen Tisch fehlen noch Spieler: { $terms }
# A table where every seat is taken.
table-opened-full = { $ruleset }, Partie { $match }.
table-invites = Eingeladen: { $names }. Drück den Knopf für deinen Sitz, oder schreib /beitreten. Zum Ablehnen schreib /verlassen.
# A ruleset in one line, starting with its name.
table-rules = { $rules }. Alle Regeln: /regeln thema:{ $ruleset }
table-rules-added = { $rules }
table-hint = Die Partie beginnt, sobald alle Sitze besetzt sind. Tut sich einen Tag lang nichts, schließt der Tisch.
table-closed = Dieser Tisch ist geschlossen.
table-begun = Die Partie hat begonnen: { $where }
table-begun-here = Die Partie hat begonnen.
# In a list to choose from.
table-in-list = { $match } · { $ruleset } · { $now }
wanted-anyone = { $army } (für alle)
wanted = { $army } (reserviert für { $name })
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
left = { $name } verlässt den Tisch ({ $army }).
table-opened-to-watch = Schau Computern zu: { $ruleset }, Partie { $match }. Beenden kannst du sie mit /abbrechen aktion:anbieten.
table-casual = Ungewertet: Die Wertungen ändern sich nicht.
made-casual = Diese Partie ist jetzt ungewertet, weil ein Computer mitspielt. Die Wertungen ändern sich nicht.
table-time = Zeit pro Zug: { $limit }.
table-time-moves = Bedenkzeit: { $limit }. Nicht verbrauchte Zeit bleibt dir für spätere Züge.
# In the terms of a table: “Three Man Chess · 3 days per move · rated”.
table-time-each = { $limit } pro Zug
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
expired = Tisch { $match } wurde geschlossen, weil sich einen Tag lang nichts getan hat. Eröffne mit /spielen einen neuen.
started = Partie { $match } hat begonnen.
imported = Importierte Partie: Gespielt wurde sie als { $match } in { $where }. Sie ändert keine Wertungen.
