//! Determines the nesting depth of JSON.

/// Returns the nesting depth of the innermost list or object. The text may be invalid JSON.
pub(super) fn depth(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => _ = bytes.next(),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::depth;

    #[test]
    fn brackets_in_strings_are_none() {
        for (text, expected) in [
            ("", 0),
            ("1", 0),
            ("{}", 1),
            (r#"{"a": [1, {"b": []}], "c": [[]]}"#, 4),
            (r#"["[[[\"[[", "\\", []]"#, 2),
            ("]]}[", 1),
            ("[", 1),
            (r#"["\"#, 1),
        ] {
            assert_eq!(depth(text.as_bytes()), expected, "{text}");
        }
    }
}
