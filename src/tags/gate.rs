//! Dependencies on feature gates: declarations and tags that are only present if certain gates are enabled.

use std::fmt::{self, Display, Formatter};

use super::Tag;

/// The gates that must be enabled, and those that must be disabled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct GateCondition {
    /// At least one of these is enabled. Ignored if empty.
    pub any: Vec<String>,
    /// All of these are enabled.
    pub all: Vec<String>,
    /// None of these gates is enabled.
    pub none: Vec<String>,
    /// The tag also applies if no other tag with the same name on the same declaration does: OpenShift's gate `""`.
    pub otherwise: bool,
}

impl GateCondition {
    /// Holds where a gate is on.
    pub fn on(gate: impl Into<String>) -> Self {
        GateCondition { any: vec![gate.into()], ..GateCondition::default() }
    }

    /// Holds where a gate is off.
    pub fn off(gate: impl Into<String>) -> Self {
        GateCondition { none: vec![gate.into()], ..GateCondition::default() }
    }

    /// Returns `true` if the condition is satisfied, ignoring [`otherwise`](Self::otherwise).
    pub fn holds(&self, is_on: &dyn Fn(&str) -> bool) -> bool {
        let asks_nothing = self.any.is_empty() && !(self.otherwise && self.all.is_empty());
        (asks_nothing || self.any.iter().any(|gate| is_on(gate)))
            && self.all.iter().all(|gate| is_on(gate))
            && !self.none.iter().any(|gate| is_on(gate))
    }

    /// Returns every gate that it names.
    pub fn gates(&self) -> impl Iterator<Item = &str> {
        self.any.iter().chain(&self.all).chain(&self.none).map(String::as_str)
    }
}

/// The format of `idlgen dump tags`.
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

/// A tag that applies only if a condition holds.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct Gated {
    /// The condition.
    pub condition: GateCondition,
    /// The position among the other tags of its declaration, if it applies.
    pub placement: Placement,
    /// The tag.
    pub tag: Tag,
}

/// The position of a gated tag among the others, which determines the order of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Its position in the source.
    Here,
    /// Before the others.
    First,
    /// After the others.
    Last,
    /// Replaces those with the same keyword. Of several, the one with the most gates applies, then the one whose gate
    /// is last in alphabetical order, like when OpenShift's manifests are merged.
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
            assert_eq!(condition.holds(&is_on), expected, "{condition}");
        }
    }
}
