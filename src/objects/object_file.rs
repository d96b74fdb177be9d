//! Object files. Documents are read one by one to limit memory usage.

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use idlgen_validate::crd::CustomResourceDefinition;
use idlgen_yaml::{Content, Document, Limits, Node, Problem};

use super::{
    codes::{HELM_TEMPLATE, NOT_YAML, UNRENDERED_TEMPLATE},
    document_problem::{self, RENDER_DEFINITIONS},
    kinds::Identity,
    skip_reason::{self, SkipReason},
    template_actions, variables,
};
use crate::{
    diag::{Diagnostic, Severity},
    kubevirt::DocumentText,
    source::{FileId, Span},
};

/// The group of objects that only `kustomize` reads.
const KUSTOMIZE: &str = "kustomize.config.k8s.io";

/// The prefix of labels and annotations in VM templates, and in the meta-templates of kubevirt/common-templates.
const META_TEMPLATE: &str = "template.kubevirt.io/";

/// Part of the message of an object whose rules are not evaluated because of other errors.
const RULES_NOT_CHECKED: &str = "some validation rules were not checked because the object was invalid";

/// A YAML or JSON file, or standard input, whose documents are objects.
#[derive(Clone, Debug)]
pub struct ObjectFile {
    /// The file id for positions.
    pub(super) file: FileId,
    text: Arc<str>,
    /// The actions of templates, which are searched once.
    actions: OnceLock<Actions>,
    /// The file name without its directory.
    name: String,
    /// `true` if it was found in a directory, `false` if it was specified.
    is_found: bool,
    /// The reason to skip the entire file, which follows from another file.
    role: Option<SkipReason>,
    /// The chart, if the file is in its templates.
    chart: Option<String>,
}

/// The actions of templates in a file.
#[derive(Clone, Copy, Debug)]
struct Actions {
    /// The offset of the first action of Go templates and Jinja, `{{`.
    first: Option<usize>,
    /// `true` if the file has statements, `{%`, which only Jinja and others have.
    has_statements: bool,
}

#[derive(Debug)]
pub(super) struct LoadedDocument {
    /// The parsed document.
    pub(super) document: Document,
    /// The offset in the file at which the text for positions starts.
    pub(super) offset: usize,
    /// The chart template from which it was generated, according to the comment of `helm template`.
    pub(super) template: Option<String>,
    /// `true` if it is in a file of a directory and is not YAML until its template actions are rendered.
    is_unrendered: bool,
}

/// An object. If it is a list item without a kind, its identity has the kind from the list.
#[derive(Clone, Debug)]
pub(super) struct Object<'a> {
    pub(super) node: &'a Node,
    pub(super) identity: Identity,
}

impl ObjectFile {
    /// Creates a file with its content. `name` is its name without directories.
    pub fn new(file: FileId, text: Arc<str>, name: &str) -> Self {
        let actions = OnceLock::new();
        ObjectFile { file, text, actions, name: name.to_owned(), is_found: false, role: None, chart: None }
    }

    /// Marks the file as found in a directory, so that documents that are not objects are skipped.
    pub fn set_found(&mut self) {
        self.is_found = true;
    }

    /// Returns `true` if it was found in a directory.
    pub fn is_found(&self) -> bool {
        self.is_found
    }

    /// Sets the reason to skip the file, which follows from another file.
    pub fn set_role(&mut self, role: SkipReason) {
        self.role = Some(role);
    }

    /// Sets the chart of the file, as a path. The file is a template if it contains template actions.
    pub fn set_chart(&mut self, chart: String) {
        if self.actions().first.is_some() {
            self.chart = Some(chart);
        }
    }

    /// Returns `true` if the file is a template of a chart.
    pub(crate) fn is_chart_template(&self) -> bool {
        self.chart.is_some()
    }

    /// Returns a diagnostic if the file is a template of a chart. The `command` reads the rendered output.
    pub fn template_notice(&self, command: &str) -> Option<Diagnostic> {
        let (chart, at) = (self.chart.as_deref()?, self.actions().first?);
        let message = format!("the chart {chart} has Helm templates, which are not YAML until they are rendered");
        let action = Span::new(self.file, at, at + 2);
        Some(Diagnostic::new(HELM_TEMPLATE, message).at(action).help(document_problem::render(chart, command)))
    }

    fn actions(&self) -> Actions {
        let search = || Actions { first: self.text.find("{{"), has_statements: self.text.contains("{%") };
        *self.actions.get_or_init(search)
    }

