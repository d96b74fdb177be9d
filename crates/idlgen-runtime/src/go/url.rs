//! `net/url`: URLs as Go reads, takes apart and writes them.

mod error;
mod escape;
mod query;
mod split;

pub use error::ParseUrlError;
use escape::UrlPart;
use split::Parts;

/// Whether `text` is an absolute URI or an absolute path, as an HTTP request has it (`url.ParseRequestURI`).
///
/// ```
/// use idlgen_runtime::go::is_request_uri;
/// assert!(is_request_uri("https://example.com/a?b=c"));
/// assert!(is_request_uri("/a"));
/// assert!(!is_request_uri("a/b"));
/// ```
pub fn is_request_uri(text: &str) -> bool {
    Url::check_request(text, false).is_ok()
}

/// A URL as `url.Parse` takes it apart.
///
/// ```
/// use idlgen_runtime::go::Url;
/// let url = Url::parse("HTTPS://u:p@example.com:80/a%20b?c=d#e", false).unwrap();
/// assert_eq!(url.scheme(), "https");
/// assert_eq!(url.host(), "example.com:80");
/// assert_eq!(url.hostname(), "example.com");
/// assert_eq!(url.port(), "80");
/// assert_eq!(url.escaped_path(), "/a%20b");
/// assert_eq!(url.query(), [("c".to_owned(), vec!["d".to_owned()])]);
/// assert_eq!(url.user().as_deref(), Some("u:p"));
/// assert_eq!((url.raw_query(), url.fragment().as_str()), ("c=d", "e"));
/// assert_eq!(url.to_string(), "https://u:p@example.com:80/a%20b?c=d#e");
/// ```
#[derive(Clone, Debug)]
pub struct Url {
    /// In lower case.
    scheme: String,
    /// What follows the scheme, if it does not begin with a slash; all else but the query is empty then.
    opaque: String,
    user: Option<User>,
    /// With the port; escapes resolved.
    host: Vec<u8>,
    /// As it stands in the text.
    path: String,
    query: String,
    /// Whether there is a question mark, even if nothing follows.
    has_query: bool,
    /// As it stands in the text.
    fragment: String,
    /// Whether a single slash followed the scheme.
    omits_host: bool,
}

/// Escapes are resolved.
#[derive(Clone, Debug)]
struct User {
    name: Vec<u8>,
    password: Option<Vec<u8>>,
}

impl Url {
    /// Whether `text` is an absolute URI or an absolute path (`url.ParseRequestURI`).
    ///
    /// `strict_colons`: refuse more than one colon in the host of an http or https URL that is no address in brackets,
    /// as programs of Go 1.26 do (Kubernetes since 1.36).
    ///
    /// # Errors
    ///
    /// If it is not.
    pub fn check_request(text: &str, strict_colons: bool) -> Result<(), ParseUrlError<'_>> {
        split::split(text, true, strict_colons).map(|_| ()).map_err(|reason| ParseUrlError { url: text, reason })
    }

    /// The URL in `text` (`url.Parse`); `strict_colons` as in [`Url::check_request`].
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn parse(text: &str, strict_colons: bool) -> Result<Url, ParseUrlError<'_>> {
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let parts =
            split::split(before, false, strict_colons).map_err(|reason| ParseUrlError { url: before, reason })?;
        escape::check(fragment, UrlPart::Fragment).map_err(|reason| ParseUrlError { url: text, reason })?;
        Ok(Url::new(&parts, fragment))
    }

    fn new(parts: &Parts<'_>, fragment: &str) -> Url {
        let user = parts.user.map(|user| {
            let (name, password) = user.split_once(':').map_or((user, None), |(name, password)| (name, Some(password)));
            let unescaped = |text| escape::unescape(text, UrlPart::UserPassword);
            User { name: unescaped(name), password: password.map(unescaped) }
        });
        Url {
            scheme: parts.scheme.to_ascii_lowercase(),
            opaque: parts.opaque.to_owned(),
            user,
            host: split::unescape_host(parts.host),
            path: parts.path.to_owned(),
            query: parts.query.unwrap_or_default().to_owned(),
            has_query: parts.query.is_some(),
            fragment: fragment.to_owned(),
            omits_host: parts.omits_host,
        }
    }

    /// The scheme in lower case, empty if there is none.
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The host and its port, if any. Bytes that are not UTF-8 are replaced.
    pub fn host(&self) -> String {
        text_of(&self.host)
    }

    /// The host without port, and without brackets around an IPv6 address.
    pub fn hostname(&self) -> String {
        text_of(self.split_port().0)
    }

    /// The port, empty if there is none.
    pub fn port(&self) -> String {
        text_of(self.split_port().1)
    }

    fn split_port(&self) -> (&[u8], &[u8]) {
        let (mut host, mut port): (&[u8], &[u8]) = (&self.host, &[]);
        if let Some(colon) = host.iter().rposition(|byte| *byte == b':') {
            if let Some((before, [_, digits @ ..])) = host.split_at_checked(colon) {
                if digits.iter().all(u8::is_ascii_digit) {
                    (host, port) = (before, digits);
                }
            }
        }
        if let [b'[', literal @ .., b']'] = host {
            host = literal;
        }
        (host, port)
    }

    /// The path with its escapes, as it was written if that is one of the ways to write it.
    pub fn escaped_path(&self) -> String {
        escape::canonical(&self.path, UrlPart::Path)
    }

    /// The user and the password, as a URL writes them; none if there is no user.
    pub fn user(&self) -> Option<String> {
        let user = self.user.as_ref()?;
        let mut text = escape::escape(&user.name, UrlPart::UserPassword);
        if let Some(password) = &user.password {
            text.push(':');
            text.push_str(&escape::escape(password, UrlPart::UserPassword));
        }
        Some(text)
    }

    /// The query as it is written, empty if there is none.
    pub fn raw_query(&self) -> &str {
        &self.query
    }

    /// The fragment, its escapes resolved, empty if there is none.
    pub fn fragment(&self) -> String {
        text_of(&escape::unescape(&self.fragment, UrlPart::Fragment))
    }

    /// The parameters of the query by name, in the order of names, with their values in the order in which they stand
    /// there. What is malformed is left out.
    pub fn query(&self) -> Vec<(String, Vec<String>)> {
        query::parse(&self.query)
    }
}

