//! Finds `request.uid` in a truncated review.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde_json::de::Deserializer;

/// Returns the `request.uid` of an `AdmissionReview` whose end may be missing. API servers write it at the beginning.
pub fn uid_of_beginning(beginning: &[u8]) -> Option<String> {
    let mut uid = None;
    let mut reader = Deserializer::from_slice(beginning);
    // An error is expected, because the input is truncated.
    let _ = reader.deserialize_map(Members { path: &["request", "uid"], found: &mut uid });
    uid
}

/// Visits the members of an object. If a member has the first name of the path, continues in its value.
struct Members<'p> {
    path: &'p [&'p str],
    found: &'p mut Option<String>,
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let Some((first, rest)) = self.path.split_first() else { return Ok(()) };
        while let Some(name) = members.next_key::<String>()? {
            if name != *first {
                members.next_value::<IgnoredAny>()?;
            } else if rest.is_empty() {
                *self.found = Some(members.next_value()?);
            } else {
                members.next_value_seed(Members { path: rest, found: self.found })?;
            }
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Members<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_map(self)
    }
}

#[cfg(test)]
mod tests {
    use super::uid_of_beginning;

    #[test]
    fn of_the_request_and_nothing_else() {
        let whole = r#"{"uid": "a", "kind": "AdmissionReview", "request": {"object": {"metadata": {"uid": "b"}},
            "uid": "c", "operation": "CREATE"}}"#;
        assert_eq!(uid_of_beginning(whole.as_bytes()).as_deref(), Some("c"));
        let end = whole.find(r#", "operation"#).unwrap();
        assert_eq!(uid_of_beginning(&whole.as_bytes()[..end]).as_deref(), Some("c"));
        assert_eq!(uid_of_beginning(&whole.as_bytes()[..end - 1]), None);
        assert_eq!(uid_of_beginning(b"[]"), None);
    }
}
