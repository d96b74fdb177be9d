//! controller-gen emulation: generates CRDs from Go declarations like `sigs.k8s.io/controller-tools`, of a version that
//! can be selected.
//!
//! This is a separate lowering next to [`lower`](crate::lower), because controller-gen reads different comments,
//! reports errors in different locations, and combines types and fields by its own rules. It starts from declarations
//! ([`syntax`](crate::syntax)) and names ([`resolve`](crate::resolve)), parses markers with
//! [`tags::controller_gen`](crate::tags::controller_gen), and returns CRDs and errors with controller-gen's messages.
//! As in controller-gen, a single error in a marker discards an entire package, and other errors stop nothing.

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
#[cfg(test)]
mod recorded;
mod schema;
mod shared;
mod size;
mod standard;
mod struct_schema;
#[cfg(test)]
mod tests;
mod too_large;
mod type_schema;
mod visited;
mod write;
mod written;

pub use definition::WrittenDefinition;
pub use options::Options;
pub use problem::Problem;
pub use too_large::TooLarge;

use std::thread;

use parser::Parser;

use crate::{
    resolve::{Names, PackageInput},
    source::SourceMap,
};

/// The result for some packages.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Made {
    /// The CRDs of the kinds in the requested packages.
    pub definitions: Vec<WrittenDefinition>,
    /// controller-gen's errors.
    pub problems: Vec<Problem>,
    /// Kinds whose CRDs exceed the size limit of the command `crd`.
    pub too_large: Vec<TooLarge>,
}

/// Generates the CRDs of the kinds in the requested packages.
pub fn definitions(packages: &[PackageInput], sources: &SourceMap, options: &Options) -> Made {
    let (names, _) = Names::new(packages);
    let make = || {
        let mut parser = Parser::new(&names, sources, options);
        let definitions = parser.definitions();
        Made { definitions, problems: parser.problems, too_large: parser.too_large }
    };
    // Schemas are large and are nested as deeply as the types are.
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        let made = builder.spawn_scoped(scope, make).map(thread::ScopedJoinHandle::join);
        match made {
            Ok(Ok(made)) => made,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // If the system cannot create a thread, use this one.
            Err(_) => make(),
        }
    })
}

/// The stack size for generating CRDs, in bytes.
const STACK_BYTES: usize = 64 << 20;
