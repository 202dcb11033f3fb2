## Refusals: one for every reason

refused-not-your-turn = { $army } ist am Zug. Wie es steht, zeigt /brett.
refused-not-a-player = Du spielst in dieser Partie nicht mit. Zuschauen kannst du mit /brett.
refused-unreadable-move = „{ $typed }“ kann ich nicht als Zug lesen. Meinst du { $nearest }?
refused-no-move = „{ $typed }“ kann ich nicht als Zug lesen. Schreib die Figur und ihr Zielfeld, etwa Sf3 (Springer nach f3), oder nur e4 für einen Bauern. Auch Start- und Zielfeld gehen: e2e4.
refused-unreadable-square = „{ $typed }“ ist kein Feld. Felder sind ein Buchstabe von a bis x und eine Zahl von 1, ganz außen, bis 6: m4.
refused-unreadable-line = Das ist kein Befehl. Befehle beginnen mit einem Schrägstrich: Versuch /hilfe.
refused-nobody-speaks = Wer spricht? Beginn die Zeile mit einem Namen: @ann /spielen
refused-unreadable-button = Dieser Knopf gehört nicht oder nicht mehr zu mir. Mit /brett bekommst du ein frisches Brett.
refused-ambiguous = „{ $typed }“ könnte { $candidates } heißen. Was meinst du?
refused-promotion = Ein Bauer, der Reihe 1 erreicht, wird umgewandelt (Regeln §2.6). Sag, in was: { $candidates }.
refused-illegal-move = So kannst du nicht ziehen: { $why }. Wähle einen anderen Zug.
refused-pawn-meant = So kannst du nicht ziehen: { $why }. Wenn du den Bauern meinst, schreib { $captures }.

# Why a move is not legal. A step is written “bishop h1–i2”, a piece “bishop on h1”.

piece-on = { $piece } auf { $square }
illegal = { $sentence } (Regeln { $rule })
illegal-nobody-left = es ist niemand mehr da, gegen den du spielen könntest
illegal-no-piece = auf { $from } steht keine Figur
illegal-other-army = { $turn } ist am Zug, und { $piece } gehört { $army }
illegal-dead-piece = { $piece } ist tot, denn { $army } ist ausgeschieden
illegal-same-square = { $piece } steht schon dort
illegal-own-piece = { $step } endet auf einer Figur derselben Armee ({ $piece })
illegal-not-so = { $step }: so zieht { $piece ->
    [Dame] eine
   *[other] ein
} { $piece } nicht
illegal-none-reaches = { $piece ->
    [Dame] keine
   *[other] kein
} { $piece } von { $army } kann nach { $to } ziehen
illegal-blocked = { $step } ist versperrt: { $piece } steht im Weg
illegal-nothing-to-take = { $step } ginge nur, wenn es dort etwas zu schlagen gäbe
illegal-no-en-passant = { $step } kann den Bauern auf { $pawn } nicht en passant schlagen
illegal-creek = { $step } würde über den Bach { $border } hinweg schlagen
illegal-unbridged-moat = { $step } würde den Graben { $border } überqueren, der nicht überbrückt ist
illegal-takes-across-moat = { $step } würde über den Graben { $border } hinweg schlagen
illegal-checks-across-moat = { $step } würde beim Überqueren des Grabens { $border } Schach geben
illegal-king-attacked = { $step } ließe den König auf { $king } im Schach: { $piece } greift ihn an
illegal-king-stays-attacked = { $step } rettet den König auf { $king } nicht: { $piece } greift ihn an
illegal-castling-gone = { $move } ist nicht mehr möglich: König oder Turm hat schon gezogen, oder der Turm ist weg
illegal-castling-blocked = { $move } ist versperrt: { $square } ist nicht leer
illegal-castling-in-check = { $move } ist im Schach nicht erlaubt, und der König wird von { $from } aus angegriffen
illegal-castling-attacked = { $move } würde den König über { $square } führen, und das Feld wird von { $from } aus angegriffen
illegal-promotion-missing = { $step } braucht den Buchstaben der Figur, in die der Bauer umgewandelt wird
illegal-not-a-promotion = { $step } ist keine Umwandlung
illegal-cannot-become = { $step } kann den Bauern nicht umwandeln in: { $piece }

