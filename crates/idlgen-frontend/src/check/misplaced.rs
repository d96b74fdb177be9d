//! Tags on targets where they have no meaning: a field's tag on a type, a type's tag on a field, a tag on a field that
//! is not part of JSON.

use super::{
    Lint,
    declaration::{FieldOf, TaggedDeclaration},
    wrong_kind::is_about_merging,
};
use crate::{
    diag::{Code, Diagnostic, Severity, explained},
    model::{Type, TypeDefinition, TypeKind},
    tags::{CustomResource, Dialect, Tag, TagKind, registry::Target},
};

/// A tag on a target where it has no meaning.
pub(crate) const MISPLACED_TAG: Code =
    explained!(502, "misplaced-tag", Error, "A tag is on a declaration that it does not apply to.").of_ignored_tag();

/// A tag on a field that is not part of JSON.
const INVISIBLE_FIELD: Code =
    explained!(503, "tag-on-invisible-field", Warning, "A tag is on a field that is not in the JSON of its struct.");

pub(super) const LINT: Lint = Lint { codes: &[MISPLACED_TAG, INVISIBLE_FIELD], judges_overrides: true, check };

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (tag, row) in declaration.known_tags() {
        if row.targets.is_empty() || row.targets.contains(&declaration.target) {
            continue;
        }
        let message = format!("`+{}` does not apply to {}", tag.name, with_article(declaration.target));
        let mut diagnostic = Diagnostic::new(MISPLACED_TAG, message).at(tag.span);
        // Other tools ignore these tags if they are misplaced, and no constraint is lost.
        let is_harmless = matches!(tag.meaning, TagKind::Optional | TagKind::Required);
        if is_about_merging(row) || is_harmless || tag.dialect == Dialect::Kubebuilder {
            diagnostic.severity = diagnostic.severity.min(Severity::Warning);
        }
        diagnostics.push(diagnostic.note(format!("it applies to {}", targets(row.targets))));
    }
    check_kind_markers(declaration, diagnostics);
    check_invisible(declaration, diagnostics);
}

/// Markers for kinds have no effect on other structs. Structs that embed other types may be kinds.
fn check_kind_markers(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(TypeDefinition { kind: TypeKind::Struct(fields), .. }) = declaration.definition else { return };
    if declaration.field.is_some() || fields.iter().any(|field| field.is_embedded) {
        return;
    }
    for tag in declaration.tags.iter().filter(|tag| is_for_kinds(tag)) {
        let message = format!("`+{}` has no effect: `{}` is not a kind", tag.name, declaration.name);
        let mut diagnostic = Diagnostic::new(MISPLACED_TAG, message)
            .at(tag.span)
            .note("a kind embeds `metav1.TypeMeta` and `metav1.ObjectMeta`");
        diagnostic.severity = diagnostic.severity.min(Severity::Warning);
        diagnostics.push(diagnostic);
    }
}

/// Returns `true` for a marker that describes the CRD of a kind.
fn is_for_kinds(tag: &Tag) -> bool {
    match &tag.meaning {
        TagKind::CustomResource(CustomResource::SkippedPackage | CustomResource::VersionName(_)) => false,
        TagKind::CustomResource(_) => true,
        _ => false,
    }
}

