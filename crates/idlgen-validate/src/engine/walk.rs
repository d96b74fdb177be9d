//! One node on one value.

use std::cell::Cell;

use idlgen_runtime::{
    Context,
    field::{BadValue, Error, ErrorType, Path},
    value::ValueRef,
};

use super::{
    compile::Compiled,
    node::{Node, NodeId},
    options::{ValidatorOptions, ZeroMode},
};

/// A value, what applies to it, and where it is.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    /// What applies.
    pub(super) node: &'p Node,
    /// What says which properties the value has, which of them can be zero and what their defaults are: the node itself, or in a branch of `allOf`,
    /// `anyOf`, `oneOf` and `not` the node that the branch belongs to.
    pub(super) shape: &'p Node,
    pub(super) value: &'p ValueRef<'p>,
    /// The value before the update, if there is one that can be told to be the same value.
    pub(super) old: Option<&'p ValueRef<'p>>,
    pub(super) path: &'p Path<'p>,
    /// How many nodes are open.
    pub(super) depth: usize,
}

impl<'p> Place<'p> {
    /// The same value under a branch of `allOf`, `anyOf`, `oneOf` or `not`.
    pub(super) fn branch(&self, node: &'p Node) -> Place<'p> {
        Place { node, depth: self.depth + 1, ..*self }
    }

    /// Whether the node is no branch, but what the value has from its own place in the schema.
    pub(super) fn is_shape(&self) -> bool {
        std::ptr::eq(self.node, self.shape)
    }
}

/// What came out of applying a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    /// Whether no error was found.
    pub(super) passed: bool,
    /// How much of the value matched. The API server counts it to find the branch of an `anyOf` or `oneOf` that came closest
    /// (`validate.Result.MatchCount`): one for each kind of check that applied and one for each node, whether it passed or not, and one more for a type and
    /// for the numbers, lists and composites that were gone through.
    pub(super) matches: u64,
}

impl Judged {
    /// Nothing found, nothing matched.
    pub(super) const PASSED: Judged = Judged { passed: true, matches: 0 };

    /// Takes in what came out of a part.
    pub(super) fn merge(&mut self, part: Judged) {
        self.passed &= part.passed;
        self.matches += part.matches;
    }

    /// Takes in the answer of a check that counts for nothing by itself.
    pub(super) fn check(&mut self, passed: bool) {
        self.passed &= passed;
    }
}

/// One walk over one value.
pub(super) struct Walk<'v> {
    pub(super) compiled: &'v Compiled,
    pub(super) options: &'v ValidatorOptions,
    steps: Cell<u64>,
}

impl<'v> Walk<'v> {
    pub(super) fn new(compiled: &'v Compiled, options: &'v ValidatorOptions) -> Self {
        Walk { compiled, options, steps: Cell::new(0) }
    }

    /// Whether zero values have the meaning that they have in Go.
    pub(super) fn is_native(&self) -> bool {
        self.options.zero_mode == ZeroMode::Native
    }

    pub(super) fn get(&self, id: NodeId) -> &'v Node {
        self.compiled.get(id)
    }

    /// Applies the node to the value (`validate.SchemaValidator.Validate`).
    pub(super) fn apply(&self, place: &Place<'_>, cx: &mut Context) -> Judged {
        if !self.may_go_on(place, cx) {
            return Judged { passed: false, matches: 0 };
        }
        if place.value.is_null() {
            return place.null(cx);
        }
        place.node.rules.note(place.old.is_some(), cx);
        let mut judged = Judged { passed: true, matches: 1 };
        let checks: [&dyn Fn(&mut Context) -> Judged; 7] = [
            &|cx| place.schema_type(cx),
            &|cx| self.composites(place, cx),
            &|cx| place.string(cx),
            &|cx| place.number(cx),
            &|cx| self.array(place, cx),
            &|cx| place.enumeration(cx),
            &|cx| self.object(place, cx),
        ];
        for check in checks {
            judged.merge(check(cx));
            if cx.is_done() {
                break;
            }
        }
        judged
    }

    fn composites(&self, place: &Place<'_>, cx: &mut Context) -> Judged {
        let mut judged = Judged { passed: true, matches: 2 };
        for check in [Self::any_of, Self::one_of, Self::all_of, Self::not, Self::dependencies] {
            judged.merge(check(self, place, cx));
            if cx.is_done() {
                break;
            }
        }
        judged
    }

    fn may_go_on(&self, place: &Place<'_>, cx: &mut Context) -> bool {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        let detail = if place.depth > self.options.max_depth {
            format!("nested deeper than {} levels", self.options.max_depth)
        } else if steps == self.options.max_steps + 1 {
            format!("gave up after {} steps", self.options.max_steps)
        } else {
            return steps <= self.options.max_steps;
        };
        cx.report(|| Error::new(ErrorType::Internal, place.path.to_path_buf(), BadValue::Omitted, detail));
        false
    }
}
