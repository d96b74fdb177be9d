//! Kubernetes types with a custom JSON representation.
//!
//! Each type reads and writes JSON like its Go counterpart, except that every type reads `null` as its default. All
//! implement [`Value`](crate::value::Value), so validators treat them like any other JSON value.

mod bytes;
mod duration;
mod fields_v1;
mod int_or_string;
mod micro_time;
mod quantity;
mod raw_extension;
mod raw_message;
mod time;
mod zero;

pub use bytes::Bytes;
pub use duration::Duration;
pub use fields_v1::FieldsV1;
pub use int_or_string::IntOrString;
pub use micro_time::MicroTime;
#[cfg(feature = "cel")]
pub(crate) use quantity::Amount;
pub use quantity::{ParseQuantityError, Quantity, QuantityFormat};
pub use raw_extension::RawExtension;
pub use raw_message::RawMessage;
pub use time::Time;
pub use zero::Zero;
