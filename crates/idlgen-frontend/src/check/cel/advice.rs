//! Help messages for expressions that do not compile.

use idlgen_cel::{DeclKind, DeclType, Environment, Issue, Subject, Type, declarations, proposed_declarations};

use super::rule_locations::Expression;
use crate::diag::{Diagnostic, nearest};

/// Maximum number of names in a note.
const MAX_NAMES: usize = 12;
/// The prefix of object type names.
const SELF_TYPE: &str = "selfType";

/// The names available to an expression.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    /// The type of `self`.
    pub(super) declared: &'a DeclType,
    pub(super) environment: &'a Environment,
}

/// Adds help if the correction is known.
pub(super) fn advise(
    diagnostic: Diagnostic,
    issue: &Issue,
    expression: &Expression<'_>,
    scope: Scope<'_>,
) -> Diagnostic {
    match &issue.subject {
        Some(Subject::Field { name, of }) => field(diagnostic, issue, expression, scope, (name, of)),
        Some(Subject::Name(name)) => unknown_name(diagnostic, issue, expression, scope, name),
        Some(Subject::Call { function, arguments }) => call(diagnostic, function, arguments),
        Some(Subject::Literal { reason }) => diagnostic.note(reason.clone()),
        _ => diagnostic,
    }
}

fn field(
    diagnostic: Diagnostic,
    issue: &Issue,
    expression: &Expression<'_>,
    scope: Scope<'_>,
    (name, of): (&str, &Type),
) -> Diagnostic {
    match of {
        Type::List(_) | Type::Map(..) | Type::String if is_length(name) => {
            replaced(diagnostic, issue, expression, name, "size()")
        }
        Type::Object(object) => {
            let fields = fields_of(scope.declared, object);
            if let Some(near) = nearest(name, fields.iter().copied()) {
                return replaced(diagnostic, issue, expression, name, near);
            }
            if fields == ["generateName", "name"] {
                return diagnostic
                    .note("rules can access only `name` and `generateName` in the metadata of a resource");
            }
            match list(&fields) {
                None => diagnostic.note("rules cannot access fields here: they are unknown, or any field is allowed"),
                Some(names) => diagnostic.note(format!("rules can access {names} here")),
            }
        }
        Type::List(element) => {
            let fields = match &**element {
                Type::Object(object) => fields_of(scope.declared, object),
                _ => Vec::new(),
            };
            let member = nearest(name, fields.iter().copied()).or(fields.first().copied());
            let member = member.map_or_else(|| "element".to_owned(), |member| format!("element.{member}"));
            diagnostic
                .note("this is a list")
                .help(format!("use a macro for a rule on its items: `.all(element, … {member} …)`"))
        }
        _ => diagnostic,
    }
}

/// Returns `true` for a name of `size` in other languages.
fn is_length(name: &str) -> bool {
    matches!(name, "length" | "len" | "count" | "size")
}

/// Returns the escaped field names of an object type.
fn fields_of<'a>(declared: &'a DeclType, object: &str) -> Vec<&'a str> {
    let at = object.strip_prefix(SELF_TYPE).and_then(|path| declared.at(path));
    match at.map(|declared| &declared.kind) {
        Some(DeclKind::Object(fields)) => fields.keys().map(|name| &**name).collect(),
        _ => Vec::new(),
    }
}

fn list(names: &[&str]) -> Option<String> {
    let shown: Vec<String> = names.iter().take(MAX_NAMES).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(MAX_NAMES);
    match (shown.is_empty(), more) {
        (true, _) => None,
        (false, 0) => Some(shown.join(", ")),
        (false, more) => Some(format!("{} and {more} more", shown.join(", "))),
    }
}

fn replaced(diagnostic: Diagnostic, issue: &Issue, expression: &Expression<'_>, name: &str, near: &str) -> Diagnostic {
    match expression.name(issue.position, name) {
        Some(span) => diagnostic.unsafe_fix(format!("use `{near}`"), span, near),
        None => diagnostic.help(format!("use `{near}`")),
    }
}

