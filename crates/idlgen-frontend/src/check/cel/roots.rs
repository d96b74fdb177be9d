//! Selects the types whose rules are checked separately rather than as a part of others.

use std::collections::{BTreeMap, BTreeSet};

use idlgen_schema::{
    Schema,
    schema::{AdditionalProperties, Origin},
};

use crate::{
    lower::Lowered,
    model::{Model, Type, TypeDefinition, TypeId},
    source::Span,
    tags::{Client, Tag, TagKind},
};

/// The location of a rule and its text. The text is needed because a single tag can generate several rules.
pub(super) type Identity = (Option<(u32, u32, u32)>, String);

/// A type whose rules are checked.
pub(super) struct Root {
    /// The displayed name.
    pub(super) name: String,
    /// The location of its declaration.
    pub(super) span: Span,
    /// Its schema: a reference, or an inline schema.
    pub(super) schema: Schema,
    /// `true` for a resource, which has `apiVersion`, `kind` and `metadata`.
    pub(super) is_resource: bool,
    /// `true` if the limits of API servers for the cost of rules apply. Servers do not store configuration files, which
    /// have `apiVersion` and `kind` but no `metadata`. Types that contain resources or have no `json` tags are those of
    /// a program, such as its caches.
    pub(super) has_limits: bool,
    /// `true` if it is always checked. Otherwise it is checked only if one of its rules was not reached inside another
    /// type.
    pub(super) is_certain: bool,
}

impl Root {
    /// Returns the type of a CRD.
    pub(super) fn of_definition(model: &Model, lowered: &Lowered, id: TypeId) -> Option<Self> {
        let schema = lowered.schema_of(id)?;
        let definition = match &schema.reference {
            Some(name) => lowered.definitions.get(name),
            None => Some(&schema),
        };
        let is_resource = definition.is_some_and(has_type_meta);
        let TypeDefinition { name, span, .. } = model.type_definition(id);
        Some(Root { name: name.clone(), span: *span, schema, is_resource, has_limits: true, is_certain: true })
    }

    /// Returns `true` if it has a rule that was not reached before.
    pub(super) fn has_unseen(&self, lowered: &Lowered, seen: &BTreeSet<Identity>) -> bool {
        let schema = match &self.schema.reference {
            Some(name) => lowered.definitions.get(name),
            None => Some(&self.schema),
        };
        let mut unseen = false;
        if let Some(schema) = schema {
            each_node(schema, &mut |node| unseen |= identities(node).any(|identity| !seen.contains(&identity)));
        }
        unseen
    }
}

/// Returns the types to check: resources, then types that are part of no other type, then the rest in case their rules
/// were not reached.
pub(super) fn roots(model: &Model, lowered: &Lowered) -> Vec<Root> {
    let graph = Graph::of(lowered);
    let mut contained = BTreeSet::new();
    for (name, schema) in &lowered.definitions.schemas {
        if !is_list(schema) {
            contained.extend(graph.references(name).filter(|inner| *inner != name));
        }
    }
    let is_resource = |name: &str, schema: &Schema| {
        has_type_meta(schema) && (!contained.contains(name) || metadata_is(schema, ".ObjectMeta"))
    };
    let kinds = lowered.names.values().filter(|name| {
        let schema = lowered.definitions.get(name);
        schema.is_some_and(|schema| is_resource(name, schema) && !is_list(schema))
    });
    let mut without_limits = graph.reaching(kinds.map(String::as_str));
    without_limits.extend(configurations(model, lowered, &contained));
    let (mut resources, mut outer, mut inner) = (Vec::new(), Vec::new(), Vec::new());
    for (id, name) in &lowered.names {
        let definition = model.type_definition(*id);
        let Some(schema) = lowered.definitions.get(name) else { continue };
        if !model.package(definition.package).requested || !graph.reaches_rule(name) || is_list(schema) {
            continue;
        }
        let is_contained = contained.contains(name.as_str());
        let is_resource = is_resource(name, schema);
        let root = Root {
            name: definition.name.clone(),
            span: definition.span,
            schema: Schema { reference: Some(name.clone()), ..Schema::default() },
            is_resource,
            has_limits: is_resource || !is_of_program(definition) && !without_limits.contains(name.as_str()),
            is_certain: is_resource || !is_contained,
        };
        match (is_resource, is_contained) {
            (true, _) => resources.push(root),
            (false, false) => outer.push(root),
            (false, true) => inner.push(root),
        }
    }
    for (id, schema) in &lowered.named {
        let definition = model.type_definition(*id);
        let mut has_rule = false;
        each_node(schema, &mut |node| has_rule |= !node.extensions.validations.is_empty());
        if has_rule && model.package(definition.package).requested {
            let (name, span) = (definition.name.clone(), definition.span);
            let (is_resource, has_limits, is_certain) = (false, true, false);
            inner.push(Root { name, span, schema: schema.clone(), is_resource, has_limits, is_certain });
        }
    }
    resources.into_iter().chain(outer).chain(inner).collect()
}

/// Records the rules of a schema.
pub(super) fn note_seen(tree: &Schema, seen: &mut BTreeSet<Identity>) {
    each_node(tree, &mut |node| seen.extend(identities(node)));
}

fn identities(node: &Schema) -> impl Iterator<Item = Identity> + '_ {
    node.extensions.validations.iter().map(|rule| {
        let Origin { location, .. } = &rule.origin;
        (*location, rule.rule.clone())
    })
}

