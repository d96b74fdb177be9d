//! Resolves the tags of a declaration for a channel.

use std::collections::BTreeMap;

use super::definition::Channel;
use crate::tags::{GateCondition, Gated, Placement, Tag, TagKind};

/// Returns `true` if a declaration with these tags is in the channel. One of the markers with the same name must allow
/// it, and markers of different names must all allow it.
pub(super) fn is_there(tags: &[Tag], channel: &Channel) -> bool {
    let mut allowed: BTreeMap<&str, bool> = BTreeMap::new();
    for tag in tags {
        if let TagKind::Gate(condition) = &tag.meaning {
            *allowed.entry(kind(tag)).or_default() |= condition.otherwise || holds(condition, channel);
        }
    }
    allowed.values().all(|allows| *allows)
}

/// Returns the notation of a gate: the name of the tag up to the gate.
fn kind(tag: &Tag) -> &str {
    tag.name.split(':').next().unwrap_or_default()
}

fn holds(condition: &GateCondition, channel: &Channel) -> bool {
    condition.is_satisfied(&|gate| channel.is_on(gate))
}

/// Returns the tags that apply in the channel, in the order of their effect.
pub(super) fn settled(tags: Vec<Tag>, channel: &Channel) -> Vec<Tag> {
    let depends = |tag: &Tag| tag.innermost_gated().is_some() || matches!(tag.meaning, TagKind::Gate(_));
    if !tags.iter().any(depends) {
        return tags;
    }
    let counting: Vec<bool> = tags.iter().map(|tag| counts(tag, &tags, channel)).collect();
    let winners = winners(&tags, &counting, channel);
    let (mut first, mut here, mut last) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (tag, counts)) in tags.into_iter().zip(counting).enumerate() {
        if matches!(tag.meaning, TagKind::Gate(_)) || !counts {
            continue;
        }
        let keyword = replaced_keyword(&tag);
        match &tag.meaning {
            TagKind::Gated(gated) => match gated.placement {
                Placement::First => first.extend(inside(tag, channel)),
                Placement::Last => last.extend(inside(tag, channel)),
                Placement::Here => here.extend(inside(tag, channel)),
                Placement::Replacing if keyword.is_some_and(|keyword| winners.get(keyword) == Some(&index)) => {
                    here.extend(inside(tag, channel));
                }
                Placement::Replacing => {}
            },
            TagKind::Constraint(constraint) if winners.contains_key(constraint.keyword()) => {}
            _ => here.extend(inside(tag, channel)),
        }
    }
    first.append(&mut here);
    first.append(&mut last);
    first
}

/// Returns `true` if the condition of a tag is satisfied, or if it has none.
fn counts(tag: &Tag, all: &[Tag], channel: &Channel) -> bool {
    let TagKind::Gated(gated) = &tag.meaning else { return true };
    if holds(&gated.condition, channel) {
        return true;
    }
    let is_rival = |other: &Tag| {
        other.name == tag.name && matches!(&other.meaning, TagKind::Gated(other) if holds(&other.condition, channel))
    };
    gated.condition.otherwise && !all.iter().any(is_rival)
}

/// Returns the keyword that a tag overrides.
fn replaced_keyword(tag: &Tag) -> Option<&'static str> {
    match &tag.meaning {
        TagKind::Gated(gated) if gated.placement == Placement::Replacing => match &gated.tag.meaning {
            TagKind::Constraint(constraint) => Some(constraint.keyword()),
            _ => None,
        },
        _ => None,
    }
}

/// Returns, for each keyword, the overriding tag that applies.
fn winners(tags: &[Tag], counting: &[bool], channel: &Channel) -> BTreeMap<&'static str, usize> {
    let mut winners: BTreeMap<&'static str, (Rank, usize)> = BTreeMap::new();
    for (index, (tag, _)) in tags.iter().zip(counting).enumerate().filter(|(_, (_, counts))| **counts) {
        let (Some(keyword), TagKind::Gated(gated)) = (replaced_keyword(tag), &tag.meaning) else { continue };
        let rank = rank(gated, channel);
        if winners.get(keyword).is_none_or(|(best, _)| *best <= rank) {
            winners.insert(keyword, (rank, index));
        }
    }
    winners.into_iter().map(|(keyword, (_, index))| (keyword, index)).collect()
}

/// The number of gates in a condition, and the last enabled one.
type Rank = (usize, Option<String>);

fn rank(gated: &Gated, channel: &Channel) -> Rank {
    let on = gated.condition.any.iter().chain(&gated.condition.all).filter(|gate| channel.is_on(gate));
    (gated.condition.all.len(), on.max().cloned())
}

/// Returns the nested tag that applies in the channel, if any.
fn inside(tag: Tag, channel: &Channel) -> Option<Tag> {
    let Tag { name, text, span, name_span, value_span, dialect, meaning } = tag;
    match meaning {
        // At the top level, the comparison with competing tags has already decided whether it applies.
        TagKind::Gated(gated) => within(gated.tag, channel),
        meaning => within(Tag { name, text, span, name_span, value_span, dialect, meaning }, channel),
    }
}

fn within(tag: Tag, channel: &Channel) -> Option<Tag> {
    Some(match tag.meaning {
        TagKind::Gated(gated) if holds(&gated.condition, channel) => return within(gated.tag, channel),
        TagKind::Gated(_) => return None,
        TagKind::Nested { nested, tag: held } => {
            let held = Box::new(within(*held, channel)?);
            Tag { meaning: TagKind::Nested { nested, tag: held }, ..tag }
        }
        meaning => Tag { meaning, ..tag },
    })
}
