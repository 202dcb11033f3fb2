# Every sentence that players read, in English.

## The game's words

army-white = White
army-gray = Gray
army-black = Black

piece-king = king
piece-queen = queen
piece-rook = rook
piece-bishop = bishop
piece-knight = knight
piece-pawn = pawn
piece-crossed-pawn = crossed pawn

piece-of = { $army }'s { $piece }
dead-piece-of = { $army }'s dead { $piece }

ruleset-three-man = Three Man Chess
ruleset-match-points = Match Points
ruleset-first-mate = First Mate
ruleset-second-mate = Second Mate
ruleset-three-player = Three-Player Chess
ruleset-duel = Duel
# One that an operator has added: its name, and what its file says of it.
ruleset-added = { $name }: { $about }

## Pictures, alt texts and text boards

board-player = { $army } ({ $name })
board-to-move = to move
board-in-check = in check
board-game-over = Game over
board-out = out
board-out-because = out: { $reason }
board-empty-seat = empty seat
board-is-empty = { $army }'s seat is empty, and its army stands dead.
board-earned = { $army } { $points }
board-points = Points so far: { $points }.
board-ply = ply { $ply }
board-seen-from = Round three-player chess board seen from { $army }.
board-of-match = Match { $match }.
board-turn = { $player } is to move.
board-result = Over: { $result }.
board-played = { $army } played { $move }, { $from } to { $to }.
board-check = { $army } is in check from the { $by } { $piece } on { $from }.
board-is-out = { $player } is out.
board-is-out-because = { $player } is out: { $reason }.
board-bridged = Moats bridged: { $borders }.
board-none-bridged = No moat is bridged.
board-may-go = The { $army } { $piece } on { $from } may go to { $squares }.
board-way = A line leads from { $from } to { $to }: { $squares }.
board-barred = Crossed out, since it is not allowed: { $from } to { $to }.
board-no-check = Nobody is in check.
board-by-army = By army
board-by-rank = By rank, from the outer ring
board-rank = Rank { $rank }
board-empty = nothing
board-dead = dead

card-rating = Rating
card-points = Points
card-matches = Matches
card-wins = Won
card-average = Average
card-average-with = Below the kings: points a match, on average with each army
card-provisional = { $mark } after a rating: fewer than ten matches so far
card-nameless = (name in the text)
card-nobody = Nobody stands here yet.
card-unplayed = No rated matches yet.
card-more = and { $count } more
card-leaders = Leaderboard: { $title }, { $subtitle }.
card-row = { $rank }. { $name }: rating { $rating }, points { $points }, matches { $matches }, won { $wins }.
card-further = Further down: { $row }
card-uncertain = { $rating } (provisional)
card-profile = Profile of { $name }.
card-ruleset = { $ruleset }: rating { $rating }, matches { $matches }, won { $wins }, average { $average }.
card-curve = { $ruleset } went from { $first } to { $last }, at lowest { $lowest }, at highest { $highest }.
card-seat = With { $army }: matches { $matches }, won { $wins }, average { $average }.

exit-mate = mated
exit-king-taken = king taken
exit-stalemate = stalemated
exit-conceded = resigned
exit-time = out of time

## Commands: at most 100 characters each

command-play = Open a table for a match of three-player chess
option-play-ruleset = The rules to play by
option-play-time = Time per move, 10s to 30d; none unless you say
option-play-seat = Your army; drawn by lot unless you say
option-play-player2 = Invite to the seat after yours
option-play-player3 = Invite to the last seat
option-play-computers = How many computers sit down after your guests; 3 to watch
option-play-level = How well they play, from 1 to 3
option-play-rated = Whether it counts in the standings
command-join = Take a seat at an open table
option-join-seat = Which army; the one kept for you, or the first free one, unless you say
option-join-match = The table, such as m7k3q, where several are open
command-leave = Give up your seat at an open table, or decline an invitation
option-leave-match = The table, such as m7k3q, where several are open
command-move = Make your move
option-move-move = The move, such as Nf3, e2e4, O-O or d1=Q
option-move-match = The match, such as m7k3q, where you play several here
option-move-claim = Claim the draw that is due with this move; without a draw, no move
command-board = Look at the board, for your eyes only
option-board-seat = Seen from this army's seat; from your own unless you say
option-board-ply = As it stood after so many plies
option-board-text = In words, without a picture
option-board-match = The match, such as m7k3q, where several are played here
command-look = Hear about one square: what stands there, what attacks and guards it, its lines
option-look-square = The square, such as m4
option-look-match = The match, such as m7k3q, where several are played here
command-draw = Offer a draw, answer an offer, or claim one that is due
option-draw-action = What to do; a claim that is not due says what is missing
option-draw-match = The match, such as m7k3q, where you play several here
command-resign = Give up, or answer somebody who resigns for a winner
option-resign-confirm = Say that you mean it
option-resign-winner = For whom, where the rules want a winner named (Three-Player Chess)
option-resign-action = Answer a resignation that needs your agreement, or take your own back
option-resign-match = The match, such as m7k3q, where you play several here
command-pact = Agree with another army to share the mate of the third (First Mate, Second Mate)
option-pact-action = What to do
option-pact-with = With which army; where only one can be meant, leave it out
option-pact-match = The match, such as m7k3q, where you play several here
command-abort = Propose to call the match off; before your own first move you may do so alone
option-abort-action = What to do
option-abort-match = The match, such as m7k3q, where you play several here
command-takeback = Ask to take back your last move and all since; every other player must agree
option-takeback-action = What to do
option-takeback-match = The match, such as m7k3q, where you play several here
command-pause = Propose to stop the clock, or in a paused match to go on; every other player must agree
option-pause-action = What to do
option-pause-match = The match, such as m7k3q, where you play several here
command-seat = When a player is missing: grant time, or agree on a substitute, a computer or an end
option-seat-action = What to do about it
option-seat-seat = Which seat; that of whoever is missing, or your own, unless you say
option-seat-user = Who plays on there, with substitute
option-seat-reason = Why a seat is freed; everybody sees it
option-seat-match = The match, such as m7k3q, where you play several here
command-rematch = Play a match that is over once more, with the seats moved on by one
option-rematch-match = The match, such as m7k3q; your latest here unless you say
command-matches = Your matches, those that wait for you first, and what others play in this server
command-history = The moves of a match so far, and what came of them
option-history-page = Which page, 1 for the first; the last one unless you say
option-history-match = The match, such as m7k3q, where several are played here
command-export = The record of a match as a file, to keep or to read elsewhere
option-export-format = Which form: text for people, JSON for programs; text unless you say
option-export-match = The match, such as m7k3q, where several are played here
command-leaderboard = Who leads, with ratings, points and matches; your own row too
option-leaderboard-ruleset = By which rules; Three Man Chess unless you say
option-leaderboard-scope = In this server or everywhere; this server unless you say
option-leaderboard-period = This month or all time; all time unless you say
option-leaderboard-page = Which page, 1 for the best ten; that one unless you say
command-profile = How somebody gets on: ratings, results, favourite first moves; for your eyes only
option-profile-user = Whose profile; your own unless you say
command-rules = The rules, topic by topic, with pictures
option-rules-topic = Which topic; a list of them unless you say
command-settings = What you prefer
option-settings-public = Whether others see you on leaderboards and may look at your profile
option-settings-reminders = How often to remind you of a turn, where a move has an hour or more
option-settings-direct = Whether word of your turns comes to you in direct messages
command-server = For this server's managers: settings, and who may be playing into each other's hands
option-server-action = What to do
option-server-rated-computers = Whether matches with computers may be rated here
command-help = What the commands do
option-help-command = More about one command

