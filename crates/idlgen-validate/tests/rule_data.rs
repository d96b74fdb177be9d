//! Evaluates rules on data that does not match its schema, or that its schema does not describe. The expected results
//! are those of Kubernetes 1.35: a value or an error, and the cost.

#![expect(clippy::unwrap_used, reason = "a test fails where it must")]

use idlgen_cel::{Environment, Version};
use idlgen_runtime::{
    cel::{self, CostTracker, ErrorKind, Plan, Shape, Value},
    value::Value as _,
};
use idlgen_validate::{
    Definitions, Schema, ZeroMode,
    cel::{RuleCompiler, decl_type, shape},
    schema::ValidationRule,
};
use serde_json::{Value as Json, json};

fn schema() -> Json {
    json!({"type": "object", "properties": {
        "dates": {"type": "array", "items": {"type": "string", "format": "date"}},
        "spans": {"type": "object", "additionalProperties": {"type": "string", "format": "duration"}},
        "octets": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string", "format": "byte"}},
        "others": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string", "format": "byte"}},
        "days": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string", "format": "date"}},
        "numbers": {"type": "array", "items": {"type": "integer"}},
        "any": {"x-kubernetes-preserve-unknown-fields": true},
        "anys": {"type": "array", "items": {"x-kubernetes-preserve-unknown-fields": true}},
        "text": {"type": "string"},
    }})
}

fn object() -> Json {
    json!({
        "dates": ["2024-02-29", "x"],
        "spans": {"a": "1h", "b": "z"},
        "octets": ["YQ==", "Yg=="],
        "others": ["Yg==", "YQ=="],
        "days": ["2024-02-29"],
        "numbers": [1, 2],
        "any": {"q": 1},
        "anys": [1, "a"],
        "text": "abc",
    })
}

/// Returns the value of a rule on the object with its cost. If the rule crashes an API server, returns only the error.
fn outcome(rule: &str) -> String {
    outcome_on(&schema(), &object(), rule)
}

fn outcome_on(schema: &Json, object: &Json, rule: &str) -> String {
    let (schema, _) = Schema::from_json(schema);
    let environment = Environment::new(Version::new(35));
    let declared = decl_type(&schema, &Definitions::default(), environment.version()).unwrap().into();
    let rule = ValidationRule { rule: rule.to_owned(), ..ValidationRule::default() };
    let compiled = match RuleCompiler::new(&environment, &declared).compile(&rule).unwrap() {
        Ok(compiled) => compiled,
        Err(error) => return error.to_string(),
    };
    let plan = Plan::new(&compiled.rule.program(), &["self"], cel::Environment::new(35)).unwrap();
    let shape = Shape::new(shape(&schema, &Definitions::default(), false, ZeroMode::Crd));
    let mut cost = CostTracker::default();
    let value = Value::of_data(object.as_value(), &shape).unwrap();
    match plan.evaluate(&[value], &mut cost) {
        Ok(value) => format!("{value} {}", cost.cost()),
        Err(error) if matches!(error.kind(), ErrorKind::Internal(_)) => error.to_string(),
        Err(error) => format!("{error} {}", cost.cost()),
    }
}

