//! Parses comment lines to tags like openapi-gen (`k8s.io/gengo/v2.ExtractCommentTags`). A line is a tag if it begins
//! with `+` after optional spaces. Its name extends to the first `=`, its value to the end of the line. Nothing else is
//! trimmed, and unknown names have no effect.
//!
//! Invalid tags become [`TagKind::Refused`], because the tool rejects them only if the declaration is published.

use serde_json::Value as Json;

use super::{DefaultValue, Dialect, ParsedComment, Tag, TagKind, default_value::is_identifier, go_escape, markers};
use crate::{
    diag::{Diagnostic, Severity},
    source::{Span, TextLine, TextLines},
    tags::codes::{self, DEFAULT_REFERENCE},
};

const MODEL_PACKAGE: &str = "k8s:openapi-model-package";

/// Parses the tags of a comment.
pub(super) fn parse(lines: &TextLines) -> ParsedComment {
    let mut tags: Vec<Tag> = Vec::new();
    for line in lines.iter() {
        tags.extend(Line::of(line).and_then(Line::tag).or_else(|| model_package(line)));
    }
    tags.extend(markers::strict(lines));
    let is_tag = lines.iter().map(|line| line.text.trim_start_matches(' ').starts_with('+')).collect();
    ParsedComment { tags, is_tag, diagnostics: Vec::new() }
}

/// A line that begins with `+`.
struct Line<'a> {
    /// The line, including the `+`.
    text: &'a str,
    span: Span,
    name: &'a str,
    value: &'a str,
}

impl<'a> Line<'a> {
    fn of(line: TextLine<'a>) -> Option<Self> {
        let skipped = line.text.len() - line.text.trim_start_matches(' ').len();
        let text = line.text.trim_matches(' ');
        let rest = text.strip_prefix('+')?;
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        Some(Line { text, span: part(line.span, skipped, skipped + text.len()), name, value })
    }

    fn value_span(&self) -> Span {
        part(self.span, self.text.len() - self.value.len(), self.text.len())
    }

    fn tag(self) -> Option<Tag> {
        let meaning = match self.name {
            "required" => TagKind::Required,
            "optional" => TagKind::Optional,
            "enum" => TagKind::Enum,
            "default" => self.default(),
            "listType" => self.pasted(TagKind::ListType),
            "listMapKey" => self.pasted(TagKind::ListMapKey),
            "mapType" => self.pasted(TagKind::MapType),
            "structType" => self.pasted(TagKind::StructType),
            "patchStrategy" => self.pasted(TagKind::PatchStrategy),
            "patchMergeKey" => self.pasted(TagKind::PatchMergeKey),
            "validations" => {
                self.pasted(|value| TagKind::Extension { name: "x-kubernetes-validations".to_owned(), value })
            }
            "union" => TagKind::Union,
            "unionDiscriminator" => TagKind::UnionDiscriminator,
            "unionDeprecated" => TagKind::UnionDeprecated,
            "groupName" => TagKind::GroupName(self.value.to_owned()),
            "k8s:openapi-gen" => self.publication()?,
            _ => return None,
        };
        let name_span = part(self.span, 1, 1 + self.name.len());
        let value_span = (!self.value.is_empty()).then(|| self.value_span());
        Some(Tag {
            name: self.name.to_owned(),
            text: self.text.to_owned(),
            span: self.span,
            name_span,
            value_span,
            dialect: Dialect::KubeOpenApi,
            meaning,
        })
    }

