## What a move would do, and what is on a square: for lists of at most 100 characters per line

move-castles-king = castles kingside
move-castles-queen = castles queenside
move-takes = takes { $piece }
move-takes-en-passant = takes { $piece } en passant
move-promotes = promotes to a { $piece }
move-mates = checkmates { $army }
move-mates-for = checkmates { $army }, credited to { $by }
move-mates-jointly = joint checkmate of { $army }
move-puts-out = { $army } is out
move-puts-out-jointly = { $army } is out, credit shared by the pact
move-stalemates = stalemates { $army }
move-checks = check to { $armies }
move-leaves-check = { $armies } still in check
move-wins = wins the match
move-draws-stalemate = draw by stalemate
move-draws-repetition = draw by repetition
move-draws-moves = { $count ->
    [50] draw by the fifty-move rule
    [75] draw by the seventy-five-move rule
   *[other] draw: { $count } moves without progress
}
move-draws-impossibility = draw by insufficient material
move-exposes-king = exposes { $army }'s king to { $by }
move-lets-win = { $armies } wins
move-ends-first = ends the match with { $armies } in first place, { $score }
move-ends-shared = ends the match with { $armies } sharing first place, { $score }
move-ends = ends the match, { $score }
move-through-centre = through the center
move-crosses = across the bridge between { $border }
move-bridges-one = bridges the moat between { $borders }
move-bridges = bridges the moats { $borders }
square-holds = { $square }: { $what }
square-empty = empty
# A move that could be made in several matches.
move-in-match = { $match }: { $move }