impl PartialEq for Url {
    /// Whether both are written in the same way.
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl std::fmt::Display for Url {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut is_empty = true;
        if !self.scheme.is_empty() {
            write!(f, "{}:", self.scheme)?;
            is_empty = false;
        }
        if self.opaque.is_empty() {
            let has_authority = !self.host.is_empty() || self.user.is_some();
            if has_authority || !self.scheme.is_empty() && !self.omits_host && !self.path.is_empty() {
                f.write_str("//")?;
                is_empty = false;
            }
            if let Some(user) = self.user() {
                write!(f, "{user}@")?;
            }
            f.write_str(&escape::escape(&self.host, UrlPart::Host))?;
            let path = self.escaped_path();
            if !path.is_empty() && !path.starts_with('/') && !self.host.is_empty() {
                f.write_str("/")?;
            }
            if is_empty && path.split('/').next().is_some_and(|segment| segment.contains(':')) {
                // Otherwise the segment would look like a scheme.
                f.write_str("./")?;
            }
            f.write_str(&path)?;
        } else {
            f.write_str(&self.opaque)?;
        }
        if self.has_query {
            write!(f, "?{}", self.query)?;
        }
        if self.fragment.is_empty() {
            Ok(())
        } else {
            write!(f, "#{}", escape::canonical(&self.fragment, UrlPart::Fragment))
        }
    }
}

/// The bytes as text; each byte that is not part of a character is replaced, as Go does where it counts or converts
/// characters.
fn text_of(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_what_go_accepts() {
        for uri in [
            "/",
            "//x",
            "*",
            "http:",
            "http://",
            "mailto:a@b",
            "a:b c",
            "http://[::1]:80/",
            "http://[fe80::1%25en0]/",
            "http://a:99999",
            "http://u:p%20q@h",
            "http://é/é",
            "http://%C3%A9/",
            "foo://a:1,b:2/",
            "http://a:1:2/",
            "http://a/?%zz",
            "urn:isbn:1",
            "/a b",
        ] {
            assert!(is_request_uri(uri), "{uri}");
        }
        for (text, message) in [
            ("", "empty url"),
            ("a", "invalid URI for request"),
            (":a", "missing protocol scheme"),
            ("1a:b", "invalid URI for request"),
            ("http://a b/", r#"invalid character " " in host name"#),
            ("http://a/%zz", r#"invalid URL escape "%zz""#),
            ("http://a/%é", r#"invalid URL escape "%é""#),
            ("http://a/%aé", r#"invalid URL escape "%a\xc3""#),
            ("http://a\u{7f}", "net/url: invalid control character in URL"),
            ("http://%41/", r#"invalid URL escape "%41""#),
            ("http://[::1", "missing ']' in host"),
            ("http://a[::1]/", "invalid IP-literal"),
            ("http://[1.2.3.4]/", "invalid IP-literal"),
            ("http://a:x/", r#"invalid port ":x" after host"#),
            ("http://a b@c/", "net/url: invalid userinfo"),
            ("http://[::1%25]/", r#"invalid host: ParseAddr("::1%"): zone must be a non-empty string"#),
            ("?a", "invalid URI for request"),
        ] {
            let error = Url::check_request(text, false).unwrap_err().to_string();
            assert_eq!(error.strip_prefix(&format!("parse {}: ", crate::go::quote(text))), Some(message), "{text}");
        }
        let error = Url::check_request("http://a:1:2/", true).unwrap_err();
        assert_eq!(error.to_string(), r#"parse "http://a:1:2/": invalid port ":1:2" after host"#);
    }

    #[test]
    fn writes_what_go_writes() {
        for (text, expected) in [
            ("http://a", "http://a"),
            ("http:", "http:"),
            ("http://", "http:"),
            ("http:///x", "http:///x"),
            ("http:/x", "http:/x"),
            ("mailto:a@b?c#d", "mailto:a@b?c#d"),
            ("HTTP://A/%7e/%2F/x", "http://A/%7e/%2F/x"),
            ("http://a/%2F/é", "http://a///%C3%A9"),
            ("http://a/b c", "http://a/b%20c"),
            ("http://[fe80::1%25en0]:80?", "http://[fe80::1%25en0]:80?"),
            ("http://u@h/#é", "http://u@h/#%C3%A9"),
            ("http://:@h", "http://:@h"),
            ("//x/y", "//x/y"),
            ("/a:b", "/a:b"),
        ] {
            assert_eq!(Url::parse(text, false).unwrap().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn takes_apart() {
        let url = Url::parse("http://[::1%25en0]:80/a%2fb?x#f", false).unwrap();
        assert_eq!(
            (url.host().as_str(), url.hostname().as_str(), url.port().as_str()),
            ("[::1%en0]:80", "::1%en0", "80")
        );
        assert_eq!(url.escaped_path(), "/a%2fb");
        let url = Url::parse("foo://a:1,b:2/", false).unwrap();
        assert_eq!((url.hostname().as_str(), url.port().as_str()), ("a:1,b", "2"));
    }
}
