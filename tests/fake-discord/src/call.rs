//! Requests of the bot, parsed.

use std::collections::HashMap;

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, header},
};
use futures_util::{StreamExt, stream};
use serde_json::Value;
use tokio::time::Instant;

use crate::{judge::limits, reply::Refused};

/// An uploaded file.
#[derive(Debug)]
pub(crate) struct File {
    /// The number `n` in `files[n]`.
    pub(crate) number: u64,
    pub(crate) name: String,
    pub(crate) content_type: String,
    pub(crate) bytes: Bytes,
}

/// A request, parsed.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) method: String,
    /// The path's segments after `/api/v10`.
    pub(crate) path: Vec<String>,
    pub(crate) query: HashMap<String, String>,
    /// The JSON body; null if there is none.
    pub(crate) body: Value,
    pub(crate) files: Vec<File>,
    /// The time it arrived.
    pub(crate) received: Instant,
}

impl Call {
    /// Returns the numbers and names of the files.
    pub(crate) fn names(&self) -> Vec<(u64, String)> {
        self.files
            .iter()
            .map(|file| (file.number, file.name.clone()))
            .collect()
    }
}

/// Reads a whole body of bounded length.
pub(crate) async fn read_body(body: Body) -> Result<Bytes, Refused> {
    let most = limits::REQUEST_BYTES;
    axum::body::to_bytes(body, most)
        .await
        .map_err(|_| Refused::wrong(413, 40_005, "Request entity too large"))
}

/// Returns the pairs of a query.
pub(crate) fn read_query(query: Option<&str>) -> HashMap<String, String> {
    let pairs = query
        .unwrap_or_default()
        .split('&')
        .filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

/// Reads JSON, or a form with `payload_json` and `files[n]`.
pub(crate) async fn read_content(
    headers: &HeaderMap,
    bytes: Bytes,
) -> Result<(Value, Vec<File>), Refused> {
    if bytes.is_empty() {
        return Ok((Value::Null, Vec::new()));
    }
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let kind = kind.unwrap_or_default();
    if kind.starts_with("application/json") {
        return Ok((read_json(&bytes)?, Vec::new()));
    }
    let Ok(boundary) = multer::parse_boundary(kind) else {
        let said = format!("Expected \"Content-Type\" header to be JSON or a form, not {kind:?}");
        return Err(Refused::wrong(400, 50_035, &said));
    };
    let whole = stream::once(async { Ok::<_, std::io::Error>(bytes) }).boxed();
    let mut form = multer::Multipart::new(whole, boundary);
    let broken = |error: multer::Error| Refused::wrong(400, 50_035, &format!("form: {error}"));
    let (mut body, mut files) = (Value::Null, Vec::new());
    while let Some(field) = form.next_field().await.map_err(broken)? {
        let name = field.name().unwrap_or_default().to_owned();
        let number = name
            .strip_prefix("files[")
            .and_then(|rest| rest.strip_suffix(']'));
        if name == "payload_json" {
            body = read_json(&field.bytes().await.map_err(broken)?)?;
        } else if let Some(number) = number.and_then(|number| number.parse().ok()) {
            let Some(file) = field.file_name().map(str::to_owned) else {
                return Err(Refused::wrong(
                    400,
                    50_035,
                    &format!("{name} has no file name"),
                ));
            };
            let content_type = field
                .content_type()
                .map(ToString::to_string)
                .unwrap_or_default();
            let bytes = field.bytes().await.map_err(broken)?;
            if bytes.len() > limits::FILE_BYTES {
                return Err(Refused::wrong(413, 40_005, "Request entity too large"));
            }
            files.push(File {
                number,
                name: file,
                content_type,
                bytes,
            });
        } else {
            return Err(Refused::wrong(
                400,
                50_035,
                &format!("no part is named {name:?}"),
            ));
        }
    }
    Ok((body, files))
}

fn read_json(bytes: &[u8]) -> Result<Value, Refused> {
    serde_json::from_slice(bytes)
        .map_err(|_| Refused::wrong(400, 50_109, "The request body contains invalid JSON."))
}
