//! Structs whose fields are never in JSON, because an embedded type has an encoding method.

use super::{
    Lint,
    declaration::{FieldOf, TaggedDeclaration},
};
use crate::{
    diag::{Code, Diagnostic, explained},
    model::{
        Field, Type,
        json::{Writer, Written},
    },
};

const PROMOTED_METHOD: Code =
    explained!(526, "promoted-method", Warning, "A method of an embedded type encodes the entire struct.");

pub(super) const LINT: Lint = Lint { codes: &[PROMOTED_METHOD], judges_overrides: false, check };

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some((field, written)) = promoted_method(declaration) else { return };
    let is_lost = |other: &&Field| {
        let is_in_json = other.is_inline || (other.is_exported() && other.json_name().is_some());
        other.span != field.span && is_in_json
    };
    let Some(parent) = declaration.field.map(|of| of.parent) else { return };
    let fields = declaration.model.fields_of(parent);
    let lost: Vec<String> = fields.iter().filter(is_lost).map(|other| format!("`{}`", other.name)).collect();
    if lost.is_empty() {
        return;
    }
    let (fields, verb) = if lost.len() == 1 { ("field", "is") } else { ("fields", "are") };
    let message = format!(
        "`{}` of the embedded `{}` encodes the entire struct, so the {fields} {} {verb} never in JSON",
        method(written),
        field.name,
        lost.join(", ")
    );
    diagnostics.push(
        Diagnostic::new(PROMOTED_METHOD, message)
            .at(field.span)
            .note("Go promotes the methods of embedded types to the struct")
            .help(format!(
                "give the field a name instead of embedding it, or define `{}` for the struct",
                method(written)
            )),
    );
}

/// Returns the field and the method if the field is embedded and its method encodes the entire struct.
pub(super) fn promoted_method<'a>(declaration: &TaggedDeclaration<'a>) -> Option<(&'a Field, Written)> {
    let FieldOf { field, parent: Type::Named(id), is_serialised: true, .. } = declaration.field? else { return None };
    let written = declaration.model.written(*id)?;
    declaration.model.promotes(field, written).then_some((field, written))
}

fn method(written: Written) -> &'static str {
    let writer = match written {
        Written::By(_, writer) => Some(writer),
        Written::Known(row) => row.writer,
    };
    writer.map_or("MarshalJSON", Writer::method)
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{check_file, report};

    #[test]
    fn fields_beside_a_promoted_method() {
        let text = r#"package v1
import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)
type Limit struct {
	resource.Quantity `json:",inline"`
	Unit string `json:"unit"`
	Omitted string `json:"-"`
	hidden string
}
type Stamp struct {
	metav1.Time
	Zone string `json:"zone"`
	Base `json:",inline"`
}
type Named struct {
	*Text `json:"text"`
	Size int `json:"size"`
}
type Base struct { A string `json:"a"` }
type Text struct { B string `json:"b"` }
func (Text) MarshalText() ([]byte, error) { return nil, nil }
type Alone struct {
	metav1.Time `json:",inline"`
}
type Own struct {
	metav1.Time `json:",inline"`
	C string `json:"c"`
}
func (Own) MarshalJSON() ([]byte, error) { return nil, nil }
type Internal struct {
	metav1.Time
	D string
}
"#;
        let expected = [
            "types.go:7:11: warning[IDL0526]: `MarshalJSON` of the embedded `Quantity` encodes the entire struct, so \
             the field `Unit` is never in JSON",
            "types.go:13:9: warning[IDL0526]: `MarshalJSON` of the embedded `Time` encodes the entire struct, so the \
             fields `Zone`, `Base` are never in JSON",
            "types.go:18:3: warning[IDL0526]: `MarshalText` of the embedded `Text` encodes the entire struct, so the \
             field `Size` is never in JSON",
        ];
        assert_eq!(report(text).lines().collect::<Vec<_>>(), expected);
        let (_, diagnostics) = check_file(text);
        assert_eq!(
            diagnostics[0].help,
            ["give the field a name instead of embedding it, or define `MarshalJSON` for the struct"]
        );
    }
}
