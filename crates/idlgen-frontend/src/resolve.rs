//! Resolves declarations and tags to the [model](crate::model): imports and names become ids, constants become values,
//! comments become tags.

mod alias_comments;
mod allowances;
mod builtin;
mod chains;
pub mod codes;
mod comments;
mod constants;
mod cycles;
mod defaults;
mod detached;
mod enumerate;
mod fields;
mod group_version;
mod import_cycles;
mod imports;
mod methods;
mod names;
mod needs;
mod options;
mod package_input;
mod package_reader;
mod report;
mod standard_library;
mod struct_tag;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
mod types;
mod unread;

pub use allowances::{Allowance, allowances, apply_allowances};
pub(crate) use constants::integer_range;
pub use names::{Declared, FileIndex, Names, Resolution as NameMeaning};
pub use needs::{Need, Needs, Purpose, needs};
pub use options::ResolveOptions;
pub use package_input::{FileInput, PackageInput};
use package_reader::PackageReader;
use report::{Owner, Report};
pub use standard_library::is_standard_library;
pub use struct_tag::parse as parse_struct_tag;
use types::DeclarationContext;
pub use unread::Unread;
pub use unread::UnreadLocation as UnreadPlace;

use crate::{
    diag::{Diagnostic, sort_by_position},
    model::{Doc, Model, Package, PackageId, TypeDefinition, TypeId, TypeKind},
    syntax::TypeExpressionKind,
    tags::{self, Tag, TagOptions, codes::CONFLICTING_TAG, registry::Target},
    tool::CommentRule,
};

/// Creates the model of packages. Resolves every name that a requested package references; unresolved names are
/// reported, and the rest is still read.
pub fn resolve(packages: &[PackageInput], options: &ResolveOptions) -> (Model, Vec<Diagnostic>) {
    let (names, mut diagnostics) = Names::new(packages);
    diagnostics.extend(import_cycles::import_cycles(&names));
    let tags_of_dependencies = TagOptions { report_unknown: false, ..options.tags.clone() };
    let mut reader = PackageReader { names: &names, options, tags_of_dependencies, report: Report::default() };
    let mut model = Model::default();
    for index in 0..packages.len() {
        let package = reader.read_package(index);
        model.packages.push(package);
    }
    for (index, entry) in names.types.iter().enumerate() {
        let id = TypeId(index as u32);
        let (definition, of_package) = reader.read_declaration(id);
        model.types.push(definition);
        if let Some(package) = model.packages.get_mut(entry.place.package) {
            package.types.push(id);
            package.tags.extend(of_package);
        }
    }
    model.packages.iter_mut().for_each(sort_tags);
    cycles::break_cycles(&mut model, &mut reader.report);
    chains::break_long_chains(&mut model, &mut reader.report);
    alias_comments::apply(&names, &mut model, options.alias_comments);
    let mut constants = constants::Constants::new(&names);
    reader.attach_constants(&mut model, &mut constants);
    methods::attach_methods(&names, &mut model, &mut constants);
    for index in 0..packages.len() {
        let tags = model.packages.get(index).map_or_else(Vec::new, |package| package.tags.clone());
        let found = group_version::group_version(&names, &model, &mut constants, &mut reader.report, index, &tags);
        if let Some(package) = model.packages.get_mut(index) {
            package.group_version = found;
        }
    }
    model.find_writers();
    model.find_embedded();
    defaults::follow_references(&names, &mut model, &mut constants, &mut reader.report);
    let requested = model.packages.iter().filter(|package| package.requested);
    let reached = model.reached_from(requested.flat_map(|package| package.types.iter().copied()));
    let is_requested = |package: usize| packages.get(package).is_some_and(|package| package.requested);
    diagnostics.extend(reader.report.finish(|owner| match owner {
        Owner::Type(id) => reached.get(id.0 as usize) == Some(&true),
        Owner::Package(package) => is_requested(package),
    }));
    sort_by_position(&mut diagnostics);
    (model, diagnostics)
}

/// Sorts the package tags by file and position: of several groups, the first one applies.
fn sort_tags(package: &mut Package) {
    let Package { files, tags, .. } = package;
    tags.sort_by_cached_key(|tag| (files.iter().position(|file| *file == tag.span.file), tag.span.start));
}

