//! What is wrong with rules, each thing once, as diagnostics.

use std::collections::{BTreeMap, BTreeSet};

use idlgen_cel::{Environment, Issue};
use idlgen_validate::{
    Schema,
    cel::{FieldPathError, RuleCheck, RuleError, RuleProblem, RuleProblemKind},
    schema::{AdditionalProperties, ValidationRule},
};

use super::{
    advice::{Scope, advise},
    cost, lint,
    place::{Expression, Places, span_of},
    roots::Root,
    written::Written,
};
use crate::{
    diag::{
        Code, Diagnostic, Severity,
        codes::{check::FIELD_PATH, rules as codes},
        nearest,
    },
    model::Model,
    source::{FileId, Span},
};

/// Everything found so far.
pub(super) struct Findings<'a> {
    written: &'a Written<'a>,
    environment: &'a Environment,
    /// The files of requested packages.
    own_files: BTreeSet<FileId>,
    found: BTreeMap<Key, Finding>,
}

/// What makes two findings the same.
type Key = (Code, Span, String);

struct Finding {
    diagnostic: Diagnostic,
    /// Of two findings with one key, the heavier one is shown.
    weight: u64,
    /// Where it is wrong, if that matters: it may be right elsewhere.
    places: BTreeSet<String>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(model: &Model, written: &'a Written<'a>, environment: &'a Environment) -> Self {
        let requested = model.packages.iter().filter(|package| package.requested);
        let own_files = requested.flat_map(|package| package.files.iter().copied()).collect();
        Findings { written, environment, own_files, found: BTreeMap::new() }
    }

    /// Adds what was found in one type.
    pub(super) fn add(&mut self, root: &Root, tree: &Schema, check: &RuleCheck<'_>) {
        let mut expensive = Vec::new();
        for problem in &check.problems {
            match (&problem.kind, problem.rule) {
                (RuleProblemKind::Contributes { cost }, Some(rule)) => {
                    expensive.extend(Places::of(rule, self.written).map(|places| (places.rule_span(), *cost)));
                }
                (RuleProblemKind::TotalCost { cost }, _) => {
                    // What is said of single rules comes first.
                    let is_single = |problem: &RuleProblem<'_>| matches!(problem.kind, RuleProblemKind::Cost { .. });
                    let mut problems = check.problems.iter();
                    if let Some(span) = span_of(&tree.origin).filter(|_| !problems.any(is_single)) {
                        let diagnostic = cost::total(span, *cost, &expensive, root);
                        self.insert(diagnostic, String::new(), *cost, None);
                    }
                }
                (_, Some(rule)) => {
                    if let Some(places) = Places::of(rule, self.written) {
                        self.problem(root, problem, rule, &places);
                    }
                }
                _ => {}
            }
        }
        for rule in &check.rules {
            if let Some(places) = Places::of(rule.rule, self.written).filter(|places| self.is_own(places.rule_span())) {
                let found = lint::unportable(rule, &places).into_iter().chain(lint::unguarded(rule, &places));
                for diagnostic in found.collect::<Vec<_>>() {
                    let message = diagnostic.message.clone();
                    self.insert(diagnostic, message, 0, None);
                }
            }
        }
        self.duplicates(tree);
    }

