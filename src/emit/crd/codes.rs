//! Codes 0720-0729: CRD files.

use crate::diag::{Code, explained};

/// Descriptions were removed to reduce a CRD to the requested size.
pub const DESCRIPTIONS_CUT: Code = explained!(
    721,
    "descriptions-cut",
    Warning,
    "A CRD exceeded --max-bytes, so its deepest descriptions were removed."
);

/// A CRD that is too large even without descriptions.
pub const TOO_LARGE: Code =
    explained!(722, "definition-too-large", Error, "A CRD exceeds --max-bytes even without descriptions.");

/// The header file is unreadable.
pub const HEADER: Code = explained!(723, "header-file", Error, "The file with the header of CRDs cannot be read.");

/// A CRD in a Kubernetes group without the API approval annotation.
pub const NOT_APPROVED: Code = explained!(
    724,
    "definition-not-approved",
    Warning,
    "A CRD in a Kubernetes group is missing the annotation that API servers require."
);

/// A CRD that exceeds the size limit of API servers.
pub const LARGER_THAN_STORED: Code =
    explained!(725, "definition-cannot-be-stored", Error, "A CRD is larger than an API server can store.");

/// A JSON path of a column or of the scale subresource that no object has.
pub const UNKNOWN_PATH: Code = explained!(
    726,
    "unknown-path",
    Warning,
    "A printer column or the scale subresource refers to a field that no object has."
);

/// A format that API servers ignore in custom resources.
pub const UNCHECKED_FORMAT: Code =
    explained!(727, "unchecked-format", Warning, "A CRD contains a format that API servers do not check.");

/// An error of controller-gen, or a build without the controller-gen emulation.
pub const CONTROLLER_GEN: Code =
    explained!(680, "controller-gen", Error, "An error that controller-gen reports (`--compat controller-gen` only).");

/// The codes of CRDs.
pub static ALL: &[Code] = &[
    CONTROLLER_GEN,
    DESCRIPTIONS_CUT,
    TOO_LARGE,
    HEADER,
    NOT_APPROVED,
    LARGER_THAN_STORED,
    UNKNOWN_PATH,
    UNCHECKED_FORMAT,
];
