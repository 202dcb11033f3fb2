## Refusals: one for each reason

refused-not-your-turn = Du bist nicht am Zug: { $army } ist dran. /brett zeigt die Stellung.
refused-not-a-player = Du spielst in dieser Partie nicht mit. Zuschauen kannst du mit /brett.
refused-unreadable-move = „{ $typed }“ kann ich nicht als Zug lesen. Meinst du { $nearest }?
refused-no-move = „{ $typed }“ kann ich nicht als Zug lesen. Schreib die Figur und ihr Zielfeld, etwa Sf3 (Springer nach f3), oder nur e4 für einen Bauern. Auch Start- und Zielfeld gehen: e2e4.
refused-unreadable-square = „{ $typed }“ ist kein Feld. Ein Feld ist ein Buchstabe von a bis x und eine Zahl von 1 (äußerster Ring) bis 6 (innerster Ring), etwa m4.
refused-unreadable-line = Das ist kein Befehl. Befehle beginnen mit einem Schrägstrich: Versuch /hilfe.
refused-nobody-speaks = Wer spielt? Beginn die Zeile mit einem Namen: @ann /spielen
refused-unreadable-button = Dieser Knopf funktioniert nicht mehr. Mit /brett bekommst du neue.
refused-ambiguous = „{ $typed }“ könnte { $candidates } sein. Welchen Zug meinst du?
refused-promotion = Dieser Bauer wird umgewandelt. Wähle eine Figur: { $candidates }.
refused-illegal-move = So kannst du nicht ziehen, denn { $why }. Wähle einen anderen Zug.
refused-pawn-meant = So kannst du nicht ziehen, denn { $why }. Wenn du mit dem Bauern schlagen willst, schreib { $captures }.

# Why a move isn't legal. $step is “bishop h1–i2”, $piece is “bishop on h1”, and $border is “x and a”.

piece-on = { $piece } auf { $square }
illegal-nobody-left = du hast keinen Gegner mehr
illegal-no-piece = auf { $from } steht keine Figur
illegal-other-army = die Figur gehört { $army }, und du spielst { $turn } ({ $piece })
illegal-dead-piece = die Figur ist tot, weil { $army } ausgeschieden ist ({ $piece })
illegal-same-square = die Figur steht schon dort ({ $piece })
illegal-own-piece = { $step } würde { $piece ->
    [Dame] deine eigene Dame
    [Bauer] deinen eigenen Bauern
   *[other] deinen eigenen { $piece }
} schlagen
illegal-not-so = von { $from } nach { $to } kann { $piece ->
    [Dame] keine
   *[other] kein
} { $piece } ziehen
illegal-none-reaches = { $piece ->
    [Dame] keine
   *[other] kein
} { $piece } von { $army } kann { $to } erreichen
illegal-blocked = bei { $step } steht etwas im Weg ({ $piece })
illegal-nothing-to-take = { $step } ginge nur als Schlagzug, und dort gibt es nichts zu schlagen
illegal-no-en-passant = der Bauer auf { $from } kann den Bauern auf { $pawn } nicht en passant schlagen
illegal-creek = { $step } würde über den Bach zwischen { $border } schlagen
illegal-unbridged-moat = { $step } führt über den Graben zwischen { $border }, und der ist noch nicht überbrückt
illegal-takes-across-moat = { $step } würde über den Graben zwischen { $border } schlagen, und über eine Brücke darf man nicht schlagen
illegal-checks-across-moat = { $step } würde über den Graben zwischen { $border } hinweg Schach geben, und das darf ein Zug über eine Brücke nicht
illegal-king-attacked = nach { $step } stünde dein König auf { $king } im Schach ({ $piece })
illegal-king-stays-attacked = nach { $step } steht dein König auf { $king } immer noch im Schach ({ $piece })
illegal-castling-gone = { $move } ist nicht mehr möglich: König oder Turm hat schon gezogen, oder der Turm ist weg
illegal-castling-blocked = { $move } ist versperrt: { $square } ist nicht leer
illegal-castling-in-check = { $move } ist nicht erlaubt, solange dein König im Schach steht (von { $from } aus)
illegal-castling-attacked = bei { $move } käme dein König über oder auf { $square }, und das Feld wird von { $from } aus angegriffen
illegal-promotion-missing = { $step } ist eine Umwandlung, also gehört der Buchstabe der neuen Figur dazu
illegal-not-a-promotion = { $step } ist keine Umwandlung
illegal-cannot-become = aus einem Bauern kann { $piece ->
    [Dame] keine
   *[other] kein
} { $piece } werden

