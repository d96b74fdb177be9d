//! Rules that a keyword of the schema can replace (KEP-4153, "Use Value Validations Where Possible").

use std::fmt::Write;

use idlgen_cel::{Atom, Clause, Relation, Value, clauses};
use idlgen_schema::{
    Schema,
    cel::RuleCost,
    keyword::Keyword,
    schema::{AdditionalProperties, SchemaType, ValidationRule},
};

use super::{lint::property, rule_locations::RuleLocations};
use crate::{
    diag::{Code, Diagnostic, explained},
    tags::Dialect,
};

/// A rule that a keyword can replace.
pub(super) const REPLACEABLE_RULE: Code =
    explained!(637, "replaceable-rule", Info, "A tag for a keyword of the schema can replace a rule.");

/// The value that a rule restricts.
struct Subject<'s> {
    schema: &'s Schema,
    /// The JSON name of the property, unless it is the value that has the rule.
    property: Option<&'s str>,
}

/// A keyword with its value as written in a tag.
struct Limit {
    keyword: Keyword,
    value: String,
    is_exclusive: bool,
}

/// Reports a rule that accepts exactly the values that keywords accept, unless the rule specifies more about its error
/// than a message.
pub(super) fn replaceable(cost: &RuleCost<'_>, places: &RuleLocations<'_>) -> Option<Diagnostic> {
    let rule = cost.rule;
    let has_details = rule.message_expression.is_some() || rule.reason.is_some() || rule.field_path.is_some();
    if has_details || rule.optional_old_self.is_some() || rule.unpublished {
        return None;
    }
    let dialect = places.dialect()?;
    let normal = clauses(&rule.rule).filter(|normal| normal.reads.is_empty())?;
    let mut limits: Vec<Limit> = Vec::new();
    let mut found: Option<Subject<'_>> = None;
    for clause in &normal.clauses {
        let (subject, atom) = subject(clause, cost.node)?;
        if found.as_ref().is_some_and(|first| first.property != subject.property) {
            return None;
        }
        limits.extend(self::limits(atom, subject.schema, rule)?);
        found = Some(subject);
    }
    let subject = found?;
    // The smallest value comes first.
    limits.sort_by_key(|limit| limit.keyword.name().starts_with("max"));
    let is_written = |limit: &Limit| subject.schema.keywords.get(limit.keyword).is_some();
    let is_repeated =
        |(index, limit): (usize, &Limit)| limits.iter().skip(index + 1).any(|other| other.keyword == limit.keyword);
    if limits.iter().any(is_written) || limits.iter().enumerate().any(is_repeated) {
        return None;
    }
    let tags = limits.iter().map(|limit| limit.tags(dialect)).collect::<Option<Vec<_>>>()?.concat();
    let tags: Vec<String> = tags.iter().map(|tag| format!("`{tag}`")).collect();
    let tags = tags.join(" and ");
    let place = subject.property.map_or_else(|| "here".to_owned(), |name| format!("on the field `{name}`"));
    let keywords: Vec<String> = limits.iter().map(|limit| format!("`{}`", limit.keyword.name())).collect();
    let keywords = keywords.join(" and ");
    let mut diagnostic = Diagnostic::new(REPLACEABLE_RULE, format!("{keywords} can replace the rule"))
        .at(places.rule_span())
        .note("clients and editors know keywords of the schema, and keywords do not count toward the cost of rules");
    if rule.message.is_some() {
        diagnostic = diagnostic.note("errors then have the message of the keyword instead of the message of the rule");
    }
    Some(diagnostic.help(format!("write {tags} {place}, and remove the rule")))
}

/// Returns the value that a clause restricts, and the only condition for it. A property that may be absent needs a test
/// with `has()`, because a keyword accepts objects without it.
fn subject<'s, 'c>(clause: &'c Clause, node: &'s Schema) -> Option<(Subject<'s>, &'c Atom)> {
    let (atom, guarded) = match clause.as_slice() {
        [atom] => (atom, None),
        [Atom::Has { term, is_negated: true }, atom] | [atom, Atom::Has { term, is_negated: true }] => {
            (atom, Some(term))
        }
        _ => return None,
    };
    let path = restricted(atom)?;
    if path == "self" {
        let is_certain = guarded.is_none() && !node.nullable;
        return is_certain.then_some((Subject { schema: node, property: None }, atom));
    }
    let (name, schema) = property(node, path.strip_prefix("self.")?)?;
    let is_present = match guarded {
        Some(guarded) => guarded == path,
        None => node.required.iter().any(|required| required == name),
    };
    (is_present && !schema.nullable).then_some((Subject { schema, property: Some(name) }, atom))
}

