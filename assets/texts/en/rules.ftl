## The rules by topic: at most 2,000 characters each with the title and the links, better 900.
## The moves are examples from assets/rules.toml, and src/commands/rules/rulebook.rs tests that they are true.

rules-heading = Three players, one round board. Topics:
rules-line = { $topic } – { $title }
rules-more = Start with /rules topic:{ $topic }
rules-next = Next: /rules topic:{ $topic } · All topics: /rules
rules-last = All topics: /rules

rules-minute =
    White, Gray and Black take turns in that order. Your army starts on your own two outer ranks, set up as in chess.
    Pieces move as in chess, but also around the ring and through the center. Pawns move inward, cross the center, and promote when they reach the outer rank on the other side.
    If a king is attacked, it's in check. On your turn, you have to get your own king out of check. If you can't, you're checkmated and out; your pieces stay on the board as obstacles.
    A move can also leave someone else's king open. If you're next to move and attack that king, you can simply capture it. That's the most common surprise.
    The last player standing wins the point. A draw splits it between those still in play.
    You can talk and make deals, but nothing binds anyone except the pacts in First Mate and Second Mate.

rules-board =
    The board has six rings of 24 squares each. A square's name is the letter of its file (a to x) and the number of its rank (1, the outer ring, to 6, the inner ring): c3. White sits at a–h and moves first, then Gray at i–p, then Black at q–x. From your own seat, the letters run from right to left.
    Pieces pass through the center but can't stop there. Straight across from c6 is o6.
    A rook moves along its file, through the center and out the other side, or around its ring in either direction, until something is in the way. The dots show where the rook on c3 can go: for example, Ro2 through the center, or Rk3 around the ring.

rules-marks =
    Numbers mark the latest moves, 1 being the oldest; an empty ring shows where a piece came from. Here, Black's knight moved from x3 to v4, and then White's rook from a4 to u4.
    An arrow with an exclamation point means check: the rook attacks Black's king.
    Crossed-out pieces are dead. Here, Gray is out.
    A pawn with an arrowhead is a crossed pawn, like the one on n3. It moves outward.
    The bars at the outer edge are water: the moat on rank 1, the creek on ranks 2 and 3. Planks across a moat are a bridge.
    The disc in the center names the player to move. In these rules, dots show where a piece can go, and a cross shows what isn't allowed.

rules-diagonals =
    A diagonal moves one rank and one file per step. From rank 6, it passes through the center, comes out two files past the square straight across, and keeps turning the same way: from c1, it goes by f4 to h6 and on to v6. The other way from f4, it goes to d6 and on to n6.
    That makes every diagonal a circle through the center. It doesn't bounce off rank 1: it ends there. From a square on rank 1, both ways inward are arcs of the same circle, so a bishop there reaches at most ten squares, such as Bv6 or Ba3. From other ranks, it reaches at most twenty.
    A bishop always stays on squares of the same color.

rules-pieces =
    The queen moves like a rook or a bishop.
    1: the king moves one step in any direction. From rank 6, three of those steps go through the center: Kt6 straight across, Kr6 and Kv6 diagonally.
    2: the knight goes two steps along its file and one to the side, or one along its file and two to the side, and jumps over anything in between. Near the center, it jumps across: Nm6, No6.

rules-pawns =
    A pawn moves inward, one step to an empty square. From rank 2, it can also go two steps if both squares are empty. It captures one step diagonally inward. 1: e4. 2: d×c4.
    From rank 6, its next step goes through the center: straight across to an empty square, or diagonally to capture. 3: g×u6. From then on, it's a crossed pawn, and it moves outward.
    Near the borders between players, creeks rule out some captures: /rules topic:creeks

rules-crossed-pawns =
    A pawn that has passed through the center is a crossed pawn, drawn with an arrowhead. It moves one step outward and captures one step diagonally outward. 1: s×t2.
    When it reaches rank 1 anywhere, even in its owner's sector, it promotes to a queen, rook, bishop or knight of its owner's choice. 2: n1=Q, n×o1=N.
    Creeks don't affect crossed pawns, but moats do: a crossed pawn can't capture from rank 2 to rank 1 across a border, even if the moat is bridged.

rules-en-passant =
    When a pawn moves two squares, an opponent's pawn that attacks the skipped square can capture it as if it had moved only one square. Only a crossed pawn right beside it can do that.
    Both opponents have this right, each on their own next turn. Here, Gray's pawn went from m2 to m4, Black made another move, and White can still take it: n×m3.
    The right ends when the pawn's owner is to move again or is out, when the pawn has moved or been captured, or when something is on the square it skipped.

rules-castling =
    The king moves two squares toward a rook, and the rook goes to the square the king crossed: O-O is kingside, O-O-O is queenside. Neither piece may have moved before, and all squares between them must be empty.
    You can't castle out of check, and the king can't pass through or land on a square that an opponent in play attacks.
    Here, O-O is allowed. But O-O-O is not: the king would pass through d1, which Gray's rook on p5 attacks through the center.

