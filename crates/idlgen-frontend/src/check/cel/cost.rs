//! Rules that exceed cost limits.

use idlgen_cel::cost::{EXPRESSION_LIMIT, SCHEMA_LIMIT};
use idlgen_schema::cel::MissingBound;

use super::{roots::Root, rule_locations::span_of};
use crate::{
    diag::{Code, Diagnostic, explained},
    source::Span,
};

/// An expression that is too expensive.
pub const RULE_COST: Code = explained!(626, "rule-cost", Warning, "A rule can cost more than API servers allow.");

/// Rules that are too expensive in total.
pub const RULES_COST: Code = explained!(
    627,
    "rules-cost",
    Warning,
    "The total cost of all rules of a resource can exceed the limit of API servers."
);

/// The codes of this module.
pub(super) const CODES: &[Code] = &[RULE_COST, RULES_COST];

/// Reports an expression that is too expensive.
pub(super) fn expression(span: Span, what: &str, cost: u64, bounds: &[MissingBound<'_>], root: &Root) -> Diagnostic {
    let message = format!("the {what} can cost {} times what API servers allow", times(cost, EXPRESSION_LIMIT));
    let mut diagnostic = Diagnostic::new(RULE_COST, message).at(span);
    for bound in bounds {
        let place = location(&root.name, &bound.place);
        let limit = bound.enough.map_or_else(String::new, |limit| format!("; {limit} is enough"));
        let text = format!("`{place}` has no `+{}`{limit}", bound.keyword);
        diagnostic = match span_of(&bound.schema.origin) {
            Some(span) if !diagnostic.secondary.iter().any(|label| label.span == span) => {
                diagnostic.and(span, format!("no `+{}`{limit}", bound.keyword)).note(text)
            }
            _ => diagnostic.note(text),
        };
    }
    if bounds.is_empty() {
        diagnostic = diagnostic.help("simplify the rule: use fewer nested loops, or limit the lengths of strings");
    }
    of_part(diagnostic, root)
}

/// Reports that all rules of a type are too expensive in total.
pub(super) fn total(span: Span, cost: u64, expensive: &[(Span, u64)], root: &Root) -> Diagnostic {
    let message = format!(
        "all rules of `{}` together can cost {} times what API servers allow for a resource",
        root.name,
        times(cost, SCHEMA_LIMIT)
    );
    let diagnostic = Diagnostic::new(RULES_COST, message).at(span);
    let diagnostic = expensive.iter().fold(diagnostic, |diagnostic, (span, cost)| {
        let percent = *cost as f64 / SCHEMA_LIMIT as f64 * 100.0;
        diagnostic.and(*span, format!("{} of the limit", percentage(percent)))
    });
    of_part(diagnostic, root)
}

/// Adds a note for a type that is not a resource and can be part of any resource.
fn of_part(diagnostic: Diagnostic, root: &Root) -> Diagnostic {
    if root.is_resource {
        return diagnostic;
    }
    diagnostic.note(format!("`{}` is not a resource: the cost is that of a resource that contains it once", root.name))
}

/// Formats `Widget.spec.ports[*]`.
pub(super) fn location(root: &str, place: &str) -> String {
    if place == "." { root.to_owned() } else { format!("{root}{place}") }
}

fn times(cost: u64, limit: u64) -> String {
    let factor = cost as f64 / limit as f64;
    if factor > 100.0 {
        "more than 100".to_owned()
    } else if factor < 1.5 {
        format!("{factor:.3}")
    } else {
        format!("{factor:.1}")
    }
}

fn percentage(percent: f64) -> String {
    if percent > 1000.0 { "more than 1000 %".to_owned() } else { format!("{percent:.0} %") }
}

#[cfg(test)]
mod tests {
    use crate::check::cel::{
        RuleOptions,
        testing::{META, found, noted, report},
    };

    #[test]
    fn costs_with_the_limits_that_are_missing() {
        let widget = |limit: &str| {
            format!(
                "type Widget struct {{\n\tTypeMeta `json:\",inline\"`\n\tObjectMeta `json:\"metadata\"`\n\
                 {limit}\t// +validationRule=\"self.all(a, self.exists_one(b, a == b))\"\n\tNames []Name \
                 `json:\"names\"`\n}}\ntype Name string\n{META}"
            )
        };
        assert_eq!(
            noted(&widget("")),
            [
                "5:22: rule-cost: the rule can cost more than 100 times what API servers allow",
                "  `Widget.names` has no `+maxItems`; 256 is enough",
                "  `Widget.names[*]` has no `+maxLength`; 256 is enough",
                "  it applies to `Widget.names`",
            ]
        );
        assert_eq!(
            report(&widget("\t// +maxItems=256\n").replace("type Name", "// +maxLength=256\ntype Name")),
            [""; 0]
        );
    }

    #[test]
    fn configuration_files_have_no_limits() {
        let expensive =
            "\t// +validationRule=\"self.all(a, self.exists_one(b, a == b))\"\n\tNames []string `json:\"names\"`\n";
        let config = |tags: &str, metadata: &str| {
            format!(
                "{tags}type Config struct {{\n\tTypeMeta `json:\",inline\"`\n{metadata}\tPart Part `json:\"part\"`\n\
                 }}\ntype Part struct {{\n{expensive}}}\ntype Widget struct{{}}\n{META}"
            )
        };
        let metadata = "\tObjectMeta `json:\"metadata,omitempty\"`\n";
        for (tags, metadata, is_limited) in [
            ("", "", false),
            ("// +kubebuilder:object:root=true\n", "", false),
            ("// +kubebuilder:resource:scope=Cluster\n", "", true),
            ("// +genclient\n", "", true),
            ("", metadata, true),
        ] {
            let text = config(tags, metadata);
            assert_eq!(report(&text).len(), usize::from(is_limited), "{text}");
        }
        // A struct that only configuration files embed has no limits, either.
        let embeds = |text: &str| text.replace("Part Part `json:\"part\"`", "Part `json:\",inline\"`");
        assert_eq!(report(&embeds(&config("", ""))), [""; 0]);
        let other = "type Other struct {\n\tPart `json:\",inline\"`\n}\n";
        assert_eq!(report(&embeds(&format!("{}{other}", config("", "")))).len(), 1);
        // A resource with the same part has limits, and other problems are reported in any case.
        let resource = "type Resource struct {\n\tTypeMeta `json:\",inline\"`\n\tObjectMeta `json:\"metadata\"`\n\t\
                        Part Part `json:\"part\"`\n}\n";
        assert_eq!(report(&format!("{}{resource}", config("", ""))).len(), 1);
        assert_eq!(report(&embeds(&format!("{}{resource}", config("", "")))).len(), 1);
        let unknown = config("", "").replace("self.all(", "self.none.all(");
        assert!(report(&unknown).iter().all(|line| !line.contains("-cost")) && report(&unknown).len() == 1);
    }

    #[test]
    fn types_of_programs_have_no_limits() {
        let part = "type Part struct {\n\t// +maxItems=9\n\
                    \t// +validationRule=\"self.all(a, self.exists_one(b, a == b))\"\n\
                    \tNames []Name `json:\"names\"`\n}\n// +maxLength=9\ntype Name string\n";
        let resource = |metadata: &str| {
            format!(
                "{part}type Widget struct {{\n\tTypeMeta `json:\",inline\"`\n{metadata}\tPart Part `json:\"part\"`\n\
                 }}\n{META}"
            )
        };
        // It contains any number of parts.
        let cache = "type Cache struct {\n\tWidgets map[string][]Widget `json:\"widgets\"`\n}\n\
                     type Around struct {\n\tCache *Cache `json:\"cache\"`\n}\n";
        let metadata = "\tObjectMeta `json:\"metadata\"`\n";
        assert_eq!(report(&format!("{}{cache}", resource(metadata))), [""; 0]);
        // Without metadata, it is a part, and a resource can contain what is around it.
        assert_eq!(report(&format!("{}{cache}", resource(""))).len(), 1);
        // Types without `json` tags are not part of any resource.
        let state = "type State struct {\n\tWidget `json:\",inline\"`\n\tParts []Part\n}\ntype Widget struct{}\n";
        assert_eq!(report(&format!("{part}{state}{META}")), [""; 0]);
        assert_eq!(report(&format!("{part}{}{META}", state.replace("Part\n}", "Part `json:\"parts\"`\n}"))).len(), 1);
    }

    #[test]
    fn costs_are_warnings_and_errors_in_a_definition() {
        let rule = "\t// +validationRule=\"self.all(a, self.exists_one(b, a == b))\"\n";
        let field = format!("{rule}\tNames []string `json:\"names\"`\n}}\n");
        let text = format!("package v1\ntype T struct {{\n{field}type Other struct {{\n{field}type Plain struct{{}}\n");
        let (read, _) = found(&[("example.com/api/v1/types.go", &text)], &[], &RuleOptions::default());
        let id = |name: &str| read.model.find_type("example.com/api/v1", name).map(|found| found.id);
        for (definition, expected) in [
            (None, ["3:22: warning", "7:22: warning"]),
            (id("T"), ["3:22: error", "7:22: warning"]),
            (id("Other"), ["3:22: warning", "7:22: error"]),
            (id("Plain"), ["3:22: warning", "7:22: warning"]),
        ] {
            let options = RuleOptions { definition, ..RuleOptions::default() };
            let (read, diagnostics) = found(&[("example.com/api/v1/types.go", &text)], &[], &options);
            let rendered = read.render(&diagnostics);
            let starts: Vec<&str> =
                rendered.lines().filter_map(|line| line.split_once('[')).map(|line| line.0).collect();
            assert_eq!(starts, expected.map(|start| format!("types.go:{start}")), "{rendered}");
        }
    }

    #[test]
    fn shares_of_the_limit() {
        use super::{percentage, times};

        assert_eq!(
            [0.4, 12.5, 99.6, 1000.0, 1000.5].map(percentage),
            ["0 %", "12 %", "100 %", "1000 %", "more than 1000 %"]
        );
        assert_eq!(
            [(11, 10), (15, 10), (1000, 10), (1001, 10)].map(|(cost, limit)| times(cost, limit)),
            ["1.100", "1.5", "100.0", "more than 100"]
        );
    }
}
