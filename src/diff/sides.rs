//! The CRDs of both sides, and their pairing.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf as FilePath},
    sync::Arc,
};

use idlgen_runtime::field::{Element, PathBuf};
use idlgen_validate::crd::{CustomResourceDefinition, document::decode_problems};
use idlgen_yaml::{Limits, Node, Positions, Problem, ProblemKind, load};

use super::{Change, go::GoTypes, openapi, unreadable};
use crate::{
    diag::Diagnostic,
    model::Model,
    objects::{ObjectFile, RENDER_DEFINITIONS, SkipReason, list_items},
    source::{FileId, Span},
};

/// The locations of the values of a CRD.
#[derive(Clone, Debug)]
pub(super) enum CrdDocument {
    /// A document with the CRD.
    Definition(Arc<Positions>),
    /// An OpenAPI document, with the names of the definitions of the versions.
    OpenApi(Arc<Node>, Vec<String>),
}

/// A CRD, or a kind of an OpenAPI document, with its location.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Crd {
    /// The CRD.
    pub definition: CustomResourceDefinition,
    /// The file that contains it.
    pub file: FileId,
    pub(super) document: CrdDocument,
    /// The Go types from which the CRD was generated.
    pub(super) go: Option<Arc<GoTypes>>,
    /// `true` for a kind that API servers implement, not a CRD.
    is_native: bool,
    /// The path of the file in the directory of the side. Empty if the side is not a directory.
    path: FilePath,
}

impl Crd {
    /// Returns the location of a changed schema, given by its path, or of the property that the change concerns if it
    /// exists.
    pub(super) fn span_of(&self, change: &Change, path: &PathBuf) -> Span {
        let inside = change.field.as_deref().map(|name| property(path, name));
        let is_absent = |inside: &PathBuf| match &self.document {
            CrdDocument::Definition(positions) if self.go.is_none() => !positions.find(inside).is_present,
            _ => false,
        };
        match inside {
            Some(inside) if !is_absent(&inside) => self.span(&inside),
            _ => self.span(path),
        }
    }

    /// Returns `true` if the schema at a path declares this property. The path may already end with the property.
    pub(super) fn has_property(&self, path: &PathBuf, name: &str) -> bool {
        let path = property(path, name);
        match &self.document {
            CrdDocument::Definition(positions) => positions.find(&path).is_present,
            CrdDocument::OpenApi(root, _) => root.find(&path).is_present,
        }
    }

    /// Returns `true` if code converts objects between versions: a webhook, methods of the Go types, or an API server.
    pub(super) fn is_converted(&self) -> bool {
        let strategy = self.definition.conversion.as_ref().map(|conversion| conversion.strategy.as_str());
        strategy == Some("Webhook")
            || self.is_native
            || self.go.as_ref().is_some_and(|go| go.is_converted(&self.definition))
    }

    /// Returns the location of a value, or of the nearest enclosing value that exists.
    pub(super) fn span(&self, path: &PathBuf) -> Span {
        if let Some(span) = self.go.as_ref().and_then(|go| go.span(&self.definition, path)) {
            return span;
        }
        match &self.document {
            CrdDocument::OpenApi(root, definitions) => {
                let range = &openapi::node(root, definitions, path).span;
                Span::new(self.file, range.start, range.start)
            }
            CrdDocument::Definition(positions) => {
                let found = positions.find(path);
                let range = found.key.unwrap_or(found.span);
                Span::new(self.file, range.start, range.end)
            }
        }
    }
}

/// Returns the path of a property of a schema. The path of the schema may already end with the property.
fn property(path: &PathBuf, name: &str) -> PathBuf {
    let property = ["properties", name].map(|name| Element::Field(name.to_owned()));
    let mut inside = path.clone();
    if !path.elements.ends_with(&property) {
        inside.elements.extend(property);
    }
    inside
}

/// The CRDs of one side.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Side {
    /// The CRDs, in the order of the files.
    pub crds: Vec<Crd>,
    /// The numbers of skipped documents that are not cluster objects, by reason.
    pub skipped: BTreeMap<SkipReason, usize>,
}

impl Side {
    /// Adds the CRDs of a file, including those in lists, and the kinds of OpenAPI documents. Skips other documents,
    /// and reports unreadable ones.
    pub fn add(&mut self, file: FileId, text: &str) -> Vec<Diagnostic> {
        self.add_file(&ObjectFile::new(file, text.into(), ""), Path::new(""))
    }

