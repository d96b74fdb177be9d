//! The command line of the webhook.

use std::{
    io,
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use clap::{Parser, ValueEnum};
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
};
use webhook::{
    capacity::Capacity,
    kinds::Kinds,
    log,
    metrics::Metrics,
    reviewer::{Reviewer, UnknownKinds},
    server::{Connections, serve},
    service::{Limits, Overload, Service},
    tls::Certificate,
};

/// Validate custom resources as an API server with these definitions does, as an admission webhook
#[derive(Parser)]
#[command(name = "webhook")]
struct Arguments {
    /// Files and directories with CustomResourceDefinitions
    #[arg(required = true, value_name = "PATH")]
    definitions: Vec<PathBuf>,
    /// Log and count requests for which these definitions have another result; the response does not change
    #[arg(long, value_name = "PATH")]
    compare: Vec<PathBuf>,
    /// Match the API server of Kubernetes 1.MINOR
    #[arg(long, default_value_t = 35, value_name = "MINOR")]
    kubernetes_minor: u16,
    /// Listen on this address
    #[arg(long, default_value = "0.0.0.0:8443", value_name = "ADDRESS")]
    listen: String,
    /// Certificate chain in PEM; the file is read again when it changes
    #[arg(long, value_name = "FILE", requires = "key", required_unless_present = "plain")]
    certificate: Option<PathBuf>,
    /// Private key of the certificate in PEM
    #[arg(long, value_name = "FILE", requires = "certificate")]
    key: Option<PathBuf>,
    /// Serve without TLS, for tests or if a proxy adds TLS
    #[arg(long, conflicts_with = "certificate")]
    plain: bool,
    /// Validate this many objects at the same time [default: the number of processors]
    #[arg(long, value_name = "COUNT")]
    concurrency: Option<usize>,
    /// Keep this many more requests in memory
    #[arg(long, default_value_t = 64, value_name = "COUNT")]
    queue: usize,
    /// Let requests wait this long, in milliseconds; use less than `timeoutSeconds` of the webhook configuration
    #[arg(long, default_value_t = 8000, value_name = "MILLISECONDS")]
    wait: u64,
    /// Time limit for the head of a request, in milliseconds
    #[arg(long, default_value_t = 10_000, value_name = "MILLISECONDS")]
    head_time: u64,
    /// Time limit for the body of a request, in milliseconds
    #[arg(long, default_value_t = 10_000, value_name = "MILLISECONDS")]
    read_time: u64,
    /// Reject a body that stalls for this long, in milliseconds
    #[arg(long, default_value_t = 2000, value_name = "MILLISECONDS")]
    pause_time: u64,
    /// Select the response if there are too many requests
    #[arg(long, value_enum, default_value = "deny")]
    overload: OverloadFlag,
    /// Select the response for kinds without a definition
    #[arg(long, value_enum, default_value = "allow")]
    unknown_kinds: UnknownFlag,
    /// Reject larger requests, in bytes
    #[arg(long, default_value_t = Limits::default().body_bytes, value_name = "BYTES")]
    max_bytes: usize,
    /// Accept reviews on this many connections; health checks are not limited
    #[arg(long, default_value_t = 1000, value_name = "COUNT")]
    connections: usize,
    /// Accept requests for this long after SIGTERM, in seconds
    #[arg(long, default_value_t = 5, value_name = "SECONDS")]
    delay: u64,
    /// Wait this long for open requests after that, in milliseconds
    #[arg(long, default_value_t = 15_000, value_name = "MILLISECONDS")]
    end_time: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum OverloadFlag {
    /// Deny the request with code 429
    Deny,
    /// Respond with HTTP 503, so that `failurePolicy` applies
    Unavailable,
}

#[derive(Clone, Copy, ValueEnum)]
enum UnknownFlag {
    /// Allow the request with a warning
    Allow,
    /// Deny the request
    Deny,
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            log(&format!("webhook: {message}"));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), String> {
    let minor = arguments.kubernetes_minor;
    let judge = Reviewer {
        kinds: Kinds::read(&arguments.definitions, minor)?,
        compared: Kinds::read(&arguments.compare, minor)?,
        unknown: match arguments.unknown_kinds {
            UnknownFlag::Allow => UnknownKinds::Allow,
            UnknownFlag::Deny => UnknownKinds::Deny,
        },
    };
    if judge.kinds.is_empty() {
        return Err("there is no CustomResourceDefinition in these files".to_owned());
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let concurrency = arguments.concurrency.unwrap_or(processors).max(1);
    let overload = match arguments.overload {
        OverloadFlag::Deny => Overload::Deny,
        OverloadFlag::Unavailable => Overload::Unavailable,
    };
    let [wait_time, read_time, pause_time] =
        [arguments.wait, arguments.read_time, arguments.pause_time].map(Duration::from_millis);
    let service = Arc::new(Service {
        judge,
        capacity: Capacity::new(concurrency, arguments.queue),
        limits: Limits { body_bytes: arguments.max_bytes, read_time, pause_time, wait_time, overload },
        metrics: Metrics::default(),
        is_ending: AtomicBool::new(false),
    });
    let certificate = match (arguments.certificate, arguments.key) {
        (Some(certificate), Some(key)) => Some(Certificate::read(certificate, key)?),
        _ => None,
    };
    let connections = Connections {
        count: arguments.connections,
        certificate,
        head_time: Duration::from_millis(arguments.head_time),
        delay: Duration::from_secs(arguments.delay),
        end_time: Duration::from_millis(arguments.end_time),
        ..Connections::default()
    };
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().build().map_err(|error| error.to_string())?;
    let ended = runtime.block_on(listen(&arguments.listen, service, connections)).map_err(|error| error.to_string());
    // Discards validations whose client no longer waits for the response.
    runtime.shutdown_background();
    ended
}

async fn listen(address: &str, service: Arc<Service>, connections: Connections) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    let kinds = service.judge.kinds.len();
    let scheme = if connections.certificate.is_some() { "https" } else { "http" };
    log(&format!("{kinds} kinds; listening on {scheme}://{}/validate", listener.local_addr()?));
    if let Err(error) = serve(listener, service, connections, told_to_end()?).await {
        // Clients caused this, so the exit status is still 0.
        log(&error.to_string());
    }
    Ok(())
}

/// Waits for SIGTERM or SIGINT.
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(std::future::poll_fn(move |cx| {
        if terminate.poll_recv(cx).is_ready() {
            std::task::Poll::Ready(())
        } else {
            interrupt.poll_recv(cx).map(|_| ())
        }
    }))
}
