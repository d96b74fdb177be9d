//! Decisions that are whole procedures: the tool names the way, the stage that goes it has the procedure.

/// What is judged of declarations while schemas are made of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// Only what contradicts itself whatever tool is meant: the checks of the model say the rest.
    Contradictions,
    /// What openapi-gen refuses or logs, and what breaks the Go code that it writes. Where it writes other values, the
    /// schema has these.
    GoCode,
}

/// By which name a marker for a property (`+k8s:validation:properties:…`) finds its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkerNames {
    /// The property's.
    Property,
    /// What the `json` struct tag says in front of its first comma: to openapi-gen, a field without a tag has no name
    /// here.
    JsonTag,
}

/// Where default values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DefaultValues {
    /// From the first tag of the field, of aliases and of named types on the way to what its type is; else it is the
    /// zero value.
    Tags,
    /// From the comment of the field, then those of its type and of what that points to, as gengo keeps them; a type
    /// that cannot be absent allows no other than its zero value.
    Comments,
}

/// What stands for a struct without a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnonymousStructs {
    /// Its schema, where it is used.
    InPlace,
    /// A reference to how Go spells the type, which openapi-gen defines nowhere.
    GoSpelling,
}

/// What stands for a generic struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GenericStructs {
    /// Nothing: it is refused.
    Refused,
    /// A reference to its name with its parameters behind it, whatever the arguments, which openapi-gen defines
    /// nowhere.
    GoSpelling,
}

/// What becomes of two types with one definition name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameCollisions {
    /// They are refused.
    Refused,
    /// The later Go name takes the place. openapi-gen says no word; here it is a warning.
    LastGoName,
}

/// Who makes custom resource definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Definitions {
    /// We do, of lowered schemas.
    Lowered,
    /// controller-gen 0.x, of declarations.
    ControllerGen(u16),
}
