# A server's own page, private matches, and threads that are over.

# What a match's thread is called when it is over: at most 100 characters.
thread-over = { $match }: { $result }
over-won = { $who } gewinnt { $score }
over-first = { $who } ist vorn, { $score }
over-shared = { $who } teilen sich den Sieg, { $score }
over-drawn = Remis { $score }
over-aborted = Abgebrochen

# Private matches.
table-private = Die Partie ist privat: Nur wer sie spielt und wen die Spieler dazuholen, sieht sie.
refused-private = Diese Partie ist privat: Nur wer sie spielt und wen die Spieler in ihren Thread holen, sieht sie.
refused-private-thread = Eine private Partie braucht einen eigenen Thread, und der lässt sich in einem Thread nicht öffnen. Eröffne den Tisch in einem Textkanal.
refused-private-channel = Eine private Partie braucht einen privaten Thread, und den gibt es in dieser Art von Kanal nicht. Eröffne den Tisch in einem Textkanal.
refused-private-rights = Für eine private Partie brauche ich einen privaten Thread. Wer diesen Server verwaltet, kann mir hier { $rights } geben; eröffne den Tisch dann noch einmal.
lacks-private-thread = Partie { $match } ist privat, und ich darf hier keinen privaten Thread für sie öffnen. Wer diesen Server verwaltet, kann mir { $rights } geben. Bis dahin schreibe ich den Spielern direkt. Das Brett zeigt /brett, und nur ihnen.
lacks-private-channel = Partie { $match } ist privat, und in dieser Art von Kanal gibt es keine privaten Threads. Ich schreibe den Spielern direkt. Das Brett zeigt /brett, und nur ihnen.

# An end that a manager puts to a match.
aborted-by-managers = Die Serververwaltung hat Partie { $match } beendet, sie zählt nicht. Der Grund: { $reason }

# What is set for a server.
refused-role-missing = Sag mit rolle:, welche Rolle Tische eröffnen darf.
refused-allow-missing = Sag, ob dort Tische eröffnet werden dürfen: mit erlaubt:true oder erlaubt:false.
refused-many-channels = Höchstens { $most } Kanäle lassen sich nennen. Nimm erst einen weg, oder erlaube mit zurücksetzen:kanäle alle.
refused-channel-elsewhere = In diesem Kanal lässt sich kein Tisch eröffnen. Wähle einen Text-, Sprach-, Ankündigungs- oder Forumskanal auf diesem Server.
refused-bad-channel = { $option }: hier steht ein Kanal, #schach.
refused-bad-role = { $option }: hier steht eine Rolle, @spieler.

# Who may open a table, and where.
refused-openers-managers = In diesem Server eröffnet nur Tische, wer ihn verwaltet. Bitte jemanden darum; hinsetzen dürfen sich alle.
refused-openers-role = In diesem Server eröffnet Tische, wer die Rolle { $role } hat. Bitte jemanden darum; hinsetzen dürfen sich alle.
refused-channel = Hier werden keine Tische eröffnet. Eröffne deinen in { $channels }.
refused-leaderboard = Nur wer diesen Server verwaltet, sieht seine Rangliste. /rangliste bereich:überall zeigt die aller Server, /profil deine eigenen Zahlen.

# What managers have forced and set.
audit-none = Die Verwaltung hat hier noch keinen Sitz freigemacht, keine Partie abgebrochen und nichts eingestellt.
audit-heading = { $count ->
    [one] Was in diesem Server erzwungen oder eingestellt wurde: ein Eintrag
   *[other] Was in diesem Server erzwungen oder eingestellt wurde, das Neueste zuerst: { $count } Einträge
    }, Seite { $page } von { $pages }.
audit-freed = { $when }: { $who } hat in Partie { $match } den Sitz von { $name } freigemacht. Grund: { $reason }
audit-aborted = { $when }: { $who } hat Partie { $match } beendet. Grund: { $reason }
audit-set = { $when }: { $who } hat eingestellt: { $what }.
audit-setting = { $option } auf { $value }
audit-cleared = { $what } wie üblich
audit-more = /server aktion:protokoll seite:{ $page } zeigt frühere.

