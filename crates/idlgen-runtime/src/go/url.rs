//! Parses and formats URLs like Go's `net/url`.

mod error;
mod escape;
mod query;
mod replacement;
mod split;

pub use error::ParseUrlError;
use escape::UrlPart;
use replacement::text_of;
use split::Parts;

/// Returns `true` if `text` is an absolute URI or an absolute path, as in an HTTP request (`url.ParseRequestURI`).
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

/// A URL parsed by the rules of `url.Parse`.
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
    /// The scheme in lowercase.
    scheme: String,
    /// The text after the scheme, if it does not begin with a slash. In this case, all other parts except the query are
    /// empty.
    opaque: String,
    user: Option<User>,
    /// The unescaped host, including the port.
    host: Vec<u8>,
    /// The path, escaped as in the source text.
    path: String,
    query: String,
    /// `true` if the URL contains a question mark, even without a query.
    has_query: bool,
    /// The fragment, escaped as in the source text.
    fragment: String,
    /// `true` if a single slash follows the scheme.
    omits_host: bool,
}

/// The user and password, unescaped.
#[derive(Clone, Debug)]
struct User {
    name: Vec<u8>,
    password: Option<Vec<u8>>,
}

impl Url {
    /// Returns an error unless `text` is an absolute URI or an absolute path (`url.ParseRequestURI`).
    ///
    /// If `strict_colons`, rejects the host of an http or https URL if it contains more than one colon, unless it is an
    /// address in brackets. Programs built with Go 1.26 do this (Kubernetes since 1.36).
    ///
    /// # Errors
    ///
    /// Returns the message of `net/url` if the text is neither.
    pub fn check_request(text: &str, strict_colons: bool) -> Result<(), ParseUrlError<'_>> {
        split::split(text, true, strict_colons).map(|_| ()).map_err(|reason| ParseUrlError { url: text, reason })
    }

    /// Parses a URL (`url.Parse`). See [`Url::check_request`] for `strict_colons`.
    ///
    /// # Errors
    ///
    /// Returns the message of `net/url` if the text is not a URL.
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

    /// Returns the scheme in lowercase, or an empty string.
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// Returns the host with its port, if any. Replaces bytes that are not UTF-8.
    pub fn host(&self) -> String {
        text_of(&self.host)
    }

    /// Returns the host without the port and without the brackets of an IPv6 address.
    pub fn hostname(&self) -> String {
        text_of(self.split_port().0)
    }

    /// Returns the port, or an empty string.
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

    /// Returns the escaped path. It is unchanged if the source text contains a valid encoding.
    pub fn escaped_path(&self) -> String {
        escape::canonical(&self.path, UrlPart::Path)
    }

    /// Returns the escaped user and password, or `None` if the URL has no user.
    pub fn user(&self) -> Option<String> {
        let user = self.user.as_ref()?;
        let mut text = escape::escape(&user.name, UrlPart::UserPassword);
        if let Some(password) = &user.password {
            text.push(':');
            text.push_str(&escape::escape(password, UrlPart::UserPassword));
        }
        Some(text)
    }

    /// Returns the query as in the source text, or an empty string.
    pub fn raw_query(&self) -> &str {
        &self.query
    }

    /// Returns the unescaped fragment, or an empty string.
    pub fn fragment(&self) -> String {
        text_of(&escape::unescape(&self.fragment, UrlPart::Fragment))
    }

    /// Returns the query parameters sorted by name, each with its values in source order. Skips malformed parameters.
    pub fn query(&self) -> Vec<(String, Vec<String>)> {
        query::parse(&self.query)
    }
}

impl PartialEq for Url {
    /// Compares the formatted URLs.
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
                // Without this prefix, a segment with a colon would look like a scheme.
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
