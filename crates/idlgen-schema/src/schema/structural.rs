//! Schemas in CRDs: a tree without references in the structural form that API servers require
//! (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema`).

mod any_type;
mod definitions;
mod expanded;
mod expanded_definition;
mod junctor;
mod reading;
mod rejected;
mod resource;
#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    fmt::{self, Display},
};

pub use definitions::structural_definitions;
pub use expanded::StructuralSchemas;
use expanded_definition::{ExpandedDefinition, ExpandedDefinitions};
use indexmap::IndexMap;
pub use rejected::{RejectedNode, rejected_nodes};
pub use resource::{fit_resource, is_resource};
use thiserror::Error;

use self::any_type::Known;
use super::{AdditionalProperties, Definitions, GoValue, Properties, Schema, SchemaType};
use crate::{
    compiled::Additional,
    merge::{Branches, Few, Flat, FromPart},
};

/// Maximum number of nodes in a structural schema. A larger CRD exceeds the etcd object limit of 1.5 MB.
const MAX_NODES: usize = 50_000;
/// Maximum nesting depth, which equals that of parsed schemas.
const MAX_DEPTH: usize = super::json::MAX_DEPTH;

/// Maximum number of schemas that apply to one value.
const MAX_PARTS: usize = 256;

/// The handling of recursive types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recursion {
    /// Recursion is an error, because a structural schema is a tree.
    Refuse,
    /// A recursive definition is expanded once more without its rules, and accepts any value of its type after that.
    Cut,
}

/// Indicates that a recursive definition is not expanded further.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// The type of the values that it would describe.
    schema_type: Option<SchemaType>,
}

/// The reason why a schema has no structural form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StructuralError {
    /// A definition is recursive.
    #[error("`{definition}` contains itself at `{path}`; a structural schema cannot have references")]
    Recursive {
        /// The name of the definition.
        definition: String,
        /// The path from the root to the recursive occurrence, such as `.spec.template[]`.
        path: String,
    },
    /// An unresolved reference.
    #[error("`{path}` refers to `{definition}`, which is not defined")]
    UnknownDefinition {
        /// The name of the definition.
        definition: String,
        /// The path from the root to the reference.
        path: String,
    },
    /// The schema has more than 50,000 nodes, or is nested deeper than 128 levels.
    #[error("with expanded references, the schema has more than {MAX_NODES} nodes, or is deeper than {MAX_DEPTH}")]
    TooLarge,
}

/// Checks the size of an expanded schema: its number of nodes and the depth of its deepest node.
///
/// # Errors
/// Returns [`StructuralError::TooLarge`] if a limit is exceeded.
pub fn check_size(nodes: usize, depth: usize) -> Result<(), StructuralError> {
    if nodes > MAX_NODES || depth >= MAX_DEPTH { Err(StructuralError::TooLarge) } else { Ok(()) }
}

/// Converts a schema to its structural form: expands references and merges their siblings, converts types that only
/// OpenAPI can express (int-or-string, any value), and removes implicit defaults. For schemas generated from Go, merges
/// branches of `allOf` into the schema, and keeps the parts of other combinations that a structural schema supports.
///
/// Everything else that an API server rejects remains unchanged. [`rejected_nodes`] finds it.
///
/// ```
/// use idlgen_schema::{Definitions, Schema, schema::{Recursion, structural}};
/// use serde_json::json;
///
/// let (port, _) = Schema::from_json(&json!({"type": "integer", "maximum": 65535}));
/// let mut definitions = Definitions::default();
/// definitions.schemas.insert("Port".to_owned(), port);
/// let (schema, _) = Schema::from_json(&json!({"type": "array", "items": {"$ref": "#/components/schemas/Port"}}));
/// let tree = structural(&schema, &definitions, Recursion::Refuse)?;
/// assert_eq!(tree.items.and_then(|items| items.schema_type), Some(idlgen_schema::schema::SchemaType::Integer));
/// # Ok::<(), idlgen_schema::schema::StructuralError>(())
/// ```
///
/// # Errors
/// Returns an error for an unresolved reference, a schema that is too large, and, if recursion is rejected, a recursive
/// definition.
pub fn structural(schema: &Schema, definitions: &Definitions, recursion: Recursion) -> Result<Schema, StructuralError> {
    counted(schema, definitions, recursion).0
}

