//! `+k8s:validation:KEY…`, the markers of kube-openapi (`k8s.io/kube-openapi/pkg/generators.ParseCommentTags`). The
//! lines of a comment form one object, in which `items:maxLength=5` is a nested member. Each line becomes a tag; the
//! lines of a rule, such as `cel[0]:rule`, become one tag.
//!
//! Lines have the form `KEY=JSON`, `KEY` (equivalent to `=true`) or `KEY>text`. Consecutive lines of the last form with
//! the same key form one string with several lines.

pub mod codes;
mod error;
mod line;
mod rules;
mod sequence;
mod tree;
mod validity;

use self::{error::MarkerError, line::Marker, tree::MarkerTree};
use super::{Constraint, Dialect, Nested, Tag, TagKind, reader::SPACES};
use crate::{diag::Diagnostic, source::TextLines};

/// The prefix of all markers.
pub(super) const PREFIX: &str = "+k8s:validation:";

/// Returns `true` if a tag is a marker, whose meaning depends on the other markers.
pub(super) fn is_marker(tag: &Tag) -> bool {
    tag.dialect == Dialect::KubeOpenApi && tag.name.starts_with(PREFIX.trim_start_matches('+'))
}

/// Returns the markers of a comment, parsed as in openapi-gen. Each error becomes a separate tag.
pub(super) fn strict(lines: &TextLines) -> Vec<Tag> {
    let (markers, mut faults) = line::read(lines, &[' ']);
    let (root, more) = tree::build(&markers);
    faults.extend(more);
    let reader = ObjectReader { markers: &markers };
    let mut read = reader.object(&root, true);
    faults.append(&mut read.faults);
    faults.extend(validity::check(&markers, &read));
    let mut tags: Vec<Tag> = read.tags.into_iter().map(|(_, tag)| tag).collect();
    tags.extend(faults.into_iter().map(|fault| refused(&markers, fault)));
    tags
}

/// Returns the markers of a comment and their problems. Unlike in openapi-gen, a rule need not have a message.
pub(super) fn lenient(lines: &TextLines) -> (Vec<Tag>, Vec<Diagnostic>) {
    let (markers, mut faults) = line::read(lines, &SPACES);
    let (root, more) = tree::build(&markers);
    faults.extend(more);
    let mut read = ObjectReader { markers: &markers }.object(&root, false);
    faults.append(&mut read.faults);
    faults.extend(validity::empty_rules(&markers, &read));
    let tags = read.tags.into_iter().map(|(_, tag)| tag).collect();
    (tags, faults.into_iter().map(|fault| *fault.diagnostic).collect())
}

fn refused(markers: &[Marker], fault: MarkerError) -> Tag {
    let marker = fault.marker.and_then(|index| markers.get(index));
    let span = fault.diagnostic.primary.as_ref().map(|label| label.span);
    let span = marker.map_or(span, |marker| Some(marker.span)).unwrap_or(fault.line);
    Tag {
        name: marker.map_or_else(|| PREFIX.to_owned(), Marker::name),
        text: marker.map_or_else(String::new, |marker| marker.text.clone()),
        span,
        name_span: span,
        value_span: None,
        dialect: Dialect::KubeOpenApi,
        meaning: TagKind::Refused(fault.diagnostic),
    }
}

/// The result of reading an object of markers.
#[derive(Debug, Default)]
struct ReadObject {
    /// The tags, each with the index of its first marker, sorted by index.
    tags: Vec<(usize, Tag)>,
    faults: Vec<MarkerError>,
}

/// Reads objects.
struct ObjectReader<'m> {
    markers: &'m [Marker],
}

