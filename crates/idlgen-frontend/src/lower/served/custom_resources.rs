//! The CRDs of the requested packages: their kinds, and the markers for their names, versions, subresources and columns
//! (`sigs.k8s.io/controller-tools/pkg/crd`, `gen.go`, `spec.go`).

use std::collections::BTreeMap;

use idlgen_validate::crd::{
    CustomResourceDefinition as Document, Scale,
    document::{PrinterColumn, SelectableField, Subresources, Version},
};
use serde_json::{Map, Value as Json};

use super::plural::plural_of_kind;
use crate::{
    diag::{Diagnostic, Severity},
    lower::codes::VERSIONS_DISAGREE,
    model::{Field, Model, Package, Type, TypeDefinition, TypeId, TypeKind},
    source::Span,
    tags::{Client, CustomResource, Dialect, ResourceNames, Scope, Tag, TagKind},
};

/// The version of types that exist only in a server's memory (`k8s.io/apimachinery/pkg/runtime.APIVersionInternal`).
const INTERNAL: &str = "__internal";

/// A CRD generated from types.
#[derive(Clone, Debug)]
pub struct CustomResourceDefinition {
    /// The CRD. Its versions have no schemas yet.
    pub document: Document,
    /// The type of each version, in the order of the versions in the document.
    pub types: Vec<TypeId>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns the CRDs of all kinds in the requested packages, sorted by group and kind. Kinds are structs that embed
/// TypeMeta and ObjectMeta, in packages with a group. Unexported structs without kubebuilder markers are not kinds:
/// programs decode objects of other projects into them. A type declared from such a struct (`type copied Widget`) is a
/// version of the kind with its name, if that kind exists. Versions are sorted by name.
pub fn custom_resource_definitions(model: &Model) -> Vec<CustomResourceDefinition> {
    let mut found: BTreeMap<(&str, &str), Vec<(&str, TypeId)>> = BTreeMap::new();
    for package in model.packages.iter().filter(|package| package.requested && !is_skipped(package)) {
        let Some(group_version) = &package.group_version else { continue };
        // The core group has no custom resources.
        if group_version.version == INTERNAL || group_version.group.is_empty() {
            continue;
        }
        let is_kind = |id: &TypeId| is_custom_resource(model, *id) && is_public(model.type_definition(*id));
        for id in package.types.iter().copied().filter(is_kind) {
            let key = (group_version.group.as_str(), model.type_definition(id).name.as_str());
            found.entry(key).or_default().push((&group_version.version, id));
        }
    }
    // If one version is a struct, others may be declared from it.
    let is_struct = |id: &TypeId| matches!(model.type_definition(*id).kind, TypeKind::Struct(_));
    found.retain(|_, versions| versions.iter().any(|(_, id)| is_struct(id)));
    let definitions = found.into_iter().filter_map(|((group, kind), mut versions)| {
        versions.sort_by_key(|(version, _)| *version);
        definition(model, group, kind, &versions)
    });
    definitions.collect()
}

fn is_skipped(package: &Package) -> bool {
    package.tags.iter().any(|tag| matches!(tag.meaning, TagKind::CustomResource(CustomResource::SkippedPackage)))
}

/// Returns `true` if a type is a struct that embeds TypeMeta and ObjectMeta.
pub fn is_custom_resource(model: &Model, id: TypeId) -> bool {
    let is_metadata = |field: &Field| field.is_embedded && is_object_meta(model, &field.ty);
    model.embeds_type_meta(id) && model.fields_of(&Type::Named(id)).iter().any(is_metadata)
}

fn is_public(definition: &TypeDefinition) -> bool {
    definition.is_exported() || definition.tags.iter().any(|tag| tag.dialect == Dialect::Kubebuilder)
}

/// Returns `true` for `metav1.ObjectMeta`. A type with that name in another package is metadata inside an object, for
/// example of a template.
fn is_object_meta(model: &Model, ty: &Type) -> bool {
    match ty {
        Type::Named(id) => {
            let definition = model.type_definition(*id);
            match &definition.kind {
                TypeKind::Alias(target) => is_object_meta(model, target),
                _ => is_meta_v1(&model.package(definition.package).import_path, &definition.name),
            }
        }
        Type::External { package, name } => is_meta_v1(package, name),
        _ => false,
    }
}

fn is_meta_v1(package: &str, name: &str) -> bool {
    package == "k8s.io/apimachinery/pkg/apis/meta/v1" && name == "ObjectMeta"
}

/// Returns the markers for the CRD on a type.
pub(super) fn markers(definition: &TypeDefinition) -> impl Iterator<Item = (&CustomResource, &Tag)> {
    definition.tags.iter().filter_map(|tag| match &tag.meaning {
        TagKind::CustomResource(marker) => Some((marker, tag)),
        _ => None,
    })
}

/// Returns the CRD of a kind, or `None` if all its versions are excluded.
fn definition(model: &Model, group: &str, kind: &str, versions: &[(&str, TypeId)]) -> Option<CustomResourceDefinition> {
    let mut document = Document::default();
    group.clone_into(&mut document.group);
    kind.clone_into(&mut document.names.kind);
    document.names.list_kind = format!("{kind}List");
    document.names.singular = kind.to_lowercase();
    document.names.plural = plural_of_kind(kind);
    "Namespaced".clone_into(&mut document.scope);
    let mut diagnostics = Vec::new();
    let mut named: Option<(ResourceNames, Span)> = None;
    let (mut disagreement, mut are_combined): (Option<Diagnostic>, bool) = (None, true);
    let mut metadata = Metadata::default();
    let mut types = Vec::new();
    for (name, id) in versions {
        let definition = model.type_definition(*id);
        if markers(definition).any(|(marker, _)| *marker == CustomResource::SkippedVersion) {
            continue;
        }
        document.versions.push(version(name, definition));
        types.push(*id);
        // The client generated for the type does not use a namespace.
        if definition.tags.iter().any(|tag| tag.meaning == TagKind::Client(Client::NonNamespaced)) {
            "Cluster".clone_into(&mut document.scope);
        }
        let mut said: Option<(ResourceNames, Span)> = None;
        for (marker, tag) in markers(definition) {
            match marker {
                CustomResource::Resource(names) => {
                    said.get_or_insert_with(|| (ResourceNames::default(), tag.span)).0.apply(names);
                }
                CustomResource::Metadata { annotations, labels } => metadata.add(annotations, labels),
                _ => {}
            }
        }
        let Some((names, span)) = said else { continue };
        let Some((other, first)) = &named else {
            named = Some((names, span));
            continue;
        };
        if *other == names {
            continue;
        }
        disagreement = Some(if let Some(known) = disagreement {
            known.and(span, "another one is here")
        } else {
            let message = format!("the versions of {kind} have different resource settings");
            Diagnostic::new(VERSIONS_DISAGREE, message).at(span).and(*first, "the other one is here")
        });
        are_combined &= other.outlasts(&names) || names.outlasts(other);
        if other.outlasts(&names) {
            let mut both = other.clone();
            both.apply(&names);
            named = Some((both, span));
        } else if names.outlasts(other) {
            let mut both = names;
            both.apply(other);
            named = Some((both, *first));
        }
    }
    if let Some(mut diagnostic) = disagreement {
        if are_combined {
            diagnostic.severity = Severity::Warning;
            diagnostic = diagnostic.note("idlgen combines the settings; controller-gen uses those of one version");
        }
        diagnostics.push(diagnostic);
    }
    if let Some((names, _)) = &named {
        apply_names(&mut document, names);
    }
    settle_storage(&mut document, model, kind, &types, &mut diagnostics);
    document.metadata = metadata.into_json(&format!("{}.{group}", document.names.plural));
    (!types.is_empty()).then_some(CustomResourceDefinition { document, types, diagnostics })
}

fn apply_names(document: &mut Document, names: &ResourceNames) {
    let ResourceNames { path, singular, short_names, categories, scope } = names;
    if let Some(path) = path {
        document.names.plural.clone_from(path);
    }
    if let Some(singular) = singular {
        document.names.singular.clone_from(singular);
    }
    document.names.short_names.clone_from(short_names);
    document.names.categories.clone_from(categories);
    match scope {
        Some(Scope::Cluster) => "Cluster".clone_into(&mut document.scope),
        Some(Scope::Namespaced) => "Namespaced".clone_into(&mut document.scope),
        None => {}
    }
}

/// Returns a version with the settings in the markers of its type.
fn version(name: &str, definition: &TypeDefinition) -> Version {
    let mut version = Version::default();
    name.clone_into(&mut version.name);
    version.served = true;
    for (marker, _) in markers(definition) {
        match marker {
            CustomResource::StatusSubresource => subresources(&mut version).status = true,
            CustomResource::ScaleSubresource { spec_path, status_path, selector_path } => {
                let mut scale = Scale::default();
                scale.spec_replicas_path.clone_from(spec_path);
                scale.status_replicas_path.clone_from(status_path);
                scale.label_selector_path.clone_from(selector_path);
                subresources(&mut version).scale = Some(scale);
            }
            CustomResource::PrinterColumn(column) => {
                // As in controller-gen, ensure that the CRD has subresources: an empty list differs from an absent
                // one.
                subresources(&mut version);
                let mut printed = PrinterColumn::default();
                printed.name.clone_from(&column.name);
                printed.column_type.clone_from(&column.column_type);
                printed.json_path.clone_from(&column.json_path);
                printed.description = column.description.clone().unwrap_or_default();
                printed.format = column.format.clone().unwrap_or_default();
                printed.priority = column.priority.unwrap_or_default();
                version.printer_columns.push(printed);
            }
            CustomResource::StorageVersion => version.storage = true,
            CustomResource::UnservedVersion => version.served = false,
            CustomResource::DeprecatedVersion { warning } => {
                version.deprecated = true;
                version.deprecation_warning.clone_from(warning);
            }
            CustomResource::SelectableField(path) => {
                let mut field = SelectableField::default();
                field.json_path.clone_from(path);
                version.selectable_fields.push(field);
            }
            CustomResource::Resource(_)
            | CustomResource::Metadata { .. }
            | CustomResource::SkippedVersion
            | CustomResource::SkippedPackage
            | CustomResource::VersionName(_) => {}
        }
    }
    version
}

fn subresources(version: &mut Version) -> &mut Subresources {
    version.subresources.get_or_insert_default()
}

/// Sets the storage version. A single version is always stored; if there are several, one must be marked.
fn settle_storage(
    document: &mut Document,
    model: &Model,
    kind: &str,
    types: &[TypeId],
    diagnostics: &mut Vec<Diagnostic>,
) {
    if let [version] = document.versions.as_mut_slice() {
        version.storage = true;
    }
    let stored: Vec<&Version> = document.versions.iter().filter(|version| version.storage).collect();
    let Some(last) = types.last().map(|id| model.type_definition(*id).span) else { return };
    let names: Vec<&str> = document.versions.iter().map(|version| version.name.as_str()).collect();
    if stored.len() != 1 {
        let (problem, verb, preposition) =
            if stored.is_empty() { ("none", "add", "to") } else { ("several", "keep", "only on") };
        let message =
            format!("of the versions {} of {kind}, {problem} are marked as storage version", names.join(", "));
        diagnostics.push(
            Diagnostic::new(VERSIONS_DISAGREE, message)
                .at(last)
                .help(format!("{verb} `+kubebuilder:storageversion` {preposition} the type of one version")),
        );
    }
    if document.versions.iter().all(|version| !version.served) {
        let message = format!("no version of {kind} is served");
        diagnostics.push(
            Diagnostic::new(VERSIONS_DISAGREE, message)
                .at(last)
                .help("remove `+kubebuilder:unservedversion` from the type of one version"),
        );
    }
}

/// The annotations and labels of a CRD.
#[derive(Default)]
struct Metadata {
    annotations: Map<String, Json>,
    labels: Map<String, Json>,
}

impl Metadata {
    fn add(&mut self, annotations: &[(String, String)], labels: &[(String, String)]) {
        for (all, added) in [(&mut self.annotations, annotations), (&mut self.labels, labels)] {
            all.extend(added.iter().map(|(key, value)| (key.clone(), Json::from(value.as_str()))));
        }
    }

