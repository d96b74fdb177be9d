//! Codes 0601-0699: features that a schema cannot represent.

use crate::diag::{Code, explained};

/// `unsupported-type`.
pub const UNSUPPORTED_TYPE: Code =
    explained!(601, "unsupported-type", Error, "A field has a type that a schema cannot describe.");

/// `map-key`.
pub const MAP_KEY: Code = explained!(602, "map-key", Error, "The map keys are not strings.");

/// `untyped-element`.
pub const UNTYPED_ELEMENT: Code =
    explained!(603, "untyped-element", Error, "The items of a list or the values of a map are interfaces.");

/// `generic-type`.
pub const GENERIC_TYPE: Code =
    explained!(604, "generic-type", Error, "A field has an instantiated generic struct type.");

/// `too-deep`.
pub const TOO_DEEP: Code = explained!(605, "too-deep", Error, "A type is nested too deeply or contains itself.");

/// `standard-type`.
pub const STANDARD_TYPE: Code =
    explained!(606, "standard-type", Error, "A type of the Go standard library has an unknown JSON format.");

/// `name-collision`.
pub const NAME_COLLISION: Code = explained!(607, "name-collision", Error, "Two types have the same definition name.");

/// `method-result`.
pub const METHOD_RESULT: Code = explained!(
    608,
    "method-result",
    Error,
    "A method that specifies the schema of its type does not return constants."
);

/// `opaque-definition`.
pub const OPAQUE_DEFINITION: Code = explained!(
    609,
    "opaque-definition",
    Warning,
    "A method builds the definition of its type from values that are not constants."
);

/// `name-format`.
pub const NAME_FORMAT: Code =
    explained!(610, "name-format", Error, "`+nameFormat` names a format that has no check for generated names.");

/// `unnameable-property`.
pub const UNNAMEABLE_PROPERTY: Code =
    explained!(611, "unnameable-property", Error, "A tag requires a CEL rule on a property that CEL cannot name.");

/// `nothing-selected`.
pub const NOTHING_SELECTED: Code =
    explained!(612, "nothing-selected", Warning, "None of the packages has a struct to publish.");

/// `no-properties`.
pub const NO_PROPERTIES: Code = explained!(
    613,
    "no-properties",
    Error,
    "Only empty structs are published, so the Go code that openapi-gen generates does not compile (`--compat \
     openapi-gen` only)."
);

/// `patch-tags`.
pub const PATCH_TAGS: Code = explained!(
    614,
    "patch-tags",
    Error,
    "The comment and the struct tag of a field differ in patchStrategy or patchMergeKey, which openapi-gen rejects."
);

/// `union-member`.
pub const UNION_MEMBER: Code = explained!(
    615,
    "union-member",
    Warning,
    "openapi-gen logs an invalid union but publishes it (`--compat openapi-gen` only)."
);

/// `versions-disagree`.
pub const VERSIONS_DISAGREE: Code =
    explained!(616, "versions-disagree", Error, "The versions of a kind cannot be combined in one CRD.");

pub const ALL: &[Code] = &[
    UNSUPPORTED_TYPE,
    MAP_KEY,
    UNTYPED_ELEMENT,
    GENERIC_TYPE,
    TOO_DEEP,
    STANDARD_TYPE,
    NAME_COLLISION,
    METHOD_RESULT,
    OPAQUE_DEFINITION,
    NAME_FORMAT,
    UNNAMEABLE_PROPERTY,
    NOTHING_SELECTED,
    NO_PROPERTIES,
    PATCH_TAGS,
    UNION_MEMBER,
    VERSIONS_DISAGREE,
];
