//! Handles unknown tags.

use super::{
    TagKind, TagOptions,
    corrected::{self, Reading},
    reader::{CommentReader, SPACES},
    registry::{self, Suggestion, TagDefinition, ValueSyntax},
    value::Head,
};
use crate::{
    diag::{Applicability, Diagnostic, Edit, Fix, Severity},
    source::Span,
    tags::codes,
};

/// Handles an unknown tag, and reports it unless the user allows it or reporting is disabled. A tag similar to one of
/// idlgen's tags is an error. Any other tag belongs to another tool and is reported as well, because no other tool
/// would report it.
pub(super) fn read(reader: &mut CommentReader<'_>, head: &Head, options: &TagOptions) -> TagKind {
    if options.allows(&head.name) || !options.report_unknown {
        return TagKind::Recognised;
    }
    let message = format!("unknown tag `+{}`", head.name);
    let allowed = "add a tag of another tool to `allow` in the `[tags]` table of idlgen.toml";
    let diagnostic = Diagnostic::new(codes::UNKNOWN_TAG, message.as_str()).at(head.span);
    let diagnostic = if has_no_effect(&head.name) { without_effect(diagnostic) } else { diagnostic };
    if let Some(joined) = with_space(reader, &diagnostic, head) {
        reader.diagnostics.push(joined);
        return TagKind::Malformed;
    }
    if let Some((row, value)) = registry::with_value(&head.name) {
        reader.diagnostics.push(behind_colon(reader, diagnostic, head, row, value));
        return TagKind::Malformed;
    }
    if let Some(opposite) = registry::implied_by_absence_of(&head.name) {
        reader.diagnostics.push(needless(reader, diagnostic, opposite));
        return TagKind::Malformed;
    }
    if let Some(advice) = for_parts(&head.name) {
        reader.diagnostics.push(diagnostic.help(advice));
        return TagKind::Malformed;
    }
    let suggestion = registry::suggest(&head.name);
    if !registry::is_ours(&head.name, suggestion.is_some()) {
        let diagnostic = Diagnostic::new(codes::FOREIGN_TAG, message).at(head.span);
        let diagnostic = match with_prefix(&head.name) {
            Some(marker) => diagnostic.help(format!("write `+{marker}` if it is meant")),
            None => diagnostic,
        };
        reader.diagnostics.push(diagnostic.help(allowed));
        return TagKind::Recognised;
    }
    reader.diagnostics.push(match suggestion {
        Some(Suggestion { name, applicability }) => renamed(reader, diagnostic, head, &name, applicability),
        None => match registry::longer_names(&head.name).as_slice() {
            [] => diagnostic.help(allowed),
            [first @ .., last] => {
                let others = first.iter().map(|name| format!("`+{name}`")).collect::<Vec<_>>().join(", ");
                let either = if others.is_empty() { String::new() } else { format!("{others} or ") };
                diagnostic.help(format!("write {either}`+{last}`, whichever is meant"))
            }
        },
    });
    TagKind::Malformed
}

/// Returns the marker of controller-gen with this name after its prefix: `kubebuilder:example` for `example`.
fn with_prefix(name: &str) -> Option<String> {
    let marker = format!("kubebuilder:{name}");
    registry::find(&marker).is_some().then_some(marker)
}

/// Returns advice for a marker that is meant for the items of a list, or for the keys or values of a map:
/// `+kubebuilder:validation:Items={MaxLength=5}`, `+kubebuilder:validation:additionalProperties:MaxLength=5`.
fn for_parts(name: &str) -> Option<String> {
    const VALIDATION: &str = "kubebuilder:validation:";
    let rest = name.strip_prefix(VALIDATION)?;
    let is_one_of = |part: &str, names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(part));
    if is_one_of(rest, &["items"]) {
        return Some(format!("write one marker for each rule of the items: `+{VALIDATION}items:MaxLength=…`"));
    }
    let (part, keyword) = rest.split_once(':')?;
    let marker = format!("{VALIDATION}{keyword}");
    let is_of_map = is_one_of(part, &["properties", "additionalProperties", "values", "keys"]);
    (is_of_map && registry::find(&marker).is_some()).then(|| {
        format!("no marker applies to the keys or values of a map: declare a type for them, and put `+{marker}` on it")
    })
}

