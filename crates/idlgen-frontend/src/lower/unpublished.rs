//! Rules that are not published (`publish=false`): only the validators of the Go types evaluate them.

use std::borrow::Cow;

use idlgen_schema::Schema;

use super::lowered::Lowered;

impl Lowered {
    /// Returns the same schemas with only the rules that are not published.
    pub fn with_unpublished_rules(&self) -> Cow<'_, Lowered> {
        match &self.unpublished {
            Some(unpublished) => Cow::Borrowed(unpublished),
            None => Cow::Owned(self.with_rules(true)),
        }
    }

    fn with_rules(&self, unpublished: bool) -> Lowered {
        let mut lowered = Lowered { unpublished: None, ..self.clone() };
        for schema in lowered.definitions.schemas.values_mut().chain(lowered.named.values_mut()) {
            keep(schema, unpublished);
        }
        lowered
    }
}

/// Moves the rules that are not published to schemas of their own.
pub(super) fn split(lowered: Lowered) -> Lowered {
    let mut schemas = lowered.definitions.schemas.values().chain(lowered.named.values());
    if !schemas.any(has_unpublished) {
        return lowered;
    }
    let unpublished = Lowered { diagnostics: Vec::new(), ..lowered.with_rules(true) };
    Lowered { unpublished: Some(Box::new(unpublished)), ..lowered.with_rules(false) }
}

fn has_unpublished(schema: &Schema) -> bool {
    schema.extensions.validations.iter().any(|rule| rule.unpublished) || schema.inside().any(has_unpublished)
}

/// Removes all rules that are published, or all others.
fn keep(schema: &mut Schema, unpublished: bool) {
    schema.extensions.validations.retain(|rule| rule.unpublished == unpublished);
    schema.inside_mut().for_each(|inner| keep(inner, unpublished));
}

#[cfg(test)]
mod tests {
    use crate::{
        lower::{
            LowerOptions, Lowered, lower, lower_for_definitions,
            testing::{PACKAGE, read},
        },
        source::SourceMap,
    };

    const TYPES: &str = "// +validationRule=\"self.a < 1\"\n\
        // +validationRule=\"self.a < 2\",publish=false\n\
        type T struct {\n\tA int `json:\"a\"`\n\
        \t// +validationRule=\"self != 'x'\",publish=false\n\tNames []Name `json:\"names\"`\n}\n\n\
        // +validationRule=\"self != 'y'\",publish=false\n\
        // +validationRule=\"self != 'z'\",publish=true\ntype Name string\n";

    fn rules(lowered: &Lowered) -> Vec<String> {
        let text = format!("{:?}{:?}", lowered.definitions, lowered.named);
        let rules = text.split("ValidationRule { rule: \"").skip(1);
        rules.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
    }

    #[test]
    fn unpublished_rules_are_in_schemas_of_their_own() {
        let model = read(&[(PACKAGE, true, TYPES)], &mut SourceMap::default());
        let lowered = lower(&model, &LowerOptions::default());
        assert_eq!(rules(&lowered), ["self != 'z'", "self.a < 1", "self != 'z'"]);
        let unpublished = lowered.with_unpublished_rules();
        let expected = ["self != 'y'", "self != 'x'", "self.a < 2", "self != 'y'"];
        assert_eq!(rules(&unpublished), expected);
        assert_eq!(unpublished.names, lowered.names);
        // Other audiences see them, too, except for servers with CRDs.
        let other = lowered.for_custom_resources(&model, &[]).unwrap_or(lowered);
        assert_eq!(rules(&other.with_unpublished_rules()), expected);
        let definitions = lower_for_definitions(&model, &LowerOptions::default(), &[]);
        assert_eq!(rules(&definitions).len(), 3);
    }

    #[test]
    fn without_such_rules_nothing_is_copied() {
        let model = read(&[(PACKAGE, true, "type T struct {\n\tA int `json:\"a\"`\n}\n")], &mut SourceMap::default());
        let lowered = lower(&model, &LowerOptions::default());
        assert!(lowered.unpublished.is_none());
        assert_eq!(lowered.with_unpublished_rules().definitions, lowered.definitions);
    }
}
