//! Codes 0720-0729: files of definitions.

use crate::diag::{Code, explained};

/// Descriptions were left out so that a definition has the size that was asked for.
pub const DESCRIPTIONS_CUT: Code = explained!(
    721,
    "descriptions-cut",
    Warning,
    "A CRD exceeded --max-bytes, so its deepest descriptions were removed."
);

/// A definition that is too large even without any description.
pub const TOO_LARGE: Code =
    explained!(722, "definition-too-large", Error, "A CRD exceeds --max-bytes even without descriptions.");

/// The header cannot be read.
pub const HEADER: Code = explained!(723, "header-file", Error, "The file with the header of CRDs cannot be read.");

/// A definition in a group of Kubernetes does not say where its API was approved.
pub const NOT_APPROVED: Code = explained!(
    724,
    "definition-not-approved",
    Warning,
    "A CRD in a Kubernetes group is missing the annotation that API servers require."
);

/// A definition is larger than what an API server can store.
pub const LARGER_THAN_STORED: Code =
    explained!(725, "definition-cannot-be-stored", Error, "A CRD is larger than an API server can store.");

/// What controller-gen reports, and that this build cannot say what that is.
pub const CONTROLLER_GEN: Code =
    explained!(680, "controller-gen", Error, "An error that controller-gen reports (`--compat controller-gen` only).");

/// The codes of definitions.
pub static ALL: &[Code] = &[CONTROLLER_GEN, DESCRIPTIONS_CUT, TOO_LARGE, HEADER, NOT_APPROVED, LARGER_THAN_STORED];
