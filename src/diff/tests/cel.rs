//! Changes of `x-kubernetes-validations`.

use serde_json::{Value as Json, json};

use super::{Verdict, changes, check, document};

/// Returns the schema of an integer with rules.
fn with(rules: &Json) -> Json {
    json!({"type": "integer", "x-kubernetes-validations": rules})
}

#[test]
fn texts_of_equal_rules() {
    let plain = json!({"rule": "self % 2 == 0"});
    let with_text = |key: &str, text: &str| json!({"rule": "self % 2 == 0", key: text});
    for key in ["message", "messageExpression", "fieldPath"] {
        let names = ["cel-message-changed"];
        check(with(&json!([plain])), with(&json!([with_text(key, "'a'")])), &names, "---");
        check(with(&json!([with_text(key, "'a'")])), with(&json!([with_text(key, "'b'")])), &names, "---");
        check(with(&json!([with_text(key, "'a'")])), with(&json!([with_text(key, "'a'")])), &[], "---");
    }
    let reason = |reason: &str| with(&json!([with_text("reason", reason)]));
    check(reason("FieldValueInvalid"), reason("FieldValueForbidden"), &["cel-reason-changed"], "-V-");
    // The order of rules does not matter.
    let (one, other) = (json!({"rule": "self % 3 == 0", "message": "a"}), json!({"rule": "self % 5 == 0"}));
    check(with(&json!([one, other])), with(&json!([other, one])), &[], "---");
    // Rules that are not valid expressions are equal if they differ only in whitespace.
    check(with(&json!([{"rule": "self ++"}])), with(&json!([{"rule": " self  ++"}])), &[], "---");
    let invalid = ["cel-rule-changed"];
    check(with(&json!([{"rule": "self ++ a"}])), with(&json!([{"rule": "self +++ a"}])), &invalid, "VVV");
}

#[test]
fn rules_are_matched_with_those_that_they_replace() {
    let rule = |rule: &str, key: &str, text: &str| json!({"rule": rule, key: text});
    for key in ["message", "messageExpression", "fieldPath"] {
        let (old, new) = (rule("self % 2 == 0", key, "'a'"), rule("self < 100 || self > size('a')", key, "'a'"));
        check(with(&json!([old])), with(&json!([new])), &["cel-rule-changed"], "VVV");
        // Without a common text or similar words, one is added and the other is removed.
        let new = rule("self < 100 || self > size('a')", key, "'b'");
        check(with(&json!([old])), with(&json!([new])), &["cel-rule-added", "cel-rule-removed"], "BVB");
    }
    // Of several similar rules, the most similar one is the replaced rule.
    let object = |rules: &Json| {
        let integer = json!({"type": "integer"});
        json!({"type": "object", "required": ["a", "b", "c"], "properties": {"a": integer, "b": integer, "c": integer},
            "x-kubernetes-validations": rules})
    };
    let old = object(&json!([{"rule": "self.a + self.b < 9"}]));
    let new = object(&json!([{"rule": "self.a + self.c < 9"}, {"rule": "self.b + self.a < 8"}]));
    let found = changes(&document(&old, &[]), &document(&new, &[]));
    let texts: Vec<String> = found.iter().map(|change| change.text.clone()).collect();
    assert!(texts.iter().any(|text| text.contains("from `self.a + self.b < 9` to `self.b + self.a < 8`")), "{texts:?}");
    assert!(texts.iter().any(|text| text.starts_with("rule `self.a + self.c < 9` added")), "{texts:?}");
}

#[test]
fn a_common_message_decides_before_common_words() {
    let integer = json!({"type": "integer"});
    let object = |required: &[&str], rules: &[&Json]| {
        json!({"type": "object", "required": required, "properties": {"least": integer, "most": integer},
            "x-kubernetes-validations": rules})
    };
    let ordered = |rule: &str| json!({"rule": rule, "message": "least cannot exceed most"});
    let old = ordered("!has(self.least) || !has(self.most) || self.least <= self.most");
    let most = json!({"rule": "has(self.most)"});
    // The field is required by a rule before, and by `required` after.
    let new = object(&["most"], &[&ordered("!has(self.least) || self.least <= self.most")]);
    check(object(&[], &[&most, &old]), new.clone(), &[], "---");
    check(object(&[], &[&old]), new, &["required-added", "cel-rule-tightened"], "B-B");
}

