//! Safe fixes, verified by checking the result again: over all of testdata, and over random mistakes.

use std::fmt::Write;

use idlgen::diag::{Applicability, Diagnostic, apply_fixes};
use idlgen_testing::Random;

use crate::module::{FOLDER, Files, Found, lint, one_file};

/// Applies safe fixes until no finding has one.
fn fixed(files: &Files) -> (Files, usize) {
    let mut files = files.clone();
    let mut made = 0;
    for _ in 0..20 {
        let Found { diagnostics, sources } = lint(&files, &["./..."]);
        let applied = apply_fixes(&diagnostics, &sources, |_, fix| fix.applicability == Applicability::Safe);
        if applied.files.is_empty() {
            break;
        }
        made += applied.made.len();
        for (file, text) in applied.files {
            files.insert(FOLDER.join(sources.path(file)), text.into_bytes());
        }
    }
    (files, made)
}

/// Correct field tags: the Go type of the field, and the tag.
const FIELDS: &[(&str, &str)] = &[
    ("string", "+maxLength=5"),
    ("string", "+minLength=1"),
    ("string", "+pattern=\"^a\""),
    ("string", "+optional"),
    ("string", "+required"),
    ("*string", "+nullable"),
    ("string", "+default=\"ab\""),
    ("int32", "+minimum=1"),
    ("int32", "+maximum=7"),
    ("int32", "+multipleOf=2"),
    ("int32", "+default=3"),
    ("[]string", "+listType=set"),
    ("[]string", "+listType=atomic"),
    ("[]string", "+maxItems=3"),
    ("[]string", "+minItems=3"),
    ("map[string]string", "+mapType=atomic"),
    ("map[string]string", "+maxProperties=3"),
    ("string", "+validationRule=\"self.size() > 3\""),
    ("string", "+k8s:maxLength=5"),
    ("string", "+k8s:optional"),
    ("int32", "+k8s:minimum=1"),
    ("[]string", "+k8s:listType=set"),
    ("[]string", "+k8s:maxItems=3"),
    ("string", "+k8s:validation:maxLength=5"),
    ("int32", "+k8s:validation:minimum=1"),
    ("string", "+kubebuilder:validation:MaxLength=5"),
    ("string", "+kubebuilder:validation:MinLength=1"),
    ("string", "+kubebuilder:validation:Pattern=`^a`"),
    ("string", "+kubebuilder:validation:Enum=ab;cd"),
    ("string", "+kubebuilder:validation:Optional"),
    ("string", "+kubebuilder:validation:Required"),
    ("string", "+kubebuilder:validation:Format=date-time"),
    ("string", "+kubebuilder:default=ab"),
    ("string", "+kubebuilder:example=ab"),
    ("string", "+kubebuilder:title=\"ab\""),
    ("int32", "+kubebuilder:validation:Minimum=1"),
    ("int32", "+kubebuilder:validation:Maximum=7"),
    ("int32", "+kubebuilder:validation:MultipleOf=2"),
    ("[]string", "+kubebuilder:validation:MinItems=1"),
    ("[]string", "+kubebuilder:validation:MaxItems=7"),
    ("[]string", "+kubebuilder:validation:items:MaxLength=7"),
    ("map[string]string", "+kubebuilder:validation:MinProperties=1"),
    ("map[string]string", "+kubebuilder:validation:MaxProperties=7"),
    ("map[string]string", "+kubebuilder:pruning:PreserveUnknownFields"),
    ("string", "+kubebuilder:validation:XValidation:rule=\"self.size() > 3\",message=\"ab\""),
    ("string", "+kubebuilder:validation:XValidation:message=\"ab\",rule=\"self.size() > 3\",reason=FieldValueInvalid"),
];

/// Correct type tags.
const TYPES: &[&str] = &[
    "+genclient",
    "+genclient:nonNamespaced",
    "+genclient:noStatus",
    "+genclient:onlyVerbs=create,get",
    "+k8s:deepcopy-gen=true",
    "+kubebuilder:object:root=true",
    "+kubebuilder:subresource:status",
    "+kubebuilder:storageversion",
    "+kubebuilder:unservedversion",
    "+kubebuilder:skipversion",
    "+kubebuilder:resource:scope=Cluster,shortName=ab",
    "+kubebuilder:resource:path=abs,scope=Namespaced",
    "+kubebuilder:printcolumn:name=\"Ab\",type=string,JSONPath=`.a`",
    "+kubebuilder:printcolumn:name=Ab,type=integer,JSONPath=.a,priority=1",
    "+kubebuilder:selectablefield:JSONPath=`.a`",
    "+kubebuilder:validation:XValidation:rule=\"has(self.a)\",message=\"ab\"",
    "+kubebuilder:validation:MinProperties=1",
    "+k8s:openapi-gen=true",
];

/// Returns a struct with a tag, as four lines and an empty line. `number` is part of its name.
fn structure(number: usize, field: Option<&str>, tag: &str) -> String {
    let go_type = field.unwrap_or("string");
    match field {
        Some(_) => format!("\ntype T{number} struct {{\n\t// {tag}\n\tA {go_type} `json:\"a\"`\n}}\n"),
        // A struct that embeds another one may be a kind.
        None => {
            format!("\n// {tag}\ntype T{number} struct {{\n\tBase `json:\",inline\"`\n\tA {go_type} `json:\"a\"`\n}}\n")
        }
    }
}

