//! `+nameFormat` on a value without a name.

use super::{Lint, declaration::TaggedDeclaration};
use crate::{
    diag::{Code, Diagnostic, explained},
    model::JsonType,
    tags::TagKind,
};

/// `+nameFormat` on a value without a name.
const NAME_FORMAT_TARGET: Code =
    explained!(523, "name-format-target", Error, "`+nameFormat` is on a field that is not object metadata.");

pub(super) const LINT: Lint = Lint { codes: &[NAME_FORMAT_TARGET], judges_overrides: false, check };

/// Checks that the value can have `name` and `generateName`, which the rules of this tag read.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let (Some(JsonType::Struct(ty)), Some(tag)) =
        (declaration.json_type(), declaration.tags.iter().find(|tag| matches!(tag.meaning, TagKind::NameFormat(_))))
    else {
        return;
    };
    let properties = declaration.model.properties(ty);
    let is_text = |name: &str| {
        properties.iter().any(|property| {
            property.name == name && declaration.model.json_type(&property.field.ty) == JsonType::String
        })
    };
    if !is_text("name") {
        let message =
            format!("`+nameFormat` is for object metadata, but `{}` has no property `name`", declaration.spelled());
        diagnostics.push(Diagnostic::new(NAME_FORMAT_TARGET, message).at(tag.span));
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    #[test]
    fn only_where_there_is_a_name() {
        let text = r#"package v1
type S struct {
	// +nameFormat=dns1123subdomain
	Meta `json:"metadata,omitempty"`
	// +nameFormat=dns1123subdomain
	Other Spec `json:"other"`
}
type Meta struct {
	Name string `json:"name,omitempty"`
	GenerateName string `json:"generateName,omitempty"`
}
type Spec struct{}
"#;
        assert_eq!(
            report(text),
            "types.go:5:5: error[IDL0523]: `+nameFormat` is for object metadata, but `Spec` has no property `name`\n"
        );
    }
}
