//! Decoding, encoding and validation of generated types.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails where it must")]

use std::fmt::Debug;

use golden_out::{
    collections::example_com::golden::collections::Collections,
    constraints::example_com::golden::constraints::{Both, Numbers, Texts},
    embedding::example_com::golden::embedding::Outer,
    enumerations::example_com::golden::enumerations::{Enumerated, Level, Media, Open, Policy},
    external::example_com::golden::external::{Boxes, External},
    forms::example_com::golden::forms::{Holders, Library, Own},
    known::example_com::golden::known::{Known, KnownSpec, Objects},
    names::example_com::golden::names::Names,
    native::example_com::golden::native::{Machine, MachineList, MachineStatus},
    newtypes::example_com::golden::newtypes::{Identifier, Part, PartId, Weight, Weights},
    presence::example_com::golden::presence::{Defaults, Optional, Required, Written},
    recursion::example_com::golden::recursion::Node,
    rules::example_com::golden::rules::{Free, Ruled},
    scalars::example_com::golden::scalars::{Collections as Lists, Odd, Pointers, Quoted, Scalars},
    shapes::example_com::golden::shapes::{Generic, Pair, Shapes},
    single_file,
};
use idlgen_runtime::{
    Mode, Options, Validate, Verdict, judge,
    types::{Bytes, Zero},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value as Json, json};

fn read<T: DeserializeOwned>(json: &Json) -> T {
    serde_json::from_value(json.clone()).unwrap()
}

/// Decodes and encodes again, through values and through text.
fn round_trip<T: DeserializeOwned + Serialize + PartialEq + Debug>(json: Json) -> T {
    let value: T = read(&json);
    assert_eq!(serde_json::to_value(&value).unwrap(), json);
    let again: T = serde_json::from_str(&serde_json::to_string(&value).unwrap()).unwrap();
    assert_eq!(again, value);
    value
}

/// Returns the messages of all errors. Asserts that the three entry points agree.
fn errors<T: DeserializeOwned + Validate>(json: &Json) -> Vec<String> {
    let value: T = read(json);
    let outcome = value.all_errors(None);
    let texts: Vec<String> = outcome.errors.iter().map(ToString::to_string).collect();
    assert_eq!(value.first_error(None).map(|error| error.to_string()), texts.first().cloned());
    assert_eq!(value.verdict(None), outcome.verdict());
    texts
}