impl PackageReader<'_, '_> {
    /// Returns a package without the parts that depend on other types.
    fn read_package(&mut self, index: usize) -> Package {
        let mut package = Package {
            id: PackageId(index as u32),
            import_path: String::new(),
            name: self.names.clause(index).to_owned(),
            requested: false,
            files: Vec::new(),
            tags: Vec::new(),
            doc: Doc::default(),
            group_version: None,
            types: Vec::new(),
            constants: Vec::new(),
        };
        let Some(input) = self.names.packages.get(index) else { return package };
        package.import_path.clone_from(&input.import_path);
        package.requested = input.requested;
        for (file_index, file) in input.files.iter().enumerate() {
            package.files.push(file.declarations.file);
            self.read_package_comments(index, file, &mut package);
            self.check_detached(names::FileIndex { package: index, file: file_index });
        }
        package
    }

    /// Reads the package comments of a file: the comment above the package clause, as in Go, and the package markers
    /// below it. In doc.go, reads every comment group, like openapi-gen.
    fn read_package_comments(&mut self, index: usize, file: &FileInput, package: &mut Package) {
        let declarations = &file.declarations;
        let is_go = self.options.comments == CommentRule::Go;
        let declares = !declarations.types.is_empty() || !declarations.constants.is_empty();
        let all = file.name == "doc.go" && !(is_go && declares);
        let clause = declarations.package.as_ref().map(|package| package.span.start);
        for (group_index, group) in declarations.comments.iter().enumerate() {
            let is_package_doc = declarations.package_doc.is_some_and(|id| id.0 as usize == group_index);
            let is_above = group.lines.first().zip(clause).is_some_and(|(line, clause)| line.span.start < clause);
            if !(all || is_go && is_above) {
                continue;
            }
            let comment = self.read_group(index, group, &[Target::Package]);
            // Files may repeat equal tags; differences are reported.
            let mut repetitions = tags::repetitions_between(&package.tags, &comment.tags);
            repetitions.retain(|diagnostic| diagnostic.code == CONFLICTING_TAG);
            self.report_own(index, repetitions);
            package.tags.extend(comment.tags);
            if is_package_doc {
                package.doc.append(&comment.doc);
            }
        }
        if is_go && !all {
            package.tags.extend(self.package_markers(declarations));
        }
    }

    /// Returns a type without its constants and methods, and those tags in its comments that belong to the package.
    fn read_declaration(&mut self, id: TypeId) -> (TypeDefinition, Vec<Tag>) {
        let mut definition = TypeDefinition {
            id,
            package: PackageId(0),
            name: String::new(),
            span: crate::source::Span::new(crate::source::FileId::from_index(0), 0, 0),
            extent: crate::source::Span::new(crate::source::FileId::from_index(0), 0, 0),
            doc: Doc::default(),
            tags: Vec::new(),
            kind: TypeKind::Named(crate::model::Type::Invalid),
            type_parameters: Vec::new(),
            methods: Vec::new(),
            constants: Vec::new(),
        };
        let Some(entry) = self.names.types.get(id.0 as usize) else { return (definition, Vec::new()) };
        let declaration = entry.declaration;
        let context =
            DeclarationContext { place: entry.place, parameters: &declaration.type_parameters, owner: Owner::Type(id) };
        let comment = self.read_type_comment(entry.place, &declaration.comments);
        self.check_trailing(entry.place, &declaration.comments);
        definition.package = PackageId(entry.place.package as u32);
        definition.name.clone_from(&declaration.name.name);
        definition.span = declaration.name.span;
        definition.extent = self.extent(entry.place, declaration);
        definition.doc = comment.doc;
        definition.tags = comment.tags;
        definition.type_parameters.clone_from(&declaration.type_parameters);
        definition.kind = match &declaration.definition.kind {
            TypeExpressionKind::Struct(fields) if !declaration.is_alias => {
                TypeKind::Struct(self.read_fields(context, fields))
            }
            _ => {
                let ty = self.read_type(context, &declaration.definition);
                if declaration.is_alias { TypeKind::Alias(ty) } else { TypeKind::Named(ty) }
            }
        };
        (definition, comment.of_package)
    }

    /// Adds diagnostics of the package itself, which are reported if the package is requested.
    fn report_own(&mut self, package: usize, diagnostics: Vec<Diagnostic>) {
        for diagnostic in diagnostics {
            self.report.add(Owner::Package(package), diagnostic);
        }
    }
}
