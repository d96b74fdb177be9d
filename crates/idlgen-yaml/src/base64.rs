//! Base 64, for `!!binary`.

/// The bytes of a text in base 64 with padding, as `base64.StdEncoding` reads it: line breaks between the digits do not count.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3);
    let groups = digits.chunks(4);
    let last = groups.len().checked_sub(1);
    for (position, group) in groups.enumerate() {
        let padding = group.iter().rev().take_while(|digit| **digit == b'=').count();
        if group.len() != 4 || padding > 2 || (padding > 0 && Some(position) != last) {
            return None;
        }
        let mut bits = 0_u32;
        for digit in group.iter().take(4 - padding) {
            bits = bits << 6 | value(*digit)?;
        }
        bits <<= 6 * padding;
        bytes.extend(bits.to_be_bytes().iter().skip(1).take(3 - padding));
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u32> {
    Some(match digit {
        b'A'..=b'Z' => u32::from(digit - b'A'),
        b'a'..=b'z' => u32::from(digit - b'a') + 26,
        b'0'..=b'9' => u32::from(digit - b'0') + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_padded_base64_is_read() {
        let table: &[(&str, Option<&[u8]>)] = &[
            ("", Some(b"")),
            ("aA==", Some(b"h")),
            ("aGU=", Some(b"he")),
            ("aGVs", Some(b"hel")),
            ("aGVs\nbG8=\n", Some(b"hello")),
            ("+/+/", Some(&[0xfb, 0xff, 0xbf])),
            ("aGV", None),
            ("a===", None),
            ("aA==aGVs", None),
            ("a GVs", None),
            ("aG=s", None),
        ];
        for (text, expected) in table {
            assert_eq!(decode(text).as_deref(), *expected, "{text:?}");
        }
    }
}
