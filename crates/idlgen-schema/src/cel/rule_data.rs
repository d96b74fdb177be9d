//! Compiles the rules of a value, for the schema engine and for generated code.

use std::{borrow::Cow, cell::Cell, sync::Arc};

use idlgen_cel::Environment;
use idlgen_runtime::{
    cel::RuleData,
    field::{Element, ErrorType},
};

use super::{KnownRules, RuleCompiler, RuleError, decl_type::tree_decl_type, field_path, rule::Programs, view::View};
use crate::schema::{
    Definitions, Reason, Recursion, Schema, SchemaType, StructuralError, ValidationRule, as_tree, is_resource,
};

/// Counts the schema nodes that are expanded to compile rules. If types contain each other, their number can be many
/// times the number of nodes in the schema. It is limited to 250,000, plus 2,000 for each value with rules. The largest
/// CRDs need about ten thousand.
#[derive(Debug, Default)]
pub struct WrittenOut {
    nodes: Cell<usize>,
    allowed: Cell<usize>,
}

impl WrittenOut {
    /// Maximum number of expanded nodes, not counting the allowance for values with rules.
    const AT_LEAST: usize = 250_000;
    /// Number of additional nodes for each value with rules.
    const OF_VALUE: usize = 2_000;

    fn structural<'s>(
        &self,
        schema: &'s Schema,
        definitions: &Definitions,
    ) -> Result<Cow<'s, Schema>, StructuralError> {
        self.allowed.set(self.allowed.get() + Self::OF_VALUE);
        if self.nodes.get() > Self::AT_LEAST + self.allowed.get() {
            return Err(StructuralError::TooLarge);
        }
        let (tree, nodes) = as_tree(schema, definitions, Recursion::Cut);
        self.nodes.set(self.nodes.get() + nodes);
        tree
    }
}

/// The schema of a value with rules.
#[derive(Clone, Copy, Debug)]
pub struct RuleSource<'s> {
    /// The schema of the value.
    pub schema: &'s Schema,
    /// The definitions that the schema may refer to.
    pub definitions: &'s Definitions,
    /// Whether the value is a resource, whose metadata rules see.
    pub resource: Resource,
    /// The shared counter of expanded nodes.
    pub written_out: &'s WrittenOut,
}

/// Whether a value is a resource: rules see its `apiVersion`, `kind`, `metadata.name` and `metadata.generateName`, and
/// no other metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// The value is not a resource, unless its schema has `x-kubernetes-embedded-resource`.
    No,
    /// The value is a resource.
    Yes,
    /// The value is a resource if its schema declares `apiVersion`, `kind` and `metadata`, like the Go types of
    /// resources.
    IfSoShaped,
}

/// Compiles the rules of a value. For a rule that cannot be evaluated, returns the detail of the error that every value
/// gets (`rule compile error: …`). Skips rules without an expression.
pub fn rule_data<'r>(
    rules: impl IntoIterator<Item = &'r ValidationRule>,
    source: RuleSource<'_>,
    environment: &Environment,
) -> Vec<(&'r ValidationRule, Result<RuleData, String>)> {
    rule_data_with(rules, source, environment, None, &mut |_, _| {})
}

