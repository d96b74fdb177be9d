//! Requests to a cluster through `kubectl proxy`, which reads kubeconfig files and runs their credential plugins.

use std::{
    ffi::OsStr,
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::suite::{Api, ApiResponse};

/// The maximum time until `kubectl proxy` serves. It does not connect to the cluster before the first request.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// The maximum time for the rest of the errors of a process that was killed.
const ERRORS_TIMEOUT: Duration = Duration::from_secs(1);
/// The maximum time for a response.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The maximum size of a response.
const LARGEST: u64 = 64 << 20;
/// The maximum number of bytes of a message of `kubectl proxy`.
const LONGEST_MESSAGE: u64 = 4096;

/// A running `kubectl proxy`. It stops when this is dropped.
#[derive(Debug)]
pub(super) struct Kubectl {
    process: Child,
    /// The directory of the socket, which only the current user can access.
    directory: TempDir,
}

impl Kubectl {
    /// Starts `kubectl proxy` for the current context of a kubeconfig file.
    pub(super) fn start(kubeconfig: &Path) -> Result<Self, String> {
        Kubectl::start_program("kubectl", kubeconfig, START_TIMEOUT)
    }

    /// Starts a program as `kubectl`. Kills it if it does not serve within a time.
    fn start_program(program: impl AsRef<OsStr>, kubeconfig: &Path, limit: Duration) -> Result<Self, String> {
        if !cfg!(unix) {
            return Err("this platform has no Unix sockets; run idlgen on Linux or macOS".to_owned());
        }
        let failed = |error: io::Error| error.to_string();
        let directory = tempfile::tempdir().map_err(failed)?;
        let process = Command::new(program)
            .arg("--kubeconfig")
            .arg(kubeconfig)
            .args(["proxy", "--unix-socket"])
            .arg(directory.path().join(SOCKET))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => "kubectl is not installed, or not in PATH".to_owned(),
                _ => format!("kubectl cannot be run: {error}"),
            })?;
        // Dropping it stops the process after each of the errors below.
        let mut kubectl = Kubectl { process, directory };
        let Some(output) = kubectl.process.stdout.take() else { return Err("kubectl has no output".to_owned()) };
        let errors = kubectl.process.stderr.take().map(|errors| in_background(errors, read_all));
        let line = match in_background(output, read_line).recv_timeout(limit) {
            Ok(line) => Some(line.map_err(failed)?),
            Err(_) => None,
        };
        if line.as_ref().is_some_and(|line| line.starts_with("Starting to serve")) {
            return Ok(kubectl);
        }
        // Without the process, the pipe of its errors ends.
        kubectl.stop();
        let errors = errors.and_then(|errors| errors.recv_timeout(ERRORS_TIMEOUT).ok()).unwrap_or_default();
        let text = format!("{}{errors}", line.as_deref().unwrap_or_default());
        let text = text.trim().trim_start_matches("error: ");
        if line.is_some() {
            return Err(format!("kubectl proxy does not start: {text}"));
        }
        let printed = if text.is_empty() { String::new() } else { format!("; it printed: {text}") };
        let file = kubeconfig.display();
        Err(format!(
            "kubectl proxy does not start: it did not report within {} seconds that it serves{printed}\n\
             run `kubectl --kubeconfig {file} proxy` to find the cause",
            limit.as_secs_f64(),
        ))
    }

    fn stop(&mut self) {
        // It may have stopped already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads from a pipe in a thread, because pipes have no timeouts. Then discards the rest: writing to a closed or full
/// pipe would stop the process.
fn in_background<P, T>(mut pipe: P, read: fn(&mut P) -> T) -> mpsc::Receiver<T>
where
    P: Read + Send + 'static,
    T: Send + 'static,
{
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        // If the result is too late, it has no receiver.
        let _ = sender.send(read(&mut pipe));
        let _ = io::copy(&mut pipe, &mut io::sink());
    });
    receiver
}

fn read_line(output: &mut impl Read) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(output.take(LONGEST_MESSAGE)).read_line(&mut line)?;
    Ok(line)
}

