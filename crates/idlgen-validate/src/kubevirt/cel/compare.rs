//! Converts rule comparisons to CEL.

use super::{
    condition::{Binds, Condition},
    path_target,
    path_target::{Scope, Value, literal},
    verdict::Verdict,
};
use crate::kubevirt::{
    path::{Found, Path},
    rule::{Limit, Rule},
    types::{GoType, Kind},
};

/// The comparison of a rule, for values of one type.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    test: Test,
    value: Kinds,
    /// The condition under which the arguments of the rule can be used.
    arguments: Condition,
}

/// The type of the compared values.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kinds {
    /// An integer, with the name of its type.
    Integer(String),
    Text,
    /// A quantity, and whether it is a pointer.
    Quantity {
        is_pointer: bool,
    },
    /// Any other type, with its name.
    Other(String),
}

/// The test that a value must pass.
#[derive(Clone, Debug)]
enum Test {
    Integer([Option<Bound>; 2]),
    Length([Option<Bound>; 2]),
    OneOf(Vec<Word>),
    Matching(String),
    /// No value passes, because the rule is invalid.
    Never,
}

/// A limit of a test.
#[derive(Clone, Debug)]
enum Bound {
    Number(i64),
    Integer(String),
    /// An expression whose value is a string.
    Quantity(String),
}

/// A value that an enum rule allows.
#[derive(Clone, Debug)]
enum Word {
    Literal(String),
    Value(String),
}

/// Maximum length of a regular expression. The estimated cost of a longer one, on a string of three megabytes, exceeds
/// ten million.
const MAX_PATTERN: usize = 120;

const OPERATORS: [&str; 2] = [">=", "<="];

impl Comparison {
    pub(super) fn of(rule: &Rule, leaf: GoType, scope: Scope) -> Result<Self, String> {
        let mut arguments = Condition::of(true);
        let mut limits = |limits: [(&str, &Option<Limit>); 2]| -> Result<[Option<Bound>; 2], String> {
            let [low, high] = limits.map(|(name, limit)| {
                let read = |limit: &Limit| bound(name, limit, scope, &mut arguments);
                limit.as_ref().map(read).transpose()
            });
            Ok([low?, high?])
        };
        let test = match rule.kind.as_str() {
            "integer" => Test::Integer(limits([("min", &rule.min), ("max", &rule.max)])?),
            "string" => Test::Length(limits([("minLength", &rule.min_length), ("maxLength", &rule.max_length)])?),
            "enum" => {
                let words = rule.values.iter().map(|value| word(value, scope, &mut arguments));
                Test::OneOf(words.collect::<Result<_, _>>()?)
            }
            _ => match rule.regex.pattern() {
                Ok(_) => Test::Matching(rule.regex.0.as_str().to_owned()),
                Err(_) => Test::Never,
            },
        };
        Ok(Comparison { test, value: Kinds::of(leaf), arguments })
    }

    /// Returns `true` if a server considers the comparison too expensive for strings of unlimited length. This is the
    /// case if it searches or compares a string in each item of a list. A single search with a short regular expression
    /// is affordable.
    pub(super) fn is_costly(&self, has_items: bool) -> bool {
        let is_quantity = |bound: &Bound| matches!(bound, Bound::Quantity(_));
        match &self.test {
            Test::Integer(limits) => has_items && limits.iter().flatten().any(is_quantity),
            _ if self.value != Kinds::Text => false,
            Test::Length(limits) => has_items && limits.iter().any(Option::is_some),
            Test::OneOf(words) => has_items && words.iter().any(|word| matches!(word, Word::Value(_))),
            Test::Matching(pattern) => has_items || pattern.len() > MAX_PATTERN,
            Test::Never => false,
        }
    }

