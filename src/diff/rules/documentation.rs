//! Descriptions, titles, examples.

use super::super::{Verdicts, found::Found, pair::Pair};

pub(in crate::diff) fn compare(pair: Pair<'_>, found: &mut Found<'_>) {
    let (old, new) = (pair.old, pair.new);
    let is_deprecated = |text: &Option<String>| {
        text.as_deref().is_some_and(|text| text.lines().any(|line| line.trim_start().starts_with("Deprecated:")))
    };
    if !is_deprecated(&old.description) && is_deprecated(&new.description) {
        found.add("field-deprecated", Verdicts::OK, "the description says that it is deprecated");
    } else if words(old.description.as_deref()) != words(new.description.as_deref()) || old.title != new.title {
        let text = match (&old.description, &new.description) {
            (None, Some(_)) => "description added",
            (Some(_), None) => "description removed",
            _ => "description changed",
        };
        found.add("description-changed", Verdicts::OK, text).is_documentation = true;
    }
    let annotations = ["example", "externalDocs"];
    if annotations.iter().any(|name| old.other.get(*name) != new.other.get(*name)) {
        found.add("example-changed", Verdicts::OK, "example or link changed").is_documentation = true;
    }
}

/// Splits a text into words.
fn words(text: Option<&str>) -> Vec<&str> {
    text.unwrap_or_default().split_whitespace().collect()
}