    fn into_json(self, name: &str) -> Map<String, Json> {
        let mut metadata = Map::new();
        metadata.insert("name".to_owned(), name.into());
        for (key, values) in [("annotations", self.annotations), ("labels", self.labels)] {
            if !values.is_empty() {
                metadata.insert(key.to_owned(), values.into());
            }
        }
        metadata
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lower::testing::read, source::SourceMap};

    #[test]
    fn unexported_structs_are_kinds_only_with_a_kubebuilder_marker() {
        let text = "// +groupName=example.com\n---\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\
            type Widget struct {\n    metav1.TypeMeta `json:\",inline\"`\n    metav1.ObjectMeta `json:\"metadata\"`\n}\n\
            // +kubebuilder:resource\n\
            type gadget struct {\n    metav1.TypeMeta `json:\",inline\"`\n    metav1.ObjectMeta `json:\"metadata\"`\n}\n\
            type decoded struct {\n    metav1.TypeMeta `json:\",inline\"`\n    metav1.ObjectMeta `json:\"metadata\"`\n}\n";
        let meta = "type TypeMeta struct{}\ntype ObjectMeta struct{}\n";
        let packages = [("example.com/api/v1", true, text), ("k8s.io/apimachinery/pkg/apis/meta/v1", false, meta)];
        let found = custom_resource_definitions(&read(&packages, &mut SourceMap::default()));
        let kinds: Vec<&str> = found.iter().map(|one| one.document.names.kind.as_str()).collect();
        assert_eq!(kinds, ["Widget", "gadget"]);
    }
}
