//! Struct fields with the same name in Go or in JSON.

use std::collections::BTreeMap;

use super::{Lint, declaration::TaggedDeclaration};
use crate::{
    diag::{Code, Diagnostic, explained},
    model::{Field, JsonType, Member, Type},
    resolve::codes::DUPLICATE_DECLARATION,
};

/// Two fields with the same JSON name.
pub(crate) const DUPLICATE_PROPERTY: Code =
    explained!(522, "duplicate-json-name", Error, "Two fields of a struct have the same name in JSON.");

pub(super) const LINT: Lint = Lint { codes: &[DUPLICATE_PROPERTY], judges_overrides: false, check };

/// encoding/json uses the outermost of several fields at different depths, so a struct can override what it embeds. It
/// uses none of several fields at the same depth.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let (Some(JsonType::Struct(ty)), Some(definition)) = (declaration.json_type(), declaration.definition) else {
        return;
    };
    // A type declared from a struct has the same fields. Check them only once.
    if *ty != Type::Named(definition.id) {
        return;
    }
    check_names(declaration, ty, diagnostics);
    check_struct(declaration, ty, diagnostics);
}

/// Reports fields with the same Go name, which Go rejects.
fn check_names(declaration: &TaggedDeclaration<'_>, ty: &Type, diagnostics: &mut Vec<Diagnostic>) {
    let mut by_name: BTreeMap<&str, &Field> = BTreeMap::new();
    let fields = declaration.model.fields_of(ty);
    for field in fields.iter().filter(|field| field.name != "_") {
        if let Some(first) = by_name.insert(&field.name, field) {
            diagnostics.push(
                Diagnostic::new(DUPLICATE_DECLARATION, format!("field `{}` is declared twice", field.name))
                    .at(field.span)
                    .and(first.span, "the first declaration"),
            );
        }
    }
}

fn check_struct(declaration: &TaggedDeclaration<'_>, ty: &Type, diagnostics: &mut Vec<Diagnostic>) {
    let properties = declaration.model.properties(ty);
    let mut by_name: BTreeMap<&str, Vec<&Member<'_>>> = BTreeMap::new();
    for property in &properties {
        by_name.entry(&property.name).or_default().push(property);
    }
    for (name, mut same) in by_name {
        same.sort_by_key(|property| property.depth);
        let [first, second, ..] = same.as_slice() else { continue };
        // The same Go name is an error of its own.
        if first.depth != second.depth || first.depth == 0 && first.field.name == second.field.name {
            continue;
        }
        let message = format!("two fields of `{}` have the JSON name `{name}`", declaration.name);
        let diagnostic =
            Diagnostic::new(DUPLICATE_PROPERTY, message).note("encoding/json writes and reads neither of them");
        let diagnostic = if first.depth == 0 {
            diagnostic.at(second.field.span).and(first.field.span, "the other field")
        } else {
            // Both come from embedded structs, possibly of other packages: the error is their combination.
            diagnostic.at(declaration.span).and(first.field.span, "one of them").and(second.field.span, "the other one")
        };
        diagnostics.push(diagnostic);
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    #[test]
    fn at_one_depth() {
        let text = r#"package v1
type S struct {
	A string `json:"a"`
	B string `json:"a"`
	One `json:",inline"`
	Two `json:",inline"`
}
type One struct {
	X string `json:"x"`
	A string `json:"a"`
}
type Two struct {
	X string `json:"x"`
}
type Fine struct {
	One `json:",inline"`
	X string `json:"x"`
}
type Also Fine
"#;
        let expected = [
            "types.go:2:6: error[IDL0522]: two fields of `S` have the JSON name `x`",
            "types.go:4:2: error[IDL0522]: two fields of `S` have the JSON name `a`",
        ];
        assert_eq!(report(text).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn fields_with_the_same_go_name() {
        let text = r#"package v1
type S struct {
	A string `json:"a"`
	A int `json:"b"`
	A int `json:"a"`
	_ int
	_ int
	B, C int
}
"#;
        let expected = [
            "types.go:4:2: error[IDL0403]: field `A` is declared twice",
            "types.go:5:2: error[IDL0403]: field `A` is declared twice",
        ];
        let said = report(text);
        let found: Vec<_> = said.lines().filter(|line| !line.contains("IDL0521")).collect();
        assert_eq!(found, expected);
    }
}
