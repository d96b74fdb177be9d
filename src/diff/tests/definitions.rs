//! Changes of CRDs outside of schemas.

use serde_json::{Value as Json, json};

use super::{Verdicts, changes, document, letters};

/// Returns a CRD with another value at a path. Null removes a field.
fn with(crd: &Json, path: &str, value: &Json) -> Json {
    let mut crd = crd.clone();
    let (parent, name) = path.rsplit_once('/').expect("a path");
    let parent = crd.pointer_mut(parent).expect("a parent");
    match parent {
        Json::Object(fields) if value.is_null() => drop(fields.remove(name)),
        parent => parent[name] = value.clone(),
    }
    crd
}

/// Checks the changes and their verdicts if the value at a path changes. Names of repeated changes are omitted.
#[track_caller]
fn check(crd: &Json, path: &str, [old, new]: [&Json; 2], rules: &[&str], expected: &str) {
    let found = changes(&with(crd, path, old), &with(crd, path, new));
    let verdicts = found.iter().fold(Verdicts::OK, |all, change| all.and(change.verdicts));
    let mut found: Vec<&str> = found.iter().map(|change| change.rule).collect();
    found.dedup();
    assert_eq!((found.as_slice(), letters(verdicts).as_str()), (rules, expected), "{path}: {old} to {new}");
}

/// Returns a CRD with a status, and with replicas in the spec.
fn crd() -> Json {
    let mut crd = document(&json!({"type": "integer"}), &[]);
    let schema = "/spec/versions/0/schema/openAPIV3Schema/properties/status";
    crd = with(&crd, schema, &json!({"type": "object", "properties": {"b": {"type": "string"}}}));
    let names = json!({"plural": "foos", "singular": "foo", "kind": "Foo", "listKind": "FooList"});
    with(&crd, "/spec/names", &names)
}

#[test]
fn names_and_scope() {
    let crd = crd();
    for (path, old, new, rule, expected) in [
        ("/spec/group", "example.com", "example.org", "group-changed", "BBB"),
        ("/spec/scope", "Namespaced", "Cluster", "scope-changed", "BBB"),
        ("/spec/names/plural", "foos", "fooes", "plural-changed", "BBB"),
        ("/spec/names/kind", "Foo", "Bar", "kind-changed", "BBB"),
        ("/spec/names/listKind", "FooList", "Foos", "list-kind-changed", "-B-"),
        ("/spec/names/singular", "foo", "one", "singular-changed", "V--"),
    ] {
        check(&crd, path, [&json!(old), &json!(new)], &[rule], expected);
        check(&crd, path, [&json!(old), &json!(old)], &[], "---");
    }
    // Both names follow from the kind.
    let old = json!({"plural": "foos", "singular": "foo", "kind": "Foo", "listKind": "FooList"});
    let new = json!({"plural": "foos", "singular": "bar", "kind": "Bar", "listKind": "BarList"});
    check(&crd, "/spec/names", [&old, &new], &["kind-changed"], "BBB");
    let (one, two, other) = (json!(["a"]), json!(["a", "b"]), json!(["b"]));
    for (path, added, removed, expected) in [
        ("/spec/names/shortNames", "short-name-added", "short-name-removed", "V--"),
        ("/spec/names/categories", "category-added", "category-removed", "VV-"),
    ] {
        check(&crd, path, [&one, &two], &[added], "---");
        check(&crd, path, [&two, &one], &[removed], expected);
        check(&crd, path, [&one, &other], &[removed, added], expected);
    }
}

#[test]
fn versions() {
    let version = |name: &str, served: bool, storage: bool| {
        let schema = json!({"openAPIV3Schema": {"type": "object"}});
        json!({"name": name, "served": served, "storage": storage, "schema": schema})
    };
    let one = json!([version("v1", true, true)]);
    let deprecated = |warning: Option<&str>| {
        let mut versions = one.clone();
        versions[0]["deprecated"] = json!(true);
        if let Some(warning) = warning {
            versions[0]["deprecationWarning"] = json!(warning);
        }
        versions
    };
    let with = |more: Json| json!([version("v1", true, true), more]);
    let unserved = with(version("v2", false, false));
    let served = with(version("v2", true, false));
    let moved = json!([version("v1", true, false), version("v2", true, true)]);
    let reordered = json!([version("v2", true, false), version("v1", true, true)]);
    for (old, new, rules, expected) in [
        (&one, &served, &["version-added"][..], "---"),
        (&served, &one, &["version-removed"], "BBV"),
        (&unserved, &one, &["version-removed"], "--V"),
        (&served, &unserved, &["version-not-served"], "BB-"),
        (&unserved, &served, &["version-served"], "---"),
        (&served, &moved, &["storage-version-changed"], "--V"),
        (&served, &reordered, &[], "---"),
        (&one, &deprecated(None), &["version-deprecated"], "---"),
        (&deprecated(None), &one, &["version-deprecated"], "---"),
        (&deprecated(None), &deprecated(Some("use v2")), &["version-deprecated"], "---"),
        (&deprecated(Some("use v2")), &deprecated(Some("use v2")), &[], "---"),
    ] {
        check(&crd(), "/spec/versions", [old, new], rules, expected);
    }
}

