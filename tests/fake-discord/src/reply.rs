//! Answers to requests.

use std::time::Duration;

use axum::{
    body::Body,
    http::{Response, StatusCode, header},
};
use serde_json::{Value, json};

use crate::{judge::Findings, rate};

/// The answer to a request: a body, or 204 if there is none.
pub(crate) type Reply = Result<Option<Value>, Refused>;

/// The reason a request was refused.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: u16,
    pub(crate) code: u64,
    pub(crate) message: String,
    pub(crate) errors: Option<Value>,
    /// The time after which it may be tried again, of a refusal with the status 429.
    pub(crate) wait: Option<Duration>,
    /// The faults of the bot as pairs of code and text; none if a sound bot may meet this.
    pub(crate) faults: Vec<(String, String)>,
}

impl Refused {
    /// Makes a refusal that a sound bot may meet.
    pub(crate) fn met(status: u16, code: u64, message: &str) -> Self {
        Self {
            status,
            code,
            message: message.to_owned(),
            errors: None,
            wait: None,
            faults: Vec::new(),
        }
    }

    /// Makes a refusal of a request that a sound bot never sends.
    pub(crate) fn wrong(status: u16, code: u64, message: &str) -> Self {
        let faults = vec![(code.to_string(), message.to_owned())];
        Self {
            faults,
            ..Self::met(status, code, message)
        }
    }

    /// Makes the refusal of a body with faults.
    pub(crate) fn body(findings: &Findings) -> Self {
        let faults = findings
            .list()
            .iter()
            .map(|finding| {
                (
                    finding.code.to_owned(),
                    format!("{}: {}", finding.path, finding.text),
                )
            })
            .collect();
        let errors = Some(findings.errors());
        Self {
            errors,
            faults,
            ..Self::met(400, 50_035, "Invalid Form Body")
        }
    }

    /// Returns `Ok` if there are no faults.
    pub(crate) fn unless(findings: &Findings) -> Result<(), Self> {
        if findings.list().is_empty() {
            Ok(())
        } else {
            Err(Self::body(findings))
        }
    }

    /// Returns the body of the answer.
    pub(crate) fn to_json(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        if self.status == 429 {
            body["retry_after"] = json!(self.wait.map_or(1.0, |wait| wait.as_secs_f64()));
            body["global"] = json!(false);
        }
        body
    }
}

/// Returns an HTTP answer with a JSON body.
pub(crate) fn respond(status: u16, body: Option<&Value>) -> Response<Body> {
    let text = body.map(Value::to_string).unwrap_or_default();
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    let headers = response.headers_mut();
    if let Some(body) = body {
        headers.insert(
            header::CONTENT_TYPE,
            header::HeaderValue::from_static("application/json"),
        );
        if status == 429 {
            let after = body["retry_after"].as_f64().unwrap_or(1.0);
            rate::write_wait(headers, Duration::from_secs_f64(after));
        }
    }
    response
}

/// Returns the page of a proxy or of Cloudflare.
pub(crate) fn foreign(status: u16) -> Response<Body> {
    let mut response = Response::new(Body::from("<!DOCTYPE html><title>Sorry</title>"));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    let kind = header::HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}
