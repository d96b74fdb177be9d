//! `type` and `x-kubernetes-int-or-string`.

use idlgen_runtime::value::ValueRef;

/// The types of each part that says one; equal ones once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaTypes {
    /// The value must be of one of the types of each.
    pub alternatives: Vec<Vec<&'static str>>,
}

impl SchemaTypes {
    /// Adds what a part says.
    pub(super) fn add(&mut self, types: Vec<&'static str>) {
        if !self.alternatives.contains(&types) {
            self.alternatives.push(types);
        }
    }

    /// Whether a value is of a type that every part takes, as far as its JSON type tells.
    pub fn allow(&self, value: &ValueRef<'_>) -> bool {
        let name = value.type_name();
        let takes = |types: &Vec<&'static str>| {
            types.iter().any(|known| {
                *known == name || (*known == "number" && name == "integer") || (*known == "integer" && name == "number")
            })
        };
        self.alternatives.iter().all(takes)
    }

    /// The type, if there is one and only one.
    pub fn single(&self) -> Option<&'static str> {
        match self.alternatives.as_slice() {
            [types] => match types.as_slice() {
                [single] => Some(single),
                _ => None,
            },
            _ => None,
        }
    }
}
