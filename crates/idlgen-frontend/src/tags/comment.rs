//! Separates the lines of a comment into tags and prose.

mod near_tag;
pub(super) mod repetition;

use std::collections::BTreeMap;

use super::{
    Grammar, Tag, TagOptions, gengo, markers,
    pairs::Pair,
    reader::{CommentPosition, CommentReader, SPACES},
    registry::TagDefinition,
    tag_line::read_tag,
    validation_rule,
    value::Head,
};
use crate::{diag::Diagnostic, source::TextLines};

/// The result of [`parse`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedComment {
    /// The tags, in source order. The lines of an indexed rule are combined to one tag, at the position of the first
    /// line.
    pub tags: Vec<Tag>,
    /// `true` for each line that belongs to a tag.
    pub is_tag: Vec<bool>,
    /// The problems.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses the tags of a comment from the lines of `CommentGroup::lines`.
///
/// ```
/// use idlgen_frontend::{source::{FileId, Span, TextLines}, tags::{self, Constraint, TagKind, TagOptions}};
/// use idlgen_schema::keyword::{Keyword, Value};
///
/// let text = "+maxLength=20";
/// let span = Span::new(FileId::from_index(0), 0, text.len());
/// let mut lines = TextLines::default();
/// lines.push(text, span);
/// let parsed = tags::parse(&lines, &TagOptions::default());
/// let constraint = Constraint::Limit(Keyword::MaxLength, Value::Count(20));
/// assert_eq!(parsed.tags[0].meaning, TagKind::Constraint(constraint));
/// assert_eq!(parsed.is_tag, [true]);
/// assert!(parsed.diagnostics.is_empty());
/// ```
pub fn parse(lines: &TextLines, options: &TagOptions) -> ParsedComment {
    if options.grammar == Grammar::Gengo {
        return gengo::parse(lines);
    }
    let mut reader = CommentReader::new(lines);
    let mut tags: Vec<Tag> = Vec::new();
    let mut definitions: Vec<Option<&'static TagDefinition>> = Vec::new();
    let mut rules: BTreeMap<u32, IndexedRule> = BTreeMap::new();
    let mut is_tag = vec![false; lines.len()];
    let mut marker_lines = TextLines::default();
    let mut line = 0;
    while line < lines.len() {
        reader.place = CommentPosition { line, offset: 0 };
        // Most lines are prose, so check for a `+` first.
        let may_be_tag = reader.line(line).trim_start_matches(SPACES).starts_with('+');
        let read = if may_be_tag { read_tag(&mut reader, options, 0) } else { None };
        let Some(read) = read else {
            if options.report_unknown {
                near_tag::check(&mut reader, line);
            }
            line += 1;
            continue;
        };
        if markers::is_marker(&read.tag) {
            keep_line(&mut marker_lines, lines, line);
            is_tag.iter_mut().skip(line).take(1).for_each(|flag| *flag = true);
            line += 1;
            continue;
        }
        let next = reader.place.line.max(line) + 1;
        is_tag.iter_mut().take(next).skip(line).for_each(|flag| *flag = true);
        line = next;
        let indexed = read.part.and_then(|part| Some((part.index?, part.pairs)));
        if let Some((index, pairs)) = indexed {
            if let Some(rule) = rules.get_mut(&index) {
                validation_rule::add(&mut reader, &mut rule.pairs, pairs);
                if let Some(tag) = tags.get_mut(rule.tag) {
                    tag.text.push('\n');
                    tag.text.push_str(&read.tag.text);
                    tag.span = tag.span.to(read.tag.span);
                }
                continue;
            }
            rules.insert(index, IndexedRule { tag: tags.len(), pairs });
        }
        tags.push(read.tag);
        definitions.push(read.definition);
    }
    for rule in rules.values() {
        if let Some(tag) = tags.get_mut(rule.tag) {
            let head = Head { name: tag.name.clone(), span: tag.name_span };
            tag.meaning = validation_rule::finish(&mut reader, &head, &rule.pairs);
        }
    }
    repetition::check(&mut reader.diagnostics, &tags, &definitions);
    if !marker_lines.is_empty() {
        // All markers of a comment form a single object.
        let (mut found, mut diagnostics) = markers::lenient(&marker_lines);
        tags.append(&mut found);
        tags.sort_by_key(|tag| tag.span.start);
        reader.diagnostics.append(&mut diagnostics);
    }
    ParsedComment { tags, is_tag, diagnostics: reader.diagnostics }
}