impl ObjectReader<'_> {
    /// Converts an object of markers to tags. With `numbers_are_floats`, numbers are converted to Go's `float64`.
    fn object(&self, node: &MarkerTree, numbers_are_floats: bool) -> ReadObject {
        let mut read = ReadObject::default();
        let MarkerTree::Object(members) = node else { return read };
        for (key, child) in members {
            match key.as_str() {
                "items" => self.nested(child, numbers_are_floats, &Nested::Items, &mut read),
                "additionalProperties" => self.nested(child, numbers_are_floats, &Nested::Values, &mut read),
                "properties" => match child {
                    MarkerTree::Object(properties) => {
                        for (name, property) in properties {
                            self.nested(property, numbers_are_floats, &Nested::Property(name.clone()), &mut read);
                        }
                    }
                    other => read.faults.extend(self.not_an_object(key, other)),
                },
                "cel" => rules::read(self.markers, child, &mut read),
                _ if child.is_null() => {}
                keyword => {
                    let index = child.first_marker();
                    match Constraint::of_json(keyword, child.json(), numbers_are_floats) {
                        Ok(Some(constraint)) => {
                            read.tags.extend(self.tag(index, index, TagKind::Constraint(constraint)));
                        }
                        Ok(None) => {}
                        Err(expected) => read
                            .faults
                            .extend(self.markers.get(index).map(|marker| error::malformed(index, marker, expected))),
                    }
                }
            }
        }
        read.tags.sort_by_key(|(index, _)| *index);
        read
    }

    fn nested(&self, child: &MarkerTree, numbers_are_floats: bool, nested: &Nested, read: &mut ReadObject) {
        if !matches!(child, MarkerTree::Object(_)) {
            read.faults.extend(self.not_an_object("markers", child));
            return;
        }
        let mut inner = self.object(child, numbers_are_floats);
        read.faults.append(&mut inner.faults);
        for (index, tag) in inner.tags {
            let meaning = TagKind::Nested { nested: nested.clone(), tag: Box::new(tag.clone()) };
            read.tags.push((index, Tag { meaning, ..tag }));
        }
    }

    /// Returns a tag for the markers from the first to the last index.
    fn tag(&self, first: usize, last: usize, meaning: TagKind) -> Option<(usize, Tag)> {
        let marker = self.markers.get(first)?;
        let all = self.markers.get(first..=last).unwrap_or_default();
        let text: Vec<&str> = all.iter().map(|marker| marker.text.as_str()).collect();
        let tag = Tag {
            name: marker.name(),
            text: text.join("\n"),
            span: all.iter().fold(marker.span, |span, marker| span.to(marker.span)),
            name_span: marker.name_span,
            value_span: marker.value_span,
            dialect: Dialect::KubeOpenApi,
            meaning,
        };
        Some((first, tag))
    }

    fn not_an_object(&self, what: &str, node: &MarkerTree) -> Option<MarkerError> {
        // Null is equivalent to a missing value.
        if node.is_null() {
            return None;
        }
        let index = node.first_marker();
        let expected = format!("a list of {what} below it, each on its own line,");
        self.markers.get(index).map(|marker| error::malformed(index, marker, &expected))
    }
}

#[cfg(test)]
mod tests {
    use crate::tags::{Grammar, TagOptions, dump, testing::read};

    fn tags(lines: &str) -> Vec<String> {
        let comment = format!("// {}\n", lines.replace("+v:", "+k8s:validation:").replace('\n', "\n// "));
        let options = TagOptions { grammar: Grammar::Gengo, ..TagOptions::default() };
        let (sources, parsed) = read(&comment, &options);
        let shown = dump(&parsed.tags, &sources);
        shown.lines().filter_map(|line| Some(line.split_once("+k8s:validation:")?.1.to_owned())).collect()
    }

    #[test]
    fn depth_is_bounded_and_said() {
        let line = |keys: usize, objects: usize| {
            let (open, close) = ("{\"items\":".repeat(objects - 1), "}".repeat(objects));
            format!("+v:{}items={open}{{\"maxLength\":3{close}", "items:".repeat(keys - 1))
        };
        for (keys, objects, is_read) in [(1, 31, true), (1, 32, false), (16, 16, true), (16, 17, false), (33, 1, false)]
        {
            let read = tags(&line(keys, objects));
            let [tag] = read.as_slice() else { panic!("{read:?}") };
            let key = format!("{}items", "items:".repeat(keys - 1));
            if is_read {
                assert!(tag.ends_with(&format!("{}maxLength 3", "of items: ".repeat(keys + objects - 1))), "{tag}");
            } else {
                assert!(tag.contains(&format!("`{key}` is more than 32 levels deep")), "{tag}");
            }
        }
    }

    #[test]
    fn a_rule_without_an_expression_is_reported_in_all_comments() {
        let (_, parsed) = read("// +k8s:validation:cel[0]:message=\"m\"\n", &TagOptions::default());
        let messages: Vec<_> = parsed.diagnostics.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(messages, ["the rule has no expression"]);
    }

    #[test]
    fn a_null_in_a_rule_is_not_a_value() {
        let nulls = "+v:cel[0]:messageExpression=null\n+v:cel[0]:optionalOldSelf=null";
        assert_eq!(
            tags(&format!("+v:cel[0]:rule=\"true\"\n+v:cel[0]:message=\"m\"\n{nulls}")),
            ["cel[0]:rule: rule \"true\" message \"m\""]
        );
    }

    #[test]
    fn keywords() {
        for (line, expected) in [
            ("+v:maxLength=5", "maxLength: maxLength 5"),
            ("+v:minimum=1.5", "minimum: minimum 1.5"),
            ("+v:maximum=9223372036854775807", "maximum: maximum 9.223372036854776e+18"),
            ("+v:uniqueItems", "uniqueItems: uniqueItems true"),
            ("+v:exclusiveMinimum=false", "exclusiveMinimum: exclusiveMinimum false"),
            ("+v:pattern>^a \"b\"$", "pattern: pattern \"^a \\\"b\\\"$\""),
            ("+v:items:maxLength=5", "items:maxLength: of items: maxLength 5"),
            ("+v:items={\"maxLength\": 5}", "items: of items: maxLength 5"),
            (
                "+v:properties:a:items:minItems=2",
                "properties:a:items:minItems: of property \"a\": of items: minItems 2",
            ),
            ("+v:additionalProperties:nullable", "additionalProperties:nullable: of values: nullable true"),
        ] {
            assert_eq!(tags(line), [expected], "{line}");
        }
    }

