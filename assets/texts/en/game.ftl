## Words of the game

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
# A piece that is captured, where a language has a case for that: “takes Gray's pawn”.
captures-king = king
captures-queen = queen
captures-rook = rook
captures-bishop = bishop
captures-knight = knight
captures-pawn = pawn
captures-crossed-pawn = crossed pawn
piece-of = { $army }'s { $piece }
dead-piece-of = { $army }'s dead { $piece }

ruleset-three-man = Three Man Chess
ruleset-match-points = Match Points
ruleset-first-mate = First Mate
ruleset-second-mate = Second Mate
ruleset-three-player = Open King
ruleset-duel = Duel
# A ruleset that the operator added: its name, and the description in its file.
ruleset-added = { $name }: { $about }
