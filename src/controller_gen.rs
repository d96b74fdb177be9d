//! controller-gen as it is: custom resource definitions made of Go declarations the way
//! `sigs.k8s.io/controller-tools` makes them, of a version that the tool says.
//!
//! This is a lowering of its own beside [`lower`](crate::lower), because controller-gen reads other comments, decides
//! at other places what is wrong, and puts types and fields together by rules of its own. It starts from declarations
//! ([`syntax`](crate::syntax)) and names ([`resolve`](crate::resolve)), reads markers by
//! [`tags::controller_gen`](crate::tags::controller_gen), and ends with definitions and with errors in controller-gen's
//! words. One mistake in a marker discards a whole package, and other mistakes stop nothing, as there.

mod apply;
mod changed;
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
mod size;
mod standard;
mod struct_schema;
#[cfg(test)]
mod tests;
mod type_schema;
mod visited;
mod write;

pub use definition::WrittenDefinition;
pub use options::Options;
pub use problem::Problem;

use std::thread;

use parser::Parser;

use crate::{
    diag::Diagnostic,
    resolve::{Names, PackageInput},
    source::SourceMap,
};

/// What is made of packages.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Made {
    /// The definitions of the kinds of the requested packages.
    pub definitions: Vec<WrittenDefinition>,
    /// What controller-gen says is wrong.
    pub problems: Vec<Problem>,
    /// Kinds whose definitions are larger than the command `crd` writes.
    pub too_large: Vec<TooLarge>,
}

/// A kind whose definition is not written, because it would be too large.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TooLarge {
    /// The kind.
    pub kind: String,
    /// The file that it would be in, as that of a [`WrittenDefinition`].
    pub file: String,
    /// Why it is not written.
    pub diagnostic: Diagnostic,
}

/// Makes the definitions of the kinds of the requested packages.
pub fn definitions(packages: &[PackageInput], sources: &SourceMap, options: &Options) -> Made {
    let (names, _) = Names::new(packages);
    let make = || {
        let mut parser = Parser::new(&names, sources, options);
        let definitions = parser.definitions();
        Made { definitions, problems: parser.problems, too_large: parser.too_large }
    };
    // Schemas are large, and nest as deep as types do.
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        let made = builder.spawn_scoped(scope, make).map(thread::ScopedJoinHandle::join);
        match made {
            Ok(Ok(made)) => made,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // A machine that has no thread to give has this one.
            Err(_) => make(),
        }
    })
}

/// The stack on which definitions are made.
const STACK_BYTES: usize = 64 << 20;
