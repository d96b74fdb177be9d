//! A reader of declarations. Each kind of declaration is read in its own file.

use super::{names::Names, options::ResolveOptions, report::Report};
use crate::tags::TagOptions;

/// A reader of declarations for the model.
pub(super) struct PackageReader<'n, 'a> {
    pub(super) names: &'n Names<'a>,
    pub(super) options: &'n ResolveOptions,
    /// The options for tags of packages that were not requested.
    pub(super) tags_of_dependencies: TagOptions,
    pub(super) report: Report,
}
