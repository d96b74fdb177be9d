//! Limits of numbers and of lengths: `minimum`, `maxLength`, `maxItems` and the like.

use std::cmp::Ordering;

use idlgen_runtime::go::float_to_int;
use idlgen_validate::{
    Schema,
    keyword::{Keyword, Value},
    schema::SchemaType,
};

use super::{
    super::{Verdicts, decision::implies, found::Found, pair::Pair},
    duplicates,
};

/// A limit in one direction: its keyword, and the names of its changes.
struct Row {
    keyword: Keyword,
    is_upper: bool,
    /// The values that violate the limit.
    beyond: &'static str,
    added: &'static str,
    tightened: &'static str,
    relaxed: &'static str,
    removed: &'static str,
}

macro_rules! row {
    ($keyword:ident, $is_upper:literal, $beyond:literal, $name:literal, $tightened:literal, $relaxed:literal) => {
        Row {
            keyword: Keyword::$keyword,
            is_upper: $is_upper,
            beyond: $beyond,
            added: concat!($name, "-added"),
            tightened: concat!($name, "-", $tightened),
            relaxed: concat!($name, "-", $relaxed),
            removed: concat!($name, "-removed"),
        }
    };
}

const ROWS: &[Row] = &[
    row!(Maximum, true, "values above", "maximum", "lowered", "raised"),
    row!(Minimum, false, "values below", "minimum", "raised", "lowered"),
    row!(MaxLength, true, "longer strings", "max-length", "lowered", "raised"),
    row!(MinLength, false, "shorter strings", "min-length", "raised", "lowered"),
    row!(MaxItems, true, "lists with more items", "max-items", "lowered", "raised"),
    row!(MinItems, false, "lists with fewer items", "min-items", "raised", "lowered"),
    row!(MaxProperties, true, "objects with more fields", "max-properties", "lowered", "raised"),
    row!(MinProperties, false, "objects with fewer fields", "min-properties", "raised", "lowered"),
];

pub(in crate::diff) fn compare(pair: Pair<'_>, found: &mut Found<'_>) {
    for row in ROWS {
        compare_row(row, pair, found);
    }
    multiple_of(pair, found);
    unique_items(pair, found);
}

/// A limit in one direction. API servers truncate the limits of integers (see `idlgen_runtime::check::maximum`).
#[derive(Clone, Copy)]
struct Limit {
    /// The limit of integers, which is inclusive. `None` for lengths.
    integer: Option<i128>,
    /// The limit of other numbers, and of lengths. Irrelevant if there are only integers.
    number: f64,
    is_excluded: bool,
    only_integers: bool,
}

fn compare_row(row: &Row, pair: Pair<'_>, found: &mut Found<'_>) {
    let (old, new) = (limit(row, pair.old), limit(row, pair.new));
    let narrows = || {
        let limit = pair.new.keywords.get(row.keyword);
        limit.is_some_and(|limit| !implies(pair.old, row.keyword, limit) && !has_few_fields(pair, row.keyword, limit))
    };
    let widens = || pair.old.keywords.get(row.keyword).is_some_and(|limit| !implies(pair.new, row.keyword, limit));
    let name = row.keyword.name();
    match (old, new) {
        (None, Some(new)) if narrows() => {
            let text = format!("`{name}` {} added: {} are rejected", shown(new), row.beyond);
            found.add(row.added, Verdicts::NARROWED, text);
        }
        (Some(old), None) if widens() => {
            found.add(row.removed, Verdicts::WIDENED, format!("`{name}` {} removed", shown(old)));
        }
        (Some(old), Some(new)) => {
            let text = format!("`{name}` changed from {} to {}", shown(old), shown(new));
            let tightness = tightness(row, old, new);
            let is_tighter = tightness.contains(&Ordering::Greater) && narrows();
            let is_looser = tightness.contains(&Ordering::Less) && widens();
            if is_tighter {
                let verdicts = if is_looser { Verdicts::NARROWED.and(Verdicts::WIDENED) } else { Verdicts::NARROWED };
                found.add(row.tightened, verdicts, text);
            } else if is_looser {
                found.add(row.relaxed, Verdicts::WIDENED, text);
            }
        }
        _ => {}
    }
}

