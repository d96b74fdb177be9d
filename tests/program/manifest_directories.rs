//! Commands that read CRDs from a directory with a kustomization or a chart.

use std::{fs, path::Path, process::Command};

use crate::program::{path, run};
use tempfile::TempDir;

/// Writes the directory `config/crd` of a kubebuilder project.
fn layout(maximum: u32) -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let crd = format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n\
         metadata: {{name: widgets.shop.example.com}}\nspec:\n  \
         group: shop.example.com\n  scope: Namespaced\n  names: {{kind: Widget, plural: widgets}}\n  \
         versions:\n  - name: v1\n    \
         served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        \
         properties:\n          spec: {{type: object, properties: {{size: {{type: integer, maximum: {maximum}}}}}}}\n"
    );
    let patch = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n\
                 metadata: {name: widgets.shop.example.com}\n\
                 spec: {conversion: {strategy: Webhook}}\n";
    for (name, text) in [
        ("bases/x_widgets.yaml", crd.as_str()),
        (
            "kustomization.yaml",
            "resources:\n- bases/x_widgets.yaml\npatches:\n- path: patches/webhook_in_widgets.yaml\n",
        ),
        (
            "kustomizeconfig.yaml",
            "nameReference:\n- kind: Service\n  fieldSpecs:\n  - kind: CustomResourceDefinition\n",
        ),
        ("patches/webhook_in_widgets.yaml", patch),
        ("patches/cainjection_in_widgets.yaml", patch),
        ("chart/Chart.yaml", "apiVersion: v2\nname: chart\nversion: 1.0.0\n"),
        ("chart/values.yaml", "crds: true\n"),
        ("chart/templates/crds.yaml", "{{- if .Values.crds }}\nkind: CustomResourceDefinition\n{{- end }}\n"),
    ] {
        write(directory.path(), &format!("config/crd/{name}"), text);
    }
    directory
}

fn write(directory: &Path, name: &str, text: &str) {
    let file = directory.join(name);
    fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
    fs::write(file, text).expect("a file");
}

#[test]
fn diff_skips_and_counts_what_validate_skips() {
    let (old, new) = (layout(9), layout(5));
    let [old, new] = [&old, &new].map(|layout| layout.path().join("config/crd"));
    let ran = run(&["diff", path(&old), path(&new), "--no-witness"]);
    assert!(ran.status == 1 && ran.out.contains("`maximum` changed from 9 to 5"), "{ran}");
    let skipped = "config/crd: 7 documents skipped (1 kustomization, 2 kustomize patches, 1 kustomize configuration, 1 \
                   Helm chart, 1 Helm values file, 1 Helm template)";
    assert_eq!(ran.err.matches(skipped).count(), 2, "{ran}");
    assert!(ran.err.contains("compared 1 CRD: 1 breaking"), "{ran}");
    // `validate` skips the same documents.
    let ran = run(&["validate", path(&old)]);
    let (_, reasons) = skipped.split_once('(').expect("reasons");
    assert!(ran.err.contains(&format!("7 skipped ({reasons}")), "{ran}");
}

#[test]
fn diff_skips_files_of_a_revision() {
    let layout = layout(9);
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(layout.path()).args(["-c", "user.name=a", "-c", "user.email=a@b"]);
        let done = command.args(arguments).output().expect("git");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    let directory = layout.path().join("config/crd");
    // Only the revision has the kustomization that references the patch.
    fs::rename(directory.join("kustomization.yaml"), directory.join("patches/kustomization.yaml")).expect("moves");
    fs::remove_file(directory.join("patches/webhook_in_widgets.yaml")).expect("removes");
    fs::remove_file(directory.join("patches/cainjection_in_widgets.yaml")).expect("removes");
    let ran = run(&["diff", "git:HEAD", path(&directory)]);
    assert!(ran.status == 0 && ran.err.contains("2 kustomize patches, 1 kustomize configuration"), "{ran}");
}

#[test]
fn a_crd_that_does_not_parse_is_an_error() {
    let layout = layout(9);
    let directory = layout.path().join("config/crd");
    let file = directory.join("bases/x_widgets.yaml");
    let text = fs::read_to_string(&file).expect("a CRD");
    fs::write(&file, text.replace("maximum: 9", "maximum: [")).expect("a file");
    let ran = run(&["diff", path(&directory), path(&directory)]);
    assert!(ran.status == 2 && ran.err.contains("error[IDL0901]"), "{ran}");
    // A CRD outside of the patches that is incomplete is an error too.
    fs::write(&file, text.replace("kind: Widget", "kin: Widget")).expect("a file");
    let ran = run(&["diff", path(&directory), path(&directory)]);
    assert!(ran.status == 2 && ran.err.contains("error[IDL0765]"), "{ran}");
}

