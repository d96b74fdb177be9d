//! Objects nested as deep as API servers allow. The limits are those of a real server (1.35).

use crate::program::run_with;
use crate::widgets::{at, folder};

const DEFINITION: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              any: {x-kubernetes-preserve-unknown-fields: true}
";

/// The nesting levels that are not part of the generated value: the object itself and its `spec`.
const AROUND: usize = 2;

/// Returns four objects with `levels` nesting levels in total, made of lists or maps: two in YAML and two in JSON.
fn objects(levels: usize) -> [String; 4] {
    let levels = levels - AROUND;
    let lists = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    let maps = format!("{}1{}", "{\"a\": ".repeat(levels), "}".repeat(levels));
    let yaml = |value: &str| {
        format!("apiVersion: example.com/v1\nkind: Thing\nmetadata: {{name: a}}\nspec:\n  any:\n    {value}\n")
    };
    let json = |value: &str| {
        let head = "\"apiVersion\": \"example.com/v1\", \"kind\": \"Thing\", \"metadata\": {\"name\": \"a\"}";
        format!("{{{head}, \"spec\": {{\"any\": {value}}}}}\n")
    };
    [yaml(&lists), yaml(&format!("{}x", "- ".repeat(levels))), json(&lists), json(&maps)]
}

#[test]
fn objects_nest_as_deep_as_a_server_reads_them() {
    let folder = folder(&[("crd.yaml", DEFINITION)]);
    let crd = at(&folder, "crd.yaml");
    for text in objects(10_000) {
        for command in [&["validate"][..], &["default", "--output", "json"], &["prune", "--output", "json"]] {
            let ran = run_with(&[command, &["-", "--crd", &crd]].concat(), &text);
            assert_eq!(ran.status, 0, "{}: {:.300}", command.join(" "), ran.err);
        }
    }
    for text in objects(10_001) {
        let ran = run_with(&["validate", "-", "--crd", &crd], &text);
        let is_said =
            ran.out.contains("nested deeper than 10000 levels") || ran.err.contains("nested deeper than 10000");
        assert_eq!((ran.status, is_said), (1, true), "{:.300}{:.300}", ran.out, ran.err);
    }
}

#[test]
fn objects_of_suites_and_values_in_definitions_nest_as_deep() {
    let default = format!("{{default: {}{}, ", "[".repeat(9_000), "]".repeat(9_000));
    let definition = DEFINITION.replace("any: {", &format!("any: {default}"));
    assert_ne!(definition, DEFINITION);
    let [_, _, object, other] = objects(9_900);
    let suite = |first: &str, second: &str| {
        format!(
            "name: deep\ncrdName: things.example.com\ntests:\n  onCreate:\n  - {{name: a, initial: {first}, expected: \
             {first}}}\n  onUpdate:\n  - {{name: b, initial: {first}, updated: {second}, expected: {second}}}\n"
        )
    };
    let quoted = |object: &str| format!("'{}'", object.trim_end());
    let folder = folder(&[
        ("crd.yaml", &definition),
        ("values.yaml", &suite(object.trim_end(), other.trim_end())),
        ("texts.yaml", &suite(&quoted(&object), &quoted(&other))),
    ]);
    let ran = run_with(
        &["test", &at(&folder, "values.yaml"), &at(&folder, "texts.yaml"), "--crd", &at(&folder, "crd.yaml")],
        "",
    );
    assert_eq!(ran.status, 0, "{:.300}{:.300}", ran.out, ran.err);
    assert!(ran.out.contains("4 cases of 2 suites: 4 passed") || ran.err.contains("4 cases of 2 suites: 4 passed"));
}

#[test]
fn objects_of_schemas_deeper_than_the_limit_are_not_judged_by_a_part_of_them() {
    let schema = |levels: usize| {
        let inner = format!("{}{{type: string, maxLength: 1}}", "{type: array, items: ".repeat(levels));
        DEFINITION.replace("{x-kubernetes-preserve-unknown-fields: true}", &(inner + &"}".repeat(levels)))
    };
    let object = |levels: usize| {
        let value = format!("{}ab{}", "[".repeat(levels), "]".repeat(levels));
        format!("apiVersion: example.com/v1\nkind: Thing\nmetadata: {{name: a}}\nspec:\n  any: {value}\n")
    };
    for (levels, expected) in
        [(120, "[0]: Too long"), (140, "cannot be executed: the schema is nested deeper than 128 schemas")]
    {
        let folder = folder(&[("crd.yaml", &schema(levels))]);
        let ran = run_with(&["validate", "-", "--crd", &at(&folder, "crd.yaml")], &object(levels));
        let is_said = ran.out.contains(expected) || ran.err.contains(expected);
        assert_eq!((ran.status, is_said), (1, true), "{levels}: {:.300}{:.300}", ran.out, ran.err);
    }
}
