//! The hostile inputs, and the commands that read them.

use super::seed::{self, Files};

/// A kind of input and a command.
pub(super) struct Dimension {
    pub(super) name: &'static str,
    /// The command line, with arguments separated by spaces. `@` in an argument is replaced with
    /// [`argument`](Self::argument).
    command: &'static str,
    /// The string that replaces `@` in the seed.
    pub(super) argument: &'static str,
    /// The file that is corrupted. Empty if it is the command line.
    pub(super) target: &'static str,
    pub(super) files: fn() -> Files,
    /// The expected result of the command on the seed.
    pub(super) good: Good,
}

/// Evidence that a command reads its seed and does not just reject it.
pub(super) struct Good {
    /// The exit status.
    pub(super) status: i32,
    /// A string that the command prints or writes to a file.
    pub(super) says: &'static str,
}

impl Dimension {
    /// Returns the arguments of the program.
    pub(super) fn arguments(&self, argument: &str) -> Vec<String> {
        self.command.split(' ').map(|one| one.replace('@', argument)).collect()
    }

    /// Replaces the string for `@` in the seed.
    const fn with(self, argument: &'static str) -> Self {
        Dimension { argument, ..self }
    }
}

const TYPES: &str = "api/v1/widget.go";
const CRD: &str = "crd.yaml";
const OBJECTS: &str = "widgets.yaml";

