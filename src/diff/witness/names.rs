//! Generates object names for a CRD with a rule or a limit for `metadata.name`.

use idlgen_validate::Schema;
use serde_json::Value as Json;

use super::sample::Sampler;

/// The name of objects if the CRD does not limit names.
const USUAL: &str = "example";

/// Maximum number of names to try.
const MOST_NAMES: usize = 8;

/// Returns candidate names for objects, the best first: the default name, a name within the limits, and the strings in
/// rules about the name.
pub(super) fn of(schema: &Schema, sampler: &Sampler) -> Vec<String> {
    let mut names = vec![USUAL.to_owned()];
    let metadata = schema.properties.get("metadata");
    if let Some(name) = metadata.and_then(|metadata| metadata.properties.get("name"))
        && let Json::String(name) = sampler.sample(name, true, 0)
    {
        names.push(name);
    }
    let rules = schema.extensions.validations.iter().map(|rule| rule.rule.as_str());
    for rule in rules.filter(|rule| rule.contains("metadata.name")) {
        names.extend(strings(rule));
    }
    let mut known = Vec::new();
    names.retain(|name| {
        let is_new = !name.is_empty() && !known.contains(name);
        known.push(name.clone());
        is_new
    });
    names.truncate(MOST_NAMES);
    names
}

/// Maximum length of a name.
const MOST_CHARACTERS: usize = 253;

/// Returns names that a rule about the name of an object may reject: the strings in the rule, and names with and beyond
/// the lengths in it.
pub(super) fn of_rule(rule: &str) -> Vec<String> {
    let numbers = rule.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<usize>().ok());
    let lengths = numbers.flat_map(|number| [number, number.saturating_add(1), number.saturating_sub(1)]);
    let lengths = lengths.filter(|length| (1..=MOST_CHARACTERS).contains(length));
    let long = lengths.map(|length| "a".repeat(length));
    let usual = ["a", "a.b", "a-b", "1", "example.com"].map(str::to_owned);
    strings(rule).into_iter().filter(|name| !name.is_empty()).chain(long).chain(usual).collect()
}

/// Returns the contents of plain string literals in a rule.
pub(super) fn strings(rule: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = rule;
    while let Some(start) = rest.find(['\'', '"']) {
        let (_, quoted) = rest.split_at(start);
        let Some(quote) = quoted.chars().next() else { break };
        let inside = quoted.get(1..).unwrap_or_default();
        let Some((text, after)) = inside.split_once(quote) else { break };
        found.push(text.to_owned());
        rest = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn names(schema: &Json) -> Vec<String> {
        of(&Schema::from_json(schema).0, &Sampler::default())
    }

    #[test]
    fn rules_and_limits_of_the_name_suggest_others() {
        assert_eq!(names(&json!({"type": "object"})), ["example"]);
        let rules = json!([{"rule": "self.metadata.name in ['default', \"other\"]"}, {"rule": "self.a == 'b'"}]);
        assert_eq!(names(&json!({"x-kubernetes-validations": rules})), ["example", "default", "other"]);
        let repeated = json!([{"rule": "self.metadata.name in ['', 'example', 'other', 'other']"}]);
        assert_eq!(names(&json!({"x-kubernetes-validations": repeated})), ["example", "other"]);
        let limit = json!({"type": "string", "enum": ["cluster"]});
        let limited = json!({"properties": {"metadata": {"type": "object", "properties": {"name": limit}}}});
        assert_eq!(names(&limited), ["example", "cluster"]);
    }

    #[test]
    fn rules_suggest_names_that_they_reject() {
        let names = of_rule("size(self.metadata.name) < 4 && self.metadata.name != 'x'");
        assert_eq!(names[..4], ["x", "aaaa", "aaaaa", "aaa"]);
        assert!(of_rule("self.metadata.name != ''").iter().all(|name| !name.is_empty()));
        assert!(of_rule("size(self.metadata.name) < 99999999999999999999999").iter().all(|name| name.len() < 20));
    }
}
