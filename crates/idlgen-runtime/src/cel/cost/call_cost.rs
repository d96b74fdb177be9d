//! Call costs (`CostTracker.costCall` of cel-go's interpreter, `CostEstimator.CallCost` of
//! k8s.io/apiserver/pkg/cel/library/cost.go).

use super::CostTracker;
use crate::cel::value::code_points;
use crate::cel::{Environment, EvaluationError, Kind, Map, Value};

pub(in crate::cel) const LIST: u64 = 10;
pub(in crate::cel) const MAP: u64 = 30;
pub(in crate::cel) const OBJECT: u64 = 40;

/// The cost model of a call, which the library tables contain for each function. It is selected once per call
/// expression, then applied to the arguments, receiver first.
#[derive(Clone, Copy, Debug)]
pub(in crate::cel) enum CallCost {
    /// The fixed cost 1.
    One,
    /// The cost of traversing the first argument, or its content if it is an optional.
    Held,
    /// The cost of traversing the first argument, times this number.
    Characters(u8),
    /// The cost of traversing the smaller argument.
    SmallerSize,
    /// The cost of traversing both arguments.
    SumOfSizes,
    /// The number of elements of the second argument.
    Elements,
    /// The product of the sizes of the first two arguments.
    Product,
    /// The cost of searching the first argument for the regular expression in the second.
    Search,
    /// The cost of traversing the first argument and everything in it.
    Contents,
    /// A library-specific cost.
    Own(fn(&[Value<'_>], Environment) -> u64),
    /// A library-specific cost. It may be negative (as a wrapped number). The function returns an error if the
    /// arguments crash the API server's implementation.
    Checked(fn(&[Value<'_>], Environment) -> Result<u64, EvaluationError>),
    /// A library-specific cost that depends on the size of the result.
    OfResult(fn(u64) -> u64),
}

impl CallCost {
    /// Returns `true` if the cost depends on the result.
    pub(in crate::cel) fn depends_on_result(self) -> bool {
        matches!(self, Self::OfResult(_))
    }

    /// Charges for a call, whose arguments may be errors.
    #[inline]
    pub(in crate::cel) fn charge(
        self,
        cost: &mut CostTracker,
        arguments: &[Value<'_>],
        result: Option<&Value<'_>>,
        environment: Environment,
    ) -> Result<(), EvaluationError> {
        match self {
            Self::Checked(of) => cost.charge_wrapping(of(arguments, environment)?),
            call_cost => cost.charge(call_cost.count(arguments, result, environment)),
        }
    }

    /// Returns the cost of a call. `arguments` starts with the receiver; `result` is the result if known.
    #[inline]
    pub(in crate::cel) fn count(
        self,
        arguments: &[Value<'_>],
        result: Option<&Value<'_>>,
        environment: Environment,
    ) -> u64 {
        match self {
            Self::One => 1,
            Self::SmallerSize => match arguments {
                [left, right] => smaller(left, right),
                _ => 1,
            },
            _ => self.count_more(arguments, result, environment),
        }
    }

    fn count_more(self, arguments: &[Value<'_>], result: Option<&Value<'_>>, environment: Environment) -> u64 {
        let argument = |index: usize| arguments.get(index).map_or(1, content_size);
        match self {
            Self::Held => characters(argument(0)),
            Self::Characters(times) => characters(arguments.first().map_or(1, size).saturating_mul(times.into())),
            Self::SumOfSizes => characters(argument(0).saturating_add(argument(1))),
            Self::Elements => argument(1),
            Self::Product => characters(argument(0)).saturating_mul(characters(argument(1))),
            Self::Search => search(argument(0), argument(1)),
            Self::Contents => arguments.first().map_or(0, contents),
            Self::Own(of) => of(arguments, environment),
            Self::Checked(of) => of(arguments, environment).unwrap_or(1),
            Self::OfResult(of) => of(result.map_or(1, size)),
            Self::One | Self::SmallerSize => 1,
        }
    }
}

/// Returns the size of a value, or 1 for a value of a type without a size.
pub(in crate::cel) fn size(value: &Value<'_>) -> u64 {
    value.size().unwrap_or(1)
}

/// Returns the size of a value, or of its content if it is an optional.
pub(in crate::cel) fn content_size(value: &Value<'_>) -> u64 {
    match value {
        Value::Optional(Some(value)) => size(value),
        value => size(value),
    }
}

/// Returns the cost of traversing this many characters. Upstream multiplies with the float 0.1 and rounds up, which is
/// equivalent for integers.
#[inline]
pub(in crate::cel) fn characters(size: u64) -> u64 {
    size.div_ceil(10)
}

/// Returns the cost of a regular expression search: a quarter per character of the expression. Adds one character to
/// the searched string, so that an empty string has a cost.
pub(in crate::cel) fn search(text: u64, expression: u64) -> u64 {
    characters(text.saturating_add(1)).saturating_mul(expression.div_ceil(4))
}

/// Returns the cost of traversing everything in a value.
fn contents(value: &Value<'_>) -> u64 {
    match value {
        Value::String(text) => text.len() as u64 / 10,
        Value::Bytes(bytes) => bytes.len() as u64 / 10,
        // An element that does not match its schema is an error value, which costs 1.
        Value::List(list) => {
            list.iter().map(|element| element.as_ref().map_or(1, contents)).fold(0, u64::saturating_add)
        }
        Value::Map(map) => map
            .entries()
            .map(|(key, value)| contents(&key).saturating_add(value.as_ref().map_or(1, contents)))
            .fold(unseen(map), u64::saturating_add),
        _ => 1,
    }
}

/// Returns the cost of the object entries that are not visible in expressions. A null field costs as much as its key
/// and an error value; an undeclared field costs one for the key and one for the value.
fn unseen(map: &Map<'_>) -> u64 {
    let Some((data, shape)) = map.data() else { return 0 };
    let Kind::Object { properties } = shape.kind() else { return 0 };
    let mut cost = 0;
    if shape.is_as_written() {
        data.visit(&mut |key, value| {
            cost += match shape.find(key, &mut 0).map(|place| properties.get(place)) {
                Some(property) if value.is_null() => {
                    contents(&Value::text(property.map_or(key, |property| &property.escaped))) + 1
                }
                Some(_) => 0,
                None => 2,
            };
            true
        });
    }
    cost
}

/// Returns the cost of comparing two values: the traversal of the smaller one.
#[inline]
pub(in crate::cel) fn smaller(left: &Value<'_>, right: &Value<'_>) -> u64 {
    match (left, right) {
        (Value::String(left), Value::String(right)) => {
            // A string with few bytes has at most as many characters, so they need not be counted.
            match left.len().min(right.len()) {
                0 => 0,
                1..=10 => 1,
                _ => characters(code_points(left).min(code_points(right))),
            }
        }
        (Value::Int(_) | Value::Bool(_) | Value::Double(_), Value::Int(_) | Value::Bool(_) | Value::Double(_)) => 1,
        (left, right) => characters(content_size(left).min(content_size(right))),
    }
}

/// Returns the cost of `==`, or of `!=` if `is_negated`.
#[inline]
pub(in crate::cel) fn equality(left: &Value<'_>, right: &Value<'_>, is_negated: bool) -> u64 {
    match left {
        Value::Cidr(_) | Value::Format(_) | Value::Ip(_) | Value::Quantity(_) | Value::Semver(_) | Value::Url(_)
            if !is_negated =>
        {
            1
        }
        _ => smaller(left, right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::library::{self, cidr, format::Format};
    use crate::cel::{Presence, Property, Shape, ShapeData, ShapeNode};
    use crate::value::Value as _;

    fn cost(function: &str, overload: &str, minor: u8, arguments: &[Value<'_>]) -> u64 {
        library::call_cost(function, overload).count(arguments, None, Environment::new(minor))
    }

    #[test]
    fn costs_of_cel_go() {
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
            assert_eq!(cost(function, overload, minor, &arguments), expected, "{function}");
        }
    }

    #[test]
    fn a_null_field_costs_its_name_as_expressions_write_it() {
        let nodes = vec![
            ShapeNode {
                kind: Kind::Object {
                    properties: vec![Property::constant("namespace", "__namespace__", 1, Presence::AS_WRITTEN)].into(),
                },
                nullable: false,
            },
            ShapeNode { kind: Kind::String, nullable: true },
        ];
        let shape = Shape::new(ShapeData { nodes: nodes.into() });
        let data = serde_json::json!({"namespace": null, "other": 1});
        assert_eq!(contents(&Value::of_data(data.as_value(), &shape).unwrap()), 2 + 2);
    }

    #[test]
    fn costs_of_kubernetes() {
        let text = Value::text("ééééééééééé");
        let cost = |function: &str, overload: &str, arguments: &[Value<'_>]| cost(function, overload, 35, arguments);
        assert_eq!(cost("quantity", "string_to_quantity", std::slice::from_ref(&text)), 2);
        assert_eq!(cost("indexOf", "string_index_of_string", std::slice::from_ref(&text)), 2);
        assert_eq!(cost("ip.isCanonical", "ip_is_canonical", std::slice::from_ref(&text)), 3);
        assert_eq!(cost("find", "string_find_string", &[text.clone(), Value::text("abcde")]), 4);
        let block = Value::Cidr(cidr::cidr("::/127").unwrap());
        assert_eq!(cost("containsIP", "cidr_contains_ip_string", &[block.clone(), text.clone()]), 6);
        assert_eq!(cost("containsIP", "", &[block.clone(), text.clone()]), 4);
        assert_eq!(cost("containsCIDR", "cidr_contains_cidr", &[block.clone(), block.clone()]), 7);
        let uri = Value::Format(Format::named("uri").unwrap());
        assert_eq!(cost("validate", "format-validate", &[uri, text.clone()]), 552);
        assert_eq!(equality(&block, &text, false), 1);
        // `::/0` has the prefix length 0, so its size is 0.
        let (uri, whole) = (Value::Format(Format::named("uri").unwrap()), Value::Cidr(cidr::cidr("::/0").unwrap()));
        assert_eq!((equality(&uri, &whole, false), equality(&uri, &whole, true)), (1, 0));
        assert_eq!(equality(&text, &text, false), 2);
        assert_eq!(cost("size", "string_size", std::slice::from_ref(&text)), 1);
        let list = Value::from(vec![text, Value::Int(1), Value::Null]);
        assert_eq!(cost("sum", "list_int_sum_int", &[list]), 4);
    }
}