    fn default(&self) -> TagKind {
        let reference = self.value.strip_prefix("ref(").and_then(|rest| rest.strip_suffix(')'));
        if let Some(reference) = reference.filter(|text| !text.is_empty() && !text.contains('"')) {
            let (package, name) =
                reference.rsplit_once('.').map_or((None, reference), |(package, name)| (Some(package), name));
            return if is_identifier(name) && name.starts_with(char::is_uppercase) {
                TagKind::Default(DefaultValue::Reference { package: package.map(str::to_owned), name: name.to_owned() })
            } else {
                let message = format!("the generated package cannot reference `{name}`");
                self.refused(
                    Diagnostic::new(DEFAULT_REFERENCE, message).note(
                        "openapi-gen writes the reference into another package, so the constant must be exported",
                    ),
                )
            };
        }
        if self.value.is_empty() {
            return TagKind::Default(DefaultValue::Unsaid);
        }
        match serde_json::from_str::<Json>(self.value) {
            Ok(value) => TagKind::Default(DefaultValue::Json(rounded(value))),
            Err(error) => {
                let text = error.to_string();
                let reason = text.split(" at line ").next().unwrap_or(&text).to_owned();
                self.refused(Diagnostic::new(
                    codes::MALFORMED_VALUE,
                    format!("the value of `+default` is not valid JSON: {reason}"),
                ))
            }
        }
    }

    fn publication(&self) -> Option<TagKind> {
        match self.value {
            "true" => Some(TagKind::Published(true)),
            "false" => Some(TagKind::Published(false)),
            value if value.starts_with("x-kubernetes-") => {
                let Some((name, _)) = value.split_once(':') else {
                    let mut diagnostic =
                        Diagnostic::new(codes::WRONG_VALUE, format!("`{value}` has no `:` followed by a value"))
                            .note("openapi-gen logs an error and omits the extension");
                    diagnostic.severity = Severity::Warning;
                    return Some(self.refused(diagnostic));
                };
                let name = name.to_owned();
                Some(self.pasted_from(name.len() + 1, |value| TagKind::Extension { name, value }))
            }
            _ => None,
        }
    }

    fn pasted(&self, make: impl FnOnce(String) -> TagKind) -> TagKind {
        self.pasted_from(0, make)
    }

    /// Reads a value that openapi-gen inserts unchanged into a Go string literal, so that backslashes are Go escapes.
    fn pasted_from(&self, start: usize, make: impl FnOnce(String) -> TagKind) -> TagKind {
        match interpreted(self.value.get(start..).unwrap_or_default()) {
            Ok(value) => make(value),
            Err(reason) => self.refused(
                Diagnostic::new(codes::INVALID_ESCAPE, format!("{reason} in the value of `+{}`", self.name)).note(
                    "openapi-gen copies the value unescaped into a Go string, so the generated Go code is invalid",
                ),
            ),
        }
    }

    fn refused(&self, diagnostic: Diagnostic) -> TagKind {
        let span = if self.value.is_empty() { self.span } else { self.value_span() };
        TagKind::Refused(Box::new(diagnostic.at(span)))
    }
}

/// Reads `+k8s:openapi-model-package=P`, for which upstream uses another parser (`k8s.io/gengo/v2/codetags`, raw
/// values): there may be tabs before it, and the name ends at the first character that names cannot contain.
fn model_package(line: TextLine<'_>) -> Option<Tag> {
    let text = line.text.trim_start_matches([' ', '\t']);
    let skipped = line.text.len() - text.len();
    let rest = text.strip_prefix('+')?.strip_prefix(MODEL_PACKAGE)?;
    let span = part(line.span, skipped, line.text.len());
    let value_span = part(line.span, line.text.len() - rest.len() + 1, line.text.len());
    let meaning = match rest.chars().next() {
        None => return None,
        Some('=') => TagKind::ModelPackage(rest.get(1..).unwrap_or_default().to_owned()),
        Some(next) if next.is_alphanumeric() || "_-.:".contains(next) => return None,
        Some(_) => {
            let message = format!("`+{MODEL_PACKAGE}` must be followed by `=` and the name prefix");
            TagKind::Refused(Box::new(Diagnostic::new(codes::MALFORMED_VALUE, message).at(span)))
        }
    };
    Some(Tag {
        name: MODEL_PACKAGE.to_owned(),
        text: text.to_owned(),
        span,
        name_span: part(span, 1, 1 + MODEL_PACKAGE.len()),
        value_span: Some(value_span),
        dialect: Dialect::KubeOpenApi,
        meaning,
    })
}

