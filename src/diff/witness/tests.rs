//! Tests the search for objects that prove that a change is breaking.

mod defaults;
mod values;

use serde_json::{Value as Json, json};

use super::Witness;
use crate::{
    diag::{Diagnostic, Severity},
    diff::{Finding, Options, Report, Side, Verdict},
    source::SourceMap,
};

/// A schema for the spec and the status, the rules for objects, and the subresources of each version.
struct Crd {
    spec: Json,
    status: Json,
    rules: Json,
    subresources: Json,
    versions: &'static [&'static str],
}

impl Default for Crd {
    fn default() -> Self {
        Crd { spec: json!({}), status: json!({}), rules: json!([]), subresources: json!({}), versions: &["v1"] }
    }
}

impl Crd {
    fn spec(spec: Json) -> Self {
        Crd { spec, ..Crd::default() }
    }

    fn side(&self, sources: &mut SourceMap) -> Side {
        let (side, problems) = self.side_with_problems(sources);
        assert!(problems.is_empty(), "{problems:?}");
        side
    }

    fn side_with_problems(&self, sources: &mut SourceMap) -> (Side, Vec<Diagnostic>) {
        let properties = |fields: &Json| json!({"type": "object", "properties": fields});
        let schema = json!({"type": "object", "properties": {
            "spec": properties(&self.spec), "status": properties(&self.status)
        }, "x-kubernetes-validations": self.rules});
        let version = |name: &&str| {
            json!({"name": name, "served": true, "storage": *name == "v1",
                "schema": {"openAPIV3Schema": schema}, "subresources": self.subresources})
        };
        let text = idlgen_yaml::to_string(&json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "foos.example.com"},
            "spec": {
                "group": "example.com", "scope": "Namespaced", "names": {"plural": "foos", "kind": "Foo"},
                "versions": self.versions.iter().map(version).collect::<Vec<_>>()
            }
        }));
        let mut side = Side::default();
        let problems = side.add(sources.add("crd.yaml", text.as_str()), &text);
        (side, problems)
    }
}

fn findings(old: &Crd, new: &Crd) -> Vec<Finding> {
    let mut sources = SourceMap::default();
    let (old, new) = (old.side(&mut sources), new.side(&mut sources));
    Report::new(&old, &new, &Options::default(), true).findings
}

/// Returns the proof of a change to the field `a` of the spec.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "the tests write schemas as arguments")]
fn proof(old: Json, new: Json) -> Witness {
    let found = findings(&Crd::spec(json!({"a": old})), &Crd::spec(json!({"a": new})));
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().find_map(|finding| finding.witness).expect("a witness")
}

fn with(schema: &Json, entries: &Json) -> Json {
    let mut schema = schema.clone();
    let more = entries.as_object().expect("an object").clone();
    schema.as_object_mut().expect("an object").extend(more);
    schema
}

fn rule(rule: &str) -> Json {
    json!({"x-kubernetes-validations": [{"rule": rule}]})
}

#[test]
fn keys_of_maps_come_from_the_rule() {
    let map = json!({"type": "object", "maxProperties": 9, "additionalProperties": {"type": "string"}});
    let found = proof(map.clone(), with(&map, &rule("self.all(key, !key.contains('*'))")));
    let keys = found.object.pointer("/spec/a").and_then(Json::as_object).expect("a map");
    assert!(keys.keys().any(|key| key.contains('*')), "{keys:?}");
}

#[test]
fn lengths_of_strings_come_from_the_rule() {
    let string = json!({"type": "string", "maxLength": 500});
    let found = proof(string.clone(), with(&string, &rule("size(self) <= 108")));
    assert_eq!(found.object.pointer("/spec/a").and_then(Json::as_str).map(str::len), Some(109));
}

#[test]
fn items_have_an_optional_field_in_common_or_not() {
    let item = json!({"type": "object", "properties": {"name": {"type": "string", "maxLength": 9}}});
    let list = json!({"type": "array", "maxItems": 9, "items": item});
    let unique = "self.all(x, !has(x.name) || self.exists_one(y, has(y.name) && x.name == y.name))";
    let found = proof(list.clone(), with(&list, &rule(unique)));
    assert_eq!(found.object.pointer("/spec/a/0/name"), found.object.pointer("/spec/a/1/name"));
    let all_or_none = "self.all(x, has(x.name)) || self.all(x, !has(x.name))";
    let found = proof(list.clone(), with(&list, &rule(all_or_none)));
    assert_ne!(found.object.pointer("/spec/a/0/name"), found.object.pointer("/spec/a/1/name"));
}

