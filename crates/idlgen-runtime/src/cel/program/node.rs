//! Nodes of a checked expression.

use super::{Constant, NodeId, Sequence, Text, TypeId};

/// One node of the expression tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The position in the source, in code points. As in cel-go, an operator has the position of its symbol, a call
    /// that of its opening parenthesis, a selection that of its dot.
    pub position: u32,
    /// The type from the checker.
    pub type_id: TypeId,
    /// The operation and its operands.
    pub expression: Expression,
}

/// The kind and the parts of a node.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    /// A literal.
    Constant(Constant),
    /// A variable: a declared one (`self`, `oldSelf`), or that of the innermost enclosing comprehension that declares
    /// the name.
    Variable(Text),
    /// The name of a type that is used as a value (`int`, `google.protobuf.Timestamp`), and the type that it names. The
    /// type of the node itself is `Type(Some(…))` with that type.
    TypeName(Text, TypeId),
    /// `a.b`, or `has(a.b)`.
    Select(Select),
    /// A function call or an operator.
    Call(Call),
    /// `[a, ?b]`
    List(List),
    /// `{k: v, ?k: v}`
    Map(Map),
    /// `T{f: v}`
    Struct(Struct),
    /// A loop over a list or map: the expansion of a macro.
    Comprehension(Comprehension),
}

/// A field selection.
#[derive(Clone, PartialEq, Debug)]
pub struct Select {
    /// The operand that has the field.
    pub operand: NodeId,
    /// The field name, escaped as in the source (`__if__`).
    pub field: Text,
    /// `true` if the selection only tests whether the field exists: `has(a.b)`.
    pub test_only: bool,
}

/// A call.
///
/// Operators have cel-go's names: `_+_`, `_==_`, `@in`, `_[_]`, `_?_:_`, `_&&_`, `_||_`, `!_`, `-_`, `_?._` (`a.?b`;
/// its second argument is the field's name as a string literal), `_[?_]`, `@not_strictly_false`.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// The function name, qualified if it has a namespace (`sets.contains`).
    pub function: Text,
    /// The receiver of a member call, `None` for a global call.
    pub target: Option<NodeId>,
    /// The arguments, without the target.
    pub arguments: Sequence<NodeId>,
    /// The identifiers of the overloads that match the argument types, in declaration order. If an argument is `dyn`,
    /// there may be several. The evaluator then selects one according to the values.
    pub overloads: Sequence<Text>,
}

/// A list literal.
#[derive(Clone, PartialEq, Debug)]
pub struct List {
    /// The element expressions, in order.
    pub elements: Sequence<Element>,
}

/// An element of a list literal.
#[derive(Clone, PartialEq, Debug)]
pub struct Element {
    /// The element. Has an optional type if `optional`.
    pub value: NodeId,
    /// `?e`: omitted if the optional is empty.
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
    /// The value. Has an optional type if `optional`.
    pub value: NodeId,
    /// `?k: v`: omitted if the optional is empty.
    pub optional: bool,
}

/// An object literal.
#[derive(Clone, PartialEq, Debug)]
pub struct Struct {
    /// The type name.
    pub type_name: Text,
    /// The fields in source order.
    pub fields: Sequence<Field>,
}

/// A field of an object literal.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// The field name.
    pub name: Text,
    /// The value. Has an optional type if `optional`.
    pub value: NodeId,
    /// `?f: v`: omitted if the optional is empty.
    pub optional: bool,
}

/// A loop: `accumulator = initial; for item in range { if !condition { break }; accumulator = step }; result`.
#[derive(Clone, PartialEq, Debug)]
pub struct Comprehension {
    /// The list or map to iterate over.
    pub range: NodeId,
    /// The variable of the element or key; with two variables, of the index or key. `#unused` in a binding.
    pub variable: Text,
    /// The variable of the element or value in a loop with two variables.
    pub second_variable: Option<Text>,
    /// The name of the accumulator: `@result` in macros, a name from the source in bindings.
    pub accumulator: Text,
    /// The initial value of the accumulator.
    pub initial: NodeId,
    /// Evaluated before each step. If it is false, the loop ends. Only the accumulator, the loop variables and the
    /// outer variables are in scope.
    pub condition: NodeId,
    /// The next value of the accumulator.
    pub step: NodeId,
    /// The value of the comprehension. The accumulator is in scope, the loop variables are not.
    pub result: NodeId,
    /// The macro whose expansion this is.
    pub form: Form,
}

/// The macro that was expanded to a comprehension. The expansion contains the same information, so an evaluator may
/// ignore it.
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
    /// A binding of a variable to a value (`optMap`, `optFlatMap`, `sortBy`). The range is `[]`, the condition is
    /// `false`, the accumulator is the variable, and the result is the expression that uses it. The initial value is
    /// evaluated on first use.
    Bind,
}
