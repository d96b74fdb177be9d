//! Dependencies on feature gates: declarations and tags that exist only if certain gates are enabled.

use std::fmt::{self, Display, Formatter};

use super::Tag;

/// A condition on the gates that must be enabled, and those that must be disabled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct GateCondition {
    /// At least one of these gates must be enabled. Ignored if empty.
    pub any: Vec<String>,
    /// All of these gates must be enabled.
    pub all: Vec<String>,
    /// None of these gates may be enabled.
    pub none: Vec<String>,
    /// `true` if the tag also applies if no other tag with the same name on the declaration applies (OpenShift's gate
    /// `""`).
    pub otherwise: bool,
}

impl GateCondition {
    /// Creates the condition that a gate is enabled.
    pub fn on(gate: impl Into<String>) -> Self {
        GateCondition { any: vec![gate.into()], ..GateCondition::default() }
    }

    /// Creates the condition that a gate is disabled.
    pub fn off(gate: impl Into<String>) -> Self {
        GateCondition { none: vec![gate.into()], ..GateCondition::default() }
    }

    /// Returns `true` if the condition is satisfied, ignoring [`otherwise`](Self::otherwise).
    pub fn is_satisfied(&self, is_on: &dyn Fn(&str) -> bool) -> bool {
        let asks_nothing = self.any.is_empty() && !(self.otherwise && self.all.is_empty());
        (asks_nothing || self.any.iter().any(|gate| is_on(gate)))
            && self.all.iter().all(|gate| is_on(gate))
            && !self.none.iter().any(|gate| is_on(gate))
    }

    /// Iterates over all gates in the condition.
    pub fn gates(&self) -> impl Iterator<Item = &str> {
        self.any.iter().chain(&self.all).chain(&self.none).map(String::as_str)
    }
}

/// Formats the condition for `idlgen dump tags`.
impl Display for GateCondition {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if !self.any.is_empty() {
            parts.push(format!("{} is on", self.any.join(" or ")));
        }
        if !self.all.is_empty() {
            parts.push(format!("{} are on", self.all.join(" and ")));
        }
        if !self.none.is_empty() {
            parts.push(format!("{} is off", self.none.join(" or ")));
        }
        let otherwise = if self.otherwise { "otherwise" } else { "always" };
        match parts.as_slice() {
            [] => out.write_str(otherwise),
            parts if self.otherwise => write!(out, "{}, or otherwise", parts.join(", ")),
            parts => out.write_str(&parts.join(", ")),
        }
    }
}

/// A tag that applies only if a condition is satisfied.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct Gated {
    /// The condition under which the tag applies.
    pub condition: GateCondition,
    /// Where it is inserted among the other tags of its declaration, if it applies.
    pub placement: Placement,
    /// The tag that applies if the condition is satisfied.
    pub tag: Tag,
}

/// Where a gated tag is inserted among the other tags. This determines the order of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// At its position in the source.
    Here,
    /// Before the other tags.
    First,
    /// After the other tags.
    Last,
    /// In place of the tags for the same keyword. If several tags would replace them, the one with the most gates
    /// applies, and among these the one whose gate is last in alphabetical order, like when OpenShift's manifests are
    /// merged.
    Replacing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_hold_by_the_gates_that_are_on() {
        let is_on = |gate: &str| ["A", "B"].contains(&gate);
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        for (any, all, none, otherwise, expected) in [
            (&[][..], &[][..], &[][..], false, true),
            (&["A", "X"], &[], &[], false, true),
            (&["X"], &[], &[], false, false),
            (&[], &["A", "B"], &[], false, true),
            (&[], &["A", "X"], &[], false, false),
            (&[], &[], &["X"], false, true),
            (&[], &[], &["A"], false, false),
            (&["A"], &[], &["B"], false, false),
            (&[], &[], &[], true, false),
            (&["A"], &[], &[], true, true),
            (&["X"], &[], &[], true, false),
        ] {
            let condition = GateCondition { any: names(any), all: names(all), none: names(none), otherwise };
            assert_eq!(condition.is_satisfied(&is_on), expected, "{condition}");
        }
    }
}
