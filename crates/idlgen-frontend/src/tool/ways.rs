//! Decisions that select a procedure. The tool selects the variant, and the stage implements it.

/// The checks of declarations while lowering them to schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// Only contradictions that are reported for every tool, because the checks of the model report the rest.
    Contradictions,
    /// The errors and log messages of openapi-gen, and invalid Go code that it generates. If openapi-gen writes other
    /// values, the schema contains those.
    GoCode,
}

/// The runs that check CEL rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleChecks {
    /// All runs, because an invalid rule is an error in every output.
    Always,
    /// Only those that report findings. controller-gen writes rules without checks, but API servers check its CRDs.
    Findings,
    /// No run. The schemas of openapi-gen are not those in which API servers evaluate rules: they do not define types
    /// of other packages, and are missing the limits from other tags, on which the cost of rules depends.
    Never,
}

/// How a marker for a property (`+k8s:validation:properties:…`) finds the field with its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerNames {
    Property,
    /// By the part of the `json` struct tag before the first comma. In openapi-gen, a field without a tag then has no
    /// name.
    JsonTag,
}

/// The source of default values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValues {
    /// The first tag on the field or, from the outside in, on its aliases and named types. Without a tag, the zero
    /// value.
    Tags,
    /// The comment of the field, otherwise those of its type and of the targets of pointers, as in gengo. For a type
    /// that cannot be absent, only its zero value is allowed.
    Comments,
}

/// The representation of an anonymous struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnonymousStructs {
    /// The schema is inlined.
    InPlace,
    /// A reference named by the Go spelling of the type. openapi-gen does not generate a definition for it.
    GoSpelling,
}

/// The representation of a generic struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenericStructs {
    /// It is rejected.
    Refused,
    /// A reference named by the type's name followed by its parameters, regardless of the arguments. openapi-gen does
    /// not generate a definition for it.
    GoSpelling,
}

/// The handling of two types with the same definition name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameCollisions {
    /// They are rejected.
    Refused,
    /// The type that is later in the order of Go names is used. openapi-gen does not report this; idlgen emits a
    /// warning.
    LastGoName,
}

/// The generator of CRDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definitions {
    /// idlgen generates them from lowered schemas.
    Lowered,
    /// The emulation of this minor version of controller-gen generates them from declarations.
    ControllerGen(u16),
}
