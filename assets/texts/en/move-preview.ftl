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
# One of several matches in which it may be made.
move-in-match = { $match }: { $move }
