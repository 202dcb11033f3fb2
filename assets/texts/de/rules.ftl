## The rules by topic: at most 2,000 characters each with the title and the links, better 900.
## The moves are examples from assets/rules.toml, and src/commands/rules/rulebook.rs tests that they are true.

rules-heading = Drei Spieler, ein rundes Brett. Die Themen:
rules-line = { $topic } – { $title }
rules-more = Fang an mit /regeln thema:{ $topic }
rules-next = Weiter: /regeln thema:{ $topic } · Alle Themen: /regeln
rules-last = Alle Themen: /regeln

rules-minute =
    Weiß, Grau und Schwarz ziehen in dieser Reihenfolge. Deine Figuren stehen zu Beginn auf deinen beiden äußeren Reihen, aufgestellt wie im Schach.
    Die Figuren ziehen wie im Schach, aber auch um den Ring und durchs Zentrum. Bauern ziehen nach innen, durchqueren das Zentrum und werden umgewandelt, wenn sie drüben die äußere Reihe erreichen.
    Ein angegriffener König steht im Schach. Wenn du am Zug bist, musst du deinen König aus dem Schach bringen. Kannst du das nicht, bist du matt und scheidest aus; deine Figuren bleiben als Hindernisse stehen.
    Ein Zug kann auch einen fremden König öffnen. Bist du als Nächster am Zug und greifst ihn an, darfst du ihn einfach schlagen. Das überrascht am Anfang am häufigsten.
    Wer als Letzter im Spiel ist, gewinnt den Punkt. Bei Remis teilen ihn sich alle, die noch im Spiel sind.
    Ihr dürft reden und euch absprechen, aber bindend sind nur die Pakte in First Mate und Second Mate.

rules-board =
    Das Brett hat sechs Ringe mit je 24 Feldern. Ein Feld ist nach dem Buchstaben seiner Linie (a bis x) und der Zahl seiner Reihe (von 1, dem äußeren Ring, bis 6, dem inneren) benannt, etwa c3. Weiß sitzt auf a–h und beginnt, dann folgen Grau auf i–p und Schwarz auf q–x. Von deinem eigenen Sitz aus laufen die Buchstaben von rechts nach links.
    Durchs Zentrum können Figuren hindurchziehen, stehen bleiben können sie dort nicht. Genau gegenüber von c6 liegt o6.
    Ein Turm zieht auf seiner Linie, durchs Zentrum hindurch und drüben wieder hinaus, oder in beiden Richtungen um seinen Ring, bis ihm etwas im Weg steht. Die Punkte zeigen, wohin der Turm auf c3 kann: etwa To2 durchs Zentrum oder Tk3 um den Ring.

rules-marks =
    Zahlen zeigen die letzten Züge, 1 den ältesten; ein leerer Ring zeigt, woher eine Figur kam. Hier zog der Springer von Schwarz von x3 nach v4 und dann der Turm von Weiß von a4 nach u4.
    Ein Pfeil mit Ausrufezeichen bedeutet Schach: Der Turm greift den König von Schwarz an.
    Durchgestrichene Figuren sind tot. Hier ist Grau ausgeschieden.
    Ein Bauer mit Pfeilspitze ist ein Wendebauer, wie der auf n3. Er zieht nach außen.
    Die Balken am Außenrand sind Wasser: der Graben auf Reihe 1, der Bach auf den Reihen 2 und 3. Planken über einem Graben sind eine Brücke.
    Die Scheibe im Zentrum nennt den Spieler am Zug. In diesen Regeln zeigen Punkte, wohin eine Figur kann, und ein Kreuz, was nicht erlaubt ist.

rules-diagonals =
    Eine Diagonale geht mit jedem Schritt eine Reihe und eine Linie weiter. Von Reihe 6 aus führt sie durchs Zentrum, kommt zwei Linien neben dem Feld genau gegenüber heraus und dreht sich in derselben Richtung weiter: von c1 geht es über f4 nach h6 und weiter nach v6. Von f4 in die andere Richtung geht es nach d6 und weiter nach n6.
    So ist jede Diagonale ein Kreis durchs Zentrum. An Reihe 1 prallt sie nicht ab, sondern endet dort. Von einem Feld der Reihe 1 sind beide Wege nach innen Bögen desselben Kreises, deshalb erreicht ein Läufer von dort höchstens zehn Felder, etwa Lv6 oder La3. Von anderen Reihen erreicht er höchstens zwanzig.
    Ein Läufer bleibt immer auf Feldern einer Farbe.