/// Prefixes of tags for code generators, which do not affect idlgen's outputs.
const WITHOUT_EFFECT: [&str; 5] =
    ["genclient:", "kubebuilder:conversion-gen", "kubebuilder:object:", "kubebuilder:rbac:", "kubebuilder:webhook:"];

/// Returns `true` if the corrected tag would not change any output. Of all `+genclient:…` tags, only `nonNamespaced`
/// affects CRDs.
fn has_no_effect(name: &str) -> bool {
    WITHOUT_EFFECT.iter().any(|prefix| name.starts_with(prefix)) && !name.to_lowercase().contains(":nonnamesp")
}

fn without_effect(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.severity = diagnostic.severity.min(Severity::Warning);
    diagnostic.note("tags with this prefix do not affect schemas")
}

/// Suggests a tag with another name, including the other changes that it requires.
fn renamed(
    reader: &CommentReader<'_>,
    diagnostic: Diagnostic,
    head: &Head,
    name: &str,
    applicability: Applicability,
) -> Diagnostic {
    let rest = reader.rest();
    if let Some(other) = other_marker(reader, name) {
        return merged(reader, diagnostic, name, other);
    }
    let applicability = if borders_are_certain(&head.name, name, rest) { applicability } else { Applicability::Unsafe };
    match corrected::read_again(&format!("+{name}{rest}")) {
        Reading::Good(tag) if tag == format!("+{name}{rest}").trim_end() => {
            diagnostic.fix_as(applicability, format!("use `+{name}`"), head.span, name)
        }
        Reading::Good(tag) => {
            let span = head.span.to(reader.span_of_rest());
            let without_plus = tag.strip_prefix('+').unwrap_or(&tag).to_owned();
            diagnostic.fix_as(applicability, format!("use `{tag}`"), span, without_plus)
        }
        Reading::GoesOn => diagnostic.unsafe_fix(format!("use `+{name}`"), head.span, name),
        Reading::Bad(problem) => {
            diagnostic.note(format!("the nearest tag is `+{name}`, but its value is invalid: {problem}"))
        }
    }
}

/// Maximum distance in lines of two markers that are combined.
const NEARBY: usize = 64;

/// Another line of the comment with the marker to which an argument belongs.
#[derive(Clone, Copy)]
struct OtherMarker {
    marker: &'static str,
    /// The line. `None` if the line is misspelled, too.
    line: Option<usize>,
}

/// Returns another line of the comment with the marker to which the argument `name` belongs, such as
/// `+kubebuilder:resource:scope=Cluster` for `kubebuilder:resource:categories`, if a second marker would be a
/// repetition. A misspelled line above the current one becomes such a line by its own fix.
fn other_marker(reader: &CommentReader<'_>, name: &str) -> Option<OtherMarker> {
    let row = registry::find(name).filter(|row| row.name != name && !row.repeatable)?;
    if !matches!(row.form, ValueSyntax::Arguments(..)) {
        return None;
    }
    let marker = row.name;
    let is_marker = |line: &usize| {
        let tag = reader.line(*line).trim_start_matches(SPACES).strip_prefix('+');
        tag.and_then(|tag| registry::find(registry::name_at(tag))).is_some_and(|found| found.name == marker)
    };
    let here = reader.place.line;
    let nearby = here.saturating_sub(NEARBY)..reader.line_count().min(here + NEARBY);
    if let Some(line) = nearby.filter(|line| *line != here).find(is_marker) {
        return Some(OtherMarker { marker, line: Some(line) });
    }
    let edits =
        reader.diagnostics.iter().rev().take(NEARBY).filter_map(|one| one.fix.as_ref()).flat_map(|fix| &fix.edits);
    let mut arguments = edits.filter_map(|edit| edit.replacement.strip_prefix(marker));
    arguments.any(|rest| rest.starts_with(':')).then_some(OtherMarker { marker, line: None })
}