refused-match-over = Diese Partie ist vorbei. Eröffne mit /spielen einen neuen Tisch.
refused-table-closed = Dieser Tisch ist geschlossen. Eröffne mit /spielen einen neuen.
refused-position-moved-on = Dieses Brett zeigte Zug { $shown }; die Partie ist inzwischen bei Zug { $now }. Nimm die Knöpfe unten oder /brett.
refused-which-match = Welche Partie meinst du? Drück einen Knopf, oder ergänze partie: und eine davon: { $matches }.
refused-no-such-match = Diese Partie finde ich nicht. /partien zeigt deine.
refused-table-full = Dieser Tisch ist voll. Eröffne mit /spielen einen anderen.
refused-seat-taken = { $army } ist besetzt oder für jemand anderen reserviert. Versuch /beitreten ohne Sitz.
refused-already-seated = Du hast in dieser Partie schon einen Sitz: { $army }.
refused-invited-before = { $name } hat an deinem Tisch { $match } schon einen Sitz oder eine Einladung.
refused-seated-already = Du sitzt schon an diesem Tisch ({ $army }). Mit /verlassen gibst du deinen Sitz auf.
refused-not-invited = Diese Einladung ist für { $invited }.
refused-seat-open = Du kannst einen der freien Sitze nehmen.
refused-no-seat-open = Andere freie Sitze gibt es nicht. Eröffne mit /spielen einen anderen Tisch.
refused-not-seated = Du hast an diesem Tisch keinen Sitz. Nimm mit /beitreten Platz.

# Why a draw can't be claimed: one of the first four, then the current state of each claim.
refused-claim-not-due = Du kannst gerade kein Remis reklamieren.
refused-claim-with = Mit { $move } kannst du kein Remis reklamieren, deshalb wurde der Zug nicht gespielt.
refused-claim-ends = { $move } beendet die Partie ohnehin, also gibt es nichts zu reklamieren. Der Zug wurde nicht gespielt: Zieh, ohne zu reklamieren.
refused-claim-automatic = Bei { $ruleset } kannst du kein Remis reklamieren: Stellungswiederholung, 50-Züge-Regel und ungenügendes Material gelten automatisch.
refused-claim-not-made = Deshalb wurde { $move } nicht gespielt: Zieh, ohne zu reklamieren.
refused-claim-repetition = { $count ->
    [one] Diese Stellung kam bisher einmal vor. Für ein Remis muss sie { $wanted }-mal vorkommen.
   *[other] Diese Stellung kam bisher { $count }-mal vor. Für ein Remis muss sie { $wanted }-mal vorkommen.
}
refused-claim-own = Du hast die Stellung selbst wiederholt und hättest mit dem Zug reklamieren müssen. Jetzt können das nur noch die anderen.
refused-claim-clock = Bisher { $clock } von { $due } Zügen (aller Spieler zusammen) ohne Schlagen, Bauernzug oder Ausscheiden.
refused-claim-impossibility = Noch hat jemand genug Material zum Mattsetzen; sobald das niemand mehr hat, kannst du auch deshalb Remis reklamieren.
refused-claim-offer = Du kannst aber mit { $moves } Remis reklamieren: /zug { $move } reklamieren:true

