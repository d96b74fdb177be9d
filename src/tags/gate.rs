//! What depends on feature gates: declarations that are there only where some are on, and tags that count only there.

use std::fmt::{self, Display, Formatter};

use super::Tag;

/// Which gates have to be on, and which off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct GateCondition {
    /// One of these is on; nothing is asked if there are none.
    pub any: Vec<String>,
    /// All of these are on.
    pub all: Vec<String>,
    /// None of these is on.
    pub none: Vec<String>,
    /// It holds too where no other tag of the same name on the same declaration does: OpenShift's gate `""`.
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

    /// Whether it holds, not asking for [`otherwise`](Self::otherwise).
    pub fn holds(&self, is_on: &dyn Fn(&str) -> bool) -> bool {
        let asks_nothing = self.any.is_empty() && !(self.otherwise && self.all.is_empty());
        (asks_nothing || self.any.iter().any(|gate| is_on(gate)))
            && self.all.iter().all(|gate| is_on(gate))
            && !self.none.iter().any(|gate| is_on(gate))
    }

    /// Every gate that it names.
    pub fn gates(&self) -> impl Iterator<Item = &str> {
        self.any.iter().chain(&self.all).chain(&self.none).map(String::as_str)
    }
}

/// As `idlgen dump tags` shows it.
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

/// A tag that counts only where a condition holds.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct Gated {
    /// Where it counts.
    pub condition: GateCondition,
    /// Where it stands among the other tags of its declaration, if it counts.
    pub placement: Placement,
    /// The tag.
    pub tag: Tag,
}

/// Where a tag that depends on gates stands among the others: it decides about the order of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Where it is written.
    Here,
    /// In front of the others.
    First,
    /// Behind the others.
    Last,
    /// In place of those that say the same keyword. Of several the one with more gates counts, then the one whose gate
    /// comes later in the alphabet: so OpenShift's manifests are put together.
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
