## Answers that only one person sees

board-shown = { $count ->
    [0] Partie { $match } vor dem ersten Zug.
   *[other] Partie { $match } nach Zug { $count }.
}
more-heading = Partie { $match }: Was möchtest du tun?
done-elsewhere = Erledigt. Partie { $match } findest du in { $where }.
done-nowhere = Erledigt. Die anderen Spieler der Partie { $match } benachrichtige ich per Direktnachricht.
# Where there can't be a link to a match.
place-locked = einem gesperrten Thread
place-gone = einem gelöschten Thread
thread-name = Partie { $match }
matches-none = Du spielst gerade keine Partie. Fang mit /spielen eine an.
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
matches-table = { $match } in { $where }: offener Tisch. Freie Sitze: { $seats }.
matches-table-of = { $match } in { $where }: offener Tisch von { $name }. Freie Sitze: { $seats }.
matches-invited = { $match } in { $where }: { $name } lädt dich ein, { $army } zu spielen.
matches-to-watch = Partien auf diesem Server, bei denen du mit /brett partie: zuschauen kannst:
matches-of-others = { $match } in { $where }: { $others } ({ $ruleset }). { $player } ist am Zug.
matches-of-others-paused = { $match } in { $where }: { $others } ({ $ruleset }). Pausiert.
matches-many-more = … und viele mehr.
matches-more = { $count ->
    [one] … und noch eine.
   *[other] … und noch { $count }.
}
history-heading = Partie { $match } · { $seats }
# No period after the number: chats turn such lines into lists and renumber them.
history-move = { $ply }: { $move } ({ $army })
history-none = Noch keine Züge.
history-table = Die Partie hat noch nicht begonnen: Es sind noch Sitze frei.
history-page = Seite { $page } von { $pages }
exported = Die Aufzeichnung der Partie { $match }.
exported-so-far = Die Aufzeichnung der Partie { $match } bis jetzt. Importieren lässt sie sich erst, wenn die Partie vorbei ist.
look-own = Partie { $match }. Diese Figuren von { $army } sind angegriffen:
look-own-safe = Partie { $match }. Keine Figur von { $army } ist angegriffen.
look-heading = { $square } in Partie { $match }:
look-empty = Dort steht nichts.
look-piece = { $piece }.
look-dead = { $piece }. Die Figur zieht nicht, greift nichts an und darf von allen geschlagen werden.
look-en-passant = Ein Bauer, der gerade über dieses Feld gezogen ist, kann hier en passant geschlagen werden: { $piece }.
look-attacked = Angegriffen von { $army }: { $pieces }.
look-not-attacked = Von niemandem angegriffen.
look-guarded = Gedeckt von { $army }: { $pieces }.
look-not-guarded = Nicht gedeckt.
look-moat = Daneben liegt der Graben zwischen { $border }. Solange er nicht überbrückt ist, führt kein Zug hinüber.
look-moat-bridged = Daneben liegt der überbrückte Graben zwischen { $border }. Ein Zug darüber darf nicht schlagen und kein neues Schach geben.
look-moat-corner = Eine Ecke des Felds berührt den Graben zwischen { $border }: Solange er nicht überbrückt ist, führt kein diagonaler Zug hinüber auf Reihe 1. Auf Reihe 2 ist der Weg frei.
look-moat-corner-bridged = Eine Ecke des Felds berührt den überbrückten Graben zwischen { $border }: Ein diagonaler Zug darüber darf nicht schlagen und kein neues Schach geben. Auf Reihe 2 gilt das nicht.
look-creek = Daneben liegt der Bach zwischen { $border }. Bauern, die noch nicht durchs Zentrum gezogen sind, können nicht hinüberschlagen.
look-lines = Linien von dort, so weit eine Figur gleiten könnte:
line-inward = nach innen: { $line }
line-outward = nach außen: { $line }
line-clockwise = um den Ring, im Uhrzeigersinn: { $line }
line-counterclockwise = um den Ring, gegen den Uhrzeigersinn: { $line }
line-inward-clockwise = diagonal nach innen, im Uhrzeigersinn: { $line }
line-inward-counterclockwise = diagonal nach innen, gegen den Uhrzeigersinn: { $line }
line-outward-clockwise = diagonal nach außen, im Uhrzeigersinn: { $line }
line-outward-counterclockwise = diagonal nach außen, gegen den Uhrzeigersinn: { $line }
line-centre = das Zentrum
line-bridge = die Brücke zwischen { $border }
line-edge = der Rand
line-moat = der Graben zwischen { $border }, nicht überbrückt
line-start = und wieder { $square }
