//! The Go modules that cases are made of: whether the module cache has them, and how they get there.

use std::{path::Path, process::Command};

use idlgen::modules::GoEnvironment;

/// The modules (`path@version`) that the module cache lacks, once Go, if there is one, has tried to download them.
pub(super) fn missing<'m>(modules: &'m [String], environment: &GoEnvironment) -> Vec<&'m str> {
    let lacks = |module: &&str| !is_downloaded(module, environment);
    let missing: Vec<&str> = modules.iter().map(String::as_str).filter(lacks).collect();
    if missing.is_empty() {
        return missing;
    }
    eprintln!("conformance: downloading {} Go modules", missing.len());
    // Outside of any module; what fails is missing, and is said so.
    let _ = Command::new("go").args(["mod", "download"]).args(&missing).current_dir(std::env::temp_dir()).status();
    missing.into_iter().filter(lacks).collect()
}

/// Whether the module cache holds a module, under its path with `!` before small letters that are capitals.
fn is_downloaded(module: &str, environment: &GoEnvironment) -> bool {
    let mut escaped = String::new();
    for character in module.chars() {
        if character.is_ascii_uppercase() {
            escaped.push('!');
        }
        escaped.push(character.to_ascii_lowercase());
    }
    environment.module_cache.as_deref().is_some_and(|cache: &Path| cache.join(escaped).is_dir())
}
