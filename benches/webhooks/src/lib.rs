//! Minimal webhooks, to measure the size of generated code. Each program reads `AdmissionReview` requests for HTTPRoute
//! and responds with the errors of the generated type. docs/performance.md has the sizes, and the commands that
//! generate the types and build the programs.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
};

use serde_json::{Value as Json, json};

/// The longest request that is read, in bytes: an old and a new object of at most 3 MiB each, and the rest of a review.
const LONGEST: u64 = 8 << 20;

/// Responds to reviews at the address in the first argument of the program. If `judge` rejects an object, it returns
/// the message.
///
/// # Errors
///
/// Returns an error if the address cannot be used.
pub fn serve(judge: fn(&Json) -> Option<String>) -> io::Result<()> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    for stream in TcpListener::bind(address)?.incoming() {
        // A client that disconnects does not stop the program.
        let _ = stream.and_then(|stream| respond(stream, judge));
    }
    Ok(())
}

fn respond(mut stream: TcpStream, judge: fn(&Json) -> Option<String>) -> io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?.take(LONGEST));
    let mut length = 0;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    let mut body = Vec::new();
    reader.take(length).read_to_end(&mut body)?;
    let (status, review) = match serde_json::from_slice::<Json>(&body) {
        Ok(review) => {
            let message = judge(&review["request"]["object"]);
            let response = json!({
                "uid": review["request"]["uid"],
                "allowed": message.is_none(),
                "status": { "message": message },
            });
            let review = json!({ "apiVersion": review["apiVersion"], "kind": review["kind"], "response": response });
            ("200 OK", review.to_string())
        }
        Err(error) => ("400 Bad Request", error.to_string()),
    };
    let length = review.len();
    write!(stream, "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{review}")
}