#[test]
fn equal_items_differ_in_an_optional_field() {
    let item = json!({"type": "object", "required": ["kind"], "properties": {
        "kind": {"type": "string", "maxLength": 9}, "section": {"type": "string", "maxLength": 9}
    }});
    let list = json!({"type": "array", "maxItems": 9, "items": item});
    let sections = "self.all(x, self.all(y, x.kind == y.kind ? has(x.section) == has(y.section) : true))";
    let found = proof(list.clone(), with(&list, &rule(sections)));
    assert_eq!(found.object.pointer("/spec/a/0/kind"), found.object.pointer("/spec/a/1/kind"));
}

#[test]
fn addresses_of_patterns_violate_formats() {
    let address = json!({"type": "string", "pattern": "^([0-9a-f]{0,4}:)+[0-9a-f]{0,4}(%[a-z]+)?/[0-9]{1,2}$"});
    let found = proof(address.clone(), with(&address, &json!({"format": "cidr"})));
    assert_eq!(found.object.pointer("/spec/a"), Some(&json!("::1%a/64")));
}

#[test]
fn long_lists_have_different_items() {
    let item = json!({"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string", "pattern": "^[a-z][a-z0-9]*$"}
    }});
    let list = json!({
        "type": "array", "items": item, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"]
    });
    let found = proof(list.clone(), with(&list, &json!({"maxItems": 40})));
    assert_eq!(found.object.pointer("/spec/a").and_then(Json::as_array).map(Vec::len), Some(41));
}

#[test]
fn an_update_of_the_status_proves_a_transition_rule() {
    let revision = json!({"type": "integer"});
    let crd = |schema: Json| Crd {
        status: json!({"revision": schema}),
        subresources: json!({"status": {}}),
        ..Crd::default()
    };
    let found = findings(&crd(revision.clone()), &crd(with(&revision, &rule("self >= oldSelf"))));
    let witness = found.first().and_then(|finding| finding.witness.as_ref()).expect("a witness");
    let revision = |object: &Json| object.pointer("/status/revision").and_then(Json::as_i64);
    assert!(witness.before.as_ref().and_then(revision) > revision(&witness.object), "{witness:?}");
}

#[test]
fn subresources_are_proved_by_objects() {
    let crd = |subresources: Json| Crd {
        spec: json!({"a": {"type": "integer"}}),
        status: json!({"ready": {"type": "boolean"}}),
        subresources,
        ..Crd::default()
    };
    let scale = json!({"scale": {"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.b"}});
    for (old, new, rule, outcome) in [
        (json!({}), json!({"status": {}}), "status-subresource-added", "`status` is dropped"),
        (json!({"status": {}}), json!({}), "status-subresource-removed", "does not serve `/status`"),
        (scale, json!({}), "scale-removed", "does not serve `/scale`"),
    ] {
        let found = findings(&crd(old), &crd(new));
        let finding = found.iter().find(|finding| finding.change.rule == rule).expect(rule);
        let witness = finding.witness.as_ref().expect(rule);
        assert!(witness.outcome.contains(outcome), "{}", witness.outcome);
        let (spec, status) = match rule {
            "status-subresource-added" => (json!({}), json!({"ready": true})),
            "scale-removed" => (json!({"a": 1}), Json::Null),
            _ => (json!({}), Json::Null),
        };
        let mut expected = json!({"apiVersion": "example.com/v1", "kind": "Foo", "spec": spec,
            "metadata": {"name": "example", "namespace": "default"}});
        if !status.is_null() {
            expected["status"] = status;
        }
        assert_eq!(witness.object, expected, "{rule}");
    }
}

