//! API rules that apply to no type: the absence of violations is meaningless then.

use super::selection::is_selected;
use crate::{
    diag::{Code, Diagnostic, explained},
    model::Model,
};

/// API rules were requested, but apply to no type.
pub(super) const NOTHING_SELECTED: Code =
    explained!(547, "api-rules-select-nothing", Warning, "API rules were requested, but no type is subject to them.");

/// Maximum number of packages to list.
const MAX_NAMED: usize = 5;

/// Returns a diagnostic if API rules apply to none of the requested packages.
pub fn nothing_selected(model: &Model) -> Option<Diagnostic> {
    let requested: Vec<_> = model.packages.iter().filter(|package| package.requested).collect();
    let mut types = requested.iter().flat_map(|package| package.types.iter().map(move |id| (package, *id)));
    if types.any(|(package, id)| is_selected(package, model.type_definition(id))) {
        return None;
    }
    let mut named: Vec<String> =
        requested.iter().take(MAX_NAMED).map(|package| format!("`{}`", package.import_path)).collect();
    if requested.len() > MAX_NAMED {
        named.push(format!("{} more", requested.len() - MAX_NAMED));
    }
    Some(
        Diagnostic::new(NOTHING_SELECTED, "no API rule was checked: the requested packages have no selected types")
            .note(format!(
                "openapi-gen selects packages and types by `+k8s:openapi-gen=true`; not selected: {}",
                named.join(", ")
            ))
            .help("add `// +k8s:openapi-gen=true` to the package comment in doc.go or to the comment of a type"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::testing::read_file;

    #[test]
    fn packages_and_types_are_selected_by_their_tag() {
        for (text, is_told) in [
            ("package v1\ntype S struct{}\n", true),
            ("// +k8s:openapi-gen=false\npackage v1\ntype S struct{}\n", true),
            ("// +k8s:openapi-gen=true\npackage v1\ntype S struct{}\n", false),
            ("package v1\n// +k8s:openapi-gen=true\ntype S struct{}\n", false),
        ] {
            let told = nothing_selected(&read_file(text).model);
            assert_eq!(told.is_some(), is_told, "{text}");
            let has_path = |one: &Diagnostic| one.notes.iter().any(|note| note.contains("`example.com/api/v1`"));
            assert!(told.as_ref().is_none_or(has_path), "{told:?}");
        }
    }
}
