//! Support for rules that are compiled to Rust: CEL operators whose operands can fail, cost computation, and calls of
//! the function libraries.
//!
//! A compiled rule is a closure that maps the validated value to `Option<bool>`. It returns `None` if an operand has an
//! error, or if the result depends on data that the closure does not read. In these cases, the interpreter evaluates
//! the rule. The interpreter also evaluates a rule that is `false` again if its error needs it
//! ([`LazyRule::check_compiled`](crate::cel::LazyRule::check_compiled)).
//!
//! The cost of a compiled rule is an upper bound of its cost in the interpreter. If a bound exceeds a limit, the
//! interpreter evaluates the rules of the object and counts their costs exactly.

mod amount;
mod constant;
mod cost;
mod duration;
mod library;
mod logic;
mod operand;
mod text;
mod view;

pub use amount::Amount;
pub use constant::LazyConstant;
pub use cost::Cost;
pub use duration::{ParsedDuration, duration};
pub use library::LibraryFunction;
pub use logic::{
    absorbing_all, absorbing_exists, all, and, attempt, exists, exists_one, filter, filter_count, filter_map, map, or,
    same, same_list, sum_filter_map, sum_map,
};
pub use operand::{
    add, as_bool, as_double, as_int, as_text, at, bool, compare, contains, contains_item, double, element, elements,
    entry, equal, has_entry, has_value, int, is_present, is_seen, is_unset, list, nanoseconds, scalar, size, size_of,
    subtract, sum, uint,
};
pub use text::{compare_text, concat, contains_text, ends_with, length, matches, same_text, starts_with, string};
pub use view::LazyShape;
