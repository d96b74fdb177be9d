//! Compares `pattern` and `format`.

use idlgen_runtime::{
    Options, format,
    go::quote,
    regex::{Example, Language, example},
};
use idlgen_validate::{
    Schema,
    keyword::{Keyword, Value},
    schema::SchemaType,
};

use super::super::{
    Verdicts,
    decision::{decided, implies, language, languages},
    found::Found,
    pair::{Pair, ValueType},
};

pub(in crate::diff) fn compare(pair: Pair<'_>, found: &mut Found<'_>) {
    pattern(pair, found);
    format(pair, found);
}

fn pattern(pair: Pair<'_>, found: &mut Found<'_>) {
    let limit = |pattern: &str| Value::Text(pattern.to_owned());
    match (pair.old.pattern(), pair.new.pattern()) {
        (None, Some(new)) if !implies(pair.old, Keyword::Pattern, &limit(new)) => {
            let text = format!("pattern {} added: other values are rejected", quote(new));
            found.add("pattern-added", Verdicts::NARROWED, text);
        }
        (Some(old), None) if !implies(pair.new, Keyword::Pattern, &limit(old)) => {
            found.add("pattern-removed", Verdicts::WIDENED, format!("pattern {} removed", quote(old)));
        }
        (Some(old), Some(new)) if old != new => changed(pair, old, new, found),
        _ => {}
    }
}

fn changed(pair: Pair<'_>, old: &str, new: &str, found: &mut Found<'_>) {
    let lost = difference(pair.old, new);
    let gained = difference(pair.new, old);
    let text = format!("pattern changed from {} to {}", quote(old), quote(new));
    let (rule, verdicts, text) = match (lost, gained) {
        (Example::None, Example::None) => return,
        (Example::None, Example::Found(value)) => {
            ("pattern-relaxed", Verdicts::WIDENED, format!("{text}: {} is accepted now", quote(&value)))
        }
        (Example::None, Example::Undecided) => ("pattern-relaxed", Verdicts::WIDENED, text),
        (Example::Found(value), Example::None) => {
            ("pattern-tightened", Verdicts::NARROWED, format!("{text}: {} is rejected now", quote(&value)))
        }
        (Example::Found(value), _) => {
            let verdicts = Verdicts::NARROWED.and(Verdicts::WIDENED);
            ("pattern-changed", verdicts, format!("{text}: {} is rejected now", quote(&value)))
        }
        (Example::Undecided, _) => ("pattern-changed", Verdicts::REVIEW, text),
    };
    found.add(rule, verdicts, text);
}

/// Finds a string that a schema accepts and a pattern does not match.
fn difference(schema: &Schema, pattern: &str) -> Example {
    let limit = Value::Text(pattern.to_owned());
    decided(schema, Keyword::Pattern, &limit, || undecided_difference(schema, &limit))
}

fn undecided_difference(schema: &Schema, limit: &Value) -> Example {
    let refused = language(Keyword::Pattern, limit);
    // A pattern can also apply to values that are strings or integers.
    let own = || schema.pattern().and_then(Language::new).map(|own| vec![own]);
    let (Some(refused), Some(accepted)) = (refused, languages(schema).or_else(own)) else {
        return Example::Undecided;
    };
    // Without a pattern, strings are unrestricted.
    if schema.pattern().and_then(Language::new).is_none() {
        return Example::Undecided;
    }
    let accepted: Vec<&Language> = accepted.iter().collect();
    example(&accepted, &[&refused], 0..=u64::MAX)
}

/// Formats of numbers, which API servers do not check.
const NUMBERS: [&str; 4] = ["int32", "int64", "float", "double"];

fn format(pair: Pair<'_>, found: &mut Found<'_>) {
    let (old, new) = (pair.old.format(), pair.new.format());
    if old == new {
        return;
    }
    let minor = found.options.kubernetes_minor;
    // A format that accepts all strings still rejects other values.
    let is_text = pair.new.schema_type == Some(SchemaType::String);
    let checked = |name: Option<&'_ str>| {
        let is_known = |name: &str| if is_text { is_checked(name, minor) } else { is_known(name, minor) };
        name.filter(|name| is_known(name)).map(str::to_owned)
    };
    let (old_name, new_name) = (old.unwrap_or("none"), new.unwrap_or("none"));
    let text = format!("format changed from {old_name} to {new_name}");
    if (old, new) == (Some("int32"), Some("int64")) {
        let text = format!("{text}: clients that decode 32 bits can receive larger values");
        found.add("format-widened", Verdicts::WIDER_TYPE, text);
        return;
    }
    let limit = |name: &str| Value::Text(name.to_owned());
    let (rule, mut verdicts, mut text) = match (checked(old), checked(new)) {
        (None, Some(new)) if !implies(pair.old, Keyword::Format, &limit(&new)) => {
            ("format-added", Verdicts::NARROWED, format!("{text}: other values are rejected"))
        }
        (Some(old), None) if !implies(pair.new, Keyword::Format, &limit(&old)) => {
            ("format-removed", Verdicts::WIDENED, text)
        }
        (Some(_), Some(_)) => ("format-changed", Verdicts::NARROWED.and(Verdicts::WIDENED), text),
        _ if new.is_some_and(|new| NUMBERS.contains(&new)) => {
            ("format-changed", Verdicts::OK, format!("{text}; API servers do not check it, but Go clients decode it"))
        }
        _ => ("format-changed", Verdicts::OK, format!("{text}; API servers check neither")),
    };
    let of_rules = [cel_type(pair.old), cel_type(pair.new)];
    if let [Some(old), Some(new)] = of_rules
        && old != new
        && found.is_read_by_rule()
    {
        verdicts = verdicts.and(Verdicts::REVIEW);
        text = format!("{text}; rules read the value as a {new} instead of a {old}");
    }
    found.add(rule, verdicts, text);
}

/// Returns the CEL type of strings with the format of a schema. Returns `None` if other values are valid, too.
fn cel_type(schema: &Schema) -> Option<&'static str> {
    (ValueType::of(schema) == ValueType::Of(SchemaType::String)).then(|| match schema.format() {
        Some("byte") => "sequence of bytes",
        Some("duration") => "duration",
        Some("date" | "date-time") => "timestamp",
        _ => "string",
    })
}

/// Returns `true` if API servers support a format.
fn is_known(name: &str, minor: u16) -> bool {
    let mut options = Options::default();
    options.kubernetes_minor = minor;
    options.kep4153_formats = false;
    format::find(name).is_some_and(|format| format.applies(options))
}

/// Returns `true` if API servers reject values without the format.
fn is_checked(name: &str, minor: u16) -> bool {
    let mut options = Options::default();
    options.kubernetes_minor = minor;
    options.kep4153_formats = false;
    format::find(name).is_some_and(|format| format.applies(options) && !format.counterexamples.is_empty())
}