fn has_type_meta(schema: &Schema) -> bool {
    ["apiVersion", "kind", "metadata"].iter().all(|name| schema.properties.contains_key(*name))
}

/// Returns `true` for a struct whose fields have no `json` tags, apart from embedded ones. It is not part of any API.
fn is_of_program(definition: &TypeDefinition) -> bool {
    let mut fields = definition.fields().iter().filter(|field| !field.is_embedded).peekable();
    fields.peek().is_some() && fields.all(|field| field.struct_tag.iter().all(|(key, _)| key != "json"))
}

/// Returns the definitions of the configuration files among the types, and those of the structs that only they embed.
fn configurations<'a>(model: &Model, lowered: &'a Lowered, contained: &BTreeSet<&str>) -> BTreeSet<&'a str> {
    let is_configuration = |id: TypeId, name: &str| {
        let Some(schema) = lowered.definitions.get(name).filter(|_| !contained.contains(name)) else { return false };
        let has = |property| schema.properties.contains_key(property);
        let has_kind = has("apiVersion") && has("kind") && !has("metadata");
        has_kind && !has_resource_tag(&model.type_definition(id).tags)
    };
    let mut found: BTreeSet<TypeId> =
        lowered.names.iter().filter(|(id, name)| is_configuration(**id, name)).map(|(id, _)| *id).collect();
    let (mut embedded, mut others) = (BTreeSet::new(), BTreeSet::new());
    for id in lowered.names.keys() {
        let fields = model.type_definition(*id).fields().iter();
        let inlined = fields.filter(|field| field.is_embedded && field.is_inline).map(|field| match &field.ty {
            Type::Pointer(pointed) => pointed,
            ty => ty,
        });
        let types = inlined.filter_map(|ty| if let Type::Named(inner) = ty { Some(*inner) } else { None });
        if found.contains(id) { embedded.extend(types) } else { others.extend(types) }
    }
    let is_part = |id: &TypeId| {
        let is_contained = lowered.names.get(id).is_some_and(|name| contained.contains(name.as_str()));
        !is_contained && !others.contains(id)
    };
    found.extend(embedded.into_iter().filter(is_part));
    found.iter().filter_map(|id| lowered.names.get(id)).map(String::as_str).collect()
}

/// Returns `true` if a tag of controller-gen or client-gen shows that the type is a resource.
fn has_resource_tag(tags: &[Tag]) -> bool {
    tags.iter().any(|tag| matches!(&tag.meaning, TagKind::CustomResource(_) | TagKind::Client(Client::Wanted)))
}

/// Returns `true` for a list of resources, which no CRD describes.
fn is_list(schema: &Schema) -> bool {
    has_type_meta(schema) && schema.properties.contains_key("items") && metadata_is(schema, ".ListMeta")
}

/// Returns `true` if the name of the type of the metadata ends with `name`. Types for parts of other objects may have
/// metadata of their own, all of whose fields rules can access.
fn metadata_is(schema: &Schema, name: &str) -> bool {
    let metadata = schema.properties.get("metadata").and_then(|metadata| metadata.reference.as_deref());
    metadata.is_some_and(|reference| reference.ends_with(name))
}

/// The reference graph, and the definitions with rules.
struct Graph<'a> {
    references: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// For each definition, those that reference it.
    referrers: BTreeMap<&'a str, Vec<&'a str>>,
    /// Definitions that contain or reference a rule.
    with_rules: BTreeSet<&'a str>,
}

impl<'a> Graph<'a> {
    fn of(lowered: &'a Lowered) -> Self {
        let mut references: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut referrers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut with_own_rules = Vec::new();
        for (name, schema) in &lowered.definitions.schemas {
            let mut inner = BTreeSet::new();
            let mut has_rule = false;
            each_node(schema, &mut |node| {
                inner.extend(node.reference.as_deref());
                has_rule |= !node.extensions.validations.is_empty();
            });
            for target in &inner {
                referrers.entry(target).or_default().push(name);
            }
            references.insert(name, inner);
            if has_rule {
                with_own_rules.push(name.as_str());
            }
        }
        let mut graph = Graph { references, referrers, with_rules: BTreeSet::new() };
        graph.with_rules = graph.reaching(with_own_rules);
        graph
    }

    /// Returns these definitions and those that contain or reference one of them.
    fn reaching(&self, definitions: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
        let mut waiting: Vec<&str> = definitions.into_iter().collect();
        let mut found = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            if found.insert(name) {
                waiting.extend(self.referrers.get(name).into_iter().flatten());
            }
        }
        found
    }

    fn references(&self, name: &str) -> impl Iterator<Item = &'a str> + '_ {
        self.references.get(name).into_iter().flatten().copied()
    }

    fn reaches_rule(&self, name: &str) -> bool {
        self.with_rules.contains(name)
    }
}

/// Calls `visit` for the schema and, recursively, for the schemas of properties, items and map values.
fn each_node<'s>(schema: &'s Schema, visit: &mut dyn FnMut(&'s Schema)) {
    visit(schema);
    for property in schema.properties.values() {
        each_node(property, visit);
    }
    if let Some(items) = &schema.items {
        each_node(items, visit);
    }
    if let Some(AdditionalProperties::Schema(values)) = &schema.additional_properties {
        each_node(values, visit);
    }
}