fn unknown_name(
    diagnostic: Diagnostic,
    issue: &Issue,
    expression: &Expression<'_>,
    scope: Scope<'_>,
    name: &str,
) -> Diagnostic {
    let is = |function: &str| function == name || function.rsplit('.').next() == Some(name);
    if proposed_declarations().any(|declaration| is(declaration.function)) {
        let diagnostic = diagnostic.note(format!("KEP-4153 proposed `{name}`, but no API server implements it"));
        let diagnostic = match instead(name, Receiver::of(issue, expression, name)) {
            Some(instead) => diagnostic.help(instead),
            None => diagnostic.note("there is no portable equivalent"),
        };
        // With the setting, the name exists: it is part of a longer one, such as `utf8.isPrint`.
        let qualified =
            proposed_declarations().map(|one| one.function).find(|function| is(function) && *function != name);
        return match qualified {
            Some(full) if scope.environment.function_names().any(|known| known == full) => {
                diagnostic.help(format!("write `{full}(self)`"))
            }
            _ => diagnostic.help("pass `--kep-4153-functions` if only idlgen executes the rule"),
        };
    }
    let minor = scope.environment.version().minor();
    if let Some(since) = declarations().filter(|declaration| is(declaration.function)).map(|row| row.since).min()
        && since > minor
    {
        return diagnostic
            .note(format!("API servers support `{name}` since Kubernetes 1.{since}; the version is 1.{minor}"))
            .help(format!("set `kubernetes-version` to 1.{since} if no older API server gets the rule"));
    }
    if scope.declared.field(name).is_some() {
        let fixed = format!("self.{name}");
        return replaced(diagnostic, issue, expression, name, &fixed);
    }
    if is_length(name) {
        return replaced(diagnostic, issue, expression, name, "size");
    }
    let functions: Vec<&str> = scope.environment.function_names().collect();
    let members = functions.iter().map(|function| function.rsplit('.').next().unwrap_or(function));
    let known = ["self", "oldSelf"].into_iter().chain(MACROS).chain(members);
    match nearest(name, known) {
        Some(near) if near != name => replaced(diagnostic, issue, expression, name, near),
        _ => diagnostic.note("a rule can use `self`, `oldSelf` and the functions of the Kubernetes CEL libraries"),
    }
}

/// Macros look like functions.
const MACROS: [&str; 8] = ["has", "all", "exists", "exists_one", "map", "filter", "optMap", "optFlatMap"];

/// The call of a proposed function on a value.
#[derive(Clone, Copy)]
struct Receiver<'a> {
    /// The value, if it is a path of names, otherwise `self`.
    value: &'a str,
    /// The string that is the only argument. Can be empty.
    argument: &'a str,
}

impl<'a> Receiver<'a> {
    /// Finds the call in the source: `VALUE.name('ARGUMENT')`.
    fn of(issue: &Issue, expression: &Expression<'a>, name: &str) -> Self {
        let text = expression.text;
        // The position is that of the dot, the name or the parenthesis.
        let near = expression.before(issue.position).len().saturating_sub(name.len() + 1);
        let at = text.get(near..).and_then(|rest| rest.find(name)).map(|at| near + at);
        let (before, after) = match at {
            Some(at) => (text.get(..at).unwrap_or_default(), text.get(at + name.len()..).unwrap_or_default()),
            None => ("", ""),
        };
        let is_part = |character: char| character.is_alphanumeric() || "_.".contains(character);
        let value = before
            .strip_suffix('.')
            .map_or("", |before| before.get(before.trim_end_matches(is_part).len()..).unwrap_or_default());
        let argument = after.strip_prefix("('").and_then(|rest| rest.split_once("')")).map_or("", |(text, _)| text);
        Receiver { value: if value.starts_with("self") { value } else { "self" }, argument }
    }
}

/// Returns the API server's alternative to a proposed function, if there is one.
fn instead(name: &str, Receiver { value, argument }: Receiver<'_>) -> Option<String> {
    Some(match name {
        "isFormat" | "validateFormat" => {
            let function = match argument {
                "ipv4" => return Some(format!("use `isIP({value}) && ip({value}).family() == 4` (Kubernetes 1.30)")),
                "ipv6" => return Some(format!("use `isIP({value}) && ip({value}).family() == 6` (Kubernetes 1.30)")),
                "cidr" => return Some(format!("use `isCIDR({value})` (Kubernetes 1.30)")),
                "quantity" => return Some(format!("use `isQuantity({value})` (Kubernetes 1.28)")),
                "" | "dns1123subdomain" | "k8s-long-name" => "dns1123Subdomain",
                "dns1123label" | "k8s-short-name" => "dns1123Label",
                "dns1035label" => "dns1035Label",
                "datetime" | "date-time" => "datetime",
                "qualifiedName" | "labelValue" | "uri" | "uuid" | "byte" | "date" => argument,
                _ => return None,
            };
            if name == "isFormat" {
                format!("use `!format.{function}().validate({value}).hasValue()` (Kubernetes 1.31)")
            } else {
                format!(
                    "use `format.{function}().validate({value})`, which has a value if `{value}` is invalid \
                     (Kubernetes 1.31)"
                )
            }
        }
        "is4" => "use `ip(self).family() == 4` (Kubernetes 1.30)".to_owned(),
        "is6" => "use `ip(self).family() == 6` (Kubernetes 1.30)".to_owned(),
        "overlaps" => "use `a.containsCIDR(b) || b.containsCIDR(a)` (Kubernetes 1.30)".to_owned(),
        _ => return None,
    })
}