choice-three-man = Three Man Chess: the last army in play wins the point; a draw shares it
choice-match-points = Match Points: 2 for a checkmate, 1 for the last king, 1 for each who is left in a draw
choice-first-mate = First Mate: ends with the first army out; 1 for its defeat, ½ for outliving it, pacts allowed
choice-second-mate = Second Mate: as First Mate, and then the two that are left play on for one more point
choice-three-player = Three-Player Chess: one mate ends it; 1 for the winner, ½ for the third, 0 for the loser
choice-duel = Duel: for two, White against Black, with Gray's army dead on the board; 1 for the winner
choice-board = The board and its centre
choice-diagonals = Diagonals, circles through the centre
choice-pieces = King, queen and knight
choice-pawns = Pawns
choice-crossed-pawns = Crossed pawns and promotion
choice-en-passant = En passant
choice-castling = Castling
choice-moats = Moats, the water between the armies
choice-bridges = Bridges over the moats
choice-creeks = Creeks, which stop pawns
choice-check = Check and mate among three
choice-taking-a-king = Taking a king
choice-going-out = Going out, and dead armies
choice-draws = Draws
choice-notation = Writing squares and moves
choice-server = This server
choice-everywhere = Everywhere
choice-month = This month
choice-all = All time
choice-show = Show what is set
choice-set = Set something
choice-fairplay = Fair play: pairs whose results stand out
choice-white = White
choice-gray = Gray
choice-black = Black
choice-random = Drawn by lot
choice-text = Text, for people
choice-json = JSON, for programs
choice-grant = Grant the limit again
choice-substitute = Somebody else plays on
choice-computer = A computer plays on
choice-end = The army goes out at once
choice-free = Free it (managers)
choice-offer = Offer
choice-accept = Accept
choice-decline = Decline
choice-withdraw = Withdraw
choice-claim = Claim
choice-revoke = Revoke
choice-off = No reminders
choice-once = One reminder, when a third of the time is left
choice-twice = Two reminders, at a third of the time and at a tenth

## What a move would do, and what stands where: for lists of at most 100 characters each

move-castles-king = castles on the king's side
move-castles-queen = castles on the queen's side
move-takes = takes { $piece }
move-takes-en-passant = takes { $piece } en passant
move-promotes = becomes a { $piece }
move-mates = mates { $army }
move-mates-for = mates { $army } for { $by }
move-mates-jointly = mates { $army } jointly
move-puts-out = { $army } is out
move-puts-out-jointly = { $army } is out, by the pact for both
move-stalemates = stalemates { $army }
move-checks = check to { $armies }
move-leaves-check = { $armies } still in check
move-wins = wins the match
move-draws-stalemate = draws by stalemate
move-draws-repetition = draws by repetition
move-draws-moves = draws by the count of moves
move-draws-impossibility = draws: nobody can be mated any more
move-exposes-king = { $by } could take { $army }'s king
move-lets-win = lets { $armies } win
move-ends-first = ends the match with { $armies } first, { $score }
move-ends-shared = ends the match with { $armies } sharing first place, { $score }
move-ends = ends the match, { $score }
move-through-centre = through the centre
move-crosses = over the bridged moat { $border }
move-bridges-one = bridges the moat { $borders }
move-bridges = bridges the moats { $borders }
square-holds = { $square }: { $what }
square-empty = empty

## Buttons: at most 80 characters each

button-join = Play { $army }
button-leave = Leave
button-view = My view
button-draw = Draw
button-agree-draw = Agree to the draw
button-decline-draw = Decline
button-resign = Resign
button-confirm-resign = Yes, resign
button-resign-for = Resign for { $army }
button-confirm-resign-for = Yes, resign for { $army }
button-accept-resignation = Agree
button-decline-resignation = Decline
button-withdraw-resignation = Take it back
button-offer-pact = Offer { $army } a pact
button-accept-pact = Accept { $army }'s pact
button-revoke-pact = End the pact with { $army }
button-withdraw-pact = Take back the offer to { $army }
button-claim-with = Claim with { $move }
button-accept-abort = Call it off
button-decline-abort = Play on
button-pause = Pause
button-resume = Go on
button-accept-pause = Pause
button-accept-takeback = Take back
button-decline = Decline
button-grant = Grant time
button-substitute = Let them play on
button-computer = Computer plays on
button-put-out = Out at once
button-rematch = Rematch
button-history = History
button-earlier = Earlier
button-later = Later
button-page = Page { $page }

## Who leads

leaders-heading = Leaderboard of { $ruleset }: { $where }.
leaders-where = { $where }, { $when }
leaders-server = this server
leaders-everywhere = all servers
leaders-all = all time
leaders-month = { $month } { $year }
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
leaders-row = { $rank }. { $name }: rating { $rating }, points { $points }, matches { $matches }, won { $wins }, average { $averages }
# Somebody who is left out, and sees their own row all the same.
leaders-row-unranked = { $name }: rating { $rating }, points { $points }, matches { $matches }, won { $wins }, average { $averages }
leaders-own = The one who asks: { $row }
leaders-hidden = Nobody else sees you here, as you wish; /settings public:true shows you again. { $row }
leaders-idle = You have finished no match for 90 days, so nobody else sees you here until you do. { $row }
leaders-absent = Not on it yet? A rated match, played to its end, puts you there.
leaders-nobody = Nobody stands here yet. The first rated match of { $ruleset } that ends fills it: open one with /play.
leaders-averages = Average: points a match with { $armies }.
leaders-provisional = ? after a rating: fewer than ten matches so far.
leaders-page = Page { $page } of { $pages }; { $count } players.

profile-heading = Profile of { $name }: rated matches on all servers.
profile-subtitle = Rated matches on all servers
profile-unknown = { $name } has not played here yet. Invite them with /play!
profile-hidden = Only you see it, as you wish; /settings public:true shows it to others.
profile-none = No rated match has ended yet. Open one with /play.
profile-record = { $ruleset }: rating { $rating }, points { $points }, matches { $matches }, won { $wins }, average { $averages }
profile-more = { $count ->
    [one] And one more ruleset.
   *[other] And { $count } more rulesets.
}
profile-seat = With { $army }: matches { $matches }, average { $average }
profile-first = Favourite first moves: { $moves }.
profile-first-with = { $army } { $moves }
profile-first-move = { $move } ({ $times })
profile-first-between = {"; "}
profile-against = Together with you: matches { $matches }, ahead of you { $ahead }, behind you { $behind }, level { $level }.
profile-reliability = Saw { $finished } of { $started } matches through to their end ({ $share } %).

