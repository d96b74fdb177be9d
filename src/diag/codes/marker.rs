//! Codes 0331-0339: the markers of kube-openapi (`+k8s:validation:…`).

use crate::diag::{Code, CodeInfo, Severity};

/// `malformed-marker`: a marker that cannot be read.
pub const MALFORMED_MARKER: Code = Code(331);
/// `marker-index`: the numbers of rules do not follow each other.
pub const MARKER_INDEX: Code = Code(332);
/// `repeated-marker`: a marker has two values.
pub const REPEATED_MARKER: Code = Code(333);
/// `marker-rule-message`: a rule has no message, or two.
pub const RULE_MESSAGE: Code = Code(334);

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: MALFORMED_MARKER,
        slug: "malformed-marker",
        severity: Severity::Error,
        summary: "A line begins like a marker of kube-openapi and goes on otherwise.",
        explanation: r#"
Markers are `KEY=JSON`, `KEY` or `KEY>text`, without a blank before the `=`. Lines of text with one key are one text of several lines, and must follow
each other.

```go
// +k8s:validation:maxLength = 5
Name string `json:"name"`
```

Corrected:

```go
// +k8s:validation:maxLength=5
Name string `json:"name"`
```
"#,
    },
    CodeInfo {
        code: MARKER_INDEX,
        slug: "marker-index",
        severity: Severity::Error,
        summary: "The numbers of the rules in a comment do not follow each other.",
        explanation: r#"
The rules of a comment are numbered from 0. All lines of a rule, and the rules themselves, follow each other without a line of anything else between them.

```go
// +k8s:validation:cel[1]:rule="self.size() > 0"
// +k8s:validation:cel[1]:message="must not be empty"
Name string `json:"name"`
```

Corrected:

```go
// +k8s:validation:cel[0]:rule="self.size() > 0"
// +k8s:validation:cel[0]:message="must not be empty"
Name string `json:"name"`
```
"#,
    },
    CodeInfo {
        code: REPEATED_MARKER,
        slug: "repeated-marker",
        severity: Severity::Error,
        summary: "A marker of kube-openapi has two values.",
        explanation: r#"
```go
// +k8s:validation:maxLength=5
// +k8s:validation:maxLength=6
Name string `json:"name"`
```

Corrected:

```go
// +k8s:validation:maxLength=5
Name string `json:"name"`
```
"#,
    },
    CodeInfo {
        code: RULE_MESSAGE,
        slug: "marker-rule-message",
        severity: Severity::Error,
        summary: "A rule has no message, or two, which openapi-gen refuses (`--compat openapi-gen` only).",
        explanation: r#"
```go
// +k8s:validation:cel[0]:rule="self.size() > 0"
Name string `json:"name"`
```

Corrected:

```go
// +k8s:validation:cel[0]:rule="self.size() > 0"
// +k8s:validation:cel[0]:message="must not be empty"
Name string `json:"name"`
```
"#,
    },
];
