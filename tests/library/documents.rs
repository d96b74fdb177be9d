//! Generated documents are current. `IDLGEN_BLESS=1` rewrites them.

use std::path::Path;

#[expect(clippy::disallowed_methods, clippy::expect_used, reason = "the test looks at committed files")]
fn check(name: &str, page: Result<String, idlgen::TemplateError>) {
    let expected = page.expect("the template fits its data");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        std::fs::write(&path, expected).expect("docs can be written");
        return;
    }
    let present = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(present == expected, "docs/{name} is stale; run `cargo xtask bless` and look at the difference");
}

#[test]
fn the_configuration_reference_is_current() {
    check("configuration.md", idlgen::config::reference_markdown());
}

#[test]
fn the_diagnostics_reference_is_current() {
    check("diagnostics.md", idlgen::codes::reference_markdown());
}

#[test]
fn the_tag_reference_is_current() {
    check("tags.md", idlgen::tags::registry::reference_markdown());
}

#[test]
fn the_schema_of_idlgen_toml_is_current() {
    check("idlgen.schema.json", Ok(format!("{:#}\n", idlgen::config::json_schema())));
}
