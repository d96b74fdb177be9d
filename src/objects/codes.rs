//! Codes 0760-0779 and 0901-0999: objects that are validated.

use crate::diag::{Code, CodeInfo, Severity};

/// A file is not YAML or JSON.
pub const NOT_YAML: Code = Code::new(&CodeInfo {
    number: 901,
    slug: "not-yaml",
    severity: Severity::Error,
    summary: "A document is neither YAML nor JSON.",
    explanation: "The document could not be read, so nothing in it was judged. Other documents of the file were. YAML \
        is read as Kubernetes \
                      reads it (YAML 1.1 scalars), within limits of size, depth and number of values.\n\n```yaml\nspec: {a: 1\n```\n\n\
                      Corrected:\n\n```yaml\nspec: {a: 1}\n```\n",
});

/// A key stands twice in one object.
pub const DUPLICATE_KEY: Code = Code::new(&CodeInfo {
    number: 902,
    slug: "duplicate-key",
    severity: Severity::Error,
    summary: "A key stands twice in one object.",
    explanation: "One of the two values would be dropped silently. Strict decoding refuses it, as `kubectl apply \
        --validate=strict` does.\n\n\
                      ```yaml\nspec:\n  replicas: 1\n  replicas: 2\n```\n\nCorrected: keep one of them.\n",
});

/// A document is no object with apiVersion and kind.
pub const NOT_AN_OBJECT: Code = Code::new(&CodeInfo {
    number: 903,
    slug: "not-an-object",
    severity: Severity::Error,
    summary: "A document is not an object with apiVersion and kind.",
    explanation: "Without `apiVersion` and `kind` there is no telling which type judges the document. Give them, or \
        name the type with \
                      `--type`.\n\n```yaml\nmetadata:\n  name: a\n```\n\nCorrected:\n\n```yaml\napiVersion: apps/v1\nkind: Deployment\n\
                      metadata:\n  name: a\n```\n",
});

/// Nothing knows the kind of an object.
pub const UNKNOWN_KIND: Code = Code::new(&CodeInfo {
    number: 904,
    slug: "unknown-kind",
    severity: Severity::Error,
    summary: "Nothing that was given knows the kind of an object.",
    explanation: "No CustomResourceDefinition (`--crd`, or among the objects), no OpenAPI document (`--openapi`) and \
        no package (`--go`) has this apiVersion and kind. Packages have what they register (register.go's \
        AddKnownTypes or SchemeBuilder.Register, or `+groupName` with the package's name as version). Give what has \
        it, name the Go type with `--type`, or leave such objects out with `--ignore-missing`.\n",
});

/// A value breaks a rule of its type.
pub const INVALID_VALUE: Code = Code::new(&CodeInfo {
    number: 905,
    slug: "invalid-value",
    severity: Severity::Error,
    summary: "A value breaks a rule of its type.",
    explanation: "The message is the API server's: the path of the field, the kind of error, the value, and what is \
        wrong. The tags of the Go \
                      field say what is allowed; `idlgen dump schema PACKAGE` shows the schema they make.\n\n\
                      ```yaml\nspec:\n  replicas: -1   # +minimum=0\n```\n\nCorrected:\n\n```yaml\nspec:\n  replicas: 1\n```\n",
});

/// A field that the type does not have.
pub const UNKNOWN_FIELD: Code = Code::new(&CodeInfo {
    number: 906,
    slug: "unknown-field",
    severity: Severity::Error,
    summary: "An object has a field that its type does not have.",
    explanation: "An API server drops such a field, or refuses the object under `--validate=strict`. It is often a \
        misspelling. \
                      `--unknown-fields warn` or `ignore` lets it pass.\n\n```yaml\nspec:\n  replica: 1\n```\n\nCorrected:\n\n\
                      ```yaml\nspec:\n  replicas: 1\n```\n",
});

/// The Go type of an object lies in a package with errors, or leads to one.
pub const NOT_JUDGED: Code = Code::new(&CodeInfo {
    number: 907,
    slug: "not-judged",
    severity: Severity::Warning,
    summary: "An object was not judged, because its Go types have errors.",
    explanation: "The package of the object's type, or one that the type leads to, has errors, so that it is not \
        known what the type allows. Objects of other packages are judged. It is said once for each type; how many \
        objects were not judged stands in the last line.\n\n\
        ```go\n// +maxLenght=20\nName string `json:\"name\"`\n```\n\nCorrected: the errors of the package, here\n\n\
        ```go\n// +maxLength=20\nName string `json:\"name\"`\n```\n",
});