settings-public = Others see you on leaderboards and may look at your profile. /settings public:false hides you from them; you still see both yourself.
settings-hidden = You are on no leaderboard that others see, and your profile is for you alone. /settings public:true shows you again.
# A reminder is told of as what it is, since nothing else explains it.
settings-reminders-off = You get no reminders: where a move has an hour or more, nobody reminds you of it. /settings reminders:once brings a reminder when a third of the time is left, reminders:twice another one at a tenth.
settings-reminders-once = You get one reminder of a turn, when a third of its time is left; only where a move has an hour or more. /settings reminders:twice brings another one at a tenth, reminders:off none.
settings-reminders-twice = You get two reminders of a turn, when a third of its time is left and again at a tenth; only where a move has an hour or more. /settings reminders:once leaves the first of them, reminders:off neither.
settings-direct = That it is your turn, and reminders of it, come to you in direct messages; where those are closed, in the match's own place. /settings direct:false brings them there always.
settings-not-direct = That it is your turn, and reminders of it, are told where the match is played. /settings direct:true brings them to you in direct messages.
settings-set-public = Done: others see you on leaderboards and may look at your profile.
settings-set-hidden = Done: from now on no leaderboard shows you to others, and your profile is for you alone. You still see both yourself. Matches and boards are as before.
settings-set-reminders-off = Done: no reminders from now on.
settings-set-reminders-once = Done: one reminder of a turn from now on, when a third of its time is left; only where a move has an hour or more.
settings-set-reminders-twice = Done: two reminders of a turn from now on, when a third of its time is left and again at a tenth; only where a move has an hour or more.
settings-set-direct = Done: that it is your turn, and reminders of it, come to you in direct messages from now on; where those are closed, in the match's own place.
settings-set-not-direct = Done: that it is your turn, and reminders of it, are told where the match is played.

server-computers-rated = Matches of people with computers may be rated in this server, and are unless /play rated:false says otherwise. /server action:set rated-computers:false makes them casual.
server-computers-casual = Matches with computers are casual in this server: they change no rating. /server action:set rated-computers:true lets them be rated.

fairplay-none = Nothing stands out: no two players of this server finish together, or give way to each other, far more often than chance would have it.
fairplay-heading = { $count ->
    [one] One pair stands out:
   *[other] { $count } pairs stand out:
}
fairplay-together = { $one } and { $other } finish together: of { $matches } matches with both the third player came last in { $observed }, where about { $expected } were to be expected (by chance at most once in { $rare } servers like this).
fairplay-gives-way = { $one } gives way to { $other }: of { $matches } matches with both { $one } came last in { $observed } by resigning, by time or at the hand of { $other }, who won alone; about { $expected } were to be expected (by chance at most once in { $rare } servers like this).
fairplay-more = { $count ->
    [one] One more pair is not listed.
   *[other] { $count } more pairs are not listed.
}
fairplay-test = How this is found: matches of three in this server are looked at, of pairs that met at least 20 times. What to expect is worked out from how each of the three fares in matches without the others, with every doubt in the pair's favour, and the number of pairs looked at is taken into account. Only what is less likely than one in a hundred, and at least 15 in a hundred matches more than expected, is listed.
fairplay-care = It is a sign and no proof: friends who play alike can look so. Talk to them first.

## Tables

player = { $name } ({ $army })
nameless = Somebody
# What a computer is called, wherever a player is named.
computer = level { $level } computer
seat-taken = { $army }: { $name }
seat-vacant = { $army }: nobody
seat-kept = { $army }: kept for { $name }
seat-open = { $army }: free
seat-empty = { $army }: empty, its army stands dead
seat-separator = {" · "}
table-opened = { $name } opens a table for { $ruleset }: match { $match }.
table-invites = { $names }: you are invited. Take your seat with /join, or decline with /leave.
# A ruleset in a line, which says its name first.
table-rules = { $rules }. More about it: /rules topic:{ $ruleset }
table-rules-added = { $rules }
table-hint = Still awaited: { $seats }. Take a seat with a button or /join; then the match begins.
awaited-anyone = anyone for { $army }
awaited = { $name } for { $army }
joined = { $name } takes { $army }.
left = { $name } gives up { $army }.
table-opened-to-watch = Computers play { $ruleset } against each other, for you to watch: match { $match }. /abort action:offer ends it.
table-casual = The match is casual: its result counts in no standings.
table-time = Time per move: { $limit }.
limit-none = no limit
limit-days = { $count ->
    [one] a day
   *[other] { $count } days
}
limit-hours = { $count ->
    [one] an hour
   *[other] { $count } hours
}
limit-minutes = { $count ->
    [one] a minute
   *[other] { $count } minutes
}
limit-seconds = { $count ->
    [one] a second
   *[other] { $count } seconds
}
closed = The table { $match } is closed.
expired = The table { $match } is closed: for a day nothing changed there. Open a new one with /play.
started = Match { $match } begins.
imported = Imported from a record: played elsewhere as { $match }, in { $where }. It counts in no standing.

## Play

turn = { $player } to move.
turn-and-next = { $player } to move, then { $next }.
moved = { $ply }. { $move } by { $player }.
check = { $army } is in check!
out-mate = { $player } is out: checkmated by { $by }.
out-mate-pact = { $player } is out: checkmated under the pact of { $others }, who share it.
out-mate-each = { $player } is out: checkmated by { $others } at once, and by each alone.
out-mate-shared = { $player } is out: checkmated by { $others } together.
out-king-taken = { $player } is out: { $by } took the king.
out-king-taken-pact = { $player } is out: the king was taken, which the pact of { $others } shares.
out-king-capturable = { $player } is out: { $by } could take the king with the next move.
out-stalemate = { $player } is out: no legal move, and not in check.
out-time = { $player } is out: out of time. The pieces stay on the board, dead.
out-time-last = { $player } is out: out of time.
out-conceded = { $player } resigns and is out. The pieces stay on the board, dead.
out-conceded-last = { $player } resigns and is out.

# What was earned: “Earned: White 3/2 (checkmated Gray 1, outlived Gray 1/2), Black 1/2 (outlived Gray).”
earned = Earned: { $scores }.
score = { $army } { $points }
score-for = { $army } { $points } ({ $reasons })
earned-part = { $reason } { $points }
earned-mate = checkmated { $army }
earned-king-taken = took { $army }'s king
earned-capturable = could take { $army }'s king
earned-stalemate = { $army } was stalemated
earned-conceded = { $army } resigned
earned-resigned-for = { $army } resigned for { $winner }
earned-time = { $army } ran out of time
earned-share = a share in { $army }'s defeat
earned-outlived = outlived { $army }
earned-third = third
earned-last-king = last king standing
earned-last-army = last army in play
earned-draw = draw
points-so-far = Points so far: { $scores }.

