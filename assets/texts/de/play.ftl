## Play

# Somebody who plays by a link in a match of another chat, under a name of their own choice.
called-by-link = { $name } (per Link)
turn = { $player } ist am Zug.
turn-and-next = { $player } ist am Zug, danach { $next }.
turn-paused = Als Nächstes zieht { $player }, sobald die Partie weitergeht.
# The first line of what happened, and the beginning of its last one.
your-move = { $player }, du bist am Zug.
your-move-by = { $player }, du bist am Zug und hast Zeit bis { $when }.
then = Danach { $next }.
# What a move did follows it: “: takes Gray's pawn”.
moved = { $bold }{ $ply }. { $move }{ $bold } { $player }: { $does }.
done-moves = { $piece } nach { $square }
done-takes = { $piece } schlägt { $taken } auf { $square }
done-takes-en-passant = { $piece } schlägt { $taken } en passant, nach { $square }
captured-so-far = Bisher geschlagen: { $captured }.
captured-by = von { $army } { $pieces }
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
out-mate-pact = { $player } scheidet aus: matt gesetzt im Pakt von { $others }, die sich das Matt teilen.
out-mate-each = { $player } scheidet aus: matt gesetzt von { $others } zugleich, und jede Armee allein hätte genügt.
out-mate-shared = { $player } scheidet aus: matt gesetzt von { $others } gemeinsam.
out-king-taken = { $player } scheidet aus: { $by } hat den König geschlagen.
out-king-taken-pact = { $player } scheidet aus: Der König ist geschlagen, und { $others } teilen sich das durch ihren Pakt.
out-king-capturable = { $player } scheidet aus: { $by } könnte als Nächstes den König schlagen.
out-stalemate = { $player } scheidet aus: patt, also kein erlaubter Zug und nicht im Schach.
out-time = { $player } hat die Zeit überschritten und scheidet aus. Die Figuren bleiben tot auf dem Brett.
out-time-last = { $player } hat die Zeit überschritten und scheidet aus.
out-untimed = { $player } scheidet aus: Niemand hat gezogen. Die Figuren bleiben tot auf dem Brett.
out-untimed-last = { $player } scheidet aus: Niemand hat gezogen.
out-conceded = { $player } gibt auf und scheidet aus. Die Figuren bleiben tot auf dem Brett.
out-conceded-last = { $player } gibt auf und scheidet aus.

# What was earned: “Earned: White 3/2 (checkmated Gray 1, outlived Gray 1/2), Black 1/2 (outlived Gray).”
earned = Dafür gibt es Punkte: { $scores }.
score = { $army } { $points }
score-for = { $army } { $points } ({ $reasons })
earned-part = { $reason } { $points }
earned-mate = { $army } matt gesetzt
earned-king-taken = König von { $army } geschlagen
earned-capturable = König von { $army } war zu schlagen
earned-stalemate = { $army } patt
earned-conceded = { $army } hat aufgegeben
earned-resigned-for = { $army } hat zugunsten von { $winner } aufgegeben
earned-time = Zeit von { $army } abgelaufen
earned-untimed = für { $army } hat niemand gezogen
earned-share = Anteil an der Niederlage von { $army }
earned-outlived = länger im Spiel als { $army }
earned-third = dritter Platz
earned-last-king = letzter König
earned-last-army = letzte Armee im Spiel
earned-draw = Remis
points-so-far = Punkte bisher: { $scores }.

