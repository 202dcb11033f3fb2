# Was die Seite zur Antwort bekommt, wo kein Befehl antwortet.

page-foreign = Diese Anfrage kam nicht von der Seite von Rondel.
page-unreadable = Das kann Rondel nicht lesen.
page-not-yours = Diese Partie gibt es nicht, oder dein Link zu ihr gilt nicht mehr. Bitte um einen neuen.
page-not-allowed = Das können nur die Spieler dieser Partie.
page-not-opener = Links zu freien Plätzen kann nur erstellen, wer den Tisch eröffnet hat. Wenn du das warst, nimm den Browser, in dem du den Tisch eröffnet hast.
page-not-your-seat = Dieser Platz ist besetzt. Nur wer dort sitzt, kann einen Link dazu erstellen.
page-too-fast = Das war zu schnell. Versuch es in { $seconds } s noch einmal.
page-crowded = Rondel ist beschäftigt. Versuch es gleich noch einmal.
page-windows = Rondel ist in mehr als { $most } Fenstern dieses Browsers offen. Schließ eins davon.
page-store = Rondel erreicht seinen Speicher gerade nicht. Verloren ist nichts; versuch es bald noch einmal.
page-guest = Gast
page-guest-more = Gast { $number }
page-level = Computer: { $level }
page-free-seats = Frei: { $seats }. Sind alle Plätze besetzt, geht es los.
page-left-to-computers = Du bist ausgeschieden, und es spielen nur noch Computer. Schaust du zu, wie sie die Partie zu Ende bringen, oder spielst du noch einmal? Wenn du noch einmal spielst, endet diese Partie, und die Computer teilen, was noch zu gewinnen ist.
page-computer-plays-on = Ein Computer hat deinen Platz, und es spielen nur noch Computer. Du kannst zuschauen, wie sie die Partie zu Ende bringen, oder sie beenden: Dann teilen die Computer, was noch zu gewinnen ist.
page-no-limit = Ohne Zeitlimit
page-budget = { $count ->
    [one] für 1 Zug
   *[other] für { $count } Züge
}
seat-link = Mit diesem Link spielst du im Browser weiter. Er ist nur für dich: Wer ihn hat, hat deinen Platz in Partie { $match }; ein neuer ersetzt ihn. { $link }
refused-no-page = Einen Tisch im Browser gibt es hier nicht.
refused-link-rated = Partie { $match } wird gewertet und darum dort gespielt, wo man sich kennt. An einem Tisch mit gewertet:false bekommst du einen Link.
refused-link-seat = Dein Link gilt nur für { $army } in Partie { $match }. Alles andere findest du auf der Startseite von Rondel.
refused-link-watch = Mit deinem Link kannst du nur Partie { $match } zusehen. Alles andere findest du auf der Startseite von Rondel.
refused-link-acts = Du siehst Partie { $match } zu. Dein Link lässt dich nicht mitspielen.
