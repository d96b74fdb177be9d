//! Applies markers to schemas (`ApplyToSchema` of `pkg/crd/markers`), in the order of their priorities. Markers of the
//! same priority are applied in source order; controller-gen has no defined order.

use std::sync::Arc;

use idlgen_runtime::go::{Url, format_float, quote};
use serde_json::Value as Json;

use super::{
    go_type::{self, Underlying},
    package::TypeInfo,
    parser::Parser,
    schema::{ExternalDocs, Schema},
    shared::Shared,
    type_schema::Context,
};
use crate::{
    model::Builtin,
    source::Span,
    syntax::{ConstantExpression, TypeExpressionKind},
    tags::controller_gen::{Counted, Marked, Marker, ValidationRule, Value},
};

impl<'a> Parser<'_, 'a> {
    /// Applies markers to a schema, then the markers for list elements to the element schema. Errors are reported at
    /// `place`.
    pub(super) fn apply(&mut self, context: Context<'_, 'a>, markers: &[Marked], schema: &mut Schema, place: Span) {
        let mut sorted: Vec<&Marked> = markers.iter().collect();
        sorted.sort_by_key(|marked| (marked.is_for_items, priority(&marked.meaning)));
        for marked in sorted {
            let applied = if marked.is_for_items {
                match schema.items.as_mut().map(Arc::make_mut).filter(|_| schema.schema_type == "array") {
                    Some(items) => self.apply_one(context, &marked.meaning, items),
                    None => Err(format!("must apply {} to an array value, found {}", marked.name, schema.schema_type)),
                }
            } else {
                self.apply_one(context, &marked.meaning, schema)
            };
            if let Err(message) = applied {
                self.problem(context, place, message);
            }
        }
    }

    fn apply_one(&self, context: Context<'_, 'a>, marker: &Marker, schema: &mut Schema) -> Result<(), String> {
        let minor = self.options.minor;
        match marker {
            Marker::Maximum(value) => schema.maximum = Some(numeric(schema, "maximum", *value)?),
            Marker::Minimum(value) => schema.minimum = Some(numeric(schema, "minimum", *value)?),
            Marker::MultipleOf(value) => schema.multiple_of = Some(numeric(schema, "multipleof", *value)?),
            Marker::ExclusiveMaximum(value) => {
                numeric(schema, "exclusivemaximum", 0.0)?;
                schema.exclusive_maximum = *value;
            }
            Marker::ExclusiveMinimum(value) => {
                numeric(schema, "exclusiveminimum", 0.0)?;
                schema.exclusive_minimum = *value;
            }
            Marker::MaxLength(value) => {
                textual(schema, "maxlength", minor)?;
                schema.max_length = Some(*value);
            }
            Marker::MinLength(value) => {
                textual(schema, "minlength", minor)?;
                schema.min_length = Some(*value);
            }
            Marker::Pattern(pattern) => {
                textual(schema, "pattern", minor)?;
                pattern.clone_into(&mut schema.pattern);
            }
            Marker::MaxItems(value) => {
                must_be(schema, "array", "must apply maxitem to an array")?;
                schema.max_items = Some(*value);
            }
            Marker::MinItems(value) => {
                must_be(schema, "array", "must apply minitems to an array")?;
                schema.min_items = Some(*value);
            }
            Marker::UniqueItems(value) => {
                must_be(schema, "array", "must apply uniqueitems to an array")?;
                schema.unique_items = *value;
            }
            Marker::MaxProperties(value) => {
                must_be(schema, "object", "must apply maxproperties to an object")?;
                schema.max_properties = Some(*value);
            }
            Marker::MinProperties(value) => {
                must_be(schema, "object", "must apply minproperties to an object")?;
                schema.min_properties = Some(*value);
            }
            Marker::Enum(values) => schema.enumeration = values.iter().map(Value::to_json).collect(),
            Marker::Format(format) => schema.format = format.clone().into(),
            Marker::Type(schema_type) => schema.schema_type = schema_type.clone().into(),
            Marker::PreserveUnknownFields => schema.preserve_unknown_fields = true,
            Marker::EmbeddedResource => schema.embedded_resource = true,
            Marker::IntOrString => schema.int_or_string = true,
            Marker::Rule(rule) => schema.validations.push(checked(rule)?),
            Marker::OneOf(counted, fields) => schema.validations.extend(one_of(*counted, fields, minor)),
            Marker::EnumOnField => return Err("k8s:enum must be set on a type, not a field".to_owned()),
            Marker::EnumOfConstants => {
                let Some(info) = context.info else { return Err("k8s:enum requires type context".to_owned()) };
                schema.enumeration = self.constants(context, info)?;
                schema.schema_type = "string".into();
            }
            Marker::Nullable => schema.nullable = true,
            Marker::Default(value) => {
                let value = value.to_json();
                let is_empty = value.as_object().is_some_and(serde_json::Map::is_empty);
                let is_list = schema.schema_type == "array" && is_empty;
                schema.default = Some(Shared::new(if is_list { Json::Array(Vec::new()) } else { value }));
            }
            Marker::PlainDefault(value) => {
                let value = value.to_json();
                if !value.is_null() {
                    schema.default = Some(Shared::new(value));
                }
            }
            Marker::Example(value) => schema.example = Some(value.to_json()),
            Marker::Title(value) => match (value.as_text(), value.to_json()) {
                (Some(title), _) => title.clone_into(&mut schema.title),
                (None, Json::Null) if value.go_type() == "<nil>" => {}
                _ => return Err(format!("expected string, got {}", value.go_type())),
            },
            Marker::Immutable => schema
                .validations
                .push(ValidationRule::new("self == oldSelf".to_owned(), "field is immutable".to_owned())),
            Marker::ExternalDocs { url, description } => {
                Url::check_request(url, true).map_err(|error| {
                    format!("invalid url {} in kubebuilder:externalDocs marker: {error}", quote(url))
                })?;
                schema.external_docs = Some(ExternalDocs { url: url.clone(), description: description.clone() });
            }
            Marker::ListType(list_type) => {
                must_be(schema, "array", &format!("must apply listType to an array, found {}", schema.schema_type))?;
                if !["map", "set", "atomic"].contains(&list_type.as_str()) {
                    return Err("ListType must be either \"map\", \"set\" or \"atomic\"".to_owned());
                }
                schema.list_type = Some(Shared::new(list_type.clone()));
            }
            Marker::ListMapKey(key) => {
                must_be(schema, "array", &format!("must apply listMapKey to an array, found {}", schema.schema_type))?;
                if schema.list_type.as_ref().is_none_or(|list_type| **list_type != "map") {
                    return Err("must apply listMapKey to an associative-list".to_owned());
                }
                if minor < 22 || !schema.list_map_keys.contains(key) {
                    schema.list_map_keys.push(key.clone());
                }
            }
            Marker::MapType(map_type) => {
                must_be(schema, "object", "must apply mapType to an object")?;
                granular(map_type, "MapType")?;
                schema.map_type = Some(map_type.clone());
            }
            Marker::StructType(map_type) => {
                if !["object", ""].contains(&&*schema.schema_type) {
                    return Err("must apply structType to an object; either explicitly set or defaulted through an \
                        empty schema type"
                        .to_owned());
                }
                granular(map_type, "StructType")?;
                schema.map_type = Some(map_type.clone());
            }
            // These markers are about CRDs, packages or required fields.
            _ => {}
        }
        Ok(())
    }

    /// Returns the string constants of a type, in order.
    fn constants(&self, context: Context<'_, 'a>, info: &TypeInfo<'a>) -> Result<Vec<Json>, String> {
        let underlying = go_type::underlying(self.names, info.place, &info.declaration.definition);
        if !matches!(underlying, Underlying::Builtin(Builtin::String)) {
            return Err(format!("enum type must be a string, not {}.{}", context.package, info.name));
        }
        let files = self.names.packages.get(info.place.package).map(|package| package.files.as_slice());
        let constants = files.unwrap_or_default().iter().flat_map(|file| &file.declarations.constants);
        let mut values: Vec<&str> = constants
            .filter(|constant| {
                constant.ty.as_ref().is_some_and(|ty| {
                    matches!(&ty.kind, TypeExpressionKind::Name { package: None, name, .. } if name.name == info.name)
                })
            })
            .filter_map(|constant| match &constant.value {
                Some(ConstantExpression::String(text)) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        if values.is_empty() {
            return Err(format!("no enum values found for type {}", info.name));
        }
        values.sort_by_cached_key(|value| Json::from(*value).to_string());
        Ok(values.into_iter().map(Json::from).collect())
    }
}

fn priority(marker: &Marker) -> u8 {
    match marker {
        Marker::Type(_) | Marker::IntOrString | Marker::ListType(_) | Marker::PlainDefault(_) => 9,
        Marker::OneOf(Counted::AtMostOne, _) => 11,
        Marker::OneOf(Counted::ExactlyOne, _) => 12,
        Marker::OneOf(Counted::AtLeastOne, _) => 13,
        _ => 10,
    }
}

fn numeric(schema: &Schema, marker: &str, value: f64) -> Result<f64, String> {
    match &*schema.schema_type {
        "integer" if value.fract() != 0.0 => {
            Err(format!("cannot apply non-integral {marker} validation ({}) to integer value", format_float(value)))
        }
        "integer" | "number" => Ok(value),
        found => Err(format!("must apply {marker} to a numeric value, found {found}")),
    }
}

fn textual(schema: &Schema, marker: &str, minor: u16) -> Result<(), String> {
    let allows_both = minor >= 17 || marker == "pattern";
    if schema.schema_type == "string" || allows_both && schema.int_or_string {
        return Ok(());
    }
    if minor < 17 {
        return Err(match marker {
            "pattern" => "must apply pattern to a `string` or `IntOrString`".to_owned(),
            _ => format!("must apply {marker} to a string"),
        });
    }
    Err(format!("must apply {marker} to a textual value, found type {}", quote(&schema.schema_type)))
}

fn must_be(schema: &Schema, schema_type: &str, message: &str) -> Result<(), String> {
    if schema.schema_type == schema_type { Ok(()) } else { Err(message.to_owned()) }
}

fn granular(map_type: &str, marker: &str) -> Result<(), String> {
    if ["atomic", "granular"].contains(&map_type) {
        return Ok(());
    }
    Err(format!("{marker} must be either \"granular\" or \"atomic\""))
}

fn checked(rule: &ValidationRule) -> Result<ValidationRule, String> {
    const REASONS: [&str; 4] =
        ["FieldValueRequired", "FieldValueInvalid", "FieldValueForbidden", "FieldValueDuplicate"];
    if !rule.reason.is_empty() && !REASONS.contains(&rule.reason.as_str()) {
        let [first, second, third, last] = REASONS;
        return Err(format!("invalid reason {}, valid values are {first}, {second}, {third} and {last}", rule.reason));
    }
    Ok(rule.clone())
}

/// Returns the rule for how many of these fields may be set.
fn one_of(counted: Counted, fields: &[String], minor: u16) -> Option<ValidationRule> {
    if fields.is_empty() {
        return None;
    }
    let each = |before: &str, behind: &str, between: &str| {
        let written: Vec<String> = fields.iter().map(|field| format!("{before}has(self.{field}){behind}")).collect();
        written.join(between)
    };
    let compared = |comparison: &str| {
        if minor >= 22 {
            format!("{} {comparison}", each("(", "?1:0)", "+"))
        } else {
            format!("[{}].filter(x,x==true).size() {comparison}", each("", "", ","))
        }
    };
    let names = fields.join(" ");
    let (rule, message) = match counted {
        Counted::AtMostOne => (compared("<= 1"), format!("at most one of the fields in [{names}] may be set")),
        Counted::ExactlyOne => (compared("== 1"), format!("exactly one of the fields in [{names}] must be set")),
        Counted::AtLeastOne => {
            let rule = if minor >= 22 { each("", "", "||") } else { compared(">= 1") };
            (rule, format!("at least one of the fields in [{names}] must be set"))
        }
    };
    Some(ValidationRule::new(rule, message))
}
