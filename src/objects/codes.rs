//! Codes 0760-0779 and 0901-0999: object validation; 0790-0793, 0920-0922: test suites; 0923: parity; 0794-0798:
//! changes of CRDs. Codes of test suites and changes are valid in idlgen.toml in every build.

use crate::diag::{Code, explained};

/// A file is not YAML or JSON.
pub const NOT_YAML: Code = explained!(901, "not-yaml", Error, "A document is neither YAML nor JSON.");

/// `duplicate-key` (IDL0902): a duplicate key in an object.
pub const DUPLICATE_KEY: Code = explained!(902, "duplicate-key", Error, "An object has a duplicate key.");

/// A document is not an object with apiVersion and kind.
pub const NOT_AN_OBJECT: Code =
    explained!(903, "not-an-object", Error, "A document is not an object with apiVersion and kind.");

/// `unknown-kind` (IDL0904): the kind of an object is unknown.
pub const UNKNOWN_KIND: Code =
    explained!(904, "unknown-kind", Error, "No specified source defines the kind of an object.");

/// `invalid-value` (IDL0905): a value violates its type or a rule of it.
pub const INVALID_VALUE: Code = explained!(905, "invalid-value", Error, "A value violates a rule of its type.");

/// `unknown-field` (IDL0906): an unknown field.
pub const UNKNOWN_FIELD: Code =
    explained!(906, "unknown-field", Error, "An object has a field that its type does not have.");

/// The Go type of an object is in a package with errors, or references one.
pub const NOT_JUDGED: Code =
    explained!(907, "not-judged", Warning, "An object was not validated, because its Go types have errors.");

/// A rule fails on a value that an update does not change.
pub const RATCHETED: Code =
    explained!(908, "ratcheted", Warning, "A rule fails on a part of an object that an update does not change.");

/// An object cannot be decoded as an object of its kind.
pub const UNREADABLE: Code = explained!(909, "unreadable", Error, "An object cannot be decoded as its kind.");

/// `server-warning` (IDL0760): a warning of the server.
pub const SERVER_WARNING: Code =
    explained!(760, "server-warning", Warning, "A server accepts an object with a warning.");

/// Two sources define the same kind.
pub const KIND_TWICE: Code =
    explained!(761, "kind-twice", Info, "Two sources define the same kind, and one takes precedence.");

/// Two sets of CRDs give different results for an object.
pub const DIFFERENT: Code =
    explained!(762, "different-verdict", Error, "Two sets of CRDs give different results for an object.");

/// An object file is a Helm chart template.
pub const HELM_TEMPLATE: Code =
    explained!(764, "helm-template", Warning, "A directory of objects contains Helm chart templates.");

/// Text after the end of a document.
pub const TEXT_AFTER_DOCUMENT: Code =
    explained!(763, "text-after-document", Warning, "Text after the end of a document is ignored.");

/// A key without quotes that YAML does not read as written.
pub const MISREAD_KEY: Code =
    explained!(910, "misread-key", Warning, "YAML reads a key as another string, because it has no quotes.");

/// Two documents of a file are the same object.
pub const REPEATED_OBJECT: Code =
    explained!(911, "repeated-object", Warning, "Two documents of a file are the same object.");

/// A file of a directory is a template.
pub const UNRENDERED_TEMPLATE: Code =
    explained!(912, "unrendered-template", Warning, "A file of a directory is a template that is not rendered.");

/// An unreadable part of a schema.
pub const UNREAD_SCHEMA: Code =
    explained!(765, "unread-schema", Warning, "A part of the schema of a CustomResourceDefinition has no effect.");

/// `malformed-suite` (IDL0790): a malformed suite.
pub const MALFORMED_SUITE: Code = explained!(790, "malformed-suite", Error, "A test suite is malformed.");

/// A suite without a CRD.
pub const NO_DEFINITION: Code =
    explained!(791, "suite-without-definition", Error, "The CRD of a test suite does not exist.");

/// `failed-case` (IDL0792): a test case does not have the expected result.
pub const FAILED_CASE: Code = explained!(792, "failed-case", Error, "A test case does not have the expected result.");

