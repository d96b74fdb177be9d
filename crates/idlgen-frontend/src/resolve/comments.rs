//! Comments of declarations: finds the declaration to which each group belongs, and separates prose from tags.

use std::collections::BTreeSet;

use super::{PackageReader, names::FileIndex, report::Owner};
use crate::{
    diag::Diagnostic,
    model::Doc,
    resolve::codes,
    source::Span,
    syntax::{CommentGroup, CommentId, Comments, GoFile, TypeDeclaration},
    tags::{
        self, Dialect, Grammar, Tag, TagKind,
        codes::CONFLICTING_TAG,
        registry::{self, Target},
    },
    tool::CommentRule,
};

/// A parsed comment.
#[derive(Debug, Default)]
pub(super) struct Comment {
    /// All lines of the comment, including its tags.
    pub(super) doc: Doc,
    /// The tags of the comment, in order.
    pub(super) tags: Vec<Tag>,
    /// The tags that belong to the package.
    pub(super) of_package: Vec<Tag>,
}

impl PackageReader<'_, '_> {
    /// Reads the comment of a field, constant or type, whose tags can apply to `targets`.
    pub(super) fn read_comment(&mut self, place: FileIndex, comments: &Comments, targets: &[Target]) -> Comment {
        let Some(file) = self.names.file(place) else { return Comment::default() };
        match doc_group(file, comments, self.options.comments).and_then(|id| file.comment(id)) {
            Some(group) => self.read_group(place.package, group, targets),
            None => Comment::default(),
        }
    }

    /// Reads the comment of a type, including the tags in the group above it, like `k8s.io/gengo`'s
    /// `SecondClosestCommentLines` and controller-gen.
    pub(super) fn read_type_comment(&mut self, place: FileIndex, comments: &Comments) -> Comment {
        // The group above can also contain tags of the package.
        let targets = [Target::Type, Target::Package];
        let mut comment = self.read_comment(place, comments, &targets);
        let Some(file) = self.names.file(place) else { return comment };
        if self.options.comments == CommentRule::Go
            && let Some(group) = comments.second_closest.and_then(|id| file.comment(id))
        {
            let (of_package, mut above) =
                self.read_group(place.package, group, &targets).tags.into_iter().partition(is_about_package);
            comment.of_package = of_package;
            self.report_own(place.package, tags::repetitions_between(&above, &comment.tags));
            above.append(&mut comment.tags);
            comment.tags = above;
        }
        comment
    }

    pub(super) fn extent(&self, place: FileIndex, declaration: &TypeDeclaration) -> Span {
        let comments = &declaration.comments;
        let groups = [comments.second_closest, comments.doc, comments.trailing].into_iter().flatten();
        let file = self.names.file(place);
        let groups = groups.filter_map(|id| file?.comment(id));
        let lines = groups.flat_map(|group| group.lines.iter().chain(group.directives.iter()));
        lines.fold(declaration.span, |extent, line| extent.to(line.span))
    }

    /// Reads the comment of a field, including the tags in the group above it, like controller-gen. Includes tags of
    /// all tools.
    pub(super) fn read_field_comment(&mut self, place: FileIndex, comments: &Comments) -> Comment {
        // For controller-gen, embedded fields are fields like others.
        let targets = [Target::Field, Target::EmbeddedField];
        let mut comment = self.read_comment(place, comments, &targets);
        let Some(file) = self.names.file(place) else { return comment };
        if self.options.comments == CommentRule::Go
            && let Some(group) = comments.second_closest.and_then(|id| file.comment(id))
            && has_tag(group)
        {
            let mut above = self.read_group(place.package, group, &targets).tags;
            // If the values differ, the tag in the field's own comment takes effect, as in controller-gen.
            let repeated = tags::repetitions_between(&above, &comment.tags);
            let conflicts = repeated.iter().filter(|one| one.code == CONFLICTING_TAG);
            let overridden: BTreeSet<Span> = conflicts.flat_map(|one| &one.secondary).map(|label| label.span).collect();
            above.retain(|tag| !overridden.contains(&tag.span));
            // A tag that is repeated in the field's own comment is not reported.
            let own: BTreeSet<&str> = comment.tags.iter().map(|tag| tag.text.as_str()).collect();
            let different: Vec<Tag> = above.iter().filter(|tag| !own.contains(tag.text.as_str())).cloned().collect();
            self.report_own(place.package, tags::repetitions_between(&different, &comment.tags));
            above.append(&mut comment.tags);
            comment.tags = above;
        }
        comment
    }

