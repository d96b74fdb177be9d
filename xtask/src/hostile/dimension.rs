//! What is made hostile, and the command that reads it.

use super::process::text;

/// Files of a good input: path and text.
pub(super) type Files = Vec<(String, String)>;

/// A kind of input and a command.
pub(super) struct Dimension {
    pub(super) name: &'static str,
    /// The command line; blanks part arguments. `@` is a text from the pieces of mutations.
    command: &'static str,
    /// The file that is made hostile; none if it is the command line.
    pub(super) target: &'static str,
    pub(super) files: fn() -> Files,
}

impl Dimension {
    /// The arguments of the program.
    pub(super) fn arguments(&self, hostile: &str) -> Vec<String> {
        self.command.split(' ').map(|one| if one == "@" { hostile.to_owned() } else { one.to_owned() }).collect()
    }
}

const TYPES: &str = "api/v1/workshop.go";
const CRD: &str = "crd.yaml";
const OBJECTS: &str = "objects.yaml";

/// All of them.
pub(super) const DIMENSIONS: &[Dimension] = &[
    go("go, openapi", "openapi ./... -o -"),
    go("go, openapi as openapi-gen", "openapi --compat openapi-gen ./... -o -"),
    go("go, openapi documents", "openapi --layout documents ./... -o out"),
    go("go, crd", "crd ./... -o -"),
    go("go, crd as controller-gen", "crd --compat controller-gen ./... -o -"),
    go("go, rust", "rust ./... -o -"),
    go("go, lint", "lint ./... --message-format json"),
    go("go, dump", "dump schema ./..."),
    go("go, json schema", "jsonschema --go ./... -o out"),
    go("go, validate", "validate objects.yaml --go ./..."),
    go("go, schemapatch", "schemapatch --manifests . ./... -o out"),
    dimension("definition, validate", "validate crd.yaml objects.yaml", CRD, objects),
    dimension("definition, default", "default --crd crd.yaml objects.yaml", CRD, objects),
    dimension("definition, json schema", "jsonschema --crd crd.yaml -o out", CRD, objects),
    dimension("object, validate", "validate --crd crd.yaml objects.yaml --message-format short", OBJECTS, objects),
    dimension("object, prune", "prune --crd crd.yaml objects.yaml", OBJECTS, objects),
    dimension("object, print", "print --crd crd.yaml objects.yaml", OBJECTS, objects),
    dimension("built-in object", "validate pod.yaml", "pod.yaml", built_in),
    dimension("kubevirt annotation", "validate vm.yaml --unknown-kinds warn", "vm.yaml", kubevirt),
    dimension("openapi document", "validate --openapi api.json --type T object.yaml", "api.json", document),
    dimension("openapi, json schema", "jsonschema --openapi api.json -o out", "api.json", document),
    dimension("suite", "test widgets.testsuite.yaml", "widgets.testsuite.yaml", suite),
    dimension("idlgen.toml", "generate", "idlgen.toml", configured),
    dimension("go.mod", "openapi ./... -o -", "go.mod", module),
    dimension("go.work", "lint ./...", "go.work", module),
    dimension("register.go", "openapi --layout documents ./... -o out", "api/v1/register.go", module),
    dimension("PROJECT", "init", "PROJECT", project),
    dimension("expression", "cel check @", "", module),
    dimension("command line", "explain @", "", module),
];

const fn dimension(name: &'static str, command: &'static str, target: &'static str, files: fn() -> Files) -> Dimension {
    Dimension { name, command, target, files }
}

const fn go(name: &'static str, command: &'static str) -> Dimension {
    dimension(name, command, TYPES, module)
}

fn file(path: &str, text: impl Into<String>) -> (String, String) {
    (path.to_owned(), text.into())
}

/// A module as people have it.
fn module() -> Files {
    let of_package = |name: &str| if name == "go.mod" { name.to_owned() } else { format!("api/v1/{name}") };
    let names = ["go.mod", "doc.go", "register.go", "workshop.go", "record.go", "pod.go", "deployment.go"];
    let mut files: Files =
        names.map(of_package).map(|path| (path.clone(), text(&format!("testdata/quickstart/{path}")))).into();
    files.push(file("go.work", "go 1.25\n\nuse (\n\t.\n)\n"));
    files.push(file(OBJECTS, text("testdata/quickstart/manifests/broken.yaml")));
    files
}

fn configured() -> Files {
    let mut files = module();
    files.push(file(
        "idlgen.toml",
        "packages = [\"./...\"]\n\n[openapi]\noutput = \"out/openapi.json\"\n\n[crd]\noutput = \"out/crd\"\n\n\
         [rust]\noutput = \"out/rust\"\n\n[tags]\nallow = [\"mine\"]\n\n\
         [diagnostics]\nunknown-tag = \"warning\"\n",
    ));
    files
}

fn project() -> Files {
    let mut files = module();
    files.push(file(
        "PROJECT",
        "domain: example.com\nlayout:\n- go.kubebuilder.io/v4\nprojectName: workshop\nrepo: example.com/workshop\n\
         resources:\n- api:\n    crdVersion: v1\n    namespaced: true\n  group: apps\n  kind: Workshop\n  \
         path: example.com/workshop/api/v1\n  version: v1\nversion: \"3\"\n",
    ));
    files
}

