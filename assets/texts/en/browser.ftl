## The page in the browser

# The first page
page-title = Rondel
page-heading = Chess for three on a round board
page-description = Play chess for three on a round board: with friends, on one screen, or against computers.
page-skip = Skip to the content
page-menu = Menu
page-rules = Rules
page-settings = Settings
page-help = Help
page-sound = Sound
page-no-script = This page needs JavaScript. Turn it on and reload the page.
page-board = Board
page-table = Table
page-answer = Answer
page-close = Close
page-choose = Choose
page-download = Download { $name }
page-play-now = Play now
page-with-computers = Against computers
page-with-computers-about = You play White.
page-one-screen = On one screen
page-one-screen-about = Three people take turns here.
page-by-links = With two friends
page-by-links-about = Each of you gets a link.
page-your-tables = Your tables
page-forget = Remove from this list
page-forget-match = Remove match { $match } from this list
page-next-match = Continue in match { $match }
page-new-table = New table
page-name-of = Name for { $army }
page-choose-you = You
page-choose-here = Someone here
page-choose-link = A friend, by link
page-choose-empty = Nobody
page-ruleset = Ruleset
page-time = Time per move
page-start = Start
page-not-started = This page didn't load properly. Try reloading it. If that doesn't help, your browser may be too old, or something may be blocking the page's scripts.
page-reload = Reload
page-home = Back to the home page

# A match
page-match-title = Match { $match }
page-seats = Players
page-you = you
page-computer = computer
page-to-move = to move
page-points = Points: { $points }
page-seat-open = open
page-seat-kept = reserved
page-seat-vacant = nobody
page-seat-empty = no player
page-seat-person = someone
page-seat-computer = computer
page-your-turn = It's your turn as { $army }.
page-turn-title = Your turn
page-time-left = You have { $left } left for this move.
page-acting = You're playing { $army }.
page-elsewhere = This seat is also open in another window.
page-asked = It's your turn to answer.
page-question = Question
page-result = Result
page-acts = Actions
page-invited = You're invited to play { $army }
page-invited-any = You're invited
page-your-name = Your name
page-sit-down = Press the button for the seat you want.
page-links = Links for your friends
page-links-warning = Anyone with a link can take its seat. Send each link to one person only.
page-link-for = Link for { $army }
page-make-link = Make a link
page-new-link = New link
page-copy = Copy
page-copied = Copied.
page-copy-yourself = The link is selected. Copy it with your keyboard or menu.
page-own = Keep your seat
page-own-about = Use this link to open your seat in another browser, or in this one if it forgets your seat. Anyone with the link can play as you.
page-own-link = Link to your seat ({ $army })
page-not-kept = This browser won't remember your seat after you close this page. Save the link below so you can get back to it.
page-not-kept-home = This browser can't save anything for this page. If you close the page, you'll lose your seats unless you've saved the links to them.
page-forgotten = If you've played here before, this browser has forgotten your seat. Open the link to your seat again.
page-share = Let others watch
page-share-about = Anyone with this link can watch, but not play.
page-watch-link = Link to watch
page-make-watch-link = Make a link to watch
page-end-watching = Stop sharing

# Its moves
page-moves = Moves
page-steps = Step through the match
page-first = First position
page-previous = Previous move
page-next = Next move
page-last = Latest position
page-since = What I missed
page-ply = Move { $ply } of { $of }.
page-now = Back to now
page-view = View
page-seen-from = Seen from
page-large = Zoom to sector
page-mirror = Mirror
page-whole = Whole board
page-sectors = Part of the board
page-further-goals = More squares to move to
page-in-words = Board as text
page-keys = Keyboard shortcuts

# The input line
page-entry = A move, or a command starting with a slash
page-entry-example = Nf3
page-send = Send
page-completion = Suggestions

# The board
page-cell-chosen = selected
page-cell-goal = you can move here
page-cell-takes = you can capture here
page-cell-premove = premove
page-cell-last = last move
page-chosen = { $piece } { $square } can move to { $goals }.
page-chosen-pre = It's not your turn yet. Premove for { $piece } { $square }: { $goals }.
page-chosen-stuck = { $piece } { $square } can't move.
page-let-go = Nothing selected.
page-nothing-there = { $square } is empty.
page-no-ways = Nothing can move from { $square }.
page-goes-to = From { $square }: { $goals }.
page-promotion = Promote to
page-confirm = Confirm your move
page-play = Play
page-back = Back
page-premove-set = Premove set: { $from } to { $to }. Press Escape to cancel it.
page-premove-gone = The premove was canceled.

# Keys
page-key-arrows = Arrow keys
page-key-arrows-does = Move around the ring, inward or outward. Up from the innermost rank goes through the center.
page-key-digits-does = Go to this rank
page-key-ends = Home, End
page-key-ends-does = First and last file of this sector
page-key-sectors = Page Up, Page Down
page-key-sectors-does = Next and previous sector
page-key-next-does = Next and previous piece that can move
page-key-enter = Enter, Space
page-key-enter-does = Select a piece, or move it to a square
page-key-escape-does = Deselect, cancel a premove, or return to the current position
page-key-letters-does = Type a move or a command
page-key-look-does = Describe this square
page-key-lines-does = Read this piece's lines one by one
page-key-plies-does = Previous and next move

# The connection
page-update = Rondel has been updated.
page-unshown = This page can't show what the server sent. Try reloading it.
page-offline = I can't reach the server. Check your connection and try again.
page-trying = Can't reach the server. Trying again…
page-reconnecting = Connection lost. Reconnecting…
