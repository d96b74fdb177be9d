//! Valid rules that may not have the effect that their author expects.

use std::collections::{BTreeMap, BTreeSet};

use idlgen_cel::{Exception, escape};
use idlgen_schema::{
    Schema,
    cel::RuleCost,
    schema::{AdditionalProperties, ValidationRule},
};

use super::rule_locations::RuleLocations;
use crate::{
    diag::{Code, Diagnostic, explained, listed},
    source::Span,
};

/// A function that no API server has.
pub(super) const UNPORTABLE_FUNCTION: Code =
    explained!(632, "unportable-function", Warning, "A rule uses a function that no API server implements.");

/// An optional field that is read without a test.
pub const UNGUARDED_FIELD: Code =
    explained!(633, "unguarded-field", Warning, "A rule reads an optional field without testing it with `has()`.");

pub(super) const DUPLICATE_RULE: Code = explained!(634, "duplicate-rule", Warning, "A value has the same rule twice.");

/// The codes of this module.
pub(super) const CODES: &[Code] = &[UNPORTABLE_FUNCTION, UNGUARDED_FIELD, DUPLICATE_RULE];

/// The prefix of object type names.
const SELF_TYPE: &str = "selfType";

/// Reports calls of functions that no API server has.
pub(super) fn unportable(cost: &RuleCost<'_>, places: &RuleLocations<'_>) -> Vec<Diagnostic> {
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
            let message = format!("no API server implements `{function}`: a CRD with this rule is rejected");
            found.push(
                Diagnostic::new(UNPORTABLE_FUNCTION, message)
                    .at(span.unwrap_or_else(|| expression.token(Some(position))))
                    .note("KEP-4153 proposed it; only idlgen implements it"),
            );
        }
    }
    found
}

/// Reports optional fields that are read without a test.
pub(super) fn unguarded(cost: &RuleCost<'_>, places: &RuleLocations<'_>) -> Vec<Diagnostic> {
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
        // A selection that is not a path of names, such as a list element, is shown by its last field.
        let what = selection.text.clone().unwrap_or_else(|| format!("….{}", selection.field));
        let span = expression.token(Some(selection.position));
        // Report each field once.
        if found.iter().any(|one| one.message.contains(&format!("`{what}`"))) {
            continue;
        }
        found.push(
            Diagnostic::new(
                UNGUARDED_FIELD,
                format!("the rule reads `{what}`, which may be absent, without testing it"),
            )
            .at(span)
            .note(rejection(name, &selection.exceptions))
            .help(format!("test it first, `!has({what}) || …`, or make the field required, or add a default")),
        );
    }
    found
}

/// Describes the result for an object without the property `name`.
fn rejection(name: &str, exceptions: &BTreeSet<Exception>) -> String {
    let exceptions: Vec<String> = exceptions.iter().map(ToString::to_string).collect();
    let rejected = format!("an object without it is rejected with `no such key: {name}`");
    if exceptions.is_empty() { rejected } else { format!("{rejected}, unless {}", listed(&exceptions, "or")) }
}

/// Returns the schema of the object type at a path such as `.a.@idx.b`.
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

/// Returns the property with this escaped name.
pub(super) fn property<'s>(schema: &'s Schema, escaped: &str) -> Option<(&'s str, &'s Schema)> {
    // Only names with double underscores are escaped.
    if !escaped.contains("__") {
        return schema.properties.get_key_value(escaped).map(|(name, property)| (name.as_str(), property));
    }
    let mut properties = schema.properties.iter();
    let found = properties.find(|(name, _)| name.as_str() == escaped || escape(name).as_deref() == Some(escaped))?;
    Some((found.0, found.1))
}

/// Reports rules with the same expression for a value. Server-side apply uses the expression as the key of a rule.
pub(super) fn duplicates(rules: &[ValidationRule], span: impl Fn(&ValidationRule) -> Option<Span>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut met: BTreeMap<&str, &ValidationRule> = BTreeMap::new();
    for rule in rules {
        let first = *met.entry(&rule.rule).or_insert(rule);
        if std::ptr::eq(first, rule) {
            continue;
        }
        if let (Some(here), Some(there)) = (span(rule), span(first)) {
            found.push(
                Diagnostic::new(DUPLICATE_RULE, "duplicate rule").at(here).and(there, "first here").note(
                    "server-side apply identifies the rules of a value by their expressions and rejects such a CRD",
                ),
            );
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::check::cel::{
        RuleOptions,
        testing::{noted, report, report_with},
    };

    #[test]
    fn x4_formats_that_never_shipped() {
        let metadata = |rules: &str| {
            format!(
                "type T struct {{\n{rules}\n\tMeta Meta `json:\"meta\"`\n}}\ntype Meta struct {{\n\
                 \t// +maxLength=253\n\tName string `json:\"name,omitempty\"`\n}}\n"
            )
        };
        let wrong = metadata(
            "\t// +validationRule=\"!has(self.name) || self.name.isFormat('dns1123subdomain')\",field=\"name\"",
        );
        assert_eq!(
            noted(&wrong),
            [
                "3:51: rule-unknown-name: the rule does not compile: undeclared reference to 'isFormat' (in container \
                 '')",
                "  KEP-4153 proposed `isFormat`, but no API server implements it",
                "  help: use `!format.dns1123Subdomain().validate(self.name).hasValue()` (Kubernetes 1.31)",
                "  help: pass `--kep-4153-functions` if only idlgen executes the rule",
            ]
        );
        let allowed = RuleOptions { kep_4153_functions: true, ..RuleOptions::default() };
        assert_eq!(
            report_with(&wrong, &allowed, false),
            ["3:51: unportable-function: no API server implements `isFormat`: a CRD with this rule is rejected"]
        );
        let corrected = metadata(
            "\t// +validationRule=\"!has(self.name) || \
             !format.dns1123Subdomain().validate(self.name).hasValue()\",field=\"name\"",
        );
        assert_eq!(report(&corrected), [""; 0]);
        assert_eq!(
            report(&metadata("\t// +nameFormat='dns1123subdomain'").replace(
                "string `json:\"name",
                "string `json:\"generateName,omitempty\"`\n\t// +maxLength=253\n\tN string `json:\"name"
            )),
            [""; 0]
        );
    }

    #[test]
    fn x6_fields_that_may_be_absent() {
        let strategy = |rule: &str, kind: &str| {
            format!(
                "// +validationRule=\"{rule}\",message=\"m\",reason=Forbidden,field=rollingUpdate\n\
                 type Strategy struct {{\n\t{kind}\n\tRollingUpdate *string `json:\"rollingUpdate,omitempty\"`\n}}\n"
            )
        };
        let optional = "Type string `json:\"type,omitempty\"`";
        let rule = "self.type != 'Recreate' || !has(self.rollingUpdate)";
        assert_eq!(
            noted(&strategy(rule, optional)),
            [
                "2:25: unguarded-field: the rule reads `self.type`, which may be absent, without testing it",
                "  an object without it is rejected with `no such key: type`, unless the other side of `||` is true",
                "  help: test it first, `!has(self.type) || …`, or make the field required, or add a default",
            ]
        );
        assert_eq!(report(&strategy(&format!("!has(self.type) || {rule}"), optional)), [""; 0]);
        assert_eq!(report(&strategy(rule, "Type string `json:\"type\"`")), [""; 0]);
        assert_eq!(
            report(&strategy(rule, "// +default=\"Recreate\"\n\tType string `json:\"type,omitempty\"`")),
            [""; 0]
        );
    }
}
