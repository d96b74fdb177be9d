//! Handles of tags, which `%TAG` defines.

/// The handles of a document.
#[derive(Debug, Default)]
pub(super) struct TagHandles {
    defined: Vec<(String, String)>,
}

/// The handles that need no definition, with what they stand for.
const KNOWN: [(&str, &str); 2] = [("!", "!"), ("!!", "tag:yaml.org,2002:")];

impl TagHandles {
    /// Defines a handle; whether that is the first definition of it.
    pub(super) fn add(&mut self, handle: String, prefix: String) -> bool {
        let is_new = self.defined.iter().all(|(defined, _)| *defined != handle);
        self.defined.push((handle, prefix));
        is_new
    }

    /// A tag without its handle. `None` if nothing defines the handle.
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
