//! The nodes of a checked expression.

use super::{Constant, NodeId, Sequence, Text, TypeId};

/// One node of the expression tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Where the node stands in the source text, in code points from its start. An operator's node stands at the
    /// operator, a call's at its opening parenthesis, a selection's at its dot, as in cel-go.
    pub position: u32,
    /// The type that the checker found.
    pub type_id: TypeId,
    /// What the node is.
    pub expression: Expression,
}

/// What a node is.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    /// A literal.
    Constant(Constant),
    /// A variable: declared (`self`, `oldSelf`) or of an enclosing comprehension. The innermost comprehension that
    /// declares the name wins.
    Variable(Text),
    /// The name of a type used as a value (`int`, `google.protobuf.Timestamp`): the type of that name. The node's type
    /// is `Type(Some(it))`.
    TypeName(Text, TypeId),
    /// `a.b`, or `has(a.b)`.
    Select(Select),
    /// A call of a function, operators included.
    Call(Call),
    /// `[a, ?b]`
    List(List),
    /// `{k: v, ?k: v}`
    Map(Map),
    /// `T{f: v}`
    Struct(Struct),
    /// A loop over a list or map: what the macros expand to.
    Comprehension(Comprehension),
}

/// A selection of a field.
#[derive(Clone, PartialEq, Debug)]
pub struct Select {
    /// What is selected from.
    pub operand: NodeId,
    /// The name of the field, escaped as in the source text (`__if__`).
    pub field: Text,
    /// Only test whether the field is there: `has(a.b)`.
    pub test_only: bool,
}

/// A call.
///
/// Operators have cel-go's names: `_+_`, `_==_`, `@in`, `_[_]`, `_?_:_`, `_&&_`, `_||_`, `!_`, `-_`, `_?._` (`a.?b`;
/// its second argument is the field's name as a string literal), `_[?_]`, `@not_strictly_false`.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// The function's name; qualified if it has a name space (`sets.contains`).
    pub function: Text,
    /// The object of a member call; none for a global one.
    pub target: Option<NodeId>,
    /// The arguments, without the target.
    pub arguments: Sequence<NodeId>,
    /// The identifiers of the overloads that fit the argument types: one, unless an argument is `dyn`; the evaluator
    /// then decides by the values. In declaration order.
    pub overloads: Sequence<Text>,
}

/// A list literal.
#[derive(Clone, PartialEq, Debug)]
pub struct List {
    /// The elements.
    pub elements: Sequence<Element>,
}

/// An element of a list literal.
#[derive(Clone, PartialEq, Debug)]
pub struct Element {
    /// The element; of an optional type if `optional`.
    pub value: NodeId,
    /// `?e`: left out if the optional is empty.
    pub optional: bool,
}

/// A map literal.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    /// The entries in source order.
    pub entries: Sequence<Entry>,
}

/// An entry of a map literal.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The key.
    pub key: NodeId,
    /// The value; of an optional type if `optional`.
    pub value: NodeId,
    /// `?k: v`: left out if the optional is empty.
    pub optional: bool,
}

/// An object literal.
#[derive(Clone, PartialEq, Debug)]
pub struct Struct {
    /// The name of the type.
    pub type_name: Text,
    /// The fields in source order.
    pub fields: Sequence<Field>,
}

/// A field of an object literal.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// The field's name.
    pub name: Text,
    /// The value; of an optional type if `optional`.
    pub value: NodeId,
    /// `?f: v`: left out if the optional is empty.
    pub optional: bool,
}

/// A loop: `accumulator = initial; for item in range { if !condition {break}; accumulator = step }; result`.
#[derive(Clone, PartialEq, Debug)]
pub struct Comprehension {
    /// What is looped over: list elements or map keys with one variable; index and element, or key and value, with two.
    pub range: NodeId,
    /// The variable of the element or key; with two variables, of the index or key. `#unused` in a binding.
    pub variable: Text,
    /// The variable of the element or value in a loop with two variables.
    pub second_variable: Option<Text>,
    /// The name of the accumulator: `@result` in macros; a name of the source text in bindings.
    pub accumulator: Text,
    /// The accumulator's first value.
    pub initial: NodeId,
    /// Evaluated before each step; false ends the loop. Only the accumulator and the loop variables are in scope beside
    /// the outer ones.
    pub condition: NodeId,
    /// The accumulator's next value.
    pub step: NodeId,
    /// The value of the whole; the accumulator is in scope, the loop variables are not.
    pub result: NodeId,
    /// The macro that this came from.
    pub form: Form,
}

/// The macro that a comprehension came from. It says the same as the expansion beside it; an evaluator may ignore it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `all`: initial `true`, condition `@not_strictly_false(@result)`, step `@result && p`.
    All,
    /// `exists`: initial `false`, condition `@not_strictly_false(!@result)`, step `@result || p`.
    Exists,
    /// `exists_one`, `existsOne`: initial `0`, condition `true`, step `p ? @result + 1 : @result`, result
    /// `@result == 1`.
    ExistsOne,
    /// `map(x, t)`: step `@result + [t]`.
    Map,
    /// `map(x, p, t)`: step `p ? @result + [t] : @result`.
    MapFilter,
    /// `filter(x, p)`: step `p ? @result + [x] : @result`.
    Filter,
    /// `transformList`, with or without a filter.
    TransformList,
    /// `transformMap`, with or without a filter.
    TransformMap,
    /// `transformMapEntry`, with or without a filter.
    TransformMapEntry,
    /// A variable bound to a value (`optMap`, `optFlatMap`, `sortBy`): the range is `[]`, the condition `false`, the
    /// accumulator the variable, the result its use. The initial value is evaluated when first used.
    Bind,
}
