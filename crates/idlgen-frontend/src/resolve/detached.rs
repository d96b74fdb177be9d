//! Tags in comments that a blank line separates from a declaration. Those in the nearest comment above a declaration
//! apply to it; those further up have no effect (`sigs.k8s.io/controller-tools/pkg/markers`, `markerSubVisitor.Visit`).

use std::collections::{BTreeMap, BTreeSet};

use super::{
    PackageReader,
    comments::{has_tag, is_package_marker},
    names::FileIndex,
    report::Owner,
};
use crate::{
    diag::{Diagnostic, listed},
    resolve::codes::DETACHED_TAG,
    syntax::{CommentGroup, CommentId, GoFile, TypeExpression, TypeExpressionKind},
    tags::{
        self, Tag,
        registry::{self, Target},
    },
    tool::CommentRule,
};

impl PackageReader<'_, '_> {
    /// Returns controller-gen's package markers in comments that do not belong to a declaration. Other lines there are
    /// not tags and are not reported.
    pub(super) fn package_markers(&self, file: &GoFile) -> Vec<Tag> {
        let marked = lost_groups(file).filter(|group| has_tag(group));
        let tags = marked.flat_map(|group| tags::parse(&group.lines, &self.options.tags).tags);
        tags.filter(is_package_marker).collect()
    }

    /// Reports tags in comments that a blank line separates from the field or type below.
    pub(super) fn check_detached(&mut self, place: FileIndex) {
        let Some(file) = self.names.file(place) else { return };
        if self.options.comments != CommentRule::Go {
            return;
        }
        let mut found = Vec::new();
        for (id, above) in detached_groups(file) {
            let Some(group) = file.comment(id) else { continue };
            let mut tags = self.lost_tags(place.package, group);
            match &above {
                Some(above) => {
                    // The comment of the field itself may contain the same tag.
                    tags.retain(|tag| !above.has_line(file, &tag.text));
                    found.extend(applied(&tags, &above.field));
                }
                None if holds_code(group) => {}
                None => found.extend(in_struct(&tags)),
            }
        }
        for group in lost_groups(file) {
            let mut tags = self.lost_tags(place.package, group);
            tags.retain(is_about_declarations);
            found.extend(between_declarations(&tags));
        }
        for diagnostic in found {
            self.report.add(Owner::Package(place.package), diagnostic);
        }
    }
}

/// Reports the tags of a comment that some tools apply to the field below it.
fn applied(tags: &[Tag], field: &str) -> Option<Diagnostic> {
    let Words { they, them, apply, tags: noun, .. } = Words::of(tags);
    // The message does not contain the field, so that the same problem of several fields can be reported once.
    let message = format!("a blank line separates {} from the field that {they} {apply} to", names(tags));
    let diagnostic = detached(tags, message, &format!("{they} {apply} to field `{field}`"))?;
    let note =
        format!("controller-gen and idlgen apply {them} to the field; openapi-gen and validation-gen ignore {them}");
    Some(diagnostic.note(note).help(format!("remove the blank line below this comment, or the {noun}")))
}

/// Reports the tags of a comment in a struct that have no effect.
fn in_struct(tags: &[Tag]) -> Option<Diagnostic> {
    let Words { them, have, their, .. } = Words::of(tags);
    let message = format!("{} {have} no effect: no field follows {their} comment", names(tags));
    let help = format!("move {them} to the comment of a field, or remove {them}");
    Some(detached(tags, message, "")?.help(help))
}

/// Reports the tags of a comment outside of declarations that have no effect.
fn between_declarations(tags: &[Tag]) -> Option<Diagnostic> {
    let Words { them, have, their, .. } = Words::of(tags);
    let message = format!("{} {have} no effect: {their} comment is not next to a type", names(tags));
    let diagnostic = detached(tags, message, "")?.note("tools read only the two closest comments above a type");
    Some(diagnostic.help(format!("move {them} to the comment of a type, or remove {them}")))
}

/// Reports all tags of a comment at the first one. Returns `None` for an empty list.
fn detached(tags: &[Tag], message: String, label: &str) -> Option<Diagnostic> {
    let (first, others) = tags.split_first()?;
    let diagnostic = Diagnostic::new(DETACHED_TAG, message).at_with(first.span, label);
    Some(others.iter().fold(diagnostic, |diagnostic, tag| diagnostic.and(tag.span, "and this")))
}

