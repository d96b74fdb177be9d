//! Determines the types that implement `Eq`, `Ord` and `Hash`.

use super::{Class, Form, ItemId, Plan, Shape};

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

    fn is_form_exact(&self, form: &Form) -> bool {
        match form {
            Form::Struct { members, .. } => members.iter().all(|member| self.is_shape_exact(&member.shape)),
            Form::Newtype(shape) | Form::Alias(shape) => self.is_shape_exact(shape),
            Form::Enumeration { .. } => true,
            Form::Known(known) => !known.is_free_json(),
        }
    }

    pub(in super::super) fn is_shape_exact(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Bool | Shape::Integer(_) | Shape::Text | Shape::Parameter(_) => true,
            Shape::Float(_) => false,
            Shape::Known(known) => !known.is_free_json(),
            Shape::List(inner) | Shape::Option(inner) => self.is_shape_exact(inner),
            Shape::Map(key, value) => self.is_shape_exact(key) && self.is_shape_exact(value),
            Shape::Named(id) => self.class(*id) != Class::Extern && self.declared(*id).is_none_or(|item| item.is_exact),
            Shape::Anonymous(number, arguments) => {
                self.item(ItemId::Anonymous(*number)).is_none_or(|item| item.is_exact)
                    && arguments.iter().all(|argument| self.is_shape_exact(argument))
            }
            Shape::Instance(id, arguments) => {
                self.declared(*id).is_none_or(|item| item.is_exact)
                    && arguments.iter().all(|argument| self.is_shape_exact(argument))
            }
        }
    }
}
