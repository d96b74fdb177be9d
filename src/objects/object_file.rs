//! The objects of a file, document by document, so that no more than one of them is in memory.

use std::{ops::Range, sync::Arc};

use idlgen_yaml::{Document, Limits, Node};

use super::{
    findings,
    kinds::Identity,
    left_out::{self, LeftOut},
};
use crate::{diag::Diagnostic, kubevirt::DocumentText, source::FileId};

/// The group of what `kustomize` reads itself.
const KUSTOMIZE: &str = "kustomize.config.k8s.io";

/// A file of objects.
#[derive(Clone, Debug)]
pub struct ObjectFile {
    /// The file, for positions.
    pub(super) file: FileId,
    text: Arc<str>,
    /// Its name, without directories.
    name: String,
    /// Whether it was found in a directory, so that nobody said that it holds objects.
    is_found: bool,
    /// Why all of it is left out, as other files say.
    role: Option<LeftOut>,
    /// The chart that it is a template of.
    chart: Option<String>,
}

/// A document of a file.
#[derive(Debug)]
pub(super) struct LoadedDocument {
    /// What was read.
    pub(super) document: Document,
    /// Where the text begins that the document's places are counted from.
    pub(super) offset: usize,
    /// The template that it was made of, as `helm template` says in a comment before it.
    pub(super) template: Option<String>,
    /// Whether it tells `kustomize` what to do, so that it is no object of a cluster.
    is_kustomization: bool,
}

/// An object, and what is known of its kind by where it stands.
#[derive(Clone, Debug)]
pub(super) struct Object<'a> {
    pub(super) node: &'a Node,
    pub(super) identity: Identity,
}

impl ObjectFile {
    /// A file with its text. `name` is its name, without folders.
    pub fn new(file: FileId, text: Arc<str>, name: &str) -> Self {
        ObjectFile { file, text, name: name.to_owned(), is_found: false, role: None, chart: None }
    }

    /// Says that the file was found in a directory: documents that are no objects are left out.
    pub fn set_found(&mut self) {
        self.is_found = true;
    }

    /// Whether it was found in a directory.
    pub fn is_found(&self) -> bool {
        self.is_found
    }

    /// Says what the file is, as another file has it.
    pub fn set_role(&mut self, role: LeftOut) {
        self.role = Some(role);
    }

    /// Says which chart (a path) the file would be a template of; it is one if there are actions in it.
    pub fn set_chart(&mut self, chart: String) {
        if self.has_actions() {
            self.chart = Some(chart);
        }
    }

    /// The chart whose template the file is.
    pub(super) fn chart(&self) -> Option<&str> {
        self.chart.as_deref()
    }

    /// Where the first action of a Go template begins.
    pub(super) fn first_action(&self) -> usize {
        self.text.find("{{").unwrap_or_default()
    }

    /// Whether actions of Go templates are in the text.
    pub(super) fn has_actions(&self) -> bool {
        self.text.contains("{{")
    }

    /// Whether its name is that of a file that `kustomize` reads itself.
    pub fn is_kustomization(&self) -> bool {
        ["kustomization.yaml", "kustomization.yml", "Kustomization"].contains(&self.name.as_str())
    }

    /// Why a document is left out, if it is.
    pub(super) fn left_out(&self, document: &LoadedDocument) -> Option<LeftOut> {
        if document.is_kustomization {
            return Some(LeftOut::Kustomization);
        }
        self.role.or_else(|| if self.is_found { left_out::of_document(&self.name, document) } else { None })
    }

    /// The file, for positions.
    pub fn file(&self) -> FileId {
        self.file
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text that the positions of a document count from.
    pub(super) fn document_text(&self, loaded: &LoadedDocument) -> DocumentText<'_> {
        let text = self.text.get(loaded.offset..).unwrap_or_default();
        DocumentText { file: self.file, offset: loaded.offset, text }
    }