refused-which-winner = Bei diesem Regelwerk gibst du zugunsten eines anderen auf, und der Dritte muss zustimmen. Wer soll gewinnen, { $armies }? Drück einen Knopf, oder ergänze sieger: bei /aufgeben.
refused-which-partner = Wen meinst du, { $armies }? Drück einen Knopf, oder ergänze mit: bei /pakt.
refused-no-third-army = Es sind nur noch zwei Spieler übrig: Für einen Pakt fehlt der Dritte, gegen den er ginge.
refused-not-for-two = { $ruleset } ist für zwei Spieler, Weiß und Schwarz. Lade höchstens einen Gegner ein, und wähle nicht Grau.
refused-computers-for-two = { $ruleset } ist für zwei Spieler: Nimm einen Computer, um gegen ihn zu spielen, oder zwei, um ihnen zuzuschauen.
refused-too-many = { $ruleset } hat nur { $seats } Sitze, und du willst mehr besetzen: Du selbst, alle Eingeladenen und die Computer zählen mit.
refused-invites-self = An deinem eigenen Tisch sitzt du schon. Lade jemand anderen ein, oder lass den Sitz frei.
refused-invites-twice = Du hast zweimal dieselbe Person genannt. Nenne zwei verschiedene oder nur eine.
refused-bot = { $name } ist ein Bot und kann nicht mitspielen. Lade einen Menschen ein, oder nimm stattdessen einen Computer.
refused-absent = { $name } ist nicht auf diesem Server und kann hier deshalb nicht mitspielen. Lade die Person zuerst auf den Server ein.
refused-rated-computers = Partien mit Computern sind auf diesem Server ungewertet, also kann auch diese nicht gewertet werden. Die Serververwaltung kann das mit /server ändern.
refused-level-taking-over = Diese Partie läuft schon, und ein Computer, der übernimmt, spielt immer auf Stufe { $level }. Lass stufe: weg.
refused-watching = Du schaust schon Computern zu, in Partie { $match }. Lass sie zu Ende spielen, oder beende die Partie mit /abbrechen aktion:anbieten partie:{ $match }.
refused-rated-page = Diese Partie kann nicht gewertet werden: Partien im Browser sind immer ungewertet, denn mit dem Link kann jeder spielen.
refused-rated-alone = Eine Partie, in der nur Computer spielen, kann nicht gewertet werden.
refused-no-pacts = Bei { $ruleset } gibt es keine Pakte, nur bei First Mate und Second Mate.
refused-no-winner-named = Bei { $ruleset } gibst du nicht zugunsten eines anderen auf, und niemand muss zustimmen. Nimm einfach /aufgeben.
refused-no-draw = Es gibt kein Remisangebot, auf das du antworten könntest. Biete mit /remis aktion:anbieten selbst eines an.
refused-no-own-draw = Du hast kein Remis angeboten. Das geht mit /remis aktion:anbieten.
refused-no-resignation = Es gibt keine Aufgabe, auf die du antworten könntest. /brett zeigt offene Angebote.
refused-no-own-resignation = Du hast keine Aufgabe, die du zurückziehen könntest. /brett zeigt offene Angebote.
refused-no-pact-offered = Es gibt kein Paktangebot, das du annehmen könntest. Biete mit /pakt aktion:anbieten selbst einen Pakt an.
refused-no-pact-to-end = So einen Pakt hast du weder geschlossen noch angeboten. Angebote von anderen kannst du ignorieren: Sie gelten erst, wenn du annimmst.
refused-no-abort = Es gibt keinen Abbruchvorschlag, auf den du antworten könntest. Mach selbst einen mit /abbrechen aktion:anbieten.
refused-no-proposal = So einen Vorschlag gibt es nicht, oder du hast schon zugestimmt. Deine Partien zeigt /partien.
refused-motion-stands = So einen Vorschlag gibt es schon. Erst muss er beantwortet werden.
refused-agreed-before = Du hast schon zugestimmt. Noch fehlt die Zustimmung von { $others }.
refused-paused = Die Partie pausiert, deshalb kannst du nicht ziehen. Mit /pause aktion:anbieten schlägst du vor, weiterzuspielen.
refused-nothing-to-take-back = Du kannst keinen Zug zurücknehmen: Du hast noch nicht gezogen, oder seit deinem letzten Zug ist jemand ausgeschieden.
refused-seat-not-missing = Am Sitz von { $army } geht das nicht: Dort spielt jemand und hat noch Zeit, oder { $army } ist schon ausgeschieden. Deinen eigenen Sitz kannst du mit /sitz aktion:ersatz person: an jemand anderen oder mit aktion:computer an einen Computer weitergeben.
refused-seat-vacant = Für { $army } spielt niemand, dem du mehr Zeit geben könntest. Schlag mit /sitz einen Ersatz oder einen Computer vor.
refused-granted-before = { $army } hat für diesen Zug schon mehr Zeit bekommen. Schlag mit /sitz einen Ersatz, einen Computer oder das Ausscheiden vor.
refused-own-time = Mehr Zeit können dir nur die anderen geben. Ziehen kannst du weiterhin, und dein Zug zählt.
refused-who-substitutes = Wer soll übernehmen? Ergänze person: bei /sitz aktion:ersatz.
refused-already-proposed = Das hast du schon vorgeschlagen, oder du hast schon zugestimmt. Jetzt sind die anderen dran.
refused-resignation-stands = { $army } hat schon angeboten, zugunsten von { $winner } aufzugeben, und es kann immer nur ein solches Angebot geben. Darauf muss { $third } antworten. { $army } kann das Angebot mit /aufgeben aktion:zurückziehen zurückziehen.
refused-pact-stands = Diesen Pakt hast du schon angeboten oder geschlossen.
refused-already-conceded = Du hast schon aufgegeben. Zuschauen kannst du mit /brett.
refused-army-out = Du bist ausgeschieden. Zuschauen kannst du mit /brett.
refused-needs-confirmation = Aufgeben kannst du nicht rückgängig machen. Deine Figuren bleiben als Hindernisse auf dem Brett, und die anderen spielen weiter. Zum Aufgeben drück den Knopf, oder nimm /aufgeben bestätigen:true.
refused-confirm-last = Wenn du aufgibst, kannst du das nicht rückgängig machen, und die Partie ist vorbei: { $score }. Zum Aufgeben drück den Knopf, oder nimm /aufgeben bestätigen:true.
refused-confirm-winner = Wenn { $third } zustimmt, gewinnt { $winner } die Partie. Bis du ziehst, kannst du das Angebot zurückziehen. Drück den Knopf, oder nimm /aufgeben sieger:{ $option } bestätigen:true.
refused-not-the-opener = Schließen kann diesen Tisch nur, wer ihn eröffnet hat. Deinen eigenen Sitz gibst du mit /verlassen auf.
refused-nothing-to-fill = Für einen Computer ist kein Sitz frei. Die übrigen Sitze sind für deine Gäste reserviert.
refused-opener-only = Computer kann an diesen Tisch nur setzen, wer ihn eröffnet hat. Nimm mit /beitreten einen Sitz, oder eröffne mit /spielen einen eigenen Tisch.
refused-not-started = Die Partie hat noch nicht begonnen: Es sind noch Sitze frei. Sie beginnt, sobald alle besetzt sind.
refused-already-started = Die Partie läuft schon. Zum Aufhören nimm /aufgeben.
refused-not-over = Diese Partie ist noch nicht vorbei. Danach eröffnet /revanche einen Tisch für die nächste.
refused-rematch-began = Die Revanche läuft schon: Es ist Partie { $match }. Ist sie vorbei, könnt ihr mit /revanche partie:{ $match } noch einmal spielen.
refused-rematch-unplayed = An diesem Tisch wurde nicht gespielt, deshalb kann es keine Revanche geben. Nenn mit /revanche partie: eine andere Partie, oder eröffne mit /spielen einen neuen Tisch.
refused-rematch = Von dieser Partie kann es keine Revanche geben: Sie wurde anderswo gespielt, oder Tische dafür wurden zu oft geschlossen. Eröffne mit /spielen einen neuen Tisch.
refused-not-allowed = Das kannst du hier nicht tun. /hilfe zeigt, was du tun kannst.
refused-unknown-command = Einen Befehl /{ $command } gibt es nicht. Versuch /hilfe.
refused-misspelt-command = Einen Befehl /{ $command } gibt es nicht. Meintest du /{ $meant }?
refused-unknown-option = /{ $command } hat keine Option „{ $option }“. Es gibt: { $options }.
refused-no-options = /{ $command } hat keine Optionen.
refused-bad-choice = { $option }: muss eins davon sein: { $wants }.
refused-bad-time = Diese Zeit verstehe ich nicht. { $option }: kann eine Zeit pro Zug von 10s bis 30d sein (10m, 12h, 3 Tage), eine Zeit für mehrere Züge (10/30d sind zehn Züge in 30 Tagen) oder none.
refused-bad-number = { $option }: braucht eine ganze Zahl, { $wants }.
wants-within = { $least } bis { $most }
refused-bad-integer = { $option }: braucht eine ganze Zahl, 0 oder mehr.
refused-bad-boolean = { $option }: muss true (ja) oder false (nein) sein.
refused-bad-user = { $option }: braucht eine Person, etwa @name.
refused-bad-text = { $option }: braucht einen Text.
refused-missing-option = /{ $command } braucht { $option }: { $what }.
refused-missing-choice = /{ $command } braucht { $option }: eins von { $what }.
refused-option-twice = { $option }: kommt zweimal vor. Nimm es nur einmal.
refused-form = Etwas im Formular stimmt nicht. Öffne es noch einmal und prüf jedes Feld.
refused-unknown-ruleset = Ein Regelwerk „{ $ruleset }“ gibt es nicht. Es gibt: { $rulesets }.
refused-too-long = Das ist zu lang: höchstens { $most } Zeichen.
refused-no-such-ply = Einen Zug { $ply } gibt es noch nicht; die Partie ist bei Zug { $now }.
refused-no-such-page = { $count ->
    [one] Es gibt nur eine Seite, seite:1.
   *[other] Es gibt { $count } Seiten, seite:1 bis seite:{ $count }.
}
refused-profile = Das Profil von { $name } ist privat. /profil zeigt deins.
refused-not-managing = /server braucht die Berechtigung „Server verwalten“. Frag jemanden, der sie hat.
refused-nothing-to-set = Ergänze, was du ändern willst, etwa /server aktion:einstellen computer-gewertet:true.
refused-store-unavailable = Ich kann gerade nichts speichern, deshalb hat sich nichts geändert. Bitte versuch es in ein paar Minuten noch einmal.
refused-store-in-doubt = Beim Speichern ist etwas schiefgegangen, deshalb weiß ich nicht, ob es geklappt hat. Sieh in ein paar Minuten mit /brett nach, und versuch es noch einmal, wenn nicht.
refused-failed = Bei mir ist etwas schiefgegangen. Vielleicht hat es geklappt, vielleicht nicht: Sieh mit /brett nach.
refused-unclear = Ich konnte nicht lesen, was Discord mir geschickt hat ({ $field }), deshalb ist nichts geschehen. Versuch es bitte noch einmal. Passiert es wieder, sag es den Leuten, die diesen Bot betreiben.
refused-missing-rights = Ich darf in diesem Kanal nichts schreiben, deshalb kannst du hier nicht spielen. Bitte die Serververwaltung, das zu ändern, oder eröffne den Tisch in einem anderen Kanal. Fehlende Berechtigungen: { $rights }.
refused-shut-out = Ich bin nicht in diesem privaten Thread und kann hier deshalb nichts schreiben. Erwähne { $bot } hier in einer Nachricht, um mich hereinzuholen, und versuch es dann noch einmal.
refused-locked = Dieser Thread ist gesperrt, deshalb kann ich hier nichts schreiben. Bitte jemanden aus der Moderation, ihn zu entsperren, oder eröffne den Tisch in einem Kanal.

