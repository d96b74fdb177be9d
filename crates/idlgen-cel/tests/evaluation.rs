//! Evaluates expressions and compares value and cost with those of an API server.

use idlgen_cel::{Environment, Type, Variables, Version, compile};
use idlgen_runtime::cel::{
    self, CostTracker, Plan, Value,
    program::{Expression, NodeId},
};

/// Returns the value of an expression with its cost, or the error. The variable `x` is 1; `y` is declared without a
/// value.
fn evaluate(text: &str, minor: u8, limit: u64) -> String {
    let environment = Environment::new(Version::new(minor));
    let variables = Variables::none().with("x", Type::Int).with("y", Type::Int);
    let compiled = match compile(text, &environment, &variables) {
        Ok(compiled) => compiled,
        Err(error) => return error.to_string(),
    };
    let plan = match Plan::new(&compiled.program(), &["x", "y"], cel::Environment::new(minor)) {
        Ok(plan) => plan,
        Err(error) => return error.to_string(),
    };
    let mut cost = CostTracker::with_limit(limit);
    let value = plan.evaluate(&[Value::Int(1)], &mut cost);
    match value {
        Ok(value) => format!("{value} {}", cost.cost()),
        Err(error) => format!("{error} at {} {}", error.position().unwrap_or(u32::MAX), cost.cost()),
    }
}

#[test]
fn values_and_costs() {
    for (text, expected) in [
        ("x + 1", "2 2"),
        ("x / 0 == 1", "division by zero at 2 3"),
        ("x / 0 == 1 || x == 1", "true 5"),
        ("x / 0 == 1 && x == 2", "false 5"),
        ("x / 0 == 1 || x % 0 == 1", "division by zero at 2 6"),
        ("y == 1", "no such attribute(s): y at 0 2"),
        ("x == 1 ? 'a' : 'b'", "\"a\" 2"),
        ("[1, 0].all(n, x / n > 0)", "division by zero at 16 15"),
        ("[1, 0, 2].all(n, x / n > 0)", "false 22"),
        ("[0, 1].exists(n, x / n > 0)", "true 17"),
        ("[1, 2, 3].exists_one(n, n > 2)", "true 10"),
        ("[1, 2, 3].filter(n, n > 1).map(n, n * 2)", "[4, 6] 62"),
        ("[1, 1].map(n, 'a')", "[\"a\", \"a\"] 5"),
        ("{'b': 1, 'a': 2}.map(k, k)", "[\"a\", \"b\"] 27"),
        ("{'b': 1, 'a': 2}.transformMap(k, v, v + 1)", "{\"a\": 3, \"b\": 2} 11"),
        ("dyn({1: 'a'})[1u]", "\"a\" 2"),
        ("{'a': 1}.b", "no such key: b at 8 2"),
        ("[1][x]", "index out of bounds: 1 at 3 2"),
        ("[1][?x].orValue(5)", "5 1"),
        ("{'a': {'b': 1}}.?a.?b", "optional.of(1) 3"),
        ("{'a': {'b': 1}}.?a.?c.hasValue()", "false 3"),
        ("[1, 2] + [3] == [1, 2, 3]", "true 2"),
        ("x in [1, 2]", "true 1"),
        ("x in [x, 2]", "true 14"),
        ("dyn(x) == 1.0", "true 3"),
        ("dyn('a') < dyn(1)", "no such overload at 9 1"),
        ("type(x) == int", "true 3"),
        ("size('äöü') == 3", "true 2"),
        ("timestamp('2024-01-31T00:00:00Z') + duration('24h')", "timestamp(\"2024-02-01T00:00:00Z\") 1"),
        ("'%d%%'.format([x])", "\"1%\" 12"),
        ("optional.of(x).optMap(n, n + 1).value()", "2 10"),
        ("'abc'.matches('^a.*$')", "true 2"),
        ("quantity('100Ei').sub(1000000).asApproximateFloat()", "9.223372036853775e+18 3"),
        ("quantity('-100Ei').add(1000000).asApproximateFloat()", "-9.223372036853775e+18 3"),
        ("quantity('9223372036854775807').sub(1000000).asApproximateFloat()", "9.223372036853777e+18 4"),
        ("int('x') == x", "program instantiation failed: type conversion error from 'string' to 'int'"),
    ] {
        assert_eq!(evaluate(text, 35, 1_000_000), expected, "{text}");
    }
}

