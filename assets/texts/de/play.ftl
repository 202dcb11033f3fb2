## Play

# A player who joined a match in another chat by link, under a name of their own choosing.
called-by-link = { $name } (per Link)
turn = { $player } ist am Zug.
turn-and-next = { $player } ist am Zug, danach { $next }.
turn-paused = Als Nächstes zieht { $player }, sobald die Partie weitergeht.
# The first line of a message, so that it's what a lock screen shows.
your-move = { $player }, du bist am Zug.
your-move-check = { $player }, du bist am Zug und stehst im Schach: { $pieces }.
your-move-first = { $player }, du machst den ersten Zug.
# “ann (White) played B×u4: bishop takes Black's pawn on u4.”
moved = { $player } spielt { $bold }{ $move }{ $bold }: { $does }.
done-moves = { $piece } nach { $square }
done-takes = { $piece } schlägt { $taken } auf { $square }
done-takes-en-passant = { $piece } schlägt { $taken } en passant, nach { $square }
captured-so-far = Bisher geschlagen: { $captured }.
captured-by = durch { $army } { $pieces }
captured-queen = { $count ->
    [one] 1 Dame
   *[other] { $count } Damen
}
captured-rook = { $count ->
    [one] 1 Turm
   *[other] { $count } Türme
}
captured-bishop = { $count ->
    [one] 1 Läufer
   *[other] { $count } Läufer
}
captured-knight = { $count ->
    [one] 1 Springer
   *[other] { $count } Springer
}
captured-pawn = { $count ->
    [one] 1 Bauer
   *[other] { $count } Bauern
}
captured-king = { $count ->
    [one] 1 König
   *[other] { $count } Könige
}
check = { $army } steht im Schach: { $pieces }.
out-mate = { $player } scheidet aus: matt gesetzt von { $by }.
out-mate-pact = { $player } scheidet aus: matt gesetzt im Pakt von { $others }, die sich die Punkte teilen.
out-mate-each = { $player } scheidet aus: matt gesetzt von { $others }. Jeder Angriff allein wäre schon matt gewesen, deshalb zählt das Matt für beide voll.
out-mate-shared = { $player } scheidet aus: matt gesetzt von { $others } gemeinsam.
out-king-taken = { $player } scheidet aus: { $by } hat den König geschlagen.
out-king-taken-pact = { $player } scheidet aus: Der König wurde geschlagen. { $others } haben einen Pakt und teilen sich die Punkte.
out-king-capturable = { $player } scheidet aus: { $by } kann den König schlagen.
out-stalemate = { $player } scheidet aus: patt. Es gibt keinen erlaubten Zug, und der König steht nicht im Schach.
out-time = { $player } hat die Zeit überschritten und scheidet aus. Die Figuren bleiben als Hindernisse auf dem Brett; alle dürfen sie schlagen.
out-time-last = { $player } hat die Zeit überschritten und scheidet aus.
out-untimed = { $player } scheidet aus: Es wurde nicht rechtzeitig gezogen. Die Figuren bleiben als Hindernisse auf dem Brett; alle dürfen sie schlagen.
out-untimed-last = { $player } scheidet aus: Es wurde nicht rechtzeitig gezogen.
out-conceded = { $player } gibt auf und scheidet aus. Die Figuren bleiben als Hindernisse auf dem Brett; alle dürfen sie schlagen.
out-conceded-last = { $player } gibt auf und scheidet aus.

# “Points earned: White 1½ (checkmated Gray: 1, outlasted Gray: ½), Black ½ (outlasted Gray).”
earned = Dafür gibt es Punkte: { $scores }.
score = { $army } { $points }
score-for = { $army } { $points } ({ $reasons })
earned-part = { $reason }: { $points }
earned-mate = { $army } matt gesetzt
earned-king-taken = König von { $army } geschlagen
earned-capturable = König von { $army } konnte geschlagen werden
earned-stalemate = { $army } ist patt
earned-conceded = { $army } hat aufgegeben
earned-resigned-for = { $army } hat zugunsten von { $winner } aufgegeben
earned-time = { $army } hat die Zeit überschritten
earned-untimed = für { $army } wurde nicht gezogen
earned-share = Anteil an der Niederlage von { $army }
earned-outlived = länger im Spiel als { $army }
earned-third = dritter Spieler
earned-last-king = letzter König
earned-last-army = letzter Spieler
earned-draw = Remis
points-so-far = Punkte bisher: { $scores }.

