# A server's settings, private matches, and threads of finished matches.

# The name of a match's thread once the match is over: at most 100 characters.
thread-over = { $match }: { $result }
over-score = { $result } ({ $score })
over-won = { $who } gewinnt
over-first = { $who } belegt Platz 1
over-shared = { $who } teilen sich Platz 1
over-drawn = Remis
over-aborted = Abgebrochen

# Private matches.
table-private = Diese Partie ist privat: Nur ihre Spieler können sie sehen und alle, die sie in den Thread holen.
refused-private = Diese Partie ist privat: Nur ihre Spieler können sie sehen und alle, die sie in den Thread holen.
refused-private-thread = Eine private Partie braucht einen eigenen Thread. Eröffne den Tisch in einem Textkanal, nicht in einem Thread.
refused-private-channel = Eine private Partie braucht einen privaten Thread, und den gibt es in dieser Art von Kanal nicht. Eröffne den Tisch in einem Textkanal.
refused-private-rights = Eine private Partie braucht einen privaten Thread, und den darf ich hier nicht erstellen. Bitte die Serververwaltung, das zu ändern, und eröffne den Tisch dann noch einmal. Fehlende Berechtigungen: { $rights }.
lacks-private-thread = Partie { $match } ist privat, und ich darf hier keinen privaten Thread für sie erstellen. Bis die Serververwaltung das ändert, schreibe ich den Spielern direkt. Sie sehen das Brett mit /brett, sonst sieht es niemand. Fehlende Berechtigungen: { $rights }.
lacks-private-channel = Partie { $match } ist privat, und in dieser Art von Kanal gibt es keine privaten Threads. Ich schreibe den Spielern direkt. Sie sehen das Brett mit /brett, sonst sieht es niemand.

# A match that a manager aborts.
aborted-by-managers = Die Serververwaltung hat Partie { $match } abgebrochen. Grund: { $reason }

# Server settings that can't be saved.
refused-role-missing = Welche Rolle darf Tische eröffnen? Ergänze rolle:.
refused-allow-missing = Dürfen dort Tische eröffnet werden? Ergänze erlaubt:true oder erlaubt:false.
refused-many-channels = Du kannst höchstens { $most } Kanäle auswählen. Nimm erst einen weg, oder erlaube mit zurücksetzen:kanäle alle.
refused-channel-elsewhere = In diesem Kanal kann man keine Tische eröffnen. Wähle einen Text-, Sprach-, Ankündigungs- oder Forumskanal auf diesem Server.
refused-bad-channel = { $option }: braucht einen Kanal, etwa #schach.
refused-bad-role = { $option }: braucht eine Rolle, etwa @spieler.

# Who can open a table, and where.
refused-openers-managers = Auf diesem Server kann nur die Serververwaltung Tische eröffnen. Frag sie; Platz nehmen dürfen alle.
refused-openers-role = Auf diesem Server können nur die Serververwaltung und Mitglieder mit der Rolle { $role } Tische eröffnen. Frag jemanden von ihnen; Platz nehmen dürfen alle.
refused-channel = Hier kannst du keinen Tisch eröffnen. Eröffne ihn in { $channels }.
refused-leaderboard = Nur die Serververwaltung sieht die Rangliste dieses Servers. Versuch /rangliste bereich:überall, oder /profil für deine eigenen Zahlen.

# What managers have done.
audit-none = Die Serververwaltung hat hier noch keinen Sitz freigegeben, keine Partie abgebrochen und keine Einstellung geändert.
audit-heading = { $count ->
    [one] Was die Serververwaltung hier getan hat: ein Eintrag
   *[other] Was die Serververwaltung hier getan hat, das Neueste zuerst: { $count } Einträge
    }, Seite { $page } von { $pages }.
audit-freed = { $when }: { $who } hat in Partie { $match } den Sitz von { $name } freigegeben. Grund: { $reason }
audit-aborted = { $when }: { $who } hat Partie { $match } abgebrochen. Grund: { $reason }
audit-set = { $when }: { $who } hat eingestellt: { $what }.
audit-setting = { $option } auf { $value }
audit-cleared = { $what } auf den Standard
audit-more = /server aktion:protokoll seite:{ $page } zeigt ältere Einträge.

