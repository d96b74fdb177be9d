//! The page of a tag lists the diagnostics that idlgen reports at it: each is reported for a sample.

use std::{fs, path::Path};

use idlgen::tags::{
    Dialect,
    registry::{GoKind, TagDefinition, Target, ValueSyntax, all},
};

use crate::module::{lint, one_file};

/// Returns the names of the diagnostics that a page lists as reported at the tag.
fn listed(page: &str) -> Vec<&str> {
    let (_, section) = page.split_once("\n## Diagnostics\n").expect("a section");
    let links = section.trim_start().lines().take_while(|line| line.starts_with("- ["));
    links.map(|line| line.split([' ', ']']).nth(2).expect("a name")).collect()
}

/// Returns a Go type of a kind.
fn go_type(kind: GoKind) -> &'static str {
    match kind {
        GoKind::String => "string",
        GoKind::Integer => "int32",
        GoKind::Number => "float64",
        GoKind::Boolean => "bool",
        GoKind::List => "[]string",
        GoKind::Map => "map[string]string",
        GoKind::Struct => "Part",
    }
}

const KINDS: [GoKind; 7] =
    [GoKind::String, GoKind::Integer, GoKind::Number, GoKind::Boolean, GoKind::List, GoKind::Map, GoKind::Struct];

/// Returns a file with comment lines on a declaration of a kind.
fn file(lines: &[String], target: Target, go_type: &str) -> String {
    let comment = |at: Target, indent: &str| {
        let lines = lines.iter().filter(|_| at == target);
        lines.fold(String::new(), |text, line| text + indent + "// " + line + "\n")
    };
    format!(
        "{}package v1\n\n// Part is a part.\ntype Part struct {{\n\t// A is a field.\n\tA string `json:\"a\"`\n}}\n\n\
         // Size is a type.\n{}type Size {go_type}\n\n// Word is a word.\ntype Word string\n\n\
         // First is a word.\n{}const First Word = \"first\"\n\n\
         // Whole is a struct.\ntype Whole struct {{\n{}\tPart `json:\",inline\"`\n\n\
         \t// Limited is a field.\n{}\tLimited {go_type} `json:\"limited\"`\n}}\n",
        comment(Target::Package, ""),
        comment(Target::Type, ""),
        comment(Target::Constant, ""),
        comment(Target::EmbeddedField, "\t"),
        comment(Target::Field, "\t"),
    )
}

/// Returns the names of the diagnostics of a file.
fn found(text: &str) -> Vec<&'static str> {
    lint(&one_file(text), &["./..."]).diagnostics.iter().map(|one| one.code.info().slug).collect()
}

/// Returns files for which a diagnostic is reported at a tag, one of them at least.
fn samples(row: &TagDefinition, slug: &str) -> Vec<String> {
    let kind = row.kinds.first().copied().unwrap_or(GoKind::String);
    let on = |lines: &[String]| row.targets.iter().map(|target| file(lines, *target, go_type(kind))).collect();
    let example = row.example.to_owned();
    let with = |value: &str| on(&[format!("+{}{value}", row.name)]);
    match slug {
        "misplaced-tag" => {
            let targets = [Target::Package, Target::Type, Target::Field, Target::EmbeddedField, Target::Constant];
            let others = targets.into_iter().filter(|target| !row.targets.contains(target));
            others.map(|target| file(std::slice::from_ref(&example), target, go_type(kind))).collect()
        }
        "tag-on-wrong-kind" => {
            let others = KINDS.into_iter().filter(|other| !row.kinds.contains(other));
            let on_each = |other| {
                let file = |target: &Target| file(std::slice::from_ref(&example), *target, go_type(other));
                row.targets.iter().map(file).collect::<Vec<_>>()
            };
            others.flat_map(on_each).collect()
        }
        "repeated-tag" => on(&[example.clone(), example]),
        "repeated-marker" => on(&["1", "2"].map(|word| format!("+{}={word}", row.name))),
        "conflicting-tag" if row.name.starts_with("kubebuilder:validation:items:") => on(&[example.clone(), example]),
        "conflicting-tag" => match row.form {
            ValueSyntax::Own(..) if row.keyword == Some("type") => {
                on(&["string", "integer"].map(|word| format!("+{}={word}", row.name)))
            }
            _ if row.name == "contextual" => on(&["a", "b"].map(|word| format!("+{}(a)={word}", row.name))),
            ValueSyntax::Word(words, _) | ValueSyntax::Words(words, _) => {
                on(&words.iter().take(2).map(|word| format!("+{}={word}", row.name)).collect::<Vec<_>>())
            }
            ValueSyntax::Flag(_) | ValueSyntax::Exclusive(_) => {
                on(&["true", "false"].map(|word| format!("+{}={word}", row.name)))
            }
            _ => on(&["1", "2"].map(|word| format!("+{}={word}", row.name))),
        },
        "missing-value" => with(""),
        "unexpected-value" | "ignored-value" => with("=value"),
        "malformed-value" | "wrong-value" => with("=nonsense"),
        "no-effect-yet" => {
            let on_each = |kind| {
                let file = |target: &Target| file(std::slice::from_ref(&example), *target, go_type(kind));
                row.targets.iter().map(file).collect::<Vec<_>>()
            };
            KINDS.into_iter().flat_map(on_each).collect()
        }
        slug => panic!("{slug}: there is no sample"),
    }
}

#[test]
fn each_listed_diagnostic_is_reported() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tags");
    let mut missing = Vec::new();
    for row in all().filter(|row| row.dialect != Dialect::Foreign) {
        let page = fs::read_to_string(pages.join(format!("{}.md", row.name.replace(':', "-")))).expect("a page");
        for slug in listed(&page) {
            let samples = samples(row, slug);
            if !samples.iter().any(|text| found(text).contains(&slug)) {
                missing.push(format!("{} {slug}: {:?}", row.name, samples.first().map(|text| found(text))));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
