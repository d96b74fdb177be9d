//! Whether a value has no errors, told as fast as may be.
//!
//! Most values have none. What the nodes of a schema say is laid out once more for nothing but this question: which
//! types of values are right or wrong at once, by which node each property is judged in the end, which properties
//! are required. The walk over it has neither paths nor texts and stops at the first error. What it does not know
//! itself the [walk of everything](super::walk::Walk) does for it, and where a limit is near it does not answer at all:
//! the walk of everything says then what there is to say. So the two never differ, they only take different time.
//!
//! It is for values of custom resources: in data of a Go type it depends on more which values count.

mod at_once;
mod data;
mod form;
mod judge;
#[cfg(test)]
mod tests;

pub(super) use form::Forms;
