//! `+exclusiveMinimum` without a limit to exclude.

use super::{Lint, declaration::TaggedDeclaration};
use crate::{
    diag::{Code, Diagnostic, explained},
    tags::{
        Constraint, Exclusive, TagKind,
        registry::{self, ValueSyntax},
    },
};

/// An exclusive flag without its limit.
const EXCLUSIVE_WITHOUT_LIMIT: Code = explained!(
    506,
    "exclusive-without-limit",
    Error,
    "`+exclusiveMinimum` or `+exclusiveMaximum` has no limit to exclude."
);

pub(super) const LINT: Lint = Lint { codes: &[EXCLUSIVE_WITHOUT_LIMIT], judges_overrides: false, check };

/// The flag modifies the limit next to it. It does not affect a limit of the type: to exclude that, the field must
/// repeat it.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (tag, meaning) in declaration.meanings() {
        let limit = match meaning {
            TagKind::Constraint(Constraint::Exclusive(keyword, Exclusive::Flag(true))) => keyword.name(),
            _ => continue,
        };
        let has_limit = |tags: &[crate::tags::Tag]| {
            tags.iter().any(|tag| matches!(&tag.meaning, TagKind::Constraint(other) if other.keyword() == limit))
        };
        if has_limit(declaration.tags) {
            continue;
        }
        // The tag of the same tool that sets the limit on the same declaration.
        let beside = tag.name.replace("Exclusive", "").replace("exclusiveM", "m");
        let message = format!("`+{}` requires `+{beside}` on the same declaration", tag.name);
        let mut diagnostic = Diagnostic::new(EXCLUSIVE_WITHOUT_LIMIT, message).at(tag.span);
        if declaration.layers().iter().any(|layer| !layer.is_own() && has_limit(layer.tags)) {
            diagnostic = diagnostic
                .note(format!("the type has `+{limit}`"))
                .help(format!("repeat `+{limit}` here to exclude it"));
        } else if registry::find(&tag.name).is_some_and(|row| matches!(row.form, ValueSyntax::Exclusive(_))) {
            diagnostic = diagnostic.help(format!("use a number, which sets the limit itself: `+{}=5`", tag.name));
        } else {
            diagnostic = diagnostic.note("without the limit the tag has no effect").help(format!("add `+{beside}=…`"));
        }
        diagnostics.push(diagnostic);
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{check_file, report};

    #[test]
    fn markers_take_no_number() {
        for (tag, beside, help) in [
            ("exclusiveMinimum", "minimum", "use a number, which sets the limit itself: `+exclusiveMinimum=5`"),
            (
                "kubebuilder:validation:ExclusiveMaximum=true",
                "kubebuilder:validation:Maximum",
                "add `+kubebuilder:validation:Maximum=…`",
            ),
            ("k8s:validation:exclusiveMinimum=true", "k8s:validation:minimum", "add `+k8s:validation:minimum=…`"),
        ] {
            let text =
                |more: &str| format!("package v1\ntype S struct {{\n\t// +{tag}\n{more}\tA int `json:\"a\"`\n}}\n");
            let (_, diagnostics) = check_file(&text(""));
            assert_eq!(diagnostics[0].help, [help], "{tag}");
            assert_eq!(report(&text(&format!("\t// +{beside}=5\n"))), "", "{tag}");
        }
    }

    #[test]
    fn flags_without_limits() {
        let text = r#"package v1
// +minimum=1
type Size int32

type S struct {
	// +exclusiveMinimum
	A int `json:"a"`
	// +exclusiveMaximum=true
	// +maximum=3
	B int `json:"b"`
	// +exclusiveMaximum=3
	C int `json:"c"`
	// +exclusiveMinimum=false
	D int `json:"d"`
	// +exclusiveMinimum
	E Size `json:"e"`
}
"#;
        assert_eq!(
            report(text),
            "types.go:6:5: error[IDL0506]: `+exclusiveMinimum` requires `+minimum` on the same declaration\n\
             types.go:15:5: error[IDL0506]: `+exclusiveMinimum` requires `+minimum` on the same declaration\n"
        );
    }
}