/// Returns the value of a Go literal `"value"`, or an error.
pub(crate) fn interpreted(value: &str) -> Result<String, String> {
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(character) = rest.chars().next() {
        let length = match character {
            '"' => return Err("a quote".to_owned()),
            '\\' if rest.starts_with("\\'") => return Err("an invalid Go escape".to_owned()),
            '\\' => {
                let escape = go_escape::read(rest).map_err(|_| "an invalid Go escape".to_owned())?;
                text.push(escape.character);
                escape.length
            }
            _ => {
                text.push(character);
                character.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    Ok(text)
}

/// Returns the JSON value with its numbers rounded to Go's `float64`.
fn rounded(value: Json) -> Json {
    match value {
        Json::Number(number) => {
            let float = number.as_f64().unwrap_or_default();
            // Exact integers are formatted as integers.
            let is_exact = number.as_i64().is_some_and(|integer| integer.unsigned_abs() <= 1 << 53);
            if is_exact {
                Json::Number(number)
            } else {
                serde_json::Number::from_f64(float).map_or(Json::Null, Json::Number)
            }
        }
        Json::Array(values) => values.into_iter().map(rounded).collect(),
        Json::Object(values) => values.into_iter().map(|(key, value)| (key, rounded(value))).collect(),
        other => other,
    }
}

/// Returns a part of a span, limited to the end of the span.
pub(super) fn part(span: Span, start: usize, end: usize) -> Span {
    let start = span.start.saturating_add(start as u32).min(span.end);
    Span { file: span.file, start, end: span.start.saturating_add(end as u32).clamp(start, span.end) }
}

#[cfg(test)]
mod tests {
    use crate::tags::{Grammar, TagOptions, dump, testing::read};

    fn tags(comment: &str) -> Vec<String> {
        let options = TagOptions { grammar: Grammar::Gengo, ..TagOptions::default() };
        let (sources, parsed) = read(comment, &options);
        assert_eq!(parsed.diagnostics, []);
        dump(&parsed.tags, &sources).lines().filter_map(|line| Some(line.split_once(" +")?.1.to_owned())).collect()
    }

    #[test]
    fn names_and_values_are_taken_as_they_stand() {
        for (line, expected) in [
            ("+optional", Some("optional: optional")),
            ("  +optional", Some("optional: optional")),
            ("+optional=false", Some("optional: optional")),
            ("+optional # why", None),
            ("\t+optional", None),
            ("+ optional", None),
            ("+Optional", None),
            ("+listType =set", None),
            ("+listType= set", Some("listType: list type \" set\"")),
            ("+listType=map # why", Some("listType: list type \"map # why\"")),
            ("+default=", Some("default: no default")),
            ("+default=9007199254740993", Some("default: default 9007199254740992")),
            ("+default=ref(a/b.Name)", Some("default: default constant a/b.Name")),
            ("+default=ref(name)", Some("default: refused: the generated package cannot reference `name`")),
            ("+default=falsy", Some("default: refused: the value of `+default` is not valid JSON: expected ident")),
            ("+validations=x", Some("validations: extension x-kubernetes-validations \"x\"")),
            ("+k8s:openapi-gen=true # note", None),
            ("+k8s:openapi-gen=x-kubernetes-a:b:\\tc", Some("k8s:openapi-gen: extension x-kubernetes-a \"b:\\tc\"")),
            (
                "+k8s:openapi-gen=x-kubernetes-a",
                Some("k8s:openapi-gen: refused: `x-kubernetes-a` has no `:` followed by a value"),
            ),
            (
                "+k8s:openapi-gen=x-kubernetes-a:\"",
                Some("k8s:openapi-gen: refused: a quote in the value of `+k8s:openapi-gen`"),
            ),
            ("\t+k8s:openapi-model-package=a b", Some("k8s:openapi-model-package: model package \"a b\"")),
            ("+k8s:minimum=1", None),
        ] {
            let expected: Vec<&str> = expected.into_iter().collect();
            assert_eq!(tags(&format!("// {line}\n")), expected, "{line}");
        }
    }
}
