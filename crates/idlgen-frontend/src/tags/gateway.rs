//! gateway-api's notations in the prose of comments: the channel of a field, and channel-specific contents
//! (`tools/generator` of sigs.k8s.io/gateway-api, earlier `pkg/generator`).
//!
//! ```text
//! <gateway:experimental>                                      the declaration exists if `experimental` is enabled
//! <gateway:experimental:validation:Enum=A;B>                  values, a pattern or a rule that then apply
//! <gateway:experimental:description>…</gateway:experimental:description>
//! <gateway:util:excludeFromCRD>…</gateway:util:excludeFromCRD>
//! <gateway:validateIPAddress>
//! ```
//!
//! The notations with an opening and a closing part are passages of the description; this module only checks that they
//! are closed.

use idlgen_schema::keyword::Keyword;
use serde_json::Value as Json;

use super::{
    Constraint, Dialect, GateCondition, Gated, Placement, Rule, Tag, TagKind, codes::NOTATION,
    source_string::SourceString, validation_rule::of_expression,
};
use crate::{
    diag::{Diagnostic, near},
    source::{Span, TextLines},
};

/// The result of [`notations`].
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct Notations {
    /// The gated contents, as tags in source order.
    pub tags: Vec<Tag>,
    /// The problems.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns the notations in the prose of a comment.
pub fn notations(lines: &TextLines) -> Notations {
    let mut found = Notations::default();
    if !lines.may_contain("gateway:") {
        return found;
    }
    let mut open: Vec<(String, Span)> = Vec::new();
    for line in lines.iter().filter(|line| line.text.contains('<') && line.text.contains("gateway:")) {
        let mut from = 0;
        while let Some(at) = line.text.get(from..).and_then(|rest| rest.find('<')).map(|at| from + at) {
            let rest = line.text.get(at..).unwrap_or_default();
            let notation = Notation { text: rest, start: line.span.start + at as u32, line: line.span };
            if let Some(name) = rest.strip_prefix("</gateway:") {
                close(&notation, name, &mut open, &mut found.diagnostics);
            } else if rest.starts_with("<gateway:") {
                match notation.read() {
                    Ok(Read::Tag(tag)) => found.tags.push(*tag),
                    Ok(Read::Passage(name)) => open.push((name, notation.span(0, notation.end()))),
                    Err(diagnostic) => found.diagnostics.push(diagnostic),
                }
            }
            from = at + 1;
        }
    }
    for (name, span) in open {
        let message = format!("unclosed section: `</gateway:{name}>` is missing");
        found.diagnostics.push(Diagnostic::new(NOTATION, message).at(span));
    }
    found
}

fn close(notation: &Notation<'_>, name: &str, open: &mut Vec<(String, Span)>, diagnostics: &mut Vec<Diagnostic>) {
    let name = name.split('>').next().unwrap_or_default();
    if let Some(at) = open.iter().rposition(|(known, _)| known == name) {
        open.remove(at);
    } else {
        let message = format!("`</gateway:{name}>` has no opening tag");
        diagnostics.push(Diagnostic::new(NOTATION, message).at(notation.span(0, notation.end())));
    }
}

enum Read {
    Tag(Box<Tag>),
    /// The opening part of a passage, with its name.
    Passage(String),
}

/// A notation and the rest of its line.
struct Notation<'a> {
    text: &'a str,
    /// The offset of the notation in the file.
    start: u32,
    line: Span,
}

/// The keywords that may have channel-specific values.
const KEYWORDS: &[&str] = &["Enum", "Pattern", "XValidation"];
/// The other words that may follow the name of a gate.
const PARTS: &[&str] = &["description", "validation"];

