//! The conditions that rules on a string set for it: patterns, prefixes, members and lengths.

use idlgen_cel::{Atom, Relation, Value as Constant, clauses};
use idlgen_runtime::regex::Language;
use idlgen_validate::{
    Schema,
    keyword::{Keyword, Value},
};

use crate::diff::decision::language;

/// The term of a rule that is the value itself.
const SELF: &str = "self";

/// A set of strings, or all others.
pub(super) struct Condition {
    pub(super) language: Language,
    /// `true` if the strings of the language violate the condition.
    is_negated: bool,
}

impl Condition {
    /// Returns the condition of a part of a rule, if an automaton can represent it.
    fn of(atom: &Atom) -> Option<Self> {
        let (language, is_negated) = match atom {
            Atom::Matches { term, pattern, is_negated } if term == SELF => (Language::new(pattern)?, *is_negated),
            Atom::Member { term, values, is_negated } if term == SELF => (members(values)?, *is_negated),
            Atom::Member { term, values, is_negated } => (found(term, values)?, !*is_negated),
            Atom::Compare { term, relation, value } if term == "size(self)" => (lengths(*relation, *value)?, false),
            _ => return None,
        };
        Some(Condition { language, is_negated })
    }

    /// Returns a condition whose strings usually satisfy a part of a rule that calls a function of addresses or
    /// quantities.
    fn usually_satisfying(atom: &Atom) -> Option<Self> {
        let text = atom.to_string();
        let is_positive = !text.starts_with('!');
        let (_, pattern) = OF_FUNCTIONS.iter().find(|(call, _)| is_positive && text.contains(call))?;
        Some(Condition { language: Language::new(pattern)?, is_negated: false })
    }

    /// Returns `true` if a string must be in the language.
    pub(super) fn is_accepted(&self) -> bool {
        !self.is_negated
    }
}

/// Returns conditions that satisfy the rules of a schema, if possible. Of a rule that strings can satisfy in several
/// ways, returns one.
pub(super) fn satisfying(schema: &Schema) -> Vec<Condition> {
    let rules = schema.extensions.validations.iter().filter_map(|rule| clauses(&rule.rule));
    // An empty string is not a useful example.
    let none = [Constant::Text(String::new())];
    let is_empty =
        |atom: &Atom| matches!(atom, Atom::Member { values, is_negated: false, .. } if values.as_slice() == none);
    let of_clause = |clause: Vec<Atom>| {
        let (empty, others): (Vec<&Atom>, Vec<&Atom>) = clause.iter().partition(|atom| is_empty(atom));
        let known = others.iter().find_map(|atom| Condition::of(atom));
        let known = known.or_else(|| others.iter().find_map(|atom| Condition::usually_satisfying(atom)));
        known.or_else(|| empty.iter().find_map(|atom| Condition::of(atom)))
    };
    rules.flat_map(|rule| rule.clauses).filter_map(of_clause).collect()
}

/// Functions of addresses and quantities, each with a pattern of strings that usually satisfy conditions on its result.
const OF_FUNCTIONS: [(&str, &str); 8] = [
    ("isIP(self)", IP),
    ("ip(self)", IP),
    ("isCIDR(self)", CIDR),
    ("cidr(self)", CIDR),
    ("isURL(self)", URL),
    ("url(self)", URL),
    ("isQuantity(self)", QUANTITY),
    ("quantity(self)", QUANTITY),
];
const IP: &str = r"^10\.0\.[0-9]{1,2}\.[1-9]$";
const CIDR: &str = r"^10\.[0-9]{1,2}\.0\.0/16$";
const URL: &str = r"^https://[a-z]+\.example$";
const QUANTITY: &str = "^[1-9]{1,3}$";

/// Returns the conditions of strings that violate a rule, once for each way to violate it.
pub(super) fn violating(rule: &str) -> Vec<Vec<Condition>> {
    let negated = |atom: &Atom| {
        let condition = Condition::of(atom)?;
        Some(Condition { is_negated: !condition.is_negated, ..condition })
    };
    let rule = clauses(rule).map(|rule| rule.clauses).unwrap_or_default();
    rule.iter().filter_map(|clause| clause.iter().map(negated).collect()).collect()
}

