//! Log messages of openapi-gen about unions (`k8s.io/kube-openapi/pkg/generators.parseUnions`).

use crate::{
    diag::Diagnostic,
    lower::{codes::UNION_MEMBER, layer::Layer, node::presence, types::json_tag::member_rules},
    model::{Field, Seen, Type, TypeId},
    source::Span,
    tags::Meaning,
    tool::Tool,
};

pub(super) fn check(model: &Seen<'_>, tool: &Tool, id: TypeId) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let members = member_rules(tool);
    let is_union = Layer::of_type(model, id, tool).meanings().any(|(_, meaning)| *meaning == Meaning::Union);
    let fields = model.fields_of(&Type::Named(id));
    let mut discriminator: Option<&Field> = None;
    let mut warn = |span: Span, message: String| found.push(Diagnostic::new(UNION_MEMBER, message).at(span));
    let has_members = fields.iter().any(|field| says(field, &Meaning::UnionDeprecated));
    for field in fields.iter().filter(|field| members.name(field).is_some()) {
        let name = &field.name;
        if members.is_inline(field) {
            if is_union {
                warn(field.span, format!("`{name}` is embedded in a union but is not a member"));
            }
            continue;
        }
        let is_member = says(field, &Meaning::UnionDeprecated);
        if says(field, &Meaning::UnionDiscriminator) {
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
        if (is_member || (is_union && !says(field, &Meaning::UnionDiscriminator))) && is_required(field, tool) {
            warn(field.span, format!("`{name}` is a member of a union, and members must be optional"));
        }
        if is_union && is_member {
            warn(field.span, format!("`{name}` has `+unionDeprecated` in a struct that is a union"));
        }
        if has_members && says(field, &Meaning::Union) {
            warn(field.span, format!("`+union` has no effect on the field `{name}`"));
        }
    }
    // If there are several discriminators, the last one applies.
    if let Some(field) = discriminator.filter(|field| says(field, &Meaning::UnionDeprecated)) {
        warn(field.span, format!("`{}` is both the discriminator and a member of the union", field.name));
    }
    found
}

fn says(field: &Field, meaning: &Meaning) -> bool {
    field.tags.iter().any(|tag| tag.meaning == *meaning)
}

fn is_required(field: &Field, tool: &Tool) -> bool {
    match (says(field, &Meaning::Required), says(field, &Meaning::Optional)) {
        (false, true) => false,
        (true, _) => true,
        (false, false) => !presence::is_left_out_when_zero(field, tool),
    }
}
