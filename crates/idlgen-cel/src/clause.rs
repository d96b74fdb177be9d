//! Rewrites rules in conjunctive normal form, with a canonical spelling of each condition.

#[cfg(test)]
mod tests;

use std::{
    cell::{Cell, RefCell},
    fmt::{self, Write},
};

use idlgen_runtime::{cel::program::Constant, regex::quote_meta};

use crate::{
    ast::{Ast, Comprehension, ExprId, ExprKind},
    environment::Version,
    operators::{
        CONDITIONAL, EQUALS, GREATER, GREATER_EQUALS, IN, LESS, LESS_EQUALS, LOGICAL_AND, LOGICAL_NOT, LOGICAL_OR,
        NEGATE, NOT_EQUALS,
    },
    parser,
};

/// Maximum number of clauses. A rule with more is not split.
const MAX_CLAUSES: usize = 64;

/// Maximum number of nodes to read, including repeated reads of a node.
const MAX_STEPS: usize = 10_000;

/// Integers that floats represent exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A rule in normal form: a conjunction of clauses.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Clauses {
    /// The clauses, sorted and without duplicates.
    pub clauses: Vec<Clause>,
    /// The presence of each field that the condition of a `? :` reads. A value that the rule accepts satisfies
    /// `clauses`. A value that satisfies `clauses` and has these fields is accepted by the rule.
    pub reads: Vec<Clause>,
    /// Whether the rule refers to `oldSelf`.
    pub is_transition: bool,
}

/// A disjunction of conditions, sorted and without duplicates.
pub type Clause = Vec<Atom>;

/// A condition.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "callers must handle every variant")]
pub enum Atom {
    /// A term compared with a constant.
    Compare {
        /// The term, spelled as in the normal form.
        term: String,
        /// The comparison operator.
        relation: Relation,
        /// The constant.
        value: f64,
    },
    /// Membership of a term in a set of constants.
    Member {
        /// The term, spelled as in the normal form.
        term: String,
        /// The constants.
        values: Vec<Value>,
        /// `true` if the term is not in the set.
        is_negated: bool,
    },
    /// A string that contains a match of a regular expression: `matches`, `contains`, `startsWith` or `endsWith` of a
    /// constant.
    Matches {
        /// The term, spelled as in the normal form.
        term: String,
        /// The regular expression.
        pattern: String,
        /// `true` if the string contains no match.
        is_negated: bool,
    },
    /// A field that is present, or absent.
    Has {
        /// The field access, spelled as in the normal form: `self.a`.
        term: String,
        /// Whether it is absent.
        is_negated: bool,
    },
    /// Any other condition, spelled as in the normal form.
    Other(String),
}

/// A comparison operator between a term and a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "equality is membership, and there are no others")]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessEquals,
    /// `>`
    Greater,
    /// `>=`
    GreaterEquals,
}

/// A constant.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "callers must handle every variant")]
pub enum Value {
    /// An integer or a float.
    Number(f64),
    /// The content of a string literal, without quotes and escapes.
    Text(String),
    /// A boolean.
    Bool(bool),
}

impl Relation {
    /// Returns the relation with swapped operands.
    fn flipped(self) -> Self {
        match self {
            Relation::Less => Relation::Greater,
            Relation::LessEquals => Relation::GreaterEquals,
            Relation::Greater => Relation::Less,
            Relation::GreaterEquals => Relation::LessEquals,
        }
    }

    /// Returns the relation that is true if this one is false.
    fn negated(self) -> Self {
        match self {
            Relation::Less => Relation::GreaterEquals,
            Relation::LessEquals => Relation::Greater,
            Relation::Greater => Relation::LessEquals,
            Relation::GreaterEquals => Relation::Less,
        }
    }

    fn symbol(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessEquals => "<=",
            Relation::Greater => ">",
            Relation::GreaterEquals => ">=",
        }
    }

    /// Returns `true` if `number` has this relation to `other`.
    pub fn is_true_for(self, number: f64, other: f64) -> bool {
        match self {
            Relation::Less => number < other,
            Relation::LessEquals => number <= other,
            Relation::Greater => number > other,
            Relation::GreaterEquals => number >= other,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::Bool(is) => write!(f, "{is}"),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Compare { term, relation, value } => write!(f, "{term} {} {value}", relation.symbol()),
            Atom::Member { term, values, is_negated } => {
                let not = if *is_negated { " not" } else { "" };
                write!(f, "{term}{not} in [")?;
                for value in values {
                    write!(f, "{value},")?;
                }
                f.write_char(']')
            }
            Atom::Matches { term, pattern, is_negated } => {
                write!(f, "{term}{} matches {pattern:?}", if *is_negated { " not" } else { "" })
            }
            Atom::Has { term, is_negated } => write!(f, "{}has({term})", if *is_negated { "!" } else { "" }),
            Atom::Other(text) => f.write_str(text),
        }
    }
}

