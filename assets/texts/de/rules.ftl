## The rules by topic: with title and the way onward at most 2,000 characters each, better 900.
## Moves that they name are examples of src/commands/rules/rulebook.rs, and true there.

rules-heading = Drei Armeen auf einem runden Brett. Das sind die Themen:
rules-line = { $topic } – { $title }
rules-more = Fang an mit /regeln thema:{ $topic }
rules-next = Weiter: /regeln thema:{ $topic } · Alle Themen: /regeln
rules-last = Alle Themen: /regeln

rules-board =
    Das Brett hat sechs Ringe mit je 24 Feldern. Ein Feld heißt nach dem Buchstaben seiner Linie, a bis x, und der Zahl seiner Reihe, von 1, dem äußeren Ring, bis 6, dem inneren: c3. Weiß sitzt auf a–h und beginnt, dann folgt Grau auf i–p, dann Schwarz auf q–x.
    Durchs Zentrum zieht man hindurch, stehen bleiben kann dort nichts. Jenseits von c6 liegt o6, genau gegenüber.
    Ein Turm zieht auf seiner Linie, durchs Zentrum hindurch und drüben wieder hinaus, oder um seinen Ring herum, in jeder Richtung, bis ihm etwas im Weg steht. Die Punkte zeigen, wohin der Turm auf c3 kann: etwa Ro2 durchs Zentrum oder Rk3 außen herum.

rules-diagonals =
    Eine Diagonale geht mit jedem Schritt eine Reihe und eine Linie weiter. Von Reihe 6 aus führt sie durchs Zentrum, kommt zwei Linien neben dem Feld genau gegenüber heraus und dreht sich weiter in derselben Richtung: von c1 geht es nach h6 und weiter nach v6.
    So ist jede Diagonale ein Kreis durchs Zentrum. An Reihe 1 knickt sie nicht ab, sondern endet dort. Von einem Feld der Reihe 1 führen zwei Wege einwärts; sie sind die beiden Bögen eines Kreises, und ein Läufer erreicht von dort höchstens zehn Felder: Bv6, Ba3.
    Ein Läufer bleibt für immer auf Feldern einer Farbe.

rules-pieces =
    Die Dame zieht wie ein Turm oder wie ein Läufer.
    1: Der König geht einen Schritt in jede Richtung. Von Reihe 6 aus führen drei seiner Schritte durchs Zentrum: Kt6 genau hinüber, Kr6 und Kv6 schräg.
    2: Der Springer geht zwei Schritte auf seiner Linie und einen zur Seite, oder einen auf der Linie und zwei zur Seite, über alles hinweg, was dazwischen steht. Nahe am Zentrum springt er hinüber: Nm6, No6.

rules-pawns =
    Ein Bauer marschiert einwärts, einen Schritt auf ein leeres Feld; von Reihe 2 aus auch zwei, wenn beide leer sind. Er schlägt einen Schritt schräg einwärts. 1: e4. 2: dxc4.
    Von Reihe 6 führt der nächste Schritt durchs Zentrum: geradeaus auf ein leeres Feld, oder schräg, um zu schlagen. 3: gxu6. Damit wird er für immer zum Wendebauern: Von nun an marschiert er auswärts.
    An den Grenzen verbieten Bäche manches Schlagen: /regeln thema:bäche

rules-crossed-pawns =
    Ein Bauer, der durchs Zentrum gegangen ist, heißt Wendebauer und ist mit einer Pfeilspitze gezeichnet. Er geht einen Schritt auswärts und schlägt einen Schritt schräg auswärts. 1: sxt2.
    Auf jedem Feld der Reihe 1, ob mit einem Schritt oder durch Schlagen erreicht, wird er umgewandelt, in Dame, Turm, Läufer oder Springer, ganz wie du willst. 2: n1=Q, nxo1=N.
    Bäche halten ihn nicht auf, ein Graben schon, überbrückt oder nicht: Von Reihe 2 auf Reihe 1 schlägt er nie über eine Grenze hinweg.

