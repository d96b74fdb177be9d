//! JSON pointers (RFC 6901), also as URI fragments.

use serde_json::Value as Json;

/// Appends a step to a pointer.
pub(super) fn step(pointer: &str, step: &str) -> String {
    format!("{pointer}/{}", escape(step))
}

pub(super) fn escape(step: &str) -> String {
    step.replace('~', "~0").replace('/', "~1")
}

pub(super) fn steps(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect()
}

/// Decodes the `%XX` of a URI fragment. Returns `None` if the result is not UTF-8.
pub(super) fn percent_decoded(fragment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let digits = match tail {
            [high, low, ..] if first == b'%' => digit(*high).zip(digit(*low)),
            _ => None,
        };
        bytes.push(digits.map_or(first, |(high, low)| high << 4 | low));
        rest = tail.get(if digits.is_some() { 2 } else { 0 }..).unwrap_or_default();
    }
    String::from_utf8(bytes).ok()
}

fn digit(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// Calls `visit` with each object in a document and its pointer.
pub(super) fn objects<'j>(json: &'j Json, visit: &mut impl FnMut(&str, &'j serde_json::Map<String, Json>)) {
    let mut open = vec![(String::new(), json)];
    while let Some((pointer, json)) = open.pop() {
        match json {
            Json::Object(object) => {
                visit(&pointer, object);
                open.extend(object.iter().map(|(key, value)| (step(&pointer, key), value)));
            }
            Json::Array(items) => {
                open.extend(items.iter().enumerate().map(|(index, item)| (step(&pointer, &index.to_string()), item)));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{escape, percent_decoded, steps};

    #[test]
    fn steps_are_escaped_and_decoded() {
        assert_eq!(steps("/a~1b/c~0d/"), ["a/b", "c~d", ""]);
        assert_eq!(escape("a/b~"), "a~1b~0");
        assert_eq!(percent_decoded("a%7E0b%c3%a9%").as_deref(), Some("a~0bé%"));
        assert_eq!(percent_decoded("%ff"), None);
    }
}