#[test]
fn versions_differ() {
    let text = "'äöüäöüäöüäöü'.startsWith('ä')";
    assert_eq!(evaluate(text, 35, 1_000_000), "true 2");
    assert_eq!(evaluate(text, 37, 1_000_000), "true 1");
    let text = "matches('abcdefghijklmnopqrstuvwxyz', '^abcdefghij')";
    assert_eq!(evaluate(text, 36, 1_000_000), "true 1");
    assert_eq!(evaluate(text, 37, 1_000_000), "true 9");
}

#[test]
fn the_limit_ends_everything() {
    let text = "[1, 2, 3].all(n, n > 0) || true";
    assert_eq!(evaluate(text, 35, 1_000_000), "true 16");
    assert_eq!(evaluate(text, 35, 15), "operation cancelled: actual cost limit exceeded at 13 16");
}

#[test]
fn the_deepest_expressions_are_no_danger() {
    for (before, after) in [
        ("(1 + ", ")"),
        ("[", "]"),
        ("(true ? ", " : dyn(1))"),
        ("[1].map(n, ", ")"),
        ("(", " == 1 || false)"),
        ("[0].all(m, [1].exists(n, ", "))"),
        ("optional.of(1).optMap(n, n + ", ").value()"),
        ("{1: ", "}"),
        ("size([", "])"),
    ] {
        for depth in [10, 40, 120, 245] {
            let text = format!("{}{}{}", before.repeat(depth), "dyn(1)", after.repeat(depth));
            // The result may be a value, a parse error or an evaluation error.
            assert_ne!(evaluate(&text, 35, u64::MAX), "", "{before}");
        }
    }
}

#[test]
fn any_number_of_elements_has_one_level() {
    let text = format!("[{}].all(n, n == 2)", vec!["x + 1"; 1000].join(", "));
    assert!(evaluate(&text, 35, u64::MAX).starts_with("true "));
}

/// Each loop nests its range in as many lists as the parser allows. Comparing or dropping values takes stack for each
/// level.
#[test]
fn values_of_any_depth_have_the_right_result_or_none() {
    let nested = |loops: usize, innermost: &str| {
        let body = format!("{}v{}", "[".repeat(190), "]".repeat(190));
        let wrap = |range: String, _| format!("dyn({range}.map(v, {body}))");
        (0..loops).fold(format!("dyn([{innermost}])"), wrap)
    };
    let result = |text: &str| evaluate(text, 35, u64::MAX);
    for (loops, is_evaluated) in [(2, true), (3, false), (30, false)] {
        let one = nested(loops, "1");
        for other in ["1", "2"] {
            let is_equal = result(&format!("{one} == {}", nested(loops, other)));
            let expected =
                if is_evaluated { format!("{} ", other == "1") } else { "expression nests too deeply at".into() };
            assert!(is_equal.starts_with(&expected), "{loops} {other}: {is_equal}");
        }
    }
    let text = format!("{} == dyn([1]) || true", nested(3, "1"));
    assert!(result(&text).starts_with("true "), "{}", result(&text));
}