# A permission the bot lacks, said once per match. $rights are permissions by the names that Discord's settings use.

lacks-thread = Ich darf hier keine Threads erstellen, deshalb wird die Partie in diesem Kanal gespielt. Die Serververwaltung kann das für die nächste Partie ändern. Fehlende Berechtigungen: { $rights }.
lacks-free-thread = Dieser Server hat so viele aktive Threads, wie Discord zulässt, deshalb wird die Partie in diesem Kanal gespielt.
lacks-files = Ich darf hier keine Dateien anhängen, deshalb kommt das Brett als Text. Die Serververwaltung kann das ändern. Fehlende Berechtigungen: { $rights }.
lacks-history = Ich darf hier den Nachrichtenverlauf nicht lesen, deshalb zeigt diese Nachricht nicht, wer später dazukommt. Die Serververwaltung kann das ändern. Fehlende Berechtigungen: { $rights }.
lacks-record = Ich darf hier keine Dateien anhängen. Exportiere die Partie in einem anderen Kanal, mit partie: und ihrer ID, oder bitte die Serververwaltung, das zu ändern. Fehlende Berechtigungen: { $rights }.
lacks-speech = Ich darf in { $where } nichts schreiben und kann die Partie dort deshalb nicht zeigen. Die Serververwaltung kann das ändern. Fehlende Berechtigungen: { $rights }.
lacks-entry = Ich kann in { $where } nichts schreiben: Das ist ein privater Thread, und ich bin nicht darin. Erwähne dort einmal { $bot }, um mich hereinzuholen.
lacks-unlocked = Der Thread der Partie { $match } ist gesperrt, deshalb schreibe ich hier. Sobald die Moderation ihn entsperrt, geht die Partie dort weiter.
lacks-unlocked-private = Der Thread der Partie { $match } ist gesperrt. Bis die Moderation ihn entsperrt, schreibe ich den Spielern direkt. Sie sehen das Brett mit /brett, sonst sieht es niemand.
thread-again = Der Thread der Partie { $match } wurde gelöscht, deshalb habe ich diesen erstellt.
thread-moved = Der Thread der Partie { $match } wurde noch einmal gelöscht, deshalb geht sie in diesem Kanal weiter.
direct-told = { $happened }
    Partie { $match }: { $link }
