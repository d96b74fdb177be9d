//! Tags that name properties: `+mutually_exclusive=a,b`, `+contextual(type)=Value`.

use serde_json::Value as Json;

use super::{
    Lint,
    declaration::{TaggedDeclaration, value_span},
};
use crate::{
    diag::{Applicability, Code, Diagnostic, explained, nearest},
    model::{JsonType, Model, Type},
    source::Span,
    tags::{Tag, TagKind},
};

/// A tag that names a missing property.
pub const UNKNOWN_SIBLING: Code =
    explained!(513, "unknown-property", Error, "A tag names a property, or a value of one, that does not exist.");

pub(super) const LINT: Lint = Lint { codes: &[UNKNOWN_SIBLING], judges_overrides: false, check };

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (tag, meaning) in declaration.meanings() {
        match meaning {
            TagKind::MutuallyExclusive(names) | TagKind::OneOf(_, names) => {
                if let (Some(JsonType::Struct(_)), Some(typed)) = (declaration.json_type(), declaration.typed) {
                    for (index, name) in names.iter().enumerate() {
                        let span = name_span(tag, names, index);
                        check_name(declaration.model, typed.ty, tag, (name, span), names, diagnostics);
                    }
                }
            }
            TagKind::Contextual { discriminator, value } => {
                check_discriminator(declaration, tag, discriminator, value, diagnostics);
            }
            _ => {}
        }
    }
}

/// Returns the span of a name in the tag's value, if the names are written without spaces and quotes between them.
fn name_span(tag: &Tag, names: &[String], index: usize) -> Option<Span> {
    let whole = tag.value_span?;
    let length = |texts: &[String]| texts.iter().map(String::len).sum::<usize>() + texts.len().saturating_sub(1);
    let in_braces = match (whole.end.saturating_sub(whole.start) as usize).checked_sub(length(names))? {
        0 => 0,
        2 => 1,
        _ => return None,
    };
    let before: usize = names.get(..index)?.iter().map(|name| name.len() + 1).sum();
    let start = whole.start as usize + in_braces + before;
    Some(Span::new(whole.file, start, start + names.get(index)?.len()))
}

/// Reports a name that is not a property of the struct. If its span is known, adds a fix. `named` contains all names in
/// the tag, which must be distinct.
fn check_name(
    model: &Model,
    ty: &Type,
    tag: &Tag,
    (name, span): (&str, Option<Span>),
    named: &[String],
    diagnostics: &mut Vec<Diagnostic>,
) -> bool {
    let properties = model.properties(ty);
    if properties.iter().any(|property| property.name == name) {
        return true;
    }
    let diagnostic =
        Diagnostic::new(UNKNOWN_SIBLING, format!("`+{}` names `{name}`, which is not a property here", tag.name))
            .at(span.unwrap_or_else(|| value_span(tag)));
    let is_free = |json_name: &str| !named.iter().any(|known| known == json_name);
    let free = || properties.iter().filter(|property| is_free(&property.name));
    let of_field = free().find(|property| property.field.name == name).map(|property| property.name.as_str());
    let close = of_field.or_else(|| nearest(name, free().map(|property| property.name.as_str())));
    diagnostics.push(match (close, span) {
        (Some(close), Some(span)) => {
            let applicability = match of_field {
                Some(_) => Applicability::Safe,
                None => Applicability::if_same_but_for_case(name, close),
            };
            let diagnostic = diagnostic.help("use JSON names for properties");
            diagnostic.fix_as(applicability, format!("use `{close}`"), span, close)
        }
        (Some(close), None) => diagnostic.help(format!("use the JSON name `{close}`")),
        (None, _) => diagnostic.help("use JSON names for properties"),
    });
    false
}

