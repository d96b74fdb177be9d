//! The findings of a case: messages in the log of openapi-gen and of the Go compiler, diagnostics in idlgen. A table
//! maps messages to diagnostics.

use idlgen::diag::{Diagnostic, Severity};

use super::super::super::case::Outcome;

/// The names of diagnostics, sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    pub(super) errors: Vec<String>,
    pub(super) warnings: Vec<String>,
    /// Errors without a location.
    homeless: Vec<String>,
}

/// Parts of messages, and the corresponding diagnostic. The first match applies.
const SAME: &[(&str, &str)] = &[
    ("expected '}', found 'func'", "syntax-error"),
    ("no required module provides package", "no-such-package"),
    ("not sure how to enforce default for TypeParam", "unsupported-type"),
    ("not sure how to enforce default for", "unsupported-type"),
    ("please add type", "unsupported-type"),
    ("cannot generate spec for type", "unsupported-type"),
    ("map with non-string keys", "map-key"),
    ("Element kind Interface is not supported", "untyped-element"),
    ("missing type constraint", "generic-type"),
    ("invalid default value", "bad-default"),
    ("failed to unmarshal default", "malformed-value"),
    ("multiple values are not allowed for tag", "conflicting-tag"),
    ("cannot be both optional and required", "required-and-optional"),
    ("Tags in comment and struct should match", "patch-tags"),
    ("not allowed for", "wrong-value"),
    ("; only allowed on type", "tag-on-wrong-kind"),
    ("invalid extension value", "wrong-value"),
    ("missing ',' in composite literal", "invalid-escape"),
    ("unknown escape", "invalid-escape"),
    ("duplicate key \"x-kubernetes-", "conflicting-tag"),
    ("duplicate key", "duplicate-json-name"),
    ("undefined: spec", "no-properties"),
    ("undefined: default", "default-reference"),
    ("cannot call pointer method", "method-result"),
    ("has v3 one of types but not v2 type or format", "method-result"),
    ("union members must be optional", "union-member"),
    ("at least two discriminators found", "union-member"),
    ("union struct can't have unionDeprecated members", "union-member"),
    ("union structures can't have embedded fields", "union-member"),
    ("json: cannot unmarshal object into Go struct field commentTags.cel", "marker-index"),
    ("invalid value for key", "malformed-marker"),
    ("json: cannot unmarshal", "malformed-value"),
    ("as JSON", "malformed-value"),
    ("non-consecutive index", "marker-index"),
    ("subscript", "marker-index"),
    ("expected integer index", "marker-index"),
    ("does not match expected `+key=", "malformed-marker"),
    ("cannot have empty key", "malformed-marker"),
    ("cannot have multiple values for key", "repeated-marker"),
    ("must be consecutive with its assignment", "malformed-marker"),
    ("message or messageExpression must be set", "marker-rule-message"),
    ("cannot be set at the same time", "marker-rule-message"),
    ("rule cannot be empty", "empty-rule"),
    ("empty CEL tag is not allowed", "empty-rule"),
    ("can only be used on", "tag-on-wrong-kind"),
    ("property used in comment tag", "unknown-property"),
    ("is greater than", "empty-range"),
    ("cannot be negative", "malformed-value"),
    ("multipleOf cannot be 0", "malformed-value"),
    ("invalid pattern", "bad-pattern"),
];

/// Diagnostics that openapi-gen does not distinguish.
const FINER: &[(&str, &str)] = &[("standard-type", "unsupported-type")];

/// Messages that only report that there are errors.
const SILENT: &[&str] = &["Error when generating: ", "error(s) in \"", "expected ';'", "to add it:", "\tgo get "];

impl Findings {
    /// Returns the findings in idlgen's diagnostics.
    pub(super) fn of(diagnostics: &[Diagnostic]) -> Self {
        let mut findings = Findings::default();
        for diagnostic in diagnostics {
            let slug = diagnostic.code.info().slug;
            let slug = FINER.iter().find(|(finer, _)| *finer == slug).map_or(slug, |(_, slug)| slug).to_owned();
            match diagnostic.severity {
                Severity::Error => {
                    if diagnostic.primary.is_none() {
                        findings.homeless.push(slug.clone());
                    }
                    findings.errors.push(slug);
                }
                Severity::Warning => findings.warnings.push(slug),
                Severity::Info | Severity::Off => {}
            }
        }
        findings.sorted()
    }

    /// Returns the findings in the lines of a log or of compiler output. A line without a corresponding diagnostic is
    /// its own finding.
    pub(super) fn of_log(lines: &[String], are_errors: bool) -> Self {
        let mut findings = Findings::default();
        for line in lines {
            let said = match SAME.iter().find(|(part, _)| line.contains(part)) {
                Some((_, slug)) => slug,
                None if SILENT.iter().any(|part| line.contains(part)) => continue,
                None => line.as_str(),
            };
            let list = if are_errors { &mut findings.errors } else { &mut findings.warnings };
            list.push(said.to_owned());
        }
        findings.sorted()
    }

    fn sorted(mut self) -> Self {
        self.errors.sort();
        self.errors.dedup();
        self.warnings.sort();
        self
    }

    /// Compares findings: the errors must be the expected ones, each with a location, and every expected warning must
    /// be present. Additional warnings are allowed.
    pub(super) fn compare(&self, actual: &Findings) -> Outcome {
        if self.errors != actual.errors {
            return Outcome::Failed {
                expected: format!("errors {:?}", self.errors),
                got: format!("errors {:?}", actual.errors),
            };
        }
        if !actual.homeless.is_empty() {
            return Outcome::Failed { expected: "a place".to_owned(), got: format!("{:?}", actual.homeless) };
        }
        let mut left = actual.warnings.clone();
        for warning in &self.warnings {
            match left.iter().position(|other| other == warning) {
                Some(place) => {
                    left.remove(place);
                }
                None => {
                    return Outcome::Failed {
                        expected: format!("warnings {:?}", self.warnings),
                        got: format!("warnings {:?}", actual.warnings),
                    };
                }
            }
        }
        Outcome::Passed
    }
}
