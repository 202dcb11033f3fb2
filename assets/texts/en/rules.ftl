## The rules by topic: with title and the way onward at most 2,000 characters each, better 900.
## Moves that they name are examples of src/commands/rules/rulebook.rs, and true there.

rules-heading = Three armies on one round board. These are the topics:
rules-line = { $topic } – { $title }
rules-more = Begin with /rules topic:{ $topic }
rules-next = Next: /rules topic:{ $topic } · All topics: /rules
rules-last = All topics: /rules

rules-board =
    The board has six rings of 24 squares. A square has the letter of its file, a to x, and the number of its rank, from 1, the outer ring, to 6, the inner one: c3. White sits at a–h and begins, then Gray at i–p, then Black at q–x.
    The centre is passed, never stood on. Beyond c6 lies o6, straight across.
    A rook goes along its file, through the centre and out on the other side, or around its ring either way, until something stands in its way. Dots show where the rook on c3 may go: Ro2 through the centre, say, or Rk3 around.

rules-diagonals =
    A diagonal goes one rank and one file at a step. From rank 6 it passes the centre, comes out two files beyond the square straight across, and goes on turning the same way: from c1 it leads to h6 and on to v6.
    So every diagonal is a circle through the centre. It does not bend at rank 1: it ends there. From a square on rank 1 the two ways inward are the two arcs of one circle, and a bishop there reaches ten squares at most: Bv6, Ba3.
    A bishop stays on squares of one colour for good.

rules-pieces =
    The queen moves like a rook or like a bishop.
    1: the king goes one step in any direction. From rank 6 three of its steps lead through the centre: Kt6 straight across, Kr6 and Kv6 aslant.
    2: the knight goes two steps along its file and one to the side, or one along it and two to the side, over whatever stands between. Near the centre it leaps across: Nm6, No6.

rules-pawns =
    A pawn marches inward, one step to an empty square; from rank 2 also two, when both are empty. It captures one step aslant inward. 1: e4. 2: dxc4.
    From rank 6 the next step leads through the centre: straight across to an empty square, or aslant to capture. 3: gxu6. That makes it a crossed pawn for good: from now on it marches outward.
    Beside the borders, creeks forbid some captures: /rules topic:creeks

rules-crossed-pawns =
    A pawn that has passed the centre is a crossed pawn, drawn with the point of an arrow. It goes one step outward, and captures one step aslant outward. 1: sxt2.
    On any square of rank 1, reached by a step or by a capture, it becomes a queen, rook, bishop or knight, as its owner likes. 2: n1=Q, nxo1=N.
    Creeks do not stop it. A moat does, bridged or not: it never captures from rank 2 to rank 1 across a border.

rules-en-passant =
    A pawn that goes two steps passes over a square. A pawn of another army that captures onto that square may take it as if it had gone only one step: mostly a crossed pawn that stands beside it.
    Each of the other armies has this right for its own next turn. Here Gray's pawn went from m2 to m4, Black moved something else, and White may still take it: nxm3.
    The right is gone when the pawn's army is to move again or is out, when the pawn has left or been taken, and when something stands on the square it passed.

rules-castling =
    The king goes two squares towards a rook, and the rook to the square that the king passes: O-O on the king's side, O-O-O on the queen's side. King and rook must not have moved, and all squares between them must be empty.
    The king must not be in check, and must neither pass over nor land on a square that another army in play attacks.
    Here O-O is allowed. O-O-O is not: the king would pass over d1, and Gray's rook on p5 looks through the centre down to it.

rules-moats =
    On rank 1 water lies between the armies: the moats x|a, h|i and p|q. A move crosses one when it steps over that border with at least one end of the step on rank 1: along the ring, or aslant between ranks 1 and 2. A knight's leap over the border crosses it when it begins or ends on rank 1.
    Nothing crosses a moat until it is bridged, and nothing attacks or checks across one, bridged or not.
    Crossed out are a1x1, b1x2 and h1i2. Where a second way leads to the same square without crossing, that way is free, though not for knights.

rules-bridges =
    A moat is bridged for good when an army beside it goes out, or when all eight squares of rank 1 in the sector of an army in play are empty; then both moats of that sector are bridged.
    A move over a bridge may capture nothing, not even a dead piece, and may neither give nor open a check. Nor is anything attacked across it.
    Here Gray is out, so the moats h|i and p|q are bridged. Rj1 is allowed. h1k1 is not, since it would check the king on k4, and h1l1 is not, since it would take the dead knight.

rules-creeks =
    On the borders, behind the moats, creeks run over ranks 2 and 3. A pawn that is not yet through the centre may not capture across a border while it stands on rank 1, 2 or 3; from rank 4 on it may.
    Crossed out: hxi4. 1: one rank further on the pawn may capture, pxq5.
    Crossed pawns ignore creeks. 2: qxp2. Nothing but captures by pawns is stopped, and creeks stay when moats are bridged.

rules-check =
    Check may come from either of the other armies, or from both at once. No move may leave your own king attacked by any army that is in play after it, even one that moves later.
    Here Gray's rook on q3 checks White through the centre. 1: the king steps aside, Kd1. 2: the rook steps between, Re5 or Rq5, on either side of the centre. Crossed out: d2d3, which does not help.
    You are mated only when it is your turn, you are in check and have no legal move. Until then somebody else's move may save you. The army that attacks the king has mated it; of two, the one that moves sooner after you, unless the ruleset says otherwise.

