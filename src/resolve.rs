//! Declarations and tags to the [model](crate::model): imports and names become ids, constants become values, comments become tags.

use crate::{diag::Diagnostic, model::Model, syntax::GoFile};

/// A package as it was read.
#[derive(Clone, Debug)]
pub struct PackageInput {
    /// The import path.
    pub import_path: String,
    /// Whether the user asked for it; false for packages that others import.
    pub requested: bool,
    /// Its files, in order of name.
    pub files: Vec<FileInput>,
}

/// A file of a package.
#[derive(Clone, Debug)]
pub struct FileInput {
    /// The file's name without its folder: `types.go`.
    pub name: String,
    /// What it declares.
    pub declarations: GoFile,
}

/// Settings of [`resolve`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ResolveOptions {
    /// Which comment belongs to which declaration.
    pub comments: CommentRule,
}

/// Which comment belongs to which declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommentRule {
    /// As Go's syntax tree attaches them; tags of a trailing comment are diagnosed.
    #[default]
    Go,
    /// As `k8s.io/gengo` attaches them: the group that ends on the line above, whatever it belongs to.
    OpenApiGen,
}

/// Makes the model of packages. Every name that a requested package leads to is resolved; what cannot be is a diagnostic, and the rest is still read.
pub fn resolve(packages: &[PackageInput], options: &ResolveOptions) -> (Model, Vec<Diagnostic>) {
    let _ = (packages, options.comments);
    (Model::default(), Vec::new())
}
