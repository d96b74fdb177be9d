//! Tags for what is inside a value: its items, the values of a map, a property. They go into a branch of `allOf` of
//! their own, as kube-openapi's markers do: the schema itself stays as its type says it.

use idlgen_validate::{Schema, schema::AdditionalProperties};

use super::{note, tagged};
use crate::{
    diag::Diagnostic,
    lower::{
        layer::{Layer, Layers},
        rule::{self, RuleTarget},
    },
    tags::{Meaning, Nested, Tag},
};

/// More levels than any type has.
const MAX_DEPTH: usize = 32;

/// Adds the branch, if any tag calls for one.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>, diagnostics: &mut Vec<Diagnostic>) {
    add(schema, layers, diagnostics, 0);
}

fn add(schema: &mut Schema, layers: &Layers<'_>, diagnostics: &mut Vec<Diagnostic>, depth: usize) {
    let mut places: Vec<&Nested> = Vec::new();
    for (_, meaning) in layers.meanings() {
        if let Meaning::Nested { nested, .. } = meaning
            && !places.contains(&nested)
        {
            places.push(nested);
        }
    }
    if places.is_empty() || depth > MAX_DEPTH {
        return;
    }
    let first = layers.meanings().find(|(_, meaning)| matches!(meaning, Meaning::Nested { .. }));
    if let Some((tag, _)) = first {
        note(schema, "allOf", tag);
    }
    let mut branch = Schema::default();
    for place in places {
        let inner = inside(layers, place);
        let mut node = Schema::default();
        tagged::apply(&mut node, &inner);
        node.extensions.validations = rule::rules(&inner, RuleTarget { properties: None }, diagnostics);
        add(&mut node, &inner, diagnostics, depth + 1);
        match place {
            Nested::Items => branch.items = Some(Box::new(node)),
            Nested::Elements if schema.items.is_some() => branch.items = Some(Box::new(node)),
            Nested::Values | Nested::Elements => {
                branch.additional_properties = Some(AdditionalProperties::Schema(Box::new(node)));
            }
            Nested::Property(name) => {
                if inner.meanings().any(|(_, meaning)| *meaning == Meaning::Required) {
                    branch.required.push(name.clone());
                }
                branch.properties.insert(name.clone(), node);
            }
        }
    }
    schema.all_of.push(branch);
}

/// The layers of what is inside.
fn inside<'a>(layers: &Layers<'a>, place: &Nested) -> Layers<'a> {
    let tags = |layer: &Layer<'a>| -> Vec<&'a Tag> {
        let tags = layer.tags.iter().filter_map(|tag| match &tag.meaning {
            Meaning::Nested { nested, tag } if nested == place => Some(&**tag),
            _ => None,
        });
        tags.collect()
    };
    Layers(
        layers
            .0
            .iter()
            .map(|layer| Layer { source: layer.source, package: layer.package, tags: tags(layer) })
            .collect(),
    )
}