draw-offered = { $player } bietet Remis an. Innerhalb einer Runde müssen alle zustimmen, noch fehlt: { $others }.
draw-stands = { $player } bietet Remis an, noch fehlt die Zustimmung von { $others }.
draw-agreed = { $player } nimmt das Remis an.
draw-agreed-waiting = { $player } nimmt das Remis an. Noch fehlt die Zustimmung von { $others }.
draw-declined = { $player } lehnt das Remis ab.
draw-lapsed = Das Remisangebot ist verfallen.
draw-withdrawn = { $player } zieht das Remisangebot zurück.
left-to-computers = Jetzt spielen nur noch Computer. Sie bringen die Partie allein zu Ende, ohne dass jeder Zug gepostet wird. Wer mitgespielt hat, kann sie jetzt beenden: Dann teilen die Computer, was noch zu gewinnen ist.
computers-stopped = Jemand, der ausgeschieden ist, hat die Partie beendet. Die Computer teilen, was noch zu gewinnen war.
draw-claimed-repetition = { $player } reklamiert Remis durch Wiederholung.
draw-claimed-moves = { $player } reklamiert Remis nach der Zügezahl.
draw-claimed-impossibility = { $player } reklamiert Remis: Zum Matt reicht es für niemanden mehr.
resignation-offered = { $player } möchte zugunsten von { $winner } aufgeben. { $third } muss zustimmen; bis dahin geht es weiter.
resignation-accepted = { $player } nimmt die Aufgabe an.
resignation-declined = { $player } nimmt die Aufgabe nicht an, und die Partie geht weiter.
resignation-withdrawn = { $player } zieht die Aufgabe zurück.
resignation-lapsed = Mit diesem Zug ist die Aufgabe von { $player } zugunsten von { $winner } verfallen.
resignation-stands = { $player } möchte zugunsten von { $winner } aufgeben, die Antwort von { $third } steht aus.
pact-offered = { $player } bietet { $other } einen Pakt gegen { $third } an: Setzt einer von beiden matt, teilen sie es sich.
pact-agreed = { $player } nimmt den Pakt mit { $other } gegen { $third } an: Setzt einer von beiden matt, teilen sie es sich.
pact-revoked = { $player } kündigt den Pakt mit { $other }.
pact-offer-revoked = { $player } zieht das Paktangebot an { $other } zurück.
pact-stands = { $player } und { $other } haben einen Pakt gegen { $third }.
pact-stands-offered = { $player } bietet { $other } einen Pakt gegen { $third } an.
pacts-lapsed = Es gilt kein Pakt mehr.
pact-offers-lapsed = Das Paktangebot ist verfallen.
abort-gone = Der Vorschlag von { $player }, die Partie abzubrechen, ist vom Tisch. Mit /abbrechen kannst du ihn wieder machen.
out-of-time = { $player } hat die Zeit überschritten.
nobody-moved = Für { $army } hat niemand rechtzeitig gezogen.
abort-offered = { $player } schlägt vor, die Partie abzubrechen. Noch fehlt die Zustimmung von { $others }, { $term }.
called-off = Die Partie der Computer ist abgebrochen.
abort-offered-alone = { $player } bricht die Partie vor dem eigenen ersten Zug ab.
abort-agreed = { $player } ist mit dem Abbruch einverstanden.
abort-declined = { $player } möchte weiterspielen.
abort-lapsed = Der Vorschlag von { $player }, die Partie abzubrechen, ist verfallen: Nicht alle haben rechtzeitig zugestimmt. Die Partie geht weiter.

