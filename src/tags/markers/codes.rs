//! Codes 0331-0339: the markers of kube-openapi (`+k8s:validation:…`), and those of lints that markers make known while
//! they are read.

use crate::diag::{Code, CodeInfo, Severity};

/// `malformed-marker`: a marker that cannot be read.
pub const MALFORMED_MARKER: Code = Code::new(&CodeInfo {
    number: 331,
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
});

/// `marker-index`: the numbers of rules do not follow each other.
pub const MARKER_INDEX: Code = Code::new(&CodeInfo {
    number: 332,
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
});

/// `repeated-marker`: a marker has two values.
pub const REPEATED_MARKER: Code = Code::new(&CodeInfo {
    number: 333,
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
});

/// `marker-rule-message`: a rule has no message, or two.
pub const RULE_MESSAGE: Code = Code::new(&CodeInfo {
    number: 334,
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
});

/// Limits that leave no value.
pub const EMPTY_RANGE: Code = Code::new(&CodeInfo {
    number: 505,
    slug: "empty-range",
    severity: Severity::Error,
    summary: "The limits of a value leave none.",
    explanation: "\
The least allowed value is above the greatest, so every object would be rejected. Limits of a field, of an alias and of the named type all count \
together.

```go
// +minLength=10
type Name string

type Widget struct {
	// +maxLength=5
	Name Name `json:\"name\"`
}
```

```go
// +minLength=1
type Name string

type Widget struct {
	// +maxLength=5
	Name Name `json:\"name\"`
}
```
",
});

/// A pattern that is no Go regular expression.
pub const BAD_PATTERN: Code = Code::new(&CodeInfo {
    number: 509,
    slug: "bad-pattern",
    severity: Severity::Error,
    summary: "A pattern is no Go regular expression.",
    explanation: "\
Kubernetes compiles patterns with Go's regexp package (RE2). It has no look-around, no back references and no possessive quantifiers. A pattern \
is not anchored: `^` and `$` say where it has to match.

```go
type Widget struct {
	// +pattern=`^(?!kube-)[a-z-]+$`
	Name string `json:\"name\"`
}
```

```go
type Widget struct {
	// +pattern=`^[a-z-]+$`
	// +validationRule=\"!self.startsWith('kube-')\",message=\"may not begin with kube-\"
	Name string `json:\"name\"`
}
```
",
});

/// All of them.
pub const ALL: &[Code] = &[MALFORMED_MARKER, MARKER_INDEX, REPEATED_MARKER, RULE_MESSAGE, EMPTY_RANGE, BAD_PATTERN];
