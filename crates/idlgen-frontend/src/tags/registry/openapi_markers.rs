//! `+k8s:validation:…` markers of kube-openapi.

mod keywords;

use keywords::TABLE;

use super::{TagDefinition, definition::Match};

/// All tables of this dialect.
pub(super) static TABLES: &[&[TagDefinition]] = &[TABLE];

/// The prefix of these markers.
pub(super) const PREFIX: &str = "k8s:validation:";

/// The keys of `cel[N]`.
const CEL_KEYS: &[&str] = &["rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"];

/// Maximum nesting depth of markers for items, map values and properties.
const MAX_DEPTH: usize = 32;

/// Returns `true` if this word can follow the prefix.
pub(super) fn is_keyword(first: &str) -> bool {
    TABLE.iter().any(|row| row.name.strip_prefix(PREFIX) == Some(first))
}

/// Finds a marker by its name without [`PREFIX`]: `maxLength`, `cel[0]:rule`, `items:properties:name:maxLength`.
/// Returns the row of the outermost keyword.
pub(super) fn find(name: &str) -> Match {
    let mut outermost = None;
    let mut rest = name;
    for _ in 0..MAX_DEPTH {
        let prefix = PREFIX.len() + name.len() - rest.len();
        let (segment, behind) = rest.split_once(':').map_or((rest, None), |(segment, behind)| (segment, Some(behind)));
        let keyword = segment.split('[').next().unwrap_or(segment);
        let Some(row) = TABLE.iter().find(|row| row.name.strip_prefix(PREFIX) == Some(keyword)) else {
            // The comparison ends before an index, so the index is preserved.
            let candidates = TABLE.iter().filter_map(|row| row.name.strip_prefix(PREFIX)).collect();
            return if segment == keyword && behind.is_none() {
                Match::Near { prefix, candidates }
            } else {
                Match::None
            };
        };
        let row = *outermost.get_or_insert(row);
        rest = match (keyword, behind) {
            ("cel", Some(key)) if !CEL_KEYS.contains(&key) => {
                return Match::Near { prefix: prefix + segment.len() + 1, candidates: CEL_KEYS.to_vec() };
            }
            ("items" | "additionalProperties", Some(behind)) => behind,
            ("properties", Some(behind)) => match behind.split_once(':') {
                Some((_, behind)) => behind,
                None => return Match::None,
            },
            ("items" | "additionalProperties" | "properties", None) => return Match::None,
            ("cel", _) | (_, None) => return Match::Row(row),
            (_, Some(_)) => return Match::None,
        };
    }
    Match::None
}

/// Returns the name at the start of a string. It may contain `[` and `]`.
pub(super) fn name_at(text: &str) -> &str {
    let accept = |character: char| character.is_alphanumeric() || ":_.-[]".contains(character);
    text.get(..text.find(|character| !accept(character)).unwrap_or(text.len())).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_markers() {
        for (name, expected) in [
            ("maxLength", Some("k8s:validation:maxLength")),
            ("items:maxLength", Some("k8s:validation:items")),
            ("items:items:minimum", Some("k8s:validation:items")),
            ("properties:maxLength:additionalProperties:pattern", Some("k8s:validation:properties")),
            ("cel[0]:rule", Some("k8s:validation:cel")),
            ("cel[12]:messageExpression", Some("k8s:validation:cel")),
            ("items:cel[0]:rule", Some("k8s:validation:items")),
            ("cel", Some("k8s:validation:cel")),
            ("items", None),
            ("properties:name", None),
            ("maxLength:x", None),
        ] {
            let found = match find(name) {
                Match::Row(row) => Some(row.name),
                _ => None,
            };
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn near_misses_say_what_is_wrong() {
        for (name, prefix) in
            [("maxLenght", 15), ("items:maxLenght", 21), ("cel[0]:mesage", 22), ("properties:a:maxlength", 28)]
        {
            assert!(matches!(find(name), Match::Near { prefix: found, .. } if found == prefix), "{name}");
        }
    }
}
