## Answers for one person

board-shown = Partie { $match }, Halbzug { $ply }.
done-elsewhere = Erledigt. Die anderen lesen davon dort, wo { $match } gespielt wird: { $where }.
thread-name = Partie { $match }
matches-none = Du spielst gerade keine Partie. Eröffne einen Tisch mit /spielen.
matches-heading = { $count ->
    [one] Du hast eine Partie:
   *[other] Du hast { $count } Partien:
}
matches-waiting = { $match }: Du bist am Zug ({ $army }), Halbzug { $ply }, in { $where }.
matches-running = { $match }: { $player } ist am Zug, du spielst { $army }, Halbzug { $ply }, in { $where }.
matches-asked = { $match }: Du sollst einen Sitz übernehmen, mit /beitreten partie:{ $match }; { $player } ist am Zug, Halbzug { $ply }, in { $where }.
matches-watched = { $match }: Du schaust Computern zu, Halbzug { $ply }, in { $where }.
matches-table = { $match }: ein offener Tisch, in { $where }.
matches-to-watch = Zum Zuschauen auf diesem Server, jeweils mit /brett partie: und dem Namen:
matches-of-others = { $match }: { $ruleset }, { $player } ist am Zug, Halbzug { $ply }, in { $where }.
matches-many-more = … und viele mehr.
matches-more = { $count ->
    [one] … und noch eine.
   *[other] … und noch { $count }.
}
history-heading = Partie { $match } · { $seats }
# No dot after the number: chats make lists of that, and number them anew.
history-move = { $ply }: { $move } ({ $army })
history-none = Noch ist kein Zug gemacht.
history-table = Die Partie hat noch nicht begonnen: Es sind noch Sitze frei.
history-page = Seite { $page } von { $pages }. Weitere mit /verlauf seite:1 und so fort.
exported = Die Aufzeichnung der Partie { $match }.
exported-so-far = Die Aufzeichnung der Partie { $match } bis jetzt. Programme, die Aufzeichnungen lesen, nehmen sie an, sobald die Partie vorbei ist.
look-heading = { $square } in Partie { $match }, Halbzug { $ply }:
look-empty = Dort steht nichts.
look-piece = { $piece }.
look-dead = { $piece }. Diese Figur zieht nicht und greift nicht an, kann aber geschlagen werden (Regeln §4.4).
look-en-passant = Ein Bauer, der gerade darüber hinweggezogen ist, kann hier en passant geschlagen werden: { $piece } (Regeln §2.7).
look-attacked = Angreifer von { $army }: { $pieces }.
look-not-attacked = Nichts greift das Feld an.
look-guarded = Deckung durch { $army }: { $pieces }.
look-not-guarded = Nichts deckt es.
look-moat = Daneben liegt der Graben { $border }, und nichts kommt hinüber: Er ist nicht überbrückt (Regeln §3.2).
look-moat-bridged = Daneben liegt der Graben { $border }, und er ist überbrückt. Was hinübergeht, darf weder schlagen noch neu Schach geben (Regeln §3.4).
look-creek = Daneben liegt der Bach { $border }: Kein Bauer, der das Zentrum noch vor sich hat, schlägt über ihn hinweg (Regeln §3.7).
look-lines = Linien von dort, so weit eine Figur gleiten könnte:
line-inward = einwärts: { $line }
line-outward = auswärts: { $line }
line-clockwise = im Ring, mit den Buchstaben: { $line }
line-counterclockwise = im Ring, gegen die Buchstaben: { $line }
line-inward-clockwise = schräg einwärts, mit den Buchstaben: { $line }
line-inward-counterclockwise = schräg einwärts, gegen die Buchstaben: { $line }
line-outward-clockwise = schräg auswärts, mit den Buchstaben: { $line }
line-outward-counterclockwise = schräg auswärts, gegen die Buchstaben: { $line }
line-centre = das Zentrum
line-bridge = der überbrückte Graben { $border }
line-edge = der Rand
line-moat = der Graben { $border }, nicht überbrückt
line-start = und wieder { $square }
help-heading = Drei Menschen spielen Schach auf dem runden Brett. Die Befehle:
help-line = /{ $command } – { $what }
help-more = Mehr über einen davon: /hilfe befehl:zug
help-command = /{ $command } – { $what }
help-option = { $option }: { $what }
help-option-required = { $option }: { $what } (nötig)
help-choice = • { $choice } – { $what }
help-choices = Außerdem: { $choices }