/// Adds a line to the marker lines. Adds an empty line for the lines skipped in between.
fn keep_line(kept: &mut TextLines, lines: &TextLines, index: usize) {
    for between in (kept.len()..index).filter_map(|between| lines.get(between)) {
        kept.push("", between.span);
    }
    if let Some(line) = lines.get(index) {
        kept.push(line.text, line.span);
    }
}

/// A rule whose keys are in several lines with the same index.
struct IndexedRule {
    tag: usize,
    pairs: Vec<Pair>,
}

#[cfg(test)]
mod tests {
    use idlgen_testing::Random;

    use super::*;
    use crate::{
        diag::Severity,
        source::{FileId, Span},
        tags::{
            Dialect, TagKind, codes,
            testing::{expect, read, show},
        },
    };

    #[test]
    fn an_empty_comment_has_nothing() {
        assert_eq!(parse(&TextLines::default(), &TagOptions::default()), ParsedComment::default());
    }

    #[test]
    fn tags_and_prose() {
        let comment = "// The name.\n//\n// +required\n//\t+maxLength=20  \n// More.\n";
        let (sources, parsed) = read(comment, &TagOptions::default());
        assert_eq!(parsed.is_tag, [false, false, true, true, false]);
        let [required, limit] = parsed.tags.as_slice() else { panic!("{:?}", parsed.tags) };
        assert_eq!((required.text.as_str(), required.value_span), ("+required", None));
        let value = limit.value_span.map(|span| sources.slice(span));
        assert_eq!((limit.text.as_str(), value), ("+maxLength=20", Some("20")));
        assert_eq!(sources.slice(limit.span), "+maxLength=20");
        assert!(parsed.diagnostics.is_empty());
    }

    #[test]
    fn other_dialects_are_recognised() {
        expect(&[
            ("+k8s:minimum=1 # one", &["validation-gen +k8s:minimum: minimum 1"]),
            ("+k8s:validation:cel[0]:rule> self", &["openapi-gen +k8s:validation:cel[0]:rule: rule \"self\""]),
            ("+kubebuilder:validation:MaxItems:=8", &["kubebuilder +kubebuilder:validation:MaxItems: maxItems 8"]),
            (
                "+kubebuilder:printcolumn:name=A,type=date,JSONPath=`.a`",
                &["kubebuilder +kubebuilder:printcolumn: column \"A\" type \"date\" path \".a\""],
            ),
            ("+versionName=v1", &["kubebuilder +versionName: version \"v1\""]),
            ("+kubebuilder:rbac:groups=apps,verbs=get", &["foreign +kubebuilder:rbac:groups: recognised"]),
            ("+build !ignore_autogenerated", &["foreign +build: recognised"]),
            ("+protobuf.options.(gogoproto.x)=false", &["foreign +protobuf.options.: recognised"]),
            ("+featureGate=A,B", &["foreign +featureGate: recognised"]),
        ]);
    }

    #[test]
    fn misspelt_names_are_unknown_in_every_dialect() {
        for (tag, suggestion) in [
            ("+maxLenght=1", Some("maxLength")),
            ("+Optional", Some("optional")),
            ("+k8s:minimun=1", Some("k8s:minimum")),
            ("+k8s:validation:maxLenght=1", Some("k8s:validation:maxLength")),
            ("+kubebuilder:validation:Minimun=1", Some("kubebuilder:validation:Minimum")),
            ("+kubebuilder:resource:scop=Cluster", Some("kubebuilder:resource:scope")),
            ("+k8s:thing", None),
        ] {
            let (_, parsed) = read(&format!("// {tag}\n"), &TagOptions::default());
            let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{tag}: {:?}", parsed.diagnostics) };
            assert_eq!(diagnostic.code, codes::UNKNOWN_TAG, "{tag}");
            let edit = diagnostic.fix.as_ref().and_then(|fix| fix.edits.first());
            assert_eq!(edit.map(|edit| edit.replacement.as_str()), suggestion, "{tag}");
        }
    }

    #[test]
    fn tags_of_tools_that_are_not_known_are_a_warning_and_mean_nothing() {
        for text in ["// +acme:thing=1\n", "// +acme:maxLength=1\n", "// +acmeThing\n"] {
            let (_, parsed) = read(text, &TagOptions::default());
            let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{text}: {:?}", parsed.diagnostics) };
            assert_eq!((diagnostic.code, diagnostic.severity), (codes::FOREIGN_TAG, Severity::Warning), "{text}");
            assert!(diagnostic.fix.is_none(), "{text}");
            let meanings: Vec<_> = parsed.tags.iter().map(|tag| (tag.dialect, &tag.meaning)).collect();
            assert_eq!(meanings, [(Dialect::Foreign, &TagKind::Recognised)], "{text}");
        }
    }

