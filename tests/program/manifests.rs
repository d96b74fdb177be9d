//! Directories of manifests: documents that are not objects are skipped and counted by reason.

use std::fs;

use crate::program::{path, run, run_with};
use insta::assert_snapshot;
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("makes it");
        fs::write(file, text).expect("writes");
    }
    folder
}

const CONFIG: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";

#[test]
fn kustomize_and_helm_files_are_left_out_and_counted() {
    let kustomization = "resources: [a.yaml, x-patch.yaml]\npatches:\n- path: replicas.yaml\n- path: ../ops.json\n\
                         configurations: [names.yaml]\n";
    let folder = folder(&[
        ("base/a.yaml", CONFIG),
        ("base/x-patch.yaml", CONFIG),
        ("base/kustomization.yaml", kustomization),
        ("base/replicas.yaml", "apiVersion: apps/v1\nkind: Deployment\nspec: {replicas: x}\n"),
        ("base/patches/unused.yaml", "apiVersion: apps/v1\nkind: Deployment\n"),
        ("base/names.yaml", "nameReference: []\n"),
        ("ops.json", "[{\"op\": \"remove\", \"path\": \"/a\"}]"),
        ("package.json", "{\"name\": \"x\"}"),
        ("chart/Chart.yaml", "apiVersion: v2\nname: chart\nversion: 1.0.0\n"),
        ("chart/values.yaml", "replicas: 1\n"),
        ("chart/values.schema.json", "{}"),
        ("chart/templates/a.yaml", "kind: {{ .Values.kind }}\n{{- if .Values.x }}\na: b\n{{- end }}\n"),
        ("chart/templates/b.yaml", "{{ include \"x\" . }}\n"),
        ("chart/templates/plain.yaml", CONFIG),
    ]);
    let here = path(folder.path());
    assert_snapshot!(run(&["validate", here]), @"
    [output]
    warning[IDL0764]: the chart [folder]/chart has Helm templates, which are not YAML until they are rendered
     --> [folder]/chart/templates/a.yaml:1:7
      |
    1 | kind: {{ .Values.kind }}
      |       ^^
      |
      = help: validate the rendered output: `helm template [folder]/chart | idlgen validate -`

    [errors]
    14 objects in 14 files: 3 valid, 0 invalid, 11 skipped (1 kustomization, 3 kustomize patches, 1 kustomize configuration, 1 Helm chart, 1 Helm values file, 2 Helm templates, 2 JSON documents without apiVersion and kind)
    ");
    // Files named on the command line are always read.
    let named = run(&["validate", path(&folder.path().join("package.json")), "--message-format", "short"]);
    assert!(named.status == 1 && named.out.contains("IDL0903"), "{named}");
    // `default` skips the same files as `validate`.
    let defaulted = run(&["default", here]);
    assert!(defaulted.status == 0 && defaulted.out.matches("kind: ConfigMap").count() == 3, "{defaulted}");
    assert_eq!(defaulted.err.matches("/chart | idlgen default -`").count(), 1, "{defaulted}");
    let printed = run(&["print", here]);
    assert_eq!(printed.err.matches("/chart | idlgen print -`").count(), 1, "{printed}");
}

/// Templates outside of charts are one warning for each file of a directory.
#[test]
fn templates_in_directories_are_skipped_and_counted() {
    let template = CONFIG.replace("name: a", "name: {{ .Name }}");
    assert!(template.contains("name: {{ .Name }}"), "{template}");
    let quoted = template.replace("{{ .Name }}", "'{{ .Name }}'");
    let folder = folder(&[
        ("hack/a.yaml", &format!("{template}---\n{CONFIG}---\n{{{{ if .B }}}}\n{template}{{{{ end }}}}\n")),
        ("hack/b.yaml", &quoted),
    ]);
    assert_snapshot!(run(&["validate", path(folder.path())]), @r#"
    [output]
    warning[IDL0912]: this file contains a template, which is not an object until it is rendered
     --> [folder]/hack/a.yaml:4:9
      |
    4 |   name: {{ .Name }}
      |         ^^
      |
      = note: `{{` starts a template action, which is not YAML
      = help: render the template, and pass the result

    warning[IDL0912]: this file contains a template, which is not an object until it is rendered
     --> [folder]/hack/b.yaml:4:9
      |
    4 |   name: '{{ .Name }}'
      |         ^^^^^^^^^^^^^
      |
      = note: metadata.name: Invalid value: "{{ .Name }}": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')
      = help: render the template, and pass the result

    [errors]
    4 objects in 2 files: 1 valid, 0 invalid, 3 skipped (3 documents of templates)
    "#);
    // Other commands skip documents that are not YAML.
    let pruned = run(&["prune", path(folder.path())]);
    assert_eq!(pruned.out.matches("kind: ConfigMap").count(), 2, "{pruned}");
    assert_eq!(pruned.err.matches("IDL0912").count(), 1, "{pruned}");
    let printed = run(&["print", path(folder.path())]);
    assert_eq!(printed.err.matches("IDL0912").count(), 1, "{printed}");
    // A file that is passed is an error, and so is an error that has another reason.
    let file = folder.path().join("hack/a.yaml");
    let named = run(&["validate", path(&file)]);
    assert!(named.status == 1 && named.out.matches("help: render the template").count() == 2, "{named}");
    let named = run(&["validate", path(&folder.path().join("hack/b.yaml"))]);
    assert!(named.status == 1 && named.out.contains("note: `{{` starts a template action"), "{named}");
    fs::write(&file, format!("{template}data: [\n")).expect("writes");
    let ran = run(&["validate", path(folder.path())]);
    assert!(ran.status == 1 && ran.out.contains("error[IDL0901]"), "{ran}");
    fs::write(&file, format!("{quoted}immutable: 1\n")).expect("writes");
    let ran = run(&["validate", path(folder.path())]);
    assert!(ran.status == 1 && ran.out.matches("error[").count() == 2, "{ran}");
    // The rules that a value with an action prevents are not an error of their own.
    let crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.x.com}\nspec:\n\
               \x20 group: x.com\n  scope: Namespaced\n  names: {kind: A, plural: as}\n  versions:\n  - name: v1\n    \
               served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        \
               properties:\n          size: {type: integer}\n        x-kubernetes-validations:\n        \
               - rule: '!has(self.size) || self.size > 1'\n";
    let object = "apiVersion: x.com/v1\nkind: A\nmetadata: {name: a}\nsize: '{{ .Size }}'\n";
    fs::write(&file, format!("{crd}---\n{object}")).expect("writes");
    let ran = run(&["validate", path(&folder.path().join("hack"))]);
    assert!(ran.status == 0 && ran.out.matches("warning[IDL0912]").count() == 2, "{ran}");
    let named = run(&["validate", path(&file)]);
    assert!(named.status == 1 && named.out.contains("some validation rules were not checked"), "{named}");
}

/// `kubectl apply` applies both of two documents with the same name, so the first one has no effect.
#[test]
fn objects_that_a_file_contains_twice_are_warnings() {
    let config = |metadata: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {metadata}\n");
    let two = |first: &str, second: &str| format!("{}---\n{}", config(first), config(second));
    let folder = folder(&[("a.yaml", &two("{name: a}", "{name: a}")), ("b.yaml", &config("{name: a}"))]);
    let file = folder.path().join("a.yaml");
    assert_snapshot!(run(&["validate", path(folder.path())]), @"
    [output]
    warning[IDL0911]: this file already contains ConfigMap `a`
     --> [folder]/a.yaml:7:18
      |
    3 | metadata: {name: a}
      |                  - first here
    ...
    7 | metadata: {name: a}
      |                  ^
      |
      = note: `kubectl apply` applies both, so the last one wins
      = help: rename or remove one of them

    [errors]
    3 objects in 2 files: 3 valid, 0 invalid
    ");
    let hook = "{name: a, annotations: {helm.sh/hook: post-install}}";
    for (first, second, count) in [
        ("{name: a, namespace: b}", "{namespace: b, name: a}", 1),
        ("{name: a, namespace: b}", "{name: a}", 0),
        ("{generateName: a}", "{generateName: a}", 0),
        ("{name: 'a-${B}'}", "{name: 'a-${B}'}", 0),
        (hook, hook, 0),
    ] {
        fs::write(&file, two(first, second)).expect("writes");
        let ran = run(&["validate", path(&file)]);
        assert_eq!(ran.out.matches("IDL0911").count(), count, "{first} {second} {ran}");
    }
    // A list, such as the output of `kubectl get`.
    let list =
        "apiVersion: v1\nkind: List\nitems:\n- &a {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n- *a\n";
    fs::write(&file, list).expect("writes");
    let ran = run(&["validate", path(&file)]);
    assert!(ran.status == 0 && ran.out.is_empty(), "{ran}");
    fs::write(&file, two("{name: a}", "{name: a}")).expect("writes");
    let ran = run(&["validate", path(&file), "--exclude-kind", "ConfigMap", "--allow-empty"]);
    assert!(ran.status == 0 && ran.out.is_empty(), "{ran}");
}

/// A repository contains YAML files of many tools.
#[test]
fn documents_that_are_plainly_not_objects_are_skipped_in_directories() {
    let folder = folder(&[
        ("config.yaml", CONFIG),
        (".codecov.yml", "coverage:\n  status: off\n"),
        ("workflows/test.yaml", "on: push\njobs: {}\n"),
        ("testdata/cases.yaml", "name: a\nobject: {kind: Pod}\n---\n- name: b\n"),
    ]);
    assert_snapshot!(run(&["validate", path(folder.path())]), @"
    [errors]
    5 objects in 4 files: 1 valid, 0 invalid, 4 skipped (4 YAML documents without apiVersion and kind)
    ");
    let defaulted = run(&["default", path(folder.path())]);
    assert!(defaulted.status == 0 && defaulted.out.matches("---").count() == 0, "{defaulted}");
    // A document with only one of both, or with metadata, is an object with an error.
    for (text, missing) in [("apiVersion: v1\n", "kind"), ("kind: Pod\n", "apiVersion"), ("metadata: {}\n", "")] {
        let file = folder.path().join("part.yaml");
        fs::write(&file, text).expect("writes");
        let ran = run(&["validate", path(folder.path())]);
        assert!(ran.status == 1 && ran.out.contains(&format!("error[IDL0903]: this object has no {missing}")), "{ran}");
        fs::remove_file(&file).expect("removes it");
    }
    // Files named on the command line are always read, and `--type` validates documents without a kind.
    let named = run(&["validate", path(&folder.path().join(".codecov.yml"))]);
    assert!(named.status == 1 && named.out.contains("error[IDL0903]"), "{named}");
    let types = "testdata/quickstart/...";
    let typed = run(&["validate", path(&folder.path().join("testdata")), "--go", types, "--type", "Pod"]);
    assert!(typed.status == 1 && typed.err.contains("0 valid, 2 invalid"), "{typed}");
    // JSON documents are the same.
    fs::write(folder.path().join("testdata/case.json"), "{\"name\": \"a\"}\n").expect("writes");
    let typed = run(&["validate", path(&folder.path().join("testdata")), "--go", types, "--type", "Pod"]);
    assert!(typed.status == 1 && typed.err.contains("0 valid, 3 invalid\n"), "{typed}");
}

/// Tests for clusters compare parts of objects with those in the cluster.
#[test]
fn assertions_of_tests_are_left_out_and_counted() {
    let part = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nstatus: {readyReplicas: 1}\n";
    let folder = folder(&[
        (
            "chainsaw/chainsaw-test.yaml",
            "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nspec:\n  steps:\n  - try:\n    \
             - apply: {file: created.yaml}\n    - assert: {file: ready.yaml}\n    - error: {file: ../gone.yaml}\n    \
             - assert: {file: created.yaml}\n",
        ),
        ("chainsaw/created.yaml", CONFIG),
        ("chainsaw/ready.yaml", part),
        ("gone.yaml", part),
        ("kuttl/00-install.yaml", CONFIG),
        ("kuttl/00-assert.yaml", part),
        ("kuttl/01-errors.yaml", part),
        // The name alone does not make a test.
        ("others/00-assert.yaml", CONFIG),
    ]);
    let ran = run(&["validate", path(folder.path()), "--unknown-kinds", "ignore"]);
    let skipped = "8 objects in 8 files: 3 valid, 0 invalid, 5 skipped (4 assertions and patches of tests, 1 of an \
                   unknown kind)";
    assert!(ran.status == 0 && ran.err.contains(skipped), "{ran}");
    // A file that is named on the command line is validated.
    let named = run(&["validate", path(&folder.path().join("kuttl/00-assert.yaml"))]);
    assert!(named.status == 1 && named.out.contains("spec.selector: Required value"), "{named}");
}

#[test]
fn a_template_elsewhere_says_how_it_is_judged() {
    let folder = folder(&[("job.yaml", "kind: Job\n{{ if .Values.x }}\na: [\n{{ end }}\n")]);
    let ran = run(&["validate", path(&folder.path().join("job.yaml"))]);
    assert!(
        ran.out.contains("error[IDL0901]") && ran.out.contains("`helm template CHART | idlgen validate -`"),
        "{ran}"
    );
    let jinja = run_with(&["validate", "-"], "kind: VirtualMachine\n{% if x %}\n  a: {{ b }}\n{% endif %}\n");
    assert!(jinja.out.contains("`{%` starts an action of a template engine") && !jinja.out.contains("helm"), "{jinja}");
    let meta = "metadata:\n  name: {{ os }}{{ suffix }}\n  annotations:\n    template.kubevirt.io/editable: x\n";
    let meta = run_with(&["kubevirt", "lint", "-"], meta);
    let help = "run `ansible-playbook generate-templates.yaml`, and pass `dist/templates`";
    assert!(meta.out.contains("the file is a meta-template") && meta.out.contains(help), "{meta}");
    assert!(!meta.out.contains("helm"), "{meta}");
}

#[test]
fn a_template_is_rendered_for_the_command_that_reads_it() {
    const OLD: &str = "testdata/diff/old";
    const SUITE: &str = "testdata/suites/widgets.testsuite.yaml";
    let crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  labels:\n    \
               {{- include \"labels\" . | nindent 4 }}\n";
    let folder = folder(&[("crd.yaml", crd), ("a.yaml", CONFIG)]);
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    for (arguments, expected) in [
        (&["validate", "-"][..], "`helm template CHART | idlgen validate -`"),
        (&["default", "-"], "`helm template CHART | idlgen default -`"),
        (&["prune", &file("crd.yaml")], "`helm template CHART | idlgen prune -`"),
        (&["print", "-"], "`helm template CHART | idlgen print -`"),
        (&["kubevirt", "validate", "-"], "`helm template CHART | idlgen kubevirt validate -`"),
        (&["kubevirt", "lint", "-"], "`helm template CHART | idlgen kubevirt lint -`"),
        (&["kubevirt", "to-cel", "-"], "`helm template CHART | idlgen kubevirt to-cel -`"),
        (&["diff", OLD, OLD, "--samples", "-"], "`helm template CHART | idlgen diff OLD NEW --samples -`"),
        (&["diff", &file("crd.yaml"), "-"], "`helm template CHART --include-crds > FILE`"),
        (&["print", &file("a.yaml"), "--crd", &file("crd.yaml")], "`helm template CHART --include-crds > FILE`"),
        (&["test", SUITE, "--crd", &file("crd.yaml")], "`helm template CHART --include-crds > FILE`"),
        (&["test", "--init", &file("crd.yaml")], "`helm template CHART --include-crds > FILE`"),
        (&["validate", &file("a.yaml"), "--crd", &file("crd.yaml")], "`helm template CHART --include-crds > FILE`"),
    ] {
        let ran = run_with(arguments, crd);
        let said = format!("{}{}", ran.out, ran.err);
        assert!(ran.status != 0 && said.contains(expected), "{arguments:?} {ran}");
    }
}

#[test]
fn json_schemas_of_two_sources_share_a_directory() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("schemas");
    let built_in = |kind: &str| run(&["jsonschema", "--builtin", "--kind", kind, "-o", path(&out)]);
    assert_eq!(built_in("Deployment").status, 0);
    let crds = ["jsonschema", "--crd", "testdata/suites/crds", "-o", path(&out)];
    let ran = run(&crds);
    assert!(ran.status == 0 && !ran.err.contains("removed"), "{ran}");
    assert!(out.join("apps/deployment_v1.json").is_file());
    let again = built_in("Deployment");
    assert!(again.err.contains("wrote 0 files") && !again.err.contains("removed"), "{again}");
    assert_eq!(run(&[&crds[..], &["--check"]].concat()).status, 0);
    // A second run on the same sources updates the existing files.
    let more = run(&["jsonschema", "--builtin", "--kind", "Deployment", "--kind", "Pod", "-o", path(&out)]);
    assert_eq!(more.status, 0, "{more}");
    let manifest = fs::read_to_string(out.join(".idlgen.manifest")).expect("reads");
    assert!(manifest.contains("[jsonschema builtin,kind=Deployment,kind=Pod]"), "{manifest}");
}

#[test]
fn paths_below_the_current_directory_are_relative() {
    let ran = run(&["crd", "./testdata/definitions/...", "-o", "nowhere", "--check"]);
    assert!(ran.out.starts_with("--- a/nowhere/shop.example.com_widgets.yaml\n"), "{ran}");
    assert!(ran.err.contains("nowhere/shop.example.com_widgets.yaml: is missing"), "{ran}");
    assert!(!ran.to_string().contains(env!("CARGO_MANIFEST_DIR")), "{ran}");
}

#[test]
fn the_help_for_strings_that_yaml_reads_otherwise_is_to_quote_them() {
    let crd = "testdata/suites/crds/widgets.yaml";
    let widget = "apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: a}\n";
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let help = |arguments: &[&str], text: String| {
        let ran = run_with(&[&["validate", "-"], arguments].concat(), &text);
        let help: Vec<String> =
            ran.out.lines().filter_map(|line| line.trim().strip_prefix("= help: ")).map(str::to_owned).collect();
        (ran.status, help)
    };
    let quoted = |written: &str, is: &str| (1, vec![format!("write `\"{written}\"`: without quotes, {is}")]);
    assert_eq!(help(&[], format!("{map}data:\n  a: Off\n")), quoted("Off", "YAML reads `Off` as `false`"));
    assert_eq!(help(&[], format!("{map}data:\n  a: true\n")), quoted("true", "it is a boolean"));
    assert_eq!(help(&[], format!("{map}data:\n  a: 010\n")), quoted("010", "it is a number"));
    assert_eq!(help(&[], format!("{map}y: a\n")), quoted("y", "YAML reads `y` as `true`"));
    assert_eq!(help(&[], format!("{map}data:\n  a: 'n'\n  'n': b\n  8: b\n")), (0, Vec::new()));
    // A server stores the key `false`.
    let (_, advice) = quoted("n", "YAML reads `n` as `false`");
    assert_eq!(help(&[], format!("{map}data:\n  a: 'n'\n  n: b\n")), (0, advice));
    assert_eq!(
        help(&["--crd", crd], format!("{widget}spec: {{size: 1, n: 1}}\n")),
        quoted("n", "YAML reads `n` as `false`")
    );
}
