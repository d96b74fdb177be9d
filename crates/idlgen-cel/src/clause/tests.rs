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
        ("self.", "none"),
    ] {
        assert_eq!(shown(rule), expected, "{rule}");
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
}
