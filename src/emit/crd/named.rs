//! Names of objects that rules are about: a server takes a rule's `fieldPath` only if the schema has that field, and of
//! `metadata` a definition may have `name` and `generateName`
//! (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema`, `validation.go`).

use idlgen_validate::{Schema, keyword::Keyword, schema::SchemaType};

/// No name is longer (`k8s.io/apimachinery/pkg/util/validation.DNS1123SubdomainMaxLength`). Without a limit the cost of
/// a rule is that of a text of any length.
const LONGEST_NAME: u64 = 253;

/// The fields of metadata that a definition may have.
const NAMES: [&str; 2] = ["name", "generateName"];

/// Gives the metadata of a kind those fields that paths of its rules name.
pub(super) fn add_named_metadata(tree: &mut Schema) {
    let paths = tree.extensions.validations.iter().filter_map(|rule| rule.field_path.as_deref());
    let is_named = |name: &&str| paths.clone().any(|path| path.strip_prefix(".metadata.") == Some(*name));
    let named: Vec<&str> = NAMES.into_iter().filter(is_named).collect();
    let Some(metadata) = tree.properties.get_mut("metadata") else { return };
    for name in named {
        let text = Schema {
            schema_type: Some(SchemaType::String),
            keywords: [(Keyword::MaxLength, LONGEST_NAME)].into(),
            ..Schema::default()
        };
        metadata.properties.entry(name.to_owned()).or_insert(text);
    }
}
