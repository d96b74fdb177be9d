//! The code of what controller-gen says.

use crate::diag::{Code, CodeInfo, Severity};

/// `controller-gen`.
pub const CONTROLLER_GEN: Code = Code::new(&CodeInfo {
    number: 680,
    slug: "controller-gen",
    severity: Severity::Error,
    summary: "With `--compat controller-gen`, controller-gen's own error.",
    explanation: r#"
The message is that of controller-gen, which finds the same mistake at the same place. As there, the files are written all the same if there is anything to write, and the exit status tells of the error.

```go
// +kubebuilder:validation:MaxLength=3
Size int32 `json:"size"`
```

Corrected:

```go
// +kubebuilder:validation:Maximum=3
Size int32 `json:"size"`
```

Without `--compat`, idlgen says what is wrong in its own words, at the tag, with what could have been meant.
"#,
});

/// All codes of this stage.
pub const ALL: &[Code] = &[CONTROLLER_GEN];
