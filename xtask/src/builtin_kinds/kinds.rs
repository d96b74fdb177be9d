//! One minor version: processes its Go packages with idlgen's stages. Returns the table of its kinds and the JSON of
//! the referenced definitions.

use std::collections::{BTreeMap, BTreeSet};

use idlgen::{
    builtin::{KindRow, RemovedRow, Table},
    lower::{self, LowerOptions, Lowered, RegisteredGroupVersion, ServedKind, Verb},
    model::{self, Model, TypeId},
    modules::{GoEnvironment, Modules},
    resolve::{self, ResolveOptions},
    session,
    source::{DiskFileSystem, SourceMap},
    tags::{Lifecycle, TagKind},
    tool::Tool,
};
use idlgen_validate::{
    Schema,
    schema::json::{Dialect, Indent, PrintOptions, StripZero},
};

use super::{
    corrections::Corrections,
    facts, go_types,
    minors::{self, Minor, PATTERNS},
};

/// Returns the table of a version without the locations of its definitions, and the definitions by Go name.
pub(super) fn of(
    minor: &Minor,
    environment: &GoEnvironment,
    corrections: &Corrections,
) -> Result<(Table, BTreeMap<String, String>), String> {
    let (table, schemas) = schemas(minor, environment)?;
    let mut definitions = BTreeMap::new();
    for (name, mut schema) in schemas {
        corrections.apply(&name, &mut schema);
        definitions.insert(name, text(&schema));
    }
    Ok((table, definitions))
}

/// Returns the table of a version without the locations of its definitions, and its schemas according to the Go types
/// and their tags.
pub(super) fn schemas(minor: &Minor, environment: &GoEnvironment) -> Result<(Table, BTreeMap<String, Schema>), String> {
    let versions = minors::modules(minor);
    let modules = Modules::from_versions(&DiskFileSystem, &versions, environment);
    let mut sources = SourceMap::default();
    let patterns: Vec<String> = PATTERNS.iter().map(|pattern| (*pattern).to_owned()).collect();
    let loaded = session::load(&modules, &patterns, &mut sources);
    let tool = Tool::idlgen(minor.minor);
    let (model, _) = resolve::resolve(&loaded.packages, &ResolveOptions::of(&tool));
    let lowered = lower::lower(&model, &LowerOptions::of(&tool));

    let by_name: BTreeMap<&str, TypeId> = lowered.names.iter().map(|(id, name)| (name.as_str(), *id)).collect();
    let go_name = |name: &str| by_name.get(name).map_or_else(|| name.to_owned(), |id| model.go_name(*id));
    let mut table = Table {
        modules: versions.iter().map(|(path, version)| format!("{path} {version}")).collect(),
        ..Table::default()
    };
    for group_version in &lowered.group_versions {
        for kind in &group_version.kinds {
            add_kind(minor.minor, &model, &by_name, group_version, kind, &go_name, &mut table);
        }
    }
    let mut schemas = BTreeMap::new();
    let mut waiting: Vec<String> = table.kinds.iter().map(|row| row.definition.clone()).collect();
    let by_go_name: BTreeMap<String, &str> =
        lowered.definitions.schemas.keys().map(|name| (go_name(name), name.as_str())).collect();
    let mut met: BTreeSet<String> = waiting.iter().cloned().collect();
    while let Some(name) = waiting.pop() {
        let schema =
            Reading { minor, model: &model, lowered: &lowered, by_name: &by_name }.schema(&by_go_name, &name)?;
        facts::references(&schema, &mut |reference| {
            if met.insert(reference.to_owned()) {
                waiting.push(reference.to_owned());
            }
        });
        schemas.insert(name, schema);
    }
    Ok((table, schemas))
}

/// Kinds of stable versions that are deprecated by methods instead of tags (`lifecycle.go` of `k8s.io/api/core/v1`):
/// the first minor version, and the warning.
const BY_METHODS: [(&str, &str, u16, &str); 2] = [
    ("v1", "ComponentStatus", 19, "v1 ComponentStatus is deprecated in v1.19+"),
    ("v1", "Endpoints", 33, "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"),
];