rules-moats =
    Moats separate the players on rank 1: one between x and a, one between h and i, and one between p and q. A move crosses a moat if one of its steps goes over that border and starts or ends on rank 1: along the ring, or diagonally between ranks 1 and 2. A knight crosses a moat if it jumps that border and starts or lands on rank 1.
    Nothing crosses a moat until it's bridged, and nothing attacks or gives check across a moat, bridged or not.
    Crossed out are a1x1, b1x2 and h1i2. If another path leads to the same square without crossing, the move is allowed (but not for knights).

rules-bridges =
    A moat is bridged permanently when a player beside it is out. Both moats of a player still in play are bridged once all eight squares on rank 1 of that player's sector are empty.
    A move across a bridge can't capture anything, not even a dead piece, and it can't give or uncover a check. Nothing is attacked across a bridge.
    Here, Gray is out, so the moats between h and i and between p and q are bridged. Rj1 is allowed. But h1k1 is not, because it would check the king on k4, and h1l1 is not, because it would capture the dead knight.

rules-creeks =
    Behind the moats, creeks run along the same borders on ranks 2 and 3. A pawn that hasn't passed through the center can't capture across a border from rank 1, 2 or 3. From rank 4 on, it can.
    Crossed out: h×i4. 1: one rank further in, the capture is allowed, p×q5.
    Crossed pawns ignore creeks. 2: q×p2. Creeks affect nothing but pawn captures, and they remain when moats are bridged.

rules-check =
    Either opponent can give you check, or both at once. You can't make a move that leaves your king attacked by anyone still in play after it, even if they don't move next. One move has to stop every check.
    Here, Gray's rook on q3 checks White through the center. 1: the king steps aside, Kd1. 2: the rook blocks on either side of the center, Re5 or Rq5. Crossed out: d2d3, which doesn't stop the check.
    You're checkmated only if it's your turn, you're in check and you have no legal move: /rules topic:mate

rules-mate =
    White's queen has just moved from f2 to m2. Gray is next, in check and without a legal move: checkmate. Crossed out: m1l1 and m1n1, where the queen still attacks the king, and m1m2, because the knight on n4 defends her.
    It counts only on Gray's own turn. If Black had made this move, White would be next and Gray would only be in check: White's move might still open a way out.
    The player giving check gets the credit. If both opponents give check, whoever moves first after the mated player gets it, unless the ruleset says otherwise.

rules-taking-a-king =
    Another player's move can leave a king open to attack when its owner isn't next to move. If you're next and you attack that king, you can simply capture it. Its owner is out at once, and it counts as a checkmate by you.
    Here, Black's bishop moved from m3 to j6 and opened the file to Gray's king. White is next: R×Km1.
    Only the player who is next gets this chance. You don't have to take it, but then the king's owner moves and will get out of check.
    The capture must still leave your own king safe from everyone still in play. In Open King, a king that can be captured ends the match right away: /rules topic:three-player

rules-going-out =
    You're out if you're checkmated, your king is captured, you resign, you run out of time, or you're stalemated and the ruleset says so. Your pieces stay on the board, dead: they don't move or attack, but they block lines and can be captured.
    The moats beside you are bridged, all open offers expire, and your turns are skipped. After each move, the next player's position is checked, so one move can checkmate both opponents.
    With ten minutes or more per move, running out of time starts a grace period first: a quarter of that time, but at most a day.
    Here, Gray is out. 1: R×f4 captures the dead queen. 2: Ke3 is safe beside it. Crossed out: k3m4, since dead pieces don't move.

rules-draws =
    Agreement: everyone in play accepts. An offer expires once everyone has moved once, and silence doesn't count as a yes.
    Repetition: the same position comes up for the third time.
    Fifty-move rule: each remaining player has made fifty moves without a capture, pawn move or elimination.
    Insufficient material: too little is left to checkmate, such as king and bishop against king. Dead pieces don't count. Here, B×o6 captures Black's last piece.
    Time: a player runs out of time, but no opponent has enough material to checkmate.
    Stalemate: depends on the ruleset, and so does whether a draw is automatic or has to be claimed with /draw action:claim.
    Ratings start low and rise as they become more certain, so a draw can raise everyone's.

rules-values =
    Rough values, in pawns: knight 3, bishop 3½, rook 5½, queen 10. A crossed pawn is worth more with every step toward promotion.
    The dots show why: on an empty board, the rook on c3 reaches 33 squares, but a bishop like the one on k4 at most 20.
    Two players move before you move again. Check what both could do, and what your move opens for the next one.
    Never leave a king open to the next player, not even an opponent's.
    If you spend your pieces fighting one opponent, the other one wins. Let them fight each other.
    A king can be checked through the center, so don't count on pawns alone to protect it.
    Second place is worth nothing in Three Man Chess. Ask what each player still has to gain before you trust a deal.

