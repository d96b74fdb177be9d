//! Paths as CEL: when they lead to something, and to what.

use std::fmt::Write;

use super::{CelTarget, compare::Comparison, condition::Condition};
use crate::kubevirt::{
    typed::{TypedPath, TypedStep},
    types::{GoType, Kind},
};

/// What KubeVirt's own definition requires, so that nobody has to ask for it.
const REQUIRED: [&str; 5] = ["spec", "template", "spec", "domain", "devices"];

/// Lists for which KubeVirt's own definition has a maximum length.
const LIMITED: [&str; 4] = ["disks", "interfaces", "networks", "volumes"];

/// Words that are no names of variables, and those that would hide what an expression is about.
const NOT_VARIABLES: [&str; 8] = ["self", "object", "request", "params", "authorizer", "variables", "item", "q"];

/// What an expression can see.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    target: CelTarget,
}

impl Scope {
    pub(super) fn new(target: CelTarget) -> Self {
        Scope { target }
    }

    /// Whether a server estimates what expressions cost for the largest objects, and refuses expensive ones.
    pub(super) fn has_budget(self) -> bool {
        self.target == CelTarget::Definition
    }

    fn root(self) -> &'static str {
        match self.target {
            CelTarget::Definition => "self",
            CelTarget::Policy => "object",
        }
    }

    /// A field of a struct.
    fn field(self, of: &str, name: &str) -> String {
        // Fields with types have no names that CEL keeps for itself.
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
    /// What has to be there for it to lead anywhere.
    wants: Vec<Condition>,
    /// What has to be there for the value to be said; else it is zero.
    says: Vec<Condition>,
    /// The value.
    text: String,
    /// Whether the value is a count that is one if it is zero.
    is_count: bool,
}

/// Where a path leads.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// To the value, or to the list whose items are gone through.
    outer: Chain,
    /// Within an item, and what an item is called.
    inner: Option<(String, Chain)>,
    leaf: GoType,
}

/// A value that rules compare.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) text: String,
    /// Whether an object says it; else it is zero.
    pub(super) is_said: Condition,
    /// Whether zero counts as one.
    pub(super) is_count: bool,
}

impl Place {
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
        Ok(Place { outer, inner, leaf: path.leaf })
    }

    pub(super) fn leaf(&self) -> GoType {
        self.leaf
    }

    /// Whether it goes through the items of a list.
    pub(super) fn has_items(&self) -> bool {
        self.inner.is_some()
    }

    /// Whether it goes through a list of any length.
    pub(super) fn is_long(&self) -> bool {
        let name = self.outer.text.rsplit('.').next().unwrap_or_default();
        self.inner.is_some() && !LIMITED.contains(&name)
    }

    /// The one value that it leads to; `None` if it goes through a list.
    pub(super) fn value(&self) -> Option<Value> {
        self.inner.is_none().then(|| self.outer.value())
    }

    /// Whether there is anything: `valid`.
    pub(super) fn exists(&self) -> Condition {
        let leads = self.outer.leads();
        let Some((variable, chain)) = &self.inner else { return leads };
        let list = &self.outer.text;
        let found = match chain.leads() {
            Condition::Always(true) => Condition::relation(format!("size({list}) > 0")),
            leads => Condition::whole(format!("{list}.exists({variable}, {leads})")),
        };
        leads.and(self.outer.is_said()).and(found)
    }

    /// Whether the evaluation fails, so that another machine is asked: with nothing in a list it does not.
    pub(super) fn fails(&self) -> Condition {
        let leads = self.outer.leads();
        let Some((variable, chain)) = &self.inner else { return leads.not() };
        let inner = chain.leads();
        if inner.is(true) {
            return leads.not();
        }
        let list = &self.outer.text;
        let none = Condition::relation(format!("size({list}) > 0"))
            .and(Condition::whole(format!("!{list}.exists({variable}, {inner})")));
        leads.not().or(self.outer.is_said().and(none))
    }

    /// Whether a comparison comes out well for everything that there is, once there is anything.
    fn each(&self, comparison: &Comparison, what: fn(&Comparison, &Value) -> Condition) -> Condition {
        let Some((variable, chain)) = &self.inner else { return what(comparison, &self.outer.value()) };
        match what(comparison, &chain.value()) {
            Condition::Always(holds) => Condition::of(holds),
            passes @ Condition::Text { .. } => {
                let passes = chain.unless(passes);
                // A server counts the cost of a loop for the longest list.
                if !names(&passes.to_string(), variable) {
                    return Condition::relation(format!("size({}) == 0", self.outer.text)).or(passes);
                }
                Condition::whole(format!("{}.all({variable}, {passes})", self.outer.text))
            }
        }
    }

    /// Whether a comparison comes out well for everything that there is, be it nothing.
    pub(super) fn whenever(&self, comparison: &Comparison, what: fn(&Comparison, &Value) -> Condition) -> Condition {
        let each = self.each(comparison, what);
        if each.is(false) {
            return self.exists().not();
        }
        let each = if self.inner.is_some() { unless(&self.outer.says, each) } else { each };
        self.outer.unless(each)
    }

    /// Whether a comparison comes out well for what there is, and that is something; `otherwise` where it cannot be
    /// looked for.
    pub(super) fn found_or(
        &self,
        comparison: &Comparison,
        what: fn(&Comparison, &Value) -> Condition,
        otherwise: &Condition,
    ) -> Condition {
        let each = self.each(comparison, what);
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

/// Something, unless one of several conditions does not hold: `!a || !b || something`.
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
        // What a pointer leads to is not there without it; nor is what a struct says that is not there.
        if index > 0 && matches!(go_type.kind(), Kind::Pointer(_)) {
            chain.wants.append(&mut chain.says);
        }
        match step {
            TypedStep::Field { name, is_count, .. } => {
                is_required &= REQUIRED.get(index) == Some(name);
                if *name == "metadata" && is_root && scope.target == CelTarget::Definition {
                    return Err("leads to metadata, which definitions do not describe".to_owned());
                }
                chain.text = scope.field(&chain.text, name);
                if !is_required {
                    chain.says.push(Condition::whole(format!("has({})", chain.text)));
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

/// What an item of a list is called: `disk` in `disks`.
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

/// A text as CEL writes it.
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
