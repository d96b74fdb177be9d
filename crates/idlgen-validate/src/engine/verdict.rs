//! Fast verdict: whether a value has no errors.
//!
//! Most values have none. This module stores the nodes of a schema in a compact form for this question: which value
//! types are always valid or invalid, which node finally validates each property, and which properties are required.
//! The walk needs neither paths nor messages and stops at the first error. Cases that it does not support are delegated
//! to the [full walk](super::walk::Walk). Near a limit, it gives no answer and the full walk decides. Both therefore
//! agree and only differ in speed.
//!
//! Only for custom resources: data of a Go type depends more on effective values.

mod at_once;
mod data;
mod form;
mod judge;
#[cfg(test)]
mod tests;

pub(super) use form::Forms;