fn read_all(errors: &mut impl Read) -> String {
    let mut text = Vec::new();
    // Errors that cannot be read are missing from the message.
    let _ = errors.take(LONGEST_MESSAGE).read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

impl Drop for Kubectl {
    fn drop(&mut self) {
        self.stop();
    }
}

const SOCKET: &str = "api";

impl Api for Kubectl {
    fn send(&self, method: &str, path: &str, accept: &str, body: &Json) -> Result<ApiResponse, String> {
        let failed = |error: io::Error| format!("{method} {path}: no response through kubectl proxy: {error}");
        let body = if body.is_null() { String::new() } else { body.to_string() };
        // A response to HTTP/1.0 ends with the connection.
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: localhost\r\nAccept: {accept}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let bytes = exchange(&self.directory.path().join(SOCKET), request.as_bytes()).map_err(failed)?;
        parse(&bytes).ok_or_else(|| {
            let start = String::from_utf8_lossy(bytes.get(..200).unwrap_or(&bytes)).into_owned();
            format!("{method} {path}: kubectl proxy returned no HTTP response with JSON: {}", start.trim())
        })
    }
}

#[cfg(unix)]
fn exchange(socket: &Path, request: &[u8]) -> io::Result<Vec<u8>> {
    let mut connection = std::os::unix::net::UnixStream::connect(socket)?;
    connection.set_read_timeout(Some(TIMEOUT))?;
    connection.set_write_timeout(Some(TIMEOUT))?;
    connection.write_all(request)?;
    let mut bytes = Vec::new();
    connection.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(not(unix))]
fn exchange(_: &Path, _: &[u8]) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Reads a response. A body that is not JSON, for example of a gateway, becomes the message of a `Status`.
fn parse(bytes: &[u8]) -> Option<ApiResponse> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let (head, body) = (bytes.get(..end)?, bytes.get(end + 4..)?);
    let status_line = std::str::from_utf8(head).ok()?.lines().next()?;
    let status = status_line.strip_prefix("HTTP/1.")?.split(' ').nth(1)?.parse().ok()?;
    let body = match serde_json::from_slice(body) {
        Ok(body) => body,
        Err(_) if status < 300 => return None,
        Err(_) => serde_json::json!({"message": String::from_utf8_lossy(body).trim()}),
    };
    Some(ApiResponse { status, body })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn responses_are_read() {
        let parsed = |text: &str| parse(text.as_bytes()).map(|response| (response.status, response.body));
        assert_eq!(parsed("HTTP/1.0 200 OK\r\nA: b\r\n\r\n{\"a\":1}"), Some((200, json!({"a": 1}))));
        assert_eq!(parsed("HTTP/1.1 502 Bad Gateway\r\n\r\nno route\n"), Some((502, json!({"message": "no route"}))));
        assert_eq!(parsed("HTTP/1.0 200 OK\r\n\r\nhello"), None);
        assert_eq!(parsed("HTTP/1.0 299 OK\r\n\r\nhello"), None);
        assert_eq!(parsed("HTTP/1.0 300 Other\r\n\r\nhello"), Some((300, json!({"message": "hello"}))));
        assert_eq!(parsed("HTTP/1.0 200 OK\r\nA: b\r\n"), None);
        assert_eq!(parsed(""), None);
    }

    #[test]
    #[cfg(unix)]
    fn a_program_that_is_not_there_or_cannot_be_run_is_an_error() {
        let directory = tempfile::tempdir().expect("a directory");
        let start = |path: &Path| {
            let limit = Duration::from_secs(2);
            Kubectl::start_program(path, Path::new("cluster.yaml"), limit).expect_err("no server")
        };
        assert_eq!(start(&directory.path().join("kubectl")), "kubectl is not installed, or not in PATH");
        let message = start(directory.path());
        assert!(message.starts_with("kubectl cannot be run: "), "{message}");
    }

    /// Starts a shell script as `kubectl`, with a time limit. Returns the error, and whether the process still runs.
    #[cfg(target_os = "linux")]
    #[expect(clippy::disallowed_methods, reason = "the script is a file of the test")]
    fn start(script: &str) -> (String, bool) {
        use std::{fs, os::unix::fs::PermissionsExt, time::Instant};

        let directory = tempfile::tempdir().expect("a directory");
        let program = directory.path().join("kubectl");
        let id = directory.path().join("id");
        fs::write(&program, format!("#!/bin/sh\necho $$ > '{}'\n{script}\n", id.display())).expect("a program");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
        let before = Instant::now();
        let started = Kubectl::start_program(&program, Path::new("cluster.yaml"), Duration::from_secs(2));
        assert!(before.elapsed() < Duration::from_secs(30), "{:?}", before.elapsed());
        let id = fs::read_to_string(id).expect("the script ran");
        (started.expect_err("no server"), Path::new("/proc").join(id.trim()).exists())
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_program_that_reports_nothing_is_stopped() {
        let message = "kubectl proxy does not start: it did not report within 2 seconds that it serves\n\
                       run `kubectl --kubeconfig cluster.yaml proxy` to find the cause";
        assert_eq!(start("exec sleep 600"), (message.to_owned(), false));
        let with_text = message.replace("serves", "serves; it printed: waiting for a token");
        assert_eq!(start("echo 'waiting for a token' >&2\nexec sleep 600"), (with_text, false));
        // Another process keeps the pipes open.
        assert_eq!(start("sleep 60 &\nexec sleep 600"), (message.to_owned(), false));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_program_that_reports_something_else_is_stopped() {
        let message = "kubectl proxy does not start: hello".to_owned();
        assert_eq!(start("echo hello\nexec sleep 600"), (message, false));
    }
}