rules-en-passant =
    Ein Bauer, der zwei Schritte geht, zieht über ein Feld hinweg. Ein Bauer einer anderen Armee, der auf dieses Feld schlagen kann, darf ihn nehmen, als wäre er nur einen Schritt gegangen: meist ein Wendebauer, der neben ihm steht.
    Jede der anderen Armeen hat dieses Recht bei ihrem eigenen nächsten Zug. Hier zog der Bauer von Grau von m2 nach m4, Schwarz zog etwas anderes, und Weiß darf ihn immer noch schlagen: nxm3.
    Das Recht ist dahin, wenn die Armee des Bauern wieder am Zug oder ausgeschieden ist, wenn er weitergezogen oder geschlagen ist oder wenn auf dem übersprungenen Feld etwas steht.

rules-castling =
    Der König geht zwei Felder auf einen Turm zu, und der Turm auf das Feld, über das der König zieht: O-O auf der Königsseite, O-O-O auf der Damenseite. König und Turm dürfen noch nicht gezogen haben, und alle Felder zwischen ihnen müssen leer sein.
    Der König darf nicht im Schach stehen und weder über ein Feld ziehen noch auf einem ankommen, das eine andere Armee im Spiel angreift.
    Hier ist O-O erlaubt. O-O-O ist es nicht: Der König zöge über d1, und der Turm von Grau auf p5 schaut durchs Zentrum dorthin.

rules-moats =
    Auf Reihe 1 liegt zwischen den Armeen Wasser: die Gräben x|a, h|i und p|q. Ein Zug überquert einen Graben, wenn er über diese Grenze führt und mindestens ein Ende des Schritts auf Reihe 1 liegt: im Ring entlang oder schräg zwischen den Reihen 1 und 2. Der Sprung eines Springers über die Grenze überquert ihn, wenn er auf Reihe 1 beginnt oder endet.
    Nichts überquert einen Graben, bevor er überbrückt ist, und nichts greift über einen Graben hinweg an oder gibt Schach, ob überbrückt oder nicht.
    Durchgestrichen sind a1x1, b1x2 und h1i2. Führt ein zweiter Weg zum selben Feld, ohne den Graben zu überqueren, so ist dieser Weg frei, nur nicht für Springer.

rules-bridges =
    Ein Graben wird für immer überbrückt, wenn eine Armee an seinem Ufer ausscheidet oder wenn im Sektor einer Armee im Spiel alle acht Felder der Reihe 1 leer sind; dann sind beide Gräben dieses Sektors überbrückt.
    Ein Zug über eine Brücke darf nichts schlagen, nicht einmal eine tote Figur, und er darf weder Schach geben noch ein Schach aufdecken. Auch angegriffen wird darüber hinweg nichts.
    Hier ist Grau ausgeschieden, also sind die Gräben h|i und p|q überbrückt. Rj1 ist erlaubt. h1k1 ist es nicht, denn es gäbe dem König auf k4 Schach, und h1l1 nicht, denn es schlüge den toten Springer.

rules-creeks =
    An den Grenzen, hinter den Gräben, fließen Bäche über die Reihen 2 und 3. Ein Bauer, der das Zentrum noch vor sich hat, darf nicht über eine Grenze hinweg schlagen, solange er auf Reihe 1, 2 oder 3 steht; von Reihe 4 an darf er es.
    Durchgestrichen: hxi4. 1: Eine Reihe weiter darf der Bauer schlagen, pxq5.
    Wendebauern kümmern sich nicht um Bäche. 2: qxp2. Aufgehalten wird nur das Schlagen mit Bauern, und Bäche bleiben auch dann, wenn Gräben überbrückt werden.

rules-check =
    Schach kann von jeder der beiden anderen Armeen kommen, auch von beiden zugleich. Kein Zug darf deinen eigenen König im Angriff einer Armee lassen, die danach noch im Spiel ist, auch wenn sie erst später zieht.
    Hier gibt der Turm von Grau auf q3 durchs Zentrum Schach gegen Weiß. 1: Der König geht zur Seite, Kd1. 2: Der Turm geht dazwischen, Re5 oder Rq5, diesseits oder jenseits des Zentrums. Durchgestrichen: d2d3, das hilft nicht.
    Matt bist du erst, wenn du am Zug bist, im Schach stehst und keinen erlaubten Zug hast. Bis dahin kann dich der Zug von jemand anderem retten. Matt gesetzt hat die Armee, die den König angreift; von zweien die, die nach dir zuerst zieht, wenn das Regelwerk nichts anderes sagt.

