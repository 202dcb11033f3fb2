//! Answers of the console, as text or as JSON lines (interfaces §4).

use serde::Serialize;

use crate::{adapters::reply::Reply, matchplay::Match, rules::Over};

/// An answer as a JSON line.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// `all`, or the name of the only one who sees it.
    pub to: String,
    /// The command it answers.
    pub command: Option<&'static str>,
    /// The match it shows.
    #[serde(rename = "match")]
    pub id: Option<String>,
    /// What it says.
    pub text: String,
    /// The file of its picture.
    pub image: Option<String>,
    /// The picture in words.
    pub alt: Option<String>,
    /// Its buttons.
    pub buttons: Vec<ButtonLine>,
    /// The stable reason of a refusal.
    pub refused: Option<&'static str>,
    /// The position line of the match it shows.
    pub position: Option<String>,
    /// How that match ended.
    pub over: Option<OverLine>,
}

/// A button in a JSON line.
#[derive(Debug, Serialize)]
pub struct ButtonLine {
    id: String,
    label: String,
    enabled: bool,
}

/// The end of a match (interfaces §6). One that was called off has neither points nor score.
#[derive(Debug, Serialize)]
pub struct OverLine {
    how: &'static str,
    points: Option<PointsLine>,
    score: Option<String>,
}

#[derive(Debug, Serialize)]
struct PointsLine {
    w: String,
    g: String,
    b: String,
}

impl OverLine {
    /// The line of this end.
    #[must_use]
    pub fn of(over: &Over) -> OverLine {
        let score = over.score();
        OverLine {
            how: over.ending.word(),
            points: score.is_some().then(|| PointsLine {
                w: over.points.white.to_string(),
                g: over.points.gray.to_string(),
                b: over.points.black.to_string(),
            }),
            score,
        }
    }
}

impl Answer {
    /// The line of a reply. `to` names who sees it.
    #[must_use]
    pub fn of(reply: &Reply, to: String, image: Option<String>, alt: Option<String>) -> Answer {
        let state: Option<&Match> = reply.state.as_deref();
        Answer {
            to,
            command: reply.command,
            id: state.map(|state| state.id().to_string()),
            text: reply.text.clone(),
            image,
            alt,
            buttons: reply
                .buttons
                .iter()
                .map(|button| ButtonLine {
                    id: button.id.to_string(),
                    label: button.label.clone(),
                    enabled: button.enabled,
                })
                .collect(),
            refused: reply.refused,
            position: state.map(|state| state.position().to_string()),
            over: state.and_then(Match::over).map(OverLine::of),
        }
    }

    /// The answer as a person at a terminal reads it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
        if self.to != "all"
            && let Some(first) = lines.first_mut()
        {
            *first = format!("(to {} alone) {first}", self.to);
        }
        if let Some(image) = &self.image {
            lines.push(format!("  [{image}]"));
        }
        for button in self.buttons.iter().filter(|button| button.enabled) {
            lines.push(format!("  [{}]  /press {}", button.label, button.id));
        }
        lines.join("\n")
    }
}