/// Suggests to move an argument to the marker of the comment that has the others: a second marker would be a
/// repetition.
fn merged(reader: &CommentReader<'_>, diagnostic: Diagnostic, name: &str, other: OtherMarker) -> Diagnostic {
    let marker = other.marker;
    let text = format!("{name}{}", reader.rest().trim_end_matches(SPACES));
    let argument = text.strip_prefix(marker).map_or(text.as_str(), |rest| rest.trim_start_matches(':'));
    let title = format!("add `{argument}` to the `+{marker}` marker of this comment");
    let combined = other.line.zip(reader.entire_line()).and_then(|(line, whole)| {
        let end = reader.end_of_line(line);
        let before = reader.line(line).get(..end.offset)?.trim_start_matches(SPACES);
        let separator = if before.strip_prefix('+') == Some(marker) { ":" } else { "," };
        let combined = format!("{before}{separator}{argument}");
        let end = reader.position(end);
        let insertion = Edit { span: Span { start: end, end, ..whole }, replacement: format!("{separator}{argument}") };
        let is_valid = corrected::read_again(&combined) == Reading::Good(combined);
        is_valid.then_some([insertion, Edit { span: whole, replacement: String::new() }])
    });
    let Some(mut edits) = combined else { return diagnostic.help(title) };
    edits.sort_by_key(|edit| edit.span.start);
    let fix = Fix { title, edits: edits.into(), applicability: Applicability::Unsafe };
    Diagnostic { fix: Some(fix), ..diagnostic }
}

/// Returns `true` if it is certain where the value starts: in `+defaul=ta`, the `=` may be misplaced.
fn borders_are_certain(written: &str, name: &str, rest: &str) -> bool {
    let Some(value) = rest.strip_prefix(":=").or_else(|| rest.strip_prefix('=')) else {
        return rest.trim().is_empty() || rest.starts_with(['(', '[']);
    };
    let is_cut = name.len() == written.len() + 1 && name.starts_with(written);
    let is_lost = is_cut && name.chars().next_back() == value.chars().next();
    // In `+listTypes=et`, the `=` may be misplaced as well.
    let is_taken = written.len() == name.len() + 1 && written.starts_with(name);
    !is_lost && !is_taken && !value.starts_with([':', '='])
}

/// Handles a tag with a space after one of the colons in its name: `+kubebuilder: validation:MaxLength=5`.
fn with_space(reader: &mut CommentReader<'_>, diagnostic: &Diagnostic, head: &Head) -> Option<Diagnostic> {
    let after_colon = reader.rest().strip_prefix(':')?;
    let continued = after_colon.trim_start_matches(SPACES);
    let spaces = after_colon.len() - continued.len();
    let joined = format!("{}:{continued}", head.name);
    let name = registry::name_at(&joined).to_owned();
    if spaces == 0 || registry::find(&name).is_none() {
        return None;
    }
    let applicability = match corrected::read_again(&format!("+{joined}")) {
        Reading::Good(tag) if tag == format!("+{joined}").trim_end() => Applicability::Safe,
        _ => Applicability::Unsafe,
    };
    let span = reader.span_ahead(1 + spaces);
    Some(diagnostic.clone().fix_as(applicability, format!("remove the space: `+{name}`"), span, ":"))
}

/// Completes the diagnostic for a tag that only repeats the default.
fn needless(reader: &CommentReader<'_>, diagnostic: Diagnostic, opposite: &str) -> Diagnostic {
    let diagnostic = diagnostic.note(format!("this is the default unless `+{opposite}` is set"));
    let contradicts = |line: usize| {
        let text = reader.line(line).trim();
        text.strip_prefix('+').is_some_and(|tag| tag.starts_with(opposite))
    };
    match reader.entire_line().filter(|_| reader.at_end() && !(0..reader.line_count()).any(contradicts)) {
        Some(line) => diagnostic.fix("remove it", line, ""),
        None => diagnostic,
    }
}

