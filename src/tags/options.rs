//! What the user says about tags.

/// Settings of [`parse`](super::parse).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagOptions {
    /// Names of tags of other tools, without `+`; a trailing `*` stands for any rest. They are read as
    /// [`Dialect::Foreign`](super::Dialect::Foreign).
    pub allow: Vec<String>,
    /// Whether unknown tags, and text that looks like a misspelt tag, are diagnosed: true for packages that the user
    /// asked for, false for the others.
    pub report_unknown: bool,
    /// How lines become tags.
    pub grammar: Grammar,
}

/// How lines become tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grammar {
    /// Ours (docs/tag-grammar.md): every dialect, and a diagnostic for whatever is none.
    #[default]
    Idlgen,
    /// That of `k8s.io/gengo` with the tags that openapi-gen knows, spelled as it reads them; everything else is
    /// nothing.
    Gengo,
}

impl Default for TagOptions {
    fn default() -> Self {
        TagOptions { allow: Vec::new(), report_unknown: true, grammar: Grammar::Idlgen }
    }
}

impl TagOptions {
    /// Whether the user allows a tag of that name.
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
