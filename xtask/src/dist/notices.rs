//! The licenses of third-party crates.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

use super::components::Component;

/// The prefixes of license file names.
const LICENSE_FILES: &[&str] = &["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// Lists the third-party crates with their licenses, and each license text once.
pub(super) fn markdown(components: &[Component]) -> Result<String, String> {
    let mut text =
        String::from("# Third-party software\n\nidlgen contains these crates:\n\n| Crate | License |\n|---|---|\n");
    // The text of each license in the order of their first use, with their crates.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for component in components.iter().filter(|component| component.checksum.is_some()) {
        let name = format!("{} {}", component.name, component.version);
        let _ = writeln!(text, "| {name} | {} |", component.license);
        for license in license_texts(&component.folder)? {
            texts.entry(license).or_default().push(name.clone());
        }
    }
    let mut sections: Vec<(Vec<String>, String)> = texts.into_iter().map(|(text, names)| (names, text)).collect();
    sections.sort();
    for (names, license) in sections {
        let _ = write!(text, "\n## {}\n\n```text\n{license}\n```\n", names.join(", "));
    }
    Ok(text)
}

fn license_texts(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect();
    paths.sort();
    let is_license = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_uppercase();
        LICENSE_FILES.iter().any(|start| name.starts_with(start))
    };
    let texts = paths.iter().filter(|path| is_license(path)).filter_map(|path| fs::read_to_string(path).ok());
    Ok(texts.map(|text| text.replace("\r\n", "\n").trim().to_owned()).collect())
}
