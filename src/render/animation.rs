//! Moving pictures: one position after the other, as an animated GIF.
//!
//! The first picture is written whole. Of each further one only the part is written that holds all
//! that is new, and what stays in there is transparent, which takes next to no room: from ply to
//! ply little changes. The colours are those of a still picture, and so is every pixel.

use std::{
    borrow::Cow,
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering},
};

use gif::{DisposalMethod, Encoder, Repeat};

use super::{
    BoardView, Captions, Hands, RenderError, Style,
    palette::{self, Indexed},
    raster, scene,
};

/// One picture of an animation.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The board, with the panels around it.
    pub view: BoardView,
    /// Time for which it stays, in hundredths of a second. Browsers show anything shorter than two
    /// for ten.
    pub hundredths: u16,
}

/// How long a ply stays in a short replay, in hundredths of a second.
const SLOWEST: usize = 100;
/// How long it stays at least, however long the match is.
const FASTEST: usize = 10;
/// How long a replay takes at most while plies can be made shorter.
const LONGEST: usize = 12_000;
/// How long the last board stays before it begins again.
const LAST: u16 = 400;

impl Frame {
    /// Returns boards with the time that each stays: a second in a short match, less in a long one,
    /// so that it takes two minutes at most, and the last one longer, before it begins again.
    #[must_use]
    pub fn paced(boards: Vec<BoardView>) -> Vec<Frame> {
        let last = boards.len().saturating_sub(1);
        let each = (LONGEST / boards.len().max(1)).clamp(FASTEST, SLOWEST) as u16;
        let frame = |(at, view): (usize, BoardView)| Frame {
            // The first one says who plays, and the last one whose turn it is.
            view: BoardView {
                passing: at != last && at != 0,
                ..view
            },
            hundredths: if at == last { LAST } else { each },
        };
        boards.into_iter().enumerate().map(frame).collect()
    }
}

/// An animated GIF, and what was done so that it is no larger than it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Animation {
    /// The bytes of the file.
    pub gif: Vec<u8>,
    /// Its width in pixels, which may be less than was asked for.
    pub width: u32,
    /// Step between the pictures that are in it: 1 for all of them, 3 for the first one and then
    /// every third, counted from the last, which is always there.
    pub every: usize,
}

/// Most pictures in an animation. More would take longer to draw than anyone waits.
pub const MOST_FRAMES: usize = 1_200;
/// Below this width, in pixels, labels can no longer be read: before that pictures are left out.
const SMALLEST: u32 = 400;
/// Moves between two pictures once some are left out, or a multiple of it: one picture marks the
/// latest moves of all three armies.
const ROUND: usize = 3;

/// Draws the pictures one after the other, over and over, as a file of at most `most_bytes` bytes, on
/// one thread or two. The file is the same.
///
/// One that does not fit is drawn smaller, down to 400 pixels, and then with pictures left out, for
/// the same time in all. With more than [`MOST_FRAMES`] pictures some are left out from the start.
///
/// # Errors
/// [`RenderError::NoFrames`] without a picture, [`RenderError::TooLarge`] when not even a few small
/// pictures fit, [`RenderError::Size`] when the style's size is out of bounds; the others only when
/// an asset inside the program is broken.
///
/// # Examples
/// ```
/// use rondel_render::{BoardView, Caption, Frame, Hands, Style, animation};
/// use rondel_rules::{Color, Position};
///
/// let mut position = Position::start();
/// let mut frames = Vec::new();
/// for mv in ["e2e4", "m2m4"] {
///     position.play(mv.parse()?);
///     let view = BoardView::new(position, Color::White);
///     frames.push(Frame { view, hundredths: 100 });
/// }
/// let captions = |caption: Caption<'_>| format!("{caption:?}");
/// let moving = animation(&frames, &captions, &Style::of_size(400), 1 << 20, Hands::Two)?;
/// assert!(moving.gif.starts_with(b"GIF89a"));
/// assert_eq!((moving.width, moving.every), (400, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn animation(
    frames: &[Frame],
    captions: &dyn Captions,
    style: &Style,
    most_bytes: usize,
    hands: Hands,
) -> Result<Animation, RenderError> {
    style.check()?;
    if frames.is_empty() {
        return Err(RenderError::NoFrames);
    }
    let smallest = style.size.min(SMALLEST);
    let (mut width, mut every) = (style.size, 1);
    while kept(frames.len(), every).count() > MOST_FRAMES {
        every = sparser(every);
    }
    loop {
        let shown = thinned(frames, every);
        let style = Style {
            size: width,
            ..*style
        };
        if let Some(gif) = encoded(&shown, captions, &style, most_bytes, hands)? {
            return Ok(Animation { gif, width, every });
        }
        if width > smallest {
            width = (width * 3 / 4).max(smallest);
        } else if shown.len() > 2 {
            every = sparser(every);
        } else {
            return Err(RenderError::TooLarge { most: most_bytes });
        }
    }
}

