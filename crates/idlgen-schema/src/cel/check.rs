//! Checks all rules of a structural schema like an API server when it creates a CRD with the schema
//! (`ValidateCustomResourceDefinitionOpenAPISchema` and `CELSchemaContext` of
//! k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation).

use std::sync::Arc;

use idlgen_cel::{
    Compiled, DeclKind, DeclType, Environment,
    cost::{CostTotal, EXPRESSION_LIMIT, cardinality_of_unbounded, expression_cost},
    escape,
};
use idlgen_runtime::field::{Path, PathBuf};

use super::{
    CompiledRule, KnownRules, MessageExpression, MissingBound, RuleCompiler, RuleError, RuleProblem, RuleProblemKind,
    bound::{Search, missing_bounds},
    cardinality::{Container, cardinality, is_container},
    decl_type::tree_decl_type,
    written,
};
use crate::schema::{AdditionalProperties, ListType, MapType, Schema, ValidationRule};

/// Options for checking the rules of a schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "two flags that callers name")]
pub struct RuleCheckOptions {
    /// `true` if the root is a resource: rules see `apiVersion`, `kind` and `metadata.name` even if they are not
    /// declared.
    pub is_resource: bool,
    /// `true` if all problems are reported at once. An API server does not check types and costs until a rule is
    /// well-formed, and does not check a `messageExpression` until its rule compiles.
    pub everything: bool,
}

/// The problems and the cost of all rules of a schema.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RuleCheck<'s> {
    /// The problems. Those of nested schemas precede those of their parents; problems of the entire schema are last.
    pub problems: Vec<RuleProblem<'s>>,
    /// The compiled rules, in the same order.
    pub rules: Vec<RuleCost<'s>>,
    /// The total cost of all rules in all locations.
    pub total_cost: u64,
    /// Number of conversions from a schema to a type. Types of nodes inside a node with rules are taken from the type
    /// of that node instead.
    pub conversions: usize,
}

/// A compiled rule.
#[derive(Clone, Debug)]
pub struct RuleCost<'s> {
    /// The rule as written in the schema.
    pub rule: &'s ValidationRule,
    /// The schema node with the rule.
    pub node: &'s Schema,
    /// The location of the node's values in an object, such as `.spec.ports[*]`.
    pub place: String,
    /// The compiled rule. Equal rules of equal types share it.
    pub compiled: Arc<CompiledRule>,
    /// The cost of the rule in all locations.
    pub cost: u64,
    /// The type of `self`.
    pub declared: Arc<DeclType>,
}

/// Checks the rules of a structural schema (see [`structural`](crate::schema::structural)). `root` is the path prefix
/// of errors.
///
/// ```
/// use idlgen_cel::{Environment, Version};
/// use idlgen_runtime::field::Path;
/// use idlgen_schema::{Schema, cel::{RuleCheckOptions, check_rules}};
/// use serde_json::json;
///
/// let (schema, _) = Schema::from_json(&json!({"type": "integer", "x-kubernetes-validations": [{"rule": "self"}]}));
/// let environment = Environment::new(Version::new(35));
/// let check = check_rules(&schema, &Path::root().field("schema"), &environment, RuleCheckOptions::default());
/// let texts: Vec<String> = check.problems.iter().map(|problem| problem.to_error().to_string()).collect();
/// assert_eq!(texts.len(), 1);
/// assert!(texts[0].ends_with(": cel expression must evaluate to a bool"));
/// ```
pub fn check_rules<'s>(
    schema: &'s Schema,
    root: &Path<'_>,
    environment: &Environment,
    options: RuleCheckOptions,
) -> RuleCheck<'s> {
    check_known_rules(schema, root, environment, options, &KnownRules::default())
}

/// Checks like [`check_rules`], with a cache of rules compiled for this and other schemas.
pub fn check_known_rules<'s>(
    schema: &'s Schema,
    root: &Path<'_>,
    environment: &Environment,
    options: RuleCheckOptions,
    known: &KnownRules,
) -> RuleCheck<'s> {
    let settings = RuleSettings {
        known,
        environment,
        stored: environment,
        is_stored_rule: &|_| false,
        is_stored_message_expression: &|_| false,
        is_faulty: &|_| false,
        options,
    };
    check_rules_with(schema, root, &settings)
}

