//! Handles metadata names in rules. A server accepts the `fieldPath` of a rule only if the schema has that field, and
//! in the `metadata` of a CRD schema, only `name` and `generateName` are allowed
//! (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema`, `validation.go`).

use idlgen_validate::{Schema, keyword::Keyword, schema::SchemaType};

/// Maximum length of a name (`k8s.io/apimachinery/pkg/util/validation.DNS1123SubdomainMaxLength`). Without it, the cost
/// of a rule is estimated for a string of unlimited length.
const LONGEST_NAME: u64 = 253;

/// The metadata fields that a CRD schema may have.
const NAMES: [&str; 2] = ["name", "generateName"];

/// Adds the metadata fields named in the paths of a kind's rules.
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
