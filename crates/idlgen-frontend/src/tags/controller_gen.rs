//! controller-gen's parsing of markers (`sigs.k8s.io/controller-tools/pkg/markers` and `pkg/crd/markers`): the known
//! names, the parsing of arguments, their effects, and the error messages.
//!
//! The [registry](super::registry) parses the same markers by idlgen's rules. This module emulates the tool, including
//! its errors. [`TABLE`] contains all definitions.

mod argument;
mod definition;
mod grammar;
mod marker;
mod number;
mod read;
mod scanner;
mod table;
mod unquote;

pub use unquote::text_of_option;
mod value;

pub use definition::{Definition, Target};
pub use grammar::Grammar;
pub use marker::{Counted, Marker, PrintColumn, ValidationRule};
pub use read::{Marked, read};
pub use table::TABLE;
pub use value::json_number;
pub use value::{Kind, Value};
