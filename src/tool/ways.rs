//! Decisions that select a procedure: the tool selects the variant, and the stage implements it.

/// The checks of declarations while lowering them to schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// Only contradictions that are independent of the tool: the checks of the model report the rest.
    Contradictions,
    /// The errors and log messages of openapi-gen, and invalid Go code that it generates. If it writes different
    /// values, the schema contains these.
    GoCode,
}

/// The name by which a marker for a property (`+k8s:validation:properties:…`) finds its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkerNames {
    Property,
    /// The part of the `json` struct tag before its first comma: in openapi-gen, a field without a tag has no name
    /// here.
    JsonTag,
}

/// The source of default values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DefaultValues {
    /// The first tag of the field, or of aliases and named types down to the underlying type, or else the zero value.
    Tags,
    /// From the comment of the field, then those of its type and of the target of pointers, like in gengo. A type that
    /// cannot be absent allows no default other than its zero value.
    Comments,
}

/// The representation of an anonymous struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnonymousStructs {
    /// The schema is inlined.
    InPlace,
    /// A reference with the Go spelling of the type as its name, which openapi-gen does not define anywhere.
    GoSpelling,
}

/// The representation of a generic struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GenericStructs {
    /// It is rejected.
    Refused,
    /// A reference to its name followed by its parameters, whatever the arguments. openapi-gen does not define it
    /// anywhere.
    GoSpelling,
}

/// The handling of two types with the same definition name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameCollisions {
    /// They are rejected.
    Refused,
    /// The later Go name is used. openapi-gen does not report this; idlgen emits a warning.
    LastGoName,
}

/// The generator of custom resource definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Definitions {
    /// idlgen, from lowered schemas.
    Lowered,
    /// The emulation of this minor version of controller-gen, from declarations.
    ControllerGen(u16),
}