/// Lists the names of tags, each once: "`+a`, `+b` and `+c`".
fn names(tags: &[Tag]) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in tags.iter().map(|tag| format!("`+{}`", tag.name)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    listed(&names, "and")
}

/// The words of a sentence about one or several tags.
struct Words {
    they: &'static str,
    them: &'static str,
    their: &'static str,
    apply: &'static str,
    have: &'static str,
    tags: &'static str,
}

impl Words {
    fn of(tags: &[Tag]) -> Self {
        match tags {
            [_] => Words { they: "it", them: "it", their: "its", apply: "applies", have: "has", tags: "tag" },
            _ => Words { they: "they", them: "them", their: "their", apply: "apply", have: "have", tags: "tags" },
        }
    }
}

/// Returns `true` for a tag that is allowed on types or fields but not on packages.
fn is_about_declarations(tag: &Tag) -> bool {
    registry::find(&tag.name).is_some_and(|row| !row.targets.is_empty() && !row.targets.contains(&Target::Package))
}

/// The field below a comment group, if a blank line separates them.
#[derive(Clone)]
struct Above {
    field: String,
    /// The field's own comment.
    doc: Option<CommentId>,
}

impl Above {
    /// Returns `true` if the field's own comment contains this line.
    fn has_line(&self, file: &GoFile, text: &str) -> bool {
        let doc = self.doc.and_then(|id| file.comment(id));
        doc.is_some_and(|doc| doc.lines.iter().any(|line| line.text.trim() == text))
    }
}

/// Returns `true` if the comment contains a declaration that was commented out together with its tags.
fn holds_code(group: &CommentGroup) -> bool {
    let is_code = |text: &str| {
        text.contains("`json:\"")
            || text.contains("`protobuf:\"")
            || text.starts_with("type ")
            || text.trim_end().ends_with('{')
    };
    group.lines.iter().any(|line| is_code(line.text))
}

/// Returns the groups after the package clause that do not belong to a declaration. Excludes the groups above the
/// comments of types, which belong to the types.
fn lost_groups(file: &GoFile) -> impl Iterator<Item = &CommentGroup> {
    let clause = file.package.as_ref().map_or(0, |clause| clause.span.start);
    let above: BTreeSet<CommentId> =
        file.types.iter().filter_map(|declaration| declaration.comments.second_closest).collect();
    let ids = (0u32..).map(CommentId).zip(&file.comments);
    let is_lost = move |(id, group): &(CommentId, &CommentGroup)| {
        group.stands_alone
            && !above.contains(id)
            && !holds_code(group)
            && group.lines.first().is_some_and(|line| line.span.start > clause)
    };
    ids.filter(is_lost).map(|(_, group)| group)
}