    /// Returns `true` for a file name that `kustomize` reads as a kustomization.
    pub fn is_kustomization(&self) -> bool {
        ["kustomization.yaml", "kustomization.yml", "Kustomization"].contains(&self.name.as_str())
    }

    /// Returns the reason to skip a document, given by its root, if any.
    pub fn skip_reason(&self, root: Option<&Node>) -> Option<SkipReason> {
        if self.is_kustomization() || root.is_some_and(is_kustomization) {
            return Some(SkipReason::Kustomization);
        }
        self.role.or_else(|| skip_reason::of_document(&self.name, root.filter(|_| self.is_found)?))
    }

    /// Returns the reason to skip a document, if any.
    pub(super) fn document_skip_reason(&self, loaded: &LoadedDocument) -> Option<SkipReason> {
        let reason = self.skip_reason(loaded.document.root.as_ref());
        reason.or_else(|| loaded.is_unrendered.then_some(SkipReason::Template))
    }

    /// Returns the diagnostic for a document that is skipped because it is part of a template. `at` is the position of
    /// an action in the file, `error` the error of a value with actions.
    pub(super) fn unrendered_notice(&self, at: Span, error: Option<&str>, command: &str) -> Diagnostic {
        let message = "this file contains a template, which is not an object until it is rendered";
        let rendered = document_problem::render("CHART", command);
        let (note, help) = self.template_advice(&rendered);
        Diagnostic::new(UNRENDERED_TEMPLATE, message).at(at).note(error.unwrap_or(note)).help(help)
    }

