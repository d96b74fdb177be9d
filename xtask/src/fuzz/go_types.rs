//! Random Go packages with meaningful types, fields and tags.

mod field_type;

use std::fmt::Write;

use idlgen_testing::Random;

use field_type::{FieldType, MODE, NUMBER, TEXT, TYPES};

/// The number of types of a package in addition to the shared ones: `T0`, `T1` and so on.
pub(super) const COUNT: usize = 3;

/// Packages with usable types, by name.
const IMPORTS: &[(&str, &str)] = &[
    ("json", "\"encoding/json\""),
    ("intstr", "\"k8s.io/apimachinery/pkg/util/intstr\""),
    ("metav1", "metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\""),
    ("resource", "\"k8s.io/apimachinery/pkg/api/resource\""),
    ("runtime", "\"k8s.io/apimachinery/pkg/runtime\""),
];

/// Tags for a struct whose first fields are `f0` and `f1`.
const STRUCT_TAGS: &[&str] = &[
    "+minProperties=1",
    "+maxProperties=3",
    "+kubebuilder:validation:ExactlyOneOf=f0;f1",
    "+kubebuilder:validation:AtMostOneOf=f0;f1",
    "+kubebuilder:validation:AtLeastOneOf=f0;f1",
    "+mutually_exclusive=f0,f1",
    "+validationRule=\"has(self.f0) == has(oldSelf.f0)\",message=\"it stays\"",
    "+validationRule=\"!oldSelf.hasValue() || has(oldSelf.value().f1) == has(self.f1)\",optionalOldSelf=true",
    "+kubebuilder:validation:XValidation:rule=\"has(self.f0) || has(self.f1)\",fieldPath=\".f1\",\
     reason=FieldValueRequired",
];

/// The fields of a union.
const MEMBERS: &[&str] = &["*Leaf", "*string", "[]string", "*int32"];

/// Returns the source of a package `v1`.
pub(super) fn package(random: &mut Random) -> String {
    let compares = random.percent(50);
    let mut writer = Writer { random, compares, text: String::new() };
    writer.shared();
    for index in 0..COUNT {
        writer.numbered(index);
    }
    let text = writer.text;
    let mut whole = String::from("// Package v1 is random.\n// +k8s:openapi-gen=true\npackage v1\n\n");
    for (name, import) in IMPORTS {
        if text.contains(&format!("{name}.")) {
            let _ = writeln!(whole, "import {import}");
        }
    }
    whole + "\n" + &text
}

/// The state of writing a package.
struct Writer<'r> {
    random: &'r mut Random,
    /// `true` if any tag or rule compares with the old value of an update. If so, there are no lists of structs without
    /// keys, whose elements cannot be compared.
    compares: bool,
    text: String,
}

