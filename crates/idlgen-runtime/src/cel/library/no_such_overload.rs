//! Errors for values that no overload accepts.

use crate::cel::{EvaluationError, Value};

/// Returns the error, for example `no such overload: size(int)`. The amount of detail depends on how cel-go implements
/// the function.
#[cold]
pub(in crate::cel) fn no_such_overload(function: &str, arguments: &[Value<'_>]) -> EvaluationError {
    let types = || arguments.iter().map(Value::type_name).collect::<Vec<_>>().join(", ");
    match (function, arguments) {
        ("contains" | "startsWith" | "endsWith", _) => EvaluationError::no_such_overload(),
        // This error means that the string is not an IP address.
        ("containsIP", [Value::Cidr(_), Value::String(_)]) => EvaluationError::no_such_overload(),
        // In cel-go, these types implement the function as a method, whose error has less detail.
        (
            "matches" | "size" | "sort" | "@sortByAssociatedKeys",
            [Value::String(_) | Value::Duration(_) | Value::Timestamp(_), ..],
        ) => EvaluationError::no_such_overload(),
        ("matches" | "size" | "sort" | "@sortByAssociatedKeys", _) => {
            EvaluationError::message(format!("no such overload: {function}"))
        }
        ("flatten", [receiver, depth @ ..]) => {
            let depth = depth.iter().map(with_parameters).collect::<Vec<_>>().join(", ");
            EvaluationError::message(format!("no such overload: {}.flatten({depth})", with_parameters(receiver)))
        }
        _ => EvaluationError::message(format!("no such overload: {function}({})", types())),
    }
}

/// Returns the name of the value's type. The names of lists and maps include their type parameters, which are `dyn`.
fn with_parameters(value: &Value<'_>) -> &'static str {
    match value {
        Value::List(_) => "list(dyn)",
        Value::Map(_) => "map(dyn, dyn)",
        value => value.type_name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        for (function, arguments, text) in [
            ("charAt", vec![Value::Int(1), Value::text("")], "no such overload: charAt(int, string)"),
            ("contains", vec![Value::Int(1), Value::Int(1)], "no such overload"),
            ("sort", vec![Value::Int(1)], "no such overload: sort"),
            ("matches", vec![Value::Null, Value::text("")], "no such overload: matches"),
            ("matches", vec![Value::text(""), Value::Null], "no such overload"),
            ("size", vec![Value::Duration(1)], "no such overload"),
            ("flatten", vec![Value::Duration(0)], "no such overload: google.protobuf.Duration.flatten()"),
        ] {
            let error = no_such_overload(function, &arguments);
            assert_eq!(error.to_string(), text);
            assert!(error.is_no_such_overload());
        }
    }
}