#[test]
fn the_old_crd_accepts_the_object_with_a_scale() {
    let scale = json!({"scale": {"specReplicasPath": ".spec.a.b", "statusReplicasPath": ".status.c"}});
    for (maximum, expected) in [(1, json!({"a": {"b": 1}})), (0, json!({}))] {
        let a = json!({"type": "object", "properties": {"b": {"type": "integer", "maximum": maximum}}});
        let crd = |subresources: Json| Crd { subresources, ..Crd::spec(json!({"a": a})) };
        let found = findings(&crd(scale.clone()), &crd(json!({})));
        let finding = found.iter().find(|finding| finding.change.rule == "scale-removed").expect("a change");
        assert_eq!(finding.witness.as_ref().map(|witness| &witness.object["spec"]), Some(&expected));
    }
}

#[test]
fn objects_have_names_that_the_rules_allow() {
    let crd = |rule: &str, maximum: u64| Crd {
        rules: json!([{"rule": rule}]),
        ..Crd::spec(json!({"a": {"type": "integer", "maximum": maximum}}))
    };
    let only = "self.metadata.name == 'cluster'";
    for (old, new, rule, name) in [
        (crd("true", 9), crd(only, 9), "cel-rule-added", "a"),
        (crd("true", 9), crd("self.metadata.name.size() < 4", 9), "cel-rule-added", "aaaa"),
        (crd("true", 9), crd("!self.metadata.name.contains('.')", 9), "cel-rule-added", "a.b"),
        (crd(only, 9), crd(only, 5), "maximum-lowered", "cluster"),
        (crd("true", 9), crd("true", 5), "maximum-lowered", "example"),
    ] {
        let found = findings(&old, &new);
        let finding = found.iter().find(|finding| finding.change.rule == rule).expect(rule);
        let witness = finding.witness.as_ref().expect(rule);
        assert_eq!(witness.object["metadata"]["name"], name, "{} {}", old.rules, new.rules);
    }
}

#[test]
fn versions_with_equal_schemas_have_one_proof() {
    let crd = |most: u64| Crd {
        spec: json!({"a": {"type": "integer", "maximum": most}}),
        versions: &["v1", "v1beta1"],
        ..Crd::default()
    };
    let found = findings(&crd(9), &crd(5));
    let places: Vec<&[String]> = found.iter().map(|finding| finding.places.as_slice()).collect();
    assert_eq!(places, [["Foo v1 spec.a", "Foo v1beta1 spec.a"]]);
    assert!(found.first().is_some_and(|finding| finding.witness.is_some()));
}

#[test]
fn a_repair_keeps_the_value_of_the_change() {
    let part = |ttl: Json| {
        json!({"type": "object", "required": ["type"], "properties": {
            "type": {"type": "string", "enum": ["Address", "Cookie"]},
            "cookie": {"type": "object", "properties": {"ttl": ttl}}
        }, "x-kubernetes-validations": [{"rule": "self.type == 'Cookie' ? has(self.cookie) : !has(self.cookie)"}]})
    };
    let found = proof(part(json!({"type": "string"})), part(json!({"type": "string", "pattern": "^[0-9]+s$"})));
    assert_eq!(found.object.pointer("/spec/a/type"), Some(&json!("Cookie")));
}

#[test]
fn references_with_a_kind_are_updated() {
    let string = json!({"type": "string", "maxLength": 9});
    let reference = json!({"type": "object", "required": ["apiVersion", "kind"], "properties": {
        "apiVersion": string, "kind": string
    }});
    let found = proof(reference.clone(), with(&reference, &rule("self == oldSelf")));
    assert_ne!(found.before.expect("an old object").pointer("/spec/a"), found.object.pointer("/spec/a"));
}

#[test]
fn a_scale_whose_requests_failed_is_not_missed() {
    let scale = json!({"scale": {"specReplicasPath": ".spec.b", "statusReplicasPath": ".status.b"}});
    let crd = |subresources: Json| Crd { subresources, ..Crd::spec(json!({"a": {"type": "integer"}})) };
    let found = findings(&crd(scale), &crd(json!({})));
    let texts: Vec<_> = found.iter().map(|one| (one.level(), one.change.text.as_str())).collect();
    let text = "scale subresource removed: before, its requests failed, because `.spec.b` was not declared";
    assert_eq!(texts, [(Verdict::Ok, text)]);
}