    /// The documents one after the other, each with the text that its positions count from; what is wrong with its text
    /// goes to `problems`.
    pub fn read_documents(&self, mut read: impl FnMut(DocumentText<'_>, &Node), problems: &mut Vec<Diagnostic>) {
        for loaded in self.documents() {
            let said = loaded.document.problems.iter();
            problems.extend(said.map(|problem| findings::of_problem(problem, self.file, loaded.offset)));
            if let Some(root) = &loaded.document.root {
                read(self.document_text(&loaded), root);
            }
        }
    }

    /// Whether a word stands anywhere in the text.
    pub fn mentions(&self, word: &str) -> bool {
        self.text.contains(word)
    }

    /// The documents, each read when its turn comes.
    pub(super) fn documents(&self) -> impl Iterator<Item = LoadedDocument> + '_ {
        pieces(&self.text).into_iter().flat_map(move |piece| {
            let offset = piece.start;
            let text = self.text.get(piece).unwrap_or_default();
            let template = template(text);
            let load = if offset == 0 { idlgen_yaml::load } else { idlgen_yaml::load_following };
            load(text, &Limits::of_this_thread()).into_iter().map(move |document| LoadedDocument {
                is_kustomization: self.is_kustomization() || document.root.as_ref().is_some_and(is_kustomization),
                document,
                offset,
                template: template.clone(),
            })
        })
    }

    /// The documents as JSON, each with where it stands: its bytes in the file. `unreadable` hears what makes others
    /// unreadable, and where: its byte in the file.
    pub fn values(
        &self,
        mut unreadable: impl FnMut(String, usize),
    ) -> impl Iterator<Item = (serde_json::Value, Range<usize>)> {
        self.documents().filter_map(move |LoadedDocument { document, offset, .. }| {
            let Some(root) = document.root else {
                document.problems.into_iter().for_each(|problem| {
                    unreadable(problem.message, problem.span.start + offset);
                });
                return None;
            };
            let span = root.span.start + offset..root.span.end + offset;
            Some((root.into_json(), span))
        })
    }
}

/// The objects of a document: those inside of a list one by one. `knows` is whether an apiVersion has a kind.
pub(super) fn objects<'a>(root: &'a Node, knows: &dyn Fn(&str, &str) -> bool) -> Vec<Object<'a>> {
    let mut objects = Vec::new();
    take_apart(root, Identity::of(root), knows, 0, &mut objects);
    objects
}

/// Lists may lie in lists, this deep.
const MAX_LISTS: usize = 8;

fn take_apart<'a>(
    node: &'a Node,
    identity: Identity,
    knows: &dyn Fn(&str, &str) -> bool,
    depth: usize,
    objects: &mut Vec<Object<'a>>,
) {
    let items = node.get("items").and_then(Node::as_list).filter(|_| depth < MAX_LISTS);
    let element = identity.kind.strip_suffix("List");
    match (items, element) {
        (Some(items), Some("")) if identity.api_version == "v1" => {
            for item in items {
                take_apart(item, Identity::of(item), knows, depth + 1, objects);
            }
        }
        // What a server answers: a list of one kind, whose items need not say it again.
        (Some(items), Some(kind)) if knows(&identity.api_version, kind) => {
            for item in items {
                let mut own = Identity::of(item);
                if own.api_version.is_empty() && own.kind.is_empty() {
                    own.api_version.clone_from(&identity.api_version);
                    kind.clone_into(&mut own.kind);
                }
                take_apart(item, own, knows, depth + 1, objects);
            }
        }
        _ => objects.push(Object { node, identity }),
    }
}

fn is_kustomization(root: &Node) -> bool {
    let api_version = root.get("apiVersion").and_then(Node::as_str).unwrap_or_default();
    api_version.split_once('/').is_some_and(|(group, _)| group == KUSTOMIZE)
}