#[test]
fn data_is_read_when_it_is_looked_at() {
    for (rule, expected) in [
        ("self.dates.size() == 2", "true 4"),
        ("self.dates.exists(date, true)", "true 10"),
        (
            "self.dates[1] == self.dates[0]",
            "Invalid date formatted string x: parsing time \"x\" as \"2006-01-02\": cannot parse \"x\" as \"2006\" 7",
        ),
        ("self.dates[?1].hasValue()", "true 4"),
        (
            "self.dates[?1].value() == self.dates[0]",
            "Invalid date formatted string x: parsing time \"x\" as \"2006-01-02\": cannot parse \"x\" as \"2006\" 8",
        ),
        ("(self.dates + self.dates).size() == 4", "true 7"),
        ("(self.dates + self.dates)[0] == self.dates[0]", "true 11"),
        ("(self.dates + self.dates)[2] == self.dates[0]", "invalid data, expected string, got time.Time 11"),
        ("self.dates.reverse()[1] == self.dates[0]", "true 21"),
        (
            "self.dates.reverse()[0] == self.dates[0]",
            "Invalid date formatted string x: parsing time \"x\" as \"2006-01-02\": cannot parse \"x\" as \"2006\" 21",
        ),
        ("self.dates.distinct().size() == 2", "true 23"),
        ("self.dates.sort().size() == 2", "list elements must have the same type 23"),
        ("self.dates.slice(1, 2).size() == 1", "true 16"),
        ("self.dates.last().hasValue()", "true 4"),
        (
            "self.dates == self.dates",
            "Invalid date formatted string x: parsing time \"x\" as \"2006-01-02\": cannot parse \"x\" as \"2006\" 5",
        ),
        ("[self.dates[0]] == self.dates.slice(1, 2)", "false 28"),
        ("self.dates.slice(1, 2) == self.dates.slice(1, 2)", "true 29"),
        ("self.dates[0] in self.dates", "true 7"),
        (
            "timestamp('2000-01-01T00:00:00Z') in self.dates",
            "Invalid date formatted string x: parsing time \"x\" as \"2006-01-02\": cannot parse \"x\" as \"2006\" 4",
        ),
        ("sets.contains(self.dates, [self.dates[0]])", "true 18"),
        (
            "sets.contains(self.dates, self.dates)",
            "Invalid date formatted string x: parsing time \"x\" as \"2006-01-02\": cannot parse \"x\" as \"2006\" 9",
        ),
        ("sets.intersects(self.dates, self.dates)", "true 9"),
        ("self.dates.indexOf(self.dates[0]) == 0", "true 8"),
        (
            "self.dates.max() == self.dates[0]",
            "Invalid date formatted string x: parsing time \"x\" as \"2006-01-02\": cannot parse \"x\" as \"2006\" 8",
        ),
        ("self.spans.all(name, name < 'c')", "true 13"),
        ("self.spans.all(name, span, name < 'c')", "true 13"),
        ("self.spans.exists(name, self.spans[name] > duration('30m'))", "true 14"),
        (
            "self.spans.all(name, self.spans[name] > duration('30m'))",
            "Invalid duration z: unable to parse z as duration 17",
        ),
        ("has(self.spans.b)", "Invalid duration z: unable to parse z as duration 2"),
        ("self.octets == self.others", "internal error: runtime error: hash of unhashable type []uint8"),
        ("self.octets + self.others == self.octets", "internal error: runtime error: hash of unhashable type []uint8"),
        (
            "self.octets + self.others == self.octets || true",
            "internal error: runtime error: hash of unhashable type []uint8",
        ),
        ("b'a' in self.octets", "true 4"),
        ("self.octets + [] == self.octets", "internal error: runtime error: hash of unhashable type []uint8"),
        ("(self.days + self.days).size() == 2", "true 7"),
        ("self.days == self.days", "false 5"),
        ("self.numbers[dyn(0u)] == 1", "unsupported index: 0 4"),
        ("self.numbers[dyn(0.0)] == 1", "unsupported index: 0 4"),
        ("self.numbers[dyn(9u)] == 1", "index out of bounds: 9 4"),
        ("self.numbers.reverse()[dyn(0u)] == 2", "true 18"),
        ("self.numbers[?dyn(0u)].hasValue()", "true 4"),
        ("has(dyn(self).any)", "true 3"),
        ("has(dyn(self).any.q)", "false 4"),
        ("has(dyn(self).none)", "false 3"),
        ("dyn(self).any == {'q': 1}", "false 5"),
        ("dyn(self).any == dyn(self).any", "true 9"),
        ("dyn(self).anys[0] == 1", "true 6"),
        ("1 == dyn(self).anys[0]", "false 6"),
        ("dyn(self).anys == dyn(self).anys", "true 9"),
        (
            "self.?text.optMap(text, quantity(text)).hasValue()",
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$' 10",
        ),
        ("self.?text.optMap(text, quantity('1')).hasValue()", "true 6"),
        (
            "self.?text.optMap(text, quantity('1')).value().isInteger()",
            "unsupported conversion to ref.Val: (*resource.Quantity)1 7",
        ),
        (
            "self.?text.optMap(text, [quantity('1')] + [quantity('2')]).value()[1].isInteger()",
            "unsupported conversion to ref.Val: (*resource.Quantity)2 31",
        ),
        ("self.?text.optMap(text, [quantity('1')] + [quantity('2')]).value().size() == 2", "true 30"),
        ("self.?text.optMap(text, [quantity('1'), quantity('2')]).value()[1].isInteger()", "true 20"),
        ("self.?text.optMap(text, ip('::1')) != optional.of(ip('::1'))", "true 8"),
        (
            "self.?text.optMap(text, ip('::1')) == optional.of(ip('::1'))",
            "unsupported conversion to ref.Val: (netip.Addr)::1 8",
        ),
        (
            "self.?text.optFlatMap(text, optional.of(url('http://a'))).orValue(url('http://b')).getHost() == 'a'",
            "unsupported conversion to ref.Val: (*url.URL)http://a 7",
        ),
    ] {
        assert_eq!(outcome(rule), expected, "{rule}");
    }
}

