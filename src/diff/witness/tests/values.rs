//! Tests the values that prove changes of limits and types.

use serde_json::{Value as Json, json};

use super::{Crd, findings, rule, with};

/// Checks the value of the field `a` in the proof of each change: the old schema, what the new one adds, and the value.
#[track_caller]
fn proved<const N: usize>(changes: [(Json, Json, Json); N]) {
    for (old, more, expected) in changes {
        let [old_crd, new_crd] = [old.clone(), with(&old, &more)].map(|schema| Crd::spec(json!({"a": schema})));
        let found = findings(&old_crd, &new_crd);
        let values = found.iter().map(|one| one.witness.as_ref().and_then(|witness| witness.object.pointer("/spec/a")));
        assert_eq!(values.collect::<Vec<_>>(), [Some(&expected)], "{old} {more}");
    }
}

#[test]
fn numbers_just_beyond_a_limit() {
    let of = |limits: &Json| with(&json!({"type": "integer"}), limits);
    let number = |limits: &Json| with(&json!({"type": "number"}), limits);
    let within = |text: &str| with(&of(&json!({"maximum": 100})), &rule(text));
    proved([
        (of(&json!({"maximum": 9})), json!({"maximum": 5}), json!(6)),
        (of(&json!({"minimum": 1})), json!({"minimum": 5}), json!(4)),
        (of(&json!({})), json!({"multipleOf": 5}), json!(6)),
        (of(&json!({"maximum": 100, "multipleOf": 7})), json!({"maximum": 10}), json!(21)),
        (number(&json!({"maximum": 5.7})), json!({"maximum": 5}), json!(5.5)),
        (with(&number(&json!({"minimum": 1})), &rule("self > 4.0")), json!({"minimum": 5}), json!(4.5)),
        (number(&json!({})), json!({"type": "integer"}), json!(0.5)),
        (number(&json!({"enum": [-1, 2]})), json!({"type": "integer"}), json!(-1.5)),
        (of(&json!({"enum": [1, 2, 3]})), json!({"enum": [1, 3]}), json!(2)),
        // The rules of the old schema allow few numbers.
        (within("self in [20, 30]"), json!({"maximum": 25}), json!(30)),
        (within("self > 30 && self < 40"), json!({"maximum": 25}), json!(31)),
        (within("self < 41 && self > 35"), json!({"maximum": 34}), json!(40)),
    ]);
}

#[test]
fn strings_that_violate_a_limit() {
    let of = |limits: &Json| with(&json!({"type": "string"}), limits);
    let letters: Vec<String> = ('a'..='l').map(String::from).collect();
    proved([
        (of(&json!({"maxLength": 20})), json!({"maxLength": 3}), json!("aaaa")),
        (of(&json!({})), json!({"minLength": 3}), json!("aa")),
        (of(&json!({"pattern": "^[b-z]+$"})), json!({"maxLength": 3}), json!("bbbb")),
        (of(&json!({"enum": letters})), json!({"enum": &letters[..11]}), json!("l")),
        (of(&json!({"maxLength": 9})), json!({"pattern": "^[^a]"}), json!("a")),
        (of(&json!({"maxLength": 9})), json!({"not": {"pattern": "^qz"}}), json!("qz")),
        (of(&json!({"maxLength": 9})), rule("!self.matches('^q[0-9]z$')"), json!("q0z")),
    ]);
}

#[test]
fn lists_and_maps_with_too_many_or_equal_items() {
    let item = json!({"type": "object", "required": ["x", "y"], "properties": {
        "x": {"type": "string"}, "y": {"type": "string"}
    }});
    let list_of = |items: Json| json!({"type": "array", "items": items});
    let list = list_of(json!({"type": "string"}));
    let map = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    let open = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let map_list = with(&list_of(item), &json!({"x-kubernetes-list-type": "map"}));
    let keyed = |keys: Json| with(&map_list, &json!({"x-kubernetes-list-map-keys": keys}));
    proved([
        (list.clone(), json!({"maxItems": 3}), json!(["a", "b", "c", "d"])),
        (list.clone(), json!({"minItems": 2}), json!(["a"])),
        (list_of(json!({"type": "string", "nullable": true})), list.clone(), json!([null])),
        (list, json!({"x-kubernetes-list-type": "set"}), json!(["a", "a"])),
        (open.clone(), json!({"additionalProperties": {"type": "string"}}), json!({"extra": 1})),
        (open, json!({"x-kubernetes-embedded-resource": true}), json!({})),
        (map.clone(), json!({"maxProperties": 3}), json!({"key0": 1, "key1": 2, "key2": 3, "key3": 4})),
        (map, json!({"minProperties": 2}), json!({})),
        (keyed(json!(["x", "y"])), keyed(json!(["x"])), json!([{"x": "a", "y": "a"}, {"x": "a", "y": "b"}])),
    ]);
}

