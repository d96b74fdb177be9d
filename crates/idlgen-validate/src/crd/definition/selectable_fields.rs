//! Validates selectable fields (`ValidateCustomResourceSelectableFields`).

use std::collections::BTreeSet;

use idlgen_runtime::field::{BadValue, Element, ErrorType, Path};

use super::found::Found;
use crate::{Schema, cel::field_without_brackets, crd::document::SelectableField, schema::SchemaType};

/// Maximum number of selectable fields of a version.
const MOST: usize = 8;

pub(super) fn validate(
    fields: &[SelectableField],
    schema: &Schema,
    may_be_many: bool,
    path: &Path<'_>,
    found: &mut Found,
) {
    let mut names = BTreeSet::new();
    for (index, field) in fields.iter().enumerate() {
        let path = path.index(index);
        let path = path.field("jsonPath");
        let text = field.json_path.as_str();
        if text.is_empty() {
            found.required(&path, "");
            continue;
        }
        let (name, of) = match field_without_brackets(text, schema) {
            Ok(field) => field,
            Err(error) => {
                found.invalid(&path, text, format!("is an invalid path: {error}"));
                continue;
            }
        };
        if matches!(name.elements.first(), Some(Element::Field(first) | Element::Key(first)) if first == "metadata") {
            found.invalid(&path, text, "must not point to fields in metadata");
        }
        let schema_type = of.and_then(|of| of.schema_type);
        if !matches!(schema_type, Some(SchemaType::String | SchemaType::Boolean | SchemaType::Integer)) {
            let detail = "must point to a field of type string, boolean or integer. Enum string fields and strings \
                          with formats are allowed.";
            found.invalid(&path, text, detail);
        }
        if !names.insert(name.to_string()) {
            found.add(ErrorType::Duplicate, &path, text.into(), "");
        }
    }
    if names.len() > MOST && !may_be_many {
        let count = BadValue::Json(names.len().into());
        found.add(ErrorType::TooMany, path, count, format!("must have at most {MOST} items"));
    }
}
