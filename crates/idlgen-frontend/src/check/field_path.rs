//! `field=…` of a rule: the property that errors refer to.

use super::{Lint, declaration::TaggedDeclaration};
use crate::{
    diag::{Code, Diagnostic, explained, nearest},
    model::{JsonType, Model, Type},
    tags::TagKind,
};

/// An unresolved field of a rule.
pub const FIELD_PATH: Code =
    explained!(515, "unknown-field-path", Error, "The `field` of a rule is not the path of a property.");

pub(super) const LINT: Lint = Lint { codes: &[FIELD_PATH], judges_overrides: false, check };

/// The path starts at the value of the rule. It can contain properties and map keys, but not list indices.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(typed) = declaration.typed else { return };
    for (tag, meaning) in declaration.meanings() {
        let TagKind::Rule(rule) = meaning else { continue };
        let Some(path) = &rule.field_path else { continue };
        let Some(steps) = steps(path) else { continue };
        if let Some(problem) = problem(declaration.model, typed.ty, &steps) {
            diagnostics.push(problem.at(rule.field_path_span.unwrap_or(tag.span)));
        }
    }
}

/// Returns the names in a path `.a.b['c']`, or `None` if it is malformed, which has been reported.
fn steps(path: &str) -> Option<Vec<String>> {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix("['") {
            let mut name = String::new();
            let mut letters = quoted.char_indices();
            let end = loop {
                match letters.next()? {
                    (_, '\\') => name.push(letters.next()?.1),
                    (index, '\'') => break index,
                    (_, letter) => name.push(letter),
                }
            };
            rest = quoted.get(end..)?.strip_prefix("']")?;
            steps.push(name);
        } else if let Some(indexed) = rest.strip_prefix('[') {
            let (index, behind) = indexed.split_once(']')?;
            steps.push(index.to_owned());
            rest = behind;
        } else {
            let name = rest.strip_prefix('.').unwrap_or(rest);
            let end = name.find(['.', '[']).unwrap_or(name.len());
            let (name, behind) = name.split_at(end);
            if name.is_empty() {
                return None;
            }
            steps.push(name.to_owned());
            rest = behind;
        }
    }
    Some(steps)
}

/// Returns the error in the path, without its location.
fn problem(model: &Model, ty: &Type, steps: &[String]) -> Option<Diagnostic> {
    let error = |message: String| Some(Diagnostic::new(FIELD_PATH, message));
    let mut current = ty.clone();
    for (index, step) in steps.iter().enumerate() {
        let way = steps.get(..index).unwrap_or(&[]).join(".");
        let place = if way.is_empty() { "the value".to_owned() } else { format!("`{way}`") };
        current = match model.json_type(&current) {
            JsonType::Unknown => return None,
            JsonType::Map(_, value) => value,
            JsonType::List(_) => {
                let error = error(format!("{place} is a list, so `{step}` cannot select a property"))?;
                let error = error.note("a field path consists of properties and map keys, not list indices");
                return Some(error.help("end it at the list"));
            }
            JsonType::Struct(_) => {
                let properties = model.properties(&current);
                let Some(property) = properties.iter().find(|property| property.name == *step) else {
                    let close = nearest(step, properties.iter().map(|property| property.name.as_str()));
                    let error = error(format!("{place} has no property `{step}`"))?;
                    return Some(match close {
                        Some(close) => error.help(format!("use `{close}`")),
                        None => error,
                    });
                };
                property.field.ty.clone()
            }
            _ => return error(format!("{place} has no properties, so there is no `{step}`")),
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use idlgen_schema::schema::Reason;

    use super::steps;
    use crate::check::testing::{definition, lowered, report};

    #[test]
    fn paths_taken_apart() {
        for (path, expected) in [
            (".a.b", Some(vec!["a", "b"])),
            ("['a.b'].c", Some(vec!["a.b", "c"])),
            (r".a['it\'s']", Some(vec!["a", "it's"])),
            (".a[0]", Some(vec!["a", "0"])),
            (".", None),
            (".a['b", None),
        ] {
            let expected = expected.map(|names| names.into_iter().map(str::to_owned).collect());
            assert_eq!(steps(path), expected, "{path}");
        }
    }

    #[test]
    fn where_errors_point() {
        let text = r#"package v1
// +validationRule="true",message="m",field="strategy.rollingUpdate"
// +validationRule="true",message="m",fieldPath=".strategy.rolling"
// +validationRule="true",message="m",field="labels.any"
// +validationRule="true",message="m",field="names.any"
// +validationRule="true",message="m",field="size.any"
// +validationRule="true",message="m",field="meta.anything"
type S struct {
	Strategy Strategy `json:"strategy"`
	Labels map[string]string `json:"labels"`
	Names []string `json:"names"`
	Size int `json:"size"`
	Meta interface{} `json:"meta"`
}
type Strategy struct {
	RollingUpdate *string `json:"rollingUpdate"`
}
"#;
        let expected = [
            "error[IDL0515]: `strategy` has no property `rolling`",
            "error[IDL0515]: `names` is a list, so `any` cannot select a property",
            "error[IDL0515]: `size` has no properties, so there is no `any`",
        ];
        let said = report(text);
        let messages: Vec<&str> = said.lines().filter_map(|line| line.split_once(' ')).map(|(_, rest)| rest).collect();
        assert_eq!(messages, expected, "{said}");
    }

    /// KEP-4153 writes `field="rollingUpdate"`, while a CRD contains `.rollingUpdate`.
    #[test]
    fn field_of_a_rule_with_and_without_a_dot() {
        let strategy = |field: &str| {
            format!(
                "package v1\ntype Spec struct {{\n\t// +validationRule=\"!(self.type == 'Recreate') || \
                 !has(self.rollingUpdate)\",message=\"may not be \
                 specified\",reason=Forbidden,field=\"{field}\"\n\tStrategy Strategy `json:\"strategy\"`\n}}\ntype \
                 Strategy struct {{\n\tType string `json:\"type\"`\n\tRollingUpdate *string \
                 `json:\"rollingUpdate\"`\n}}\n"
            )
        };
        for field in ["rollingUpdate", ".rollingUpdate"] {
            let lowered = lowered(&strategy(field));
            let rules = &definition(&lowered, "Spec").properties["strategy"].extensions.validations;
            assert_eq!(rules.len(), 1, "{field}");
            assert_eq!(rules[0].field_path.as_deref(), Some(".rollingUpdate"), "{field}");
            assert_eq!(rules[0].reason, Some(Reason::Forbidden), "{field}");
        }
        assert!(
            report(&strategy("RollingUpdate")).contains("error[IDL0515]: the value has no property `RollingUpdate`")
        );
    }
}
