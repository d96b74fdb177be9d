//! `+required` together with `+optional`.

use super::{Lint, declaration::TaggedDeclaration};
use crate::{
    diag::{Code, Diagnostic, explained},
    tags::TagKind,
};

pub(crate) const REQUIRED_AND_OPTIONAL: Code =
    explained!(504, "required-and-optional", Error, "A field is both `+required` and `+optional`.");

pub(super) const LINT: Lint = Lint { codes: &[REQUIRED_AND_OPTIONAL], judges_overrides: false, check };

/// openapi-gen rejects a field with both ("cannot be both optional and required"). Dialects may differ: validation-gen
/// validates after defaulting, and Kubernetes itself marks fields `+optional` that controller-gen should treat as
/// required.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut optional = declaration.tags.iter().filter(|tag| tag.meaning == TagKind::Optional);
    let required =
        |dialect| declaration.tags.iter().find(|tag| tag.meaning == TagKind::Required && tag.dialect == dialect);
    let both = optional.find_map(|optional| Some((required(optional.dialect)?, optional)));
    if let Some((required, optional)) = both {
        let message = format!("{} cannot be both required and optional", declaration.describe());
        diagnostics.push(
            Diagnostic::new(REQUIRED_AND_OPTIONAL, message)
                .at_with(required.span, "required here")
                .and(optional.span, "optional here"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    #[test]
    fn both_tags() {
        let text = "package v1\ntype S struct {\n\t// +optional\n\t// +required\n\tA int `json:\"a\"`\n\
            \t// +required\n\tB int `json:\"b,omitempty\"`\n}\n";
        assert_eq!(report(text), "types.go:4:5: error[IDL0504]: field `A` cannot be both required and optional\n");
    }
}