fn objects() -> Files {
    let widget = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: w\n  namespace: default\nspec:\n  \
                  size: 3\n  color: red\n  zones: [a, b]\n  ports:\n  - {name: http, port: 80}\nstatus:\n  \
                  phase: Ready\n---\n";
    let crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  \
               name: widgets.example.com\nspec:\n  group: example.com\n  scope: Namespaced\n  names:\n\
               \x20   kind: Widget\n    \
               listKind: WidgetList\n    plural: widgets\n    singular: widget\n  versions:\n  - name: v1\n\
               \x20   served: true\n    \
               storage: true\n    subresources: {status: {}}\n    additionalPrinterColumns:\n    - name: Size\n      \
               type: integer\n      jsonPath: .spec.size\n    schema:\n      openAPIV3Schema:\n\
               \x20       type: object\n        \
               properties:\n          spec:\n            type: object\n            required: [size]\n            \
               x-kubernetes-validations:\n\
               \x20           - rule: self.size < 9 || self.zones.all(z, z.startsWith('a'))\n              \
               message: too large\n            properties:\n\
               \x20             size: {type: integer, minimum: 1, maximum: 99}\n              \
               color: {type: string, enum: [red, green], default: red, maxLength: 9}\n              zones:\n\
               \x20               \
               type: array\n                maxItems: 9\n                x-kubernetes-list-type: set\n\
               \x20               \
               items: {type: string, maxLength: 20, pattern: '^[a-z]+$'}\n              ports:\n\
               \x20               type: array\n                \
               maxItems: 9\n                x-kubernetes-list-type: map\n\
               \x20               x-kubernetes-list-map-keys: [name]\n                \
               items:\n                  type: object\n                  required: [name]\n\
               \x20                 properties:\n                    \
               name: {type: string, maxLength: 20}\n                    port: {type: integer, format: int32}\n\
               \x20         \
               status:\n            type: object\n            properties:\n              phase: {type: string}\n";
    vec![file(CRD, crd), file(OBJECTS, widget.repeat(3))]
}

fn built_in() -> Files {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n  labels: {app: p}\nspec:\n  containers:\n\
               \x20 - name: c\n    \
               image: registry/c:1\n    ports:\n    - containerPort: 80\n      protocol: TCP\n    resources:\n      \
               limits: {cpu: 100m, memory: 1Gi}\n    env:\n    - name: A\n      value: \"1\"\n---\n\
               apiVersion: apps/v1\n\
               kind: Deployment\nmetadata: {name: d}\nspec:\n  replicas: 2\n\
               \x20 selector: {matchLabels: {app: d}}\n  template:\n    \
               metadata: {labels: {app: d}}\n    spec:\n      containers:\n      - {name: c, image: c}\n";
    vec![file("pod.yaml", pod)]
}

fn kubevirt() -> Files {
    let rules = "[{\"name\": \"memory\", \"path\": \
                 \"jsonpath::.spec.domain.resources.requests.memory\", \"rule\": \
                 \"integer\", \"message\": \"too little\", \"min\": 1073741824, \
                 \"valid\": \"jsonpath::.spec.domain\"}, \
                 {\"name\": \"bus\", \"path\": \
                 \"jsonpath::.spec.domain.devices.disks[*].disk.bus\", \"rule\": \"enum\", \
                 \"message\": \"no such bus\", \"values\": [\"virtio\", \"sata\"]}]";
    let machine = format!(
        "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata:\n  name: m\n  annotations:\n    \
         vm.kubevirt.io/validations: |\n      {rules}\nspec:\n  running: false\n  template:\n    spec:\n\
               \x20     domain:\n        \
         cpu: {{cores: 2}}\n        resources: {{requests: {{memory: 1Gi}}}}\n        devices:\n\
               \x20         disks:\n          \
         - name: d\n            disk: {{bus: virtio}}\n"
    );
    vec![file("vm.yaml", machine)]
}

fn document() -> Files {
    let api = r##"{"openapi": "3.0.0", "info": {"title": "t", "version": "v1"}, "paths": {}, "components": {"schemas": {
"T": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "maximum": 9},
"b": {"allOf": [{"$ref": "#/components/schemas/U"}], "default": {}},
"c": {"type": "array", "items": {"$ref": "#/components/schemas/U"}, "x-kubernetes-list-type": "atomic"}},
"x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "T"}],
"x-kubernetes-validations": [{"rule": "self.a > 0", "message": "none"}]},
"U": {"type": "object", "properties": {"d": {"type": "string", "pattern": "^a+$"}, "e": {"oneOf": [{"type": "integer"},
{"type": "string"}]}}}}}}"##;
    vec![file("api.json", api), file("object.yaml", "a: 3\nb: {d: aa}\nc: [{e: 1}]\n")]
}

fn suite() -> Files {
    vec![
        file("widgets.testsuite.yaml", text("testdata/suites/widgets.testsuite.yaml")),
        file("crds/widgets.yaml", text("testdata/suites/crds/widgets.yaml")),
    ]
}
