## A person's data

command-privacy = What is kept of you, where and how long, and how to have it deleted
command-forget-me = Have your name, your id and your settings deleted; your seats are freed
option-forget-me-confirm = Say that you mean it
option-export-of = Of what; the match unless you say
choice-match = The match
choice-me = Everything about me, for programs (JSON)
privacy =
    · Your id and name, stored separately, from the first time you take a seat, change a setting or are invited. If you only watch, I store nothing about you.
    · Your matches: seats, moves, what was agreed, when and in which channel. Matches, ratings and your /settings are stored under a random number, not under your name or id.
    Why: so that matches continue after a restart, everybody knows who is playing, and results count. I don't use your data for anything else, and I don't pass it on to anyone.
    Who sees it: a match can be seen by its players and by everyone who can see its channel, and by nobody else. A private match can be seen by its players and by anyone in its thread. Your profile and your row in leaderboards are public; /settings public:false hides them. Whoever runs Rondel can read everything. Its log holds no names and no ids.
    How long: until you delete it with /forget-me.
    What you can do: /export of:me gives you all of it in a file. /forget-me deletes your id, name and settings at once, even in the middle of a match; within a day your id and name are gone from my files too. The matches stay, without your name.
    What /forget-me can't delete: messages in channels stay until somebody deletes them there. Files that others exported stay too, and so does any reason a manager gave for freeing a seat or aborting a match. I also keep a short record, without your name, so that restoring a backup doesn't bring your data back. Backups and a database's recovery logs still contain your id and name until those files are deleted; how long that takes is up to the people who run Rondel.
privacy-contact = Questions? Write to { $contact }
privacy-nobody = Questions? Ask the people who run Rondel, or the managers of this server.
# Instead of the name of a player who is not known any more.
forgotten = Somebody who asked to be forgotten
given-up = The player of { $army } has asked to be forgotten, and their seat is free.
# Several tables of one channel at once.
tables-closed = { $count ->
    [one] Table { $matches } is closed: the only player there has asked to be forgotten.
   *[other] { $count } tables are closed, because the only player there has asked to be forgotten: { $matches }.
}
tables-left = { $count ->
    [one] Someone who asked to be forgotten has left table { $matches }. The seat is free.
   *[other] Someone who asked to be forgotten has left { $count } tables: { $matches }. The seats are free.
}
forget-unknown = There is nothing to delete: I know neither your id nor your name.
forget-asks = I delete your id, your name and your settings, at once and for good. Matches and the results of others stay, without your name; your ratings end. If you come back, you begin anew. You may want /export of:me first.
forget-frees = { $count ->
    [one] In one match your seat, or your invitation, is given up: { $matches }.
   *[other] In { $count } matches your seat, or your invitation, is given up: { $matches }.
}
forget-how = Press the button if you mean it, or say /forget-me confirm:true.
forget-done = You are forgotten: your id, your name and your settings are deleted, and your seats are free. Should you ever want to play again, you are welcome.
button-forget-me = Forget me
refused-forgetting = I could not delete everything just now, since the disk is full or fails. Nobody is shown your name any more, and the rest is deleted with the next start. Or say /forget-me confirm:true again in a while.
exported-me = Everything that is kept of you, with { $count ->
    [0] no match.
    [one] one match.
   *[other] { $count } matches.
}
exported-me-more = { $count ->
    [one] Of one more match the file names the id alone; /export match: has it.
   *[other] Of { $count } more matches the file names the ids alone; /export match: has them.
}
exported-nothing = There is nothing to export: I know neither your id nor your name.
