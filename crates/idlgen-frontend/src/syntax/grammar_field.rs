//! Looks up the children of nodes by field id. A lookup by name would compare the names of all fields.

use std::{collections::HashMap, num::NonZeroU16, sync::LazyLock};

use foldhash::fast::FixedState;
use tree_sitter::{Language, Node};

/// The ids of the grammar's fields by name.
static FIELDS: LazyLock<HashMap<String, NonZeroU16, FixedState>> = LazyLock::new(|| {
    let language = Language::from(tree_sitter_go::LANGUAGE);
    let ids = (0..=language.field_count()).filter_map(|id| NonZeroU16::new(u16::try_from(id).ok()?));
    let named = |id: NonZeroU16| Some((language.field_name_for_id(id.get())?.to_owned(), id));
    ids.filter_map(named).collect()
});

fn number(field: &str) -> Option<NonZeroU16> {
    FIELDS.get(field).copied()
}

/// Lookup of children by field.
pub(super) trait Fields<'tree>: Sized {
    /// Returns the first child in a field.
    fn field(self, name: &str) -> Option<Node<'tree>>;

    /// Returns the children in a field, without commas.
    fn all_in_field(self, name: &str) -> Vec<Node<'tree>>;
}

impl<'tree> Fields<'tree> for Node<'tree> {
    fn field(self, name: &str) -> Option<Node<'tree>> {
        self.child_by_field_id(number(name)?.get())
    }

    fn all_in_field(self, name: &str) -> Vec<Node<'tree>> {
        let Some(number) = number(name) else { return Vec::new() };
        let mut cursor = self.walk();
        self.children_by_field_id(number, &mut cursor).filter(Node::is_named).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_the_numbers_of_the_grammar() {
        let language = Language::from(tree_sitter_go::LANGUAGE);
        assert!(FIELDS.len() > 20);
        for id in 1..=language.field_count() {
            let name = language.field_name_for_id(id.try_into().expect("a small number")).expect("a name");
            assert_eq!(number(name), language.field_id_for_name(name), "{name}");
        }
        assert_eq!(number("no_field"), None);
    }
}
