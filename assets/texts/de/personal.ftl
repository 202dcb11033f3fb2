## Answers for one person

board-shown = Partie { $match }, Halbzug { $ply }.
more-heading = Partie { $match }: Was möchtest du tun?
done-elsewhere = Erledigt. Partie { $match } findest du in { $where }.
done-nowhere = Erledigt. Die anderen Spieler der Partie { $match } benachrichtige ich per Direktnachricht.
# Anstelle eines Links zu einer Partie.
place-locked = einem gesperrten Thread
place-gone = einem gelöschten Thread
thread-name = Partie { $match }
matches-none = Du spielst gerade keine Partie. Eröffne einen Tisch mit /spielen.
matches-heading = { $count ->
    [one] Du hast eine Partie:
   *[other] Du hast { $count } Partien:
}
matches-waiting = { $match } in { $where } gegen { $others }: Du bist am Zug ({ $army }).
matches-budget = Restzeit: { $budget }.
matches-running = { $match } in { $where } gegen { $others }: { $player } ist am Zug, du spielst { $army }.
matches-asked = { $match } in { $where } ({ $others }): Du wurdest gebeten, einen Sitz zu übernehmen. Annehmen mit /beitreten partie:{ $match }. { $player } ist am Zug.
matches-paused = { $match } in { $where } gegen { $others }: pausiert, du spielst { $army }.
matches-watched = { $match } in { $where }: Du schaust { $others } zu.
matches-table = { $match } in { $where }: offener Tisch. Frei: { $seats }.
matches-table-of = { $match } in { $where }: offener Tisch von { $name }. Frei: { $seats }.
matches-invited = { $match } in { $where }: { $name } lädt dich ein, { $army } zu spielen.
matches-to-watch = Zum Zuschauen auf diesem Server, jeweils mit /brett partie: und dem Namen:
matches-of-others = { $match } in { $where }: { $others } ({ $ruleset }). { $player } ist am Zug.
matches-of-others-paused = { $match } in { $where }: { $others } ({ $ruleset }). Pausiert.
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
history-page = Seite { $page } von { $pages }
exported = Die Aufzeichnung der Partie { $match }.
exported-so-far = Die Aufzeichnung der Partie { $match } bis jetzt. Programme, die Aufzeichnungen lesen, nehmen sie an, sobald die Partie vorbei ist.
look-own = Partie { $match }, Halbzug { $ply }. Diese Figuren von { $army } sind angegriffen:
look-own-safe = Partie { $match }, Halbzug { $ply }. Keine Figur von { $army } ist angegriffen.
look-heading = { $square } in Partie { $match }, Halbzug { $ply }:
look-empty = Dort steht nichts.
look-piece = { $piece }.
look-dead = { $piece }. Die Figur zieht nicht, greift nichts an und darf von allen geschlagen werden.
look-en-passant = Ein Bauer, der gerade darüber hinweggezogen ist, kann hier en passant geschlagen werden: { $piece } (Regeln §2.7).
look-attacked = Angreifer von { $army }: { $pieces }.
look-not-attacked = Nichts greift das Feld an.
look-guarded = Deckung durch { $army }: { $pieces }.
look-not-guarded = Nichts deckt es.
look-moat = Daneben liegt der Graben { $border }. Solange er nicht überbrückt ist, führt kein Zug hinüber.
look-moat-bridged = Daneben liegt der überbrückte Graben { $border }. Ein Zug darüber darf nicht schlagen und kein neues Schach geben.
look-moat-corner = Eine Ecke des Felds berührt den Graben { $border }: Solange der nicht überbrückt ist, führt kein diagonaler Zug hinüber auf Reihe 1. Auf Reihe 2 ist der Weg frei.
look-moat-corner-bridged = Eine Ecke des Felds berührt den überbrückten Graben { $border }: Ein diagonaler Zug darüber darf nicht schlagen und kein neues Schach geben. Auf Reihe 2 ist der Weg frei.
look-creek = Daneben liegt der Bach { $border }. Bevor ein Bauer durchs Zentrum ist, schlägt er nicht hinüber.
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