    /// Returns the condition under which a value passes.
    pub(super) fn condition(&self, value: &Value) -> Condition {
        let passes = match (&self.value, &self.test) {
            (_, Test::Never) => Condition::of(false),
            (Kinds::Integer(_), Test::Integer(limits)) => integer(value, limits),
            (Kinds::Quantity { is_pointer }, Test::Integer(limits)) => {
                let text = format!("[quantity(string({}))].all(q, {})", value.text, quantity(limits));
                let said = Condition::atom(text);
                if *is_pointer || value.is_said.is(true) {
                    value.is_said.clone().and(said)
                } else {
                    let zero = self.passes(&Found::Integer(0, String::new()));
                    either(&value.is_said, said, &zero.unwrap_or_else(|| Condition::of(false)))
                }
            }
            (_, Test::Integer(_)) => Condition::of(false),
            (Kinds::Text, _) => {
                let zero = self.text("''", "");
                either(&value.is_said, self.text(&value.text, &value.text), &zero)
            }
            (kind, _) => self.passes_as_text(&kind.shown()),
        };
        self.arguments.clone().and(passes)
    }

    /// Returns the condition under which the result for a value can be determined.
    pub(super) fn is_known(&self, value: &Value) -> Condition {
        let is_known = match (&self.value, &self.test) {
            (_, Test::Never) => Condition::of(false),
            (Kinds::Integer(_), Test::Integer(_)) => Condition::of(true),
            (Kinds::Quantity { is_pointer }, Test::Integer(_)) => {
                let said = Condition::atom(format!("[quantity(string({}))].all(q, {WHOLE})", value.text));
                let zero = Condition::of(!is_pointer);
                either(&value.is_said, said, &zero)
            }
            (_, Test::Integer(_)) => Condition::of(false),
            _ => Condition::of(true),
        };
        self.arguments.clone().and(is_known)
    }

    /// Returns the verdict for values of the reference VM, if arguments of the rule come from the VM. Returns `None` if
    /// there are no such arguments, so that the result can always be determined.
    pub(super) fn reference_verdict(&self, values: &[Found]) -> Option<Verdict> {
        let is_dynamic = |bound: &Bound| !matches!(bound, Bound::Number(_));
        let has_paths = match &self.test {
            Test::Integer(limits) | Test::Length(limits) => limits.iter().flatten().any(is_dynamic),
            Test::OneOf(words) => words.iter().any(|word| matches!(word, Word::Value(_))),
            Test::Matching(_) | Test::Never => false,
        };
        if !has_paths {
            return None;
        }
        let mut holds = self.arguments.clone();
        let mut is_known = self.arguments.clone();
        let mut seen: Vec<&Found> = Vec::new();
        for value in values {
            if seen.contains(&value) {
                continue;
            }
            seen.push(value);
            if let Some(passes) = self.passes(value) {
                holds = holds.and(passes);
            } else {
                holds = Condition::of(false);
                is_known = Condition::of(false);
            }
        }
        Some(Verdict { holds, is_known })
    }

    /// Returns the condition under which a value of the reference VM passes. Returns `None` if the result cannot be
    /// determined.
    fn passes(&self, value: &Found) -> Option<Condition> {
        match &self.test {
            Test::Integer(limits) => {
                let number = match value {
                    Found::Integer(number, _) => *number,
                    Found::Quantity(Some(text), _) => text.parse().ok()?,
                    _ => return None,
                };
                let value = Value { text: number.to_string(), is_said: Condition::of(true), is_count: false };
                Some(integer(&value, limits))
            }
            _ => Some(self.passes_as_text(&value.text())),
        }
    }

    fn passes_as_text(&self, text: &str) -> Condition {
        self.text(&literal(text), text)
    }

    /// Returns the condition under which a string passes. `known` is the string if `expression` is a literal.
    fn text(&self, expression: &str, known: &str) -> Condition {
        let is_literal = expression.starts_with('\'');
        match &self.test {
            Test::Length(limits) if is_literal => {
                let value = Value { text: known.len().to_string(), is_said: Condition::of(true), is_count: false };
                integer(&value, limits)
            }
            Test::Length(limits) => {
                let text = format!("size(bytes({expression}))");
                integer(&Value { text, is_said: Condition::of(true), is_count: false }, limits)
            }
            Test::OneOf(words) => one_of(expression, is_literal.then_some(known), words),
            Test::Matching(pattern) if is_literal => {
                let pattern = idlgen_runtime::regex::Pattern::new(pattern);
                Condition::of(pattern.is_ok_and(|pattern| pattern.is_match(known)))
            }
            Test::Matching(pattern) => Condition::atom(format!("{expression}.matches({})", literal(pattern))),
            Test::Integer(_) | Test::Never => Condition::of(false),
        }
    }
}

