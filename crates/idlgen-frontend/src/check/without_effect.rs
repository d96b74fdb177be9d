//! Tags for limits, defaults or rules that have no effect on outputs yet: no such tag is dropped silently.

#[cfg(test)]
mod tests;

use super::{Lint, declaration::TaggedDeclaration, misplaced::why_invisible};
use crate::{
    diag::{Code, Diagnostic, explained},
    tags::{
        Dialect, Nested, Tag, TagKind,
        registry::{self, Effect, Output, TagDefinition},
    },
};

/// A tag for a limit, default or rule without an effect.
const NO_EFFECT: Code = explained!(
    525,
    "no-effect-yet",
    Warning,
    "A tag sets a limit, default or rule that no output takes into account yet."
);

pub(super) const LINT: Lint = Lint { codes: &[NO_EFFECT], judges_overrides: true, check };

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if why_invisible(declaration).is_some() {
        return;
    }
    let gated = declaration.tags.iter().filter(|tag| tag.innermost_gated().is_some());
    diagnostics.extend(gated.map(without_channel));
    for (tag, row) in declaration.known_tags().filter(|(tag, _)| tag.innermost_gated().is_none()) {
        // Malformed or misplaced tags have been reported.
        if tag.meaning == TagKind::Malformed || !row.targets.contains(&declaration.target) {
            continue;
        }
        let counts = tag.innermost();
        let row = registry::find(&counts.name).unwrap_or(row);
        let outputs = if is_lost(tag) { Output::ALL } else { row.effect.ignored_on(declaration.target) };
        if !outputs.is_empty() {
            diagnostics.push(diagnostic(declaration, tag, counts, row, outputs));
        }
    }
}

/// Reports a tag that only applies in channels, in a model without a channel.
fn without_channel(tag: &Tag) -> Diagnostic {
    Diagnostic::new(NO_EFFECT, format!("`{}` has no effect: no channel is selected", tag.name))
        .at(tag.span)
        .note("it depends on feature gates, which a channel enables")
        .help("select a channel with `--channel NAME`")
}

/// Returns `true` if a nested tag is not supported inside another.
fn is_lost(tag: &Tag) -> bool {
    let TagKind::Nested { nested, tag: held } = &tag.meaning else { return false };
    match &held.meaning {
        TagKind::Nested { .. } => is_lost(held),
        TagKind::Required => !matches!(nested, Nested::Property(_)),
        TagKind::Immutable => held.dialect == Dialect::Declarative && !matches!(nested, Nested::Property(_)),
        TagKind::Optional | TagKind::Enum | TagKind::Default(_) => true,
        _ => false,
    }
}

fn diagnostic(
    declaration: &TaggedDeclaration<'_>,
    tag: &Tag,
    counts: &Tag,
    row: &TagDefinition,
    outputs: &[Output],
) -> Diagnostic {
    let name = if counts.name == tag.name {
        format!("`+{}`", tag.name)
    } else {
        format!("`+{}` inside `+{}`", counts.name, tag.name)
    };
    let on = match row.effect {
        Effect::NotOn(_) => format!(" on a {}", declaration.target.name()),
        _ => String::new(),
    };
    let message = format!("{name}{on} has no effect yet on {}", Output::names(outputs));
    let diagnostic = Diagnostic::new(NO_EFFECT, message).at(counts.span);
    match row.effect.alternative() {
        Some(instead) => diagnostic.help(instead),
        None => diagnostic.note(format!("only the output of {} enforces it", row.owner)),
    }
}