draw-offered = { $player } offers a draw. It stands for one round and needs { $others } to agree.
draw-agreed = { $player } agrees to the draw.
draw-agreed-waiting = { $player } agrees to the draw; { $others } must agree too.
draw-declined = { $player } declines the draw.
draw-lapsed = The offer of a draw has lapsed.
draw-withdrawn = { $player } takes the offer of a draw back.
draw-claimed-repetition = { $player } claims a draw by repetition.
draw-claimed-moves = { $player } claims a draw by the count of moves.
draw-claimed-impossibility = { $player } claims a draw: nobody has enough left to checkmate.
resignation-offered = { $player } resigns for { $winner }. { $third } must agree; until then play goes on.
resignation-accepted = { $player } agrees.
resignation-declined = { $player } does not agree, and play goes on.
resignation-withdrawn = { $player } takes the resignation back.
resignation-lapsed = The resignation of { $player } for { $winner } has lapsed with that move.
resignation-stands = { $player } would resign for { $winner }; { $third } has not answered.
pact-offered = { $player } offers { $other } a pact against { $third }: whichever of the two mates, both share it.
pact-agreed = { $player } accepts. { $player } and { $other } have a pact against { $third }: whichever of the two mates, both share it.
pact-revoked = { $player } ends the pact with { $other }.
pact-offer-revoked = { $player } takes the offer of a pact to { $other } back.
pact-stands = { $player } and { $other } have a pact against { $third }.
pact-stands-offered = { $player } offers { $other } a pact against { $third }.
pacts-lapsed = With that, no pact stands any more.
pact-offers-lapsed = With that, the offer of a pact has lapsed.
abort-gone = With that, the proposal of { $player } to call the match off is gone. Propose it again with /abort.
out-of-time = The time of { $player } has run out.
abort-offered = { $player } proposes to call the match off. { $others } must agree within a day.
called-off = Whoever opened this match of computers calls it off.
abort-offered-alone = { $player } calls the match off before a first move.
abort-agreed = { $player } agrees to call it off.
abort-declined = { $player } wants to play on.
abort-lapsed = The proposal of { $player } to call the match off has lapsed: within a day not all agreed. The match goes on.

# Time per move, and seats whose players are missing.
deadline = Deadline: { $when }.
window-closes = The time for this move is up; the window closes: { $when }.
clock-stands = The match is paused: the clock stands still.
reminder = { $player }, match { $match } waits for your move. Deadline: { $until }.
deadline-passed = The time of { $player } is up. Any of { $others } may grant the limit again with /seat action:grant. Together they may give the seat to a substitute (/seat action:substitute user:), to a computer (/seat action:computer), or let the army go out at once (/seat action:end). A move of { $player } still counts. If nobody does anything, the army goes out when the window closes: { $closes }.
deadline-passed-alone = The time of { $player } is up. { $others } may grant the limit again with /seat action:grant, give the seat to a substitute (/seat action:substitute user:) or to a computer (/seat action:computer), or end it at once (/seat action:end). A move of { $player } still counts. If nothing is done, the army goes out when the window closes: { $closes }.
seat-waits = Nobody plays for { $army }. Together { $others } may give the seat to a substitute (/seat action:substitute user:), to a computer (/seat action:computer), or let the army go out at once (/seat action:end). If nobody does anything, the army goes out when the window closes: { $closes }.
time-granted = { $by } grants { $player } the limit again. Deadline: { $until }.
time-extended = For a while nobody could play here, so { $player } has more time. Deadline: { $until }.
paused = The match is paused: the clock stands still, and nobody moves. /pause action:offer proposes to go on. After 30 days it goes on by itself.
resumed = The match goes on, and the clock with it.
taken-back = Taken back: the match goes on after ply { $ply }.
gone = { $name } ({ $army }) has left the server.
freed = The seat of { $army } was freed: { $name } does not play on. The managers' reason: { $reason }
took-over = { $name } plays on for { $army }.
computer-took-over = A computer (level { $level }) plays on for { $army }.
substitute-agrees = { $name } is ready to play on.
substitute-declines = { $name } does not want to play on, and the proposal is gone.
history-time-granted = { $by } granted { $player } the limit again.
history-time-extended = { $player } got more time, since for a while nobody could play here.
history-deadline-passed = The time of { $player } was up.

# What is proposed to all.
pause-proposed = { $player } proposes to pause: the clock would stand still and nobody move. { $others } must agree within a day.
resume-proposed = { $player } proposes to go on playing. { $others } must agree within a day.
takeback-proposed = { $player } asks to take back their last move and all since: the match would go on after ply { $ply }. { $others } must agree within a day.
substitute-proposed = { $player } proposes that { $name } plays on for { $army }. { $others } must agree within a day; { $name } does so with /join match:{ $match }.
computer-proposed = { $player } proposes that a computer plays on for { $army }. { $others } must agree within a day.
put-out-proposed = { $player } proposes that the army of { $army } goes out at once. { $others } must agree within a day.
proposal-agreed = { $player } agrees to { $what }.
proposal-declined = { $player } declines { $what }, and the proposal is gone.
proposal-lapsed = The proposal of { $player } for { $what } has lapsed: within a day not all agreed.
proposal-gone = With that, the proposal of { $player } for { $what } is gone.
proposal-stands = { $player } proposes { $what }; { $others } must still agree. It lapses: { $until }.
motion-abort = calling the match off
motion-pause = a pause
motion-resume = going on
motion-takeback = taking moves back
motion-substitute = { $name } playing on for { $army }
motion-computer = a computer playing on for { $army }
motion-put-out = the army of { $army } going out at once

# How a match ended, who is first, the score, and what brought it about.
ended-last-army = The match is over: { $army } is the last army in play.
ended-first-out = The match is over with the first army out.
ended-capturable-king = The match is over: a king could be taken.
ended-resigned-for = The match is over: the resignation stands.
ended-draw-time = Draw: time has run out, and no opponent has enough left to checkmate.
ended-draw-agreement = Draw by agreement.
ended-draw-stalemate = Draw by stalemate: { $army } has no legal move and is not in check.
ended-draw-repetition = Draw by repetition: this position has stood after plies { $plies }.
ended-draw-moves = Draw: { $clock } plies have gone by without a capture, a pawn move or an army going out.
ended-draw-impossibility = Draw: nobody can checkmate any more.
ended-aborted = The match is called off: no points.
ended-wins = { $player } wins.
ended-first = { $player } is first.
ended-shared = { $player } share first place.
ended-score = Score White–Gray–Black: { $score }.
ended-scores = { $scores } · rules { $rule }
result-wins = { $army } wins, { $score }
result-first = { $army } first, { $score }
result-shared = { $army } share first, { $score }
result-draw = Draw, { $score }
result-draw-first = Draw, { $army } first, { $score }
result-aborted = Called off
list-and = {" and "}
list-or = {" or "}
list-comma = {", "}

