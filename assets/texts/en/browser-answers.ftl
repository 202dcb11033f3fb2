# What the page is answered where no command is.

page-foreign = This request did not come from Rondel's own page.
page-unreadable = That is nothing Rondel can read.
page-not-yours = This match is not there, or your link to it is no longer valid. Ask for a new one.
page-not-allowed = Only players of this match can do that.
page-not-opener = Only the person who opened this table can make links to free seats. If that was you, use the browser you opened the table in.
page-not-your-seat = This seat is taken. Only the player sitting there can make a link to it.
page-too-fast = That was too fast. Try again in { $seconds } s.
page-crowded = Rondel is busy. Try again in a moment.
page-windows = Rondel is open in more than { $most } tabs or windows of this browser. Close one of them.
page-store = Rondel cannot reach its memory just now. Nothing is lost; try again soon.
page-guest = Guest
page-guest-more = Guest { $number }
page-level = Computer: { $level }
page-free-seats = Free seats: { $seats }. The match starts when all seats are taken.
page-left-to-computers = You're out, and only computers are left. Watch them finish, or play again? Playing again ends this match, and the computers split the remaining points.
page-computer-plays-on = A computer has taken over your seat, and only computers are left. You can watch them finish, or you can end the match now. If you end it, the computers split the remaining points.
page-no-limit = No time limit
page-budget = { $count ->
    [one] for 1 move
   *[other] for { $count } moves
}
seat-link = Open this link and play on in the browser. It is yours alone: to have it is to have your seat in match { $match }, and a new one ends it. { $link }
refused-no-page = There is no table in the browser here.
refused-link-rated = Match { $match } counts for the ratings, so it is played where its players are known. At a table with rated:false you can get a link.
refused-link-seat = Your link is only for playing { $army } in match { $match }. For anything else, open Rondel's home page.
refused-link-watch = Your link is only for watching match { $match }. For anything else, open Rondel's home page.
refused-link-acts = You're watching match { $match }. Your link doesn't let you play in it.
