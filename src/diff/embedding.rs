//! Compares structs that embed the same struct: its fields should have the same rules in each of them. Differences come
//! from a field that hides one of the embedded struct, from tags at the embedded field, and from CEL rules of the outer
//! struct that only read fields of the embedded one.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use idlgen_validate::crd::{CustomResourceDefinition, document::Version};
use serde_json::{Map, Value as Json};

use super::{
    Change, Exceptions, Options,
    parity::{Difference, is_without_effect},
    sides::Side,
};
use crate::{
    diag::Diagnostic,
    model::{
        Field, Model, Type, TypeDefinition, TypeId, TypeKind,
        json::{Kind, MemberRules, View},
    },
    objects::codes::EMBEDDERS_DIFFER,
    source::Span,
};

/// The import path of types that every kind embeds.
const MACHINERY: &str = "k8s.io/apimachinery/";

/// Maximum number of schema levels to search for structs.
const MAX_DEPTH: usize = 64;

/// A struct that embeds another one.
struct Embedder {
    name: String,
    /// The embedded field.
    span: Span,
    /// The schema of the struct, restricted to the fields of the embedded one.
    schema: Json,
    /// The fields of the struct by JSON name.
    fields: BTreeMap<String, Span>,
}

/// The result of comparing structs.
#[derive(Debug, Default)]
pub(super) struct Embeddings {
    pub(super) findings: Vec<(Diagnostic, Difference)>,
    /// Number of differences that exceptions accept.
    pub(super) accepted: usize,
    /// Number of compared pairs.
    pub(super) compared: usize,
}

/// Compares all structs that embed the same struct.
pub(super) fn compare(side: &Side, options: &Options, exceptions: &mut Exceptions) -> Embeddings {
    let mut result = Embeddings::default();
    let mut search = Search { embedders: BTreeMap::new(), seen: BTreeSet::new() };
    let mut model = None;
    for crd in &side.crds {
        let Some(go) = &crd.go else { continue };
        model = Some(go);
        for version in &crd.definition.versions {
            if let (Some(declared), Some(schema)) = (go.kind(&crd.definition, &version.name), &version.schema) {
                search.visit(go.model(), &Type::Named(declared.id), schema, 0);
            }
        }
    }
    let Some(model) = model else { return result };
    for (base, embedders) in &search.embedders {
        let name = &model.model().type_definition(*base).name;
        result.compared += embedders.len().saturating_sub(1);
        let Some((usual, others)) = split(embedders) else { continue };
        for group in others {
            let Some(other) = group.first() else { continue };
            for change in changes(usual, other, options) {
                if exceptions.accept(name, &change).is_some() {
                    result.accepted += 1;
                    continue;
                }
                result.findings.push((finding(name, usual, &group, &change), Difference::new(name, &change)));
            }
        }
    }
    result
}

struct Search {
    embedders: BTreeMap<TypeId, Vec<Embedder>>,
    /// The structs that were visited.
    seen: BTreeSet<TypeId>,
}

impl Search {
    /// Visits the structs below a type along its schema. The first schema of a struct represents all of them.
    fn visit(&mut self, model: &Model, ty: &Type, schema: &Json, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let below = |keyword: &str| schema.get(keyword).filter(|inner| inner.is_object());
        match model.kind(ty, View::Underlying) {
            Kind::Struct(structure) => {
                let declared = match &structure.ty {
                    Type::Named(id) => Some(*id),
                    _ => structure.definition,
                };
                if let Some(id) = declared {
                    if !self.seen.insert(id) {
                        return;
                    }
                    self.add(model, model.type_definition(id), schema);
                }
                let Some(properties) = below("properties") else { return };
                for member in model.members(ty, &MemberRules::GO).settle(|_, _| {}) {
                    if let Some(property) = properties.get(&member.name) {
                        self.visit(model, &member.field.ty, property, depth + 1);
                    }
                }
            }
            Kind::List { element, .. } => {
                if let Some(items) = below("items") {
                    self.visit(model, &element, items, depth + 1);
                }
            }
            Kind::Map(_, values) => {
                if let Some(inner) = below("additionalProperties") {
                    self.visit(model, &values, inner, depth + 1);
                }
            }
            _ => {}
        }
    }

    /// Records the structs that a struct embeds.
    fn add(&mut self, model: &Model, outer: &TypeDefinition, schema: &Json) {
        let TypeKind::Struct(fields) = &outer.kind else { return };
        for field in fields.iter().filter(|field| field.is_embedded && field.is_inline) {
            let Some(base) = embedded(model, field) else { continue };
            let members = model.members(&Type::Named(base), &MemberRules::GO).settle(|_, _| {});
            let names: BTreeSet<String> = members.into_iter().map(|member| member.name).collect();
            let own = model.members(&Type::Named(outer.id), &MemberRules::GO).settle(|_, _| {});
            let own = own.into_iter().filter(|member| member.depth == 0);
            let embedder = Embedder {
                name: outer.name.clone(),
                span: field.span,
                schema: restricted(schema, &names),
                fields: own.map(|member| (member.name, member.field.span)).collect(),
            };
            let known = self.embedders.entry(base).or_default();
            // Versions of the same struct are compared elsewhere.
            if known.iter().all(|other| other.name != embedder.name) {
                known.push(embedder);
            }
        }
    }
}

