//! Collects the changes of one version.

use idlgen_runtime::field::{Element, PathBuf};

use super::{Change, Options, SchemaPath, Stored, Verdicts, rules::cel::RulePaths};

/// The changes so far, and the current position in the schema.
pub(super) struct Found<'o> {
    pub(super) changes: Vec<Change>,
    pub(super) path: SchemaPath,
    pub(super) options: &'o Options,
    /// Number of schemas, from the root to the current one, that limit which nested values can be null.
    pub(super) limits: usize,
    /// Number of old schemas, from the root to the current one, that do not allow updates to change the value.
    pub(super) immutable: usize,
    /// The paths that the rules of the new schemas read, for each schema with rules from the root to the current one.
    pub(super) readers: Vec<RulePaths>,
    version: String,
    old_index: usize,
    new_index: usize,
}

impl<'o> Found<'o> {
    pub(super) fn new(version: &str, old_index: usize, new_index: usize, options: &'o Options) -> Self {
        Found {
            changes: Vec::new(),
            path: SchemaPath::default(),
            options,
            limits: 0,
            immutable: 0,
            readers: Vec::new(),
            version: version.to_owned(),
            old_index,
            new_index,
        }
    }

    /// Returns `true` if a rule of the new schemas may read the current value.
    pub(super) fn is_read_by_rule(&self) -> bool {
        self.readers.iter().any(|paths| paths.may_read(self.path.steps()))
    }

    /// Adds a change to the current schema.
    pub(super) fn add(&mut self, rule: &'static str, verdicts: Verdicts, text: impl Into<String>) -> &mut Change {
        let last = self.changes.len();
        self.changes.push(Change {
            rule,
            version: Some(self.version.clone()),
            path: Some(self.path.clone()),
            field: None,
            text: text.into(),
            verdicts,
            stored: verdicts.breaks_objects().then_some(Stored::Ratcheted),
            old: self.place(self.old_index),
            new: self.place(self.new_index),
            is_documentation: false,
            cel: None,
            is_limited: self.limits > 0,
        });
        &mut self.changes[last]
    }

    /// Returns the location of the schema in its document.
    fn place(&self, version: usize) -> PathBuf {
        let field = |name: &str| Element::Field(name.to_owned());
        let mut elements = vec![field("spec"), field("versions"), Element::Index(version)];
        elements.extend([field("schema"), field("openAPIV3Schema")]);
        elements.extend(self.path.elements());
        PathBuf { elements }
    }
}
