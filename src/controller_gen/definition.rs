//! CRDs of kinds (`pkg/crd/gen.go` and `spec.go`).

use std::{borrow::Cow, collections::BTreeSet, rc::Rc, sync::Arc};

use idlgen_yaml::Part;
use serde_json::{Map, Value as Json};

use super::{
    Problem, TooLarge,
    description::shorten,
    go_type::{self, GoType},
    package::TypeInfo,
    parser::Parser,
    schema::{Schema, TypeName},
    visited,
    write::Object,
};
use crate::{
    emit::crd::not_structural,
    lower::plural_of_kind,
    source::Span,
    syntax::TypeExpressionKind,
    tags::controller_gen::{Marker, PrintColumn},
};

const META: &str = "k8s.io/apimachinery/pkg/apis/meta/v1";

/// The variable parts of a CRD.
#[derive(Clone, Debug, PartialEq)]
struct Definition {
    group: String,
    kind: String,
    plural: String,
    singular: String,
    short_names: Vec<String>,
    categories: Vec<String>,
    scope: String,
    annotations: Map<String, Json>,
    labels: Map<String, Json>,
    versions: Vec<Version>,
    /// The location of its last version's declaration.
    place: Option<Span>,
}

/// A version of a CRD.
#[derive(Clone, Debug, PartialEq)]
struct Version {
    name: String,
    schema: Schema,
    served: bool,
    storage: bool,
    deprecated: bool,
    warning: Option<String>,
    /// Subresources, if the key exists.
    subresources: Option<Map<String, Json>>,
    columns: Vec<Json>,
    selectable_fields: Vec<Json>,
}

/// A CRD to write.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WrittenDefinition {
    /// `GROUP_PLURAL.yaml`.
    pub file: String,
    definition: Definition,
    tool_version: String,
}

impl WrittenDefinition {
    pub(crate) fn kind(&self) -> &str {
        &self.definition.kind
    }

    /// Returns the location of the kind's declaration in its last version.
    pub(crate) fn location(&self) -> Option<Span> {
        self.definition.place
    }

    /// Returns the entire CRD, with `spec.preserveUnknownFields` if requested.
    pub fn part(&self, preserve_unknown_fields: Option<bool>) -> Part<'_> {
        self.definition.part(&self.tool_version, preserve_unknown_fields)
    }
}

impl<'a> Parser<'_, 'a> {
    /// Returns the CRDs of all kinds in the requested packages, sorted by kind and group.
    pub(super) fn definitions(&mut self) -> Vec<WrittenDefinition> {
        let roots = self.roots();
        for root in &roots {
            self.need_package(root);
        }
        let mut kinds: BTreeSet<(String, String)> = BTreeSet::new();
        for root in visited::knowing(self.names, &roots, META) {
            let Some(package) = self.package(root) else { continue };
            let group = package.group_version.as_ref().map_or("", |(group, _)| group);
            let found = package.types.values().filter(|info| self.is_kind(info));
            kinds.extend(found.map(|info| (sort_key(info.name, group), group.to_owned())));
        }
        let mut written = Vec::new();
        for (key, group) in kinds {
            let kind = key.split('.').next().unwrap_or_default();
            written.extend(
                self.definition(&group, kind).map(|definition| definition.written(self.options.version_label())),
            );
        }
        written
    }

    /// Returns `true` if a type embeds TypeMeta and ObjectMeta.
    fn is_kind(&self, info: &TypeInfo<'a>) -> bool {
        let embeds = |wanted: &str| {
            info.fields.iter().filter(|field| field.name.is_empty()).any(|field| {
                let TypeExpressionKind::Name { package, name, .. } = &field.declaration.ty.kind else { return false };
                let qualifier = package.as_ref().map(|package| package.name.as_str());
                match go_type::find(self.names, info.place, qualifier, &name.name, &[]) {
                    GoType::Declared(index) => {
                        go_type::declared_spelling(self.names, index) == format!("{META}.{wanted}")
                    }
                    _ => false,
                }
            })
        };
        embeds("TypeMeta") && embeds("ObjectMeta")
    }

    fn definition(&mut self, group: &str, kind: &str) -> Option<Definition> {
        let mut definition = Definition::new(group, kind);
        let of_group = self
            .packages()
            .filter(|(_, package)| package.group_version.as_ref().is_some_and(|(of_package, _)| of_package == group));
        let found: Vec<(String, String, Rc<TypeInfo<'a>>)> = of_group
            .filter_map(|(path, package)| {
                let version = package.group_version.as_ref()?.1.clone();
                Some((path.to_owned(), version, Rc::clone(package.types.get(kind)?)))
            })
            .collect();
        let mut too_large = None;
        for (path, version, info) in &found {
            let mut schema = self.flattened(&TypeName::new(path, kind)).unwrap_or_else(|error| {
                too_large = too_large.take().or(Some(not_structural(kind, &error).at(info.declaration.name.span)));
                Schema::default()
            });
            if let Some(length) = self.options.max_description_length {
                shorten(&mut schema, length, &mut self.shortened);
            }
            if let Some(metadata) = schema.properties.get_mut("metadata") {
                *metadata = Arc::new(Schema::of_type("object"));
            }
            definition.place = Some(info.declaration.name.span);
            definition.versions.push(Version::new(version, schema));
        }
        for skips in [false, true] {
            for (path, version, info) in &found {
                for marked in &info.markers {
                    if (marked.meaning == Marker::SkipVersion) != skips {
                        continue;
                    }
                    if let Err(message) = definition.apply(&marked.meaning, version) {
                        let place = Some(info.declaration.name.span);
                        self.problems.push(Problem::new(path, place, message));
                    }
                }
            }
        }
        if definition.versions.is_empty() {
            return None;
        }
        if let Some(diagnostic) = too_large {
            self.too_large.push(TooLarge { kind: kind.to_owned(), file: definition.file(), diagnostic });
            return None;
        }
        definition.versions.sort_by(|left, right| left.name.cmp(&right.name));
        if let [only] = definition.versions.as_mut_slice() {
            only.storage = true;
        }
        let shown = if group.is_empty() { kind.to_owned() } else { format!("{kind}.{group}") };
        let package = found.first().map_or("", |(path, ..)| path);
        let mut say = |message: String| {
            self.problems.push(Problem::new(package, None, message));
        };
        if !definition.versions.iter().any(|version| version.storage) {
            say(format!("CRD for {shown} has no storage version"));
        }
        if !definition.versions.iter().any(|version| version.served) {
            let names: Vec<&str> = definition.versions.iter().map(|version| version.name.as_str()).collect();
            say(format!("CRD for {shown} with version(s) [{}] does not serve any version", names.join(" ")));
        }
        Some(definition)
    }
}