## Answers for one person

board-shown = Match { $match }, ply { $ply }.
done-elsewhere = Done. The others read of it where { $match } is played: { $where }.
thread-name = Match { $match }
matches-none = You play no match at the moment. Open a table with /play.
matches-heading = { $count ->
    [one] You have one match:
   *[other] You have { $count } matches:
}
matches-waiting = { $match }: it is your move ({ $army }), ply { $ply }, in { $where }.
matches-running = { $match }: { $player } to move, you are { $army }, ply { $ply }, in { $where }.
matches-asked = { $match }: you are asked to take a seat over, with /join match:{ $match }; { $player } to move, ply { $ply }, in { $where }.
matches-watched = { $match }: you watch computers play, ply { $ply }, in { $where }.
matches-table = { $match }: an open table, in { $where }.
matches-to-watch = To watch in this server, each with /board match: and its name:
matches-of-others = { $match }: { $ruleset }, { $player } to move, ply { $ply }, in { $where }.
matches-many-more = … and many more.
matches-more = { $count ->
    [one] … and one more.
   *[other] … and { $count } more.
}
history-heading = Match { $match } · { $seats }
# No dot after the number: chats make lists of that, and number them anew.
history-move = { $ply }: { $move } ({ $army })
history-none = No move has been made.
history-table = The match has not begun: seats are still free.
history-page = Page { $page } of { $pages }. Others with /history page:1 and so on.
exported = The record of match { $match }.
exported-so-far = The record of match { $match } so far. What reads records takes it once the match is over.
look-heading = { $square } in match { $match }, ply { $ply }:
look-empty = nothing stands there.
look-piece = { $piece }.
look-dead = { $piece }. It neither moves nor attacks, and may be taken (rules §4.4).
look-en-passant = A pawn that has just passed over it may be taken here en passant: { $piece } (rules §2.7).
look-attacked = Attacked by { $army }: { $pieces }.
look-not-attacked = Nothing attacks it.
look-guarded = Guarded by { $army }: { $pieces }.
look-not-guarded = Nothing guards it.
look-moat = The moat { $border } lies beside it, and nothing crosses it: it is not bridged (rules §3.2).
look-moat-bridged = The moat { $border } lies beside it and is bridged. What crosses it may neither take nor give a new check (rules §3.4).
look-creek = The creek { $border } lies beside it: no pawn that has yet to pass the centre captures across it (rules §3.7).
look-lines = Lines from there, as far as a piece could slide:
line-inward = inward: { $line }
line-outward = outward: { $line }
line-clockwise = around, with the letters: { $line }
line-counterclockwise = around, against the letters: { $line }
line-inward-clockwise = aslant inward, with the letters: { $line }
line-inward-counterclockwise = aslant inward, against the letters: { $line }
line-outward-clockwise = aslant outward, with the letters: { $line }
line-outward-counterclockwise = aslant outward, against the letters: { $line }
line-centre = the centre
line-bridge = the bridged moat { $border }
line-edge = the edge
line-moat = the moat { $border }, not bridged
line-start = and { $square } again
help-heading = Three people play chess on the round board. The commands:
help-line = /{ $command } – { $what }
help-more = More about one of them: /help command:move
help-command = /{ $command } – { $what }
help-option = { $option }: { $what }
help-option-required = { $option }: { $what } (needed)
help-choice = • { $choice } – { $what }
help-choices = Also: { $choices }

## The rules by topic: with title and the way onward at most 2,000 characters each, better 900.
## Moves that they name are examples of src/adapters/rulebook.rs, and true there.

rules-heading = Three armies on one round board. These are the topics:
rules-line = { $topic } – { $title }
rules-more = Begin with /rules topic:{ $topic }
rules-next = Next: /rules topic:{ $topic } · All topics: /rules
rules-last = All topics: /rules

rules-board =
    The board has six rings of 24 squares. A square has the letter of its file, a to x, and the number of its rank, from 1, the outer ring, to 6, the inner one: c3 (rules §1.1). White sits at a–h and begins, then Gray at i–p, then Black at q–x (rules §1.2).
    The centre is passed, never stood on. Beyond c6 lies o6, straight across (rules §1.5).
    A rook goes along its file, through the centre and out on the other side, or around its ring either way, until something stands in its way (rules §2.1, §2.2). Dots show where the rook on c3 may go: Ro2 through the centre, say, or Rk3 around.

rules-diagonals =
    A diagonal goes one rank and one file at a step. From rank 6 it passes the centre, comes out two files beyond the square straight across, and goes on turning the same way: from c1 it leads to h6 and on to v6 (rules §2.3).
    So every diagonal is a circle through the centre. It does not bend at rank 1: it ends there. From a square on rank 1 the two ways inward are the two arcs of one circle, and a bishop there reaches ten squares at most: Bv6, Ba3.
    A bishop stays on squares of one colour for good.

rules-pieces =
    The queen moves like a rook or like a bishop (rules §2.1 to §2.3).
    1: the king goes one step in any direction. From rank 6 three of its steps lead through the centre: Kt6 straight across, Kr6 and Kv6 aslant (rules §2.4).
    2: the knight goes two steps along its file and one to the side, or one along it and two to the side, over whatever stands between. Near the centre it leaps across: Nm6, No6 (rules §2.5).

rules-pawns =
    A pawn marches inward, one step to an empty square; from rank 2 also two, when both are empty. It captures one step aslant inward (rules §2.6). 1: e4. 2: dxc4.
    From rank 6 the next step leads through the centre: straight across to an empty square, or aslant to capture. 3: gxu6. That makes it a crossed pawn for good: from now on it marches outward.
    Beside the borders, creeks forbid some captures: /rules topic:creeks

rules-crossed-pawns =
    A pawn that has passed the centre is a crossed pawn, drawn with the point of an arrow. It goes one step outward, and captures one step aslant outward (rules §2.6). 1: sxt2.
    On any square of rank 1, reached by a step or by a capture, it becomes a queen, rook, bishop or knight, as its owner likes. 2: n1=Q, nxo1=N.
    Creeks do not stop it. A moat does, bridged or not: it never captures from rank 2 to rank 1 across a border (rules §3.7).

rules-en-passant =
    A pawn that goes two steps passes over a square. A pawn of another army that captures onto that square may take it as if it had gone only one step: mostly a crossed pawn that stands beside it (rules §2.7).
    Each of the other armies has this right for its own next turn. Here Gray's pawn went from m2 to m4, Black moved something else, and White may still take it: nxm3.
    The right is gone when the pawn's army is to move again or is out, when the pawn has left or been taken, and when something stands on the square it passed.

