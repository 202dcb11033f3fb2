## The page of a table in the browser

# The first side
page-title = Rondel
page-heading = Chess for three on a round board
page-description = Play chess for three on a round board: with friends, at one screen, or against computers.
page-skip = Skip to the content
page-menu = Menu
page-rules = Rules
page-settings = Settings
page-help = Help
page-sound = Sound
page-no-script = This page needs JavaScript. Switch it on and reload.
page-board = Board
page-table = Table
page-answer = Answer
page-close = Close
page-choose = Choose
page-download = Download { $name }
page-play-now = Play now
page-with-computers = Against computers
page-with-computers-about = You play White.
page-one-screen = At one screen
page-one-screen-about = Three people take turns here.
page-by-links = With two friends
page-by-links-about = Each gets a link.
page-your-tables = Your tables
page-forget = Remove from this list
page-forget-match = Remove match { $match } from this list
page-next-match = Go on in match { $match }
page-new-table = New table
page-name-of = Name for { $army }
page-choose-you = You
page-choose-here = Somebody here
page-choose-link = A friend, by link
page-choose-empty = Empty
page-ruleset = Ruleset
page-time = Time for each move
page-start = Start
page-not-started = This page didn't load properly. Try reloading it. If that doesn't help, your browser may be too old, or something may be blocking the page's scripts.
page-reload = Reload
page-home = Back to the start

# A match
page-match-title = Match { $match }
page-seats = Players
page-you = you
page-computer = computer
page-to-move = to move
page-points = Points: { $points }
page-seat-open = free
page-seat-kept = kept
page-seat-vacant = nobody
page-seat-empty = empty
page-seat-person = somebody
page-seat-computer = computer
page-your-turn = It's your turn with { $army }.
page-turn-title = Your turn
page-time-left = You have { $left } left for this move.
page-acting = You act for { $army }.
page-elsewhere = This seat is also open in another window.
page-asked = It's your turn to answer.
page-question = Question
page-result = Result
page-acts = Offers and more
page-invited = You're invited to play { $army }
page-invited-any = You're invited
page-your-name = Your name
page-sit-down = Press the button of your seat to sit down.
page-links = Links for your friends
page-links-warning = Anyone with a link has its seat. Send each link to one person only.
page-link-for = Link for { $army }
page-make-link = Make a link
page-new-link = New link
page-copy = Copy
page-copied = Copied.
page-copy-yourself = The link is selected. Copy it with your keyboard or menu.
page-own = Keep your seat
page-own-about = Use this link to open your seat in another browser, or in this one if it forgets your seat. Anyone with the link can play as you.
page-own-link = Link to your seat ({ $army })
page-not-kept = This browser won't remember your seat once you close this page. Save the link below so you can get back to it.
page-not-kept-home = This browser can't save anything for this page. Once you close the page, your seats are gone, unless you've saved the links to them.
page-forgotten = If you've played here before, this browser has forgotten your seat. Open the link to your seat again.
page-share = Let others watch
page-share-about = Anyone with this link can watch. They can't move.
page-watch-link = Link to watch
page-make-watch-link = Make a link to watch
page-end-watching = End watching

# Its moves
page-moves = Moves
page-steps = Step through the match
page-first = First position
page-previous = Previous move
page-next = Next move
page-last = Latest position
page-since = Since my move
page-ply = Ply { $ply } of { $of }.
page-now = Back to now
page-view = View
page-seen-from = Seen from
page-large = Large sector
page-whole = Whole board
page-sectors = Part of the board
page-further-goals = More squares to go to
page-in-words = Board in words
page-keys = Keys

# The entry line
page-entry = A move, or a command after a slash
page-entry-example = Nf3
page-send = Send
page-completion = Suggestions

# The board
page-cell-chosen = chosen
page-cell-goal = you can go here
page-cell-takes = you can take here
page-cell-premove = planned
page-cell-last = last move
page-chosen = { $piece } { $square } can go to { $goals }.
page-chosen-pre = It's not your turn yet. Plan a move for { $piece } { $square }: { $goals }.
page-chosen-stuck = { $piece } { $square } can't move.
page-let-go = Nothing is chosen now.
page-nothing-there = { $square } is empty.
page-no-ways = Nothing can move from { $square }.
page-goes-to = From { $square }: { $goals }.
page-promotion = Promote to
page-confirm = Confirm your move
page-play = Play
page-back = Back
page-premove-set = Planned for your turn: { $from } to { $to }. Escape cancels it.
page-premove-gone = The planned move is cancelled.

# Keys
page-key-arrows = Arrows
page-key-arrows-does = Around the ring, inward and outward. Up from the innermost rank leads through the centre.
page-key-digits-does = To this rank
page-key-ends = Home, End
page-key-ends-does = First and last file of this sector
page-key-sectors = Page up, page down
page-key-sectors-does = Next and previous sector
page-key-next-does = Next and previous piece that can move
page-key-enter = Enter, space
page-key-enter-does = Choose a piece, play to a square
page-key-escape-does = Let go, cancel a planned move, back to now
page-key-letters-does = Type a move or a command
page-key-look-does = Look at this square
page-key-lines-does = Read the lines of this piece one by one
page-key-plies-does = Previous and next ply

# The connection
page-update = Rondel has been updated.
page-unshown = This page can't show what the server sent. Try reloading it.
page-offline = I can't reach the server. Check your connection and try again.
page-trying = Can't reach the server. Trying again…
page-reconnecting = Connection lost. I'm reconnecting…
