//! Operators except comparisons.

use crate::cost::{Call, CallEstimate, CostEstimate, SizeEstimate, TRAVERSAL, smaller};
use crate::types::Type;

use super::declaration::{Declaration, global};

pub(super) const DECLARATIONS: &[Declaration] = &[
    global(1, "!_", "logical_not", "bool", "bool"),
    global(1, "-_", "negate_double", "double", "double"),
    global(1, "-_", "negate_int64", "int", "int"),
    global(1, "@in", "in_list", "A, list(A)", "bool").estimated(|call| CallEstimate::of(call.known_size(1).cost(1.0))),
    global(1, "@in", "in_map", "A, map(A, B)", "bool"),
    global(1, "@not_strictly_false", "not_strictly_false", "bool", "bool"),
    global(1, "_!=_", "not_equals", "A, A", "bool").estimated(smaller),
    global(1, "_%_", "modulo_int64", "int, int", "int"),
    global(1, "_%_", "modulo_uint64", "uint, uint", "uint"),
    global(1, "_&&_", "logical_and", "bool, bool", "bool").estimated(either),
    global(1, "_*_", "multiply_double", "double, double", "double"),
    global(1, "_*_", "multiply_int64", "int, int", "int"),
    global(1, "_*_", "multiply_uint64", "uint, uint", "uint"),
    global(1, "_+_", "add_bytes", "bytes, bytes", "bytes").estimated(add_text),
    global(1, "_+_", "add_double", "double, double", "double"),
    global(1, "_+_", "add_duration_duration", "duration, duration", "duration"),
    global(1, "_+_", "add_duration_timestamp", "duration, timestamp", "timestamp"),
    global(1, "_+_", "add_timestamp_duration", "timestamp, duration", "timestamp"),
    global(1, "_+_", "add_int64", "int, int", "int"),
    global(1, "_+_", "add_list", "list(A), list(A)", "list(A)").estimated(add_list),
    global(1, "_+_", "add_string", "string, string", "string").estimated(add_text),
    global(1, "_+_", "add_uint64", "uint, uint", "uint"),
    global(1, "_-_", "subtract_double", "double, double", "double"),
    global(1, "_-_", "subtract_duration_duration", "duration, duration", "duration"),
    global(1, "_-_", "subtract_int64", "int, int", "int"),
    global(1, "_-_", "subtract_timestamp_duration", "timestamp, duration", "timestamp"),
    global(1, "_-_", "subtract_timestamp_timestamp", "timestamp, timestamp", "duration"),
    global(1, "_-_", "subtract_uint64", "uint, uint", "uint"),
    global(1, "_/_", "divide_double", "double, double", "double"),
    global(1, "_/_", "divide_int64", "int, int", "int"),
    global(1, "_/_", "divide_uint64", "uint, uint", "uint"),
    global(1, "_==_", "equals", "A, A", "bool").estimated(equality),
    global(1, "_?_:_", "conditional", "bool, A, A", "A").estimated(conditional),
    global(1, "_[_]", "index_list", "list(A), int", "A"),
    global(1, "_[_]", "index_map", "map(A, B), A", "B"),
    global(1, "__not_strictly_false__", "__not_strictly_false__", "bool", "bool"),
    global(1, "_in_", "in_list", "A, list(A)", "bool").estimated(|call| CallEstimate::of(call.known_size(1).cost(1.0))),
    global(1, "_in_", "in_map", "A, map(A, B)", "bool"),
    global(1, "_||_", "logical_or", "bool, bool", "bool").estimated(either),
    global(1, "in", "in_list", "A, list(A)", "bool").estimated(|call| CallEstimate::of(call.known_size(1).cost(1.0))),
    global(1, "in", "in_map", "A, map(A, B)", "bool"),
];

/// Maximum length of a format name.
const FORMAT_NAME: u64 = 64;

/// Estimates the cost of `&&` and `||`. The minimum excludes the second operand, which may not be evaluated.
fn either(call: &mut Call<'_, '_>) -> CallEstimate {
    match *call.costs() {
        [left, right, ..] => CallEstimate::with_arguments(CostEstimate { min: left.min, max: (left + right).max }),
        _ => CallEstimate::fixed(1),
    }
}

/// Estimates the cost of `? :`, of which only one branch is evaluated.
fn conditional(call: &mut Call<'_, '_>) -> CallEstimate {
    let [condition, then, otherwise] = *call.costs() else { return CallEstimate::fixed(1) };
    call.join_entries(1, 2);
    CallEstimate::with_arguments(condition + then.union(otherwise))
        .with_result(call.known_size(1).union(call.known_size(2)))
}

fn add_text(call: &mut Call<'_, '_>) -> CallEstimate {
    call.join_entries(0, 1);
    let size = call.known_size(0) + call.known_size(1);
    CallEstimate::of(size.cost(TRAVERSAL)).with_result(size)
}

fn add_list(call: &mut Call<'_, '_>) -> CallEstimate {
    call.join_entries(0, 1);
    CallEstimate::fixed(1).with_result(call.known_size(0) + call.known_size(1))
}

/// Estimates the cost of `==` and `!=`. Types of Kubernetes libraries have their own costs.
fn equality(call: &mut Call<'_, '_>) -> CallEstimate {
    match (call.type_of(0), call.type_of(1)) {
        // Operands of these types have the same type.
        (Type::Opaque(name, _), Type::Opaque(..)) if matches!(&**name, "net.IP" | "net.CIDR") => CallEstimate::fixed(1),
        (Type::Object(name), Type::Object(_)) => match &**name {
            "kubernetes.NamedFormat" => CallEstimate::of(CostEstimate { min: 1, max: FORMAT_NAME }.scaled(TRAVERSAL)),
            "kubernetes.URL" => {
                // The API server only uses the size of the right operand.
                let max = call.operands().get(1).and_then(|right| right.size).map_or(1, |size: SizeEstimate| size.max);
                CallEstimate::of(CostEstimate { min: 1, max }.scaled(TRAVERSAL))
            }
            name if name.starts_with("kubernetes.") => CallEstimate::fixed(1),
            _ => smaller(call),
        },
        _ => smaller(call),
    }
}