rules-pieces =
    Die Dame zieht wie ein Turm oder wie ein Läufer.
    1: Der König geht einen Schritt in jede Richtung. Von Reihe 6 aus führen drei dieser Schritte durchs Zentrum: Kt6 genau gegenüber, Kr6 und Kv6 diagonal.
    2: Der Springer geht zwei Schritte auf seiner Linie und einen zur Seite, oder einen auf der Linie und zwei zur Seite, und springt über alles hinweg, was dazwischen steht. Nahe am Zentrum springt er hinüber: Sm6, So6.

rules-pawns =
    Ein Bauer zieht nach innen, einen Schritt auf ein leeres Feld; von Reihe 2 aus auch zwei, wenn beide Felder leer sind. Er schlägt einen Schritt schräg nach innen. 1: e4. 2: d×c4.
    Von Reihe 6 führt der nächste Schritt durchs Zentrum: geradeaus auf ein leeres Feld oder, zum Schlagen, schräg. 3: g×u6. Von da an ist er ein Wendebauer und zieht nach außen.
    An den Grenzen zwischen den Spielern verhindern Bäche manches Schlagen: /regeln thema:bäche

rules-crossed-pawns =
    Ein Bauer, der durchs Zentrum gezogen ist, heißt Wendebauer und ist mit einer Pfeilspitze gezeichnet. Er geht einen Schritt nach außen und schlägt einen Schritt schräg nach außen. 1: s×t2.
    Erreicht er Reihe 1, egal wo, auch im eigenen Bereich, wird er in Dame, Turm, Läufer oder Springer umgewandelt, ganz wie du willst. 2: n1=D, n×o1=S.
    Bäche halten einen Wendebauern nicht auf, Gräben schon: Von Reihe 2 auf Reihe 1 kann er nicht über eine Grenze schlagen, auch wenn der Graben überbrückt ist.

rules-en-passant =
    Zieht ein Bauer zwei Schritte, kann ihn ein gegnerischer Bauer, der auf das übersprungene Feld schlagen könnte, so nehmen, als wäre er nur einen Schritt gegangen. Das kann nur ein Wendebauer, der direkt neben ihm steht.
    Beide Gegner haben dieses Recht, jeder bei seinem eigenen nächsten Zug. Hier zog der Bauer von Grau von m2 nach m4, Schwarz zog etwas anderes, und Weiß darf ihn immer noch schlagen: n×m3.
    Das Recht erlischt, wenn der Spieler des Bauern wieder am Zug oder ausgeschieden ist, wenn der Bauer weitergezogen ist oder geschlagen wurde oder wenn auf dem übersprungenen Feld etwas steht.

rules-castling =
    Der König geht zwei Felder auf einen Turm zu, und der Turm kommt auf das Feld, über das der König gezogen ist: O-O ist die kurze Rochade, O-O-O die lange. König und Turm dürfen noch nicht gezogen haben, und alle Felder zwischen ihnen müssen leer sein.
    Im Schach darfst du nicht rochieren, und der König darf weder über ein Feld ziehen noch auf einem ankommen, das ein Gegner im Spiel angreift.
    Hier ist O-O erlaubt. O-O-O ist es nicht: Der König zöge über d1, und das greift der Turm von Grau auf p5 durchs Zentrum an.

rules-moats =
    Auf Reihe 1 trennen Gräben die Spieler: einer zwischen x und a, einer zwischen h und i und einer zwischen p und q. Ein Zug überquert einen Graben, wenn einer seiner Schritte über diese Grenze führt und auf Reihe 1 beginnt oder endet: am Ring entlang oder diagonal zwischen den Reihen 1 und 2. Ein Springer überquert ihn, wenn er über die Grenze springt und der Sprung auf Reihe 1 beginnt oder endet.
    Nichts überquert einen Graben, bevor er überbrückt ist, und über einen Graben hinweg greift nichts an oder gibt Schach, ob er überbrückt ist oder nicht.
    Durchgestrichen sind a1x1, b1x2 und h1i2. Führt ein anderer Weg zum selben Feld, ohne den Graben zu überqueren, ist der Zug erlaubt (aber nicht für Springer).

rules-bridges =
    Ein Graben wird für immer überbrückt, wenn ein Spieler an seinem Ufer ausscheidet. Beide Gräben eines Spielers, der noch im Spiel ist, werden überbrückt, sobald in seinem Sektor alle acht Felder der Reihe 1 leer sind.
    Ein Zug über eine Brücke darf nichts schlagen, nicht einmal eine tote Figur, und er darf weder Schach geben noch ein Schach aufdecken. Auch angegriffen wird über eine Brücke nichts.
    Hier ist Grau ausgeschieden, also sind die Gräben zwischen h und i und zwischen p und q überbrückt. Tj1 ist erlaubt. h1k1 ist nicht erlaubt, weil der Zug dem König auf k4 Schach gäbe, und h1l1 nicht, weil er den toten Springer schlüge.