/// Converts like [`structural`]. Also returns the number of nodes written, even if there are too many.
fn counted(
    schema: &Schema,
    definitions: &Definitions,
    recursion: Recursion,
) -> (Result<Schema, StructuralError>, usize) {
    let mut writer = Writer::new(definitions, recursion);
    let tree = writer.node(&[schema], true).map(|node| *node);
    (tree, writer.nodes)
}

/// Converts like [`counted`], for callers that need neither OpenAPI extensions nor descriptions. A schema that is
/// already structural is not copied.
pub(crate) fn as_tree<'s>(
    schema: &'s Schema,
    definitions: &Definitions,
    recursion: Recursion,
) -> (Result<Cow<'s, Schema>, StructuralError>, usize) {
    let mut nodes = 0;
    if is_tree(schema, true, 0, &mut nodes) {
        return (Ok(Cow::Borrowed(schema)), nodes);
    }
    let (tree, nodes) = counted(schema, definitions, recursion);
    (tree.map(Cow::Owned), nodes)
}

/// Returns `true` if [`Writer::node`] would not change a schema, as for those in CRDs. Adds the number of nodes that it
/// would write to `nodes`.
fn is_tree(schema: &Schema, has_type: bool, depth: usize, nodes: &mut usize) -> bool {
    // Counts like `Writer::node`: one for the schema, and one for its only part.
    *nodes += 2;
    let Schema { extensions, origin, .. } = schema;
    let is_any = extensions.int_or_string || extensions.preserve_unknown_fields == Some(true);
    let stays = *nodes <= MAX_NODES
        && depth < MAX_DEPTH
        && schema.reference.is_none()
        && origin.declaration.is_none()
        && schema.go_value == GoValue::AsSaid
        && schema.default.as_ref().is_none_or(|default| !default.implicit)
        && (!has_type || is_any || schema.schema_type.is_some());
    let additional = schema.additional_properties.as_ref().and_then(AdditionalProperties::schema);
    let mut values = schema.properties.values().chain(schema.items.as_deref()).chain(additional);
    let branches = [&schema.all_of, &schema.any_of, &schema.one_of];
    let mut branches = branches.into_iter().flatten().chain(schema.not.as_deref());
    stays
        && values.all(|value| is_tree(value, has_type, depth + 1, nodes))
        && branches.all(|branch| is_tree(branch, false, depth + 1, nodes))
}

/// The schemas that apply to a value.
#[derive(Default)]
struct NodeContext<'a> {
    flat: Flat<'a>,
    /// For each schema, the name of the definition through which it was referenced, if any.
    definitions: Vec<Option<&'a str>>,
    /// The Go type of the value, if it needs special treatment.
    known: Option<Known>,
}

struct Writer<'a> {
    definitions: &'a Definitions,
    recursion: Recursion,
    /// The definitions that contain the current node, outermost first.
    open: Vec<&'a str>,
    path: Vec<Step<'a>>,
    nodes: usize,
    depth: usize,
    /// The depth of the deepest node so far.
    deepest: usize,
    /// `true` inside a recursive occurrence of a definition, whose rules have already been written.
    repeated: bool,
    /// Number of times that expansion ended because unknown fields are preserved.
    cuts: usize,
    /// The names of all referenced definitions, in order.
    met: Vec<&'a str>,
    /// The cache of expanded definitions, if any.
    forms: Option<&'a mut ExpandedDefinitions>,
}

/// Returns the value of a keyword in a part.
fn said_by<T: Copy>(said: &Few<FromPart<T>>, part: usize) -> Option<T> {
    said.iter().find(|said| said.part == part).map(|said| said.value)
}

/// A step from a schema to a nested one.
#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Property(&'a str),
    Items,
    Values,
}

/// Formats steps from the root as a path. The root is `.`.
fn path(steps: &[Step<'_>]) -> String {
    if steps.is_empty() { ".".to_owned() } else { steps.iter().map(Step::to_string).collect() }
}

impl Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Property(name) => write!(f, ".{name}"),
            Step::Items => f.write_str("[]"),
            Step::Values => f.write_str("{}"),
        }
    }
}

fn keeps_unknown_fields(schema: &Schema) -> bool {
    schema.extensions.preserve_unknown_fields == Some(true)
}

impl<'a> Writer<'a> {
    fn new(definitions: &'a Definitions, recursion: Recursion) -> Self {
        Writer {
            definitions,
            recursion,
            open: Vec::new(),
            path: Vec::new(),
            nodes: 0,
            depth: 0,
            deepest: 0,
            repeated: false,
            cuts: 0,
            met: Vec::new(),
            forms: None,
        }
    }

