//! A static HTTP server on loopback.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
};

/// Responses by path, without the query.
pub(super) type Responses = BTreeMap<String, Response>;

pub(super) struct Response {
    pub(super) media: &'static str,
    pub(super) body: Vec<u8>,
}

/// A server that runs until it is dropped.
pub(super) struct Server {
    address: SocketAddr,
    is_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Serves the responses. Other paths return 404.
    pub(super) fn start(answers: Responses) -> Result<Self, String> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&is_stopped);
        let answers = Arc::new(answers);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Ordering::SeqCst) {
                    break;
                }
                if let Ok(stream) = stream {
                    let answers = Arc::clone(&answers);
                    std::thread::spawn(move || serve(&stream, &answers));
                }
            }
        });
        Ok(Server { address, is_stopped, thread: Some(thread) })
    }

    /// Returns host and port.
    pub(super) fn address(&self) -> String {
        self.address.to_string()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        // Unblocks the thread.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Serves one request and closes the connection.
fn serve(stream: &TcpStream, answers: &Responses) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let Some(request) = lines.next() else { return };
    // Without reading the complete head, the client gets a broken connection.
    for _ in lines.take_while(|line| !line.is_empty()) {}
    let path = request.split(' ').nth(1).unwrap_or("/");
    let path = path.split('?').next().unwrap_or(path);
    let (status, media, body) = match answers.get(path) {
        Some(answer) => ("200 OK", answer.media, answer.body.as_slice()),
        None => ("404 Not Found", "text/plain", b"not found".as_slice()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {media}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let mut stream = stream;
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).and_then(|()| stream.flush());
}
