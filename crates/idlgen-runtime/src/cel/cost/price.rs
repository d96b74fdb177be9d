//! What calls cost (`CostTracker.costCall` of cel-go's interpreter, and the trackers of its extension libraries).

use crate::cel::library::CallCost;
use crate::cel::value::code_points;
use crate::cel::{Environment, Value};

/// The cost of a character that is looked at.
const TRAVERSAL: f64 = 0.1;
/// The cost of a list.
pub(in crate::cel) const LIST: u64 = 10;
/// The cost of a map.
pub(in crate::cel) const MAP: u64 = 30;
/// The cost of an object.
pub(in crate::cel) const OBJECT: u64 = 40;

/// How a call is priced. Found once for a call, then applied to its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cel) enum Price {
    /// 1
    One,
    /// A look at each character of that argument.
    Size(u8),
    /// A look at each character of the smaller argument.
    SmallerSize,
    /// A look at each character of both arguments.
    SumOfSizes,
    /// 1 for each element of the second argument.
    Elements,
    /// Each character of the first argument for each of the second.
    Product,
    /// A search for the second argument, a regular expression, in the first.
    Search,
    /// A list as large as the result.
    ListOfResult,
    /// A list as large as the first argument is as a number.
    Range {
        /// Whether numbers below zero and beyond a million give no list.
        newer: bool,
    },
    /// A list as large as the first argument, for each level.
    Flatten {
        /// Whether a negative depth counts as 1, or takes from the cost.
        newer: bool,
    },
    /// Each element of that argument with each other, twice.
    SelfCompare(u8),
    /// Each element of the first argument with each of the second, so often.
    Sets(u8),
    /// What Kubernetes asks, or else 1.
    Kubernetes(CallCost),
}

impl Price {
    /// How calls of `function` are priced; `overload` is the only overload that fits, empty if there are several.
    pub(in crate::cel) fn of(function: &str, overload: &str, environment: Environment) -> Self {
        match overload {
            "list_slice" | "list_reverse" => return Self::ListOfResult,
            "lists_range" => return Self::Range { newer: environment.minor() >= 37 },
            "list_flatten" | "list_flatten_int" => return Self::Flatten { newer: environment.minor() >= 37 },
            "list_distinct" => return Self::SelfCompare(0),
            "list_sets_contains_list" | "list_sets_intersects_list" => return Self::Sets(1),
            "list_sets_equivalent_list" => return Self::Sets(2),
            _ if overload.starts_with("list_") && overload.ends_with("_sort") => return Self::SelfCompare(0),
            _ if overload.starts_with("list_") && overload.ends_with("_sortByAssociatedKeys") => {
                return Self::SelfCompare(1);
            }
            _ => {}
        }
        if let Some(price) = CallCost::of(function, overload) {
            return Self::Kubernetes(price);
        }
        let newer = environment.minor() >= 37;
        match overload {
            "starts_with_string" | "ends_with_string" => Self::Size(u8::from(newer)),
            "string_to_bytes" | "bytes_to_string" | "strings_quote" | "string_format" => Self::Size(0),
            "in_list" => Self::Elements,
            "less_string"
            | "greater_string"
            | "less_equals_string"
            | "greater_equals_string"
            | "less_bytes"
            | "greater_bytes"
            | "less_equals_bytes"
            | "greater_equals_bytes"
            | "equals"
            | "not_equals" => Self::SmallerSize,
            "add_string" | "add_bytes" => Self::SumOfSizes,
            "matches_string" => Self::Search,
            "matches" if newer => Self::Search,
            "contains_string" => Self::Product,
            _ => Self::One,
        }
    }

    /// Does the cost depend on the result?
    pub(in crate::cel) fn depends_on_result(self) -> bool {
        matches!(self, Self::ListOfResult | Self::Kubernetes(CallCost::Result))
    }

