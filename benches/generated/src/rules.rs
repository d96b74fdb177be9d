//! CEL rules: generated code next to hand-written code, for typed values and for JSON that is in memory.

use std::{collections::BTreeMap, hint::black_box};

use idlgen_runtime::{
    Options, Validate,
    data::{Object, read_members},
    go::parse_duration,
    passes_uncompared,
    regex::LazyPattern,
    types::Quantity,
};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::{
    fastest::fastest,
    measured::example_com::golden::measured::{
        AllNamed, Contained, Fixed, Implied, Keys, Limit, Listener, Matched, Modes, Nested, OneOf, Prefixed, Range,
        Sizes, Timeout, Unique, Weights,
    },
};

static NAME: LazyPattern = LazyPattern::new("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$");
const TYPES: [&str; 4] = ["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"];
const SECOND: i64 = 1_000_000_000;

/// Reads the object into the type and validates it.
fn passes<T: Validate + Object + Default>(object: &Json, old: Option<&T>) -> bool {
    let mut typed = T::default();
    object.as_object().is_some_and(|members| read_members(&mut typed, members, None))
        && passes_uncompared(&typed, old, Options::default())
}

fn compare<T: Validate + Object + Default + DeserializeOwned>(
    name: &str,
    object: &Json,
    is_update: bool,
    typed_by_hand: impl Fn(&T) -> bool,
    by_hand: impl Fn(&Json) -> bool,
) {
    let value: T = serde_json::from_value(object.clone()).expect("the object has the type");
    let old = is_update.then_some(&value);
    assert!(value.verdict(old).is_valid() && typed_by_hand(&value), "{name}");
    assert!(passes(object, old) && by_hand(object), "{name}");
    let times = [
        fastest(|| black_box(&value).verdict(black_box(old)).is_valid()),
        fastest(|| typed_by_hand(black_box(&value))),
        fastest(|| passes(black_box(object), old)),
        fastest(|| by_hand(black_box(object))),
    ];
    let [typed, typed_by_hand, read, by_hand] = times;
    println!("| {name} | {typed:.0} ns | {typed_by_hand:.1} ns | {read:.0} ns | {by_hand:.0} ns |");
}

fn text<'j>(object: &'j Json, key: &str) -> Option<&'j str> {
    object.get(key)?.as_str()
}

fn number(object: &Json, key: &str) -> Option<i64> {
    object.get(key)?.as_i64()
}

fn list<'j>(object: &'j Json, key: &str) -> &'j [Json] {
    object.get(key).and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

fn listeners() -> Json {
    let listener = |index: usize| {
        let mut listener = json!({"name": format!("l{index}"), "port": 8000 + index,
            "protocol": if index % 2 == 1 { "HTTPS" } else { "HTTP" }});
        if index % 3 != 0 {
            listener["hostname"] = format!("h{index}.example.com").into();
        }
        if index % 2 == 1 {
            listener["tls"] = json!({"mode": "Terminate"});
        }
        listener
    };
    (0..8).map(listener).collect()
}

fn is_unique(listeners: &[Listener]) -> bool {
    listeners.iter().all(|first| {
        let same = |second: &&Listener| {
            first.port == second.port && first.protocol == second.protocol && first.hostname == second.hostname
        };
        listeners.iter().filter(same).count() == 1
    })
}

fn is_unique_json(listeners: &[Json]) -> bool {
    listeners.iter().all(|first| {
        let same = |second: &&Json| {
            number(first, "port") == number(second, "port")
                && text(first, "protocol") == text(second, "protocol")
                && text(first, "hostname") == text(second, "hostname")
        };
        listeners.iter().filter(same).count() == 1
    })
}

fn is_prefixed(name: &str) -> bool {
    name.starts_with("kube-") && name.chars().count() <= 63 && name.contains("prod")
}

fn is_in_range(duration: &str) -> bool {
    parse_duration(duration).is_ok_and(|duration| (SECOND..=3600 * SECOND).contains(&duration))
}

fn is_mode_set(protocol: Option<&str>, mode: Option<Option<&str>>) -> bool {
    match (protocol, mode) {
        (Some("HTTPS"), Some(mode)) => matches!(mode, Some("" | "Terminate")),
        _ => true,
    }
}

