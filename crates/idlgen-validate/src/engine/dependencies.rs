//! `dependencies` (JSON Schema draft 4).

use idlgen_runtime::{
    Context,
    field::{BadValue, Error, ErrorType, Path},
    go::quote,
    value::ValueRef,
};

use super::walk::{Location, NodeResult, Walk};
use crate::compiled::Dependency;

impl Walk<'_> {
    pub(super) fn dependencies(&self, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        let mut judged = NodeResult::PASSED;
        let ValueRef::Map(map) = place.value else { return judged };
        for (_, dependency) in place.node.dependencies.iter().filter(|(name, _)| map.contains_key(name)) {
            match dependency {
                Dependency::Node(id) => judged.merge(self.apply(&place.branch(self.get(*id)), cx)),
                Dependency::Properties(needed) => {
                    for needed in needed.iter().filter(|needed| !map.contains_key(needed)) {
                        judged.check(missing(needed, place.path, cx));
                    }
                }
            }
        }
        judged
    }
}

fn missing(needed: &str, path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| {
        let detail = format!("{} has a dependency on {needed}", quote(&path.dotted()));
        let root = Path::root().to_string();
        Error { field: root, ..Error::new(ErrorType::Invalid, path.to_path_buf(), BadValue::from(""), detail) }
    });
    false
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions,
        testing::{errors_of, json},
    };
    use crate::{Definitions, Schema};

    #[test]
    fn one_property_needs_another() {
        let (schema, _) = Schema::from_json(&json(r#"{"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}"#));
        let validator = Validator::with_definitions(&Definitions::default(), &schema, ValidatorOptions::crd()).unwrap();
        assert_eq!(errors_of(&validator, &json(r#"{"b": 1}"#), None), [""; 0]);
        assert_eq!(
            errors_of(&validator, &json(r#"{"a": 1, "c": 1}"#), None),
            [r#"<nil>: Invalid value: "": "" has a dependency on b"#, "d: Required value"]
        );
    }
}
