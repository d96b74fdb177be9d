//! Converts paths to CEL: the conditions under which they exist, and the expressions for their values.

use std::fmt::Write;

use super::{condition::Condition, target::CelTarget};
use crate::kubevirt::{
    typed::{TypedPath, TypedStep},
    types::{GoType, Kind},
};

/// Fields that KubeVirt's own CRD requires, so that expressions need not test them.
const REQUIRED: [&str; 5] = ["spec", "template", "spec", "domain", "devices"];

/// Lists for which KubeVirt's own CRD has a maximum length.
const LIMITED: [&str; 4] = ["disks", "interfaces", "networks", "volumes"];

/// Reserved names of variables, and names that would shadow the variables of an expression.
const NOT_VARIABLES: [&str; 8] = ["self", "object", "request", "params", "authorizer", "variables", "item", "q"];

/// The scope of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    target: CelTarget,
}

impl Scope {
    pub(super) fn new(target: CelTarget) -> Self {
        Scope { target }
    }

    /// Returns `true` if a server estimates the cost of expressions for objects of maximum size, and rejects expensive
    /// ones.
    pub(super) fn has_budget(self) -> bool {
        self.target == CelTarget::Definition
    }

    fn root(self) -> &'static str {
        match self.target {
            CelTarget::Definition => "self",
            CelTarget::Policy => "object",
        }
    }

    /// Formats the access to a field of a struct.
    fn field(self, of: &str, name: &str) -> String {
        // The names of fields in typed objects need escaping if they are reserved words.
        let escaped = match self.target {
            CelTarget::Definition => idlgen_cel::escape(name),
            CelTarget::Policy => is_word(name).then(|| name.to_owned()),
        };
        escaped.map_or_else(|| format!("{of}[{}]", literal(name)), |name| format!("{of}.{name}"))
    }
}

/// A chain of fields, keys and indices from one value to another.
#[derive(Clone, Debug, Default)]
struct Chain {
    /// The conditions under which the chain can be evaluated.
    wants: Vec<Condition>,
    /// The conditions under which the value is set. Otherwise it is zero.
    says: Vec<Condition>,
    /// The expression of the value.
    text: String,
    /// `true` if the value is a count whose zero is treated as one.
    is_count: bool,
}

#[derive(Clone, Debug)]
pub(super) struct PathTarget {
    /// The chain to the value, or to the list over whose items the path iterates.
    outer: Chain,
    /// The name of the item variable, and the chain inside an item.
    inner: Option<(String, Chain)>,
    leaf: GoType,
}

/// A value that rules compare.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) text: String,
    /// The condition under which an object sets the value. Otherwise it is zero.
    pub(super) is_said: Condition,
    /// `true` if zero is treated as one.
    pub(super) is_count: bool,
}

impl PathTarget {
    pub(super) fn new(path: &TypedPath, scope: Scope) -> Result<Self, String> {
        let mut parts = path.steps.split(|step| matches!(step, TypedStep::All(_)));
        let outer = chain(scope, scope.root(), GoType::MACHINE, parts.next().unwrap_or_default(), true)?;
        let inner = match parts.next() {
            None => None,
            Some(steps) => {
                let variable = variable(&outer.text);
                let item = path.steps.iter().find_map(|step| match step {
                    TypedStep::All(item) => Some(*item),
                    _ => None,
                });
                let chain = chain(scope, &variable, item.unwrap_or(path.leaf), steps, false)?;
                Some((variable, chain))
            }
        };
        if parts.next().is_some() {
            return Err("has two `[*]`".to_owned());
        }
        Ok(PathTarget { outer, inner, leaf: path.leaf })
    }

    pub(super) fn leaf(&self) -> GoType {
        self.leaf
    }

    /// Returns `true` if the path iterates over the items of a list.
    pub(super) fn has_items(&self) -> bool {
        self.inner.is_some()
    }

    /// Returns `true` if the path iterates over the items of a list of unlimited length.
    pub(super) fn is_long(&self) -> bool {
        let name = self.outer.text.rsplit('.').next().unwrap_or_default();
        self.inner.is_some() && !LIMITED.contains(&name)
    }

    /// Returns the single value of the path. Returns `None` if the path iterates over a list.
    pub(super) fn value(&self) -> Option<Value> {
        self.inner.is_none().then(|| self.outer.value())
    }

