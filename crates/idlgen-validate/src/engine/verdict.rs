//! Determines quickly whether a value has any errors.
//!
//! Most values have no errors. To confirm this fast, the module stores the nodes of a schema in a compact form: which
//! value types are always valid or invalid, which node ultimately validates each property, and which properties are
//! required. The walk needs neither paths nor messages and stops at the first error. It delegates cases that it does
//! not support to the [full walk](super::walk::Walk). If a limit is nearly exceeded, it returns no result, and the full
//! walk decides. Both walks therefore always agree and only differ in speed.
//!
//! It is only used for custom resources, because the validation of Go types depends more on effective values.

mod at_once;
mod check;
mod compact;
mod data;
mod target;
#[cfg(test)]
mod tests;

pub(super) use compact::CompactNodes;
