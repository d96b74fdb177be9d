//! Codes 0280-0289: channels and feature gates.

use crate::diag::{Code, CodeInfo, Severity};

/// `unknown-channel`: a channel was chosen that there is not.
pub const UNKNOWN_CHANNEL: Code = Code::new(&CodeInfo {
    number: 280,
    slug: "unknown-channel",
    severity: Severity::Error,
    summary: "A channel was chosen that there is not.",
    explanation: "\
`--channel` names a channel of idlgen.toml. Where idlgen.toml lists none, it names the one gate that is on: `--channel experimental` for gateway-api's
`<gateway:experimental>`.

```toml
[channels.standard]
gates = []
```

```console
$ idlgen crd ./apis/... --channel standrad -o config/crd
```

Corrected:

```console
$ idlgen crd ./apis/... --channel standard -o config/crd
```
",
});

/// `gate-of-no-channel`: a declaration depends on a feature gate that no channel turns on.
pub const GATE_OF_NO_CHANNEL: Code = Code::new(&CodeInfo {
    number: 281,
    slug: "gate-of-no-channel",
    severity: Severity::Warning,
    summary: "A declaration depends on a feature gate that no channel turns on.",
    explanation: r#"
What depends on the gate is in no channel of idlgen.toml: either the gate is misspelt here or there, or nobody gets the field. The name of a channel is a
gate that is on in it.

```go
type Widget struct {
	// +openshift:enable:FeatureGate=FastWigdets
	Fast bool `json:"fast"`
}
```

Corrected, for a channel with `gates = ["FastWidgets"]`:

```go
type Widget struct {
	// +openshift:enable:FeatureGate=FastWidgets
	Fast bool `json:"fast"`
}
```

Gates that are off in every channel on purpose are silenced by `[diagnostics] gate-of-no-channel = "off"`.
"#,
});

/// `nothing-of-channel`: a channel names a gate or kind that the packages do not have.
pub const NOTHING_OF_CHANNEL: Code = Code::new(&CodeInfo {
    number: 282,
    slug: "nothing-of-channel",
    severity: Severity::Warning,
    summary: "A channel names a gate or kind that the packages do not have.",
    explanation: r#"
idlgen.toml turns on a gate that no declaration depends on, or lists a kind that is none, and one of nearly that name is there: probably it was meant. Where
idlgen.toml lists no channels, it is said of any gate that `--channel` names and nothing depends on.

```toml
[channels.preview]
gates = ["FastWigdets"]
kinds = ["Widgit"]
```

Corrected:

```toml
[channels.preview]
gates = ["FastWidgets"]
kinds = ["Widget"]
```
"#,
});

/// All of them.
pub const ALL: &[Code] = &[UNKNOWN_CHANNEL, GATE_OF_NO_CHANNEL, NOTHING_OF_CHANNEL];
