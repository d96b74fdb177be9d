//! `idlgen cel`: expressions on schemas, Go types and objects.

use std::fs;

use crate::program::{module, path, run, run_with};

#[test]
fn expressions_are_checked_priced_and_evaluated() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("writes");
        path(&file).to_owned()
    };
    let schema = file(
        "schema.yaml",
        "type: object\nproperties:\n  a: {type: integer}\n  l: {type: array, items: {type: string}, \
         x-kubernetes-list-type: set}\n",
    );
    let (object, old) = (file("self.yaml", "a: 1\nl: [a, b]\n"), file("old.json", r#"{"l": ["b", "a"]}"#));
    let cel = |command: &str, expression: &str, more: &[&str]| {
        let ran = run(&[&["cel", command, expression, "--schema", &schema], more].concat());
        (ran.status, ran.out)
    };
    assert_eq!(cel("check", "self.l + ['c']", &[]), (0, "list(string)\n".to_owned()));
    assert_eq!(
        cel("check", "self.b == 1", &[]),
        (1, "ERROR: <input>:1:5: undefined field 'b'\n | self.b == 1\n | ....^\n".to_owned())
    );
    assert_eq!(cel("cost", "self.a == 1", &[]), (0, "2 to 2\n".to_owned()));
    let values = ["--self", &object, "--old-self", &old];
    assert_eq!(
        cel("eval", "self.l == oldSelf.l && !has(oldSelf.a)", &values),
        (0, "true\ntype bool, cost 7\n".to_owned())
    );
    assert_eq!(
        cel("eval", "1 / (self.a - 1)", &values),
        (1, "ERROR: <input>:1:3: division by zero\n | 1 / (self.a - 1)\n | ..^\n".to_owned())
    );
    assert_eq!(
        cel("eval", "self.l.map(x, {x: [1.0, 2.5]})", &values).1,
        "[{\"a\": [1.0, 2.5]}, {\"b\": [1.0, 2.5]}]\ntype list(map(string, list(double))), cost 89\n"
    );
    assert_eq!(
        run(&["cel", "eval", "duration('90m')"]).out,
        "duration(\"1h30m0s\")\ntype google.protobuf.Duration, cost 0\n"
    );
    assert_eq!(cel("eval", "self.a", &["--self", "/nonexistent"]).0, 2);
}

#[test]
fn the_schema_and_the_value_are_those_of_one_kind() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("writes");
        path(&file).to_owned()
    };
    let crds = "testdata/suites/crds/widgets.yaml";
    let widget = "apiVersion: shop.example.com/v1\nkind: Widget\nspec: {size: 3}\n";
    let other = "apiVersion: v1\nkind: Namespace\nmetadata: {name: n}\n";
    let (one, both) = (file("widget.yaml", widget), file("both.yaml", &format!("{other}---\n{widget}")));
    let (two, only) = (file("two.yaml", &format!("{widget}---\n{widget}")), file("other.yaml", other));
    let cel = |expression: &str, more: &[&str]| {
        let ran = run(&[&["cel", "eval", expression, "--crd", crds], more].concat());
        (ran.status, if ran.out.is_empty() { ran.err } else { ran.out })
    };
    let size = (0, "3\ntype int, cost 3\n".to_owned());
    assert_eq!(cel("self.spec.size", &["--self", &one]), size);
    assert_eq!(cel("self.spec.size", &["--self", &both]), size);
    for (file, expected) in [
        (&two, "two.yaml: 2 documents, of which only one can be used; pass a file with one object of kind Widget\n"),
        (&only, "other.yaml: it is an object of kind Namespace, but the schema is that of Widget\n"),
    ] {
        let (status, error) = cel("self.spec.size", &["--self", file]);
        assert!(status == 2 && error.ends_with(expected), "{error}");
    }
    let without = run(&["cel", "eval", "self.kind", "--self", &both]);
    assert!(without.status == 2 && without.err.contains("2 documents"), "{without}");
    let object = run(&["cel", "check", "self.kind", "--schema", &one]);
    let expected = "it is an object of kind Widget, not a schema or CRD; `cel eval --self` reads objects";
    assert!(object.status == 2 && object.err.contains(expected), "{object}");
    let misspelled = run(&["cel", "check", "self.spec.sise", "--crd", crds]);
    assert_eq!((misspelled.status, misspelled.err.as_str()), (1, "help: use `size`\n"), "{misspelled}");
    let broken = file("broken.yaml", "a: 1\nb: [\n");
    let broken = run(&["cel", "eval", "self.a", "--self", &broken]);
    assert!(broken.status == 2 && broken.err.contains("broken.yaml:2: "), "{broken}");
}

