//! Formats checked programs as constants, one node per line.

use std::fmt::Write;

use idlgen_runtime::cel::program::{
    Call, Comprehension, Constant, Element, Entry, Expression, Form, Node, NodeId, Program, Type,
};

use super::string_literal::{borrowed, quoted};

/// Returns the constant expression of a program.
pub(super) fn program(program: &Program) -> String {
    let mut text = format!("packed_program!({}, [\n", quoted(&program.source));
    // Nodes after the root are not part of the expression.
    for node in program.nodes.iter().take(program.root.0 as usize + 1) {
        let _ = writeln!(text, "            {},", shown(node));
    }
    let types: Vec<String> = program.types.iter().map(shown_type).collect();
    let _ = write!(text, "        ], [{}])", types.join(", "));
    text
}

fn shown(node: &Node) -> String {
    let Node { position, type_id, expression } = node;
    let at = format!("{position}, {}", type_id.0);
    match expression {
        Expression::Constant(constant) => format!("Node::literal({at}, Constant::{})", shown_constant(constant)),
        Expression::Variable(name) => format!("Node::variable({at}, {})", quoted(name)),
        Expression::TypeName(name, named) => format!("Node::type_name({at}, {}, {})", quoted(name), named.0),
        Expression::Select(select) => {
            let function = if select.test_only { "has" } else { "select" };
            format!("Node::{function}({at}, {}, {})", select.operand.0, quoted(&select.field))
        }
        Expression::Call(call) => shown_call(&at, call),
        Expression::List(list) => {
            let elements: Vec<String> = list.elements.iter().map(shown_element).collect();
            format!("Node::list({at}, &[{}])", elements.join(", "))
        }
        Expression::Map(map) => {
            let entries: Vec<String> = map.entries.iter().map(shown_entry).collect();
            format!("Node::map({at}, &[{}])", entries.join(", "))
        }
        Expression::Comprehension(comprehension) => {
            format!("Node::comprehension({at}, {})", shown_comprehension(comprehension))
        }
        // Rules cannot construct objects of any type, so write an undeclared variable, which results in an error.
        Expression::Struct(object) => format!("Node::variable({at}, {})", quoted(&object.type_name)),
    }
}

fn shown_call(at: &str, call: &Call) -> String {
    let arguments: Vec<String> = call.arguments.iter().map(|id| format!("NodeId({})", id.0)).collect();
    let overloads: Vec<String> = call.overloads.iter().map(|overload| borrowed(overload)).collect();
    let rest = format!("{}, &[{}], &[{}]", quoted(&call.function), arguments.join(", "), overloads.join(", "));
    match call.target {
        Some(NodeId(target)) => format!("Node::member({at}, {target}, {rest})"),
        None => format!("Node::call({at}, {rest})"),
    }
}

fn shown_element(element: &Element) -> String {
    format!("ListElement {{ value: NodeId({}), optional: {} }}", element.value.0, element.optional)
}

fn shown_entry(entry: &Entry) -> String {
    format!("Entry {{ key: NodeId({}), value: NodeId({}), optional: {} }}", entry.key.0, entry.value.0, entry.optional)
}

fn shown_comprehension(comprehension: &Comprehension) -> String {
    let second = match &comprehension.second_variable {
        Some(name) => format!("Some({})", borrowed(name)),
        None => "None".to_owned(),
    };
    let form = match comprehension.form {
        Form::All => "All",
        Form::Exists => "Exists",
        Form::ExistsOne => "ExistsOne",
        Form::Map => "Map",
        Form::MapFilter => "MapFilter",
        Form::Filter => "Filter",
        Form::TransformList => "TransformList",
        Form::TransformMap => "TransformMap",
        Form::TransformMapEntry => "TransformMapEntry",
        Form::Bind => "Bind",
    };
    format!(
        "Comprehension {{ range: NodeId({}), variable: {}, second_variable: {second}, accumulator: {}, initial: \
         NodeId({}), condition: NodeId({}), step: NodeId({}), result: NodeId({}), form: Form::{form} }}",
        comprehension.range.0,
        borrowed(&comprehension.variable),
        borrowed(&comprehension.accumulator),
        comprehension.initial.0,
        comprehension.condition.0,
        comprehension.step.0,
        comprehension.result.0,
    )
}

fn shown_constant(constant: &Constant) -> String {
    match constant {
        Constant::Null => "Null".to_owned(),
        Constant::Bool(value) => format!("Bool({value})"),
        Constant::Int(value) => format!("Int({value})"),
        Constant::Uint(value) => format!("Uint({value})"),
        Constant::Double(value) => format!("Double({value:?})"),
        Constant::String(text) => format!("String({})", borrowed(text)),
        Constant::Bytes(bytes) => {
            let octets: Vec<String> = bytes.iter().map(u8::to_string).collect();
            format!("Bytes(Borrowed(&[{}]))", octets.join(", "))
        }
    }
}

fn shown_type(of: &Type) -> String {
    let name = match of {
        Type::Dyn => "Dyn",
        Type::Null => "Null",
        Type::Bool => "Bool",
        Type::Int => "Int",
        Type::Uint => "Uint",
        Type::Double => "Double",
        Type::String => "String",
        Type::Bytes => "Bytes",
        Type::Timestamp => "Timestamp",
        Type::Duration => "Duration",
        Type::List(element) => return format!("Type::List(TypeId({}))", element.0),
        Type::Map(key, value) => return format!("Type::Map(TypeId({}), TypeId({}))", key.0, value.0),
        Type::Object(name) => return format!("Type::Object({})", borrowed(name)),
        Type::Type(None) => return "Type::Type(None)".to_owned(),
        Type::Type(Some(named)) => return format!("Type::Type(Some(TypeId({})))", named.0),
        Type::Optional(value) => return format!("Type::Optional(TypeId({}))", value.0),
        Type::Opaque(name, parameters) => {
            let parameters: Vec<String> = parameters.iter().map(|id| format!("TypeId({})", id.0)).collect();
            return format!("Type::Opaque({}, Borrowed(&[{}]))", borrowed(name), parameters.join(", "));
        }
        Type::Parameter(name) => return format!("Type::Parameter({})", borrowed(name)),
    };
    format!("Type::{name}")
}

#[cfg(test)]
mod tests {
    use idlgen_cel::{Environment, Type, Variables, Version, compile};

    #[test]
    fn a_node_a_line() {
        let environment = Environment::new(Version::default());
        let variables = Variables::none().with("self", Type::Int);
        let compiled = compile("self > -1 && \"a'b\" == 'a\\'b'", &environment, &variables).unwrap();
        let text = super::program(&compiled.program());
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(
            lines,
            [
                r#"packed_program!("self > -1 && \"a'b\" == 'a\\'b'", ["#,
                r#"Node::variable(0, 1, "self"),"#,
                "Node::literal(7, 1, Constant::Int(-1)),",
                r#"Node::call(5, 0, "_>_", &[NodeId(0), NodeId(1)], &[Borrowed("greater_int64")]),"#,
                r#"Node::literal(13, 2, Constant::String(Borrowed("a'b"))),"#,
                r#"Node::literal(22, 2, Constant::String(Borrowed("a'b"))),"#,
                r#"Node::call(19, 0, "_==_", &[NodeId(3), NodeId(4)], &[Borrowed("equals")]),"#,
                r#"Node::call(10, 0, "_&&_", &[NodeId(2), NodeId(5)], &[Borrowed("logical_and")]),"#,
                "], [Type::Bool, Type::Int, Type::String])",
            ]
        );
    }
}