/// Returns controller-gen's sort key of a kind: `Kind.group`, or only the kind.
fn sort_key(kind: &str, group: &str) -> String {
    if group.is_empty() { kind.to_owned() } else { format!("{kind}.{group}") }
}

impl Version {
    fn new(name: &str, schema: Schema) -> Self {
        Version {
            name: name.to_owned(),
            schema,
            served: true,
            storage: false,
            deprecated: false,
            warning: None,
            subresources: None,
            columns: Vec::new(),
            selectable_fields: Vec::new(),
        }
    }

    fn part(&self) -> Part<'_> {
        let mut object = Object::default();
        object.list("additionalPrinterColumns", self.columns.iter().map(|column| Part::Json(Cow::Borrowed(column))));
        object.flag("deprecated", self.deprecated);
        object.some("deprecationWarning", self.warning.as_deref().map(Json::from));
        object.some("name", Some(Json::from(self.name.as_str())));
        object.part("schema", Some(Part::Mapping(vec![("openAPIV3Schema", Part::Shared(&self.schema))])));
        let selectable = self.selectable_fields.iter().map(|field| Part::Json(Cow::Borrowed(field)));
        object.list("selectableFields", selectable);
        object.some("served", Some(Json::Bool(self.served)));
        object.some("storage", Some(Json::Bool(self.storage)));
        object.some("subresources", self.subresources.clone().map(Json::Object));
        object.into_part()
    }
}

impl Definition {
    fn new(group: &str, kind: &str) -> Self {
        Definition {
            group: group.to_owned(),
            kind: kind.to_owned(),
            plural: plural_of_kind(kind),
            singular: kind.to_lowercase(),
            short_names: Vec::new(),
            categories: Vec::new(),
            scope: "Namespaced".to_owned(),
            annotations: Map::new(),
            labels: Map::new(),
            versions: Vec::new(),
            place: None,
        }
    }

