//! `+override:a.b=+tag`: a tag for a nested property of one field only (KEP-4153, "Support Shared Template Schemas"). The schema on the way is
//! inlined, and the tag takes the place of those of its kind on the nested field and its type.

use super::layer::{Layer, LayerSource, Layers};
use crate::{
    model::PackageId,
    tags::{Meaning, Tag},
};

/// An override on its way to the property that it is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Override<'a> {
    /// JSON names of the properties still to go.
    pub(super) path: &'a [String],
    /// The tag for the last of them.
    pub(super) tag: &'a Tag,
    /// The `+override` itself.
    pub(super) source: &'a Tag,
    /// The package of the comment.
    pub(super) package: PackageId,
}

/// The overrides that the tags of a field begin.
pub(super) fn of_layer<'a>(layer: &Layer<'a>) -> Vec<Override<'a>> {
    let package = layer.package;
    layer
        .meanings()
        .filter_map(|(source, meaning)| match meaning {
            Meaning::Override { path, tag } if !path.is_empty() => {
                Some(Override { path: path.as_slice(), tag: &**tag, source, package })
            }
            _ => None,
        })
        .collect()
}

/// Of the overrides, the ones for this property itself, as a layer, and the ones for what is nested in it.
pub(super) fn split<'a>(overrides: &[Override<'a>], name: &str) -> (Option<Layer<'a>>, Vec<Override<'a>>) {
    let mut layer: Option<Layer<'a>> = None;
    let mut nested = Vec::new();
    for one in overrides {
        match one.path {
            [only] if only == name => layer
                .get_or_insert_with(|| Layer { source: LayerSource::Override, package: one.package, tags: Vec::new() })
                .tags
                .push(one.tag),
            [first, rest @ ..] if first == name && !rest.is_empty() => nested.push(Override { path: rest, ..*one }),
            _ => {}
        }
    }
    (layer, nested)
}

/// The layers with what an override in front of them replaces left out of the others; rules are added to theirs.
pub(super) fn settle(mut layers: Layers<'_>) -> Layers<'_> {
    let Some((outer, below)) = layers.0.split_first_mut() else { return layers };
    if outer.source == LayerSource::Override {
        let replaced: Vec<Slot<'_>> = outer.tags.iter().filter_map(|tag| slot(&tag.meaning)).collect();
        for layer in below {
            layer.tags.retain(|tag| slot(&tag.meaning).is_none_or(|slot| !replaced.contains(&slot)));
        }
    }
    layers
}

/// What a tag decides, where only one can decide it.
#[derive(Debug, PartialEq)]
enum Slot<'a> {
    Keyword(&'a str),
    ErrorMessage(&'a str),
    Extension(&'a str),
}

fn slot(meaning: &Meaning) -> Option<Slot<'_>> {
    Some(match meaning {
        Meaning::Constraint(constraint) => Slot::Keyword(constraint.keyword()),
        Meaning::Required | Meaning::Optional => Slot::Keyword("required"),
        Meaning::Default(_) => Slot::Keyword("default"),
        Meaning::Title(_) => Slot::Keyword("title"),
        Meaning::ListType(_) => Slot::Extension("x-kubernetes-list-type"),
        Meaning::ListMapKey(_) => Slot::Extension("x-kubernetes-list-map-keys"),
        Meaning::MapType(_) | Meaning::StructType(_) => Slot::Extension("x-kubernetes-map-type"),
        Meaning::PatchStrategy(_) => Slot::Extension("x-kubernetes-patch-strategy"),
        Meaning::PatchMergeKey(_) => Slot::Extension("x-kubernetes-patch-merge-key"),
        Meaning::Extension { name, .. } => Slot::Extension(name),
        Meaning::ErrorMessage { keyword, .. } => Slot::ErrorMessage(keyword),
        _ => return None,
    })
}
