//! Accepts connections, serves them, and shuts down.

use std::{
    io,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use axum::{Extension, Router};
use hyper::{
    Request,
    body::Incoming,
    server::conn::http1,
    service::{Service as _, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulShutdown, Watcher},
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{sleep, timeout},
};
use tokio_rustls::TlsAcceptor;

use crate::{
    log,
    patience::{Patient, Requests},
    seats::Seat,
    service::{Service, router},
    tls::Certificate,
};

/// Settings for connections.
#[derive(Debug)]
pub struct Connections {
    /// Maximum number of connections that send reviews; further ones wait. Connections that only send health checks are
    /// not counted.
    pub count: usize,
    /// Time limit for the head of a request. For the first request, it starts with the connection.
    pub head_time: Duration,
    /// Time limit for idle connections. API servers keep theirs open for 90 seconds.
    pub idle_time: Duration,
    /// The certificate. `None` disables TLS.
    pub certificate: Option<Certificate>,
    /// Duration in which new requests are still accepted during a shutdown, until all clients have noticed it.
    pub delay: Duration,
    /// Time limit for open requests after `delay`.
    pub end_time: Duration,
}

impl Default for Connections {
    fn default() -> Self {
        Connections {
            count: 1000,
            head_time: Duration::from_secs(10),
            idle_time: Duration::from_secs(120),
            certificate: None,
            delay: Duration::ZERO,
            end_time: Duration::from_secs(15),
        }
    }
}

/// Time limit for the TLS handshake.
const HANDSHAKE_TIME: Duration = Duration::from_secs(10);

/// Maximum number of additional connections that do not send reviews. Further ones wait in the system's queue.
const MORE: usize = 256;

/// Serves connections until `end` completes, and then responds to the requests that have already been accepted.
///
/// # Errors
/// Returns an error if some requests have no response when the time limit ends.
pub async fn serve(
    listener: TcpListener,
    service: Arc<Service>,
    connections: Connections,
    end: impl Future<Output = ()>,
) -> io::Result<()> {
    let graceful = Arc::new(GracefulShutdown::new());
    let (delay, end_time) = (connections.delay, connections.end_time);
    let router = router(service.clone());
    let accepting = tokio::spawn(accept(listener, router, Arc::new(connections), graceful.clone()));
    end.await;
    service.is_ending.store(true, Ordering::Relaxed);
    sleep(delay).await;
    // The task is waiting for a connection or for a permit, so no accepted connection is lost.
    accepting.abort();
    let _ = accepting.await;
    match Arc::into_inner(graceful) {
        Some(graceful) => timeout(end_time, graceful.shutdown())
            .await
            .map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "requests that did not arrive in time were dropped")),
        None => Ok(()),
    }
}

async fn accept(listener: TcpListener, router: Router, connections: Arc<Connections>, graceful: Arc<GracefulShutdown>) {
    let semaphore = |count: usize| Arc::new(Semaphore::new(count.clamp(1, Semaphore::MAX_PERMITS)));
    let (all, seats) = (semaphore(connections.count.saturating_add(MORE)), semaphore(connections.count));
    loop {
        let Ok(one) = all.clone().acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // This happens if too many files are open, for example. Other connections must end first.
                log(&format!("no connection: {error}"));
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let (connections, watcher) = (connections.clone(), graceful.watcher());
        let router = router.clone().layer(Extension(Arc::new(Seat::new(seats.clone()))));
        tokio::spawn(async move {
            let _one = one;
            begin(stream, router, &connections, watcher).await;
        });
    }
}

async fn begin(stream: TcpStream, router: Router, connections: &Connections, watcher: Watcher) {
    let _ = stream.set_nodelay(true);
    match &connections.certificate {
        None => answer(stream, router, connections, watcher).await,
        Some(certificate) => {
            let acceptor = TlsAcceptor::from(certificate.config());
            if let Ok(Ok(stream)) = timeout(HANDSHAKE_TIME, acceptor.accept(stream)).await {
                answer(stream, router, connections, watcher).await;
            }
        }
    }
}

async fn answer<S>(stream: S, router: Router, connections: &Connections, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + 'static,
{
    let mut builder = http1::Builder::new();
    // This time limit starts after the previous response.
    builder.timer(TokioTimer::new()).header_read_timeout(connections.idle_time);
    let requests = Requests::default();
    let stream = Patient::new(stream, requests.clone(), connections.head_time);
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |request: Request<Incoming>| {
        requests.arrived();
        let (answer, requests) = (service.call(request), requests.clone());
        async move {
            let answer = answer.await;
            requests.responded();
            answer
        }
    });
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    // Clients may disconnect at any time.
    let _ = watcher.watch(connection).await;
}
