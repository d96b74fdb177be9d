//! The keys of a printed object.

use super::OrderedJson;

/// The keys of a printed object, in order.
#[derive(Default)]
pub(super) struct Keys(pub(super) Vec<(String, OrderedJson)>);

impl Keys {
    pub(super) fn add(&mut self, key: &str, value: OrderedJson) {
        self.0.push((key.to_owned(), value));
    }

    pub(super) fn text(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.add(key, OrderedJson::string(value));
        }
    }

    pub(super) fn flag(&mut self, key: &str, value: bool) {
        if value {
            self.add(key, OrderedJson::Bool(true));
        }
    }

    pub(super) fn list(&mut self, key: &str, items: Vec<OrderedJson>) {
        if !items.is_empty() {
            self.add(key, OrderedJson::Array(items));
        }
    }
}