direct-elsewhere = { $happened }
    Wo Partie { $match } gespielt wird, kann ich nichts schreiben. Du kannst gleich hier weiterspielen: mit den Knöpfen oder mit /zug und partie:{ $match }.
# A line for someone whose ping had to wait because they had just been pinged.
late-question = { $player }, Partie { $match } wartet auf deine Antwort.
late-question-too = Auch ein Vorschlag wartet noch auf deine Antwort.
late-begun = { $player }, Partie { $match } hat begonnen.
late-declined = { $player }, jemand hat deine Einladung zu Partie { $match } abgelehnt.
# Added to the answer that the other players get.
unreached = { $player } ist in Partie { $match } am Zug und weiß es nicht: Ich darf in { $where } nichts schreiben, und meine Direktnachrichten kommen nicht an. Sag { $player } bitte Bescheid, oder bitte die Serververwaltung, mich in { $where } schreiben zu lassen.
unreached-closed = { $player } ist in Partie { $match } am Zug und weiß es nicht: Der Thread der Partie ist geschlossen, und meine Direktnachrichten kommen nicht an. Sag { $player } bitte Bescheid.
direct-instead = { $happened }
    Discord hat meine Direktnachricht zu Partie { $match } nicht zugestellt, deshalb erwähne ich dich ab jetzt hier. Damit es bei deiner nächsten Partie klappt, erlaube Direktnachrichten von Mitgliedern dieses Servers, oder wähle in /einstellungen die Erwähnung.