    /// Returns the position and the message of the first error if the file is in a directory and all errors are about
    /// values with template actions.
    pub(super) fn error_of_actions<'f>(&self, findings: &'f [Diagnostic]) -> Option<(Span, &'f str)> {
        // An invalid value also prevents the evaluation of rules, which is an error of the entire object.
        let is_error =
            |finding: &&Diagnostic| finding.severity == Severity::Error && !finding.message.contains(RULES_NOT_CHECKED);
        let mut errors = findings.iter().filter(is_error).peekable();
        let first = errors.peek().filter(|_| self.is_found)?;
        let first = (first.primary.as_ref()?.span, first.message.as_str());
        let has_action = |error: &Diagnostic| {
            let span = error.primary.as_ref().map(|label| label.span.start as usize..label.span.end as usize);
            span.and_then(|span| self.text.get(span)).is_some_and(template_actions::is_in)
        };
        errors.all(has_action).then_some(first)
    }

    /// Returns the position of the template action at the first problem of a document.
    pub(super) fn action_in(&self, loaded: &LoadedDocument) -> Span {
        let text = self.text.get(loaded.offset..).unwrap_or_default();
        let problem = loaded.document.problems.iter().map(|problem| problem.span.start).min().unwrap_or_default();
        let before = text.get(..problem + 2).unwrap_or_default();
        let last = ["{{", "{%"].iter().filter_map(|open| before.rfind(open)).max();
        let first = || ["{{", "{%"].iter().filter_map(|open| text.find(open)).min();
        let at = last.or_else(first).unwrap_or_default() + loaded.offset;
        Span::new(self.file, at, at + 2)
    }

    /// Returns what is special about a template, and how to pass it. `rendered` is the way to pass a chart.
    fn template_advice<'a>(&self, rendered: &'a str) -> (&'static str, &'a str) {
        let is_of_helm = [".Values", ".Release", ".Chart", "include \""].iter().any(|word| self.mentions(word));
        match self.actions() {
            Actions { first: Some(_), .. } if self.mentions(META_TEMPLATE) => (
                "the file is a meta-template, as in kubevirt/common-templates, from which Ansible renders YAML",
                "run `ansible-playbook generate-templates.yaml`, and pass `dist/templates`",
            ),
            Actions { has_statements: true, .. } => (
                "`{%` starts an action of a template engine, which is not YAML",
                "render the file, for example with Jinja, and pass the result",
            ),
            _ if is_of_helm => ("`{{` starts a template action, which is not YAML", rendered),
            _ => ("`{{` starts a template action, which is not YAML", template_actions::RENDER),
        }
    }

    /// Returns the file id for positions.
    pub fn file(&self) -> FileId {
        self.file
    }

    /// Returns the content.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text to which the positions of a document refer.
    pub(super) fn document_text(&self, loaded: &LoadedDocument) -> DocumentText<'_> {
        let text = self.text.get(loaded.offset..).unwrap_or_default();
        DocumentText { file: self.file, offset: loaded.offset, text }
    }

    /// Calls `read` for each document that is not skipped, with the text to which its positions refer. Returns the
    /// problems in the file, or that it is a template of a chart. The `command` reads the rendered output of a
    /// template.
    pub fn read_documents(&self, command: &str, mut read: impl FnMut(DocumentText<'_>, &Node)) -> Vec<Diagnostic> {
        let mut problems: Vec<Diagnostic> = self.template_notice(command).into_iter().collect();
        if !problems.is_empty() {
            return problems;
        }
        let mut notice = None;
        for loaded in self.documents() {
            match self.document_skip_reason(&loaded) {
                Some(SkipReason::Template) if notice.is_none() => {
                    notice = Some(self.unrendered_notice(self.action_in(&loaded), None, command));
                    problems.extend(notice.clone());
                    continue;
                }
                Some(_) => continue,
                None => problems.extend(self.problems(&loaded, command)),
            }
            if let Some(root) = &loaded.document.root {
                read(self.document_text(&loaded), root);
            }
        }
        problems
    }

    /// Returns the problems of a document. The `command` reads the rendered output of a template.
    pub(super) fn problems(&self, loaded: &LoadedDocument, command: &str) -> Vec<Diagnostic> {
        let rendered = document_problem::render("CHART", command);
        let problems = loaded.document.problems.iter();
        problems.map(|problem| self.problem(problem, loaded.offset, &rendered)).collect()
    }

    /// Returns a problem of the document at an offset. `rendered` is the way to read the file if it is a template.
    pub(crate) fn problem(&self, problem: &Problem, offset: usize, rendered: &str) -> Diagnostic {
        let finding = document_problem::diagnostic(problem, self.file, offset);
        if finding.code != NOT_YAML {
            return finding;
        }
        let Actions { first, has_statements } = self.actions();
        if first.is_some() || has_statements {
            let (note, help) = self.template_advice(rendered);
            finding.note(note).help(help)
        } else if self.has_variable(problem, offset) {
            finding.note("`${` starts a variable of a template, which is not YAML here").help(variables::REPLACE)
        } else {
            finding
        }
    }

    /// Returns `true` if the line of a problem contains a variable such as `${NAME}`.
    fn has_variable(&self, problem: &Problem, offset: usize) -> bool {
        let (before, after) = self.text.split_at_checked(problem.span.start + offset).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = [before.get(start..).unwrap_or_default(), after.lines().next().unwrap_or_default()].concat();
        line.contains("${")
    }

    /// Returns `true` if the file contains this word.
    pub fn mentions(&self, word: &str) -> bool {
        self.text.contains(word)
    }

    /// Iterates over the documents, parsing each on demand.
    pub(super) fn documents(&self) -> impl Iterator<Item = LoadedDocument> + '_ {
        pieces(&self.text).into_iter().flat_map(move |piece| {
            let offset = piece.start;
            let text = self.text.get(piece).unwrap_or_default();
            let template = template(text);
            let load = if offset == 0 { idlgen_yaml::load } else { idlgen_yaml::load_following };
            let documents = load(text, &Limits::of_this_thread());
            let is_template = self.is_found
                && documents.iter().any(document_problem::has_syntax_error)
                && template_actions::are_reason(text);
            documents.into_iter().map(move |document| {
                let is_unrendered = is_template && document_problem::has_syntax_error(&document);
                LoadedDocument { document, offset, template: template.clone(), is_unrendered }
            })
        })
    }

    /// Returns the reason to skip a document that may contain CRDs. Charts and configurations of `kustomize`, such as
    /// data for a generator, can contain complete CRDs. A part of a CRD in a directory is a patch, even if no
    /// kustomization references it.
    pub fn definition_skip_reason(&self, root: Option<&Node>) -> Option<SkipReason> {
        let definition = root.filter(|root| is_definition(root));
        // Documents that are not CRDs have no effect where CRDs are read, so they are not counted.
        let reason = self.skip_reason(root).filter(|reason| *reason != SkipReason::Yaml);
        let reason = reason.or_else(|| self.chart.is_some().then_some(SkipReason::HelmTemplate));
        let can_define = [Some(SkipReason::KustomizeConfiguration), Some(SkipReason::HelmTemplate)].contains(&reason);
        let reason = reason.filter(|_| !(can_define && definition.is_some()));
        let is_patch = self.is_found && definition.is_some_and(is_part_of_definition);
        reason.or_else(|| is_patch.then_some(SkipReason::KustomizePatch))
    }

    /// Returns `true` for a file of a directory that does not contain CRDs or OpenAPI documents, even if it is
    /// unreadable as YAML.
    pub(crate) fn is_without_definitions(&self) -> bool {
        self.is_found && ![CustomResourceDefinition::KIND, "openapi", "swagger"].iter().any(|word| self.mentions(word))
    }

    /// Returns the objects that may be CRDs, as JSON with their locations. Calls `unreadable` with the problems of
    /// unreadable documents.
    pub fn definitions(
        &self,
        mut unreadable: impl FnMut(Diagnostic),
    ) -> impl Iterator<Item = (serde_json::Value, Span)> {
        self.documents().flat_map(move |LoadedDocument { document, offset, .. }| {
            if self.definition_skip_reason(document.root.as_ref()).is_some() {
                return Vec::new();
            }
            let Some(root) = document.root else {
                for problem in &document.problems {
                    unreadable(self.problem(problem, offset, RENDER_DEFINITIONS));
                }
                return Vec::new();
            };
            let items = match list_items(&root) {
                Some(items) => items.to_vec(),
                None => vec![root],
            };
            let located = |node: Node| {
                let span = Span::new(self.file, node.span.start + offset, node.span.end + offset);
                (node.into_json(), span)
            };
            items.into_iter().map(located).collect()
        })
    }
}