#[test]
fn rules_for_new_objects() {
    let rule = |is_optional: bool| json!({"rule": "self > 3 || oldSelf.hasValue()", "optionalOldSelf": is_optional});
    let transition = json!({"rule": "self > oldSelf", "message": "grows"});
    let optional =
        json!({"rule": "oldSelf.optMap(old, self > old).orValue(true)", "optionalOldSelf": true, "message": "grows"});
    check(with(&json!([rule(true)])), with(&json!([rule(true)])), &[], "---");
    let found = changes(&document(&with(&json!([transition])), &[]), &document(&with(&json!([optional])), &[]));
    let names: Vec<&str> = found.iter().map(|change| change.rule).collect();
    assert_eq!(names, ["cel-rule-on-create"]);
}

#[test]
fn long_rules_are_shortened() {
    let long = |length: usize| format!("self != {}", "1".repeat(length - 8));
    let text = |length: usize| {
        let new = with(&json!([{"rule": format!("{} ||\n  true == false", long(length))}]));
        let found = changes(&document(&with(&json!([])), &[]), &document(&new, &[]));
        found.first().map(|change| change.text.clone()).unwrap_or_default()
    };
    assert!(text(20).starts_with("rule `self != 111111111111 || true == false` added"), "{}", text(20));
    assert!(text(300).starts_with(&format!("rule `{}…` added", long(200))), "{}", text(300));
    // With ` || true == false`, the first rule has 200 characters.
    assert!(text(183).starts_with(&format!("rule `{} || true == false` added", long(183))), "{}", text(183));
    assert!(text(184).starts_with(&format!("rule `{} || true == fals…` added", long(184))), "{}", text(184));
}

#[test]
fn rules_for_updates_of_immutable_values() {
    let object = |rules: Json, of_a: Json| {
        json!({"type": "object", "properties": {
            "a": {"type": "string", "x-kubernetes-validations": of_a}, "b": {"type": "string"}},
            "x-kubernetes-validations": rules})
    };
    let equal = json!([{"rule": "self == oldSelf"}]);
    let of_fields = json!([{"rule": "!has(oldSelf.b) || oldSelf.b != 'x' || self.b != 'y'"}]);
    let immutable = object(equal.clone(), json!([]));
    // Each field becomes immutable instead of the object.
    check(immutable.clone(), object(json!([]), equal.clone()), &["cel-rule-removed"], "-V-");
    check(immutable.clone(), object(of_fields, equal.clone()), &["cel-rule-removed"], "-V-");
    // This rule also rejects updates of other fields.
    check(immutable, object(equal.clone(), json!([{"rule": "self > oldSelf"}])), &["cel-rule-added"], "B--");
    check(object(json!([]), json!([])), object(json!([]), equal), &["cel-rule-added"], "B--");
}

#[test]
fn a_format_that_changes_the_type_in_rules() {
    let object = |format: Option<&str>, rule: &str, of_field: Json| {
        let mut b = json!({"type": "string", "x-kubernetes-validations": of_field});
        if let Some(format) = format {
            b["format"] = json!(format);
        }
        json!({"type": "object", "required": ["b"], "x-kubernetes-validations": [{"rule": rule}], "properties": {
            "b": b, "c": {"type": "string", "maxLength": 3}}})
    };
    let check = |old: Option<&str>, new: Option<&str>, rule: &str, names: &[&str], expected: &str| {
        super::check(object(old, rule, json!([])), object(new, rule, json!([])), names, expected);
    };
    let removed = &["format-removed"];
    check(Some("date-time"), None, "int(self.b) > 3", removed, "VVV");
    check(Some("duration"), None, "self == oldSelf", removed, "VVV");
    check(Some("byte"), None, "size(self.b) == 3", removed, "VVV");
    // The rule does not read the field, or the type remains the same.
    check(Some("date-time"), None, "self.c != 'x'", removed, "-V-");
    check(Some("uuid"), None, "size(self.b) == 3", removed, "-V-");
    check(Some("date"), Some("date-time"), "int(self.b) > 3", &["format-changed"], "BVB");
    check(None, Some("duration"), "self.b == self.b", &["format-added"], "BVB");
    let of_field = json!([{"rule": "int(self) > 3"}]);
    super::check(object(Some("date"), "true", of_field.clone()), object(None, "true", of_field), removed, "VVV");
}

