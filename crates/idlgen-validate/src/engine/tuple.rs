//! `items` as a list of schemas, together with `additionalItems` (JSON Schema draft 4).

use idlgen_runtime::{
    Context,
    field::{BadValue, Error, ErrorType},
    value::List,
};

use super::{
    node::Additional,
    walk::{Location, NodeResult, Walk},
};

impl Walk<'_> {
    pub(super) fn tuple(&self, list: &dyn List, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        let mut judged = NodeResult::PASSED;
        let Some(tuple) = &place.node.tuple else { return judged };
        if tuple.rest == Additional::Nothing && list.len() > tuple.first.len() {
            let detail = "array doesn't allow for additional items";
            cx.report(|| Error::new(ErrorType::Invalid, place.path.to_path_buf(), BadValue::from(""), detail));
            judged.check(false);
        }
        for index in 0..list.len() {
            let id = match (tuple.first.get(index), tuple.rest) {
                (Some(id), _) => *id,
                (None, Additional::Node(id)) => id,
                _ => break,
            };
            let Some(value) = list.get(index) else { continue };
            let node = self.get(id);
            let path = place.path.index(index);
            let item = Location { finds_duplicates: false, ..place.part((node, node), &value, None, &path) };
            judged.merge(self.apply(&item, cx));
            if cx.is_done() {
                break;
            }
        }
        judged
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions,
        testing::{errors_of, json},
    };
    use crate::{Definitions, Schema};

    #[test]
    fn each_element_has_its_schema() {
        let text = r#"{"items": [{"type": "string"}, {"type": "integer"}], "additionalItems": {"type": "boolean"}}"#;
        let (schema, _) = Schema::from_json(&json(text));
        let validator = Validator::with_definitions(&Definitions::default(), &schema, ValidatorOptions::crd()).unwrap();
        for (value, valid) in
            [(r#"["a", 1, true]"#, true), (r#"["a"]"#, true), ("[1]", false), (r#"["a", 1, 1]"#, false)]
        {
            assert_eq!(validator.verdict(&json(value), None).is_valid(), valid, "{value}");
        }
    }

    #[test]
    fn more_elements_may_be_forbidden() {
        let (schema, _) = Schema::from_json(&json(r#"{"items": [{"type": "string"}, {}], "additionalItems": false}"#));
        let validator = Validator::with_definitions(&Definitions::default(), &schema, ValidatorOptions::crd()).unwrap();
        for (value, errors) in [
            ("[]", vec![]),
            (r#"["a", 1]"#, vec![]),
            (r#"["a", 1, 2]"#, vec!["<nil>: Invalid value: \"\": array doesn't allow for additional items"]),
        ] {
            assert_eq!(errors_of(&validator, &json(value), None), errors, "{value}");
        }
    }
}
