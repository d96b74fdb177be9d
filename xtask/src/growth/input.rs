//! Kinds of input, and generators of inputs of any size.

use std::{fmt::Write, fs, path::Path};

pub(super) struct Kind {
    /// The repeated part of the input, and the command that reads it.
    pub(super) name: &'static str,
    /// The smallest size.
    pub(super) base: usize,
    /// The command line, with arguments separated by spaces.
    command: &'static str,
    /// Returns the files of an input of a size, by path.
    files: fn(usize) -> Vec<(String, String)>,
}

impl Kind {
    /// Returns the arguments of the program.
    pub(super) fn arguments(&self) -> Vec<&'static str> {
        self.command.split(' ').collect()
    }

    /// Writes the files of an input of `times` the base size to a directory.
    pub(super) fn write(&self, times: usize, folder: &Path) -> Result<(), String> {
        for (path, text) in (self.files)(self.base * times) {
            let path = folder.join(path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(|error| error.to_string())?;
            }
            fs::write(path, text).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

const RUST: &str = "rust ./... -o - --message-format short";
const OPENAPI: &str = "openapi ./... -o - --message-format short";
const DEPENDENCY: &str = "openapi ./v1 -o - --message-format short";
const CRD: &str = "crd ./... -o - --message-format short";
const COMPAT: &str = "crd --compat controller-gen ./... -o - --message-format short";
const VALIDATE: &str = "validate objects.yaml --go ./v1 --type T --message-format short";
const VALIDATE_FULL: &str = "validate objects.yaml --go ./v1 --type T";
const VALIDATE_JUNIT: &str = "validate objects.yaml --go ./v1 --type T --message-format junit";

const VALIDATE_BUILT_IN: &str = "validate objects.yaml --message-format short";
const DEFAULT_BUILT_IN: &str = "default objects.yaml --message-format short";
const PRUNE_BUILT_IN: &str = "prune objects.yaml --message-format short";
const DIFF: &str = "diff old.yaml new.yaml";
const PRINT: &str = "print objects.yaml --crd crd.yaml";
const VALIDATE_CUSTOM: &str = "validate objects.yaml --crd crd.yaml --message-format short";

/// The kinds, in the order of the table.
pub(super) const KINDS: &[Kind] = &[
    kind("documents in a file", 16_000, VALIDATE, |size| {
        objects("\t// +maximum=3\n\tB int `json:\"b\"`\n", &"b: 1\n---\n".repeat(size))
    }),
    kind("errors of documents in a file", 8_000, VALIDATE_FULL, |size| {
        objects("\t// +maximum=3\n\tB int `json:\"b\"`\n", &"b: 4\n---\n".repeat(size))
    }),
    kind("errors of documents, for a build server", 8_000, VALIDATE_JUNIT, |size| {
        objects("\t// +maximum=3\n\tB int `json:\"b\"`\n", &"b: 4\n---\n".repeat(size))
    }),
    kind("keys of a map", 32_000, VALIDATE, |size| {
        objects("\tM map[string]int `json:\"m\"`\n", &each(size, "m:\n", |i| format!("  k{i}: {i}\n")))
    }),
    kind("fields that the type does not have", 16_000, VALIDATE, |size| {
        objects("\tB int `json:\"b\"`\n", &each(size, "b: 1\n", |i| format!("k{i}: {i}\n")))
    }),
    kind("errors on one line", 2_000, VALIDATE_FULL, |size| {
        objects(
            "\t// +k8s:eachVal=+k8s:maximum=3\n\tC []int `json:\"c\"`\n",
            &format!("c: [{}]\n", each(size, "", |_| "9,".to_owned())),
        )
    }),
    kind("elements of a list", 8_000, VALIDATE_CUSTOM, |size| custom_resource("", size)),
    kind("elements of a set of objects", 8_000, VALIDATE_CUSTOM, |size| {
        custom_resource(", x-kubernetes-list-type: set", size)
    }),
    kind("elements of a list by key", 8_000, VALIDATE_CUSTOM, |size| {
        custom_resource(", x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k]", size)
    }),
    kind("elements of a list by two keys", 8_000, VALIDATE_CUSTOM, |size| {
        custom_resource(", x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k, v]", size)
    }),
    kind("elements that are unique", 8_000, VALIDATE_CUSTOM, |size| custom_resource(", uniqueItems: true", size)),
    kind("keys that are there twice, print", 4_000, PRINT, |size| {
        let mut files = custom_resource("", 1);
        files.retain(|(path, _)| path == "crd.yaml");
        files.push(("objects.yaml".to_owned(), "apiVersion: example.com/v1\n".repeat(size)));
        files
    }),
    kind("documents that are not YAML, validate", 4_000, VALIDATE_BUILT_IN, |size| given("a: [1\n---\n", size)),
    kind("documents that are not YAML, default", 4_000, DEFAULT_BUILT_IN, |size| given("a: [1\n---\n", size)),
    kind("kinds that no source has, validate", 1_000, VALIDATE_BUILT_IN, unknown_kinds),
    kind("kinds that no source has, default", 1_000, DEFAULT_BUILT_IN, unknown_kinds),
    kind("objects of a built-in kind, validate", 2_000, VALIDATE_BUILT_IN, |size| given(CONFIG_MAP, size)),
    kind("objects of a built-in kind, default", 2_000, DEFAULT_BUILT_IN, |size| given(CONFIG_MAP, size)),
    kind("objects of a built-in kind, prune", 2_000, PRUNE_BUILT_IN, |size| given(CONFIG_MAP, size)),
    kind("fields whose limit decreases, diff", 100, DIFF, |size| definitions(size, "", "maxLength: 9", "maxLength: 8")),
    kind("fields with an enum, diff", 100, DIFF, |size| definitions(size, "", "maxLength: 9", "enum: [a, b]")),
    kind("limits of fields beside a rule, diff", 100, DIFF, |size| {
        definitions(size, "x-kubernetes-validations: [{rule: size(self.f0) > 0}], ", "maxLength: 9", "maxLength: 8")
    }),
    kind("fields of a struct, rust", 2_000, RUST, |size| {
        go(&structure(&each(size, "", |i| format!("\t// F{i} is one.\n\tF{i} string `json:\"f{i}\"`\n"))))
    }),
    kind("fields of a struct, openapi", 4_000, OPENAPI, |size| {
        go(&structure(&each(size, "", |i| format!("\t// F{i} is one.\n\tF{i} string `json:\"f{i}\"`\n"))))
    }),
    kind("rules on one field, rust", 1_000, RUST, rules),
    kind("rules on one field, openapi", 4_000, OPENAPI, rules),
    kind("import chains, openapi", 400, OPENAPI, imports),
    kind("import chains, rust", 200, RUST, imports),
    kind("files of a dependency, one type used", 250, DEPENDENCY, dependency),
    kind("struct-tag keys, openapi", 64_000, OPENAPI, |size| {
        go(&structure(&format!("\tA int `json:\"a\"{}`\n", each(size, "", |i| format!(" k{i}:\"v\"")))))
    }),
    kind("tags on one field, openapi", 8_000, OPENAPI, |size| {
        go(&structure(&format!("{}\tA int `json:\"a\"`\n", each(size, "", |i| format!("\t// +maximum={i}\n")))))
    }),
    kind("unknown tags on one field, openapi", 1_000, OPENAPI, |size| {
        go(&structure(&format!("{}\tA int `json:\"a\"`\n", each(size, "", |i| format!("\t// +mine{i}=1\n")))))
    }),
    kind("unknown tags of a family, openapi", 1_000, OPENAPI, |size| {
        go(&structure(&format!("{}\tA int `json:\"a\"`\n", each(size, "", |i| format!("\t// +k8s:mine{i}.\n")))))
    }),
    kind("parts of an unknown tag, openapi", 8_000, OPENAPI, |size| {
        go(&structure(&format!("\t// +kubebuilder{}=1\n\tA int `json:\"a\"`\n", ":part".repeat(size))))
    }),
    kind("brackets after a field, openapi", 4_000, OPENAPI, |size| {
        go(&structure(&format!("\tA{}a int32\n", "[]".repeat(size))))
    }),
    kind("enum constants, openapi", 8_000, OPENAPI, constants),
    kind("enum constants, rust", 4_000, RUST, constants),
    kind("structs that embed each other, openapi", 4_000, OPENAPI, embedded),
    kind("structs that embed each other, rust", 2_000, RUST, embedded),
    kind("structs that embed the next two, openapi", 250, OPENAPI, next_two),
    kind("structs that embed the next two, crd", 250, CRD, next_two),
    kind("structs that embed the next two, compat", 250, COMPAT, next_two),
    kind("structs that embed the next two, rust", 250, RUST, next_two),
    kind("named types of named types, openapi", 1_000, OPENAPI, named),
    kind("named types of named types, crd", 1_000, CRD, named),
    kind("named types of named types, compat", 1_000, COMPAT, named),
    kind("named types of named types, rust", 1_000, RUST, named),
    kind("aliases of aliases, openapi", 1_000, OPENAPI, aliases),
    kind("aliases of aliases, crd", 1_000, CRD, aliases),
    kind("aliases of aliases, compat", 1_000, COMPAT, aliases),
    kind("aliases of aliases, rust", 1_000, RUST, aliases),
    kind("values of one Enum, openapi", 16_000, OPENAPI, values),
    kind("values of one Enum, crd", 16_000, CRD, values),
    kind("values of one Enum, compat", 16_000, COMPAT, values),
    kind("values of one Enum, rust", 8_000, RUST, values),
    kind("levels of a diamond, compat", 4, COMPAT, diamond),
    kind("bytes of a block comment, openapi", 640_000, OPENAPI, block_comment),
    kind("bytes of a block comment, rust", 640_000, RUST, block_comment),
    kind("lines of comments, openapi", 100_000, OPENAPI, |size| {
        go(&format!("{}{}", "// a line\n".repeat(size), structure("\tA int `json:\"a\"`\n")))
    }),
    kind("lines of comments, rust", 100_000, RUST, |size| {
        go(&format!("{}{}", "// a line\n".repeat(size), structure("\tA int `json:\"a\"`\n")))
    }),
    kind("types, rust", 6_250, RUST, |size| {
        go(&each(size, "", |i| format!("// T{i} is one.\ntype T{i} struct {{\n\tA int `json:\"a\"`\n}}\n")))
    }),
    kind("parentheses of a rule, openapi", 6_250, OPENAPI, parentheses),
    kind("parentheses of a rule, rust", 6_250, RUST, parentheses),
    kind("segments of a module path, rust", 1_250, RUST, |size| {
        let mut files = go(&structure("\tA int `json:\"a\"`\n"));
        for (path, text) in &mut files {
            if path == "go.mod" {
                *text = format!("module example.com{}\n\ngo 1.25\n", "/s".repeat(size));
            }
        }
        files
    }),
];

const fn kind(
    name: &'static str,
    base: usize,
    command: &'static str,
    files: fn(usize) -> Vec<(String, String)>,
) -> Kind {
    Kind { name, base, command, files }
}

/// Returns a start followed by `size` pieces.
fn each(size: usize, start: &str, piece: impl Fn(usize) -> String) -> String {
    (0..size).fold(start.to_owned(), |text, index| text + &piece(index))
}

/// Returns the type `T` with these fields.
fn structure(fields: &str) -> String {
    format!("// T is one.\ntype T struct {{\n{fields}}}\n")
}

/// Returns a module with one package with these declarations.
fn go(declarations: &str) -> Vec<(String, String)> {
    let package = format!("// Package v1 is one.\n// +k8s:openapi-gen=true\npackage v1\n\n{declarations}");
    vec![("go.mod".to_owned(), "module example.com/m\n\ngo 1.25\n".to_owned()), ("v1/types.go".to_owned(), package)]
}

/// An object of a built-in kind.
const CONFIG_MAP: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {b: c}\n---\n";

/// Returns a file of objects that consists of equal documents.
fn given(document: &str, size: usize) -> Vec<(String, String)> {
    vec![("objects.yaml".to_owned(), document.repeat(size))]
}

/// Returns two versions of a CRD with equal fields in each. `more` is more of the schema around them.
fn definitions(size: usize, more: &str, old: &str, new: &str) -> Vec<(String, String)> {
    let definition = |schema: &str| {
        let fields = each(size, "", |i| format!("f{i}: {{type: string, {schema}}}, "));
        let schema = format!("{{type: object, {more}properties: {{{fields}}}}}");
        format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: as.example.com}}\n\
             spec:\n  group: example.com\n  scope: Namespaced\n  names: {{kind: A, plural: as}}\n  versions:\n  \
             - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        \
             type: object\n        properties:\n          spec: {schema}\n"
        )
    };
    vec![("old.yaml".to_owned(), definition(old)), ("new.yaml".to_owned(), definition(new))]
}

