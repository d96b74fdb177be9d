//! Indexes a package like controller-gen: its markers, and its types with their markers.

use std::{collections::BTreeMap, rc::Rc, sync::Arc};

use super::{
    Problem,
    comments::{self, CommentReader},
};
use crate::{
    resolve::{FileIndex, Names, parse_struct_tag},
    source::SourceMap,
    syntax::{FieldDeclaration, TypeDeclaration, TypeExpressionKind},
    tags::controller_gen::{Grammar, Marked, Marker, Target},
};

#[derive(Debug, Default)]
pub(super) struct Package<'a> {
    /// Group and version, if the package sets its group.
    pub(super) group_version: Option<(String, String)>,
    /// `true` if fields are optional by default.
    pub(super) is_optional: bool,
    /// `true` if lines that begin with `TODO` and text after `---` are excluded from descriptions (0.16).
    pub(super) leaves_out_notes: bool,
    /// Its types by name.
    pub(super) types: BTreeMap<&'a str, Rc<TypeInfo<'a>>>,
}

/// A declared type.
#[derive(Debug)]
pub(super) struct TypeInfo<'a> {
    pub(super) name: &'a str,
    pub(super) description: Arc<str>,
    pub(super) markers: Vec<Marked>,
    pub(super) fields: Vec<FieldInfo<'a>>,
    pub(super) declaration: &'a TypeDeclaration,
    /// Its index in [`Names::types`].
    pub(super) index: usize,
    pub(super) place: FileIndex,
}

#[derive(Debug)]
pub(super) struct FieldInfo<'a> {
    /// The name. Empty if the field is embedded.
    pub(super) name: &'a str,
    pub(super) description: Arc<str>,
    /// The `json` struct tag.
    pub(super) json: Option<String>,
    pub(super) markers: Vec<Marked>,
    pub(super) declaration: &'a FieldDeclaration,
}

impl<'a> Package<'a> {
    /// Indexes a package. An invalid marker discards all types of the package, and is reported twice, as in
    /// controller-gen.
    pub(super) fn index(
        names: &Names<'a>,
        sources: &SourceMap,
        index: usize,
        grammar: Grammar,
    ) -> (Self, Vec<Problem>) {
        let mut package = Package { leaves_out_notes: grammar.minor >= 16, ..Package::default() };
        let Some(input) = names.packages.get(index) else { return (package, Vec::new()) };
        let mut reader = CommentReader { sources, grammar, package: &input.import_path, problems: Vec::new() };
        let markers = comments::of_package(&mut reader, input);
        let mut types = BTreeMap::new();
        for (number, _) in names.types.iter().enumerate().filter(|(_, entry)| entry.place.package == index) {
            let info = type_info(&mut reader, names, number, &package);
            types.extend(info.map(|info| (info.name, Rc::new(info))));
        }
        let mut problems = reader.problems;
        if !problems.is_empty() {
            problems.extend(problems.clone());
            return (package, problems);
        }
        if markers.iter().any(|marked| marked.meaning == Marker::Skip) {
            return (package, problems);
        }
        let text = |of: fn(&Marker) -> Option<&String>| markers.iter().find_map(|marked| of(&marked.meaning)).cloned();
        let group = text(|marker| match marker {
            Marker::GroupName(name) => Some(name),
            _ => None,
        });
        let version = text(|marker| match marker {
            Marker::VersionName(name) => Some(name),
            _ => None,
        });
        package.group_version = Some(match group {
            Some(group) => (group, version.unwrap_or_else(|| names.clause(index).to_owned())),
            None => (String::new(), String::new()),
        });
        package.is_optional = markers.iter().any(|marked| marked.meaning == Marker::Optional);
        package.types = types;
        (package, problems)
    }
}

fn type_info<'a>(
    reader: &mut CommentReader<'_>,
    names: &Names<'a>,
    index: usize,
    package: &Package<'_>,
) -> Option<TypeInfo<'a>> {
    let entry = names.types.get(index)?;
    let (declaration, place) = (entry.declaration, entry.place);
    let file = names.file(place)?;
    let mut fields = Vec::new();
    if let TypeExpressionKind::Struct(declared) = &declaration.definition.kind {
        for field in declared {
            let tag = field.struct_tag.as_ref().map(|tag| parse_struct_tag(tag).0).unwrap_or_default();
            fields.push(FieldInfo {
                name: if field.is_embedded { "" } else { &field.name.name },
                description: comments::description(reader.sources, file, &field.comments, package).into(),
                json: tag.into_iter().find(|(key, _)| key == "json").map(|(_, value)| value),
                markers: reader.markers(file, &field.comments, Target::Field),
                declaration: field,
            });
        }
    }
    Some(TypeInfo {
        name: &declaration.name.name,
        description: comments::description(reader.sources, file, &declaration.comments, package).into(),
        markers: reader.markers(file, &declaration.comments, Target::Type),
        fields,
        declaration,
        index,
        place,
    })
}
