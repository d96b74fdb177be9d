//! Suggests corrections for invalid defaults.

use serde_json::Value as Json;

use crate::{
    check::{
        declaration::{TaggedDeclaration, value_span},
        siblings::values_of,
    },
    diag::{Applicability, nearest},
    model::JsonType,
    tags::{Dialect, Tag, marker_list},
};

/// Returns a replacement for the value of the tag (a number without quotes, a string with quotes, or the most similar
/// enum value), and its applicability.
pub(super) fn instead(declaration: &TaggedDeclaration<'_>, tag: &Tag, value: &Json) -> Option<(String, Applicability)> {
    let safe = |text: String| (text, Applicability::Safe);
    let typed = declaration.typed?;
    match (declaration.json_type()?, value) {
        (JsonType::Integer(_), Json::String(text)) => {
            let number = text.parse::<i64>().ok()?.to_string();
            // Some tools read `"010"` as octal 8.
            let applicability = if number == *text { Applicability::Safe } else { Applicability::Unsafe };
            Some((number, applicability))
        }
        (JsonType::Number(_), Json::String(text)) => {
            let number = text.parse::<f64>().ok().and_then(serde_json::Number::from_f64)?;
            Some(Json::Number(number).to_string()).filter(|written| written == text).map(safe)
        }
        (JsonType::Boolean, Json::String(text)) => {
            let flag = text.to_ascii_lowercase();
            matches!(flag.as_str(), "true" | "false").then(|| safe(flag))
        }
        // controller-gen reads a list in brackets as a string.
        (JsonType::List(_), Json::String(text)) if tag.dialect == Dialect::Kubebuilder => {
            let list: Json = serde_json::from_str(text).ok().filter(Json::is_array)?;
            marker_list(&list).map(safe)
        }
        (JsonType::String, Json::Number(_) | Json::Bool(_)) => {
            // `0755` is parsed as 755; the original value is unknown here.
            let span = value_span(tag);
            let written = value.to_string();
            (written.len() == (span.end - span.start) as usize).then(|| safe(format!("\"{written}\"")))
        }
        (JsonType::String, Json::String(text)) => {
            let known = values_of(declaration.model, typed.ty, declaration.tags);
            let near = nearest(text, known.iter().copied()).filter(|near| near != text)?;
            let is_bare = text.len() == (value_span(tag).end - value_span(tag).start) as usize;
            let is_word = near.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
                && near.starts_with(char::is_alphabetic)
                && !matches!(near, "true" | "false" | "null");
            let stays_bare = is_bare && tag.dialect == Dialect::Kubebuilder && is_word;
            let written = if stays_bare { near.to_owned() } else { Json::from(near).to_string() };
            // The error may be in the enum instead.
            Some((written, Applicability::Unsafe))
        }
        _ => None,
    }
}