draw-offered = { $player } bietet Remis an. Noch fehlt die Antwort von { $others }; das Angebot verfällt, sobald alle einmal gezogen haben.
draw-stands = { $player } bietet Remis an. Noch fehlt die Antwort von { $others }.
draw-agreed = { $player } nimmt das Remis an.
draw-agreed-waiting = { $player } nimmt das Remis an. Noch fehlt die Antwort von { $others }.
draw-declined = { $player } lehnt das Remis ab.
draw-lapsed = Das Remisangebot ist verfallen.
draw-withdrawn = { $player } zieht das Remisangebot zurück.
left-to-computers = Jetzt spielen nur noch Computer. Sie bringen die Partie allein zu Ende, ohne dass jeder Zug gepostet wird. Wer mitgespielt hat, kann die Partie jetzt beenden; dann teilen sich die Computer die restlichen Punkte.
computers-stopped = Es waren nur noch Computer übrig, deshalb hat ein Spieler die Partie beendet. Die Computer teilen sich die restlichen Punkte.
draw-claimed = { $player } reklamiert Remis.
resignation-offered = { $player } bietet an, zugunsten von { $winner } aufzugeben. { $third } muss zustimmen; bis dahin geht die Partie weiter.
resignation-accepted = { $player } nimmt die Aufgabe an.
resignation-declined = { $player } lehnt die Aufgabe ab, und die Partie geht weiter.
resignation-withdrawn = { $player } zieht die Aufgabe zurück.
resignation-lapsed = { $player } hat gezogen. Damit ist das Angebot verfallen, zugunsten von { $winner } aufzugeben.
resignation-stands = { $player } bietet an, zugunsten von { $winner } aufzugeben. Noch fehlt die Antwort von { $third }.
pact-offered = { $player } bietet { $other } einen Pakt gegen { $third } an: Egal, wer von beiden matt setzt oder den König schlägt, sie teilen sich die Punkte.
pact-agreed = { $player } nimmt den Pakt mit { $other } gegen { $third } an: Egal, wer von beiden matt setzt oder den König schlägt, sie teilen sich die Punkte.
pact-revoked = { $player } kündigt den Pakt mit { $other }.
pact-offer-revoked = { $player } zieht das Paktangebot an { $other } zurück.
pact-stands = { $player } und { $other } haben einen Pakt gegen { $third }.
pact-stands-offered = { $player } bietet { $other } einen Pakt gegen { $third } an.
pacts-lapsed = Alle Pakte sind beendet.
pact-offers-lapsed = Das Paktangebot ist verfallen.
out-of-time = { $player } hat die Zeit überschritten.
nobody-moved = Für { $army } wurde nicht rechtzeitig gezogen.
called-off = Wer diese Computerpartie gestartet hat, hat sie beendet.