#[test]
fn empty_strings_and_different_items_violate_rules() {
    let texts = json!({"type": "object", "required": ["a", "b"], "properties": {
        "a": {"type": "string"}, "b": {"type": "string"}
    }});
    let witness = proof(texts.clone(), with(&texts, &rule("self.a == 'x' || size(self.b) > 0")));
    assert_eq!(witness.object["spec"]["a"]["b"], json!(""));
    let text = json!({"type": "string"});
    let items = json!({"type": "object", "properties": {"one": text, "other": text, "name": text},
        "required": ["name"], "x-kubernetes-validations": [{"rule": "has(self.one) || has(self.other)"}]});
    let list = json!({"type": "array", "maxItems": 5, "items": items, "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"]});
    let all = rule("self.all(x, has(x.one)) || self.all(x, !has(x.one))");
    assert_eq!(proof(list.clone(), with(&list, &all)).object["spec"]["a"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_change_of_the_group_does_not_hide_others() {
    let spec = |maximum: u32| Crd::spec(json!({"a": {"type": "integer", "maximum": maximum}}));
    let mut sources = SourceMap::default();
    let old = spec(9).side(&mut sources);
    let mut new = spec(5).side(&mut sources);
    new.crds[0].definition.group = "other.example.com".to_owned();
    let found = Report::new(&old, &new, &Options::default(), true).findings;
    let finding = found.iter().find(|finding| finding.change.rule == "maximum-lowered").expect("a change");
    let outcome = &finding.witness.as_ref().expect("a witness").outcome;
    assert!(outcome.starts_with("rejected: spec.a: "), "{outcome}");
}

#[test]
fn repeated_versions_are_not_compared() {
    let crd = Crd { versions: &["v1", "v1"], ..Crd::default() };
    let text = |side: &Side| format!("{:?}", side.crds[0].definition.versions.len());
    let mut sources = SourceMap::default();
    let (side, problems) = crd.side_with_problems(&mut sources);
    assert_eq!(text(&side), "2");
    assert_eq!(
        problems.iter().map(|one| (one.severity, one.message.as_str())).collect::<Vec<_>>(),
        [(Severity::Warning, "only the first version `v1` of Foo is compared, because servers reject others")]
    );
    let mut other = side.clone();
    other.crds[0].definition.versions[1].served = false;
    assert!(Report::new(&side, &other, &Options::default(), true).findings.is_empty());
}

#[test]
fn a_union_is_repaired_around_a_member() {
    let member = json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    let maximum = |length: u32| {
        let b = json!({"type": "object", "properties": {"text": {"type": "string", "maxLength": length}}});
        json!({"type": "object", "required": ["type"], "properties": {
            "type": {"type": "string", "enum": ["A", "B"]}, "a": member, "b": b
        }, "x-kubernetes-validations": [
            {"rule": "self.type != 'A' || has(self.a)"}, {"rule": "self.type != 'A' || !has(self.b)"},
            {"rule": "self.type != 'B' || has(self.b)"}, {"rule": "self.type != 'B' || !has(self.a)"}
        ]})
    };
    let list = |inner: &Json| json!({"type": "array", "maxItems": 4, "items": inner});
    assert_eq!(proof(maximum(9), maximum(5)).object["spec"]["a"]["type"], json!("B"));
    // The constants in the rule of a list are those of its items.
    let references = with(
        &list(&json!({"type": "object", "required": ["kind", "group"], "properties": {
            "kind": {"type": "string"}, "group": {"type": "string"}}})),
        &rule("self.exists(t, t.kind == 'HTTPRoute') && self.all(t, t.group == 'example.com')"),
    );
    let required = with(&references, &json!({"minItems": 1}));
    let spec = |maximum: u32| {
        json!({"type": "object", "required": ["refs"], "properties": {
            "refs": required, "size": {"type": "integer", "maximum": maximum}}})
    };
    let witness = proof(spec(9), spec(5));
    assert_eq!(witness.object["spec"]["a"]["refs"][0]["kind"], json!("HTTPRoute"));
}

#[test]
fn a_removed_default_is_proved_next_to_another_change() {
    let schema = |default: Json, required: Json| {
        json!({"type": "object", "required": required, "properties": {
            "protocol": with(&json!({"type": "string"}), &default), "error": {"type": "string"}}})
    };
    let old = schema(json!({"default": "TCP"}), json!(["protocol"]));
    let new = schema(json!({}), json!(["error", "protocol"]));
    let found = findings(&Crd::spec(json!({"a": old})), &Crd::spec(json!({"a": new})));
    let finding = found.iter().find(|finding| finding.change.rule == "default-removed").expect("a change");
    assert!(finding.witness.is_some(), "{finding:?}");
}

#[test]
fn rules_are_proved_by_values_that_the_new_schema_accepts() {
    let schema = |scope: Json, more: Json| {
        let properties = json!({"name": {"type": "string"}, "scope": with(&json!({"type": "string"}), &scope)});
        with(&json!({"type": "object", "required": ["name", "scope"], "properties": properties}), &more)
    };
    let old = schema(json!({}), json!({}));
    let new = schema(json!({"enum": ["Header", "Path"]}), rule("self.scope == 'Path' || size(self.name) > 0"));
    let found = findings(&Crd::spec(json!({"a": old})), &Crd::spec(json!({"a": new})));
    let finding = found.iter().find(|finding| finding.change.rule == "cel-rule-added").expect("a change");
    let witness = finding.witness.as_ref().expect("a witness");
    assert_eq!(witness.object["spec"]["a"], json!({"name": "", "scope": "Header"}));
}

#[test]
fn rules_about_strings_in_lists_and_keys_of_maps_are_proved() {
    let schema = json!({"type": "object", "properties": {
        "list": {"type": "array", "maxItems": 9, "items": {"type": "string", "maxLength": 9}},
        "map": {"type": "object", "maxProperties": 9, "additionalProperties": {"type": "string"}},
    }});
    for text in [
        "!has(self.list) || !self.list.exists(item, item.contains('/'))",
        "!has(self.list) || self.list.size() < 2",
        "!has(self.map) || self.map.all(key, !key.contains(' '))",
    ] {
        assert!(proof(schema.clone(), with(&schema, &rule(text))).before.is_none(), "{text}");
    }
}

#[test]
fn rules_about_durations_are_proved() {
    let found = proof(
        with(&json!({"type": "string"}), &rule("duration(self).getSeconds() >= 1")),
        json!({"type": "string", "x-kubernetes-validations": [
            {"rule": "duration(self).getSeconds() >= 1"},
            {"rule": "duration(self).getMilliseconds() % 1000 == 0"},
        ]}),
    );
    assert_eq!(found.object.pointer("/spec/a"), Some(&json!("1500ms")));
}

#[test]
fn long_strings_prove_limits() {
    let found = proof(json!({"type": "string"}), json!({"type": "string", "maxLength": 32_768}));
    let value = found.object.pointer("/spec/a").and_then(Json::as_str);
    assert_eq!(value.map(str::len), Some(32_769));
}

#[test]
fn each_of_two_new_limits_has_a_proof_of_its_own() {
    let new = json!({"type": "string", "maxLength": 256, "pattern": "^[A-Za-z0-9._/-]*$"});
    let found = findings(&Crd::spec(json!({"a": {"type": "string"}})), &Crd::spec(json!({"a": new})));
    let outcome = |rule: &str| {
        let finding = found.iter().find(|finding| finding.change.rule == rule).expect("a change");
        finding.witness.as_ref().expect("a witness").outcome.clone()
    };
    let long = outcome("max-length-added");
    assert!(long.starts_with("rejected: spec.a: Too long") || long.contains("may not be more than 256"), "{long}");
    let other = outcome("pattern-added");
    assert!(other.ends_with("spec.a in body should match '^[A-Za-z0-9._/-]*$'"), "{other}");
}

#[test]
fn errors_of_another_limit_of_the_same_value_prove_nothing() {
    let field = with(
        &json!({"type": "object", "properties": {"u": {"type": "string"}, "v": {"type": "string"}}}),
        &rule("!(has(self.u) && has(self.v))"),
    );
    let old = json!({"type": "object", "properties": {"x": field, "y": field}});
    let new = with(&old, &json!({"minProperties": 1, "maxProperties": 1}));
    let found = findings(&Crd::spec(json!({"a": old})), &Crd::spec(json!({"a": new})));
    let proof = |rule: &str| {
        let finding = found.iter().find(|finding| finding.change.rule == rule).expect("a change");
        finding.witness.as_ref().and_then(|witness| witness.object.pointer("/spec/a").cloned())
    };
    assert_eq!(proof("max-properties-added"), Some(json!({"x": {}, "y": {}})));
    assert_eq!(proof("min-properties-added"), Some(json!({})));
}

#[test]
fn a_new_required_property_precludes_new_rules() {
    let name = json!({"type": "string"});
    let old = json!({"type": "object", "properties": {"name": name}});
    let limited = with(&name, &rule("self == oldSelf"));
    let of_old = |more: Json, required: Json, default: Json| {
        let properties = json!({"name": limited, "method": with(&json!({"type": "string"}), &default)});
        findings(
            &Crd::spec(json!({"a": with(&old, &more)})),
            &Crd::spec(json!({"a": {"type": "object", "properties": properties, "required": required}})),
        )
    };
    let of_new = |required: Json, default: Json| of_old(json!({}), required, default);
    let of_rule = |found: Vec<Finding>| found.into_iter().find(|one| one.change.rule == "cel-rule-added").expect("one");
    let finding = of_rule(of_new(json!(["method"]), json!({})));
    assert_eq!(
        finding.unprovable.as_deref(),
        Some("servers do not run rules on objects without `spec.a.method`, which is now required")
    );
    assert!(finding.witness.is_none() && finding.is_searched);
    let declared = json!({"properties": {"name": name, "method": name}});
    let kept = json!({"x-kubernetes-preserve-unknown-fields": true});
    for provable in [
        of_new(json!(["method"]), json!({"default": "x"})),
        of_new(json!([]), json!({})),
        of_old(declared, json!(["method"]), json!({})),
    ] {
        let finding = of_rule(provable);
        assert!(finding.witness.is_some() && finding.unprovable.is_none(), "{finding:?}");
    }
    // Old objects can have the property, although the old CRD does not declare it.
    assert_eq!(of_rule(of_old(kept, json!(["method"]), json!({}))).unprovable, None);
}

#[test]
fn a_proof_has_only_fields_that_matter() {
    let schema = |length: u64| {
        with(
            &rule("self.k < 4 && size(self.l) > 0"),
            &json!({"type": "object", "properties": {
                "b": {"type": "string"}, "k": {"type": "integer"}, "s": {"type": "string", "maxLength": length},
                "l": {"type": "array", "items": {"type": "object", "properties": {"m": {"type": "string"}}}},
                "z": {"type": "object", "properties": {"y": {"type": "string"}}},
            }}),
        )
    };
    let object = proof(schema(3), schema(2)).object;
    assert_eq!(object["spec"], json!({"a": {"k": 1, "l": [{}], "s": "aaa"}}));
}

#[test]
fn an_object_proves_all_fields_that_become_required() {
    let fields = |required: &[String]| {
        let properties: serde_json::Map<String, Json> =
            (0..40).map(|number| (format!("f{number}"), json!({"type": "string"}))).collect();
        json!({"type": "object", "properties": properties, "required": required})
    };
    let names: Vec<String> = (0..40).map(|number| format!("f{number}")).collect();
    let found = findings(&Crd::spec(json!({"a": fields(&[])})), &Crd::spec(json!({"a": fields(&names)})));
    assert_eq!(found.len(), 40);
    for finding in found {
        let (path, witness) = (finding.change.full_path(), finding.witness.expect("a witness"));
        assert_eq!(witness.outcome, format!("rejected: {path}: Required value"));
        assert_eq!(witness.object["spec"]["a"], json!({}));
    }
}

#[test]
fn a_number_between_the_integers_of_an_enum_is_a_proof() {
    let witness = proof(json!({"type": "number", "enum": [1, 2]}), json!({"type": "integer", "enum": [1, 2]}));
    assert_eq!(witness.object["spec"]["a"], json!(1.5));
}
