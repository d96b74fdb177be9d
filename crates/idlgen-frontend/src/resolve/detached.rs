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
    diag::Diagnostic,
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
            for tag in self.lost_tags(place.package, group) {
                match &above {
                    // The comment of the field itself contains the same tag.
                    Some(above) if above.has_line(file, &tag.text) => {}
                    Some(above) => found.push(applied(&tag, &above.field)),
                    None if holds_code(group) => {}
                    None => found.push(in_struct(&tag)),
                }
            }
        }
        for group in lost_groups(file) {
            let lost = self.lost_tags(place.package, group);
            found.extend(lost.iter().filter(|tag| is_about_declarations(tag)).map(between_declarations));
        }
        for diagnostic in found {
            self.report.add(Owner::Package(place.package), diagnostic);
        }
    }
}

/// Reports a tag that some tools apply to the field below it.
fn applied(tag: &Tag, field: &str) -> Diagnostic {
    // The message does not contain the field, so that the same problem of several fields can be reported once.
    let message = format!("a blank line separates `+{}` from the field that it applies to", tag.name);
    Diagnostic::new(DETACHED_TAG, message)
        .at_with(tag.span, format!("it applies to field `{field}`"))
        .note("controller-gen and idlgen apply it to the field; openapi-gen and validation-gen ignore it")
        .help("remove the blank line below this comment, or the tag")
}

/// Reports a tag in a struct that has no effect.
fn in_struct(tag: &Tag) -> Diagnostic {
    let message = format!("`+{}` has no effect: no field follows its comment", tag.name);
    Diagnostic::new(DETACHED_TAG, message).at(tag.span).help("move it to the comment of a field, or remove it")
}

/// Reports a tag outside of declarations that has no effect.
fn between_declarations(tag: &Tag) -> Diagnostic {
    let message = format!("`+{}` has no effect: its comment is not next to a type", tag.name);
    Diagnostic::new(DETACHED_TAG, message)
        .at(tag.span)
        .note("tools read only the two closest comments above a type")
        .help("move it to the comment of a type, or remove it")
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
        assert_eq!(said.lines().count(), 2, "{said}");
        for name in names {
            let told = format!("a blank line separates `+{name}` from the field that it applies to");
            assert!(said.contains(&told), "{said}");
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
