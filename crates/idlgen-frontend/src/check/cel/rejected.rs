//! Expressions that do not compile, have the wrong type, or fail for every value.

use idlgen_cel::Issue;
use idlgen_schema::{cel::RuleError, schema::ValidationRule};

use super::{
    advice::{Scope, advise},
    rule_locations::{Expression, RuleLocations},
    syntax::{is_about_characters, syntax_error},
};
use crate::{
    diag::{Code, Diagnostic, explained},
    source::Span,
};

const SYNTAX: Code = explained!(620, "rule-syntax", Error, "A CEL expression has a syntax error.");

/// A missing field.
const UNKNOWN_FIELD: Code =
    explained!(621, "rule-unknown-field", Error, "A CEL expression reads a field that does not exist.");

/// An undeclared variable or function.
const UNKNOWN_NAME: Code =
    explained!(622, "rule-unknown-name", Error, "A CEL expression uses a variable or function that does not exist.");

/// Operands or arguments of the wrong type.
const TYPES: Code =
    explained!(623, "rule-types", Error, "A CEL expression has operands or arguments of mismatched types.");

const NOT_BOOL: Code = explained!(624, "rule-not-bool", Error, "A rule does not have type bool.");

/// A `messageExpression` that is not a string.
const NOT_STRING: Code = explained!(625, "message-not-string", Error, "A messageExpression does not have type string.");

const CONSTANT: Code = explained!(635, "rule-constant", Error, "A constant part of a rule always fails.");

/// The codes of this module.
pub(super) const CODES: &[Code] = &[SYNTAX, UNKNOWN_FIELD, UNKNOWN_NAME, TYPES, NOT_BOOL, NOT_STRING, CONSTANT];

/// Reports an expression that does not compile or has the wrong type.
pub(super) fn diagnostics(
    error: &RuleError,
    rule: &ValidationRule,
    places: &RuleLocations<'_>,
    scope: Scope<'_>,
) -> Vec<Diagnostic> {
    match error {
        RuleError::Compilation { error, message_expression } => {
            let (what, expression) = if *message_expression {
                ("messageExpression", places.message_expression(rule))
            } else {
                ("rule", places.rule(rule))
            };
            reported(&error.issues).map(|issue| issue_diagnostic(issue, what, &expression, scope)).collect()
        }
        RuleError::Instantiation { error, message_expression } => {
            let (what, expression) = if *message_expression {
                ("messageExpression", places.message_expression(rule))
            } else {
                ("rule", places.rule(rule))
            };
            vec![
                Diagnostic::new(CONSTANT, format!("the {what} fails for every value: {}", error.error))
                    .at(expression.token(error.error.position())),
            ]
        }
        RuleError::NotBool { found } => {
            vec![
                Diagnostic::new(NOT_BOOL, format!("the rule has type `{found}`, expected bool"))
                    .at(places.rule(rule).span())
                    .note("a rule must evaluate to true if the value is valid"),
            ]
        }
        RuleError::NotString { found } => {
            let diagnostic =
                Diagnostic::new(NOT_STRING, format!("the messageExpression has type `{found}`, expected string"))
                    .at(places.message_expression(rule).span());
            let found = found.to_string();
            vec![match found.as_str() {
                "list(string)" => diagnostic.help("join the list: `….join(', ')`"),
                "optional_type(string)" => diagnostic.help("add a value for the empty case: `….orValue('')`"),
                "int" | "uint" | "double" | "bool" | "duration" | "timestamp" => {
                    diagnostic.help("convert it to a string: `string(…)`, or `'… %s'.format([…])`")
                }
                found if found.starts_with("list(") || found.starts_with("map(") => {
                    diagnostic.help("convert it to a string: `'… %s'.format([…])`")
                }
                _ => diagnostic.note("a message must be a string").help("use a string field of the object"),
            }]
        }
    }
}

/// Iterates over the issues that are not consequences of others: after an invalid character, syntax errors are
/// meaningless.
fn reported(issues: &[Issue]) -> impl Iterator<Item = &Issue> {
    let has_bad_characters = issues.iter().any(|issue| is_about_characters(&issue.message));
    issues.iter().filter(move |issue| !has_bad_characters || is_about_characters(&issue.message))
}

