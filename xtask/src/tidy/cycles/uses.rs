//! Which files of a crate use which.

use std::collections::{BTreeMap, BTreeSet};

use super::file_module::{ALL, Crate};

/// For each module the modules that it uses, with the last names of the paths.
pub(super) type Uses = BTreeMap<Vec<String>, BTreeMap<Vec<String>, BTreeSet<String>>>;

pub(super) fn uses(modules: &Crate) -> Uses {
    modules.keys().map(|module| (module.clone(), used_by(modules, module))).collect()
}

/// Returns the modules that a module uses.
fn used_by(modules: &Crate, own: &[String]) -> BTreeMap<Vec<String>, BTreeSet<String>> {
    let Some(module) = modules.get(own) else { return BTreeMap::new() };
    let is_own = |name: &String| module.items.contains(name) || module.imports.iter().any(|one| one.name == *name);
    let imported = module.imports.iter().filter(|import| import.name != ALL);
    let imported = imported.filter(|import| !import.is_exported || module.words.contains(&import.name));
    let through_globs = module.imports.iter().filter(|import| import.name == ALL).flat_map(|import| {
        let words = module.words.iter().filter(|word| !is_own(word));
        words.map(|word| [import.path.as_slice(), std::slice::from_ref(word)].concat())
    });
    let mut used: BTreeMap<Vec<String>, BTreeSet<String>> = BTreeMap::new();
    for path in imported.map(|import| import.path.clone()).chain(module.paths.iter().cloned()).chain(through_globs) {
        if let Some(other) = definition(modules, own, &path, &mut Vec::new())
            && other != own
        {
            used.entry(other).or_default().extend(path.last().cloned());
        }
    }
    used
}

/// Returns the module that defines the item at a path. Returns `None` for a module, and for an item of another crate.
fn definition(
    modules: &Crate,
    from: &[String],
    path: &[String],
    followed: &mut Vec<(Vec<String>, String)>,
) -> Option<Vec<String>> {
    let mut at = from.to_vec();
    for (index, step) in path.iter().enumerate() {
        let module = modules.get(&at)?;
        match step.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => {
                at.pop()?;
            }
            _ => {
                let below = [at.as_slice(), std::slice::from_ref(step)].concat();
                if modules.contains_key(&below) {
                    at = below;
                    continue;
                }
                if module.items.contains(step) {
                    return Some(at);
                }
                if followed.iter().any(|(module, name)| *module == at && name == step) {
                    return None;
                }
                followed.push((at.clone(), step.clone()));
                let rest = path.get(index + 1..).unwrap_or_default();
                if let Some(import) = module.imports.iter().find(|import| import.name == *step) {
                    return definition(modules, &at, &[&import.path, rest].concat(), followed);
                }
                let all = module.imports.iter().filter(|import| import.name == ALL);
                let rest = path.get(index..).unwrap_or_default();
                let mut found = all.filter_map(|all| definition(modules, &at, &[&all.path, rest].concat(), followed));
                return found.next().or_else(|| module.inner_items.contains(step).then(|| at.clone()));
            }
        }
    }
    None
}
