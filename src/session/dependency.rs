//! Dependencies, of which only the referenced declarations are read.

use std::collections::BTreeMap;

use crate::{
    diag::Diagnostic,
    parallel,
    resolve::{FileInput, PackageInput, UnreadPlace},
    source::{FileId, SourceMap},
    syntax::{self, Declares, GoFile, PartialFile},
};

/// A declaration: the index of its file in the package, and its index in the file.
type Id = (usize, usize);

/// The files of a dependency that have not been read completely.
#[derive(Debug)]
pub(super) struct Dependency {
    /// The index of the package.
    pub(super) package: usize,
    /// The partially read files, by index. `None` for a completely parsed file.
    files: Vec<Option<PartialFile>>,
    /// `true` for the declarations reached so far.
    is_reached: Vec<Vec<bool>>,
    /// For each type name, the methods of the type, and the constants and aliases that refer to it.
    dependents: Option<BTreeMap<String, Vec<Id>>>,
}

/// Returns `true` for the names of methods that affect the JSON encoding or the schema of a type. Nothing depends on
/// the other methods.
fn affects_encoding(method: &str) -> bool {
    ["Marshal", "Unmarshal", "OpenAPI"].iter().any(|prefix| method.starts_with(prefix))
}

/// A partially read file, and the state for reading the rest.
pub(super) type Scanned = (GoFile, Option<PartialFile>, Vec<Diagnostic>);

/// Finds the declarations of a file of a dependency.
pub(super) fn scan(file: FileId, name: &str, text: &str) -> Scanned {
    // In openapi-gen, all comments of this file belong to the package.
    if let Some((partial, go_file)) = PartialFile::new(file, text, name == "doc.go") {
        return (go_file, Some(partial), Vec::new());
    }
    let (go_file, diagnostics) = syntax::parse(file, text);
    (go_file, None, diagnostics)
}

impl Dependency {
    /// Creates the dependency with this index from its scanned files. Immediately reads registrations, and markers that
    /// may belong to the package.
    pub(super) fn new(
        package: usize,
        files: Vec<Option<PartialFile>>,
        input: &mut PackageInput,
        sources: &SourceMap,
    ) -> (Self, Vec<Diagnostic>) {
        let is_reached =
            files.iter().map(|file| vec![false; file.as_ref().map_or(0, |file| file.indexes().len())]).collect();
        let mut dependency = Dependency { package, files, is_reached, dependents: None };
        let mut constants: Vec<Id> = Vec::new();
        let mut at_once: Vec<Vec<usize>> = vec![Vec::new(); dependency.files.len()];
        for (file, (partial, read)) in dependency.files.iter().zip(&input.files).enumerate() {
            let Some(partial) = partial else { continue };
            let text = sources.text(read.declarations.file);
            for declaration in partial.indexes() {
                let is_type = match partial.declares(declaration, text) {
                    Declares::Types | Declares::Aliases => true,
                    Declares::Constants => false,
                    Declares::Method(_) | Declares::Other => continue,
                };
                for name in partial.names(declaration, text).filter(|name| *name != "_") {
                    input.unread.add(name, UnreadPlace { file, declaration, is_type });
                }
            }
        }
        for (file, (partial, read)) in dependency.files.iter().zip(&input.files).enumerate() {
            let Some(partial) = partial else { continue };
            let text = sources.text(read.declarations.file);
            let registrations = partial.registrations(text);
            for name in registrations.iter().flat_map(|index| partial.references(*index, text)) {
                let constant = input.unread.find(name).filter(|place| !place.is_type);
                constants.extend(constant.map(|place| (place.file, place.declaration)));
            }
            let marked = partial.indexes().filter(|index| partial.is_marked_above(*index));
            if let Some(at_once) = at_once.get_mut(file) {
                at_once.extend(registrations.into_iter().chain(marked));
            }
        }
        let mut diagnostics = dependency.parse(input, sources, at_once);
        diagnostics.extend(dependency.reach_all(input, sources, constants));
        (dependency, diagnostics)
    }

