//! Requests to a cluster through `kubectl proxy`, which reads kubeconfig files and runs their credential plugins.

use std::{
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::suite::{Api, ApiResponse};

/// The maximum time for a response.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The maximum size of a response.
const LARGEST: u64 = 64 << 20;

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
        if !cfg!(unix) {
            return Err("this platform has no Unix sockets; run idlgen on Linux or macOS".to_owned());
        }
        let failed = |error: std::io::Error| error.to_string();
        let directory = tempfile::tempdir().map_err(failed)?;
        let process = Command::new("kubectl")
            .arg("--kubeconfig")
            .arg(kubeconfig)
            .args(["proxy", "--unix-socket"])
            .arg(directory.path().join(SOCKET))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => "kubectl is not installed, or not in PATH".to_owned(),
                _ => format!("kubectl cannot be run: {error}"),
            })?;
        // Dropping it stops the process after each of the errors below.
        let mut kubectl = Kubectl { process, directory };
        let Some(output) = kubectl.process.stdout.take() else { return Err("kubectl has no output".to_owned()) };
        let mut line = String::new();
        BufReader::new(output).take(4096).read_line(&mut line).map_err(failed)?;
        if line.starts_with("Starting to serve") {
            return Ok(kubectl);
        }
        let mut text = line;
        if let Some(errors) = kubectl.process.stderr.take() {
            // What cannot be read is missing from the message.
            let _ = errors.take(4096).read_to_string(&mut text);
        }
        Err(format!("kubectl proxy does not start: {}", text.trim().trim_start_matches("error: ")))
    }
}

impl Drop for Kubectl {
    fn drop(&mut self) {
        // It may have stopped already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const SOCKET: &str = "api";

impl Api for Kubectl {
    fn send(&self, method: &str, path: &str, accept: &str, body: &Json) -> Result<ApiResponse, String> {
        let failed = |error: std::io::Error| format!("{method} {path}: no response through kubectl proxy: {error}");
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
fn exchange(socket: &Path, request: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut connection = std::os::unix::net::UnixStream::connect(socket)?;
    connection.set_read_timeout(Some(TIMEOUT))?;
    connection.set_write_timeout(Some(TIMEOUT))?;
    connection.write_all(request)?;
    let mut bytes = Vec::new();
    connection.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(not(unix))]
fn exchange(_: &Path, _: &[u8]) -> std::io::Result<Vec<u8>> {
    Err(std::io::ErrorKind::Unsupported.into())
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
        assert_eq!(parsed("HTTP/1.0 200 OK\r\nA: b\r\n"), None);
        assert_eq!(parsed(""), None);
    }
}
