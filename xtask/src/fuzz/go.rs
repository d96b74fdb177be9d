//! Go source: generation of OpenAPI and Rust, and lints, with all diagnostics in each format.

use idlgen::{
    check::api_rules::Exceptions,
    config::Settings,
    diag::{
        Diagnostic,
        render::{Escapes, Format, render},
    },
    emit::{Backend, openapi::OpenApi, rust::Rust},
    modules::GoEnvironment,
    session::{Outputs, Session},
    source::{MemoryFileSystem, SourceMap},
};
use idlgen_testing::Random;

use super::{
    corruption::{self, Pieces},
    go_types,
    outcome::Outcome,
};

/// Pieces of Go source.
const GO: Pieces = Pieces {
    single: &[
        "package ",
        "import \"",
        "import . \"time\"\n",
        "type ",
        "struct {",
        "interface{}",
        "}",
        "{",
        "(",
        ")",
        "[",
        "]",
        "*",
        "...",
        ",",
        ";",
        "=",
        ":",
        "`",
        "\"",
        "'",
        "//",
        "// +",
        "/*",
        "*/",
        "\n",
        "\r",
        "\t",
        "const (\n",
        "var x = ",
        "func (T0) MarshalJSON() ([]byte, error) { return nil, nil }\n",
        "func ",
        "iota",
        "1 << 40",
        "'\\u12'",
        "\"\\xff\"",
        "json:\"-\"",
        "json:\",inline\"",
        "json:\",string\"",
        "T0",
        "Leaf",
        "[T any]",
        "T0[int]",
        "map[string]",
        "chan int",
        "func()",
        "metav1.ObjectMeta",
        "time.Time",
        "0x1p-2",
        "1i",
        "\u{0}",
        "\u{feff}",
        "\u{202e}",
        "日本",
        "~int|",
        "\\",
        "goto",
        "//idlgen:allow IDL0301 x\n",
        "//go:build x\n",
    ],
    nested: &[
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("[]", ""),
        ("*", ""),
        ("map[string]", ""),
        ("struct { A ", "}"),
        ("func(", ")"),
        ("-", ""),
        ("1 + ", ""),
        ("T0[", "]"),
        ("/*", ""),
        ("// +k8s:eachVal=", "\n"),
        ("\n// a", ""),
    ],
};

pub(super) fn input(random: &mut Random) -> String {
    match random.below(20) {
        0 => corruption::noise(random),
        1 => format!("package v1\n{}", GO.some(random)),
        2 | 3 => go_types::package(random),
        _ => {
            let text = go_types::package(random);
            GO.corrupted(random, &text)
        }
    }
}

pub(super) fn run(input: &str) -> Outcome {
    let mut files = MemoryFileSystem::default();
    files.insert("/m/go.mod", "module example.com/m\n\ngo 1.25\n");
    files.insert("/m/v1/types.go", input);
    let mut is_accepted = true;
    for backend in [&OpenApi as &'static dyn Backend, &Rust] {
        let generated = session(&files).generate(&Outputs::of(backend));
        for diagnostic in &generated.diagnostics {
            let text = format!("{} {}", diagnostic.code, diagnostic.message);
            assert!(!text.starts_with("IDL0799"), "the generated code is wrong: {text}");
            check_places(diagnostic);
        }
        is_accepted &= generated.files.iter().next().is_some();
    }
    let mut session = session(&files);
    let mut diagnostics = session.lint(Some(&Exceptions::default())).diagnostics;
    diagnostics.truncate(50);
    for (_, format) in Format::NAMES {
        let _ = render(&diagnostics, &session.sources, format, Escapes::ColorsAndLinks);
    }
    if is_accepted { Outcome::Accepted } else { Outcome::Refused }
}

/// Checks that spans start before they end.
fn check_places(diagnostic: &Diagnostic) {
    for label in diagnostic.primary.iter().chain(&diagnostic.secondary) {
        assert!(label.span.start <= label.span.end, "{} is nowhere: {:?}", diagnostic.message, label.span);
    }
}

fn session(files: &MemoryFileSystem) -> Session<'_> {
    let mut settings = Settings::default();
    settings.directory = "/m".into();
    settings.packages = vec!["./...".to_owned()];
    Session::new(settings, GoEnvironment::default(), files, SourceMap::default())
}
