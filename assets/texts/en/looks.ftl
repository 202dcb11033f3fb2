## How pictures look: choices of at most 100 characters each

choice-classic = Classic (sand and wood on slate)
choice-night = Night (steel and ink, for dark rooms)
choice-forest = Forest (moss and leaves on dark green)
choice-paper = Paper (parchment on a light page)
choice-marble = Marble (cool stone on a light page)
choice-clear = Clear (for colour-blind eyes, blues on a dark ground)
choice-clear-light = Clear and light (for colour-blind eyes, apricot and blue on a light ground)
choice-carved = Carved (figures, with their army's mark on the foot)
choice-plain = Plain (bold signs on tokens, easiest to read on a phone)

## What is said of parts of pictures

board-more = and { $count } more
board-sector = The picture shows { $army }'s sector, and two files on either side of it.
