//! HTTP: the one place that touches the network, and the only user of ureq.

use std::{
    io::{Read, Write},
    sync::Arc,
    time::{Duration, Instant},
};

use ureq::{
    Agent,
    tls::{PemItem, RootCerts, TlsConfig, parse_pem},
};

use super::proxy::{Failure, Sort};

/// Asks servers.
#[derive(Debug)]
pub(super) struct Transport {
    agent: Agent,
}

impl Transport {
    /// With the authorities of a machine, as PEM; without any, with those that come along.
    pub(super) fn new(certificates: &[u8]) -> Self {
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
            .timeout_connect(Some(Duration::from_secs(30)))
            .user_agent(concat!("idlgen/", env!("CARGO_PKG_VERSION")))
            .build();
        Transport { agent: Agent::new_with_config(config) }
    }

    /// Writes what an address has. `counted` gets the bytes as they come.
    pub(super) fn get(
        &self,
        url: &str,
        limit: u64,
        deadline: Instant,
        into: &mut dyn Write,
        counted: &mut dyn FnMut(u64),
    ) -> Result<(), Failure> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Sort::Other.with(format!("{url}: the time is over (--timeout)")));
        }
        let request = self.agent.get(url).config().timeout_global(Some(left)).build();
        let passing = |error: &dyn std::fmt::Display| Sort::Passing.with(format!("{url}: {error}"));
        let mut response = request.call().map_err(|error| passing(&error))?;
        let status = response.status().as_u16();
        if status != 200 {
            let sort = match status {
                404 | 410 => Sort::NotFound,
                429 | 500..=599 => Sort::Passing,
                _ => Sort::Other,
            };
            return Err(sort.with(format!("{url}: the server answers {}", response.status())));
        }
        let mut body = response.body_mut().with_config().limit(limit.saturating_add(1)).reader();
        let mut buffer = vec![0; 64 << 10];
        let mut total = 0;
        loop {
            let count = body.read(&mut buffer).map_err(|error| passing(&error))?;
            if count == 0 {
                return Ok(());
            }
            total += count as u64;
            if total > limit {
                return Err(Sort::Other.with(format!("{url}: it has more than {limit} bytes")));
            }
            let bytes = buffer.get(..count).unwrap_or_default();
            into.write_all(bytes).map_err(|error| Sort::Other.with(format!("what came cannot be kept: {error}")))?;
            counted(count as u64);
        }
    }
}