# Time per move, and seats whose players are missing.
deadline = Frist: { $when }.
deadline-moves = { $count ->
    [one] Frist für 1 Zug: { $when }.
   *[other] Frist für { $count } Züge: { $when }.
}
budgets = Restzeit: { $budgets }.
budget-of = { $player } { $budget }
window-closes = Die Zeit für diesen Zug ist um. Die Nachfrist endet: { $when }.
window-open = Die Nachfrist endet: { $when }.
clock-stands = Die Partie pausiert, und die Uhr steht.
reminder = { $player }, du bist am Zug in Partie { $match }. Frist: { $until }.
reminder-last = { $player }, die Zeit für deinen Zug in Partie { $match } wird knapp. Frist: { $until }.
deadline-passed = { $player } hat die Zeit überschritten, kann aber bis { $closes } noch ziehen. { $others }: Jeder von euch kann mehr Zeit geben. Gemeinsam könnt ihr einen Ersatzspieler (/sitz aktion:ersatz person:) oder einen Computer einsetzen oder { $player } sofort ausscheiden lassen. Geschieht nichts, scheidet { $player } aus.
deadline-passed-alone = { $player } hat die Zeit überschritten, kann aber bis { $closes } noch ziehen. { $others }: Du kannst mehr Zeit geben, einen Ersatzspieler (/sitz aktion:ersatz person:) oder einen Computer einsetzen oder { $player } sofort ausscheiden lassen. Geschieht nichts, scheidet { $player } aus.
deadline-passed-again = { $player } hat auch die zusätzliche Zeit aufgebraucht, kann aber bis { $closes } noch ziehen. { $others }: Gemeinsam könnt ihr einen Ersatzspieler (/sitz aktion:ersatz person:) oder einen Computer einsetzen oder { $player } sofort ausscheiden lassen. Geschieht nichts, scheidet { $player } aus.
deadline-passed-again-alone = { $player } hat auch die zusätzliche Zeit aufgebraucht, kann aber bis { $closes } noch ziehen. { $others }: Du kannst einen Ersatzspieler (/sitz aktion:ersatz person:) oder einen Computer einsetzen oder { $player } sofort ausscheiden lassen. Geschieht nichts, scheidet { $player } aus.
player-gone = { $player } kommt vielleicht nicht zurück, kann aber bis { $closes } noch ziehen. { $others }: Jeder von euch kann mehr Zeit geben. Gemeinsam könnt ihr einen Ersatzspieler (/sitz aktion:ersatz person:) oder einen Computer einsetzen oder { $player } sofort ausscheiden lassen. Geschieht nichts, scheidet { $player } aus.
player-gone-alone = { $player } kommt vielleicht nicht zurück, kann aber bis { $closes } noch ziehen. { $others }: Du kannst mehr Zeit geben, einen Ersatzspieler (/sitz aktion:ersatz person:) oder einen Computer einsetzen oder { $player } sofort ausscheiden lassen. Geschieht nichts, scheidet { $player } aus.
player-silent = { $player } hat seit drei Tagen nicht gezogen, kann aber bis { $closes } noch ziehen. { $others }: Jeder von euch kann mehr Zeit geben. Gemeinsam könnt ihr einen Ersatzspieler (/sitz aktion:ersatz person:) oder einen Computer einsetzen oder { $player } sofort ausscheiden lassen. Geschieht nichts, scheidet { $player } aus.
player-silent-alone = { $player } hat seit drei Tagen nicht gezogen, kann aber bis { $closes } noch ziehen. { $others }: Du kannst mehr Zeit geben, einen Ersatzspieler (/sitz aktion:ersatz person:) oder einen Computer einsetzen oder { $player } sofort ausscheiden lassen. Geschieht nichts, scheidet { $player } aus.
seat-waits = { $army } hat niemanden am Brett. { $others }: Ihr entscheidet, bis die Nachfrist endet: { $closes }. Gemeinsam könnt ihr den Sitz an einen Ersatz (/sitz aktion:ersatz person:) oder an einen Computer (/sitz aktion:computer) geben oder die Armee sofort ausscheiden lassen (/sitz aktion:ende). Geschieht nichts, scheidet sie aus.
time-granted = { $by } gewährt { $player } mehr Zeit. Frist: { $until }.
time-granted-paused = { $by } gewährt { $player } mehr Zeit, sobald es weitergeht.
time-extended = Ich war nicht da, oder meine Uhr ging falsch: { $player } bekommt mehr Zeit. Frist: { $until }.
paused = Die Partie pausiert: Die Uhr steht, und niemand zieht. Mit /pause aktion:anbieten schlägst du vor, weiterzuspielen; nach 30 Tagen geht es von allein weiter.
resumed = Die Partie geht weiter, und die Uhr läuft wieder.
taken-back = Züge sind zurückgenommen. Die Partie geht nach Halbzug { $ply } weiter.
gone = { $name } ({ $army }) hat den Server verlassen.
freed = { $name } spielt { $army } nicht mehr, der Sitz ist frei. Der Grund, den die Serververwaltung nennt: { $reason }
took-over = { $name } übernimmt { $army }.
computer-took-over = { $name }, ein Computer der Stufe { $level }, übernimmt { $army }.
substitute-agrees = { $name } ist bereit zu übernehmen.
substitute-declines = { $name } möchte nicht übernehmen. Der Vorschlag ist vom Tisch.
history-time-granted = { $by } hat { $player } mehr Zeit gewährt.
history-time-extended = { $player } hat mehr Zeit bekommen: Ich war nicht da, oder meine Uhr ging falsch.
history-deadline-passed = Die Zeit von { $player } war um.
history-window-opened = Für { $player } hat niemand gezogen, und die Nachfrist begann.