/// Returns the struct of an embedded field, if comparing its users is useful.
fn embedded(model: &Model, field: &Field) -> Option<TypeId> {
    let id = match &field.ty {
        Type::Named(id) => *id,
        Type::Pointer(inner) => match **inner {
            Type::Named(id) => id,
            _ => return None,
        },
        _ => return None,
    };
    let definition = model.type_definition(id);
    let package = model.packages.iter().find(|package| package.types.contains(&id))?;
    let is_general = package.import_path.starts_with(MACHINERY);
    (!is_general && matches!(definition.kind, TypeKind::Struct(_))).then_some(id)
}

/// Returns the part of a schema that concerns these properties.
fn restricted(schema: &Json, names: &BTreeSet<String>) -> Json {
    let is_named = |name: &Json| name.as_str().is_some_and(|name| names.contains(name));
    let mut part = Map::from_iter([("type".to_owned(), Json::from("object"))]);
    if let Some(properties) = schema.get("properties").and_then(Json::as_object) {
        let kept = properties.iter().filter(|(name, _)| names.contains(*name));
        part.insert("properties".to_owned(), kept.map(|(name, value)| (name.clone(), value.clone())).collect());
    }
    let list = |key: &str| schema.get(key).and_then(Json::as_array).into_iter().flatten();
    let required: Vec<Json> = list("required").filter(|name| is_named(name)).cloned().collect();
    if !required.is_empty() {
        part.insert("required".to_owned(), required.into());
    }
    let reads_only = |rule: &&Json| rule.get("rule").and_then(Json::as_str).is_some_and(|rule| reads_only(rule, names));
    let rules: Vec<Json> = list("x-kubernetes-validations").filter(reads_only).cloned().collect();
    if !rules.is_empty() {
        part.insert("x-kubernetes-validations".to_owned(), rules.into());
    }
    Json::Object(part)
}

/// Returns `true` if a CEL rule reads only these fields of its object.
fn reads_only(rule: &str, names: &BTreeSet<String>) -> bool {
    idlgen_cel::fields_read(rule).is_some_and(|fields| !fields.is_empty() && fields.is_subset(names))
}

/// Returns the embedder whose schema is the most common one, and the groups of those with other schemas. `None` if all
/// are equal.
fn split(embedders: &[Embedder]) -> Option<(&Embedder, Vec<Vec<&Embedder>>)> {
    let mut groups: Vec<Vec<&Embedder>> = Vec::new();
    for embedder in embedders {
        match groups.iter_mut().find(|group| group.first().is_some_and(|one| one.schema == embedder.schema)) {
            Some(group) => group.push(embedder),
            None => groups.push(vec![embedder]),
        }
    }
    // The first of the largest groups.
    let most = groups.iter().map(Vec::len).max()?;
    let index = groups.iter().position(|group| group.len() == most)?;
    let usual = groups.remove(index);
    (!groups.is_empty()).then_some((*usual.first()?, groups))
}

/// Compares the restricted schemas of two embedders.
fn changes(usual: &Embedder, other: &Embedder, options: &Options) -> Vec<Change> {
    let mut definition = CustomResourceDefinition::default();
    for schema in [&usual.schema, &other.schema] {
        let mut version = Version::default();
        version.schema = Some(Arc::new(schema.clone()));
        definition.versions.push(version);
    }
    let name = format!("{} -> {}", usual.name, other.name);
    let changes = super::compare_schemas(&name, [(&definition, 0), (&definition, 1)], options);
    changes.into_iter().filter(|change| !change.is_documentation && !is_without_effect(change.rule)).collect()
}

fn finding(base: &str, usual: &Embedder, group: &[&Embedder], change: &Change) -> Diagnostic {
    let path = change.full_path();
    let place = if path.is_empty() { String::new() } else { format!(" at `{path}`") };
    let names: Vec<&str> = group.iter().map(|one| one.name.as_str()).collect();
    let (other, more) = names.split_first().map_or(("", &[][..]), |(first, more)| (*first, more));
    let span = |embedder: &Embedder| {
        let field = path.split(['.', '[']).next().and_then(|name| embedder.fields.get(name));
        field.copied().unwrap_or(embedder.span)
    };
    let message = format!("{} and {other} embed {base} and differ{place}: {}", usual.name, change.text);
    let mut finding = Diagnostic::new(EMBEDDERS_DIFFER, message);
    if let Some(first) = group.first() {
        finding = finding.at(span(first));
    }
    finding = finding.and(span(usual), format!("in {}", usual.name));
    if !more.is_empty() {
        finding = finding.note(format!("also in {}", more.join(", ")));
    }
    finding.help(format!("make them equal, or accept `{}` of {base} in the exceptions", change.rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_read_only_embedded_fields_are_recognized() {
        let names = BTreeSet::from(["min".to_owned(), "max".to_owned()]);
        for (rule, expected) in [
            ("self.min <= self.max", true),
            ("!has(self.min) || self.?max.orValue(1) > oldSelf.min", true),
            ("self.min <= self.size", false),
            ("self.items.all(self, self.min > 1)", false),
            ("size(self) > 1", false),
            ("true", false),
            ("self.minimum > 1", false),
            ("self.min > size('self.size')", true),
        ] {
            assert_eq!(reads_only(rule, &names), expected, "{rule}");
        }
    }
}
