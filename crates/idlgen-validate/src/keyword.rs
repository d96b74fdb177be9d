//! Keywords that limit values: a [`Row`] each, which says all that there is to know of one.
//!
//! Whoever reads, merges, prints or checks limits goes through the rows. A schema has its limits as [`Keywords`].

mod keywords;
mod multiple_of;
mod row;
mod size;

pub use keywords::Keywords;
pub use row::{Combination, Keyword, Kind, Row, Subject, Test, Value};
pub use size::longest;