/// Where a text can be cut without cutting a document: before each line that begins a document. A line that begins with
/// `---` does so wherever it stands in YAML. JSON is not cut.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
    let mut starts = vec![0];
    if !is_json {
        let mut at = 0;
        let mut has_content = false;
        for line in text.split_inclusive('\n') {
            let begins = line
                .strip_prefix("---")
                .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']));
            // Comments and directives before a document belong to it.
            if begins && has_content {
                starts.push(at);
            }
            // Files have many lines, and most of them lie within a document.
            has_content =
                has_content || begins || !(line.trim().is_empty() || line.starts_with(['#', '%', '\u{feff}']));
            at += line.len();
        }
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// The template that `helm template` names before a document: `# Source: chart/templates/service.yaml`.
fn template(text: &str) -> Option<String> {
    let comments = text.lines().take_while(|line| line.is_empty() || line.starts_with('#') || line.starts_with("---"));
    comments.filter_map(|line| line.strip_prefix("# Source: ")).last().map(|name| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents(text: &str) -> Vec<(String, Option<String>)> {
        let file = ObjectFile::new(FileId::from_index(0), text.into(), "a.yaml");
        let shown = |loaded: LoadedDocument| {
            let LoadedDocument { document, offset, template, .. } = loaded;
            let root = document.root.as_ref();
            let place =
                root.and_then(|root| root.get("a")).map(|node| node.span.start + offset..node.span.end + offset);
            let value = root.map_or("nothing".to_owned(), |root| root.to_json().to_string());
            (format!("{value} {}", place.map_or("-", |place| &text[place])), template)
        };
        file.documents().map(shown).collect()
    }

    #[test]
    fn documents_keep_their_places() {
        let said = |text: &str| documents(text).into_iter().map(|(document, _)| document).collect::<Vec<_>>();
        assert_eq!(said("a: 1\n---\na: x\n--- # end\n- a\n"), ["{\"a\":1} 1", "{\"a\":\"x\"} x", "[\"a\"] -"]);
        assert_eq!(said("# first\n---\na: 1\n...\n---\r\na: 22\r\n"), ["{\"a\":1} 1", "{\"a\":22} 22"]);
        assert_eq!(said("a: |\n  ---\n  ----x\n---x: 1\n"), ["{\"a\":\"---\\n----x\\n\"} ---\n  ----x", "nothing -"]);
        assert_eq!(said("{\"a\": 1.0}\n{\"a\": 2}"), ["{\"a\":1.0} 1.0", "{\"a\":2} 2"]);
        assert_eq!(said("{\"a\": 1.0}\n---\n{\"a\": 2}"), ["{\"a\":1.0} 1.0", "{\"a\":2} 2"]);
        assert_eq!(said("a: [1\n---\na: 2\n"), ["nothing -", "{\"a\":2} 2"]);
        assert_eq!(said("%YAML 1.1\n---\na: 1\n"), ["{\"a\":1} 1"]);
        assert_eq!(said(""), Vec::<String>::new());
    }

    #[test]
    fn helm_names_templates() {
        let text =
            "---\n# Source: c/templates/a.yaml\n# more\na: 1\n# Source: no\n---\n# Source: c/b.yaml\na: 2\n---\na: 3\n";
        let templates: Vec<_> = documents(text).into_iter().map(|(_, template)| template).collect();
        assert_eq!(templates, [Some("c/templates/a.yaml".to_owned()), Some("c/b.yaml".to_owned()), None]);
    }

    #[test]
    fn lists_are_taken_apart() {
        let text = "{apiVersion: v1, kind: List, items: [{apiVersion: g/v1, kind: AList, items: [{b: 1}, {kind: C, \
                    apiVersion: g/v2}]}, {apiVersion: g/v1, kind: AllowList, items: []}]}";
        let document = idlgen_yaml::load(text, &Limits::default()).remove(0);
        let found = objects(document.root.as_ref().unwrap(), &|api_version, kind| (api_version, kind) == ("g/v1", "A"));
        let kinds = found.iter().map(|object| format!("{}/{}", object.identity.api_version, object.identity.kind));
        assert_eq!(kinds.collect::<Vec<_>>(), ["g/v1/A", "g/v2/C", "g/v1/AllowList"]);
    }
}
