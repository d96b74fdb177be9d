//! Validating a valid object allocates no memory, not even the first one of a process.

use allocation_counter::measure;
use golden_out::{
    compiled::example_com::golden::compiled::Waits,
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
    let mut is_valid = [false; 2];
    let counted = measure(|| is_valid = [value.validate().is_ok(), value.validate_update(&value).is_ok()]);
    assert_eq!((is_valid, counted.count_total), ([true; 2], 0), "{object}");
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
