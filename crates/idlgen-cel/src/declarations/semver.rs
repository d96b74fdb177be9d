//! Semantic versions.

use crate::cost::traversal;

use super::declaration::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(33, "compareTo", "semver_compare_to", "kubernetes.Semver, kubernetes.Semver", "int"),
    member(33, "isGreaterThan", "semver_is_greater_than", "kubernetes.Semver, kubernetes.Semver", "bool"),
    member(33, "isLessThan", "semver_is_less_than", "kubernetes.Semver, kubernetes.Semver", "bool"),
    global(33, "isSemver", "is_semver_string", "string", "bool").estimated(traversal),
    global(33, "isSemver", "is_semver_string_bool", "string, bool", "bool").estimated(traversal),
    member(33, "major", "semver_major", "kubernetes.Semver", "int"),
    member(33, "minor", "semver_minor", "kubernetes.Semver", "int"),
    member(33, "patch", "semver_patch", "kubernetes.Semver", "int"),
    global(33, "semver", "string_to_semver", "string", "kubernetes.Semver").estimated(traversal),
    global(33, "semver", "string_bool_to_semver", "string, bool", "kubernetes.Semver").estimated(traversal),
];