/// A rule fails on what an update leaves as it was.
pub const RATCHETED: Code = Code::new(&CodeInfo {
    number: 908,
    slug: "ratcheted",
    severity: Severity::Warning,
    summary: "A rule fails on a part of an object that an update leaves as it was.",
    explanation: "The API server lets such an update pass with a warning (KEP-4008), because the object was stored \
        before the rule was there or \
                      when the rule was not looked at; creating the same object would fail. Rules that compare with the old value are not \
                      forgiven.\n\n```yaml\nspec:\n  name: bad        # +validationRule=\"self != 'bad'\"; was `bad` before the update\n\
                      ```\n\nCorrected:\n\n```yaml\nspec:\n  name: good\n```\n",
});

/// An object cannot be read as one of its kind.
pub const UNREADABLE: Code = Code::new(&CodeInfo {
    number: 909,
    slug: "unreadable",
    severity: Severity::Error,
    summary: "An object cannot be read as one of its kind.",
    explanation: "A server answers such a request with status 400, before it validates anything: parts that every \
        object has, such as `metadata.labels`, have values of another type.\n\n\
        ```yaml\nmetadata:\n  name: a\n  labels: {debug: yes}\n```\n\nCorrected:\n\n\
        ```yaml\nmetadata:\n  name: a\n  labels: {debug: \"yes\"}\n```\n",
});

/// A server warns of something.
pub const SERVER_WARNING: Code = Code::new(&CodeInfo {
    number: 760,
    slug: "server-warning",
    severity: Severity::Warning,
    summary: "A server stores an object and warns of something in it.",
    explanation: "`kubectl` shows such warnings; the object is stored all the same. A deprecated version of a kind is \
        one:\n\n```yaml\napiVersion: example.com/v1beta1   # deprecated: true\nkind: Widget\n```\n\nCorrected:\n\n\
        ```yaml\napiVersion: example.com/v1\nkind: Widget\n```\n",
});

/// Two sources know the same kind.
pub const KIND_TWICE: Code = Code::new(&CodeInfo {
    number: 761,
    slug: "kind-twice",
    severity: Severity::Info,
    summary: "Two sources know the same kind, and one of them counts.",
    explanation: "Of a CustomResourceDefinition of `--crd`, a Go type of `--go`, a document of `--openapi`, a \
        CustomResourceDefinition among the objects, and what idlgen has built in, the first that knows a kind judges \
        its objects; of two that were given in the same way, the one that was given first. It is said once for each \
        kind. Give one of them:\n\n```console\n$ idlgen validate samples --crd config/crd --go ./api/v1\n```\n\n\
        Corrected:\n\n```console\n$ idlgen validate samples --crd config/crd\n```\n",
});

/// Two sets of definitions say different things of an object.
pub const DIFFERENT: Code = Code::new(&CodeInfo {
    number: 762,
    slug: "different-verdict",
    severity: Severity::Error,
    summary: "Two sets of definitions say different things of an object.",
    explanation: "`--compare` judges every object a second time, by other definitions of the same kinds: those of the \
        next release, say. What only one of the two says is a finding at its place. Whoever wants both to agree mends \
        the definitions, or the objects.\n\n```console\n$ idlgen validate objects --crd served --compare next\n```\n\n\
        Corrected: objects that both accept.\n",
});

/// Text stands behind the end of a document.
pub const TEXT_AFTER_DOCUMENT: Code = Code::new(&CodeInfo {
    number: 763,
    slug: "text-after-document",
    severity: Severity::Warning,
    summary: "Text stands behind the end of a document, where it is not read.",
    explanation: "A YAML document ends with `...`, or with the bracket that closes it. `kubectl` and API servers read \
        nothing between that and the next line that begins with `---`, not even what is wrong there.\n\n\
        ```yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n...\ndata: {a: b}\n```\n\nCorrected:\n\n\
        ```yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b}\n```\n",
});

/// A template of a Helm chart is among the objects.
pub const HELM_TEMPLATE: Code = Code::new(&CodeInfo {
    number: 764,
    slug: "helm-template",
    severity: Severity::Warning,
    summary: "A directory of objects has templates of a Helm chart.",
    explanation: "A template is not YAML until Helm renders it, so it is left out and counted in the last line. It is \
        said once for each chart. Validate what the chart makes:\n\n```console\n$ idlgen validate charts/app\n```\n\n\
        Corrected:\n\n```console\n$ helm template charts/app | idlgen validate -\n```\n",
});

/// All of them.
pub const ALL: &[Code] = &[
    SERVER_WARNING,
    KIND_TWICE,
    DIFFERENT,
    TEXT_AFTER_DOCUMENT,
    HELM_TEMPLATE,
    NOT_YAML,
    DUPLICATE_KEY,
    NOT_AN_OBJECT,
    UNKNOWN_KIND,
    INVALID_VALUE,
    UNKNOWN_FIELD,
    NOT_JUDGED,
    RATCHETED,
    UNREADABLE,
];