# What is proposed to all.
pause-proposed = { $player } schlägt eine Pause vor: keine Uhr, keine Züge. Noch fehlt die Zustimmung von { $others }, { $term }.
resume-proposed = { $player } schlägt vor, weiterzuspielen. Noch fehlt die Zustimmung von { $others }, { $term }.
takeback-proposed = { $player } möchte den eigenen letzten Zug und alles danach zurücknehmen, bis Halbzug { $ply }. Noch fehlt die Zustimmung von { $others }, { $term }.
substitute-proposed = { $player } schlägt vor, dass { $name } für { $army } übernimmt. Noch fehlt die Zustimmung von { $others }, { $term }; { $name } stimmt mit /beitreten partie:{ $match } zu.
computer-proposed = { $player } schlägt vor, dass ein Computer für { $army } übernimmt. Noch fehlt die Zustimmung von { $others }, { $term }.
put-out-proposed = { $player } schlägt vor, { $army } sofort ausscheiden zu lassen. Noch fehlt die Zustimmung von { $others }, { $term }.
within-day = innerhalb eines Tages
within-time = rechtzeitig
within-window = bevor die Nachfrist endet: { $closes }
proposal-agreed = { $player } stimmt zu: { $what }.
proposal-declined = { $player } lehnt ab: { $what }. Der Vorschlag ist vom Tisch.
computer-plays-rated = Computer spielen gewertete Partien zu Ende und lassen jeden Zug stehen.
proposal-lapsed = Der Vorschlag von { $player } ist verfallen: { $what }. Nicht alle haben rechtzeitig zugestimmt.
proposal-gone = Der Vorschlag von { $player } ist vom Tisch: { $what }.
proposal-stands = Vorschlag von { $player }: { $what }. Noch fehlt die Zustimmung von { $others }. Er verfällt: { $until }.
motion-abort = die Partie abbrechen
motion-pause = eine Pause
motion-resume = weiterspielen
motion-takeback = Züge zurücknehmen
motion-substitute = { $name } übernimmt { $army }
motion-computer = ein Computer übernimmt { $army }
motion-put-out = { $army } scheidet sofort aus

# Das Ende einer Partie: die Zeile, die ihre Spieler ruft, und ihre Seite.
end-call = Die Partie ist vorbei: { $result }
# How long a match was, in moves of all players.
end-length = { $count ->
    [one] 1 Zug
   *[other] { $count } Züge
}
end-terms = { $length } · { $time } · { $ruleset } · { $match }
end-player = { $place }. { $player }: { $points }
end-rating = Wertung { $before } → { $after } ({ $change })
end-out = nach Zug { $ply } ausgeschieden: { $exit }
end-out-by = nach Zug { $ply } ausgeschieden: { $exit } durch { $by }

# How a match ended, who is first, the score, and what brought it about.
ended-last-army = Die Partie ist vorbei: { $army } ist die letzte Armee im Spiel.
ended-first-out = Die Partie ist vorbei, denn die erste Armee ist ausgeschieden.
ended-capturable-king = Die Partie ist vorbei: Ein König war zu schlagen.
ended-resigned-for = Die Partie ist vorbei: Die Aufgabe gilt.
ended-draw-time = Remis: Die Zeit ist abgelaufen, und kein Gegner hat noch genug zum Matt.
ended-draw-agreement = Remis durch Einigung.
ended-draw-stalemate = Remis durch Patt: { $army } hat keinen erlaubten Zug und steht nicht im Schach.
ended-draw-repetition = Remis durch Wiederholung: Diese Stellung stand nach den Halbzügen { $plies } auf dem Brett.
ended-draw-moves = Remis: { $clock } Halbzüge ohne Schlagen, ohne Bauernzug, und keine Armee schied aus.
ended-draw-impossibility = Remis: Niemand kann mehr matt gesetzt werden.
ended-aborted = Die Partie ist abgebrochen: keine Punkte.
ended-wins = { $player } gewinnt.
ended-first = { $player } liegt vorn.
ended-shared = { $player } teilen sich den ersten Platz.
ended-score = Stand Weiß–Grau–Schwarz: { $score }.
ended-scores = { $scores } · Regeln { $rule }
result-wins = { $army } gewinnt, { $score }
result-first = { $army } vorn, { $score }
result-shared = { $army } gemeinsam vorn, { $score }
result-draw = Remis, { $score }
result-draw-first = Remis, { $army } vorn, { $score }
result-aborted = Abgebrochen
list-and = {" und "}
list-or = {" oder "}
list-comma = {", "}