impl Kinds {
    fn of(go_type: GoType) -> Self {
        let name = go_type.name();
        if name.trim_start_matches('*') == "resource.Quantity" {
            return Kinds::Quantity { is_pointer: name.starts_with('*') };
        }
        match go_type.kind() {
            Kind::Scalar("string") => Kinds::Text,
            Kind::Scalar("bool" | "int8" | "int16" | "uint8" | "uint16") => Kinds::Other(name),
            Kind::Scalar(_) => Kinds::Integer(name),
            _ => Kinds::Other(name),
        }
    }

    /// Returns the text that messages contain in place of a value that is not a string: its type.
    fn shown(&self) -> String {
        match self {
            Kinds::Text => String::new(),
            Kinds::Quantity { is_pointer: true } => "<*resource.Quantity Value>".to_owned(),
            Kinds::Quantity { is_pointer: false } => "<resource.Quantity Value>".to_owned(),
            Kinds::Integer(name) | Kinds::Other(name) => format!("<{name} Value>"),
        }
    }
}

/// An expression that is true if the quantity `q` is an integer. `isInteger` alone is false for integers that Go does
/// not store as integers. Fractions that a float cannot represent are ignored.
const WHOLE: &str = "(q.isInteger() || double(int(q.asApproximateFloat())) == q.asApproximateFloat())";

/// The expression for the value of `q` as an integer, if it is one.
const INTEGER: &str = "(q.isInteger() ? q.asInteger() : int(q.asApproximateFloat()))";

/// Returns the condition under which the quantity `q` is within the limits.
fn quantity(limits: &[Option<Bound>; 2]) -> Condition {
    let compared = limits.iter().zip(OPERATORS).filter_map(|(bound, operator)| {
        let bound = match bound.as_ref()? {
            Bound::Number(number) => literal(&number.to_string()),
            // Compares as an integer. `quantity(string(limit))` would be equivalent, but a server cannot estimate the
            // length of the string, so its cost estimate would be too high.
            Bound::Integer(text) => return Some(Condition::relation(format!("{INTEGER} {operator} {text}"))),
            Bound::Quantity(text) => text.clone(),
        };
        Some(Condition::relation(format!("q.compareTo(quantity({bound})) {operator} 0")))
    });
    Condition::all([Condition::atom(WHOLE.to_owned())].into_iter().chain(compared))
}

/// Returns the condition under which an integer is within the limits.
fn integer(value: &Value, limits: &[Option<Bound>; 2]) -> Condition {
    let Value { text, is_said, is_count } = value;
    if let Ok(number) = text.parse() {
        return compared(text, Some(number), limits);
    }
    if limits.iter().flatten().all(|bound| matches!(bound, Bound::Number(_))) {
        let said = compared(text, None, limits);
        let of = |number: i64| compared("", Some(number), limits);
        // Zero is treated as one, so the result is the same for both.
        let said = match (*is_count, of(0).is(true), of(1).is(true)) {
            (true, false, true) => Condition::relation(format!("{text} == 0")).or(said),
            (true, true, false) => Condition::relation(format!("{text} != 0")).and(said),
            _ => said,
        };
        return either(is_said, said, &of(i64::from(*is_count)));
    }
    let shown = match (is_count, is_said) {
        (true, is_said) => {
            let is_set = is_said.clone().and(Condition::relation(format!("{text} != 0")));
            format!("({is_set} ? {text} : 1)")
        }
        (false, Condition::Always(true)) => text.clone(),
        (false, is_said) => format!("({is_said} ? {text} : 0)"),
    };
    compared(&shown, None, limits)
}