# Whether the bot has the permissions it needs.
check-nothing = Hier brauche ich keine Berechtigungen.
check-fine = { $where }: Ich habe alle Berechtigungen, die ich brauche.
check-missing = { $where }: Mir fehlen Berechtigungen: { $rights }.
check-hidden = { $where }: Ich kann diesen Kanal nicht sehen. Gib mir dort die nötigen Berechtigungen ({ $rights }), oder nimm ihn aus den Kanälen für Tische heraus.
check-slow = { $where }: Der Langsam-Modus ist an. Befehle und meine Nachrichten müssen dort vielleicht warten, Knöpfe nicht.
check-locked = { $where }: Der Thread der Partie { $match } ist gesperrt. Bis er entsperrt ist, kann ich dort nichts schreiben.
check-all-fine = Ich habe alle Berechtigungen, die ich brauche.
check-role-silent = Ich kann { $role } bei neuen Tischen nicht erwähnen. Erlaube in den Einstellungen der Rolle, dass alle sie erwähnen dürfen.
check-unknown = Discord sagt mir gerade nichts über andere Kanäle. Versuch es in einer Minute noch einmal.
check-more = { $count ->
    [one] 1 weitere Zeile über Kanäle wird nicht angezeigt.
   *[other] { $count } weitere Zeilen über Kanäle werden nicht angezeigt.
    }
check-looked = { $count ->
    [one] Ich habe einen Kanal geprüft.
   *[other] Ich habe { $count } Kanäle geprüft.
    }
# Settings that were dropped because the channel or role was deleted. Said once.
lapsed-channel = Ein Kanal, in dem Tische eröffnet werden durften, wurde gelöscht und steht deshalb nicht mehr auf der Liste.
lapsed-channels = Die Kanäle, in denen Tische eröffnet werden durften, wurden gelöscht. Jetzt geht das in jedem Kanal; die Serververwaltung kann mit /server andere wählen.
lapsed-openers = Die Rolle, die Tische eröffnen durfte, wurde gelöscht. Jetzt dürfen das alle; die Serververwaltung kann mit /server eine andere Rolle wählen.
lapsed-table-role = Die Rolle, die ich bei neuen Tischen erwähnt habe, wurde gelöscht. Jetzt erwähne ich bei neuen Tischen niemanden mehr.
right-create-private-threads = Private Threads erstellen
right-read-history = Nachrichtenverlauf anzeigen
right-connect = Verbinden

# Commands that don't work everywhere.
refused-server-only = /{ $command } geht nur auf einem Server. Nutze den Befehl in einem Kanal eines Servers; mit /partien kommst du zu deinen Partien.
refused-server-only-guest = /{ $command } geht nur auf einem Server, auf dem ich Mitglied bin. Füge mich zu deinem hinzu: { $link }

option-server-channel = Kanal, in dem Tische eröffnet werden dürfen (Standard: dieser)
option-server-allow = Ob dort Tische eröffnet werden dürfen
option-server-openers = Wer Tische eröffnen darf
option-server-role = Rolle, die Tische eröffnen darf
option-server-leaderboard = Wer die Rangliste dieses Servers sieht
option-server-table-role = Rolle, die bei neuen öffentlichen Tischen erwähnt wird
option-server-ruleset = Standardregelwerk
option-server-time = Standardzeit pro Zug: 10s, 5m, 12h, 3d oder none; für mehrere Züge: 10/30d
option-server-rated = Neue Tische standardmäßig werten
option-server-language = Sprache für alle auf diesem Server
option-server-theme = Farben der Bretter, die alle sehen
option-server-pieces = Figuren auf den Brettern, die alle sehen
option-server-orientation = Seite, von der alle die Bretter sehen
option-server-mirror = Die Bretter für alle spiegeln: Buchstaben von links nach rechts
option-server-clear = Einstellung, die auf den Standard zurückgesetzt wird
option-server-reason = Grund für den Abbruch einer Partie; alle sehen ihn
option-server-match = Partie, die abgebrochen wird (Standard: die hier gespielte)
option-server-page = Seite des Protokolls
option-play-private = Private Partie: Nur ihre Spieler sehen sie, in einem privaten Thread
choice-action-check = Meine Berechtigungen prüfen, Kanal für Kanal
choice-audit = Protokoll: was die Serververwaltung getan hat
choice-abort = Eine Partie abbrechen, mit Grund
choice-openers-everyone = Alle
choice-openers-managers = Serververwaltung
choice-openers-role = Serververwaltung und Mitglieder mit einer Rolle
choice-leaderboard-everyone = Alle
choice-leaderboard-managers = Serververwaltung
choice-clear-channels = Kanäle: Tische in allen erlauben
choice-clear-table-role = Rolle, die bei neuen Tischen erwähnt wird
choice-clear-ruleset = Standardregelwerk
choice-clear-language = Sprache
choice-clear-looks = Aussehen der Bretter