refused-match-over = Diese Partie ist vorbei. Eröffne mit /spielen einen neuen Tisch.
refused-table-closed = Dieser Tisch ist geschlossen. Eröffne mit /spielen einen neuen.
refused-position-moved-on = Dieses Brett zeigte Halbzug { $shown }, die Partie steht bei Halbzug { $now }. Nimm die Knöpfe darunter oder /brett.
refused-which-match = Welche Partie meinst du? Drück einen Knopf, oder schreib partie: dazu, mit { $matches }.
refused-no-such-match = So eine Partie finde ich hier nicht. Deine siehst du mit /partien, einen Tisch eröffnest du mit /spielen.
refused-table-full = Dieser Tisch ist voll. Eröffne mit /spielen einen anderen.
refused-seat-taken = { $army } ist besetzt oder für jemand anderen freigehalten. Versuch /beitreten ohne Sitz.
refused-already-seated = Jeder Mensch hat in einer Partie nur einen Sitz, und deiner ist schon { $army }.
refused-invited-before = { $name } hat an deinem Tisch { $match } schon einen Sitz oder eine Einladung.
refused-seated-already = Du sitzt schon an diesem Tisch, als { $army }. Mit /verlassen gibst du deinen Sitz auf.
refused-not-invited = Diese Einladung ist für { $invited }.
refused-seat-open = Ein Sitz ist noch frei, den kannst du nehmen.
refused-no-seat-open = Sonst ist kein Sitz frei. Eröffne mit /spielen einen anderen Tisch.
refused-not-seated = Du hast an diesem Tisch keinen Sitz. Nimm mit /beitreten Platz.

# Why a draw cannot be claimed: one of the first four, then what there is today.
refused-claim-not-due = Gerade lässt sich kein Remis reklamieren.
refused-claim-with = { $move } bringt kein Remis, das du reklamieren könntest, und ist darum nicht gezogen.
refused-claim-ends = { $move } beendet die Partie ohnehin: Zieh ohne zu reklamieren. Der Zug ist nicht gemacht.
refused-claim-automatic = Unter { $ruleset } wird nichts reklamiert: Remis kommt dort von selbst (Regeln §6).
refused-claim-not-made = Darum ist { $move } nicht gezogen: Zieh ohne zu reklamieren.
refused-claim-repetition = { $count ->
    [one] Die Stellung steht zum ersten Mal da, nach Halbzug { $plies }; nötig ist es { $wanted }-mal (Regeln §5.2).
   *[other] Die Stellung stand bisher { $count }-mal da, nach den Halbzügen { $plies }; nötig ist es { $wanted }-mal (Regeln §5.2).
}
refused-claim-own = Du hast sie selbst herbeigeführt und hättest mit dem Zug reklamieren können; jetzt können es nur noch die anderen.
refused-claim-clock = Es sind { $clock } von { $due } Halbzügen vergangen, ohne dass geschlagen wurde, ein Bauer zog oder eine Armee ausschied (Regeln §5.3).
refused-claim-impossibility = Noch hat jemand genug zum Matt; wenn das niemand mehr hat, lässt sich auch das reklamieren (Regeln §5.4).
refused-claim-offer = Mit einem Zug kannst du aber jetzt reklamieren, { $moves }: /zug { $move } reklamieren:true