pub(super) const DIMENSIONS: &[Dimension] = &[
    go("go, openapi", "openapi ./... -o -", 0, "v1.WidgetSpec\": {"),
    go("go, openapi as openapi-gen", "openapi --compat openapi-gen ./... -o -", 0, "v1.WidgetSpec\": {"),
    go("go, openapi documents", "openapi --layout documents ./... -o out", 0, "io.k8s.apimachinery"),
    go("go, openapi of one type", "openapi --layout structural --type Widget ./api/v1 -o -", 0, "\"maximum\": 99"),
    go("go, crd", "crd ./... -o -", 0, "name: widgets.shop.example.com"),
    go("go, crd as controller-gen", "crd --compat controller-gen ./... -o -", 0, "name: widgets.shop.example.com"),
    go("go, rust", "rust ./... -o -", 0, "pub struct WidgetSpec"),
    go("go, lint", "lint ./... --message-format json", 0, "[]"),
    go("go, lint of API rules", "lint --api-rules --report - ./...", 1, "list_type_missing"),
    dimension(
        "go, lint that fixes",
        "lint --fix --unsafe-fixes ./...",
        MISTAKES,
        seed::fixable_errors,
        0,
        "\t// +listType=set",
    ),
    dimension(
        "go, lint that shows fixes",
        "lint --diff ./...",
        MISTAKES,
        seed::fixable_errors,
        1,
        "+\t// +listType=set",
    ),
    go("go, dump syntax", "dump syntax ./...", 0, "WidgetSpec"),
    go("go, dump tags", "dump tags ./...", 0, "kubebuilder:validation:Maximum"),
    go("go, dump model", "dump model ./...", 0, "WidgetSpec"),
    go("go, dump schema", "dump schema ./...", 0, "maximum 99"),
    go("go, json schema", "jsonschema --go ./... -o out", 0, "\"maximum\": 99"),
    go("go, validate", "validate widgets.yaml --go ./...", 1, "less than or equal to 99"),
    go("go, default", "default widgets.yaml --go ./...", 0, "port: 80"),
    go("go, prune", "prune widgets.yaml --go ./...", 0, "name: large"),
    go("go, print", "print widgets.yaml --go ./...", 0, "SIZE"),
    go("go, schemapatch", "schemapatch --manifests . ./... -o out", 0, "k8s-short-name"),
    go("go, cel", "cel cost --go ./api/v1 --type WidgetSpec self.zones.all(z,z!='')", 0, "to"),
    go("go, suite", "test suite.yaml --go ./api/v1", 0, "2 cases"),
    dimension("other package", "crd ./api/v1 -o -", "core/limit.go", seed::module, 0, "maxLength: 63"),
    dimension(
        "register.go",
        "openapi --layout documents ./... -o out",
        "api/v1/register.go",
        seed::registered,
        0,
        "\"group\": \"shop.example.com\"",
    ),
    dimension("doc.go", "crd ./... -o -", "api/v1/doc.go", seed::module, 0, "name: widgets.shop.example.com"),
    dimension("go.mod", "openapi ./... -o -", "go.mod", seed::module, 0, "v1.WidgetSpec\": {"),
    dimension("go.work", "lint ./...", "go.work", seed::module, 0, "checked 2 packages"),
    dimension(
        "violations of API rules",
        "lint --api-rules --exceptions known.list ./...",
        "known.list",
        seed::module,
        1,
        "1 known",
    ),
    dimension("crd, validate", "validate crd.yaml widgets.yaml", CRD, seed::custom, 1, "less than or equal to 99"),
    dimension(
        "crd, compare",
        "validate --crd new.yaml --compare crd.yaml widgets.yaml",
        CRD,
        seed::custom,
        1,
        "equal to 99",
    ),
    dimension("crd, default", "default --crd crd.yaml widgets.yaml", CRD, seed::custom, 0, "port: 80"),
    dimension("crd, prune", "prune --crd crd.yaml widgets.yaml", CRD, seed::custom, 0, "name: large"),
    dimension("crd, print", "print --crd crd.yaml widgets.yaml", CRD, seed::custom, 0, "PORTS"),
    dimension("crd, json schema", "jsonschema --crd crd.yaml -o out", CRD, seed::custom, 0, "\"maximum\": 99"),
    dimension("crd, first suite", "test --init crd.yaml", CRD, seed::custom, 0, "rejects"),
    dimension(
        "crd, cel",
        "cel eval --schema crd.yaml --resource --self widgets.yaml self.spec.zones",
        CRD,
        seed::custom,
        0,
        "cost",
    ),
    dimension("crd, schemapatch", "schemapatch --manifests . ./... -o out", CRD, seed::module, 0, "k8s-short-name"),
    dimension(
        "object, validate",
        "validate --crd crd.yaml widgets.yaml --message-format sarif",
        OBJECTS,
        seed::custom,
        1,
        "less than or equal to 99",
    ),
    dimension(
        "object, update",
        "validate --crd crd.yaml widgets.yaml --old old.yaml",
        OBJECTS,
        seed::custom,
        1,
        "not below 4",
    ),
    dimension(
        "old object, update",
        "validate --crd crd.yaml widgets.yaml --old old.yaml",
        "old.yaml",
        seed::custom,
        1,
        "not below 4",
    ),
    dimension(
        "object, update of the status",
        "validate --crd crd.yaml widgets.yaml --old old.yaml --subresource status --message-format short",
        OBJECTS,
        seed::custom,
        1,
        "1 valid, 1 invalid",
    ),
    dimension("object, default", "default --crd crd.yaml widgets.yaml --changes", OBJECTS, seed::custom, 0, "port"),
    dimension("object, prune", "prune --crd crd.yaml widgets.yaml -o json", OBJECTS, seed::custom, 0, "\"large\""),
    dimension("object, print", "print --crd crd.yaml widgets.yaml", OBJECTS, seed::custom, 0, "SIZE"),
    dimension("object, print yaml", "print --crd crd.yaml widgets.yaml -o yaml", OBJECTS, seed::custom, 0, "size: 100"),
    dimension("built-in object, validate", "validate pod.yaml", "pod.yaml", seed::built_in, 1, "\"Sometimes\""),
    dimension("built-in object, default", "default pod.yaml", "pod.yaml", seed::built_in, 0, "defaultMode: 420"),
    dimension("built-in object, print", "print pod.yaml", "pod.yaml", seed::built_in, 0, "deployment.apps/d"),
    dimension("kubevirt annotation", "validate --crd crd.yaml vm.yaml", "vm.yaml", seed::machine, 1, "no such bus"),
    dimension(
        "openapi document",
        "validate --openapi api.json object.yaml",
        "api.json",
        seed::document,
        1,
        "equal to 9",
    ),
    dimension(
        "openapi document, default",
        "default --openapi api.json object.yaml",
        "api.json",
        seed::document,
        0,
        "a: 30",
    ),
    dimension(
        "openapi document, json schema",
        "jsonschema --openapi api.json -o out",
        "api.json",
        seed::document,
        0,
        "\"maximum\": 9",
    ),
    dimension(
        "json schema",
        "validate --schema schema.json object.yaml",
        "schema.json",
        seed::document,
        1,
        "less than 9",
    ),
    dimension("suite", "test suite.yaml --crd crds --coverage", "suite.yaml", seed::suite, 0, "cases"),
    dimension("suite, crd", "test suite.yaml --crd crds", "crds/widgets.yaml", seed::suite, 0, "cases"),
    dimension("idlgen.toml", "generate", "idlgen.toml", seed::configured, 0, "pub struct WidgetSpec"),
    dimension(
        "manifest of outputs",
        "generate",
        "out/rust/.idlgen.manifest",
        seed::configured,
        0,
        "pub struct WidgetSpec",
    ),
    dimension("PROJECT", "init", "PROJECT", seed::project, 0, "[crd]"),
    dimension("Makefile", "init --stdout", "Makefile", seed::project, 0, "config/crd/bases"),
    dimension("expression, check", "cel check --go ./api/v1 --type WidgetSpec @", "", seed::module, 0, "bool")
        .with(EXPRESSION),
    dimension("expression, cost", "cel cost --schema crd.yaml --resource @", "", seed::custom, 0, "to")
        .with("self.spec.zones.all(z, z.matches('^a+$')) && self.spec.ports.exists_one(p, p.port > 80)"),
    dimension(
        "expression in a file",
        "cel eval @rule.cel --self self.json",
        "rule.cel",
        seed::expression,
        0,
        "type bool",
    )
    .with("@"),
    dimension(
        "value of an expression",
        "cel eval @rule.cel --self self.json",
        "self.json",
        seed::expression,
        0,
        "type bool",
    )
    .with("@"),
    dimension("command line, explain", "explain @", "", seed::built_in, 0, "+minimum").with("+minimum"),
    dimension(
        "command line, columns",
        "print --crd crd.yaml widgets.yaml -o custom-columns=@",
        "",
        seed::custom,
        0,
        "http",
    )
    .with("A:.spec.size,B:.spec.ports[?(@.port>79)].name"),
    dimension("command line, jsonpath", "print --crd crd.yaml widgets.yaml -o jsonpath=@", "", seed::custom, 0, "http")
        .with("{range .items[*]}{.spec.ports[?(@.port>79)].name}{end}"),
    dimension(
        "command line, kinds",
        "validate --crd crd.yaml widgets.yaml --exclude-kind @",
        "",
        seed::custom,
        1,
        "valid",
    )
    .with("apps/Deployment"),
];

const MISTAKES: &str = "api/v1/mistakes.go";
const EXPRESSION: &str = "self.zones.all(z, z.startsWith('a')) || (self.size < 9 && has(self.ports))";

const fn dimension(
    name: &'static str,
    command: &'static str,
    target: &'static str,
    files: fn() -> Files,
    status: i32,
    says: &'static str,
) -> Dimension {
    Dimension { name, command, argument: "", target, files, good: Good { status, says } }
}

const fn go(name: &'static str, command: &'static str, status: i32, says: &'static str) -> Dimension {
    dimension(name, command, TYPES, seed::module, status, says)
}
