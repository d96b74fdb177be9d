//! Determines the types that implement `Eq`, `Ord` and `Hash`.

use super::{Class, ItemId, ItemKind, Plan, PlannedType};

impl Plan<'_> {
    /// Marks the types that contain floats or arbitrary JSON, which do not implement `Eq`, `Ord` and `Hash`, or types
    /// of other crates, which may not.
    pub(super) fn find_inexact(&mut self) {
        loop {
            let inexact: Vec<ItemId> = self
                .items
                .values()
                .filter(|item| item.is_exact && !self.is_form_exact(&item.form))
                .map(|item| item.id)
                .collect();
            if inexact.is_empty() {
                return;
            }
            for id in inexact {
                if let Some(item) = self.items.get_mut(&id) {
                    item.is_exact = false;
                }
            }
        }
    }

    fn is_form_exact(&self, form: &ItemKind) -> bool {
        match form {
            ItemKind::Struct { members, .. } => members.iter().all(|member| self.is_type_exact(&member.shape)),
            ItemKind::Newtype(shape) | ItemKind::Alias(shape) => self.is_type_exact(shape),
            ItemKind::Enumeration { .. } => true,
            ItemKind::Known(known) => !known.is_free_json(),
        }
    }

    pub(in super::super) fn is_type_exact(&self, shape: &PlannedType) -> bool {
        match shape {
            PlannedType::Bool | PlannedType::Integer(_) | PlannedType::Text | PlannedType::Parameter(_) => true,
            PlannedType::Float(_) => false,
            PlannedType::Known(known) => !known.is_free_json(),
            PlannedType::List(inner) | PlannedType::Option(inner) => self.is_type_exact(inner),
            PlannedType::Map(key, value) => self.is_type_exact(key) && self.is_type_exact(value),
            PlannedType::Named(id) => {
                self.class(*id) != Class::Extern && self.declared(*id).is_none_or(|item| item.is_exact)
            }
            PlannedType::Anonymous(number, arguments) => {
                self.item(ItemId::Anonymous(*number)).is_none_or(|item| item.is_exact)
                    && arguments.iter().all(|argument| self.is_type_exact(argument))
            }
            PlannedType::Instance(id, arguments) => {
                self.declared(*id).is_none_or(|item| item.is_exact)
                    && arguments.iter().all(|argument| self.is_type_exact(argument))
            }
        }
    }
}
