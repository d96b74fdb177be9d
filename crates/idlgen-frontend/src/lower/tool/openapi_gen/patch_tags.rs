//! `+patchStrategy` and `+patchMergeKey` must match the struct tags with the same names
//! (`k8s.io/kube-openapi/pkg/generators.openAPITypeWriter.validatePatchTags`).

use idlgen_runtime::go::quote;

use crate::{
    diag::Diagnostic,
    lower::codes::PATCH_TAGS,
    model::Field,
    source::Span,
    tags::{Tag, TagKind, codes::CONFLICTING_TAG},
};

/// A key whose values in the comment and in the struct tag differ. A missing value is empty.
struct Difference<'f> {
    key: &'static str,
    comment: &'f str,
    struct_tag: &'f str,
    /// The location of the tag in the comment, if there is one.
    tag: Option<Span>,
}

pub(in crate::lower::tool) fn check(field: &Field) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut differences = Vec::new();
    for key in ["patchStrategy", "patchMergeKey"] {
        let of_key = |tag: &&Tag| {
            matches!(tag.meaning, TagKind::PatchStrategy(_) | TagKind::PatchMergeKey(_)) && tag.name == key
        };
        let mut tags = field.tags.iter().filter(of_key);
        let (first, second) = (tags.next(), tags.next());
        if let (Some(first), Some(second)) = (first, second) {
            found.push(
                Diagnostic::new(CONFLICTING_TAG, format!("duplicate tag `+{key}`"))
                    .at(second.span)
                    .and(first.span, "first used here"),
            );
            continue;
        }
        let comment = first.map_or("", |tag| match &tag.meaning {
            TagKind::PatchStrategy(value) | TagKind::PatchMergeKey(value) => value.as_str(),
            _ => "",
        });
        let struct_tag = field.struct_tag.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value.as_str());
        if comment != struct_tag {
            differences.push(Difference { key, comment, struct_tag, tag: first.map(|tag| tag.span) });
        }
    }
    found.extend(differing(field, &differences));
    found
}

/// Reports all differences of a field in one diagnostic.
fn differing(field: &Field, differences: &[Difference<'_>]) -> Option<Diagnostic> {
    let name = &field.name;
    let all = |describe: &dyn Fn(&Difference<'_>) -> String, between: &str| {
        differences.iter().map(describe).collect::<Vec<_>>().join(between)
    };
    let of_comment = |one: &Difference<'_>| format!("{} to `{}`", one.key, one.comment);
    let of_struct_tag = |one: &Difference<'_>| format!("{} to `{}`", one.key, one.struct_tag);
    let (message, help) = if differences.iter().all(|one| one.struct_tag.is_empty()) {
        let keys: Vec<String> = differences.iter().map(|one| format!("{}:{}", one.key, quote(one.comment))).collect();
        (
            format!("the comment of `{name}` sets {}, but its struct tag does not", all(&of_comment, " and ")),
            format!("add `{}` to the struct tag", keys.join(" ")),
        )
    } else if differences.iter().all(|one| one.comment.is_empty()) {
        (
            format!("the struct tag of `{name}` sets {}, but its comment does not", all(&of_struct_tag, " and ")),
            format!("add {} to the comment", all(&|one| format!("`+{}={}`", one.key, one.struct_tag), " and ")),
        )
    } else {
        let both = |one: &Difference<'_>| match (one.comment, one.struct_tag) {
            (value, "") => format!("{} to `{value}` only in the comment", one.key),
            ("", value) => format!("{} to `{value}` only in the struct tag", one.key),
            (comment, struct_tag) => {
                format!("{} to `{comment}` in the comment and to `{struct_tag}` in the struct tag", one.key)
            }
        };
        (
            format!("`{name}` sets {}", all(&both, ", and ")),
            "set the same value in the comment and in the struct tag".to_owned(),
        )
    };
    let mut tags = differences.iter().filter_map(|one| one.tag);
    let diagnostic = Diagnostic::new(PATCH_TAGS, message).at(tags.next().unwrap_or(field.span));
    let diagnostic = tags.fold(diagnostic, |diagnostic, tag| diagnostic.and(tag, "and this"));
    let note = "OpenAPI documents contain the value of the comment; strategic merge patches in Go use the struct tag";
    (!differences.is_empty()).then(|| diagnostic.note(note).help(help))
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_compatibly;

    #[test]
    fn each_field_is_reported_once() {
        let both = "    // +patchStrategy=merge\n    // +patchMergeKey=name\n";
        for (comment, struct_tag, expected) in [
            (
                both,
                "",
                "the comment of `A` sets patchStrategy to `merge` and patchMergeKey to `name`, but its struct tag does \
                 not; add `patchStrategy:\"merge\" patchMergeKey:\"name\"` to the struct tag @ +patchStrategy=merge",
            ),
            (
                "    // +patchMergeKey=name\n",
                "",
                "the comment of `A` sets patchMergeKey to `name`, but its struct tag does not; add \
                 `patchMergeKey:\"name\"` to the struct tag @ +patchMergeKey=name",
            ),
            (
                "",
                r#" patchStrategy:"merge" patchMergeKey:"name""#,
                "the struct tag of `A` sets patchStrategy to `merge` and patchMergeKey to `name`, but its comment does \
                 not; add `+patchStrategy=merge` and `+patchMergeKey=name` to the comment @ A",
            ),
            (
                both,
                r#" patchStrategy:"replace""#,
                "`A` sets patchStrategy to `merge` in the comment and to `replace` in the struct tag, and \
                 patchMergeKey to `name` only in the comment; set the same value in the comment and in the struct tag \
                 @ +patchStrategy=merge",
            ),
            (both, r#" patchStrategy:"merge" patchMergeKey:"name""#, ""),
        ] {
            let text = format!("type T struct {{\n{comment}    A []string `json:\"a\"{struct_tag}`\n}}\n");
            let lowered = lower_compatibly(&format!("// +k8s:openapi-gen=true\n---\n{text}"));
            let found: Vec<String> = lowered
                .lowered
                .diagnostics
                .iter()
                .zip(lowered.diagnostics())
                .map(|(one, shown)| {
                    let place = shown.rsplit(" @ ").next().unwrap_or_default();
                    format!("{}; {} @ {place}", one.message, one.help.join("; "))
                })
                .collect();
            assert_eq!(found.join("\n"), expected, "{comment}{struct_tag}");
        }
    }
}
