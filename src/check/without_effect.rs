//! A tag that limits, defaults or rules a value, and that outputs do not take into account yet: no such tag is dropped in silence.

#[cfg(test)]
mod tests;

use super::{misplaced::why_invisible, place::Place};
use crate::{
    diag::{Diagnostic, codes::check as codes},
    tags::{
        Meaning, Nested, Tag,
        registry::{self, Effect, Output, TagDefinition},
    },
};

pub(super) fn check(place: &Place<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if why_invisible(place).is_some() {
        return;
    }
    for (tag, row) in place.known_tags() {
        // What is malformed or misplaced has been reported.
        if tag.meaning == Meaning::Malformed || !row.targets.contains(&place.target) {
            continue;
        }
        let counts = tag.innermost();
        let row = registry::find(&counts.name).unwrap_or(row);
        let outputs = if is_lost(tag) { Output::ALL } else { row.effect.lacking_on(place.target) };
        if !outputs.is_empty() {
            diagnostics.push(diagnostic(place, tag, counts, row, outputs));
        }
    }
}

/// Whether what a tag says of a value is not taken into account inside of another.
fn is_lost(tag: &Tag) -> bool {
    let Meaning::Nested { nested, tag: held } = &tag.meaning else { return false };
    match &held.meaning {
        Meaning::Nested { .. } => is_lost(held),
        Meaning::Required => !matches!(nested, Nested::Property(_)),
        Meaning::Optional | Meaning::Enum | Meaning::Default(_) => true,
        _ => false,
    }
}

fn diagnostic(place: &Place<'_>, tag: &Tag, counts: &Tag, row: &TagDefinition, outputs: &[Output]) -> Diagnostic {
    let name = if counts.name == tag.name {
        format!("`+{}`", tag.name)
    } else {
        format!("`+{}` inside of `+{}`", counts.name, tag.name)
    };
    let on = match row.effect {
        Effect::NotOn(_) => format!(" on a {}", place.target.name()),
        _ => String::new(),
    };
    let message = format!("{name}{on} has no effect yet on {}", Output::names(outputs));
    let note = match row.effect.alternative() {
        Some(instead) => instead.to_owned(),
        None => format!("only the output of {} enforces it", row.owner),
    };
    Diagnostic::new(codes::NO_EFFECT, message).at(counts.span).note(note)
}