    /// The cost of a call with these arguments, the receiver first, and that result.
    #[inline]
    pub(in crate::cel) fn count(self, arguments: &[Value<'_>], result: Option<&Value<'_>>) -> u64 {
        match self {
            Self::One => 1,
            Self::SmallerSize => match arguments {
                [left, right] => smaller(left, right),
                _ => 1,
            },
            _ => self.count_more(arguments, result),
        }
    }

    fn count_more(self, arguments: &[Value<'_>], result: Option<&Value<'_>>) -> u64 {
        let argument = |index: u8| arguments.get(usize::from(index)).map_or(1, size);
        match self {
            Self::Size(index) => characters(argument(index)),
            Self::SumOfSizes => characters(argument(0).saturating_add(argument(1))),
            Self::Elements => argument(1),
            Self::Product => characters(argument(0)).saturating_mul(characters(argument(1))),
            Self::Search => {
                // One character more than there is, so that an empty text is not for free; a quarter for each of the expression.
                characters(argument(0).saturating_add(1)).saturating_mul(argument(1).div_ceil(4))
            }
            Self::ListOfResult => list(1.0, result.map_or(1, size)),
            Self::Range { newer } => match arguments.first() {
                Some(Value::Int(end)) if !newer || (0..=1_000_000).contains(end) => {
                    u64::try_from(*end).unwrap_or(0).saturating_add(1 + LIST)
                }
                _ => list(1.0, 1),
            },
            Self::Flatten { newer } => match arguments.get(1) {
                Some(Value::Int(depth)) if *depth < 0 && !newer => {
                    ((argument(0) as f64 * *depth as f64) as i64 as u64).wrapping_add(1 + LIST)
                }
                Some(Value::Int(depth)) if *depth >= 0 => list(*depth as f64, argument(0)),
                _ => list(1.0, argument(0)),
            },
            Self::SelfCompare(index) => {
                let size = argument(index);
                let is_text = match arguments.get(usize::from(index)) {
                    Some(Value::List(list)) => matches!(list.get(0), Some(Ok(Value::String(_) | Value::Bytes(_)))),
                    _ => false,
                };
                list(if is_text { 2.0 + TRAVERSAL } else { 2.0 }, size.saturating_mul(size))
            }
            Self::Sets(times) => 1 + (argument(0).saturating_mul(argument(1)) as f64 * f64::from(times)) as u64,
            Self::Kubernetes(price) => price.count(arguments, result).unwrap_or(1),
            Self::One | Self::SmallerSize => 1,
        }
    }
}

/// The size of a value: of what has none, 1.
fn size(value: &Value<'_>) -> u64 {
    match value {
        Value::Optional(Some(value)) => value.size().unwrap_or(1),
        value => value.size().unwrap_or(1),
    }
}

/// The cost of so many characters. (Upstream multiplies with the double 0.1 and rounds up, which is the same for whole numbers.)
#[inline]
fn characters(size: u64) -> u64 {
    size.div_ceil(10)
}

fn list(factor: f64, size: u64) -> u64 {
    ((size as f64 * factor) as u64).saturating_add(1 + LIST)
}

/// The cost of comparing two values as text.
#[inline]
pub(in crate::cel) fn smaller(left: &Value<'_>, right: &Value<'_>) -> u64 {
    match (left, right) {
        (Value::String(left), Value::String(right)) => {
            // Few octets are few characters.
            match left.len().min(right.len()) {
                0 => 0,
                1..=10 => 1,
                _ => characters(code_points(left).min(code_points(right))),
            }
        }
        (Value::Int(_) | Value::Bool(_) | Value::Double(_), Value::Int(_) | Value::Bool(_) | Value::Double(_)) => 1,
        (left, right) => characters(size(left).min(size(right))),
    }
}

/// The cost of `==` and `!=`.
#[inline]
pub(in crate::cel) fn equality(left: &Value<'_>, right: &Value<'_>, is_negated: bool) -> u64 {
    match left {
        Value::Ip(_) | Value::Cidr(_) if !is_negated => 1,
        _ => smaller(left, right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices() {
        let price = |function: &str, overload: &str, minor: u8| Price::of(function, overload, Environment::new(minor));
        let (text, long) = (Value::text("äöü"), Value::from("x".repeat(101)));
        for (function, overload, minor, arguments, expected) in [
            ("startsWith", "starts_with_string", 35, [long.clone(), text.clone()], 11),
            ("startsWith", "starts_with_string", 37, [long.clone(), text.clone()], 1),
            ("contains", "contains_string", 35, [long.clone(), long.clone()], 121),
            ("matches", "matches_string", 35, [text.clone(), long.clone()], 26),
            ("matches", "matches", 35, [text.clone(), long.clone()], 1),
            ("_+_", "add_string", 35, [text.clone(), long.clone()], 11),
            ("_<_", "less_string", 35, [text.clone(), Value::text("")], 0),
            ("_<_", "", 35, [long.clone(), long.clone()], 1),
            ("sets.equivalent", "list_sets_equivalent_list", 35, [Value::from(vec![]), Value::from(vec![])], 1),
            ("@in", "in_list", 35, [text.clone(), Value::from(vec![Value::Null; 3])], 3),
        ] {
            assert_eq!(price(function, overload, minor).count(&arguments, None), expected, "{function}");
        }
    }
}
