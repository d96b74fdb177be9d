//! Modified views of the model: changed declarations are copied, and everything else is borrowed.

use std::borrow::Cow;

use super::{Model, Package, TypeDefinition};

/// A model with some modified declarations.
pub(crate) type Seen<'m> = Model<Cow<'m, TypeDefinition>, &'m Package>;

impl Model {
    /// Returns the unmodified view.
    pub(crate) fn seen(&self) -> Seen<'_> {
        self.seen_by(Cow::Borrowed)
    }

    /// Returns the view in which `see` converts each declaration.
    pub(crate) fn seen_by<'m>(
        &'m self,
        mut see: impl FnMut(&'m TypeDefinition) -> Cow<'m, TypeDefinition>,
    ) -> Seen<'m> {
        let mut seen = Model {
            packages: self.packages.iter().collect(),
            types: self.types.iter().map(&mut see).collect(),
            writers: self.writers.clone(),
            embedded: self.embedded.clone(),
        };
        if seen.is_other() {
            let mut both = self.types.iter().zip(&seen.types);
            if both.any(|(one, other)| one.methods.len() != other.methods.len()) {
                seen.find_writers();
            }
            seen.find_embedded();
        }
        seen
    }
}

impl Seen<'_> {
    /// Returns `true` if any declaration is modified.
    pub(crate) fn is_other(&self) -> bool {
        self.types.iter().any(|definition| matches!(definition, Cow::Owned(_)))
    }
}
