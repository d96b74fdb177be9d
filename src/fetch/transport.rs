//! The HTTP client: the only code that uses the network, and the only user of ureq.

use std::{
    fs::File,
    io::{self, Read, Write},
    sync::Arc,
    time::{Duration, Instant},
};

use ureq::{
    Agent, Body, Error,
    config::RedirectAuthHeaders,
    http::Response,
    tls::{PemItem, RootCerts, TlsConfig, parse_pem},
};

use super::{
    address::Address,
    credentials::{Credentials, Headers, Rejected},
    proxy::{Failure, Sort},
};

/// An HTTP client.
#[derive(Debug)]
pub(super) struct Transport {
    agent: Agent,
    credentials: Credentials,
}

impl Transport {
    /// Creates a client that trusts these root certificates in PEM format, or the built-in ones if the slice is empty.
    pub(super) fn new(certificates: &[u8], credentials: Credentials) -> Self {
        let items = parse_pem(certificates).filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(certificate),
            _ => None,
        });
        let trusted: Vec<_> = items.collect();
        let roots = if trusted.is_empty() { RootCerts::WebPki } else { RootCerts::Specific(Arc::new(trusted)) };
        let tls = TlsConfig::builder().root_certs(roots).build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .http_status_as_error(false)
            .redirect_auth_headers(RedirectAuthHeaders::SameHost)
            .timeout_connect(Some(Duration::from_secs(30)))
            .user_agent(concat!("idlgen/", env!("CARGO_PKG_VERSION")))
            .build();
        Transport { agent: Agent::new_with_config(config), credentials }
    }

    /// Downloads an address. Calls `counted` with the number of received bytes.
    pub(super) fn get(
        &self,
        url: &str,
        limit: u64,
        deadline: Instant,
        into: &mut dyn Write,
        counted: &mut dyn FnMut(u64),
    ) -> Result<(), Failure> {
        let other = |reason: String| Sort::Other.with(reason);
        let address = Address::new(url).map_err(other)?;
        if let Some(path) = address.file().map_err(other)? {
            let file = File::open(&path).map_err(|error| {
                let sort = if error.kind() == io::ErrorKind::NotFound { Sort::NotFound } else { Sort::Other };
                sort.with(format!("{url}: {error}"))
            })?;
            return copied(file, url, limit, into, counted);
        }
        let mut response = self.response(&address, deadline)?;
        let url = &address.url;
        let status = response.status().as_u16();
        if status != 200 {
            let sort = match status {
                404 | 410 => Sort::NotFound,
                429 | 500..=599 => Sort::Passing,
                _ => Sort::Other,
            };
            let mut reason = format!("{url}: the server returned {}", response.status());
            if matches!(status, 401 | 403) {
                reason.extend(self.credentials.errors().iter().map(|error| format!("; {error}")));
            }
            return Err(sort.with(reason));
        }
        let body = response.body_mut().with_config().limit(limit.saturating_add(1)).reader();
        copied(body, url, limit, into, counted)
    }

    /// Sends a request. If the server rejects it and commands provide more credentials, repeats it.
    fn response(&self, address: &Address, deadline: Instant) -> Result<Response<Body>, Failure> {
        let is_secure = address.url.starts_with("https://");
        let known = if is_secure { self.credentials.headers(&address.url) } else { Headers::new() };
        let response = self.ask(address, &known, deadline)?;
        if !is_secure || !response.status().is_client_error() {
            return Ok(response);
        }
        let text = |value: &ureq::http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = response.headers().iter().map(|(name, value)| (name.to_string(), text(value)));
        let refused = Rejected {
            status_line: format!("{:?} {}", response.version(), response.status()),
            headers: headers.collect(),
        };
        let again = self.credentials.headers_after(&address.url, &refused);
        if again == known { Ok(response) } else { self.ask(address, &again, deadline) }
    }

    fn ask(&self, address: &Address, headers: &Headers, deadline: Instant) -> Result<Response<Body>, Failure> {
        let Address { url, authorization } = address;
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Sort::Other.with(format!("{url}: timed out (--timeout)")));
        }
        let mut request = self.agent.get(url);
        let has_authorization = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("Authorization"));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if let Some(authorization) = authorization.as_ref().filter(|_| !has_authorization) {
            request = request.header("Authorization", authorization);
        }
        // An https request must not be redirected to http.
        let is_secure = url.starts_with("https://");
        let request = request.config().timeout_global(Some(left)).https_only(is_secure).build();
        request.call().map_err(|error| match error {
            Error::RequireHttpsOnly(place) => {
                Sort::Other.with(format!("{url}: it redirects to {place}, which is not encrypted (https)"))
            }
            Error::TooManyRedirects | Error::BadUri(_) | Error::Tls(_) => Sort::Other.with(format!("{url}: {error}")),
            _ => Sort::Passing.with(format!("{url}: {error}")),
        })
    }
}

/// Copies up to a maximum number of bytes.
fn copied(
    mut from: impl Read,
    url: &str,
    limit: u64,
    into: &mut dyn Write,
    counted: &mut dyn FnMut(u64),
) -> Result<(), Failure> {
    let mut buffer = vec![0; 64 << 10];
    let mut total = 0;
    loop {
        let count = from.read(&mut buffer).map_err(|error| Sort::Passing.with(format!("{url}: {error}")))?;
        if count == 0 {
            return Ok(());
        }
        total += count as u64;
        if total > limit {
            return Err(Sort::Other.with(format!("{url}: it has more than {limit} bytes")));
        }
        let bytes = buffer.get(..count).unwrap_or_default();
        into.write_all(bytes).map_err(|error| Sort::Other.with(format!("the response cannot be stored: {error}")))?;
        counted(count as u64);
    }
}