# Time per move, and seats whose players are missing.
deadline = Frist: { $when }.
deadline-moves = { $count ->
    [one] Frist für 1 Zug: { $when }.
   *[other] Frist für { $count } Züge: { $when }.
}
budgets = Restzeit: { $budgets }.
budget-of = { $player }: { $budget }
window-closes = Die Zeit für diesen Zug ist um. Die Nachfrist läuft bis { $when }.
window-open = Die Nachfrist läuft bis { $when }.
clock-stands = Die Partie pausiert, und die Uhr steht.
reminder = { $player }, du bist am Zug in Partie { $match }. Frist: { $until }.
reminder-last = { $player }, die Zeit für deinen Zug in Partie { $match } wird knapp. Frist: { $until }.
deadline-passed = { $player } hat die Zeit überschritten, kann aber bis { $closes } noch ziehen; sonst scheidet { $army } aus. { $others }: Einer von euch kann mehr Zeit geben. Gemeinsam könnt ihr auch einen Computer oder einen Ersatzspieler (/sitz aktion:ersatz person:) einsetzen oder { $army } sofort ausscheiden lassen.
deadline-passed-alone = { $player } hat die Zeit überschritten, kann aber bis { $closes } noch ziehen; sonst scheidet { $army } aus. { $others }: Du kannst mehr Zeit geben, einen Computer oder einen Ersatzspieler (/sitz aktion:ersatz person:) einsetzen oder { $army } sofort ausscheiden lassen.
deadline-passed-again = { $player } hat auch die zusätzliche Zeit aufgebraucht, kann aber bis { $closes } noch ziehen; sonst scheidet { $army } aus. { $others }: Gemeinsam könnt ihr einen Computer oder einen Ersatzspieler (/sitz aktion:ersatz person:) einsetzen oder { $army } sofort ausscheiden lassen.
deadline-passed-again-alone = { $player } hat auch die zusätzliche Zeit aufgebraucht, kann aber bis { $closes } noch ziehen; sonst scheidet { $army } aus. { $others }: Du kannst einen Computer oder einen Ersatzspieler (/sitz aktion:ersatz person:) einsetzen oder { $army } sofort ausscheiden lassen.
player-gone = { $player } kommt vielleicht nicht zurück, kann aber bis { $closes } noch ziehen; sonst scheidet { $army } aus. { $others }: Einer von euch kann mehr Zeit geben. Gemeinsam könnt ihr auch einen Computer oder einen Ersatzspieler (/sitz aktion:ersatz person:) einsetzen oder { $army } sofort ausscheiden lassen.
player-gone-alone = { $player } kommt vielleicht nicht zurück, kann aber bis { $closes } noch ziehen; sonst scheidet { $army } aus. { $others }: Du kannst mehr Zeit geben, einen Computer oder einen Ersatzspieler (/sitz aktion:ersatz person:) einsetzen oder { $army } sofort ausscheiden lassen.
player-silent = { $player } hat seit drei Tagen nicht gezogen, kann aber bis { $closes } noch ziehen; sonst scheidet { $army } aus. { $others }: Einer von euch kann mehr Zeit geben. Gemeinsam könnt ihr auch einen Computer oder einen Ersatzspieler (/sitz aktion:ersatz person:) einsetzen oder { $army } sofort ausscheiden lassen.
player-silent-alone = { $player } hat seit drei Tagen nicht gezogen, kann aber bis { $closes } noch ziehen; sonst scheidet { $army } aus. { $others }: Du kannst mehr Zeit geben, einen Computer oder einen Ersatzspieler (/sitz aktion:ersatz person:) einsetzen oder { $army } sofort ausscheiden lassen.
seat-waits = Für { $army } spielt gerade niemand. { $others }: Zur Wahl stehen ein Ersatzspieler (/sitz aktion:ersatz person:), ein Computer (/sitz aktion:computer) oder das sofortige Ausscheiden (/sitz aktion:ende). Ist bis { $closes } nichts entschieden, scheidet { $army } aus.
time-granted = { $by } gibt { $player } mehr Zeit. Frist: { $until }.
time-granted-paused = { $by } gibt { $player } mehr Zeit. Sie läuft, sobald die Partie weitergeht.
time-extended = Ich war offline, oder meine Uhr ging falsch, deshalb bekommt { $player } mehr Zeit. Frist: { $until }.
paused = Die Partie pausiert, und die Uhr steht. Mit /pause aktion:anbieten schlägst du vor, weiterzuspielen. Nach 30 Tagen geht die Partie von selbst weiter.
resumed = Die Partie geht weiter, und die Uhr läuft wieder.
taken-back = { $count ->
    [0] Zurückgenommen. Die Partie steht wieder in der Anfangsstellung.
   *[other] Zurückgenommen. Die Partie geht nach Zug { $count } weiter.
}
gone = { $name } ({ $army }) hat den Server verlassen.
freed = Die Serververwaltung hat { $name } aus der Partie genommen, der Sitz von { $army } ist frei. Grund: { $reason }
took-over = { $name } übernimmt { $army }.
computer-took-over = { $name }, ein Computer (Stufe { $level }), übernimmt { $army }.
substitute-agrees = { $name } ist bereit zu übernehmen.
substitute-declines = { $name } möchte nicht übernehmen. Der Vorschlag ist hinfällig.
history-time-granted = { $by } hat { $player } mehr Zeit gegeben.
history-time-extended = { $player } hat mehr Zeit bekommen: Ich war offline, oder meine Uhr ging falsch.
history-deadline-passed = { $player } hat die Zeit überschritten, und die Nachfrist begann.
history-window-opened = { $player } hatte nicht gezogen, und die Nachfrist begann.

