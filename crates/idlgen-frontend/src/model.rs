//! The intermediate model: packages, types and fields with their tags. Independent of output formats and comment
//! syntax.

mod doc;
mod dump;
pub mod json;
mod kinds;
mod literal;
mod native_packages;
mod reach;
mod seen;
mod spelling;
mod types;

pub use doc::{Doc, DocLine};
pub use dump::dump;
pub use json::{JsonType, Member, MemberRules, ResolvedJsonType, View};
pub use literal::Literal;
pub use native_packages::{is_served_natively, names_package};
pub(crate) use seen::Seen;
pub use types::*;