/// The settings for checking rules of a new or changed CRD.
#[derive(Clone, Copy)]
pub struct RuleSettings<'e> {
    /// The cache of compiled rules.
    pub known: &'e KnownRules,
    /// The environment of new expressions.
    pub environment: &'e Environment,
    /// The environment of stored expressions.
    pub stored: &'e Environment,
    /// Returns `true` if the stored CRD contains this expression as a rule.
    pub is_stored_rule: &'e dyn Fn(&str) -> bool,
    /// Returns `true` if the stored CRD contains this expression as a `messageExpression`.
    pub is_stored_message_expression: &'e dyn Fn(&str) -> bool,
    /// Returns `true` if the schema at this path or below has other errors. Rules there are not reported.
    pub is_faulty: &'e dyn Fn(&Path<'_>) -> bool,
    /// What is checked.
    pub options: RuleCheckOptions,
}

/// Runs [`check_rules`] with the settings for a new or changed CRD.
pub fn check_rules_with<'s>(schema: &'s Schema, root: &Path<'_>, settings: &RuleSettings<'_>) -> RuleCheck<'s> {
    let options = settings.options;
    let mut walk = Walk {
        settings: *settings,
        options,
        containers: Vec::new(),
        place: Vec::new(),
        total: CostTotal::default(),
        check: RuleCheck::default(),
    };
    let scope = walk.scope(schema, &Scope::Outside, None, options.is_resource);
    walk.node(schema, root, &scope, None);
    walk.finish(schema, root)
}

/// The type of a node's values. It is only determined if a rule of the node or of one of its parents needs it.
#[derive(Clone)]
enum Scope {
    /// No rule needs the type so far.
    Outside,
    Known(Arc<DeclType>),
    /// The type cannot be determined.
    Failed,
    /// The node is an element or entry of a value that is neither treated as a list nor as a map, such as an
    /// int-or-string with `items`.
    NoPart,
}

/// A step from a schema to a nested one.
#[derive(Clone, Copy)]
enum Step<'n> {
    Property(&'n str),
    Element,
}

/// The outermost node whose elements cannot be correlated with those of the old object.
struct Uncorrelatable {
    path: PathBuf,
    place: String,
}

struct Walk<'s, 'e> {
    settings: RuleSettings<'e>,
    options: RuleCheckOptions,
    /// The lists and maps that contain the node.
    containers: Vec<Container<'s>>,
    place: Vec<String>,
    total: CostTotal<(PathBuf, &'s Schema, String, &'s ValidationRule)>,
    check: RuleCheck<'s>,
}

