//! Golden files.

use std::{fs, path::Path};

/// Compares a text with a golden file. With `IDLGEN_BLESS=1`, writes the file.
pub(crate) fn compare(name: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("testdata/goldens/{name}.txt"));
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        fs::write(&file, found).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    if found != expected {
        let line = found.lines().zip(expected.lines()).take_while(|(found, expected)| found == expected).count();
        let shown = |text: &str| text.lines().nth(line).unwrap_or("(the end)").to_owned();
        panic!(
            "{name}.txt, line {}:\n  expected {}\n  found    {}\nrun `cargo xtask bless` and look at the difference",
            line + 1,
            shown(&expected),
            shown(found)
        );
    }
}
