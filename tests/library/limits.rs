//! Limits: input beyond them is either still processed or reported as missing.

use std::fmt::Write;

use idlgen::{
    config::Settings,
    emit::{Backend, openapi::OpenApi, rust::Rust},
    modules::GoEnvironment,
    session::{Outputs, Session},
    source::{MemoryFileSystem, SourceMap},
};

/// Returns the output of a back end for a module with one package, as one string, and the diagnostics.
fn written(module: &str, declarations: &str, backend: &'static dyn Backend) -> (String, Vec<String>) {
    let mut files = MemoryFileSystem::default();
    files.insert("/m/go.mod", format!("module {module}\n\ngo 1.25\n"));
    files.insert("/m/v1/types.go", format!("// +k8s:openapi-gen=true\npackage v1\n\n{declarations}"));
    let mut settings = Settings::default();
    settings.directory = "/m".into();
    settings.packages = vec!["./...".to_owned()];
    let mut session = Session::new(settings, GoEnvironment::default(), &files, SourceMap::default());
    let generated = session.generate(&Outputs::of(backend));
    let text = generated.files.iter().map(|(_, text)| text).collect::<Vec<_>>().concat();
    let said = generated.diagnostics.iter().map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message));
    (text, said.collect())
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn every_numbered_rule_is_published() {
    let rules = lines(1_500, |index| format!("\t// +k8s:validation:cel[{index}]:rule=\"self != {index}\"\n"));
    let text = format!("type T struct {{\n{rules}\tA int `json:\"a\"`\n}}\n");
    let (openapi, said) = written("example.com/m", &text, &OpenApi);
    assert_eq!((openapi.matches("\"rule\": ").count(), said), (1_500, Vec::new()));
    let (rust, said) = written("example.com/m", &text, &Rust);
    assert_eq!((rust.matches("LazyRule::packed(").count(), said), (1_500, Vec::new()));
}

#[test]
fn chains_of_names_have_no_end_that_is_too_far() {
    let aliases = lines(300, |index| format!("type A{index} = A{}\n", index + 1));
    let names = lines(300, |index| format!("type N{index} N{}\n", index + 1));
    let text = format!(
        "{aliases}type A300 = string\n{names}type N300 string\n\n\
         type T struct {{\n\tA A0 `json:\"a\"`\n\tN N0 `json:\"n\"`\n}}\n"
    );
    let (openapi, said) = written("example.com/m", &text, &OpenApi);
    assert_eq!((openapi.matches("\"type\": \"string\"").count(), said), (2, Vec::new()), "{openapi}");
    let (rust, said) = written("example.com/m", &text, &Rust);
    assert_eq!(said, Vec::<String>::new());
    assert!(rust.contains("pub a: A0,") && rust.contains("pub n: N0,") && rust.contains("pub type A299 = "), "{rust}");
}

#[test]
fn structs_are_embedded_to_the_limit_and_said_beyond_it() {
    let chain = |count: usize| {
        let structs = lines(count, |index| {
            let next = index + 1;
            format!("type S{index} struct {{\n\tS{next} `json:\",inline\"`\n\tF{index} int `json:\"f{index}\"`\n}}\n")
        });
        format!("{structs}type S{count} struct {{\n\tLast int `json:\"last\"`\n}}\n")
    };
    for backend in [&OpenApi as &'static dyn Backend, &Rust] {
        let (text, said) = written("example.com/m", &chain(30), backend);
        assert_eq!(said, Vec::<String>::new());
        assert!(text.matches("last").count() >= 31, "{text}");
        let (text, said) = written("example.com/m", &chain(40), backend);
        assert_eq!(text, "");
        assert!(said.iter().any(|said| said.contains("nested more than 32 levels deep")), "{said:?}");
    }
}

#[test]
fn structs_without_a_name_are_said_where_they_become_free_json() {
    let nested = |count: usize| {
        let mut text = "type T struct {\n".to_owned();
        for index in 0..count {
            let _ = writeln!(text, "F{index} struct {{");
        }
        text += "A int `json:\"a\"`\n";
        for index in (0..count).rev() {
            let _ = writeln!(text, "}} `json:\"f{index}\"`");
        }
        text + "}\n"
    };
    let (rust, said) = written("example.com/m", &nested(16), &Rust);
    assert_eq!((rust.matches("pub a: i64").count(), said), (1, Vec::new()));
    let (rust, said) = written("example.com/m", &nested(17), &Rust);
    let said = said.iter().find(|said| said.starts_with("IDL0751: ")).expect("a warning");
    assert!(said.contains("nested in more than 16 anonymous structs"), "{said}");
    assert!(rust.contains("RawMessage"), "{rust}");
}

#[test]
fn a_module_path_of_many_segments_is_refused_for_rust() {
    let text = "type T struct {\n\tA int `json:\"a\"`\n}\n";
    for (segments, is_written) in [(90, true), (20_000, false)] {
        let module = format!("example.com{}", "/s".repeat(segments));
        let (rust, said) = written(&module, text, &Rust);
        assert_eq!(rust.contains("pub a: i64"), is_written);
        let expected = "IDL0759: the import path of package v1 has 20002 parts; the limit for Rust modules is 100";
        assert_eq!(said, if is_written { Vec::new() } else { vec![expected.to_owned()] });
        assert!(written(&module, text, &OpenApi).0.contains("\"a\": {"));
    }
}

#[test]
fn a_file_of_many_mistakes_says_that_there_may_be_more() {
    let mut files = MemoryFileSystem::default();
    files.insert("/m/go.mod", "module example.com/m\n\ngo 1.25\n");
    files.insert("/m/v1/types.go", format!("package v1\n{}", "type 1 struct {}\n".repeat(150)));
    let mut settings = Settings::default();
    settings.directory = "/m".into();
    settings.packages = vec!["./...".to_owned()];
    let mut session = Session::new(settings, GoEnvironment::default(), &files, SourceMap::default());
    let said = session.generate(&Outputs::of(&OpenApi)).diagnostics;
    let noted: Vec<_> = said.iter().flat_map(|diagnostic| &diagnostic.notes).collect();
    assert!(noted.iter().any(|note| note.contains("only the first 100 syntax errors")), "{said:?}");
}
