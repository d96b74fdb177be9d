//! Operations on the root of an object.

use idlgen_runtime::{Context, field::Path, value::Value};

use super::{Validator, node::Compiled};

impl Validator {
    /// Returns `true` if the schema has rules that are evaluated.
    pub(crate) fn has_rules(&self) -> bool {
        self.compiled.get(Compiled::ROOT).has_rules
    }

    /// Validates `value` like [`Validator::check_values`], with the schema of the root's property `property`. Paths in
    /// errors start at the value, as if it were the root. Does nothing if the property is not declared.
    pub(crate) fn check_values_of(&self, property: &str, value: &dyn Value, old: Option<&dyn Value>, cx: &mut Context) {
        let Some(property) = self.compiled.get(Compiled::ROOT).properties.get(property) else { return };
        self.check_values_at(property.node, value, old, &Path::root(), cx);
    }
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::{Context, Mode, Options};

    use super::super::testing::{crd, json};

    #[test]
    fn a_property_is_judged_by_itself() {
        let validator = crd(r#"{"properties": {"a": {"properties": {"b": {"maximum": 1}}}}}"#);
        let errors = |property| {
            let mut cx = Context::new(Mode::AllErrors, Options::default());
            validator.check_values_of(property, &json(r#"{"b": 2}"#), None, &mut cx);
            cx.finish().1.to_string()
        };
        assert_eq!(errors("a"), "b: Invalid value: 2: b in body should be less than or equal to 1");
        assert_eq!(errors("x"), "");
        assert!(!validator.has_rules());
    }
}
