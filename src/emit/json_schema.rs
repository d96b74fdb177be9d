//! Generates JSON Schema for editors, catalogs and linters. A schema describes the objects that an API server accepts,
//! as far as JSON Schema can express it. A document describes the objects of one or several kinds.
//!
//! If JSON Schema cannot express a check (CEL rules, keys of map lists), a `$comment` describes it.

mod branch;
mod comment;
mod described_kind;
mod format;
mod metadata;
mod node;
mod null;
mod options;

use idlgen_validate::schema::json::OrderedJson;

pub use described_kind::DescribedKind;
pub use options::{Draft, JsonSchemaOptions};

use crate::out::GENERATED_MARK;
use node::{NodeContext, Writer};
use options::reference;

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

#[cfg(test)]
mod tests;
