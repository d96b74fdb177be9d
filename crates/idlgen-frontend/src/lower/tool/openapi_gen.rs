//! The errors, log messages and special cases of openapi-gen for published declarations (`--compat openapi-gen`). Its
//! log messages are warnings here. Its errors, and invalid Go code that it generates, are errors.

mod anonymous;
pub(super) mod default_value;
pub(super) mod extensions;
mod list_tags;
pub(super) mod marker_types;
pub(super) mod patch_tags;
mod unions;

pub(super) use anonymous::reference as anonymous_reference;

use std::collections::BTreeSet;

use idlgen_schema::{Definitions, Schema};

use crate::{
    diag::Diagnostic,
    lower::{
        codes::UNSUPPORTED_TYPE,
        layer::Layer,
        lowering::{Lowering, Unpublished},
        problem,
        types::{member::Member, method, selection},
    },
    model::{Type, TypeId},
    tags::{Tag, TagKind, as_go_string, codes::INVALID_ESCAPE},
};

/// Checks a member, and changes its schema where openapi-gen writes different values.
pub(super) fn member(lowering: &mut Lowering<'_>, member: &Member<'_>, schema: &mut Schema) {
    let field = &member.field;
    let model = lowering.model;
    let mut found = refusals(&field.tags);
    let says = |wanted: &TagKind| field.tags.iter().find(|tag| tag.meaning == *wanted);
    if let (Some(optional), Some(required)) = (says(&TagKind::Optional), says(&TagKind::Required)) {
        found.push(problem::required_and_optional(field.span, &field.name, optional.span, required.span));
    }
    if found.is_empty() {
        found.extend(marker_types::check(model, &lowering.tool, &field.ty, &field.tags));
    }
    found.extend(patch_tags::check(field));
    found.extend(list_tags::check(model, field));
    found.extend(extensions::clashes(&field.tags));
    if let Err(reason) = as_go_string(&member.name) {
        let message = format!("{reason} in the property name `{}`", member.name);
        found.push(
            Diagnostic::new(INVALID_ESCAPE, message)
                .at(field.span)
                .note("openapi-gen copies the name unescaped into a Go string, so the generated Go code is invalid"),
        );
    }
    lowering.diagnostics.append(&mut found);
    let layer = Layer::of_field(field, member.package, &lowering.tool);
    extensions::apply(schema, &layer);
    // In the output, the reference replaces the entire `allOf` (`k8s.io/kube-openapi/pkg/builder3/util.WrapRefs`),
    // except in OpenAPI v2.
    if schema.reference.is_some() && !schema.all_of.is_empty() {
        let v2 = schema.clone();
        schema.all_of = vec![Schema { reference: schema.reference.take(), ..Schema::default() }];
        schema.v2 = Some(Box::new(v2));
    }
}

/// Checks the declaration of a struct, and changes its schema where openapi-gen writes different values.
pub(super) fn definition(lowering: &mut Lowering<'_>, id: TypeId, schema: &mut Schema) {
    let model = lowering.model;
    let definition = model.type_definition(id);
    let layer = Layer::of_type(model, id, &lowering.tool);
    if lowering.reads_comments_of(definition.package) {
        let mut found = refusals(&definition.tags);
        if found.is_empty() {
            found.extend(marker_types::check(model, &lowering.tool, &Type::Named(id), &definition.tags));
        }
        found.extend(extensions::clashes(&definition.tags));
        lowering.diagnostics.append(&mut found);
    }
    let found = unions::check(model, &lowering.tool, id);
    lowering.diagnostics.extend(found);
    extensions::apply(schema, &layer);
}

/// Reports openapi-gen errors that do not depend on a single published member: invalid Go code, and errors in
/// unpublished types.
pub(super) fn publication(
    lowering: &mut Lowering<'_>,
    types: &[TypeId],
    definitions: &Definitions,
    unpublished: Unpublished,
) {
    let model = lowering.model;
    let generic = types.iter().map(|id| model.type_definition(*id)).filter(|one| !one.type_parameters.is_empty());
    for definition in generic {
        // If a field has the type of a type parameter, that has already been reported.
        if !lowering.diagnostics.iter().any(|one| one.code == UNSUPPORTED_TYPE) {
            lowering.diagnostics.push(problem::generic_definition(definition.span, &definition.name));
        }
    }
    // openapi-gen generates no code for a type whose methods return its complete definition.
    let (called, written): (Vec<TypeId>, Vec<TypeId>) =
        types.iter().partition(|id| method::is_called(model.type_definition(**id)));
    let called: BTreeSet<&String> = called.iter().filter_map(|id| lowering.name(*id)).collect();
    let first = written.first().map(|id| model.type_definition(*id).span);
    let mut of_written = definitions.schemas.iter().filter(|(name, _)| !called.contains(name));
    let mut is_empty = of_written.all(|(_, schema)| schema.properties.is_empty());
    for id in selection::checked(model, &lowering.tool) {
        is_empty &= unpublished(lowering, id).properties.is_empty();
    }
    lowering.diagnostics.extend(first.filter(|_| is_empty).map(problem::no_properties));
}