# Whether the bot has the rights that it needs.
check-nothing = Hier brauche ich keine Rechte, die mir jemand geben könnte.
check-fine = { $where }: Es fehlt nichts.
check-missing = { $where }: Bitte gib mir { $rights }.
check-hidden = { $where }: Diesen Kanal kann ich nicht sehen. Gib mir dort { $rights }, oder nimm ihn aus den Kanälen für Tische heraus.
check-slow = { $where }: Der Langsam-Modus ist an. Befehle und meine Nachrichten müssen dort vielleicht warten, Knöpfe nicht.
check-locked = { $where }: Der Thread der Partie { $match } ist gesperrt. Bis er entsperrt ist, kann ich dort nichts schreiben.
check-all-fine = Ich habe jedes Recht, das ich brauche.
check-role-silent = Neue Tische rufen die Rolle { $role } nicht: Erlaube in den Einstellungen der Rolle, dass alle sie erwähnen dürfen.
check-unknown = Discord sagt mir gerade nichts über andere Kanäle. Frag in einer Minute noch einmal.
check-more = { $count ->
    [one] Eine weitere Zeile über Kanäle ist nicht gezeigt.
   *[other] { $count } weitere Zeilen über Kanäle sind nicht gezeigt.
    }
check-looked = { $count ->
    [one] Ich habe einen Kanal geprüft.
   *[other] Ich habe { $count } Kanäle geprüft.
    }
# Einstellungen, die weg sind, weil es das Genannte nicht mehr gibt. Einmal gesagt.
lapsed-channel = Ein Kanal, in dem Tische eröffnet werden durften, wurde gelöscht und steht nicht mehr auf der Liste.
lapsed-channels = Die Kanäle, in denen Tische eröffnet werden durften, wurden gelöscht. Jetzt geht das in jedem Kanal; mit /server lassen sich andere Kanäle wählen.
lapsed-openers = Die Rolle, die Tische eröffnen durfte, wurde gelöscht. Jetzt dürfen das alle; mit /server lässt sich eine andere Rolle wählen.
lapsed-table-role = Die Rolle, die bei neuen Tischen benachrichtigt wurde, ist gelöscht. Jetzt wird bei neuen Tischen niemand mehr benachrichtigt.
right-create-private-threads = Private Threads erstellen
right-read-history = Nachrichtenverlauf anzeigen
right-connect = Verbinden

# Where a command works.
refused-server-only = /{ $command } geht nur in einem Server. Benutze den Befehl in einem Kanal eines Servers, in dem ich bin; /partien zeigt dir den Weg zu deinen Partien.
refused-server-only-guest = /{ $command } geht nur auf einem Server, auf dem ich Mitglied bin. Lade mich auf deinen ein: { $link }

option-server-channel = Kanal, in dem Tische eröffnet werden dürfen; ohne Angabe dieser
option-server-allow = Tische in diesem Kanal erlauben
option-server-openers = Wer Tische eröffnen darf
option-server-role = Rolle, die Tische eröffnen darf
option-server-leaderboard = Wer die Rangliste dieses Servers sieht
option-server-table-role = Rolle, die von neuen offenen Tischen erfährt
option-server-ruleset = Übliches Regelwerk
option-server-time = Übliche Zeit pro Zug: 10s, 5m, 12h, 3d oder none; für mehrere Züge: 10/30d
option-server-rated = Partien in der Regel werten
option-server-language = Sprache für alle auf diesem Server
option-server-theme = Farben der Bretter, die alle sehen
option-server-pieces = Figuren auf den Brettern, die alle sehen
option-server-orientation = Seite, von der alle die Bretter sehen
option-server-clear = Einstellung, die zurückgesetzt wird
option-server-reason = Grund für den Abbruch einer Partie; alle sehen ihn
option-server-match = Partie, die abgebrochen wird; ohne Angabe die, die hier gespielt wird
option-server-page = Seite des Protokolls
option-play-private = Private Partie: Nur ihre Spieler sehen sie, in einem privaten Thread
choice-action-check = Sehen, welche Rechte mir in welchem Kanal fehlen
choice-audit = Was die Verwaltung erzwungen und eingestellt hat
choice-abort = Eine Partie beenden, mit einem Grund
choice-openers-everyone = Alle
choice-openers-managers = Wer den Server verwaltet
choice-openers-role = Wer eine Rolle hat, und die Verwaltung
choice-leaderboard-everyone = Alle
choice-leaderboard-managers = Wer den Server verwaltet
choice-clear-channels = Die Kanäle: Tische dürfen in allen eröffnet werden
choice-clear-table-role = Die Rolle, die Tische rufen
choice-clear-ruleset = Die Regeln von Tischen
choice-clear-language = Die Sprache
choice-clear-looks = Wie Bretter aussehen