#[test]
fn objects_that_violate_a_rule_about_their_fields() {
    let text = json!({"type": "string", "maxLength": 20});
    let old = json!({"type": "object", "required": ["n"], "properties": {
        "n": {"type": "integer"},
        "b": {"type": "boolean"},
        "s": text,
        "e": {"type": "string", "enum": ["p", "q", "r"]},
        "l": {"type": "array", "maxItems": 5, "items": text},
        "m": {"type": "object", "maxProperties": 5, "additionalProperties": text},
        "o": {"type": "object", "properties": {"x": text, "y": {"type": "integer"}}},
    }});
    let violated = |text: &str, expected: Json| (old.clone(), rule(text), expected);
    proved([
        violated("self.n != 41", json!({"n": 41})),
        violated("self.n <= 41", json!({"n": 42})),
        violated("has(self.b)", json!({"n": 1})),
        violated("!has(self.b) || self.b", json!({"n": 1, "b": false})),
        violated("!has(self.b) || !self.b", json!({"n": 1, "b": true})),
        violated("has(self.b) == has(self.s)", json!({"n": 1, "s": "a"})),
        violated("!has(self.s) || self.s != 'xyz'", json!({"n": 1, "s": "xyz"})),
        violated("!has(self.s) || self.s == 'xyz'", json!({"n": 1, "s": "a"})),
        violated("!has(self.s) || self.s.size() > 0", json!({"n": 1, "s": ""})),
        violated("!has(self.e) || self.e != 'q' || self.n == 7", json!({"n": 8, "e": "q"})),
        violated("!has(self.e) || self.e == 'p'", json!({"n": 1, "e": "q"})),
        violated("!has(self.l) || self.l.size() < 2", json!({"n": 1, "l": ["a", "a"]})),
        violated("!has(self.l) || !('w' in self.l)", json!({"n": 1, "l": ["w"]})),
        violated("!has(self.m) || !('a b' in self.m)", json!({"n": 1, "m": {"a b": "a"}})),
        violated("!has(self.m) || self.m.size() == 0", json!({"n": 1, "m": {"key": "a"}})),
        violated("!has(self.o) || has(self.o.x)", json!({"n": 1, "o": {}})),
        violated("!has(self.o) || !has(self.o.y) || self.o.y != 12", json!({"n": 1, "o": {"y": 12}})),
        violated(
            "self.n != 3 || !has(self.e) || self.e != 'r' || !has(self.b) || self.b",
            json!({"n": 3, "b": false, "e": "r"}),
        ),
    ]);
}

#[test]
fn lists_and_maps_that_violate_a_rule_about_their_items() {
    let item = json!({"type": "object", "properties": {
        "k": {"type": "string", "maxLength": 9}, "f": {"type": "boolean"}
    }});
    let list = json!({"type": "array", "maxItems": 5, "items": item});
    let map = json!({"type": "object", "maxProperties": 5, "additionalProperties": item});
    let flags = json!({"type": "array", "maxItems": 5, "items": {"type": "boolean"}});
    proved([
        (list.clone(), rule("self.all(x, !has(x.f) || x.f)"), json!([{"f": false}])),
        (list.clone(), rule("self.size() == 0 || self.exists(x, has(x.k))"), json!([{}])),
        (
            list.clone(),
            rule("self.exists_one(x, has(x.f)) || !self.exists(x, has(x.f))"),
            json!([{"f": true}, {"f": true}]),
        ),
        (list, rule("self.size() < 2 || self[0] == self[1]"), json!([{"f": true}, {}])),
        (map, rule("self.all(k, !has(self[k].k) || self[k].k != 'no')"), json!({"key": {"k": "no"}})),
        (flags, rule("self.all(x, x)"), json!([false])),
    ]);
}
