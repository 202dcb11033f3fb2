//! Requests that come to nothing, each with its reason and a sentence.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use serde_json::{Value, json};

use super::guard::Foreign;
use crate::{
    host::Limited,
    matchplay::Rejection,
    messages::{Message, Texts},
    render::escaped,
    store::{StoreError, seldom::store_failed},
};

/// A request that comes to nothing.
#[derive(Clone, Debug)]
pub(super) struct PageRefusal {
    status: StatusCode,
    /// The stable reason.
    pub(super) reason: &'static str,
    /// The sentence.
    pub(super) text: String,
}

impl PageRefusal {
    fn new(status: StatusCode, reason: &'static str, text: Message) -> PageRefusal {
        PageRefusal {
            status,
            reason,
            text: text.into(),
        }
    }

    /// What was sent is none of what a page sends.
    pub(super) fn unreadable(texts: &Texts) -> PageRefusal {
        let text = texts.say("page-unreadable", &[]);
        PageRefusal::new(StatusCode::BAD_REQUEST, "unreadable", text)
    }

    /// There is no such match, or it is not for this visitor.
    pub(super) fn no_such_match(texts: &Texts) -> PageRefusal {
        let reason = Rejection::NoSuchMatch.reason();
        let text = texts.say("page-not-yours", &[]);
        PageRefusal::new(StatusCode::NOT_FOUND, reason, text)
    }

    /// This visitor may not do that.
    pub(super) fn not_allowed(texts: &Texts) -> PageRefusal {
        let reason = Rejection::NotAllowed.reason();
        let text = texts.say("page-not-allowed", &[]);
        PageRefusal::new(StatusCode::FORBIDDEN, reason, text)
    }

    /// A link to a free seat is for another to make.
    pub(super) fn not_opener(texts: &Texts) -> PageRefusal {
        let reason = Rejection::NotAllowed.reason();
        let text = texts.say("page-not-opener", &[]);
        PageRefusal::new(StatusCode::FORBIDDEN, reason, text)
    }

    /// A link to a seat that is taken is for another to make.
    pub(super) fn not_your_seat(texts: &Texts) -> PageRefusal {
        let reason = Rejection::NotAllowed.reason();
        let text = texts.say("page-not-your-seat", &[]);
        PageRefusal::new(StatusCode::FORBIDDEN, reason, text)
    }

    /// There were too many of these.
    pub(super) fn limited(texts: &Texts, limited: &Limited) -> PageRefusal {
        let seconds = limited.again.map_or(1, |(_, seconds)| seconds);
        let text = texts.say("page-too-fast", &[("seconds", &seconds)]);
        PageRefusal::new(StatusCode::TOO_MANY_REQUESTS, "rate-limited", text)
    }

    /// This address has as many connections as it may, or the answer takes too long.
    pub(super) fn crowded(texts: &Texts) -> PageRefusal {
        let text = texts.say("page-crowded", &[]);
        PageRefusal::new(StatusCode::SERVICE_UNAVAILABLE, "rate-limited", text)
    }

    /// This browser shows matches in as many windows as it may.
    pub(super) fn too_many_windows(texts: &Texts, most: usize) -> PageRefusal {
        let text = texts.say("page-windows", &[("most", &most)]);
        PageRefusal::new(StatusCode::SERVICE_UNAVAILABLE, "too-many-windows", text)
    }

    /// The store cannot be read or written.
    pub(super) fn store(texts: &Texts, error: &StoreError) -> PageRefusal {
        store_failed(error, "a page could not be answered");
        let text = texts.say("page-store", &[]);
        PageRefusal::new(StatusCode::SERVICE_UNAVAILABLE, "store-unavailable", text)
    }

    /// No picture can be drawn just now, or there is nothing to draw.
    pub(super) fn undrawn(texts: &Texts) -> PageRefusal {
        let text = texts.say("page-undrawn", &[]);
        PageRefusal::new(StatusCode::SERVICE_UNAVAILABLE, "no-picture", text)
    }

    /// A file is no record that can be kept.
    pub(super) fn no_record(text: Message) -> PageRefusal {
        PageRefusal::new(StatusCode::UNPROCESSABLE_ENTITY, "no-record", text)
    }

    /// It comes from elsewhere.
    pub(super) fn foreign(texts: &Texts, foreign: Foreign) -> PageRefusal {
        let reason = match foreign {
            Foreign::Host => "foreign-host",
            Foreign::Origin => "foreign-origin",
        };
        let text = texts.say("page-foreign", &[]);
        PageRefusal::new(StatusCode::FORBIDDEN, reason, text)
    }

    /// True if the same request may be answered a little later.
    pub(super) fn passes(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS || self.status.is_server_error()
    }

    /// Returns it as data.
    pub(super) fn data(&self) -> Value {
        json!({"refused": self.reason, "text": self.text})
    }

    /// Answers with it, as a page to whoever wants to look at one.
    pub(super) fn answer_to(&self, headers: &HeaderMap, texts: &Texts) -> Response<Body> {
        if !wants_page(headers) {
            return self.answer();
        }
        let (lang, title) = (texts.language().word(), texts.word("page-title"));
        let page = format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
             <h1>{}</h1>\n<p>{}</p>\n",
            escaped(&title),
            escaped(&title),
            escaped(&self.text)
        );
        let mut answer = Response::new(Body::from(page));
        *answer.status_mut() = self.status;
        let kind = HeaderValue::from_static("text/html; charset=utf-8");
        answer.headers_mut().insert(header::CONTENT_TYPE, kind);
        answer
    }

    /// Answers with it.
    pub(super) fn answer(&self) -> Response<Body> {
        json_answer(self.status, &self.data())
    }
}

/// True for a browser that is to show what it is sent.
pub(super) fn wants_page(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT);
    let accepts = accepts.and_then(|value| value.to_str().ok());
    accepts.is_some_and(|kinds| kinds.contains("text/html"))
}

/// Answers with data.
pub(super) fn json_answer(status: StatusCode, body: &Value) -> Response<Body> {
    let mut answer = Response::new(Body::from(body.to_string()));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    let kind = HeaderValue::from_static("application/json");
    headers.insert(header::CONTENT_TYPE, kind);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}
