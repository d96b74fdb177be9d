//! vendor/modules.txt: the packages in the vendor directory and their modules (`cmd/go/internal/modload/vendor.go`).

use std::collections::{BTreeMap, BTreeSet};

use super::{import_path, semver};

/// A parsed modules.txt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct VendorList {
    /// `true` if `go work vendor` wrote it.
    pub(super) is_for_workspace: bool,
    /// The module (path and version) of each package.
    pub(super) packages: BTreeMap<String, VendoredModule>,
    /// Modules that go.mod requires directly.
    pub(super) explicit: BTreeSet<VendoredModule>,
    /// The replacements of modules: a directory, or path and version. A key without a version represents all versions
    /// of a module.
    pub(super) replaced: BTreeMap<VendoredModule, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VendoredModule {
    pub(super) path: String,
    /// The version. `None` for all versions.
    pub(super) version: Option<String>,
}

impl VendorList {
    /// Parses a modules.txt. Skips malformed lines, like Go.
    pub(super) fn parse(text: &str) -> Self {
        let mut list = VendorList::default();
        let mut module: Option<VendoredModule> = None;
        for line in text.lines() {
            if line.trim_end() == "## workspace" && module.is_none() {
                list.is_for_workspace = true;
            } else if let Some(annotations) = line.strip_prefix("## ") {
                let is_explicit = annotations.split(';').any(|annotation| annotation.trim() == "explicit");
                if is_explicit && let Some(module) = &module {
                    list.explicit.insert(module.clone());
                }
            } else if let Some(line) = line.strip_prefix("# ") {
                let words: Vec<&str> = line.split_whitespace().collect();
                let (path, version, rest) = match words.as_slice() {
                    [path, version, rest @ ..] if semver::is_valid(version) => {
                        (*path, Some((*version).to_owned()), rest)
                    }
                    [path, rest @ ..] if rest.first() == Some(&"=>") => (*path, None, rest),
                    _ => {
                        module = None;
                        continue;
                    }
                };
                let named = VendoredModule { path: path.to_owned(), version };
                if let ["=>", target @ ..] = rest {
                    list.replaced.insert(named.clone(), target.join(" "));
                }
                module = Some(named);
            } else if import_path::is_well_formed(line.trim())
                && let Some(module) = &module
            {
                list.packages.insert(line.trim().to_owned(), module.clone());
            }
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_belong_to_the_module_above_them() {
        let list = VendorList::parse(
            "# k8s.io/api v0.35.0\n## explicit; go 1.25.0\nk8s.io/api/core/v1\nk8s.io/api/apps/v1\n\
             # k8s.io/klog/v2 v2.130.1\n## go 1.18\nk8s.io/klog/v2\n# x.y/z v1.0.0 => ../z\n## explicit\nx.y/z\n# x.y/all => ./all\nbad line\n",
        );
        let api = VendoredModule { path: "k8s.io/api".to_owned(), version: Some("v0.35.0".to_owned()) };
        let z = VendoredModule { path: "x.y/z".to_owned(), version: Some("v1.0.0".to_owned()) };
        let all = VendoredModule { path: "x.y/all".to_owned(), version: None };
        assert_eq!(list.packages.get("k8s.io/api/apps/v1"), Some(&api));
        assert_eq!(list.packages.len(), 4);
        assert_eq!(list.explicit, BTreeSet::from([api, z.clone()]));
        assert_eq!(list.replaced, BTreeMap::from([(z, "../z".to_owned()), (all, "./all".to_owned())]));
        assert!(!list.is_for_workspace);
        assert!(VendorList::parse("## workspace\n# a.b/c v1.0.0\n").is_for_workspace);
    }

    #[test]
    fn packages_after_a_malformed_module_are_skipped() {
        let list = VendorList::parse("# k8s.io/api v0.35.0\nk8s.io/api/core/v1\n# k8s.io/klog latest\nk8s.io/klog\n");
        assert_eq!(list.packages.keys().collect::<Vec<_>>(), ["k8s.io/api/core/v1"]);
    }
}