rules-taking-a-king =
    Durch den Zug von jemand anderem kann ein König in einen Angriff geraten, obwohl seine Armee gar nicht als Nächste dran ist. Die Armee am Zug darf ihn dann einfach schlagen, und die geschlagene Armee scheidet sofort aus. Das zählt wie ein Matt durch die Armee, die schlägt.
    Hier zog der Läufer von Schwarz von m3 nach j6 und öffnete die Linie zum König von Grau. Weiß ist dran: RxKm1.
    Auch dieser Zug muss deinen eigenen König sicher vor den Armeen lassen, die übrig sind. In Three-Player Chess beendet ein König, der zu schlagen wäre, die Partie von selbst: /regeln thema:three-player

rules-going-out =
    Eine Armee scheidet aus, wenn sie matt gesetzt wird, wenn ihr König geschlagen wird, wenn sie aufgibt, wenn ihre Zeit abläuft oder, wo das Regelwerk es so will, wenn sie patt ist. Ihre Figuren bleiben tot auf dem Brett: Sie ziehen nicht und greifen nicht an, sie versperren Linien, und sie können geschlagen werden.
    Die Gräben an ihren Seiten werden überbrückt, ihre Angebote verfallen, und sie wird beim Ziehen übergangen. Nach jedem Zug wird die nächste Armee angeschaut: Ein Zug kann beide Gegner matt setzen.
    Hier ist Grau ausgeschieden. 1: Rxf4 schlägt die tote Dame. 2: Ke3 ist daneben sicher. Durchgestrichen: k3m4, denn Tote ziehen nicht.

rules-draws =
    Durch Einigung, wenn alle Armeen im Spiel zustimmen. Ein Angebot gilt eine Runde lang, und Schweigen ist nie Zustimmung.
    Durch Wiederholung, wenn eine Stellung zum dritten Mal entsteht.
    Nach fünfzig Zügen jeder Armee im Spiel, in denen nichts geschlagen wird, kein Bauer zieht und keine Armee ausscheidet.
    Durch Unmöglichkeit, wenn zu wenig zum Matt übrig ist, etwa König und Läufer gegen König; Tote zählen nicht. Hier schlägt Bxo6 die letzte Figur von Schwarz.
    Durch die Zeit, wenn sie abläuft und kein Gegner im Spiel genug zum Matt hat. Durch Patt, wie das Regelwerk es sagt.
    Was von selbst kommt und was mit /remis aktion:reklamieren verlangt werden muss, bestimmt ebenfalls das Regelwerk.

rules-three-man =
    Die letzte Armee im Spiel gewinnt: 1 Punkt, die anderen 0. Hier lässt Qm2# Grau ausscheiden, und Weiß und Schwarz spielen um den Punkt weiter. Bei Remis teilen ihn die Armeen im Spiel: je ½ zu zweit, je ⅓ zu dritt.
    Ein König, der offen liegt, darf geschlagen werden. Patt: Sind drei im Spiel, scheidet die Armee aus; bei zweien ist es Remis. Wiederholung: beim dritten Mal auf Verlangen, beim fünften von selbst. Züge: bei fünfzig auf Verlangen, bei fünfundsiebzig von selbst. Unmöglichkeit: von selbst.
    Gibst du auf, scheidet deine Armee aus, und die anderen spielen weiter.

rules-match-points =
    Eine Armee matt setzen oder ihren König schlagen: 2 Punkte. Der letzte König sein: 1. Remis: 1 für jede Armee im Spiel. Der Stand wird Weiß-Grau-Schwarz geschrieben: 0-3-2.
    Schluss ist, wenn nur eine Armee übrig ist, oder bei Remis. Hier ist Grau ausgeschieden, und Qu2# bringt 2 und 1: 5-0-0, wenn Weiß auch Grau matt gesetzt hat. Du gewinnst die Partie, indem du beide matt setzt, oder eine und gegen die andere Remis spielst.
    Jedes Patt ist Remis. Wiederholung, beim dritten Mal und allein nach dem Stand der Figuren, fünfzig Züge und Unmöglichkeit sind nur auf Verlangen Remis.
    Wer bei zwei Gegnern aufgibt oder die Zeit überschreitet, gibt jedem von ihnen 1, und sie spielen weiter. Bei einem: als hätte der matt gesetzt.

