//! `net/url.ParseRequestURI`, as far as it decides whether a text is a URI.

use std::net::IpAddr;

use super::ip::parse_address;

/// Whether `text` is an absolute URI or an absolute path, as an HTTP request has it.
///
/// ```
/// use idlgen_runtime::go::is_request_uri;
/// assert!(is_request_uri("https://example.com/a?b=c"));
/// assert!(is_request_uri("/a"));
/// assert!(!is_request_uri("a/b"));
/// ```
pub fn is_request_uri(text: &str) -> bool {
    if text.is_empty() || text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return false;
    }
    if text == "*" {
        return true;
    }
    let Some((scheme, rest)) = split_scheme(text) else { return false };
    let rest = rest.split_once('?').map_or(rest, |(rest, _)| rest);
    if !rest.starts_with('/') {
        // What follows a scheme and does not look like a path means what the scheme says.
        return !scheme.is_empty();
    }
    let mut path = rest;
    if !scheme.is_empty() {
        if let Some(after) = rest.strip_prefix("//") {
            let end = after.find('/').unwrap_or(after.len());
            let (authority, after) = after.split_at_checked(end).unwrap_or((after, ""));
            if !is_authority(authority) {
                return false;
            }
            path = after;
        }
    }
    is_escaped(path, Mode::Other)
}

/// The scheme, empty if there is none, and the rest. None for a colon without a scheme.
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    for (position, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if position > 0 => {}
            b':' if position == 0 => return None,
            b':' => return text.split_once(':'),
            _ => break,
        }
    }
    Some(("", text))
}

fn is_authority(authority: &str) -> bool {
    let (user, host) = match authority.rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, authority),
    };
    is_host(host)
        && user.is_none_or(|user| {
            let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte);
            user.bytes().all(is_allowed) && user.splitn(2, ':').all(|part| is_escaped(part, Mode::Other))
        })
}

fn is_host(host: &str) -> bool {
    match host.rfind('[') {
        Some(0) => {}
        Some(_) => return false,
        None => {
            // Several hosts with ports may be listed. (Programs of Go 1.26 no longer allow that for http.)
            let port = host.rfind(':').and_then(|colon| host.get(colon..));
            return port.is_none_or(is_port) && is_escaped(host, Mode::Host);
        }
    }
    let Some((literal, port)) = host.get(1..).and_then(|host| host.rsplit_once(']')) else { return false };
    if !is_port(port) {
        return false;
    }
    let (address, zone) = literal.find("%25").and_then(|zone| literal.split_at_checked(zone)).unwrap_or((literal, ""));
    let mut bytes = Vec::with_capacity(literal.len());
    let unescaped = unescape(address, Mode::Host, |byte| bytes.push(byte))
        .and_then(|()| unescape(zone, Mode::Zone, |byte| bytes.push(byte)));
    // A zone may hold any bytes; an address is ASCII.
    unescaped.is_some() && matches!(parse_address(&String::from_utf8_lossy(&bytes)), Some((IpAddr::V6(_), _)))
}

/// Nothing, or a colon and any number of digits.
fn is_port(text: &str) -> bool {
    text.is_empty() || text.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Host,
    Zone,
    Other,
}

/// Whether everything in `text` may stand there, and every escape is whole.
fn is_escaped(text: &str, mode: Mode) -> bool {
    unescape(text, mode, |_| {}).is_some()
}

/// Calls `found` with every byte that `text` stands for, unless one may not stand there or is escaped wrongly.
fn unescape(text: &str, mode: Mode, mut found: impl FnMut(u8)) -> Option<()> {
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            if mode != Mode::Other && first.is_ascii() && !is_host_byte(*first) {
                return None;
            }
            found(*first);
            continue;
        }
        let [high, low, after @ ..] = after else { return None };
        let byte = (char::from(*high).to_digit(16)? << 4 | char::from(*low).to_digit(16)?) as u8;
        let may_be_escaped = match mode {
            Mode::Other => true,
            // Only what is not ASCII, and the percent sign of a zone.
            Mode::Host => !byte.is_ascii() || byte == b'%',
            Mode::Zone => byte == b'%' || byte == b' ' || is_host_byte(byte),
        };
        if !may_be_escaped {
            return None;
        }
        found(byte);
        rest = after;
    }
    Some(())
}

fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!$&'()*+,;=:[]<>\"-_.~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::is_request_uri;

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
        for text in [
            "",
            "a",
            ":a",
            "1a:b",
            "http://a b/",
            "http://a/%zz",
            "http://a\u{7f}",
            "http://%41/",
            "http://[::1",
            "http://a[::1]/",
            "http://[1.2.3.4]/",
            "http://a:x/",
            "http://a b@c/",
            "http://[::1%25]/",
            "?a",
        ] {
            assert!(!is_request_uri(text), "{text}");
        }
    }
}
