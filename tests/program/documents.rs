//! The JSON documents of docs/formats.md: they match their schemas, and every property of a schema occurs. Arguments
//! that read standard input.

use std::{collections::BTreeSet, fs};

use serde_json::Value as Json;

use crate::{
    program::{module, path, run, run_with},
    widgets::{WIDGETS, at, folder},
};

/// Returns the errors of a document, and adds the names of properties in it to `seen`.
fn errors(schema: &str, document: &str, seen: &mut BTreeSet<String>) -> Vec<String> {
    let schema = fs::read_to_string(format!("docs/schemas/{schema}.schema.json")).unwrap();
    let schema: Json = serde_json::from_str(&schema).unwrap();
    let document: Json = serde_json::from_str(document).unwrap();
    names(&document, seen);
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    validator.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn names(json: &Json, seen: &mut BTreeSet<String>) {
    match json {
        Json::Object(members) => {
            for (name, value) in members {
                seen.insert(name.clone());
                names(value, seen);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| names(item, seen)),
        _ => {}
    }
}

/// Returns the names of the properties that a schema defines.
fn defined(schema: &str) -> BTreeSet<String> {
    let schema = fs::read_to_string(format!("docs/schemas/{schema}.schema.json")).unwrap();
    let schema: Json = serde_json::from_str(&schema).unwrap();
    let objects = schema["$defs"].as_object().into_iter().flat_map(|defs| defs.values()).chain([&schema]);
    objects.filter_map(|one| one["properties"].as_object()).flat_map(|all| all.keys().cloned()).collect()
}

/// Checks that the documents match the schema, and that together they have each of its properties.
#[track_caller]
fn assert_documents(schema: &str, documents: &[String]) {
    let mut seen = BTreeSet::new();
    for document in documents {
        assert_eq!(errors(schema, document, &mut seen), [""; 0], "{document}");
    }
    let missing: Vec<String> = defined(schema).difference(&seen).cloned().collect();
    assert_eq!(missing, [""; 0], "properties that do not occur in {documents:?}");
}

/// Checks that a document matches the schema.
#[track_caller]
pub(crate) fn assert_document(schema: &str, document: &str) {
    assert_eq!(errors(schema, document, &mut BTreeSet::new()), [""; 0], "{document}");
}

fn out(line: &str) -> String {
    run(&line.split(' ').collect::<Vec<_>>()).out
}

const MISSPELLED: &str = "package v1

// A is one.
type A struct {
\t// +maxLenght=3
\tB string `json:\"b\"`
\t// +minLength=3
\t// +maxLength=1
\tC string `json:\"c\"`
\t// +listType=map
\t// +listMapKey=d
\tD []A `json:\"d\"` // +optional
}
";

#[test]
fn findings() {
    let module = module(MISSPELLED);
    let namespaced =
        "apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: a, namespace: b}\nspec: {size: 90}\n";
    let schema = "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: widgets.shop.\
                  example.com}, spec: {}}";
    let rule = run_with(&["validate", "-", "--crd", "testdata/suites/crds", "--message-format", "json"], namespaced);
    let definition = run_with(&["validate", "-", "--message-format", "json"], schema);
    let older = out("validate testdata/diff/samples --crd testdata/diff/new --message-format json");
    let large = "{apiVersion: shop.example.com/v1, kind: Widget, metadata: {name: a}, spec: {size: 4}}";
    let large = run_with(&["validate", "-", "--crd", "testdata/diff/new", "--message-format", "json"], large);
    let unknown = "{apiVersion: example.com/v1, kind: Missing, metadata: {name: a}}";
    let unknown = run_with(&["validate", "-", "--message-format", "json"], unknown);
    let files = [
        rule.out,
        large.out,
        unknown.out,
        definition.out,
        older,
        out(&format!("lint -C {} ./... --message-format json", path(module.path()))),
        out("validate testdata/quickstart/manifests --go testdata/quickstart/api/v1 --message-format json"),
    ];
    assert_documents("findings", &files);
}

#[test]
fn changes() {
    let compared = "diff testdata/diff/old testdata/diff/new --report json";
    let size = "self.size >= oldSelf.size";
    // An object before the update proves the change of this rule, and none can be found for that of a limit.
    let unlimited = WIDGETS.replace("maximum: 9", "minimum: 3");
    let step = unlimited.replace(size, &format!("{size} - 1"));
    let equation = WIDGETS.replace(size, "self.color == \"q\" + string(self.size * 7919)");
    // No object can prove a rule beside a newly required property.
    let fixed = "color: {type: string, default: red, x-kubernetes-validations: [{rule: self == oldSelf}]}";
    let required = WIDGETS
        .replace("required: [size]", "required: [method, size]")
        .replace("color: {type: string, default: red}", &format!("{fixed}\n              method: {{type: string}}"));
    let folder = folder(&[
        ("widget.yaml", WIDGETS),
        ("required.yaml", &required),
        ("step.yaml", &step),
        ("widgets.yaml", &unlimited),
        ("equation.yaml", &equation),
        ("lower.yaml", &equation.replace("maximum: 9", "maximum: 8")),
    ]);
    let pair = |old, new| run(&["diff", &at(&folder, old), &at(&folder, new), "--report", "json"]).out;
    let files = [
        pair("step.yaml", "widgets.yaml"),
        pair("equation.yaml", "lower.yaml"),
        pair("widget.yaml", "required.yaml"),
        out(compared),
        out(&format!("{compared} --samples testdata/diff/samples --exceptions testdata/diff/exceptions.yaml")),
        out("diff testdata/diff/old testdata/diff/old --report json"),
    ];
    assert_documents("diff", &files);
}

#[test]
fn results_of_suites() {
    let report = |suite: &str| out(&format!("test testdata/suites/{suite} --crd testdata/suites/crds --report json"));
    assert_documents("test-results", &[report("widgets.testsuite.yaml"), report("failing.testsuite.yaml")]);
}

#[test]
fn rules_of_generated_code() {
    let invalid = module("package v1\n\n// +validationRule=\"nothing\"\ntype A struct {\n\tB string `json:\"b\"`\n}\n");
    let report = |directory: &str| {
        let folder = tempfile::tempdir().unwrap();
        run(&["rust", "-C", directory, "./...", "--report", "json", "-o", path(folder.path())]);
        fs::read_to_string(folder.path().join("rules.json")).unwrap()
    };
    let reports = ["testdata/rust/rules", "testdata/rust/admit", path(invalid.path())].map(report);
    assert_documents("rust-rules", &reports);
}

#[test]
fn results_of_expressions() {
    let lines = ["check 1==1", "check missing", "cost 1==1", "eval 1==1", "eval 1/0==1", "eval self"];
    assert_documents("cel", &lines.map(|line| out(&format!("cel {line} --message-format json"))));
}

#[test]
fn columns_count_characters() {
    let object = "{apiVersion: shop.example.com/v1, kind: Widget, metadata: {name: a, annotations: {a: \"\u{1f600}\"}}\
                  , spec: {size: 90}}\n";
    let line = ["validate", "-", "--crd", "testdata/suites/crds", "--message-format"];
    let [json, sarif]: [Json; 2] = ["json", "sarif"]
        .map(|format| serde_json::from_str(&run_with(&[&line[..], &[format]].concat(), object).out).unwrap());
    let column = object.chars().take_while(|character| *character != '9').count() + 1;
    assert_eq!(json[0]["location"]["column"], column);
    let run = &sarif["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    assert_eq!(run["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"], column);
}

/// Command lines with `-`, and a file for standard input, by the arguments of docs/formats.md.
const READ: &[(&str, &str, &str)] = &[
    ("`OLD`", "diff - testdata/diff/old", "testdata/diff/old/widgets.yaml"),
    ("`NEW`", "diff testdata/diff/old -", "testdata/diff/old/widgets.yaml"),
    ("`--samples`", "diff testdata/diff/old testdata/diff/old --samples -", "testdata/diff/samples/widgets.yaml"),
    ("`EXPRESSION`", "cel check -", "1 == 1"),
    ("`EXPRESSION`", "cel cost -", "1 == 1"),
    ("`EXPRESSION`", "cel eval -", "1 == 1"),
    ("`FILE`", "validate - --crd testdata/diff/old", "testdata/diff/samples/widgets.yaml"),
    ("`--old`", "validate testdata/diff/samples --crd testdata/diff/old --old -", "testdata/diff/samples/widgets.yaml"),
    ("`FILE`", "default - --crd testdata/diff/old", "testdata/diff/samples/widgets.yaml"),
    ("`FILE`", "prune - --crd testdata/diff/old", "testdata/diff/samples/widgets.yaml"),
    ("`FILE`", "print - --crd testdata/diff/old", "testdata/diff/samples/widgets.yaml"),
    ("`--crd`", "validate testdata/diff/samples --crd -", "testdata/diff/old/widgets.yaml"),
    (
        "`--compare`",
        "validate testdata/diff/samples --crd testdata/diff/old --compare -",
        "testdata/diff/old/widgets.yaml",
    ),
    ("`--crd`", "default testdata/diff/samples --crd -", "testdata/diff/old/widgets.yaml"),
    ("`--crd`", "prune testdata/diff/samples --crd -", "testdata/diff/old/widgets.yaml"),
    ("`--crd`", "print testdata/diff/samples --crd -", "testdata/diff/old/widgets.yaml"),
    ("`--crd`", "test testdata/suites/widgets.testsuite.yaml --crd -", "testdata/suites/crds/widgets.yaml"),
    ("`FILE`", "kubevirt validate - --allow-empty", "testdata/diff/samples/widgets.yaml"),
    ("`FILE`", "kubevirt lint -", "testdata/diff/samples/widgets.yaml"),
    ("`FILE`", "kubevirt to-cel -", "MACHINE"),
];

#[test]
fn arguments_that_read_standard_input() {
    let page = fs::read_to_string("docs/formats.md").unwrap();
    let (_, after) = page.split_once("| Command | Arguments |").unwrap();
    let rows = after.lines().skip_while(|line| line.is_empty()).take_while(|line| line.starts_with('|'));
    let mut documented = BTreeSet::new();
    for row in rows.filter_map(|row| row.strip_prefix("| [`")) {
        let (command, rest) = row.split_once('`').unwrap();
        let arguments = rest.split('|').nth(1).unwrap().trim();
        documented.extend(arguments.split(", ").map(|argument| (command.to_owned(), argument.to_owned())));
    }
    let mut tested = BTreeSet::new();
    for (argument, line, file) in READ {
        let input = match *file {
            "MACHINE" => "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata: {name: a, annotations: \
                          {vm.kubevirt.io/validations: '[{\"rule\": \"integer\", \"name\": \"c\", \"message\": \"m\", \
                          \"min\": 2, \"path\": \"jsonpath::.spec.domain.cpu.cores\"}]'}}\nspec: {template: {spec: \
                          {domain: {}}}}\n"
                .to_owned(),
            "1 == 1" => (*file).to_owned(),
            file => fs::read_to_string(file).unwrap(),
        };
        let words: Vec<&str> = line.split(' ').collect();
        let ran = run_with(&words, &input);
        assert_eq!(ran.status, 0, "{line}\n{ran}");
        let command = documented.iter().map(|(command, _)| command).find(|name| line.starts_with(&format!("{name} ")));
        tested.insert((command.unwrap().clone(), (*argument).to_owned()));
    }
    assert_eq!(tested, documented);
}