rules-first-mate =
    Schluss ist, wenn die erste Armee ausscheidet. Sie besiegt zu haben: 1 Punkt. Dann noch im Spiel zu sein: ½. Remis zu dritt: je ⅔. Patt ist Remis.
    Wem gehört das Matt? Allein setzt eine Armee matt, wenn es auch mit den Figuren der dritten als toten Matt wäre. Tut das eine, bekommt sie die 1; tun es beide, bekommt jede 1. Tut es keine, bekommt die, die Schach gibt, die 1, oder beide je ½, wenn beide Schach geben. Ein geschlagener König: 1 für die Armee, die schlägt.
    Hier braucht Qm2# den Springer von Schwarz, der die Dame deckt. Schach gibt nur Weiß: Weiß 1½, Schwarz ½.
    Pakt: Zwei können offen vereinbaren, die dritte Armee gemeinsam matt zu setzen, mit /pakt: dann dafür je ½. Wer aufgibt oder die Zeit überschreitet, ist von beiden besiegt: je ½.
    Wiederholung: beim dritten Mal auf Verlangen, beim fünften von selbst. Züge: bei fünfzig auf Verlangen, bei fünfundsiebzig von selbst. Unmöglichkeit: von selbst.

rules-second-mate =
    Der erste Abschnitt wird wie First Mate gespielt und gezählt: /regeln thema:first-mate. Danach spielen die beiden übrigen weiter: 1 Punkt, wenn du den anderen besiegst, je ½ bei Remis, dazu, was ihr schon habt. Ein Remis zu dritt, je ⅔, beendet die Partie vorzeitig.
    Hier ist Grau ausgeschieden, und Rq1# besiegt Schwarz. Hat Weiß auch Grau allein besiegt, macht das 1½ und 1, zusammen 2½; Schwarz behält ½ fürs Überleben.
    Wer gegen einen Gegner aufgibt oder die Zeit überschreitet, ist von ihm besiegt.
    Patt, Wiederholung, Züge und Unmöglichkeit sind Remis wie in First Mate.

rules-three-player =
    Schluss ist, wenn die Armee am Zug keinen erlaubten Zug hat. Matt: Sie bekommt 0, die Armee, die matt setzt, 1, die dritte ½. Nicht im Schach: Remis. Jedes Remis: je ½.
    Ein König, der zu schlagen wäre: Greift nach einem Zug die nächste Armee den König einer anderen an, gewinnt sie von selbst: 1 für sie, 0 für die Armee dieses Königs, ½ für die dritte. Hier zog der Läufer von Weiß von u3 nach t4, und der Turm von Grau schaut auf den König von Schwarz: Grau 1, Weiß ½, und RxKu1 wird gar nicht mehr gespielt.
    Gibst du auf, mit /aufgeben sieger:, sagst du, wer gewinnt; stimmt die dritte Armee zu: 1, 0 für dich, ½ für die dritte. Zeit überschritten: 0, und je ½ für die anderen.
    Die dritte Wiederholung, fünfzig Züge und Unmöglichkeit sind von selbst Remis.

rules-duel =
    Weiß gegen Schwarz, zu zweit. Die Armee von Grau steht von Anfang an tot da und kann geschlagen werden. Die Gräben h|i und p|q sind überbrückt, x|a nicht.
    Sieg: 1. Remis: je ½. Wer aufgibt, verliert. Könige werden nie geschlagen. Patt, dritte Wiederholung, fünfzig Züge und Unmöglichkeit: von selbst Remis.
    Zwei Anfänge, 1: e4 und 2: Nf3. Durchgestrichen: h1i1, denn über eine Brücke wird nichts geschlagen.

rules-notation =
    Ein Feld ist seine Linie und seine Reihe: e4. Einen Zug kannst du immer von Feld zu Feld schreiben, am Ende mit dem, was ein Bauer wird: c2c4, t2t1q. Die Rochade ist der Zug des Königs: e1g1.
    Oder kurz, mit den Buchstaben, die in aller Welt gelten: K ist der König, Q die Dame, R der Turm, B der Läufer, N der Springer. 1: c4, ein Bauer. 2: Nf3, eine Figur mit ihrem Buchstaben. 3: exf5, das x steht fürs Schlagen. 4: O-O, oder O-O-O auf der Damenseite. 5: t1=Q+, das + steht für Schach.
    Ein # steht für jede Armee, die ein Zug matt setzt, und xK dafür, dass ein König geschlagen wird. Wo zwei Figuren hinkönnten, schreib die Linie oder die Reihe der gemeinten dazu.
    Groß und klein und die Zeichen spielen nur eine Rolle, wo zwei Züge gemeint sein könnten.