    /// Adds the CRDs of a file like [`Side::add`], but skips and counts the documents that are not cluster objects,
    /// such as patches of `kustomize`, and unreadable files that do not contain CRDs. `path` is the path of the file in
    /// the directory of the side.
    pub fn add_file(&mut self, file: &ObjectFile, path: &Path) -> Vec<Diagnostic> {
        let known = self.crds.len();
        let problems = self.read(file);
        for crd in self.crds.iter_mut().skip(known) {
            path.clone_into(&mut crd.path);
        }
        problems
    }

    fn read(&mut self, object_file: &ObjectFile) -> Vec<Diagnostic> {
        let file = object_file.file();
        let mut problems = Vec::new();
        let mut is_template = false;
        for document in load(object_file.text(), &Limits::of_this_thread()) {
            let is_openapi = document.root.as_ref().is_some_and(openapi::is_document);
            // An OpenAPI document in JSON has neither apiVersion nor kind.
            let reason = object_file.definition_skip_reason(document.root.as_ref());
            if let Some(reason) = reason.filter(|reason| *reason != SkipReason::Json || !is_openapi) {
                // The documents of a template are unknown until it is rendered, so it is counted once.
                if reason != SkipReason::HelmTemplate || !std::mem::replace(&mut is_template, true) {
                    *self.skipped.entry(reason).or_default() += 1;
                }
                continue;
            }
            let is_syntax = |problem: &&Problem| problem.kind == ProblemKind::Syntax;
            if document.problems.iter().any(|problem| is_syntax(&problem)) && object_file.is_without_definitions() {
                *self.skipped.entry(SkipReason::Unreadable).or_default() += 1;
                return problems;
            }
            let found = document.problems.iter().filter(is_syntax);
            problems.extend(found.map(|problem| object_file.problem(problem, 0, RENDER_DEFINITIONS)));
            let Some(root) = document.root else { continue };
            if is_openapi {
                let node = Arc::new(root);
                let kinds = openapi::kinds(&node).into_iter();
                self.crds.extend(kinds.map(|(definition, definitions)| Crd {
                    definition,
                    file,
                    document: CrdDocument::OpenApi(Arc::clone(&node), definitions),
                    go: None,
                    is_native: false,
                    path: FilePath::new(),
                }));
                continue;
            }
            let nodes = match list_items(&root) {
                Some(items) => items.to_vec(),
                None => vec![root],
            };
            for node in nodes {
                if CustomResourceDefinition::is_kind(text_of(&node, "apiVersion"), text_of(&node, "kind")) {
                    let (json, positions) = node.into_json_with_positions();
                    let found = decode_problems(&json);
                    let definition = CustomResourceDefinition::read(json);
                    problems.extend(unreadable::problems(&positions, &definition, found, file));
                    self.crds.push(Crd {
                        definition,
                        file,
                        document: CrdDocument::Definition(Arc::new(positions)),
                        go: None,
                        is_native: false,
                        path: FilePath::new(),
                    });
                }
            }
        }
        problems
    }

    /// Adds the CRDs of a file that describe kinds of API servers, except those that the side already has.
    pub fn add_native(&mut self, file: FileId, text: &str) {
        let mut native = Side::default();
        native.add(file, text);
        for mut crd in native.crds {
            let (group, kind) = (&crd.definition.group, &crd.definition.names.kind);
            let is_this = |known: &Crd| known.definition.group == *group && known.definition.names.kind == *kind;
            if !self.crds.iter().any(is_this) {
                crd.is_native = true;
                self.crds.push(crd);
            }
        }
    }

    /// Sets the Go types from which the CRDs were generated. The locations of changes are then those of the fields.
    pub fn set_go_types(&mut self, model: Model) {
        let types = Arc::new(GoTypes::new(model));
        for crd in &mut self.crds {
            crd.go = Some(Arc::clone(&types));
        }
    }

    /// Returns the CRDs that exist on both sides, each with its new version. CRDs are matched by name, then by group
    /// and kind. Copies of a CRD are matched by their files.
    pub fn common<'s>(&'s self, new: &'s Side) -> Vec<(&'s Crd, &'s Crd)> {
        matched(self, new).pairs
    }
}

fn text_of<'n>(node: &'n Node, key: &str) -> &'n str {
    node.get(key).and_then(Node::as_str).unwrap_or_default()
}

/// The pairs of CRDs to compare, and the CRDs that exist on only one side.
pub(super) struct Matched<'s> {
    pub(super) pairs: Vec<(&'s Crd, &'s Crd)>,
    pub(super) removed: Vec<&'s Crd>,
    pub(super) added: Vec<&'s Crd>,
    /// Further copies of matched CRDs, which have no counterpart on the other side.
    pub(super) copies: Vec<&'s Crd>,
}