/// Returns the items if an object is a list of objects.
pub(crate) fn list_items(object: &Node) -> Option<&[Node]> {
    let kind = object.get("kind").and_then(Node::as_str)?;
    object.get("items").and_then(Node::as_list).filter(|_| kind.ends_with("List"))
}

/// Returns the objects in a document, including list items. `knows` returns `true` if an apiVersion has a kind. A null
/// document has no objects: kubectl skips it.
pub(super) fn objects<'a>(root: &'a Node, knows: &dyn Fn(&str, &str) -> bool) -> Vec<Object<'a>> {
    let mut objects = Vec::new();
    if root.content == Content::Null {
        return objects;
    }
    take_apart(root, Identity::of(root), knows, 0, &mut objects);
    objects
}

/// Maximum nesting depth of lists in lists.
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
        // This is a list as returned by a server: all items are of a single kind, which they may omit.
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

/// Returns `true` for a CRD without the group and the kind that servers require.
fn is_definition(root: &Node) -> bool {
    let text = |name: &str| root.get(name).and_then(Node::as_str).unwrap_or_default();
    CustomResourceDefinition::is_kind(text("apiVersion"), text("kind"))
}

fn is_part_of_definition(root: &Node) -> bool {
    let spec = |path: &[&str]| path.iter().try_fold(root, |node, key| node.get(key)).is_some();
    !spec(&["spec", "group"]) && !spec(&["spec", "names", "kind"])
}

fn is_kustomization(root: &Node) -> bool {
    let api_version = root.get("apiVersion").and_then(Node::as_str).unwrap_or_default();
    api_version.split_once('/').is_some_and(|(group, _)| group == KUSTOMIZE)
}

/// Returns the ranges between possible document boundaries. In YAML, each line that begins with `---` starts a
/// document, in any context. JSON is not split.
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
            // Most lines are inside a document, so check that first.
            has_content =
                has_content || begins || !(line.trim().is_empty() || line.starts_with(['#', '%', '\u{feff}']));
            at += line.len();
        }
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Returns the template that `helm template` names before a document: `# Source: chart/templates/service.yaml`.
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
    fn variables_of_templates_are_the_reason_of_errors() {
        let notes = |text: &str| {
            let file = ObjectFile::new(FileId::from_index(0), text.into(), "a.yaml");
            let loaded: Vec<_> = file.documents().collect();
            let problems = loaded.iter().flat_map(|loaded| file.problems(loaded, ""));
            problems.flat_map(|problem| [problem.notes, problem.help].concat()).collect::<Vec<_>>()
        };
        let expected = [
            "`${` starts a variable of a template, which is not YAML here",
            "replace the variables, for example with `envsubst`, and pass the result",
        ];
        assert_eq!(notes("a: 1\nids: [${SUBNET_IDS}]\n"), expected);
        assert_eq!(notes("a: 1\n---\nids: [${SUBNET_IDS}]"), expected);
        assert_eq!(notes("a: ${NAME}\nids: [1\n"), [""; 0]);
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
