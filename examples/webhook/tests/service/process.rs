//! Tests the program as a process, which clients access through sockets.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};

use crate::program::{head, read_response, response, review, testdata, widget};

/// Time limit for each wait of a test.
const LONGEST: Duration = Duration::from_secs(60);

/// The running program.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_webhook"))
            .arg(testdata("definitions"))
            .args(["--plain", "--listen", "127.0.0.1:0"])
            .args(arguments)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        log.read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|text| text.split('/').next()).expect(&line);
        let address = address.parse().unwrap();
        // Reads the log, because the program would block on a full pipe.
        thread::spawn(move || log.read_to_end(&mut Vec::new()));
        Process { child, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONGEST)).unwrap();
        stream
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = self.connect();
        stream.write_all(head(method, path, body.len()).as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        read_response(&mut stream)
    }

    /// Returns the `response` to a review.
    fn review(&self, body: &str) -> Json {
        let (code, answer) = self.ask("POST", "/validate", body);
        assert_eq!(code, 200, "{answer}");
        response(&answer)
    }

    /// Sends the signal to shut down, and waits for the exit.
    fn terminate(&mut self) -> ExitStatus {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begin.elapsed() < LONGEST, "it does not end");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn creation() -> String {
    review("CREATE", &widget(json!({"size": 1})), &Json::Null).to_string()
}

/// Returns a request to create an object with nested lists, for a kind without a CRD.
fn nested(levels: usize) -> String {
    let marker = json!("MARKER");
    let text = review("CREATE", &widget(json!({"size": 1, "other": marker})), &Json::Null).to_string();
    text.replace("\"MARKER\"", &("[".repeat(levels) + &"]".repeat(levels)))
}

#[test]
fn the_depth_of_an_object_does_not_matter() {
    let process = Process::start(&[]);
    // The object and its spec add levels. API servers accept 10,000 levels.
    for levels in [100, 130, 400, 1_000, 9_998] {
        assert_eq!(process.review(&nested(levels))["allowed"], true, "{levels}");
    }
    for levels in [9_999, 1_000_000] {
        let refused = process.review(&nested(levels));
        assert_eq!((&refused["allowed"], &refused["status"]["code"]), (&json!(false), &json!(400)));
        let message = refused["status"]["message"].as_str().unwrap();
        assert!(message.contains("nested more than 10000 levels deep"), "{message}");
    }
    assert_eq!(process.review(&creation())["allowed"], true, "it goes on");
}