    /// Reads one comment group, whose tags can apply to `targets`. Errors in its tags are only reported for requested
    /// packages.
    pub(super) fn read_group(&mut self, package: usize, group: &CommentGroup, targets: &[Target]) -> Comment {
        let is_requested = self.names.packages.get(package).is_some_and(|package| package.requested);
        let options = if is_requested { &self.options.tags } else { &self.tags_of_dependencies };
        let mut parsed = tags::parse(&group.lines, options);
        // controller-gen does not read the arguments of a marker that does not apply (`Registry.Lookup`). The lint for
        // misplaced tags reports the marker.
        let is_misplaced = |tag: &&Tag| tag.meaning == TagKind::Malformed && is_misplaced_marker(tag, targets);
        let misplaced: Vec<Span> = parsed.tags.iter().filter(is_misplaced).map(|tag| tag.span).collect();
        let is_inside = |span: Span| misplaced.iter().any(|tag| tag.start <= span.start && span.start < tag.end);
        parsed.diagnostics.retain(|one| !one.primary.as_ref().is_some_and(|label| is_inside(label.span)));
        if !self.options.tags_in_blocks {
            let is_inside = |span: Span| group.blocks.iter().any(|one| one.start <= span.start && span.start < one.end);
            parsed.tags.retain(|tag| !is_inside(tag.span));
            parsed.diagnostics.retain(|one| !one.primary.as_ref().is_some_and(|label| is_inside(label.span)));
        }
        self.report_own(package, parsed.diagnostics);
        let notations = tags::notations(&group.lines);
        // Other tools treat these notations as prose.
        if self.options.tags.grammar == Grammar::Idlgen {
            self.report_own(package, notations.diagnostics);
        }
        let mut doc = Doc::default();
        if !group.blocks.is_empty() {
            doc.set_block();
        }
        doc.push_lines(&group.lines, &parsed.is_tag);
        let mut tags = parsed.tags;
        tags.extend(notations.tags);
        Comment { doc, tags, of_package: Vec::new() }
    }

    /// Reports tags in a comment after a declaration on the same line. Go does not attach this comment to anything that
    /// tools read, and openapi-gen attaches it to the next line.
    pub(super) fn check_trailing(&mut self, place: FileIndex, comments: &Comments) {
        if self.options.comments != CommentRule::Go {
            return;
        }
        let Some(file) = self.names.file(place) else { return };
        let Some(group) = comments.trailing.and_then(|id| file.comment(id)) else { return };
        for tag in self.lost_tags(place.package, group) {
            let diagnostic =
                Diagnostic::new(codes::TRAILING_TAG, format!("`+{}` in a trailing comment has no effect", tag.name))
                    .at(tag.span)
                    .note("openapi-gen applies it to the next line; controller-gen ignores it")
                    .help("move it to its own line above the declaration");
            self.report.add(Owner::Package(place.package), diagnostic);
        }
    }

    /// Returns the tags of a group that would have an effect if the group belonged to a declaration.
    pub(super) fn lost_tags(&self, package: usize, group: &CommentGroup) -> Vec<Tag> {
        let is_requested = self.names.packages.get(package).is_some_and(|package| package.requested);
        if !is_requested || !has_tag(group) {
            return Vec::new();
        }
        let mut tags = tags::parse(&group.lines, &self.options.tags).tags;
        tags.retain(|tag| tag.dialect != Dialect::Foreign && tag.meaning != TagKind::Malformed);
        tags
    }
}

/// Returns `true` if a controller-gen marker in the group above a type's comment belongs to the package, because it is
/// allowed on packages and not on types (`sigs.k8s.io/controller-tools/pkg/markers`, `associateFileMarkers`).
fn is_about_package(tag: &Tag) -> bool {
    is_package_marker(tag) && !can_be_on(tag, Target::Type)
}

/// Returns `true` for a controller-gen marker that is allowed on packages.
pub(super) fn is_package_marker(tag: &Tag) -> bool {
    let is_marker = tag.dialect == Dialect::Kubebuilder || matches!(tag.meaning, TagKind::GroupName(_));
    is_marker && can_be_on(tag, Target::Package)
}

/// Returns `true` for a controller-gen marker that applies to none of these targets.
fn is_misplaced_marker(tag: &Tag, targets: &[Target]) -> bool {
    let is_elsewhere = |row: &registry::TagDefinition| {
        !row.targets.is_empty() && !targets.iter().any(|target| row.targets.contains(target))
    };
    tag.dialect == Dialect::Kubebuilder && registry::find(&tag.name).is_some_and(is_elsewhere)
}

fn can_be_on(tag: &Tag, target: Target) -> bool {
    registry::find(&tag.name).is_some_and(|row| row.targets.contains(&target))
}

/// Returns the group that documents a declaration.
pub(super) fn doc_group(file: &GoFile, comments: &Comments, rule: CommentRule) -> Option<CommentId> {
    match rule {
        CommentRule::Go => comments.doc,
        CommentRule::ByLine => file.comment_ending_on(comments.name_line.checked_sub(1)?),
    }
}

/// Returns `true` if a line of the comment looks like a tag.
pub(super) fn has_tag(group: &CommentGroup) -> bool {
    group.lines.iter().any(|line| line.text.trim_start().starts_with('+'))
}