#[test]
fn times_in_sets_are_keys_with_their_zone() {
    let times =
        json!({"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string", "format": "date-time"}});
    let time = json!({"type": "string", "format": "date-time"});
    let properties = json!({"times": times, "same": times, "zone": time, "half": time});
    let schema = json!({"type": "object", "properties": properties});
    let [utc, zone, half] = ["2021-01-01T00:00:00Z", "2021-01-01T01:00:00+01:00", "2021-01-01T05:30:00+05:30"];
    let object = json!({"times": [utc, zone], "same": [zone, utc], "zone": zone, "half": half});
    for (rule, expected) in [
        ("self.times == self.same", "false 5"),
        ("self.times == self.times", "false 5"),
        ("sets.equivalent(self.times, self.same)", "true 13"),
        ("(self.times + [self.zone, self.zone]).size()==3", "true 19"),
        ("(self.times + [self.half, self.half]).size()==4", "true 19"),
        ("self.times + [self.zone] == self.times + [self.zone]", "false 31"),
        ("(self.times + self.same).size()==4", "true 7"),
        ("self.zone == self.half", "true 5"),
        ("{self.zone: 1, self.zone: 2}.size() == 1", "true 36"),
        ("{self.half: 1, self.half: 2}.size() == 1", "false 36"),
    ] {
        assert_eq!(outcome_on(&schema, &object, rule), expected, "{rule}");
    }
}

#[test]
fn loops_visit_a_null_for_each_undeclared_field() {
    let fields = json!({"a": {"type": "integer"}});
    let open = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": fields});
    let schema = json!({"type": "object", "properties": {"open": open}});
    let object = json!({"open": {"a": 1, "u": 2, "v": [3]}});
    for (rule, expected) in [
        ("dyn(self.open).all(k, k == 'a')", "false 16"),
        ("dyn(self.open).exists(k, k == null)", "true 19"),
        ("dyn(self.open).map(k, k).size() == 3", "true 45"),
        ("dyn(self.open).filter(k, type(k) == string) == ['a']", "true 27"),
        ("dyn(self.open).all(k, k.startsWith('a'))", "no such overload 19"),
        ("dyn(self.open).map(k, dyn(self.open)[k]).size() == 3", "invalid qualifier type: types.Null 57"),
        ("dyn(self.open).exists(k, v, v == 1)", "true 13"),
        ("dyn(self.open).exists_one(k, v, v == 1)", "no such overload 13"),
        ("dyn(self.open).transformList(k, v, k).size() == 3", "true 45"),
        ("dyn(self.open).transformMap(k, v, k).size() == 2", "insert failed: key 0 already exists 18"),
        ("dyn(self.open).transformMap(k, v, v).size() == 3", "no such overload 15"),
    ] {
        assert_eq!(outcome_on(&schema, &object, rule), expected, "{rule}");
    }
}

#[test]
fn data_lists_have_their_own_errors() {
    let numbers = json!({"type": "array", "items": {"type": "integer"}});
    let map = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    let lists = json!({"type": "array", "items": numbers});
    let names = json!({"type": "array", "items": {"type": "string"}});
    let schema = json!({"type": "object", "properties": {"lists": lists, "map": map, "names": names}});
    let object = json!({"lists": [[1], [2]], "map": {"a": 1}, "names": ["a"]});
    for (rule, expected) in [
        ("sets.contains(dyn(self.lists), dyn([1]))", "no such overload 6"),
        ("sets.contains(self.lists, [[2]])", "true 5"),
        ("sets.equivalent(dyn([1]), dyn(self.lists))", "false 8"),
        ("sets.intersects(dyn([1]), dyn(self.lists))", "false 6"),
        ("sets.contains(dyn(self.map), dyn(self.lists))", "no such overload: sets.contains(map, list) 9"),
        (
            "google.protobuf.StringValue{value: dyn(self.lists)} == ''",
            "field type conversion error for google.protobuf.StringValue.value value type: \
             type conversion error from 'list(dyn)' to 'string' 43",
        ),
        (
            "google.protobuf.Duration{seconds: dyn(self.map)} == duration('0s')",
            "field type conversion error for google.protobuf.Duration.seconds value type: \
             type conversion error from 'map(dyn, dyn)' to 'int64' 44",
        ),
        ("google.protobuf.BytesValue{value: dyn(self.lists)} == b''", "internal error: invalid type: []interface {}"),
        (
            "google.protobuf.BytesValue{?value: optional.of(dyn(self.lists))} == b'' || true",
            "internal error: invalid type: []interface {}",
        ),
        ("google.protobuf.BytesValue{value: dyn(self.names)} == b''", "internal error: invalid type: []string"),
        (
            "google.protobuf.BytesValue{value: dyn(optional.of(self).?names.value())} == b''",
            "field type conversion error for google.protobuf.BytesValue.value value type: \
             unsupported native conversion from string to 'uint8' 46",
        ),
    ] {
        assert_eq!(outcome_on(&schema, &object, rule), expected, "{rule}");
    }
}
