//! Base 64, for `!!binary`.

/// The bytes of a text in base 64 with padding, as `base64.StdEncoding` reads it: line breaks between the digits do not count.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    idlgen_runtime::go::base64::decode(text).ok()
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
