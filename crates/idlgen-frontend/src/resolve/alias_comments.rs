//! Comments of aliases as in `k8s.io/gengo`, in which an alias is identical to its target, so that both have the same
//! comment.

use std::collections::{BTreeMap, BTreeSet};

use super::names::Names;
use crate::{
    model::{Doc, Model, Type, TypeId, TypeKind},
    tags::Tag,
    tool::AliasComments,
};

/// Adds the comments of aliases to types of requested packages.
pub(super) fn apply(names: &Names<'_>, model: &mut Model, rule: AliasComments) {
    if rule == AliasComments::Own || !model.types.iter().any(|one| matches!(one.kind, TypeKind::Alias(_))) {
        return;
    }
    // The declarations of each type, including its own, in the order in which gengo reads them.
    let mut declarations: BTreeMap<TypeId, Vec<TypeId>> = BTreeMap::new();
    for package in reading_order(names) {
        let mut declared: Vec<TypeId> =
            model.packages.get(package).map_or_else(Vec::new, |package| package.types.clone());
        declared.sort_by(|left, right| model.type_definition(*left).name.cmp(&model.type_definition(*right).name));
        for id in declared {
            if let Some(target) = named_type(model, id) {
                declarations.entry(target).or_default().push(id);
            }
        }
    }
    let mut chosen: Vec<(TypeId, Doc, Vec<Tag>)> = Vec::new();
    for (target, declarations) in declarations {
        let own = model.type_definition(target);
        if !model.package(own.package).requested || declarations == [target] {
            continue;
        }
        let mut comments = declarations.iter().map(|id| model.type_definition(*id));
        let source = match rule {
            AliasComments::Last => comments.next_back(),
            AliasComments::Missing if !has_text(&own.doc) => comments.find(|definition| has_text(&definition.doc)),
            AliasComments::Own | AliasComments::Missing => None,
        };
        if let Some(source) = source.filter(|source| source.id != target) {
            chosen.push((target, source.doc.clone(), source.tags.clone()));
        }
    }
    for (target, doc, tags) in chosen {
        if let Some(definition) = model.types.get_mut(target.0 as usize) {
            definition.doc = doc;
            definition.tags = tags;
        }
    }
}

fn has_text(doc: &Doc) -> bool {
    !doc.is_empty()
}

/// Returns the declared type that a declaration refers to: the type itself, or the target of the alias.
fn named_type(model: &Model, id: TypeId) -> Option<TypeId> {
    let mut current = id;
    // Recursive aliases have been broken up, so this terminates; the limit is a precaution.
    for _ in 0..100 {
        match &model.type_definition(current).kind {
            TypeKind::Alias(Type::Named(target)) => current = *target,
            TypeKind::Alias(_) => return None,
            _ => return Some(current),
        }
    }
    None
}

/// Returns the requested packages in the order in which gengo reads them.
fn reading_order(names: &Names<'_>) -> Vec<usize> {
    let requested = |package: &usize| names.packages.get(*package).is_some_and(|package| package.requested);
    let path = |package: &usize| names.packages.get(*package).map(|package| package.import_path.as_str());
    let mut roots: Vec<usize> = (0..names.packages.len()).filter(requested).collect();
    roots.sort_by(|left, right| path(left).cmp(&path(right)));
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for root in roots {
        let mut open = vec![root];
        while let Some(package) = open.pop() {
            if !seen.insert(package) {
                continue;
            }
            order.push(package);
            let files = names.packages.get(package).into_iter().flat_map(|package| &package.files);
            let imports = files.flat_map(|file| &file.declarations.imports);
            let mut imported: Vec<usize> =
                imports.filter_map(|import| names.package_of_path(&import.path)).filter(requested).collect();
            // Packages are taken from the end, so sort in reverse order.
            imported.sort_by(|left, right| path(right).cmp(&path(left)));
            open.append(&mut imported);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::AliasComments;
    use crate::resolve::{ResolveOptions, testing::read_with};

    fn docs(rule: AliasComments) -> Vec<(String, String)> {
        let options = ResolveOptions { alias_comments: rule, ..ResolveOptions::default() };
        let files = [
            (
                "example.com/v1/types.go",
                "package v1\n// M words.\ntype M string\n\n// Z words.\n// +enum\ntype Z string\n\n\
                 type None struct{}\n\n// Before words.\ntype A = M\n",
            ),
            (
                "example.com/v1beta1/types.go",
                "package v1beta1\nimport \"example.com/v1\"\ntype Bare = v1.Z\n\n// New words.\n\
                 type Filled = v1.None\n// List words.\ntype List = []string\n",
            ),
        ];
        let read = read_with(&files, &[], &options);
        let text = |name: &str| {
            let definition = read.model.find_type("example.com/v1", name).expect("the type");
            definition.doc.lines().map(|line| line.text).collect::<Vec<_>>().join("/")
        };
        ["M", "Z", "None"].iter().map(|name| ((*name).to_owned(), text(name))).collect()
    }

    #[test]
    fn whose_comment_counts() {
        let own = |rule, m: &str, z: &str, none: &str| {
            let expected = [("M", m), ("Z", z), ("None", none)];
            assert_eq!(docs(rule), expected.map(|(name, text)| (name.to_owned(), text.to_owned())), "{rule:?}");
        };
        own(AliasComments::Own, "M words.", "Z words./+enum", "");
        own(AliasComments::Last, "M words.", "", "New words.");
        own(AliasComments::Missing, "M words.", "Z words./+enum", "New words.");
    }
}