    /// Merges the schemas that apply to a value, starting with its own. `has_type` is `true` if the node needs a type,
    /// that is, outside of combinations.
    ///
    /// Nodes are boxed, so that deep nesting needs little stack.
    fn node(&mut self, schemas: &[&'a Schema], has_type: bool) -> Result<Box<Schema>, StructuralError> {
        self.nodes += 1;
        check_size(self.nodes, self.depth)?;
        self.deepest = self.deepest.max(self.depth);
        self.depth += 1;
        let (opened, repeated) = (self.open.len(), self.repeated);
        let node = self.open_node(schemas, has_type);
        self.open.truncate(opened);
        self.repeated = repeated;
        self.depth -= 1;
        node
    }

    fn open_node(&mut self, schemas: &[&'a Schema], has_type: bool) -> Result<Box<Schema>, StructuralError> {
        let around = self.open.len();
        let mut place = NodeContext::default();
        for schema in schemas {
            if let Some(cut) = self.parts(schema, schema.origin.declaration.is_some(), around, &mut place)? {
                return Ok(Box::new(any_type::cut(schema, cut.schema_type)));
            }
        }
        let mut node = Box::new(reading::shallow(&place.flat));
        self.children(&place, &mut node, has_type)?;
        if has_type {
            any_type::fit(&mut node, place.known);
            junctor::fit(&mut node);
        }
        Ok(node)
    }

    /// Adds a schema, the schemas that it references, and, for schemas generated from Go, the branches of its `allOf`,
    /// since a structural schema supports few keywords in branches. Returns a [`Cut`] if a recursive definition is not
    /// expanded further.
    fn parts(
        &mut self,
        schema: &'a Schema,
        is_of_go: bool,
        around: usize,
        place: &mut NodeContext<'a>,
    ) -> Result<Option<Cut>, StructuralError> {
        self.nodes += 1;
        let mut schemas = vec![(schema, None, is_of_go)];
        let mut current = schema;
        while let Some(name) = &current.reference {
            let Some((name, target)) = self.definitions.schemas.get_key_value(name) else {
                return Err(StructuralError::UnknownDefinition { definition: name.clone(), path: self.path() });
            };
            if self.open.iter().skip(around).any(|open| open == name) {
                // The definition already applies to this value.
                break;
            }
            let times = self.open.iter().filter(|open| *open == name).count();
            // If the value preserves unknown fields, expansion can end here because any content is accepted.
            if times > 0 && [current, target].into_iter().any(keeps_unknown_fields) {
                self.cuts += 1;
                return Ok(Some(Cut { schema_type: target.schema_type }));
            }
            if times > 0 && self.recursion == Recursion::Refuse {
                return Err(StructuralError::Recursive { definition: name.clone(), path: self.path() });
            }
            if times > 1 {
                return Ok(Some(Cut { schema_type: None }));
            }
            if place.definitions.len() + schemas.len() > MAX_PARTS || self.nodes > MAX_NODES {
                return Err(StructuralError::TooLarge);
            }
            self.repeated |= times > 0;
            self.open.push(name);
            self.met.push(name);
            schemas.push((target, Some(name.as_str()), target.origin.declaration.is_some()));
            current = target;
        }
        for (schema, definition, is_of_go) in schemas {
            let rules = place.flat.validations.len();
            place.flat.add(schema, if is_of_go { Branches::Opened } else { Branches::Apart });
            if self.repeated {
                // The rules have already been written.
                place.flat.validations.truncate(rules);
            }
            place.definitions.push(definition);
            place.known = place.known.or_else(|| Known::of(std::iter::once(schema)));
            for branch in schema.all_of.iter().filter(|_| is_of_go) {
                if let Some(cut) = self.parts(branch, is_of_go, around, place)? {
                    return Ok(Some(cut));
                }
            }
        }
        Ok(None)
    }

    /// Adds the nested schemas. The schemas that apply to the same nested value are merged.
    fn children(&mut self, place: &NodeContext<'a>, node: &mut Schema, has_type: bool) -> Result<(), StructuralError> {
        let flat = &place.flat;
        self.properties(place, node, has_type)?;
        if !flat.items.is_empty() {
            let items: Vec<&Schema> = flat.items.iter().copied().collect();
            node.items = Some(self.below(Step::Items, &items, has_type)?);
        }
        node.additional_properties = match flat.additional() {
            Additional::Unsaid => None,
            Additional::Anything => Some(AdditionalProperties::Allowed(true)),
            Additional::Nothing => Some(AdditionalProperties::Allowed(false)),
            Additional::Node(values) => {
                Some(AdditionalProperties::Schema(self.below(Step::Values, &values, has_type)?))
            }
        };
        let has_combinations = !(flat.all_of.is_empty() && flat.any_of.is_empty() && flat.one_of.is_empty());
        if !has_combinations && flat.not.is_empty() {
            return Ok(());
        }
        for part in 0..flat.count() {
            for branch in said_by(&flat.all_of, part).unwrap_or_default() {
                let branch = self.node(&[branch], false)?;
                node.all_of.push(*branch);
            }
            let any_of = self.branches(said_by(&flat.any_of, part).unwrap_or_default())?;
            let one_of = self.branches(said_by(&flat.one_of, part).unwrap_or_default())?;
            let not = said_by(&flat.not, part).map(|not| self.node(&[not], false)).transpose()?;
            reading::combinations(node, any_of, one_of, not);
        }
        Ok(())
    }

    fn properties(
        &mut self,
        place: &NodeContext<'a>,
        node: &mut Schema,
        has_type: bool,
    ) -> Result<(), StructuralError> {
        match place.flat.properties.only() {
            Some(only) => {
                let definition = place.definitions.get(only.part).copied().flatten();
                node.properties = match definition.filter(|_| has_type) {
                    Some(definition) => self.properties_of_definition(definition, only.value)?,
                    None => self.properties_of(only.value, has_type)?,
                };
            }
            None => {
                for (name, schemas) in place.flat.nearest_properties() {
                    let property = self.below(Step::Property(name), &schemas, has_type)?;
                    node.properties.insert(name.clone(), *property);
                }
            }
        }
        Ok(())
    }

    fn properties_of(&mut self, properties: &'a Properties, has_type: bool) -> Result<Properties, StructuralError> {
        let mut written = IndexMap::with_capacity(properties.len());
        for (name, property) in properties {
            let property = self.below(Step::Property(name), &[property], has_type)?;
            written.insert(name.clone(), *property);
        }
        Ok(written.into())
    }

    /// Returns the properties of a definition that is the only part. They do not depend on the context, except that no
    /// definition may contain itself.
    fn properties_of_definition(
        &mut self,
        definition: &'a str,
        properties: &'a Properties,
    ) -> Result<Properties, StructuralError> {
        if let Some(form) = self.forms.as_deref().and_then(|forms| forms.get(definition))
            && !self.open.iter().any(|open| form.met.contains(*open))
        {
            self.nodes += form.nodes;
            let deepest = self.depth + form.height;
            check_size(self.nodes, deepest)?;
            self.deepest = self.deepest.max(deepest);
            let names = form.met.iter().filter_map(|name| self.definitions.schemas.get_key_value(name));
            self.met.extend(names.map(|(name, _)| name.as_str()));
            return Ok(form.properties.clone());
        }
        let (nodes, met, cuts) = (self.nodes, self.met.len(), self.cuts);
        let around = std::mem::replace(&mut self.deepest, self.depth);
        let properties = self.properties_of(properties, true)?;
        // If expansion has ended early, the result depends on the enclosing definitions.
        if let Some(forms) = self.forms.as_deref_mut().filter(|_| self.cuts == cuts) {
            let met = self.met.get(met..).unwrap_or_default().iter().map(|name| (*name).to_owned()).collect();
            let (nodes, height) = (self.nodes - nodes, self.deepest - self.depth);
            forms.insert(
                definition.to_owned(),
                ExpandedDefinition { properties: properties.clone(), nodes, height, met },
            );
        }
        self.deepest = self.deepest.max(around);
        Ok(properties)
    }

    fn branches(&mut self, branches: &'a [Schema]) -> Result<Vec<Schema>, StructuralError> {
        branches.iter().map(|branch| Ok(*self.node(&[branch], false)?)).collect()
    }

    fn below(
        &mut self,
        step: Step<'a>,
        schemas: &[&'a Schema],
        has_type: bool,
    ) -> Result<Box<Schema>, StructuralError> {
        self.path.push(step);
        let node = self.node(schemas, has_type);
        self.path.pop();
        node
    }

    fn path(&self) -> String {
        path(&self.path)
    }
}