    /// Returns the condition under which the path has a result, as `valid` requires.
    pub(super) fn exists(&self) -> Condition {
        let leads = self.outer.leads();
        let Some((variable, chain)) = &self.inner else { return leads };
        let list = &self.outer.text;
        let found = match chain.leads() {
            Condition::Always(true) => Condition::relation(format!("size({list}) > 0")),
            leads => Condition::atom(format!("{list}.exists({variable}, {leads})")),
        };
        leads.and(self.outer.is_said()).and(found)
    }

    /// Returns the condition under which the evaluation fails, so that the reference VM is used. An empty list is not a
    /// failure.
    pub(super) fn fails(&self) -> Condition {
        let leads = self.outer.leads();
        let Some((variable, chain)) = &self.inner else { return leads.not() };
        let inner = chain.leads();
        if inner.is(true) {
            return leads.not();
        }
        let list = &self.outer.text;
        let none = Condition::relation(format!("size({list}) > 0"))
            .and(Condition::atom(format!("!{list}.exists({variable}, {inner})")));
        leads.not().or(self.outer.is_said().and(none))
    }

    /// Returns the condition under which a comparison is true for all results, provided that the path can be evaluated.
    fn each(&self, comparison: &dyn Fn(&Value) -> Condition) -> Condition {
        let Some((variable, chain)) = &self.inner else { return comparison(&self.outer.value()) };
        match comparison(&chain.value()) {
            Condition::Always(holds) => Condition::of(holds),
            passes @ Condition::Text { .. } => {
                let passes = chain.unless(passes);
                // Without the item variable, a loop is not necessary. A server would estimate its cost for the maximum
                // length of the list.
                if !names(&passes.to_string(), variable) {
                    return Condition::relation(format!("size({}) == 0", self.outer.text)).or(passes);
                }
                Condition::atom(format!("{}.all({variable}, {passes})", self.outer.text))
            }
        }
    }

    /// Returns the condition under which a comparison is true for all results. It is also true if there are none.
    pub(super) fn whenever(&self, comparison: &dyn Fn(&Value) -> Condition) -> Condition {
        let each = self.each(comparison);
        if each.is(false) {
            return self.exists().not();
        }
        let each = if self.inner.is_some() { unless(&self.outer.says, each) } else { each };
        self.outer.unless(each)
    }

    /// Returns the condition under which there are results and a comparison is true for all of them. If the path cannot
    /// be evaluated, the result is `otherwise`.
    pub(super) fn found_or(&self, comparison: &dyn Fn(&Value) -> Condition, otherwise: &Condition) -> Condition {
        let each = self.each(comparison);
        if self.inner.is_none() && otherwise.is(true) {
            return self.outer.unless(each);
        }
        self.exists().and(each).or(self.fails().and(otherwise.clone()))
    }
}

/// Returns `true` if an expression contains a variable.
fn names(text: &str, variable: &str) -> bool {
    let is_part = |one: char| one.is_alphanumeric() || one == '_' || one == '.';
    text.match_indices(variable).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + variable.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(|one| one.is_alphanumeric() || one == '_')
    })
}

/// Returns a condition that is also true if a precondition is false: `!a || !b || something`.
fn unless(wants: &[Condition], something: Condition) -> Condition {
    let lacks = wants.iter().fold(Condition::of(false), |lacks, one| lacks.or(one.clone().not()));
    if something.is(true) { something } else { lacks.or(something) }
}

impl Chain {
    fn leads(&self) -> Condition {
        Condition::all(self.wants.iter().cloned())
    }

    fn unless(&self, something: Condition) -> Condition {
        unless(&self.wants, something)
    }

    fn is_said(&self) -> Condition {
        Condition::all(self.says.iter().cloned())
    }

    fn value(&self) -> Value {
        Value { text: self.text.clone(), is_said: self.is_said(), is_count: self.is_count }
    }
}

