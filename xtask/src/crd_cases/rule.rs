//! Random rules for schemas.

use idlgen_cel::escape;
use idlgen_testing::Random;
use serde_json::{Map, Value as Json, json};

/// Returns a rule for values of a schema.
pub(super) fn rule(random: &mut Random, schema: &Json) -> Json {
    let is_optional = random.percent(8);
    let text = if is_optional {
        random.one_of(&["!oldSelf.hasValue()", "oldSelf.hasValue()", "oldSelf.orValue(self) == self"]).to_owned()
    } else {
        expression(random, schema)
    };
    let mut rule = json!({"rule": text});
    if is_optional {
        rule["optionalOldSelf"] = json!(true);
    }
    if random.percent(20) {
        rule["message"] = json!(random.one_of(&["no", " padded ", "<é>"]));
    }
    if random.percent(10) {
        let texts =
            ["'x'", "'got ' + string(type(self))", "''", "'a\\nb'", "string(1/0)", "dyn(self)", "'%s'.format([self])"];
        rule["messageExpression"] = json!(random.one_of(&texts));
    }
    if random.percent(20) {
        let reasons = ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];
        rule["reason"] = json!(random.one_of(&reasons));
    }
    if let Some(name) = name(random, schema).filter(|_| random.percent(15)) {
        rule["fieldPath"] = json!(if name.chars().all(|character| character.is_ascii_alphanumeric()) {
            format!(".{name}")
        } else {
            format!("['{name}']")
        });
    }
    rule
}

fn name(random: &mut Random, schema: &Json) -> Option<String> {
    let properties = schema["properties"].as_object()?;
    properties.keys().nth(random.below(properties.len())).cloned()
}

fn expression(random: &mut Random, schema: &Json) -> String {
    let of_any = ["true", "false", "self == oldSelf", "self != oldSelf", "type(self) == type(1)", "1 / 0 > 1"];
    if random.percent(12) {
        return random.one_of(&of_any).to_owned();
    }
    if schema["x-kubernetes-int-or-string"] == true {
        return random
            .one_of(&["type(self) == int", "self == 5", "self > 3", "self.size() > 1", "self == oldSelf"])
            .to_owned();
    }
    match schema["type"].as_str().unwrap_or_default() {
        "string" => random
            .one_of(&[
                "self.size() < 3",
                "self != 'a'",
                "self.startsWith('a')",
                "self == oldSelf",
                "self.matches('^a')",
                "self in ['a', 'b']",
                "self < oldSelf",
                "int(self) > 3",
                "size(self) > 0",
                "self == self + ''",
            ])
            .to_owned(),
        "integer" => random
            .one_of(&[
                "self > 2",
                "self >= oldSelf",
                "self % 2 == 0",
                "10 / self > 1",
                "self + 1 > self",
                "self in [1, 2]",
            ])
            .to_owned(),
        "number" => random.one_of(&["self > 2.0", "self >= oldSelf", "self < 1.5", "self == 1.0"]).to_owned(),
        "boolean" => random.one_of(&["self", "!self", "self || !oldSelf", "self == oldSelf"]).to_owned(),
        "array" => random
            .one_of(&[
                "self.size() < 3",
                "self.all(x, x == x)",
                "self.exists(x, x in oldSelf)",
                "size(self) >= size(oldSelf)",
                "self == oldSelf",
                "self[0] == self[1]",
                "self.map(x, x).size() == 2",
                "self + oldSelf == self",
                "self.exists_one(x, x == self[0])",
                "self.isSorted()",
            ])
            .to_owned(),
        "object" => match (name(random, schema), schema["additionalProperties"].is_object()) {
            (Some(name), _) => of_property(random, &name),
            (None, true) => random
                .one_of(&[
                    "self.size() < 2",
                    "self.all(k, k.size() < 3)",
                    "'a' in self",
                    "self == oldSelf",
                    "self['a'] == self['b']",
                    "self.all(k, k in oldSelf)",
                ])
                .to_owned(),
            _ => random
                .one_of(&["self == oldSelf", "has(self.a)", "self.metadata.name == 'x'", "self.kind == 'Foo'"])
                .to_owned(),
        },
        _ => random.one_of(&of_any).to_owned(),
    }
}

fn of_property(random: &mut Random, name: &str) -> String {
    let Some(name) = escape(name) else { return "self == oldSelf".to_owned() };
    random
        .one_of(&[
            "has(self.N)",
            "!has(self.N)",
            "self.N == self.N",
            "!has(oldSelf.N) || has(self.N)",
            "self.N == oldSelf.N",
            "has(self.N) && self.N != oldSelf.N",
            "dyn(self.N) == 1",
            "self == oldSelf",
        ])
        .replace('N', &name)
}

/// Returns `true` if any rule adds an item to a list of type `set`.
pub(super) fn adds_to_set(schema: &Json) -> bool {
    match schema {
        Json::Object(members) => {
            let rules = members.get("x-kubernetes-validations").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
            let adds = |rule: &Json| rule["rule"].as_str().is_some_and(|text| text.contains(" + "));
            let is_set = members.get("x-kubernetes-list-type").is_some_and(|list_type| list_type == "set");
            (is_set && rules.len() > 1 && rules.iter().any(adds)) || members.values().any(adds_to_set)
        }
        Json::Array(items) => items.iter().any(adds_to_set),
        _ => false,
    }
}

/// Returns `true` if the schema contains any rule.
pub(super) fn any(schema: &Json) -> bool {
    let below = |value: &Json| match value {
        Json::Object(members) => members.values().any(any),
        Json::Array(items) => items.iter().any(any),
        _ => false,
    };
    schema.as_object().is_some_and(|members: &Map<String, Json>| members.contains_key("x-kubernetes-validations"))
        || below(schema)
}
