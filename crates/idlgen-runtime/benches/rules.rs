//! Benchmarks the CEL rules of testdata/rust/measured in three variants: compiled to Rust, interpreted, and written by
//! hand.
//!
//! `compiled` and `interpreted` validate a value of the type with the rule. `by_hand` only evaluates the rule.

#![expect(clippy::expect_used, reason = "a benchmark fails if its data is wrong")]

use std::{collections::BTreeMap, hint::black_box};

use criterion::{Criterion, criterion_group, criterion_main};
use idlgen_runtime::{
    Mode, Options, Validate, go::parse_duration, regex::LazyPattern, types::Quantity, validate::judge,
};
use serde_json::json;

#[rustfmt::skip]
#[path = "../../../testdata/rust/measured/expected/mod.rs"]
mod generated;

use generated::example_com::golden::measured::{
    AllNamed, Contained, Fixed, Implied, Keys, Limit, Listener, Matched, Modes, Nested, OneOf, Prefixed, Range, Sizes,
    Timeout, Unique, Weights,
};

fn verdict<T: Validate>(value: &T, old: Option<&T>, options: Options) -> bool {
    !judge(value, old, Mode::Verdict, options).has_failed()
}

fn compare<T: Validate + serde::de::DeserializeOwned>(
    criterion: &mut Criterion,
    name: &str,
    object: serde_json::Value,
    is_update: bool,
    by_hand: impl Fn(&T) -> bool,
) {
    let value: T = serde_json::from_value(object).expect("the object has the type");
    let old = is_update.then_some(&value);
    let compiled = Options::default();
    let mut interpreted = Options::default();
    interpreted.compiled_rules = false;
    assert!(verdict(&value, old, compiled) && verdict(&value, old, interpreted) && by_hand(&value), "{name}");
    let mut group = criterion.benchmark_group(name);
    group.bench_function("compiled", |bencher| bencher.iter(|| verdict(black_box(&value), black_box(old), compiled)));
    group.bench_function("interpreted", |bencher| {
        bencher.iter(|| verdict(black_box(&value), black_box(old), interpreted));
    });
    group.bench_function("by_hand", |bencher| bencher.iter(|| by_hand(black_box(&value))));
    group.finish();
}

fn listeners() -> serde_json::Value {
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

fn rules(criterion: &mut Criterion) {
    compare(criterion, "int_le", json!({"replicas": 3, "maxReplicas": 5}), false, |sizes: &Sizes| {
        sizes.replicas <= sizes.max_replicas
    });
    let range = json!({"minReplicas": 1, "replicas": 3, "maxReplicas": 5});
    compare(criterion, "range_and", range, false, |range: &Range| {
        range.min_replicas <= range.replicas && range.replicas <= range.max_replicas
    });
    compare(criterion, "has_implies", json!({"a": "x", "b": "y"}), false, |implied: &Implied| {
        implied.a.is_none() || implied.b.is_some()
    });
    let named: Vec<_> = (0..10).map(|index| json!({"name": format!("n{index}")})).collect();
    compare(criterion, "all_name", json!({"items": named}), false, |named: &AllNamed| {
        named.items.iter().all(|item| item.name.as_deref().is_some_and(|name| !name.is_empty()))
    });
    let names: Vec<_> = (0..10).map(|index| format!("n{index}")).collect();
    compare(criterion, "exists_str", json!({"names": names}), false, |contained: &Contained| {
        contained.names.iter().any(|name| name == "n9")
    });
    let name = json!({"name": "kube-controller-prod-1"});
    compare(criterion, "string_ops", name.clone(), false, |prefixed: &Prefixed| {
        let name = prefixed.name.as_str();
        name.starts_with("kube-") && name.chars().count() <= 63 && name.contains("prod")
    });
    static PATTERN: LazyPattern = LazyPattern::new("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$");
    compare(criterion, "regex", name, false, |matched: &Matched| {
        PATTERN.compiled().is_ok_and(|pattern| pattern.is_match(&matched.name))
    });
    compare(criterion, "in_list", json!({"type": "LoadBalancer"}), false, |one: &OneOf| {
        ["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"].contains(&one.r#type.as_str())
    });
    let old = Fixed { value: "some-value-here".to_owned() };
    compare(criterion, "immutable", json!({"value": "some-value-here"}), true, |fixed: &Fixed| {
        fixed.value == old.value
    });
    let labels: BTreeMap<_, _> = (0..8).map(|index| (format!("key{index}"), format!("v{index}"))).collect();
    compare(criterion, "map_keys", json!({"labels": labels}), false, |keys: &Keys| {
        keys.labels.iter().all(|(key, value)| key.chars().count() < 64 && !value.is_empty())
    });
    compare(criterion, "gw_tls_mode", json!({"listeners": listeners()}), false, |modes: &Modes| {
        modes.listeners.iter().all(|listener| match (listener.protocol.as_str(), &listener.tls) {
            ("HTTPS", Some(tls)) => matches!(tls.mode.as_deref(), Some("" | "Terminate")),
            _ => true,
        })
    });
    compare(criterion, "gw_unique", json!({"listeners": listeners()}), false, |unique: &Unique| {
        is_unique(&unique.listeners)
    });
    compare(criterion, "duration", json!({"timeout": "30m"}), false, |timeout: &Timeout| {
        const SECOND: i64 = 1_000_000_000;
        parse_duration(&timeout.timeout).is_ok_and(|duration| (SECOND..=3600 * SECOND).contains(&duration))
    });
    let maximum: Quantity = "1Gi".parse().expect("the quantity is valid");
    compare(criterion, "quantity", json!({"limit": "512Mi"}), false, |limit: &Limit| {
        limit.limit.parse::<Quantity>().is_ok_and(|limit| limit.cmp(&maximum).is_le())
    });
    let weights: Vec<_> = (0..10).map(|_| json!({"enabled": true, "weight": 10})).collect();
    compare(criterion, "sum_filter", json!({"items": weights}), false, |weights: &Weights| {
        let enabled = weights.items.iter().filter(|item| item.enabled == Some(true));
        enabled.map(|item| item.weight).sum::<i64>() == 100
    });
    let spec = json!({"spec": {"port": 443, "tls": {"mode": "Terminate", "cert": "c"}}});
    compare(criterion, "ternary_deep", spec, false, |nested: &Nested| match &nested.spec.tls {
        Some(tls) => (tls.mode.as_deref() == Some("Terminate")) == tls.cert.is_some(),
        None => nested.spec.port != 443,
    });
}

criterion_group!(benches, rules);
criterion_main!(benches);
