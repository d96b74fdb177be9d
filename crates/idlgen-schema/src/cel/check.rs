//! Checks all rules of a structural schema like an API server when it creates a CRD with the schema
//! (`ValidateCustomResourceDefinitionOpenAPISchema` and `CELSchemaContext` of
//! k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation).

#[cfg(test)]
mod tests;

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
            let bounds = self.bounds(schema, declared, &compiled.rule, true);
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
                    let bounds = self.bounds(schema, declared, expression, false);
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
        expression: &Compiled,
        is_everywhere: bool,
    ) -> Vec<MissingBound<'s>> {
        let search = Search {
            environment: self.settings.environment,
            declared,
            schema,
            place: &self.place(),
            containers: if is_everywhere { &self.containers } else { &[] },
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
