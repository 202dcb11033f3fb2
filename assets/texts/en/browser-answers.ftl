# What the page is answered where no command is.

page-foreign = This request did not come from Rondel's own page.
page-unreadable = That is nothing Rondel can read.
page-not-yours = This match is not there, or your link to it is no longer valid. Ask for a new one.
page-not-allowed = Only players of this match can do that.
page-too-fast = That was too fast. Try again in { $seconds } s.
page-crowded = Rondel is busy. Try again in a moment.
page-store = Rondel cannot reach its memory just now. Nothing is lost; try again soon.
page-guest = Guest
page-level = Computer, level { $level }
page-no-limit = No time limit