/// Returns the normal form of a rule, or `None` if it is not an expression.
///
/// Rules that differ only in the following respects have the same normal form: whitespace, parentheses, the order of
/// operands of `&&`, `||` and `==`, the direction of comparisons, and negated comparisons.
///
/// ```
/// use idlgen_cel::clauses;
///
/// let one = clauses("!has(self.a) || (self.a >= 1 && self.a.size() != 3)");
/// let other = clauses("(!(self.a < 1) || !has(self.a)) && (3 != size(self.a) || !has(self.a))");
/// assert_eq!(one, other);
/// assert_ne!(one, clauses("!has(self.a) || self.a >= 2"));
/// ```
pub fn clauses(expression: &str) -> Option<Clauses> {
    let (ast, root) = parser::parse(expression, Version::new(u8::MAX).parser_options()).ok()?;
    Some(of_ast(&ast, root))
}

/// Returns the normal form of a syntax tree.
pub(crate) fn of_ast(ast: &Ast, root: ExprId) -> Clauses {
    let is_transition =
        ast.nodes.iter().any(|node| matches!(&node.kind, ExprKind::Ident(name) if &**name == "oldSelf"));
    let reader = Reader { ast, reads: RefCell::default(), steps: Cell::new(MAX_STEPS) };
    let mut clauses = match reader.conjunction(root, true) {
        Some(clauses) => clauses,
        None => vec![vec![Atom::Other(reader.text(root, &mut Vec::new()))]],
    };
    for clause in &mut clauses {
        sort(clause, Atom::to_string);
    }
    sort(&mut clauses, |clause| clause.iter().map(Atom::to_string).collect::<Vec<_>>().join("||"));
    let mut reads = reader.reads.into_inner();
    sort(&mut reads, |clause| clause.iter().map(Atom::to_string).collect());
    Clauses { clauses, reads, is_transition }
}

fn sort<T>(parts: &mut Vec<T>, key: impl Fn(&T) -> String) {
    parts.sort_by_cached_key(&key);
    parts.dedup_by(|one, other| key(one) == key(other));
}

struct Reader<'a> {
    ast: &'a Ast,
    /// The presence of the fields that conditions of `? :` read.
    reads: RefCell<Vec<Clause>>,
    /// Number of nodes that may still be visited. Each condition of a `? :` is visited twice, and so are its nested
    /// conditions.
    steps: Cell<usize>,
}

/// The clauses of the condition of a `? :` and those of its negation.
struct Condition {
    holds: Vec<Clause>,
    fails: Vec<Clause>,
}

