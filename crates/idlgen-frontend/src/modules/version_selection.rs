//! Selects module versions: minimal version selection on the graph of requirements, with the graph pruning of Go 1.17
//! (<https://go.dev/ref/mod#minimal-version-selection>, <https://go.dev/ref/mod#graph-pruning>).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{go_mod::ModuleVersion, semver};

/// The version of each module path.
pub(super) type Selection = BTreeMap<String, String>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Requirements {
    /// The modules that its go.mod requires.
    pub(super) modules: Vec<ModuleVersion>,
    /// `true` if its go.mod lists everything that its packages need (Go 1.17 and later), so that the requirements of
    /// these modules are not relevant.
    pub(super) is_complete: bool,
}

/// Returns the highest version of each path among `modules`.
pub(super) fn highest<'a>(modules: impl IntoIterator<Item = &'a ModuleVersion>) -> Selection {
    let mut selection = Selection::new();
    for module in modules {
        raise(&mut selection, module);
    }
    selection
}

/// Returns the highest version of each path that any module in the graph requires, starting with the requirements of
/// the main modules. `requirements_of` reads the go.mod of a module. A module without a go.mod is treated as having no
/// requirements, because it may not be needed.
pub(super) fn select(
    main: &[Requirements],
    mut requirements_of: impl FnMut(&ModuleVersion) -> Option<Requirements>,
) -> Selection {
    let mut selection = Selection::new();
    let mut known: BTreeMap<ModuleVersion, Requirements> = BTreeMap::new();
    let mut seen: BTreeSet<(ModuleVersion, bool)> = BTreeSet::new();
    let mut queue: VecDeque<(ModuleVersion, bool)> = VecDeque::new();
    for module in main {
        queue.extend(module.modules.iter().map(|required| (required.clone(), module.is_complete)));
    }
    while let Some((module, is_pruned)) = queue.pop_front() {
        raise(&mut selection, &module);
        if !seen.insert((module.clone(), is_pruned)) {
            continue;
        }
        let requirements = known.entry(module.clone()).or_insert_with(|| requirements_of(&module).unwrap_or_default());
        for required in &requirements.modules {
            if is_pruned && requirements.is_complete {
                raise(&mut selection, required);
            } else {
                queue.push_back((required.clone(), false));
            }
        }
    }
    selection
}

fn raise(selection: &mut Selection, module: &ModuleVersion) {
    let is_higher = selection.get(&module.path).is_none_or(|version| semver::compare(&module.version, version).is_gt());
    if is_higher {
        selection.insert(module.path.clone(), module.version.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(text: &str) -> ModuleVersion {
        let (path, version) = text.split_once('@').unwrap();
        ModuleVersion { path: path.to_owned(), version: version.to_owned() }
    }

    fn requirements(text: &str, is_complete: bool) -> Requirements {
        Requirements { modules: text.split_whitespace().map(module).collect(), is_complete }
    }

    /// Selects versions. Each line of `graph` is `module@version: requirements`, with `!` after the version of a module
    /// that lists everything it needs.
    fn selected(main: &[Requirements], graph: &str) -> String {
        let graph: BTreeMap<ModuleVersion, Requirements> = graph
            .lines()
            .map(|line| {
                let (name, required) = line.split_once(':').unwrap();
                let (name, is_complete) = name.strip_suffix('!').map_or((name, false), |name| (name, true));
                (module(name), requirements(required, is_complete))
            })
            .collect();
        let selection = select(main, |module| graph.get(module).cloned());
        selection.iter().map(|(path, version)| format!("{path}@{version}")).collect::<Vec<_>>().join(" ")
    }

    /// Tests the example of <https://go.dev/ref/mod#minimal-version-selection>.
    #[test]
    fn the_highest_required_version_is_selected() {
        let graph = "a@v1.1.0: c@v1.3.0\na@v1.2.0: c@v1.3.0\nb@v1.1.0: c@v1.4.0\nb@v1.2.0: c@v1.4.0\n\
            c@v1.3.0: d@v1.2.0\n\
                     c@v1.4.0: d@v1.2.0\nd@v1.2.0:";
        let main = requirements("a@v1.2.0 b@v1.2.0", false);
        assert_eq!(selected(&[main], graph), "a@v1.2.0 b@v1.2.0 c@v1.4.0 d@v1.2.0");
    }

    #[test]
    fn cycles_and_missing_files_do_no_harm() {
        let graph = "a@v1.0.0: b@v1.0.0\nb@v1.0.0: a@v1.1.0 missing@v1.0.0\na@v1.1.0: b@v1.0.0";
        assert_eq!(selected(&[requirements("a@v1.0.0", false)], graph), "a@v1.1.0 b@v1.0.0 missing@v1.0.0");
    }

    #[test]
    fn complete_requirements_prune_the_graph() {
        let graph = "a@v1.0.0!: b@v1.0.0\nb@v1.0.0!: c@v1.0.0\nold@v1.0.0: b@v1.0.0\nc@v1.0.0!: d@v1.0.0";
        assert_eq!(selected(&[requirements("a@v1.0.0", true)], graph), "a@v1.0.0 b@v1.0.0");
        assert_eq!(selected(&[requirements("a@v1.0.0", false)], graph), "a@v1.0.0 b@v1.0.0 c@v1.0.0 d@v1.0.0");
        let through_old = selected(&[requirements("old@v1.0.0", true)], graph);
        assert_eq!(through_old, "b@v1.0.0 c@v1.0.0 d@v1.0.0 old@v1.0.0");
    }

    #[test]
    fn main_modules_add_up() {
        let main = [requirements("a@v1.0.0", true), requirements("a@v1.1.0 b@v1.0.0", true)];
        assert_eq!(selected(&main, "a@v1.1.0: b@v1.2.0"), "a@v1.1.0 b@v1.2.0");
        assert_eq!(highest(main.iter().flat_map(|main| &main.modules)).len(), 2);
    }
}