/// Returns the term of a condition: `self.a` for itself and for `size(self.a)`.
fn restricted(atom: &Atom) -> Option<&str> {
    let (Atom::Compare { term, .. } | Atom::Member { term, .. } | Atom::Matches { term, .. }) = atom else {
        return None;
    };
    Some(sized(term).unwrap_or(term))
}

/// Returns the argument of `size()`.
fn sized(term: &str) -> Option<&str> {
    term.strip_prefix("size(")?.strip_suffix(')')
}

/// Returns the keywords that accept the values that satisfy a condition. Returns `None` if there are none.
fn limits(atom: &Atom, schema: &Schema, rule: &ValidationRule) -> Option<Vec<Limit>> {
    let ty = schema.schema_type?;
    // Some formats of strings have other types in CEL.
    if ty == SchemaType::String && schema.format().is_some() {
        return None;
    }
    match atom {
        Atom::Compare { term, relation, value } if sized(term).is_some() => {
            let (least, greatest) = sizes(ty, schema)?;
            match relation {
                Relation::GreaterEquals => Some(vec![Limit::new(least, size(*value)?)]),
                Relation::LessEquals => Some(vec![Limit::new(greatest, size(*value)?)]),
                Relation::Less | Relation::Greater => None,
            }
        }
        Atom::Compare { relation, value, .. } => Some(vec![bound(ty, *relation, *value)?]),
        Atom::Member { term, values, is_negated } if sized(term).is_some() => {
            let [Value::Number(value)] = values.as_slice() else { return None };
            let (least, greatest) = sizes(ty, schema)?;
            match is_negated {
                true => (*value == 0.0).then(|| vec![Limit::new(least, "1".to_owned())]),
                false => Some(vec![Limit::new(least, size(*value)?), Limit::new(greatest, size(*value)?)]),
            }
        }
        Atom::Member { values, is_negated: true, .. } => {
            let is_not_empty = matches!(values.as_slice(), [Value::Text(text)] if text.is_empty());
            is_not_empty.then(|| vec![Limit::new(Keyword::MinLength, "1".to_owned())])
        }
        Atom::Member { values, is_negated: false, .. } => {
            let members = values.iter().map(member).collect::<Option<Vec<_>>>()?;
            let is_of_type = matches!(ty, SchemaType::String | SchemaType::Integer);
            (is_of_type && members.len() > 1).then(|| vec![Limit::new(Keyword::Enum, members.join(";"))])
        }
        // The error for a pattern quotes it, so a rule with a message is easier to understand.
        Atom::Matches { pattern, is_negated: false, .. } => {
            let is_printable = pattern.chars().all(|one| one == ' ' || one.is_ascii_graphic());
            let is_clearer = rule.message.is_none() && rule.rule.contains(".matches(") && is_printable;
            is_clearer.then(|| vec![Limit::new(Keyword::Pattern, pattern.clone())])
        }
        Atom::Matches { .. } | Atom::Has { .. } | Atom::Other(_) => None,
    }
}

/// Returns the keywords for the size of a value.
fn sizes(ty: SchemaType, schema: &Schema) -> Option<(Keyword, Keyword)> {
    match ty {
        SchemaType::String => Some((Keyword::MinLength, Keyword::MaxLength)),
        SchemaType::Array => Some((Keyword::MinItems, Keyword::MaxItems)),
        SchemaType::Object if matches!(schema.additional_properties, Some(AdditionalProperties::Schema(_))) => {
            Some((Keyword::MinProperties, Keyword::MaxProperties))
        }
        _ => None,
    }
}

fn size(value: f64) -> Option<String> {
    (value >= 0.0 && value.fract() == 0.0).then(|| number(value))
}

/// Writes a number for a tag. The numbers of conditions are exact.
fn number(value: f64) -> String {
    // The sum is not a negative zero.
    (value + 0.0).to_string()
}

fn bound(ty: SchemaType, relation: Relation, value: f64) -> Option<Limit> {
    let is_integer = match ty {
        SchemaType::Integer => true,
        SchemaType::Number => false,
        _ => return None,
    };
    let (keyword, is_strict) = match relation {
        Relation::Less => (Keyword::Maximum, true),
        Relation::LessEquals => (Keyword::Maximum, false),
        Relation::Greater => (Keyword::Minimum, true),
        Relation::GreaterEquals => (Keyword::Minimum, false),
    };
    if !is_integer {
        return Some(Limit { keyword, value: number(value), is_exclusive: is_strict });
    }
    let value = match (keyword, is_strict) {
        (Keyword::Maximum, true) => value.ceil() - 1.0,
        (Keyword::Maximum, false) => value.floor(),
        (_, true) => value.floor() + 1.0,
        (_, false) => value.ceil(),
    };
    Some(Limit::new(keyword, number(value)))
}