fn add_kind(
    minor: u16,
    model: &Model,
    by_name: &BTreeMap<&str, TypeId>,
    group_version: &RegisteredGroupVersion,
    kind: &ServedKind,
    go_name: &dyn Fn(&str) -> String,
    table: &mut Table,
) {
    let RegisteredGroupVersion { group, version, .. } = group_version;
    let api_version = model::api_version(group, version);
    if kind.is_removed {
        let tags = by_name.get(kind.definition.as_str()).map(|id| &model.type_definition(*id).tags);
        let (mut removed, mut replacement) = (None, None);
        for tag in tags.into_iter().flatten() {
            match &tag.meaning {
                TagKind::Lifecycle(Lifecycle::Removed(version)) => {
                    removed = Some(format!("{}.{}", version.major, version.minor));
                }
                TagKind::Lifecycle(Lifecycle::Replacement { group, version, .. }) => {
                    replacement = Some(model::api_version(group, version));
                }
                _ => {}
            }
        }
        // A kind that is due for removal may still exist: only a removal in a tag is certain.
        if let Some(removed) = removed.filter(|_| !kind.name.ends_with("List")) {
            table.removed.push(RemovedRow::new(api_version, kind.name.clone(), removed, replacement));
        }
        return;
    }
    let Some(resource) = &kind.resource else { return };
    let has_status = resource.subresources.iter().any(|subresource| subresource.name == "status");
    let mut row = KindRow::new(api_version, kind.name.clone(), go_name(&kind.definition));
    row.is_namespaced = resource.namespaced;
    row.has_status = has_status;
    row.is_stored = resource.verbs.contains(&Verb::Get);
    row.deprecation = kind.deprecation.clone().or_else(|| {
        let (_, _, since, text) = BY_METHODS
            .iter()
            .find(|(api_version, kind, ..)| (*api_version, *kind) == (row.api_version.as_str(), row.kind.as_str()))?;
        (*since <= minor).then(|| (*text).to_owned())
    });
    table.kinds.push(row);
}

/// The state of reading a version.
struct Reading<'a> {
    minor: &'a Minor,
    model: &'a Model,
    lowered: &'a Lowered,
    /// Types by the name of their definition.
    by_name: &'a BTreeMap<&'a str, TypeId>,
}

impl Reading<'_> {
    /// Returns a definition with the parts that the engine and decoding need: no descriptions, but Go names and Go
    /// types.
    fn schema(&self, by_go_name: &BTreeMap<String, &str>, go_name: &str) -> Result<Schema, String> {
        let name = by_go_name.get(go_name).ok_or_else(|| format!("{go_name} has no definition"))?;
        let mut schema = self.lowered.definitions.get(name).cloned().unwrap_or_default();
        facts::keep(&mut schema, &|reference| match self.by_name.get(reference) {
            Some(id) => self.model.go_name(*id),
            None => reference.to_owned(),
        })?;
        if let Some(id) = self.by_name.get(name) {
            go_types::add_go_types(self.model, *id, self.minor.minor >= NAMES_EMBEDDED, &mut schema);
        }
        Ok(schema)
    }
}

/// Since this minor version, decoding errors name embedded structs (`sigs.k8s.io/json` of July 2025).
const NAMES_EMBEDDED: u16 = 35;

/// Returns the serialized definition. References are bare names.
fn text(schema: &Schema) -> String {
    let options = PrintOptions { dialect: Dialect::V3, strip_zero: StripZero::All };
    let printed = schema.to_ordered_json(&options).to_text(Indent::Compact);
    let mut parts = printed.split(REFERENCE);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('"').unwrap_or((part, ""));
        text.push_str("\"$ref\":\"");
        text.push_str(&name.replace("~1", "/"));
        text.push('"');
        text.push_str(rest);
    }
    text
}

const REFERENCE: &str = "\"$ref\":\"#/components/schemas/";