/// Returns the next larger step between pictures that are kept.
const fn sparser(every: usize) -> usize {
    if every == 1 { ROUND } else { every * 2 }
}

/// Returns the places of the pictures that are kept: the first, and those a step apart, counted
/// from the last.
fn kept(count: usize, every: usize) -> impl Iterator<Item = usize> {
    let last = count.saturating_sub(1);
    let apart = last % every;
    let first = (apart != 0).then_some(0);
    first.into_iter().chain((apart..count).step_by(every))
}

/// A picture and how long it stays.
type Shown<'a> = (&'a BoardView, u16);

/// Returns the pictures that are kept. Each takes the time of those that are left out before it, so
/// that the whole takes as long as without leaving any out.
fn thinned(frames: &[Frame], every: usize) -> Vec<Shown<'_>> {
    let mut next = 0;
    let shown = kept(frames.len(), every).filter_map(|at| {
        let group = frames.get(next..=at)?;
        next = at + 1;
        let times = group.iter().map(|frame| u32::from(frame.hundredths));
        let time = u16::try_from(times.sum::<u32>()).unwrap_or(u16::MAX);
        Some((&group.last()?.view, time))
    });
    shown.collect()
}

/// Encodes the pictures as a file; `None` when it has more bytes than that.
fn encoded(
    shown: &[Shown<'_>],
    captions: &dyn Captions,
    style: &Style,
    most_bytes: usize,
    hands: Hands,
) -> Result<Option<Vec<u8>>, RenderError> {
    let reel = Reel {
        shown,
        captions,
        style,
        most_bytes,
        written: AtomicUsize::new(0),
    };
    let (middle, count) = (shown.len() / 2, shown.len());
    let (early, late) = hands.both(|| reel.part(0..middle), || reel.part(middle..count))?;
    let (Some(early), Some(late)) = (early?, late?) else {
        return Ok(None);
    };
    let (width, height) = match early.first().or(late.first()) {
        Some(first) => (first.width, first.height),
        None => return Err(RenderError::NoFrames),
    };
    let mut colors = palette::colors(style.theme);
    // What is transparent has a number too, whose colour nobody sees.
    colors.extend([0; 3]);
    let file = Vec::with_capacity(reel.written.into_inner() + 4096);
    let written = Encoder::new(file, width, height, &colors).and_then(|mut encoder| {
        encoder.set_repeat(Repeat::Infinite)?;
        for frame in early.iter().chain(&late) {
            encoder.write_lzw_pre_encoded_frame(frame)?;
        }
        encoder.into_inner()
    });
    let file = written.map_err(|_| RenderError::Encoding)?;
    Ok((file.len() <= most_bytes).then_some(file))
}

/// An animation while two threads draw it.
struct Reel<'a> {
    shown: &'a [Shown<'a>],
    captions: &'a dyn Captions,
    style: &'a Style,
    most_bytes: usize,
    /// Number of bytes that both threads have written so far.
    written: AtomicUsize,
}

