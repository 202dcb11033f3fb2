## Words of the game

army-white = Weiß
army-gray = Grau
army-black = Schwarz

piece-king = König
piece-queen = Dame
piece-rook = Turm
piece-bishop = Läufer
piece-knight = Springer
piece-pawn = Bauer
piece-crossed-pawn = Wendebauer
# A piece that is captured, where a language has a case for that: “takes Gray's pawn”.
captures-king = den König
captures-queen = die Dame
captures-rook = den Turm
captures-bishop = den Läufer
captures-knight = den Springer
captures-pawn = den Bauern
captures-crossed-pawn = den Wendebauern
piece-of = { $piece } von { $army }
dead-piece-of = { $piece } von { $army } (tot)

ruleset-three-man = Three Man Chess
ruleset-match-points = Match Points
ruleset-first-mate = First Mate
ruleset-second-mate = Second Mate
ruleset-three-player = Open King
ruleset-duel = Duell
# A ruleset that the operator added: its name, and the description in its file.
ruleset-added = { $name }: { $about }
