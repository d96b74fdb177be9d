//! Percent escapes.

use std::fmt::Write;

use super::error::Reason;

/// A URL component. Each component allows its own set of unescaped characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum UrlPart {
    Path,
    Host,
    Zone,
    UserPassword,
    Query,
    Fragment,
}

impl UrlPart {
    fn is_plain(self, byte: u8) -> bool {
        byte.is_ascii_alphanumeric()
            || b"-._~".contains(&byte)
            || match self {
                UrlPart::Path => b"$&+,/:;=@".contains(&byte),
                UrlPart::Host | UrlPart::Zone => b"!$&'()*+,;=:[]<>\"".contains(&byte),
                UrlPart::UserPassword => b"$&+,;=".contains(&byte),
                UrlPart::Query => false,
                UrlPart::Fragment => b"!$&()*+,/:;=?@".contains(&byte),
            }
    }
}

/// Checks that all characters of `text` are allowed in this component and that every escape is complete.
pub(super) fn check(text: &str, place: UrlPart) -> Result<(), Reason<'_>> {
    for_each(text, place, |_| {})
}

/// Unescapes `text`, which must have passed [`check`].
pub(super) fn unescape(text: &str, place: UrlPart) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    // Cannot fail: `check` has accepted the text.
    let _ = for_each(text, place, |byte| bytes.push(byte));
    bytes
}

fn for_each(text: &str, place: UrlPart, mut found: impl FnMut(u8)) -> Result<(), Reason<'_>> {
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        match first {
            b'%' => {
                let escape = rest.get(..3).unwrap_or(rest);
                let (byte, after) = match after {
                    [high, low, after @ ..] => match (hexadecimal(*high), hexadecimal(*low)) {
                        (Some(high), Some(low)) => (high << 4 | low, after),
                        _ => return Err(Reason::Escape(escape)),
                    },
                    _ => return Err(Reason::Escape(escape)),
                };
                let may_be_escaped = match place {
                    // In a host, only non-ASCII bytes and the percent sign of a zone may be escaped.
                    UrlPart::Host => !byte.is_ascii() || byte == b'%',
                    UrlPart::Zone => byte == b'%' || byte == b' ' || UrlPart::Host.is_plain(byte),
                    _ => true,
                };
                if !may_be_escaped {
                    return Err(Reason::Escape(escape));
                }
                found(byte);
                rest = after;
            }
            b'+' if place == UrlPart::Query => {
                found(b' ');
                rest = after;
            }
            byte => {
                if matches!(place, UrlPart::Host | UrlPart::Zone) && byte.is_ascii() && !place.is_plain(*byte) {
                    return Err(Reason::Character(*byte));
                }
                found(*byte);
                rest = after;
            }
        }
    }
    Ok(())
}

fn hexadecimal(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

/// Escapes `bytes` where necessary.
pub(super) fn escape(bytes: &[u8], place: UrlPart) -> String {
    let mut escaped = String::with_capacity(bytes.len());
    for byte in bytes {
        if place.is_plain(*byte) {
            escaped.push(char::from(*byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

/// Returns `text` if it is a valid encoding of its content, otherwise the default encoding.
pub(super) fn canonical(text: &str, place: UrlPart) -> String {
    let is_allowed = |byte: u8| b"!$&'()*+,;=:@[]%".contains(&byte) || place.is_plain(byte);
    if text.bytes().all(is_allowed) { text.to_owned() } else { escape(&unescape(text, place), place) }
}
