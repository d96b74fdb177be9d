//! The values that the rules of a schema read.

use idlgen_cel::{escape, paths_read};
use idlgen_validate::Schema;

use crate::diff::Step;

/// The paths of fields that the rules of a schema read.
pub(in crate::diff) struct RulePaths {
    /// The number of steps from the root to the schema.
    depth: usize,
    /// The paths below the schema, with escaped names. `None` if they are unknown.
    paths: Option<Vec<Vec<String>>>,
}

impl RulePaths {
    /// Reads the rules of a schema that is this many steps below the root.
    pub(in crate::diff) fn new(schema: &Schema, depth: usize) -> Self {
        let rules = schema.extensions.validations.iter();
        let paths: Option<Vec<_>> = rules.map(|rule| paths_read(&rule.rule)).collect();
        RulePaths { depth, paths: paths.map(|paths| paths.into_iter().flatten().collect()) }
    }

    /// Returns `true` if a rule may read the value at a location, which is in the schema or below it.
    pub(in crate::diff) fn may_read(&self, location: &[Step]) -> bool {
        let below = location.get(self.depth..).unwrap_or_default();
        // A rule can read everything below the end of a path, for example the items of a list.
        let leads_to = |path: &Vec<String>| path.iter().zip(below).all(|(field, step)| is_field(step, field));
        self.paths.as_ref().is_none_or(|paths| paths.iter().any(leads_to))
    }
}

fn is_field(step: &Step, escaped: &str) -> bool {
    match step {
        Step::Field(name) => escape(name).is_some_and(|name| name == escaped),
        // A rule selects an entry of a map like a field.
        Step::Values => true,
        Step::Items => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rules_read_values_on_and_below_their_paths() {
        let field = |name: &str| Step::Field(name.to_owned());
        let spec = || vec![field("spec"), field("a-b")];
        for (rule, location, expected) in [
            ("self.a == 1", [spec(), vec![field("a")]].concat(), true),
            ("self.a == 1", [spec(), vec![field("b")]].concat(), false),
            ("self.a == 1", spec(), true),
            ("self.c.d == 1", [spec(), vec![field("c"), field("d"), field("e")]].concat(), true),
            ("self.c.d == 1", [spec(), vec![field("c"), field("e")]].concat(), false),
            ("self.c.all(x, x.e)", [spec(), vec![field("c"), Step::Items, field("e")]].concat(), true),
            ("self.c.k == 1", [spec(), vec![field("c"), Step::Values]].concat(), true),
            ("self == oldSelf", [spec(), vec![field("a")]].concat(), true),
            ("self.x__dash__y == 1", [spec(), vec![field("x-y")]].concat(), true),
            ("self.a ==", [spec(), vec![field("b")]].concat(), true),
            ("true", [spec(), vec![field("a")]].concat(), false),
        ] {
            let (schema, _) = Schema::from_json(&json!({"x-kubernetes-validations": [{"rule": rule}]}));
            assert_eq!(RulePaths::new(&schema, 2).may_read(&location), expected, "{rule} {location:?}");
        }
    }
}
