//! Reports: witnesses, and changes that are listed once.

use serde_json::{Value as Json, json};

use super::{Options, document, letters};
use crate::{
    diff::{Report, Side},
    source::{FileId, SourceMap},
};

/// Returns the report on a change of field `a`.
pub(super) fn report(old: &Json, new: &Json) -> Report {
    report_of(&document(old, &[]), &document(new, &[]))
}

/// Returns the report on two CRDs.
fn report_of(old: &Json, new: &Json) -> Report {
    report_with_sources(old, new).0
}

fn report_with_sources(old: &Json, new: &Json) -> (Report, SourceMap) {
    let mut sources = SourceMap::default();
    let mut side = |document: &Json| {
        let text = idlgen_yaml::to_string(document);
        let file: FileId = sources.add("crd.yaml", text.as_str());
        let mut side = Side::default();
        assert!(side.add(file, &text).is_empty());
        side
    };
    let (old, new) = (side(old), side(new));
    (Report::new(&old, &new, &Options::default(), true), sources)
}

#[test]
fn markdown_has_the_verdicts_the_location_and_the_proof_of_each_change() {
    let object = |properties: Json| json!({"type": "object", "properties": properties});
    let old = object(json!({
        "b": {"type": "integer", "maximum": 9}, "c": {"type": "string", "description": "a"}, "e": {"type": "string"}
    }));
    let new = object(json!({
        "b": {"type": "integer", "maximum": 5}, "c": {"type": "string", "description": "b"}, "d": {"type": "string"},
        "e": {"type": "string", "enum": ["x*"], "default": "x*"}
    }));
    let (report, sources) = report_with_sources(&document(&old, &[]), &document(&new, &[]));
    insta::assert_snapshot!(report.markdown(&sources, None), @r#"
    ### API changes: 2 breaking, 1 to review, 1 ok, 1 of documentation

    Minimum version bump: major

    #### Breaking

    - `Foo v1 spec.a.b`: `maximum` changed from 9 to 5
      <br>writers: breaking, stored objects: breaking
      <br>stored objects: before Kubernetes 1.30, every update is rejected; since then, only one that changes `spec.a.b`
      <br>`crd.yaml:20:19`

      <details><summary>an object that proves it</summary>

      rejected: spec.a.b: Invalid value: 6: spec.a.b in body should be less than or equal to 5

      ````````````yaml
      # object
      apiVersion: example.com/v1
      kind: Foo
      metadata:
        name: example
        namespace: default
      spec:
        a:
          b: 6
      ````````````

      </details>

    - `Foo v1 spec.a.e`: enum added: values other than "x\*" are rejected
      <br>writers: breaking, stored objects: breaking
      <br>stored objects: before Kubernetes 1.30, every update is rejected; since then, only one that changes `spec.a.e`
      <br>`crd.yaml:28:19`

      <details><summary>an object that proves it</summary>

      rejected: spec.a.e: Unsupported value: "a": supported values: "x\*"

      ````````````yaml
      # object
      apiVersion: example.com/v1
      kind: Foo
      metadata:
        name: example
        namespace: default
      spec:
        a:
          e: a
      ````````````

      </details>


    #### To review

    - `Foo v1 spec.a.e`: default "x\*" added: it appears in new and stored objects without a value
      <br>writers: review, readers: review, stored objects: review
      <br>`crd.yaml:28:19`

    <details><summary>1 change without effect</summary>

    - `Foo v1 spec.a.d`: field `d` added
      <br>`crd.yaml:26:19`

    </details>

    <details><summary>1 change of documentation</summary>

    - `Foo v1 spec.a.c`: description changed

    </details>
    "#);
}

#[test]
fn witnesses_are_at_the_change() {
    let object = |b: Json, rules: Json| {
        let properties = json!({"b": b, "c": {"type": "string"}});
        json!({"type": "object", "properties": properties, "x-kubernetes-validations": rules})
    };
    let string = json!({"type": "string"});
    let rule = json!([{"rule": "!has(self.b) || !has(self.c)"}]);
    let found = report(&object(string.clone(), json!([])), &object(string.clone(), rule));
    let witness = found.findings.first().and_then(|finding| finding.witness.clone()).expect("a witness");
    assert!(witness.object.pointer("/spec/a/b").is_some() && witness.object.pointer("/spec/a/c").is_some());
    assert!(witness.outcome.contains("failed rule: !has(self.b)"), "{}", witness.outcome);

    let rule = json!([{"rule": "self == oldSelf"}]);
    let found = report(&object(string.clone(), json!([])), &object(string, rule));
    let witness = found.findings.first().and_then(|finding| finding.witness.clone()).expect("a witness");
    assert!(witness.before.is_some_and(|before| before != witness.object));
}

#[test]
fn an_object_that_can_be_scaled_proves_that_its_scale_is_removed() {
    let new = document(&json!({"type": "integer"}), &[]);
    let mut old = new.clone();
    old["spec"]["versions"][0]["subresources"] =
        json!({"scale": {"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.a"}});
    let found = report_of(&old, &new);
    let witness = found.findings.first().and_then(|finding| finding.witness.as_ref()).expect("a witness");
    assert_eq!(witness.object.pointer("/spec/a"), Some(&json!(1)));
}

#[test]
fn an_object_that_is_rejected_anyway_proves_that_a_field_is_dropped() {
    let object =
        |properties: Json, required: &[&str]| json!({"type": "object", "properties": properties, "required": required});
    let string = json!({"type": "string"});
    let found = report(
        &object(json!({"b": string, "c": string}), &[]),
        &object(json!({"b": string, "d": {"type": "integer"}}), &["d"]),
    );
    let outcomes: Vec<&str> = found
        .findings
        .iter()
        .filter(|finding| finding.change.rule == "field-removed")
        .filter_map(|finding| finding.witness.as_ref().map(|witness| witness.outcome.as_str()))
        .collect();
    assert_eq!(outcomes, ["`spec.a.c` is dropped, and the object is rejected because of another change"]);
}

#[test]
fn an_object_decides_about_a_rule_that_nothing_else_decides() {
    let rules = |rule: &str| json!({"type": "integer", "x-kubernetes-validations": [{"rule": rule}]});
    let found = report(&rules("self % 2 == 0"), &rules("self % 3 == 0"));
    let finding = found.findings.first().expect("a change");
    assert_eq!(letters(finding.change.verdicts), "BVB");
    let value = finding.witness.as_ref().and_then(|witness| witness.object.pointer("/spec/a")).and_then(Json::as_i64);
    assert!(value.is_some_and(|value| value % 2 == 0 && value % 3 != 0), "{value:?}");
}

#[test]
fn equal_changes_are_folded() {
    let object = |limit: u64| {
        let item = json!({"type": "object", "properties": {"name": {"type": "string", "maxLength": limit}}});
        json!({"type": "object", "properties": {"x": item, "y": {"type": "array", "items": item}}})
    };
    let found = report(&object(9), &object(5));
    let places: Vec<&[String]> = found.findings.iter().map(|finding| finding.places.as_slice()).collect();
    assert_eq!(places, [["Foo v1 spec.a.x.name", "Foo v1 spec.a.y[].name"]]);
}