/// Expected results are from celtool of Kubernetes 1.35. The cost comes last, and errors have no positions.
#[test]
fn errors_that_are_held_and_operators_that_are_not_there() {
    for (text, expected) in [
        ("dyn(null) + dyn(1)", "no such overload: _+_ 1"),
        ("dyn(1) + dyn(null)", "no such overload 1"),
        ("dyn(ip('::1')) + dyn(1)", "no such overload: _+_ 3"),
        ("dyn({}) - dyn(1)", "no such overload: _-_ 1"),
        ("dyn(int) * dyn(1)", "no such overload: _*_ 1"),
        ("dyn(true) / dyn(1)", "no such overload: _/_ 1"),
        ("dyn('a') % dyn(1)", "no such overload 1"),
        ("-dyn(null)", "no such overload: -_ 1"),
        ("-dyn(true)", "no such overload 1"),
        ("-dyn(duration('1s')) == duration('-1s')", "true 2"),
        ("[quantity('12345678901234567890')].all(q, q.add(1).compareTo(q) == 0)", "true 21"),
        ("[quantity('1')].all(q, q.add(1).compareTo(q) == 0)", "false 20"),
        (
            "[dyn(1), dyn(2)].flatten(9223372036854775807)",
            "operation cancelled: actual cost limit exceeded 9223372036854775819",
        ),
        ("quantity('1k').add(9223372036854775807).asApproximateFloat() == 9223372036854775808.0", "true 4"),
        ("quantity('12345678901234567890').add(9223372036854775807).asApproximateFloat()", "2.1569050938089345e+19 4"),
        ("[1, 2].all(x, sets.contains([x], [x].flatten(-7)))", "level must be non-negative 63"),
        ("[1, 2].all(x, sets.equivalent([x, x, x, x], [x, x, x, x].flatten(-7)))", "level must be non-negative 47"),
        ("[cidr('10.0.0.0/8')].first().optMap(c, quantity('1.5Gi')).hasValue()", "true 16"),
        (
            "[cidr('10.0.0.0/8')].first().optMap(c, quantity('1.5Gi')).value().isInteger()",
            "unsupported conversion to ref.Val: (*resource.Quantity)1536Mi 17",
        ),
        ("optional.of(1).optMap(c, quantity('1')) in [optional.of(quantity('1'))]", "false 17"),
        (
            "[1].flatten(dyn('a')) == [1] || true",
            "internal error: interface conversion: ref.Val is types.String, not types.Int 0",
        ),
        ("dyn(1).sort() == [1] || true", "true 2"),
        ("b'a' in dyn([1]) || true", "true 1"),
        ("[dyn(optional.of(1)), dyn(quantity('100m'))].unwrapOpt()", "value 100m is not optional 15"),
        ("[dyn(optional.of(1)), dyn(url('/x'))].unwrapOpt()", "value /x is not optional 15"),
        ("optional.unwrap(dyn([1]))", "no such overload: optional.unwrap(list) 1"),
        ("dyn([1]).unwrapOpt()", "no such overload: unwrapOpt(list) 1"),
        ("dyn(b'a').matches('A'.lowerAscii())", "no such overload: matches 2"),
        ("dyn(b'a').matches('a')", "no such overload 1"),
        (
            "sets.contains([1, 2, 3], dyn(optional.of(ip('10.0.0.1'))))",
            "no such overload: sets.contains(list, optional_type) 7",
        ),
    ] {
        let got = evaluate(text, 35, 1_000_000);
        let (start, cost) = got.rsplit_once(' ').unwrap();
        let start = start.rsplit_once(" at ").map_or(start, |(error, _)| error);
        assert_eq!(format!("{start} {cost}"), expected, "{text}");
    }
}

/// Expected results are from celtool of Kubernetes 1.35. The cost comes last, and errors have no positions.
#[test]
fn keys_that_go_compares_by_their_pointers() {
    for (text, expected) in [
        ("{url('/x'): 1}.transformList(k, v, v) == [1]", "true 46"),
        ("{quantity('1'): 1}.transformList(k, v, v) == [1]", "true 46"),
        ("[1].transformMapEntry(i, v, {url('/x'): v}).transformMap(k, v, v).all(k, true)", "true 44"),
        ("{url('/x'): 1, url('/x'): 2}.size() == 2", "true 34"),
        ("url('/x') in {url('/x'): 1}", "false 33"),
        ("[url('/x')].all(u, {u: 1} == {u: 1})", "true 78"),
        ("{ip('::1'): 1, ip('::2'): 1, ip('::1'): 2}.size() == 2", "true 35"),
        ("ip('::1') in {ip('::1'): 1}", "true 33"),
        ("{semver('1.2.3'): 1}.size() == 1", "internal error: runtime error: hash of unhashable type cel.Semver"),
        (
            "{format.dns1123Label(): 1}.all(k, true)",
            "internal error: runtime error: hash of unhashable type cel.Format",
        ),
        (
            "[1].all(x, dyn(b'a') in {x: 1} || true)",
            "internal error: runtime error: hash of unhashable type types.Bytes",
        ),
        (
            "[1].all(x, dyn(semver('1.2.3')) in {x: 1})",
            "internal error: runtime error: hash of unhashable type cel.Semver",
        ),
        ("[1].all(x, dyn(b'a') in dyn({}))", "false"),
    ] {
        let got = evaluate(text, 35, 1_000_000);
        assert!(got.starts_with(expected), "{text}: {got}");
    }
}

/// Expected results are from celtool of Kubernetes 1.35. The cost comes last, and errors have no positions.
#[test]
fn indices_behind_an_index_are_looked_up_as_one_chain() {
    for (text, expected) in [
        (
            "(false ? [] : [optional.of({true: 1}), optional.none()])[0][true].orValue(2) == 1",
            "no such key: true at 59 15",
        ),
        (
            "(false ? [] : [optional.of({true: 1}), optional.none()])[0][x == 1].orValue(2) == 1",
            "no such key: true at 59 17",
        ),
        ("[optional.of({true: 1})].map(o, o)[0][x == 1].orValue(2) == 1", "no such key: true at 37 31"),
    ] {
        assert_eq!(evaluate(text, 35, 1_000_000), expected, "{text}");
    }
}

