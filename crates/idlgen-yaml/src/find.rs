//! Resolves error paths to source positions.

use std::ops::Range;

use idlgen_runtime::field::{Element, PathBuf};

use crate::{Content, Node};

/// The target of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The byte range of the value. If the value is missing, the key of the nearest existing parent.
    pub span: Range<usize>,
    /// The byte range of the key, if the value exists and has a key.
    pub key: Option<Range<usize>>,
    /// `true` if the entire path exists.
    pub is_present: bool,
}

impl Node {
    /// Returns the location of `path`, or of the nearest existing parent.
    pub fn find(&self, path: &PathBuf) -> Found {
        let mut node = self;
        let mut key = None;
        for element in &path.elements {
            let next = match element {
                Element::Field(name) | Element::Key(name) => {
                    node.entry(name).map(|entry| (&entry.value, Some(entry.key_span.clone())))
                }
                Element::Index(index) => node.as_list().and_then(|items| items.get(*index)).map(|item| (item, None)),
            };
            let Some((value, its_key)) = next else {
                let span = key.unwrap_or_else(|| node.first_token());
                return Found { span, key: None, is_present: false };
            };
            node = value;
            key = its_key;
        }
        Found { span: node.span.clone(), key, is_present: true }
    }

    /// Returns the range of the first key of a mapping or the first element of a list, as a short range for messages.
    fn first_token(&self) -> Range<usize> {
        match &self.content {
            Content::Map(entries) => entries.first().map_or_else(|| self.span.clone(), |entry| entry.key_span.clone()),
            Content::List(items) => items.first().map_or_else(|| self.span.clone(), |item| item.span.clone()),
            _ => self.span.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, load};

    #[test]
    fn paths_lead_to_values_or_to_what_is_around_them() {
        let text = "spec:\n  list:\n  - name: a\n  - image: b\nx: 1\n";
        let documents = load(text, &Limits::default());
        let root = documents[0].root.as_ref().expect("a value");
        let found = |elements: &[Element<&str>]| {
            let elements = elements
                .iter()
                .map(|element| match element {
                    Element::Field(name) => Element::Field((*name).to_owned()),
                    Element::Index(index) => Element::Index(*index),
                    Element::Key(name) => Element::Key((*name).to_owned()),
                })
                .collect();
            let found = root.find(&PathBuf { elements });
            (&text[found.span], found.key.map(|key| &text[key]), found.is_present)
        };
        use Element::{Field, Index};
        assert_eq!(found(&[Field("x")]), ("1", Some("x"), true));
        assert_eq!(found(&[Field("spec"), Field("list"), Index(1), Field("image")]), ("b", Some("image"), true));
        assert_eq!(found(&[Field("spec"), Field("list"), Index(1), Field("name")]), ("image", None, false));
        assert_eq!(found(&[Field("spec"), Field("other")]), ("spec", None, false));
        assert_eq!(found(&[Field("none")]), ("spec", None, false));
    }
}
