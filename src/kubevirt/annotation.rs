//! The rules annotation as written: rules, their keys and values, each with its location in the file.

use std::{cell::OnceCell, ops::Range};

use idlgen_validate::kubevirt::RulesLocation;
use idlgen_yaml::{Entry, Limits, Node, SourcePositions, load};

use super::{document::DocumentText, rule_codes::UNREADABLE_RULES};
use crate::{diag::Diagnostic, source::Span};

/// Maximum total size in bytes of all annotations of an object (`TotalAnnotationSizeLimitB`).
const MAX_BYTES: usize = 256 << 10;

/// Returns a diagnostic if the annotation exceeds the size limit of API servers. Its rules are not read then.
pub(super) fn too_large(text: &str, at: Span) -> Option<Diagnostic> {
    let limit = format!("API servers accept at most {MAX_BYTES} bytes of annotations, so no rule was read");
    (text.len() > MAX_BYTES)
        .then(|| Diagnostic::new(UNREADABLE_RULES, format!("the rules have {} bytes", text.len())).at(at).note(limit))
}

/// The text before an annotation value that makes it part of an object: the JSON reader only returns the positions of
/// nested values.
const BEFORE: &str = "{\"\":";

/// An annotation value and its location.
#[derive(Clone, Debug)]
pub(super) struct Annotation<'a> {
    document: DocumentText<'a>,
    node: &'a Node,
    /// The decoded value.
    pub(super) text: &'a str,
    places: OnceCell<Option<SourcePositions>>,
}

impl<'a> Annotation<'a> {
    /// Reads an annotation from a string node.
    pub(super) fn new(document: DocumentText<'a>, node: &'a Node) -> Option<Self> {
        Some(Annotation { document, node, text: node.as_str()?, places: OnceCell::new() })
    }

    fn places(&self) -> Option<&SourcePositions> {
        self.places.get_or_init(|| self.node.source_positions(self.document.text)).as_ref()
    }

    /// Returns the source location of a byte range of the value, or the start of the value if the bytes have none.
    pub(super) fn span(&self, bytes: Range<usize>) -> Span {
        match self.places() {
            Some(places) => self.document.span(&places.range(bytes)),
            None => self.beginning(),
        }
    }

    /// Returns the location where the value starts.
    pub(super) fn beginning(&self) -> Span {
        let start = self.node.span.start;
        let line = self.document.text.get(self.node.span.clone()).and_then(|text| text.lines().next());
        self.document.span(&(start..start + line.map_or(0, |line| line.trim_end().len())))
    }

    /// Returns `true` if positions in the value map to the source, so that fixes can edit it.
    pub(super) fn is_editable(&self) -> bool {
        self.places().is_some()
    }

    /// Escapes a replacement for the quotes around the annotation.
    pub(super) fn written(&self, text: &str) -> String {
        let source = self.document.text.get(self.node.span.clone()).unwrap_or_default();
        match source.chars().next() {
            Some('"') => {
                let quoted = serde_json::Value::from(text).to_string();
                quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
            }
            Some('\'') => text.replace('\'', "''"),
            _ => text.to_owned(),
        }
    }

    /// Parses the rules. Returns `None` if the value is not JSON or not an array. Ranges are byte ranges of the value.
    pub(super) fn rules(&self) -> Option<LocatedRules> {
        Self::rules_of(self.text)
    }

    /// Parses the rules from `text`, which may be a repaired copy of the value with all bytes at their original
    /// positions.
    pub(super) fn rules_of(text: &str) -> Option<LocatedRules> {
        let text = format!("{BEFORE}{text}}}");
        let root = load(&text, &Limits::default()).into_iter().next()?.root?;
        let rules = root.get("")?.as_list()?.iter().map(LocatedRule::new).collect();
        Some(LocatedRules(rules))
    }
}

#[derive(Clone, Debug)]
pub(super) struct LocatedRules(pub(super) Vec<LocatedRule>);

/// A rule with the byte ranges of its parts in the annotation value.
#[derive(Clone, Debug)]
pub(super) struct LocatedRule {
    /// The range of the entire rule.
    pub(super) bytes: Range<usize>,
    /// The keys of the rule. Empty if the rule is not an object.
    pub(super) keys: Vec<LocatedKey>,
}

/// A key of a rule with its value.
#[derive(Clone, Debug)]
pub(super) struct LocatedKey {
    pub(super) name: String,
    pub(super) name_bytes: Range<usize>,
    pub(super) value: serde_json::Value,
    pub(super) bytes: Range<usize>,
    /// The ranges of the list items.
    pub(super) items: Vec<Range<usize>>,
}

impl LocatedRule {
    fn new(node: &Node) -> Self {
        let entries = match &node.content {
            idlgen_yaml::Content::Map(entries) => entries.iter().map(LocatedKey::new).collect(),
            _ => Vec::new(),
        };
        LocatedRule { bytes: bytes(&node.span), keys: entries }
    }

    /// Returns the key with this name, ignoring case. A key with the value null is treated as absent.
    pub(super) fn key(&self, name: &str) -> Option<&LocatedKey> {
        let exact = self.keys.iter().rev().find(|key| key.name == name);
        let found = exact.or_else(|| self.keys.iter().rev().find(|key| key.name.eq_ignore_ascii_case(name)));
        found.filter(|key| !key.value.is_null())
    }

    /// Returns a string value unless it is empty.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.key(name)?.value.as_str().filter(|text| !text.is_empty())
    }

    /// Returns a short range that represents the rule: its name, or its first byte if it has no name.
    pub(super) fn head(&self) -> Range<usize> {
        match self.key("name") {
            Some(name) => name.bytes.clone(),
            None => self.bytes.start..self.bytes.start + 1,
        }
    }
}

