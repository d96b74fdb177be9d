//! Log messages of openapi-gen about unions (`k8s.io/kube-openapi/pkg/generators.parseUnions`).

use crate::{
    diag::Diagnostic,
    lower::{codes::UNION_MEMBER, layer::Layer, node::presence, types::json_tag::member_rules},
    model::{Field, Seen, Type, TypeId},
    source::Span,
    tags::TagKind,
    tool::Tool,
};

pub(super) fn check(model: &Seen<'_>, tool: &Tool, id: TypeId) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let members = member_rules(tool);
    let is_union = Layer::of_type(model, id, tool).kinds().any(|(_, meaning)| *meaning == TagKind::Union);
    let fields = model.fields_of(&Type::Named(id));
    let mut discriminator: Option<&Field> = None;
    let mut warn = |span: Span, message: String| found.push(Diagnostic::new(UNION_MEMBER, message).at(span));
    let has_members = fields.iter().any(|field| says(field, &TagKind::UnionDeprecated));
    for field in fields.iter().filter(|field| members.name(field).is_some()) {
        let name = &field.name;
        if members.is_inline(field) {
            if is_union {
                warn(field.span, format!("`{name}` is embedded in a union but is not a member"));
            }
            continue;
        }
        let is_member = says(field, &TagKind::UnionDeprecated);
        if says(field, &TagKind::UnionDiscriminator) {
            if let (Some(first), true) = (discriminator, is_union || has_members) {
                warn(
                    field.span,
                    format!(
                        "the union has two discriminators, `{}` and `{name}`; openapi-gen uses the latter",
                        first.name
                    ),
                );
            }
            discriminator = Some(field);
        }
        if (is_member || (is_union && !says(field, &TagKind::UnionDiscriminator))) && is_required(field, tool) {
            warn(field.span, format!("`{name}` is a member of a union, and members must be optional"));
        }
        if is_union && is_member {
            warn(field.span, format!("`{name}` has `+unionDeprecated` in a struct that is a union"));
        }
        if has_members && says(field, &TagKind::Union) {
            warn(field.span, format!("`+union` has no effect on the field `{name}`"));
        }
    }
    // If there are several discriminators, the last one applies.
    if let Some(field) = discriminator.filter(|field| says(field, &TagKind::UnionDeprecated)) {
        warn(field.span, format!("`{}` is both the discriminator and a member of the union", field.name));
    }
    found
}

fn says(field: &Field, meaning: &TagKind) -> bool {
    field.tags.iter().any(|tag| tag.meaning == *meaning)
}

fn is_required(field: &Field, tool: &Tool) -> bool {
    match (says(field, &TagKind::Required), says(field, &TagKind::Optional)) {
        (false, true) => false,
        (true, _) => true,
        (false, false) => !presence::omits_zero(field, tool),
    }
}