/// Checks that the discriminator is another property of the struct, and that its type allows the value.
fn check_discriminator(
    declaration: &TaggedDeclaration<'_>,
    tag: &Tag,
    discriminator: &str,
    value: &str,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(of) = declaration.field else { return };
    if !check_name(declaration.model, of.parent, tag, (discriminator, None), &[], diagnostics) {
        return;
    }
    if of.field.json_name() == Some(discriminator) {
        let message = format!("`{discriminator}` cannot depend on itself");
        diagnostics.push(Diagnostic::new(UNKNOWN_SIBLING, message).at(value_span(tag)));
        return;
    }
    let properties = declaration.model.properties(of.parent);
    let Some(property) = properties.iter().find(|property| property.name == discriminator) else { return };
    let values = values_of(declaration.model, &property.field.ty, &property.field.tags);
    if !values.is_empty() && !values.contains(&value) {
        let message = format!("`{discriminator}` can never be `{value}`");
        let mut diagnostic =
            Diagnostic::new(UNKNOWN_SIBLING, message).at(value_span(tag)).and(property.field.span, "this property");
        diagnostic = match nearest(value, values.iter().copied()) {
            Some(close) => diagnostic.help(format!("use `{close}`")),
            None => diagnostic.note(format!("its values are {}", values.join(", "))),
        };
        diagnostics.push(diagnostic);
    }
}

/// Returns the possible string values of a property, if known.
pub(super) fn values_of<'a>(model: &'a Model, ty: &Type, own: &'a [Tag]) -> Vec<&'a str> {
    for tag in own {
        if let TagKind::Constraint(said) = &tag.meaning
            && let Some(values) = said.members()
        {
            return values.iter().filter_map(Json::as_str).collect();
        }
    }
    for id in model.resolved_json_type(ty).chain {
        let definition = model.type_definition(id);
        let listed = definition.tags.iter().find_map(|tag| match &tag.meaning {
            TagKind::Constraint(said) => said.members(),
            _ => None,
        });
        if let Some(values) = listed {
            return values.iter().filter_map(Json::as_str).collect();
        }
        if definition.tags.iter().any(|tag| tag.meaning == TagKind::Enum) {
            return definition.constants.iter().filter_map(|constant| constant.value.as_str()).collect();
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{check_file, report};

    #[test]
    fn exclusive_properties() {
        let text = r#"package v1
// +mutually_exclusive=a,bb
// +mutually_exclusive=a,B
type S struct {
	A *string `json:"a"`
	Base `json:",inline"`
	// +mutually_exclusive=x,y
	M map[string]string `json:"m"`
	// +mutually_exclusive=b,c
	N *Base `json:"n"`
}
type Base struct {
	B *string `json:"b"`
}
"#;
        assert_eq!(
            report(text),
            "types.go:2:26: error[IDL0513]: `+mutually_exclusive` names `bb`, which is not a property here\n\
             types.go:3:26: error[IDL0513]: `+mutually_exclusive` names `B`, which is not a property here\n\
             types.go:9:27: error[IDL0513]: `+mutually_exclusive` names `c`, which is not a property here\n"
        );
        for diagnostic in check_file(text).1.iter().take(2) {
            let fix = diagnostic.fix.as_ref().expect("a fix");
            assert_eq!(fix.edits[0].replacement, "b");
        }
    }

    #[test]
    fn discriminators() {
        let text = r#"package v1
// +enum
type Kind string
const (
	Rolling Kind = "RollingUpdate"
	Recreate Kind = "Recreate"
)
type S struct {
	Type Kind `json:"type"`
	// +contextual(type)=RollingUpdate
	A *string `json:"a"`
	// +contextual(type)=Rolling
	B *string `json:"b"`
	// +contextual(typ)=Recreate
	C *string `json:"c"`
	// +contextual(d)=x
	D *string `json:"d"`
}
"#;
        let expected = [
            "types.go:12:18: error[IDL0513]: `type` can never be `Rolling`",
            "types.go:14:18: error[IDL0513]: `+contextual` names `typ`, which is not a property here",
            "types.go:16:18: error[IDL0513]: `d` cannot depend on itself",
        ];
        let said = report(text);
        let strip = |line: &str| line.split_once(": ").map(|(_, rest)| rest.to_owned()).unwrap_or_default();
        assert_eq!(said.lines().map(strip).collect::<Vec<_>>(), expected.map(strip));
    }
}
