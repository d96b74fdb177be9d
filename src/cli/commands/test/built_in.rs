//! Suites of built-in kinds.

use crate::{
    diag::Diagnostic,
    objects::codes::NO_DEFINITION,
    session::Session,
    source::DiskFileSystem,
    suite::{BuiltInName, Definition, Suite},
};

/// Returns the definition of the built-in kind of each suite. `None` for suites of CRDs.
pub(super) fn definitions<'s>(
    suites: impl Iterator<Item = &'s Suite>,
    session: &Session<'_>,
) -> Vec<Option<Result<Definition, String>>> {
    let of_suite = |suite: &Suite| {
        let name = suite.built_in.as_ref()?;
        Some(Definition::of_built_in(name, session.settings.kubernetes_minor))
    };
    suites.map(of_suite).collect()
}

/// Reports a suite that cannot run with `--rust`.
pub(super) fn not_in_rust(suite: &Suite, name: &BuiltInName) -> Diagnostic {
    Diagnostic::new(NO_DEFINITION, format!("the suite of {name} cannot run with --rust"))
        .at(suite.crd_name_span)
        .note("generated Rust processes requests for custom resources; API servers decode built-in kinds differently")
        .help("run it in a command without --rust; --server compares it with a cluster")
}

/// Returns the definition of the built-in kind that `--init` names: `apps/v1 Deployment`, or `Deployment` if there is
/// no other source of kinds. `None` if the name is that of a CRD.
pub(super) fn definition(named: &str, has_source: bool, kubernetes_minor: u16) -> Option<Result<Definition, String>> {
    if let Some(name) = BuiltInName::read(named) {
        return Some(Definition::of_built_in(&name, kubernetes_minor));
    }
    if has_source || DiskFileSystem.is_taken(named.as_ref()) {
        return None;
    }
    match BuiltInName::all_of(named, kubernetes_minor).as_slice() {
        [] => None,
        [name] => Some(Definition::of_built_in(name, kubernetes_minor)),
        names => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            Some(Err(format!("--init {named}: there are several built-in kinds; use {}", names.join(" or "))))
        }
    }
}