/// Returns the strings of a set of constants.
fn members(values: &[Constant]) -> Option<Language> {
    let text = |value: &Constant| match value {
        Constant::Text(text) => Some(text.as_str().into()),
        Constant::Number(_) | Constant::Bool(_) => None,
    };
    language(Keyword::Enum, &Value::Members(values.iter().map(text).collect::<Option<_>>()?))
}

/// Returns the strings for which `self.find('a') == ''` is false.
fn found(term: &str, values: &[Constant]) -> Option<Language> {
    // The normal form spells literals like JSON, except for a few characters.
    let pattern = term.strip_prefix("self.find(String(")?.strip_suffix("))")?;
    let is_without = matches!(values, [Constant::Text(text)] if text.is_empty());
    Language::new(&serde_json::from_str::<String>(pattern).ok().filter(|_| is_without)?)
}

/// Returns the strings with certain lengths. The normal form compares lengths only with `<=` and `>=`.
fn lengths(relation: Relation, value: f64) -> Option<Language> {
    let keyword = match relation {
        Relation::LessEquals => Keyword::MaxLength,
        Relation::GreaterEquals => Keyword::MinLength,
        Relation::Less | Relation::Greater => return None,
    };
    let is_length = value.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&value);
    is_length.then(|| language(keyword, &Value::Count(value as u64)))?
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::diff::witness::sample::{Sampler, violating};

    fn schema(rules: &[&str]) -> Schema {
        let rules: Vec<_> = rules.iter().map(|rule| json!({"rule": rule})).collect();
        Schema::from_json(&json!({"type": "string", "maxLength": 20, "x-kubernetes-validations": rules})).0
    }

    #[test]
    fn samples_satisfy_rules() {
        for (rules, expected) in [
            (["self.matches('^[0-9]+$')", "!self.contains('0')"], "1"),
            (["self.startsWith('xy')", "self.endsWith('z')"], "xyz"),
            (["self in ['b', 'c']", "self != 'b'"], "c"),
            (["self.size() >= 3", "!(self.startsWith('a') || self == 'bbb')"], "baa"),
            (["self.find('[a-y]') == ''", "self.find('k') == ''"], "z"),
            (["self.isSorted() || self.contains('/')", "self.size() < 3"], "/"),
            (["isIP(self)", "ip(self).family() == 4"], "10.0.0.1"),
            (["self == '' || isCIDR(self)", "self != ''"], "10.0.0.0/16"),
            (["isURL(self)", "url(self).getScheme() == 'https'"], "https://a.example"),
            (["isURL(self) && self.endsWith('le')", "!isIP(self)"], "https://a.example"),
            (["isQuantity(self)", "quantity(self).isGreaterThan(quantity('0'))"], "1"),
            // Nothing satisfies both.
            (["self == 'a'", "self == 'b'"], "a"),
            // Conditions on other values than the string itself are not considered.
            (["self.lowerAscii().matches('^b')", "self != 'a'"], "b"),
            (["self.lowerAscii() == 'xyz'", "self != 'a'"], "b"),
            (["int(self) >= 3", "self.split(',').size() >= 3"], "a"),
            (["self.size() >= 2.5", "self != 'a'"], "b"),
        ] {
            assert_eq!(Sampler::default().sample(&schema(&rules), false, 0), json!(expected), "{rules:?}");
        }
    }

    #[test]
    fn violations_satisfy_the_other_rules() {
        let known = schema(&["self.matches('^[/a-c]+$')", "!self.contains('//')"]);
        for (rule, expected) in [
            ("!self.endsWith('/')", &["/"][..]),
            ("!self.startsWith('/') && self.size() <= 3", &["/", "aaaa"]),
            ("self.find('a') == ''", &["a"]),
            ("self.find('a') != ''", &["b"]),
            ("self in ['a', 'b'] || self == 'c'", &["/"]),
            ("self == oldSelf || self == 'c'", &[]),
            ("self.matches('d')", &["a"]),
            // Every violation violates another rule, too.
            ("!self.matches('d')", &["d"]),
        ] {
            assert_eq!(violating(&known, rule), expected, "{rule}");
        }
    }
}
