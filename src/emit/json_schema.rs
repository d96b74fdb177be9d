//! Generates JSON Schema for editors, catalogs and linters. A schema describes the objects that an API server accepts,
//! as far as JSON Schema can express it. A document describes the objects of one or several kinds.
//!
//! If JSON Schema cannot express a check (CEL rules, keys of map lists), a `$comment` describes it.

mod branch;
mod comment;
mod format;
mod metadata;
mod node;
mod null;

use idlgen_validate::{Definitions, Schema, schema::json::OrderedJson};

use crate::out::GENERATED_MARK;
use node::{NodeContext, Writer};

/// A version of JSON Schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Draft {
    /// Draft 2020-12, the default.
    #[default]
    Draft202012,
    /// draft-07, which yaml-language-server and many catalogs support.
    Draft7,
}

impl Draft {
    /// Returns the `$schema` of documents.
    fn meta_schema(self) -> &'static str {
        match self {
            Draft::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
            Draft::Draft7 => "http://json-schema.org/draft-07/schema#",
        }
    }

    /// Returns the keyword for definitions.
    fn definitions(self) -> &'static str {
        match self {
            Draft::Draft202012 => "$defs",
            Draft::Draft7 => "definitions",
        }
    }
}

/// Output options.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct JsonSchemaOptions {
    /// The version of JSON Schema to write.
    pub draft: Draft,
    /// Allows unknown fields, which a server drops. Otherwise they are rejected, like with `kubectl --validate=strict`.
    pub is_open: bool,
    /// The minor version of Kubernetes 1.x.
    pub kubernetes_minor: u16,
}

/// A kind of objects.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "callers fill it in")]
pub struct DescribedKind<'a> {
    /// The API group. Empty for the core group.
    pub group: &'a str,
    /// The API version: `v1beta1`.
    pub version: &'a str,
    /// The kind in CamelCase: `Deployment`.
    pub kind: &'a str,
    /// The schema of entire objects.
    pub schema: &'a Schema,
    /// The definitions it may reference.
    pub definitions: &'a Definitions,
    /// `true` if servers decode the objects into Go types. Otherwise they are custom resources.
    pub is_native: bool,
    /// The deprecation warning of servers, if the kind is deprecated.
    pub deprecation: Option<&'a str>,
}

impl DescribedKind<'_> {
    /// Returns group and version as in `apiVersion`.
    fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.to_owned() } else { format!("{}/{}", self.group, self.version) }
    }

    /// Returns the file name that kubeconform (`{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json`) and
    /// yaml-language-server (`yaml.kubernetesCRDStore.url`) expect. For the core group, both use the version in place
    /// of the group.
    pub fn path(&self) -> String {
        let group = if self.group.is_empty() { self.version } else { self.group };
        format!("{group}/{}_{}.json", self.kind, self.version).to_lowercase()
    }
}

/// Returns the document of one kind.
pub fn document(kind: &DescribedKind<'_>, options: &JsonSchemaOptions) -> OrderedJson {
    let mut writer = Writer::new(kind, options, "");
    let mut entries = vec![("$schema".to_owned(), OrderedJson::string(options.draft.meta_schema()))];
    entries.extend(object(kind, &mut writer));
    entries.extend(definitions(writer.finish(), options));
    OrderedJson::Object(entries)
}

/// Returns a document for several kinds: an object must be of one of them.
pub fn document_of_all(kinds: &[DescribedKind<'_>], options: &JsonSchemaOptions) -> OrderedJson {
    let text = |text: &str| OrderedJson::string(text);
    let (mut all, mut branches) = (Vec::new(), Vec::new());
    for kind in kinds {
        let name = format!("{}.{}.{}", kind.group, kind.version, kind.kind).trim_start_matches('.').to_owned();
        let mut writer = Writer::new(kind, options, &format!("{name}:"));
        let whole = OrderedJson::Object(object(kind, &mut writer));
        branches.push(OrderedJson::Object(vec![("$ref".to_owned(), text(&reference(&name, options)))]));
        all.push((name, whole));
        all.extend(writer.finish());
    }
    let mut entries = vec![
        ("$schema".to_owned(), text(options.draft.meta_schema())),
        ("$comment".to_owned(), text(GENERATED_MARK)),
        ("oneOf".to_owned(), OrderedJson::Array(branches)),
    ];
    entries.extend(definitions(all, options));
    OrderedJson::Object(entries)
}

/// Returns the entries for entire objects of a kind.
fn object(kind: &DescribedKind<'_>, writer: &mut Writer<'_>) -> Vec<(String, OrderedJson)> {
    let mut entries = writer.node(kind.schema, &NodeContext::root(kind));
    let text = OrderedJson::string;
    let known = [("group", kind.group), ("kind", kind.kind), ("version", kind.version)];
    let known = known.map(|(name, value)| (name.to_owned(), text(value))).to_vec();
    if kind.deprecation.is_some() {
        entries.push(("deprecated".to_owned(), OrderedJson::Bool(true)));
    }
    entries.push(("x-kubernetes-group-version-kind".to_owned(), OrderedJson::Array(vec![OrderedJson::Object(known)])));
    entries
}

fn definitions(all: Vec<(String, OrderedJson)>, options: &JsonSchemaOptions) -> Option<(String, OrderedJson)> {
    (!all.is_empty()).then(|| (options.draft.definitions().to_owned(), OrderedJson::Object(all)))
}

/// Formats a reference to a definition.
fn reference(name: &str, options: &JsonSchemaOptions) -> String {
    let escaped = name.replace('~', "~0").replace('/', "~1");
    format!("#/{}/{escaped}", options.draft.definitions())
}

#[cfg(test)]
mod tests;
