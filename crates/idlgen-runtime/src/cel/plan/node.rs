//! Plan nodes: operations, access chains and loops, which contain each other.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use super::{Set, WrapperKind};
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

/// A variable or the value of an expression, followed by field and index accesses.
///
/// As in cel-go, an access chain is a single step. It costs 1, plus 1 for each access. The first optional access makes
/// all later ones optional.
#[derive(Debug)]
pub(in crate::cel) struct Attribute {
    pub(in crate::cel) root: Root,
    pub(in crate::cel) qualifiers: Vec<Qualifier>,
    /// `true` if all accesses are to required fields.
    pub(in crate::cel) is_simple: bool,
    /// `true` if the last access only tests for presence (`has(a.b)`).
    pub(in crate::cel) is_test: bool,
    /// `true` if the chain itself has a cost, in addition to its accesses. Presence tests and branches of a conditional
    /// have none.
    pub(in crate::cel) counts: bool,
}

/// The start of a chain.
#[derive(Debug)]
pub(in crate::cel) enum Root {
    /// A variable of the program, with its slot and its name.
    Variable(usize, Box<str>),
    /// The name of a variable that never has a value.
    Unknown(Box<str>),
    /// The slot of a comprehension variable.
    Local(usize),
    /// The value of an expression.
    Value(PlanNode),
}

/// An access to a field or an element.
#[derive(Debug)]
pub(in crate::cel) struct Qualifier {
    pub(in crate::cel) position: u32,
    pub(in crate::cel) is_optional: bool,
    pub(in crate::cel) key: Key,
}

/// The key of an access.
#[derive(Debug)]
pub(in crate::cel) enum Key {
    /// A field or a constant string key. Caches the index at which the field was last found among the declared fields.
    Field(Box<str>, AtomicU32),
    /// A constant key that is not a string.
    Constant(Value<'static>),
    /// The value of an expression. If the expression is an access chain itself, it has no extra cost. If the access is
    /// repeated in both branches of a conditional, the branches share the key.
    Computed(Arc<PlanNode>),
}

impl Attribute {
    pub(super) fn new(root: Root) -> Self {
        let is_simple = matches!(root, Root::Variable(..) | Root::Local(_));
        Self { root, qualifiers: Vec::new(), is_simple, is_test: false, counts: true }
    }

    pub(super) fn push(&mut self, qualifier: Qualifier) {
        self.is_simple &= !qualifier.is_optional && matches!(qualifier.key, Key::Field(..));
        self.qualifiers.push(qualifier);
    }
}

/// A loop over a list or a map.
#[derive(Debug)]
pub(in crate::cel) struct Comprehension {
    pub(in crate::cel) range: PlanNode,
    /// The slot of the element, key or index.
    pub(in crate::cel) variable: usize,
    /// The slot of the second variable: the element or value.
    pub(in crate::cel) second_variable: Option<usize>,
    pub(in crate::cel) body: Loop,
}

/// The operation on each element.
#[derive(Debug)]
pub(in crate::cel) enum Loop {
    /// `all`: the predicate.
    All(PlanNode),
    /// `exists`: the predicate.
    Exists(PlanNode),
    /// `exists_one`: the predicate.
    ExistsOne(PlanNode),
    /// Any other loop, in the expanded form of the macros.
    Fold(Box<Fold>),
}

/// A loop in the expanded form of the macros.
#[derive(Debug)]
pub(in crate::cel) struct Fold {
    /// The slot of the accumulator.
    pub(in crate::cel) accumulator: usize,
    /// The initial value of the accumulator, evaluated when it is first used.
    pub(in crate::cel) initial: PlanNode,
    /// The condition to continue.
    pub(in crate::cel) condition: PlanNode,
    /// The next value of the accumulator.
    pub(in crate::cel) step: PlanNode,
    /// The value of the comprehension.
    pub(in crate::cel) result: PlanNode,
}

/// A literal of a wrapper message. Its field may occur several times.
#[derive(Debug)]
pub(in crate::cel) struct Wrapper {
    pub(in crate::cel) kind: WrapperKind,
    /// The field values. `true` marks an optional one.
    pub(in crate::cel) fields: Box<[(PlanNode, bool)]>,
}
