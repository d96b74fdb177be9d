//! The user's options for tags.

/// Options for [`parse`](super::parse).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagOptions {
    /// Names of tags of other tools, without `+`. A `*` at the end matches any text. These tags are parsed as
    /// [`Dialect::Foreign`](super::Dialect::Foreign).
    pub allow: Vec<String>,
    /// `true` to report unknown tags, and text that looks like a misspelled tag. Only set for requested packages.
    pub report_unknown: bool,
    /// The grammar for reading lines.
    pub grammar: Grammar,
}

/// The grammar for reading lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grammar {
    /// The grammar of idlgen (docs/tag-grammar.md), with tags of all dialects, and diagnostics for unknown tags.
    #[default]
    Idlgen,
    /// The grammar of `k8s.io/gengo`, with the tags that openapi-gen supports. Everything else is ignored.
    Gengo,
}

impl Default for TagOptions {
    fn default() -> Self {
        TagOptions { allow: Vec::new(), report_unknown: true, grammar: Grammar::Idlgen }
    }
}

impl TagOptions {
    /// Returns `true` if the user allows a tag with this name.
    pub(super) fn allows(&self, name: &str) -> bool {
        self.allow.iter().any(|pattern| {
            let pattern = pattern.strip_prefix('+').unwrap_or(pattern);
            match pattern.strip_suffix('*') {
                Some(prefix) => name.starts_with(prefix),
                None => name == pattern,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let options = TagOptions { allow: vec!["+mine".into(), "acme:*".into()], ..TagOptions::default() };
        for (name, expected) in [("mine", true), ("mine2", false), ("acme:x", true), ("acme:", true), ("acme", false)] {
            assert_eq!(options.allows(name), expected, "{name}");
        }
    }
}
