//! Proxy addresses: their display, credentials and file URLs.

use std::path::PathBuf;

use super::credentials::basic;

/// An address without its credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// The address as requested and displayed.
    pub(super) url: String,
    /// The value of `Authorization` from the address.
    pub(super) authorization: Option<String>,
}

impl Address {
    /// Separates the credentials from an address.
    ///
    /// # Errors
    /// Returns an error message if they would be sent without encryption.
    pub(super) fn new(url: &str) -> Result<Self, String> {
        let plain = || Address { url: url.to_owned(), authorization: None };
        let Some((scheme, rest)) = url.split_once("://") else { return Ok(plain()) };
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let Some((user, host)) = authority.rsplit_once('@') else { return Ok(plain()) };
        let url = format!("{scheme}://{host}{path}");
        if scheme != "https" {
            return Err(format!("{url}: credentials are not sent without encryption (https)"));
        }
        let (login, password) = user.split_once(':').unwrap_or((user, ""));
        Ok(Address { url, authorization: Some(basic(&decoded(login), &decoded(password))) })
    }

    /// Returns the path of a local file, if the address is a file URL.
    ///
    /// # Errors
    /// Returns an error message if it is an invalid file URL.
    pub(super) fn file(&self) -> Result<Option<PathBuf>, String> {
        let Some(rest) = self.url.strip_prefix("file:") else { return Ok(None) };
        let path = rest.strip_prefix("//localhost/").map(|path| format!("/{path}"));
        let path = path.or_else(|| rest.strip_prefix("//").map(str::to_owned)).unwrap_or_else(|| rest.to_owned());
        let path = decoded(&path);
        // On Windows, the path of the URL has the form `/C:/folder`.
        let path = match path.strip_prefix('/') {
            Some(drive) if cfg!(windows) && drive.get(1..2) == Some(":") => drive.to_owned(),
            _ => path,
        };
        let path = PathBuf::from(path);
        if path.is_absolute() {
            Ok(Some(path))
        } else {
            Err(format!("{}: the path of a file URL must be absolute", self.url))
        }
    }
}

/// Decodes percent escapes such as `%41` for `A`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digit = |at: usize| after.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (first, digit(0), digit(1)) {
            bytes.push((high * 16 + low) as u8);
            rest = after.get(2..).unwrap_or_default();
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_taken_out_and_never_sent_without_encryption() {
        let address = Address::new("https://me:p%40ss@proxy.example.com:8443/x@y/z").unwrap();
        assert_eq!(address.url, "https://proxy.example.com:8443/x@y/z");
        assert_eq!(address.authorization, Some(basic("me", "p@ss")));
        let said = Address::new("http://me:secret@proxy.example.com/x").unwrap_err();
        assert!(said.contains("proxy.example.com") && !said.contains("secret"), "{said}");
        assert_eq!(Address::new("https://a.b/c@v1").unwrap().authorization, None);
    }

    #[test]
    #[cfg(unix)]
    fn files_have_absolute_paths() {
        let file = |url: &str| Address::new(url).unwrap().file();
        assert_eq!(file("file:///srv/a%20b"), Ok(Some("/srv/a b".into())));
        assert_eq!(file("file://localhost/srv"), Ok(Some("/srv".into())));
        assert_eq!(file("https://a.b"), Ok(None));
        assert!(file("file://srv/x").is_err());
    }
}
