//! Random Go packages with types, fields and tags that mean something.

use std::fmt::Write;

use idlgen_testing::Random;

/// The type of a field, and what can be said of it.
struct FieldType {
    go: &'static str,
    tags: Groups,
    rules: &'static [&'static str],
}

/// Groups of tags that decide the same thing; a field has at most one of each.
type Groups = &'static [&'static [&'static str]];

const TEXT_TAGS: Groups = &[
    &["+minLength=1", "+kubebuilder:validation:MinLength=2"],
    &["+maxLength=3", "+k8s:maxLength=4"],
    &["+pattern=\"^[a-z]*$\"", "+k8s:format=k8s-short-name", "+format=uuid", "+format=ipv4", "+default=\"ab\""],
];
const NUMBER_TAGS: Groups = &[
    &["+minimum=1", "+k8s:minimum=2"],
    &["+maximum=100", "+exclusiveMaximum=101", "+kubebuilder:validation:Maximum=15"],
    &["+multipleOf=5"],
    &["+default=5"],
];
const LIST_TAGS: Groups =
    &[&["+minItems=1"], &["+maxItems=2", "+k8s:maxItems=3"], &["+listType=set", "+listType=atomic"]];
const MAP_TAGS: Groups = &[&["+minProperties=1"], &["+maxProperties=2"]];

const TYPES: &[FieldType] = &[
    FieldType {
        go: "string",
        tags: TEXT_TAGS,
        rules: &["self.size() < 4", "self == oldSelf", "self.matches('^a')", "self != 'bad'", "self.startsWith('a')"],
    },
    FieldType { go: "*string", tags: TEXT_TAGS, rules: &["self.contains('a')", "self >= oldSelf"] },
    FieldType { go: "Name", tags: TEXT_TAGS, rules: &["self != 'b'"] },
    FieldType { go: "Mode", tags: &[], rules: &["self == 'Always'"] },
    FieldType { go: "int32", tags: NUMBER_TAGS, rules: &["self > 1", "self >= oldSelf", "self % 2 == 0"] },
    FieldType { go: "*int64", tags: NUMBER_TAGS, rules: &["self < 100"] },
    FieldType { go: "Level", tags: NUMBER_TAGS, rules: &["self != 3"] },
    FieldType { go: "float64", tags: &[&["+minimum=-0.5"], &["+maximum=2.5"]], rules: &["self < 2.0"] },
    FieldType { go: "bool", tags: &[&["+default=true"]], rules: &["self"] },
    FieldType { go: "*bool", tags: &[], rules: &["self || !oldSelf"] },
    FieldType { go: "[]string", tags: LIST_TAGS, rules: &["self.all(x, x.size() < 3)", "self.size() < 3"] },
    FieldType { go: "[]int32", tags: LIST_TAGS, rules: &["self.exists(x, x > 4)", "self.isSorted()"] },
    FieldType { go: "[]Name", tags: LIST_TAGS, rules: &["'b' in self"] },
    FieldType { go: "map[string]string", tags: MAP_TAGS, rules: &["self.all(k, k != 'ab')"] },
    FieldType { go: "map[string]int32", tags: MAP_TAGS, rules: &["self.size() < 3"] },
    FieldType { go: "Leaf", tags: &[], rules: &["has(self.size) || has(self.name)"] },
    FieldType { go: "*Leaf", tags: MAP_TAGS, rules: &["!has(self.name) || self.name != 'a'"] },
    FieldType { go: "[]Leaf", tags: &[&["+maxItems=2"], &["+listType=atomic"]], rules: &["self.size() > 0"] },
    FieldType { go: "map[string]Leaf", tags: MAP_TAGS, rules: &["!('ab' in self)"] },
    FieldType { go: "[]byte", tags: &[&["+maxLength=8"]], rules: &["self.size() < 6"] },
];

/// How many types besides the shared ones a package has; they are called `T0`, `T1` and so on.
pub(super) const COUNT: usize = 3;

/// The text of a package `v1`.
pub(super) fn package(random: &mut Random) -> String {
    let mut text = String::from("// Package v1 is random.\n// +k8s:openapi-gen=true\npackage v1\n\n");
    for (name, under, index) in [("Name", "string", 0), ("Level", "int32", 4)] {
        let _ = writeln!(text, "// {name} is a name.");
        tags(random, TYPES.get(index).map_or(&[], |ty| ty.tags), 15, "", &mut text);
        let _ = writeln!(text, "type {name} {under}\n");
    }
    text += "// Mode is one of three.\n// +enum\ntype Mode string\n\nconst (\n\tAlways Mode = \"Always\"\n\
             \tNever Mode = \"Never\"\n\tEmpty Mode = \"\"\n)\n\n";
    text += "// Leaf is a struct.\ntype Leaf struct {\n";
    for (name, json, index) in [("Name", "name", 0), ("Size", "size", 4)] {
        field(random, name, json, index, &mut text);
    }
    text += "}\n";
    for index in 0..COUNT {
        let _ = writeln!(text, "\n// T{index} is random.");
        if random.percent(20) {
            let _ = writeln!(text, "// {}", random.one_of(&["+minProperties=1", "+maxProperties=3"]));
        }
        let _ = writeln!(text, "type T{index} struct {{");
        if index > 0 && random.percent(20) {
            let _ = writeln!(text, "\t// Inline is another one.\n\tLeaf `json:\",inline\"`");
        }
        for number in 0..=random.below(5) {
            let kind = random.below(TYPES.len());
            field(random, &format!("F{number}"), &format!("f{number}"), kind, &mut text);
        }
        if index > 0 && random.percent(40) {
            let pointer = random.one_of(&["", "*", "[]", "map[string]"]);
            let _ = writeln!(
                text,
                "\t// Other is another one.\n\tOther {pointer}T{} `json:\"other,omitempty\"`",
                index - 1
            );
        }
        text += "}\n";
    }
    text
}

fn field(random: &mut Random, name: &str, json: &str, kind: usize, text: &mut String) {
    let Some(ty) = TYPES.get(kind) else { return };
    let _ = writeln!(text, "\t// {name} is a field.");
    tags(random, ty.tags, 25, "\t", text);
    if !ty.rules.is_empty() && random.percent(25) {
        let rule = random.one_of(ty.rules);
        let message = random.one_of(&["", "", "\n\t// +k8s:validation:cel[0]:message=\"so it is\""]);
        let _ = writeln!(text, "\t// +k8s:validation:cel[0]:rule=\"{rule}\"{message}");
    }
    let (presence, option) = random.one_of(&[
        ("", ",omitempty"),
        ("", ",omitempty"),
        ("", ""),
        ("+optional", ",omitempty"),
        ("+required", ",omitempty"),
        ("+required", ""),
        ("+optional", ",omitzero"),
    ]);
    if !presence.is_empty() {
        let _ = writeln!(text, "\t// {presence}");
    }
    let _ = writeln!(text, "\t{name} {} `json:\"{json}{option}\"`", ty.go);
}

fn tags(random: &mut Random, groups: &[&[&str]], percent: usize, indentation: &str, text: &mut String) {
    for group in groups {
        if random.percent(percent) {
            let _ = writeln!(text, "{indentation}// {}", random.one_of(group));
        }
    }
}
