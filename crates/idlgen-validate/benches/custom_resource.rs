//! Benchmarks requests for objects of a medium-sized CRD: about 150 nodes, 12 rules, a list with keys, and an embedded
//! resource.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use idlgen_validate::{
    Definitions, Schema, ValidatorOptions,
    crd::{CustomResource, ResourceType},
};
use serde_json::{Map, Value as Json, json};

/// Number of parts in the spec, each with ten fields.
const PARTS: usize = 10;

fn part() -> Json {
    json!({
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 63, "pattern": "^[a-z0-9-]+$"},
            "replicas": {"type": "integer", "format": "int32", "minimum": 0, "default": 1},
            "mode": {"type": "string", "enum": ["Fast", "Slow"], "default": "Fast"},
            "labels": {
                "type": "object", "maxProperties": 20,
                "additionalProperties": {"type": "string", "maxLength": 63}
            },
            "port": {"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]},
            "endpoints": {
                "type": "array", "maxItems": 32, "x-kubernetes-list-type": "map",
                "x-kubernetes-list-map-keys": ["host"],
                "items": {
                    "type": "object", "required": ["host"],
                    "properties": {
                        "host": {"type": "string", "maxLength": 253},
                        "weight": {"type": "integer", "minimum": 0, "maximum": 100}
                    }
                }
            },
            "zones": {
                "type": "array", "maxItems": 16, "x-kubernetes-list-type": "set",
                "items": {"type": "string", "maxLength": 63}
            },
            "paused": {"type": "boolean"}
        },
        "x-kubernetes-validations": [
            {"rule": "self.replicas <= 100", "message": "too many"},
        ]
    })
}

fn kind() -> CustomResource {
    let mut spec: Map<String, Json> = (0..PARTS).map(|index| (format!("part{index}"), part())).collect();
    spec.insert(
        "template".to_owned(),
        json!({
            "type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true
        }),
    );
    let schema = json!({
        "type": "object",
        "required": ["spec"],
        "properties": {
            "apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": {"type": "object"},
            "spec": {
                "type": "object", "properties": spec,
                "x-kubernetes-validations": [{"rule": "!has(self.part0) || self.part0.name == oldSelf.part0.name"}]
            },
            "status": {"type": "object", "properties": {"phase": {"type": "string"}}}
        },
        "x-kubernetes-validations": [{"rule": "self.metadata.name.size() < 64"}]
    });
    let resource_type = ResourceType {
        group: "example.com".to_owned(),
        version: "v1".to_owned(),
        kind: "Widget".to_owned(),
        has_status: true,
        schema: Schema::from_json(&schema).0,
        ..ResourceType::default()
    };
    CustomResource::new(&Definitions::default(), resource_type, ValidatorOptions::crd()).unwrap_or_else(|errors| {
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        unreachable!("the schema has no references: {}", texts.join(", "))
    })
}

fn object(replicas: i64) -> Json {
    let part = |index: usize| {
        json!({
            "name": format!("part-{index}"), "replicas": replicas, "labels": {"app": "a", "tier": "b"}, "port": 80,
            "endpoints": [{"host": "a.example.com", "weight": 50}, {"host": "b.example.com", "weight": 50}],
            "zones": ["a", "b", "c"]
        })
    };
    let mut spec: Map<String, Json> = (0..PARTS).map(|index| (format!("part{index}"), part(index))).collect();
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {"a": "b"}},
        "spec": {"containers": [{"name": "c", "image": "i"}]}
    });
    spec.insert("template".to_owned(), pod);
    json!({
        "apiVersion": "example.com/v1", "kind": "Widget",
        "metadata": {"name": "widget", "namespace": "default", "labels": {"app": "a"}},
        "spec": spec, "status": {"phase": "Ready"}
    })
}

fn requests(criterion: &mut Criterion) {
    let kind = kind();
    let (good, wrong, old) = (object(3), object(-1), object(2));
    assert!(kind.create(&good).is_allowed() && kind.update(&good, &old).is_allowed());
    assert_eq!(kind.create(&wrong).errors.len(), PARTS);
    let mut group = criterion.benchmark_group("custom_resource");
    group.bench_function("compile", |bencher| bencher.iter(self::kind));
    group.bench_function("create", |bencher| bencher.iter(|| kind.create(black_box(&good))));
    group.bench_function("create, refused", |bencher| bencher.iter(|| kind.create(black_box(&wrong))));
    group.bench_function("update", |bencher| bencher.iter(|| kind.update(black_box(&good), &old)));
    group.bench_function("update, refused", |bencher| bencher.iter(|| kind.update(black_box(&wrong), &old)));
    group.bench_function("update of the status", |bencher| bencher.iter(|| kind.update_status(black_box(&good), &old)));
    group.bench_function("decode", |bencher| bencher.iter(|| kind.decode(black_box(&good))));
}

criterion_group!(benches, requests);
criterion_main!(benches);
