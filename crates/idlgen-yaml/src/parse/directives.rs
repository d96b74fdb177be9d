//! The tag handles that `%TAG` directives define.

/// The tag handles of a document.
#[derive(Debug, Default)]
pub(super) struct TagHandles {
    defined: Vec<(String, String)>,
}

/// Predefined handles with their prefixes.
const KNOWN: [(&str, &str); 2] = [("!", "!"), ("!!", "tag:yaml.org,2002:")];

impl TagHandles {
    /// Defines a handle. Returns `false` if it is already defined.
    pub(super) fn add(&mut self, handle: String, prefix: String) -> bool {
        let is_new = self.defined.iter().all(|(defined, _)| *defined != handle);
        self.defined.push((handle, prefix));
        is_new
    }

    /// Resolves a tag. Returns `None` if the handle is undefined.
    pub(super) fn resolve(&self, handle: &str, suffix: &str) -> Option<String> {
        if handle.is_empty() {
            return Some(suffix.to_owned());
        }
        let defined = self.defined.iter().map(|(handle, prefix)| (handle.as_str(), prefix.as_str()));
        let (_, prefix) = defined.chain(KNOWN).find(|(defined, _)| *defined == handle)?;
        Some([prefix, suffix].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_stand_for_their_prefixes() {
        let mut handles = TagHandles::default();
        assert!(handles.add("!e!".to_owned(), "tag:example.com,2000:".to_owned()));
        assert!(!handles.add("!e!".to_owned(), "other".to_owned()));
        assert_eq!(handles.resolve("!e!", "x").as_deref(), Some("tag:example.com,2000:x"));
        assert_eq!(handles.resolve("!!", "str").as_deref(), Some("tag:yaml.org,2002:str"));
        assert_eq!(handles.resolve("!", "x").as_deref(), Some("!x"));
        assert_eq!(handles.resolve("", "!").as_deref(), Some("!"));
        assert_eq!(handles.resolve("!f!", "x"), None);
        assert!(handles.add("!".to_owned(), "own".to_owned()));
        assert_eq!(handles.resolve("!", "x").as_deref(), Some("ownx"));
    }
}
