//! URL parse errors.

use std::fmt;

use crate::go::{quote, quote_bytes};

/// An error for an invalid URL, with the message of `net/url`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseUrlError<'a> {
    pub(super) url: &'a str,
    pub(super) reason: Reason<'a>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason<'a> {
    Control,
    Empty,
    NoScheme,
    NoRequest,
    ColonInSegment,
    User,
    IpLiteral,
    NoBracket,
    Port(&'a str),
    /// An escape sequence that is malformed or not allowed in this component, truncated to three bytes.
    Escape(&'a [u8]),
    Character(u8),
    /// An invalid address between brackets.
    Address(String),
}

impl fmt::Display for ParseUrlError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "parse {}: {}", quote(self.url), self.reason)
    }
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Control => "net/url: invalid control character in URL",
            Reason::Empty => "empty url",
            Reason::NoScheme => "missing protocol scheme",
            Reason::NoRequest => "invalid URI for request",
            Reason::ColonInSegment => "first path segment in URL cannot contain colon",
            Reason::User => "net/url: invalid userinfo",
            Reason::IpLiteral => "invalid IP-literal",
            Reason::NoBracket => "missing ']' in host",
            Reason::Port(port) => return write!(f, "invalid port {} after host", quote(port)),
            Reason::Escape(escape) => return write!(f, "invalid URL escape {}", quote_bytes(escape)),
            Reason::Character(byte) => return write!(f, "invalid character {} in host name", quote_bytes(&[*byte])),
            Reason::Address(error) => return write!(f, "invalid host: {error}"),
        })
    }
}

impl std::error::Error for ParseUrlError<'_> {}
