//! The diagnostics of lowering.

use crate::{
    check,
    diag::Diagnostic,
    lower::codes,
    model::{Method, Seen},
    source::Span,
    tags::Tag,
};

/// Reports a Go type that has no JSON representation, or one that a schema cannot describe.
pub(super) fn unsupported_type(span: Span, what: &str, why: &str) -> Diagnostic {
    Diagnostic::new(codes::UNSUPPORTED_TYPE, format!("a schema cannot describe {what}")).at(span).note(why)
}

/// Reports a map with keys that are not strings.
pub(super) fn map_key(span: Span) -> Diagnostic {
    Diagnostic::new(codes::MAP_KEY, "the map keys must be strings or have a string type")
        .at(span)
        .note("the keys of a JSON object are strings, and OpenAPI describes only the types of the values")
}

/// Reports a list or map of interfaces.
pub(super) fn untyped_element(span: Span, collection: &str) -> Diagnostic {
    Diagnostic::new(codes::UNTYPED_ELEMENT, format!("the items of this {collection} have no type")).at(span).help(
        "use a struct, `runtime.RawExtension` for any object, or `interface{}`, spelled like this, for items that \
         are objects",
    )
}

/// Reports a generic struct with type arguments.
pub(super) fn generic(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(codes::GENERIC_TYPE, format!("`{name}` is generic, but a definition name identifies one type"))
        .at(span)
        .help(format!("declare a type for the instance, `type Name {name}[Argument]`, and use it"))
}

/// Reports overrides that inline too many structs.
pub(super) fn too_many_inlined(span: Span, limit: usize) -> Diagnostic {
    let message = format!("`+override` expands more than {limit} structs inside this definition");
    Diagnostic::new(codes::TOO_DEEP, message)
        .at(span)
        .note("each override of a struct that contains itself expands it again")
}

/// Reports types that are nested too deeply, possibly because they are recursive.
pub(super) fn too_deep(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::new(codes::TOO_DEEP, format!("this type is nested more than {limit} levels deep or contains itself"))
        .at(span)
        .note(
            "only structs get their own definitions; other types are expanded where they are used, so they must be \
             finite",
        )
}

/// Reports an unknown type of the standard library.
pub(super) fn standard_type(span: Span, package: &str, name: &str) -> Diagnostic {
    Diagnostic::new(codes::STANDARD_TYPE, format!("the JSON format of `{package}.{name}` is unknown"))
        .at(span)
        .help("use your own type or one of k8s.io/apimachinery")
}

/// Reports two types with the same definition name.
pub(super) fn name_collision(span: Span, name: &str, other: Span) -> Diagnostic {
    Diagnostic::new(codes::NAME_COLLISION, format!("two types have the definition name `{name}`"))
        .at(span)
        .and(other, "the other type")
}

/// Reports a method whose result is not a constant.
pub(super) fn unknown_result(method: &Method) -> Diagnostic {
    Diagnostic::new(codes::METHOD_RESULT, format!("the result of `{}` is unknown", method.name))
        .at(method.span)
        .note("the body must be a single return of constants that are OpenAPI types")
        .help("write, for example, `return []string{\"string\"}`")
}

/// Reports a method `OpenAPIV3OneOfTypes` without the two methods that it requires.
pub(super) fn one_of_without_type(method: &Method) -> Diagnostic {
    Diagnostic::new(
        codes::METHOD_RESULT,
        "`OpenAPIV3OneOfTypes` requires `OpenAPISchemaType` and `OpenAPISchemaFormat`",
    )
    .at(method.span)
}

/// Reports a method `OpenAPISchemaType` that returns several types.
pub(super) fn several_types(method: &Method) -> Diagnostic {
    Diagnostic::new(codes::METHOD_RESULT, "`OpenAPISchemaType` must return at most one type")
        .at(method.span)
        .note("OpenAPI 3.0 has no list of types")
        .help("use `OpenAPIV3OneOfTypes` for alternatives")
}

/// Reports a method that builds a definition in Go.
pub(super) fn opaque_definition(method: &Method) -> Diagnostic {
    Diagnostic::new(codes::OPAQUE_DEFINITION, format!("the result of `{}` is unknown", method.name))
        .at(method.span)
        .note("idlgen does not execute methods, so they must return constants; this method is skipped")
}

/// Reports a format that has no check for names and generated names.
pub(super) fn name_format(tag: &Tag, format: &str) -> Diagnostic {
    Diagnostic::new(codes::NAME_FORMAT, format!("`{format}` is not an object name format"))
        .at(tag.value_span.unwrap_or(tag.span))
        .note("the formats are dns1123subdomain, dns1123label and dns1035label")
}

/// Reports a property that cannot be accessed in rules.
pub(super) fn unnameable_property(tag: &Tag, name: &str) -> Diagnostic {
    Diagnostic::new(codes::UNNAMEABLE_PROPERTY, format!("a CEL rule cannot access the property `{name}`"))
        .at(tag.value_span.unwrap_or(tag.span))
        .note(
            "rules can access properties whose names consist of letters, digits, `_`, `-`, `.` and `/`, and do not \
             start with a digit",
        )
}

/// Reports that no type of the packages is published.
pub(super) fn nothing_selected(model: &Seen<'_>) -> Option<Diagnostic> {
    let mut paths = model.packages.iter().filter(|package| package.requested).map(|package| &package.import_path);
    let first = paths.next()?;
    let others = paths.count();
    let more = if others == 0 { String::new() } else { format!(" and {others} more packages") };
    Some(Diagnostic::new(codes::NOTHING_SELECTED, format!("no struct of {first}{more} is published")).note(
        "idlgen publishes exported structs that have a field with a `json` tag, and structs with \
         `+k8s:openapi-gen=true`",
    ))
}

/// Reports `+required` and `+optional` on the same field.
pub(super) fn required_and_optional(span: Span, name: &str, optional: Span, required: Span) -> Diagnostic {
    Diagnostic::new(check::REQUIRED_AND_OPTIONAL, format!("`{name}` is both required and optional"))
        .at(span)
        .and(optional, "optional")
        .and(required, "required")
}

/// Reports two fields of a struct with the same JSON name.
pub(super) fn duplicate_property(name: &str, span: Span, other: Span) -> Diagnostic {
    Diagnostic::new(check::DUPLICATE_PROPERTY, format!("two fields have the JSON name `{name}`"))
        .at(span)
        .and(other, "the other field")
        .note("openapi-gen writes both into one map, so the generated Go code does not compile")
}

/// Reports a published generic struct.
pub(super) fn generic_definition(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        codes::GENERIC_TYPE,
        format!("`{name}` is generic, so the Go code that openapi-gen generates for it is invalid"),
    )
    .at(span)
    .help("exclude it with `+k8s:openapi-gen=false`")
}

/// Reports that all published structs are empty.
pub(super) fn no_properties(span: Span) -> Diagnostic {
    Diagnostic::new(codes::NO_PROPERTIES, "no published struct has a property")
        .at(span)
        .note("the Go code that openapi-gen generates is then missing an import and does not compile")
}

/// Reports a method that openapi-gen cannot call.
pub(super) fn pointer_receiver(method: &Method) -> Diagnostic {
    Diagnostic::new(
        codes::METHOD_RESULT,
        format!("`{}` is called on a value, but its receiver is a pointer", method.name),
    )
    .at(method.span)
    .note("the Go code that openapi-gen generates does not compile")
}
