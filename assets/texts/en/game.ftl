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
