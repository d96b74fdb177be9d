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
    judge::{Judge, UnknownKinds},
    kinds::Kinds,
    log,
    metrics::Metrics,
    server::{Connections, serve},
    service::{Limits, Overload, Service},
    tls::Certificate,
};

/// Validate custom resources like an API server that serves these definitions, as a validating admission webhook
#[derive(Parser)]
#[command(name = "webhook")]
struct Arguments {
    /// Files and directories of CustomResourceDefinitions
    #[arg(required = true, value_name = "PATH")]
    definitions: Vec<PathBuf>,
    /// Definitions to compare with: differences in their results are logged and counted without an effect
    #[arg(long, value_name = "PATH")]
    compare: Vec<PathBuf>,
    /// Validate like this minor version of Kubernetes 1
    #[arg(long, default_value_t = 35, value_name = "MINOR")]
    kubernetes_minor: u16,
    /// Address to listen on
    #[arg(long, default_value = "0.0.0.0:8443", value_name = "ADDRESS")]
    listen: String,
    /// File with the certificate and its chain, in PEM; it is read again when it changes
    #[arg(long, value_name = "FILE", requires = "key", required_unless_present = "plain")]
    certificate: Option<PathBuf>,
    /// File of the certificate's key, in PEM
    #[arg(long, value_name = "FILE", requires = "certificate")]
    key: Option<PathBuf>,
    /// Serve without TLS: for tests, or when a proxy adds TLS
    #[arg(long, conflicts_with = "certificate")]
    plain: bool,
    /// Number of objects validated concurrently; by default the number of processors
    #[arg(long, value_name = "COUNT")]
    concurrency: Option<usize>,
    /// Number of requests that may wait
    #[arg(long, default_value_t = 64, value_name = "COUNT")]
    queue: usize,
    /// Time limit for waiting requests, in milliseconds; it should be shorter than the timeout in the webhook's
    /// configuration
    #[arg(long, default_value_t = 8000, value_name = "MILLISECONDS")]
    wait: u64,
    /// Time limit for the head of a request, in milliseconds
    #[arg(long, default_value_t = 10_000, value_name = "MILLISECONDS")]
    head_time: u64,
    /// Time limit for the rest of a request, in milliseconds
    #[arg(long, default_value_t = 10_000, value_name = "MILLISECONDS")]
    read_time: u64,
    /// Time limit for receiving 64 KiB of a request, in milliseconds
    #[arg(long, default_value_t = 2000, value_name = "MILLISECONDS")]
    pause_time: u64,
    /// Answer to requests that exceed the limits
    #[arg(long, value_enum, default_value = "deny")]
    overload: OverloadFlag,
    /// Answer for kinds without a definition
    #[arg(long, value_enum, default_value = "allow")]
    unknown_kinds: UnknownFlag,
    /// Maximum size of a request, in bytes
    #[arg(long, default_value_t = Limits::default().body_bytes, value_name = "BYTES")]
    max_bytes: usize,
    /// Number of connections that may send reviews; others wait, except for those that only send health checks
    #[arg(long, default_value_t = 1000, value_name = "COUNT")]
    connections: usize,
    /// How long new requests are accepted after SIGTERM, in seconds
    #[arg(long, default_value_t = 5, value_name = "SECONDS")]
    delay: u64,
    /// Time limit for accepted requests after that, in milliseconds
    #[arg(long, default_value_t = 15_000, value_name = "MILLISECONDS")]
    end_time: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum OverloadFlag {
    /// Deny with 429 in an AdmissionReview
    Deny,
    /// HTTP 503: the failurePolicy of the webhook's configuration decides
    Unavailable,
}

#[derive(Clone, Copy, ValueEnum)]
enum UnknownFlag {
    /// Allow them with a warning
    Allow,
    /// Deny them
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
    let judge = Judge {
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
    // Discards the validations that no client waits for.
    runtime.shutdown_background();
    ended
}

async fn listen(address: &str, service: Arc<Service>, connections: Connections) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    let kinds = service.judge.kinds.len();
    let scheme = if connections.certificate.is_some() { "https" } else { "http" };
    log(&format!("{kinds} kinds; listening on {scheme}://{}/validate", listener.local_addr()?));
    if let Err(error) = serve(listener, service, connections, told_to_end()?).await {
        // Caused by clients: the exit status is still 0.
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