#[test]
fn expressions_on_go_types_and_definitions() {
    let types = "package v1\n\ntype Widget struct {\n\t// +maxLength=5\n\tName string `json:\"name\"`\n}\n";
    let module = module(types);
    let all = format!("{}/...", path(module.path()));
    let go = ["--go", &all, "--type", "Widget"];
    let cel = |arguments: &[&str]| run(&[&["cel"], arguments, &go].concat());
    assert_eq!(cel(&["check", "self.name != ''"]).out, "bool\n");
    assert_eq!(
        cel(&["cost", "self.name == 'a'", "--message-format", "json"]).out,
        "{\"type\":\"bool\",\"minCost\":3,\"maxCost\":3}\n"
    );
    let wrong = cel(&["check", "self.nam", "--message-format", "json"]);
    assert_eq!(
        (wrong.status, wrong.out.as_str()),
        (1, "{\"errors\":[{\"message\":\"undefined field 'nam'\",\"position\":4}]}\n")
    );
    assert_eq!(run_with(&[&["cel", "check", "-"][..], &go].concat(), "self\n").status, 0);
    assert_eq!(cel(&["check", "self.name.isFormat('uri')"]).status, 1);
    assert_eq!(cel(&["check", "self.name.isFormat('uri')", "--kep-4153-functions"]).out, "bool\n");

    let definition = module.path().join("crd.yaml");
    let schema = "{type: object, properties: {spec: {type: object, properties: {a: {type: integer}}}}}";
    let version = |name: &str, storage: bool| {
        format!("  - {{name: {name}, storage: {storage}, schema: {{openAPIV3Schema: {schema}}}}}\n")
    };
    let text = format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  versions:\n{}{}",
        version("v1", false),
        version("v2", true)
    );
    fs::write(&definition, text).expect("writes");
    let cel = |more: &[&str]| {
        run(&[&["cel", "check", "self.spec.a > 1 && self.metadata.name != ''", "--schema", path(&definition)], more]
            .concat())
    };
    assert_eq!(cel(&[]).out, "bool\n");
    assert_eq!(cel(&["--crd-version", "v1"]).out, "bool\n");
    let wrong = cel(&["--crd-version", "v3"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("v3"), "{}", wrong.err);
}

#[test]
fn a_value_without_a_schema_has_the_types_of_its_parts() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("writes");
        path(&file).to_owned()
    };
    let object = file("self.yaml", "spec: {replicas: 3, names: [a, b]}\n");
    let mixed = file("mixed.yaml", "spec: {replicas: 3, names: [a, 1]}\n");
    let eval = |expression: &str, more: &[&str]| {
        let ran = run(&[&["cel", "eval", expression], more].concat());
        (ran.status, ran.out, ran.err)
    };
    let (status, out, _) = eval("self.spec.replicas > 2", &["--self", &object]);
    assert_eq!((status, out.as_str()), (0, "true\ntype bool, cost 4\n"));
    let (status, out, _) = eval("self.spec.replica > 2", &["--self", &object]);
    assert_eq!(status, 1);
    assert!(out.starts_with("ERROR: <input>:1:10: undefined field 'replica'"), "{out}");
    // A list of mixed values has no element type, so its elements have a type only at run time.
    let (status, out, _) = eval("self.spec.names[1] == 1", &["--self", &mixed]);
    assert_eq!((status, out.lines().next()), (0, Some("true")), "{out}");
    let (status, _, err) = eval("self.spec", &[]);
    assert_eq!(status, 1);
    assert!(err.contains("help: set the value of `self` with `--self FILE`"), "{err}");
    let ran = run(&["cel", "check", "self.spec"]);
    assert!(
        ran.err.contains("help: set the type of `self` with `--schema FILE` or `--go PACKAGE --type NAME`"),
        "{ran}"
    );
    let (_, _, err) = eval("oldSelf.spec == self.spec", &["--self", &object]);
    assert!(err.contains("help: set the value of `oldSelf` with `--old-self FILE`"), "{err}");
}

#[test]
fn formats_that_list_findings_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rule.cel");
    fs::write(&file, "[1].all(x, y) &&\n'a'.b == 1\n").expect("writes");
    let named = format!("@{}", path(&file));
    for command in ["check", "cost", "eval"] {
        for format in ["github", "sarif", "junit", "status"] {
            let ran = run(&["cel", command, "1 == 1", "--message-format", format]);
            let expected = "use one of these --message-format: full, short, json";
            assert!(ran.status == 2 && ran.err.contains(expected), "{format} {ran}");
        }
        let short = run(&["cel", command, "1 + 'a'", "--message-format", "short"]);
        let expected = "<input>:1:3: error: found no matching overload for '_+_' applied to '(int, string)'\n";
        assert_eq!((short.status, short.out.as_str()), (1, expected), "{short}");
        let short = run(&["cel", command, &named, "--message-format", "short"]);
        let lines: Vec<&str> = short.out.lines().filter_map(|line| line.strip_prefix(path(&file))).collect();
        assert!(
            lines.len() == 2 && lines[0].starts_with(":1:12: error: ") && lines[1].starts_with(":2:4: "),
            "{short}"
        );
    }
    assert_eq!(run(&["cel", "check", "1 == 1", "--message-format", "short"]).out, "bool\n");
}
