## Personal data

command-privacy = What I store about you, who can see it, and how to delete it
command-forget-me = Delete your name, ID and settings, and give up your seats
option-forget-me-confirm = Confirm that you want this
option-export-of = What to export (default: the match)
choice-match = The match
choice-me = Everything I store about you, for programs (JSON)
privacy =
    · Your ID and name, stored separately, from the first time you take a seat, change a setting or are invited. If you only watch, I store nothing about you.
    · Your matches: seats, moves, agreements, times and channels. Matches, ratings and your /settings are stored under a random number, not under your name or ID.
    { $bold }Why:{ $bold } so that matches continue after a restart, everyone knows who is playing, and results count. Managers of a server can see pairs of players whose results there stand out, and what managers have done. I don't use your data for anything else, and I don't share it with anyone.
    { $bold }Who can see it:{ $bold } a match can be seen by its players and by everyone who can see its channel. A private match can be seen by its players and by anyone in its thread. If matches can be played in the browser, players can also share links to their seat or to watch. Your profile and leaderboard entries are public; /settings public:false hides them, but the end of a rated match still shows your rating. Whoever runs Rondel can read everything. The log has no names or IDs.
    { $bold }How long:{ $bold } until you delete it with /forget-me.
    { $bold }What you can do:{ $bold } /export of:me gives you all of it in a file. /forget-me deletes your ID, name and settings at once, even in the middle of a match; within a day, your ID and name are gone from my files too. The matches stay, without your name.
    { $bold }What /forget-me can't delete:{ $bold } messages in channels, files that others have exported, and any reason a manager gave for freeing a seat or aborting a match. I also keep a short record, without your name, so that restoring a backup doesn't bring your data back. Backups and a database's recovery logs still contain your ID and name until those files are deleted; how long that takes is up to the people who run Rondel.
privacy-contact = Questions? Write to { $contact }
privacy-nobody = Questions? Ask the people who run Rondel or the managers of this server.
# Stands in for the name of a player who has been forgotten.
forgotten = Someone who asked to be forgotten
given-up = The player of { $army } asked to be forgotten, so the seat is free.
# Several tables in one channel at once.
tables-closed = { $count ->
    [one] Table { $matches } is closed: the only player there asked to be forgotten.
   *[other] { $count } tables are closed because the only player there asked to be forgotten: { $matches }.
}
tables-left = { $count ->
    [one] Someone who asked to be forgotten has left table { $matches }. The seat is open.
   *[other] Someone who asked to be forgotten has left { $count } tables: { $matches }. The seats are open.
}
forget-unknown = There's nothing to delete: I have nothing stored about you.
forget-asks = This permanently deletes your ID, name and settings right away. Your matches and other players' results stay, without your name; your ratings end. If you come back, you'll start from scratch. You may want to use /export of:me first.
forget-frees = { $count ->
    [one] You'll lose your seat or invitation in one match: { $matches }.
   *[other] You'll lose your seats or invitations in { $count } matches: { $matches }.
}
forget-how = To go ahead, press the button or use /forget-me confirm:true.
forget-done = Done. Your ID, name and settings are deleted, and your seats are free. You're welcome back any time.
button-forget-me = Delete my data
refused-forgetting = I couldn't delete everything just now because the disk is full or failing. Your name isn't shown to anyone anymore, and the rest will be deleted at the next restart. You can also try /forget-me confirm:true again later.
exported-me = Everything I store about you, with { $count ->
    [0] no matches.
    [one] one match.
   *[other] { $count } matches.
}
exported-me-more = { $count ->
    [one] For one more match, the file has only the ID; /export match: gives you the rest.
   *[other] For { $count } more matches, the file has only the IDs; /export match: gives you the rest.
}
exported-nothing = There's nothing to export: I have nothing stored about you.