rules-creeks =
    Hinter den Gräben fließen an denselben Grenzen Bäche, auf den Reihen 2 und 3. Ein Bauer, der noch nicht durchs Zentrum gezogen ist, kann von Reihe 1, 2 oder 3 aus nicht über eine Grenze schlagen. Von Reihe 4 an kann er es.
    Durchgestrichen: h×i4. 1: Eine Reihe weiter innen darf der Bauer schlagen, p×q5.
    Wendebauern kümmern sich nicht um Bäche. 2: q×p2. Bäche verhindern nur das Schlagen mit Bauern, und sie bleiben auch dann, wenn Gräben überbrückt werden.

rules-check =
    Schach kann dir jeder der beiden Gegner geben, auch beide zugleich. Nach deinem Zug darf kein Gegner, der dann noch im Spiel ist, deinen König angreifen, auch wenn er nicht als Nächster zieht. Ein Zug muss jedes Schach abwehren.
    Hier gibt der Turm von Grau auf q3 Weiß durchs Zentrum Schach. 1: Der König geht zur Seite, Kd1. 2: Der Turm geht diesseits oder jenseits des Zentrums dazwischen, Te5 oder Tq5. Durchgestrichen: d2d3, das hilft nicht gegen das Schach.
    Matt bist du erst, wenn du am Zug bist, im Schach stehst und keinen erlaubten Zug hast: /regeln thema:matt

rules-mate =
    Die Dame von Weiß hat gerade von f2 nach m2 gezogen. Grau ist als Nächster am Zug, steht im Schach und hat keinen erlaubten Zug: matt. Durchgestrichen: m1l1 und m1n1, denn dort greift die Dame den König weiter an, und m1m2, weil der Springer auf n4 sie deckt.
    Das gilt nur, wenn Grau selbst am Zug ist. Hätte Schwarz so gezogen, wäre erst Weiß dran und Grau nur im Schach: Der Zug von Weiß könnte noch einen Ausweg öffnen.
    Das Matt zählt für den, der Schach gibt. Geben beide Gegner Schach, zählt das Matt für den, der nach dem Mattgesetzten zuerst am Zug ist, wenn das Regelwerk nichts anderes sagt.

rules-taking-a-king =
    Durch den Zug eines anderen kann ein König angreifbar werden, obwohl sein Spieler nicht als Nächster zieht. Bist du als Nächster am Zug und greifst diesen König an, darfst du ihn einfach schlagen. Sein Spieler scheidet sofort aus, und das zählt wie ein Matt von dir.
    Hier zog der Läufer von Schwarz von m3 nach j6 und öffnete die Linie zum König von Grau. Weiß ist dran: T×Km1.
    Nur wer als Nächster zieht, hat diese Gelegenheit. Du musst sie nicht nutzen, aber dann zieht der Angegriffene und bringt seinen König aus dem Schach.
    Auch dieser Zug muss deinen eigenen König sicher vor allen lassen, die noch im Spiel sind. In Open King beendet ein König, der geschlagen werden kann, die Partie sofort: /regeln thema:three-player

rules-going-out =
    Du scheidest aus, wenn du matt bist, wenn dein König geschlagen wird, wenn du aufgibst, wenn deine Zeit abläuft oder wenn du patt bist und das Regelwerk es so vorsieht. Deine Figuren bleiben tot auf dem Brett: Sie ziehen nicht und greifen nicht an, aber sie versperren Linien und können geschlagen werden.
    Die Gräben neben dir werden überbrückt, alle offenen Angebote verfallen, und du wirst beim Ziehen übersprungen. Nach jedem Zug wird die Stellung des nächsten Spielers geprüft, deshalb kann ein Zug beide Gegner matt setzen.
    Bei zehn Minuten oder mehr pro Zug folgt auf die abgelaufene Zeit erst eine Nachfrist: ein Viertel dieser Zeit, höchstens ein Tag.
    Hier ist Grau ausgeschieden. 1: T×f4 schlägt die tote Dame. 2: Ke3 ist neben ihr sicher. Durchgestrichen: k3m4, denn tote Figuren ziehen nicht.

