//! Converts rule problems to diagnostics without duplicates.

use std::collections::{BTreeMap, BTreeSet};

use idlgen_cel::Environment;
use idlgen_schema::{
    Schema,
    cel::{RuleCheck, RuleProblem, RuleProblemKind},
    schema::{AdditionalProperties, ValidationRule},
};

use super::{
    advice::Scope,
    cost, field_path, lint, rejected,
    replaceable::replaceable,
    roots::Root,
    rule_locations::{RuleLocations, span_of},
    written::Written,
};
use crate::{
    diag::{Code, Diagnostic, Severity, explained},
    lower::origin::reaches_missing_type,
    model::Model,
    source::{FileId, Span},
};

/// A rule uses `oldSelf` for a value that cannot be matched with an old value.
pub(super) const UNCORRELATABLE: Code =
    explained!(628, "uncorrelatable-old-self", Error, "A rule uses `oldSelf` where there is no old value.");

/// `optionalOldSelf` without `oldSelf`.
pub(super) const OPTIONAL_OLD_SELF: Code =
    explained!(629, "unused-optional-old-self", Error, "A rule sets `optionalOldSelf` but does not use `oldSelf`.");

/// A rule for a value of unknown type.
pub(super) const UNKNOWN_VALUE: Code =
    explained!(630, "rule-on-unknown-value", Error, "A rule applies to a value of unknown type.");

/// A setting of a rule that API servers reject.
pub(super) const RULE_SETTING: Code =
    explained!(631, "rule-setting", Error, "A rule has a setting that API servers reject.");

/// The codes of this module.
pub(super) const CODES: &[Code] = &[UNCORRELATABLE, OPTIONAL_OLD_SELF, UNKNOWN_VALUE, RULE_SETTING];

/// The problems found so far.
pub(super) struct Findings<'a> {
    written: &'a Written<'a>,
    environment: &'a Environment,
    /// The files of requested packages.
    own_files: BTreeSet<FileId>,
    /// `true` if a CRD is generated from the type: the cost limits and the errors of other packages apply then.
    is_definition: bool,
    /// `true` if rules that a keyword of the schema can replace are reported.
    suggests_keywords: bool,
    found: BTreeMap<Key, Finding>,
}

/// Identifies equal problems.
type Key = (Code, Span, String);

struct Finding {
    diagnostic: Diagnostic,
    /// Of two problems with the same key, the one with the greater weight is reported.
    weight: u64,
    /// The locations of the problem, if they matter: the rule may be valid elsewhere.
    places: BTreeSet<String>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(model: &Model, written: &'a Written<'a>, environment: &'a Environment) -> Self {
        let requested = model.packages.iter().filter(|package| package.requested);
        let own_files = requested.flat_map(|package| package.files.iter().copied()).collect();
        Findings {
            written,
            environment,
            own_files,
            is_definition: false,
            suggests_keywords: false,
            found: BTreeMap::new(),
        }
    }

    /// Sets whether to report rules that a keyword of the schema can replace.
    pub(super) fn suggesting_keywords(self, suggests_keywords: bool) -> Self {
        Findings { suggests_keywords, ..self }
    }

    /// Enables the checks for a CRD.
    pub(super) fn of_definition(self) -> Self {
        Findings { is_definition: true, ..self }
    }

    /// Adds the problems of a type.
    pub(super) fn add(&mut self, root: &Root, tree: &Schema, check: &RuleCheck<'_>) {
        let mut expensive = Vec::new();
        for problem in &check.problems {
            match (&problem.kind, problem.rule) {
                (
                    RuleProblemKind::Contributes { .. }
                    | RuleProblemKind::TotalCost { .. }
                    | RuleProblemKind::Cost { .. },
                    _,
                ) if !root.has_limits => {}
                (RuleProblemKind::Contributes { cost }, Some(rule)) => {
                    expensive.extend(RuleLocations::of(rule, self.written).map(|places| (places.rule_span(), *cost)));
                }
                (RuleProblemKind::TotalCost { cost }, _) => {
                    // Problems of single rules come first.
                    let is_single = |problem: &RuleProblem<'_>| matches!(problem.kind, RuleProblemKind::Cost { .. });
                    let mut problems = check.problems.iter();
                    if let Some(span) = span_of(&tree.origin).filter(|_| !problems.any(is_single)) {
                        let diagnostic = cost::total(span, *cost, &expensive, root);
                        self.insert(diagnostic, String::new(), *cost, None);
                    }
                }
                (_, Some(rule)) => {
                    if let Some(places) = RuleLocations::of(rule, self.written) {
                        self.problem(root, problem, rule, &places);
                    }
                }
                _ => {}
            }
        }
        for rule in &check.rules {
            if let Some(places) =
                RuleLocations::of(rule.rule, self.written).filter(|places| self.is_own(places.rule_span()))
            {
                let suggested = self.suggests_keywords.then(|| replaceable(rule, &places)).flatten();
                let found = lint::unportable(rule, &places).into_iter().chain(lint::unguarded(rule, &places));
                let found = found.chain(suggested);
                for diagnostic in found.collect::<Vec<_>>() {
                    let message = diagnostic.message.clone();
                    self.insert(diagnostic, message, 0, None);
                }
            }
        }
        self.duplicates(tree);
    }