#[test]
fn a_rule_that_fails_without_a_format_is_proven() {
    let of = |format: Option<&str>, rule: &str, of_rule: &str| {
        let mut b = json!({"type": "string", "maxLength": 30});
        if let Some(format) = format {
            b["format"] = json!(format);
        }
        let mut object = json!({"type": "object", "required": ["b"], "properties": {"b": b}});
        let place = if of_rule == "self" { &mut object["properties"]["b"] } else { &mut object };
        place["x-kubernetes-validations"] = json!([{"rule": rule}]);
        object
    };
    for (rule, of_rule, is_proven) in [
        ("int(self) > 3", "self", true),
        ("int(self.b) > 3", "self.b", true),
        // API servers reject the new CRD, because the rule does not compile.
        ("self.b < timestamp('2030-01-01T00:00:00Z')", "self.b", false),
        ("self.b != oldSelf.b", "self.b", false),
    ] {
        let found = super::report(&of(Some("date-time"), rule, of_rule), &of(None, rule, of_rule));
        let finding = found.findings.first().expect("a change");
        let verdict = if is_proven { Verdict::Breaking } else { Verdict::Review };
        assert_eq!((finding.witness.is_some(), finding.change.verdicts.writers), (is_proven, verdict), "{rule}");
    }
}

#[test]
fn rules_for_creation_and_updates_imply_limits() {
    let limited = json!({"type": "integer", "maximum": 5});
    check(with(&json!([{"rule": "self <= 5"}])), limited.clone(), &[], "---");
    check(with(&json!([{"rule": "self <= 6"}])), limited.clone(), &["maximum-added"], "B-B");
    // The rule does not apply to new objects.
    let transition = with(&json!([{"rule": "self <= 5 && oldSelf > 1"}]));
    check(transition, limited, &["maximum-added", "cel-rule-removed"], "BVB");
}

#[test]
fn an_edited_rule_for_new_objects_still_applies_to_them() {
    let rule = |text: &str| json!({"rule": text, "optionalOldSelf": true, "message": "m"});
    let of = |text: &str| with(&json!([rule(text)]));
    let names = |old: &Json, new: &Json| {
        let found = changes(&document(old, &[]), &document(new, &[]));
        found.iter().map(|change| change.rule).collect::<Vec<_>>().join(" ")
    };
    let [three, five] = ["self > 3 || oldSelf.hasValue()", "self > 5 || oldSelf.hasValue()"].map(of);
    assert_eq!(names(&three, &five), "cel-rule-tightened");
    assert_eq!(names(&five, &three), "cel-rule-relaxed");
}

#[test]
fn a_rule_that_rejects_duplicates_follows_from_a_set() {
    let list = |list_type: &str, item: Json, rule: &str| {
        let rules = if rule.is_empty() { json!([]) } else { json!([{ "rule": rule }]) };
        let list_type = json!({"x-kubernetes-list-type": list_type, "x-kubernetes-validations": rules});
        let mut list = json!({"type": "array", "items": item, "maxItems": 9});
        list.as_object_mut().unwrap().extend(list_type.as_object().unwrap().clone());
        list
    };
    let string = || json!({"type": "string", "maxLength": 9});
    for rule in [
        "self.all(x, self.exists_one(y, x == y))",
        "self.all(one,self.exists_one(other, other == one))",
        "size(self.filter(i, size(self.filter(j, j == i)) > 1)) == 0",
        "self.all(x, self.filter(y, y == x).size() == 1)",
    ] {
        let (set, atomic) = (list("set", string(), ""), list("atomic", string(), rule));
        check(set.clone(), atomic.clone(), &["list-type-removed"], "VV-");
        check(list("set", string(), rule), set, &[], "---");
        let plain = list("atomic", string(), "");
        check(plain, atomic, &["cel-rule-added"], "B-B");
    }
    // Other rules, and items that can be equal for CEL only.
    let rule = "self.all(x, self.exists_one(y, x == y))";
    for (item, rule) in [
        (string(), "self.all(x, self.exists_one(y, x != y))"),
        (string(), "size(self.filter(i, size(self.filter(j, j == i)) > 1)) == 1"),
        (json!({"type": "number"}), rule),
        (json!({"type": "string", "format": "duration", "maxLength": 9}), rule),
    ] {
        let names = ["list-type-removed", "cel-rule-added"];
        check(list("set", item.clone(), ""), list("atomic", item, rule), &names, "BVB");
    }
}
