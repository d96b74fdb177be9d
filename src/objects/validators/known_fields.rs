//! Suggestions for misspelled fields.

use idlgen_runtime::field::{Element, PathBuf};
use idlgen_validate::{Definitions, Schema, schema::AdditionalProperties};

/// Returns the property of the enclosing object whose name is most similar to the last element of `path`.
pub(in crate::objects) fn nearest(definitions: &Definitions, schema: &Schema, path: &PathBuf) -> Option<String> {
    let (Element::Field(last) | Element::Key(last), parents) = path.elements.split_last()? else { return None };
    let mut schema = target(definitions, schema);
    for element in parents {
        let next = match element {
            Element::Field(name) | Element::Key(name) => {
                schema.properties.get(name).or(match &schema.additional_properties {
                    Some(AdditionalProperties::Schema(values)) => Some(values),
                    _ => None,
                })
            }
            Element::Index(_) => schema.items.as_deref(),
        };
        schema = target(definitions, next?);
    }
    crate::diag::nearest(last, schema.properties.keys().map(String::as_str)).map(str::to_owned)
}

/// Resolves the reference of a schema.
fn target<'a>(definitions: &'a Definitions, schema: &'a Schema) -> &'a Schema {
    schema.reference.as_ref().and_then(|name| definitions.get(name)).unwrap_or(schema)
}