#[test]
fn diff_skips_patches_and_unreadable_files_without_a_kustomization() {
    let layout = layout(9);
    let directory = layout.path().join("config/crd");
    fs::remove_file(directory.join("kustomization.yaml")).expect("removes");
    fs::remove_dir_all(directory.join("chart")).expect("removes");
    write(&directory, "template.yaml", "kind: {{ .Kind }}\nspec: [\n");
    let ran = run(&["diff", path(&directory), path(&directory)]);
    let skipped =
        "4 documents skipped (2 kustomize patches, 1 kustomize configuration, 1 unreadable file without CRDs)";
    assert!(ran.status == 0 && ran.err.matches(skipped).count() == 2, "{ran}");
    assert!(ran.err.contains("compared 1 CRD"), "{ran}");
    // A file that is passed is not skipped.
    let patch = directory.join("patches/webhook_in_widgets.yaml");
    let ran = run(&["diff", path(&patch), path(&directory)]);
    assert!(ran.status == 2 && ran.err.contains("error[IDL0765]"), "{ran}");
    let template = directory.join("template.yaml");
    let ran = run(&["diff", path(&template), path(&directory)]);
    assert!(ran.status == 2 && ran.err.contains("error[IDL0901]"), "{ran}");
}

#[test]
fn crds_in_readable_templates_and_generator_data_are_compared() {
    let layout = layout(9);
    let directory = layout.path().join("config/crd");
    let crd = fs::read_to_string(directory.join("bases/x_widgets.yaml")).expect("a CRD");
    write(&directory, "chart/templates/crds.yaml", &format!("# {{{{- if .Values.crds }}}}\n{crd}# {{{{- end }}}}\n"));
    let chart = directory.join("chart");
    let ran = run(&["diff", path(&chart), path(&chart)]);
    assert!(ran.status == 0 && ran.err.contains("compared 1 CRD"), "{ran}");
    write(&directory, "data/crd.yaml", &crd);
    write(&directory, "data/kustomization.yaml", "configMapGenerator:\n- name: a\n  files: [crd.yaml]\n");
    let data = directory.join("data");
    let ran = run(&["diff", path(&data), path(&data)]);
    assert!(ran.status == 0 && ran.err.contains("compared 1 CRD"), "{ran}");
}

#[test]
fn other_commands_do_not_read_patches_as_crds() {
    let layout = layout(9);
    let directory = layout.path().join("config/crd");
    let object = layout.path().join("widget.yaml");
    fs::write(&object, "apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: 10}\n")
        .expect("a file");
    let ran = run(&["validate", path(&object), "--crd", path(&directory)]);
    assert!(ran.status == 1 && ran.out.contains("should be less than or equal to 9"), "{ran}");
    let out = layout.path().join("schemas");
    let ran = run(&["jsonschema", "--crd", path(&directory), "-o", path(&out)]);
    assert!(ran.status == 0, "{ran}");
    let suite = layout.path().join("suite.yaml");
    let text = "name: Widget\ncrdName: widgets.shop.example.com\ntests:\n  onCreate:\n  - name: large\n    \
                initial: |\n      \
                apiVersion: shop.example.com/v1\n      kind: Widget\n      \
                spec: {size: 10}\n    expectedError: less than or equal\n";
    fs::write(&suite, text).expect("a file");
    let ran = run(&["test", path(&suite), "--crd", path(&directory)]);
    assert!(ran.status == 0 && ran.err.contains("1 case of 1 suite: 1 passed"), "{ran}");
    let ran = run(&["test", "--init", "Widget", "--crd", path(&directory)]);
    assert!(ran.status == 0, "{ran}");
    let patches = directory.join("patches");
    fs::write(patches.join("kustomization.yaml"), "patches:\n- path: webhook_in_widgets.yaml\n").expect("a file");
    fs::remove_file(patches.join("cainjection_in_widgets.yaml")).expect("removes");
    let ran = run(&["validate", path(&object), "--crd", path(&patches)]);
    assert!(ran.status == 2 && ran.err.contains("no CustomResourceDefinition found"), "{ran}");
}