rules-draws =
    Einigung: Alle im Spiel nehmen an. Ein Angebot verfällt, sobald jeder einmal gezogen hat, und Schweigen ist keine Zustimmung.
    Stellungswiederholung: Dieselbe Stellung entsteht zum dritten Mal.
    50-Züge-Regel: Jeder Spieler im Spiel hat fünfzig Züge gemacht, ohne dass geschlagen wurde, ein Bauer zog oder jemand ausschied.
    Ungenügendes Material: Zum Mattsetzen ist zu wenig übrig, etwa König und Läufer gegen König. Tote Figuren zählen nicht. Hier schlägt L×o6 die letzte Figur von Schwarz.
    Zeit: Die Zeit eines Spielers läuft ab, aber kein Gegner hat genug Material zum Mattsetzen.
    Patt: Das hängt vom Regelwerk ab, ebenso, ob ein Remis automatisch eintritt oder mit /remis aktion:reklamieren verlangt werden muss.
    Wertungen fangen niedrig an und steigen, je sicherer sie werden. Darum kann bei einem Remis die Wertung aller Spieler steigen.

rules-values =
    Ungefähre Werte in Bauern: Springer 3, Läufer 3½, Turm 5½, Dame 10. Ein Wendebauer wird mit jedem Schritt zur Umwandlung mehr wert.
    Die Punkte zeigen, warum: Auf leerem Brett erreicht der Turm auf c3 33 Felder, ein Läufer wie der auf k4 höchstens 20.
    Zwei Spieler ziehen, bevor du wieder dran bist. Sieh nach, was beide können und was dein Zug dem Nächsten öffnet.
    Lass nie einen König für den nächsten Spieler offen, auch keinen fremden.
    Wer seine Figuren gegen einen Gegner aufbraucht, lässt den anderen gewinnen. Lass sie gegeneinander kämpfen.
    Ein König kann durchs Zentrum Schach bekommen. Bauern allein schützen ihn nicht.
    Der zweite Platz ist in Three Man Chess nichts wert. Frag dich vor jeder Absprache, was die anderen noch gewinnen können.

rules-three-man =
    Wer als Letzter im Spiel ist, gewinnt: 1 Punkt, die anderen 0. Hier lässt Dm2# Grau ausscheiden, und Weiß und Schwarz spielen um den Punkt weiter. Bei Remis teilen ihn sich die Spieler, die noch im Spiel sind: je ½ zu zweit, je ⅓ zu dritt.
    Einen König, den du angreifst, wenn du am Zug bist, darfst du schlagen. Wer patt ist, scheidet aus, wenn noch drei im Spiel sind; bei zweien ist Patt Remis. Bei dreimaliger Stellungswiederholung und nach der 50-Züge-Regel kannst du Remis reklamieren. Fünfmalige Stellungswiederholung, 75-Züge-Regel und ungenügendes Material führen automatisch zum Remis.
    Gibst du auf, scheidest du aus, und die anderen spielen weiter, wenn sie noch zu zweit sind.

rules-match-points =
    Für jeden Spieler, den du matt setzt oder dessen König du schlägst, bekommst du 2 Punkte, und 1 dafür, der letzte König zu sein. Ein Remis bringt 1 für alle, die noch im Spiel sind. Das Ergebnis steht in der Reihenfolge Weiß-Grau-Schwarz: 0-3-2.
    Die Partie endet, wenn nur einer übrig ist, oder mit einem Remis. Hier ist Grau ausgeschieden, und Du2# bringt 2 und 1: Es steht 5-0-0, wenn Weiß auch Grau matt gesetzt hat. Du gewinnst, wenn du beide matt setzt oder einen matt setzt und gegen den anderen Remis spielst.
    Patt ist immer Remis. Reklamieren musst du bei dreimaliger Stellungswiederholung (dabei zählt nur, wo die Figuren stehen), nach der 50-Züge-Regel und bei ungenügendem Material.
    Wenn du gegen zwei Gegner aufgibst oder die Zeit überschreitest, bekommt jeder von ihnen 1 Punkt, und die beiden spielen weiter; gegen nur noch einen Gegner zählt es wie ein Matt. Kann nach abgelaufener Zeit niemand mehr matt setzen, ist es Remis: /regeln thema:remis

rules-first-mate =
    Die Partie endet, wenn der Erste ausscheidet. Ihn zu besiegen bringt 1 Punkt, selbst noch im Spiel zu sein ½. Ein Remis zu dritt bringt jedem ⅔. Patt ist Remis.
    Für wen zählt das Matt? Du setzt allein matt, wenn es auch dann matt wäre, wenn die Figuren des Dritten tot wären. Gilt das für einen von euch, bekommt er 1; gilt es für beide, bekommt jeder 1. Gilt es für keinen, bekommt 1, wer Schach gibt, oder jeder ½, wenn beide Schach geben. Den König zu schlagen bringt 1 Punkt.
    Hier braucht Dm2# den Springer von Schwarz, der die Dame deckt. Schach gibt nur Weiß: Weiß 1½, Schwarz ½.
    Pakt: Mit /pakt vereinbaren zwei Spieler offen, den dritten zu besiegen, und bekommen dafür je ½. Gibst du auf oder überschreitest die Zeit, bekommen deine Gegner dafür je ½, außer niemand kann mehr matt setzen (/regeln thema:remis).
    Bei dreimaliger Stellungswiederholung und nach der 50-Züge-Regel kannst du Remis reklamieren. Fünfmalige Stellungswiederholung, 75-Züge-Regel und ungenügendes Material führen automatisch zum Remis.