impl Reel<'_> {
    /// Draws and squeezes some of the pictures; `None` once both threads have written too much.
    fn part(&self, places: Range<usize>) -> Result<Option<Vec<gif::Frame<'static>>>, RenderError> {
        let draw = |(view, _): &Shown<'_>| whole(view, self.captions, self.style);
        // What stands there before the first of them, if anything does.
        let previous = places.start.checked_sub(1);
        let previous = previous.and_then(|at| self.shown.get(at));
        let mut before = previous.map(draw).transpose()?;
        let shown = self.shown.get(places).unwrap_or_default();
        let mut frames = Vec::with_capacity(shown.len());
        for one in shown {
            let drawn = draw(one)?;
            let mut frame = news(before.as_ref(), &drawn, self.style);
            frame.delay = one.1;
            frame.make_lzw_pre_encoded();
            let more = frame.buffer.len();
            if self.written.fetch_add(more, Ordering::Relaxed) + more > self.most_bytes {
                return Ok(None);
            }
            frames.push(frame);
            before = Some(drawn);
        }
        Ok(Some(frames))
    }
}

/// Draws a still picture, with the very pixels that [`png`](super::png()) gives it.
fn whole(view: &BoardView, captions: &dyn Captions, style: &Style) -> Result<Indexed, RenderError> {
    let scene = scene(view, captions)?;
    let board = raster::board(&scene, style)?;
    let [upper, lower] = board.halves();
    let upper = board.draw(&scene, style, upper)?;
    Ok(upper.above(board.draw(&scene, style, lower)?))
}

/// Returns the part of a picture that holds every change, transparent where nothing changed; all of
/// it when no picture comes before.
fn news<'a>(before: Option<&'a Indexed>, now: &'a Indexed, style: &Style) -> gif::Frame<'static> {
    let transparent = palette::transparent(style.theme);
    let [left, top, right, bottom] = match before {
        None => [0, 0, now.width, now.height],
        // A frame cannot be empty.
        Some(before) => bounds(before, now).unwrap_or([0, 0, 1, 1]),
    };
    let mut pixels = Vec::with_capacity((right - left) * (bottom - top));
    for y in top..bottom {
        let row = |picture: &'a Indexed| picture.line(y).get(left..right);
        match (row(now), before.and_then(row)) {
            (Some(new), Some(old)) => {
                let both = new.iter().zip(old);
                pixels.extend(both.map(|(new, old)| if new == old { transparent } else { *new }));
            }
            (Some(new), None) => pixels.extend_from_slice(new),
            (None, _) => {}
        }
    }
    let [left, top, right, bottom] = [left, top, right, bottom].map(|at| at as u16);
    gif::Frame {
        dispose: DisposalMethod::Keep,
        transparent: before.map(|_| transparent),
        left,
        top,
        width: right - left,
        height: bottom - top,
        buffer: Cow::Owned(pixels),
        ..gif::Frame::default()
    }
}

/// Returns the bounds of the part in which two pictures of one size differ: first column, first
/// row, and the ends of both; `None` when they are the same.
fn bounds(before: &Indexed, now: &Indexed) -> Option<[usize; 4]> {
    let mut found: Option<[usize; 4]> = None;
    for y in 0..now.height {
        let (old, new) = (before.line(y), now.line(y));
        if old == new {
            continue;
        }
        let mut unlike = old.iter().zip(new).map(|(old, new)| old != new);
        let first = unlike.clone().position(|unlike| unlike);
        let last = unlike.rposition(|unlike| unlike);
        let (Some(first), Some(last)) = (first, last) else {
            continue;
        };
        let [left, top, right, _] = found.unwrap_or([first, y, last + 1, y]);
        found = Some([left.min(first), top, right.max(last + 1), y + 1]);
    }
    found
}

