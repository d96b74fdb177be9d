//! Routes and handles requests.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Extension, Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use http_body_util::BodyExt;
use serde_json::Value as Json;
use tokio::time::timeout_at;

use crate::{
    capacity::Capacity,
    metrics::Metrics,
    review::{Review, ReviewResponse, uid_of_beginning},
    reviewer::Reviewer,
    seats::Seat,
};

/// The response if there are too many requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overload {
    /// An `AdmissionReview` that denies the request with code 429. Nothing is allowed without validation, regardless of
    /// the webhook's configuration.
    #[default]
    Deny,
    /// HTTP 503, so that the `failurePolicy` in the webhook's configuration applies.
    Unavailable,
}

/// Limits for requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of a request in bytes. API servers accept objects of 3 MiB, and a review may contain two.
    pub body_bytes: usize,
    /// Time limit for reading a request, from its head to its end.
    pub read_time: Duration,
    /// Time limit for reading each 64 KiB of a request. If it is exceeded, the request is dropped, so that other
    /// requests do not wait too long.
    pub pause_time: Duration,
    /// Time limit for waiting. By default, API servers wait 10 seconds for a response.
    pub wait_time: Duration,
    /// The response to requests that exceed [`Capacity`].
    pub overload: Overload,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body_bytes: 7 << 20,
            read_time: Duration::from_secs(10),
            pause_time: Duration::from_secs(2),
            wait_time: Duration::from_secs(8),
            overload: Overload::default(),
        }
    }
}

/// The state that all requests share.
#[derive(Debug)]
pub struct Service {
    /// The settings that determine responses.
    pub judge: Reviewer,
    /// The limit of concurrent requests.
    pub capacity: Capacity,
    /// The limits of requests.
    pub limits: Limits,
    /// The metrics.
    pub metrics: Metrics,
    /// `true` during a shutdown. The service then reports that it is not ready, but still responds to requests.
    pub is_ending: AtomicBool,
}

/// Creates the routes of a service.
pub fn router(service: Arc<Service>) -> Router {
    let ok = || async { "ok\n" };
    Router::new()
        .route("/validate", post(validate))
        .route("/healthz", get(ok))
        .route("/livez", get(ok))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .with_state(service)
}

async fn readyz(State(service): State<Arc<Service>>) -> Response {
    if service.is_ending.load(Ordering::Relaxed) {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "ending\n");
    }
    plain(StatusCode::OK, "ok\n")
}

async fn metrics(State(service): State<Arc<Service>>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], service.metrics.to_prometheus()).into_response()
}

async fn validate(
    State(service): State<Arc<Service>>,
    seat: Option<Extension<Arc<Seat>>>,
    request: Request,
) -> Response {
    let begin = Instant::now();
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_json = kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    if !is_json {
        service.metrics.unreadable.add(1);
        return plain(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the content type must be application/json\n");
    }
    let end = (begin + service.limits.wait_time).into();
    let is_seated = match &seat {
        Some(seat) => seat.take(end).await,
        None => true,
    };
    let place = if is_seated { service.capacity.enter(end).await } else { None };
    let Some(place) = place else {
        let (beginning, _) = read(request.into_body(), &service.limits, BEGINNING).await;
        return shed(&service, uid_of_beginning(&beginning));
    };
    let (body, unread) = read(request.into_body(), &service.limits, service.limits.body_bytes).await;
    if let Some((status, why)) = unread {
        service.metrics.unreadable.add(1);
        return not_judged(status, &body, why);
    }
    let body = Bytes::from(body);
    // This time limit is separate. It does not include the time spent waiting before the request was read.
    let Some(turn) = place.turn((Instant::now() + service.limits.wait_time).into()).await else {
        return shed(&service, uid_of_beginning(&body));
    };
    let (judging, text) = (service.clone(), body.clone());
    let judged = tokio::task::spawn_blocking(move || {
        // The permit must be kept until the validation ends, even if the client disconnects.
        let _turn = turn;
        Review::read(&text, |review| {
            let answer = judging.judge.respond(&review, &judging.metrics);
            (answer.allowed, answer.to_json(&review.uid))
        })
    });
    match judged.await {
        Ok(Ok((allowed, answer))) => {
            service.metrics.responded(allowed, begin.elapsed());
            json(&answer)
        }
        Ok(Err(message)) => {
            service.metrics.unreadable.add(1);
            not_judged(StatusCode::BAD_REQUEST, &body, &message)
        }
        Err(_) => {
            service.metrics.failed.add(1);
            not_judged(StatusCode::INTERNAL_SERVER_ERROR, &body, "internal error")
        }
    }
}

/// Rejects a request that cannot be validated. If its `uid` is known, the response is a review, so that the request is
/// denied regardless of the `failurePolicy` in the webhook's configuration.
fn not_judged(status: StatusCode, body: &[u8], why: &str) -> Response {
    match uid_of_beginning(body) {
        Some(uid) => json(&ReviewResponse::not_validated(why).to_json(&uid)),
        None => plain(status, &format!("{why}\n")),
    }
}

/// Number of bytes that are kept of a request that exceeds a limit.
const BEGINNING: usize = 4096;

/// Number of bytes that must arrive within [`Limits::pause_time`].
const PROGRESS: usize = 64 << 10;

/// Reads a body. Also returns an error if the body is incomplete or too large. Bytes beyond `most` are discarded, but
/// read to the end, because the client only reads the response after sending the request.
async fn read(mut body: Body, limits: &Limits, most: usize) -> (Vec<u8>, Option<(StatusCode, &'static str)>) {
    let (mut kept, mut length) = (Vec::new(), 0_usize);
    let end = Instant::now() + limits.read_time;
    let (mut still_until, mut progress) = (Instant::now() + limits.pause_time, PROGRESS);
    let mut unread = loop {
        let frame = match timeout_at(still_until.min(end).into(), body.frame()).await {
            Ok(Some(Ok(frame))) => frame,
            Ok(Some(Err(_))) => break Some((StatusCode::BAD_REQUEST, "the request ends too early")),
            Ok(None) => break None,
            Err(_) => break Some((StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time")),
        };
        let Some(data) = frame.data_ref() else { continue };
        length = length.saturating_add(data.len());
        let room = most.saturating_sub(kept.len()).min(data.len());
        kept.extend_from_slice(data.get(..room).unwrap_or_default());
        if length >= progress {
            (still_until, progress) = (Instant::now() + limits.pause_time, length.saturating_add(PROGRESS));
        }
    };
    if length > limits.body_bytes {
        unread = Some((StatusCode::PAYLOAD_TOO_LARGE, "the request is too large"));
    }
    (kept, unread)
}

fn shed(service: &Service, uid: Option<String>) -> Response {
    service.metrics.shed.add(1);
    if let (Overload::Deny, Some(uid)) = (service.limits.overload, uid) {
        let message = "too many objects are being validated; try again";
        json(&ReviewResponse::denied(429, "TooManyRequests", message).to_json(&uid))
    } else {
        let retry = [(header::RETRY_AFTER, "1")];
        (StatusCode::SERVICE_UNAVAILABLE, retry, "too many objects are being validated\n").into_response()
    }
}

fn json(document: &Json) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], document.to_string()).into_response()
}

fn plain(status: StatusCode, text: &str) -> Response {
    (status, text.to_owned()).into_response()
}