fn unknown_kinds(size: usize) -> Vec<(String, String)> {
    let object = |i| format!("apiVersion: example.com/v{i}\nkind: K{i}\nmetadata: {{name: a}}\n---\n");
    vec![("objects.yaml".to_owned(), each(size, "", object))]
}

/// Returns objects of the type `T` with these fields.
fn objects(fields: &str, objects: &str) -> Vec<(String, String)> {
    let mut files = go(&structure(fields));
    files.push(("objects.yaml".to_owned(), objects.to_owned()));
    files
}

/// Returns a custom resource with a list of `size` distinct elements. `keywords` are those of the list's schema.
fn custom_resource(keywords: &str, size: usize) -> Vec<(String, String)> {
    let items = "{type: object, properties: {k: {type: integer}, v: {type: string, maxLength: 9}}}";
    let schema = format!("{{type: object, properties: {{l: {{type: array, items: {items}{keywords}}}}}}}");
    let version = format!("{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {schema}}}}}");
    let definition = format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: ts.example.com}}\n\
         spec: {{group: example.com, scope: Namespaced, names: {{kind: T, plural: ts}}, versions: [{version}]}}\n"
    );
    let start = "apiVersion: example.com/v1\nkind: T\nmetadata: {name: t}\nl:\n";
    let object = each(size, start, |i| format!("- k: {i}\n  v: a\n"));
    vec![("crd.yaml".to_owned(), definition), ("objects.yaml".to_owned(), object)]
}