refused-which-winner = Hier gibst du zugunsten eines Siegers auf, und die dritte Armee muss zustimmen. Sag, wer gewinnen soll, { $armies }: mit einem Knopf oder /aufgeben sieger: (Regeln §6.5).
refused-which-partner = Mit wem? Sag { $armies }: mit einem Knopf oder /pakt mit: (Regeln §6.3).
refused-no-third-army = Es sind nur zwei Armeen im Spiel: Für einen Pakt fehlt die dritte, gegen die er ginge (Regeln §6.3).
refused-not-for-two = { $ruleset } ist für zwei Spieler: Weiß und Schwarz. Lade höchstens einen Gegner ein, und wähle nicht Grau.
refused-computers-for-two = { $ruleset } ist für zwei: Nimm einen Computer, um gegen ihn zu spielen, oder zwei, um ihnen zuzuschauen.
refused-too-many = { $ruleset } hat nur { $seats } Sitze. Du selbst, alle Eingeladenen und die Computer zählen mit.
refused-invites-self = An deinem eigenen Tisch sitzt du schon. Lade jemand anderen ein, oder lass den Sitz frei.
refused-invites-twice = Du hast zweimal dieselbe Person genannt. Nenne zwei verschiedene oder nur eine.
refused-bot = { $name } ist ein Bot und kann nicht mitspielen. Lade einen Menschen ein, oder nimm stattdessen einen Computer.
refused-absent = { $name } ist nicht auf diesem Server und kann hier nicht mitspielen. Lade die Person zuerst auf den Server ein.
refused-rated-computers = Partien mit Computern werden auf diesem Server nicht gewertet. Die Serververwaltung kann das mit /server ändern.
refused-level-taking-over = Diese Partie läuft schon, und ein Computer, der übernimmt, spielt auf Stufe { $level }. Lass stufe: weg.
refused-watching = Du schaust schon Computern zu, in Partie { $match }. Lass sie zu Ende spielen oder beende sie mit /abbrechen aktion:anbieten partie:{ $match }.
refused-rated-page = Diese Partie kann nicht gewertet werden: Partien im Browser werden nie gewertet, denn mit dem Link kann jeder spielen.
refused-rated-alone = Eine Partie, in der nur Computer spielen, wird nicht gewertet.
refused-no-pacts = Unter { $ruleset } gibt es keine Pakte; die gehören zu First Mate und Second Mate (Regeln §6.3).
refused-no-winner-named = Unter { $ruleset } gibt niemand zugunsten eines Siegers auf, und keine Aufgabe braucht eine Antwort. Zum Aufgeben genügt /aufgeben.
refused-no-draw = Es gibt kein Remisangebot, auf das du antworten könntest. Biete mit /remis aktion:anbieten selbst eines an.
refused-no-own-draw = Du hast kein Remis angeboten. Das geht mit /remis aktion:anbieten.
refused-no-resignation = Keine Aufgabe wartet auf deine Antwort. Was offen ist, zeigt /brett.
refused-no-own-resignation = Du hast keine Aufgabe, die du zurückziehen könntest. Was offen ist, zeigt /brett.
refused-no-pact-offered = So ein Angebot wartet nicht auf dich. Biete mit /pakt aktion:anbieten selbst einen Pakt an.
refused-no-pact-to-end = So einen Pakt hast du weder geschlossen noch angeboten. Was andere dir anbieten, braucht keine Antwort: Es bindet niemanden, bis du annimmst.
refused-no-abort = Es gibt keinen Abbruchvorschlag, auf den du antworten könntest. Mach selbst einen mit /abbrechen aktion:anbieten.
refused-no-proposal = So einen Vorschlag gibt es nicht, oder du hast schon zugestimmt. Deine Partien zeigt /partien.
refused-motion-stands = So einen Vorschlag gibt es schon. Erst muss er beantwortet werden.
refused-agreed-before = Du hast schon zugestimmt. Noch fehlt die Zustimmung von { $others }.
refused-paused = Die Partie pausiert, darum zieht niemand. Mit /pause aktion:anbieten schlägst du vor, weiterzuspielen.
refused-nothing-to-take-back = Du kannst keinen Zug zurücknehmen: Du hast noch nicht gezogen, oder seit deinem letzten Zug ist jemand ausgeschieden.
refused-seat-not-missing = Am Sitz von { $army } gibt es nichts zu tun: Dort spielt jemand und hat Zeit, oder die Armee ist ausgeschieden. Deinen eigenen Sitz kannst du mit /sitz aktion:ersatz person: oder aktion:computer weitergeben.
refused-seat-vacant = Für { $army } sitzt niemand da, dem mehr Zeit nützte. Schlag mit /sitz einen Ersatz oder einen Computer vor.
refused-granted-before = Für { $army } ist in diesem Zug schon einmal Zeit gewährt worden. Schlag mit /sitz einen Ersatz, einen Computer oder das Ausscheiden vor.
refused-own-time = Zeit gewähren können dir nur die anderen. Ziehen kannst du weiterhin, und dein Zug zählt.
refused-who-substitutes = Für den Ersatz fehlt ein Name. Ergänze /sitz aktion:ersatz um person:
refused-already-proposed = Das hast du schon vorgeschlagen, oder du hast schon zugestimmt. Jetzt sind die anderen dran.
refused-resignation-stands = { $army } gibt schon zugunsten von { $winner } auf, und es gilt nur eine Aufgabe auf einmal. { $third } muss darauf antworten, oder { $army } zieht sie mit /aufgeben aktion:zurückziehen zurück.
refused-pact-stands = Diesen Pakt hast du schon angeboten oder geschlossen.
refused-already-conceded = Du hast schon aufgegeben. Zuschauen kannst du mit /brett.
refused-army-out = Deine Armee ist ausgeschieden (Regeln §4.4). Zuschauen kannst du mit /brett.
refused-needs-confirmation = Aufgeben kannst du nicht rückgängig machen: Deine Armee bleibt tot auf dem Brett, und die anderen spielen weiter. Zum Aufgeben drück den Knopf oder nimm /aufgeben bestätigen:true.
refused-confirm-last = Aufgeben kannst du nicht rückgängig machen, und die Partie ist damit vorbei: { $score }. Zum Aufgeben drück den Knopf oder nimm /aufgeben bestätigen:true.
refused-confirm-winner = Stimmt { $third } zu, gewinnt { $winner } die Partie; bis du ziehst, kannst du es dir anders überlegen. Zum Aufgeben drück den Knopf oder nimm /aufgeben sieger:{ $option } bestätigen:true.
refused-not-the-opener = Schließen kann diesen Tisch nur, wer ihn eröffnet hat. Deinen eigenen Sitz gibst du mit /verlassen auf.
refused-nothing-to-fill = Für einen Computer ist kein Sitz frei. Was noch nicht besetzt ist, bleibt für deine Gäste freigehalten.
refused-opener-only = Computer an diesen Tisch setzen kann nur, wer ihn eröffnet hat. Nimm mit /beitreten einen Sitz, oder eröffne mit /spielen einen eigenen Tisch.
refused-not-started = Die Partie hat noch nicht begonnen: Es sind noch Sitze frei. Sie beginnt, wenn alle besetzt sind.
refused-already-started = Die Partie läuft schon. Zum Aufhören nimm /aufgeben.
refused-not-over = Diese Partie ist noch nicht vorbei. Danach eröffnet /revanche einen Tisch für die nächste.
refused-rematch-began = Die Revanche läuft schon: Es ist Partie { $match }. Ist sie vorbei, könnt ihr mit /revanche partie:{ $match } noch einmal spielen.
refused-rematch-unplayed = An diesem Tisch wurde nicht gespielt, also gibt es nichts zu wiederholen. Sag mit /revanche partie:, welche Partie du meinst, oder eröffne mit /spielen einen neuen Tisch.
refused-rematch = Von dieser Partie gibt es keine Revanche: Sie wurde anderswo gespielt, oder Tische dafür wurden zu oft geschlossen. Eröffne mit /spielen einen neuen Tisch.
refused-not-allowed = Das darfst du hier nicht. Was du kannst, zeigt /hilfe.
refused-unknown-command = Einen Befehl /{ $command } gibt es nicht. Versuch /hilfe.
refused-misspelt-command = Einen Befehl /{ $command } gibt es nicht. Meintest du /{ $meant }?
refused-unknown-option = /{ $command } hat keine Option „{ $option }“. Es gibt: { $options }.
refused-no-options = /{ $command } hat keine Optionen.
refused-bad-choice = { $option }: braucht eines davon: { $wants }.
refused-bad-time = Diese Zeitangabe verstehe ich nicht. Gib bei { $option }: eine Zeit pro Zug von 10s bis 30d an (etwa 10m, 12h oder 3 Tage), eine Zeit für mehrere Züge (10/30d sind zehn Züge in 30 Tagen) oder none für unbegrenzt.
refused-bad-number = { $option }: braucht eine ganze Zahl, { $wants }.
wants-within = { $least } bis { $most }
refused-bad-integer = { $option }: braucht eine ganze Zahl, 0 oder mehr.
refused-bad-boolean = { $option }: braucht true (ja) oder false (nein).
refused-bad-user = { $option }: braucht eine Person, @name.
refused-bad-text = { $option }: braucht einen Text.
refused-missing-option = /{ $command } braucht { $option }: { $what }.
refused-missing-choice = /{ $command } braucht { $option }: eines von { $what }.
refused-option-twice = { $option }: steht zweimal da.
refused-form = Etwas im Formular passt so nicht. Öffne es noch einmal und prüf jedes Feld.
refused-unknown-ruleset = Ein Regelwerk „{ $ruleset }“ gibt es nicht. Es gibt: { $rulesets }.
refused-too-long = Das ist zu lang: höchstens { $most } Zeichen.
refused-no-such-ply = Bis Halbzug { $ply } ist die Partie nicht gekommen; sie steht bei { $now }.
refused-no-such-page = { $count ->
    [one] Es gibt nur eine Seite, seite:1.
   *[other] Es gibt { $count } Seiten, seite:1 bis seite:{ $count }.
}
refused-profile = { $name } behält das eigene Profil für sich. Deines findest du mit /profil.
refused-not-managing = /server ist für alle, die diesen Server verwalten (das Recht „Server verwalten“). Wende dich an jemanden von ihnen.
refused-nothing-to-set = Sag, was du einstellen willst, etwa /server aktion:einstellen computer-gewertet:true.
refused-store-unavailable = Ich kann gerade nichts aufschreiben. Darum ist das nicht festgehalten, und nichts hat sich geändert. Bitte versuch es in ein paar Minuten noch einmal.
refused-store-in-doubt = Beim Speichern ist gerade etwas schiefgegangen, darum weiß ich nicht, ob das festgehalten ist. Sieh in ein paar Minuten mit /brett nach, und versuch es noch einmal, wenn es fehlt.
refused-failed = Bei mir ist etwas schiefgegangen. Vielleicht ist geschehen, was du wolltest, vielleicht nicht: Schau mit /brett nach.
refused-unclear = Discord hat das in einer Form geschickt, die ich nicht lesen kann ({ $field }). Es ist nichts geschehen. Versuch es bitte noch einmal; bleibt es dabei, sag es der Person, die diesen Bot betreibt.
refused-missing-rights = Ich darf in diesem Kanal nichts sagen, also kann hier keine Partie gespielt werden. Bitte jemanden, der diesen Server verwaltet, mir { $rights } zu erlauben, oder eröffne den Tisch in einem anderen Kanal.
refused-shut-out = Ich bin nicht in diesem privaten Thread und könnte hier nichts schreiben. Erwähne { $bot } hier in einer Nachricht, dann bin ich dabei, und versuch es noch einmal.
refused-locked = Dieser Thread ist gesperrt, darum kann ich hier nichts schreiben. Bitte jemanden aus der Moderation, ihn zu entsperren, oder eröffne den Tisch in einem Kanal.

