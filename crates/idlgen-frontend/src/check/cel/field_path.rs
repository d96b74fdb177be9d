//! Unresolved field paths of rules.

use idlgen_runtime::field::Element;
use idlgen_schema::{
    Schema,
    cel::FieldPathError,
    schema::{AdditionalProperties, ValidationRule},
};

use crate::{
    check::FIELD_PATH,
    diag::{Diagnostic, nearest},
    source::Span,
};

/// Reports the invalid part of the path.
pub(super) fn diagnostic(error: &FieldPathError, rule: &ValidationRule, node: &Schema, span: Span) -> Diagnostic {
    let path = rule.field_path.as_deref().unwrap_or_default();
    let diagnostic = Diagnostic::new(FIELD_PATH, format!("`{path}` is not a valid field path: {error}")).at(span);
    let FieldPathError::NoSuchField { name, parent } = error else { return diagnostic };
    let mut schema = Some(node);
    for element in &parent.elements {
        schema = schema.and_then(|schema| match (element, &schema.additional_properties) {
            (Element::Field(name), _) => schema.properties.get(name),
            (Element::Key(_), Some(AdditionalProperties::Schema(values))) => Some(values),
            _ => None,
        });
    }
    let Some(schema) = schema else { return diagnostic };
    if schema.items.is_some() {
        return diagnostic
            .note("a field path consists of properties and map keys, not list indices or items")
            .help("end it at the list");
    }
    match nearest(name, schema.properties.keys().map(String::as_str)) {
        Some(near) => diagnostic.help(format!("use `{near}`")),
        None => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::cel::testing::{noted, report};

    #[test]
    fn x8_field_paths_into_lists() {
        let with = |path: &str| {
            format!(
                "// +validationRule=\"true\",field=\"{path}\"\ntype T struct {{\n\
                 \tTestList []Item `json:\"testList\"`\n\tTestMap map[string]Item `json:\"testMap\"`\n}}\ntype Item \
                 struct {{\n\tFoo string `json:\"foo\"`\n}}\n"
            )
        };
        assert_eq!(
            noted(&with(".testList['foo.34$']")),
            [
                "2:34: unknown-field-path: `.testList['foo.34$']` is not a valid field path: does not refer to a \
                 valid field",
                "  a field path consists of properties and map keys, not list indices or items",
                "  help: end it at the list",
            ]
        );
        assert_eq!(report(&with(".testMap['foo.34$'].foo")), [""; 0]);
    }
}