    /// The diagnostics.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        let with_places = |finding: Finding| {
            let mut places = finding.places.iter();
            match (places.next(), places.len()) {
                (None, _) => finding.diagnostic,
                (Some(place), 0) => finding.diagnostic.note(format!("where it is `{place}`")),
                (Some(place), more) => {
                    finding.diagnostic.note(format!("where it is `{place}`, and at {more} other places"))
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
        let span = |rule: &ValidationRule| Places::of(rule, written).map(|places| places.rule_span());
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
        if !self.is_own(span) {
            // Not the user's to mend.
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

    fn problem(&mut self, root: &Root, problem: &RuleProblem<'_>, rule: &ValidationRule, places: &Places<'_>) {
        let at = || Some(cost::place(&root.name, &problem.place));
        match &problem.kind {
            RuleProblemKind::Refused { error, declared } => {
                let scope = Scope { declared, environment: self.environment };
                for diagnostic in refused(error, rule, places, scope) {
                    let message = diagnostic.message.clone();
                    self.insert(diagnostic, message, 0, None);
                }
            }
            // No definition carries the rules on the metadata of a resource.
            RuleProblemKind::Cost { .. } if root.is_resource && problem.place == ".metadata" => {}
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
                let list = cost::place(&root.name, within_place);
                let expression = places.rule(rule);
                let span = expression.name(Some(0), "oldSelf").unwrap_or_else(|| places.rule_span());
                let diagnostic = Diagnostic::new(codes::UNCORRELATABLE, format!("inside `{list}`, there is no old value: `oldSelf` cannot be used"))
                    .at(span)
                    .note("the elements of a list are the same before and after an update only if they have keys: `+listType=map` with `+listMapKey`")
                    .note("a rule on the list itself may compare `self` with `oldSelf`");
                self.insert(diagnostic, String::new(), 0, at());
            }
            RuleProblemKind::FieldPath(error) => {
                let diagnostic = field_path(error, rule, problem.node, places.field_path_span());
                self.insert(diagnostic, String::new(), 0, None);
            }
            RuleProblemKind::OptionalOldSelf => {
                let diagnostic = Diagnostic::new(
                    codes::OPTIONAL_OLD_SELF,
                    "`optionalOldSelf` is set, and the rule does not use `oldSelf`",
                )
                .at(places.tag_span())
                .note("leave it out; API servers refuse it even with the value `false`");
                self.insert(diagnostic, String::new(), 0, None);
            }
            RuleProblemKind::NoType => {
                let diagnostic =
                    Diagnostic::new(codes::UNKNOWN_VALUE, "rules cannot see this value: nothing is known of its type")
                        .at(places.tag_span())
                        .note("put the rule on a value with a type, or give this one a type");
                self.insert(diagnostic, String::new(), 0, at());
            }
            other => {
                let diagnostic = Diagnostic::new(codes::RULE_SETTING, format!("API servers refuse this rule: {other}"))
                    .at(places.tag_span());
                let message = diagnostic.message.clone();
                self.insert(diagnostic, message, 0, None);
            }
        }
    }
}

/// An expression that does not compile, or is of the wrong type.
fn refused(error: &RuleError, rule: &ValidationRule, places: &Places<'_>, scope: Scope<'_>) -> Vec<Diagnostic> {
    match error {
        RuleError::Compilation { error, message_expression } => {
            let (what, expression) = if *message_expression {
                ("messageExpression", places.message_expression(rule))
            } else {
                ("rule", places.rule(rule))
            };
            error.issues.iter().map(|issue| issue_diagnostic(issue, what, &expression, scope)).collect()
        }
        RuleError::Instantiation { error, message_expression } => {
            let (what, expression) = if *message_expression {
                ("messageExpression", places.message_expression(rule))
            } else {
                ("rule", places.rule(rule))
            };
            vec![
                Diagnostic::new(codes::CONSTANT, format!("the {what} fails for every value: {}", error.error))
                    .at(expression.token(error.error.position())),
            ]
        }
        RuleError::NotBool { found } => {
            vec![
                Diagnostic::new(codes::NOT_BOOL, format!("the rule is of type `{found}`, and has to be a bool"))
                    .at(places.rule(rule).span())
                    .note("a rule says when the value is valid: it is true then"),
            ]
        }
        RuleError::NotString { found } => {
            let diagnostic = Diagnostic::new(
                codes::NOT_STRING,
                format!("the messageExpression is of type `{found}`, and has to be a string"),
            )
            .at(places.message_expression(rule).span());
            let found = found.to_string();
            vec![if found == "list(string)" {
                diagnostic.note("join the list: `….join(', ')`")
            } else if found.starts_with("optional_type") {
                diagnostic.note("say what it is without a value: `….orValue('')`")
            } else {
                diagnostic.note("make it text: `string(…)`, or `'…'.format([…])`")
            }]
        }
    }
}

fn issue_diagnostic(issue: &Issue, what: &str, expression: &Expression<'_>, scope: Scope<'_>) -> Diagnostic {
    use idlgen_cel::Subject;
    let code = match &issue.subject {
        Some(Subject::Field { .. }) => codes::UNKNOWN_FIELD,
        Some(Subject::Name(_)) => codes::UNKNOWN_NAME,
        _ if issue.message.starts_with("Syntax error") || issue.position.is_none() => codes::SYNTAX,
        _ => codes::TYPES,
    };
    let diagnostic = Diagnostic::new(code, format!("the {what} does not compile: {}", issue.message))
        .at(position(issue, expression));
    advise(diagnostic, issue, expression, scope)
}

/// Where an issue is: the character that an API server points at, with the name that it is about.
fn position(issue: &Issue, expression: &Expression<'_>) -> Span {
    use idlgen_cel::Subject;
    let token = expression.token(issue.position);
    let name = match &issue.subject {
        Some(Subject::Field { name, .. } | Subject::Name(name)) => name,
        Some(Subject::Call { function, .. }) => function,
        _ => return token,
    };
    let name = name.rsplit('.').next().unwrap_or(name);
    match expression.name(issue.position, name) {
        Some(span) => Span { start: span.start.min(token.start), end: span.end.max(token.end), ..token },
        None => token,
    }
}

fn field_path(error: &FieldPathError, rule: &ValidationRule, node: &Schema, span: Span) -> Diagnostic {
    let path = rule.field_path.as_deref().unwrap_or_default();
    let diagnostic = Diagnostic::new(FIELD_PATH, format!("`{path}` is no field path: {error}")).at(span);
    let FieldPathError::NoSuchField { name, parent } = error else { return diagnostic };
    let mut schema = Some(node);
    for element in &parent.elements {
        use idlgen_runtime::field::Element;
        schema = schema.and_then(|schema| match (element, &schema.additional_properties) {
            (Element::Field(name), _) => schema.properties.get(name),
            (Element::Key(_), Some(AdditionalProperties::Schema(values))) => Some(values),
            _ => None,
        });
    }
    let Some(schema) = schema else { return diagnostic };
    if schema.items.is_some() {
        return diagnostic.note(
            "a field path names properties and map keys, never positions or what is in a list; end it at the list",
        );
    }
    match nearest(name, schema.properties.keys().map(String::as_str)) {
        Some(near) => diagnostic.note(format!("the nearest property is `{near}`")),
        None => diagnostic,
    }
}