/// Matches CRDs by name, copies of a CRD in several files by name and file. The others are matched by group and kind,
/// or by kind if each side has only one of that kind.
pub(super) fn matched<'s>(old: &'s Side, new: &'s Side) -> Matched<'s> {
    let mut matched = Matched {
        pairs: Vec::new(),
        removed: old.crds.iter().collect(),
        added: new.crds.iter().collect(),
        copies: Vec::new(),
    };
    let name = |crd: &Crd| crd.definition.name().to_owned();
    let file = |crd: &Crd| {
        let name = crd.definition.name();
        if name.is_empty() { String::new() } else { format!("{name} {}", crd.path.display()) }
    };
    let group_kind = |crd: &Crd| format!("{}/{}", crd.definition.group, crd.definition.names.kind);
    let kind = |crd: &Crd| crd.definition.names.kind.clone();
    matched.pair(file);
    matched.pair(name);
    matched.set_copies_aside();
    matched.pair(group_kind);
    matched.pair(kind);
    matched
}

impl Matched<'_> {
    /// Pairs the CRDs that remain, in order, if they have the same key and it is not empty.
    fn pair(&mut self, key: impl Fn(&Crd) -> String) {
        for crd in std::mem::take(&mut self.removed) {
            let wanted = key(crd);
            match self.added.iter().position(|other| key(other) == wanted) {
                Some(index) if !wanted.is_empty() => self.pairs.push((crd, self.added.remove(index))),
                _ => self.removed.push(crd),
            }
        }
    }

    /// Moves the CRDs with the name of a pair to `copies`: they are neither added nor removed.
    fn set_copies_aside(&mut self) {
        let names: BTreeSet<String> = self
            .pairs
            .iter()
            .map(|(old, _)| old.definition.name().to_owned())
            .filter(|name| !name.is_empty())
            .collect();
        for crds in [&mut self.removed, &mut self.added] {
            let is_copy = |crd: &&Crd| names.contains(crd.definition.name());
            let (copies, others) = std::mem::take(crds).into_iter().partition::<Vec<_>, _>(is_copy);
            *crds = others;
            self.copies.extend(copies);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(names: &[(&str, &str)]) -> Side {
        let mut side = Side::default();
        for (name, kind) in names {
            let text = format!(
                "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: {name}}}\n\
                 spec: {{names: {{kind: {kind}}}, versions: [{{name: v1}}]}}\n---\nkind: ConfigMap\n"
            );
            assert!(side.add(FileId::from_index(0), &text).is_empty());
        }
        side
    }

    #[test]
    fn crds_are_matched_by_name_and_then_by_kind() {
        let old = side(&[("as.x", "A"), ("bs.x", "B"), ("cs.x", "C")]);
        let new = side(&[("bs.x", "B"), ("as.y", "A"), ("ds.x", "D")]);
        let matched = matched(&old, &new);
        let names = |crds: &[&Crd]| crds.iter().map(|crd| crd.definition.name().to_owned()).collect::<Vec<_>>();
        let pairs =
            matched.pairs.iter().map(|(old, new)| format!("{} {}", old.definition.name(), new.definition.name()));
        assert_eq!(pairs.collect::<Vec<_>>(), ["bs.x bs.x", "as.x as.y"]);
        assert_eq!(
            (names(&matched.removed), names(&matched.added)),
            (vec!["cs.x".to_owned()], vec!["ds.x".to_owned()])
        );
    }

    #[test]
    fn copies_are_matched_by_their_files() {
        let side = |files: &[&str]| {
            let mut all = Side::default();
            for file in files {
                let mut one = side(&[("as.x", "A")]);
                one.crds.iter_mut().for_each(|crd| crd.path = FilePath::from(file));
                all.crds.append(&mut one.crds);
            }
            all
        };
        let (old, new) = (side(&["bases/a", "charts/a"]), side(&["bundle/a", "charts/a", "crds/a"]));
        let matched = matched(&old, &new);
        let pairs: Vec<_> = matched.pairs.iter().map(|(old, new)| (old.path.display(), new.path.display())).collect();
        let pairs: Vec<String> = pairs.iter().map(|(old, new)| format!("{old} {new}")).collect();
        assert_eq!(pairs, ["charts/a charts/a", "bases/a bundle/a"]);
        let copies: Vec<String> = matched.copies.iter().map(|crd| crd.path.display().to_string()).collect();
        assert_eq!((copies, matched.added.len(), matched.removed.len()), (vec!["crds/a".to_owned()], 0, 0));
    }

    #[test]
    fn what_is_not_yaml_is_reported() {
        let mut side = Side::default();
        assert_eq!(side.add(FileId::from_index(0), "a: [").len(), 1);
        assert!(side.crds.is_empty());
    }
}