right-view-channel = Kanal anzeigen
right-send-messages = Nachrichten senden
right-send-in-threads = Nachrichten in Threads senden
right-create-threads = Öffentliche Threads erstellen
right-attach-files = Dateien anhängen
again-in = { $count ->
    [one] in einer Sekunde
   *[other] in { $count } Sekunden
}
refused-limit-tables-of-person = Du hast auf diesem Server schon { $most } offene Tische. Schließ einen davon mit /verlassen, oder warte, bis an einem Tisch die Partie beginnt oder ein Tisch schließt.
refused-limit-tables-in-channel = In diesem Kanal gibt es schon { $most } offene Tische. Setz dich mit /beitreten an einen offenen Tisch, oder warte, bis an einem Tisch die Partie beginnt oder ein Tisch schließt.
refused-limit-tables-in-server = Auf diesem Server gibt es schon { $most } offene Tische. Setz dich mit /beitreten an einen offenen Tisch, oder warte, bis an einem Tisch die Partie beginnt oder ein Tisch schließt.
refused-limit-matches = Du bist schon in { $most } Partien. Spiel erst eine zu Ende.
refused-limit-computer-matches = Du spielst schon { $most } Partien nur gegen Computer. Spiel eine zu Ende, oder brich eine mit /abbrechen aktion:anbieten ab.
refused-limit-seats = Du hast in einer Minute { $most }-mal Tische eröffnet oder Sitze gewechselt. Versuch es { $again } noch einmal.
refused-limit-proposals = Du hast in dieser Partie in einer Minute { $most }-mal etwas vorgeschlagen oder beantwortet. Versuch es { $again } noch einmal.
refused-limit-pictures = Du hast in einer Minute { $most } Bilder angefordert. Versuch es { $again } noch einmal; /brett text:true zeigt dir das Brett jederzeit als Text.
refused-limit-errands = Du hast in einer Minute { $most }-mal etwas exportiert oder eingestellt. Versuch es { $again } noch einmal.
refused-limit-completions = Du tippst zu schnell für Vorschläge. Versuch es { $again } noch einmal.
