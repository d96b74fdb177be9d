//! The exit codes in docs/exit-codes.md: each code of each command, by running it.

use std::{collections::BTreeSet, fs};

use crate::program::run_with;

/// Command lines by exit code. `FOLDER` is a directory with the files of [`FILES`].
const CASES: &[(&str, i32)] = &[
    ("generate -C FOLDER/good --config FOLDER/good/openapi.toml", 0),
    ("generate -C FOLDER/good --config FOLDER/good/openapi.toml --check", 1),
    ("generate -C FOLDER/good .", 2),
    ("openapi -C FOLDER/good . -o -", 0),
    ("openapi -C FOLDER/misspelled . -o -", 1),
    ("openapi -C FOLDER/good .", 2),
    ("openapi -C FOLDER/empty . -o -", 2),
    ("crd -C testdata/definitions ./... -o -", 0),
    ("crd -C testdata/definitions ./... -o FOLDER/empty --check", 1),
    ("crd -C FOLDER/empty . -o -", 2),
    ("rust -C FOLDER/good . -o -", 0),
    ("rust -C FOLDER/unclosed . -o -", 1),
    ("rust -C FOLDER/good ./missing -o -", 2),
    ("schemapatch -C testdata/definitions ./... --manifests testdata/definitions/expected -o FOLDER/patched", 0),
    ("schemapatch -C FOLDER/kind . --manifests FOLDER/kind -o FOLDER/patched --deny-warnings", 1),
    ("schemapatch -C testdata/definitions ./... --manifests FOLDER/empty -o -", 2),
    ("jsonschema --crd testdata/suites/crds -o -", 0),
    ("jsonschema --crd testdata/suites/crds -o FOLDER/empty --check", 1),
    ("jsonschema --crd testdata/suites/crds --kind Missing -o -", 2),
    ("jsonschema --crd FOLDER/empty -o -", 2),
    ("lint -C FOLDER/good .", 0),
    ("lint -C FOLDER/misspelled .", 1),
    ("lint -C FOLDER/misspelled . --warn unknown-tag", 0),
    ("lint -C FOLDER/misspelled . --warn unknown-tag --deny-warnings", 1),
    ("lint -C FOLDER/misspelled . --diff", 1),
    ("lint -C FOLDER/empty .", 2),
    ("test testdata/suites/widgets.testsuite.yaml --crd testdata/suites/crds", 0),
    ("test testdata/suites/failing.testsuite.yaml --crd testdata/suites/crds", 1),
    ("test testdata/suites/widgets.testsuite.yaml --crd testdata/suites/crds --coverage --fail-under 100", 1),
    ("test testdata/suites/widgets.testsuite.yaml --crd testdata/suites/crds --filter missing", 2),
    ("diff testdata/diff/old testdata/diff/old", 0),
    ("diff testdata/diff/old testdata/diff/new --fail-on never", 0),
    ("diff testdata/diff/old testdata/diff/new", 1),
    ("diff testdata/diff/old FOLDER/empty", 2),
    ("diff FOLDER/unclosed.yaml FOLDER/unclosed.yaml", 2),
    ("cel check 1==1", 0),
    ("cel check missing", 1),
    ("cel check @FOLDER/missing", 2),
    ("cel cost 1==1", 0),
    ("cel cost missing", 1),
    ("cel cost @FOLDER/missing", 2),
    ("cel eval 1==1", 0),
    ("cel eval missing", 1),
    ("cel eval 1/0==1", 1),
    ("cel eval self --self FOLDER/missing", 2),
    ("validate testdata/suites/crds", 0),
    ("validate FOLDER/unknown.yaml", 1),
    ("validate FOLDER/unclosed.yaml", 1),
    ("validate FOLDER/empty", 1),
    ("validate FOLDER/empty --allow-empty", 0),
    ("validate FOLDER/missing", 2),
    // Both codes apply.
    ("validate FOLDER/unknown.yaml FOLDER/missing", 2),
    ("default testdata/diff/samples --crd testdata/diff/old", 0),
    ("default FOLDER/unknown.yaml", 1),
    ("default FOLDER/empty", 1),
    ("default testdata/diff/samples --crd FOLDER/missing", 2),
    ("prune testdata/diff/samples --crd testdata/diff/old", 0),
    ("prune FOLDER/unknown.yaml", 1),
    ("prune FOLDER/empty", 1),
    ("prune FOLDER/missing", 2),
    ("print testdata/diff/samples --crd testdata/diff/old", 0),
    ("print FOLDER/unclosed.yaml", 1),
    ("print FOLDER/empty", 1),
    ("print testdata/diff/samples -o jsonpath={.a", 2),
    ("kubevirt validate FOLDER/two-cores.yaml", 0),
    ("kubevirt validate FOLDER/one-core.yaml", 1),
    ("kubevirt validate testdata/diff/samples", 1),
    ("kubevirt validate FOLDER/missing", 2),
    ("kubevirt lint FOLDER/one-core.yaml", 0),
    ("kubevirt lint FOLDER/unreadable-rule.yaml", 1),
    ("kubevirt lint FOLDER/missing", 2),
    ("kubevirt to-cel FOLDER/one-core.yaml", 0),
    ("kubevirt to-cel FOLDER/unreadable-rule.yaml", 1),
    ("kubevirt to-cel testdata/diff/samples", 1),
    ("kubevirt to-cel FOLDER/missing", 2),
    ("explain IDL0301", 0),
    ("explain missing", 2),
    ("dump model -C FOLDER/good .", 0),
    ("dump model -C FOLDER/unclosed .", 1),
    ("dump model -C FOLDER/empty .", 2),
    ("init --stdout -C FOLDER/kind", 0),
    ("init --stdout -C FOLDER/empty", 2),
    ("init -C FOLDER/configured", 2),
    ("fetch -C FOLDER/good .", 0),
    ("fetch -C FOLDER/empty", 2),
    ("completions bash", 0),
    ("completions missing", 2),
    ("man validate", 0),
    ("man missing", 2),
    ("version", 0),
    ("version --missing", 2),
];