/// Returns the tag with one random mistake.
fn mistaken(tag: &str, random: &mut Random) -> String {
    let characters: Vec<char> = tag.chars().collect();
    let letters = ['a', 'e', 'M', 'x', 'n', ':', '=', ',', ';', '"', ' ', '5', '.', 's'];
    // Most mistakes are in the name.
    let name = tag.find('=').unwrap_or(tag.len());
    let end = if random.below(3) == 0 { characters.len() } else { name };
    let at = 1 + random.below(end.max(2) - 1);
    let letter = letters[random.below(letters.len())];
    let mut wrong = characters.clone();
    match random.below(12) {
        0 | 1 if at < wrong.len() => drop(wrong.remove(at)),
        2 | 3 => wrong.insert(at.min(wrong.len()), letter),
        4 | 5 if at < wrong.len() => wrong[at] = letter,
        6 | 7 if at + 1 < wrong.len() => wrong.swap(at, at + 1),
        8 if at < wrong.len() => {
            let other =
                if wrong[at].is_uppercase() { wrong[at].to_ascii_lowercase() } else { wrong[at].to_ascii_uppercase() };
            wrong[at] = other;
        }
        9 => return tag.replacen('=', [":", ":=", " = ", "=="][random.below(4)], 1),
        10 => return format!("{tag}{}", [" +optional", " and more", " # why", "=true", ","][random.below(5)]),
        _ => match tag.split_once('=') {
            Some((name, value)) => return format!("{name}=\"{value}\""),
            None => return format!("+ {}", &tag[1..]),
        },
    }
    wrong.into_iter().collect()
}

/// Returns the lines of each struct of a file, by number.
fn blocks(text: &str) -> Vec<String> {
    text.split("\n\n").skip(1).map(|block| block.trim_end().to_owned()).collect()
}

#[test]
fn what_was_meant_stays_over_random_mistakes() {
    let all: Vec<(Option<&str>, &str)> =
        FIELDS.iter().map(|(field, tag)| (Some(*field), *tag)).chain(TYPES.iter().map(|tag| (None, *tag))).collect();
    let mut good = "package v1\ntype Base struct {}\n".to_owned();
    for (number, (field, tag)) in all.iter().enumerate() {
        good.push_str(&structure(number, *field, tag));
    }
    let said = lint(&one_file(&good), &["./..."]).diagnostics;
    assert!(said.is_empty(), "{said:#?}");

    let mut random = Random::new(30);
    let mut text = "package v1\ntype Base struct {}\n".to_owned();
    let mut meant = Vec::new();
    while meant.len() < 1000 {
        let (field, tag) = all[random.below(all.len())];
        let wrong = mistaken(tag, &mut random);
        // Skips mistakes that add a second presence tag (`+optional`), or one to a type: fields allow exactly one,
        // types none.
        let has_presence = field.is_none() || tag.contains("ptional") || tag.contains("equired");
        if wrong != tag && !(has_presence && wrong.ends_with(" +optional")) {
            let number = meant.len();
            text.push_str(&structure(number, field, &wrong));
            meant.push((structure(number, field, tag), structure(number, field, &wrong)));
        }
    }
    let (files, made) = fixed(&one_file(&text));
    let after = String::from_utf8(files[&FOLDER.join("v1/types.go")].clone()).expect("UTF-8");
    let changed = blocks(&after);
    assert_eq!(changed.len(), meant.len());
    let Found { diagnostics, sources } = lint(&files, &["./..."]);
    let mut wrong = String::new();
    let mut restored = 0;
    for (after, (good, before)) in changed.iter().zip(&meant) {
        let (good, before) = (good.trim(), before.trim());
        if after == before {
            continue;
        }
        // A second tag gets its own line.
        let second = good.replace("\n\tA ", "\n\t// +optional\n\tA ").replace("\ntype", "\n// +optional\ntype");
        let is_same = |one: &str| after.replace('"', "") == one.replace('"', "");
        if is_same(good)
            || (before.contains(" +optional")
                && after.matches("+optional").count() > 0
                && second.lines().count() >= after.lines().count())
        {
            restored += 1;
        } else {
            let _ = writeln!(wrong, "--- meant\n{good}\n--- written\n{before}\n--- made\n{after}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(restored >= 200 && made >= restored, "{restored} of {made}");
    // Returns the number of the block that a finding is in. Blocks that a fix changed must have no findings.
    let finding_at = |diagnostic: &Diagnostic| {
        let label = diagnostic.primary.as_ref().expect("a place");
        let before = &sources.text(label.span.file)[..label.span.start as usize];
        before.matches("\n\n").count() - 1
    };
    for diagnostic in &diagnostics {
        let number = finding_at(diagnostic);
        assert_eq!(changed[number], meant[number].1.trim(), "{diagnostic:#?}");
    }
}

/// Applies all safe fixes of testdata at once: none of them causes a new finding.
#[test]
fn no_finding_is_new_over_testdata() {
    let mut fixes = 0;
    for (name, files) in crate::module::all_of_testdata() {
        let said = |files: &Files| -> Vec<_> {
            let diagnostics = lint(files, &["./..."]).diagnostics;
            diagnostics.into_iter().map(|one| (one.code, one.message)).collect()
        };
        let (after, made) = fixed(&files);
        if made == 0 {
            assert_eq!(after, files, "{name}");
            continue;
        }
        fixes += made;
        let mut before = said(&files);
        for finding in said(&after) {
            let known = before.iter().position(|known| *known == finding);
            assert!(known.is_some(), "{name}: {finding:?} is new");
            known.map(|known| before.remove(known));
        }
    }
    assert!(fixes > 20, "{fixes}");
}
