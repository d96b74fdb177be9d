//! The paths of the service, and how a request goes through it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use http_body_util::BodyExt;
use serde_json::Value as Json;
use tokio::time::timeout;

use crate::{
    capacity::Capacity,
    judge::Judge,
    metrics::Metrics,
    review::{Answer, Review, uid_of_beginning},
};

/// What is answered when there is too much to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overload {
    /// An `AdmissionReview` that refuses with 429, so that nothing goes on unjudged, whatever the webhook's
    /// configuration says.
    #[default]
    Deny,
    /// HTTP 503: the `failurePolicy` of the webhook's configuration decides.
    Unavailable,
}

/// How much is too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest request, in bytes. API servers take objects of 3 MiB, and a review may hold two.
    pub body_bytes: usize,
    /// How long a request may take to arrive.
    pub read_time: Duration,
    /// How long a request may wait for its turn.
    pub wait_time: Duration,
    /// What is answered beyond what [`Capacity`] allows.
    pub overload: Overload,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body_bytes: 7 << 20,
            read_time: Duration::from_secs(10),
            wait_time: Duration::from_secs(2),
            overload: Overload::default(),
        }
    }
}

/// All that requests share.
#[derive(Debug)]
pub struct Service {
    /// What decides about answers.
    pub judge: Judge,
    /// How much is done at once.
    pub capacity: Capacity,
    /// How much is too much.
    pub limits: Limits,
    /// What is counted.
    pub metrics: Metrics,
    /// Whether it soon ends: then it says that it is not ready, and goes on answering.
    pub is_ending: AtomicBool,
}

/// The paths of a service.
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

async fn validate(State(service): State<Arc<Service>>, request: Request) -> Response {
    let begin = Instant::now();
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        service.metrics.unreadable.add(1);
        return plain(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a request is of the type application/json\n");
    }
    let Some(place) = service.capacity.enter() else {
        return shed_unread(&service, request.into_body()).await;
    };
    let body = match timeout(service.limits.read_time, to_bytes(request.into_body(), service.limits.body_bytes)).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) => {
            service.metrics.unreadable.add(1);
            // Not the client's error alone: it may also have gone away, and then nobody reads this.
            return plain(StatusCode::PAYLOAD_TOO_LARGE, &format!("the request cannot be read: {error}\n"));
        }
        Err(_) => {
            service.metrics.unreadable.add(1);
            return plain(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time\n");
        }
    };
    let Some(turn) = place.turn(service.limits.wait_time).await else {
        return shed(&service, uid_of_beginning(&body));
    };
    let judging = service.clone();
    let judged = tokio::task::spawn_blocking(move || {
        // Until the end, even if the client goes away.
        let _turn = turn;
        let review = Review::read(&body)?;
        let answer = judging.judge.answer(&review, &judging.metrics);
        Ok::<_, String>((answer.allowed, answer.to_json(&review.uid)))
    });
    match judged.await {
        Ok(Ok((allowed, answer))) => {
            service.metrics.judged(allowed, begin.elapsed());
            json(&answer)
        }
        Ok(Err(message)) => {
            service.metrics.unreadable.add(1);
            plain(StatusCode::BAD_REQUEST, &format!("{message}\n"))
        }
        Err(_) => {
            service.metrics.failed.add(1);
            plain(StatusCode::INTERNAL_SERVER_ERROR, "the object could not be judged\n")
        }
    }
}

/// How much is kept of a request that is too much.
const BEGINNING: usize = 4096;

/// Answers a request that is too much. It is read to its end, so that the client comes to read the answer, but only its
/// beginning is kept.
async fn shed_unread(service: &Service, mut body: Body) -> Response {
    let mut beginning = Vec::new();
    let mut length = 0;
    let reading = async {
        while let Some(Ok(frame)) = body.frame().await {
            let Some(data) = frame.data_ref() else { continue };
            length += data.len();
            let kept = data.iter().take(BEGINNING.saturating_sub(beginning.len()));
            beginning.extend(kept);
            if length > service.limits.body_bytes {
                break;
            }
        }
    };
    let _ = timeout(service.limits.read_time, reading).await;
    shed(service, uid_of_beginning(&beginning))
}

fn shed(service: &Service, uid: Option<String>) -> Response {
    service.metrics.shed.add(1);
    if let (Overload::Deny, Some(uid)) = (service.limits.overload, uid) {
        let message = "too many objects are being judged; try again";
        json(&Answer::refused(429, "TooManyRequests", message).to_json(&uid))
    } else {
        let retry = [(header::RETRY_AFTER, "1")];
        (StatusCode::SERVICE_UNAVAILABLE, retry, "too many objects are being judged\n").into_response()
    }
}

fn json(document: &Json) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], document.to_string()).into_response()
}

fn plain(status: StatusCode, text: &str) -> Response {
    (status, text.to_owned()).into_response()
}
