//! Reads the certificate and the key from files, which may be replaced at any time.

use std::{
    fs,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant, SystemTime},
};

use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};

use crate::log;

/// Interval in which the files are checked for changes.
const INTERVAL: Duration = Duration::from_secs(10);

/// A certificate with its key.
#[derive(Debug)]
pub struct Certificate {
    chain: PathBuf,
    key: PathBuf,
    current: Mutex<Current>,
}

#[derive(Debug)]
struct Current {
    looked: Instant,
    stamps: [Option<SystemTime>; 2],
    config: Arc<ServerConfig>,
}

impl Certificate {
    /// Reads PEM files.
    ///
    /// # Errors
    /// Returns the reason why the files cannot be used.
    pub fn read(certificate: PathBuf, key: PathBuf) -> Result<Self, String> {
        let config = read(&certificate, &key)?;
        let current = Current { looked: Instant::now(), stamps: stamps(&certificate, &key), config };
        Ok(Certificate { chain: certificate, key, current: Mutex::new(current) })
    }

    /// Returns the configuration for new connections. It uses the current files or, if these are invalid, the last
    /// valid ones.
    pub fn config(&self) -> Arc<ServerConfig> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.looked.elapsed() >= INTERVAL {
            current.looked = Instant::now();
            let stamps = stamps(&self.chain, &self.key);
            if stamps != current.stamps {
                match read(&self.chain, &self.key) {
                    Ok(config) => {
                        current.config = config;
                        current.stamps = stamps;
                    }
                    Err(error) => log(&format!("the new certificate cannot be used: {error}")),
                }
            }
        }
        current.config.clone()
    }
}

fn stamps(certificate: &PathBuf, key: &PathBuf) -> [Option<SystemTime>; 2] {
    [certificate, key].map(|path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok())
}

#[expect(clippy::disallowed_methods, reason = "a separate program without another file system")]
fn read(certificate: &PathBuf, key: &PathBuf) -> Result<Arc<ServerConfig>, String> {
    let of = |path: &PathBuf, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = |path: &PathBuf| fs::read(path).map_err(|error| of(path, &error));
    let chain: Result<Vec<CertificateDer<'static>>, _> = CertificateDer::pem_slice_iter(&text(certificate)?).collect();
    let chain = chain.map_err(|error| of(certificate, &error))?;
    let private = PrivateKeyDer::from_pem_slice(&text(key)?).map_err(|error| of(key, &error))?;
    let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
    let mut config =
        builder.with_no_client_auth().with_single_cert(chain, private).map_err(|error| of(certificate, &error))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}
