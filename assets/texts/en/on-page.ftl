## What is said otherwise in the browser, where nobody speaks in a channel of a server

refused-private = That match is private. Only its players and people they've given a link to can see it.
refused-server-only = /{ $command } doesn't work in the browser.
refused-rated-computers = Matches with computers are casual, so this one can't be rated.
refused-limit-tables-of-person = You already have { $most } open tables. Close one with /leave, or wait until a table starts or closes.
command-matches = Your matches, starting with those waiting for you
option-leaderboard-scope = In the browser, the leaderboard always shows everyone
option-play-private = Private match: only its players see it
choice-server = Everyone
choice-everywhere = Everyone
leaders-everywhere = everyone
profile-heading = { $name }'s rated matches
profile-subtitle = Rated matches
page-unshown = This page couldn't read Rondel's reply. Try reloading the page.
page-offline = Can't reach Rondel. Check your connection and try again.
page-trying = Can't reach Rondel. Trying again…
privacy =
    · Your name and a number that stands for this browser, stored separately, from the first time you take a seat or change a setting. If you only watch, I store nothing about you.
    · Your matches: seats, moves, agreements and times. Matches, ratings and your /settings are stored under a random number, not under your name.
    { $bold }Why:{ $bold } so that matches continue after a restart, everyone knows who is playing, and results count. I don't use your data for anything else, and I don't share it with anyone.
    { $bold }Who can see it:{ $bold } a match can be seen by its players and by anyone they've given a link to. Your profile and leaderboard entries are public; /settings public:false hides them, but the end of a rated match still shows your rating. Whoever runs Rondel can read everything. The log has no names or IDs.
    { $bold }How long:{ $bold } until you delete it with /forget-me.
    { $bold }What you can do:{ $bold } /export of:me gives you all of it in a file. /forget-me deletes your name and settings at once, even in the middle of a match; within a day, they are gone from my files too. The matches stay, without your name.
    { $bold }What /forget-me can't delete:{ $bold } files that others have exported, and what this browser remembers (Forget this device does that). I also keep a short record, without your name, so that restoring a backup doesn't bring your data back. Backups and a database's recovery logs still contain your name until those files are deleted; how long that takes is up to the people who run Rondel.
privacy-nobody = Questions? Ask the people who run Rondel.
