//! Fractional limits of integers, if the tool that defines the tag rejects them.

use idlgen_schema::{
    keyword::{Bound, Keyword, Value},
    schema::Number,
};

use super::{
    Lint,
    declaration::{TaggedDeclaration, value_span},
};
use crate::{
    diag::{Code, Diagnostic, explained},
    model::JsonType,
    tags::{Constraint, Dialect, TagKind},
};

const FRACTIONAL_LIMIT: Code = explained!(540, "fractional-limit", Error, "The limit of an integer has a fraction.");

pub(super) const LINT: Lint = Lint { codes: &[FRACTIONAL_LIMIT], judges_overrides: true, check };

/// Reports fractional limits of integers. Plain tags and those of kube-openapi accept any number, so they are skipped.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(JsonType::Integer(_)) = declaration.json_type() else { return };
    let is_excluded = |keyword| {
        let flag = TagKind::Constraint(Constraint::flag(keyword, true));
        declaration.meanings().any(|(_, meaning)| *meaning == flag)
    };
    for (tag, meaning) in declaration.meanings() {
        if !matches!(tag.dialect, Dialect::Kubebuilder | Dialect::Declarative) {
            continue;
        }
        let TagKind::Constraint(Constraint::Limit(keyword, value)) = meaning else { continue };
        let whole: Option<fn(f64) -> f64> = match keyword {
            // A value above 1.5 is above 1; a value of 1.5 or more is 2 or more.
            Keyword::Minimum => Some(if is_excluded(*keyword) { f64::floor } else { f64::ceil }),
            Keyword::Maximum => Some(if is_excluded(*keyword) { f64::ceil } else { f64::floor }),
            _ => None,
        };
        let (Value::Bound(Bound { limit: Number::Float(limit), .. }) | Value::Number(Number::Float(limit))) = value
        else {
            continue;
        };
        if limit.fract() == 0.0 {
            continue;
        }
        let message = format!("{} is an integer, but its limit {limit} has a fraction", declaration.describe());
        let span = value_span(tag);
        let diagnostic = Diagnostic::new(FRACTIONAL_LIMIT, message)
            .at(span)
            .note("the tool that reads this tag requires an integer here");
        diagnostics.push(match whole.map(|whole| whole(*limit)) {
            // A number with a fraction is below 2^52, so the integer is exact. `-0` is written as `0`.
            Some(whole) => diagnostic.fix(format!("write `{}`", whole + 0.0), span, (whole + 0.0).to_string()),
            None => diagnostic,
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::check_file;

    #[test]
    fn limits_of_integers() {
        for (tags, ty, fixed) in [
            (&["kubebuilder:validation:Minimum=1.5"][..], "int32", Some(Some("2"))),
            (&["kubebuilder:validation:Maximum=1.5"], "int32", Some(Some("1"))),
            (&["kubebuilder:validation:Minimum=-0.5"], "int32", Some(Some("0"))),
            (
                &["kubebuilder:validation:Minimum=1.5", "kubebuilder:validation:ExclusiveMinimum=true"],
                "*int32",
                Some(Some("1")),
            ),
            (&["kubebuilder:validation:MultipleOf=1.5"], "int32", Some(None)),
            (&["kubebuilder:validation:Minimum=1.5"], "float64", None),
            (&["kubebuilder:validation:Minimum=2.0"], "int32", None),
            (&["minimum=1.5"], "int32", None),
        ] {
            let lines = tags.iter().fold(String::new(), |lines, tag| lines + "\t// +" + tag + "\n");
            let text = format!("package v1\ntype S struct {{\n{lines}\tA {ty} `json:\"a\"`\n}}\n");
            let (_, diagnostics) = check_file(&text);
            let edits: Vec<Option<&str>> =
                diagnostics.iter().map(|one| one.fix.as_ref().map(|fix| fix.edits[0].replacement.as_str())).collect();
            assert_eq!(edits.first().copied(), fixed, "{tags:?} {diagnostics:?}");
            assert!(edits.len() <= 1, "{tags:?}");
        }
    }
}
