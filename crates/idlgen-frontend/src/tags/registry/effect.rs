//! The outputs that support a tag. If a tag limits, defaults or validates a value, it must not be ignored without a
//! message.

use super::Target;
use crate::diag::listed;

/// The effect of a tag on outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The tag does not affect values, but documentation, merging, publication, clients or resources.
    NotAboutValues,
    /// Every output supports it.
    Everywhere,
    /// Every output supports it, except on these declarations.
    NotOn(&'static [Target]),
    /// The effect is that of the nested tag.
    AsHeld,
    /// Every output supports it in channels that enable its feature gate.
    InChannels,
    /// Some outputs do not support it yet.
    Lacking {
        /// The outputs that ignore the tag.
        outputs: &'static [Output],
        /// A sentence with an alternative, if there is one.
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
    /// Results of validating YAML and JSON objects.
    Validation,
}

impl Effect {
    /// The effect of a tag that no output supports yet and that has no alternative.
    pub(in crate::tags) const NONE: Effect = Effect::Lacking { outputs: Output::ALL, instead: None };

    /// Creates the effect of a tag that no output supports yet. The sentence describes the alternative.
    pub(in crate::tags) const fn instead(sentence: &'static str) -> Effect {
        Effect::Lacking { outputs: Output::ALL, instead: Some(sentence) }
    }

    /// Returns the outputs that ignore the tag on this kind of declaration.
    pub fn ignored_on(&self, target: Target) -> &'static [Output] {
        match self {
            Effect::NotAboutValues | Effect::Everywhere | Effect::AsHeld | Effect::InChannels => &[],
            Effect::NotOn(targets) if targets.contains(&target) => Output::ALL,
            Effect::NotOn(_) => &[],
            Effect::Lacking { outputs, .. } => outputs,
        }
    }

    /// Returns help for an ignored tag, which names an alternative, if there is one.
    pub fn alternative(&self) -> Option<&'static str> {
        match self {
            Effect::Lacking { instead, .. } => *instead,
            _ => None,
        }
    }
}

impl Output {
    /// All outputs, in ascending order.
    pub const ALL: &'static [Output] = &[Output::OpenApi, Output::Rust, Output::Validation];

    /// Returns the name for use in a sentence: "has no effect on OpenAPI".
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
        listed(&names, "and")
    }
}
