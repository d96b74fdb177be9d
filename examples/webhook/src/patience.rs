//! Limits the time in which the head of a request must arrive on a connection.

use std::{
    future::Future as _,
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// The requests of a connection. They are sequential.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requests(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    arrived: AtomicU64,
    answered: AtomicU64,
}

impl Requests {
    /// Records that the complete head of a request has arrived.
    pub(crate) fn arrived(&self) {
        self.0.arrived.fetch_add(1, Ordering::Relaxed);
    }

    /// Records that the response to a request has been sent.
    pub(crate) fn responded(&self) {
        self.0.answered.fetch_add(1, Ordering::Relaxed);
    }
}

/// A stream with a time limit for the head of each request. The time of the first request starts with the connection,
/// that of each other request with its first byte.
pub(crate) struct Patient<S> {
    stream: S,
    requests: Requests,
    /// Number of heads that had arrived at the last check.
    seen: u64,
    time: Duration,
    /// The end of the time limit. Set while a head is arriving.
    end: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    pub(crate) fn new(stream: S, requests: Requests, time: Duration) -> Self {
        Patient { stream, requests, seen: 0, time, end: Some(Box::pin(sleep(time))) }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let arrived = this.requests.0.arrived.load(Ordering::Relaxed);
        if this.seen != arrived {
            this.seen = arrived;
            this.end = None;
        }
        if let Some(end) = &mut this.end
            && end.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(cx, buffer);
        let is_idle = arrived == this.requests.0.answered.load(Ordering::Relaxed);
        if is_idle && this.end.is_none() && buffer.filled().len() > before {
            this.end = Some(Box::pin(sleep(this.time)));
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}
