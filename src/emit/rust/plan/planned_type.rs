//! Rust types.

use super::Known;
use crate::model::TypeId;

/// A Rust type.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum PlannedType {
    Bool,
    Integer(Integer),
    Float(Float),
    /// `String`.
    Text,
    /// A runtime type.
    Known(Known),
    /// `Vec<T>`.
    List(Box<PlannedType>),
    /// `BTreeMap<K, V>`.
    Map(Box<PlannedType>, Box<PlannedType>),
    /// `Option<T>`.
    Option(Box<PlannedType>),
    /// A declared type.
    Named(TypeId),
    /// An anonymous struct with its type arguments.
    Anonymous(u32, Vec<PlannedType>),
    /// A generic struct with its type arguments.
    Instance(TypeId, Vec<PlannedType>),
    Parameter(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Integer {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

impl Integer {
    pub(in super::super) fn name(self) -> &'static str {
        match self {
            Integer::I8 => "i8",
            Integer::I16 => "i16",
            Integer::I32 => "i32",
            Integer::I64 => "i64",
            Integer::U8 => "u8",
            Integer::U16 => "u16",
            Integer::U32 => "u32",
            Integer::U64 => "u64",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Float {
    F32,
    F64,
}