impl LocatedKey {
    fn new(entry: &Entry) -> Self {
        let items = entry.value.as_list().unwrap_or_default().iter().map(|item| bytes(&item.span));
        LocatedKey {
            name: entry.key.clone(),
            name_bytes: bytes(&entry.key_span),
            value: entry.value.to_json(),
            bytes: bytes(&entry.value.span),
            items: items.collect(),
        }
    }
}

fn bytes(span: &Range<usize>) -> Range<usize> {
    span.start.saturating_sub(BEFORE.len())..span.end.saturating_sub(BEFORE.len())
}

/// Returns the byte range of the annotation value to which an error refers.
pub(super) fn bytes_of(place: RulesLocation, annotation: &Annotation<'_>) -> Range<usize> {
    let whole = 0..annotation.text.len().min(1);
    match place {
        RulesLocation::Whole => whole,
        RulesLocation::Byte(at) => {
            let width = annotation.text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            at..at + width
        }
        RulesLocation::Rule(index) => {
            let rules = annotation.rules();
            rules
                .and_then(|rules| rules.0.get(index).map(|rule| rule.bytes.start..rule.bytes.start + 1))
                .unwrap_or(whole)
        }
        RulesLocation::Key(index, key) => {
            let rules = annotation.rules();
            let found = rules.as_ref().and_then(|rules| rules.0.get(index)?.key(key));
            found.map_or(whole, |key| key.bytes.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kubevirt::lint,
        source::{FileId, SourceMap},
    };

    #[test]
    fn rules_are_found_where_they_are_written() {
        let text = "---\na: >-\n  [{\"name\": \"é\",\n    \"PATH\": \"p\"}, null]\nb: '[{\"x\": \"it''s\"}]'\n";
        let document = load(text, &Limits::default()).remove(0);
        let root = document.root.unwrap();
        let file = FileId::from_index(0);
        let mut sources = SourceMap::default();
        sources.add("a.yaml", text);
        let place = DocumentText { file, offset: 0, text };
        let shown = |span: Span| &text[span.start as usize..span.end as usize];
        let a = Annotation::new(place, root.get("a").unwrap()).unwrap();
        let rules = a.rules().unwrap();
        let path = rules.0[0].key("path").unwrap();
        assert_eq!((shown(a.span(path.name_bytes.clone())), shown(a.span(path.bytes.clone()))), ("\"PATH\"", "\"p\""));
        assert_eq!(shown(a.span(rules.0[0].head())), "\"é\"");
        assert!(rules.0[1].keys.is_empty());
        let b = Annotation::new(place, root.get("b").unwrap()).unwrap();
        let rule = &b.rules().unwrap().0[0];
        assert_eq!(shown(b.span(rule.key("x").unwrap().bytes.clone())), "\"it''s\"");
        assert_eq!(b.written("it's"), "it''s");
    }

    /// Findings are at the same characters, whatever precedes them in the annotation and however it is quoted.
    #[test]
    fn findings_after_characters_of_several_bytes() {
        let rules = |text: &str| {
            format!(
                r#"[{{"name": "{text}", "rule": "integer", "mni": 2, "path": "jsonpath::.spec.domain.cpu.corü"}},
                    {{"name": "{text}", "rule": "regex", "regex": "{text}(?=a)", "message": "{text}"}}, {{"rule": nul}}]"#
            )
        };
        let written = |annotation: &str, text: &str| {
            let document = format!(
                "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata:\n  annotations:\n    \
                 vm.kubevirt.io/validations: {annotation}\n"
            );
            let mut sources = SourceMap::default();
            let file = sources.add("vm.yaml", document.as_str());
            let root = load(&document, &Limits::default()).remove(0).root.unwrap();
            let findings = lint(DocumentText { file, offset: 0, text: &document }, &root).findings;
            let shown = findings.iter().map(|finding| {
                let span = finding.primary.as_ref().unwrap().span;
                let (source, before) = (sources.slice(span), &document[..span.start as usize]);
                let column =
                    before.chars().count() - before.rfind('\n').map_or(0, |at| before[..=at].chars().count()) + 1;
                assert_eq!(sources.line_column(file, span.start).column as usize, column);
                (source.replace(text, "x").replace('\\', ""), finding.message.replace(text, "x"))
            });
            shown.collect::<Vec<_>>()
        };
        let mut expected: Option<Vec<(String, String)>> = None;
        for text in ["x", "é", "€uro", "日本 語", "a\u{301}", "😀"] {
            let (valid, rules) = (rules(text).replace("nul}", "null}"), rules(text));
            for rules in [valid, rules] {
                let is_valid = rules.contains("null}");
                for annotation in [
                    format!("|\n      {}", rules.replace('\n', "\n      ")),
                    format!(">-\n      {}", rules.replace('\n', "\n      ")),
                    format!("'{}'", rules.replace('\n', "\n      ")),
                    serde_json::Value::from(rules.as_str()).to_string(),
                    serde_json::Value::from(rules.as_str()).to_string().replace(", ", ", \\\n      "),
                ] {
                    let found = written(&annotation, text);
                    if is_valid {
                        assert_eq!(&found, expected.get_or_insert_with(|| found.clone()), "{annotation}");
                    } else {
                        assert_eq!(found.len(), 1, "{annotation}");
                        assert_eq!(found[0].0, "}", "{annotation}");
                    }
                }
            }
        }
        let places: Vec<String> = expected.unwrap_or_default().into_iter().map(|(place, _)| place).collect();
        for place in ["\"mni\"", "corü", "(?=", "\"x\""] {
            assert!(places.iter().any(|one| one == place), "{place}: {places:?}");
        }
    }
}