/// Handles a tag whose value follows a colon: `+kubebuilder:validation:MaxLength:5`.
fn behind_colon(
    reader: &CommentReader<'_>,
    diagnostic: Diagnostic,
    head: &Head,
    row: &TagDefinition,
    value: &str,
) -> Diagnostic {
    if row.keyword == Some("uniqueItems") {
        return diagnostic
            .note("API servers reject `uniqueItems` in a CRD")
            .help("use `+listType=set` for a list of scalars");
    }
    let colon = head.span.start + row.name.len() as u32;
    let name = row.name;
    let (instead, span, replacement) = match row.form {
        ValueSyntax::Nothing(_) | ValueSyntax::Presence(_) => {
            (format!("+{name}"), Span { start: colon, ..head.span }, "")
        }
        _ => (format!("+{name}={value}"), Span { start: colon, end: colon + 1, ..head.span }, "="),
    };
    match corrected::read_again(&format!("{instead}{}", reader.rest())) {
        Reading::Good(tag) if tag == format!("{instead}{}", reader.rest()).trim_end() => {
            diagnostic.fix(format!("use `{instead}`"), span, replacement)
        }
        // The value needs other changes, too.
        Reading::Good(tag) => {
            let without_plus = tag.strip_prefix('+').unwrap_or(&tag).to_owned();
            diagnostic.unsafe_fix(format!("use `{tag}`"), head.span.to(reader.span_of_rest()), without_plus)
        }
        Reading::GoesOn => diagnostic.unsafe_fix(format!("use `{instead}`"), span, replacement),
        Reading::Bad(problem) => {
            diagnostic.note(format!("the value is also invalid: {problem}")).help("write `=` before the value")
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        diag::{Applicability, Severity},
        tags::{TagOptions, testing::read},
    };

    #[test]
    fn what_no_output_depends_on_is_a_warning() {
        for (tag, expected) in [
            ("+genclient:Namespaced", Severity::Warning),
            ("+kubebuilder:object:generate:false", Severity::Warning),
            ("+kubebuilder:conversion-gen=./api/v1", Severity::Warning),
            ("+genclient:nonNamespacd", Severity::Error),
            ("+kubebuilder:validation:MaxLenght=3", Severity::Error),
        ] {
            let (_, parsed) = read(&format!("// {tag}\n"), &TagOptions::default());
            let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{tag}: {:?}", parsed.diagnostics) };
            assert_eq!(diagnostic.severity, expected, "{tag}");
        }
    }

    #[test]
    fn a_flag_of_controller_gen_behind_a_colon_gets_an_equals_sign() {
        for (tag, expected) in [
            ("+kubebuilder:object:generate:false", "use `+kubebuilder:object:generate=false`"),
            ("+kubebuilder:object:root:true", "use `+kubebuilder:object:root=true`"),
        ] {
            let (_, parsed) = read(&format!("// {tag}\n"), &TagOptions::default());
            let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{tag}: {:?}", parsed.diagnostics) };
            let title = diagnostic.fix.as_ref().map(|fix| (fix.title.as_str(), fix.applicability));
            assert_eq!(title, Some((expected, Applicability::Safe)), "{tag}");
        }
    }

    #[test]
    fn markers_for_items_and_for_values_of_maps() {
        for (tag, part) in [
            ("Items={MaxLength=3}", "`+kubebuilder:validation:items:MaxLength=…`"),
            ("items=MaxLength=3", "`+kubebuilder:validation:items:MaxLength=…`"),
            ("properties:MaxLength=3", "put `+kubebuilder:validation:MaxLength` on it"),
            ("additionalProperties:Enum=a;b", "put `+kubebuilder:validation:Enum` on it"),
        ] {
            let (_, parsed) = read(&format!("// +kubebuilder:validation:{tag}\n"), &TagOptions::default());
            let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{tag}: {:?}", parsed.diagnostics) };
            assert!(diagnostic.fix.is_none(), "{tag}: {diagnostic:?}");
            assert!(diagnostic.help.iter().any(|help| help.contains(part)), "{tag}: {diagnostic:?}");
        }
    }

    #[test]
    fn arguments_of_a_marker_that_the_comment_has_are_added_to_it() {
        let resource = "+kubebuilder:resource";
        for (comment, expected) in [
            (
                format!("// {resource}:scope=Cluster\n// +kubebuilder:categories=all;mine\n// +optional\n"),
                format!("// {resource}:scope=Cluster,categories=all;mine\n// +optional\n"),
            ),
            (
                format!("// +kubebuilder:categories=all\n// A.\n// {resource}\n"),
                format!("// A.\n// {resource}:categories=all\n"),
            ),
            // The second one is added in the next round.
            (
                "// +kubebuilder:categories=all\n// +kubebuilder:shortName=w\n".to_owned(),
                format!("// {resource}:categories=all\n// +kubebuilder:shortName=w\n"),
            ),
            // Both have a value for the argument.
            (
                format!("// {resource}:categories=all\n// +kubebuilder:categories=mine\n"),
                format!("// {resource}:categories=all\n// +kubebuilder:categories=mine\n"),
            ),
        ] {
            let (_, parsed) = read(&comment, &TagOptions::default());
            let mut text = comment.clone();
            for diagnostic in &parsed.diagnostics {
                let edits = diagnostic.fix.iter().flat_map(|fix| fix.edits.iter().rev());
                for edit in edits {
                    text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
                }
                let is_named =
                    diagnostic.fix.is_some() || diagnostic.help[0].contains("to the `+kubebuilder:resource`");
                assert!(is_named, "{diagnostic:?}");
            }
            assert_eq!(text, expected, "{:?}", parsed.diagnostics);
        }
    }

    #[test]
    fn several_markers_may_be_meant() {
        let (_, parsed) = read("// +kubebuilder:validation:OneOf=record,alert\n", &TagOptions::default());
        let help = "write `+kubebuilder:validation:ExactlyOneOf`, `+kubebuilder:validation:AtMostOneOf` or \
                    `+kubebuilder:validation:AtLeastOneOf`, whichever is meant";
        assert_eq!(parsed.diagnostics[0].help, [help]);
        assert!(parsed.diagnostics[0].fix.is_none());
    }

    #[test]
    fn where_the_name_ends_is_certain_or_the_fix_is_unsafe() {
        for (tag, is_safe) in [
            ("+maxLenght=3", true),
            ("+defaul=3", true),
            ("+kubebuilder:defaul=tab", false),
            ("+genclient:nonNamespace:", false),
            ("+kubebuilder:printcolumn:nmae=A,type=date,JSONPath=.a", true),
            ("+kubebuilder:printcolumn:name=A,type=date,JSONPath=.a,priority1=", false),
            ("+listType:=set", true),
            ("+genclient:=onlyVerbs=create", false),
        ] {
            let (_, parsed) = read(&format!("// {tag}\n"), &TagOptions::default());
            let applicability = parsed.diagnostics[0].fix.as_ref().map(|fix| fix.applicability);
            assert_eq!(applicability == Some(Applicability::Safe), is_safe, "{tag}: {:?}", parsed.diagnostics);
        }
    }

    #[test]
    fn values_behind_a_colon() {
        for (tag, fixed) in [
            ("+kubebuilder:validation:MaxLength:5", Some("+kubebuilder:validation:MaxLength=5")),
            ("+kubebuilder:validation:Required:true", Some("+kubebuilder:validation:Required")),
            ("+kubebuilder:validation:Enum:a;b", Some("+kubebuilder:validation:Enum=a;b")),
            ("+kubebuilder:validation:Enum:a,b", Some("+kubebuilder:validation:Enum=a;b")),
            ("+kubebuilder:validation:UniqueItems:true", None),
            ("+listType:set", Some("+listType=set")),
            ("+kubebuilder:validation:OneOf=a;b", None),
            ("+kubebuilder: validation:MaxLength=5", Some("+kubebuilder:validation:MaxLength=5")),
            ("+kubebuilder:validation:  MaxLength=5", Some("+kubebuilder:validation:MaxLength=5")),
            ("+kubebuilder:validation: Required", Some("+kubebuilder:validation:Required")),
            ("+kubebuilder:validation: Nope=5", None),
        ] {
            let comment = format!("// {tag}\n");
            let (_, parsed) = read(&comment, &TagOptions::default());
            let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{tag}: {:?}", parsed.diagnostics) };
            let text = diagnostic.fix.as_ref().map(|fix| {
                let edit = &fix.edits[0];
                let (start, end) = (edit.span.start as usize, edit.span.end as usize);
                format!("{}{}{}", &comment[3..start], edit.replacement, comment[end..].trim_end())
            });
            assert_eq!(text.as_deref(), fixed, "{tag}");
        }
    }
}
