//! Codes 0601-0699: what a schema cannot say.

use crate::diag::{Code, explained};

/// `unsupported-type`.
pub const UNSUPPORTED_TYPE: Code =
    explained!(601, "unsupported-type", Error, "A field's type has no JSON form, or none that a schema can describe.");

/// `map-key`.
pub const MAP_KEY: Code = explained!(602, "map-key", Error, "The keys of a map are no strings.");

/// `untyped-element`.
pub const UNTYPED_ELEMENT: Code =
    explained!(603, "untyped-element", Error, "The elements of a list or a map are interfaces.");

/// `generic-type`.
pub const GENERIC_TYPE: Code =
    explained!(604, "generic-type", Error, "A field's type is a generic struct with its arguments.");

/// `too-deep`.
pub const TOO_DEEP: Code = explained!(605, "too-deep", Error, "A type is nested too deep, or within itself.");

/// `standard-type`.
pub const STANDARD_TYPE: Code =
    explained!(606, "standard-type", Error, "A type of Go's standard library has a JSON form that is not known.");

/// `name-collision`.
pub const NAME_COLLISION: Code = explained!(607, "name-collision", Error, "Two types have one definition name.");

/// `method-result`.
pub const METHOD_RESULT: Code =
    explained!(608, "method-result", Error, "A method that says the schema of its type does not return constants.");

/// `opaque-definition`.
pub const OPAQUE_DEFINITION: Code =
    explained!(609, "opaque-definition", Warning, "A method builds the definition of its type, and not of constants.");

/// `name-format`.
pub const NAME_FORMAT: Code =
    explained!(610, "name-format", Error, "`+nameFormat` names a format that has no check for generated names.");

/// `unnameable-property`.
pub const UNNAMEABLE_PROPERTY: Code =
    explained!(611, "unnameable-property", Error, "A tag needs a CEL rule about a property that CEL cannot name.");

/// `nothing-selected`.
pub const NOTHING_SELECTED: Code =
    explained!(612, "nothing-selected", Warning, "None of the packages has a struct to publish.");

/// `no-properties`.
pub const NO_PROPERTIES: Code = explained!(
    613,
    "no-properties",
    Error,
    "Only empty structs are published, which breaks the Go code that openapi-gen writes (`--compat \
        openapi-gen` only)."
);

/// `patch-tags`.
pub const PATCH_TAGS: Code = explained!(
    614,
    "patch-tags",
    Error,
    "The comment and the struct tag of a field differ in patchStrategy or patchMergeKey, which openapi-gen \
        refuses (`--compat openapi-gen` only)."
);

/// `union-member`.
pub const UNION_MEMBER: Code = explained!(
    615,
    "union-member",
    Warning,
    "A union is not made as openapi-gen expects it, which logs it and publishes the union all the same \
        (`--compat openapi-gen` only)."
);

/// `versions-disagree`.
pub const VERSIONS_DISAGREE: Code =
    explained!(616, "versions-disagree", Error, "The versions of a kind do not make one custom resource definition.");

/// All of them.
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
