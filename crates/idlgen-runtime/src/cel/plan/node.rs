//! Plan nodes.

use super::{Attribute, Comprehension, Set, Wrapper};
use crate::cel::Value;
use crate::cel::cost::CallCost;
use crate::cel::library::Function;
use crate::regex::Pattern;

/// An operation and its position in the source.
#[derive(Debug)]
pub(in crate::cel) struct PlanNode {
    pub(in crate::cel) position: u32,
    pub(in crate::cel) step: Step,
}

/// An operation.
#[derive(Debug)]
pub(in crate::cel) enum Step {
    /// A literal or a folded constant. Has no cost.
    Constant(Value<'static>),
    /// A variable or the value of an expression, followed by field and index accesses.
    Attribute(Box<Attribute>),
    /// `c ? t : f`
    Conditional(Box<[PlanNode; 3]>),
    /// `a && b && …`
    And(Box<[PlanNode]>),
    /// `a || b || …`
    Or(Box<[PlanNode]>),
    /// `!a`
    Not(Box<PlanNode>),
    /// `-a`
    Negate(Box<PlanNode>),
    /// `@not_strictly_false(a)`
    NotStrictlyFalse(Box<PlanNode>),
    /// `a == b`
    Equal(Box<[PlanNode; 2]>),
    /// `a != b`
    NotEqual(Box<[PlanNode; 2]>),
    /// `a < b` and similar comparisons.
    Compare(Comparison, CallCost, Box<[PlanNode; 2]>),
    /// `a + b` and similar operations.
    Arithmetic(ArithmeticOperator, CallCost, Box<[PlanNode; 2]>),
    /// `a in b`
    In(CallCost, Box<[PlanNode; 2]>),
    /// `a in [constants]`. The search has no cost because cel-go replaces it with a set lookup.
    InSet(Set, Box<PlanNode>),
    /// `size(a)`
    Size(Box<PlanNode>),
    /// `type(a)`
    Type(Box<PlanNode>),
    /// `dyn(a)`
    Dyn(Box<PlanNode>),
    /// `a.or(b)`: evaluates `b` only if necessary.
    OptionalOr(Box<[PlanNode; 2]>),
    /// `a.orValue(b)`
    OptionalOrValue(Box<[PlanNode; 2]>),
    /// A library function call.
    Call(Box<Call>),
    /// `[a, ?b]`
    List(Box<[(PlanNode, bool)]>),
    /// `{k: v, ?k: v}`
    Map(Box<[(PlanNode, PlanNode, bool)]>),
    /// `google.protobuf.Timestamp{…}` or `google.protobuf.Duration{…}`
    Time(Box<Time>),
    /// `google.protobuf.Int64Value{…}` and the other wrappers.
    Wrapper(Box<Wrapper>),
    /// `@result + [a]` in a comprehension: the slot of the accumulator, the cost of the list, and the element.
    Append(usize, u64, Box<PlanNode>),
    /// `cel.@mapInsert(@result, k, v)` in a comprehension.
    Insert(usize, Box<[PlanNode; 2]>),
    /// `cel.@mapInsert(@result, {…})` in a comprehension.
    InsertAll(usize, Box<PlanNode>),
    /// A loop.
    Comprehension(Box<Comprehension>),
}

/// A comparison operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cel) enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    /// Returns the name of the operator for messages.
    pub(in crate::cel) fn name(self) -> &'static str {
        match self {
            Self::Less => "_<_",
            Self::LessOrEqual => "_<=_",
            Self::Greater => "_>_",
            Self::GreaterOrEqual => "_>=_",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cel) enum ArithmeticOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// A library function call.
#[derive(Debug)]
pub(in crate::cel) struct Call {
    pub(in crate::cel) name: Box<str>,
    pub(in crate::cel) implementation: Implementation,
    pub(in crate::cel) cost: CallCost,
    /// `true` if an error in the first argument ends the call, so that the later arguments are not evaluated.
    pub(in crate::cel) ends_at_error: bool,
    /// The receiver, if any, and the arguments.
    pub(in crate::cel) arguments: Box<[PlanNode]>,
}

/// The implementation of a call.
#[derive(Debug)]
pub(in crate::cel) enum Implementation {
    /// Functions with the same name. The first one that accepts the values is used.
    Functions(Box<[Function]>),
    /// `matches`, `find` or `findAll` with a constant regular expression.
    Pattern(Box<Pattern>),
}

/// A timestamp or duration literal.
#[derive(Debug)]
pub(in crate::cel) struct Time {
    pub(in crate::cel) is_span: bool,
    /// The assigned fields: `true` for `nanos` instead of `seconds`, the value, and `true` if the value is optional.
    pub(in crate::cel) fields: Box<[(bool, PlanNode, bool)]>,
}