# Proposals to all players: made, accepted, declined, expired, dropped because something else happened, and still open.
abort-proposed = { $player } schlägt vor, die Partie abzubrechen. Dafür braucht es { $term } die Zustimmung von { $others }.
abort-alone = { $player } hat die Partie vor dem eigenen ersten Zug abgebrochen.
abort-agreed = { $player } ist mit dem Abbruch einverstanden.
abort-declined = { $player } möchte weiterspielen.
abort-lapsed = Der Vorschlag von { $player }, die Partie abzubrechen, ist verfallen: Nicht alle haben rechtzeitig zugestimmt. Die Partie geht weiter.
abort-gone = Der Vorschlag von { $player }, die Partie abzubrechen, ist hinfällig. Mit /abbrechen kannst du ihn neu machen.
abort-stands = { $player } schlägt vor, die Partie abzubrechen. Noch fehlt die Zustimmung von { $others }. Frist: { $until }.
pause-proposed = { $player } schlägt vor, die Partie zu unterbrechen und die Uhr anzuhalten. Dafür braucht es { $term } die Zustimmung von { $others }.
pause-agreed = { $player } ist mit der Pause einverstanden.
pause-declined = { $player } lehnt die Pause ab. Der Vorschlag ist hinfällig.
pause-lapsed = Der Pausenvorschlag von { $player } ist verfallen: Nicht alle haben rechtzeitig zugestimmt.
pause-gone = Der Pausenvorschlag von { $player } ist hinfällig.
pause-stands = { $player } schlägt eine Pause vor. Noch fehlt die Zustimmung von { $others }. Frist: { $until }.
resume-proposed = { $player } schlägt vor, weiterzuspielen. Dafür braucht es { $term } die Zustimmung von { $others }.
resume-agreed = { $player } möchte auch weiterspielen.
resume-declined = { $player } möchte noch nicht weiterspielen. Der Vorschlag ist hinfällig.
resume-lapsed = Der Vorschlag von { $player }, weiterzuspielen, ist verfallen: Nicht alle haben rechtzeitig zugestimmt.
resume-gone = Der Vorschlag von { $player }, weiterzuspielen, ist hinfällig.
resume-stands = { $player } schlägt vor, weiterzuspielen. Noch fehlt die Zustimmung von { $others }. Frist: { $until }.
takeback-proposed = { $player } möchte den eigenen letzten Zug und alle Züge danach zurücknehmen. Dafür braucht es { $term } die Zustimmung von { $others }.
takeback-agreed = { $player } ist mit der Zugrücknahme einverstanden.
takeback-declined = { $player } lehnt die Zugrücknahme ab. Die Bitte ist hinfällig.
takeback-lapsed = Die Bitte von { $player } um Zugrücknahme ist verfallen: Nicht alle haben rechtzeitig zugestimmt.
takeback-gone = Die Bitte von { $player } um Zugrücknahme ist hinfällig.
takeback-stands = { $player } bittet um Zugrücknahme. Noch fehlt die Zustimmung von { $others }. Frist: { $until }.
substitute-proposed = { $player } schlägt { $name } als Ersatz für { $army } vor. Dafür braucht es { $term } die Zustimmung von { $others }; { $name } stimmt mit /beitreten partie:{ $match } zu.
substitute-agreed = { $player } ist mit { $name } als Ersatz für { $army } einverstanden.
substitute-declined = { $player } lehnt { $name } als Ersatz für { $army } ab. Der Vorschlag ist hinfällig.
substitute-lapsed = Der Vorschlag von { $player }, { $name } für { $army } einzusetzen, ist verfallen: Nicht alle haben rechtzeitig zugestimmt.
substitute-gone = Der Vorschlag von { $player }, { $name } für { $army } einzusetzen, ist hinfällig.
substitute-stands = { $player } schlägt { $name } als Ersatz für { $army } vor. Noch fehlt die Zustimmung von { $others }. Frist: { $until }.
computer-proposed = { $player } schlägt vor, dass ein Computer { $army } übernimmt. Dafür braucht es { $term } die Zustimmung von { $others }.
computer-agreed = { $player } ist einverstanden, dass ein Computer { $army } übernimmt.
computer-declined = { $player } möchte keinen Computer für { $army }. Der Vorschlag ist hinfällig.
computer-lapsed = Der Vorschlag von { $player }, dass ein Computer { $army } übernimmt, ist verfallen: Nicht alle haben rechtzeitig zugestimmt.
computer-gone = Der Vorschlag von { $player }, dass ein Computer { $army } übernimmt, ist hinfällig.
computer-stands = { $player } schlägt vor, dass ein Computer { $army } übernimmt. Noch fehlt die Zustimmung von { $others }. Frist: { $until }.
put-out-proposed = { $player } schlägt vor, { $army } sofort ausscheiden zu lassen. Dafür braucht es { $term } die Zustimmung von { $others }.
put-out-agreed = { $player } ist einverstanden, dass { $army } sofort ausscheidet.
put-out-declined = { $player } möchte { $army } nicht sofort ausscheiden lassen. Der Vorschlag ist hinfällig.
put-out-lapsed = Der Vorschlag von { $player }, { $army } ausscheiden zu lassen, ist verfallen: Nicht alle haben rechtzeitig zugestimmt.
put-out-gone = Der Vorschlag von { $player }, { $army } ausscheiden zu lassen, ist hinfällig.
put-out-stands = { $player } schlägt vor, { $army } sofort ausscheiden zu lassen. Noch fehlt die Zustimmung von { $others }. Frist: { $until }.
# How long the others have to agree: “must agree within a day”.
within-day = innerhalb eines Tages
within-time = rechtzeitig
within-window = bis { $closes }
# Follows the sentence in which a computer declines.
computer-plays-rated = In gewerteten Partien spielen Computer bis zum Ende und nehmen keine Züge zurück.

