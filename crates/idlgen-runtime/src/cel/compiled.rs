//! Support for rules that are compiled to Rust: the operators of CEL whose operands can fail, cost, and calls of the
//! function libraries.
//!
//! A compiled rule is a closure from the validated value to `Option<bool>`. `None` means that the closure cannot
//! answer, because an operand has an error, or because the answer depends on more than the closure looks at. The
//! interpreter then evaluates the rule. It also evaluates every rule that is not `true`, so errors and messages have a
//! single source.
//!
//! The cost of a compiled rule is an upper bound of the cost in the interpreter. If a bound exceeds a limit, the rules
//! of the object run in the interpreter, which counts exactly.

mod constant;
mod cost;
mod library;
mod logic;
mod operand;
mod text;
mod view;

pub use constant::LazyConstant;
pub use cost::Cost;
pub use library::LibraryFunction;
pub use logic::{all, and, attempt, exists, exists_one, filter, filter_map, map, or, same, same_list};
pub use operand::{
    add, as_bool, as_double, as_int, as_text, at, bool, compare, contains, contains_item, double, duration, element,
    elements, entry, equal, has_entry, has_value, int, is_present, is_seen, is_unset, list, nanoseconds, scalar, size,
    size_of, subtract, sum, uint,
};
pub use text::{compare_text, concat, contains_text, ends_with, length, matches, same_text, starts_with, string};
pub use view::LazyShape;