/// Returns the reason why the field is not part of JSON, if any.
pub(super) fn why_invisible(declaration: &TaggedDeclaration<'_>) -> Option<&'static str> {
    let FieldOf { field, is_written, .. } = declaration.field?;
    if !field.is_exported() && !field.is_embedded {
        Some("Go does not export the field, so encoding/json ignores it")
    } else if field.json_name().is_none() && !field.is_inline {
        Some("its `json` tag omits the field")
    } else if is_written && !is_read_by_fields(declaration) {
        Some("a method writes the JSON of the struct, regardless of its fields")
    } else {
        None
    }
}

/// Returns `true` if CRDs describe the struct by its fields although it has a custom JSON encoding: if its package has
/// controller-gen markers and no method or marker sets the schema.
fn is_read_by_fields(declaration: &TaggedDeclaration<'_>) -> bool {
    let Some(FieldOf { parent: Type::Named(id), .. }) = declaration.field else { return false };
    let definition = declaration.model.type_definition(*id);
    definition.has_method("MarshalJSON")
        && !definition.defines_schema()
        && !definition.tags.iter().any(|tag| matches!(tag.meaning, TagKind::SchemaType(_)))
        && definition.fields().iter().flat_map(|field| &field.tags).any(Tag::is_of_controller_gen)
}

/// Tags have no effect on a field that is not exported, that the `json` tag excludes, or whose struct has a custom
/// encoding.
fn check_invisible(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(why) = why_invisible(declaration) else { return };
    for tag in declaration.tags.iter().filter(|tag| tag.dialect != Dialect::Foreign) {
        let message = format!("`+{}` has no effect on {}", tag.name, declaration.describe());
        diagnostics.push(Diagnostic::new(INVISIBLE_FIELD, message).at(tag.span).and(declaration.span, why));
    }
}

fn targets(targets: &[Target]) -> String {
    let names: Vec<String> = targets.iter().map(|target| with_article(*target)).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

fn with_article(target: Target) -> String {
    let article = if target == Target::EmbeddedField { "an" } else { "a" };
    format!("{article} {}", target.name())
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    #[test]
    fn on_the_wrong_declaration() {
        let text = r#"// +optional
package v1

// +required
type S struct {
	// +union
	A string `json:"a"`
	// +maxLength=3
	B `json:",inline"`
	// +kubebuilder:validation:AtMostOneOf=a;d
	D string `json:"d"`
	// +kubebuilder:validation:XValidation:rule="true"
	// +optional
	C `json:",inline"`
}
type B struct{}
type C struct{}
const (
	// +enum
	X = 1
)
"#;
        assert_eq!(
            report(text),
            "types.go:1:4: warning[IDL0502]: `+optional` does not apply to a package\n\
             types.go:4:4: warning[IDL0502]: `+required` does not apply to a type\n\
             types.go:6:5: error[IDL0502]: `+union` does not apply to a field\n\
             types.go:8:5: error[IDL0502]: `+maxLength` does not apply to an embedded field\n\
             types.go:10:5: warning[IDL0502]: `+kubebuilder:validation:AtMostOneOf` does not apply to a field\n\
             types.go:19:5: error[IDL0502]: `+enum` does not apply to a constant\n"
        );
    }

    #[test]
    fn arguments_of_misplaced_markers_are_not_read() {
        let text = r#"package v1
// +kubebuilder:deprecatedversion=true
type S struct {
	// +kubebuilder:deprecatedversion=true
	// +kubebuilder:printcolumn:name=A,type=
	A string `json:"a"`
	// +kubebuilder:validation:MaxLength=x
	B `json:",inline"`
}
type B struct{}
const (
	// +kubebuilder:validation:MaxLength=x
	X = 1
)
"#;
        let found = report(text);
        let own: Vec<String> = found
            .lines()
            .filter(|line| !line.starts_with("types.go:2:"))
            .map(|line| line.replace("kubebuilder:validation:", "").replace("kubebuilder:", ""))
            .collect();
        assert_eq!(
            own,
            [
                "types.go:4:5: warning[IDL0502]: `+deprecatedversion` does not apply to a field",
                "types.go:5:5: warning[IDL0502]: `+printcolumn` does not apply to a field",
                "types.go:7:5: warning[IDL0502]: `+MaxLength` does not apply to an embedded field",
                "types.go:7:39: error[IDL0306]: `+MaxLength` expects an integer of at least 0, not `x`",
                "types.go:12:5: warning[IDL0502]: `+MaxLength` does not apply to a constant",
            ]
        );
        // On the type, the value is an error.
        assert!(found.contains("types.go:2:34: error[IDL0304]"), "{found}");
    }

    #[test]
    fn markers_for_kinds() {
        let text = r#"package v1
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=A,type=string,JSONPath=.a
type Spec struct {
	A string `json:"a"`
}
// +kubebuilder:subresource:status
type Kind struct {
	Base `json:",inline"`
}
type Base struct {}
"#;
        assert_eq!(
            report(text),
            "types.go:2:4: warning[IDL0502]: `+kubebuilder:subresource:status` has no effect: `Spec` is not a kind\n\
             types.go:3:4: warning[IDL0502]: `+kubebuilder:printcolumn` has no effect: `Spec` is not a kind\n"
        );
    }

    #[test]
    fn on_fields_of_a_struct_that_a_method_writes() {
        let text = r#"package v1
type S struct {
	// +maxLength=3
	A string `json:"a"`
}
func (S) MarshalJSON() ([]byte, error) { return nil, nil }
type T struct {
	// +maxLength=3
	A string `json:"a"`
}
func (T) MarshalJSON() ([]byte, error) { return nil, nil }
func (T) OpenAPIV3OneOfTypes() []string { return nil }
type U struct {
	// +kubebuilder:validation:Enum=a;b
	A string `json:"a"`
}
func (U) MarshalJSON() ([]byte, error) { return nil, nil }
"#;
        assert_eq!(report(text), "types.go:3:5: warning[IDL0503]: `+maxLength` has no effect on field `A`\n");
    }

    #[test]
    fn on_fields_that_json_never_sees() {
        let text = r#"package v1
type S struct {
	// +optional
	a string
	// +optional
	B string `json:"-"`
	// +optional
	C string `json:"-,"`
}
"#;
        assert_eq!(
            report(text),
            "types.go:3:5: warning[IDL0503]: `+optional` has no effect on field `a`\n\
             types.go:5:5: warning[IDL0503]: `+optional` has no effect on field `B`\n"
        );
    }
}
