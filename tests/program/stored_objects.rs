//! `idlgen default` and `prune`, and validation of CRDs.

use crate::program::run_with;
use crate::widgets::{WIDGETS, at, folder, widgets};
use insta::assert_snapshot;

#[test]
fn objects_as_a_server_stores_them() {
    let folder = folder(&[("crd.yaml", WIDGETS)]);
    let crd = at(&folder, "crd.yaml");
    let objects = widgets(&["{size: 3, colour: blue}", "{size: 4, color: null}"]);
    let ran = |command: &str, extra: &[&str]| run_with(&[&[command, "-", "--crd", &crd], extra].concat(), &objects);
    assert_snapshot!(ran("default", &[]), @"
    [output]
    apiVersion: example.com/v1
    kind: Widget
    metadata:
      name: w0
    spec:
      color: red
      size: 3
    ---
    apiVersion: example.com/v1
    kind: Widget
    metadata:
      name: w1
    spec:
      color: red
      size: 4
    ");
    assert_snapshot!(ran("default", &["--changes"]), @r#"
    [output]
    Widget w0: + spec.color: "red"
    Widget w0: - spec.colour: "blue"
    Widget w1: ~ spec.color: null is now "red"
    "#);
    assert_snapshot!(ran("prune", &["-o", "json"]), @r#"
    [output]
    {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w0"},"spec":{"size":3}}
    {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w1"},"spec":{"color":null,"size":4}}
    "#);
    assert_snapshot!(ran("prune", &["--changes"]), @r#"
    [output]
    Widget w0: - spec.colour: "blue"
    "#);
    let unknown = run_with(&["default", "-", "--crd", &crd], "{apiVersion: example.com/v1, kind: Wigdet}");
    assert_eq!((unknown.status, unknown.err.contains("IDL0904")), (1, true), "{unknown}");
}

/// A server decodes metadata and drops what it does not know. It does not store unknown fields of CRDs either.
#[test]
fn unknown_fields_of_metadata_and_of_crds_are_not_stored() {
    let folder = folder(&[("crd.yaml", WIDGETS)]);
    let widget = widgets(&["{size: 3}"]).replace("name: w0", "name: w0, nam: x");
    let deployment = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, nam: x}\nspec:\n  \
                      template: {metadata: {labls: {}}}\n";
    let definition = WIDGETS.replace("maximum: 9", "maximun: 9").replace("  group:", "  grup: x\n  group:");
    for (object, expected) in [
        (widget.as_str(), &["Widget w0: - metadata.nam: \"x\""][..]),
        (deployment, &["Deployment d: - metadata.nam: \"x\"", "Deployment d: - spec.template.metadata.labls: {}"]),
        (
            &definition,
            &[
                "CustomResourceDefinition widgets.example.com: - spec.grup: \"x\"",
                "CustomResourceDefinition widgets.example.com: - \
                 spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.maximun: 9",
            ],
        ),
    ] {
        for command in ["default", "prune"] {
            let ran = run_with(&[command, "-", "--crd", &at(&folder, "crd.yaml"), "--changes"], object);
            for change in expected {
                assert!(ran.out.lines().any(|line| line == *change), "{command} {change}: {ran}");
            }
        }
    }
}

#[test]
fn definitions_are_judged_themselves() {
    let wrong = WIDGETS.replace("plural: widgets", "plural: Widgets").replace("{type: integer, maximum: 9}", "{}");
    assert_snapshot!(run_with(&["validate", "-", "--message-format", "short"], &wrong), @r#"
    [exit status 1]
    [output]
    <stdin>:3:18: error[IDL0905]: metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural+"."+spec.group
    <stdin>:6:55: error[IDL0905]: spec.names.plural: Invalid value: "Widgets": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')
    <stdin>:22:15: error[IDL0905]: spec.validation.openAPIV3Schema.properties[spec].properties[size].type: Required value: must not be empty for specified object fields
    [errors]
    1 object in 1 file: 0 valid, 1 invalid
    "#);
    // The cost of the CRD's rules is limited too.
    let costly = WIDGETS
        .replace("color: {type: string, default: red}", "color: {type: array, items: {type: string}}")
        .replace("self.size >= oldSelf.size", "self.color.all(c, self.color.exists(d, d == c))");
    assert_snapshot!(run_with(&["validate", "-", "--message-format", "full", "-q"], &costly), @"
    [exit status 1]
    [output]
    error[IDL0905]: spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)
      --> <stdin>:15:7
       |
    15 |       openAPIV3Schema:
       |       ^^^^^^^^^^^^^^^

    error[IDL0905]: spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)
      --> <stdin>:25:16
       |
    25 |             - {rule: 'self.color.all(c, self.color.exists(d, d == c))', message: never smaller}
       |                ^^^^

    error[IDL0905]: spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema
      --> <stdin>:25:16
       |
    25 |             - {rule: 'self.color.all(c, self.color.exists(d, d == c))', message: never smaller}
       |                ^^^^
    ");
    // An update cannot change the name, so an invalid name is not reported.
    let folder = folder(&[("old.yaml", &wrong)]);
    let old = at(&folder, "old.yaml");
    let ran = run_with(&["validate", "-", "--message-format", "short", "--old", &old], &wrong);
    assert_snapshot!(ran, @r#"
    [exit status 1]
    [output]
    <stdin>:6:55: error[IDL0905]: spec.names.plural: Invalid value: "Widgets": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')
    <stdin>:22:15: error[IDL0905]: spec.validation.openAPIV3Schema.properties[spec].properties[size].type: Required value: must not be empty for specified object fields
    [errors]
    1 object in 1 file: 0 valid, 1 invalid
    "#);
}

#[test]
fn that_nothing_was_there_or_changed_is_said() {
    let settings = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}";
    for command in ["default", "prune"] {
        let ran = run_with(&[command, "--changes", "-"], settings);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", "no changes in 1 object\n"), "{ran}");
        let ran = run_with(&[command, "-"], "# nothing\n");
        assert!(ran.status == 1 && ran.err.contains("no objects found, so nothing was printed"), "{ran}");
        assert_eq!(run_with(&[command, "-", "--allow-empty"], "").status, 0);
    }
}

const GADGETS: &str = "
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: gadgets, kind: Gadget}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {size: {type: integer, maximum: 9}}
            x-kubernetes-validations: [{rule: self.size < 4, reason: FieldValueForbidden}]
          status: {type: object, properties: {phase: {type: string}}}
";

const GADGET: &str = "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: g}\n";

/// The output contains what a client may set: no `status`, no fields that only a server sets, and no namespace if the
/// object has none.
#[test]
fn clients_do_not_decide_all_of_an_object() {
    let folder = folder(&[("crd.yaml", GADGETS)]);
    let object = "apiVersion: example.com/v1\nkind: Gadget\nspec: {size: 1}\nstatus: {phase: a}\n\
                  metadata: {name: g, namespace: d, uid: u, generation: 2, selfLink: /g, resourceVersion: '1',\n  \
                  creationTimestamp: null, managedFields: [{manager: m, operation: Bad}], labels: {a: b}}\n";
    let crd = at(&folder, "crd.yaml");
    assert_snapshot!(run_with(&["default", "-", "--crd", &crd], object), @"
    [output]
    apiVersion: example.com/v1
    kind: Gadget
    metadata:
      labels:
        a: b
      name: g
    spec:
      size: 1
    ");
    let ran = run_with(&["validate", "-", "--crd", &crd], object);
    assert_eq!(ran.status, 0, "{ran}");
}

/// Checks that the type, value, detail, keyword, rule and location of an error are separate fields of the output.
#[test]
fn errors_part_by_part() {
    let folder = folder(&[("crd.yaml", GADGETS)]);
    let object = format!("{GADGET}spec: {{size: 10}}\n");
    let ran = run_with(&["validate", "-", "--crd", &at(&folder, "crd.yaml"), "--message-format", "json"], &object);
    let findings: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let parts = |index: usize| {
        let error = &findings[index]["object"]["error"];
        let names = ["type", "badValue", "detail", "origin", "rule", "schemaPath"];
        names.map(|name| error[name].to_string().replace('"', "")).join(" | ")
    };
    assert_eq!(
        [parts(0), parts(1)],
        [
            "FieldValueForbidden |  | failed rule: self.size < 4 | x-kubernetes-validations | self.size < 4 | \
             /properties/spec/x-kubernetes-validations/0",
            "FieldValueInvalid | 10 | spec.size in body should be less than or equal to 9 | maximum | null | \
             /properties/spec/properties/size/maximum",
        ]
    );
}

/// A `Status` lists errors in the order of the server, not in the order of the document.
#[test]
fn a_status_has_the_order_of_the_server() {
    let folder = folder(&[("crd.yaml", GADGETS)]);
    let crd = at(&folder, "crd.yaml");
    let message = |object: String| {
        let ran = run_with(&["validate", "-", "--crd", &crd, "--message-format", "status"], &object);
        let status: serde_json::Value = serde_json::from_str(&ran.out).expect("a status");
        (status["code"].clone(), status["message"].as_str().expect("a message").to_owned())
    };
    let (code, text) = message(format!("{GADGET}spec: {{size: 5}}\n"));
    assert_eq!(
        (code, text.as_str()),
        (422.into(), "Gadget.example.com \"g\" is invalid: spec: Forbidden: failed rule: self.size < 4")
    );
    let unknown = "zeta: 1\nspec: {size: 1, b: 1}\nalpha: 1\n";
    let (code, text) = message(GADGET.replace("name: g", "name: g, zz: 1") + unknown);
    assert_eq!(
        (code, text.as_str()),
        (
            400.into(),
            "Gadget in version \"v1\" cannot be handled as a Gadget: strict decoding error: unknown field \
             \"metadata.zz\", unknown field \"alpha\", unknown field \"spec.b\", unknown field \"zeta\""
        )
    );
}

/// A misspelled keyword in a CRD has no effect, and must be reported.
#[test]
fn parts_of_definitions_that_have_no_effect() {
    let folder = folder(&[("crd.yaml", &GADGETS.replace("maximum: 9", "maximun: 9"))]);
    let ran = run_with(
        &["validate", "-", "--crd", &at(&folder, "crd.yaml"), "--message-format", "short"],
        &format!("{GADGET}spec: {{size: 1}}\n"),
    );
    assert!(ran.out.contains("warning[IDL0765]: part of the schema of"), "{ran}");
    assert!(ran.out.contains("/properties/spec/properties/size/maximun"), "{ran}");
}
