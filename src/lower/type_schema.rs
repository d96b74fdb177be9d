//! What a type is, as a schema (`k8s.io/kube-openapi/pkg/generators.openAPITypeWriter.generateProperty`).

use idlgen_validate::{
    Schema,
    schema::{AdditionalProperties, SchemaType},
};

use super::{
    builtin, constraint, default_value, definition,
    enumeration::Enumeration,
    extension, list_type,
    lowering::{Lowering, MAX_DEPTH},
    map_type,
    overrides::Override,
    patch, problem,
    rule::{self, Place},
    standard_library::{self, Standard},
    usage::{Ground, Usage},
    validation_error,
};
use crate::{
    model::{Builtin, PackageId, Type},
    source::Span,
};

/// Where a type is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'a> {
    /// The Go declaration that uses it.
    pub(super) declaration: &'a str,
    /// Its package.
    pub(super) package: PackageId,
    /// Where the type is written.
    pub(super) span: Span,
    /// How many types around it are written out.
    pub(super) depth: usize,
}

/// The schema of what a type is in the end, without anything that tags say.
pub(super) fn ground_schema(
    lowering: &mut Lowering<'_>,
    ground: &Ground,
    at: At<'_>,
    overrides: &[Override<'_>],
) -> Schema {
    if at.depth >= MAX_DEPTH {
        lowering.diagnostics.push(problem::too_deep(at.span, MAX_DEPTH));
        return Schema::default();
    }
    if !matches!(ground, Ground::Struct(_) | Ground::AnonymousStruct(_) | Ground::List { .. } | Ground::Map(..)) {
        for one in overrides {
            let name = one.path.first().map_or("", String::as_str);
            lowering.diagnostics.push(problem::override_path(one.source, name));
        }
    }
    match ground {
        Ground::Struct(id) if overrides.is_empty() => {
            Schema { reference: Some(lowering.reference(*id)), ..Schema::default() }
        }
        Ground::Struct(id) => definition::struct_schema(lowering, *id, overrides, at.depth + 1),
        Ground::AnonymousStruct(fields) => {
            let owner = (at.declaration, at.package, at.span);
            definition::anonymous_schema(lowering, fields, owner, overrides, at.depth + 1)
        }
        Ground::Builtin(kind) => builtin_schema(lowering, *kind, at.span),
        Ground::Bytes => {
            Schema { schema_type: Some(SchemaType::String), format: Some("byte".to_owned()), ..Schema::default() }
        }
        Ground::List { element, .. } => Schema {
            schema_type: Some(SchemaType::Array),
            items: Some(Box::new(element_schema(lowering, element, "list", at, overrides))),
            ..Schema::default()
        },
        Ground::Map(key, value) => {
            if Usage::of(lowering.model, &lowering.rules, key).ground != Ground::Builtin(Builtin::String) {
                lowering.diagnostics.push(problem::map_key(at.span));
            }
            let values = element_schema(lowering, value, "map", at, overrides);
            Schema {
                schema_type: Some(SchemaType::Object),
                additional_properties: Some(AdditionalProperties::Schema(Box::new(values))),
                ..Schema::default()
            }
        }
        Ground::EmptyInterface => Schema { schema_type: Some(SchemaType::Object), ..Schema::default() },
        Ground::Interface | Ground::Invalid => Schema::default(),
        Ground::External { package, name } => external_schema(lowering, package, name, at.span),
        Ground::GenericStruct(id) => {
            let name = lowering.model.type_definition(*id).name.clone();
            lowering.diagnostics.push(problem::generic(at.span, &name));
            Schema::default()
        }
        Ground::Parameter(name) => {
            let what = format!("the type parameter `{name}`");
            unsupported(lowering, at.span, &what, "A definition is of one type, with every parameter given.")
        }
        Ground::Function => {
            unsupported(lowering, at.span, "a function", "Functions have no JSON form: encoding/json refuses them.")
        }
        Ground::Channel => {
            unsupported(lowering, at.span, "a channel", "Channels have no JSON form: encoding/json refuses them.")
        }
        Ground::Cycle(id) => {
            let what = format!("`{}`, which is declared as itself", lowering.model.type_definition(*id).name);
            unsupported(lowering, at.span, &what, "A type has to be something in the end.")
        }
    }
}

fn unsupported(lowering: &mut Lowering<'_>, span: Span, what: &str, why: &str) -> Schema {
    lowering.diagnostics.push(problem::unsupported_type(span, what, why));
    Schema::default()
}

fn builtin_schema(lowering: &mut Lowering<'_>, kind: Builtin, span: Span) -> Schema {
    let Some(schema) = builtin::schema(kind) else {
        let what = format!("the Go type `{}`", builtin::name(kind));
        let why = match kind {
            Builtin::Rune => "Use int32: rune says that the number is a character, which JSON does not.",
            _ => "It has no JSON form that OpenAPI knows.",
        };
        return unsupported(lowering, span, &what, why);
    };
    Schema { schema_type: Some(schema.schema_type), format: schema.format.map(str::to_owned), ..Schema::default() }
}

fn external_schema(lowering: &mut Lowering<'_>, package: &str, name: &str, span: Span) -> Schema {
    match standard_library::find(package, name) {
        Some(Standard::Time) => {
            Schema { schema_type: Some(SchemaType::String), format: Some("date-time".to_owned()), ..Schema::default() }
        }
        Some(Standard::RawMessage) if lowering.rules.raw_message_is_json => {
            let mut schema = Schema::default();
            schema.extensions.preserve_unknown_fields = Some(true);
            schema
        }
        Some(Standard::RawMessage) => {
            Schema { schema_type: Some(SchemaType::String), format: Some("byte".to_owned()), ..Schema::default() }
        }
        Some(Standard::Underlying(_)) | None => {
            // What is of no package that was found has been reported as missing.
            if standard_library::is_standard(package) {
                lowering.diagnostics.push(problem::standard_type(span, package, name));
            }
            Schema::default()
        }
    }
}

/// The schema of the elements of a list or the values of a map.
fn element_schema(
    lowering: &mut Lowering<'_>,
    ty: &Type,
    collection: &str,
    at: At<'_>,
    overrides: &[Override<'_>],
) -> Schema {
    let usage = Usage::of(lowering.model, &lowering.rules, ty);
    if usage.ground == Ground::Interface {
        lowering.diagnostics.push(problem::untyped_element(at.span, collection));
    }
    let mut schema = ground_schema(lowering, &usage.ground, At { depth: at.depth + 1, ..at }, overrides);
    if lowering.rules.item_defaults {
        schema.default = default_value::explicit(&usage.layers)
            .map(|(_, default)| default)
            .or_else(|| default_value::implicit(lowering.model, &lowering.rules, &usage, false));
    }
    let enumeration = enumeration(lowering, &usage);
    set_enumeration(&mut schema, enumeration.as_ref());
    if lowering.rules.tags_of_named_types {
        constraint::apply(&mut schema, &usage.layers);
        list_type::apply(&mut schema, &usage.layers);
        map_type::apply(&mut schema, &usage.layers);
        patch::apply(&mut schema, &usage.layers);
        extension::apply(&mut schema, &usage.layers);
        validation_error::apply(&mut schema, &usage.layers);
        let rules = rule::rules(&usage.layers, Place { properties: None }, &mut lowering.diagnostics);
        schema.extensions.validations.extend(rules);
    }
    schema
}

/// The enum that a type is, if it is text or an integer in the end.
pub(super) fn enumeration<'a>(lowering: &Lowering<'a>, usage: &Usage<'a>) -> Option<Enumeration<'a>> {
    matches!(usage.ground, Ground::Builtin(_))
        .then(|| Enumeration::of(lowering.model, &lowering.rules, &usage.layers))
        .flatten()
}

/// Puts the values of an enum into the schema.
pub(super) fn set_enumeration(schema: &mut Schema, enumeration: Option<&Enumeration<'_>>) {
    if let Some(enumeration) = enumeration {
        schema.enumeration = enumeration.values().cloned().collect();
        constraint::note(schema, "enum", enumeration.tag);
    }
}
