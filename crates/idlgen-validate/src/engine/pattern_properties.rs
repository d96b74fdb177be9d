//! `patternProperties` (JSON Schema draft 4).

use idlgen_runtime::{Context, value::Map};

use super::{
    sorted_keys::sorted_keys,
    walk::{Location, NodeResult, Walk},
};

impl Walk<'_> {
    pub(super) fn pattern_properties(&self, map: &dyn Map, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        let mut judged = NodeResult::PASSED;
        for key in &sorted_keys(map) {
            let Some(value) = map.get(key) else { continue };
            for id in place.node.matching_patterns(key) {
                let node = self.get(*id);
                let path = place.path.key(key);
                let child = Location { finds_duplicates: false, ..place.part((node, node), &value, None, &path) };
                judged.merge(self.apply(&child, cx));
                if cx.is_done() {
                    return judged;
                }
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
    fn names_that_match_are_declared() {
        let text = r#"{"patternProperties": {"^x": {"maximum": 1}}, "additionalProperties": false}"#;
        let (schema, _) = Schema::from_json(&json(text));
        let validator = Validator::with_definitions(&Definitions::default(), &schema, ValidatorOptions::crd()).unwrap();
        let texts = errors_of(&validator, &json(r#"{"xa": 2, "xb": 0, "y": 0}"#), None);
        assert_eq!(texts.len(), 2);
        assert!(texts[0].contains("forbidden property") && texts[1].starts_with("xa: "), "{texts:?}");
    }

    /// The server only finds them in properties, values and elements with one schema, as a structural schema has.
    #[test]
    fn duplicates_are_not_found_in_matching_properties_and_tuples() {
        let set = r#"{"type": "array", "items": {"type": "integer"}, "x-kubernetes-list-type": "set"}"#;
        let duplicates = |text: &str, value: &str| {
            let (schema, _) = Schema::from_json(&json(text));
            let options = ValidatorOptions::crd();
            let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
            errors_of(&validator, &json(value), None).iter().filter(|text| text.contains("Duplicate value")).count()
        };
        let in_object = |keyword: &str| format!(r#"{{"properties": {{"o": {{{keyword}}}}}}}"#);
        let object = r#"{"o": {"xa": [1, 1]}}"#;
        assert_eq!(duplicates(&in_object(&format!(r#""properties": {{"xa": {set}}}"#)), object), 1);
        assert_eq!(duplicates(&in_object(&format!(r#""additionalProperties": {set}"#)), object), 1);
        assert_eq!(duplicates(&in_object(&format!(r#""patternProperties": {{"^x": {set}}}"#)), object), 0);
        let list = r#"{"o": [[1, 1]]}"#;
        assert_eq!(duplicates(&in_object(&format!(r#""items": {set}"#)), list), 1);
        assert_eq!(duplicates(&in_object(&format!(r#""items": [{set}]"#)), list), 0);
    }
}