fn rules(size: usize) -> Vec<(String, String)> {
    let rules = each(size, "", |i| format!("\t// +k8s:validation:cel[{i}]:rule=\"self < {i} || self != 7\"\n"));
    go(&structure(&format!("{rules}\tA int `json:\"a\"`\n")))
}

fn block_comment(size: usize) -> Vec<(String, String)> {
    go(&format!("/*\n{}*/\n{}", "a\n".repeat(size / 2), structure("\tA int `json:\"a\"`\n")))
}

fn parentheses(size: usize) -> Vec<(String, String)> {
    let rule = "(".repeat(size);
    go(&structure(&format!("\t// +k8s:validation:cel[0]:rule=\"{rule}\"\n\tA int `json:\"a\"`\n")))
}

fn constants(size: usize) -> Vec<(String, String)> {
    let constants = each(size, "", |i| format!("\t// C{i} is one.\n\tC{i} E = \"c{i}\"\n"));
    go(&format!(
        "// E is one.\n// +enum\ntype E string\n\nconst (\n{constants})\n\n{}",
        structure("\tA E `json:\"a\"`\n")
    ))
}

/// Returns packages, each of which imports the next.
fn imports(size: usize) -> Vec<(String, String)> {
    let mut files = vec![("go.mod".to_owned(), "module example.com/m\n\ngo 1.25\n".to_owned())];
    for index in 0..size {
        let next = index + 1;
        let mut text = format!("// Package p{index} is one.\n// +k8s:openapi-gen=true\npackage p{index}\n\n");
        if next < size {
            let _ = write!(text, "import \"example.com/m/p{next}\"\n\n");
            text += &structure(&format!("\t// Next is one.\n\tNext p{next}.T `json:\"next\"`\n"));
        } else {
            text += &structure("\tA int `json:\"a\"`\n");
        }
        files.push((format!("p{index}/types.go"), text));
    }
    files
}

