//! controller-gen as it is: custom resource definitions made of Go declarations the way
//! `sigs.k8s.io/controller-tools` makes them, of a version that the tool says.
//!
//! This is a lowering of its own beside [`lower`](crate::lower), because controller-gen reads other comments, decides
//! at other places what is wrong, and puts types and fields together by rules of its own. It starts from declarations
//! ([`syntax`](crate::syntax)) and names ([`resolve`](crate::resolve)), reads markers by
//! [`tags::controller_gen`](crate::tags::controller_gen), and ends with definitions and with errors in controller-gen's
//! words. One mistake in a marker discards a whole package, and other mistakes stop nothing, as there.

mod apply;
pub mod codes;
mod comments;
mod definition;
mod description;
mod flatten;
mod go_type;
mod known_types;
mod merge;
mod methods;
mod options;
mod package;
mod parser;
mod problem;
mod schema;
mod standard;
mod struct_schema;
#[cfg(test)]
mod tests;
mod type_schema;

pub use definition::WrittenDefinition;
pub use options::Options;
pub use problem::Problem;

use parser::Parser;

use crate::{
    resolve::{Names, PackageInput},
    source::SourceMap,
};

/// The definitions of the kinds of the requested packages, and what controller-gen says is wrong.
pub fn definitions(
    packages: &[PackageInput],
    sources: &SourceMap,
    options: &Options,
) -> (Vec<WrittenDefinition>, Vec<Problem>) {
    let (names, _) = Names::new(packages);
    let mut parser = Parser::new(&names, sources, options);
    let definitions = parser.definitions();
    (definitions, parser.problems)
}