/// A server would reject a CRD of a suite.
pub const REFUSED_DEFINITION: Code =
    explained!(793, "refused-definition", Error, "An API server rejects the CRD of a test suite.");

/// The coverage of test suites is below the floor.
pub const BELOW_FLOOR: Code =
    explained!(920, "coverage-below-floor", Error, "Test suites cover less of a CRD than the coverage floor requires.");

/// A coverage floor file is invalid.
pub const INVALID_FLOOR: Code = explained!(922, "invalid-coverage-floor", Error, "A coverage floor file is invalid.");

/// The generated test harness does not compile.
pub const BROKEN_HARNESS: Code =
    explained!(921, "broken-harness", Error, "The generated Rust of `idlgen test --rust` does not compile.");

/// A change to a CRD breaks writers, readers or stored objects.
pub const BREAKING_CHANGE: Code =
    explained!(794, "breaking-change", Error, "A change to a CRD breaks writers, readers or stored objects.");

/// A change to a CRD can affect writers, readers or stored objects.
pub const REVIEW_CHANGE: Code =
    explained!(795, "review-change", Warning, "A change to a CRD can affect writers, readers or stored objects.");

/// A change to a CRD is compatible.
pub const COMPATIBLE_CHANGE: Code = explained!(796, "compatible-change", Info, "A change to a CRD is compatible.");

/// The new CRDs reject an existing object.
pub const REFUSED_SAMPLE: Code =
    explained!(797, "refused-sample", Error, "The new CRDs reject an object that the old ones accept.");

/// An exception to a comparison has no effect.
pub const STALE_EXCEPTION: Code =
    explained!(798, "stale-exception", Warning, "An exception of a comparison has expired, or is unused.");

/// A file of exceptions is invalid.
pub const INVALID_EXCEPTIONS: Code =
    explained!(766, "invalid-exceptions", Error, "A file with exceptions for `diff` or `lint --parity` is invalid.");

/// Versions of a kind have different rules.
pub const VERSIONS_DIFFER: Code =
    explained!(767, "versions-differ", Error, "Two versions of a kind have different rules for the same field.");

/// Versions of a kind have different fields.
pub const LOSSY_VERSIONS: Code =
    explained!(768, "lossy-versions", Error, "Conversion between two versions of a kind drops a field.");

/// Structs that embed the same struct have different rules for it.
pub const EMBEDDERS_DIFFER: Code = explained!(
    923,
    "embedders-differ",
    Warning,
    "Two structs that embed the same struct have different rules for its fields."
);

/// Returns `true` for codes of differences between the versions of a kind.
pub(crate) fn is_about_versions(code: Code) -> bool {
    [VERSIONS_DIFFER, LOSSY_VERSIONS, EMBEDDERS_DIFFER].contains(&code)
}

/// All codes of this module.
pub const ALL: &[Code] = &[
    SERVER_WARNING,
    KIND_TWICE,
    DIFFERENT,
    TEXT_AFTER_DOCUMENT,
    HELM_TEMPLATE,
    UNREAD_SCHEMA,
    MISREAD_KEY,
    REPEATED_OBJECT,
    UNRENDERED_TEMPLATE,
    MALFORMED_SUITE,
    NO_DEFINITION,
    FAILED_CASE,
    REFUSED_DEFINITION,
    BELOW_FLOOR,
    BROKEN_HARNESS,
    INVALID_FLOOR,
    BREAKING_CHANGE,
    REVIEW_CHANGE,
    COMPATIBLE_CHANGE,
    REFUSED_SAMPLE,
    STALE_EXCEPTION,
    INVALID_EXCEPTIONS,
    VERSIONS_DIFFER,
    LOSSY_VERSIONS,
    EMBEDDERS_DIFFER,
    NOT_YAML,
    DUPLICATE_KEY,
    NOT_AN_OBJECT,
    UNKNOWN_KIND,
    INVALID_VALUE,
    UNKNOWN_FIELD,
    NOT_JUDGED,
    RATCHETED,
    UNREADABLE,
];
