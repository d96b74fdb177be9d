//! `+union`, `+unionDiscriminator`, `+unionDeprecated`: `x-kubernetes-unions`
//! (`k8s.io/kube-openapi/pkg/generators/union.go`).

use std::collections::{BTreeMap, btree_map::Entry};

use idlgen_schema::schema::Union;

use crate::{
    lower::{
        layer::Layer,
        types::{json_tag::member_rules, usage::Usage},
    },
    model::{Field, Seen, Type, TypeId, json::DEEPEST},
    tags::TagKind,
    tool::Tool,
};

/// Returns the unions of a struct: the struct itself, inlined structs, and members whose tags declare a union. Structs
/// that are inlined too deeply have no unions, just as they have no members.
pub(in crate::lower) fn unions(model: &Seen<'_>, tool: &Tool, id: TypeId) -> Vec<Union> {
    let mut steps_of = BTreeMap::new();
    let mut level = vec![id];
    for _ in 0..=DEEPEST {
        let mut next = Vec::new();
        for id in level {
            let Entry::Vacant(entry) = steps_of.entry(id) else { continue };
            let steps = entry.insert(steps(model, tool, id));
            next.extend(steps.iter().filter_map(Step::inlined));
        }
        level = next;
    }
    let mut unions = Vec::new();
    let mut pending = vec![Step::Struct(id)];
    while let Some(step) = pending.pop() {
        match step {
            Step::Union(union) => unions.push(union),
            // `remove` ensures that each struct is processed once.
            Step::Struct(id) => pending.extend(steps_of.remove(&id).into_iter().flatten().rev()),
        }
    }
    unions
}

/// A step of the search. The search is not recursive, because structs may be inlined more deeply than the stack allows.
enum Step {
    Union(Union),
    Struct(TypeId),
}

impl Step {
    fn inlined(&self) -> Option<TypeId> {
        match self {
            Step::Union(_) => None,
            Step::Struct(id) => Some(*id),
        }
    }
}

/// Returns the unions of a struct itself, and the structs that it inlines.
fn steps(model: &Seen<'_>, tool: &Tool, id: TypeId) -> Vec<Step> {
    let mut steps = Vec::new();
    let fields = model.fields_of(&Type::Named(id));
    let members = member_rules(tool);
    let package = model.type_definition(id).package;
    let is_union = Layer::of_type(model, id, tool).kinds().any(|(_, meaning)| *meaning == TagKind::Union);
    let marked: Vec<Marked<'_>> = fields
        .iter()
        .filter_map(|field| {
            let layer = Layer::of_field(field, package, tool);
            let has = |wanted: &TagKind| layer.kinds().any(|(_, meaning)| meaning == wanted);
            Some(Marked {
                name: members.name(field).filter(|_| !members.is_inline(field))?,
                field,
                is_discriminator: has(&TagKind::UnionDiscriminator),
                is_member: has(&TagKind::UnionDeprecated),
            })
        })
        .collect();

    if is_union {
        let unmarked = marked.iter().filter(|one| !one.is_discriminator && !one.is_member);
        steps.push(Step::Union(union(&marked, unmarked)));
    }
    let inlined = fields.iter().filter(|field| members.is_inline(field)).filter_map(|field| {
        let usage = Usage::of(model, tool, &field.ty);
        usage.kind.declared_struct().filter(|_| !usage.has_pointer)
    });
    steps.extend(inlined.map(Step::Struct));
    if marked.iter().any(|one| one.is_member) {
        steps.push(Step::Union(union(&marked, marked.iter().filter(|one| one.is_member))));
    }
    steps
}

struct Marked<'a> {
    name: &'a str,
    field: &'a Field,
    is_discriminator: bool,
    is_member: bool,
}

fn union<'a>(marked: &[Marked<'a>], members: impl Iterator<Item = &'a Marked<'a>>) -> Union {
    Union {
        discriminator: marked.iter().rfind(|one| one.is_discriminator).map(|one| one.name.to_owned()),
        fields: members.map(|one| (one.name.to_owned(), one.field.name.clone())).collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn unions_of_the_struct_of_inlined_ones_and_of_marked_members() {
        let lowered = lower_go(
            r#"
// +union
type Inlined struct {
    // +unionDiscriminator
    Kind string `json:"kind"`
    // +optional
    One *string `json:"one,omitempty"`
    // +optional
    Two *string `json:"two,omitempty"`
}

type T struct {
    Inlined `json:",inline"`
    *Other  `json:",inline"`
    // +unionDeprecated
    // +optional
    Old *string `json:"old,omitempty"`
}

// +union
type Other struct {
    // +optional
    Three *string `json:"three,omitempty"`
}
"#,
        );
        assert_eq!(lowered.property_names("T"), ["kind", "one", "two", "three", "old"]);
        let unions = &lowered.schema("T").extensions.unions;
        let shown: Vec<_> = unions.iter().map(|one| (one.discriminator.as_deref(), one.fields.clone())).collect();
        let fields = |fields: &[(&str, &str)]| {
            fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        assert_eq!(
            shown,
            [(Some("kind"), fields(&[("one", "One"), ("two", "Two")])), (None, fields(&[("old", "Old")]))]
        );
    }
}