# What the bot may not do, said once for a match, and what to grant. The rights bear the names that
# Discord's settings give them.

lacks-thread = Ich darf hier keinen Thread eröffnen, darum wird die Partie in diesem Kanal gespielt. Wer diesen Server verwaltet, kann mir für die nächste { $rights } erlauben.
lacks-free-thread = Dieser Server hat so viele offene Threads, wie Discord zulässt, darum wird die Partie in diesem Kanal gespielt.
lacks-files = Ich darf hier keine Bilder anhängen, darum kommt das Brett in Worten. Wer diesen Server verwaltet, kann mir { $rights } erlauben.
lacks-history = Ich darf hier den Nachrichtenverlauf nicht lesen, darum zeigt diese Nachricht nicht, wer sich später hinsetzt. Wer diesen Server verwaltet, kann mir { $rights } erlauben.
lacks-record = Ich darf hier keine Dateien anhängen. Wer diesen Server verwaltet, kann mir { $rights } erlauben; oder hol dir die Aufzeichnung in einem anderen Kanal, mit partie: und ihrem Namen.
lacks-speech = Ich darf in { $where } nichts schreiben, darum steht dort nicht, was anderswo geschieht. Wer diesen Server verwaltet, kann mir { $rights } erlauben.
lacks-entry = Ich bin nicht in { $where }, einem privaten Thread, und kann dort nichts schreiben. Erwähne dort einmal { $bot }, dann bin ich dabei.
lacks-unlocked = Der Thread der Partie { $match } ist gesperrt, darum schreibe ich hier. Sobald die Moderation ihn entsperrt, geht die Partie dort weiter.
lacks-unlocked-private = Der Thread der Partie { $match } ist gesperrt. Bis die Moderation ihn entsperrt, schreibe ich den Spielern direkt. Das Brett zeigt /brett, und nur ihnen.
thread-again = Der Thread der Partie { $match } wurde gelöscht, darum habe ich diesen eröffnet.
thread-moved = Der Thread der Partie { $match } wurde noch einmal gelöscht, darum geht sie in diesem Kanal weiter.
direct-told = { $happened }
    Partie { $match }: { $link }
