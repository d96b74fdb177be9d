//! Codes 0315-0321: rules.

use crate::diag::{Code, CodeInfo, Severity};

/// `invalid-reason`: the reason of a rule is none that an error can have.
pub const INVALID_REASON: Code = Code::new(&CodeInfo {
    number: 315,
    slug: "invalid-reason",
    severity: Severity::Error,
    summary: "The reason of a rule is none that an error can have.",
    explanation: r#"
```go
// +validationRule="self.a <= self.b",reason=TooLarge
type Range struct {
```

Corrected:

```go
// +validationRule="self.a <= self.b",reason=Invalid
type Range struct {
```

The reasons are `Invalid`, `Forbidden`, `Required` and `Duplicate`, or the same with `FieldValue` before it.
"#,
});

/// `unpublishable-reason`: the reason of a rule cannot be published; `FieldValueInvalid` is published instead.
pub const UNPUBLISHABLE_REASON: Code = Code::new(&CodeInfo {
    number: 316,
    slug: "unpublishable-reason",
    severity: Severity::Warning,
    summary: "The reason of a rule cannot be published; `FieldValueInvalid` is published instead.",
    explanation: r#"
KEP-4153 lists `RequestEntityTooLarge` among the reasons. The API server rejects it in `x-kubernetes-validations`.

```go
// +validationRule="size(self.data) <= 1048576",reason=RequestEntityTooLarge
type Bundle struct {
```

Corrected:

```go
// +validationRule="size(self.data) <= 1048576",reason=Invalid
type Bundle struct {
```
"#,
});

/// `empty-rule`: a rule or message expression is empty.
pub const EMPTY_RULE: Code = Code::new(&CodeInfo {
    number: 317,
    slug: "empty-rule",
    severity: Severity::Error,
    summary: "A rule or message expression is empty.",
    explanation: r#"
```go
// +validationRule=""
type Range struct {
```

Corrected:

```go
// +validationRule="self.a <= self.b"
type Range struct {
```
"#,
});

/// `unbalanced-rule`: the quotes or brackets of a CEL expression are not balanced.
pub const UNBALANCED_RULE: Code = Code::new(&CodeInfo {
    number: 318,
    slug: "unbalanced-rule",
    severity: Severity::Error,
    summary: "The quotes or brackets of a CEL expression are not balanced.",
    explanation: r#"
```go
// +validationRule="self.items.all(i, i.size > 0"
type Box struct {
```

Corrected:

```go
// +validationRule="self.items.all(i, i.size > 0)"
type Box struct {
```
"#,
});

/// `invalid-message`: a message is empty, has a line break, or is missing where it is needed.
pub const INVALID_MESSAGE: Code = Code::new(&CodeInfo {
    number: 319,
    slug: "invalid-message",
    severity: Severity::Error,
    summary: "A message is empty, has a line break, or is missing where it is needed.",
    explanation: r#"
The API server takes messages of one line only. A rule that keeps a line break, inside a string with three quotes, needs a message, because without one the
rule's text would be it.

```go
// +validationRule="self.a <= self.b",message="a\nis above b"
type Range struct {
```

Corrected:

```go
// +validationRule="self.a <= self.b",message="a is above b"
type Range struct {
```
"#,
});

/// `invalid-field-path`: the field of a rule is no path to a property.
pub const INVALID_FIELD_PATH: Code = Code::new(&CodeInfo {
    number: 320,
    slug: "invalid-field-path",
    severity: Severity::Error,
    summary: "The field of a rule is no path to a property.",
    explanation: r#"
A path is made of names behind dots and of `['name']`. The dot before the first name may be left out. Items of lists have no path.

```go
// +validationRule="self.ports[0].number > 0",field=ports[0].number
type Service struct {
```

Corrected:

```go
// +validationRule="self.ports[0].number > 0",field=ports
type Service struct {
```
"#,
});

/// `rule-without-expression`: a rule has settings and no expression.
pub const RULE_WITHOUT_EXPRESSION: Code = Code::new(&CodeInfo {
    number: 321,
    slug: "rule-without-expression",
    severity: Severity::Error,
    summary: "A rule has settings and no expression.",
    explanation: r"
Lines of one rule have the same index; one of them is its expression.

```go
// +validationRule[0]:rule=self.a <= self.b
// +validationRule[1]:message=a is above b
type Range struct {
```

Corrected:

```go
// +validationRule[0]:rule=self.a <= self.b
// +validationRule[0]:message=a is above b
type Range struct {
```
",
});

/// All of them.
pub const ALL: &[Code] = &[
    INVALID_REASON,
    UNPUBLISHABLE_REASON,
    EMPTY_RULE,
    UNBALANCED_RULE,
    INVALID_MESSAGE,
    INVALID_FIELD_PATH,
    RULE_WITHOUT_EXPRESSION,
];
