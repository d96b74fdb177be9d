//! The checks of a node on a value, one after the other.

use idlgen_runtime::{
    Context,
    value::{List, Map, Number, ValueRef},
};

use super::{
    node::NodeId,
    walk::{Judged, Place, Walk},
};
use crate::compiled::Check;

/// What the checks of one value have to know of those before them.
#[derive(Debug, Default)]
struct Progress {
    /// Whether length or pattern has failed: of them the first that fails is the only one reported
    /// (`validate.stringValidator`).
    text_failed: bool,
    /// How many properties count as present, once it is known.
    properties: Option<usize>,
}

impl Walk<'_> {
    /// All checks that look at the value.
    pub(super) fn checks(&self, place: &Place<'_>, cx: &mut Context) -> Judged {
        let mut judged = Judged { passed: true, matches: validators(place.value) };
        let mut progress = Progress::default();
        for check in &place.node.checks {
            if cx.is_done() {
                break;
            }
            judged.merge(self.check(check, place, &mut progress, cx));
        }
        judged
    }

    fn check(&self, check: &Check<NodeId>, place: &Place<'_>, progress: &mut Progress, cx: &mut Context) -> Judged {
        match check {
            Check::Type { format } => place.schema_type(format.as_deref(), cx),
            Check::AnyOf(branches) => self.any_of(branches, place, cx),
            Check::OneOf(branches) => self.one_of(branches, place, cx),
            Check::AllOf(branches) => self.all_of(branches, place, cx),
            Check::Not(branch) => self.not(*branch, place, cx),
            Check::Dependencies => self.dependencies(place, cx),
            Check::MaxLength(limit) => place.first_of_text(progress, |text| place.max_length(*limit, text, cx)),
            Check::MinLength(limit) => place.first_of_text(progress, |text| place.min_length(*limit, text, cx)),
            Check::Pattern(pattern) => place.first_of_text(progress, |text| place.pattern(pattern, text, cx)),
            Check::Format(name) => match place.value {
                ValueRef::String(text) => place.format(name, text, cx),
                _ => Judged::PASSED,
            },
            Check::NumberFormat => place.number(|number| place.number_format(number, cx)),
            Check::MultipleOf(factor) => place.number(|number| place.multiple_of(*factor, number, cx)),
            Check::Minimum(bound) => place.number(|number| place.minimum(*bound, number, cx)),
            Check::Maximum(bound) => place.number(|number| place.maximum(*bound, number, cx)),
            Check::Items => place.list(|list| self.items(list, place, cx)),
            Check::Tuple => place.list(|list| self.tuple(list, place, cx)),
            Check::MinItems(limit) => place.list(|list| place.min_items(*limit, list.len(), cx).into()),
            Check::MaxItems(limit) => place.list(|list| place.max_items(*limit, list.len(), cx).into()),
            Check::UniqueItems => place.list(|list| place.unique_items(list, cx).into()),
            Check::Enumeration(allowed) => place.enumeration(allowed, cx).into(),
            Check::MinProperties(limit) => {
                place.object(|map| place.min_properties(*limit, self.count(map, place, progress), cx).into())
            }
            Check::MaxProperties(limit) => {
                place.object(|map| place.max_properties(*limit, self.count(map, place, progress), cx).into())
            }
            Check::AdditionalProperties => place.object(|map| self.additional_properties(map, place, cx)),
            Check::Properties => place.object(|map| self.properties(map, place, cx)),
            Check::Required => place.object(|map| self.required(map, place, cx)),
            Check::PatternProperties => place.object(|map| self.pattern_properties(map, place, cx)),
        }
    }

    fn count(&self, map: &dyn Map, place: &Place<'_>, progress: &mut Progress) -> usize {
        *progress.properties.get_or_insert_with(|| self.count_properties(map, place.shape))
    }
}

/// How much of a value matches whatever is said of it: one for the node, two for composites, one for `enum`, and one
/// for each of the API server's validators that looks at such a value, two for those of numbers and lists.
fn validators(value: &ValueRef<'_>) -> u64 {
    4 + match value {
        ValueRef::Null | ValueRef::Bool(_) => 0,
        ValueRef::String(_) | ValueRef::Map(_) => 1,
        ValueRef::Int(_) | ValueRef::Float(_) | ValueRef::List(_) => 2,
    }
}

impl From<bool> for Judged {
    /// The answer of a check that counts for nothing by itself.
    fn from(passed: bool) -> Self {
        Judged { passed, matches: 0 }
    }
}

impl Place<'_> {
    /// Of all checks only those of type and enum look at null.
    pub(super) fn checks_of_null(&self, cx: &mut Context) -> Judged {
        let mut judged = Judged { passed: true, matches: 1 };
        for check in &self.node.checks {
            if cx.is_done() {
                break;
            }
            match check {
                Check::Type { format } => {
                    let passed = self.schema_type(format.as_deref(), cx).passed;
                    judged = Judged { passed, matches: u64::from(passed) };
                }
                Check::Enumeration(allowed) => judged.check(self.enumeration(allowed, cx)),
                _ => {}
            }
        }
        judged
    }

    fn first_of_text(&self, progress: &mut Progress, check: impl FnOnce(&str) -> bool) -> Judged {
        match self.value {
            ValueRef::String(text) if !progress.text_failed => {
                progress.text_failed = !check(text);
                Judged::from(!progress.text_failed)
            }
            _ => Judged::PASSED,
        }
    }

    fn number(&self, check: impl FnOnce(Number) -> bool) -> Judged {
        match self.value {
            ValueRef::Int(value) => check(Number::Int(*value)).into(),
            ValueRef::Float(value) => check(Number::Float(*value)).into(),
            _ => Judged::PASSED,
        }
    }

    fn list(&self, check: impl FnOnce(&dyn List) -> Judged) -> Judged {
        match self.value {
            ValueRef::List(list) => check(*list),
            _ => Judged::PASSED,
        }
    }

    fn object(&self, check: impl FnOnce(&dyn Map) -> Judged) -> Judged {
        match self.value {
            ValueRef::Map(map) => check(*map),
            _ => Judged::PASSED,
        }
    }
}
