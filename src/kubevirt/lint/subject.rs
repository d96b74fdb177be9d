//! The input of a lint: a rule with its annotation.

use std::ops::Range;

use crate::{
    diag::{Applicability, Edit, Fix, Near},
    kubevirt::annotation::{Annotation, LocatedKey, LocatedRule, LocatedRules},
};

/// The rules of an annotation.
pub(super) struct Rules<'a> {
    pub(super) annotation: &'a Annotation<'a>,
    pub(super) located: &'a LocatedRules,
    /// The annotation value to which ranges refer.
    pub(super) text: &'a str,
}

/// A rule with its context.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub(super) all: &'a Rules<'a>,
    pub(super) rule: &'a LocatedRule,
}

impl Subject<'_> {
    /// Returns the name of the rule for messages.
    pub(super) fn name(self) -> String {
        self.rule.text("name").map_or_else(|| "the rule".to_owned(), |name| format!("rule `{name}`"))
    }

    pub(super) fn kind(self) -> Option<&'static str> {
        let written = self.rule.text("rule")?;
        idlgen_validate::kubevirt::KINDS.into_iter().find(|kind| *kind == written)
    }

    pub(super) fn span(self, bytes: Range<usize>) -> crate::source::Span {
        self.all.annotation.span(bytes)
    }

    /// Builds a fix that replaces a byte range of the annotation value.
    pub(super) fn fix(
        self,
        title: impl Into<String>,
        bytes: Range<usize>,
        text: &str,
        applicability: Applicability,
    ) -> Fix {
        let edit = Edit { span: self.span(bytes), replacement: self.all.annotation.written(text) };
        Fix { title: title.into(), edits: vec![edit], applicability }
    }

    /// Builds a fix that replaces a quoted string with the similar known name.
    pub(super) fn near(self, near: Option<Near<'_>>, quoted: &Range<usize>) -> Option<Fix> {
        let Near { name, applicability } = near?;
        Some(self.fix(format!("use `{name}`"), within(quoted), name, applicability))
    }

    /// Returns the keys that can contain paths, with each path and its offset.
    pub(super) fn paths(self) -> Vec<(&'static str, String, Range<usize>)> {
        let mut paths = Vec::new();
        for name in ["path", "valid", "min", "max", "minLength", "maxLength"] {
            if let Some((key, text)) = self.rule.key(name).and_then(|key| Some((key, key.value.as_str()?))) {
                paths.push((name, text.to_owned(), key.bytes.clone()));
            }
        }
        if let Some((key, values)) = self.rule.key("values").and_then(|key| Some((key, key.value.as_array()?))) {
            for (value, bytes) in values.iter().zip(&key.items) {
                if let Some(text) = value.as_str().filter(|text| text.starts_with("jsonpath::")) {
                    paths.push(("values", text.to_owned(), bytes.clone()));
                }
            }
        }
        paths
    }

    /// Returns the range to delete in order to remove a key. It includes one comma, so that the rest remains valid
    /// JSON.
    pub(super) fn removal(self, key: &LocatedKey) -> Range<usize> {
        let keys = &self.rule.keys;
        let at = keys.iter().position(|other| other.name_bytes == key.name_bytes).unwrap_or_default();
        let before = at.checked_sub(1).and_then(|before| keys.get(before));
        match (keys.get(at + 1), before) {
            (Some(next), _) => key.name_bytes.start..next.name_bytes.start,
            (None, Some(before)) => before.bytes.end..key.bytes.end,
            (None, None) => key.name_bytes.start..key.bytes.end,
        }
    }
}

/// Returns the range without the surrounding quotes.
pub(super) fn within(quoted: &Range<usize>) -> Range<usize> {
    quoted.start + 1..quoted.end.saturating_sub(1).max(quoted.start + 1)
}

/// Converts a range of a decoded string into a range of the annotation value. The result is exact if the string
/// contains no escapes.
pub(super) fn part(quoted: &Range<usize>, text: &str, bytes: &Range<usize>) -> Range<usize> {
    let inner = within(quoted);
    if inner.len() == text.len() { inner.start + bytes.start..inner.start + bytes.end } else { quoted.clone() }
}
