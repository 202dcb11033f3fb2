## How pictures look: choices of at most 100 characters each

choice-classic = Classic (sand and wood on slate)
choice-night = Night (steel and ink, for dark rooms)
choice-forest = Forest (moss and leaves on dark green)
choice-paper = Paper (parchment on a light page)
choice-marble = Marble (cool stone on a light page)
choice-clear = Clear (color-blind friendly, blues on a dark background)
choice-clear-light = Clear light (color-blind friendly, apricot and blue on a light background)
choice-carved = Carved (figures with their army's mark on the base)
choice-plain = Plain (bold symbols on tokens, easiest to read on a phone)

## Captions for parts of pictures

board-more = and { $count } more
board-sector = The picture shows { $army }'s sector and two files on either side.