/// Returns a package that uses one type of another package. That package has `size` files, each with a type and its
/// methods.
fn dependency(size: usize) -> Vec<(String, String)> {
    let mut files = go("import \"example.com/m/dep\"\n\ntype T struct {\n\tA dep.D0 `json:\"a\"`\n}\n");
    for index in 0..size {
        let next = (index + 1) % size;
        let text = format!(
            "package dep\n\n// D{index} is one.\ntype D{index} struct {{\n\tA *int `json:\"a\"`\n\tE E{index} \
             `json:\"e\"`\n}}\n\n// E{index} is one.\ntype E{index} string\n\nconst C{index} E{index} = \"}}\"\n\n\
             func (d *D{index}) Get() int {{\n\tif d.A == nil {{\n\t\treturn 0\n\t}}\n\treturn *d.A\n}}\n\n\
             func (d *D{index}) Next() *D{next} {{\n\treturn nil\n}}\n"
        );
        files.push((format!("dep/f{index}.go"), text));
    }
    files
}

/// Returns structs, each of which embeds all others. The size is the number of embedded fields.
fn embedded(size: usize) -> Vec<(String, String)> {
    let count = 1 + size.isqrt();
    go(&each(count, "", |i| {
        let others = (0..count)
            .filter(|other| *other != i)
            .fold(String::new(), |text, other| text + &format!("\t*S{other} `json:\",inline\"`\n"));
        format!("// S{i} is one.\ntype S{i} struct {{\n{others}\tF{i} int `json:\"f{i}\"`\n}}\n")
    }))
}

