//! Codes 0720-0729: files of definitions.

use crate::diag::{Code, CodeInfo, Severity};

/// Descriptions were left out so that a definition has the size that was asked for.
pub const DESCRIPTIONS_CUT: Code = Code::new(&CodeInfo {
    number: 721,
    slug: "descriptions-cut",
    severity: Severity::Warning,
    summary: "A definition was larger than --max-bytes, and lost its deepest descriptions.",
    explanation: r#"`--max-bytes` says how large a custom resource definition may be: as JSON without spaces, which is how `kubectl apply` keeps it in an
annotation (262144 bytes at the most for all annotations). Where it is larger, descriptions are left out, those of the deepest fields first, until it fits.

```sh
idlgen crd --max-bytes 262144 -o config/crd ./api/...
```

Say yourself which descriptions are dispensable, and this warning goes away:

```toml
[crd.descriptions]
"spec.template" = 0
```
"#,
});

/// A definition that is too large even without any description.
pub const TOO_LARGE: Code = Code::new(&CodeInfo {
    number: 722,
    slug: "definition-too-large",
    severity: Severity::Error,
    summary: "A definition is larger than --max-bytes even without descriptions.",
    explanation: r"Nothing but descriptions can be left out without changing what is valid.

Leave fields open that others judge anyway, such as the template of a Pod (`+kubebuilder:pruning:PreserveUnknownFields` and `+kubebuilder:validation:Schemaless`), serve
fewer versions, or apply the definition with `kubectl apply --server-side`, which keeps no annotation, and allow more bytes.
",
});

/// The header cannot be read.
pub const HEADER: Code = Code::new(&CodeInfo {
    number: 723,
    slug: "header-file",
    severity: Severity::Error,
    summary: "The file with what stands before definitions cannot be read.",
    explanation: "`--header-file` and `crd.header-file` of idlgen.toml name a file of text, a licence say, that every \
                  definition begins with. The message carries the operating system's reason.\n",
});

/// A definition in a group of Kubernetes does not say where its API was approved.
pub const NOT_APPROVED: Code = Code::new(&CodeInfo {
    number: 724,
    slug: "definition-not-approved",
    severity: Severity::Warning,
    summary: "A definition in a group of Kubernetes lacks the annotation without which API servers refuse it.",
    explanation: r#"In groups that end in `k8s.io` or `kubernetes.io`, API servers take a definition only with an annotation that names the pull request by which the API was approved, or a reason
that begins with `unapproved`. Many projects add it to the files later (`kustomize`, `yq`), so it is a warning; `[diagnostics]` of idlgen.toml makes it an error.

```go
// +kubebuilder:object:root=true
type Lane struct {
```

in the group `traffic.k8s.io` is accepted as

```go
// +kubebuilder:object:root=true
// +kubebuilder:metadata:annotations="api-approved.kubernetes.io=https://github.com/kubernetes/enhancements/pull/1111"
type Lane struct {
```

or with the annotation for all definitions of a channel:

```toml
[channels.standard]
annotations = ["api-approved.kubernetes.io=https://github.com/kubernetes/enhancements/pull/1111"]
```
"#,
});

/// A definition is larger than what an API server can store.
pub const LARGER_THAN_STORED: Code = Code::new(&CodeInfo {
    number: 725,
    slug: "definition-cannot-be-stored",
    severity: Severity::Error,
    summary: "A definition is larger than what an API server can store.",
    explanation: r"An API server stores a definition as JSON in etcd, which takes requests of 1.5 MiB (1572864 bytes) unless it is told otherwise (`--max-request-bytes`). A larger definition is refused
with `etcdserver: request is too large`, however it is applied.

Mostly its descriptions are to blame, and several versions with the template of a Pod in each. Leave descriptions out:

```sh
idlgen crd --max-description-length 0 -o config/crd ./api/...   # all of them
idlgen crd --max-bytes 1500000 -o config/crd ./api/...          # the deepest, until it fits
```
",
});

/// The codes of definitions.
pub static ALL: &[Code] = &[DESCRIPTIONS_CUT, TOO_LARGE, HEADER, NOT_APPROVED, LARGER_THAN_STORED];
