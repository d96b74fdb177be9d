//! Tests overload, slow requests, shutdown and TLS.

use std::{io::Write, net::TcpStream, sync::Arc, thread, time::Duration};

use crate::program::{Running, head, read_response, response, review, service, soon, testdata, widget};
use rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    pki_types::{CertificateDer, pem::PemObject},
};
use serde_json::{Value as Json, json};
use webhook::{capacity::Capacity, server::Connections, service::Overload, tls::Certificate};

fn creation() -> Json {
    review("CREATE", &widget(json!({"size": 1})), &Json::Null)
}

#[test]
fn what_is_too_much_is_answered() {
    let mut service = service();
    service.capacity = Capacity::new(1, 0);
    service.limits.wait_time = Duration::from_millis(50);
    let running = Running::start(service, Connections::default());
    let place = running.enter();
    let refused = running.review(&creation());
    assert_eq!(refused["allowed"], false);
    assert_eq!((&refused["status"]["code"], &refused["status"]["reason"]), (&json!(429), &json!("TooManyRequests")));
    drop(place);
    assert_eq!(running.review(&creation())["allowed"], true);

    let mut service = crate::program::service();
    service.capacity = Capacity::new(1, 0);
    service.limits.overload = Overload::Unavailable;
    service.limits.wait_time = Duration::from_millis(50);
    let running = Running::start(service, Connections::default());
    let _place = running.enter();
    assert_eq!(running.ask("POST", "/validate", &creation().to_string()).0, 503);
    let (_, text) = running.ask("GET", "/metrics", "");
    assert!(text.contains("webhook_requests_total{result=\"shed\"} 1\n"), "{text}");
}

#[test]
fn who_waits_too_long_is_answered() {
    let mut service = service();
    service.capacity = Capacity::new(1, 1);
    service.limits.wait_time = Duration::from_millis(50);
    let running = Running::start(service, Connections::default());
    let place = running.enter();
    let turn = running.runtime.block_on(place.turn(soon())).unwrap();
    assert_eq!(running.review(&creation())["status"]["code"], 429);
    drop(turn);
    assert_eq!(running.review(&creation())["allowed"], true);
}

#[test]
fn no_request_of_a_storm_is_dropped() {
    let mut service = service();
    service.capacity = Capacity::new(1, 3);
    let running = Running::start(service, Connections { count: 20, ..Connections::default() });
    let zones: Vec<String> = (0..2000).map(|number| format!("zone-{number}")).collect();
    let body = review("CREATE", &widget(json!({"size": 1, "zones": zones})), &Json::Null).to_string();
    // API servers write the `uid` at the beginning.
    let body = body.replacen("\"request\":{", "\"request\":{\"uid\":\"u-1\",", 1);
    let codes: Vec<Json> = thread::scope(|scope| {
        let threads: Vec<_> = (0..150)
            .map(|_| {
                scope.spawn(|| {
                    let (code, answer) = running.ask("POST", "/validate", &body);
                    assert_eq!(code, 200);
                    response(&answer)["status"]["code"].clone()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let judged = codes.iter().filter(|code| **code == 422).count() as u64;
    let shed = codes.iter().filter(|code| **code == 429).count() as u64;
    assert_eq!(judged + shed, 150);
    assert!(judged >= 4, "{judged}");
    let metrics = &running.service.metrics;
    assert_eq!((metrics.denied.get(), metrics.shed.get()), (judged, shed));
}

#[test]
fn a_request_that_does_not_arrive_is_answered() {
    let mut service = service();
    service.limits.read_time = Duration::from_millis(50);
    let running = Running::start(service, Connections::default());
    let mut stream = running.connect();
    stream.write_all(head("POST", "/validate", 100).as_bytes()).unwrap();
    assert_eq!(read_response(&mut stream).0, 408);
}

#[test]
fn what_was_taken_on_is_answered_before_the_end() {
    let connections = Connections { delay: Duration::from_millis(300), ..Connections::default() };
    let mut running = Running::start(service(), connections);
    assert_eq!(running.ask("GET", "/readyz", "").0, 200);
    let body = creation().to_string();
    let mut begun = running.connect();
    begun.write_all(head("POST", "/validate", body.len()).as_bytes()).unwrap();
    running.start_shutdown();
    thread::sleep(Duration::from_millis(50));
    // The service continues until all clients have noticed the shutdown.
    assert_eq!(running.ask("GET", "/readyz", "").0, 503);
    assert_eq!(running.ask("GET", "/livez", "").0, 200);
    assert_eq!(running.review(&creation())["allowed"], true);
    thread::sleep(Duration::from_millis(600));
    assert!(TcpStream::connect(running.address).is_err(), "nothing more is taken on");
    begun.write_all(body.as_bytes()).unwrap();
    let (code, text) = read_response(&mut begun);
    assert_eq!((code, &response(&text)["allowed"]), (200, &json!(true)));
    running.ended().unwrap();
}

#[test]
fn over_tls() {
    let certificate = Certificate::read(testdata("certificate.pem"), testdata("key.pem")).unwrap();
    let running = Running::start(service(), Connections { certificate: Some(certificate), ..Connections::default() });
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(testdata("certificate.pem")).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(builder.with_root_certificates(roots).with_no_client_auth());
    let client = ClientConnection::new(config, "localhost".try_into().unwrap()).unwrap();
    let mut stream = StreamOwned::new(client, running.connect());
    let body = creation().to_string();
    stream.write_all(head("POST", "/validate", body.len()).as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    let (code, text) = read_response(&mut stream);
    assert_eq!((code, &response(&text)["allowed"]), (200, &json!(true)));

    // A client that does not use TLS gets no response and does not block others.
    let _silent = running.connect();
    assert!(Certificate::read(testdata("certificate.pem"), testdata("certificate.pem")).is_err());
    assert!(Certificate::read(testdata("none.pem"), testdata("key.pem")).is_err());
}
