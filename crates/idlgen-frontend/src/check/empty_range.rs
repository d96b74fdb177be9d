//! Contradictory limits: `+minimum=5` with `+maximum=3`.

use idlgen_schema::{keyword::Keyword, schema::Number};

use super::{
    Lint,
    declaration::{Layer, TaggedDeclaration},
    number::{compare, of_count},
};
use crate::{
    diag::Diagnostic,
    model::JsonType,
    tags::{Constraint, Tag, TagKind, marker_codes::EMPTY_RANGE},
};

pub(super) const LINT: Lint = Lint { codes: &[EMPTY_RANGE], judges_overrides: false, check };

/// A limit, and the tag that sets it.
#[derive(Clone, Copy, Debug)]
struct Limit<'a> {
    value: Number,
    is_exclusive: bool,
    tag: &'a Tag,
    is_own: bool,
}

/// Compares the strictest limits of the declaration and of its named types. One of the two must be written here.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let layers = declaration.layers();
    if !layers.iter().any(|layer| layer.tags.iter().any(|tag| matches!(tag.meaning, TagKind::Constraint(_)))) {
        return;
    }
    let is_integer = matches!(declaration.json_type(), Some(JsonType::Integer(_)));
    for pair in PAIRS {
        let limits = |read: fn(Layer<'_>) -> Vec<Limit<'_>>, is_tighter: fn(&Limit<'_>, &Limit<'_>) -> bool| {
            let all = layers.iter().flat_map(|layer| read(*layer));
            all.fold(None, |best: Option<Limit<'_>>, limit| match best {
                Some(best) if !is_tighter(&limit, &best) => Some(best),
                _ => Some(limit),
            })
        };
        let least = limits(pair.least, |new, best| {
            compare(new.value, best.value).then(new.is_exclusive.cmp(&best.is_exclusive)).is_gt()
        });
        let greatest = limits(pair.greatest, |new, best| {
            compare(best.value, new.value).then(new.is_exclusive.cmp(&best.is_exclusive)).is_gt()
        });
        let (Some(least), Some(greatest)) = (least, greatest) else { continue };
        if !is_empty(&least, &greatest, is_integer) || !(least.is_own || greatest.is_own) {
            continue;
        }
        let (here, there) = if greatest.is_own { (greatest, least) } else { (least, greatest) };
        let message = format!("no {} satisfies both `{}` and `{}`", pair.value, least.tag.text, greatest.tag.text);
        let where_there = if there.is_own { "the other limit" } else { "the other limit, on the type" };
        diagnostics.push(Diagnostic::new(EMPTY_RANGE, message).at(here.tag.span).and(there.tag.span, where_there));
    }
}

/// Returns `true` if no value is between two limits.
fn is_empty(least: &Limit<'_>, greatest: &Limit<'_>, is_integer: bool) -> bool {
    let (mut from, mut to) = (least.value, greatest.value);
    let (mut from_exclusive, mut to_exclusive) = (least.is_exclusive, greatest.is_exclusive);
    if is_integer && let (Number::Int(first), Number::Int(last)) = (from, to) {
        from = Number::Int(first.saturating_add(i64::from(from_exclusive)));
        to = Number::Int(last.saturating_sub(i64::from(to_exclusive)));
        (from_exclusive, to_exclusive) = (false, false);
    }
    let order = compare(from, to);
    order.is_gt() || (order.is_eq() && (from_exclusive || to_exclusive))
}