    pub(super) fn finish(self) -> Vec<Diagnostic> {
        let with_places = |finding: Finding| {
            let mut places = finding.places.iter();
            match (places.next(), places.len()) {
                (None, _) => finding.diagnostic,
                (Some(place), 0) => finding.diagnostic.note(format!("it applies to `{place}`")),
                (Some(place), more) => {
                    finding.diagnostic.note(format!("it applies to `{place}` and {more} other paths"))
                }
            }
        };
        self.found.into_values().map(with_places).collect()
    }

    fn is_own(&self, span: Span) -> bool {
        self.own_files.contains(&span.file)
    }

    fn duplicates(&mut self, schema: &Schema) {
        let written = self.written;
        let span = |rule: &ValidationRule| RuleLocations::of(rule, written).map(|places| places.rule_span());
        for diagnostic in lint::duplicates(&schema.extensions.validations, span) {
            if diagnostic.primary.as_ref().is_some_and(|label| self.is_own(label.span)) {
                self.insert(diagnostic, String::new(), 0, None);
            }
        }
        for property in schema.properties.values() {
            self.duplicates(property);
        }
        if let Some(items) = &schema.items {
            self.duplicates(items);
        }
        if let Some(AdditionalProperties::Schema(values)) = &schema.additional_properties {
            self.duplicates(values);
        }
    }

    fn insert(&mut self, mut diagnostic: Diagnostic, variant: String, weight: u64, place: Option<String>) {
        let Some(label) = &diagnostic.primary else { return };
        let span = label.span;
        if self.is_definition {
            if [cost::RULE_COST, cost::RULES_COST].contains(&diagnostic.code) {
                diagnostic.severity = Severity::Error;
            }
        } else if !self.is_own(span) {
            // The user cannot fix other packages.
            diagnostic.severity = diagnostic.severity.min(Severity::Warning);
        }
        let key = (diagnostic.code, span, variant);
        let rank = |severity: Severity, weight: u64| (severity, weight);
        match self.found.get_mut(&key) {
            None => {
                let places = place.into_iter().collect();
                self.found.insert(key, Finding { diagnostic, weight, places });
            }
            Some(known) => {
                known.places.extend(place);
                if rank(diagnostic.severity, weight) > rank(known.diagnostic.severity, known.weight) {
                    known.diagnostic = diagnostic;
                    known.weight = weight;
                }
            }
        }
    }