#[cfg(test)]
mod tests {
    use rondel_rules::{Color, Position};

    use super::*;
    use crate::{LastMove, unworded};

    /// The first plies of a match of random moves.
    fn frames(plies: usize) -> Vec<Frame> {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut view = BoardView::new(Position::start(), Color::Gray);
        let mut frames = vec![Frame {
            view: view.clone(),
            hundredths: 100,
        }];
        for number in 1..=plies {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let moves = view.position.legal_moves();
            let mv = moves[(random % moves.len() as u64) as usize];
            let color = view.position.turn();
            view.last_moves.retain(|last| last.color != color);
            view.last_moves.push(LastMove {
                color,
                from: mv.from,
                to: mv.to,
                number: number as u32,
                taken: view.position.taken(mv),
                notation: mv.to_string(),
            });
            view.position.play(mv);
            let _ = view.position.settle(|_| ());
            frames.push(Frame {
                view: view.clone(),
                hundredths: 40,
            });
            frames[number - 1].view.passing = number > 1;
        }
        frames
    }

    /// The pictures as a reader of GIFs composes them, as colours, and how long each stays.
    fn composed(gif: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(gif).unwrap();
        let (width, height) = (decoder.width() as usize, decoder.height() as usize);
        let mut canvas = vec![None; width * height];
        let mut pictures = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert_eq!(frame.dispose, DisposalMethod::Keep);
            let (pixels, _) = frame.buffer.as_chunks::<4>();
            for (at, [red, green, blue, alpha]) in pixels.iter().enumerate() {
                let x = frame.left as usize + at % frame.width as usize;
                let y = frame.top as usize + at / frame.width as usize;
                if *alpha != 0 {
                    canvas[y * width + x] = Some([*red, *green, *blue]);
                }
            }
            let opaque = canvas.iter().map(|pixel| pixel.unwrap()).collect();
            pictures.push((opaque, frame.delay));
        }
        pictures
    }

    /// The pixels of a PNG with a palette.
    fn still(view: &BoardView, style: &Style) -> Vec<[u8; 3]> {
        let file = super::super::png(view, &unworded, style).unwrap();
        let mut decoder = ::png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(::png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels.as_chunks::<3>().0.to_vec()
    }

    fn draw(frames: &[Frame], size: u32, most_bytes: usize) -> Result<Animation, RenderError> {
        let style = Style::of_size(size);
        animation(frames, &unworded, &style, most_bytes, Hands::Two)
    }

    #[test]
    fn every_picture_is_the_still_picture_to_the_pixel() {
        // Given a match in which moats are bridged and pieces taken.
        let frames = frames(40);
        // When it is made to move.
        let moving = draw(&frames, 400, 1 << 20).unwrap();
        // Then it shows the still pictures, one after the other.
        let pictures = composed(&moving.gif);
        assert_eq!(pictures.len(), frames.len());
        for at in [0, 1, 19, 20, 21, 22, 40] {
            let (pixels, time) = &pictures[at];
            assert!(
                *pixels == still(&frames[at].view, &Style::of_size(400)),
                "{at}"
            );
            assert_eq!(*time, frames[at].hundredths, "{at}");
        }
        assert_eq!((moving.width, moving.every), (400, 1));
    }

    #[test]
    fn what_does_not_change_takes_no_room() {
        let frames = frames(30);
        let one = draw(&frames[..1], 640, 1 << 20).unwrap().gif.len();
        let all = draw(&frames, 640, 1 << 20).unwrap().gif.len();
        let each = (all - one) / 30;
        assert!(each < 5_000, "{each} bytes a ply");
        // The same picture twice costs a few bytes.
        let twice = [frames[0].clone(), frames[0].clone()];
        let twice = draw(&twice, 640, 1 << 20).unwrap();
        assert!(
            twice.gif.len() < one + 64,
            "{} after {one}",
            twice.gif.len()
        );
        assert_eq!(composed(&twice.gif).len(), 2);
    }

    #[test]
    fn the_same_pictures_are_the_same_bytes() {
        let frames = frames(9);
        assert_eq!(draw(&frames, 400, 1 << 20), draw(&frames, 400, 1 << 20));
    }

    #[test]
    fn it_repeats_for_ever() {
        let moving = draw(&frames(2), 400, 1 << 20).unwrap();
        let mut decoder = gif::DecodeOptions::new()
            .read_info(&moving.gif[..])
            .unwrap();
        while decoder.read_next_frame().unwrap().is_some() {}
        assert_eq!(decoder.repeat(), Repeat::Infinite);
    }

    #[test]
    fn what_is_too_large_is_drawn_smaller_and_then_with_pictures_left_out() {
        let frames = frames(20);
        let full = draw(&frames, 640, usize::MAX).unwrap();
        let time = |moving: &Animation| {
            let pictures = composed(&moving.gif);
            let times = pictures.iter().map(|(_, time)| u32::from(*time));
            times.sum::<u32>()
        };
        let mut before = full.clone();
        for most in [full.gif.len() - 1, 70_000, 40_000] {
            let moving = draw(&frames, 640, most).unwrap();
            assert!(moving.gif.len() <= most);
            println!(
                "{most} {} {} {}",
                moving.gif.len(),
                moving.width,
                moving.every
            );
            assert!(moving.width < before.width || moving.every > before.every);
            assert!(moving.width >= 400);
            assert!(moving.every == 1 || moving.width == 400, "{}", moving.every);
            // However it is made smaller, it plays as long and ends with the last picture.
            assert_eq!(time(&moving), 100 + 20 * 40);
            let pictures = composed(&moving.gif);
            assert_eq!(pictures.len(), 1 + 20usize.div_ceil(moving.every));
            let style = Style::of_size(moving.width);
            assert!(pictures[pictures.len() - 1].0 == still(&frames[20].view, &style));
            before = moving;
        }
        assert!(before.every > 1, "{before:?}");
        let refused = draw(&frames, 640, 5_000);
        assert_eq!(refused, Err(RenderError::TooLarge { most: 5_000 }));
    }

    #[test]
    fn left_out_are_those_between_the_first_and_the_last() {
        let kept = |count, every| kept(count, every).collect::<Vec<usize>>();
        assert_eq!(kept(1, 3), [0]);
        assert_eq!(kept(2, 3), [0, 1]);
        assert_eq!(kept(4, 1), [0, 1, 2, 3]);
        assert_eq!(kept(7, 3), [0, 3, 6]);
        assert_eq!(kept(8, 3), [0, 1, 4, 7]);
        assert_eq!(kept(9, 6), [0, 2, 8]);
    }

    #[test]
    fn replays_are_slow_when_short_and_never_take_much_longer_than_two_minutes() {
        let board = BoardView::new(Position::start(), Color::White);
        for (plies, each) in [
            (1, 100),
            (51, 100),
            (120, 100),
            (240, 50),
            (601, 19),
            (2_000, 10),
        ] {
            let frames = Frame::paced(vec![board.clone(); plies]);
            assert_eq!(frames.len(), plies);
            let (last, others) = frames.split_last().unwrap();
            assert_eq!((last.hundredths, last.view.passing), (LAST, false));
            assert!(
                others.iter().all(|frame| frame.hundredths == each),
                "{plies}"
            );
            assert!(others.iter().skip(1).all(|frame| frame.view.passing));
        }
    }

    #[test]
    fn nothing_and_what_is_out_of_bounds_is_refused() {
        assert_eq!(draw(&[], 640, 1 << 20), Err(RenderError::NoFrames));
        let refused = draw(&frames(1), 199, 1 << 20);
        assert_eq!(refused, Err(RenderError::Size { asked: 199 }));
    }
}
