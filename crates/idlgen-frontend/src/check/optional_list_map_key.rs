//! Optional keys of `+listType=map`.

use std::collections::BTreeSet;

use super::{
    Lint,
    declaration::{TaggedDeclaration, value_span},
    list_map_keys::{is_map, own_keys},
    presence::is_required,
};
use crate::{
    diag::{Code, Diagnostic, explained},
    model::{Field, JsonType, Model, Type, TypeKind},
    tags::{Tag, TagKind},
};

/// A key that is neither required nor has a default.
pub const OPTIONAL_LIST_MAP_KEY: Code =
    explained!(541, "optional-list-map-key", Warning, "A list map key is not required and has no default.");

pub(super) const LINT: Lint = Lint { codes: &[OPTIONAL_LIST_MAP_KEY], judges_overrides: false, check };

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // API servers do not require this of built-in types.
    if declaration.home.is_native {
        return;
    }
    let model = declaration.model;
    let Some(JsonType::List(element)) = declaration.json_type().filter(|_| is_map(declaration)) else { return };
    let properties = model.properties(element);
    let mut judged = BTreeSet::new();
    for (tag, key) in own_keys(declaration) {
        // Report a key once for two dialects.
        if !judged.insert(key) {
            continue;
        }
        let Some(property) = properties.iter().find(|property| property.name == key) else { continue };
        let field = &property.field;
        if is_required(model, property) || has_default(model, field) {
            continue;
        }
        diagnostics.push(
            Diagnostic::new(
                OPTIONAL_LIST_MAP_KEY,
                format!("`{key}` is optional and has no default: API servers reject a CRD with such a list map key"),
            )
            .at(value_span(tag))
            .and(field.span, "the key: add `+required` or `+default` here"),
        );
    }
}

/// Returns `true` if the field, or a named type of it, has a default.
fn has_default(model: &Model, field: &Field) -> bool {
    let says_one = |tags: &[Tag]| {
        let mut meanings = tags.iter().map(|tag| &tag.meaning);
        meanings.any(|meaning| match meaning {
            TagKind::Default(value) => value.of(false).is_some_and(|value| !value.is_null()),
            _ => false,
        })
    };
    if says_one(&field.tags) {
        return true;
    }
    let mut ty = &field.ty;
    // Cyclic declarations have been broken up: no chain is longer than the number of types.
    for _ in 0..=model.types.len() {
        let Type::Named(id) = ty else { return false };
        let definition = model.type_definition(*id);
        match &definition.kind {
            _ if says_one(&definition.tags) => return true,
            TypeKind::Named(inner) | TypeKind::Alias(inner) => ty = inner,
            TypeKind::Struct(_) => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    #[test]
    fn keys_that_elements_may_lack() {
        let text = r#"package v1
type S struct {
	// +listType=map
	// +listMapKey=name
	// +listMapKey=omitted
	// +k8s:listMapKey=omitted
	// +listMapKey=optional
	// +listMapKey=required
	// +listMapKey=defaulted
	// +listMapKey=named
	// +listMapKey=none
	A []Item `json:"a"`
	// +listType=atomic
	B []Item `json:"b"`
	C Items `json:"c"`
}
// +k8s:listType=map
// +k8s:listMapKey=zero
type Items []Item
type Item struct {
	Name string `json:"name"`
	Omitted *string `json:"omitted,omitempty"`
	// +optional
	Optional string `json:"optional"`
	// +kubebuilder:validation:Required
	Required string `json:"required,omitempty"`
	// +kubebuilder:default=TCP
	Defaulted string `json:"defaulted,omitempty"`
	Named Protocol `json:"named,omitempty"`
	// +default=null
	None *string `json:"none,omitempty"`
	Zero string `json:"zero,omitzero"`
}
// +default="TCP"
type Protocol string
"#;
        let warning = |place: &str, key: &str| {
            format!(
                "types.go:{place}: warning[IDL0541]: `{key}` is optional and has no default: API servers reject a CRD \
                 with such a list map key"
            )
        };
        let expected = [
            warning("5:17", "omitted"),
            warning("7:17", "optional"),
            warning("11:17", "none"),
            warning("18:20", "zero"),
        ];
        assert_eq!(report(text).lines().collect::<Vec<_>>(), expected);
    }
}