#[test]
fn wrappers_are_what_they_wrap() {
    let error = |name: &str, reason: &str| {
        format!("field type conversion error for google.protobuf.{name}.value value type: {reason}")
    };
    for (text, expected) in [
        ("google.protobuf.Int64Value{value: 3} == 3", "true 41".to_owned()),
        ("google.protobuf.Int32Value{value: 3} == 3", "true 41".to_owned()),
        ("google.protobuf.UInt64Value{value: 3u} == 3u", "true 41".to_owned()),
        ("google.protobuf.UInt32Value{value: 3u} == 3u", "true 41".to_owned()),
        ("google.protobuf.DoubleValue{value: 3.0} == 3.0", "true 41".to_owned()),
        ("google.protobuf.FloatValue{value: 0.1} == 0.1", "false 41".to_owned()),
        ("google.protobuf.StringValue{value: 'a'} == 'a'", "true 41".to_owned()),
        ("google.protobuf.BytesValue{value: b'a'} == b'a'", "true 41".to_owned()),
        ("google.protobuf.BoolValue{value: true} && true", "true 40".to_owned()),
        ("google.protobuf.Int64Value{}", "0 40".to_owned()),
        ("google.protobuf.Int64Value{value: 1, value: 2}", "2 40".to_owned()),
        ("google.protobuf.Int64Value{?value: optional.none()}", "0 41".to_owned()),
        ("google.protobuf.Int64Value{value: 3} == null", "false 41".to_owned()),
        ("[google.protobuf.Int64Value{value: 3}, 4]", "[3, 4] 50".to_owned()),
        ("dyn(google.protobuf.Int64Value{value: 3}) == 3u", "true 42".to_owned()),
        (
            "google.protobuf.Int32Value{value: 3000000000}",
            format!("{} at 26 40", error("Int32Value", "integer overflow")),
        ),
        (
            "google.protobuf.BoolValue{value: dyn(1u)}",
            format!("{} at 25 40", error("BoolValue", "unsupported type conversion from 'uint' to bool")),
        ),
        (
            "google.protobuf.Int64Value == int",
            "program instantiation failed: reference to undefined type: google.protobuf.Int64Value".to_owned(),
        ),
    ] {
        assert_eq!(evaluate(text, 35, u64::MAX), expected, "{text}");
    }
    for (text, message) in [
        ("google.protobuf.Int64Value{value: 3}.value", "type 'wrapper(int)' does not support field selection"),
        ("google.protobuf.Int64Value{valu: 3}", "undefined field 'valu'"),
        (
            "google.protobuf.Int64Value{value: 'a'}",
            "expected type of field 'value' is 'int' but provided type is 'string'",
        ),
        (
            "google.protobuf.Int64Value{value: 1} == 'a'",
            "found no matching overload for '_==_' applied to '(wrapper(int), string)'",
        ),
        ("google.protobuf.Timestamp{second: 3}", "undefined field 'second'"),
    ] {
        let found = evaluate(text, 35, u64::MAX);
        assert!(found.contains(message), "{text}: {found}");
    }
}

/// Programs are public data.
#[test]
fn programs_that_no_checker_builds_are_errors() {
    type Change = fn(&mut Vec<NodeId>);
    let cases: &[(&str, &str, Change)] = &[
        ("x + 1", "_+_", |operands| operands[0] = NodeId(u32::MAX - 1)),
        // The sum is an operand of itself.
        ("x + 1", "_+_", |operands| operands[0] = NodeId(2)),
        ("[1].transformMap(i, v, v)", "cel.@mapInsert", |operands| operands.truncate(1)),
        // The map is not the one that the macro builds.
        ("[1].transformMap(i, v, v)", "cel.@mapInsert", |operands| operands.swap(0, 2)),
        ("[1].transformMapEntry(i, v, {i: v})", "cel.@mapInsert", |operands| operands.swap(0, 1)),
    ];
    for (text, function, change) in cases {
        let variables = Variables::none().with("x", Type::Int);
        let mut program = compile(text, &Environment::new(Version::new(35)), &variables).unwrap().program();
        assert!(Plan::new(&program, &["x"], cel::Environment::new(35)).is_ok(), "{text}");
        for node in program.nodes.to_mut() {
            match &mut node.expression {
                Expression::Call(call) if call.function == *function => change(call.arguments.to_mut()),
                _ => {}
            }
        }
        let error = Plan::new(&program, &["x"], cel::Environment::new(35)).unwrap_err().to_string();
        assert_eq!(error, "program instantiation failed: inconsistent program", "{text}");
    }
}
