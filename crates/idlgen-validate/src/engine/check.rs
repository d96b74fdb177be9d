//! The checks of a node on a value, one after the other.

use idlgen_runtime::{
    Context, check,
    value::{List, Map, Number, ValueRef},
};

use super::{
    node::NodeId,
    walk::{Judged, Place, Walk},
};
use crate::{
    compiled::Check,
    keyword::{Row, Subject, Test, Value},
};

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
        let keyword = check.keyword();
        match check {
            Check::Type { format, certain, .. } => place.schema_type(format.as_deref(), *certain, cx),
            Check::AnyOf(branches) => self.any_of(branches, place, cx),
            Check::OneOf(branches) => self.one_of(branches, place, cx),
            Check::AllOf(branches) => self.all_of(branches, place, cx),
            Check::Not(branch) => self.not(*branch, place, cx),
            Check::Dependencies => self.dependencies(place, cx),
            Check::Limit(keyword, limit) => self.limit(keyword.row(), limit, place, progress, cx),
            Check::Pattern(pattern) => {
                place.first_of_text(progress, keyword, cx, |text, cx| check::pattern(text, pattern, place.path, cx))
            }
            Check::Format(name) => match place.value {
                ValueRef::String(text) => place.format(name, text, cx),
                _ => Judged::PASSED,
            },
            Check::Quantity => match place.value {
                ValueRef::String(text) => check::quantity(text, place.path, cx).into(),
                _ => Judged::PASSED,
            },
            Check::NumberFormat => place.number(|number| place.number_format(number, cx)),
            Check::Minimum(bound) => place.number(|number| place.minimum(*bound, number, cx)),
            Check::Maximum(bound) => place.number(|number| place.maximum(*bound, number, cx)),
            Check::Items => place.list(|list| self.items(list, place, cx)),
            Check::Tuple => place.list(|list| self.tuple(list, place, cx)),
            Check::UniqueItems => place.of_list(keyword, cx, |list, cx| check::unique_items(list, place.path, cx)),
            Check::Enumeration(allowed) => place.enumeration(allowed, cx).into(),
            Check::AdditionalProperties => place.object(|map| self.additional_properties(map, place, cx)),
            Check::Properties => place.object(|map| self.properties(map, place, cx)),
            Check::Required => place.object(|map| self.required(map, place, cx)),
            Check::PatternProperties => place.object(|map| self.pattern_properties(map, place, cx)),
            Check::EmbeddedResource => check::embedded_resource(place.value, place.path, cx).into(),
        }
    }

    /// A limit that is one call of the runtime.
    fn limit(&self, row: &Row, limit: &Value, place: &Place<'_>, progress: &mut Progress, cx: &mut Context) -> Judged {
        let (name, path) = (row.name, place.path);
        match row.test {
            Test::Number(what, check) => place.number(|number| {
                let Value::Number(limit) = *limit else { return true };
                let (number, fits) = place.comparable(number, what, limit, cx);
                place.node.keyword(name, cx, |cx| check(number, limit, path, cx)) && fits
            }),
            Test::Text(_) => {
                place.first_of_text(progress, name, cx, |text, cx| row.check(limit, Subject::Text(text), path, cx))
            }
            Test::Elements(_) => {
                place.of_list(name, cx, |list, cx| row.check(limit, Subject::Count(list.len()), path, cx))
            }
            Test::Properties(_) => place.of_object(name, cx, |map, cx| {
                let count = Subject::Count(self.count(map, place, progress));
                row.check(limit, count, path, cx)
            }),
        }
    }

    fn count(&self, map: &dyn Map, place: &Place<'_>, progress: &mut Progress) -> usize {
        *progress.properties.get_or_insert_with(|| self.count_properties(map, place.shape))
    }
}

impl Judged {
    /// What comes out of a value that is right because of its type, of which nothing else is asked.
    #[inline]
    pub(super) fn right_at_once(value: &ValueRef<'_>) -> Self {
        Judged { passed: true, matches: validators(value) + 2 }
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
    /// The outcome if it is known without running any check: there is none but that of the type, which is certain to
    /// take the value, as in most scalars.
    #[inline]
    pub(super) fn at_once(&self) -> Option<Judged> {
        let is_right = self.old.is_none() && self.node.at_once().contains(self.value);
        is_right.then(|| Judged::right_at_once(self.value))
    }

    /// Of all checks only those of type and enum look at null.
    pub(super) fn checks_of_null(&self, cx: &mut Context) -> Judged {
        let mut judged = Judged { passed: true, matches: 1 };
        for check in &self.node.checks {
            if cx.is_done() {
                break;
            }
            match check {
                Check::Type { format, certain, .. } => {
                    let passed = self.schema_type(format.as_deref(), *certain, cx).passed;
                    judged = Judged { passed, matches: u64::from(passed) };
                }
                Check::Enumeration(allowed) => judged.check(self.enumeration(allowed, cx)),
                _ => {}
            }
        }
        judged
    }

    /// A keyword of text that is one call of the runtime, if none of those before it has failed.
    fn first_of_text(
        &self,
        progress: &mut Progress,
        keyword: &str,
        cx: &mut Context,
        check: impl FnOnce(&str, &mut Context) -> bool,
    ) -> Judged {
        match self.value {
            ValueRef::String(text) if !progress.text_failed => {
                progress.text_failed = !self.node.keyword(keyword, cx, |cx| check(text, cx));
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

    /// A keyword of lists that is one call of the runtime.
    fn of_list(&self, keyword: &str, cx: &mut Context, check: impl FnOnce(&dyn List, &mut Context) -> bool) -> Judged {
        self.list(|list| self.node.keyword(keyword, cx, |cx| check(list, cx)).into())
    }

    /// A keyword of objects that is one call of the runtime.
    fn of_object(&self, keyword: &str, cx: &mut Context, check: impl FnOnce(&dyn Map, &mut Context) -> bool) -> Judged {
        self.object(|map| self.node.keyword(keyword, cx, |cx| check(map, cx)).into())
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