rules-second-mate =
    Der erste Abschnitt wird wie First Mate gespielt und gezählt: /regeln thema:first-mate. Danach spielen die beiden Übrigen weiter: 1 Punkt, wenn du den anderen besiegst, je ½ bei Remis, zusätzlich zu dem, was ihr schon habt. Ein Remis zu dritt, je ⅔, beendet die Partie vorzeitig.
    Hier ist Grau ausgeschieden, und Tq1# besiegt Schwarz. Hat Weiß auch Grau allein besiegt, hat Weiß schon 1½ und bekommt 1 dazu, zusammen 2½; Schwarz behält ½ fürs Überleben.
    Gibst du gegen einen einzigen Gegner auf oder überschreitest die Zeit, zählt das als Niederlage gegen ihn.
    Patt, Stellungswiederholung, 50-Züge-Regel und ungenügendes Material gelten wie in First Mate.

rules-three-player =
    Die Partie endet, wenn der Spieler am Zug keinen erlaubten Zug hat. Ist er matt, bekommt er 0, wer matt setzt 1 und der Dritte ½. Patt ist Remis. Jedes Remis bringt jedem ½.
    Greift nach einem Zug der nächste Spieler einen fremden König an, gewinnt er sofort: 1 für ihn, 0 für den Spieler dieses Königs, ½ für den Dritten. Hier zog der Läufer von Weiß von u3 nach t4, und der Turm von Grau greift den König von Schwarz an: Grau 1, Weiß ½. T×Ku1 wird gar nicht mehr gespielt.
    Zum Aufgeben nennst du mit /aufgeben sieger: den Gewinner. Stimmt der Dritte zu, bekommt der Gewinner 1, du 0 und der Dritte ½. Überschreitest du die Zeit, bekommst du 0 und die anderen je ½, außer keiner von ihnen kann matt setzen: /regeln thema:remis
    Dreimalige Stellungswiederholung, 50-Züge-Regel und ungenügendes Material führen automatisch zum Remis.

rules-duel =
    Zwei Spieler: Weiß gegen Schwarz. Der Sitz von Grau ist leer, und die Figuren von Grau sind von Anfang an tot: Sie stehen im Weg, und beide dürfen sie schlagen. Die Gräben zwischen h und i und zwischen p und q sind überbrückt, der zwischen x und a nicht.
    Ein Sieg bringt 1 Punkt, ein Remis jedem ½. Gibst du auf, gewinnt dein Gegner. Der weiße und der schwarze König können nie geschlagen werden. Patt, dreimalige Stellungswiederholung, 50-Züge-Regel und ungenügendes Material führen automatisch zum Remis.
    Zwei Anfänge, 1: e4 und 2: Sf3. Durchgestrichen: h1i1, denn ein Zug über eine Brücke darf nicht schlagen, nicht einmal eine tote Figur.

rules-notation =
    Ein Feld ist seine Linie und seine Reihe: e4. Einen Zug kannst du immer als zwei Felder schreiben, bei einer Umwandlung mit der neuen Figur dahinter: c2c4, t2t1d. Für die Rochade schreib den Zug des Königs: e1g1.
    Oder du nimmst die übliche Kurznotation. 1: c4, ein Bauernzug. 2: Sf3, eine Figur mit ihrem Buchstaben (K, D, T, L oder S; auch die englischen K, Q, R, B und N gehen). 3: e×f5, ein Schlagzug; statt × tippst du x. 4: O-O, oder O-O-O für die lange Rochade. 5: t1=D+, eine Umwandlung, mit + für Schach.
    Ein # steht für jeden Spieler, den der Zug matt setzt, und ×K dafür, dass ein König geschlagen wird. Könnten zwei Figuren den Zug machen, schreib die Linie oder die Reihe der gemeinten dazu.
    Groß- und Kleinschreibung und Zeichen spielen selten eine Rolle. Aber ein großes K, D, T, L oder S am Anfang steht immer für die Figur. Schlägt ein Bauer von der d-Linie, schreib ein kleines d.
