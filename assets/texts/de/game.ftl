## The game's words

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

piece-of = { $piece } von { $army }
dead-piece-of = { $piece } von { $army } (tot)

ruleset-three-man = Three Man Chess
ruleset-match-points = Match Points
ruleset-first-mate = First Mate
ruleset-second-mate = Second Mate
ruleset-three-player = Three-Player Chess
ruleset-duel = Duell
# One that an operator has added: its name, and what its file says of it.
ruleset-added = { $name }: { $about }
