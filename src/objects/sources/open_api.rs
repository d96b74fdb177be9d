//! OpenAPI documents of API servers, versions 2 and 3.

mod schemas;

use std::{borrow::Cow, collections::BTreeMap};

use idlgen_validate::{
    Definitions, Schema, ValidatorOptions, ZeroMode,
    crd::{ResourceType, Scope},
    engine::SchemaError,
};
use serde_json::{Map, Value as Json};

use crate::{
    model::api_version,
    objects::{
        described::Described,
        kinds::KnownKind,
        source::{Found, NoValidator, Source},
        sources::json_schema::{Document, Draft, NamedSchemas},
        validator::KindValidator,
        validators::{Resource, UnknownFields, Values},
    },
};

/// The extension with the kinds of a schema or an operation.
const KINDS: &str = "x-kubernetes-group-version-kind";

/// The schemas of OpenAPI documents. If several define the same kind, the first one is used.
#[derive(Debug)]
pub struct OpenApi {
    documents: Vec<OneDocument>,
    kinds: Vec<DocumentedKind>,
    by_kind: BTreeMap<(String, String), Vec<usize>>,
    /// The options for validating their objects.
    options: ValidatorOptions,
}

#[derive(Debug)]
struct OneDocument {
    shown: String,
    schemas: NamedSchemas,
}

#[derive(Debug)]
struct DocumentedKind {
    document: usize,
    definition: String,
    group: String,
    version: String,
    kind: String,
    scope: Scope,
    has_status: bool,
}

/// The document is not an OpenAPI document with schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it has neither `components.schemas` (OpenAPI v3) nor `definitions` (v2)")]
#[non_exhaustive]
pub struct NoSchemas;

impl OpenApi {
    /// Creates an empty set. `options` applies to the validation of objects.
    pub fn new(options: ValidatorOptions) -> Self {
        OpenApi { documents: Vec::new(), kinds: Vec::new(), by_kind: BTreeMap::new(), options }
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Adds a document. `shown` is its displayed name.
    ///
    /// # Errors
    /// Returns an error if the document has no schemas.
    pub fn add(&mut self, json: &Json, shown: &str) -> Result<(), NoSchemas> {
        let raw = json.pointer("/components/schemas").or_else(|| json.get("definitions")).and_then(Json::as_object);
        let raw = raw.ok_or(NoSchemas)?;
        let mut schemas = named_schemas(json, raw);
        schemas::close(&mut schemas.definitions);
        let served = Served::of(json);
        let document = self.documents.len();
        let mut names: Vec<&String> = raw.keys().collect();
        names.sort();
        for name in names {
            let said = raw.get(name).and_then(|schema| schema.get(KINDS)).and_then(Json::as_array);
            for (group, version, kind) in said.into_iter().flatten().filter_map(group_version_kind) {
                let key = (api_version(&group, &version), kind.clone());
                if !is_object(&schemas.definitions, name) {
                    continue;
                }
                let (scope, has_status) = served.of_kind(&group, &version, &kind);
                self.by_kind.entry(key).or_default().push(self.kinds.len());
                let definition = name.clone();
                self.kinds.push(DocumentedKind { document, definition, group, version, kind, scope, has_status });
            }
        }
        self.documents.push(OneDocument { shown: shown.to_owned(), schemas });
        Ok(())
    }
}

/// Reads the schemas of a document. Since OpenAPI 3.1, they are schemas of a JSON Schema draft.
fn named_schemas(json: &Json, raw: &Map<String, Json>) -> NamedSchemas {
    let version = json.get("openapi").and_then(Json::as_str).unwrap_or_default();
    if version.starts_with("3.") && !version.starts_with("3.0") {
        let dialect = json.get("jsonSchemaDialect").and_then(Json::as_str).and_then(Draft::from_uri);
        return Document::new(json, dialect.unwrap_or(Draft::Of2020), &["/components/schemas"]).schemas(None);
    }
    let (definitions, problems) = Definitions::from_json(json);
    NamedSchemas::read(definitions, &problems, raw)
}

/// Returns an error if a schema, or one that it references, contains keywords that cannot be compiled.
fn executable(schemas: &NamedSchemas, name: &str) -> Result<(), NoValidator> {
    let refusals = schemas.compile_errors(name);
    if refusals.is_empty() { Ok(()) } else { Err(NoValidator::NotExecutable(refusals)) }
}

/// Returns `true` if a definition describes complete objects. Definitions of options, for example, have kinds as well.
fn is_object(definitions: &Definitions, name: &str) -> bool {
    definitions.get(name).is_some_and(|schema| schema.properties.contains_key("metadata"))
}

fn group_version_kind(json: &Json) -> Option<(String, String, String)> {
    let text = |name: &str| json.get(name).and_then(Json::as_str).map(str::to_owned);
    Some((text("group").unwrap_or_default(), text("version")?, text("kind")?))
}

/// The information about kinds in the paths of a document.
#[derive(Default)]
struct Served {
    /// For each group, version and kind: `true` if a path contains a namespace, and `true` if one ends with `/status`.
    kinds: BTreeMap<(String, String, String), (bool, bool)>,
}

impl Served {
    fn of(document: &Json) -> Self {
        let mut served = Served::default();
        for (path, item) in document.get("paths").and_then(Json::as_object).into_iter().flatten() {
            // Only consider writes: the path for listing across all namespaces contains no namespace.
            for method in ["put", "post"] {
                let kind = item.get(method).and_then(|operation| operation.get(KINDS)).and_then(group_version_kind);
                let Some(kind) = kind else { continue };
                let known = served.kinds.entry(kind).or_default();
                known.0 |= path.contains("/namespaces/{namespace}/");
                known.1 |= path.ends_with("/status");
            }
        }
        served
    }

