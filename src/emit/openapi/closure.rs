//! Transitive references of definitions.

use std::collections::BTreeSet;

use idlgen_validate::{Definitions, Schema, schema::AdditionalProperties};

/// Returns the definitions with these names and all that they reference, directly or indirectly. Skips names without a
/// definition.
pub(super) fn closure<'d>(definitions: &'d Definitions, roots: impl IntoIterator<Item = &'d str>) -> BTreeSet<&'d str> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<&str> = roots.into_iter().collect();
    while let Some(name) = waiting.pop() {
        let Some(schema) = definitions.get(name) else { continue };
        if reached.insert(name) {
            references(schema, &mut waiting);
        }
    }
    reached
}

/// Adds the names that a schema references. Its OpenAPI v2 schema references nothing else.
fn references<'d>(schema: &'d Schema, names: &mut Vec<&'d str>) {
    names.extend(schema.reference.as_deref());
    let boxed = schema.items.iter().chain(&schema.not).map(AsRef::as_ref);
    let branches = schema.all_of.iter().chain(&schema.any_of).chain(&schema.one_of);
    for inner in boxed.chain(branches).chain(schema.properties.values()) {
        references(inner, names);
    }
    if let Some(AdditionalProperties::Schema(values)) = &schema.additional_properties {
        references(values, names);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refers_to(name: &str) -> Schema {
        Schema { reference: Some(name.to_owned()), ..Schema::default() }
    }

    #[test]
    fn everything_that_is_reached_and_nothing_else() {
        let list = Schema { items: Some(Box::new(refers_to("element"))), ..Schema::default() };
        let map = Schema {
            additional_properties: Some(AdditionalProperties::Schema(Box::new(refers_to("value")))),
            ..Schema::default()
        };
        let mut root = Schema { all_of: vec![refers_to("branch")], ..Schema::default() };
        root.properties.insert("list".into(), list);
        root.properties.insert("map".into(), map);
        let mut definitions = Definitions::default();
        for (name, schema) in [
            ("root", root),
            ("branch", refers_to("root")),
            ("element", refers_to("gone")),
            ("value", Schema::default()),
            ("other", refers_to("root")),
        ] {
            definitions.schemas.insert(name.into(), schema);
        }
        let reached: Vec<&str> = closure(&definitions, ["root"]).into_iter().collect();
        assert_eq!(reached, ["branch", "element", "root", "value"]);
    }
}
