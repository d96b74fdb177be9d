//! Codes 0525-0529: what becomes of tags.

use crate::diag::{Code, CodeInfo, Severity};

/// A tag that limits, defaults or rules a value, and does nothing yet.
pub const NO_EFFECT: Code = Code(525);

/// The rows of this part, in order of code.
pub static TABLE: &[CodeInfo] = &[CodeInfo {
    code: NO_EFFECT,
    slug: "no-effect-yet",
    severity: Severity::Warning,
    summary: "A tag limits, defaults or rules a value, and outputs do not take it into account yet.",
    explanation: "\
The tag is one of another tool and known by name, but what it says is not made into schemas, Rust code or verdicts yet: values that it forbids pass. \
Where another tag says the same, the message names it. Where nothing does, only the output of the tool that the tag comes from enforces it.

```go
type Widget struct {
	// +kubebuilder:default=8080
	Port int32 `json:\"port,omitempty\"`
}
```

```go
type Widget struct {
	// +default=8080
	Port int32 `json:\"port,omitempty\"`
}
```

If that is known and meant to be, `//idlgen:allow IDL0525 REASON` above the declaration keeps quiet about it.
",
}];
