//! Schemas of structs (`structToSchema` of `pkg/crd/schema.go`): embedded structs are branches of `allOf` until they
//! are [flattened](super::flatten).

use std::sync::Arc;

use super::{package::FieldInfo, parser::Parser, schema::Schema, type_schema::Context};
use crate::{
    syntax::TypeExpression,
    tags::controller_gen::{Counted, Marked, Marker, ValidationRule},
};

struct JsonTag<'t> {
    name: &'t str,
    is_inline: bool,
    may_be_left_out: bool,
}

impl<'a> Parser<'_, 'a> {
    pub(super) fn structure(&mut self, context: Context<'_, 'a>, expression: &'a TypeExpression) -> Schema {
        let mut schema = Schema::of_type("object");
        let Some(info) = context.info else {
            let message = "inline struct types are not supported, use a named type instead";
            self.problem(context, expression.span, message.to_owned());
            return schema;
        };
        let one_of = match fields_of_one_of(&info.markers) {
            Ok(fields) => fields,
            Err(message) => {
                self.problem(context, expression.span, message);
                return schema;
            }
        };
        let mut immutable = Vec::new();
        for field in &info.fields {
            let is_exported = field.name.starts_with(char::is_uppercase);
            if !field.name.is_empty() && self.options.ignore_unexported_fields && !is_exported {
                continue;
            }
            let Some(json) = &field.json else {
                let message = format!(
                    "encountered struct field {} without JSON tag in type {}",
                    idlgen_runtime::go::quote(field.name),
                    idlgen_runtime::go::quote(info.name)
                );
                self.problem(context, field.declaration.span, message);
                continue;
            };
            let Some(tag) = self.json_tag(json) else { continue };
            match self.is_required(context, field, &tag) {
                Required::No => {}
                Required::ByMarker | Required::ByDefault if !one_of.contains(&tag.name) => {
                    schema.required.push(tag.name.to_owned());
                }
                Required::ByMarker => {
                    let message =
                        format!("field {} is part of OneOf constraint and cannot be marked as required", tag.name);
                    self.problem(context, expression.span, message);
                    return schema;
                }
                Required::ByDefault => {
                    let message = format!(
                        "field {} is part of OneOf constraint and must have omitempty or omitzero tag",
                        tag.name
                    );
                    self.problem(context, expression.span, message);
                    return schema;
                }
            }
            let mut property = if field.markers.iter().any(|marked| marked.meaning == Marker::Schemaless) {
                Schema::default()
            } else {
                self.schema_of(context.inside(), &field.declaration.ty)
            };
            property.description = Arc::clone(&field.description);
            self.apply(context, &field.markers, &mut property, field.declaration.span);
            if tag.is_inline {
                schema.all_of.push(Arc::new(property));
                continue;
            }
            if field.markers.iter().any(|marked| marked.meaning == Marker::Immutable) {
                immutable.push(tag.name);
            }
            schema.properties.insert(tag.name.into(), Arc::new(property));
        }
        schema.required.sort();
        for name in immutable {
            if !schema.required.iter().any(|required| required == name) {
                schema.validations.push(ValidationRule::new(
                    format!("!has(oldSelf.{name}) || has(self.{name})"),
                    format!("field {name} is immutable once set"),
                ));
            }
        }
        schema
    }

    /// Parses a `json` struct tag. Returns `None` if the field is omitted.
    fn json_tag<'t>(&self, tag: &'t str) -> Option<JsonTag<'t>> {
        let mut parts = tag.split(',');
        let name = parts.next().unwrap_or_default();
        if tag == "-" {
            return None;
        }
        let options: Vec<&str> = parts.collect();
        let may_be_left_out =
            options.contains(&"omitempty") || self.options.minor >= 22 && options.contains(&"omitzero");
        Some(JsonTag { name, is_inline: options.contains(&"inline") || name.is_empty(), may_be_left_out })
    }

    fn is_required(&self, context: Context<'_, 'a>, field: &FieldInfo<'a>, tag: &JsonTag<'_>) -> Required {
        let says = |wanted: &Marker| field.markers.iter().any(|marked| marked.meaning == *wanted);
        if says(&Marker::Optional) {
            Required::No
        } else if says(&Marker::Required) && (self.options.minor >= 16 || context.is_optional) {
            Required::ByMarker
        } else if says(&Marker::PlainOptional) {
            Required::No
        } else if says(&Marker::PlainRequired) {
            Required::ByMarker
        } else if context.is_optional || tag.is_inline || tag.may_be_left_out {
            Required::No
        } else {
            Required::ByDefault
        }
    }
}

/// Whether a field is required, and the reason.
enum Required {
    No,
    ByMarker,
    ByDefault,
}

/// Returns the fields of `ExactlyOneOf` and similar markers.
fn fields_of_one_of(markers: &[Marked]) -> Result<Vec<&str>, String> {
    let mut fields = Vec::new();
    for counted in [Counted::ExactlyOne, Counted::AtMostOne, Counted::AtLeastOne] {
        for marked in markers {
            let Marker::OneOf(count, names) = &marked.meaning else { continue };
            if *count != counted {
                continue;
            }
            let nested: Vec<&str> = names.iter().map(String::as_str).filter(|name| name.contains('.')).collect();
            if !nested.is_empty() {
                return Err(format!("{}: cannot reference nested fields: {}", marked.name, nested.join(",")));
            }
            fields.extend(names.iter().map(String::as_str));
        }
    }
    Ok(fields)
}