/// Returns a module with a kind whose `spec` has the type `T`, and these declarations.
fn kind_of(declarations: &str) -> Vec<(String, String)> {
    let mut files = go(&format!(
        "import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n// K is one.\n// +kubebuilder:object:root=true\n\
         type K struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
         \t// Spec is one.\n\tSpec T `json:\"spec\"`\n}}\n\n{declarations}"
    ));
    for (_, text) in &mut files {
        *text = text.replacen("// +k8s:openapi-gen=true\n", TAGS, 1);
    }
    files
}

const TAGS: &str = "// +k8s:openapi-gen=true\n// +groupName=example.com\n";

/// Returns structs, each of which embeds the next two.
fn next_two(size: usize) -> Vec<(String, String)> {
    let embedded = |index: usize| if index < size { format!("\tS{index} `json:\",inline\"`\n") } else { String::new() };
    kind_of(&each(size, &structure("\tS0 `json:\",inline\"`\n"), |i| {
        let (next, last) = (embedded(i + 1), embedded(i + 2));
        format!("// S{i} is one.\ntype S{i} struct {{\n{next}{last}\t// F{i} is one.\n\tF{i} int `json:\"f{i}\"`\n}}\n")
    }))
}

/// Returns types, each declared from the next.
fn named(size: usize) -> Vec<(String, String)> {
    let chain = each(size, "", |i| format!("// N{i} is one.\ntype N{i} N{}\n", i + 1));
    kind_of(&format!("{}{chain}// N{size} is one.\ntype N{size} string\n", structure("\tA N0 `json:\"a\"`\n")))
}

/// Returns a chain of aliases, each of which is an alias of the next one.
fn aliases(size: usize) -> Vec<(String, String)> {
    let chain = each(size, "", |i| format!("// N{i} is one.\ntype N{i} = N{}\n", i + 1));
    kind_of(&format!("{}{chain}// N{size} is one.\ntype N{size} string\n", structure("\tA N0 `json:\"a\"`\n")))
}

/// Returns a field with an `Enum` of `size` values.
fn values(size: usize) -> Vec<(String, String)> {
    let values = each(size, "a", |i| format!(";v{i}"));
    kind_of(&structure(&format!("\t// +kubebuilder:validation:Enum={values}\n\tA string `json:\"a\"`\n")))
}

/// Returns types, each with two fields of the next.
fn diamond(size: usize) -> Vec<(String, String)> {
    let levels = each(size, "", |i| {
        let next = i + 1;
        format!("// S{i} is one.\ntype S{i} struct {{\n\tA S{next} `json:\"a\"`\n\tB S{next} `json:\"b\"`\n}}\n")
    });
    kind_of(&format!("{}{levels}// S{size} is one.\ntype S{size} string\n", structure("\tA S0 `json:\"a\"`\n")))
}
