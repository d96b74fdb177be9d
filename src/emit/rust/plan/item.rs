//! The Rust types to write, and their fields.

use super::{Known, PlannedType, Variant};
use crate::model::{Doc, Field, PackageId, TypeId};

/// The id of a Rust type to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum ItemId {
    /// A declared Go type.
    Declared(TypeId),
    /// An anonymous Go struct, by its number.
    Anonymous(u32),
}

/// A Rust type to write.
#[derive(Clone, Debug)]
pub(in super::super) struct Item {
    pub(in super::super) id: ItemId,
    /// The Go package.
    pub(in super::super) package: PackageId,
    pub(in super::super) name: String,
    pub(in super::super) doc: Doc,
    /// The kind of the type.
    pub(in super::super) form: ItemKind,
    /// `true` if the type implements `Eq`, `Ord` and `Hash`, because it contains neither floats nor arbitrary JSON.
    pub(in super::super) is_exact: bool,
}

/// The kind of a Rust type.
#[derive(Clone, Debug)]
pub(in super::super) enum ItemKind {
    Struct {
        /// Type parameters.
        parameters: Vec<String>,
        /// The fields.
        members: Vec<Member>,
    },
    /// A struct that wraps a value.
    Newtype(PlannedType),
    /// A string enum.
    Enumeration {
        /// The known values.
        variants: Vec<Variant>,
        /// The variant for other values.
        other: String,
    },
    /// A type alias.
    Alias(PlannedType),
    /// A runtime type with its Go name.
    Known(Known),
}

/// A field of a Rust struct.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Member {
    pub(in super::super) name: String,
    pub(in super::super) json_name: String,
    /// The type.
    pub(in super::super) shape: PlannedType,
    pub(in super::super) doc: Doc,
    /// `true` if `omitempty` omits the field when it is empty. Structs are never empty.
    pub(in super::super) is_omitempty: bool,
    /// `true` if `omitzero` omits the field when it is zero.
    pub(in super::super) is_omitzero: bool,
    /// `true` if the value is encoded as a quoted string.
    pub(in super::super) is_quoted: bool,
    /// `true` if the type does not implement the runtime's traits.
    pub(in super::super) is_foreign: bool,
    /// `true` if the type is recursive through this field, so that it must be boxed.
    pub(in super::super) is_boxed: bool,
}

/// An anonymous struct that has not been planned yet.
#[derive(Clone, Debug)]
pub(super) struct Anonymous {
    /// The type that contains it.
    pub(super) owner: ItemId,
    /// The fields. Each instance of a generic declaration has a struct with the same id, but with different fields.
    pub(super) fields: Vec<Field>,
}