/// Returns the errors in the tags themselves.
fn refusals(tags: &[Tag]) -> Vec<Diagnostic> {
    let refused = tags.iter().filter_map(|tag| match &tag.meaning {
        TagKind::Refused(diagnostic) => Some(Diagnostic::clone(diagnostic)),
        _ => None,
    });
    refused.collect()
}

#[cfg(test)]
mod tests {
    use crate::{
        lower::{
            LowerOptions,
            testing::{Lowering, lower_compatibly, lower_packages},
        },
        tool::Tool,
    };

    fn lower(text: &str) -> Lowering {
        lower_compatibly(&format!("// +k8s:openapi-gen=true\n---\n{text}"))
    }

    #[test]
    fn a_type_over_a_struct_of_go_s_library_keeps_its_reference() {
        let lowered = lower(
            r#"
import (
    "net/url"
    "time"
)

type URL url.URL
type Moment time.Time
type T struct {
    U *URL   `json:"u,omitempty"`
    L []URL  `json:"l,omitempty"`
    M Moment `json:"m"`
}
"#,
        );
        let reference = |name: &str| format!(r##""$ref":"#/components/schemas/example.com~1api~1v1.{name}""##);
        let with_default = |name: &str| format!(r#"{{"default":{{}},"allOf":[{{{}}}]}}"#, reference(name));
        assert_eq!(lowered.property("T", "u"), format!("{{{}}}", reference("URL")));
        assert_eq!(lowered.property("T", "l"), format!(r#"{{"type":"array","items":{}}}"#, with_default("URL")));
        assert_eq!(lowered.property("T", "m"), with_default("Moment"));
        assert_eq!(lowered.diagnostics(), Vec::<String>::new());
    }

    #[test]
    fn structs_that_go_does_not_export_have_definitions_up_to_kubernetes_1_34() {
        let text = "// +k8s:openapi-gen=true\n---\ntype T struct {\n    A string `json:\"a\"`\n}\n\
            type inner struct {\n    B string `json:\"b\"`\n}\n";
        for (minor, expected) in [(32, vec!["T", "inner"]), (34, vec!["T", "inner"]), (35, vec!["T"])] {
            let options = LowerOptions::of(&Tool::openapi_gen(minor));
            let lowered = lower_packages(&[("example.com/api/v1", true, text)], &options);
            let names: Vec<&str> =
                lowered.lowered.definitions.schemas.keys().filter_map(|name| name.rsplit('.').next()).collect();
            assert_eq!(names, expected, "1.{minor}");
        }
    }

    #[test]
    fn a_package_without_properties_is_reported() {
        let message = "no-properties: no published struct has a property @ T";
        for (text, expected) in [
            ("type T struct {}\n", vec![message]),
            ("type T struct {}\ntype U struct {\n    A string `json:\"a\"`\n}\n", vec![]),
            (
                "type T struct {}\n// +k8s:openapi-gen=false\ntype U struct {\n    A string `json:\"a\"`\n}\n",
                vec![message],
            ),
        ] {
            assert_eq!(lower(text).diagnostics(), expected, "{text}");
        }
    }

    #[test]
    fn tags_of_one_name_share_an_extension() {
        let field = |tags: &str| {
            lower(&format!("type T struct {{\n{tags}    A []string `json:\"a\"`\n}}\n")).diagnostics().len()
        };
        assert_eq!(field("    // +listType=map\n    // +listMapKey=a\n    // +listMapKey=b\n"), 0);
        let one = "    // +listType=set\n";
        let other = "    // +k8s:openapi-gen=x-kubernetes-list-type:set\n";
        assert_eq!((field(one), field(other), field(&format!("{one}{other}"))), (0, 0, 1));
    }

    #[test]
    fn extensions_have_the_value_of_their_tag_as_a_string() {
        let written = |name: &str, value: &str, ty: &str| {
            let text =
                format!("type T struct {{\n    // +k8s:openapi-gen={name}:{value}\n    A {ty} `json:\"a\"`\n}}\n");
            lower(&text).property("T", "a")
        };
        for (name, value, ty) in [
            ("x-kubernetes-list-type", "set", "[]string"),
            ("x-kubernetes-map-type", "atomic", "map[string]string"),
            ("x-kubernetes-patch-strategy", "merge", "[]string"),
            ("x-kubernetes-patch-merge-key", "name", "[]string"),
            ("x-kubernetes-preserve-unknown-fields", "true", "map[string]string"),
            ("x-kubernetes-embedded-resource", "true", "map[string]string"),
            ("x-kubernetes-int-or-string", "true", "string"),
            ("x-kubernetes-order", "true", "string"),
        ] {
            let property = written(name, value, ty);
            assert_eq!(property.matches(name).count(), 1, "{property}");
            assert!(property.contains(&format!("\"{name}\":\"{value}\"")), "{property}");
        }
    }

    #[test]
    fn a_published_generic_struct_is_one_error() {
        assert_eq!(
            lower(
                "type T[V any] struct {\n    A string `json:\"a\"`\n}\ntype U struct {\n    A string `json:\"a\"`\n}\n"
            )
            .diagnostics(),
            ["generic-type: `T` is generic, so the Go code that openapi-gen generates for it is invalid @ T"]
        );
        let of_parameter = lower("type T[V any] struct {\n    A V `json:\"a\"`\n}\n").diagnostics();
        assert!(of_parameter.iter().all(|one| !one.starts_with("generic-type")), "{of_parameter:?}");
    }

    #[test]
    fn structs_without_a_name_are_spelt_or_said_why_not() {
        let nested = |levels: usize, tag: &str| {
            lower(&format!(
                "type T struct {{\n    A {}string{}\n}}\n",
                "struct { A ".repeat(levels),
                format!(" {tag}}}").repeat(levels)
            ))
        };
        let deep = nested(60, "");
        assert_eq!(deep.diagnostics(), Vec::<String>::new());
        let reference = format!("{}string{}", "struct%7BA%20".repeat(60), "%7D".repeat(60));
        assert!(deep.property("T", "A").contains(&format!("/{reference}\"")), "{}", deep.property("T", "A"));
        for (lowered, why) in [
            (nested(1, "`json:\"a\"`"), "make the generated Go code invalid"),
            (lower("type T struct {\n    A struct { A [3]int }\n}\n"), "which it does not preserve for"),
        ] {
            let notes: Vec<&String> = lowered.lowered.diagnostics.iter().flat_map(|found| &found.notes).collect();
            assert!(notes.iter().any(|note| note.contains(why)), "{notes:?}");
        }
    }

    #[test]
    fn a_pointer_to_a_pointer_has_no_enum() {
        let lowered = lower(
            r#"
// +enum
type E string

const A E = "a"

type T struct {
    P  *E    `json:"p,omitempty"`
    PP **E   `json:"pp,omitempty"`
    L  []**E `json:"l,omitempty"`
}
"#,
        );
        assert!(lowered.property("T", "p").contains(r#""enum":["a"]"#));
        assert_eq!(lowered.property("T", "pp"), r#"{"type":"string"}"#);
        assert_eq!(lowered.property("T", "l"), r#"{"type":"array","items":{"type":"string"}}"#);
    }

    #[test]
    fn methods_with_results_of_named_types_do_not_count() {
        let lowered = lower(
            r#"
type Named string

type T struct {
    A string `json:"a,omitempty"`
}

func (T) OpenAPISchemaType() []string { return []string{"string"} }
func (T) OpenAPISchemaFormat() Named { return "date" }
func (T) OpenAPIDefinition() common.OpenAPIDefinition {
    return common.OpenAPIDefinition{Schema: spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{"integer"}}}}
}
"#,
        );
        assert_eq!(lowered.json("T"), r#"{"type":"integer"}"#);
    }

    #[test]
    fn a_discriminator_that_is_a_member_is_logged() {
        let lowered = lower(
            r#"
type U struct {
    // +unionDiscriminator
    // +unionDeprecated
    // +optional
    Kind string `json:"kind,omitempty"`
    // +unionDeprecated
    // +optional
    A *string `json:"a,omitempty"`
}
"#,
        );
        assert_eq!(
            lowered.diagnostics(),
            ["union-member: `Kind` is both the discriminator and a member of the union @ Kind"]
        );
    }

    #[test]
    fn instances_of_generic_structs_are_spelled_as_in_go() {
        let lowered = lower(
            "type Box[T any] struct {\n    A string `json:\"a\"`\n}\n\
             type T struct {\n    B Box[string] `json:\"b\"`\n}\n",
        );
        assert!(lowered.property("T", "b").contains("v1.Box%5BT%5D\""), "{}", lowered.property("T", "b"));
    }
}
