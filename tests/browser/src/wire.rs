//! How the driver is spoken to: thirtyfour's requests by the HTTP client that the rest of Rondel uses.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::{Request, Response};
use reqwest::Client;
use thirtyfour::{
    error::{WebDriverError, WebDriverResult},
    session::http::{Body, HttpClient},
};

/// The time in which the driver answers; a page that loads may take long beside a compiler.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone, Debug)]
pub(crate) struct Wire(Client);

impl Wire {
    pub(crate) fn new() -> Wire {
        let client = Client::builder().timeout(PATIENCE).build();
        Wire(client.expect("a client"))
    }
}

#[allow(clippy::needless_pass_by_value, reason = "a function for `map_err`")]
fn failed(error: impl ToString) -> WebDriverError {
    WebDriverError::RequestFailed(error.to_string())
}

#[async_trait::async_trait]
impl HttpClient for Wire {
    async fn send(&self, request: Request<Body<'_>>) -> WebDriverResult<Response<Bytes>> {
        let (parts, body) = request.into_parts();
        let asked = self.0.request(parts.method, parts.uri.to_string());
        let body = match body {
            Body::Empty => String::new(),
            Body::Json(json) => json.to_string(),
        };
        let answer = asked.headers(parts.headers).body(body).send().await;
        let answer = answer.map_err(failed)?;
        let status = answer.status();
        let bytes = answer.bytes().await.map_err(failed)?;
        let answer = Response::builder().status(status).body(bytes);
        answer.map_err(failed)
    }

    async fn new(&self) -> Arc<dyn HttpClient> {
        Arc::new(Wire::new())
    }
}