    /// Returns the scope of a kind, and whether it has a status subresource. Without paths, both are unknown: objects
    /// may have a namespace, and the status is validated with the rest of the object.
    fn of_kind(&self, group: &str, version: &str, kind: &str) -> (Scope, bool) {
        match self.kinds.get(&(group.to_owned(), version.to_owned(), kind.to_owned())) {
            Some((false, has_status)) => (Scope::Cluster, *has_status),
            Some((true, has_status)) => (Scope::Namespaced, *has_status),
            None => (Scope::Namespaced, false),
        }
    }
}

/// The offset of the indexes of types that are selected by name. Kinds have lower indexes.
const TYPES: usize = 1 << (usize::BITS - 1);

impl Source for OpenApi {
    fn find(&self, api_version: &str, kind: &str) -> Option<Found> {
        self.find_all(api_version, kind).into_iter().next()
    }

    fn find_all(&self, api_version: &str, kind: &str) -> Vec<Found> {
        let same_kind = self.by_kind.get(&(api_version.to_owned(), kind.to_owned())).into_iter().flatten();
        let found = same_kind.filter_map(|index| {
            let kind = self.kinds.get(*index)?;
            let document = self.documents.get(kind.document)?;
            let name = format!("{} of {}", kind.definition, document.shown);
            Some(Found { index: *index, is_kind: true, name, span: None })
        });
        found.collect()
    }

    fn find_type(&self, name: &str) -> Option<Found> {
        let mut index = TYPES;
        for document in &self.documents {
            for known in document.schemas.definitions.schemas.keys() {
                if known == name || known.rsplit_once('.').is_some_and(|(_, last)| last == name) {
                    let name = format!("{known} of {}", document.shown);
                    return Some(Found { index, is_kind: false, name, span: None });
                }
                index += 1;
            }
        }
        None
    }

    fn validator(&self, found: &Found) -> Result<Box<dyn KindValidator + '_>, NoValidator> {
        let not_executable =
            |errors: Vec<SchemaError>| NoValidator::NotExecutable(errors.iter().map(ToString::to_string).collect());
        let missing = || NoValidator::NotKnown(format!("{} is unknown", found.name));
        if let Some(mut index) = found.index.checked_sub(TYPES) {
            for OneDocument { schemas, .. } in &self.documents {
                let definitions = &schemas.definitions;
                if let Some(name) = definitions.schemas.keys().nth(index) {
                    executable(schemas, name)?;
                    let mut options = self.options;
                    options.is_resource = false;
                    let schema = Schema { reference: Some(name.clone()), ..Schema::default() };
                    let values = Values::new(Cow::Borrowed(definitions), schema, options, UnknownFields::Dropped);
                    return values.map(|values| Box::new(values) as _).map_err(not_executable);
                }
                index -= definitions.schemas.len();
            }
            return Err(missing());
        }
        let kind = self.kinds.get(found.index).ok_or_else(missing)?;
        let schemas = &self.documents.get(kind.document).ok_or_else(missing)?.schemas;
        executable(schemas, &kind.definition)?;
        let definitions = &schemas.definitions;
        let resource_type = ResourceType {
            group: kind.group.clone(),
            version: kind.version.clone(),
            kind: kind.kind.clone(),
            scope: kind.scope,
            has_status: kind.has_status,
            scale: None,
            deprecation: None,
            preserves_unknown_fields: false,
            schema: definitions.get(&kind.definition).cloned().unwrap_or_default(),
        };
        if self.options.zero_mode == ZeroMode::Native {
            let schema = resource_type.schema;
            let values = Values::new(Cow::Borrowed(definitions), schema, self.options, UnknownFields::Dropped);
            return values.map(|values| Box::new(values) as _).map_err(not_executable);
        }
        let resource = Resource::new(Cow::Borrowed(definitions), resource_type, self.options);
        resource.map(|resource| Box::new(resource) as _).map_err(not_executable)
    }

    fn describe(&self, found: &Found) -> Result<Described<'_>, NoValidator> {
        let missing = || NoValidator::NotKnown(format!("{} is unknown", found.name));
        let kind = self.kinds.get(found.index).ok_or_else(missing)?;
        let definitions = &self.documents.get(kind.document).ok_or_else(missing)?.schemas.definitions;
        let schema = definitions.get(&kind.definition).ok_or_else(missing)?;
        let (schema, definitions) = (Cow::Borrowed(schema), Cow::Borrowed(definitions));
        Ok(Described { schema, definitions, is_native: false, deprecation: None })
    }

    fn kinds(&self) -> Vec<KnownKind<'_>> {
        let kinds = self.kinds.iter();
        kinds.map(|known| KnownKind { group: &known.group, version: &known.version, kind: &known.kind }).collect()
    }

    fn type_names(&self) -> Vec<&str> {
        let names = self.documents.iter().flat_map(|document| document.schemas.definitions.schemas.keys());
        names.map(|name| name.rsplit_once('.').map_or(name.as_str(), |(_, last)| last)).collect()
    }

    fn has_all_of(&self, _: &str) -> bool {
        // A server publishes one document per group and version, so another document may define the kind.
        false
    }
}