rules-three-man =
    The last player standing wins: 1 point, the others 0. Here, Qm2# eliminates Gray, and White and Black play on for the point. In a draw, the players still in play split the point: ½ each for two, ⅓ each for three.
    You can capture a king that's left open to attack. With three in play, a stalemated player is out; with two, stalemate is a draw. You can claim a draw by threefold repetition or the fifty-move rule. Fivefold repetition, seventy-five moves and insufficient material are automatic draws.
    If you resign, you're out, and the others play on if there are still two.

rules-match-points =
    You get 2 points for each player you checkmate or whose king you capture, and 1 for being the last king. A draw gives 1 to everyone in play. Scores are in the order White-Gray-Black: 0-3-2.
    The match ends when only one player is left, or in a draw. Here, Gray is out, and Qu2# earns 2 and 1: the score is 5-0-0 if White checkmated Gray too. You win by checkmating both, or by checkmating one and drawing with the other.
    Stalemate is always a draw. These draws have to be claimed: threefold repetition (only the placement of the pieces counts), the fifty-move rule and insufficient material.
    If you resign or run out of time against two, each gets 1 and they play on; against one, it counts as a checkmate. It's a draw if time runs out and nobody left can checkmate: /rules topic:draws

rules-first-mate =
    The match ends when the first player is out. You get 1 point for defeating that player and ½ for still being in play. A three-way draw gives ⅔ each. Stalemate is a draw.
    Who gets credit? The checkmate is yours alone if it would still be checkmate with the third player's pieces dead. If one of you does, you get 1; if both do, 1 each. If neither does, whoever gives check gets 1, or ½ each if both do. Capturing the king gives you 1.
    Here, Qm2# needs Black's knight to defend the queen. Only White gives check: White 1½, Black ½.
    Pact: with /pact, two players openly agree to defeat the third and get ½ each for it. If you resign or run out of time, your opponents get ½ each for it, unless nobody left can checkmate (/rules topic:draws).
    You can claim a draw by threefold repetition or the fifty-move rule. Fivefold repetition, seventy-five moves and insufficient material are automatic draws.

rules-second-mate =
    The first stage is played and scored like First Mate: /rules topic:first-mate. Then the last two play on: 1 point for defeating the other, ½ each for a draw, added to what they already have. A three-way draw, ⅔ each, ends the match early.
    Here, Gray is out, and Rq1# defeats Black. If White defeated Gray alone, White has 1½ and gets 1 more, 2½ in total; Black keeps ½ for outlasting Gray.
    If you resign or run out of time against one opponent, it counts as a defeat by that opponent.
    Stalemate, repetition, the fifty-move rule and insufficient material work as in First Mate.

rules-three-player =
    The match ends when the player to move has no legal move. If that's checkmate, that player gets 0, the one who mated gets 1 and the third gets ½. Stalemate is a draw. Every draw gives ½ to each player.
    If a move leaves the next player attacking another king, that player wins at once: 1 for them, 0 for the king's owner, ½ for the third. Here, White's bishop moved from u3 to t4, and Gray's rook attacks Black's king: Gray 1, White ½. R×Ku1 isn't even played.
    To resign, name the winner with /resign winner:. If the third player accepts, the winner gets 1, you get 0 and the third gets ½. If you run out of time, you get 0 and the others ½ each, unless neither can checkmate: /rules topic:draws
    Threefold repetition, the fifty-move rule and insufficient material are automatic draws.

rules-duel =
    Two players: White against Black. Gray's seat is empty, and Gray's pieces are dead from the start: they're in the way, and both players can capture them. The moats between h and i and between p and q are bridged; the one between x and a isn't.
    A win is 1 point, a draw ½ each. If you resign, your opponent wins. The white and black kings can never be captured. Stalemate, threefold repetition, the fifty-move rule and insufficient material are automatic draws.
    Two ways to start, 1: e4 and 2: Nf3. Crossed out: h1i1, since a move across a bridge can't capture, not even a dead piece.

rules-notation =
    A square is its file and rank: e4. You can always type a move as two squares, followed by the new piece if a pawn promotes: c2c4, t2t1q. For castling, type the king's move: e1g1.
    Or use standard chess notation. 1: c4, a pawn move. 2: Nf3, a piece by its letter (K, Q, R, B or N). 3: e×f5, a capture; type × as x. 4: O-O, or O-O-O for queenside. 5: t1=Q+, a promotion, with + for check.
    A # is added for each player the move checkmates, and ×K means that a king was captured. If two pieces could make the move, add the file or rank of the one you mean.
    Capitals and signs rarely matter. But K, Q, R, B or N at the start always means that piece: for a pawn capture from the b-file, type a small b.
