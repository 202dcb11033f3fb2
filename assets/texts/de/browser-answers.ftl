# What the browser page gets in answer to requests that aren't commands.

page-foreign = Diese Anfrage kam nicht von Rondels eigener Seite.
page-unreadable = Rondel konnte diese Anfrage nicht lesen.
page-not-yours = Diese Partie gibt es nicht, oder dein Link zu ihr gilt nicht mehr. Bitte um einen neuen.
page-not-allowed = Das können nur die Spieler dieser Partie.
page-not-opener = Links zu freien Sitzen kann nur erstellen, wer den Tisch eröffnet hat. Wenn du das warst, nimm den Browser, in dem du den Tisch eröffnet hast.
page-not-your-seat = Dieser Sitz ist besetzt. Nur wer dort sitzt, kann einen Link dazu erstellen.
page-too-fast = Das war zu schnell. Versuch es in { $seconds } s noch einmal.
page-crowded = Rondel ist beschäftigt. Versuch es gleich noch einmal.
page-windows = Rondel ist in mehr als { $most } Tabs oder Fenstern dieses Browsers offen. Schließ eins davon.
page-store = Rondel erreicht seinen Speicher gerade nicht. Verloren ist nichts; versuch es gleich noch einmal.
page-guest = Gast
page-guest-more = Gast { $number }
page-level = Computer: { $level }
page-free-seats = Freie Sitze: { $seats }. Die Partie beginnt, sobald alle Sitze besetzt sind.
page-left-to-computers = Du bist ausgeschieden, und es spielen nur noch Computer. Du kannst ihnen bis zum Ende zuschauen oder noch einmal spielen. Spielst du noch einmal, endet diese Partie, und die Computer teilen sich die restlichen Punkte.
page-computer-plays-on = Ein Computer hat deinen Sitz übernommen, und es spielen nur noch Computer. Du kannst ihnen bis zum Ende zuschauen oder die Partie jetzt beenden. Wenn du sie beendest, teilen sich die Computer die restlichen Punkte.
page-no-limit = Ohne Zeitlimit
page-budget = { $count ->
    [one] für 1 Zug
   *[other] für { $count } Züge
}
seat-link = Mit diesem Link spielst du im Browser weiter. Gib ihn nicht weiter: Wer ihn hat, kann in Partie { $match } für dich spielen. Ein neuer Link ersetzt diesen. { $link }
refused-no-page = Im Browser kannst du hier nicht spielen.
refused-link-rated = Partie { $match } wird gewertet, deshalb bekommst du keinen Link zu deinem Sitz. Links gibt es nur für ungewertete Partien: Nimm bei /spielen gewertet:false.
refused-link-seat = Mit deinem Link kannst du nur { $army } in Partie { $match } spielen. Für alles andere öffne Rondels Startseite.
refused-link-watch = Mit deinem Link kannst du nur bei Partie { $match } zuschauen. Für alles andere öffne Rondels Startseite.
refused-link-acts = Du schaust bei Partie { $match } zu. Mit deinem Link kannst du nicht mitspielen.