const GOOD: &str = "package v1\n\n// A is one.\ntype A struct {\n\t// B is one.\n\tB string `json:\"b\"`\n}\n";

/// A kind with a tag that no tool defines.
const KIND: &str = "// +groupName=example.com\npackage v1\n\nimport metav1 \
                    \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n// A is a kind.\n// +mytool:a\n\
                    // +kubebuilder:object:root=true\ntype A struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\
                    \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n}\n";

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: \
                   as.example.com\nspec:\n  group: example.com\n  names: {kind: A, plural: as}\n  scope: Namespaced\n\
                   \x20 versions:\n  - name: v1\n    served: true\n    storage: true\n    schema: {openAPIV3Schema: \
                   {type: object}}\n";

const MACHINE: &str = "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata:\n  name: vm\n  annotations:\n    \
                       vm.kubevirt.io/validations: |\n      [{\"rule\": \"integer\", \"name\": \"c\", \"message\": \
                       \"few\", \"min\": 2, \"path\": \"jsonpath::.spec.domain.cpu.cores\"}]\nspec:\n  template:\n    \
                       spec:\n      domain: {cpu: {cores: 2}, devices: {}}\n";

fn files() -> Vec<(&'static str, String)> {
    let module = "module example.com/m\n\ngo 1.25\n";
    vec![
        ("empty/.keep", String::new()),
        ("good/go.mod", module.to_owned()),
        ("good/a.go", GOOD.to_owned()),
        ("misspelled/go.mod", module.to_owned()),
        ("misspelled/a.go", GOOD.replace("is one.\n\tB", "is one.\n\t//\n\t// +maxLenght=3\n\tB")),
        ("unclosed/go.mod", module.to_owned()),
        ("unclosed/a.go", GOOD.replace("struct {", "struct {{")),
        ("good/openapi.toml", "packages = [\".\"]\n\n[openapi]\noutput = \"out.json\"\n".to_owned()),
        ("kind/go.mod", format!("{module}\nrequire k8s.io/apimachinery v0.35.0\n")),
        ("kind/a.go", KIND.to_owned()),
        ("configured/go.mod", format!("{module}\nrequire k8s.io/apimachinery v0.35.0\n")),
        ("configured/a.go", KIND.to_owned()),
        ("configured/idlgen.toml", String::new()),
        ("kind/a.yaml", CRD.to_owned()),
        ("unclosed.yaml", "a: [\n".to_owned()),
        ("unknown.yaml", "apiVersion: example.com/v1\nkind: Missing\nmetadata: {name: a}\n".to_owned()),
        ("two-cores.yaml", MACHINE.to_owned()),
        ("one-core.yaml", MACHINE.replace("cores: 2", "cores: 1")),
        ("unreadable-rule.yaml", MACHINE.replace("[{", "{")),
    ]
}

#[test]
fn every_code_of_every_command() {
    let files = files();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let mut failed = Vec::new();
    for (line, code) in CASES {
        // A case must not see what another one wrote.
        let folder = crate::widgets::folder(&files);
        let line = line.replace("FOLDER", crate::program::path(folder.path()));
        let ran = run_with(&line.split(' ').collect::<Vec<_>>(), "");
        if ran.status != *code {
            failed.push(format!("idlgen {line}: {code} expected\n{ran}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_code_on_the_page_has_a_case() {
    let page = fs::read_to_string("docs/exit-codes.md").unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| [`"));
    let mut documented = BTreeSet::new();
    for row in rows {
        let (command, rest) = row.split_once('`').unwrap();
        let [clean, findings, _environment] = rest.split('|').skip(1).take(3).collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        // Every command can exit with 2.
        documented.insert((command.to_owned(), 2));
        documented.extend(
            [(0, clean), (1, findings)]
                .into_iter()
                .filter(|(_, reason)| !reason.trim().is_empty())
                .map(|(code, _)| (command.to_owned(), code)),
        );
    }
    let commands: BTreeSet<String> = documented.iter().map(|(command, _)| command.clone()).collect();
    let tested: BTreeSet<(String, i32)> = CASES
        .iter()
        .map(|(line, code)| {
            let is_named = |command: &&String| line.starts_with(&format!("{command} ")) || line == command;
            (commands.iter().find(is_named).unwrap_or_else(|| panic!("{line}")).clone(), *code)
        })
        .collect();
    assert_eq!(tested, documented);
}
