//! The nodes of a plan.

use super::{Attribute, Comprehension, Set, Wrapper};
use crate::cel::Value;
use crate::cel::cost::Price;
use crate::cel::library::Function;
use crate::regex::Pattern;

/// A node: what to do, and where it stands in the source text.
#[derive(Debug)]
pub(in crate::cel) struct PlanNode {
    pub(in crate::cel) position: u32,
    pub(in crate::cel) step: Step,
}

/// What to do.
#[derive(Debug)]
pub(in crate::cel) enum Step {
    /// A literal, or what constants were folded into. Costs nothing.
    Constant(Value<'static>),
    /// A variable or the value of an expression, and fields and indices below it.
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
    /// `a < b` and the like
    Compare(Comparison, Price, Box<[PlanNode; 2]>),
    /// `a + b` and the like
    Arithmetic(ArithmeticOperator, Price, Box<[PlanNode; 2]>),
    /// `a in b`
    In(Price, Box<[PlanNode; 2]>),
    /// `a in [constants]`. The search costs nothing.
    InSet(Set, Box<PlanNode>),
    /// `size(a)`
    Size(Box<PlanNode>),
    /// `type(a)`
    Type(Box<PlanNode>),
    /// `dyn(a)`
    Dyn(Box<PlanNode>),
    /// `a.or(b)`: `b` is only evaluated if it is needed.
    OptionalOr(Box<[PlanNode; 2]>),
    /// `a.orValue(b)`
    OptionalOrValue(Box<[PlanNode; 2]>),
    /// A call of a library's function.
    Call(Box<Call>),
    /// `[a, ?b]`
    List(Box<[(PlanNode, bool)]>),
    /// `{k: v, ?k: v}`
    Map(Box<[(PlanNode, PlanNode, bool)]>),
    /// `google.protobuf.Timestamp{…}` or `google.protobuf.Duration{…}`
    Time(Box<Time>),
    /// `google.protobuf.Int64Value{…}` and its kin
    Wrapper(Box<Wrapper>),
    /// `@result + [a]` in a comprehension: the place of the accumulator, the list's cost, and the element.
    Append(usize, u64, Box<PlanNode>),
    /// `cel.@mapInsert(@result, k, v)` in a comprehension.
    Insert(usize, Box<[PlanNode; 2]>),
    /// `cel.@mapInsert(@result, {…})` in a comprehension.
    InsertAll(usize, Box<PlanNode>),
    /// A loop.
    Comprehension(Box<Comprehension>),
}

/// Which order is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cel) enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    /// The operator's name in messages.
    pub(in crate::cel) fn name(self) -> &'static str {
        match self {
            Self::Less => "_<_",
            Self::LessOrEqual => "_<=_",
            Self::Greater => "_>_",
            Self::GreaterOrEqual => "_>=_",
        }
    }
}

/// What is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cel) enum ArithmeticOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// A call of a library's function.
#[derive(Debug)]
pub(in crate::cel) struct Call {
    pub(in crate::cel) name: Box<str>,
    pub(in crate::cel) implementation: Implementation,
    pub(in crate::cel) price: Price,
    /// Whether the first argument that fails ends it, so that those behind it are not evaluated.
    pub(in crate::cel) ends_at_error: bool,
    /// The receiver, if there is one, and the arguments.
    pub(in crate::cel) arguments: Box<[PlanNode]>,
}

/// What a call calls.
#[derive(Debug)]
pub(in crate::cel) enum Implementation {
    /// Functions of that name, of which the first that takes the values is the one.
    Functions(Box<[Function]>),
    /// `matches`, `find` or `findAll` with a regular expression that is a constant.
    Pattern(Box<Pattern>),
}

/// A point in time or a span, by its fields.
#[derive(Debug)]
pub(in crate::cel) struct Time {
    pub(in crate::cel) is_span: bool,
    /// Whether the field is the nanoseconds, its value, and whether that is optional.
    pub(in crate::cel) fields: Box<[(bool, PlanNode, bool)]>,
}