fn issue_diagnostic(issue: &Issue, what: &str, expression: &Expression<'_>, scope: Scope<'_>) -> Diagnostic {
    use idlgen_cel::Subject;
    let code = match &issue.subject {
        Some(Subject::Field { .. }) => UNKNOWN_FIELD,
        Some(Subject::Name(_)) => UNKNOWN_NAME,
        _ if issue.message.starts_with("Syntax error") || issue.position.is_none() => SYNTAX,
        _ => TYPES,
    };
    if let Some(error) = syntax_error(&issue.message, expression.before(issue.position)) {
        let diagnostic = Diagnostic::new(code, format!("cannot parse the {what}: {}", error.message))
            .at(position(issue, expression));
        let instead = error.instead.and_then(|(wrong, right)| Some((expression.here(issue.position?, wrong)?, right)));
        return match instead {
            Some((span, right)) => diagnostic.unsafe_fix(format!("write `{right}`"), span, right),
            None => diagnostic,
        };
    }
    let diagnostic = Diagnostic::new(code, format!("the {what} does not compile: {}", issue.message))
        .at(position(issue, expression));
    advise(diagnostic, issue, expression, scope)
}

/// Returns the span of an issue: the token that an API server marks, extended to the name that the issue is about.
fn position(issue: &Issue, expression: &Expression<'_>) -> Span {
    use idlgen_cel::Subject;
    let token = expression.token(issue.position);
    let name = match &issue.subject {
        Some(Subject::Field { name, .. } | Subject::Name(name)) => name,
        Some(Subject::Call { function, .. }) => function,
        _ => return token,
    };
    let name = name.rsplit('.').next().unwrap_or(name);
    match expression.name(issue.position, name) {
        Some(span) => Span { start: span.start.min(token.start), end: span.end.max(token.end), ..token },
        None => token,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::cel::{
        RuleOptions,
        testing::{POD, noted, report, report_with},
    };

    #[test]
    fn x1_fields_that_the_pod_does_not_have() {
        let wrong = format!(
            "// +validationRule=\"!self.hostNetwork || self.containers.all(c, c.containerPort.all(cp, cp.hostPort == \
             cp.containerPort))\"\n\
             type PodSpec struct {{\n\tContainers []Container `json:\"containers\"`\n}}\n{POD}"
        );
        assert_eq!(
            noted(&wrong),
            [
                "2:26: rule-unknown-field: the rule does not compile: undefined field 'hostNetwork'",
                "  rules can access `containers` here",
                "2:66: rule-unknown-field: the rule does not compile: undefined field 'containerPort'",
                "  rules can access `name`, `ports`, `restartPolicy` here",
            ]
        );
        let corrected = format!(
            "// +validationRule=\"!has(self.hostNetwork) || !self.hostNetwork || self.containers.all(c, !has(c.ports) \
             || c.ports.all(cp, !has(cp.hostPort) || cp.hostPort == cp.containerPort))\"\n\
             type PodSpec struct {{\n\t// +maxItems=50\n\tContainers []Container `json:\"containers\"`\n\tHostNetwork \
             bool `json:\"hostNetwork,omitempty\"`\n}}\n{}",
            POD.replace("\tPorts", "\t// +maxItems=50\n\tPorts")
        );
        assert_eq!(report(&corrected), [""; 0]);
    }

    #[test]
    fn help_for_habits_from_other_languages() {
        for (rule, expected) in [
            ("self.names.length > 0", "fix: use `size()`"),
            ("self.text.len() > 0", "fix: use `size`"),
            ("self.text > 0", "help: compare the number of characters or elements: `size(…)`"),
            ("'a' in self.text", "help: use `.contains(…)` to search a string: `text.contains('part')`"),
            ("startsWith(self.text, 'a')", "help: call it on the string: `text.startsWith('part')`"),
            ("true ? self.text : true", "both results of `… ? … : …` must have the same type"),
            ("timestamp('today') > timestamp(0)", "timestamps are strings such as '2026-01-31T12:00:00Z' (RFC 3339)"),
            ("timestamp(999999999999) > timestamp(0)", "the year must be 1 to 9999"),
            ("self.text != “a”", "fix: write `'`"),
        ] {
            let text = format!(
                "// +validationRule=`{rule}`\ntype Widget struct {{\n\tText string `json:\"text\"`\n\tNames []string \
                 `json:\"names\"`\n}}\n"
            );
            let said = noted(&text);
            assert!(said.iter().any(|line| line.trim_start() == expected), "{rule}: {said:?}");
        }
    }

    #[test]
    fn x3_negation_binds_tighter_than_comparison() {
        let rule = |rule: &str| {
            format!(
                "//+validationRule=\"{rule}\",reason=Forbidden\ntype Widget struct {{\n\tType string `json:\"type\"`\n\
                 \tComponent *string `json:\"component,omitempty\"`\n}}\n"
            )
        };
        assert_eq!(
            noted(&rule("!self.widgetType == 'Component' || !has(self.component)")),
            [
                "2:25: rule-unknown-field: the rule does not compile: undefined field 'widgetType'",
                "  rules can access `component`, `type` here",
                "2:37: rule-types: the rule does not compile: found no matching overload for '_==_' applied to \
                 '(bool, string)'",
            ]
        );
        assert_eq!(
            noted(&rule("!self.type == 'Component' || !has(self.component)")),
            [
                "2:20: rule-types: the rule does not compile: found no matching overload for '!_' applied to \
                 '(string)'",
                "  `!` negates a bool and binds tighter than operators such as `==`: `!(a == b)` means `a != b`",
            ]
        );
        assert_eq!(report(&rule("self.type == 'Component' || !has(self.component)")), [""; 0]);
    }

    #[test]
    fn x5_rules_on_lists() {
        let pod = |rule: &str| {
            format!(
                "type PodSpec struct {{\n\t// +maxItems=9\n\t// +validationRule=\"{rule}\"\n\
                 \tInitContainers []Container `json:\"initContainers,omitempty\"`\n}}\n{POD}"
            )
        };
        assert_eq!(
            noted(&pod("!has(self.RestartPolicy)")),
            [
                "4:26: rule-unknown-field: the rule does not compile: type 'list(selfType.@idx)' does not support \
                 field selection",
                "  this is a list",
                "  help: use a macro for a rule on its items: `.all(element, … element.restartPolicy …)`",
            ]
        );
        assert_eq!(report(&pod("self.all(c, !has(c.restartPolicy))")), [""; 0]);
    }

    #[test]
    fn x10_messages_that_are_lists() {
        let address = |message: &str| {
            format!(
                "type T struct {{\n\t// +maxLength=40\n\t// \
                 +validationRule=\"isIP(self)\",messageExpression=\"{message}\"\n\tIP string `json:\"ip\"`\n}}\n"
            )
        };
        let allowed = RuleOptions { kep_4153_functions: true, ..RuleOptions::default() };
        assert_eq!(
            report_with(&address("self.validateFormat('ipv6')"), &allowed, true),
            [
                "4:53: message-not-string: the messageExpression has type `list(string)`, expected string",
                "  help: join the list: `….join(', ')`",
            ]
        );
        assert_eq!(
            report_with(&address("self.validateFormat('ipv6').join(', ')"), &allowed, false),
            [
                "4:53: rule-cost: the messageExpression can cost more than 100 times what API servers allow",
                "4:58: unportable-function: no API server implements `validateFormat`: a CRD with this rule is rejected"
            ]
        );
        assert_eq!(report(&address("'%s is no address'.format([self])")), [""; 0]);
    }

    #[test]
    fn every_character_is_found_in_every_spelling() {
        let field = |tag: &str| format!("type T struct {{\n\t// {tag}\n\tA string `json:\"a\"`\n}}\n");
        for (tag, place) in [
            ("+validationRule=\"self.b == 'x'\"", "3:26"),
            ("+validationRule='self.b == \"x\"'", "3:26"),
            ("+validationRule=`self.b == 'x'`", "3:26"),
            ("+validationRule=self.b == 'x'", "3:25"),
            ("+validationRule=\"self == \\\"é\\\" && self.b\"", "3:43"),
            ("+validationRule=`\n\t//   self == 'é' && // why\n\t//   self.b == 'x'`", "5:11"),
            ("+validationRule[0]:rule=self.b == 'x'\n\t// +validationRule[0]:message=m", "3:33"),
            ("+validationRule=\"true\",messageExpression=\"'a' + self.b\"", "3:57"),
            ("+validationRule=\"\"\"self != \"x\"\n\t// && self.b != \"\" \"\"\"", "4:12"),
        ] {
            let expected = format!("{place}: rule-unknown-field: ");
            let found = report(&field(tag));
            let what = "type 'string' does not support field selection";
            assert!(
                found.len() == 1 && found[0].starts_with(&expected) && found[0].ends_with(what),
                "{tag}: {found:?}"
            );
        }
    }

    #[test]
    fn libraries_are_those_of_the_version() {
        let text =
            "type T struct {\n\t// +maxLength=40\n\t// +validationRule=\"isIP(self)\"\n\tIP string `json:\"ip\"`\n}\n";
        assert_eq!(report(text), [""; 0]);
        let old = RuleOptions { kubernetes_minor: 29, ..RuleOptions::default() };
        assert_eq!(
            report_with(text, &old, true),
            [
                "4:22: rule-unknown-name: the rule does not compile: undeclared reference to 'isIP' (in container '')",
                "  API servers support `isIP` since Kubernetes 1.30; the version is 1.29",
                "  help: set `kubernetes-version` to 1.30 if no older API server gets the rule",
            ]
        );
    }

    #[test]
    fn constants_that_always_fail() {
        let text =
            "// +validationRule=\"self.port < int('64k')\"\ntype Widget struct {\n\tPort int `json:\"port\"`\n}\n";
        assert_eq!(
            report(text),
            ["2:36: rule-constant: the rule fails for every value: type conversion error from 'string' to 'int'"]
        );
    }
}