fn call(diagnostic: Diagnostic, function: &str, arguments: &[Type]) -> Diagnostic {
    let has = |of: &Type| arguments.contains(of);
    match function {
        "!_" => diagnostic
            .note("`!` negates a bool and binds tighter than operators such as `==`: `!(a == b)` means `a != b`"),
        "_==_" | "_!=_" if has(&Type::Null) => {
            diagnostic.note("fields cannot be compared with null").help("use `has(…)` to test whether a field is set")
        }
        "_==_" | "_!=_" if has(&Type::Int) && has(&Type::Double) => diagnostic
            .note("an int cannot be compared with a double: `1` is an int, `1.0` a double")
            .help("convert the int with `double(…)`"),
        "_+_" | "_-_" | "_*_" | "_/_" | "_%_" if has(&Type::Int) && has(&Type::Double) => {
            diagnostic.note("arithmetic cannot mix int and double").help("convert the int with `double(…)`")
        }
        "_+_" if has(&Type::String) && arguments.iter().any(is_convertible) => diagnostic
            .note("a string can only be joined to a string")
            .help("convert the other operand with `string(…)`"),
        "_<_" | "_<=_" | "_>_" | "_>=_"
            if has(&Type::Int)
                && arguments.iter().any(|of| matches!(of, Type::String | Type::List(_) | Type::Map(..))) =>
        {
            diagnostic.help("compare the number of characters or elements: `size(…)`")
        }
        "_?_:_" => diagnostic.note("both results of `… ? … : …` must have the same type"),
        "@in" if matches!(arguments, [Type::String, Type::String]) => diagnostic
            .note("`in` searches lists and the keys of maps")
            .help("use `.contains(…)` to search a string: `text.contains('part')`"),
        "startsWith" | "endsWith" | "contains" if matches!(arguments, [Type::String, Type::String]) => {
            diagnostic.help(format!("call it on the string: `text.{function}('part')`"))
        }
        "size" if arguments.iter().any(|of| matches!(of, Type::Object(_))) => {
            diagnostic.note("an object with properties has no size; only maps, lists, strings and bytes do")
        }
        _ => diagnostic,
    }
}

/// Returns `true` if `string(…)` accepts the type and it is not a string.
fn is_convertible(of: &Type) -> bool {
    matches!(of, Type::Int | Type::Uint | Type::Double | Type::Bool | Type::Bytes | Type::Duration | Type::Timestamp)
}

#[cfg(test)]
mod tests {
    use crate::check::cel::{RuleOptions, testing::report_with};

    /// Returns the notes, the help and the fix of the only finding of a rule.
    fn advice(rule: &str) -> String {
        advice_with(rule, &RuleOptions::default())
    }

