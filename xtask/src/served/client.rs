//! Plain HTTP to an API server, through `kubectl proxy`.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::Value as Json;

/// A response of the server.
pub(crate) struct Response {
    pub(crate) code: u16,
    /// The messages of the `Warning` headers.
    pub(crate) warnings: Vec<String>,
    pub(crate) body: Json,
}

/// A client with a running proxy.
pub(crate) struct Client {
    proxy: Child,
    address: String,
}

impl Client {
    /// Starts the proxy.
    pub(crate) fn start(kubectl: &Path, configuration: &str) -> Result<Self, String> {
        let mut command = Command::new(kubectl);
        command.env("KUBECONFIG", configuration).args(["proxy", "--port=0"]);
        let mut proxy = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(|e| e.to_string())?;
        let output = proxy.stdout.take().ok_or("no pipe")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = line.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        Ok(Client { proxy, address })
    }

    /// Sends a request with a body of any type. Returns the response.
    pub(crate) fn send(&self, method: &str, path: &str, content_type: &str, body: &[u8]) -> Result<Response, String> {
        send(&self.address, method, path, content_type, body)
    }

    /// Sends a request. Returns the response.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &Json) -> Result<Response, String> {
        ask(&self.address, method, path, body)
    }
}

/// Sends a request to an address. Returns the response.
pub(super) fn ask(address: &str, method: &str, path: &str, body: &Json) -> Result<Response, String> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    send(address, method, path, "application/json", body.as_bytes())
}

fn send(address: &str, method: &str, path: &str, content_type: &str, body: &[u8]) -> Result<Response, String> {
    let failed = |error: std::io::Error| format!("{method} {path}: {error}");
    let mut stream = TcpStream::connect(address).map_err(failed)?;
    // HTTP 1.0, so that the response is not chunked.
    let head = format!(
        "{method} {path} HTTP/1.0\r\nHost: localhost\r\nContent-Type: {content_type}\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).map_err(failed)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).map_err(failed)?;
    parse(&String::from_utf8_lossy(&answer)).ok_or_else(|| format!("{method} {path}: no answer"))
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.proxy.kill();
        let _ = self.proxy.wait();
    }
}

fn parse(text: &str) -> Option<Response> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let code = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let warnings = lines.filter_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("warning").then(|| warning(value)).flatten()
    });
    Some(Response { code, warnings: warnings.collect(), body: serde_json::from_str(body).unwrap_or(Json::Null) })
}

/// Returns the text of `299 - "text"`, with unescaped quotes and backslashes.
fn warning(value: &str) -> Option<String> {
    let quoted = value.split_once('"')?.1.strip_suffix('"')?;
    let mut text = String::new();
    let mut characters = quoted.chars();
    while let Some(character) = characters.next() {
        text.push(if character == '\\' { characters.next()? } else { character });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn reads_answers() {
        let answer =
            parse("HTTP/1.0 201 Created\r\nWarning: 299 - \"unknown field \\\"a\\\"\"\r\n\r\n{\"a\": 1}").unwrap();
        assert_eq!((answer.code, answer.body["a"].as_i64()), (201, Some(1)));
        assert_eq!(answer.warnings, ["unknown field \"a\""]);
    }
}
