//! The checks of crdify on one property.

use std::collections::BTreeSet;

use idlgen_runtime::go;

use super::{Check, config::CrdifyConfig, go_report, go_value::GoValue};

/// The name of the check for changes that no other check covers.
pub(super) const UNHANDLED: &str = "unhandled";

/// Runs all checks on a property. Each check clears its field in both schemas; the remaining differences are unhandled.
pub(super) fn all(old: GoValue, new: GoValue, config: &CrdifyConfig) -> Vec<Check> {
    let mut sides = Sides { old, new };
    let limit = |name: &'static str, field: &'static str, is_maximum: bool, sides: &mut Sides| {
        let (old, new) = sides.take(field, || GoValue::Pointer(None));
        Check::new(name, config.enforcement(name), limit(&old, &new, is_maximum).into_iter().collect())
    };
    let mut checks = vec![
        limit("maximum", "Maximum", true, &mut sides),
        limit("maxItems", "MaxItems", true, &mut sides),
        limit("maxLength", "MaxLength", true, &mut sides),
        limit("maxProperties", "MaxProperties", true, &mut sides),
        limit("minimum", "Minimum", false, &mut sides),
        limit("minItems", "MinItems", false, &mut sides),
        limit("minLength", "MinLength", false, &mut sides),
        limit("minProperties", "MinProperties", false, &mut sides),
    ];
    let others: [(&'static str, Option<String>); 7] = [
        ("default", default(&mut sides)),
        ("description", text_changed(&mut sides, "Description", "description changed")),
        ("enum", enumeration(&mut sides, config)),
        ("nullable", nullable(&mut sides, config)),
        ("pattern", pattern(&mut sides, config)),
        ("required", required(&mut sides)),
        ("type", text_changed(&mut sides, "Type", "type changed")),
    ];
    checks.extend(
        others.into_iter().map(|(name, message)| Check::new(name, config.enforcement(name), Vec::from_iter(message))),
    );
    let is_handled = sides.old.is_semantically_equal(&sides.new);
    let message =
        (!is_handled).then(|| format!("unhandled changes found :\n{}", go_report::diff(&sides.old, &sides.new)));
    checks.push(Check::new(UNHANDLED, config.unhandled, Vec::from_iter(message)));
    checks
}

/// Both schemas, without the fields that have been checked.
struct Sides {
    old: GoValue,
    new: GoValue,
}

impl Sides {
    /// Returns a field of both schemas, and sets it to its zero value.
    fn take(&mut self, field: &str, zero: impl Fn() -> GoValue) -> (GoValue, GoValue) {
        let take = |side: &mut GoValue| {
            let GoValue::Struct(_, fields) = side else { return zero() };
            let found = fields.iter_mut().find(|(name, _)| *name == field);
            found.map_or_else(&zero, |(_, value)| std::mem::replace(value, zero()))
        };
        (take(&mut self.old), take(&mut self.new))
    }

    fn take_texts(&mut self, field: &str) -> (String, String) {
        let text = |value: GoValue| match value {
            GoValue::Text(text) => text,
            _ => String::new(),
        };
        let (old, new) = self.take(field, || GoValue::Text(String::new()));
        (text(old), text(new))
    }
}

fn limit(old: &GoValue, new: &GoValue, is_maximum: bool) -> Option<String> {
    let number = |value: &GoValue| match value {
        GoValue::Pointer(Some(to)) => match to.as_ref() {
            GoValue::Int(value) => Some((*value as f64, value.to_string())),
            GoValue::Float(value) => Some((*value, go::format_float(*value))),
            _ => None,
        },
        _ => None,
    };
    let (name, change) = if is_maximum { ("maximum", "decreased") } else { ("minimum", "increased") };
    match (number(old), number(new)) {
        (None, Some((_, new))) => Some(format!("{name} constraint added when there was none previously : {new}")),
        (Some((old, old_text)), Some((new, new_text))) => {
            let is_tighter = if is_maximum { new < old } else { new > old };
            is_tighter.then(|| format!("{name} {change} : {old_text} -> {new_text}"))
        }
        _ => None,
    }
}

/// Returns the JSON text in a `v1.JSON`.
fn raw(value: &GoValue) -> Option<&str> {
    match value {
        GoValue::Pointer(Some(to)) => raw(to),
        GoValue::Struct(_, fields) => fields.iter().find_map(|(_, value)| raw(value)),
        GoValue::Raw(text) => Some(text),
        _ => None,
    }
}

fn default(sides: &mut Sides) -> Option<String> {
    let (old, new) = sides.take("Default", || GoValue::Pointer(None));
    match (raw(&old), raw(&new)) {
        (None, Some(new)) => Some(format!("default added when there was none previously : {}", go::quote(new))),
        (Some(old), None) => Some(format!("default value removed : {}", go::quote(old))),
        (Some(old), Some(new)) if old != new => {
            Some(format!("default value changed : {} -> {}", go::quote(old), go::quote(new)))
        }
        _ => None,
    }
}

fn text_changed(sides: &mut Sides, field: &str, message: &str) -> Option<String> {
    let (old, new) = sides.take_texts(field);
    (old != new).then(|| format!("{message} : {} -> {}", go::quote(&old), go::quote(&new)))
}

fn enumeration(sides: &mut Sides, config: &CrdifyConfig) -> Option<String> {
    let (old, new) = sides.take("Enum", || GoValue::Slice("[]v1.JSON", None));
    let values = |side: &GoValue| match side {
        GoValue::Slice(_, Some(items)) => {
            items.iter().filter_map(|item| raw(item).map(str::to_owned)).collect::<BTreeSet<_>>()
        }
        _ => BTreeSet::new(),
    };
    let (old, new) = (values(&old), values(&new));
    let list = |values: Vec<&String>| {
        let values: Vec<&str> = values.into_iter().map(String::as_str).collect();
        format!("[{}]", values.join(" "))
    };
    let removed: Vec<&String> = old.difference(&new).collect();
    let added: Vec<&String> = new.difference(&old).collect();
    if old.is_empty() && !new.is_empty() {
        return Some(format!("enum constraint added when there was none previously : {}", list(new.iter().collect())));
    }
    if !removed.is_empty() {
        return Some(format!("allowed enum values removed : {}", list(removed)));
    }
    let is_reported = !added.is_empty() && !config.allows_added_enum_values;
    is_reported.then(|| format!("allowed enum values added : {}", list(added)))
}

fn nullable(sides: &mut Sides, config: &CrdifyConfig) -> Option<String> {
    let (old, new) = sides.take("Nullable", || GoValue::Bool(false));
    match (old == GoValue::Bool(true), new == GoValue::Bool(true)) {
        (false, true) if !config.allows_added_nullable => Some("nullable added : false -> true".to_owned()),
        (true, false) if !config.allows_removed_nullable => Some("nullable removed : true -> false".to_owned()),
        _ => None,
    }
}

fn pattern(sides: &mut Sides, config: &CrdifyConfig) -> Option<String> {
    let (old, new) = sides.take_texts("Pattern");
    let change = match (old.as_str(), new.as_str()) {
        (old, new) if old == new => return None,
        ("", _) => "added",
        (_, "") if config.allows_removed_patterns => return None,
        (_, "") => "removed",
        _ => "changed",
    };
    Some(format!("pattern {change} : {} -> {}", go::quote(&old), go::quote(&new)))
}

fn required(sides: &mut Sides) -> Option<String> {
    let (old, new) = sides.take("Required", || GoValue::Slice("[]string", None));
    let names = |side: &GoValue| match side {
        GoValue::Slice(_, Some(items)) => {
            let names = items.iter().filter_map(|item| match item {
                GoValue::Text(name) => Some(name.clone()),
                _ => None,
            });
            names.collect::<BTreeSet<_>>()
        }
        _ => BTreeSet::new(),
    };
    let (old, new) = (names(&old), names(&new));
    let added: Vec<&str> = new.difference(&old).map(String::as_str).collect();
    (!added.is_empty()).then(|| format!("new required fields: [{}]", added.join(" ")))
}
