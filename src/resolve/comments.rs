//! Comments of declarations: which group belongs to what, and what is prose and what is a tag.

use std::collections::{BTreeMap, BTreeSet};

use super::{PackageReader, names::FileIndex, report::Owner};
use crate::{
    diag::Diagnostic,
    model::Doc,
    resolve::codes,
    syntax::{CommentGroup, CommentId, Comments, GoFile, TypeExpression, TypeExpressionKind},
    tags::{
        self, Dialect, Grammar, Meaning, Tag,
        registry::{self, Target},
    },
    tool::CommentRule,
};

/// A comment taken apart.
#[derive(Debug, Default)]
pub(super) struct Comment {
    /// All its lines.
    pub(super) doc: Doc,
    /// Its tags, in order.
    pub(super) tags: Vec<Tag>,
    /// Those that are the package's.
    pub(super) of_package: Vec<Tag>,
}

impl PackageReader<'_, '_> {
    /// The comment of a field, constant or type.
    pub(super) fn read_comment(&mut self, place: FileIndex, comments: &Comments) -> Comment {
        let Some(file) = self.names.file(place) else { return Comment::default() };
        match doc_group(file, comments, self.options.comments).and_then(|id| file.comment(id)) {
            Some(group) => self.read_group(place.package, group),
            None => Comment::default(),
        }
    }

    /// The comment of a type with the tags of the group above it, as `k8s.io/gengo`'s `SecondClosestCommentLines` and
    /// controller-gen read them.
    pub(super) fn read_type_comment(&mut self, place: FileIndex, comments: &Comments) -> Comment {
        let mut comment = self.read_comment(place, comments);
        let Some(file) = self.names.file(place) else { return comment };
        if self.options.comments == CommentRule::Go
            && let Some(group) = comments.second_closest.and_then(|id| file.comment(id))
        {
            let (of_package, mut above) =
                self.read_group(place.package, group).tags.into_iter().partition(is_about_package);
            comment.of_package = of_package;
            self.report_own(place.package, tags::repetitions_between(&above, &comment.tags));
            above.append(&mut comment.tags);
            comment.tags = above;
        }
        comment
    }

    /// The comment of a field with the tags of the group above it, which controller-gen reads, too: all of them or none,
    /// whichever tool they are of.
    pub(super) fn read_field_comment(&mut self, place: FileIndex, comments: &Comments) -> Comment {
        let mut comment = self.read_comment(place, comments);
        let Some(file) = self.names.file(place) else { return comment };
        if self.options.comments == CommentRule::Go
            && let Some(group) = comments.second_closest.and_then(|id| file.comment(id))
            && has_tag(group)
        {
            let mut above = self.read_group(place.package, group).tags;
            // What the field says itself is no news.
            let is_new = |tag: &&Tag| !comment.tags.iter().any(|own| own.text == tag.text);
            let different: Vec<Tag> = above.iter().filter(is_new).cloned().collect();
            self.report_own(place.package, tags::repetitions_between(&different, &comment.tags));
            above.append(&mut comment.tags);
            comment.tags = above;
        }
        comment
    }

    /// One comment group. What is wrong with its tags is said for requested packages only.
    pub(super) fn read_group(&mut self, package: usize, group: &CommentGroup) -> Comment {
        let is_requested = self.names.packages.get(package).is_some_and(|package| package.requested);
        let options = if is_requested { &self.options.tags } else { &self.tags_of_dependencies };
        let parsed = tags::parse(&group.lines, options);
        self.report_own(package, parsed.diagnostics);
        let notations = tags::notations(&group.lines);
        // Other tools take them for prose.
        if self.options.tags.grammar == Grammar::Idlgen {
            self.report_own(package, notations.diagnostics);
        }
        let mut is_tag = parsed.is_tag.into_iter();
        let mut doc = Doc::default();
        if group.has_block {
            doc.set_block();
        }
        for line in group.lines.iter() {
            doc.push(line.text, is_tag.next().unwrap_or(false));
        }
        let mut tags = parsed.tags;
        tags.extend(notations.tags);
        Comment { doc, tags, of_package: Vec::new() }
    }

    /// Diagnoses tags in the comment behind a declaration: Go attaches it to nothing that a tool reads, and openapi-gen
    /// to the next line.
    pub(super) fn check_trailing(&mut self, place: FileIndex, comments: &Comments) {
        if self.options.comments != CommentRule::Go {
            return;
        }
        let Some(file) = self.names.file(place) else { return };
        let Some(group) = comments.trailing.and_then(|id| file.comment(id)) else { return };
        for tag in self.lost_tags(place.package, group) {
            let diagnostic = Diagnostic::new(
                codes::TRAILING_TAG,
                format!("`+{}` behind a declaration belongs to nothing", tag.name),
            )
            .at_with(tag.span, "move it to a line of its own above the declaration")
            .note("openapi-gen takes it as a tag of the next line, controller-gen ignores it");
            self.report.add(Owner::Package(place.package), diagnostic);
        }
    }

