//! `type`, `nullable` and `x-kubernetes-int-or-string`.

use idlgen_runtime::{Context, check, value::ValueRef};

use super::{
    parts::Parts,
    walk::{Judged, Place},
};
use crate::Schema;

/// The types of each part that says one; equal ones once.
#[derive(Clone, Debug, Default)]
pub(super) struct SchemaTypes {
    alternatives: Vec<Vec<&'static str>>,
}

impl SchemaTypes {
    pub(super) fn compile(parts: &Parts<'_>) -> Self {
        let mut alternatives: Vec<Vec<&'static str>> = Vec::new();
        for types in parts.all(types) {
            if !alternatives.contains(&types) {
                alternatives.push(types);
            }
        }
        SchemaTypes { alternatives }
    }

    /// Whether a value is of a type that every part takes, as far as its JSON type tells.
    pub(super) fn allow(&self, value: &ValueRef<'_>) -> bool {
        let name = value.type_name();
        let takes = |types: &Vec<&'static str>| {
            types.iter().any(|known| {
                *known == name || (*known == "number" && name == "integer") || (*known == "integer" && name == "number")
            })
        };
        self.alternatives.iter().all(takes)
    }

    /// The type, if there is one and only one.
    pub(super) fn single(&self) -> Option<&'static str> {
        match self.alternatives.as_slice() {
            [types] => match types.as_slice() {
                [single] => Some(single),
                _ => None,
            },
            _ => None,
        }
    }
}

fn types(schema: &Schema) -> Option<Vec<&'static str>> {
    if schema.extensions.int_or_string {
        return Some(vec!["integer", "string"]);
    }
    if let Some(draft4) = schema.draft4.as_ref().filter(|draft4| !draft4.types.is_empty()) {
        return Some(draft4.types.clone());
    }
    Some(vec![schema.schema_type?.name()])
}

impl Place<'_> {
    /// `validate.typeValidator`.
    pub(super) fn schema_type(&self, cx: &mut Context) -> Judged {
        let node = self.node;
        let format = node.formats.first_of_type().unwrap_or_default();
        if node.schema_types.alternatives.is_empty() && format.is_empty() {
            return Judged::PASSED;
        }
        let mut passed = true;
        let check = |types: &[&str], cx: &mut Context| {
            check::schema_type(self.value, types, format, node.nullable, self.path, cx)
        };
        if node.schema_types.alternatives.is_empty() {
            passed = node.keyword("type", cx, |cx| check(&[], cx));
        }
        for types in &node.schema_types.alternatives {
            passed &= node.keyword("type", cx, |cx| check(types, cx));
        }
        Judged { passed, matches: 1 + u64::from(passed) }
    }
}
