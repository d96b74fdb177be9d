//! Splits a URL into its parts.

use std::net::IpAddr;

use super::{
    error::Reason,
    escape::{self, UrlPart},
};
use crate::go::parse_address;

/// The parts of a URL in the source spelling. They have been validated.
pub(super) struct Parts<'a> {
    pub(super) scheme: &'a str,
    pub(super) opaque: &'a str,
    pub(super) user: Option<&'a str>,
    pub(super) host: &'a str,
    pub(super) path: &'a str,
    pub(super) query: Option<&'a str>,
    pub(super) omits_host: bool,
}

/// Splits `text`, which has no fragment. If `is_request`, the URL must be absolute.
pub(super) fn split(text: &str, is_request: bool, strict_colons: bool) -> Result<Parts<'_>, Reason<'_>> {
    if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return Err(Reason::Control);
    }
    if text.is_empty() && is_request {
        return Err(Reason::Empty);
    }
    let mut parts = Parts { scheme: "", opaque: "", user: None, host: "", path: text, query: None, omits_host: false };
    if text == "*" {
        return Ok(parts);
    }
    let (scheme, rest) = split_scheme(text)?;
    parts.scheme = scheme;
    let rest = rest.split_once('?').map_or(rest, |(rest, query)| {
        parts.query = Some(query);
        rest
    });
    if !rest.starts_with('/') {
        // The interpretation of the rest depends on the scheme, because it does not look like a path.
        if !scheme.is_empty() {
            (parts.opaque, parts.path) = (rest, "");
            return Ok(parts);
        }
        if is_request {
            return Err(Reason::NoRequest);
        }
        if rest.split('/').next().is_some_and(|segment| segment.contains(':')) {
            return Err(Reason::ColonInSegment);
        }
    }
    parts.path = rest;
    let may_have_host = !scheme.is_empty() || !is_request && !rest.starts_with("///");
    if let (true, Some(after)) = (may_have_host, rest.strip_prefix("//")) {
        let end = after.find('/').unwrap_or(after.len());
        let (authority, path) = after.split_at_checked(end).unwrap_or((after, ""));
        let (user, host) = authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
        check_host(scheme, host, strict_colons)?;
        user.map_or(Ok(()), check_user)?;
        (parts.user, parts.host, parts.path) = (user, host, path);
    } else {
        parts.omits_host = !scheme.is_empty() && rest.starts_with('/');
    }
    escape::check(parts.path, UrlPart::Path)?;
    Ok(parts)
}

/// Splits off the scheme, which may be empty.
fn split_scheme(text: &str) -> Result<(&str, &str), Reason<'_>> {
    for (position, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if position > 0 => {}
            b':' if position == 0 => return Err(Reason::NoScheme),
            b':' => return Ok(text.split_once(':').unwrap_or((text, ""))),
            _ => break,
        }
    }
    Ok(("", text))
}

fn check_user(user: &str) -> Result<(), Reason<'_>> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte);
    if !user.bytes().all(is_allowed) {
        return Err(Reason::User);
    }
    user.splitn(2, ':').try_for_each(|part| escape::check(part, UrlPart::UserPassword))
}

fn check_host<'a>(scheme: &str, host: &'a str, strict_colons: bool) -> Result<(), Reason<'a>> {
    match host.rfind('[') {
        Some(0) => return check_literal(host),
        Some(_) => return Err(Reason::IpLiteral),
        None => {}
    }
    let is_http = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    // Before Go 1.26, the host may be a list of hosts with ports.
    let colon = if strict_colons && is_http { host.find(':') } else { host.rfind(':') };
    if let Some(port) = colon.and_then(|colon| host.get(colon..)) {
        check_port(port)?;
    }
    escape::check(host, UrlPart::Host)
}

/// Checks an IPv6 address in brackets with an optional port.
fn check_literal(host: &str) -> Result<(), Reason<'_>> {
    let Some((literal, port)) = host.get(1..).and_then(|host| host.rsplit_once(']')) else {
        return Err(Reason::NoBracket);
    };
    check_port(port)?;
    let (address, zone) = split_zone(literal);
    escape::check(address, UrlPart::Host)?;
    escape::check(zone, UrlPart::Zone)?;
    let literal = unescape_literal(literal);
    // A zone may contain any bytes. An address only contains ASCII.
    match parse_address(&String::from_utf8_lossy(&literal)) {
        Ok((IpAddr::V6(_), _)) => Ok(()),
        Ok((IpAddr::V4(_), _)) => Err(Reason::IpLiteral),
        Err(error) => Err(Reason::Address(error.to_string())),
    }
}

fn split_zone(literal: &str) -> (&str, &str) {
    literal.find("%25").and_then(|zone| literal.split_at_checked(zone)).unwrap_or((literal, ""))
}

fn unescape_literal(literal: &str) -> Vec<u8> {
    let (address, zone) = split_zone(literal);
    let mut bytes = escape::unescape(address, UrlPart::Host);
    bytes.extend(escape::unescape(zone, UrlPart::Zone));
    bytes
}

/// Accepts an empty string, or a colon and any number of digits.
fn check_port(text: &str) -> Result<(), Reason<'_>> {
    let is_port =
        |text: &str| text.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    if text.is_empty() || is_port(text) { Ok(()) } else { Err(Reason::Port(text)) }
}

/// Unescapes the host that [`split`] found.
pub(super) fn unescape_host(host: &str) -> Vec<u8> {
    match host.strip_prefix('[').and_then(|host| host.rsplit_once(']')) {
        Some((literal, port)) => {
            let mut bytes = vec![b'['];
            bytes.extend(unescape_literal(literal));
            bytes.push(b']');
            bytes.extend(port.bytes());
            bytes
        }
        None => escape::unescape(host, UrlPart::Host),
    }
}
