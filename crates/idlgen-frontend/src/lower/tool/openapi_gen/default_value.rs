//! `default` by the rules of openapi-gen: from the comment of the field, otherwise of its type, otherwise of a
//! pointer's target. If a type cannot be absent, its zero value is the only default that is allowed
//! (`k8s.io/kube-openapi/pkg/generators.openAPITypeWriter.generateDefault`).

use idlgen_schema::schema::Default;
use serde_json::Value as Json;

use crate::{
    check::BAD_DEFAULT,
    diag::Diagnostic,
    lower::{
        lowering::Lowering,
        node::{default_value::implicit, presence::omits_zero},
        types::{member::Member, usage::Usage},
    },
    model::{Builtin, Seen, Type, TypeKind, json::Kind},
    tags::{DefaultValue, Tag, TagKind, codes::CONFLICTING_TAG},
};

/// Maximum number of types to follow. Chains of named types are never longer.
const MAX_STEPS: usize = 100;

pub(in crate::lower) fn of_member(
    lowering: &mut Lowering<'_>,
    member: &Member<'_>,
    usage: &Usage<'_>,
) -> Option<Default> {
    let is_left_out = omits_zero(&member.field, &lowering.tool);
    let mut comments: Vec<&[Tag]> = vec![&member.field.tags];
    comments.extend(comments_of_type(lowering, &member.field.ty));
    default(lowering, &comments, usage, is_left_out)
}

/// Returns the default of the elements of a list or a map.
pub(in crate::lower) fn of_element(lowering: &mut Lowering<'_>, ty: &Type, usage: &Usage<'_>) -> Option<Default> {
    let comments = comments_of_type(lowering, ty);
    default(lowering, &comments, usage, false)
}

fn default(lowering: &mut Lowering<'_>, comments: &[&[Tag]], usage: &Usage<'_>, is_left_out: bool) -> Option<Default> {
    let enforced = implicit(lowering.model, &lowering.tool, usage, is_left_out);
    let (tag, value) = match comment_default(comments) {
        CommentDefault::Nothing => return enforced,
        CommentDefault::Twice(first, second) => {
            lowering.diagnostics.push(
                Diagnostic::new(CONFLICTING_TAG, "duplicate tag `+default`")
                    .at(second.span)
                    .and(first.span, "first used here"),
            );
            return enforced;
        }
        CommentDefault::Once(tag, value) => (tag, value),
    };
    match (value, enforced) {
        // A default of null has no effect. The zero value silently replaces a constant.
        (DefaultValue::Json(Json::Null), enforced) => enforced,
        (DefaultValue::Constant { .. }, Some(enforced)) => Some(enforced),
        (DefaultValue::Json(value) | DefaultValue::Constant { value, .. }, None) => {
            Some(Default { value: value.clone(), implicit: false })
        }
        (DefaultValue::Json(value), Some(enforced)) => {
            if !is_equal(value, &enforced.value) || is_small_integer(&usage.kind) {
                let message = format!(
                    "the default {value} is invalid for a type that cannot be absent: it must be the zero value, {}",
                    enforced.value
                );
                let mut diagnostic = Diagnostic::new(BAD_DEFAULT, message).at(tag.value_span.unwrap_or(tag.span));
                if is_small_integer(&usage.kind) {
                    diagnostic = diagnostic.note("openapi-gen accepts no default for bytes, not even 0");
                }
                lowering.diagnostics.push(diagnostic.help("make the field a pointer, or add `omitempty`"));
            }
            Some(enforced)
        }
        // openapi-gen does not recognize this marker.
        (DefaultValue::Reference { .. } | DefaultValue::Unsaid | DefaultValue::Empty, enforced) => enforced,
    }
}

enum CommentDefault<'t> {
    Nothing,
    Once(&'t Tag, &'t DefaultValue),
    Twice(&'t Tag, &'t Tag),
}

/// Returns the default from the first comment that contains one.
fn comment_default<'t>(comments: &[&'t [Tag]]) -> CommentDefault<'t> {
    for tags in comments {
        let mut defaults = tags.iter().filter_map(|tag| match &tag.meaning {
            TagKind::Default(value) => Some((tag, value)),
            _ => None,
        });
        match (defaults.next(), defaults.next()) {
            (Some((first, _)), Some((second, _))) => return CommentDefault::Twice(first, second),
            (Some((_, DefaultValue::Unsaid)) | None, _) => {}
            (Some((tag, value)), None) => return CommentDefault::Once(tag, value),
        }
    }
    CommentDefault::Nothing
}

/// Returns the comments of a type: that of the named type itself, and that of a pointer's target. In gengo, the
/// underlying type of a named type has no comment.
fn comments_of_type<'a>(lowering: &Lowering<'a>, ty: &Type) -> Vec<&'a [Tag]> {
    let model: &'a Seen<'a> = lowering.model;
    let mut comments: Vec<&'a [Tag]> = Vec::new();
    let mut current = ty.clone();
    for _ in 0..MAX_STEPS {
        let id = match current {
            Type::Pointer(target) => {
                current = *target;
                continue;
            }
            Type::Named(id) => id,
            Type::Builtin(builtin) => {
                comments.extend(lowering.comment_of_builtin(builtin));
                return comments;
            }
            _ => return comments,
        };
        let definition = model.type_definition(id);
        match &definition.kind {
            TypeKind::Alias(target) => current = target.clone(),
            kind => {
                if lowering.reads_comments_of(definition.package) {
                    comments.push(&definition.tags);
                }
                if let TypeKind::Named(target @ Type::Pointer(_)) = kind {
                    current = target.clone();
                    continue;
                }
                if let Kind::Builtin(builtin) = model.kind(&Type::Named(id), lowering.tool.view) {
                    comments.extend(lowering.comment_of_builtin(builtin));
                }
                return comments;
            }
        }
    }
    comments
}

/// Returns `true` for bytes, whose zero value is an integer upstream, while JSON numbers are floats.
fn is_small_integer(kind: &Kind) -> bool {
    matches!(kind, Kind::Builtin(Builtin::Int8 | Builtin::Uint8 | Builtin::Byte))
}

fn is_equal(left: &Json, right: &Json) -> bool {
    match (left.as_f64(), right.as_f64()) {
        (Some(left), Some(right)) => left == right,
        _ => left == right,
    }
}