rules-castling =
    The king goes two squares towards a rook, and the rook to the square that the king passes: O-O on the king's side, O-O-O on the queen's side. King and rook must not have moved, and all squares between them must be empty (rules §2.8).
    The king must not be in check, and must neither pass over nor land on a square that another army in play attacks.
    Here O-O is allowed. O-O-O is not: the king would pass over d1, and Gray's rook on p5 looks through the centre down to it.

rules-moats =
    On rank 1 water lies between the armies: the moats x|a, h|i and p|q. A move crosses one when it steps over that border with at least one end of the step on rank 1: along the ring, or aslant between ranks 1 and 2. A knight's leap over the border crosses it when it begins or ends on rank 1 (rules §3.1).
    Nothing crosses a moat until it is bridged (rules §3.2), and nothing attacks or checks across one, bridged or not (rules §3.5).
    Crossed out are a1x1, b1x2 and h1i2. Where a second way leads to the same square without crossing, that way is free, though not for knights (rules §3.6).

rules-bridges =
    A moat is bridged for good when an army beside it goes out, or when all eight squares of rank 1 in the sector of an army in play are empty; then both moats of that sector are bridged (rules §3.3).
    A move over a bridge may capture nothing, not even a dead piece, and may neither give nor open a check (rules §3.4). Nor is anything attacked across it (rules §3.5).
    Here Gray is out, so the moats h|i and p|q are bridged. Rj1 is allowed. h1k1 is not, since it would check the king on k4, and h1l1 is not, since it would take the dead knight.

rules-creeks =
    On the borders, behind the moats, creeks run over ranks 2 and 3. A pawn that is not yet through the centre may not capture across a border while it stands on rank 1, 2 or 3; from rank 4 on it may (rules §3.7).
    Crossed out: hxi4. 1: one rank further on the pawn may capture, pxq5.
    Crossed pawns ignore creeks. 2: qxp2. Nothing but captures by pawns is stopped, and creeks stay when moats are bridged.

rules-check =
    Check may come from either of the other armies, or from both at once. No move may leave your own king attacked by any army that is in play after it, even one that moves later (rules §4.1).
    Here Gray's rook on q3 checks White through the centre. 1: the king steps aside, Kd1. 2: the rook steps between, Re5 or Rq5, on either side of the centre. Crossed out: d2d3, which does not help.
    You are mated only when it is your turn, you are in check and have no legal move (rules §4.3). Until then somebody else's move may save you. The army that attacks the king has mated it; of two, the one that moves sooner after you, unless the ruleset says otherwise (rules §4.6).

rules-taking-a-king =
    A king can come under attack by another player's move when it is not its owner's turn next. The army to move may then simply take it, and the captured army is out at once (rules §4.2). It counts as mated by the captor (rules §4.6).
    Here Black's bishop went from m3 to j6 and opened the file to Gray's king. White is next: RxKm1.
    The capture must still leave your own king safe from the armies that remain. In Three Player Chess a king that can be taken ends the match by itself: /rules topic:three-player

rules-going-out =
    An army goes out when it is checkmated, its king is taken, its player resigns or runs out of time, or it is stalemated where the ruleset says so. Its pieces stay on the board, dead: they neither move nor attack, they block lines, and they may be captured (rules §4.4).
    The moats beside it are bridged, its offers lapse, and turns skip it. After every move the next army is looked at: one move may mate both opponents (rules §4.5).
    Here Gray is out. 1: Rxf4 takes the dead queen. 2: Ke3 is safe beside it. Crossed out: k3m4, since the dead do not move.

rules-draws =
    By agreement, when every army in play agrees. An offer stands for one round, and silence is never consent (rules §5.1).
    By repetition, when a position comes about for the third time (rules §5.2).
    By fifty moves of each army in play without a capture, a pawn move or an army going out (rules §5.3).
    By impossibility, when too little is left to mate, such as king and bishop against king; the dead do not count (rules §5.4). Here Bxo6 takes Black's last piece.
    By time, when it runs out and no opponent in play has enough to mate (rules §5.5). By stalemate, as the ruleset says.
    What comes by itself and what must be claimed, with /draw action:claim, depends on the ruleset too.

rules-three-man =
    The last army in play wins: 1 point, the others 0. Here Qm2# puts Gray out, and White and Black play on for the point. In a draw the armies in play share it: ½ each for two, ⅓ each for three (rules §6.1).
    An exposed king may be taken. Stalemate: with three in play that army is out, with two it is a draw. Repetition: claimed at the third time, by itself at the fifth. Moves: claimed at fifty, by itself at seventy-five. Impossibility: by itself (rules §6).
    Resign, and your army is out while the others play on.

rules-match-points =
    Mating an army or taking its king: 2 points. Being the last king: 1. A draw: 1 to every army in play. Scores are written White-Gray-Black: 0-3-2 (rules §6.2).
    It ends with one army left, or in a draw. Here Gray is out, and Qu2# brings 2 and 1: 5-0-0 if White mated Gray as well. You win the match by mating both, or one and drawing with the other.
    Any stalemate is a draw. Repetition, at the third time and by the pieces' places alone, fifty moves and impossibility draw only when claimed (rules §6).
    Resigning or running out of time with two opponents: 1 to each, and they play on. With one: as if that one had mated you.

rules-first-mate =
    It ends with the first army out. Defeating it: 1 point. Still being in play then: ½. A draw of three: ⅔ each (rules §6.3). Stalemate is a draw.
    Whose mate? An army mates alone if it would be mate even with the third army's pieces dead. If one does, it gets the 1; if both do, each gets 1. If neither does, the one that gives check gets the 1, or each ½ when both give it. A taken king: 1 to the captor.
    Here Qm2# needs Black's knight to guard the queen. White alone gives check: White 1½, Black ½.
    Pact: two may agree, for all to see, to mate the third together, with /pact: then ½ each for it. Who resigns or runs out of time is defeated by both: ½ each.
    Repetition: claimed at the third time, by itself at the fifth. Moves: claimed at fifty, by itself at seventy-five. Impossibility: by itself (rules §6).

rules-second-mate =
    The first stage is played and scored like First Mate: /rules topic:first-mate. Then the two that are left play on: 1 point for defeating the other, ½ each for a draw, added to what they have (rules §6.3). A draw of three, ⅔ each, ends it early.
    Here Gray is out, and Rq1# defeats Black. If White defeated Gray alone, that makes 1½ and 1, together 2½; Black keeps ½ for having survived.
    Resigning or running out of time against one opponent: defeated by that one.
    Stalemate, repetition, moves and impossibility draw as in First Mate (rules §6).

