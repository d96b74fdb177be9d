//! Rules that are accepted, and all the same not what their author may think.

use idlgen_cel::escape;
use idlgen_validate::{
    Schema,
    cel::RuleCost,
    schema::{AdditionalProperties, ValidationRule},
};

use super::place::Places;
use crate::{
    diag::{Diagnostic, codes::rules as codes},
    source::Span,
};

/// What the types of objects are called after.
const SELF_TYPE: &str = "selfType";

/// Calls of functions that no API server has.
pub(super) fn unportable(cost: &RuleCost<'_>, places: &Places<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let message = cost.compiled.message_expression.as_ref().and_then(|compiled| compiled.as_ref().ok());
    let expressions = [
        Some((&cost.compiled.rule, places.rule(cost.rule))),
        message.map(|message| (&message.expression, places.message_expression(cost.rule))),
    ];
    for (compiled, expression) in expressions.into_iter().flatten() {
        for (position, function) in compiled.proposed_calls() {
            let short = function.rsplit('.').next().unwrap_or(&function);
            let span = expression.name(Some(position), short);
            let message =
                format!("no API server has `{function}`: a custom resource definition with this rule is refused");
            found.push(
                Diagnostic::new(codes::UNPORTABLE_FUNCTION, message)
                    .at(span.unwrap_or_else(|| expression.token(Some(position))))
                    .note("KEP-4153 proposed it; only idlgen executes it"),
            );
        }
    }
    found
}

/// Fields that may be absent and are read without asking.
pub(super) fn unguarded(cost: &RuleCost<'_>, places: &Places<'_>) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let expression = places.rule(cost.rule);
    for selection in cost.compiled.rule.unguarded() {
        let Some(schema) = selection.object.strip_prefix(SELF_TYPE).and_then(|path| at(cost.node, path)) else {
            continue;
        };
        let Some((name, property)) = property(schema, &selection.field) else { continue };
        if schema.required.iter().any(|required| required == name) || property.default.is_some() {
            continue;
        }
        let what = selection.text.as_deref().unwrap_or(name);
        let span = expression.token(Some(selection.position));
        // Reading it once is enough to say it.
        if found.iter().any(|one| one.message.contains(&format!("`{what}`"))) {
            continue;
        }
        found.push(
            Diagnostic::new(
                codes::UNGUARDED_FIELD,
                format!("`{what}` may be absent, and the rule reads it without asking"),
            )
            .at(span)
            .note(format!("an object without it is refused with `no such key: {name}`"))
            .note(format!("ask first: `!has({what}) || …`; or make the field required, or give it a default")),
        );
    }
    found
}

/// The schema of the object type at a path such as `.a.@idx.b`.
fn at<'s>(schema: &'s Schema, path: &str) -> Option<&'s Schema> {
    let mut current = schema;
    for step in path.split('.').filter(|step| !step.is_empty()) {
        current = match (step, &current.additional_properties) {
            ("@idx", _) => current.items.as_deref()?,
            ("@elem", Some(AdditionalProperties::Schema(values))) => values,
            (step, _) => property(current, step)?.1,
        };
    }
    Some(current)
}

/// The property that rules call so.
fn property<'s>(schema: &'s Schema, escaped: &str) -> Option<(&'s str, &'s Schema)> {
    let mut properties = schema.properties.iter();
    let found = properties.find(|(name, _)| name.as_str() == escaped || escape(name).as_deref() == Some(escaped))?;
    Some((found.0, found.1))
}

/// Rules with the same expression on one value. Server-side apply takes the expression as the key of a rule.
pub(super) fn duplicates(rules: &[ValidationRule], span: impl Fn(&ValidationRule) -> Option<Span>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (index, rule) in rules.iter().enumerate() {
        let Some(first) = rules.iter().take(index).find(|first| first.rule == rule.rule) else { continue };
        if let (Some(here), Some(there)) = (span(rule), span(first)) {
            found.push(
                Diagnostic::new(codes::DUPLICATE_RULE, "the same rule stands here twice")
                    .at(here)
                    .and(there, "first here")
                    .note("server-side apply tells the rules of a value apart by their expressions and refuses such a definition"),
            );
        }
    }
    found
}
