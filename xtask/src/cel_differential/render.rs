//! Spelling of calls.

use idlgen_cel::Declaration;

/// Returns a call with its arguments, the receiver first. Operators are in parentheses.
pub(super) fn call(declaration: &Declaration, arguments: &[String]) -> String {
    let name = declaration.function;
    match (name, arguments) {
        ("_?_:_", [condition, yes, no]) => format!("({condition} ? {yes} : {no})"),
        ("_[_]", [list, index]) => format!("{list}[{index}]"),
        ("_[?_]", [list, index]) => format!("{list}[?{index}]"),
        ("@in", [element, list]) => format!("({element} in {list})"),
        ("!_", [operand]) => format!("!{operand}"),
        ("-_", [operand]) => format!("-{operand}"),
        (_, [left, right]) if name.starts_with('_') => format!("({left} {} {right})", name.trim_matches('_')),
        (_, [receiver, rest @ ..]) if declaration.is_member => format!("{receiver}.{name}({})", rest.join(", ")),
        _ => format!("{name}({})", arguments.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls() {
        let call = |overload: &str, arguments: &[&str]| {
            let declaration = idlgen_cel::declarations().find(|declaration| declaration.overload == overload).unwrap();
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            call(declaration, &arguments)
        };
        assert_eq!(call("add_int64", &["1", "2"]), "(1 + 2)");
        assert_eq!(call("conditional", &["a", "b", "c"]), "(a ? b : c)");
    }
}