/// Returns a member of an enum as in a marker. Returns `None` if it needs an escape.
fn member(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) if is_word(text) => Some(text.clone()),
        Value::Text(text) => {
            let is_printable = |one: char| (one == ' ' || one.is_ascii_graphic()) && !matches!(one, '"' | '\\');
            text.chars().all(is_printable).then(|| format!("\"{text}\""))
        }
        Value::Number(value) => Some(number(*value)),
        Value::Bool(_) => None,
    }
}

/// Returns `true` if a marker needs no quotes for the text.
fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '-' | '_' | '.'))
        && !matches!(text, "true" | "false" | "null")
}

impl Limit {
    fn new(keyword: Keyword, value: String) -> Self {
        Limit { keyword, value, is_exclusive: false }
    }

    /// Returns the tags for the keyword. Returns `None` if the dialect has none.
    fn tags(&self, dialect: Dialect) -> Option<Vec<String>> {
        let name = self.keyword.name();
        let mut prefix = match dialect {
            Dialect::Plain => "+".to_owned(),
            Dialect::KubeOpenApi => "+k8s:validation:".to_owned(),
            Dialect::Kubebuilder => "+kubebuilder:validation:".to_owned(),
            Dialect::Declarative | Dialect::FeatureGates | Dialect::Foreign => return None,
        };
        let value = match (self.keyword, dialect) {
            // Only named types with constants have an enum in the other dialects.
            (Keyword::Enum, Dialect::Plain | Dialect::KubeOpenApi) => return None,
            (Keyword::Pattern, _) => format!("{:?}", self.value),
            _ => self.value.clone(),
        };
        let spelled = |name: &str| match (dialect, name.split_at_checked(1)) {
            (Dialect::Kubebuilder, Some((first, rest))) => first.to_ascii_uppercase() + rest,
            _ => name.to_owned(),
        };
        let mut tags = vec![format!("{prefix}{}={value}", spelled(name))];
        if self.is_exclusive {
            // Writing to a string cannot fail.
            let _ = write!(prefix, "{}=true", spelled(exclusive(self.keyword)));
            tags.push(prefix);
        }
        Some(tags)
    }
}

fn exclusive(keyword: Keyword) -> &'static str {
    if keyword == Keyword::Maximum { "exclusiveMaximum" } else { "exclusiveMinimum" }
}

#[cfg(test)]
mod tests {
    use crate::check::cel::{RuleOptions, testing::report_with};

    fn suggestions(text: &str) -> Vec<String> {
        let options = RuleOptions { suggests_keywords: true, ..RuleOptions::default() };
        report_with(text, &options, true)
    }

    /// Returns the advice for a rule on a field `f`.
    fn advice(tag: &str, ty: &str) -> Vec<String> {
        let text = format!("type T struct {{\n\t// +{tag}\n\tF {ty} `json:\"f\"`\n}}\n");
        let help = |line: String| line.strip_prefix("  help: ").map(str::to_owned);
        suggestions(&text).into_iter().filter_map(help).collect()
    }

    #[test]
    fn a_rule_on_a_value() {
        for (rule, ty, tags) in [
            ("size(self) <= 20", "[]string", "`+maxItems=20`"),
            ("self.size() < 20", "string", "`+maxLength=19`"),
            ("size(self) != 0", "map[string]string", "`+minProperties=1`"),
            ("size(self) == 3", "string", "`+minLength=3` and `+maxLength=3`"),
            ("self != ''", "string", "`+minLength=1`"),
            ("self > 0 && self <= 10", "int32", "`+minimum=1` and `+maximum=10`"),
            ("self < 10", "int32", "`+maximum=9`"),
            ("self >= 1.5", "int32", "`+minimum=2`"),
            ("self <= 1.5", "int32", "`+maximum=1`"),
            ("0 < self", "int32", "`+minimum=1`"),
            ("self >= -0.5", "int32", "`+minimum=0`"),
            ("self > -0.5", "int32", "`+minimum=0`"),
            ("self >= -1.5", "int32", "`+minimum=-1`"),
            ("self <= -0.5", "int64", "`+maximum=-1`"),
            ("self < -0.5", "int64", "`+maximum=-1`"),
            ("self < 1.5", "int64", "`+maximum=1`"),
            ("self < 0.5", "int64", "`+maximum=0`"),
            ("self > 1.0", "int64", "`+minimum=2`"),
            ("self < 2.0", "int64", "`+maximum=1`"),
            ("self <= 9007199254740991", "int64", "`+maximum=9007199254740991`"),
            ("self >= -0.0", "float64", "`+minimum=0`"),
            ("self > 0.5", "float64", "`+minimum=0.5` and `+exclusiveMinimum=true`"),
            ("self < 2.0", "float64", "`+maximum=2` and `+exclusiveMaximum=true`"),
            ("self >= 0.5 && self <= 2.0", "float64", "`+minimum=0.5` and `+maximum=2`"),
            ("self.matches('^a[0-9]$')", "string", "`+pattern=\"^a[0-9]$\"`"),
        ] {
            let tag = format!("validationRule=\"{rule}\"");
            assert_eq!(advice(&tag, ty), [format!("write {tags} here, and remove the rule")], "{rule}");
        }
        for (rule, tags) in [
            ("self in ['a', 'b-c']", "`+kubebuilder:validation:Enum=a;b-c`"),
            ("self in ['a.io/b', 'true']", "`+kubebuilder:validation:Enum=\"a.io/b\";\"true\"`"),
            ("self == 'b' || self == 'a'", ""),
            ("size(self) >= 1", "`+kubebuilder:validation:MinLength=1`"),
        ] {
            let tag = format!("kubebuilder:validation:XValidation:rule=\"{rule}\"");
            let expected = (!tags.is_empty()).then(|| format!("write {tags} here, and remove the rule"));
            assert_eq!(advice(&tag, "string"), expected.into_iter().collect::<Vec<_>>(), "{rule}");
        }
    }

