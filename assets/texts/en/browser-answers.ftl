# What the browser page gets in answer to requests that aren't commands.

page-foreign = This request didn't come from Rondel's own page.
page-unreadable = Rondel couldn't read that request.
page-not-yours = This match doesn't exist, or your link to it is no longer valid. Ask for a new link.
page-not-allowed = Only players in this match can do that.
page-not-opener = Only the person who opened this table can make links to open seats. If that was you, use the browser you opened the table in.
page-not-your-seat = This seat is taken. Only the player sitting there can make a link to it.
page-too-fast = That was too fast. Try again in { $seconds } s.
page-crowded = Rondel is busy. Try again in a moment.
page-windows = Rondel is open in more than { $most } tabs or windows of this browser. Close one of them.
page-store = Rondel can't reach its storage right now. Nothing is lost; try again in a moment.
page-guest = Guest
page-guest-more = Guest { $number }
page-level = Computer: { $level }
page-free-seats = Open seats: { $seats }. The match starts when every seat is taken.
page-left-to-computers = You're out, and only computers are left. You can watch them finish or play again. Playing again ends this match, and the computers split the remaining points.
page-computer-plays-on = A computer has taken over your seat, and only computers are left. You can watch them finish or end the match now. If you end it, the computers split the remaining points.
page-no-limit = No time limit
page-budget = { $count ->
    [one] for 1 move
   *[other] for { $count } moves
}
seat-link = Open this link to keep playing in the browser. Don't share it: anyone with this link can play your seat in match { $match }. A new link replaces this one. { $link }
refused-no-page = You can't play in the browser here.
refused-link-rated = Match { $match } is rated, so you can't get a link to your seat. Links only work for casual matches: use rated:false with /play.
refused-link-seat = Your link is only for playing { $army } in match { $match }. For anything else, open Rondel's home page.
refused-link-watch = Your link is only for watching match { $match }. For anything else, open Rondel's home page.
refused-link-acts = You're watching match { $match }. Your link doesn't let you play in it.
