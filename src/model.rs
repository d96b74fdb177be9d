//! The intermediate model: packages, types and fields with their tags. Knows no target and nothing of comments' syntax.

mod dump;
mod kinds;
mod literal;
mod shape;
mod spelling;
mod types;

pub use dump::dump;
pub use literal::Literal;
pub use shape::{Property, Shape, Shaped};
pub use types::*;