    #[test]
    fn markers_without_their_prefix_have_help() {
        let (_, parsed) = read("// +example=1\n", &TagOptions::default());
        let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{:?}", parsed.diagnostics) };
        assert_eq!(diagnostic.help.first().map(String::as_str), Some("write `+kubebuilder:example` if it is meant"));
    }

    #[test]
    fn unknown_tags_are_silent_where_nobody_asks_or_the_user_allows_them() {
        let quiet = TagOptions { report_unknown: false, ..TagOptions::default() };
        let allowing = TagOptions { allow: vec!["acme:*".to_owned()], ..TagOptions::default() };
        for options in [quiet, allowing] {
            let (_, parsed) = read("// +acme:thing=1\n", &options);
            let [tag] = parsed.tags.as_slice() else { panic!("{:?}", parsed.tags) };
            assert_eq!((tag.dialect, &tag.meaning), (Dialect::Foreign, &TagKind::Recognised));
            assert!(parsed.diagnostics.is_empty());
        }
    }

    #[test]
    fn faults_are_all_reported() {
        let shown = show("// +maxLength=x\n// +minimum=y\n// +k8s:foo=1\n// +optional\n");
        let slugs: Vec<&str> = shown.iter().skip(4).filter_map(|line| line.split(':').next()).collect();
        assert_eq!(slugs, ["malformed-value", "malformed-value", "unknown-tag"]);
    }

    const PARTS: &[&str] = &[
        "+",
        "+validationRule",
        "[0]",
        "=",
        ":",
        ",",
        "\"",
        "'",
        "`",
        "\"\"\"",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\\",
        "\n// ",
        "\n//",
        "\n// +",
        " ",
        "\t",
        "é",
        "😀",
        "rule",
        "message",
        "reason",
        "field",
        "self",
        "Invalid",
        "+override:a",
        "+override",
        "+default=",
        "ref(",
        "+enum=",
        "+contextual",
        "+errorMessage",
        "enum",
        "+pattern",
        "+k8s:eachVal=",
        "+k8s:validation:cel",
        "+kubebuilder:resource:",
        "+mutually_exclusive=",
        "1",
        "-",
        ".",
        "a",
        "['",
        "']",
        "//",
        "r'",
        "'''",
        "=+",
        ";",
        "+maxLength=",
        "\u{a0}",
        "\u{feff}",
        "\0",
    ];

    #[test]
    fn any_text_is_read_and_spans_stay_inside() {
        let mut random = Random::new(7);
        for _ in 0..20_000 {
            let mut comment = "// ".to_owned();
            for _ in 0..random.below(14) {
                comment.push_str(PARTS[random.below(PARTS.len())]);
            }
            comment.push('\n');
            check_spans(&comment);
        }
    }

    #[test]
    fn any_bytes_are_read() {
        let mut random = Random::new(11);
        for _ in 0..5_000 {
            let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.below(256) as u8).collect();
            let text = String::from_utf8_lossy(&bytes).replace('\n', "\n// ");
            check_spans(&format!("// +validationRule={text}\n"));
            check_spans(&format!("// {text}\n"));
        }
    }

    fn check_spans(comment: &str) {
        let (sources, parsed) = read(comment, &TagOptions::default());
        let fits = |span: Span| {
            assert!(span.start <= span.end, "{comment:?} {span:?}");
            assert!(comment.get(span.start as usize..span.end as usize).is_some(), "{comment:?} {span:?}");
        };
        for tag in &parsed.tags {
            fits(tag.span);
            fits(tag.name_span);
            tag.value_span.into_iter().for_each(fits);
            assert!(tag.text.starts_with('+') && sources.slice(tag.name_span) == tag.name, "{comment:?}");
            if let TagKind::Rule(rule) = &tag.meaning {
                fits(rule.rule_span);
                assert!((0..=rule.rule.len()).all(|at| rule.rule_map.position(at) as usize <= comment.len()));
            }
        }
        for diagnostic in &parsed.diagnostics {
            diagnostic.primary.iter().chain(&diagnostic.secondary).for_each(|label| fits(label.span));
            diagnostic.fix.iter().flat_map(|fix| &fix.edits).for_each(|edit| fits(edit.span));
        }
    }

    #[test]
    fn lines_whose_span_is_shorter_than_their_text_do_no_harm() {
        let span = Span::new(FileId::from_index(0), 5, 7);
        let mut lines = TextLines::default();
        lines.push("+validationRule=`self", span);
        lines.push("é > (`", span);
        for diagnostic in parse(&lines, &TagOptions::default()).diagnostics {
            assert!(diagnostic.primary.is_some_and(|label| label.span.end <= 7));
        }
    }
}