    /// Diagnoses tags in comments that a blank line separates from the field or type below.
    pub(super) fn check_detached(&mut self, place: FileIndex) {
        let Some(file) = self.names.file(place) else { return };
        if self.options.comments != CommentRule::Go {
            return;
        }
        let mut found = Vec::new();
        for (id, above) in detached_groups(file) {
            let Some(group) = file.comment(id) else { continue };
            for tag in self.lost_tags(place.package, group) {
                let name = &tag.name;
                found.push(match &above {
                    // The field says it itself.
                    Some(Above { doc: Some(doc), .. }) if file.comment(*doc).is_some_and(|doc| has_line(doc, &tag.text)) => {
                        continue;
                    }
                    Some(Above { field, .. }) => Diagnostic::new(
                        codes::DETACHED_TAG,
                        format!("a blank line separates `+{name}` from field `{field}`, which it applies to"),
                    )
                    .at_with(tag.span, "remove the blank line below this comment, or the tag")
                    .note("controller-gen applies it to the field, and so does idlgen; openapi-gen and validation-gen ignore it"),
                    None if holds_code(group) => continue,
                    None => Diagnostic::new(
                        codes::DETACHED_TAG,
                        format!("`+{name}` belongs to nothing: no field follows its comment"),
                    )
                    .at_with(tag.span, "move it to the comment of a field, or remove it")
                    .note("no tool applies it"),
                });
            }
        }
        for group in lost_groups(file) {
            for tag in self.lost_tags(place.package, group) {
                let is_lost = registry::find(&tag.name)
                    .is_some_and(|row| !row.targets.is_empty() && !row.targets.contains(&Target::Package));
                if is_lost {
                    let message = format!("`+{}` belongs to nothing: its comment is not next to a type", tag.name);
                    found.push(
                        Diagnostic::new(codes::DETACHED_TAG, message)
                            .at_with(tag.span, "move it to the comment of a type, or remove it")
                            .note("of the comments above a type, tools read the two that are closest to it"),
                    );
                }
            }
        }
        for diagnostic in found {
            self.report.add(Owner::Package(place.package), diagnostic);
        }
    }

    /// The tags of a group that would mean something if the group belonged to a declaration.
    fn lost_tags(&self, package: usize, group: &CommentGroup) -> Vec<Tag> {
        let is_requested = self.names.packages.get(package).is_some_and(|package| package.requested);
        if !is_requested || !has_tag(group) {
            return Vec::new();
        }
        let mut tags = tags::parse(&group.lines, &self.options.tags).tags;
        tags.retain(|tag| tag.dialect != Dialect::Foreign && tag.meaning != Meaning::Malformed);
        tags
    }
}

/// Whether a marker of controller-gen in the group above a type's comment belongs to the package, for it may stand
/// there and not on a type (`sigs.k8s.io/controller-tools/pkg/markers`, `associateFileMarkers`).
fn is_about_package(tag: &Tag) -> bool {
    let is_marker = tag.dialect == Dialect::Kubebuilder || matches!(tag.meaning, Meaning::GroupName(_));
    let has = |target| registry::find(&tag.name).is_some_and(|row| row.targets.contains(&target));
    is_marker && has(Target::Package) && !has(Target::Type)
}

/// The group that documents a declaration.
pub(super) fn doc_group(file: &GoFile, comments: &Comments, rule: CommentRule) -> Option<CommentId> {
    match rule {
        CommentRule::Go => comments.doc,
        CommentRule::ByLine => file.comment_ending_on(comments.name_line.checked_sub(1)?),
    }
}

/// Whether a line of the comment looks like a tag.
fn has_tag(group: &CommentGroup) -> bool {
    group.lines.iter().any(|line| line.text.trim_start().starts_with('+'))
}

/// Whether the comment has that line.
fn has_line(group: &CommentGroup, text: &str) -> bool {
    group.lines.iter().any(|line| line.text.trim() == text)
}

/// Whether the comment is a declaration that was commented out together with its tags.
fn holds_code(group: &CommentGroup) -> bool {
    let is_code = |text: &str| {
        text.contains("`json:\"")
            || text.contains("`protobuf:\"")
            || text.starts_with("type ")
            || text.trim_end().ends_with('{')
    };
    group.lines.iter().any(|line| is_code(line.text))
}

/// The groups behind the package clause that are no declaration's: those above types count with these.
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

/// The field that a group is the closest above, across a blank line.
#[derive(Clone)]
struct Above {
    field: String,
    /// Its own comment.
    doc: Option<CommentId>,
}

/// The groups inside structs that neither document a field nor stand behind one, each with the field that it is
/// the closest above.
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
    // The outermost structs lie one behind the other, so that the one around a place is found by halves.
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
        let said = read.said();
        assert_eq!(said.lines().count(), 2, "{said}");
        for name in names {
            let told = format!("a blank line separates `+{name}` from field `A`, which it applies to");
            assert!(said.contains(&told), "{said}");
        }
    }

    #[test]
    fn tags_that_no_tool_reads_are_told() {
        let read = read_file(
            "package v1\n\n// +maxLength=1\n\n// +maxLength=2\n\n// T is one.\ntype T string\n\n// +maxLength=3\n\n\
             // type U struct {\n// +optional\n// }\n\ntype V struct {\n\t// +minLength=1\n\n\t// +minLength=2\n\n\
             \t// A is one.\n\tA string `json:\"a\"`\n\n\t// +minLength=3\n}\n",
        );
        assert_eq!(read.model.types[0].tags.len(), 1);
        let said = read.said();
        let lost: Vec<&str> = said.lines().filter(|line| line.contains("belongs to nothing")).collect();
        assert_eq!(lost.len(), 4, "{said}");
        assert_eq!(said.lines().count(), 5, "{said}");
    }
}