direct-elsewhere = { $happened }
    Partie { $match }: Wo sie gespielt wird, kann ich nichts schreiben. Du kannst gleich hier weiterspielen: mit den Knöpfen oder mit /zug und partie:{ $match }.
# One line to somebody who was called a moment before, once some time has passed.
late-question = { $player }, Partie { $match } wartet auf deine Antwort.
late-question-too = Auch deine Antwort auf einen Vorschlag fehlt noch.
late-begun = { $player }, Partie { $match } hat begonnen.
late-declined = { $player }, eine Einladung zu Partie { $match } wurde abgelehnt.
# Added to an answer to the other players.
unreached = { $player } ist in Partie { $match } am Zug und weiß es nicht: Ich darf in { $where } nichts schreiben, und { $player } lässt keine Direktnachrichten von mir zu. Sag bitte Bescheid, oder bitte jemanden, der den Server verwaltet, mich dort schreiben zu lassen.
unreached-closed = { $player } ist in Partie { $match } am Zug und weiß es nicht: Der Thread der Partie ist geschlossen, und { $player } lässt keine Direktnachrichten von mir zu. Sag bitte Bescheid.
direct-instead = { $happened }
    Discord hat meine Direktnachricht zu Partie { $match } nicht zugestellt, darum erwähne ich dich ab jetzt hier. Damit es bei deiner nächsten Partie klappt, erlaube Direktnachrichten von Mitgliedern dieses Servers, oder wähle in /einstellungen „Erwähnungen“.