    #[test]
    fn what_is_no_marker_or_says_nothing() {
        for line in [
            "+v:weird=x",
            "+v:items:weird=1",
            "+v:maxLength=ref(A)",
            "+v:maxLength=null",
            "\t+v:maxLength=5",
            "+k8s:validations:maxLength=5",
        ] {
            assert_eq!(tags(line), Vec::<String>::new(), "{line}");
        }
    }

    #[test]
    fn rules_are_made_of_their_lines() {
        assert_eq!(
            tags(
                "+v:cel[0]:rule> self\n+v:cel[0]:rule> > 1\n+v:cel[0]:message=\"m\"\n+v:cel[1]:rule=\"true\"\n\
                 +v:cel[1]:messageExpression=\"'m'\"\n+v:cel[1]:optionalOldSelf"
            ),
            [
                "cel[0]:rule: rule \"self\\n> 1\" message \"m\"",
                "cel[1]:rule: rule \"true\" messageExpression \"'m'\" optionalOldSelf true",
            ]
        );
        assert_eq!(
            tags("+v:cel=[{\"rule\": \"true\", \"message\": \"m\", \"reason\": \"R\"}]"),
            ["cel: rule \"true\" message \"m\" reason R"]
        );
        assert_eq!(
            tags("+v:cel=[{\"rule\": \"true\", \"message\": null}]").first().map(String::as_str),
            Some("cel: rule \"true\"")
        );
    }

    #[test]
    fn what_is_refused() {
        for (lines, expected) in [
            ("+v:maxLength = 5", "refused: a marker is `KEY=JSON`, `KEY` or `KEY>text`"),
            ("+v:=5", "refused: marker without a key"),
            ("+v:maxLength=5\n+v:maxLength=6", "refused: `maxLength` already has a value"),
            (
                "+v:cel[0]:rule> a\n+v:minItems=1\n+v:cel[0]:rule> b",
                "refused: the lines of `cel[0]:rule` must be consecutive",
            ),
            ("+v:maxLength=5\n+v:maxLength> b", "refused: only a string value can continue on this line"),
            ("+v:maxLength=five", "refused: the value of `maxLength` is not valid JSON: expected ident"),
            ("+v:maxLength", "refused: `maxLength` expects an integer of at least 0, not `true`"),
            ("+v:maxLength=-1", "refused: `maxLength` expects an integer of at least 0, not `-1`"),
            ("+v:maxLength=1.5", "refused: `maxLength` expects an integer of at least 0, not `1.5`"),
            ("+v:format=5", "refused: `format` expects a string, not `5`"),
            ("+v:enum=\"a\"", "refused: `enum` expects a list, not `\"a\"`"),
            ("+v:multipleOf=0", "refused: `multipleOf` expects a nonzero number, not `0`"),
            ("+v:minLength=5\n+v:maxLength=2", "refused: minLength 5 is greater than maxLength 2"),
            (
                "+v:pattern=\"[\"",
                "refused: the pattern is not a valid regular expression: error parsing regexp: missing closing ]: `[`",
            ),
            ("+v:weird[5]:x=y", "refused: `weird[5]` does not follow `weird[4]`"),
            ("+v:cel[1]:rule=\"true\"", "refused: `cel[1]` does not follow `cel[0]`"),
            ("+v:cel[]:rule=\"true\"", "refused: `[]` is not a valid index; indices are integers from 0"),
            ("+v:cel[-1]:rule=\"true\"", "refused: `[-1]` is not a valid index; indices are integers from 0"),
            ("+v:cel[x]:rule=\"true\"", "refused: `[x]` is not a valid index; indices are integers from 0"),
            ("+v:cel:rule=\"true\"", "refused: `cel` expects an index, `cel[0]:rule`, or a list of rules"),
            ("+v:cel[0]:rule=\"true\"", "refused: the rule has neither message nor messageExpression"),
            ("+v:cel[0]:message=\"m\"", "refused: the rule has no expression"),
            (
                "+v:cel[0]:rule=\"true\"\n+v:cel[0]:message=\"m\"\n+v:cel[0]:messageExpression=\"m\"",
                "refused: the rule has both message and messageExpression",
            ),
        ] {
            assert!(tags(lines).iter().any(|tag| tag.ends_with(expected)), "{lines}: {:?}", tags(lines));
        }
    }
}
