//! `+override:a.b=+tag`: the property must exist, and the tag must be valid for it.

use std::borrow::Cow;

use super::{
    Lint,
    declaration::{FieldOf, TaggedDeclaration, Typed, is_serialised, target_of},
};
use crate::{
    diag::{Code, Diagnostic, explained, nearest},
    model::{Field, JsonType, Model, Type, View},
    tags::{Tag, TagKind},
};

/// An unresolved override.
const OVERRIDE_PATH: Code = explained!(514, "unknown-override", Error, "The path of an `+override` does not exist.");

pub(super) const LINT: Lint = Lint { codes: &[OVERRIDE_PATH], judges_overrides: false, check };

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(typed) = declaration.typed else { return };
    for (tag, meaning) in declaration.meanings() {
        let TagKind::Override { path, tag: nested } = meaning else { continue };
        match follow(declaration.model, typed.ty, path) {
            Err(None) => {}
            Err(Some(problem)) => {
                let mut diagnostic = Diagnostic::new(OVERRIDE_PATH, problem.message).at(tag.span);
                if let Some(close) = problem.nearest {
                    diagnostic = diagnostic.help(format!("use `{close}`"));
                }
                diagnostics.push(diagnostic);
            }
            Ok((parent, field)) => check_nested(declaration, &parent, &field, nested, diagnostics),
        }
    }
}

/// Checks the tag like a tag of the nested field.
fn check_nested(
    declaration: &TaggedDeclaration<'_>,
    parent: &Type,
    field: &Field,
    tag: &Tag,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let shaped = declaration.model.resolved_json_type(&field.ty);
    let is_written = declaration.model.used(parent, View::Json).written.is_some();
    let is_serialised = is_serialised(&declaration.model.fields_of(parent));
    let nested = TaggedDeclaration {
        model: declaration.model,
        home: declaration.home,
        target: target_of(field),
        name: &field.name,
        span: field.span,
        tags: std::slice::from_ref(tag),
        typed: Some(Typed { ty: &field.ty, shaped: &shaped }),
        field: Some(FieldOf { field, parent, is_written, is_serialised }),
        definition: None,
        check_nested: declaration.check_nested,
    };
    (nested.check_nested)(&nested, diagnostics);
}

struct Problem {
    message: String,
    /// The name of a similar property, if there is one.
    nearest: Option<String>,
}

/// Resolves a path of JSON names to a struct and a field. Returns `Err(None)` if the type is unknown.
fn follow<'a>(model: &'a Model, ty: &Type, path: &[String]) -> Result<(Type, Cow<'a, Field>), Option<Problem>> {
    let mut current = ty.clone();
    let mut found = None;
    for (index, name) in path.iter().enumerate() {
        let way = path.get(..index).unwrap_or(&[]).join(".");
        let place = if way.is_empty() { "this type".to_owned() } else { format!("`{way}`") };
        match model.json_type(&current) {
            JsonType::Struct(_) => {}
            JsonType::Unknown => return Err(None),
            _ => {
                let message = format!("{place} has no properties, so `{name}` cannot be overridden");
                return Err(Some(Problem { message, nearest: None }));
            }
        }
        let properties = model.properties(&current);
        let Some(property) = properties.iter().find(|property| property.name == *name) else {
            let close = nearest(name, properties.iter().map(|property| property.name.as_str()));
            return Err(Some(Problem {
                message: format!("{place} has no property `{name}` to override"),
                nearest: close.map(str::to_owned),
            }));
        };
        let field = property.field.clone();
        let parent = std::mem::replace(&mut current, field.ty.clone());
        found = Some((parent, field));
    }
    found.ok_or(None)
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    #[test]
    fn paths_and_tags() {
        let text = r#"package v1
type S struct {
	// +override:spec.size=+minimum=1
	// +override:spec.sise=+minimum=1
	// +override:spec.size.x=+minimum=1
	// +override:spec.name=+minimum=1
	// +override:base=+optional
	T Template `json:"t"`
}
type Template struct {
	Spec *Spec `json:"spec"`
	Base `json:",inline"`
}
type Base struct {
	B string `json:"base"`
}
type Spec struct {
	Size int32 `json:"size"`
	Name string `json:"name"`
}
"#;
        let expected = [
            "types.go:4:5: error[IDL0514]: `spec` has no property `sise` to override",
            "types.go:5:5: error[IDL0514]: `spec.size` has no properties, so `x` cannot be overridden",
            "types.go:6:25: error[IDL0501]: `+minimum` applies to integers or numbers, but field `Name` is a string \
             (`string`)",
        ];
        assert_eq!(report(text).lines().collect::<Vec<_>>(), expected);
    }
}