/// Prints the table of all rules.
pub fn print() {
    println!("| rule | typed | typed, by hand | from a `Value` | on the `Value`, by hand |\n|---|--:|--:|--:|--:|");
    compare(
        "int_le",
        &json!({"replicas": 3, "maxReplicas": 5}),
        false,
        |sizes: &Sizes| sizes.replicas <= sizes.max_replicas,
        |json| number(json, "replicas") <= number(json, "maxReplicas"),
    );
    compare(
        "range_and",
        &json!({"minReplicas": 1, "replicas": 3, "maxReplicas": 5}),
        false,
        |range: &Range| range.min_replicas <= range.replicas && range.replicas <= range.max_replicas,
        |json| {
            let [min, replicas, max] = ["minReplicas", "replicas", "maxReplicas"].map(|key| number(json, key));
            min <= replicas && replicas <= max
        },
    );
    compare(
        "has_implies",
        &json!({"a": "x", "b": "y"}),
        false,
        |implied: &Implied| implied.a.is_none() || implied.b.is_some(),
        |json| json.get("a").is_none() || json.get("b").is_some(),
    );
    let named: Vec<_> = (0..10).map(|index| json!({"name": format!("n{index}")})).collect();
    compare(
        "all_name",
        &json!({"items": named}),
        false,
        |named: &AllNamed| named.items.iter().all(|item| item.name.as_deref().is_some_and(|name| !name.is_empty())),
        |json| list(json, "items").iter().all(|item| text(item, "name").is_some_and(|name| !name.is_empty())),
    );
    let names: Vec<_> = (0..10).map(|index| format!("n{index}")).collect();
    compare(
        "exists_str",
        &json!({"names": names}),
        false,
        |contained: &Contained| contained.names.iter().any(|name| name == "n9"),
        |json| list(json, "names").iter().any(|name| name == "n9"),
    );
    let name = json!({"name": "kube-controller-prod-1"});
    compare(
        "string_ops",
        &name,
        false,
        |prefixed: &Prefixed| is_prefixed(&prefixed.name),
        |json| text(json, "name").is_some_and(is_prefixed),
    );
    let is_name = |name: &str| NAME.compiled().is_ok_and(|pattern| pattern.is_match(name));
    compare(
        "regex",
        &name,
        false,
        |matched: &Matched| is_name(&matched.name),
        |json| text(json, "name").is_some_and(is_name),
    );
    compare(
        "in_list",
        &json!({"type": "LoadBalancer"}),
        false,
        |one: &OneOf| TYPES.contains(&one.r#type.as_str()),
        |json| text(json, "type").is_some_and(|name| TYPES.contains(&name)),
    );
    let fixed = json!({"value": "some-value-here"});
    let (old, old_json) = (Fixed { value: "some-value-here".to_owned() }, fixed.clone());
    compare(
        "immutable",
        &fixed,
        true,
        |fixed: &Fixed| fixed.value == old.value,
        |json| text(json, "value") == text(&old_json, "value"),
    );
    let labels: BTreeMap<_, _> = (0..8).map(|index| (format!("key{index}"), format!("v{index}"))).collect();
    compare(
        "map_keys",
        &json!({"labels": labels}),
        false,
        |keys: &Keys| keys.labels.iter().all(|(key, value)| key.chars().count() < 64 && !value.is_empty()),
        |json| {
            let labels = json.get("labels").and_then(Json::as_object);
            labels.is_some_and(|labels| labels.iter().all(|(key, value)| key.chars().count() < 64 && value != ""))
        },
    );
    let of_listeners = json!({"listeners": listeners()});
    compare(
        "gw_tls_mode",
        &of_listeners,
        false,
        |modes: &Modes| {
            modes.listeners.iter().all(|listener| {
                is_mode_set(Some(&listener.protocol), listener.tls.as_ref().map(|tls| tls.mode.as_deref()))
            })
        },
        |json| {
            list(json, "listeners").iter().all(|listener| {
                is_mode_set(text(listener, "protocol"), listener.get("tls").map(|tls| text(tls, "mode")))
            })
        },
    );
    compare(
        "gw_unique",
        &of_listeners,
        false,
        |unique: &Unique| is_unique(&unique.listeners),
        |json| is_unique_json(list(json, "listeners")),
    );
    compare(
        "duration",
        &json!({"timeout": "30m"}),
        false,
        |timeout: &Timeout| is_in_range(&timeout.timeout),
        |json| text(json, "timeout").is_some_and(is_in_range),
    );
    let maximum: Quantity = "1Gi".parse().expect("the quantity is valid");
    let is_small = |limit: &str| limit.parse::<Quantity>().is_ok_and(|limit| limit.cmp(&maximum).is_le());
    compare(
        "quantity",
        &json!({"limit": "512Mi"}),
        false,
        |limit: &Limit| is_small(&limit.limit),
        |json| text(json, "limit").is_some_and(is_small),
    );
    let weights: Vec<_> = (0..10).map(|_| json!({"enabled": true, "weight": 10})).collect();
    compare(
        "sum_filter",
        &json!({"items": weights}),
        false,
        |weights: &Weights| {
            let enabled = weights.items.iter().filter(|item| item.enabled == Some(true));
            enabled.map(|item| item.weight).sum::<i64>() == 100
        },
        |json| {
            let enabled = list(json, "items").iter().filter(|item| item["enabled"] == true);
            enabled.filter_map(|item| number(item, "weight")).sum::<i64>() == 100
        },
    );
    compare(
        "ternary_deep",
        &json!({"spec": {"port": 443, "tls": {"mode": "Terminate", "cert": "c"}}}),
        false,
        |nested: &Nested| match &nested.spec.tls {
            Some(tls) => (tls.mode.as_deref() == Some("Terminate")) == tls.cert.is_some(),
            None => nested.spec.port != 443,
        },
        |json| match json["spec"].get("tls") {
            Some(tls) => (text(tls, "mode") == Some("Terminate")) == tls.get("cert").is_some(),
            None => number(&json["spec"], "port") != Some(443),
        },
    );
}