impl<'s> Walk<'s, '_> {
    /// Checks the nested schemas, then the node. Returns `true` if the API server reports the schema before it compiles
    /// expressions.
    fn node(
        &mut self,
        schema: &'s Schema,
        path: &Path<'_>,
        scope: &Scope,
        uncorrelatable: Option<&Uncorrelatable>,
    ) -> bool {
        let is_container = is_container(schema);
        if is_container {
            self.containers.push(Container { schema, place: self.place.concat() });
        }
        let mut faulty = (self.settings.is_faulty)(path);
        let own = |walk: &Self| Uncorrelatable { path: path.to_path_buf(), place: walk.place() };
        if let Some(AdditionalProperties::Schema(values)) = &schema.additional_properties
            && has_rules(values)
        {
            let scope = self.scope(values, scope, Some(Step::Element), false);
            faulty |= self.below("[*]".to_owned(), values, &path.field("additionalProperties"), &scope, uncorrelatable);
        }
        // The content of a map of unknown type cannot be correlated with the old object either.
        let is_unknown_map = matches!(schema.extensions.map_type, Some(MapType::Other(_)));
        let here = (is_unknown_map && uncorrelatable.is_none()).then(|| own(self));
        for (name, property) in schema.properties.iter().filter(|(_, property)| has_rules(property)) {
            let scope = self.scope(property, scope, Some(Step::Property(name)), false);
            let properties = path.field("properties");
            let uncorrelatable = uncorrelatable.or(here.as_ref());
            faulty |= self.below(format!(".{name}"), property, &properties.key(name), &scope, uncorrelatable);
        }
        if let Some(items) = schema.items.as_deref().filter(|items| has_rules(items)) {
            let scope = self.scope(items, scope, Some(Step::Element), false);
            // Only elements with keys can be correlated with those of the old object.
            let is_map = schema.extensions.list_type == Some(ListType::Map);
            let here = (!is_map && uncorrelatable.is_none()).then(|| own(self));
            let uncorrelatable = uncorrelatable.or(here.as_ref());
            faulty |= self.below("[*]".to_owned(), items, &path.field("items"), &scope, uncorrelatable);
        }
        if is_container {
            self.containers.pop();
        }
        for (index, rule) in schema.extensions.validations.iter().enumerate() {
            let rules = path.field("x-kubernetes-validations");
            for (key, kind) in written::problems(rule, schema) {
                faulty |= kind.is_of_schema();
                self.report(schema, &rules.index(index).field(key), Some(rule), kind);
            }
        }
        if !schema.extensions.validations.is_empty() && (!faulty || self.options.everything) {
            self.rules(schema, path, scope, uncorrelatable);
        }
        faulty
    }

    fn below(
        &mut self,
        step: String,
        schema: &'s Schema,
        path: &Path<'_>,
        scope: &Scope,
        uncorrelatable: Option<&Uncorrelatable>,
    ) -> bool {
        self.place.push(step);
        let faulty = self.node(schema, path, scope, uncorrelatable);
        self.place.pop();
        faulty
    }

    /// Returns the type of a node's values. It is part of the enclosing type, if that is known, or is converted from
    /// the schema.
    fn scope(&mut self, schema: &Schema, around: &Scope, step: Option<Step<'_>>, is_resource: bool) -> Scope {
        if matches!(around, Scope::Outside) && schema.extensions.validations.is_empty() {
            return Scope::Outside;
        }
        match (around, step) {
            (Scope::Failed, _) => return Scope::Failed,
            (Scope::NoPart, _) => return Scope::NoPart,
            (Scope::Known(around), Some(step)) => match part(around, step) {
                Some(known) => return Scope::Known(known),
                None if matches!(step, Step::Element) => return Scope::NoPart,
                None => {}
            },
            _ => {}
        }
        self.check.conversions += 1;
        // Types depend on the server version, not on the environment in which new rules are compiled.
        let version = self.settings.stored.version();
        let declared = tree_decl_type(schema, is_resource, version);
        declared.map_or(Scope::Failed, |declared| Scope::Known(Arc::new(declared)))
    }

    fn rules(&mut self, schema: &'s Schema, path: &Path<'_>, scope: &Scope, uncorrelatable: Option<&Uncorrelatable>) {
        let rules = path.field("x-kubernetes-validations");
        let declared = match scope {
            Scope::Known(declared) => declared,
            Scope::Outside | Scope::Failed | Scope::NoPart => {
                let is_part = matches!(scope, Scope::NoPart);
                let kind = if is_part { RuleProblemKind::NoPartType } else { RuleProblemKind::NoType };
                self.report(schema, &rules, schema.extensions.validations.first(), kind);
                return;
            }
        };
        let RuleSettings { known, environment, stored, is_stored_rule, is_stored_message_expression, .. } =
            self.settings;
        let typed = known.typed(declared);
        for (index, rule) in schema.extensions.validations.iter().enumerate() {
            let at = rules.index(index);
            let is_stored_message =
                is_stored_message_expression(rule.message_expression.as_deref().unwrap_or_default());
            let is_stored = is_stored_rule(&rule.rule);
            let compiler = |is_stored| RuleCompiler::new(if is_stored { stored } else { environment }, declared);
            let outcome = if is_stored == is_stored_message {
                let of_both = if is_stored { stored } else { environment };
                known.outcome(of_both, &typed, rule, || compiler(is_stored).compile(rule))
            } else {
                let outcome = compiler(is_stored).compile(rule);
                let with_message = |compiled| CompiledRule {
                    message_expression: compiler(is_stored_message).message_expression(rule),
                    ..compiled
                };
                outcome.map(|compiled| compiled.map(with_message).map(Arc::new))
            };
            match outcome {
                None => {}
                Some(Err(error)) => {
                    self.refuse(schema, &at.field("rule"), rule, error, declared);
                    if self.options.everything {
                        if let Some(Err(error)) = compiler(is_stored_message).message_expression(rule) {
                            self.refuse(schema, &at.field("messageExpression"), rule, error, declared);
                        }
                    } else if rule.optional_old_self.is_some() {
                        self.report(schema, &at.field("optionalOldSelf"), Some(rule), RuleProblemKind::OptionalOldSelf);
                    }
                }
                Some(Ok(compiled)) => self.compiled(schema, &at, rule, compiled, declared, uncorrelatable),
            }
        }
    }

    fn compiled(
        &mut self,
        schema: &'s Schema,
        at: &Path<'_>,
        rule: &'s ValidationRule,
        compiled: Arc<CompiledRule>,
        declared: &Arc<DeclType>,
        uncorrelatable: Option<&Uncorrelatable>,
    ) {
        let cardinality = cardinality(&self.containers);
        let cardinality = cardinality.unwrap_or_else(|| cardinality_of_unbounded(declared.min_serialized_size));
        let cost = expression_cost(compiled.max_cost, cardinality);
        if cost > EXPRESSION_LIMIT {
            let bounds = self.bounds(schema, declared, rule, &compiled.rule, true);
            let kind = RuleProblemKind::Cost { message_expression: false, cost, bounds };
            self.report(schema, &at.field("rule"), Some(rule), kind);
        }
        let steps = &self.place;
        self.total.add(cost, || (at.field("rule").to_path_buf(), schema, joined(steps), rule));
        match &compiled.message_expression {
            None => {}
            Some(Err(error)) => self.refuse(schema, &at.field("messageExpression"), rule, error.clone(), declared),
            Some(Ok(MessageExpression { expression, max_cost, .. })) => {
                if *max_cost > EXPRESSION_LIMIT {
                    let bounds = self.bounds(schema, declared, rule, expression, false);
                    let kind = RuleProblemKind::Cost { message_expression: true, cost: *max_cost, bounds };
                    self.report(schema, &at.field("messageExpression"), Some(rule), kind);
                }
                let steps = &self.place;
                let place = || (at.field("messageExpression").to_path_buf(), schema, joined(steps), rule);
                self.total.add(*max_cost, place);
            }
        }
        match (compiled.uses_old_self, uncorrelatable) {
            (true, Some(Uncorrelatable { path, place })) => {
                let kind = RuleProblemKind::Uncorrelatable { within: path.clone(), within_place: place.clone() };
                self.report(schema, &at.field("rule"), Some(rule), kind);
            }
            (false, _) if rule.optional_old_self.is_some() => {
                self.report(schema, &at.field("optionalOldSelf"), Some(rule), RuleProblemKind::OptionalOldSelf);
            }
            _ => {}
        }
        let place = self.place();
        self.check.rules.push(RuleCost { rule, node: schema, place, compiled, cost, declared: Arc::clone(declared) });
    }

    /// Returns the missing limits of the schema. For a `messageExpression`, the containers of the schema do not matter,
    /// because its cost is estimated for a single evaluation.
    fn bounds(
        &self,
        schema: &'s Schema,
        declared: &Arc<DeclType>,
        rule: &ValidationRule,
        expression: &Compiled,
        is_everywhere: bool,
    ) -> Vec<MissingBound<'s>> {
        let search = Search {
            environment: self.settings.environment,
            declared,
            schema,
            place: &self.place(),
            containers: if is_everywhere { &self.containers } else { &[] },
            optional_old_self: rule.optional_old_self == Some(true),
        };
        missing_bounds(&search, expression)
    }

    fn refuse(
        &mut self,
        schema: &'s Schema,
        path: &Path<'_>,
        rule: &'s ValidationRule,
        error: RuleError,
        declared: &Arc<DeclType>,
    ) {
        self.report(schema, path, Some(rule), RuleProblemKind::Refused { error, declared: Arc::clone(declared) });
    }

    fn report(
        &mut self,
        node: &'s Schema,
        path: &Path<'_>,
        rule: Option<&'s ValidationRule>,
        kind: RuleProblemKind<'s>,
    ) {
        let place = self.place();
        self.check.problems.push(RuleProblem { path: path.to_path_buf(), node, place, rule, kind });
    }

    fn place(&self) -> String {
        joined(&self.place)
    }

    fn finish(mut self, schema: &'s Schema, root: &Path<'_>) -> RuleCheck<'s> {
        self.check.total_cost = self.total.total();
        if self.total.exceeded().is_some() {
            for ((path, node, place, rule), cost) in self.total.most_expensive() {
                self.check.problems.push(RuleProblem {
                    path: path.clone(),
                    node,
                    place: place.clone(),
                    rule: Some(rule),
                    kind: RuleProblemKind::Contributes { cost },
                });
            }
            let cost = self.total.total();
            self.report(schema, root, None, RuleProblemKind::TotalCost { cost });
        }
        self.check
    }
}

