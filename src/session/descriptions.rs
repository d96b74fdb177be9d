//! Reports missing descriptions only for outputs with types that lack them.

use crate::{
    diag::Diagnostic,
    modules::{Undescribed, codes::NO_DESCRIPTIONS},
};

/// Returns `true` if descriptions are missing.
pub(super) fn are_missing(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|one| one.code == NO_DESCRIPTIONS)
}

/// Restricts the report of missing descriptions to modules of the packages whose types are in the outputs.
pub(super) fn restrict(diagnostics: &mut Vec<Diagnostic>, undescribed: &Undescribed, packages: &[&str]) {
    if are_missing(diagnostics) {
        diagnostics.retain(|one| one.code != NO_DESCRIPTIONS);
        diagnostics.extend(undescribed.report(|module| packages.iter().any(|package| may_contain(module, package))));
    }
}

/// Returns `true` if a module may contain a package.
fn may_contain(module: &str, package: &str) -> bool {
    package.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::may_contain;

    #[test]
    fn modules_contain_packages_below_them() {
        assert!(may_contain("k8s.io/api", "k8s.io/api/core/v1"));
        assert!(may_contain("k8s.io/api", "k8s.io/api"));
        assert!(!may_contain("k8s.io/api", "k8s.io/apimachinery/pkg/api/resource"));
        assert!(!may_contain("k8s.io/api/core", "k8s.io/api"));
    }
}