/// Compiles like [`rule_data`], with a cache. Calls `broken_message` with each `messageExpression` that does not
/// compile. For such rules, errors contain `message` instead.
pub fn rule_data_with<'r>(
    rules: impl IntoIterator<Item = &'r ValidationRule>,
    source: RuleSource<'_>,
    environment: &Environment,
    known: Option<&KnownRules>,
    broken_message: &mut dyn FnMut(&'r ValidationRule, &RuleError),
) -> Vec<(&'r ValidationRule, Result<RuleData, String>)> {
    let RuleSource { schema, definitions, resource, written_out } = source;
    let mut rules = rules.into_iter().peekable();
    if rules.peek().is_none() {
        return Vec::new();
    }
    let tree = written_out.structural(schema, definitions);
    let declared = tree.as_deref().ok().and_then(|tree| {
        let is_resource = match resource {
            Resource::No => false,
            Resource::Yes => true,
            Resource::IfSoShaped => is_resource(tree),
        };
        tree_decl_type(tree, is_resource, environment.version())
    });
    let declared = declared.map(Arc::new);
    let compiler = declared.as_ref().map(|declared| RuleCompiler::new(environment, declared));
    let known = known.zip(declared.as_ref()).map(|(known, declared)| (known, known.typed(declared)));
    let mut compiled: Vec<(&ValidationRule, Result<RuleData, String>)> = Vec::new();
    for rule in rules {
        let Some(compiler) = &compiler else {
            let detail = match &tree {
                Err(error @ StructuralError::TooLarge) => error.to_string(),
                _ => "failed to convert to declType for CEL validation rules".to_owned(),
            };
            compiled.push((rule, Err(format!("rule compiler initialization error: {detail}"))));
            // The API server reports this error once and not for each rule.
            break;
        };
        let programs = match &known {
            None => compiler.programs(rule),
            Some((known, typed)) => {
                let outcome = known.outcome(environment, typed, rule, || compiler.compile(rule));
                outcome.map(|outcome| outcome.map(|compiled| Programs::of(&compiled)))
            }
        };
        let data = match programs {
            None => continue,
            Some(Err(error)) => Err(format!("rule compile error: {error}")),
            Some(Ok(found)) => {
                // If the `messageExpression` does not compile, the API server does not resolve `fieldPath`.
                let is_refused = matches!(found.message_expression, Some(Err(_)));
                if let Some(Err(error)) = &found.message_expression {
                    broken_message(rule, error);
                }
                let tree = tree.as_deref().ok().filter(|_| !is_refused);
                Ok(RuleData {
                    rule: found.rule,
                    message: rule.message.clone().map(Cow::Owned),
                    message_expression: found.message_expression.and_then(Result::ok),
                    reason: reason(rule),
                    field_path: tree.map(|tree| steps(rule, tree)).unwrap_or_default().into(),
                    optional_old_self: rule.optional_old_self == Some(true),
                    is_beside_transition_rule: false,
                    self_type: Cow::Borrowed(self_type(schema, definitions)),
                })
            }
        };
        compiled.push((rule, data));
    }
    let uses_old_self = |data: &RuleData| data.rule.refers_to("oldSelf");
    if compiled.iter().filter_map(|(_, data)| data.as_ref().ok()).any(uses_old_self) {
        for data in compiled.iter_mut().filter_map(|(_, data)| data.as_mut().ok()) {
            data.is_beside_transition_rule = true;
        }
    }
    compiled
}

/// Returns the `type` of a schema for errors of its rules, or an empty string.
pub fn self_type(schema: &Schema, definitions: &Definitions) -> &'static str {
    View::new(schema, definitions).flat.schema_type.map_or("", SchemaType::name)
}

fn reason(rule: &ValidationRule) -> ErrorType {
    match &rule.reason {
        Some(Reason::Forbidden) => ErrorType::Forbidden,
        Some(Reason::Required) => ErrorType::Required,
        Some(Reason::Duplicate) => ErrorType::Duplicate,
        None | Some(Reason::Invalid | Reason::Other(_)) => ErrorType::Invalid,
    }
}

/// Returns the elements of `fieldPath`. The result is empty if the path cannot be resolved.
fn steps(rule: &ValidationRule, tree: &Schema) -> Vec<Element<Cow<'static, str>>> {
    let path = rule.field_path.as_deref().filter(|path| !path.is_empty());
    let Some(Ok(path)) = path.map(|path| field_path(path, tree)) else { return Vec::new() };
    path.elements
        .into_iter()
        .map(|step| match step {
            Element::Field(name) => Element::Field(Cow::Owned(name)),
            Element::Key(key) => Element::Key(Cow::Owned(key)),
            Element::Index(index) => Element::Index(index),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_value_with_rules_allows_more_nodes() {
        let (schema, _) = Schema::from_json(&json!({"type": "object", "properties": {"a": {"type": "string"}}}));
        let none = Definitions::default();
        let (_, count) = as_tree(&schema, &none, Recursion::Cut);
        let after = |nodes: usize, values: usize| {
            let written = WrittenOut { nodes: Cell::new(nodes), allowed: Cell::new(values * WrittenOut::OF_VALUE) };
            written.structural(&schema, &none).map(|_| written.nodes.get())
        };
        assert_eq!(after(0, 0), Ok(count));
        assert_eq!(after(252_000, 0), Ok(252_000 + count));
        assert_eq!(after(252_001, 0), Err(StructuralError::TooLarge));
        assert_eq!(after(258_000, 3), Ok(258_000 + count));
        assert_eq!(after(258_001, 3), Err(StructuralError::TooLarge));
    }
}