rules-three-player =
    It ends when the army to move has no legal move. Mated: it gets 0, the mating army 1, the third ½. Not in check: a draw. Every draw: ½ each (rules §6.5).
    Capturable king: if after a move the next army attacks the king of another, it wins by itself: 1 to it, 0 to that king's owner, ½ to the third. Here White's bishop went from u3 to t4, and Gray's rook looks at Black's king: Gray 1, White ½, and RxKu1 is not even played.
    Resigning, with /resign winner:, you name who wins; if the third accepts: 1, 0 to you, ½ to the third. Running out of time: 0, and ½ to each of the others.
    The third repetition, fifty moves and impossibility draw by themselves (rules §6).

rules-duel =
    White against Black, for two. Gray's seat is empty: its army stands dead from the first move, in everybody's way, and may be captured. The moats h|i and p|q are bridged, x|a is not (rules §6.6).
    A win: 1. A draw: ½ each. Resign, and your opponent wins. A king can never come to be taken. Stalemate, the third repetition, fifty moves and impossibility draw by themselves (rules §6).
    Two ways to begin, 1: e4 and 2: Nf3. Crossed out: h1i1, for a move over a bridge captures nothing, not even the dead (rules §3.4).

rules-notation =
    A square is its file and its rank: e4. A move may always be written from square to square, with what a pawn becomes at its end: c2c4, t2t1q. Castling is the king's move: e1g1 (rules §7.1).
    Or short, as in chess books. 1: c4, a pawn. 2: Nf3, a piece by its letter, K Q R B N. 3: exf5, where x is for a capture. 4: O-O, or O-O-O on the queen's side. 5: t1=Q+, where + is for check (rules §7.2).
    A # stands for every army that a move mates, and xK for taking a king. Where two pieces could go, add the file or rank of the one that does.
    Capitals and signs matter only where two moves could be meant.

## The console

console-welcome = Rondel, three-player chess on the round board. Try: @ann /play, @ben /join, @cy /join, @ann /help
console-editing = Tab completes, the arrow keys bring earlier lines back, Control-D ends it.
console-interrupted = Control-D ends it. Matches stay as they are.
console-prompt-nobody = #{ $channel }
console-prompt = @{ $name } in #{ $channel }
console-prompt-turn = @{ $name } in #{ $channel }, { $army } to move
console-prompt-own = @{ $name } in #{ $channel }, your move as { $army }

## Refusals: one for every reason

refused-not-your-turn = It is not your turn: { $army } is to move.
refused-not-a-player = You do not play in this match.
refused-unreadable-move = “{ $typed }” is not a move that I can read. Try { $examples }.
refused-unreadable-square = “{ $typed }” is not a square. Squares are a letter from a to x and a number from 1, outermost, to 6: m4.
refused-unreadable-line = That is not a command. Commands begin with a slash: try /help.
refused-nobody-speaks = Who speaks? Begin the line with a name: @ann /play
refused-unreadable-button = That button is not one of mine, or no longer. Try /board for a fresh one.
refused-ambiguous = “{ $typed }” could mean { $candidates }. Which one?
refused-promotion = A pawn that reaches rank 1 becomes something (rules §2.6). Say which: { $candidates }.
refused-illegal-move = That is not legal: { $why }.

# Why a move is not legal. A step is written “bishop h1–i2”, a piece “bishop on h1”.

piece-on = { $piece } on { $square }
illegal = { $sentence } (rules { $rule })
illegal-nobody-left = nobody is left to play against
illegal-no-piece = no piece stands on { $from }
illegal-other-army = { $turn } is to move, and the { $piece } belongs to { $army }
illegal-dead-piece = the { $piece } is dead, since { $army } is out of the game
illegal-same-square = the { $piece } stands there already
illegal-own-piece = { $step } ends on a { $piece } of the same army
illegal-not-so = { $step } is not how a { $piece } moves
illegal-none-reaches = no { $piece } of { $army } can go to { $to }
illegal-blocked = { $step } is blocked by the { $piece }
illegal-nothing-to-take = { $step } would need something to capture
illegal-no-en-passant = { $step } cannot take the pawn on { $pawn } en passant
illegal-creek = { $step } would capture across the creek { $border }
illegal-unbridged-moat = { $step } would cross the moat { $border }, which is not bridged
illegal-takes-across-moat = { $step } would capture across the moat { $border }
illegal-checks-across-moat = { $step } would give check by crossing the moat { $border }
illegal-king-attacked = { $step } would leave the king on { $king } to the { $piece }
illegal-king-stays-attacked = { $step } does not save the king on { $king } from the { $piece }
illegal-castling-gone = { $move } is no longer possible: king or rook has moved, or the rook is gone
illegal-castling-blocked = { $move } is blocked: { $square } is not empty
illegal-castling-in-check = { $move } is not allowed in check, and the king is attacked from { $from }
illegal-castling-attacked = { $move } would lead the king over { $square }, which is attacked from { $from }
illegal-promotion-missing = { $step } needs the letter of what the pawn becomes
illegal-not-a-promotion = { $step } is no promotion
illegal-cannot-become = { $step } cannot turn a pawn into a { $piece }

refused-match-over = That match is over. Open a new table with /play.
refused-position-moved-on = The position has moved on: that board showed ply { $shown }, now it is ply { $now }. Try /board.
refused-which-match = Which match do you mean? Add match: with one of { $matches }.
refused-no-such-match = I find no such match here. See yours with /matches, or open a table with /play.
refused-table-full = That table is full. Open another with /play.
refused-seat-taken = { $army } is taken or kept for somebody else. Try /join without a seat.
refused-already-seated = One person holds one seat of a match, and this one has { $army } already.
refused-not-seated = You have no seat at this table.

# Why a draw cannot be claimed: one of the first four, then what there is today.
refused-claim-not-due = No draw can be claimed now.
refused-claim-with = { $move } brings no draw that could be claimed, so it was not made.
refused-claim-ends = { $move } ends the match anyhow: make it without claiming. It was not made.
refused-claim-automatic = Nothing is claimed under { $ruleset }: its draws come by themselves (rules §6).
refused-claim-not-made = So { $move } was not made: make it without claiming.
refused-claim-repetition = { $count ->
    [one] The position stands for the first time, after ply { $plies }; it takes { $wanted } times (rules §5.2).
   *[other] The position has stood { $count } of { $wanted } times, after plies { $plies } (rules §5.2).
}
refused-claim-own = You brought it about, and could have claimed with that move; now it is for your opponents.
refused-claim-clock = { $clock } of { $due } plies have gone by without a capture, a pawn move or an army going out (rules §5.3).
refused-claim-impossibility = Somebody still has enough left to checkmate; once nobody has, that can be claimed too (rules §5.4).
refused-claim-offer = But you can claim with a move now, { $moves }: /move { $move } claim:true