right-view-channel = Kanal anzeigen
right-send-messages = Nachrichten senden
right-send-in-threads = Nachrichten in Threads senden
right-create-threads = Öffentliche Threads erstellen
right-attach-files = Dateien anhängen
again-in = { $count ->
    [one] in einer Sekunde
   *[other] in { $count } Sekunden
}
refused-limit-tables-of-person = Du hast auf diesem Server { $most } offene Tische. Schließ einen mit /verlassen oder warte, bis einer beginnt oder endet.
refused-limit-tables-in-channel = In diesem Kanal stehen { $most } offene Tische. Nimm mit /beitreten an einem Platz oder warte, bis einer beginnt oder endet.
refused-limit-tables-in-server = Auf diesem Server stehen { $most } offene Tische. Nimm mit /beitreten an einem Platz oder warte, bis einer beginnt oder endet.
refused-limit-matches = Du hast in { $most } Partien einen Sitz. Spiel eine zu Ende oder warte, bis eine endet.
refused-limit-computer-matches = Du spielst { $most } Partien nur gegen Computer. Spiel eine zu Ende oder beende sie mit /abbrechen aktion:anbieten.
refused-limit-seats = Du hast in einer Minute { $most }-mal Tische eröffnet oder Plätze genommen und verlassen. Versuch es { $again } noch einmal.
refused-limit-proposals = Du hast in dieser Partie in einer Minute { $most }-mal etwas vorgeschlagen oder beantwortet. Versuch es { $again } noch einmal.
refused-limit-pictures = Du hast in einer Minute { $most } Bilder bekommen. Versuch es { $again } noch einmal; /brett text:true zeigt dir das Brett jederzeit in Worten.
refused-limit-errands = Du hast in einer Minute { $most }-mal etwas exportiert oder eingestellt. Versuch es { $again } noch einmal.
refused-limit-completions = Du tippst zu schnell für Vorschläge. Versuch es { $again } noch einmal.