/// Returns the condition under which a number is within the limits. It is a known number or the value of an expression.
fn compared(shown: &str, number: Option<i64>, limits: &[Option<Bound>; 2]) -> Condition {
    let compared = limits.iter().zip(OPERATORS).filter_map(|(bound, operator)| match (bound.as_ref()?, number) {
        (Bound::Number(limit), Some(number)) => {
            Some(Condition::of(if operator == ">=" { number >= *limit } else { number <= *limit }))
        }
        (Bound::Number(limit), None) => Some(Condition::relation(format!("{shown} {operator} {limit}"))),
        (Bound::Integer(limit), _) => Some(Condition::relation(format!("{shown} {operator} {limit}"))),
        (Bound::Quantity(limit), _) => {
            Some(Condition::atom(format!("[quantity({limit})].all(q, {shown} {operator} {INTEGER})")))
        }
    });
    Condition::all(compared)
}

/// Returns the condition under which a string is one of `words`. `known` is the string, if it is known.
fn one_of(expression: &str, known: Option<&str>, words: &[Word]) -> Condition {
    let is_known = |word: &Word| matches!((word, known), (Word::Literal(word), Some(known)) if word == known);
    if words.iter().any(is_known) {
        return Condition::of(true);
    }
    // A known string does not equal any of the remaining literals, so they are omitted.
    let words = words.iter().filter(|word| known.is_none() || matches!(word, Word::Value(_)));
    let (literals, values): (Vec<&Word>, Vec<&Word>) = words.partition(|word| matches!(word, Word::Literal(_)));
    let literals: Vec<String> = literals.iter().map(|word| word.shown()).collect();
    let is_literal = match literals.as_slice() {
        [] => Condition::of(false),
        [one] => Condition::relation(format!("{expression} == {one}")),
        several => Condition::relation(format!("{expression} in [{}]", several.join(", "))),
    };
    // Elements of a CEL list must have the same type, which fields of untyped objects do not, so they are compared one
    // by one.
    let equals = |word: &Word| Condition::relation(format!("{expression} == {}", word.shown()));
    values.into_iter().fold(is_literal, |any, word| any.or(equals(word)))
}

impl Word {
    fn shown(&self) -> String {
        match self {
            Word::Literal(text) => literal(text),
            Word::Value(text) => text.clone(),
        }
    }
}

/// Returns the condition `said` for a value that is set, and `zero` for one that is not. `is_said` is the condition
/// under which it is set.
fn either(is_said: &Condition, said: Condition, zero: &Condition) -> Condition {
    if is_said.is(true) {
        return said;
    }
    match zero {
        Condition::Always(true) => is_said.clone().not().or(said),
        Condition::Always(false) => is_said.clone().and(said),
        zero if *zero == said => said,
        zero => {
            let branch = |one: &Condition| one.within(Binds::Or);
            Condition::atom(format!("({} ? {} : {})", is_said.within(Binds::Or), branch(&said), branch(zero)))
        }
    }
}