    #[test]
    fn other_rules() {
        for (tag, ty) in [
            ("validationRule=\"self in ['a', 'b']\"", "string"),
            ("validationRule=\"self.startsWith('a')\"", "string"),
            ("validationRule=\"self.matches('a')\",message=\"has no a\"", "string"),
            ("validationRule=\"!self.matches('a')\"", "string"),
            ("validationRule=\"self.matches('ä')\"", "string"),
            ("validationRule=\"self != 0\"", "int32"),
            ("validationRule=\"self\"", "bool"),
            ("validationRule=\"self <= 9007199254740993\"", "int64"),
            ("validationRule=\"self < 9007199254740993\"", "int64"),
            ("validationRule=\"self <= 1e19\"", "int64"),
            ("validationRule=\"self > -9223372036854775808\"", "int64"),
            ("validationRule=\"size(self) > 1 || self == oldSelf\"", "string"),
            ("validationRule=\"self <= oldSelf\"", "int32"),
            ("validationRule=\"size(self) <= 3 && self != 'a'\"", "string"),
            ("validationRule=\"size(self) <= 3 && size(self) >= 1 && self != ''\"", "string"),
            ("validationRule=\"size(self) <= 3\",reason=Forbidden", "string"),
            ("validationRule=\"size(self) <= 3\",messageExpression=\"'too long'\"", "string"),
            ("validationRule=\"self.all(x, size(x) <= 3)\"", "[]string"),
            ("kubebuilder:validation:XValidation:rule=\"self in ['ä', 'b']\"", "string"),
            ("maxLength=9\n\t// +validationRule=\"size(self) <= 3\"", "string"),
            ("format=byte\n\t// +validationRule=\"size(self) <= 3\"", "string"),
            ("nullable\n\t// +validationRule=\"size(self) <= 3\"", "[]string"),
        ] {
            assert_eq!(advice(tag, ty), [""; 0], "{tag}");
        }
    }

    #[test]
    fn a_rule_on_a_field() {
        let of_field = |rule: &str| {
            suggestions(&format!(
                "// +validationRule=\"{rule}\",message=\"m\"\ntype T struct {{\n\tA int32 `json:\"a\"`\n\
                 \t// +optional\n\tB *int32 `json:\"b,omitempty\"`\n}}\n"
            ))
        };
        assert_eq!(
            of_field("self.a >= 2"),
            [
                "2:21: replaceable-rule: `minimum` can replace the rule",
                "  clients and editors know keywords of the schema, and keywords do not count toward the cost of rules",
                "  errors then have the message of the keyword instead of the message of the rule",
                "  help: write `+minimum=2` on the field `a`, and remove the rule",
            ]
        );
        let help = of_field("!has(self.b) || self.b >= 2").pop();
        assert_eq!(help.as_deref(), Some("  help: write `+minimum=2` on the field `b`, and remove the rule"));
        for rule in [
            "!has(self.b) || self.a >= 2",
            "self.a >= 2 && (!has(self.b) || self.b >= 2)",
            "has(self.b) || self.a >= 2",
            "has(self.b)",
        ] {
            assert_eq!(of_field(rule), [""; 0], "{rule}");
        }
        let unguarded = of_field("self.b >= 2");
        assert_eq!(unguarded.iter().filter(|line| line.contains("replaceable-rule")).count(), 0);
        // Without the option, nothing is suggested.
        let text = "// +validationRule=\"self.a >= 2\"\ntype T struct {\n\tA int32 `json:\"a\"`\n}\n";
        assert_eq!(report_with(text, &RuleOptions::default(), false), [""; 0]);
        assert_eq!(suggestions(text).len(), 3);
    }
}
