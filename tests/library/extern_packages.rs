//! Go packages whose Rust types are in existing crates.

use idlgen::{build::Config, modules::GoEnvironment, source::MemoryFileSystem};

/// Returns the Rust code for a struct with types of a package that is mapped to a Rust module.
fn generated(module: &str) -> String {
    let mut files = MemoryFileSystem::default();
    files.insert("/m/go.mod", "module example.com/m\n");
    let elsewhere = "package base\n\ntype Place struct {\n\tName string `json:\"name,omitempty\"`\n}\n\n\
        type Policy string\n\ntype Limits map[Policy]Place\n";
    files.insert("/m/base/types.go", elsewhere);
    let own = "package v1\n\nimport \"example.com/m/base\"\n\ntype Spec struct {\n\tPlace base.Place `json:\"place\"`\n\
        \tPolicy base.Policy `json:\"policy\"`\n\tLimits base.Limits `json:\"limits,omitempty\"`\n}\n";
    files.insert("/m/v1/types.go", own);
    let mut config = Config::new();
    config.directory("/m").package("./v1").extern_package("example.com/m/base", module);
    let output = config.generate(&files, GoEnvironment::default());
    assert!(output.diagnostics.is_empty(), "{:?}", output.diagnostics);
    output.files.iter().map(|(_, text)| text).collect()
}

#[test]
fn types_that_are_not_structs_are_generated_beside_k8s_openapi() {
    let code = generated("::k8s_openapi::api::core::v1");
    for expected in [
        "pub place: ::k8s_openapi::api::core::v1::Place,",
        "pub policy: base::Policy,",
        "pub limits: base::Limits,",
        "pub struct Policy(",
        "BTreeMap<Policy, ::k8s_openapi::api::core::v1::Place>",
    ] {
        assert!(code.contains(expected), "{expected}: {code}");
    }
    assert!(!code.contains("pub struct Place"), "{code}");
}

#[test]
fn other_crates_have_all_types() {
    let code = generated("::mine::base");
    for expected in ["pub place: ::mine::base::Place,", "pub policy: ::mine::base::Policy,"] {
        assert!(code.contains(expected), "{expected}: {code}");
    }
    assert!(!code.contains("pub struct Policy("), "{code}");
}
