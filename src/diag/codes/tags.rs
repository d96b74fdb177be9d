//! Codes 0301-0399: the text of tags.

use crate::diag::{Code, CodeInfo, Severity};

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[CodeInfo {
    code: UNKNOWN_TAG,
    slug: "unknown-tag",
    severity: Severity::Error,
    summary: "A comment has a tag that no dialect knows.",
    explanation: r#"
Tag names are exact. The Go tools skip a tag that they do not know without a word, so a slip of the pen loses a validation; idlgen reports it, with the
nearest name that exists.

```go
// +maxLenght=20
Name string `json:"name"`
```

Corrected:

```go
// +maxLength=20
Name string `json:"name"`
```

A tag of a tool that idlgen does not know is allowed in `idlgen.toml`: `[tags] allow = ["mytool:*"]`. If the line is prose, wrap it so that it does not begin
with `+`.
"#,
}];

/// [`unknown-tag`](TABLE).
pub const UNKNOWN_TAG: Code = Code(301);
/// `near-tag`.
pub const NEAR_TAG: Code = Code(302);
/// `missing-value`.
pub const MISSING_VALUE: Code = Code(303);
/// `unexpected-value`.
pub const UNEXPECTED_VALUE: Code = Code(304);
/// `ignored-value`.
pub const IGNORED_VALUE: Code = Code(305);
/// `malformed-value`.
pub const MALFORMED_VALUE: Code = Code(306);
/// `wrong-value`.
pub const WRONG_VALUE: Code = Code(307);
/// `unclosed-quote`.
pub const UNCLOSED_QUOTE: Code = Code(308);
/// `invalid-escape`.
pub const INVALID_ESCAPE: Code = Code(309);
/// `trailing-text`.
pub const TRAILING_TEXT: Code = Code(310);
/// `repeated-tag`.
pub const REPEATED_TAG: Code = Code(311);
/// `conflicting-tag`.
pub const CONFLICTING_TAG: Code = Code(312);
/// `unknown-rule-key`.
pub const UNKNOWN_KEY: Code = Code(313);
/// `duplicate-rule-key`.
pub const DUPLICATE_KEY: Code = Code(314);
/// `invalid-reason`.
pub const INVALID_REASON: Code = Code(315);
/// `unpublishable-reason`.
pub const UNPUBLISHABLE_REASON: Code = Code(316);
/// `empty-rule`.
pub const EMPTY_RULE: Code = Code(317);
/// `unbalanced-rule`.
pub const UNBALANCED_RULE: Code = Code(318);
/// `invalid-message`.
pub const INVALID_MESSAGE: Code = Code(319);
/// `invalid-field-path`.
pub const INVALID_FIELD_PATH: Code = Code(320);
/// `rule-without-expression`.
pub const RULE_WITHOUT_EXPRESSION: Code = Code(321);
/// `tag-inside-quote`.
pub const TAG_INSIDE_QUOTE: Code = Code(322);
/// `blank-before-equals`.
pub const BLANK_BEFORE_EQUALS: Code = Code(323);
/// `colon-before-equals`.
pub const COLON_BEFORE_EQUALS: Code = Code(324);