/// Two opposite limits.
struct Pair {
    value: &'static str,
    least: fn(Layer<'_>) -> Vec<Limit<'_>>,
    greatest: fn(Layer<'_>) -> Vec<Limit<'_>>,
}

const PAIRS: [Pair; 4] = [
    Pair {
        value: "number",
        least: |layer| bounds(layer, Keyword::Minimum),
        greatest: |layer| bounds(layer, Keyword::Maximum),
    },
    Pair {
        value: "length",
        least: |layer| counts(layer, Keyword::MinLength),
        greatest: |layer| counts(layer, Keyword::MaxLength),
    },
    Pair {
        value: "number of items",
        least: |layer| counts(layer, Keyword::MinItems),
        greatest: |layer| counts(layer, Keyword::MaxItems),
    },
    Pair {
        value: "number of properties",
        least: |layer| counts(layer, Keyword::MinProperties),
        greatest: |layer| counts(layer, Keyword::MaxProperties),
    },
];

fn constraints(layer: Layer<'_>) -> impl Iterator<Item = (&Tag, &Constraint)> {
    layer.tags.iter().filter_map(|tag| match &tag.meaning {
        TagKind::Constraint(constraint) => Some((tag, constraint)),
        _ => None,
    })
}

fn counts(layer: Layer<'_>, wanted: Keyword) -> Vec<Limit<'_>> {
    let limits = constraints(layer).filter_map(|(tag, constraint)| {
        let Constraint::Limit(keyword, limit) = constraint else { return None };
        let value = of_count(limit.as_count().filter(|_| *keyword == wanted)?);
        Some(Limit { value, is_exclusive: false, tag, is_own: layer.is_own() })
    });
    limits.collect()
}

fn bounds(layer: Layer<'_>, wanted: Keyword) -> Vec<Limit<'_>> {
    let is_excluded = constraints(layer).any(|(_, other)| *other == Constraint::flag(wanted, true));
    let limits = constraints(layer).filter_map(|(tag, constraint)| {
        let (_, bound) = constraint.as_bound().filter(|(keyword, _)| *keyword == wanted)?;
        let is_exclusive = bound.exclusive || is_excluded;
        Some(Limit { value: bound.limit, is_exclusive, tag, is_own: layer.is_own() })
    });
    limits.collect()
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    fn field(tags: &[&str], ty: &str) -> String {
        let lines = tags.iter().fold(String::new(), |lines, tag| lines + "\t// +" + tag + "\n");
        format!("package v1\ntype S struct {{\n{lines}\tA {ty} `json:\"a\"`\n}}\n")
    }

    #[test]
    fn every_pair() {
        for (tags, ty, expected) in [
            (["minimum=5", "maximum=3"], "int", "no number satisfies both `+minimum=5` and `+maximum=3`"),
            (["minimum=3", "maximum=3"], "int", ""),
            (["minimum=0.5", "maximum=0.25"], "float64", "no number satisfies both `+minimum=0.5` and `+maximum=0.25`"),
            (["minLength=5", "maxLength=3"], "string", "no length satisfies both `+minLength=5` and `+maxLength=3`"),
            (
                ["minItems=5", "maxItems=3"],
                "[]int",
                "no number of items satisfies both `+minItems=5` and `+maxItems=3`",
            ),
            (
                ["minProperties=5", "maxProperties=3"],
                "map[string]int",
                "no number of properties satisfies both `+minProperties=5` and `+maxProperties=3`",
            ),
            (
                ["exclusiveMinimum=3", "maximum=3"],
                "float64",
                "no number satisfies both `+exclusiveMinimum=3` and `+maximum=3`",
            ),
            (
                ["exclusiveMinimum=3", "exclusiveMaximum=4"],
                "int",
                "no number satisfies both `+exclusiveMinimum=3` and `+exclusiveMaximum=4`",
            ),
            (["exclusiveMinimum=3", "exclusiveMaximum=4"], "float64", ""),
        ] {
            let expected =
                if expected.is_empty() { String::new() } else { format!("types.go:4:5: error[IDL0505]: {expected}\n") };
            assert_eq!(report(&field(&tags, ty)), expected, "{tags:?} {ty}");
        }
        let flagged = field(&["minimum=3", "maximum=3", "exclusiveMaximum"], "float64");
        assert_eq!(
            report(&flagged),
            "types.go:4:5: error[IDL0505]: no number satisfies both `+minimum=3` and `+maximum=3`\n"
        );
    }

    #[test]
    fn across_field_alias_and_type() {
        let text = r#"package v1
// +minLength=10
type Long string

// +maxLength=5
type Short = Long

type S struct {
	// +maxLength=8
	A Long `json:"a"`
	// +maxLength=20
	B Long `json:"b"`
	// +minLength=1
	C Short `json:"c"`
}
"#;
        assert_eq!(
            report(text),
            "types.go:5:4: error[IDL0505]: no length satisfies both `+minLength=10` and `+maxLength=5`\n\
             types.go:9:5: error[IDL0505]: no length satisfies both `+minLength=10` and `+maxLength=8`\n"
        );
    }
}
