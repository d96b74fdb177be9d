//! The model as somebody sees it: what is seen otherwise is made anew, and everything else is borrowed.

use std::borrow::Cow;

use super::{Model, Package, TypeDefinition};

/// A model of which some declarations are seen otherwise.
pub(crate) type Seen<'m> = Model<Cow<'m, TypeDefinition>, &'m Package>;

impl Model {
    /// The model as it is.
    pub(crate) fn seen(&self) -> Seen<'_> {
        self.seen_by(Cow::Borrowed)
    }

    /// The model as `see` shows each of its declarations.
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
    /// Whether any declaration is seen otherwise.
    pub(crate) fn is_other(&self) -> bool {
        self.types.iter().any(|definition| matches!(definition, Cow::Owned(_)))
    }
}
