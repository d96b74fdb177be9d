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

/// The codes of definitions.
pub static ALL: &[Code] = &[DESCRIPTIONS_CUT, TOO_LARGE, HEADER];
