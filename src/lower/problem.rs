//! The diagnostics of lowering.

use crate::{
    check,
    diag::Diagnostic,
    lower::codes,
    model::{Method, Seen},
    source::Span,
    tags::Tag,
};

/// A Go type that has no JSON form, or none that a schema can say.
pub(super) fn unsupported_type(span: Span, what: &str, why: &str) -> Diagnostic {
    Diagnostic::new(codes::UNSUPPORTED_TYPE, format!("a schema cannot describe {what}")).at(span).note(why)
}

/// A map whose keys are no strings.
pub(super) fn map_key(span: Span) -> Diagnostic {
    Diagnostic::new(codes::MAP_KEY, "the keys of a map must be strings, or of a type that is a string")
        .at(span)
        .note("JSON objects have no other keys, and OpenAPI describes only their values.")
}

/// A list or map of interfaces.
pub(super) fn untyped_element(span: Span, collection: &str) -> Diagnostic {
    Diagnostic::new(codes::UNTYPED_ELEMENT, format!("the elements of this {collection} have no type")).at(span).note(
        "Use a struct, `runtime.RawExtension` for any object, or `interface{}` spelled so for elements that are \
             objects.",
    )
}

/// A generic struct with its arguments.
pub(super) fn generic(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(codes::GENERIC_TYPE, format!("`{name}` is generic, and a definition has one name for one type"))
        .at(span)
        .note(format!("Declare a type for the instance, `type Name {name}[Argument]`, and use that."))
}

/// Overrides that write out too much.
pub(super) fn too_many_in_place(span: Span, limit: usize) -> Diagnostic {
    let message = format!("`+override` writes more than {limit} structs in place within this definition");
    Diagnostic::new(codes::TOO_DEEP, message).at(span).note("a struct that holds itself is written anew each time")
}

/// Types nested too deep, or without an end.
pub(super) fn too_deep(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::new(codes::TOO_DEEP, format!("this type is nested more than {limit} levels deep, or within itself"))
        .at(span)
        .note(
            "A definition is made for each struct; what is no struct is written out where it is used, and must come \
            to an end.",
        )
}

/// A type of the standard library that is not known.
pub(super) fn standard_type(span: Span, package: &str, name: &str) -> Diagnostic {
    Diagnostic::new(codes::STANDARD_TYPE, format!("how Go writes `{package}.{name}` as JSON is not known"))
        .at(span)
        .note("Use a type of your own, or one of k8s.io/apimachinery.")
}

/// Two types with one name.
pub(super) fn name_collision(span: Span, name: &str, other: Span) -> Diagnostic {
    Diagnostic::new(codes::NAME_COLLISION, format!("two types have the definition name `{name}`"))
        .at(span)
        .and(other, "the other type")
}

/// A method whose result is not a constant.
pub(super) fn unknown_result(method: &Method) -> Diagnostic {
    Diagnostic::new(codes::METHOD_RESULT, format!("the result of `{}` is not known", method.name)).at(method.span).note(
        "The body has to be one return of constants, such as `return []string{\"string\"}`, with type names of \
            OpenAPI.",
    )
}

/// `OpenAPIV3OneOfTypes` without the pair of methods that it belongs to.
pub(super) fn one_of_without_type(method: &Method) -> Diagnostic {
    Diagnostic::new(
        codes::METHOD_RESULT,
        "`OpenAPIV3OneOfTypes` needs `OpenAPISchemaType` and `OpenAPISchemaFormat` beside it",
    )
    .at(method.span)
}

/// `OpenAPISchemaType` with several types.
pub(super) fn several_types(method: &Method) -> Diagnostic {
    Diagnostic::new(codes::METHOD_RESULT, "`OpenAPISchemaType` may return one type at the most")
        .at(method.span)
        .note("OpenAPI 3.0 has no list of types; say alternatives with `OpenAPIV3OneOfTypes`.")
}

/// A method that builds a definition in Go.
pub(super) fn opaque_definition(method: &Method) -> Diagnostic {
    Diagnostic::new(codes::OPAQUE_DEFINITION, format!("the result of `{}` is not known", method.name))
        .at(method.span)
        .note("Methods are not executed; what they return must be written out in constants. This one is passed over.")
}

/// A format for which there is no check of names and generated names.
pub(super) fn name_format(tag: &Tag, format: &str) -> Diagnostic {
    Diagnostic::new(codes::NAME_FORMAT, format!("`{format}` is no format for names of objects"))
        .at(tag.value_span.unwrap_or(tag.span))
        .note("The formats are dns1123subdomain, dns1123label and dns1035label.")
}

/// A property that no rule can name.
pub(super) fn unnameable_property(tag: &Tag, name: &str) -> Diagnostic {
    Diagnostic::new(codes::UNNAMEABLE_PROPERTY, format!("no CEL rule can name the property `{name}`"))
        .at(tag.value_span.unwrap_or(tag.span))
        .note("Rules can name properties of letters, digits, `_`, `-`, `.` and `/` that do not begin with a digit.")
}

/// Packages of which nothing is published.
pub(super) fn nothing_selected(model: &Seen<'_>) -> Option<Diagnostic> {
    let mut paths = model.packages.iter().filter(|package| package.requested).map(|package| &package.import_path);
    let first = paths.next()?;
    let others = paths.count();
    let more = if others == 0 { String::new() } else { format!(" and {others} more packages") };
    Some(Diagnostic::new(codes::NOTHING_SELECTED, format!("no struct of {first}{more} is published")).note(
        "Structs count that Go exports and that have a field with a `json` tag, or those that \
                `+k8s:openapi-gen=true` marks.",
    ))
}

/// `+required` and `+optional` on one field.
pub(super) fn required_and_optional(span: Span, name: &str, optional: Span, required: Span) -> Diagnostic {
    Diagnostic::new(check::REQUIRED_AND_OPTIONAL, format!("`{name}` is both required and optional"))
        .at(span)
        .and(optional, "optional")
        .and(required, "required")
}

/// Two fields of one struct with one JSON name.
pub(super) fn duplicate_property(name: &str, span: Span, other: Span) -> Diagnostic {
    Diagnostic::new(check::DUPLICATE_PROPERTY, format!("two fields have the JSON name `{name}`"))
        .at(span)
        .and(other, "the other field")
        .note("openapi-gen writes both into one map, and the Go code does not compile")
}

/// A generic struct that is published.
pub(super) fn generic_definition(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        codes::GENERIC_TYPE,
        format!("`{name}` is generic, and the Go code that openapi-gen writes for it is broken"),
    )
    .at(span)
    .note("`+k8s:openapi-gen=false` leaves it out.")
}

/// Nothing but empty structs is published.
pub(super) fn no_properties(span: Span) -> Diagnostic {
    Diagnostic::new(codes::NO_PROPERTIES, "no struct that is published has a property")
        .at(span)
        .note("The Go code that openapi-gen writes then lacks an import, and does not compile.")
}

/// A method that openapi-gen cannot call.
pub(super) fn pointer_receiver(method: &Method) -> Diagnostic {
    Diagnostic::new(
        codes::METHOD_RESULT,
        format!("`{}` is called on a value, and its receiver is a pointer", method.name),
    )
    .at(method.span)
    .note("The Go code that openapi-gen writes does not compile.")
}