impl Writer<'_> {
    fn line(&mut self, indentation: &str, line: &str) {
        let _ = writeln!(self.text, "{indentation}{line}");
    }

    /// Writes the types that fields of all other types can have.
    fn shared(&mut self) {
        for (name, under, index) in [("Name", "string", TEXT), ("Level", "int32", NUMBER)] {
            self.line("", &format!("// {name} is a name."));
            // Only the first two groups of tags are used: a default would apply to every field of the type, and a list
            // of names is compared as a whole.
            let groups: Vec<&[&str]> = TYPES.get(index).map_or(&[][..], |ty| ty.tags).iter().take(2).copied().collect();
            self.tags(&groups, 15, "");
            self.line("", &format!("type {name} {under}\n"));
        }
        self.text += "// Names are names.\ntype Names []Name\n\n";
        self.text += "// Items have keys.\n// +listType=map\n// +listMapKey=key\ntype Items []Item\n\n";
        self.text += "// Mode is one of three.\n// +enum\ntype Mode string\n\nconst (\n\tAlways Mode = \"Always\"\n\
             \tNever Mode = \"Never\"\n\tEmpty Mode = \"\"\n)\n\n";
        self.text += "// Leaf is a struct.\ntype Leaf struct {\n";
        self.field(("Name", "name"), TEXT);
        self.field(("Size", "size"), NUMBER);
        self.text += "}\n\n// Item has a key.\ntype Item struct {\n\t// Key is a field.\n\tKey string `json:\"key\"`\n";
        self.field(("Mode", "mode"), MODE);
        self.random_field(("Value", "value"));
        self.text += "}\n\n// Box holds anything.\ntype Box[T any] struct {\n\t// One is a field.\n\t// +optional\n\
              \tOne T `json:\"one,omitempty\"`\n\t// More is a field.\n\t// +optional\n\
              \tMore map[string]T `json:\"more,omitempty\"`\n}\n";
        for (name, instance) in [("BoxOfText", "string"), ("BoxOfLeaf", "Leaf"), ("BoxOfSize", "int32")] {
            let _ = write!(self.text, "\n// {name} is an instance.\ntype {name} Box[{instance}]\n");
        }
        let kind = self.random.one_of(&["ExactlyOneOf", "AtMostOneOf", "AtLeastOneOf"]);
        let (left, right) = (self.random.one_of(MEMBERS), self.random.one_of(MEMBERS));
        let _ = write!(
            self.text,
            "\n// Either is a union.\n// +kubebuilder:validation:{kind}=left;right\ntype Either struct {{\n\
             \t// Left is a member.\n\t// +optional\n\tLeft {left} `json:\"left,omitempty\"`\n\
             \t// Right is a member.\n\t// +optional\n\tRight {right} `json:\"right,omitempty\"`\n}}\n"
        );
    }

    /// Writes the struct `T` with this number.
    fn numbered(&mut self, index: usize) {
        let count = 1 + self.random.below(5);
        self.line("", &format!("\n// T{index} is random."));
        let tag = self.random.one_of(STRUCT_TAGS);
        if count > 1 && self.random.percent(30) && self.is_allowed(tag) {
            self.line("// ", tag);
        }
        self.line("", &format!("type T{index} struct {{"));
        if index + 1 == COUNT && self.random.percent(30) {
            self.text += "\tmetav1.TypeMeta `json:\",inline\"`\n\t// +optional\n\
                          \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n";
        }
        if index > 0 && self.random.percent(30) {
            let embedded = self.random.one_of(&["Leaf", "*Leaf", "BoxOfText"]);
            self.line("\t", &format!("// It is part of this one.\n\t{embedded} `json:\",inline\"`"));
        }
        for number in 0..count {
            self.random_field((&format!("F{number}"), &format!("f{number}")));
        }
        if self.random.percent(20) {
            self.text += "\t// In is a struct without a name.\n\tIn struct {\n";
            self.random_field(("Deep", "deep"));
            self.text += "\t} `json:\"in,omitempty\"`\n";
        }
        if self.random.percent(10) {
            let shape = self.shape(&["*", "map[string]", "[]"]);
            self.line(
                "\t",
                &format!("// Self is one of the same kind.\n\tSelf {shape}T{index} `json:\"self,omitempty\"`"),
            );
        }
        if index > 0 && self.random.percent(40) {
            let shape = self.shape(&["", "*", "map[string]", "map[string]*", "[]", "[]*"]);
            let below = index - 1;
            self.line("\t", &format!("// Other is another one.\n\tOther {shape}T{below} `json:\"other,omitempty\"`"));
        }
        self.text += "}\n";
    }

    /// Selects how a struct is used. Not in a list if any tag or rule compares.
    fn shape(&mut self, shapes: &[&'static str]) -> &'static str {
        let shape = self.random.one_of(shapes);
        if self.compares && shape.starts_with("[]") { "*" } else { shape }
    }

    /// Returns `true` if the tags are allowed: those that compare with the old value require `compares`.
    fn is_allowed(&self, tags: &str) -> bool {
        self.compares || !(tags.contains("oldSelf") || tags.contains("immutable"))
    }

    /// Writes a field of any type.
    fn random_field(&mut self, names: (&str, &str)) {
        let kind = self.random.below(TYPES.len());
        self.field(names, kind);
    }

    /// Writes a field with a Go name and a JSON name.
    fn field(&mut self, (name, json): (&str, &str), kind: usize) {
        let Some(ty) = TYPES.get(kind) else { return };
        let FieldType { go, tags, rules } = ty;
        if self.compares && ty.is_list_of_structs() {
            let keyed = "// {name} has keys.\n\t// +listType=map\n\t// +listMapKey=key";
            let option = self.random.one_of(&["", ",omitempty"]);
            self.line("\t", &format!("{keyed}\n\t{name} []Item `json:\"{json}{option}\"`").replace("{name}", name));
            return;
        }
        self.line("\t", &format!("// {name} is a field."));
        let is_quoted = *go == "*int64" && self.random.percent(15);
        if !is_quoted {
            self.tags(tags, 20, "\t");
            self.rule(rules);
        }
        let (presence, option) = self.random.one_of(&[
            ("", ",omitempty"),
            ("", ",omitempty"),
            ("", ""),
            ("+optional", ",omitempty"),
            ("+optional", ""),
            ("+required", ",omitempty"),
            ("+required", ""),
            ("+optional", ",omitzero"),
        ]);
        // Go calls the method of a quantity to find out whether it is zero.
        let option = if option == ",omitzero" && *go == "*resource.Quantity" { ",omitempty" } else { option };
        if !presence.is_empty() {
            self.line("\t// ", presence);
        }
        if go.starts_with('*') && self.random.percent(10) {
            self.line("\t// ", "+nullable");
        }
        let quoted = if is_quoted { ",string" } else { "" };
        self.line("\t", &format!("{name} {go} `json:\"{json}{option}{quoted}\"`"));
    }

    /// Writes a rule for a field, or none.
    fn rule(&mut self, rules: &[&str]) {
        if rules.is_empty() || !self.random.percent(30) {
            return;
        }
        let rule = self.random.one_of(rules);
        if self.compares && self.random.percent(20) {
            self.line("\t// ", "+k8s:validation:cel[0]:rule=\"!oldSelf.hasValue() || self == oldSelf.value()\"");
            self.line("\t// ", "+k8s:validation:cel[0]:optionalOldSelf=true");
        } else if self.is_allowed(rule) {
            self.line("\t// ", &format!("+k8s:validation:cel[0]:rule=\"{rule}\""));
            let more = self.random.one_of(&[
                "",
                "",
                "message=\"so it is\"",
                "messageExpression=\"'it is ' + string(type(self) == type(1))\"",
                "reason=\"FieldValueForbidden\"",
            ]);
            if !more.is_empty() {
                self.line("\t// ", &format!("+k8s:validation:cel[0]:{more}"));
            }
        }
    }

    fn tags(&mut self, groups: &[&[&str]], percent: usize, indentation: &str) {
        for group in groups {
            let tags = self.random.one_of(group);
            if self.random.percent(percent) && self.is_allowed(tags) {
                for line in tags.lines() {
                    self.line(indentation, &format!("// {line}"));
                }
            }
        }
    }
}
