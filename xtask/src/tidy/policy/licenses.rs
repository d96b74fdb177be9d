//! The licenses of built crates.

use std::collections::BTreeSet;

use serde::Deserialize;
use spdx::{Expression, Licensee, ParseMode};

use super::level::Level;
use crate::tidy::graph::{Graph, Package};

/// The section `licenses`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Licenses {
    allow: Vec<String>,
    #[serde(default)]
    exceptions: Vec<Exception>,
    #[serde(rename = "unused-allowed-license")]
    _unused_allowed_license: Level,
    #[serde(rename = "unused-license-exception")]
    _unused_license_exception: Level,
}

/// Licenses that only one crate may have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

/// The parsing mode for license expressions: some published crates use `/` instead of `OR`, or a deprecated name.
const MODE: ParseMode = ParseMode {
    allow_slash_as_or_operator: true,
    allow_deprecated: true,
    allow_imprecise_license_names: false,
    allow_postfix_plus_on_gpl: false,
    allow_unknown: false,
};

impl Licenses {
    pub(super) fn problems(&self, graph: &Graph) -> Vec<String> {
        let mut problems = Vec::new();
        let mut used = Used::default();
        for package in graph.built() {
            problems.extend(self.check(package, &mut used));
        }
        let unused = self.allow.iter().filter(|name| !used.licenses.contains(name.as_str()));
        problems.extend(unused.map(|name| format!("deny.toml: no crate needs the license {name}")));
        let unused = self.exceptions.iter().filter(|exception| !used.exceptions.contains(exception.name.as_str()));
        problems.extend(unused.map(|exception| format!("deny.toml: {} needs no exception", exception.name)));
        problems
    }

    fn check<'l>(&'l self, package: &Package, used: &mut Used<'l>) -> Option<String> {
        let Some(license) = &package.license else { return Some(format!("{}: no license", package.label())) };
        let expression = match Expression::parse_mode(license, MODE) {
            Ok(expression) => expression,
            Err(error) => return Some(format!("{}: the license {license}: {error}", package.label())),
        };
        let exception = self.exceptions.iter().find(|exception| exception.name == package.name);
        let is_allowed = expression.evaluate(|requirement| {
            let satisfies = |name: &&String| Licensee::parse(name).is_ok_and(|allowed| allowed.satisfies(requirement));
            if let Some(exception) = exception
                && exception.allow.iter().any(|name| satisfies(&name))
            {
                used.exceptions.insert(&exception.name);
                return true;
            }
            let Some(name) = self.allow.iter().find(satisfies) else { return false };
            used.licenses.insert(name);
            true
        });
        (!is_allowed).then(|| format!("{}: the license {license} is not allowed in deny.toml", package.label()))
    }
}

/// The lines of the section that a crate needs.
#[derive(Default)]
struct Used<'l> {
    licenses: BTreeSet<&'l str>,
    exceptions: BTreeSet<&'l str>,
}

#[cfg(test)]
mod tests {
    use super::Licenses;
    use crate::tidy::graph::example::{graph, own, package};

    fn problems(section: &str, licenses: &[(&str, &str)]) -> Vec<String> {
        let section = format!("{section}\nunused-allowed-license = \"deny\"\nunused-license-exception = \"deny\"\n");
        let section: Licenses = toml::from_str(&section).unwrap_or_else(|error| unreachable!("{error}"));
        let others: Vec<_> = licenses.iter().map(|(name, license)| package(name, "1.0.0", license)).collect();
        section.problems(&graph(&own(), &others))
    }

    #[test]
    fn a_license_that_is_not_allowed_is_a_problem() {
        let two = "allow = [\"MIT\", \"Apache-2.0\"]";
        assert!(problems(two, &[("a", "MIT OR Apache-2.0"), ("b", "GPL-3.0-only OR MIT")]).is_empty());
        assert!(problems(two, &[("a", "MIT/Apache-2.0"), ("b", "MIT AND Apache-2.0")]).is_empty());
        for license in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "Apache-2.0 WITH LLVM-exception"] {
            let expected = format!("a 1.0.0: the license {license} is not allowed in deny.toml");
            assert_eq!(problems("allow = [\"MIT\"]", &[("a", license)]), [expected]);
        }
    }

    #[test]
    fn an_expression_must_be_one() {
        assert_eq!(problems("allow = [\"MIT\"]", &[("a", "MIT or later")]).len(), 1);
        assert_eq!(problems("allow = [\"MIT\"]", &[("a", "")]).len(), 1);
    }

    #[test]
    fn an_exception_is_for_one_crate() {
        let section = "allow = [\"MIT\"]\nexceptions = [{ crate = \"a\", allow = [\"ISC\"] }]";
        assert!(problems(section, &[("a", "MIT AND ISC")]).is_empty());
        assert_eq!(
            problems(section, &[("a", "ISC"), ("b", "ISC")]),
            ["b 1.0.0: the license ISC is not allowed in deny.toml"]
        );
    }

    #[test]
    fn a_stale_line_is_a_problem() {
        let section = "allow = [\"MIT\", \"Zlib\"]\nexceptions = [{ crate = \"a\", allow = [\"ISC\"] }]";
        assert_eq!(
            problems(section, &[("a", "MIT")]),
            ["deny.toml: no crate needs the license Zlib", "deny.toml: a needs no exception"]
        );
    }

    #[test]
    fn what_only_tests_need_may_have_any_license() {
        assert!(problems("allow = [\"MIT\"]", &[("test-a", "GPL-3.0-only")]).is_empty());
    }
}
