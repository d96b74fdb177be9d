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

    /// Returns the nodes and the types of a rule, without its text.
    fn shown(rule: &str) -> String {
        let environment = Environment::new(Version::new(35));
        let variables = Variables::none().with("self", Type::Dyn);
        let compiled = compile(rule, &environment, &variables).unwrap();
        let text = super::program(&compiled.program());
        let lines = text.lines().skip(1).map(|line| format!("  {}\n", line.trim()));
        format!("{rule}\n{}", lines.collect::<String>())
    }

    #[test]
    fn every_kind_of_node_constant_and_type_is_written() {
        let rules = [
            "null == self",
            "true && self == 1u",
            "self == 1.5 || self == b'a\\000'",
            "has(self.a) && self.b == 'c'",
            "[1, 2].size() == 2",
            "{'a': 1}.size() == 1",
            "[?self.?a].size() == 1",
            "{?'a': self.?a}.size() == 1",
            "type(self) == int",
            "type(self) == type(type)",
            "duration('1s') < duration('2s')",
            "timestamp(self) == self",
            "quantity('1').isInteger()",
            "optional.of(1).hasValue()",
        ];
        insta::assert_snapshot!(rules.map(shown).concat(), @r#"
        null == self
          Node::literal(0, 1, Constant::Null),
          Node::variable(8, 2, "self"),
          Node::call(5, 0, "_==_", &[NodeId(0), NodeId(1)], &[Borrowed("equals")]),
          ], [Type::Bool, Type::Null, Type::Dyn])
        true && self == 1u
          Node::literal(0, 0, Constant::Bool(true)),
          Node::variable(8, 1, "self"),
          Node::literal(16, 2, Constant::Uint(1)),
          Node::call(13, 0, "_==_", &[NodeId(1), NodeId(2)], &[Borrowed("equals")]),
          Node::call(5, 0, "_&&_", &[NodeId(0), NodeId(3)], &[Borrowed("logical_and")]),
          ], [Type::Bool, Type::Dyn, Type::Uint])
        self == 1.5 || self == b'a\000'
          Node::variable(0, 1, "self"),
          Node::literal(8, 2, Constant::Double(1.5)),
          Node::call(5, 0, "_==_", &[NodeId(0), NodeId(1)], &[Borrowed("equals")]),
          Node::variable(15, 1, "self"),
          Node::literal(23, 3, Constant::Bytes(Borrowed(&[97, 0]))),
          Node::call(20, 0, "_==_", &[NodeId(3), NodeId(4)], &[Borrowed("equals")]),
          Node::call(12, 0, "_||_", &[NodeId(2), NodeId(5)], &[Borrowed("logical_or")]),
          ], [Type::Bool, Type::Dyn, Type::Double, Type::Bytes])
        has(self.a) && self.b == 'c'
          Node::variable(4, 1, "self"),
          Node::has(3, 0, 0, "a"),
          Node::variable(15, 1, "self"),
          Node::select(19, 1, 2, "b"),
          Node::literal(25, 2, Constant::String(Borrowed("c"))),
          Node::call(22, 0, "_==_", &[NodeId(3), NodeId(4)], &[Borrowed("equals")]),
          Node::call(12, 0, "_&&_", &[NodeId(1), NodeId(5)], &[Borrowed("logical_and")]),
          ], [Type::Bool, Type::Dyn, Type::String])
        [1, 2].size() == 2
          Node::literal(1, 1, Constant::Int(1)),
          Node::literal(4, 1, Constant::Int(2)),
          Node::list(0, 2, &[ListElement { value: NodeId(0), optional: false }, ListElement { value: NodeId(1), optional: false }]),
          Node::member(11, 1, 2, "size", &[], &[Borrowed("list_size")]),
          Node::literal(17, 1, Constant::Int(2)),
          Node::call(14, 0, "_==_", &[NodeId(3), NodeId(4)], &[Borrowed("equals")]),
          ], [Type::Bool, Type::Int, Type::List(TypeId(1))])
        {'a': 1}.size() == 1
          Node::literal(1, 2, Constant::String(Borrowed("a"))),
          Node::literal(6, 1, Constant::Int(1)),
          Node::map(0, 3, &[Entry { key: NodeId(0), value: NodeId(1), optional: false }]),
          Node::member(13, 1, 2, "size", &[], &[Borrowed("map_size")]),
          Node::literal(19, 1, Constant::Int(1)),
          Node::call(16, 0, "_==_", &[NodeId(3), NodeId(4)], &[Borrowed("equals")]),
          ], [Type::Bool, Type::Int, Type::String, Type::Map(TypeId(2), TypeId(1))])
        [?self.?a].size() == 1
          Node::variable(2, 2, "self"),
          Node::literal(8, 5, Constant::String(Borrowed("a"))),
          Node::call(6, 4, "_?._", &[NodeId(0), NodeId(1)], &[Borrowed("select_optional_field")]),
          Node::list(0, 3, &[ListElement { value: NodeId(2), optional: true }]),
          Node::member(15, 1, 3, "size", &[], &[Borrowed("list_size")]),
          Node::literal(21, 1, Constant::Int(1)),
          Node::call(18, 0, "_==_", &[NodeId(4), NodeId(5)], &[Borrowed("equals")]),
          ], [Type::Bool, Type::Int, Type::Dyn, Type::List(TypeId(2)), Type::Optional(TypeId(2)), Type::String])
        {?'a': self.?a}.size() == 1
          Node::literal(2, 2, Constant::String(Borrowed("a"))),
          Node::variable(7, 3, "self"),
          Node::literal(13, 2, Constant::String(Borrowed("a"))),
          Node::call(11, 5, "_?._", &[NodeId(1), NodeId(2)], &[Borrowed("select_optional_field")]),
          Node::map(0, 4, &[Entry { key: NodeId(0), value: NodeId(3), optional: true }]),
          Node::member(20, 1, 4, "size", &[], &[Borrowed("map_size")]),
          Node::literal(26, 1, Constant::Int(1)),
          Node::call(23, 0, "_==_", &[NodeId(5), NodeId(6)], &[Borrowed("equals")]),
          ], [Type::Bool, Type::Int, Type::String, Type::Dyn, Type::Map(TypeId(2), TypeId(3)), Type::Optional(TypeId(3))])
        type(self) == int
          Node::variable(5, 1, "self"),
          Node::call(4, 2, "type", &[NodeId(0)], &[Borrowed("type")]),
          Node::type_name(14, 4, "int", 3),
          Node::call(11, 0, "_==_", &[NodeId(1), NodeId(2)], &[Borrowed("equals")]),
          ], [Type::Bool, Type::Dyn, Type::Type(Some(TypeId(1))), Type::Int, Type::Type(Some(TypeId(3)))])
        type(self) == type(type)
          Node::variable(5, 1, "self"),
          Node::call(4, 2, "type", &[NodeId(0)], &[Borrowed("type")]),
          Node::type_name(19, 3, "type", 3),
          Node::call(18, 4, "type", &[NodeId(2)], &[Borrowed("type")]),
          Node::call(11, 0, "_==_", &[NodeId(1), NodeId(3)], &[Borrowed("equals")]),
          ], [Type::Bool, Type::Dyn, Type::Type(Some(TypeId(1))), Type::Type(None), Type::Type(Some(TypeId(3)))])
        duration('1s') < duration('2s')
          Node::literal(9, 2, Constant::String(Borrowed("1s"))),
          Node::call(8, 1, "duration", &[NodeId(0)], &[Borrowed("string_to_duration")]),
          Node::literal(26, 2, Constant::String(Borrowed("2s"))),
          Node::call(25, 1, "duration", &[NodeId(2)], &[Borrowed("string_to_duration")]),
          Node::call(15, 0, "_<_", &[NodeId(1), NodeId(3)], &[Borrowed("less_duration")]),
          ], [Type::Bool, Type::Duration, Type::String])
        timestamp(self) == self
          Node::variable(10, 2, "self"),
          Node::call(9, 1, "timestamp", &[NodeId(0)], &[Borrowed("timestamp_to_timestamp"), Borrowed("int64_to_timestamp"), Borrowed("string_to_timestamp")]),
          Node::variable(19, 2, "self"),
          Node::call(16, 0, "_==_", &[NodeId(1), NodeId(2)], &[Borrowed("equals")]),
          ], [Type::Bool, Type::Timestamp, Type::Dyn])
        quantity('1').isInteger()
          Node::literal(9, 2, Constant::String(Borrowed("1"))),
          Node::call(8, 1, "quantity", &[NodeId(0)], &[Borrowed("string_to_quantity")]),
          Node::member(23, 0, 1, "isInteger", &[], &[Borrowed("quantity_is_integer")]),
          ], [Type::Bool, Type::Object(Borrowed("kubernetes.Quantity")), Type::String])
        optional.of(1).hasValue()
          Node::literal(12, 1, Constant::Int(1)),
          Node::call(11, 2, "optional.of", &[NodeId(0)], &[Borrowed("optional_of")]),
          Node::member(23, 0, 1, "hasValue", &[], &[Borrowed("optional_hasValue")]),
          ], [Type::Bool, Type::Int, Type::Optional(TypeId(1))])
        "#);
    }

    #[test]
    fn every_macro_is_written() {
        let rules = [
            "self.all(x, x)",
            "self.exists(x, x)",
            "self.exists_one(x, x)",
            "self.map(x, x) == []",
            "self.map(x, x, x) == []",
            "self.filter(x, x) == []",
            "self.all(i, x, x)",
            "self.transformList(i, x, x) == []",
            "self.transformMap(i, x, x) == {}",
            "self.transformMapEntry(i, x, {i: x}) == {}",
            "self.sortBy(x, x) == []",
        ];
        let comprehension = |rule: &str| {
            let text = shown(rule);
            let lines = text.lines().filter(|line| line.contains("Comprehension"));
            format!("{rule}\n{}\n", lines.collect::<Vec<_>>().join("\n"))
        };
        insta::assert_snapshot!(rules.map(comprehension).concat(), @r##"
        self.all(x, x)
          Node::comprehension(8, 0, Comprehension { range: NodeId(0), variable: Borrowed("x"), second_variable: None, accumulator: Borrowed("@result"), initial: NodeId(1), condition: NodeId(3), step: NodeId(6), result: NodeId(7), form: Form::All }),
        self.exists(x, x)
          Node::comprehension(11, 0, Comprehension { range: NodeId(0), variable: Borrowed("x"), second_variable: None, accumulator: Borrowed("@result"), initial: NodeId(1), condition: NodeId(4), step: NodeId(7), result: NodeId(8), form: Form::Exists }),
        self.exists_one(x, x)
          Node::comprehension(15, 0, Comprehension { range: NodeId(0), variable: Borrowed("x"), second_variable: None, accumulator: Borrowed("@result"), initial: NodeId(1), condition: NodeId(2), step: NodeId(8), result: NodeId(11), form: Form::ExistsOne }),
        self.map(x, x) == []
          Node::comprehension(8, 2, Comprehension { range: NodeId(0), variable: Borrowed("x"), second_variable: None, accumulator: Borrowed("@result"), initial: NodeId(1), condition: NodeId(2), step: NodeId(6), result: NodeId(7), form: Form::Map }),
        self.map(x, x, x) == []
          Node::comprehension(8, 2, Comprehension { range: NodeId(0), variable: Borrowed("x"), second_variable: None, accumulator: Borrowed("@result"), initial: NodeId(1), condition: NodeId(2), step: NodeId(9), result: NodeId(10), form: Form::MapFilter }),
        self.filter(x, x) == []
          Node::comprehension(11, 2, Comprehension { range: NodeId(0), variable: Borrowed("x"), second_variable: None, accumulator: Borrowed("@result"), initial: NodeId(1), condition: NodeId(2), step: NodeId(9), result: NodeId(10), form: Form::Filter }),
        self.all(i, x, x)
          Node::comprehension(8, 0, Comprehension { range: NodeId(0), variable: Borrowed("i"), second_variable: Some(Borrowed("x")), accumulator: Borrowed("@result"), initial: NodeId(1), condition: NodeId(3), step: NodeId(6), result: NodeId(7), form: Form::All }),
        self.transformList(i, x, x) == []
          Node::comprehension(18, 2, Comprehension { range: NodeId(0), variable: Borrowed("i"), second_variable: Some(Borrowed("x")), accumulator: Borrowed("@result"), initial: NodeId(1), condition: NodeId(2), step: NodeId(6), result: NodeId(7), form: Form::TransformList }),
        self.transformMap(i, x, x) == {}
          Node::comprehension(17, 2, Comprehension { range: NodeId(0), variable: Borrowed("i"), second_variable: Some(Borrowed("x")), accumulator: Borrowed("@result"), initial: NodeId(1), condition: NodeId(2), step: NodeId(6), result: NodeId(7), form: Form::TransformMap }),
        self.transformMapEntry(i, x, {i: x}) == {}
          Node::comprehension(22, 2, Comprehension { range: NodeId(0), variable: Borrowed("i"), second_variable: Some(Borrowed("x")), accumulator: Borrowed("@result"), initial: NodeId(1), condition: NodeId(2), step: NodeId(7), result: NodeId(8), form: Form::TransformMapEntry }),
        self.sortBy(x, x) == []
          Node::comprehension(11, 2, Comprehension { range: NodeId(5), variable: Borrowed("x"), second_variable: None, accumulator: Borrowed("@result"), initial: NodeId(6), condition: NodeId(7), step: NodeId(11), result: NodeId(12), form: Form::Map }),
          Node::comprehension(11, 1, Comprehension { range: NodeId(0), variable: Borrowed("#unused"), second_variable: None, accumulator: Borrowed("@__sortBy_input__"), initial: NodeId(1), condition: NodeId(2), step: NodeId(3), result: NodeId(14), form: Form::Bind }),
        "##);
    }
}