refused-which-winner = Here you resign for a winner, and the third must agree. Say whom, { $armies }: with a button, or /resign winner: (rules §6.5).
refused-which-partner = With whom? Say { $armies }: with a button, or /pact with: (rules §6.3).
refused-no-third-army = Only two armies are in play: there is nobody left to make a pact against (rules §6.3).
refused-not-for-two = { $ruleset } is for two, White and Black; Gray's seat stays empty. So leave out player3: and seat:gray.
refused-computers-for-two = { $ruleset } is for two: computers:1 is against you, and computers:2 lets you watch.
refused-too-many = { $ruleset } has { $seats } seats, and you have named more players than that: count yourself, your guests and the computers.
refused-rated-computers = Matches with computers are casual in this server. Leave out rated:, or ask a manager to allow rated ones with /server.
refused-watching = You are watching computers already, in match { $match }. Let them come to an end, or end it with /abort action:offer match:{ $match }.
refused-rated-alone = Computers alone play no rated match. Leave out rated:.
refused-no-pacts = There are no pacts under { $ruleset }; they belong to First Mate and Second Mate (rules §6.3).
refused-no-winner-named = Under { $ruleset } nobody resigns for a winner, and no resignation needs an answer. To give up, use /resign alone.
refused-no-draw = No draw stands offered that you could answer. Offer one with /draw action:offer.
refused-no-own-draw = You have offered no draw that you could take back.
refused-no-resignation = No resignation waits for your answer.
refused-no-own-resignation = You have no resignation that you could take back.
refused-no-pact-offered = No such offer of a pact waits for you. Offer one yourself with /pact action:offer.
refused-no-pact-to-end = You have made no such pact and offered none. What others offer you need not be answered: it binds nobody until you accept.
refused-no-abort = Nobody has proposed to call the match off, or you were the one. Propose it with /abort action:offer.
refused-no-proposal = Nothing of the kind is proposed, or you have agreed to it already. /matches shows your matches.
refused-motion-stands = Something of the kind is proposed already: answer that first, with accept or decline.
refused-paused = The match is paused: nobody moves. Propose to go on with /pause action:offer.
refused-nothing-to-take-back = There is no move of yours to take back: you have made none, or an army has gone out since.
refused-seat-not-missing = Nothing can be done about the seat of { $army }: its player is there and has time, or its army is out. You may hand your own seat on with /seat action:substitute user: or action:computer.
refused-seat-vacant = Nobody sits for { $army } who could use more time. Propose a substitute or a computer with /seat.
refused-granted-before = The player of { $army } has been granted time in this turn already. Together with the others you may propose a substitute, a computer or an end with /seat.
refused-who-substitutes = Say who is to play on: /seat action:substitute user:
refused-already-proposed = You have proposed or agreed to that already; now the others must agree.
refused-resignation-stands = { $army } resigns for { $winner } already, and one resignation stands at a time. { $third } must answer it, or { $army } take it back with /resign action:withdraw.
refused-pact-stands = You have offered or made that pact already. See what stands with /board.
refused-already-conceded = You have resigned already.
refused-army-out = Your army is out of the game (rules §4.4). You can still watch with /board.
refused-needs-confirmation = Resigning cannot be undone: your army stands dead and the others play on. Press the button, or /resign confirm:true.
refused-confirm-last = Resigning cannot be undone: the match is over with it, { $score }. Press the button, or /resign confirm:true.
refused-confirm-winner = If { $third } agrees, the match is over and { $winner } has won; until you move you can take it back. Press the button, or /resign winner:{ $option } confirm:true.
refused-not-started = The match has not begun: seats are still free.
refused-already-started = The match has begun already. To give up your seat, use /resign.
refused-not-over = That match is not over yet. Once it is, /rematch opens a table for the next one.
refused-rematch-began = The rematch has begun already: it is match { $match }. Once that one is over, /rematch match:{ $match } leads on.
refused-rematch-unplayed = No match was played at that table, so there is none to play again. Say which one you mean with /rematch match:, or open a new table with /play.
refused-rematch = There is no rematch of that match: it was played elsewhere, or tables for it have been closed too often. Open a new table with /play.
refused-not-allowed = You may not do that here.
refused-unknown-command = There is no command /{ $command }. Try /help.
refused-unknown-option = /{ $command } has no option “{ $option }”. It has: { $options }.
refused-no-options = /{ $command } has no options.
refused-bad-choice = { $option }: takes one of { $wants }.
refused-bad-time = { $option }: takes a time per move from 10s to 30d, such as 10m, 12h or 3d, or none.
refused-bad-number = { $option }: takes a whole number, { $wants }.
refused-bad-integer = { $option }: takes a whole number, 0 or more.
refused-bad-boolean = { $option }: takes true or false.
refused-bad-user = { $option }: takes a person, @name.
refused-bad-text = { $option }: takes a text.
refused-missing-option = /{ $command } needs { $option }: { $what }.
refused-missing-choice = /{ $command } needs { $option }: one of { $what }.
refused-option-twice = { $option }: was given twice.
refused-unknown-ruleset = There is no ruleset “{ $ruleset }”. There is: { $rulesets }.
refused-too-long = That is too long: at most { $most } characters.
refused-no-such-ply = The match has not come to ply { $ply }; it stands at { $now }.
refused-no-such-page = { $count ->
    [one] There is one page, page:1.
   *[other] There are { $count } pages, page:1 to page:{ $count }.
}
refused-profile = { $name } keeps their profile to themselves. Your own is under /profile.
refused-not-managing = /server is for those who manage this server (the right “Manage Server”). Ask one of them.
refused-nothing-to-set = Say what to set, such as /server action:set rated-computers:true.
refused-store-unavailable = I cannot write anything down at the moment, so that was not kept, and nothing has changed. Please try again in a few minutes.
refused-failed = Something went wrong in here. What you asked for may or may not have happened: look with /board.
refused-missing-rights = I may not say anything in this channel, so no match can be played here. Ask somebody who manages this server to grant me { $rights }, or open the table in another channel.

# What the bot may not do, said once for a match, and what to grant. The rights bear the names that
# Discord's settings give them.

lacks-thread = I may not open a thread here, so the match is played in this channel. Somebody who manages this server can grant me { $rights } for the next one.
lacks-free-thread = This server has as many open threads as Discord allows, so the match is played in this channel.
lacks-files = I may not attach pictures here, so this is the board in words. Somebody who manages this server can grant me { $rights }.
lacks-record = I may not attach files here. Somebody who manages this server can grant me { $rights }; or ask for the record in another channel with match: and its name.
lacks-speech = I may not post in { $where }, so what happens there away from it is not told there. Somebody who manages this server can grant me { $rights }.
direct-told = You are awaited in match { $match }: { $link }
    { $happened }
direct-elsewhere = You are awaited in match { $match }, and I can post no more where it was played. Use /move with match:{ $match } in another channel of that server.
    { $happened }
called = You are awaited in match { $match }.
direct-instead = You are awaited in match { $match }. Discord let no direct message through to you: allow those from members of this server, or choose with /settings to be called here.
right-view-channel = View Channel
right-send-messages = Send Messages
right-send-in-threads = Send Messages in Threads
right-create-threads = Create Public Threads
right-attach-files = Attach Files