fn chain(scope: Scope, start: &str, from: GoType, steps: &[TypedStep], is_root: bool) -> Result<Chain, String> {
    let mut chain = Chain { text: start.to_owned(), ..Chain::default() };
    let mut go_type = from;
    let mut is_required = is_root;
    for (index, step) in steps.iter().enumerate() {
        // If a pointer is not set, its target does not exist, and neither do the fields of a missing struct.
        if index > 0 && matches!(go_type.kind(), Kind::Pointer(_)) {
            chain.wants.append(&mut chain.says);
        }
        match step {
            TypedStep::Field { name, is_count, .. } => {
                is_required &= REQUIRED.get(index) == Some(name);
                if *name == "metadata" && is_root && scope.target == CelTarget::Definition {
                    return Err("selects metadata, which CRDs do not describe".to_owned());
                }
                chain.text = scope.field(&chain.text, name);
                if !is_required {
                    chain.says.push(Condition::atom(format!("has({})", chain.text)));
                }
                chain.is_count = *is_count;
            }
            TypedStep::Key(key, _) => {
                chain.wants.append(&mut chain.says);
                chain.wants.push(Condition::relation(format!("{} in {}", literal(key), chain.text)));
                chain.text = format!("{}[{}]", chain.text, literal(key));
                chain.is_count = false;
            }
            TypedStep::Index(number, _) if *number >= 0 => {
                chain.wants.append(&mut chain.says);
                chain.wants.push(Condition::relation(format!("size({}) > {number}", chain.text)));
                chain.text = format!("{}[{number}]", chain.text);
                chain.is_count = false;
            }
            TypedStep::Index(..) => return Err("counts from the end of a list".to_owned()),
            TypedStep::All(_) => return Err("has two `[*]`".to_owned()),
        }
        go_type = step.go_type();
    }
    Ok(chain)
}

/// Returns the name of the variable for the items of a list: `disk` for `disks`.
fn variable(list: &str) -> String {
    let name = list.rsplit('.').next().unwrap_or_default();
    let singular = name.strip_suffix('s').unwrap_or_default();
    let is_good = singular.len() > 1
        && singular.bytes().all(|byte| byte.is_ascii_lowercase())
        && !NOT_VARIABLES.contains(&singular)
        && idlgen_cel::escape(singular).as_deref() == Some(singular);
    if is_good { singular.to_owned() } else { "item".to_owned() }
}

fn is_word(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && characters.all(|other| other.is_ascii_alphanumeric() || other == '_')
        && !matches!(name, "in" | "true" | "false" | "null")
}

/// Formats a CEL string literal.
pub(super) fn literal(text: &str) -> String {
    let mut literal = String::from("'");
    for character in text.chars() {
        match character {
            '\\' => literal.push_str("\\\\"),
            '\'' => literal.push_str("\\'"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            control if control.is_control() => {
                let _ = write!(literal, "\\u{:04x}", u32::from(control));
            }
            other => literal.push(other),
        }
    }
    literal + "'"
}

#[cfg(test)]
mod tests {
    use super::{is_word, literal, names, variable};

    #[test]
    fn variables_are_whole_words() {
        for text in ["q", "q > 1", "1 < q", "size(q) == 2", "[q]", "q.all(x, x)", "aq + q"] {
            assert!(names(text, "q"), "{text}");
        }
        for text in ["", "aq", "_q", "1q", "self.q", "qa", "q_", "q1", "a.q.q"] {
            assert!(!names(text, "q"), "{text}");
        }
    }

    #[test]
    fn characters_of_literals_are_escaped() {
        assert_eq!(literal("a'b\\c\n\r\t\u{1}\u{85}é"), r"'a\'b\\c\n\r\t\u0001\u0085é'");
    }

    #[test]
    fn words_are_identifiers_that_are_no_keywords() {
        for name in ["a", "_", "_1", "Ab_2", "inner"] {
            assert!(is_word(name), "{name}");
        }
        for name in ["", "1a", "a-b", "a.b", "é", "in", "true", "false", "null"] {
            assert!(!is_word(name), "{name}");
        }
    }

    #[test]
    fn variables_have_the_singular_name_of_their_list() {
        for (list, expected) in [
            ("object.spec.template.spec.domain.devices.disks", "disk"),
            ("volumes", "volume"),
            // CEL reserves these names, or the expression uses them.
            ("self.requests", "item"),
            ("self.namespaces", "item"),
            ("self.ins", "item"),
            // These do not have a singular that looks like a variable.
            ("self.evictionStrategies", "item"),
            ("self.sshKeys", "item"),
            ("self.xs", "item"),
            ("self.hardware", "item"),
            ("", "item"),
        ] {
            assert_eq!(variable(list), expected, "{list}");
        }
    }
}
