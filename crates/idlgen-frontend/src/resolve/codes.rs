//! Codes 0401-0499: names, constants and references.

use crate::diag::{Code, explained};

/// A type without a declaration.
pub const UNKNOWN_TYPE: Code = explained!(401, "unknown-type", Error, "A type is undefined.");

/// A qualifier without an import.
pub const UNKNOWN_PACKAGE: Code =
    explained!(402, "unknown-package-name", Error, "A qualified name uses a package that the file does not import.");

/// Two declarations with the same name.
pub const DUPLICATE_DECLARATION: Code =
    explained!(403, "duplicate-declaration", Error, "A name is declared twice in a package or in a struct.");

/// Two package names in one directory.
pub const PACKAGE_CLAUSE: Code =
    explained!(404, "package-clause", Error, "The files of a directory belong to different packages.");

pub const TYPE_CYCLE: Code = explained!(405, "type-cycle", Error, "A type is defined in terms of itself.");

/// A chain of types, each defined as the next one, that is too long.
pub const LONG_CHAIN: Code =
    explained!(419, "long-chain", Error, "A chain of type definitions has more than 512 types.");

pub const INFINITE_TYPE: Code = explained!(406, "infinite-type", Error, "A struct contains a value of its own type.");

/// Too few or too many type arguments.
pub const TYPE_ARGUMENTS: Code = explained!(
    407,
    "type-arguments",
    Error,
    "A generic type has the wrong number of type arguments, or a non-generic type has type arguments."
);

/// A struct tag that cannot be parsed.
pub const STRUCT_TAG: Code = explained!(408, "malformed-struct-tag", Error, "A struct tag is malformed.");

/// A struct tag with a duplicate key.
pub const STRUCT_TAG_KEY: Code =
    explained!(409, "duplicate-struct-tag-key", Warning, "A struct tag has a duplicate key.");

/// A tag after a declaration on the same line.
pub const TRAILING_TAG: Code =
    explained!(410, "trailing-tag", Error, "A tag is in a trailing comment.").of_ignored_tag();

/// A tag in a comment that does not belong to a declaration.
pub const DETACHED_TAG: Code =
    explained!(411, "detached-tag", Warning, "A blank line separates a tag from its declaration.");

pub const CONSTANT_CYCLE: Code = explained!(412, "constant-cycle", Error, "A constant is defined in terms of itself.");

/// A constant that cannot be evaluated.
pub const CONSTANT_VALUE: Code =
    explained!(413, "constant-value", Warning, "The value of a constant cannot be evaluated.");

/// An `idlgen:` directive that cannot be parsed.
pub const ALLOW_MALFORMED: Code = explained!(
    415,
    "malformed-allow",
    Warning,
    "An `idlgen:` directive is malformed or not attached to a declaration."
)
.of_ignored_tag();

/// A directive that suppresses nothing.
pub const ALLOW_UNUSED: Code =
    explained!(416, "unused-allow", Warning, "An `idlgen:allow` directive suppresses nothing.");

/// An import of a missing package.
pub const MISSING_PACKAGE: Code =
    explained!(417, "missing-package", Warning, "An import that is used only for constants was not found.");

/// An enum with unknown values.
pub const MISSING_ENUM_VALUE: Code = explained!(
    420,
    "missing-enum-value",
    Error,
    "An enum has a constant whose value is in a package that was not found."
);

pub const IMPORT_CYCLE: Code = explained!(418, "import-cycle", Error, "Packages import each other.");

/// Errors because of which the content of a declaration is unknown.
pub const UNRESOLVED: &[Code] = &[
    MISSING_ENUM_VALUE,
    UNKNOWN_TYPE,
    UNKNOWN_PACKAGE,
    DUPLICATE_DECLARATION,
    PACKAGE_CLAUSE,
    TYPE_CYCLE,
    INFINITE_TYPE,
    TYPE_ARGUMENTS,
    STRUCT_TAG,
    IMPORT_CYCLE,
];

pub const ALL: &[Code] = &[
    UNKNOWN_TYPE,
    UNKNOWN_PACKAGE,
    DUPLICATE_DECLARATION,
    PACKAGE_CLAUSE,
    TYPE_CYCLE,
    INFINITE_TYPE,
    TYPE_ARGUMENTS,
    STRUCT_TAG,
    STRUCT_TAG_KEY,
    TRAILING_TAG,
    DETACHED_TAG,
    CONSTANT_CYCLE,
    CONSTANT_VALUE,
    ALLOW_MALFORMED,
    ALLOW_UNUSED,
    LONG_CHAIN,
    MISSING_PACKAGE,
    IMPORT_CYCLE,
    MISSING_ENUM_VALUE,
];