    /// Applies a marker on the type of a version.
    fn apply(&mut self, marker: &Marker, name: &str) -> Result<(), String> {
        let version = self.versions.iter_mut().find(|version| version.name == name);
        let missing = |what: &str| format!("{what} applied to version {} not in CRD", idlgen_runtime::go::quote(name));
        match marker {
            Marker::Status => {
                let version = version.ok_or_else(|| missing("status subresource"))?;
                let subresources = version.subresources.get_or_insert_default();
                subresources.insert("status".to_owned(), Json::Object(Map::new()));
            }
            Marker::Scale { spec, status, selector } => {
                let version = version.ok_or_else(|| missing("scale subresource"))?;
                let paths = [
                    ("specReplicasPath", Some(spec)),
                    ("statusReplicasPath", Some(status)),
                    ("labelSelectorPath", selector.as_ref()),
                ];
                let paths =
                    paths.into_iter().filter_map(|(name, path)| Some((name.to_owned(), Json::from(path?.as_str()))));
                let scale = Json::Object(paths.collect());
                version.subresources.get_or_insert_default().insert("scale".to_owned(), scale);
            }
            Marker::PrintColumn(column) => {
                let version = version.ok_or_else(|| missing("printer columns"))?;
                version.subresources.get_or_insert_default();
                version.columns.push(written_column(column));
            }
            Marker::SelectableField(path) => {
                let version = version.ok_or_else(|| missing("selectable field"))?;
                let field = Map::from_iter([("jsonPath".to_owned(), Json::from(path.as_str()))]);
                version.selectable_fields.push(Json::Object(field));
            }
            Marker::StorageVersion => version.into_iter().for_each(|version| version.storage = true),
            Marker::UnservedVersion => version.into_iter().for_each(|version| version.served = false),
            Marker::DeprecatedVersion(warning) => {
                if let Some(version) = version {
                    version.deprecated = true;
                    version.warning.clone_from(warning);
                }
            }
            Marker::SkipVersion => self.versions.retain(|version| version.name != name),
            Marker::Resource { path, singular, short_names, categories, scope } => {
                for (value, target) in [(path, &mut self.plural), (singular, &mut self.singular)] {
                    if !value.is_empty() {
                        value.clone_into(target);
                    }
                }
                self.short_names.clone_from(short_names);
                self.categories.clone_from(categories);
                let scope = if scope.is_empty() { "Namespaced" } else { scope };
                scope.clone_into(&mut self.scope);
            }
            Marker::Metadata { annotations, labels } => {
                for (entries, target, what) in
                    [(annotations, &mut self.annotations, "annotation"), (labels, &mut self.labels, "label")]
                {
                    for entry in entries {
                        let (key, value) = entry
                            .split_once('=')
                            .ok_or_else(|| format!("{what} {entry} is not in 'xxx=xxx' format"))?;
                        target.insert(key.to_owned(), Json::from(value));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the name of the CRD's file.
    fn file(&self) -> String {
        format!("{}_{}.yaml", self.group, self.plural)
    }

    fn written(self, tool_version: String) -> WrittenDefinition {
        WrittenDefinition { file: self.file(), definition: self, tool_version }
    }

    fn part(&self, tool_version: &str, preserve_unknown_fields: Option<bool>) -> Part<'_> {
        let mut annotations = self.annotations.clone();
        annotations.insert("controller-gen.kubebuilder.io/version".to_owned(), Json::from(tool_version));
        let mut metadata = Object::default();
        metadata.some("annotations", Some(Json::Object(annotations)));
        metadata.some("labels", (!self.labels.is_empty()).then(|| Json::Object(self.labels.clone())));
        metadata.some("name", Some(Json::from(format!("{}.{}", self.plural, self.group))));
        let mut names = Object::default();
        names.contents("categories", &self.categories);
        names.part("kind", Some(Part::Text(&self.kind)));
        names.some("listKind", Some(Json::from(format!("{}List", self.kind))));
        names.part("plural", Some(Part::Text(&self.plural)));
        names.contents("shortNames", &self.short_names);
        names.text("singular", &self.singular);
        let mut spec = Object::default();
        spec.part("group", Some(Part::Text(&self.group)));
        spec.part("names", Some(names.into_part()));
        spec.some("preserveUnknownFields", preserve_unknown_fields.map(Json::Bool));
        spec.part("scope", Some(Part::Text(&self.scope)));
        spec.part("versions", Some(Part::List(self.versions.iter().map(Version::part).collect())));
        let mut document = Object::default();
        document.text("apiVersion", "apiextensions.k8s.io/v1");
        document.text("kind", "CustomResourceDefinition");
        document.part("metadata", Some(metadata.into_part()));
        document.part("spec", Some(spec.into_part()));
        document.into_part()
    }
}

fn written_column(column: &PrintColumn) -> Json {
    let texts = [
        ("description", &column.description, false),
        ("format", &column.format, false),
        ("jsonPath", &column.json_path, true),
        ("name", &column.name, true),
        ("type", &column.column_type, true),
    ];
    let texts = texts.into_iter().filter(|(_, text, is_always)| *is_always || !text.is_empty());
    let mut object: Map<String, Json> =
        texts.map(|(name, text, _)| (name.to_owned(), Json::from(text.as_str()))).collect();
    if column.priority != 0 {
        object.insert("priority".to_owned(), Json::from(column.priority));
    }
    Json::Object(object)
}

#[cfg(test)]
mod tests;