#[test]
fn what_cannot_be_judged_is_refused_by_its_name() {
    let process = Process::start(&["--max-bytes", "20000", "--read-time", "200"]);
    let changed = |path: &str, value: &str| {
        let mut review = review("UPDATE", &widget(json!({"size": 1})), &widget(json!({"size": 1})));
        *review.pointer_mut(path).unwrap() = value.into();
        review.to_string()
    };
    let subresource = |operation: &str, name: Json| {
        let mut review = review(operation, &widget(json!({"size": 1})), &widget(json!({"size": 1})));
        review["request"]["subResource"] = name;
        review.to_string()
    };
    for (body, why) in [
        (changed("/request/operation", "PATCH"), "custom resources have no operation `PATCH`"),
        (changed("/request/operation", ""), "custom resources have no operation ``"),
        (changed("/request/operation", "CONNECT"), "custom resources have no operation `CONNECT`"),
        (subresource("UPDATE", "rename".into()), "custom resources have no subresource `rename` for UPDATE"),
        (subresource("DELETE", "rename".into()), "custom resources have no subresource `rename` for DELETE"),
        (subresource("CREATE", "status".into()), "custom resources have no subresource `status` for CREATE"),
        (subresource("CREATE", "scale".into()), "custom resources have no subresource `scale` for CREATE"),
        (subresource("UPDATE", json!(["rename"])), "the subResource is not a string"),
        (changed("/request/kind/kind", ""), "the AdmissionReview has no request.kind"),
        (changed("/apiVersion", "admission.k8s.io/v2"), "not an AdmissionReview of admission.k8s.io/v1"),
        (r#"{"kind": "AdmissionReview", "request": {"uid": "u-1", "object": {"#.to_owned(), "not JSON: "),
        (
            changed("/request/name", &"n".repeat(20_000)).replacen("\"request\":{", "\"request\":{\"uid\":\"u-1\",", 1),
            "the request is too large",
        ),
    ] {
        let refused = process.review(&body);
        assert_eq!((&refused["allowed"], &refused["status"]["code"]), (&json!(false), &json!(400)), "{why}");
        let message = refused["status"]["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("this request cannot be validated: {why}")), "{message}");
    }
    // This request is incomplete.
    let body = r#"{"request": {"uid": "u-1", "kind""#;
    let mut stream = process.connect();
    stream.write_all((head("POST", "/validate", 1_000) + body).as_bytes()).unwrap();
    let (code, text) = read_response(&mut stream);
    assert_eq!((code, &response(&text)["allowed"]), (200, &json!(false)));
    // A deletion needs no validation.
    assert_eq!(process.review(&changed("/request/operation", "DELETE"))["allowed"], true);
}

#[test]
fn heads_must_arrive_in_time_and_connections_may_be_idle() {
    let process = Process::start(&["--head-time", "300"]);
    for beginning in ["", "POST /validate HTTP/1.1\r\nHost: localhost\r\n"] {
        let mut stream = process.connect();
        stream.write_all(beginning.as_bytes()).unwrap();
        let mut rest = Vec::new();
        // Reads to the end of the stream, which contains no response.
        let _ = stream.read_to_end(&mut rest);
        assert!(!String::from_utf8_lossy(&rest).contains("200 OK"));
    }
    let mut stream = process.connect();
    let ask = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for _ in 0..2 {
        stream.write_all(ask.as_bytes()).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        while !answer.ends_with(b"ok\n") {
            answer.rotate_left(1);
            stream.read_exact(&mut answer[11..]).unwrap();
        }
        // This exceeds the time limit for a head.
        thread::sleep(Duration::from_millis(600));
    }
    stream.write_all(b"GET /livez").unwrap();
    assert!(matches!(stream.read(&mut [0; 100]), Ok(0) | Err(_)), "another head must arrive in time as well");
}

#[test]
fn who_asks_for_its_health_needs_no_seat() {
    let process =
        Process::start(&["--connections", "1", "--wait", "200", "--pause-time", "60000", "--read-time", "60000"]);
    let mut first = process.connect();
    let body = creation();
    first.write_all(head("POST", "/validate", body.len()).as_bytes()).unwrap();
    let silent: Vec<TcpStream> = (0..100).map(|_| process.connect()).collect();
    // The service must read the first request before the others are sent.
    thread::sleep(Duration::from_millis(300));
    for path in ["/livez", "/readyz", "/healthz", "/metrics"] {
        assert_eq!(process.ask("GET", path, "").0, 200, "{path}");
    }
    let uid_first = body.replacen("\"request\":{", "\"request\":{\"uid\":\"u-1\",", 1);
    assert_eq!(process.review(&uid_first)["status"]["code"], 429);
    first.write_all(body.as_bytes()).unwrap();
    assert_eq!(response(&read_response(&mut first).1)["allowed"], true);
    assert_eq!(process.review(&body)["allowed"], true, "the seat is free again");
    drop(silent);
}

#[test]
fn two_hundred_connections_wait_for_their_turn() {
    let process = Process::start(&["--concurrency", "1", "--queue", "2", "--wait", "60000"]);
    let body = creation();
    thread::scope(|scope| {
        let streams: Vec<_> = (0..200).map(|_| scope.spawn(|| process.review(&body))).collect();
        for stream in streams {
            assert_eq!(stream.join().unwrap(), json!({"uid": "u-1", "allowed": true}));
        }
    });
}

#[test]
fn half_sent_requests_give_up_their_places_before_others_waited_too_long() {
    let arguments = ["--concurrency", "1", "--queue", "1", "--wait", "30000", "--read-time", "60000"];
    let process = Process::start(&[&arguments[..], &["--pause-time", "200"]].concat());
    let body = creation();
    let half_sent = |sent: &str| {
        let mut stream = process.connect();
        stream.write_all((head("POST", "/validate", 1 << 20) + sent).as_bytes()).unwrap();
        stream
    };
    // One of the requests continues, but very slowly.
    let mut slow = half_sent("{");
    let halves: Vec<TcpStream> = (0..9).map(|_| half_sent(body.split_at(body.len() / 2).0)).collect();
    let slow = thread::spawn(move || {
        while slow.write_all(b" ").is_ok() {
            thread::sleep(Duration::from_millis(50));
        }
    });
    let begin = Instant::now();
    assert_eq!(process.review(&body)["allowed"], true);
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    for mut half in halves {
        let (code, text) = read_response(&mut half);
        let is_said = text.contains("did not arrive in time");
        assert!(is_said && (code == 408 || code == 200), "{code} {text}");
    }
    drop(process);
    slow.join().unwrap();
}

#[test]
fn large_requests_wait_for_their_turn() {
    let process = Process::start(&["--wait", "60000", "--queue", "8"]);
    let other = "x".repeat(2 << 20);
    let body = review("CREATE", &widget(json!({"size": 1, "other": other})), &Json::Null).to_string();
    thread::scope(|scope| {
        let streams: Vec<_> = (0..60).map(|_| scope.spawn(|| process.review(&body))).collect();
        for stream in streams {
            assert_eq!(stream.join().unwrap()["allowed"], true);
        }
    });
}

#[test]
fn it_ends_with_half_a_request_open() {
    let mut process = Process::start(&["--delay", "0", "--end-time", "300"]);
    let mut half_a_body = process.connect();
    half_a_body.write_all((head("POST", "/validate", 1_000) + "{").as_bytes()).unwrap();
    let mut half_a_head = process.connect();
    half_a_head.write_all(b"POST /validate HTTP/1.1\r\nHost:").unwrap();
    let _silent = process.connect();
    thread::sleep(Duration::from_millis(100));
    assert!(process.terminate().success());
}
