use super::*;

fn shown(rule: &str) -> String {
    let Some(read) = clauses(rule) else { return "none".to_owned() };
    let clause = |clause: &Clause| clause.iter().map(Atom::to_string).collect::<Vec<_>>().join(" || ");
    read.clauses.iter().map(clause).collect::<Vec<_>>().join(" && ")
}

#[test]
fn nested_conditions_are_bounded() {
    let rule = (0..40).fold("self.a == 1".to_owned(), |rule, _| format!("({rule} ? self.b == 1 : self.c == 1)"));
    let read = clauses(&rule).expect("an expression");
    assert!(matches!(read.clauses.as_slice(), [clause] if matches!(clause.as_slice(), [Atom::Other(_)])));
}

#[test]
fn rules_are_conjunctions_of_conditions() {
    for (rule, expected) in [
        ("self.a<=5", "self.a <= 5"),
        ("5 >= self.a && self.b != 'x'", r#"self.a <= 5 && self.b not in ["x",]"#),
        ("!(self.a == 'x' || self.a == 'y')", r#"self.a not in ["x",] && self.a not in ["y",]"#),
        ("self.a in ['y', 'x']", r#"self.a in ["x","y",]"#),
        ("self.a.size() > 0", "size(self.a) >= 1"),
        ("has(self.a) ? self.a < -1 : true", "!has(self.a) || self.a < -1"),
        (
            "self.t == 'A' ? has(self.a) : !has(self.a)",
            r#"!has(self.a) || self.t in ["A",] && has(self.a) || self.t not in ["A",]"#,
        ),
        ("self.a == -(1)", "self.a in [-1,]"),
        ("self.a.matches('^a')", r#"self.a matches "^a""#),
        ("self.a > self.b", "(self.b < self.a)"),
        ("self == oldSelf", "(oldSelf == self)"),
        ("true", ""),
        ("size(self.a) < 3 && 5 > size(self.b)", "size(self.a) <= 2 && size(self.b) <= 4"),
        ("size(self.a) < 2.5 && size(self.b) > 2.5", "size(self.a) <= 2 && size(self.b) >= 3"),
        ("self.a < 3 && self.b > 3", "self.a < 3 && self.b > 3"),
        ("!(self.a < 3) && !(self.b >= 3)", "self.a >= 3 && self.b < 3"),
        ("self.a < 1.5 || self.a == 2u || self.a == -2.5", "self.a < 1.5 || self.a in [-2.5,] || self.a in [2,]"),
        ("self.a == true && self.b != false", "self.a in [true,] && self.b not in [false,]"),
        ("self.a == 9007199254740991", "self.a in [9007199254740991,]"),
        ("self.a == 9007199254740992", "(Int(9007199254740992) == self.a)"),
        ("self.a < 'x'", "(self.a < String(\"x\"))"),
        ("!(self.a in ['y', 'x', 'y'])", r#"self.a not in ["x","y",]"#),
        ("self.a in [?self.b]", "@in(self.a,[?self.b])"),
        ("self.a in [self.b]", "@in(self.a,[self.b])"),
        ("'x' in ['x']", "@in(String(\"x\"),[String(\"x\")])"),
        ("!self.a.matches('x')", r#"self.a not matches "x""#),
        ("self.a.contains('x.') && !self.a.startsWith('[')", r#"self.a matches "x\\." && self.a not matches "^\\[""#),
        ("!(self.a.endsWith('/') || self.a == 'b')", r#"self.a not in ["b",] && self.a not matches "/$""#),
        (
            "self.a.contains(self.b) || self.a.lowerAscii('x')",
            "self.a.contains(self.b) || self.a.lowerAscii(String(\"x\"))",
        ),
        ("self.a.matches(self.b)", "self.a.matches(self.b)"),
        ("1 < 2", "(Int(1) < Int(2))"),
        ("self.", "none"),
    ] {
        assert_eq!(shown(rule), expected, "{rule}");
    }
}

#[test]
fn other_conditions_have_one_spelling() {
    for (rule, expected) in [
        ("!self.a", "!self.a"),
        ("self.a >= self.b", "(self.b <= self.a)"),
        ("!(self.a >= self.b)", "(self.a < self.b)"),
        ("!(self.a < self.b)", "(self.b <= self.a)"),
        ("self.b != self.a", "(self.a != self.b)"),
        ("f(self.a > 1, self.a >= 1)", "f((Int(1) < self.a),(Int(1) <= self.a))"),
        ("f(self.a < 1, self.a <= 1)", "f((self.a < Int(1)),(self.a <= Int(1)))"),
        ("f(self.b == self.a, self.b != self.a)", "f((self.a == self.b),(self.a != self.b))"),
        ("f(self.b && (self.a && self.b))", "f((self.a && self.b))"),
        ("f(self.b || (self.a && self.c) || self.a)", "f(((self.a && self.c) || self.a || self.b))"),
        ("f(self.a.size(), size(self.a))", "f(size(self.a),size(self.a))"),
        ("self.f(1, self.x).size(2)", "self.f(Int(1),self.x).size(Int(2))"),
        ("f(has(self.a), -self.b)", "f(has(self.a),-_(self.b))"),
        ("f([?self.a, self.b], {?'a': 1, 'b': 2})", "f([?self.a,self.b],{?String(\"a\"):Int(1),String(\"b\"):Int(2)})"),
        ("f(a.B{?c: self.d, e: 1})", "f(a.B{?c:self.d,e:Int(1)})"),
        (
            "self.all(x, x.exists(y, x == y))",
            "fold(self,Bool(true),@not_strictly_false(@1),(@1 && fold(@0,Bool(false),@not_strictly_false(!_(@3)),\
             ((@0 == @2) || @3),@3)),@1)",
        ),
    ] {
        assert_eq!(shown(rule), expected, "{rule}");
    }
}

#[test]
fn constant_rules_have_no_conditions() {
    let read = |rule| clauses(rule).map(|read| read.clauses);
    for (rule, expected) in [
        ("true", Vec::new()),
        ("!false", Vec::new()),
        ("false", vec![Vec::new()]),
        ("true && !true", vec![Vec::new()]),
        ("false || true", Vec::new()),
    ] {
        assert_eq!(read(rule), Some(expected), "{rule}");
    }
}

/// Shows the fields that must be present for `clauses` to say all.
#[test]
fn conditions_read_fields() {
    for (rule, expected, reads) in [
        ("has(self.a) ? self.b : self.c", "!has(self.a) || self.b && has(self.a) || self.c", ""),
        (
            "self.t in ['A'] ? self.b : self.c",
            r#"self.b || self.t not in ["A",] && self.c || self.t in ["A",]"#,
            "has(self.t)",
        ),
        ("size(self.x.t) > 1 ? self.b : true", "self.b || size(self.x.t) <= 1", "has(self.x.t)"),
        (
            "self.t.matches('a') && self.u < 1 ? self.b : true",
            r#"self.b || self.t not matches "a" || self.u >= 1"#,
            "has(self.t), has(self.u)",
        ),
        // The condition can fail in other ways.
        ("has(self.a.b) ? self.b : self.c", "_?_:_(has(self.a.b),self.b,self.c)", ""),
        ("self.a[0] == 1 ? self.b : self.c", "_?_:_((Int(1) == _[_](self.a,Int(0))),self.b,self.c)", ""),
        ("f(self.a) ? self.b : self.c", "_?_:_(f(self.a),self.b,self.c)", ""),
        ("self.f(1) == 1 ? self.b : self.c", "_?_:_((Int(1) == self.f(Int(1))),self.b,self.c)", ""),
        ("x.a == 1 ? self.b : self.c", "_?_:_((Int(1) == x.a),self.b,self.c)", ""),
    ] {
        assert_eq!(shown(rule), expected, "{rule}");
        let read = clauses(rule).map(|read| read.reads.iter().flatten().map(Atom::to_string).collect::<Vec<_>>());
        assert_eq!(read.map(|reads| reads.join(", ")).as_deref(), Some(reads), "{rule}");
    }
}

#[test]
fn relations_compare_numbers() {
    for (relation, expected) in [
        (Relation::Less, [true, false, false]),
        (Relation::LessEquals, [true, true, false]),
        (Relation::Greater, [false, false, true]),
        (Relation::GreaterEquals, [false, true, true]),
    ] {
        assert_eq!([1.0, 2.0, 3.0].map(|number| relation.is_true_for(number, 2.0)), expected);
        assert_eq!([1.0, 2.0, 3.0].map(|number| !relation.negated().is_true_for(number, 2.0)), expected);
        assert_eq!([1.0, 2.0, 3.0].map(|number| relation.flipped().is_true_for(2.0, number)), expected);
    }
}

#[test]
fn variables_of_macros_have_no_names() {
    assert_eq!(shown("self.all(x, x > 0)"), shown("self.all(item, 0 < item)"));
    assert_ne!(shown("self.all(x, x > 0)"), shown("self.exists(x, x > 0)"));
    assert_ne!(shown("self.all(x, x > y)"), shown("self.all(y, x > y)"));
    assert!(clauses("oldSelf == self").is_some_and(|read| read.is_transition));
}

#[test]
fn rules_with_many_cases_are_one_clause() {
    let cases: Vec<String> = (0..12).map(|index| format!("(self.a{index} && self.b{index})")).collect();
    assert_eq!(clauses(&cases.join(" || ")).map(|read| read.clauses.len()), Some(1));
    let count = |rule: &str| clauses(rule).map(|read| read.clauses.len());
    let all = |prefix: &str, count: usize| {
        (0..count).map(|index| format!("self.{prefix}{index}")).collect::<Vec<_>>().join(" && ")
    };
    assert_eq!((count(&all("a", 64)), count(&all("a", 65))), (Some(64), Some(1)));
    let either = |one: usize, other: usize| count(&format!("({}) || ({})", all("a", one), all("b", other)));
    assert_eq!((either(8, 8), either(5, 13)), (Some(64), Some(1)));
    let given = |one: usize, other: usize| {
        count(&format!("self.c > 1 && self.d > 1 ? ({}) : ({})", all("a", one), all("b", other)))
    };
    // The condition is true in two clauses and false in one.
    assert_eq!((given(64, 32), given(1, 33), given(65, 1)), (Some(128), Some(1), Some(1)));
}
