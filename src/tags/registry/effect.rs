//! The outputs that support a tag: a tag that limits, defaults or validates a value must not be dropped without a
//! message.

use super::Target;

/// The effect of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It does not affect values: documentation, merging, publication, clients, resources.
    NotAboutValues,
    /// Every output reads it.
    Everywhere,
    /// Like [`Everywhere`](Effect::Everywhere), except for these declarations, which no output supports yet.
    NotOn(&'static [Target]),
    /// The effect of the nested tag.
    AsHeld,
    /// Every output reads it, in channels that enable its feature gate.
    InChannels,
    /// These outputs do not take it into account yet.
    Lacking {
        /// The outputs that ignore the tag.
        outputs: &'static [Output],
        /// The alternative as a sentence, if there is one.
        instead: Option<&'static str>,
    },
}

/// An output generated from tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Output {
    /// Published schemas.
    OpenApi,
    /// Rust types and their validators.
    Rust,
    /// Verdicts on YAML and JSON objects.
    Validation,
}

impl Effect {
    /// No effect on any output yet, and no alternative.
    pub(in crate::tags) const NONE: Effect = Effect::Lacking { outputs: Output::ALL, instead: None };

    /// Returns an effect that no output supports yet. The sentence describes the alternative.
    pub(in crate::tags) const fn instead(sentence: &'static str) -> Effect {
        Effect::Lacking { outputs: Output::ALL, instead: Some(sentence) }
    }

    /// Returns the outputs that ignore the tag on such a declaration.
    pub fn lacking_on(&self, target: Target) -> &'static [Output] {
        match self {
            Effect::NotAboutValues | Effect::Everywhere | Effect::AsHeld | Effect::InChannels => &[],
            Effect::NotOn(targets) if targets.contains(&target) => Output::ALL,
            Effect::NotOn(_) => &[],
            Effect::Lacking { outputs, .. } => outputs,
        }
    }

    /// Returns what to write instead of an ignored tag, as a sentence, if there is an alternative.
    pub fn alternative(&self) -> Option<&'static str> {
        match self {
            Effect::Lacking { instead, .. } => *instead,
            _ => None,
        }
    }
}

impl Output {
    /// Every output, in ascending order.
    pub const ALL: &'static [Output] = &[Output::OpenApi, Output::Rust, Output::Validation];

    /// Returns the name for sentences: "has no effect on OpenAPI".
    pub const fn name(self) -> &'static str {
        match self {
            Output::OpenApi => "OpenAPI",
            Output::Rust => "Rust",
            Output::Validation => "validation",
        }
    }

    /// Formats several outputs for a sentence: "OpenAPI, Rust and validation".
    pub fn names(outputs: &[Output]) -> String {
        let names: Vec<&str> = outputs.iter().map(|output| output.name()).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        }
    }
}