/// Joins the steps of a location. The root is `.`.
fn joined(steps: &[String]) -> String {
    if steps.is_empty() { ".".to_owned() } else { steps.concat() }
}

/// Returns `true` if the schema or a nested one contains rules. Other schemas are skipped.
fn has_rules(schema: &Schema) -> bool {
    let values = schema.additional_properties.as_ref().and_then(AdditionalProperties::schema);
    let mut inside = schema.properties.values().chain(schema.items.as_deref()).chain(values);
    !schema.extensions.validations.is_empty() || inside.any(has_rules)
}

fn part(around: &DeclType, step: Step<'_>) -> Option<Arc<DeclType>> {
    match (&around.kind, step) {
        (DeclKind::List(element) | DeclKind::Map(element), Step::Element) => Some(Arc::clone(element)),
        (DeclKind::Object(_), Step::Property(name)) => around.field(&escape(name)?).cloned(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use idlgen_cel::Version;
    use serde_json::{Value as Json, json};

    fn errors(schema: &Json, options: RuleCheckOptions) -> Vec<String> {
        let (schema, problems) = Schema::from_json(schema);
        assert!(problems.is_empty(), "{problems:?}");
        let environment = Environment::new(Version::default());
        let check = check_rules(&schema, &Path::root().field("s"), &environment, options);
        check.problems.iter().map(|problem| problem.to_error().to_string()).collect()
    }

    fn rule(rule: &str) -> Json {
        json!([{ "rule": rule }])
    }

    #[test]
    fn nothing_is_wrong() {
        let schema = json!({"type": "object",
            "properties": {"a": {"type": "string", "x-kubernetes-validations": rule("self != 'x'")}},
            "x-kubernetes-validations": [{"rule": "!has(self.a) || self.a == oldSelf.a", "fieldPath": ".a",
                "message": "m", "reason": "FieldValueForbidden"}]});
        assert_eq!(errors(&schema, RuleCheckOptions::default()), [""; 0]);
    }

    #[test]
    fn every_key_of_a_rule() {
        for (rule, expected) in [
            (json!({"rule": " "}), "rule: Required value: rule is not specified"),
            (json!({"rule": "true", "message": " "}), "message: Invalid value: \" \": must be non-empty if specified"),
            (
                json!({"rule": "true", "message": "a\nb"}),
                "message: Invalid value: \"a\\nb\": must not contain line breaks",
            ),
            (
                json!({"rule": "true &&\ntrue"}),
                "message: Required value: message must be specified if rule contains line breaks",
            ),
            (
                json!({"rule": "true", "messageExpression": " "}),
                "messageExpression: Required value: messageExpression must be non-empty if specified",
            ),
            (
                json!({"rule": "true", "reason": "Odd"}),
                "reason: Unsupported value: \"Odd\": supported values: \"FieldValueDuplicate\", \
                 \"FieldValueForbidden\", \"FieldValueInvalid\", \"FieldValueRequired\"",
            ),
            (json!({"rule": "true", "fieldPath": ".b"}), "fieldPath: Invalid value: \".b\": must be a valid path"),
            (
                json!({"rule": "true", "optionalOldSelf": false}),
                "optionalOldSelf: Invalid value: false: may not be set if oldSelf is not used in rule",
            ),
            (
                json!({"rule": "true", "messageExpression": "1"}),
                "messageExpression: Invalid value: \
                 {\"Rule\":\"true\",\"Message\":\"\",\"MessageExpression\":\"1\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: messageExpression must evaluate to a string",
            ),
        ] {
            let schema =
                json!({"type": "object", "properties": {"a": {"type": "string"}}, "x-kubernetes-validations": [rule]});
            assert_eq!(
                errors(&schema, RuleCheckOptions::default()),
                [format!("s.x-kubernetes-validations[0].{expected}")],
                "{rule}"
            );
        }
    }

    #[test]
    fn old_values_that_cannot_be_found() {
        let item = json!({"type": "object", "properties": {"k": {"type": "string"}},
            "x-kubernetes-validations": rule("self == oldSelf")});
        let list = |list_type: &str| {
            json!({"type": "object", "properties": {"l": {
                "type": "array", "maxItems": 9, "items": item,
                "x-kubernetes-list-type": list_type, "x-kubernetes-list-map-keys": ["k"]}}})
        };
        assert_eq!(errors(&list("map"), RuleCheckOptions::default()), [""; 0]);
        let expected = "s.properties[l].items.x-kubernetes-validations[0].rule: Invalid value: \"self == oldSelf\": \
            oldSelf cannot be used on the uncorrelatable portion of the schema within s.properties[l]";
        assert_eq!(errors(&list("atomic"), RuleCheckOptions::default()), [expected]);
        let nested = json!({"type": "array", "maxItems": 2, "items": list("atomic")});
        assert_eq!(
            errors(&nested, RuleCheckOptions::default()),
            [expected
                .replace("s.properties[l].items", "s.items.properties[l].items")
                .replace("within s.properties[l]", "within s")]
        );
    }

    #[test]
    fn costs() {
        let schema = |max_items: Option<u64>| {
            let mut list = json!({"type": "array",
                "items": {"type": "string", "x-kubernetes-validations": rule("self.contains('x')")}});
            if let Some(max_items) = max_items {
                list["maxItems"] = max_items.into();
            }
            json!({"type": "object", "properties": {"l": list}})
        };
        let (unlimited, _) = Schema::from_json(&schema(None));
        let environment = Environment::new(Version::default());
        let check = check_rules(&unlimited, &Path::root(), &environment, RuleCheckOptions::default());
        let [problem, .., total] = check.problems.as_slice() else { panic!("{:?}", check.problems) };
        let RuleProblemKind::Cost { bounds, .. } = &problem.kind else { panic!("{problem:?}") };
        let bounds: Vec<_> = bounds.iter().map(|bound| (bound.keyword, bound.place.as_str(), bound.enough)).collect();
        assert_eq!(bounds, [("maxItems", ".l", Some(4096)), ("maxLength", ".l[*]", Some(4096))]);
        assert!(
            total
                .to_error()
                .to_string()
                .starts_with("<nil>: Forbidden: x-kubernetes-validations estimated rule cost total")
        );
        assert_eq!(errors(&schema(Some(20)), RuleCheckOptions::default()), [""; 0]);
    }

    #[test]
    fn types_are_made_once_and_expressions_judged_last() {
        let schema = json!({"type": "object", "x-kubernetes-validations": rule("self.size() < 100"),
            "additionalProperties": {"type": "array", "items": {
            "type": "object", "x-kubernetes-validations": rule("has(self.field)"),
            "properties": {"field": {"type": "string", "x-kubernetes-validations": rule("self.startsWith('a')")}}}}});
        let (schema, _) = Schema::from_json(&schema);
        let environment = Environment::new(Version::default());
        let check = check_rules(&schema, &Path::root(), &environment, RuleCheckOptions::default());
        assert_eq!((check.conversions, check.rules.len()), (1, 3));
        let two = json!({"type": "integer",
            "x-kubernetes-validations": [{"rule": "self"}, {"rule": "x", "reason": "Odd", "messageExpression": "1"}]});
        assert_eq!(errors(&two, RuleCheckOptions::default()).len(), 1);
        assert_eq!(errors(&two, RuleCheckOptions { everything: true, ..RuleCheckOptions::default() }).len(), 4);
    }

    #[test]
    fn a_message_expression_is_compiled_in_its_own_environment() {
        let text = json!({"type": "string",
            "x-kubernetes-validations": [{"rule": "self != ''", "messageExpression": "'no ' + self"}]});
        let (schema, _) = Schema::from_json(&text);
        let environment = Environment::new(Version::default());
        let settings = RuleSettings {
            known: &KnownRules::default(),
            environment: &environment,
            stored: &environment,
            is_stored_rule: &|rule| rule == "self != ''",
            is_stored_message_expression: &|_| false,
            is_faulty: &|_| false,
            options: RuleCheckOptions::default(),
        };
        let check = check_rules_with(&schema, &Path::root(), &settings);
        assert!(check.problems.is_empty());
        let [rule] = check.rules.as_slice() else { panic!("{:?}", check.rules) };
        assert!(rule.compiled.message_expression.is_some());
        // An error in either is found, wherever the other is stored.
        for (rule, message) in [("self + 1", "'no'"), ("self != ''", "1")] {
            let text = json!({"type": "string",
                "x-kubernetes-validations": [{"rule": rule, "messageExpression": message}]});
            let (schema, _) = Schema::from_json(&text);
            for is_stored in [true, false] {
                let settings = RuleSettings {
                    is_stored_rule: &|_| is_stored,
                    is_stored_message_expression: &|_| !is_stored,
                    ..settings
                };
                assert_eq!(check_rules_with(&schema, &Path::root(), &settings).problems.len(), 1, "{rule} {message}");
            }
        }
    }

    #[test]
    fn as_few_limits_are_named_as_are_enough() {
        let bounds = |schema: &Json| {
            let (schema, _) = Schema::from_json(schema);
            let environment = Environment::new(Version::default());
            let check = check_rules(&schema, &Path::root(), &environment, RuleCheckOptions::default());
            let bounds = check.problems.iter().find_map(|problem| match &problem.kind {
                RuleProblemKind::Cost { bounds, .. } if !bounds.is_empty() => Some(bounds),
                _ => None,
            });
            let named = bounds.into_iter().flatten();
            named.map(|bound| (bound.keyword, bound.place.clone(), bound.enough)).collect::<Vec<_>>()
        };
        // One limit is enough, although a limit of the other value lowers the cost, too.
        let one = json!({"type": "object",
            "x-kubernetes-validations": rule("self.l.all(x, self.l.all(y, x == y)) && self.other.contains('a')"),
            "properties": {"l": {"type": "array", "items": {"type": "integer"}}, "other": {"type": "string"}}});
        assert_eq!(bounds(&one), [("maxItems", ".l".to_owned(), Some(1024))]);
        // The size of bytes and of any value is that of their text.
        for (format, keyword) in [("byte", "maxLength"), ("hostname", "maxLength")] {
            let of = json!({"type": "array", "x-kubernetes-validations": rule("self.all(x, self.all(y, x == y))"),
                "maxItems": 100, "items": {"type": "string", "format": format}});
            let named = bounds(&of);
            assert_eq!(
                named.first().map(|(keyword, place, _)| (*keyword, place.as_str())),
                Some((keyword, "[*]")),
                "{format} {named:?}"
            );
        }
        let any = json!({"type": "array", "x-kubernetes-validations": rule("self.all(x, self.all(y, x == y))"),
            "maxItems": 100, "items": {"x-kubernetes-int-or-string": true}});
        let named = bounds(&any);
        assert_eq!(named.first().map(|(keyword, place, _)| (*keyword, place.as_str())), Some(("maxLength", "[*]")));
    }

    #[test]
    fn stored_expressions_keep_the_environment_of_stored_ones() {
        // The library of IP addresses exists since 1.30.
        let (new, stored) = (Environment::new(Version::new(28)), Environment::new(Version::new(35)));
        let (schema, _) = Schema::from_json(&json!({"type": "string", "x-kubernetes-validations": [
            {"rule": "isIP(self)", "messageExpression": "string(ip(self))"}]}));
        let fields = |is_stored_rule: bool, is_stored_message: bool| -> Vec<String> {
            let settings = RuleSettings {
                known: &KnownRules::default(),
                environment: &new,
                stored: &stored,
                is_stored_rule: &|_| is_stored_rule,
                is_stored_message_expression: &|_| is_stored_message,
                is_faulty: &|_| false,
                options: RuleCheckOptions::default(),
            };
            let check = check_rules_with(&schema, &Path::root(), &settings);
            check.problems.iter().map(|problem| problem.path.to_string()).collect()
        };
        let at = |field: &str| vec![format!("x-kubernetes-validations[0].{field}")];
        assert_eq!(fields(true, true), Vec::<String>::new());
        assert_eq!(fields(true, false), at("messageExpression"));
        assert_eq!(fields(false, true), at("rule"));
        assert_eq!(fields(false, false), at("rule"));
    }

    #[test]
    fn expensive_rules_name_the_limits_that_are_missing() {
        let missing = |schema: Json| -> Vec<(String, String, Option<u64>)> {
            let (schema, _) = Schema::from_json(&schema);
            let environment = Environment::new(Version::default());
            let check = check_rules(&schema, &Path::root(), &environment, RuleCheckOptions::default());
            let Some(problem) = check.problems.first() else { return Vec::new() };
            let RuleProblemKind::Cost { bounds, .. } = &problem.kind else { panic!("{problem:?}") };
            bounds.iter().map(|bound| (bound.keyword.to_owned(), bound.place.clone(), bound.enough)).collect()
        };
        let one = |keyword: &str, place: &str, enough| vec![(keyword.to_owned(), place.to_owned(), enough)];
        let nested = "self.all(a, self.all(b, a == b))";
        let bytes = json!({"type": "string", "format": "byte"});
        let with = |mut schema: Json, text: &str| {
            schema["x-kubernetes-validations"] = rule(text);
            schema
        };
        let list = json!({"type": "array", "items": {"type": "integer"}});
        let found = missing(with(list.clone(), nested));
        assert_eq!(found, one("maxItems", ".", found.first().and_then(|(.., enough)| *enough)));
        assert!(found.iter().all(|(.., enough)| enough.is_some_and(|enough| enough >= 512)), "{found:?}");
        let map = json!({"type": "object", "additionalProperties": {"type": "integer"}});
        let found = missing(with(map, nested));
        assert_eq!(
            found.first().map(|(keyword, place, _)| (keyword.as_str(), place.as_str())),
            Some(("maxProperties", "."))
        );
        // The limit of the list suffices; only what the rule names can be missing.
        let object = json!({"type": "object", "properties": {"l": list, "other": list, "b": bytes}});
        let found = missing(with(object, "self.l.all(a, self.l.all(b, a == b))"));
        assert_eq!(found, one("maxItems", ".l", found.first().and_then(|(.., enough)| *enough)));
        // Comparing two elements takes the longer, the longer they may be.
        for element in [bytes, json!({"type": "string"}), json!({"x-kubernetes-int-or-string": true})] {
            let found = missing(with(json!({"type": "array", "items": element}), nested));
            let found: Vec<(&str, &str)> =
                found.iter().map(|(keyword, place, _)| (keyword.as_str(), place.as_str())).collect();
            assert_eq!(found, [("maxItems", "."), ("maxLength", "[*]")], "{element}");
        }
    }

    #[test]
    fn limits_of_old_values_are_those_of_new_ones() {
        let (schema, _) = Schema::from_json(&json!({"type": "array", "items": {"type": "integer"},
            "x-kubernetes-validations": rule("self.all(a, oldSelf.exists(b, a == b))")}));
        let environment = Environment::new(Version::default());
        let check = check_rules(&schema, &Path::root(), &environment, RuleCheckOptions::default());
        let Some(RuleProblemKind::Cost { bounds, .. }) = check.problems.first().map(|problem| &problem.kind) else {
            panic!("{:?}", check.problems)
        };
        let bounds: Vec<_> = bounds.iter().map(|bound| (bound.keyword, bound.enough.is_some())).collect();
        assert_eq!(bounds, [("maxItems", true)]);
    }
}