/// Returns `true` if the old schema does not declare more fields than the new limit allows, and the server drops
/// others.
fn has_few_fields(pair: Pair<'_>, keyword: Keyword, limit: &Value) -> bool {
    let (old, new) = (pair.old, pair.new);
    let is_closed = !pair.is_root
        && old.schema_type == Some(SchemaType::Object)
        && old.extensions.preserve_unknown_fields != Some(true)
        && !old.extensions.embedded_resource
        && old.additional_properties.is_none()
        && !old.properties.is_empty();
    let count = u64::try_from(old.properties.len()).ok();
    keyword == Keyword::MaxProperties
        && is_closed
        // Defaults of the new schema add fields.
        && new.default.is_none()
        && new.properties.values().all(|property| property.default.is_none())
        && limit.as_count().zip(count).is_some_and(|(limit, count)| count <= limit)
}

/// Compares the tightness of limits for integers and for other numbers: `Greater` if the new one is tighter.
fn tightness(row: &Row, old: Limit, new: Limit) -> [Ordering; 2] {
    let in_direction = |order: Ordering| if row.is_upper { order.reverse() } else { order };
    let of_integers = old.integer.zip(new.integer).map_or(Ordering::Equal, |(old, new)| in_direction(new.cmp(&old)));
    if old.only_integers || new.only_integers {
        return [of_integers, Ordering::Equal];
    }
    let of_numbers = in_direction(new.number.partial_cmp(&old.number).unwrap_or(Ordering::Equal));
    [of_integers, of_numbers.then(new.is_excluded.cmp(&old.is_excluded))]
}

/// Returns the limit of a schema.
fn limit(row: &Row, schema: &Schema) -> Option<Limit> {
    match schema.keywords.get(row.keyword)? {
        Value::Count(count) => {
            Some(Limit { integer: None, number: *count as f64, is_excluded: false, only_integers: false })
        }
        Value::Bound(bound) => {
            let number = bound.limit.as_f64();
            let step = i128::from(bound.exclusive) * if row.is_upper { -1 } else { 1 };
            Some(Limit {
                integer: Some(i128::from(float_to_int(number)) + step),
                number,
                is_excluded: bound.exclusive,
                only_integers: schema.schema_type == Some(SchemaType::Integer),
            })
        }
        _ => None,
    }
}

fn shown(limit: Limit) -> String {
    match limit.integer {
        Some(integer) if limit.only_integers => integer.to_string(),
        _ => format!("{}{}", limit.number, if limit.is_excluded { " (exclusive)" } else { "" }),
    }
}

fn multiple_of(pair: Pair<'_>, found: &mut Found<'_>) {
    let value = |schema: &Schema| match schema.keywords.get(Keyword::MultipleOf) {
        Some(Value::Number(number)) => Some(number.as_f64()),
        _ => None,
    };
    let narrows = || {
        let limit = pair.new.keywords.get(Keyword::MultipleOf);
        limit.is_some_and(|limit| !implies(pair.old, Keyword::MultipleOf, limit))
    };
    match (value(pair.old), value(pair.new)) {
        (None, Some(new)) if narrows() => {
            let text = format!("`multipleOf` {new} added: other values are rejected");
            found.add("multiple-of-added", Verdicts::NARROWED, text);
        }
        (Some(old), None) => {
            found.add("multiple-of-removed", Verdicts::WIDENED, format!("`multipleOf` {old} removed"));
        }
        (Some(old), Some(new)) if old != new => {
            let verdicts = match (is_multiple(old, new), is_multiple(new, old)) {
                (true, _) => Verdicts::WIDENED,
                (false, true) => Verdicts::NARROWED,
                (false, false) => Verdicts::NARROWED.and(Verdicts::WIDENED),
            };
            let text = format!("`multipleOf` changed from {old} to {new}");
            found.add("multiple-of-changed", verdicts, text);
        }
        _ => {}
    }
}

/// Returns `true` if all multiples of a factor are multiples of another. API servers use only the integer part of a
/// factor for integers, and accept no integer if that is 0.
fn is_multiple(factor: f64, of: f64) -> bool {
    let whole = of.trunc();
    let is_so_for_integers = factor.trunc() == 0.0 || whole != 0.0 && factor.trunc() % whole == 0.0;
    factor % of == 0.0 && is_so_for_integers
}

fn unique_items(pair: Pair<'_>, found: &mut Found<'_>) {
    let is_unique = |schema: &Schema| schema.keywords.get(Keyword::UniqueItems).is_some();
    match (is_unique(pair.old), is_unique(pair.new)) {
        (false, true) if !duplicates::are_unique(pair.old) => {
            let text = "`uniqueItems` added: lists with duplicates are rejected";
            found.add("unique-items-added", Verdicts::NARROWED, text);
        }
        (true, false) if !duplicates::are_unique(pair.new) => {
            found.add("unique-items-removed", Verdicts::WIDENED, "`uniqueItems` removed");
        }
        _ => {}
    }
}
