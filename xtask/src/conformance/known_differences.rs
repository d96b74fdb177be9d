//! Cases that deliberately differ from the recorded result.

use std::{fs, path::Path};

use serde::Deserialize;

/// The list.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KnownDifferences {
    #[serde(default)]
    difference: Vec<KnownDifference>,
}

/// An entry of the list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KnownDifference {
    pub(crate) suite: String,
    /// The case, `file#id`. A `*` matches any string, for an entry that covers many similar cases. All of them must
    /// differ from the recorded result.
    pub(crate) case: String,
    /// The executor that differs: `dynamic` for the schema engine.
    pub(crate) engine: String,
    /// The reason why idlgen is correct.
    pub(crate) reason: String,
}

impl KnownDifferences {
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let list: KnownDifferences = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        match list.difference.iter().find(|entry| entry.engine.is_empty() || entry.reason.is_empty()) {
            Some(entry) => Err(format!("{}: `{}` lacks engine or reason", path.display(), entry.case)),
            None => Ok(list),
        }
    }

    /// Returns the entry for a case, by its full name.
    pub(crate) fn get(&self, name: &str) -> Option<&KnownDifference> {
        self.difference.iter().find(|entry| {
            name.strip_prefix(&entry.suite)
                .and_then(|rest| rest.strip_prefix('/'))
                .is_some_and(|case| matches(&entry.case, case))
        })
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else { return pattern == text };
    let Some(rest) = text.strip_prefix(head) else { return false };
    (0..=rest.len()).filter_map(|start| rest.get(start..)).any(|rest| matches(tail, rest))
}

#[cfg(test)]
mod tests {
    use super::{KnownDifferences, matches};

    #[test]
    fn finds_the_entry_of_a_case() {
        let list: KnownDifferences = toml::from_str(
            "[[difference]]\nsuite = \"s\"\ncase = \"f.json#*/ignores integers\"\nengine = \"dynamic\"\n\
             reason = \"r\"\n",
        )
        .unwrap();
        assert!(list.get("s/f.json#ipv4/ignores integers").is_some());
        assert!(list.get("s/f.json#ipv4/ignores floats").is_none());
        assert!(list.get("t/f.json#ipv4/ignores integers").is_none());
    }

    #[test]
    fn stars_stand_for_any_text() {
        assert!(matches("a*c*e", "abcde"));
        assert!(matches("*", ""));
        assert!(!matches("a*c", "acd"));
    }
}