rules-taking-a-king =
    A king can come under attack by another player's move when it is not its owner's turn next. The army to move may then simply take it, and the captured army is out at once. It counts as mated by the captor.
    Here Black's bishop went from m3 to j6 and opened the file to Gray's king. White is next: RxKm1.
    The capture must still leave your own king safe from the armies that remain. In Three Player Chess a king that can be taken ends the match by itself: /rules topic:three-player

rules-going-out =
    An army goes out when it is checkmated, its king is taken, its player resigns or runs out of time, or it is stalemated where the ruleset says so. Its pieces stay on the board, dead: they neither move nor attack, they block lines, and they may be captured.
    The moats beside it are bridged, its offers lapse, and turns skip it. After every move the next army is looked at: one move may mate both opponents.
    Here Gray is out. 1: Rxf4 takes the dead queen. 2: Ke3 is safe beside it. Crossed out: k3m4, since the dead do not move.

rules-draws =
    By agreement, when every army in play agrees. An offer stands for one round, and silence is never consent.
    By repetition, when a position comes about for the third time.
    By fifty moves of each army in play without a capture, a pawn move or an army going out.
    By impossibility, when too little is left to mate, such as king and bishop against king; the dead do not count. Here Bxo6 takes Black's last piece.
    By time, when it runs out and no opponent in play has enough to mate. By stalemate, as the ruleset says.
    What comes by itself and what must be claimed, with /draw action:claim, depends on the ruleset too.

rules-three-man =
    The last army in play wins: 1 point, the others 0. Here Qm2# puts Gray out, and White and Black play on for the point. In a draw the armies in play share it: ½ each for two, ⅓ each for three.
    An exposed king may be taken. Stalemate: with three in play that army is out, with two it is a draw. Repetition: claimed at the third time, by itself at the fifth. Moves: claimed at fifty, by itself at seventy-five. Impossibility: by itself.
    Resign, and your army is out while the others play on.

rules-match-points =
    Mating an army or taking its king: 2 points. Being the last king: 1. A draw: 1 to every army in play. Scores are written White-Gray-Black: 0-3-2.
    It ends with one army left, or in a draw. Here Gray is out, and Qu2# brings 2 and 1: 5-0-0 if White mated Gray as well. You win the match by mating both, or one and drawing with the other.
    Any stalemate is a draw. Repetition, at the third time and by the pieces' places alone, fifty moves and impossibility draw only when claimed.
    Resigning or running out of time with two opponents: 1 to each, and they play on. With one: as if that one had mated you.

rules-first-mate =
    It ends with the first army out. Defeating it: 1 point. Still being in play then: ½. A draw of three: ⅔ each. Stalemate is a draw.
    Whose mate? An army mates alone if it would be mate even with the third army's pieces dead. If one does, it gets the 1; if both do, each gets 1. If neither does, the one that gives check gets the 1, or each ½ when both give it. A taken king: 1 to the captor.
    Here Qm2# needs Black's knight to guard the queen. White alone gives check: White 1½, Black ½.
    Pact: two may agree, for all to see, to mate the third together, with /pact: then ½ each for it. Who resigns or runs out of time is defeated by both: ½ each.
    Repetition: claimed at the third time, by itself at the fifth. Moves: claimed at fifty, by itself at seventy-five. Impossibility: by itself.

rules-second-mate =
    The first stage is played and scored like First Mate: /rules topic:first-mate. Then the two that are left play on: 1 point for defeating the other, ½ each for a draw, added to what they have. A draw of three, ⅔ each, ends it early.
    Here Gray is out, and Rq1# defeats Black. If White defeated Gray alone, that makes 1½ and 1, together 2½; Black keeps ½ for having survived.
    Resigning or running out of time against one opponent: defeated by that one.
    Stalemate, repetition, moves and impossibility draw as in First Mate.

rules-three-player =
    It ends when the army to move has no legal move. Mated: it gets 0, the mating army 1, the third ½. Not in check: a draw. Every draw: ½ each.
    Capturable king: if after a move the next army attacks the king of another, it wins by itself: 1 to it, 0 to that king's owner, ½ to the third. Here White's bishop went from u3 to t4, and Gray's rook looks at Black's king: Gray 1, White ½, and RxKu1 is not even played.
    Resigning, with /resign winner:, you name who wins; if the third accepts: 1, 0 to you, ½ to the third. Running out of time: 0, and ½ to each of the others.
    The third repetition, fifty moves and impossibility draw by themselves.

rules-duel =
    White against Black, for two. Gray's seat is empty: its army stands dead from the first move, in everybody's way, and may be captured. The moats h|i and p|q are bridged, x|a is not.
    A win: 1. A draw: ½ each. Resign, and your opponent wins. A king can never come to be taken. Stalemate, the third repetition, fifty moves and impossibility draw by themselves.
    Two ways to begin, 1: e4 and 2: Nf3. Crossed out: h1i1, for a move over a bridge captures nothing, not even the dead.

rules-notation =
    A square is its file and its rank: e4. A move may always be written from square to square, with what a pawn becomes at its end: c2c4, t2t1q. Castling is the king's move: e1g1.
    Or short, as in chess books. 1: c4, a pawn. 2: Nf3, a piece by its letter, K Q R B N. 3: exf5, where x is for a capture. 4: O-O, or O-O-O on the queen's side. 5: t1=Q+, where + is for check.
    A # stands for every army that a move mates, and xK for taking a king. Where two pieces could go, add the file or rank of the one that does.
    Capitals and signs matter only where two moves could be meant.