/// Returns the groups inside structs that do not belong to a field. If a group is the nearest one above a field, also
/// returns that field.
fn detached_groups(file: &GoFile) -> Vec<(CommentId, Option<Above>)> {
    let mut attached = BTreeSet::new();
    let mut above: BTreeMap<CommentId, Above> = BTreeMap::new();
    let mut structs = Vec::new();
    let mut expressions: Vec<&TypeExpression> = file.types.iter().map(|declaration| &declaration.definition).collect();
    while let Some(expression) = expressions.pop() {
        match &expression.kind {
            TypeExpressionKind::Pointer(inner)
            | TypeExpressionKind::Slice(inner)
            | TypeExpressionKind::Array { element: inner, .. }
            | TypeExpressionKind::Map { value: inner, .. } => expressions.push(inner),
            TypeExpressionKind::Struct(fields) => {
                structs.push(expression.span);
                for field in fields {
                    attached.extend([field.comments.doc, field.comments.trailing].into_iter().flatten());
                    if let Some(id) = field.comments.second_closest {
                        above
                            .entry(id)
                            .or_insert_with(|| Above { field: field.name.name.clone(), doc: field.comments.doc });
                    }
                    expressions.push(&field.ty);
                }
            }
            _ => {}
        }
    }
    // The outermost structs do not overlap, so a binary search finds the one that contains a position.
    structs.sort();
    structs.dedup_by(|inner, outer| inner.end <= outer.end);
    let inside = |group: &CommentGroup| {
        let first = group.lines.first().map(|line| line.span)?;
        let after = structs.partition_point(|span| span.start <= first.start);
        structs.get(after.checked_sub(1)?).filter(|span| first.end <= span.end)
    };
    let ids = (0u32..).map(CommentId).zip(&file.comments);
    ids.filter(|(id, group)| !attached.contains(id) && inside(group).is_some())
        .map(|(id, _)| (id, above.get(&id).cloned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::resolve::testing::read_file;

    #[test]
    fn tags_of_the_group_above_a_field_count() {
        let read = read_file(
            "package v1\n\ntype T struct {\n\t// +kubebuilder:validation:MaxLength=3\n\t// +optional\n\n\
             \t// A is one.\n\
             \tA string `json:\"a\"`\n}\n",
        );
        let field = &read.model.types[0].fields()[0];
        let names: Vec<&str> = field.tags.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, ["kubebuilder:validation:MaxLength", "optional"]);
        let said = read.report();
        assert_eq!(said.lines().count(), 1, "{said}");
        let told = "a blank line separates `+kubebuilder:validation:MaxLength` and `+optional` from the field that \
                    they apply to";
        assert!(said.contains(told), "{said}");
    }

    #[test]
    fn each_comment_is_reported_once() {
        let tags = "// +minLength=1\n\t// +validationRule=\"a\"\n\t// +validationRule=\"b\"\n\t// +optional\n\n\t";
        let named = "`+minLength`, `+validationRule` and `+optional`";
        for (inside, outside, expected) in [
            (tags, "", format!("a blank line separates {named} from the field that they apply to")),
            ("// +optional\n\n\t", "", "a blank line separates `+optional` from the field that it applies to".into()),
            ("// +optional\n\n\t// +optional\n\t", "", String::new()),
            ("", tags, format!("{named} have no effect: their comment is not next to a type")),
        ] {
            let text = format!(
                "package v1\n\ntype T struct {{\n\t{inside}A string `json:\"a\"`\n}}\n\n{outside}\n\nconst X = 1\n"
            );
            let said = read_file(&text).report();
            let said = said.lines().map(|line| line.split_once("]: ").map_or(line, |(_, message)| message));
            let said: Vec<&str> = said.filter(|line| !line.is_empty()).collect();
            assert_eq!(said.join("\n"), expected, "{text}");
        }
    }

    #[test]
    fn the_own_value_of_a_field_takes_effect() {
        let read = read_file(
            "package v1\n\ntype T struct {\n\t// +kubebuilder:validation:MaxLength=3\n\t// +kubebuilder:default=ab\n\
             \t// B string `json:\"b\"`\n\n\t// +kubebuilder:validation:MaxLength=5\n\tA string `json:\"a\"`\n}\n",
        );
        let tags: Vec<&str> = read.model.types[0].fields()[0].tags.iter().map(|tag| tag.text.as_str()).collect();
        assert_eq!(tags, ["+kubebuilder:default=ab", "+kubebuilder:validation:MaxLength=5"]);
        assert!(!read.report().contains("error"), "{}", read.report());
    }

    #[test]
    fn package_markers_apply_wherever_they_are() {
        let read = read_file(
            "package v1\n\nconst A = 1\n\n// All fields are optional.\n// +kubebuilder:validation:Optional\n\
             // +unknown\n\n// More.\n\n// T is one.\ntype T string\n\nfunc f() {\n\t// +groupName=a.b\n\n}\n\n// \
             +versionName=v2\n",
        );
        let tags: Vec<&str> = read.model.packages[0].tags.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(tags, ["kubebuilder:validation:Optional", "versionName"]);
        assert_eq!(read.report(), "");
    }

    #[test]
    fn tags_that_no_tool_reads_are_told() {
        let read = read_file(
            "package v1\n\n// +maxLength=1\n\n// +maxLength=2\n\n// T is one.\ntype T string\n\n// +maxLength=3\n\n\
             // type U struct {\n// +optional\n// }\n\ntype V struct {\n\t// +minLength=1\n\n\t// +minLength=2\n\n\
             \t// A is one.\n\tA string `json:\"a\"`\n\n\t// +minLength=3\n}\n",
        );
        assert_eq!(read.model.types[0].tags.len(), 1);
        let said = read.report();
        let lost: Vec<&str> = said.lines().filter(|line| line.contains("has no effect")).collect();
        assert_eq!(lost.len(), 4, "{said}");
        assert_eq!(said.lines().count(), 5, "{said}");
    }
}