    fn problem(&mut self, root: &Root, problem: &RuleProblem<'_>, rule: &ValidationRule, places: &RuleLocations<'_>) {
        let at = || Some(cost::location(&root.name, &problem.place));
        match &problem.kind {
            // Some part of the value's type is missing, so the error may be a consequence of that.
            RuleProblemKind::Refused { .. }
            | RuleProblemKind::FieldPath(_)
            | RuleProblemKind::NoType
            | RuleProblemKind::NoPartType
                if reaches_missing_type(problem.node) => {}
            RuleProblemKind::Refused { error, declared } => {
                let scope = Scope { declared, environment: self.environment };
                for diagnostic in rejected::diagnostics(error, rule, places, scope) {
                    let message = diagnostic.message.clone();
                    self.insert(diagnostic, message, 0, None);
                }
            }
            RuleProblemKind::Cost { message_expression, cost, bounds } => {
                let (what, span) = if *message_expression {
                    ("messageExpression", places.message_expression(rule).span())
                } else {
                    ("rule", places.rule_span())
                };
                let diagnostic = cost::expression(span, what, *cost, bounds, root);
                self.insert(diagnostic, String::new(), *cost, at());
            }
            RuleProblemKind::Uncorrelatable { within_place, .. } => {
                let list = cost::location(&root.name, within_place);
                let expression = places.rule(rule);
                let span = expression.name(Some(0), "oldSelf").unwrap_or_else(|| places.rule_span());
                let diagnostic = Diagnostic::new(
                    UNCORRELATABLE,
                    format!("`oldSelf` is not available inside `{list}`: its items have no old value"),
                )
                .at(span)
                .note("list items correlate across an update only if they have keys")
                .help("add `+listType=map` and `+listMapKey`, or move the rule to the list itself");
                self.insert(diagnostic, String::new(), 0, at());
            }
            RuleProblemKind::FieldPath(error) => {
                let diagnostic = field_path::diagnostic(error, rule, problem.node, places.field_path_span());
                self.insert(diagnostic, String::new(), 0, None);
            }
            RuleProblemKind::OptionalOldSelf => {
                let diagnostic =
                    Diagnostic::new(OPTIONAL_OLD_SELF, "`optionalOldSelf` is set, but the rule does not use `oldSelf`")
                        .at(places.tag_span())
                        .note("API servers reject it even with the value `false`")
                        .help("remove it");
                self.insert(diagnostic, String::new(), 0, None);
            }
            RuleProblemKind::NoType | RuleProblemKind::NoPartType => {
                let diagnostic = Diagnostic::new(UNKNOWN_VALUE, "rules cannot access this value: its type is unknown")
                    .at(places.tag_span())
                    .help("move the rule to a value with a type, or give this value a type");
                self.insert(diagnostic, String::new(), 0, at());
            }
            other => {
                let diagnostic = Diagnostic::new(RULE_SETTING, format!("API servers reject this rule: {other}"))
                    .at(places.tag_span());
                let message = diagnostic.message.clone();
                self.insert(diagnostic, message, 0, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::cel::{
        RuleOptions,
        testing::{META, found, noted},
    };

    #[test]
    fn a_rule_reached_in_several_ways_is_reported_once_with_where_it_fails() {
        let text = format!(
            r#"type Widget struct {{
	TypeMeta `json:",inline"`
	ObjectMeta `json:"metadata"`
	Main Part `json:"main"`
	// +maxItems=3
	Parts []Part `json:"parts"`
	ByName map[string]Part `json:"byName"`
}}
// +validationRule="self.name == oldSelf.name"
// +validationRule="self.name.contains('x')"
// +validationRule="self.nam == 'a'"
type Part struct {{
	// +maxLength=10000
	Name string `json:"name"`
}}
{META}"#
        );
        assert_eq!(
            noted(&text),
            [
                "10:21: rule-cost: the rule can cost 96.9 times what API servers allow",
                "  `Widget.byName` has no `+maxProperties`; 2048 is enough",
                "  it applies to `Widget.byName[*]`",
                "10:34: uncorrelatable-old-self: `oldSelf` is not available inside `Widget.parts`: its items have no \
                 old value",
                "  list items correlate across an update only if they have keys",
                "  it applies to `Widget.parts[*]`",
                "  help: add `+listType=map` and `+listMapKey`, or move the rule to the list itself",
                "11:21: rule-cost: the rule can cost 96.8 times what API servers allow",
                "  `Widget.byName` has no `+maxProperties`; 2048 is enough",
                "  it applies to `Widget.byName[*]`",
                "12:25: rule-unknown-field: the rule does not compile: undefined field 'nam'",
                "  fix: use `name`",
            ]
        );
    }

    #[test]
    fn nothing_more_is_said_of_a_value_whose_type_was_not_found() {
        let text = r#"package v1
import "example.com/absent"
// +validationRule="self.base > 1"
type T struct {
	absent.Base `json:",inline"`
	// +validationRule="self.x > 1",fieldPath=".x"
	A absent.A `json:"a"`
	// +validationRule="self.all(a, a.x > 1)"
	List []absent.A `json:"list"`
	// +validationRule="self.x > 1"
	Other Other `json:"other"`
	Keys map[absent.Key]string `json:"keys"`
}
type Other struct {
	B string `json:"b"`
}
"#;
        let options = RuleOptions::default();
        let (read, diagnostics) = found(&[("example.com/api/v1/types.go", text)], &[], &options);
        let rendered = read.render(&diagnostics);
        assert!(rendered.starts_with("types.go:10:26: error[IDL0621]"), "{rendered}");
        assert_eq!(rendered.lines().count(), 1, "{rendered}");
    }

    #[test]
    fn rules_of_other_packages_are_warnings() {
        let (read, diagnostics) = found(
            &[(
                "example.com/api/v1/types.go",
                "package v1\nimport \"example.com/dep\"\ntype T struct {\n\tD dep.D `json:\"d\"`\n}\n",
            )],
            &[(
                "example.com/dep/d.go",
                "package dep\n// +validationRule=\"self.b\"\ntype D struct {\n\tA string `json:\"a,omitempty\"`\n}\n",
            )],
            &RuleOptions::default(),
        );
        let rendered = read.render(&diagnostics);
        assert!(rendered.starts_with("d.go:2:25: warning[IDL0621]"), "{rendered}");
        assert_eq!(rendered.lines().count(), 1, "{rendered}");
    }
}
