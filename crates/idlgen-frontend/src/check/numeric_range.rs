//! Limits out of the range of the Go type.

use idlgen_schema::{keyword::Bound, schema::Number};

use super::{
    Lint,
    declaration::{TaggedDeclaration, value_span},
};
use crate::{
    diag::{Code, Diagnostic, explained},
    model::JsonType,
    resolve::integer_range,
    tags::TagKind,
};

/// A limit out of the range of the Go type.
const NUMERIC_RANGE: Code =
    explained!(518, "limit-outside-type", Error, "A limit is outside the range of the Go type.");

pub(super) const LINT: Lint = Lint { codes: &[NUMERIC_RANGE], judges_overrides: true, check };

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(JsonType::Integer(builtin)) = declaration.json_type() else { return };
    let Some((least, greatest)) = integer_range(*builtin) else { return };
    for (tag, meaning) in declaration.meanings() {
        let TagKind::Constraint(constraint) = meaning else { continue };
        let Some((_, Bound { limit, .. })) = constraint.as_bound() else { continue };
        let is_inside = match limit {
            Number::Int(limit) => (least..=greatest).contains(&i128::from(limit)),
            Number::Float(limit) => (least as f64..=greatest as f64).contains(&limit),
        };
        if !is_inside {
            let message = format!("no value of `{}` reaches {limit}", builtin.name());
            diagnostics.push(
                Diagnostic::new(NUMERIC_RANGE, message)
                    .at(value_span(tag))
                    .note(format!("the range of `{}` is {least} to {greatest}", builtin.name())),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    #[test]
    fn limits_outside_the_type() {
        for (tag, ty, expected) in [
            ("minimum=-1", "uint32", "no value of `uint32` reaches -1"),
            ("maximum=2147483648", "int32", "no value of `int32` reaches 2147483648"),
            ("maximum=2147483647", "int32", ""),
            ("exclusiveMaximum=256", "uint8", "no value of `uint8` reaches 256"),
            ("maximum=9223372036854775807", "int64", ""),
            ("maximum=2147483648", "float64", ""),
            ("minimum=0.5", "int32", ""),
            ("minimum=1e300", "Size", "no value of `int64` reaches 1e+300"),
        ] {
            let text =
                format!("package v1\ntype Size int64\ntype S struct {{\n\t// +{tag}\n\tA {ty} `json:\"a\"`\n}}\n");
            let column = 7 + tag.find('=').expect("a value");
            let expected = if expected.is_empty() {
                String::new()
            } else {
                format!("types.go:4:{column}: error[IDL0518]: {expected}\n")
            };
            assert_eq!(report(&text), expected, "{tag} {ty}");
        }
    }
}