/// Converts a limit of a rule.
fn bound(name: &str, limit: &Limit, scope: Scope, wants: &mut Condition) -> Result<Bound, String> {
    let path = match limit {
        Limit::Integer(number) => return Ok(Bound::Number(*number)),
        Limit::Path(path) => path,
    };
    let Some((value, kind, is_found)) = argument(name, path, scope)? else {
        *wants = Condition::of(false);
        return Ok(Bound::Number(0));
    };
    let standing_in = path.find_in_reference();
    let otherwise = match standing_in.as_deref() {
        Some([Found::Integer(number, _)]) => Some(*number),
        Some([Found::Quantity(Some(text), _)]) => text.parse().ok(),
        _ => None,
    };
    let is_said = is_found.clone().and(value.is_said.clone());
    match kind {
        Kinds::Integer(_) => {
            want(wants, &is_found, otherwise.is_some());
            if value.is_count {
                // In the reference VM, the count is zero.
                let is_set = value.is_said.clone().and(Condition::relation(format!("{} != 0", value.text)));
                let count = format!("({is_set} ? {} : 1)", value.text);
                let otherwise = otherwise.unwrap_or_default();
                return Ok(Bound::Integer(format!("({is_found} ? {count} : {otherwise})")));
            }
            let text = if is_said.is(true) {
                value.text
            } else {
                format!("({is_said} ? {} : {})", value.text, otherwise.unwrap_or_default())
            };
            Ok(Bound::Integer(text))
        }
        Kinds::Quantity { is_pointer } => {
            want(wants, &is_found, otherwise.is_some());
            let is_whole = Condition::atom(format!("[quantity(string({}))].all(q, {WHOLE})", value.text));
            // If the argument exists but its pointer is not set, the rule fails.
            let is_right = if is_pointer {
                is_found.clone().not().or(value.is_said.clone().and(is_whole))
            } else {
                is_said.clone().not().or(is_whole)
            };
            *wants = wants.clone().and(is_right);
            let text = format!("string({})", value.text);
            Ok(Bound::Quantity(if is_said.is(true) {
                text
            } else {
                format!("({is_said} ? {text} : '{}')", otherwise.unwrap_or_default())
            }))
        }
        Kinds::Text | Kinds::Other(_) => {
            *wants = Condition::of(false);
            Ok(Bound::Number(0))
        }
    }
}

/// Adds the condition that an argument exists, unless the reference VM provides it.
fn want(wants: &mut Condition, is_found: &Condition, has_other: bool) {
    if !has_other {
        *wants = wants.clone().and(is_found.clone());
    }
}

/// Converts a value of an enum rule.
fn word(value: &str, scope: Scope, wants: &mut Condition) -> Result<Word, String> {
    if !Path::is_path(value) {
        return Ok(Word::Literal(value.to_owned()));
    }
    let found = Path::parse(value).ok().map(|path| argument("values", &path, scope).map(|found| (path, found)));
    let Some((path, Some((value, kind, is_found)))) = found.transpose()? else {
        *wants = Condition::of(false);
        return Ok(Word::Literal(String::new()));
    };
    let standing_in = path.find_in_reference().filter(|values| values.len() == 1);
    want(wants, &is_found, standing_in.is_some());
    if kind != Kinds::Text {
        return Ok(Word::Literal(kind.shown()));
    }
    let otherwise = standing_in.and_then(|values| values.first().map(Found::text)).unwrap_or_default();
    let is_said = is_found.and(value.is_said);
    Ok(Word::Value(if is_said.is(true) {
        value.text
    } else {
        format!("({is_said} ? {} : {})", value.text, literal(&otherwise))
    }))
}

/// Returns the value of an argument with a single value, its type, and the condition under which it exists. Returns
/// `None` if it never exists.
fn argument(name: &str, path: &Path, scope: Scope) -> Result<Option<(Value, Kinds, Condition)>, String> {
    let Some(place) = path_target(path, scope, name)? else { return Ok(None) };
    let Some(value) = place.value() else { return Err(format!("`{name}` iterates over a list")) };
    Ok(Some((value, Kinds::of(place.leaf()), place.exists())))
}

#[cfg(test)]
mod tests {
    use super::{Condition, either};

    #[test]
    fn a_value_that_is_set_or_not() {
        let text = |text: &str| Condition::relation(text.to_owned());
        for (is_set, set, unset, expected) in [
            (Condition::of(true), text("a == 1"), text("b == 1"), "a == 1"),
            (text("c == 1"), text("a == 1"), Condition::of(true), "!(c == 1) || a == 1"),
            (text("c == 1"), text("a == 1"), Condition::of(false), "c == 1 && a == 1"),
            (text("c == 1"), text("a == 1"), text("a == 1"), "a == 1"),
            (text("c == 1"), text("a == 1"), text("b == 1"), "(c == 1 ? a == 1 : b == 1)"),
        ] {
            assert_eq!(either(&is_set, set, &unset).to_string(), expected);
        }
    }
}