#[test]
fn subresources_and_selectable_fields() {
    const SUBRESOURCES: &str = "/spec/versions/0/subresources";
    const STATUS: &str = "/spec/versions/0/schema/openAPIV3Schema/properties/status";
    let crd = crd();
    let (none, status) = (json!({}), json!({"status": {}}));
    check(&crd, SUBRESOURCES, [&none, &status], &["status-subresource-added"], "B--");
    check(&crd, SUBRESOURCES, [&status, &none], &["status-subresource-removed"], "B--");
    check(&crd, SUBRESOURCES, [&status, &status], &[], "---");
    // Before, the server dropped the status.
    let without_status = with(&crd, STATUS, &Json::Null);
    check(&without_status, SUBRESOURCES, [&none, &status], &["status-subresource-added"], "---");
    let preserving = with(&without_status, "/spec/preserveUnknownFields", &json!(true));
    check(&preserving, SUBRESOURCES, [&none, &status], &["status-subresource-added"], "B--");
    let keeping = "/spec/versions/0/schema/openAPIV3Schema/x-kubernetes-preserve-unknown-fields";
    let keeping = with(&without_status, keeping, &json!(true));
    check(&keeping, SUBRESOURCES, [&none, &status], &["status-subresource-added"], "B--");

    let scale = |spec: &str, status: &str| json!({"scale": {"specReplicasPath": spec, "statusReplicasPath": status}});
    let (one, other) = (scale(".spec.a", ".status.b"), scale(".spec.a", ".status.c"));
    check(&crd, SUBRESOURCES, [&none, &one], &["scale-added"], "---");
    check(&crd, SUBRESOURCES, [&one, &none], &["scale-removed"], "BB-");
    check(&crd, SUBRESOURCES, [&one, &other], &["scale-changed"], "BB-");
    check(&crd, SUBRESOURCES, [&one, &one], &[], "---");
    let selector = "/spec/versions/0/subresources/scale/labelSelectorPath";
    let (selecting, other) = (with(&crd, SUBRESOURCES, &one), json!(".status.c"));
    check(&selecting, selector, [&Json::Null, &other], &["scale-selector-added"], "---");
    check(&selecting, selector, [&other, &Json::Null], &["scale-changed"], "BB-");
    check(&selecting, selector, [&json!(".status.b"), &other], &["scale-changed"], "BB-");
    // Requests for the scale failed, because there was no such field.
    let without_field = scale(".spec.b", ".status.b");
    check(&crd, SUBRESOURCES, [&without_field, &none], &["scale-removed"], "---");
    let open = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/x-kubernetes-preserve-unknown-fields";
    check(&with(&crd, open, &json!(true)), SUBRESOURCES, [&without_field, &none], &["scale-removed"], "BB-");
    let preserving = with(&crd, "/spec/preserveUnknownFields", &json!(true));
    check(&preserving, SUBRESOURCES, [&without_field, &none], &["scale-removed"], "BB-");

    let fields = "/spec/versions/0/selectableFields";
    let (one, two) = (json!([{"jsonPath": ".spec.a"}]), json!([{"jsonPath": ".spec.a"}, {"jsonPath": ".spec.z"}]));
    check(&crd, fields, [&one, &two], &["selectable-field-added"], "---");
    check(&crd, fields, [&two, &one], &["selectable-field-removed"], "-B-");
}

