//! How generated types are read, written and looked at.
//!
//! A generated struct lists its members once, in [`object!`](crate::object). From that list come `serde::Serialize`,
//! `serde::Deserialize`, [`Value`] and [`Zero`]: the list says names only, and the work is done here, behind trait objects, once for all types
//! and formats. (Serde's derive macros write the whole work out anew for every type; a crate of 150 Kubernetes structs then takes five
//! times as long to compile.)
//!
//! What is read follows Go: `null` is the zero value, a member that is absent is zero, one that is unknown is skipped, and the last of two
//! equal names counts. What cannot be read is an error that names the place: `spec.replicas: invalid type: string "3", expected a 32-bit
//! integer`.

mod decode;
mod encode;
mod foreign;
mod input;
mod known;
mod list;
mod macros;
mod map;
#[doc(hidden)]
pub mod object;
mod option;
mod quoted;
mod scalar;

pub use decode::deserialize;
pub use encode::{Encoded, Items, Members};
pub use foreign::Foreign;
pub use input::{DecodeError, Entries, Input, Sequence};
pub use map::MapKey;
pub use object::{Field, FieldMut, FieldRef, Object};

use crate::{types::Zero, value::Value};

/// A value that generated structs hold.
pub trait Data: Value + Zero {
    /// Takes over what a document says; `null` says zero.
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError>;

    /// What a document is to say.
    fn encoded(&self) -> Encoded<'_>;

    /// Whether that is `null`.
    fn is_null(&self) -> bool {
        false
    }
}