# The end of a match: the line that pings its players, and the page below it.
end-call = Die Partie ist vorbei.
# How many moves all players made together.
end-length = { $count ->
    [one] 1 Zug
   *[other] { $count } Züge
}
end-terms = { $length } · { $time } · { $ruleset } · { $match }
end-player = { $count ->
    [one] { $place }. { $player }: { $points } Punkt
   *[other] { $place }. { $player }: { $points } Punkte
}
end-reasons = ({ $reasons })
end-rating = Wertung { $before } → { $after } ({ $change })
end-out = nach Zug { $ply } ausgeschieden: { $exit }
end-out-by = nach Zug { $ply } ausgeschieden: { $exit } durch { $by }

# How a match ended, who came first, and the score.
ended-last-army = Die Partie ist vorbei: Nur noch { $army } ist im Spiel.
ended-first-out = Die Partie endet mit dem ersten Ausscheiden.
ended-capturable-king = Die Partie ist vorbei: Ein König konnte geschlagen werden.
ended-resigned-for = Die Partie ist vorbei: Die Aufgabe wurde angenommen.
ended-draw-time = Remis: Die Zeit ist abgelaufen, aber kein Gegner hat genug Material zum Mattsetzen.
ended-draw-agreement = Remis durch Einigung.
ended-draw-stalemate = Remis durch Patt: { $army } hat keinen erlaubten Zug und steht nicht im Schach.
ended-draw-repetition = { $count ->
    [3] Remis durch dreimalige Stellungswiederholung.
    [5] Remis durch fünfmalige Stellungswiederholung.
   *[other] Remis durch Stellungswiederholung.
}
ended-draw-moves = { $count ->
    [50] Remis nach der 50-Züge-Regel: { $clock } Züge aller Spieler zusammen ohne Schlagen, Bauernzug oder Ausscheiden.
    [75] Remis nach der 75-Züge-Regel: { $clock } Züge aller Spieler zusammen ohne Schlagen, Bauernzug oder Ausscheiden.
   *[other] Remis: { $clock } Züge aller Spieler zusammen ohne Schlagen, Bauernzug oder Ausscheiden.
}
ended-draw-impossibility = Remis: ungenügendes Material.
ended-aborted = Partie abgebrochen. Keine Punkte.
ended-wins = { $player } gewinnt.
ended-first = { $player } belegt den ersten Platz.
ended-shared = { $player } teilen sich den ersten Platz.
ended-scores = Punkte: { $scores }.
result-wins = { $army } gewinnt, { $score }
result-first = Platz 1 für { $army }, { $score }
result-shared = { $army } teilen sich Platz 1, { $score }
result-draw = Remis, { $score }
result-draw-first = Remis, Platz 1 für { $army }, { $score }
result-aborted = Abgebrochen
list-and = {" und "}
list-or = {" oder "}
list-comma = {", "}
