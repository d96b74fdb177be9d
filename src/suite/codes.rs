//! Codes 0790-0798: suites of cases.

use crate::diag::{Code, CodeInfo, Severity};

/// A suite cannot be read.
pub const MALFORMED_SUITE: Code = Code::new(&CodeInfo {
    number: 790,
    slug: "malformed-suite",
    severity: Severity::Error,
    summary: "A suite of cases cannot be understood.",
    explanation: "A suite is YAML: `name`, `crdName` (the name of the definition), perhaps `version` and \
        `featureGates`, and `tests` with `onCreate` and `onUpdate`, lists of cases. A case has a `name`, the object \
        `initial` as text, `updated` if it is an update, and what is expected: the stored object (`expected`), or a \
        part of the error (`expectedError`, `expectedStatusError`). A case that cannot be understood is not run; the \
        others are.\n\n```yaml\ncrdName: widgets.example.com\ntests:\n  onCreate:\n  - name: refuses a size of ten\n    \
        initial: |\n      apiVersion: example.com/v1\n      kind: Widget\n      spec:\n        size: 10\n```\n\n\
        Corrected:\n\n```yaml\ncrdName: widgets.example.com\ntests:\n  onCreate:\n  - name: refuses a size of ten\n    \
        initial: |\n      apiVersion: example.com/v1\n      kind: Widget\n      spec:\n        size: 10\n    \
        expectedError: \"spec.size: Invalid value: 10\"\n```\n",
});

/// There is nothing that a suite could be run on.
pub const NO_DEFINITION: Code = Code::new(&CodeInfo {
    number: 791,
    slug: "suite-without-definition",
    severity: Severity::Error,
    summary: "There is no definition that a suite could be run on.",
    explanation: "The definition that `crdName` names was not found: neither in what `--crd` names, nor in the folder \
        `zz_generated.crd-manifests` two levels above the suite, where openshift/api keeps them; or no definition of \
        that name has the suite's version and feature gates.\n\n\
        ```console\n$ idlgen test suite.yaml\n```\n\nCorrected:\n\n\
        ```console\n$ idlgen test suite.yaml --crd config/crd\n```\n",
});

/// A case came out differently.
pub const FAILED_CASE: Code = Code::new(&CodeInfo {
    number: 792,
    slug: "failed-case",
    severity: Severity::Error,
    summary: "A case of a suite does not come out as expected.",
    explanation: "The notes say what was expected and what came: the error of the API server, or how the stored \
        object differs. An object is stored as the server stores it: without unknown fields, with defaults, and without \
        a status on creation if that is a subresource.\n\n```yaml\n- name: refuses a size of ten\n  initial: |\n    \
        apiVersion: example.com/v1\n    kind: Widget\n    spec:\n      size: 9\n  \
        expectedError: \"spec.size: Invalid value\"\n```\n\nCorrected: an object that breaks the rule, or the stored \
        object as `expected`.\n",
});

/// No server takes the definition that a suite is about.
pub const REFUSED_DEFINITION: Code = Code::new(&CodeInfo {
    number: 793,
    slug: "refused-definition",
    severity: Severity::Error,
    summary: "An API server refuses the definition that a suite is about.",
    explanation: "The cases are run all the same, but what comes out of them is of no use: no server ever has this \
        definition. `idlgen validate` shows what is wrong with it, at its place.\n\n```yaml\nspec:\n  \
        type: object\n  properties:\n    name: {}\n```\n\nCorrected:\n\n```yaml\nspec:\n  type: object\n  \
        properties:\n    name: {type: string}\n```\n",
});

/// The codes of this stage.
pub const ALL: &[Code] = &[MALFORMED_SUITE, NO_DEFINITION, FAILED_CASE, REFUSED_DEFINITION];
