//! `+required` together with `+optional`.

use super::{Lint, declaration::TaggedDeclaration};
use crate::{
    diag::{Code, Diagnostic, Severity, explained},
    tags::{Dialect, Tag, TagKind},
};

pub(crate) const REQUIRED_AND_OPTIONAL: Code =
    explained!(504, "required-and-optional", Error, "A field is both `+required` and `+optional`.");

pub(super) const LINT: Lint = Lint { codes: &[REQUIRED_AND_OPTIONAL], judges_overrides: false, check };

/// openapi-gen rejects a field with both tags of one dialect ("cannot be both optional and required"). Tags of
/// validation-gen may differ from the others: it validates after defaulting.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut optional = declaration.tags.iter().filter(|tag| tag.meaning == TagKind::Optional);
    let required =
        |dialect| declaration.tags.iter().find(|tag| tag.meaning == TagKind::Required && tag.dialect == dialect);
    let both = optional.find_map(|optional| Some((required(optional.dialect)?, optional)));
    if let Some((required, optional)) = both {
        let message = format!("{} cannot be both required and optional", declaration.describe());
        diagnostics.push(
            Diagnostic::new(REQUIRED_AND_OPTIONAL.of_ignored_tag(), message)
                .at_with(required.span, "required here")
                .and(optional.span, "optional here")
                .note(format!("idlgen ignores `+{}`, as controller-gen does", required.name))
                .help("remove one of the tags"),
        );
    } else if let Some(different) = different(declaration) {
        diagnostics.push(different);
    }
}

/// Warns about a field that is required in CRDs and optional elsewhere, or the reverse: controller-gen prefers its own
/// markers (`structToSchema`), which other tools do not read.
fn different(declaration: &TaggedDeclaration<'_>) -> Option<Diagnostic> {
    // Elsewhere, the tags are misplaced.
    declaration.field?;
    let find = |dialect| {
        let is_about_presence = |tag: &&Tag| matches!(tag.meaning, TagKind::Required | TagKind::Optional);
        declaration.tags.iter().find(|tag| tag.dialect == dialect && is_about_presence(tag))
    };
    let (marker, plain) = (find(Dialect::Kubebuilder)?, find(Dialect::Plain)?);
    if marker.meaning == plain.meaning {
        return None;
    }
    let presence = |tag: &Tag| if tag.meaning == TagKind::Required { "required" } else { "optional" };
    let field = declaration.describe();
    let message = format!("{field} is {} in CRDs, but {} for other tools", presence(marker), presence(plain));
    let diagnostic = Diagnostic::new(REQUIRED_AND_OPTIONAL, message)
        .at_with(marker.span, format!("{} here", presence(marker)))
        .and(plain.span, format!("{} here", presence(plain)))
        .note(format!("controller-gen prefers `+{}`, which other tools do not read", marker.name))
        .help("remove one of the tags");
    Some(Diagnostic { severity: diagnostic.severity.min(Severity::Warning), ..diagnostic })
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

    #[test]
    fn tags_of_different_tools() {
        let field = |tags: [&str; 2]| {
            let text = format!(
                "package v1\ntype S struct {{\n\t// +{}\n\t// +{}\n\tA int `json:\"a\"`\n}}\n",
                tags[0], tags[1]
            );
            report(&text)
        };
        let [optional, required] = ["Optional", "Required"].map(|name| format!("kubebuilder:validation:{name}"));
        assert_eq!(
            field(["optional", &required]),
            "types.go:4:5: warning[IDL0504]: field `A` is required in CRDs, but optional for other tools\n"
        );
        assert_eq!(
            field([&optional, "required"]),
            "types.go:3:5: warning[IDL0504]: field `A` is optional in CRDs, but required for other tools\n"
        );
        assert_eq!(field(["optional", &optional]), "");
        assert_eq!(field(["required", &required]), "");
        // validation-gen checks the value after the default is applied.
        assert_eq!(field(["optional", "k8s:required"]), "");
        assert_eq!(field(["kubebuilder:validation:Optional", "k8s:required"]), "");
    }
}