    fn advice_with(rule: &str, options: &RuleOptions) -> String {
        let many: Vec<String> =
            ('A'..='M').map(|name| format!("\t{name}0 bool `json:\"{}0\"`\n", name.to_ascii_lowercase())).collect();
        let text = format!(
            "// +validationRule=\"{rule}\"\ntype T struct {{\n\tS string `json:\"s\"`\n\tI int64 `json:\"i\"`\n\t\
             D float64 `json:\"d\"`\n\tB bool `json:\"b\"`\n\tNames []string `json:\"names\"`\n\t\
             Items []Item `json:\"items\"`\n\tM map[string]string `json:\"m\"`\n\tOne Item `json:\"one\"`\n\t\
             Many Many `json:\"many\"`\n}}\ntype Item struct {{\n\tWeight int64 `json:\"weight\"`\n\t\
             Price int64 `json:\"price\"`\n}}\ntype Many struct {{\n{}}}\n",
            many.concat(),
        );
        let found = report_with(&text, options, true);
        found.iter().filter_map(|line| line.strip_prefix("  ")).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn fields_and_their_owners() {
        for (rule, expected) in [
            ("self.s.length > 0", "fix: use `size()`"),
            ("self.names.len > 0", "fix: use `size()`"),
            ("self.s.sizes > 0", ""),
            ("self.i.size > 0", ""),
            ("self.one.wieght > 0", "fix: use `weight`"),
            ("self.one.x > 0", "rules can access `price`, `weight` here"),
            (
                "self.many.x",
                "rules can access `a0`, `b0`, `c0`, `d0`, `e0`, `f0`, `g0`, `h0`, `i0`, `j0`, `k0`, `l0` and 1 \
                 more here",
            ),
            (
                "self.items.wieght > 0",
                "this is a list; help: use a macro for a rule on its items: `.all(element, … element.weight …)`",
            ),
            (
                "self.items.zzzzzzzz > 0",
                "this is a list; help: use a macro for a rule on its items: `.all(element, … element.price …)`",
            ),
            (
                "self.names.zzz > 0",
                "this is a list; help: use a macro for a rule on its items: `.all(element, … element …)`",
            ),
        ] {
            assert_eq!(advice(rule), expected, "{rule}");
        }
    }

    #[test]
    fn names() {
        for (rule, expected) in [
            ("self.s.length() > 0", "fix: use `size`"),
            ("len(self.s) > 0", "fix: use `size`"),
            ("s == ''", "fix: use `self.s`"),
            ("oldself.i > 0", "fix: use `oldSelf`"),
            ("zzzzzzzzzzz > 0", "a rule can use `self`, `oldSelf` and the functions of the Kubernetes CEL libraries"),
        ] {
            assert_eq!(advice(rule), expected, "{rule}");
        }
        let old = RuleOptions { kubernetes_minor: 28, ..RuleOptions::default() };
        assert_eq!(
            advice_with("isIP(self.s)", &old),
            "API servers support `isIP` since Kubernetes 1.30; the version is 1.28; help: set `kubernetes-version` to \
             1.30 if no older API server gets the rule"
        );
    }

    #[test]
    fn operands_and_arguments() {
        for (rule, expected) in [
            ("!self.i", "`!` negates a bool and binds tighter than operators such as `==`: `!(a == b)` means `a != b`"),
            (
                "self.s == null",
                "fields cannot be compared with null; help: use `has(…)` to test whether a field is set",
            ),
            (
                "null != self.s",
                "fields cannot be compared with null; help: use `has(…)` to test whether a field is set",
            ),
            (
                "self.i == 1.0",
                "an int cannot be compared with a double: `1` is an int, `1.0` a double; help: convert the int \
                 with `double(…)`",
            ),
            (
                "self.i != 1.0",
                "an int cannot be compared with a double: `1` is an int, `1.0` a double; help: convert the int \
                 with `double(…)`",
            ),
            ("1 == self.s", ""),
            ("self.i + 1.0 > 0.0", "arithmetic cannot mix int and double; help: convert the int with `double(…)`"),
            ("self.i - 1.0 > 0.0", "arithmetic cannot mix int and double; help: convert the int with `double(…)`"),
            ("self.i * 1.0 > 0.0", "arithmetic cannot mix int and double; help: convert the int with `double(…)`"),
            ("self.i / 1.0 > 0.0", "arithmetic cannot mix int and double; help: convert the int with `double(…)`"),
            ("self.i % 1.0 > 0.0", "arithmetic cannot mix int and double; help: convert the int with `double(…)`"),
            ("self.i + self.b == 1", ""),
            ("self.s < 1", "help: compare the number of characters or elements: `size(…)`"),
            ("self.names <= 1", "help: compare the number of characters or elements: `size(…)`"),
            ("self.m > 1", "help: compare the number of characters or elements: `size(…)`"),
            ("self.b >= 1", ""),
            ("self.s < true", ""),
            ("(self.b ? 'a' : 1) == 'a'", "both results of `… ? … : …` must have the same type"),
            (
                "'a' in self.s",
                "`in` searches lists and the keys of maps; help: use `.contains(…)` to search a string: \
                 `text.contains('part')`",
            ),
            ("1 in self.names", ""),
            ("self.i in self.s", ""),
            ("startsWith(self.s, 'a')", "help: call it on the string: `text.startsWith('part')`"),
            ("endsWith(self.s, 'a')", "help: call it on the string: `text.endsWith('part')`"),
            ("contains(self.s, 'a')", "help: call it on the string: `text.contains('part')`"),
            ("startsWith(self.s, 1)", ""),
            ("size(self.one) > 0", "an object with properties has no size; only maps, lists, strings and bytes do"),
            ("self.one.size() > 0", "an object with properties has no size; only maps, lists, strings and bytes do"),
            ("size(self.i) > 0", ""),
        ] {
            assert_eq!(advice(rule), expected, "{rule}");
        }
        let note = "a string can only be joined to a string; help: convert the other operand with `string(…)`";
        for (other, expected) in [
            ("self.i", note),
            ("1u", note),
            ("self.d", note),
            ("self.b", note),
            ("b'a'", note),
            ("duration('1h')", note),
            ("timestamp('2026-01-01T00:00:00Z')", note),
            ("self.names", ""),
        ] {
            assert_eq!(advice(&format!("self.s + {other} == ''")), expected, "{other}");
        }
    }

    #[test]
    fn proposed_functions_and_what_replaces_them() {
        let nothing = "there is no portable equivalent";
        for (call, instead) in [
            ("self.s.isFormat('ipv4')", "help: use `isIP(self.s) && ip(self.s).family() == 4` (Kubernetes 1.30)"),
            ("self.s.isFormat('ipv6')", "help: use `isIP(self.s) && ip(self.s).family() == 6` (Kubernetes 1.30)"),
            ("self.s.isFormat('cidr')", "help: use `isCIDR(self.s)` (Kubernetes 1.30)"),
            ("self.s.isFormat('quantity')", "help: use `isQuantity(self.s)` (Kubernetes 1.28)"),
            (
                "self.s.isFormat('dns1123subdomain')",
                "help: use `!format.dns1123Subdomain().validate(self.s).hasValue()` (Kubernetes 1.31)",
            ),
            (
                "self.s.isFormat('k8s-long-name')",
                "help: use `!format.dns1123Subdomain().validate(self.s).hasValue()` (Kubernetes 1.31)",
            ),
            (
                "self.s.isFormat('dns1123label')",
                "help: use `!format.dns1123Label().validate(self.s).hasValue()` (Kubernetes 1.31)",
            ),
            (
                "self.s.isFormat('k8s-short-name')",
                "help: use `!format.dns1123Label().validate(self.s).hasValue()` (Kubernetes 1.31)",
            ),
            (
                "self.s.isFormat('dns1035label')",
                "help: use `!format.dns1035Label().validate(self.s).hasValue()` (Kubernetes 1.31)",
            ),
            (
                "self.s.isFormat('date-time')",
                "help: use `!format.datetime().validate(self.s).hasValue()` (Kubernetes 1.31)",
            ),
            (
                "self.s.isFormat('datetime')",
                "help: use `!format.datetime().validate(self.s).hasValue()` (Kubernetes 1.31)",
            ),
            ("self.s.isFormat('uuid')", "help: use `!format.uuid().validate(self.s).hasValue()` (Kubernetes 1.31)"),
            ("self.s.isFormat('nothing')", nothing),
            (
                "self.s.isFormat(self.s)",
                "help: use `!format.dns1123Subdomain().validate(self.s).hasValue()` (Kubernetes 1.31)",
            ),
            (
                "self.s.validateFormat('uri') == ''",
                "help: use `format.uri().validate(self.s)`, which has a value if `self.s` is invalid (Kubernetes \
                 1.31)",
            ),
            ("self.s.is4()", "help: use `ip(self).family() == 4` (Kubernetes 1.30)"),
            ("self.s.is6()", "help: use `ip(self).family() == 6` (Kubernetes 1.30)"),
            ("self.s.overlaps(self.s)", "help: use `a.containsCIDR(b) || b.containsCIDR(a)` (Kubernetes 1.30)"),
        ] {
            let name = call.trim_start_matches("self.s.").split('(').next().unwrap();
            let expected = format!(
                "KEP-4153 proposed `{name}`, but no API server implements it; {instead}; help: pass \
                 `--kep-4153-functions` if only idlgen executes the rule"
            );
            assert_eq!(advice(call), expected);
        }
        // The name without its prefix is unknown with the setting, too.
        let proposed = RuleOptions { kep_4153_functions: true, ..RuleOptions::default() };
        let prefixed = "KEP-4153 proposed `isPrint`, but no API server implements it; there is no portable equivalent; \
                        help: write `utf8.isPrint(self)`";
        assert_eq!(advice_with("isPrint(self.s)", &proposed), prefixed);
    }
}
