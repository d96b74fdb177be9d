//! Runs a service in the test process, and sends requests to it.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use serde_json::{Value as Json, json};
use tokio::{net::TcpListener, runtime::Runtime, sync::oneshot, task::JoinHandle, time::Instant};
use webhook::{
    capacity::{Capacity, Permit},
    kinds::Kinds,
    metrics::Metrics,
    reviewer::{Reviewer, UnknownKinds},
    server::{Connections, serve},
    service::{Limits, Service},
};

/// Returns the path of a file in testdata.
pub(crate) fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name)
}

/// Returns the kinds of the CRDs in a directory of testdata.
pub(crate) fn kinds(folder: &str) -> Kinds {
    Kinds::read(&[testdata(folder)], 35).unwrap()
}

/// Creates a service for widgets with eight concurrent requests.
pub(crate) fn service() -> Service {
    Service {
        judge: Reviewer { kinds: kinds("definitions"), compared: Kinds::default(), unknown: UnknownKinds::Allow },
        capacity: Capacity::new(8, 64),
        limits: Limits::default(),
        metrics: Metrics::default(),
        is_ending: AtomicBool::new(false),
    }
}

/// A running service.
pub(crate) struct Running {
    pub(crate) runtime: Runtime,
    pub(crate) address: SocketAddr,
    pub(crate) service: Arc<Service>,
    end: Option<oneshot::Sender<()>>,
    served: Option<JoinHandle<std::io::Result<()>>>,
}

impl Running {
    pub(crate) fn start(service: Service, connections: Connections) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let service = Arc::new(service);
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel::<()>();
        let ended = async {
            let _ = ended.await;
        };
        let served = runtime.spawn(serve(listener, service.clone(), connections, ended));
        Running { runtime, address, service, end: Some(end), served: Some(served) }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends a request. Returns the status code and the body.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = self.connect();
        stream.write_all(head(method, path, body.len()).as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        read_response(&mut stream)
    }

    /// Returns the `response` to a review.
    pub(crate) fn review(&self, review: &Json) -> Json {
        let (code, body) = self.ask("POST", "/validate", &review.to_string());
        assert_eq!(code, 200, "{body}");
        response(&body)
    }

    /// Acquires a permit to read a request.
    pub(crate) fn enter(&self) -> Permit {
        self.runtime.block_on(self.service.capacity.enter(soon())).unwrap()
    }

    pub(crate) fn start_shutdown(&mut self) {
        self.end.take().unwrap().send(()).unwrap();
    }

    /// Waits until the shutdown has ended.
    pub(crate) fn ended(&mut self) -> std::io::Result<()> {
        self.runtime.block_on(self.served.take().unwrap()).unwrap()
    }
}

/// Returns a deadline that is long enough for everything that does not have to wait.
pub(crate) fn soon() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

/// Returns the head of an HTTP request.
pub(crate) fn head(method: &str, path: &str, length: usize) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {length}\r\n\r\n"
    )
}

/// Reads a response to its end. Returns the status code and the body.
pub(crate) fn read_response(stream: &mut impl Read) -> (u16, String) {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").expect("an answer");
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

/// Returns the `response` of an `AdmissionReview`, which includes the uid of the request.
pub(crate) fn response(body: &str) -> Json {
    let review: Json = serde_json::from_str(body).unwrap();
    assert_eq!(review["kind"], "AdmissionReview");
    assert_eq!(review["apiVersion"], "admission.k8s.io/v1");
    assert_eq!(review["response"]["uid"], "u-1");
    review["response"].clone()
}

/// Returns a review like those that an API server sends.
pub(crate) fn review(operation: &str, object: &Json, old: &Json) -> Json {
    json!({
        "kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1",
        "request": {
            "uid": "u-1", "kind": {"group": "example.com", "version": "v1", "kind": "Widget"},
            "resource": {"group": "example.com", "version": "v1", "resource": "widgets"},
            "name": "w", "namespace": "default", "operation": operation, "userInfo": {"username": "admin"},
            "object": object, "oldObject": old, "dryRun": false, "options": {}
        }
    })
}

/// Returns a widget with the metadata that a server sets.
pub(crate) fn widget(spec: Json) -> Json {
    json!({
        "apiVersion": "example.com/v1", "kind": "Widget",
        "metadata": {
            "name": "w", "namespace": "default", "uid": "0b1c", "generation": 1,
            "creationTimestamp": "2026-01-02T03:04:05Z", "resourceVersion": "7"
        },
        "spec": spec
    })
}