#[test]
fn versions_that_the_old_crd_does_not_serve() {
    let crd = |served: bool, storage: bool, a: Json| {
        let mut crd = document(&json!({"type": "string"}), &[]);
        let mut other = document(&a, &[])["spec"]["versions"][0].clone();
        other["name"] = json!("v2");
        other["served"] = json!(served);
        other["storage"] = json!(storage);
        crd["spec"]["versions"][0]["storage"] = json!(!storage);
        crd["spec"]["versions"].as_array_mut().expect("versions").push(other);
        crd
    };
    let string = || json!({"type": "string"});
    let limited = || json!({"type": "string", "maxLength": 3});
    let object = |properties: Json| json!({"type": "object", "properties": properties});
    let (with_field, without_field) = (|| object(json!({"b": {"type": "string"}})), || object(json!({})));
    let check = |is_served: bool, is_stored: bool, [old, new]: [Json; 2], expected: &str| {
        let found = changes(&crd(is_served, is_stored, old), &crd(is_served, is_stored, new));
        let verdicts = found.iter().fold(Verdicts::OK, |all, change| all.and(change.verdicts));
        assert_eq!(letters(verdicts), expected, "{found:?}");
    };
    for is_stored in [true, false] {
        check(true, is_stored, [string(), limited()], "B-B");
        // Servers validate objects with the version of a request.
        check(false, is_stored, [string(), limited()], "---");
        check(true, is_stored, [with_field(), without_field()], "BBB");
    }
    // The storage version prunes the objects of all requests.
    check(false, true, [with_field(), without_field()], "BBB");
    check(false, false, [with_field(), without_field()], "--V");
}

#[test]
fn metadata_that_only_one_side_declares() {
    let metadata = "/spec/versions/0/schema/openAPIV3Schema/properties/metadata";
    let name = |limits: Json| json!({"type": "object", "properties": {"name": limits}});
    let limited = name(json!({"type": "string", "maxLength": 5}));
    let check = |sides: [&Json; 2], rules: &[&str], expected: &str| check(&crd(), metadata, sides, rules, expected);
    check([&Json::Null, &limited], &["max-length-added"], "B-B");
    check([&limited, &Json::Null], &["max-length-removed"], "-V-");
    check([&Json::Null, &name(json!({"type": "string"}))], &[], "---");
    check([&Json::Null, &json!({"type": "object", "description": "D"})], &[], "---");
}

#[test]
fn printer_columns() {
    let columns = "/spec/versions/0/additionalPrinterColumns";
    let column = |name: &str, path: &str| json!({"name": name, "type": "string", "jsonPath": path});
    let (one, other) = (json!([column("A", ".spec.a")]), json!([column("A", ".spec.z")]));
    let two = json!([column("A", ".spec.a"), column("B", ".spec.b")]);
    let mut described = one.clone();
    described[0]["description"] = json!("text");
    for (old, new, rule, expected, text) in [
        (&one, &two, "printer-columns-changed", "-V-", "printer columns changed from A to A, B: "),
        (&json!([]), &one, "printer-columns-changed", "-V-", "printer columns changed from Age to A: "),
        (&one, &other, "printer-columns-changed", "-V-", "printer columns show other values: "),
        (&one, &described, "column-description-changed", "---", "column description changed"),
    ] {
        check(&crd(), columns, [old, new], &[rule], expected);
        let found = changes(&with(&crd(), columns, old), &with(&crd(), columns, new));
        assert!(found.iter().all(|change| change.text.starts_with(text)), "{found:?}");
        assert!(found.iter().all(|change| change.is_documentation == (expected == "---")), "{found:?}");
    }
    check(&crd(), columns, [&one, &one], &[], "---");
}

#[test]
fn conversion_and_unknown_fields() {
    let webhook = |versions: &[&str]| {
        let webhook = json!({"clientConfig": {"url": "https://example.com"}, "conversionReviewVersions": versions});
        json!({"strategy": "Webhook", "webhook": webhook})
    };
    let (none, one, two) = (json!({"strategy": "None"}), webhook(&["v1"]), webhook(&["v1", "v1beta1"]));
    for (old, new, rules, expected) in [
        (&one, &none, &["conversion-webhook-removed"][..], "BBB"),
        (&one, &Json::Null, &["conversion-webhook-removed"], "BBB"),
        (&none, &one, &["conversion-webhook-added"], "VVV"),
        (&two, &one, &["conversion-review-version-removed"], "VVV"),
        (&one, &two, &[], "---"),
        (&none, &Json::Null, &[], "---"),
    ] {
        check(&crd(), "/spec/conversion", [old, new], rules, expected);
    }
    let preserve = "/spec/preserveUnknownFields";
    check(&crd(), preserve, [&json!(true), &json!(false)], &["preserve-unknown-fields-removed"], "BBB");
    check(&crd(), preserve, [&json!(false), &json!(true)], &["preserve-unknown-fields-added"], "-V-");
}