#[test]
fn names_are_those_of_json() {
    let json = json!({
        "podIPs": ["1.2.3.4"], "hostIPC": true, "type": "a", "self": "b", "gen": "c", "limits.nvidia.com/gpu": "1",
        "3scale": "d",
        "$ref": "e", "-": "f", "Untagged": "g", "untagged": "h", "kubeAPIVersion": "i", "nonResourceURLs": ["/"],
    });
    let names: Names = round_trip(json);
    assert_eq!((names.r#type.as_str(), names.self_.as_str(), names.limits_nvidia_com_gpu.as_str()), ("a", "b", "1"));
    assert_eq!((names.untagged.as_str(), names.untagged_2.as_str()), ("g", "h"));
}

#[test]
fn scalars_keep_their_values() {
    round_trip::<Scalars>(json!({
        "bool": true, "string": "x", "int": i64::MIN, "int8": -128, "int16": -32768, "int32": i32::MIN,
        "int64": i64::MAX,
        "uint": u64::MAX, "uint8": 255, "uint16": 65535, "uint32": u32::MAX, "uint64": u64::MAX, "float32": 0.1_f32,
        "float64": 0.1,
    }));
    // A field without omitempty is written even if it is zero.
    assert_eq!(serde_json::to_value(Scalars::default()).unwrap()["string"], "");
    assert_eq!(serde_json::to_value(Pointers::default()).unwrap(), json!({"int": null}));
    round_trip::<Pointers>(json!({"bool": false, "int": 0, "string": "", "twice": "x", "slice": "YQ=="}));
    let lists: Lists = round_trip(json!({
        "bytes": "YWI=", "strings": [""], "pointers": ["a"], "matrix": [[1], []], "int8s": [-1], "array": [1, 2],
        "map": {"a": ""},
        "maps": {"a": [1.5]}, "deep": [{"a": true}], "blobs": {"a": "Yg=="}, "uint8s": "AAE=",
    }));
    assert_eq!(lists.bytes, Bytes(b"ab".to_vec()));
    assert_eq!(lists.uint8s, Bytes(vec![0, 1]));
    round_trip::<Odd>(json!({
        "quoted": "-5", "maybeBool": "true", "any": [1, {"a": null}], "empty": {"x": 1e300}, "raw": "text",
        "time": "2024-05-06T07:08:09.123Z",
        "duration": 1500,
    }));
    for anything in [json!(5), json!("text"), json!([1]), json!({"a": 1})] {
        assert_eq!(
            errors::<Odd>(&json!({"empty": anything, "any": anything})),
            [""; 0],
            "an empty interface takes {anything}"
        );
    }
    round_trip::<Quoted>(json!({"number": "0"}));
    assert_eq!(errors::<Quoted>(&json!({})), ["number: Required value"]);
}

#[test]
fn structs_by_value_of_native_types_are_always_there() {
    let spec = ["spec.size.width: Required value", "spec.parts: Required value"];
    let errors = |machine: &Machine| -> Vec<String> {
        let errors = machine.validate().unwrap_err();
        errors.iter().map(ToString::to_string).filter(|text| text.contains("Required")).collect()
    };
    assert_eq!(errors(&Machine::default()), spec);
    assert_eq!(errors(&read(&json!({"spec": {"parts": []}, "status": {"phase": "Ready"}}))), spec);
    assert!(read::<Machine>(&json!({"spec": {"parts": ["a"], "size": {"width": 1}}})).validate().is_ok());
    // The status is not required, and a list object is not validated without items.
    assert!(MachineStatus::default().validate().is_ok());
    assert!(MachineList::default().validate().is_ok());
}

#[test]
fn null_and_unknown_members_do_no_harm() {
    let lists: Lists = read(
        &json!({"bytes": null, "strings": [null], "pointers": null, "map": {"a": null}, "unknown": {"deep": [1]}}),
    );
    assert_eq!(
        lists,
        Lists { strings: vec![String::new()], map: [("a".into(), String::new())].into(), ..Lists::default() }
    );
    assert_eq!(read::<Known>(&json!({"spec": null, "metadata": null})), Known::default());
}

#[test]
fn what_does_not_fit_is_an_error_that_names_the_place() {
    let error = |json: Json| serde_json::from_value::<Known>(json).unwrap_err().to_string();
    assert_eq!(
        error(json!({"metadata": {"labels": {"a": 1}}})),
        "metadata.labels.a: invalid type: integer `1`, expected a string"
    );
    assert_eq!(error(json!({"spec": {"selector": []}})), "spec.selector: invalid type: sequence, expected an object");
    assert!(error(json!({"spec": {"size": "1.5x"}})).starts_with("spec.size: "));
    let error = serde_json::from_value::<Scalars>(json!({"int8": 200})).unwrap_err().to_string();
    assert_eq!(error, "int8: invalid value: integer `200`, expected an 8-bit integer");
}

#[test]
fn nil_pointers_are_elements() {
    let lists: Lists = round_trip(json!({
        "pointers": ["a", null], "array": [], "deep": [{"a": null, "b": true}],
    }));
    assert_eq!(lists.pointers, [Some("a".to_owned()), None]);
    // Null is a valid value there, but not of the type.
    assert_eq!(
        lists.all_errors(None).errors.to_string(),
        "[pointers[1]: Invalid value: \"null\": pointers[1] in body must be of type string: \"null\", \
          deep[0].a: Invalid value: \"null\": deep[0].a in body must be of type boolean: \"null\"]"
    );
    assert_eq!(lists.verdict(None), Verdict::Invalid);
}

#[test]
fn embedded_structs_are_in_place() {
    let outer: Outer = round_trip(json!({
        "name": "base", "count": 2, "note": "n", "level": 3, "named": {"name": "inner", "kind": "k"}, "kind": "outer",
        "text": "t",
    }));
    assert_eq!((outer.name.as_str(), outer.kind.as_str(), outer.named.kind.as_str()), ("base", "outer", "k"));
    // A zero field behind a pointer is omitted, like with a nil pointer in Go.
    assert_eq!(serde_json::to_value(Outer::default()).unwrap(), json!({"name": "", "named": {"name": ""}}));
    assert_eq!(
        errors::<Outer>(&json!({"name": "far too long", "count": -1, "named": {"name": "x"}, "kind": "outer"})),
        [
            "name: Too long: may not be more than 10 bytes",
            "count: Invalid value: -1: count in body should be greater than or equal to 1",
            "kind: Too long: may not be more than 4 bytes",
        ]
    );
}

#[test]
fn recursion_ends() {
    let json = json!({"name": "ab", "left": {"right": {"name": "c"}}, "children": [{"children": [{"name": "d"}]}],
        "byName": {"x": {"name": "e"}}});
    round_trip::<Node>(json.clone());
    let texts = errors::<Node>(&json);
    let fields: Vec<&str> = texts.iter().map(|text| text.split(": ").next().unwrap()).collect();
    assert_eq!(fields, ["left.right.name", "children[0].children[0].name", "byName.x.name"]);
}

#[test]
fn enumerations_keep_what_they_do_not_know() {
    let value: Enumerated = round_trip(json!({
        "policy": "Always", "optional": "Perhaps", "pointer": "Never", "media": "1/2", "open": "disk", "level": 2,
        "set": ["Always", "Perhaps"],
        "keys": {"Always": "a", "Perhaps": "b"}, "values": {"cpu": "Never"},
    }));
    assert_eq!(value.policy, Policy::Always);
    assert_eq!(value.optional, Policy::Other("Perhaps".to_owned()));
    assert_eq!((value.media, Media::default()), (Media::OneHalf, Media::Empty));
    assert_eq!(value.level, Level::LEVEL_HIGH);
    assert_eq!(value.values.get(&Open::from(Open::OPEN_CPU)), Some(&Policy::Never));
    assert_eq!(Policy::from("Always"), Policy::Other("Always".to_owned()), "texts are compared, not variants");
    assert_eq!(
        errors::<Enumerated>(&json!({"optional": "Perhaps", "set": ["Never", "Never"], "values": {"x": "Sometimes"}})),
        [
            "optional: Unsupported value: \"Perhaps\": supported values: \"Always\", \"Never\"",
            "values.x: Unsupported value: \"Sometimes\": supported values: \"Always\", \"Never\"",
            "policy: Required value",
            "set[1]: Duplicate value: \"Never\"",
        ]
    );
}

#[test]
fn named_types_are_what_they_name() {
    let part: Part = round_trip(json!({
        "id": "abc", "others": ["ab", "cd"], "weights": {"ab": 5}, "weight": 7, "ratio": 0.5, "flag": true, "maybe": 3,
        "texts": ["x"],
        "again": {"id": "xy"}, "same": [{"id": "zz"}],
    }));
    assert_eq!(part.id, PartId("abc".to_owned()));
    assert_eq!(part.weights.get(&Identifier::from("ab")), Some(&Weight(5)));
    assert_eq!(part.weights.len(), 1);
    // They can also be validated alone.
    let outcome = |value: &dyn Fn() -> String| value();
    assert_eq!(
        outcome(&|| PartId::from("abcde").all_errors(None).errors.to_string()),
        "<nil>: Too long: may not be more than 4 bytes"
    );
    assert_eq!(Identifier::from("a").verdict(None), Verdict::Invalid);
    let weights: Weights = read(&json!({"a": 0, "b": 101}));
    assert_eq!(
        weights.all_errors(None).errors.to_string(),
        "[a: Invalid value: 0: .a in body should be greater than or equal to 1, \
          b: Invalid value: 101: .b in body should be less than or equal to 100]"
    );
}

#[test]
fn value_validations_have_the_texts_of_the_api_server() {
    assert_eq!(
        errors::<Texts>(
            &json!({"all": "A", "same": "B", "id": "x", "label": "-", "host": "", "short": "long", "port": "http5",
                "blob": "YWJjZGVmZw=="})
        ),
        [
            "all: Invalid value: \"A\": all in body should be at least 2 chars long",
            "same: Invalid value: \"B\": same in body should match '^[a-z]*$'",
            "id: Invalid value: \"x\": id in body must be of type uuid: \"x\"",
            "label: Invalid value: \"-\": label in body must be of type dns1123label: \"-\"",
            "host: Required value: the host needs a name",
            "short: Too long: say it in three letters",
            "blob: Too long: may not be more than 8 bytes",
            "port: Too long: may not be more than 4 bytes",
        ]
    );
    assert_eq!(
        errors::<Numbers>(
            &json!({"port": 65536, "step": 0, "wide": -3_000_000_001_i64, "ratio": 2.5, "single": 0.5, "byte": 201,
                "huge": 19})
        ),
        [
            "port: Invalid value: 65536: port in body should be less than or equal to 65535",
            "step: Invalid value: 0: step in body should be greater than 0",
            "wide: Invalid value: -3000000001: wide in body should be greater than or equal to -3e+09",
            "ratio: Invalid value: 2.5: ratio in body should be less than 2.5",
            "single: Invalid value: 0.5: single in body should be less than or equal to 0.25",
            "byte: Invalid value: 201: byte in body should be less than or equal to 200",
            "huge: Invalid value: 19: huge in body should be less than or equal to 18",
        ]
        .map(|text| text.replace("-3e+09", "-3000000000"))
    );
    assert_eq!(
        errors::<Both>(&json!({"two": "xb", "numbers": {"port": 1, "byte": 1, "huge": 1}})),
        [
            "two: Invalid value: \"xb\": two in body should match '^a'",
            "<nil>: Invalid value: \"\": \"two\" must validate all the schemas (allOf)",
            "two: Invalid value: \"xb\": two in body must be of type ipv4: \"xb\"",
            "numbers: Too many: 3: must have at most 2 items",
        ]
    );
}

#[test]
fn lists_are_checked_element_by_element_and_as_a_whole() {
    assert_eq!(
        errors::<Collections>(&json!({
            "plain": ["a", "b", "a", "c"],
            "set": ["x", "y", "x", "x"],
            "ports": [{"port": 53}, {"port": 53, "protocol": "UDP"}, {"port": 53, "protocol": "TCP"}, {}],
            "map": {"b": {"port": -1}, "a": {}},
            "matrix": [[], [{"port": 1}, {"port": -2}]],
            "pointer": [],
        })),
        [
            "plain: Too many: 4: must have at most 3 items",
            "plain: Invalid value: \"\": plain in body shouldn't contain duplicates",
            "ports[3].port: Required value",
            "map.a.port: Required value",
            "map.b.port: Invalid value: -1: map.b.port in body should be greater than or equal to 1",
            "matrix[1][1].port: Invalid value: -2: matrix[1][1].port in body should be greater than or equal to 1",
            "pointer: Invalid value: 0: pointer in body should have at least 1 items",
            "set[2]: Duplicate value: \"x\"",
            "ports[2]: Duplicate value: {\"port\":53,\"protocol\":\"TCP\"}",
        ]
    );
}

#[test]
fn zero_counts_as_absent_where_go_cannot_tell_them_apart() {
    assert_eq!(
        errors::<Required>(
            &json!({"text": "", "number": 0, "flag": false, "list": [], "map": {}, "pointer": "", "ratio": 0})
        ),
        [
            "struct.name: Required value",
            "text: Required value",
            "number: Required value",
            "flag: Required value",
            "list: Required value",
            "map: Required value",
            "ratio: Required value",
            "said: Required value",
        ]
    );
    assert_eq!(
        errors::<Optional>(&json!({"text": "", "number": 0, "list": [], "map": {}, "struct": {}})),
        ["deepRequired.other.name: Required value"]
    );
    assert_eq!(
        errors::<Optional>(&json!({"pointer": "", "struct": {"note": "x"}, "deepRequired": {"other": {"name": "y"}}})),
        [
            "pointer: Invalid value: \"\": pointer in body should be at least 3 chars long",
            "struct.name: Required value",
        ]
    );
}

#[test]
fn nil_is_null_unless_it_is_an_empty_list_or_map() {
    let empty = r#"{"list":[],"named":[],"map":{},"bytes":"","pointer":null,"struct":null,"quoted":null,"any":null,"lists":[],"to":null}"#;
    assert_eq!(serde_json::to_string(&Written::default()).unwrap(), empty);
    // As in encoding/json of Go 1.26.
    let nil = r#"{"list":null,"named":null,"map":null,"bytes":null,"pointer":null,"struct":null,"quoted":null,"any":null,"lists":null,"to":null}"#;
    for json in [nil, empty] {
        assert_eq!(read::<Written>(&serde_json::from_str(json).unwrap()), Written::default());
    }
    round_trip::<Written>(json!({
        "list": ["a"], "named": [], "map": {"x": ""}, "bytes": "AA==", "pointer": "", "struct": {"name": ""},
        "quoted": "5", "any": 1, "lists": [["b"], []], "to": [],
    }));
}

#[test]
fn lists_of_no_objects_are_valid() {
    let none: Objects = read(&json!({"kind": "ObjectsList", "metadata": {}, "items": []}));
    assert_eq!(none.verdict(None), Verdict::Valid);
    assert_eq!(Objects::default().verdict(None), Verdict::Valid);
    assert_eq!(serde_json::to_string(&Objects::default()).unwrap(), r#"{"metadata":{},"items":[]}"#);
    assert_eq!(errors::<Objects>(&json!({"items": [{"metadata": {}}]})), ["items[0].spec.port: Required value"]);
}

#[test]
fn defaults_stand_in_for_what_is_absent() {
    let value = Defaults::default();
    assert_eq!(
        value.all_errors(None).errors.to_string(),
        "[invalid: Invalid value: \"a\": invalid in body should be at least 3 chars long, \
          invalidPointer: Invalid value: 1: invalidPointer in body should be greater than or equal to 5, \
          invalidStruct.name: Required value, \
          <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation]"
    );
    assert!(value.is_zero(), "defaults are judged, not written into the value");
}

#[test]
fn defaults_stand_in_for_what_the_old_object_leaves_out() {
    // Its other defaults are valid.
    let base = || json!({"invalid": "abc", "invalidPointer": 5, "invalidStruct": {"name": "a"}});
    let with = |fields: serde_json::Value| {
        let mut object = base();
        for (name, value) in fields.as_object().unwrap() {
            object[name] = value.clone();
        }
        read::<Defaults>(&object)
    };
    let (nothing, defaults, others) = (
        with(json!({})),
        with(json!({"kept": "x", "keptPointer": 7, "keptStruct": {"name": "x"}})),
        with(json!({"kept": "y", "keptPointer": 6, "keptStruct": {"name": "y"}})),
    );
    for (new, old) in [(&nothing, &nothing), (&nothing, &defaults), (&defaults, &nothing)] {
        assert_eq!(new.all_errors(Some(old)).errors.to_string(), "");
    }
    assert_eq!(
        others.all_errors(Some(&nothing)).errors.to_string(),
        "[kept: Invalid value: \"y\": failed rule: self == oldSelf, \
          keptPointer: Invalid value: 6: failed rule: self >= oldSelf, \
          keptStruct.name: Invalid value: \"y\": failed rule: self == oldSelf]"
    );
    assert_eq!(
        nothing.all_errors(Some(&others)).errors.to_string(),
        "[kept: Invalid value: \"x\": failed rule: self == oldSelf, \
          keptStruct.name: Invalid value: \"x\": failed rule: self == oldSelf]"
    );
}

#[test]
fn rules_are_run() {
    let value: Ruled = read(&json!({"min": 1, "max": 3, "name": "a", "free": "bad", "required": {"size": 1}}));
    assert_eq!(value.verdict(None), Verdict::Invalid);
    let texts = |outcome: idlgen_runtime::Outcome| -> Vec<String> {
        outcome.errors.iter().chain(&outcome.warnings).map(ToString::to_string).collect()
    };
    let odd = "max: Forbidden: odd: 3";
    let bad = "free: Invalid value: \"bad\": failed rule: self != 'bad'";
    assert_eq!(texts(value.all_errors(None)), [odd, bad]);
    let unchanged = value.all_errors(Some(&value));
    assert_eq!((unchanged.errors.len(), unchanged.warnings.len()), (0, 2), "what is as it was is only warned of");
    assert_eq!(texts(unchanged), [odd, bad]);
    let old: Ruled = read(&json!({"min": 1, "max": 2, "name": "b", "free": "good", "required": {"size": 2}}));
    assert_eq!(
        texts(value.all_errors(Some(&old))),
        ["<nil>: Invalid value: the name stays", odd, "required.size: Invalid value: 1: may only grow", bad,]
    );
    let broken: Ruled = read(&json!({"required": {}}));
    assert_eq!(
        texts(broken.all_errors(None)),
        ["<nil>: Invalid value: \"object\": no such key: min evaluating rule: min must not be above max"]
    );
    assert_eq!(Free::from("x").verdict(None), Verdict::Valid);
}

#[test]
fn options_and_updates_are_reached_by_methods() {
    fn checked(value: &Ruled, old: Option<&Ruled>, options: &Options) -> Result<(), Box<dyn std::error::Error>> {
        match old {
            Some(old) => Ok(value.validate_update_with(old, options)?),
            None => Ok(value.validate_with(options)?),
        }
    }
    let value: Ruled = read(&json!({"min": 1, "max": 2, "name": "a", "free": "good", "required": {"size": 1}}));
    let bad: Ruled = read(&json!({"min": 1, "max": 2, "name": "a", "free": "bad", "required": {"size": 1}}));
    assert_eq!((value.validate(), bad.validate().is_err()), (Ok(()), true));
    // Before 1.35, the error shows the type instead of the value.
    for (minor, shown) in [(28, "string"), (35, "bad"), (36, "bad")] {
        let options = Options::of_kubernetes(minor);
        assert!(checked(&value, None, &options).is_ok());
        let error = checked(&bad, None, &options).unwrap_err().to_string();
        assert_eq!(error, format!("free: Invalid value: \"{shown}\": failed rule: self != 'bad'"));
        assert_eq!(
            checked(&bad, Some(&bad), &options).is_ok(),
            minor >= 30,
            "unchanged values are ratcheted since 1.30"
        );
        assert!(checked(&bad, Some(&value), &options).is_err());
    }
    assert_eq!(bad.validate_update(&bad), Ok(()));
    let mut cheap = Options::default();
    cheap.cost_budget = 1;
    let error = value.validate_with(&cheap).unwrap_err().to_string();
    assert!(error.contains("budget"), "{error}");
    let mut cx = judge(&bad, Some(&value), Mode::Verdict, Options::default());
    assert!(cx.has_failed());
    cx = judge(&bad, Some(&bad), Mode::AllErrors, Options::default());
    assert_eq!(cx.finish().2.len(), 1, "a warning");
}

#[test]
fn objects_of_every_api_are_read_and_written() {
    let json = json!({
        "apiVersion": "v1", "kind": "Known",
        "metadata": {"name": "a", "uid": "u", "creationTimestamp": "2024-05-06T07:08:09Z", "labels": {"x": "y"},
            "managedFields": {"f:a": {}}},
        "spec": {
            "port": "http", "targetPort": 80, "limits": {"cpu": "500m"}, "size": "1Gi", "timeout": "1h0m0s",
            "grace": "0s",
            "selector": {"matchLabels": {"a": "b"}}, "template": {"any": [1.5]}, "object": {"kind": "X"},
        },
        "status": {"lastSeen": "2024-05-06T07:08:09Z", "exact": "2024-05-06T07:08:09.000001Z",
            "times": ["2024-05-06T07:08:09Z"]},
    });
    let known: Known = round_trip(json.clone());
    assert_eq!(known.verdict(None), Verdict::Valid);
    round_trip::<single_file::example_com::golden::known::Known>(json);
    assert_eq!(
        errors::<KnownSpec>(&json!({"port": 1, "resource": {"apiVersion": "a/b/c", "spec": {}}})),
        [
            "resource.kind: Required value",
            "resource.apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion string: a/b/c",
        ]
    );
    assert_eq!(
        errors::<KnownSpec>(&json!({"template": 1, "selector": {"matchExpressions": [{}]}})),
        [
            "selector.matchExpressions[0].key: Required value",
            "selector.matchExpressions[0].operator: Required value",
            "template: Invalid value: \"integer\": template in body must be of type object: \"integer\"",
            "port: Required value",
        ]
    );
}

#[test]
fn types_of_other_crates_are_taken_as_they_are() {
    let json = json!({
        "metadata": {"name": "a", "creationTimestamp": null}, "place": {"name": "somewhere"}, "optional": {},
        "pointer": {"x": "y"}, "places": [{"a": "b"}, {}], "byName": {"k": {"c": "d"}},
        "level": 3, "levels": [1, 2],
    });
    let value: External = round_trip(json.clone());
    assert_eq!(value.place.0, Some(("name".to_owned(), "somewhere".to_owned())));
    assert_eq!(
        errors::<External>(&json),
        [
            "places: Too many: 2: must have at most 1 item",
            "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; \
             correct the existing errors to complete validation",
        ]
    );
    let error = serde_json::from_value::<External>(json!({"level": "x"})).unwrap_err().to_string();
    assert_eq!(error, "level: invalid type: string \"x\", expected u8");
}

#[test]
fn type_arguments_of_other_crates() {
    let of = |count: i32| {
        json!({
            "place": {"value": {"a": "b"}, "list": [{"c": "d"}], "byName": {"k": {"e": "f"}}, "inner": {}, "count": 1},
            "places": [{"value": [{"a": "b"}], "list": [[], []], "inner": {"value": [{"g": "h"}]}, "count": count}],
        })
    };
    let boxes: Boxes = round_trip(of(1));
    assert_eq!(boxes.place.as_ref().unwrap().list[0].0.0, Some(("c".to_owned(), "d".to_owned())));
    assert_eq!(errors::<Boxes>(&of(1))[..1], ["places[0].list: Too many: 2: must have at most 1 item"]);
    let without_lists = json!({"places": [{"value": [{"a": "b"}], "count": -1}]});
    assert_eq!(errors::<Boxes>(&without_lists), ["places[0]: Invalid value: failed rule: self.count > 0"]);
}

#[test]
fn structs_without_names_and_with_parameters() {
    assert_eq!(
        errors::<Shapes>(&json!({"point": {"x": -1}, "points": [{"label": "a", "inner": {"text": "abc"}}, {}]})),
        [
            "point.x: Invalid value: -1: point.x in body should be greater than or equal to 1",
            "points[0].inner.text: Too long: may not be more than 2 bytes",
            "points[1].label: Required value",
        ]
    );
    let generic: Generic = round_trip(
        json!({"numbers": {"left": 1, "right": 2, "many": [3]}, "nested": {"left": {}}, "texts": {"left": "a"},
            "list": ["x"], "value": "v"}),
    );
    assert_eq!(generic.numbers, Pair { left: 1, right: Some(2), many: vec![3] });
}

#[test]
fn types_of_the_standard_library_are_read_as_go_writes_them() {
    let json = json!({
        "ip": "10.0.0.1", "ips": ["::1"], "mask": "////AA==", "hardware": "AAECAwQF", "addr": "10.0.0.2",
        "values": {"a": ["b", "c"]}, "header": {"Accept": ["*/*"]}, "number": 1.5, "exact": "1e100", "whole": 12,
        "ratio": "1/2", "mode": 420, "when": "2024-01-01T00:00:00Z", "byAddr": {"::1": 1},
    });
    let library: Library = round_trip(json.clone());
    assert_eq!((library.ip.as_str(), library.values["a"].len(), library.mask.0.len()), ("10.0.0.1", 2, 4));
    assert_eq!(errors::<Library>(&json), Vec::<String>::new());
    let long = json!({"ip": "fe80::1234:5678:9abc", "values": {"a": [], "b": [], "c": []}});
    assert_eq!(
        errors::<Library>(&long),
        ["ip: Too long: may not be more than 15 bytes", "values: Too many: 3: must have at most 2 items",]
    );
}

#[test]
fn types_with_json_methods_take_what_these_write() {
    for any in [json!("a"), json!([1]), json!({"a": true})] {
        let own = json!({"any": any, "level": any, "embeds": any, "text": "abc", "stamp": "2024-01-01T00:00:00Z"});
        round_trip::<Own>(own.clone());
        assert_eq!(errors::<Own>(&own), Vec::<String>::new(), "{own}");
    }
    assert_eq!(errors::<Own>(&json!({"text": "abcd"})), ["text: Too long: may not be more than 3 bytes"]);
    assert_eq!(errors::<Own>(&json!({"plain": {}})), ["plain.a: Required value"]);
}

#[test]
fn generic_structs_hold_structs_without_names() {
    let pair =
        |value: Json| json!({"pair": {"key": "k", "inner": [{"value": value}]}, "byName": {"x": {"value": value}}});
    let holders: Holders = round_trip(json!({"texts": pair(json!("v")), "numbers": pair(json!(7))}));
    assert_eq!(holders.numbers.as_ref().unwrap().pair.inner[0].value, 7);
    let mut bad = json!({"texts": pair(json!("")), "numbers": pair(json!(1))});
    bad["texts"]["pair"]["count"] = json!(6);
    bad["numbers"]["fixed"] = json!({"name": "long"});
    assert_eq!(
        errors::<Holders>(&bad),
        [
            "texts.pair.count: Invalid value: 6: texts.pair.count in body should be less than or equal to 5",
            "texts.pair.inner[0].value: Required value",
            "texts.byName.x.value: Required value",
            "numbers.fixed.name: Too long: may not be more than 2 bytes",
        ]
    );
}
