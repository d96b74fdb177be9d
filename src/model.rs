//! The intermediate model: packages, types and fields with their tags. Knows no target and nothing of comments' syntax.

mod dump;
pub mod json;
mod kinds;
mod literal;
mod reach;
mod spelling;
mod types;

pub use dump::dump;
pub use json::{Member, MemberRules, Shape, Shaped, View};
pub use literal::Literal;
pub use types::*;
