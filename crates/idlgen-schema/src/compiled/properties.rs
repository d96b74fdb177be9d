//! The properties of a node.

use foldhash::fast::RandomState;
use idlgen_runtime::value::presence::Structure;
use indexmap::IndexMap;

use super::ValueTypes;

/// The properties of an object, in declaration order.
pub type Properties<C> = IndexMap<String, Property<C>, RandomState>;

/// A property of an object.
#[derive(Clone, Debug)]
pub struct Property<C> {
    /// The node of its value.
    pub node: C,
    /// `true` if zero is treated as missing ([`Schema::strip_zero`](crate::Schema::strip_zero)).
    pub strip_zero: bool,
    /// Whether the Go field is a struct and not a pointer, so that it may always be present.
    pub structure: Structure,
    /// The value types that need no further checks. Set after the nested nodes have been compiled.
    pub at_once: ValueTypes,
}
