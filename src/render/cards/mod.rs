//! Cards: pictures that show people's standing, from plain data.
//!
//! Names and numbers come as texts, and everything that a card shows is also said in words, by its
//! `alt_text`. Shapes are the same as those of the board, so that cards have its font, its colours
//! and its pieces.
//!
//! ```
//! use rondel_render::{Caption, LeaderboardCard, Style};
//!
//! let card = LeaderboardCard {
//!     title: String::from("Three Man Chess"),
//!     ..LeaderboardCard::default()
//! };
//! let captions = |caption: Caption<'_>| format!("{caption:?}");
//! let picture = card.scene(&captions)?.png(&Style::default())?;
//! assert!(picture.starts_with(b"\x89PNG"));
//! assert!(card.alt_text(&captions).contains("Three Man Chess"));
//! # Ok::<(), rondel_render::RenderError>(())
//! ```

mod curve;
mod leaderboard;
mod pens;
mod profile;
mod sheet;
mod standing;

pub use sheet::CardScene;
pub use standing::{LeaderboardCard, LeaderboardRow, ProfileCard, Results, RulesetResults};

#[cfg(test)]
mod tests {
    use rondel_rules::ByColor;

    use super::{sheet::MARGIN, *};
    use crate::{fonts, geometry::WIDTH, scene::Shape, text::ALT_LIMIT, unworded};

    /// Everything lies on the card and can be written with the font.
    #[track_caller]
    fn check(scene: &CardScene, about: &str) {
        assert!(scene.height <= 1.25 * WIDTH, "{about}: {}", scene.height);
        for shape in &scene.shapes {
            let Shape::Text { at, size, text, .. } = shape else {
                continue;
            };
            let extent = fonts::extent(text, *size).unwrap();
            let (left, right) = (at.x, at.x + extent.width);
            assert!(
                left >= 12.0 && right <= WIDTH - MARGIN + 0.1,
                "{about}: {text:?} from {left} to {right}"
            );
            let (top, bottom) = (at.y - extent.above, at.y + extent.below);
            assert!(
                top >= 0.0 && bottom <= scene.height,
                "{about}: {text:?} from {top} down to {bottom}"
            );
            assert!(*size >= 20.0, "{about}: {text:?} at {size}");
            assert!(text.chars().all(|letter| fonts::has(letter).unwrap()));
        }
    }

    #[test]
    fn hostile_texts_are_harmless() {
        for text in [
            "",
            " ",
            "\0\u{7}\n\r",
            "\u{202e}evil\u{2066}",
            "{rank}{name}",
            "שלום",
            "王",
            "🎉🎉",
            "Z\u{300}\u{301}",
            "9999999999",
            &"W W".repeat(100),
            &"W".repeat(100_000),
            &"\u{200b}".repeat(100_000),
        ] {
            let text = || text.to_owned();
            let results = Results {
                rating: text(),
                provisional: true,
                points: text(),
                matches: text(),
                wins: text(),
                average: text(),
                averages: ByColor::new(|_| text()),
            };
            let row = LeaderboardRow {
                rank: text(),
                name: text(),
                results: results.clone(),
                asked: true,
            };
            let board = LeaderboardCard {
                title: text(),
                subtitle: text(),
                rows: vec![row.clone(); 12],
                own: Some(row),
            };
            let about = text().chars().take(9).collect::<String>();
            check(&board.scene(&unworded).unwrap(), &about);
            assert!(board.alt_text(&unworded).chars().count() <= ALT_LIMIT);
            for curve in [
                vec![],
                vec![(0, 0)],
                vec![(i64::MAX, i32::MIN), (i64::MIN, i32::MAX), (0, 4000)],
            ] {
                let ruleset = RulesetResults {
                    name: text(),
                    results: results.clone(),
                    curve,
                };
                let profile = ProfileCard {
                    name: text(),
                    subtitle: text(),
                    rulesets: vec![ruleset; 7],
                    seats: ByColor::new(|_| results.clone()),
                    notes: vec![text(); 5],
                };
                check(&profile.scene(&unworded).unwrap(), &about);
                assert!(profile.alt_text(&unworded).chars().count() <= ALT_LIMIT);
            }
        }
    }
}