    /// Reads the declarations of names, and of everything that they reference within the package.
    pub(super) fn reach<'n>(
        &mut self,
        input: &mut PackageInput,
        sources: &SourceMap,
        names: impl Iterator<Item = &'n String>,
    ) -> Vec<Diagnostic> {
        let mut queue = Vec::new();
        for name in names {
            queue.extend(input.unread.find(name).map(|place| (place.file, place.declaration)));
            input.unread.reach(name);
        }
        self.reach_all(input, sources, queue)
    }

    fn reach_all(&mut self, input: &mut PackageInput, sources: &SourceMap, mut queue: Vec<Id>) -> Vec<Diagnostic> {
        if queue.is_empty() {
            return Vec::new();
        }
        let dependents = self.dependents.take().unwrap_or_else(|| self.find_dependents(&input.files, sources));
        let mut wanted: Vec<Vec<usize>> = vec![Vec::new(); self.files.len()];
        while let Some((file, declaration)) = queue.pop() {
            let is_reached = self.is_reached.get_mut(file).and_then(|file| file.get_mut(declaration));
            let Some(is_reached @ false) = is_reached else { continue };
            *is_reached = true;
            let (Some(Some(partial)), Some(read)) = (self.files.get(file), input.files.get(file)) else { continue };
            let text = sources.text(read.declarations.file);
            if let Some(wanted) = wanted.get_mut(file) {
                wanted.push(declaration);
            }
            let names = || partial.names(declaration, text);
            let leads = match partial.declares(declaration, text) {
                // Of the values that methods return, only those that affect schemas are used.
                Declares::Method(_) => names().any(|name| name.starts_with("OpenAPI")),
                Declares::Other => false,
                Declares::Types | Declares::Aliases | Declares::Constants => {
                    for name in names() {
                        input.unread.reach(name);
                        queue.extend(dependents.get(name).into_iter().flatten());
                    }
                    true
                }
            };
            if leads {
                let places = partial.references(declaration, text).into_iter();
                let places = places.filter_map(|name| input.unread.find(name));
                queue.extend(places.map(|place| (place.file, place.declaration)));
            }
        }
        self.dependents = Some(dependents);
        self.parse(input, sources, wanted)
    }

    /// Reads the types with a relevant marker in their comments or fields, but not the types that they reference.
    /// `matters` returns `true` for source that contains such a marker. Stops as soon as `is_enough` returns `true` for
    /// a file.
    pub(super) fn read_marked(
        &mut self,
        input: &mut PackageInput,
        sources: &SourceMap,
        matters: impl Fn(&str) -> bool,
        is_enough: impl Fn(&GoFile) -> bool,
    ) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        let has_types = input.files.iter().any(|file| !file.declarations.types.is_empty());
        if !has_types || input.files.iter().any(|file| is_enough(&file.declarations)) {
            return diagnostics;
        }
        for (partial, read) in self.files.iter_mut().zip(&mut input.files) {
            let Some(partial) = partial else { continue };
            let text = sources.text(read.declarations.file);
            for index in partial.indexes() {
                let is_type = matches!(partial.declares(index, text), Declares::Types | Declares::Aliases);
                if is_type && partial.marked(index, text).is_some_and(&matters) {
                    diagnostics.extend(partial.read(text, &mut read.declarations, &[index]));
                    if is_enough(&read.declarations) {
                        return diagnostics;
                    }
                }
            }
        }
        diagnostics
    }

    fn find_dependents(&self, files: &[FileInput], sources: &SourceMap) -> BTreeMap<String, Vec<Id>> {
        let mut dependents: BTreeMap<String, Vec<Id>> = BTreeMap::new();
        let mut add = |name: &str, id: Id| match dependents.get_mut(name) {
            Some(known) if known.last() == Some(&id) => {}
            Some(known) => known.push(id),
            None => drop(dependents.insert(name.to_owned(), vec![id])),
        };
        for (file, (partial, read)) in self.files.iter().zip(files).enumerate() {
            let Some(partial) = partial else { continue };
            let text = sources.text(read.declarations.file);
            for declaration in partial.indexes() {
                match partial.declares(declaration, text) {
                    Declares::Method(receiver) => {
                        if partial.names(declaration, text).any(affects_encoding) {
                            add(receiver, (file, declaration));
                        }
                    }
                    Declares::Constants | Declares::Aliases => {
                        for name in partial.references(declaration, text) {
                            add(name, (file, declaration));
                        }
                    }
                    Declares::Types | Declares::Other => {}
                }
            }
        }
        dependents
    }

    /// Parses declarations, which are listed by file.
    fn parse(&mut self, input: &mut PackageInput, sources: &SourceMap, wanted: Vec<Vec<usize>>) -> Vec<Diagnostic> {
        let mut work: Vec<_> = self
            .files
            .iter_mut()
            .zip(&mut input.files)
            .zip(wanted)
            .filter(|(_, wanted)| !wanted.is_empty())
            .filter_map(|((partial, read), wanted)| Some((partial.as_mut()?, &mut read.declarations, wanted)))
            .collect();
        let parse = |(partial, go_file, wanted): &mut (&mut PartialFile, &mut GoFile, Vec<usize>)| {
            partial.read(sources.text(go_file.file), go_file, wanted)
        };
        let diagnostics: Vec<Vec<Diagnostic>> = parallel::map_mut(&mut work, parse);
        diagnostics.into_iter().flatten().collect()
    }
}
