//! Validating a valid object allocates no memory, not even the first one of a process.

use allocation_counter::measure;
use golden_out::{
    collections::example_com::golden::collections::Rates,
    compiled::example_com::golden::compiled::{Routed, Waits},
    measured::example_com::golden::measured::{
        AllNamed, Contained, Fixed, Implied, Keys, Limit, Matched, Modes, Nested, OneOf, Prefixed, Range, Sizes,
        Timeout, Unique, Weights,
    },
};
use idlgen_runtime::{Validate, Verdict};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

#[track_caller]
fn allocates_nothing<T: Validate + DeserializeOwned>(object: Json) {
    let value: T = serde_json::from_value(object.clone()).unwrap();
    for old in [None, Some(&value)] {
        let mut verdict = Verdict::Invalid;
        let counted = measure(|| verdict = value.verdict(old));
        assert_eq!((verdict, counted.count_total), (Verdict::Valid, 0), "{object}");
    }
    validates_without_allocation(&value, &value);
}

#[track_caller]
fn validates_without_allocation<T: Validate>(value: &T, old: &T) {
    let mut is_valid = [false; 3];
    let counted = measure(|| {
        is_valid =
            [value.validate().is_ok(), value.validate_update(old).is_ok(), value.first_error(Some(old)).is_none()];
    });
    assert_eq!((is_valid, counted.count_total), ([true; 3], 0));
}

fn listeners() -> Json {
    json!({"listeners": [
        {"name": "a", "port": 80, "protocol": "HTTP"},
        {"name": "b", "port": 443, "protocol": "HTTPS", "hostname": "a.example.com", "tls": {"mode": "Terminate"}},
        {"name": "c", "port": 443, "protocol": "HTTPS", "hostname": "b.example.com", "tls": {"mode": ""}},
    ]})
}

#[test]
fn a_valid_object_allocates_nothing() {
    allocates_nothing::<Sizes>(json!({"replicas": 3, "maxReplicas": 5}));
    allocates_nothing::<Range>(json!({"minReplicas": 1, "replicas": 3, "maxReplicas": 5}));
    allocates_nothing::<Implied>(json!({"a": "x", "b": "y"}));
    allocates_nothing::<AllNamed>(json!({"items": [{"name": "a"}, {"name": "b"}]}));
    allocates_nothing::<Contained>(json!({"names": ["n8", "n9"]}));
    allocates_nothing::<Prefixed>(json!({"name": "kube-controller-prod-1"}));
    allocates_nothing::<Matched>(json!({"name": "kube-controller-prod-1"}));
    allocates_nothing::<OneOf>(json!({"type": "LoadBalancer"}));
    allocates_nothing::<Fixed>(json!({"value": "some-value-here"}));
    allocates_nothing::<Keys>(json!({"labels": {"a": "b", "c": "d"}}));
    allocates_nothing::<Modes>(listeners());
    allocates_nothing::<Unique>(listeners());
    allocates_nothing::<Timeout>(json!({"timeout": "30m"}));
    allocates_nothing::<Limit>(json!({"limit": "512Mi"}));
    allocates_nothing::<Weights>(json!({"items": [{"enabled": true, "weight": 60}, {"enabled": true, "weight": 40}]}));
    allocates_nothing::<Nested>(json!({"spec": {"port": 443, "tls": {"mode": "Terminate", "cert": "c"}}}));
    allocates_nothing::<Waits>(json!({"wait": "1m", "long": "30m", "short": "5s", "others": ["1s", "30s"]}));
}

#[test]
fn floats_as_keys_allocate_nothing() {
    for length in [1, 3, 16, 17, 200] {
        let factors = (0..length).map(|index| f64::from(index) * 0.5 + 0.5);
        let rates: Vec<Json> = factors.map(|factor| json!({"factor": factor, "weight": factor + 1.0})).collect();
        allocates_nothing::<Rates>(json!({"byFactor": rates, "byWeight": rates}));
    }
}

/// Returns an object with lists of this length. Each list with keys has another order than the last one.
fn routed(length: usize, is_reversed: bool) -> Routed {
    let names = || (0..length).map(|index| format!("name{}", if is_reversed { length - 1 - index } else { index }));
    let routes = ["only", "any"].map(|kind| json!({"kind": kind, "weights": [1, 2, 5]}));
    let ports: Vec<Json> = names().map(|name| json!({"name": name, "number": length})).collect();
    let hosts: Vec<String> = names().collect();
    serde_json::from_value(json!({"routes": routes, "ports": ports, "hosts": hosts})).unwrap()
}

#[test]
fn an_update_of_lists_allocates_nothing() {
    let empty = Routed::default();
    // Defaults are built once.
    assert!(empty.validate().is_ok());
    for length in [0, 3, 16, 17, 200] {
        let (new, old) = (routed(length, true), routed(length, false));
        validates_without_allocation(&new, &old);
        validates_without_allocation(&new, &empty);
        validates_without_allocation(&empty, &old);
    }
    let long = routed(300, false);
    let counted = measure(|| assert!(long.validate().is_ok()));
    assert_eq!(counted.count_total, 2, "one for each list with distinct elements");
}