impl Reader<'_> {
    /// Returns the clauses of an expression or of its negation. Returns `None` if there are too many.
    fn conjunction(&self, id: ExprId, is_true: bool) -> Option<Vec<Clause>> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        if let ExprKind::Call { function, target: None, arguments } = self.ast.kind(id) {
            match (&**function, arguments.as_slice()) {
                (LOGICAL_NOT, [inner]) => return self.conjunction(*inner, !is_true),
                (LOGICAL_AND, [..]) => return self.combined(arguments, is_true, is_true),
                (LOGICAL_OR, [..]) => return self.combined(arguments, is_true, !is_true),
                (CONDITIONAL, [condition, then, other]) => {
                    if let Some(condition) = self.condition(*condition) {
                        return self.conditional(&condition, *then, *other, is_true);
                    }
                }
                _ => {}
            }
        }
        if let ExprKind::Literal(Constant::Bool(is)) = self.ast.kind(id) {
            // `true` adds no condition, `false` is an empty clause.
            return Some(if *is == is_true { Vec::new() } else { vec![Vec::new()] });
        }
        Some(vec![vec![self.atom(id, is_true)]])
    }

    /// Combines expressions to a conjunction if `all` is set, otherwise to a disjunction.
    fn combined(&self, parts: &[ExprId], is_true: bool, all: bool) -> Option<Vec<Clause>> {
        let mut parts = parts.iter().map(|part| self.conjunction(*part, is_true));
        if all {
            let clauses: Vec<Clause> = parts.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
            return (clauses.len() <= MAX_CLAUSES).then_some(clauses);
        }
        let mut clauses = parts.next()??;
        for part in parts {
            let part = part?;
            if clauses.len() * part.len() > MAX_CLAUSES {
                return None;
            }
            clauses = clauses
                .iter()
                .flat_map(|clause| part.iter().map(move |other| [clause.as_slice(), other].concat()))
                .collect();
        }
        Some(clauses)
    }

    /// Returns the condition of `a ? b : c`. Returns `None` if evaluating it may fail even if the fields that it reads
    /// are present.
    fn condition(&self, condition: ExprId) -> Option<Condition> {
        let holds = self.conjunction(condition, true)?;
        let fails = self.conjunction(condition, false)?;
        let mut reads = Vec::new();
        for atom in holds.iter().flatten() {
            match atom {
                Atom::Has { term, .. } if field_path(term).is_some_and(|path| path.matches('.').count() == 1) => {}
                Atom::Compare { term, .. } | Atom::Member { term, .. } | Atom::Matches { term, .. } => {
                    let term = field_path(term)?.to_owned();
                    reads.push(vec![Atom::Has { term, is_negated: false }]);
                }
                Atom::Has { .. } | Atom::Other(_) => return None,
            }
        }
        self.reads.borrow_mut().extend(reads);
        Some(Condition { holds, fails })
    }

    /// Returns the clauses of `a ? b : c` or of its negation. Returns `None` if there are too many.
    fn conditional(&self, condition: &Condition, then: ExprId, other: ExprId, is_true: bool) -> Option<Vec<Clause>> {
        let either = |guard: &[Clause], part: Vec<Clause>| -> Option<Vec<Clause>> {
            if guard.len() * part.len() > MAX_CLAUSES {
                return None;
            }
            let with = |clause: &Clause| -> Vec<Clause> {
                guard.iter().map(|own| [own.as_slice(), clause].concat()).collect()
            };
            Some(part.iter().flat_map(with).collect())
        };
        let mut clauses = either(&condition.fails, self.conjunction(then, is_true)?)?;
        clauses.extend(either(&condition.holds, self.conjunction(other, is_true)?)?);
        Some(clauses)
    }

    fn atom(&self, id: ExprId, is_true: bool) -> Atom {
        self.known_atom(id, is_true).unwrap_or_else(|| {
            let text = self.text(id, &mut Vec::new());
            Atom::Other(if is_true { text } else { format!("!{text}") })
        })
    }

    fn known_atom(&self, id: ExprId, is_true: bool) -> Option<Atom> {
        match self.ast.kind(id) {
            ExprKind::Select { test_only: true, .. } => {
                let mut term = self.text(id, &mut Vec::new());
                // The text of a presence test is `has(…)`; the term is its argument.
                term = term.strip_prefix("has(")?.strip_suffix(')')?.to_owned();
                Some(Atom::Has { term, is_negated: !is_true })
            }
            ExprKind::Call { function, target: None, arguments } => {
                let [left, right] = arguments.as_slice() else { return None };
                match &**function {
                    LESS => self.comparison(*left, Relation::Less, *right, is_true),
                    LESS_EQUALS => self.comparison(*left, Relation::LessEquals, *right, is_true),
                    GREATER => self.comparison(*left, Relation::Greater, *right, is_true),
                    GREATER_EQUALS => self.comparison(*left, Relation::GreaterEquals, *right, is_true),
                    EQUALS => self.equality(*left, *right, is_true),
                    NOT_EQUALS => self.equality(*left, *right, !is_true),
                    IN => {
                        let ExprKind::List { elements } = self.ast.kind(*right) else { return None };
                        let constant = |(element, optional): &(ExprId, bool)| {
                            if *optional { None } else { self.constant(*element) }
                        };
                        let values = elements.iter().map(constant).collect::<Option<Vec<_>>>()?;
                        Some(member(self.term(*left)?, values, !is_true))
                    }
                    _ => None,
                }
            }
            ExprKind::Call { function, target: Some(target), arguments } => {
                let [text] = arguments.as_slice() else { return None };
                let Value::Text(text) = self.constant(*text)? else { return None };
                let pattern = match &**function {
                    "matches" => text,
                    "contains" => quote_meta(&text),
                    "startsWith" => format!("^{}", quote_meta(&text)),
                    "endsWith" => format!("{}$", quote_meta(&text)),
                    _ => return None,
                };
                Some(Atom::Matches { term: self.term(*target)?, pattern, is_negated: !is_true })
            }
            _ => None,
        }
    }

    fn comparison(&self, left: ExprId, relation: Relation, right: ExprId, is_true: bool) -> Option<Atom> {
        let (term, mut relation, value) = match (self.constant(left), self.constant(right)) {
            (None, Some(Value::Number(value))) => (left, relation, value),
            (Some(Value::Number(value)), None) => (right, relation.flipped(), value),
            (None, None) => return Some(self.order(left, relation, right, is_true)),
            _ => return None,
        };
        if !is_true {
            relation = relation.negated();
        }
        let term = self.term(term)?;
        // Sizes are integers, so `<` and `>` become `<=` and `>=` with an integer.
        let (relation, value) = match relation {
            Relation::Less if term.starts_with("size(") => (Relation::LessEquals, value.ceil() - 1.0),
            Relation::Greater if term.starts_with("size(") => (Relation::GreaterEquals, value.floor() + 1.0),
            relation => (relation, value),
        };
        Some(Atom::Compare { term, relation, value })
    }

    /// Returns a comparison of two terms, normalized to `<` or `<=`.
    fn order(&self, left: ExprId, relation: Relation, right: ExprId, is_true: bool) -> Atom {
        let relation = if is_true { relation } else { relation.negated() };
        let (left, right) = (self.text(left, &mut Vec::new()), self.text(right, &mut Vec::new()));
        Atom::Other(match relation {
            Relation::Less | Relation::LessEquals => format!("({left} {} {right})", relation.symbol()),
            _ => format!("({right} {} {left})", relation.flipped().symbol()),
        })
    }

    fn equality(&self, left: ExprId, right: ExprId, is_equal: bool) -> Option<Atom> {
        match (self.constant(left), self.constant(right)) {
            (None, Some(value)) => Some(member(self.term(left)?, vec![value], !is_equal)),
            (Some(value), None) => Some(member(self.term(right)?, vec![value], !is_equal)),
            _ => {
                let mut sides = [self.text(left, &mut Vec::new()), self.text(right, &mut Vec::new())];
                sides.sort();
                let [left, right] = sides;
                Some(Atom::Other(format!("({left} {} {right})", if is_equal { "==" } else { "!=" })))
            }
        }
    }

    fn constant(&self, id: ExprId) -> Option<Value> {
        let exact = |number: f64| (number.abs() < EXACT).then_some(Value::Number(number));
        match self.ast.kind(id) {
            ExprKind::Literal(Constant::Int(number)) => exact(*number as f64),
            ExprKind::Literal(Constant::Uint(number)) => exact(*number as f64),
            ExprKind::Literal(Constant::Double(number)) => exact(*number),
            ExprKind::Literal(Constant::String(text)) => Some(Value::Text(text.to_string())),
            ExprKind::Literal(Constant::Bool(is)) => Some(Value::Bool(*is)),
            ExprKind::Call { function, target: None, arguments } if &**function == NEGATE => {
                let [inner] = arguments.as_slice() else { return None };
                match self.constant(*inner)? {
                    Value::Number(number) => Some(Value::Number(-number)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn term(&self, id: ExprId) -> Option<String> {
        self.constant(id).is_none().then(|| self.text(id, &mut Vec::new()))
    }

    /// Returns the canonical text of an expression. The variables of macros are named by depth.
    fn text(&self, id: ExprId, scope: &mut Vec<String>) -> String {
        let mut list = |parts: &[ExprId]| -> Vec<String> {
            let parts = parts.iter().map(|part| self.text(*part, scope));
            parts.collect()
        };
        match self.ast.kind(id) {
            ExprKind::Unspecified => String::new(),
            ExprKind::Literal(constant) => format!("{constant:?}"),
            ExprKind::Ident(name) => match scope.iter().rposition(|variable| **variable == **name) {
                Some(depth) => format!("@{depth}"),
                None => name.to_string(),
            },
            ExprKind::Select { operand, field, test_only } => {
                let select = format!("{}.{field}", self.text(*operand, scope));
                if *test_only { format!("has({select})") } else { select }
            }
            ExprKind::Call { function, target, arguments } => match (&**function, target, arguments.as_slice()) {
                (LOGICAL_AND | LOGICAL_OR, None, _) => {
                    let mut parts = Vec::new();
                    self.operands(id, function, scope, &mut parts);
                    parts.sort();
                    parts.dedup();
                    format!("({})", parts.join(if &**function == LOGICAL_AND { " && " } else { " || " }))
                }
                (EQUALS | NOT_EQUALS, None, _) => {
                    let mut sides = list(arguments);
                    sides.sort();
                    format!("({})", sides.join(if &**function == EQUALS { " == " } else { " != " }))
                }
                (GREATER, None, [left, right]) => self.infix(*right, "<", *left, scope),
                (GREATER_EQUALS, None, [left, right]) => self.infix(*right, "<=", *left, scope),
                (LESS, None, [left, right]) => self.infix(*left, "<", *right, scope),
                (LESS_EQUALS, None, [left, right]) => self.infix(*left, "<=", *right, scope),
                ("size", Some(target), []) => format!("size({})", self.text(*target, scope)),
                (name, Some(target), _) => {
                    let target = self.text(*target, scope);
                    let arguments: Vec<String> = arguments.iter().map(|part| self.text(*part, scope)).collect();
                    format!("{target}.{name}({})", arguments.join(","))
                }
                (name, None, _) => format!("{name}({})", list(arguments).join(",")),
            },
            ExprKind::List { elements } => {
                let parts = elements.iter().map(|(part, optional)| mark(*optional) + &self.text(*part, scope));
                format!("[{}]", parts.collect::<Vec<_>>().join(","))
            }
            ExprKind::Map { entries } => {
                let parts = entries.iter().map(|entry| {
                    let (key, value) = (self.text(entry.key, scope), self.text(entry.value, scope));
                    format!("{}{key}:{value}", mark(entry.optional))
                });
                format!("{{{}}}", parts.collect::<Vec<_>>().join(","))
            }
            ExprKind::Struct { name, fields } => {
                let parts = fields
                    .iter()
                    .map(|field| format!("{}{}:{}", mark(field.optional), field.name, self.text(field.value, scope)));
                format!("{name}{{{}}}", parts.collect::<Vec<_>>().join(","))
            }
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension, scope),
        }
    }

    fn comprehension(&self, comprehension: &Comprehension, scope: &mut Vec<String>) -> String {
        let Comprehension { range, variable, second_variable, accumulator, initial, condition, step, result, form: _ } =
            comprehension;
        let mut text = format!("fold({},{}", self.text(*range, scope), self.text(*initial, scope));
        let length = scope.len();
        scope.push(variable.to_string());
        scope.extend(second_variable.iter().map(ToString::to_string));
        scope.push(accumulator.to_string());
        for part in [condition, step, result] {
            let part = self.text(*part, scope);
            // Writing to a string cannot fail.
            let _ = write!(text, ",{part}");
        }
        scope.truncate(length);
        text.push(')');
        text
    }

    fn infix(&self, left: ExprId, operator: &str, right: ExprId, scope: &mut Vec<String>) -> String {
        format!("({} {operator} {})", self.text(left, scope), self.text(right, scope))
    }

    /// Collects the operands of nested `&&` or `||`.
    fn operands(&self, id: ExprId, operator: &str, scope: &mut Vec<String>, parts: &mut Vec<String>) {
        match self.ast.kind(id) {
            ExprKind::Call { function, target: None, arguments } if &**function == operator => {
                for argument in arguments {
                    self.operands(*argument, operator, scope, parts);
                }
            }
            _ => parts.push(self.text(id, scope)),
        }
    }
}

/// Returns the field path that a term reads: `self.a.b` for itself and for `size(self.a.b)`.
fn field_path(term: &str) -> Option<&str> {
    let path = term.strip_prefix("size(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(term);
    let fields = path.strip_prefix("self.")?;
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|one| one.is_alphanumeric() || one == '_');
    fields.split('.').all(is_name).then_some(path)
}

fn mark(is_optional: bool) -> String {
    if is_optional { "?" } else { "" }.to_owned()
}

/// Returns the membership of a term in a sorted set.
fn member(term: String, mut values: Vec<Value>, is_negated: bool) -> Atom {
    sort(&mut values, Value::to_string);
    Atom::Member { term, values, is_negated }
}