impl Notation<'_> {
    /// Returns the position of the first `>`, or the end of the line.
    fn end(&self) -> usize {
        self.text.find('>').map_or(self.text.len(), |at| at + 1)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let at = |offset: usize| (self.start + offset as u32).min(self.line.end);
        Span { start: at(start), end: at(end).max(at(start)), ..self.line }
    }

    fn wrong(&self, message: impl Into<String>, start: usize, end: usize) -> Diagnostic {
        Diagnostic::new(NOTATION, message).at(self.span(start, end))
    }

    fn read(&self) -> Result<Read, Diagnostic> {
        const BEGIN: usize = "<gateway:".len();
        let rest = self.text.get(BEGIN..).unwrap_or_default();
        let name = rest.get(..rest.find(['>', '=', ' ', '"', '<']).unwrap_or(rest.len())).unwrap_or_default();
        let is_closed = rest.get(name.len()..).is_some_and(|rest| rest.starts_with('>'));
        let end = BEGIN + name.len();
        let parts: Vec<&str> = name.split(':').collect();
        if !is_closed && parts.get(1) != Some(&"validation") {
            return Err(self.wrong(format!("`<gateway:{name}` has no closing `>`"), 0, end));
        }
        match parts.as_slice() {
            ["validateIPAddress"] => {
                let condition = GateCondition::default();
                Ok(self.gated(name, end + 1, condition, Placement::Last, TagKind::IpAddressItems))
            }
            ["util", "excludeFromCRD"] => Ok(Read::Passage(name.to_owned())),
            ["util", other] => {
                let diagnostic = self.wrong(format!("unknown tag `<gateway:util:{other}>`"), 0, end + 1);
                Err(diagnostic.note("the only such tag is `<gateway:util:excludeFromCRD>`"))
            }
            [gate, "description"] if !gate.is_empty() => Ok(Read::Passage(name.to_owned())),
            [gate] if !gate.is_empty() => {
                let meaning = TagKind::Gate(GateCondition::on(*gate));
                Ok(Read::Tag(Box::new(self.tag(name, end + 1, meaning))))
            }
            [gate, "validation", keyword, ..] if !gate.is_empty() => {
                let body = BEGIN + gate.len() + ":validation:".len();
                let condition = GateCondition::on(*gate);
                let (meaning, length, placement) = self.validation(keyword, body)?;
                let name = format!("{gate}:validation:{keyword}");
                Ok(self.gated(&name, length, condition, placement, meaning))
            }
            [_, part, ..] => {
                let mut diagnostic = self.wrong(format!("unknown tag `<gateway:…:{part}>`"), 0, end);
                if let Some(near) = near(part, PARTS.iter().copied()) {
                    diagnostic = diagnostic.help(format!("use `{}`", near.name));
                }
                Err(diagnostic)
            }
            _ => Err(self.wrong("`<gateway:>` has no name", 0, end)),
        }
    }

    /// Reads a channel-specific validation, whose keyword starts at `body`. Returns its meaning, the end of the
    /// notation, and where to insert it.
    fn validation(&self, keyword: &str, body: usize) -> Result<(TagKind, usize, Placement), Diagnostic> {
        let value = body + keyword.len() + 1;
        let text = self.text.get(value..).unwrap_or_default();
        let separator = self.text.get(value.saturating_sub(1)..value).unwrap_or_default();
        match (keyword, separator) {
            ("Enum", "=") => {
                let end = text.find('>').ok_or_else(|| self.wrong("the values have no closing `>`", 0, value))?;
                let values = text.get(..end).unwrap_or_default();
                if values.split(';').any(str::is_empty) {
                    return Err(self.wrong("expected values separated by `;`", value, value + end));
                }
                let values: Vec<Json> = values.split(';').map(Into::into).collect();
                let constraint = Constraint::limit(Keyword::Enum, values);
                Ok((TagKind::Constraint(constraint), value + end + 1, Placement::Replacing))
            }
            ("Pattern", "=") => {
                let inner = text.strip_prefix('`').and_then(|rest| rest.split_once("`>"));
                let (pattern, _) =
                    inner.ok_or_else(|| self.wrong("expected a pattern in backticks and `>`", value, value))?;
                let end = value + pattern.len() + 3;
                let constraint = Constraint::limit(Keyword::Pattern, pattern);
                Ok((TagKind::Constraint(constraint), end, Placement::Replacing))
            }
            ("XValidation", ":") => {
                let (rule, end) = self.rule(value)?;
                Ok((TagKind::Rule(rule), end, Placement::Last))
            }
            _ => {
                let end = body + keyword.len();
                let diagnostic = if KEYWORDS.contains(&keyword) {
                    let form = if keyword == "XValidation" { ":message=\"…\",rule=\"…\"" } else { "=…" };
                    self.wrong(format!("expected `{keyword}{form}`"), body, end)
                } else {
                    self.wrong(format!("`{keyword}` cannot depend on a channel"), body, end)
                };
                let near = near(keyword, KEYWORDS.iter().copied()).filter(|near| near.name != keyword);
                Err(diagnostic.fix_near(near, self.span(body, end)))
            }
        }
    }

    /// Reads `message="…",rule="…">`, in either order and without escapes.
    fn rule(&self, start: usize) -> Result<(Rule, usize), Diagnostic> {
        let (mut message, mut rule) = (None, None);
        let mut at = start;
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            let found = ["message", "rule"].into_iter().find_map(|key| {
                let value = rest.strip_prefix(key)?.strip_prefix("=\"")?;
                Some((key, value.get(..value.find('"')?)?))
            });
            let Some((key, value)) = found else {
                return Err(self
                    .wrong("expected `message=\"…\"` or `rule=\"…\"`", at, self.text.len())
                    .note("strings are in double quotes and cannot contain double quotes"));
            };
            let begin = at + key.len() + 2;
            let source_string = SourceString::verbatim(value, self.span(begin, begin + value.len()));
            let kept = if key == "rule" { &mut rule } else { &mut message };
            *kept = Some(source_string);
            at = begin + value.len() + 1;
            match self.text.get(at..).and_then(|rest| rest.chars().next()) {
                Some(',') => at += 1,
                Some('>') => break,
                _ => return Err(self.wrong("expected `,` or `>`", at, at + 1)),
            }
        }
        let Some(rule) = rule else {
            return Err(self.wrong("the rule has no expression: `rule=\"…\"` is missing", start, at));
        };
        Ok((Rule { message: message.map(|message| message.text), ..of_expression(&rule)? }, at + 1))
    }

    fn tag(&self, name: &str, end: usize, meaning: TagKind) -> Tag {
        Tag {
            name: format!("gateway:{name}"),
            text: self.text.get(..end).unwrap_or(self.text).to_owned(),
            span: self.span(0, end),
            name_span: self.span(1, "<gateway:".len() + name.len()),
            value_span: None,
            dialect: Dialect::FeatureGates,
            meaning,
        }
    }

    fn gated(&self, name: &str, end: usize, condition: GateCondition, placement: Placement, meaning: TagKind) -> Read {
        let tag = self.tag(name, end, meaning);
        let meaning = TagKind::Gated(Box::new(Gated { condition, placement, tag: tag.clone() }));
        Read::Tag(Box::new(Tag { meaning, ..tag }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, SourceMap};

    /// Returns the tags in a comment with these lines as `TEXT => MEANING`, and its diagnostics as `MESSAGE @ PLACE`.
    fn found(lines: &[&str]) -> Vec<String> {
        let text = lines.join("\n");
        let mut sources = SourceMap::default();
        let file: FileId = sources.add("types.go", text.as_str());
        let mut comment = TextLines::default();
        let mut start = 0;
        for line in lines {
            comment.push(line, Span::new(file, start, start + line.len()));
            start += line.len() + 1;
        }
        let Notations { tags, diagnostics } = notations(&comment);
        let shown = tags.iter().map(|tag| {
            assert_eq!(sources.slice(tag.span), tag.text);
            let dump = super::super::dump(std::slice::from_ref(tag), &sources);
            format!("{} => {}", tag.text, dump.trim_end().split_once(": ").unwrap().1)
        });
        let problems = diagnostics.iter().map(|one| {
            let place = one.primary.as_ref().map(|label| sources.slice(label.span)).unwrap_or_default();
            format!("{} @ {place}", one.message)
        });
        shown.chain(problems).collect()
    }

    #[test]
    fn notations_are_read_wherever_they_stand() {
        assert_eq!(
            found(&[
                "Some prose. <gateway:experimental>",
                "<gateway:experimental:validation:Enum=A;B>",
                "<gateway:standard:validation:XValidation:message=\"too many\",rule=\"self.a > 1\">",
                "<gateway:standard:validation:Pattern=`^[!-~]+>`> and more",
                "<gateway:validateIPAddress>",
                "<gateway:util:excludeFromCRD>hidden</gateway:util:excludeFromCRD>",
                "<gateway:experimental:description>",
                "text",
                "</gateway:experimental:description>",
            ]),
            [
                "<gateway:experimental> => there if experimental is on",
                "<gateway:experimental:validation:Enum=A;B> => if experimental is on: enum \"A\" \"B\"",
                "<gateway:standard:validation:XValidation:message=\"too many\",rule=\"self.a > 1\"> => if standard is \
                 on: rule \"self.a > 1\" message \"too many\"",
                "<gateway:standard:validation:Pattern=`^[!-~]+>`> => if standard is on: pattern \"^[!-~]+>\"",
                "<gateway:validateIPAddress> => if always: IP address items",
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_said_where_it_is() {
        for (line, expected) in [
            ("<gateway:experimental", "`<gateway:experimental` has no closing `>` @ <gateway:experimental"),
            ("<gateway:util:hide>", "unknown tag `<gateway:util:hide>` @ <gateway:util:hide>"),
            (
                "<gateway:experimental:descripton>",
                "unknown tag `<gateway:…:descripton>` @ <gateway:experimental:descripton",
            ),
            ("<gateway::description>", "unknown tag `<gateway:…:description>` @ <gateway::description"),
            ("<gateway:experimental:validation:enum=A>", "`enum` cannot depend on a channel @ enum"),
            ("<gateway:experimental:validation:Enum=A;;B>", "expected values separated by `;` @ A;;B"),
            ("<gateway:experimental:validation:Enum>", "expected `Enum=…` @ Enum"),
            ("<gateway:a:validation:XValidation:rule='x'>", "expected `message=\"…\"` or `rule=\"…\"` @ rule='x'>"),
            ("<gateway:a:validation:XValidation:rule=\"(x\">", "unbalanced rule: `(` is not closed @ ("),
            (
                "<gateway:a:description>",
                "unclosed section: `</gateway:a:description>` is missing @ <gateway:a:description>",
            ),
            ("</gateway:a:description>", "`</gateway:a:description>` has no opening tag @ </gateway:a:description>"),
            ("<gateway:>", "`<gateway:>` has no name @ <gateway:"),
        ] {
            assert_eq!(found(&[line]), [expected], "{line}");
        }
        assert!(found(&["no <gateway here", "gateway:experimental", "a < b"]).is_empty());
    }
}
