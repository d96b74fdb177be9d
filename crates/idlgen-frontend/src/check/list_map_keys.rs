//! `+listType=map` and `+listMapKey`: keys require a list of structs with these fields.

use super::{
    Lint,
    declaration::{Layer, TaggedDeclaration, is_serialised, kind, value_span},
};
use crate::{
    diag::{Applicability, Code, Diagnostic, Severity, explained, nearest},
    model::JsonType,
    tags::{Dialect, Tag, TagKind, registry::GoKind},
};

const LIST_MAP_KEY: Code = explained!(511, "list-map-key", Error, "The keys of a list are invalid.");

pub(super) const LINT: Lint = Lint { codes: &[LIST_MAP_KEY], judges_overrides: false, check };

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let layers = declaration.layers();
    let own_keys = own_keys(declaration);
    let list_type = layers.iter().flat_map(Layer::meanings).find_map(|(tag, meaning)| match meaning {
        TagKind::ListType(list_type) => Some((tag, list_type.as_str())),
        _ => None,
    });
    let is_map = list_type.is_some_and(|(_, name)| name == "map");
    // In validation-gen, keys may also define uniqueness in a list that is replaced as a whole (`+k8s:unique=map`).
    let judged = own_keys.iter().filter(|(tag, _)| is_map || tag.dialect != Dialect::Declarative);
    for (tag, key) in judged {
        let problem = match list_type {
            None if declaration.tags.iter().any(is_misspelled_list_type) => continue,
            None => "requires `+listType=map` on the same declaration".to_owned(),
            Some((_, "map")) => continue,
            Some((_, other)) => format!("requires `+listType=map`, not `+listType={other}`"),
        };
        let mut diagnostic = Diagnostic::new(LIST_MAP_KEY, format!("`+listMapKey={key}` {problem}")).at(tag.span);
        if let Some((other, _)) = list_type {
            diagnostic = diagnostic.and(other.span, "the list type");
        }
        diagnostics.push(diagnostic);
    }
    let Some((tag, "map")) = list_type else { return };
    if is_own(declaration, tag) && keys(&layers).next().is_none() && can_have_keys(declaration) {
        diagnostics.push(
            Diagnostic::new(LIST_MAP_KEY, "`+listType=map` requires at least one `+listMapKey`")
                .at(tag.span)
                .note("the keys are the properties that identify the items"),
        );
    }
    check_elements(declaration, tag, &own_keys, diagnostics);
}

/// Returns `false` for a list of other values than structs, which is reported and which keys would not help.
fn can_have_keys(declaration: &TaggedDeclaration<'_>) -> bool {
    match declaration.json_type() {
        Some(JsonType::List(element)) => {
            matches!(declaration.model.json_type(element), JsonType::Struct(_) | JsonType::Unknown)
        }
        _ => true,
    }
}

/// Returns `true` for a reported tag that is probably `+listType`: `+listType:map`, `+listtype=map`.
fn is_misspelled_list_type(tag: &Tag) -> bool {
    let name = tag.name.split(':').find(|part| *part != "k8s").unwrap_or_default();
    tag.meaning == TagKind::Malformed && nearest(name, ["listType"]).is_some()
}

/// Returns `true` for the `Items` field of a list object, next to `ListMeta`. Such lists are never merged, and
/// Kubernetes itself had tags there.
fn is_object_list(declaration: &TaggedDeclaration<'_>) -> bool {
    declaration.field.is_some_and(|of| {
        of.field.name == "Items" && declaration.model.fields_of(of.parent).iter().any(|field| field.name == "ListMeta")
    })
}

/// Checks that the elements are structs, that their properties include the keys, and that the keys are scalars.
fn check_elements(
    declaration: &TaggedDeclaration<'_>,
    list_type: &Tag,
    own_keys: &[(&Tag, &str)],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(JsonType::List(element)) = declaration.json_type() else { return };
    let shape = declaration.model.json_type(element);
    match shape {
        JsonType::Unknown => return,
        JsonType::Struct(_) => {}
        _ => {
            if is_own(declaration, list_type) {
                let spelled = declaration.model.spell(element, declaration.home.package);
                let message = format!("the items of a `+listType=map` list must be structs, not `{spelled}`");
                let diagnostic = Diagnostic::new(LIST_MAP_KEY, message).at(list_type.span);
                diagnostics.push(match kind(&shape) {
                    Some(GoKind::List | GoKind::Map) | None => diagnostic,
                    Some(_) => diagnostic.help("use `+listType=set` for a list of unique scalars"),
                });
            }
            return;
        }
    }
    if !is_serialised(&declaration.model.fields_of(element)) {
        return;
    }
    let properties = declaration.model.properties(element);
    for (tag, key) in own_keys {
        let Some(property) = properties.iter().find(|property| property.name == *key) else {
            let element = declaration.model.spell(element, declaration.home.package);
            let message = format!("`{element}` has no property `{key}`");
            let mut diagnostic = Diagnostic::new(LIST_MAP_KEY, message).at(value_span(tag));
            if is_object_list(declaration) {
                diagnostic.severity = diagnostic.severity.min(Severity::Warning);
                diagnostic = diagnostic
                    .note("the items of a list kind are never merged")
                    .help("remove `+listType` and its keys");
            }
            diagnostics.push(match nearest(key, properties.iter().map(|property| property.name.as_str())) {
                Some(close) => {
                    let applicability = Applicability::if_same_but_for_case(key, close);
                    diagnostic.fix_as(applicability, format!("use `{close}`"), value_span(tag), close)
                }
                None => match separate_keys(key, |part| properties.iter().any(|property| property.name == part)) {
                    Some(tags) => diagnostic.help(format!("write one tag for each key: {tags}")),
                    None => diagnostic.help("use JSON names for keys"),
                },
            });
            continue;
        };
        if let Some(kind @ (GoKind::List | GoKind::Map | GoKind::Struct)) =
            kind(&declaration.model.json_type(&property.field.ty))
        {
            let message = format!("`{key}` is a {} and cannot be a key; keys must be scalars", kind.name());
            diagnostics
                .push(Diagnostic::new(LIST_MAP_KEY, message).at(value_span(tag)).and(property.field.span, "the key"));
        }
    }
}

/// Returns the tags for the keys of `+listMapKey=a,b`. `None` unless there are several keys and all exist.
fn separate_keys(keys: &str, exists: impl Fn(&str) -> bool) -> Option<String> {
    let parts: Vec<&str> = keys.split([',', ';']).map(str::trim).collect();
    let tags = || parts.iter().map(|key| format!("`+listMapKey={key}`")).collect::<Vec<_>>().join(", ");
    (parts.len() > 1 && parts.iter().all(|key| exists(key))).then(tags)
}

/// Returns `true` if the list is `+listType=map`, from any tag.
pub(super) fn is_map(declaration: &TaggedDeclaration<'_>) -> bool {
    let layers = declaration.layers();
    let list_type = layers.iter().flat_map(Layer::meanings).find_map(|(_, meaning)| match meaning {
        TagKind::ListType(list_type) => Some(list_type.as_str()),
        _ => None,
    });
    list_type == Some("map")
}

/// Returns the keys that the declaration itself names.
pub(super) fn own_keys<'a>(declaration: &TaggedDeclaration<'a>) -> Vec<(&'a Tag, &'a str)> {
    declaration
        .tags
        .iter()
        .filter_map(|tag| match &tag.meaning {
            TagKind::ListMapKey(key) => Some((tag, key.as_str())),
            _ => None,
        })
        .collect()
}

fn keys<'a>(layers: &[Layer<'a>]) -> impl Iterator<Item = (&'a Tag, &'a str)> {
    layers.iter().flat_map(Layer::meanings).filter_map(|(tag, meaning)| match meaning {
        TagKind::ListMapKey(key) => Some((tag, key.as_str())),
        _ => None,
    })
}

fn is_own(declaration: &TaggedDeclaration<'_>, tag: &Tag) -> bool {
    declaration.tags.iter().any(|own| std::ptr::eq(own, tag))
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{check_file, report};

    #[test]
    fn lists_of_objects_are_never_merged() {
        let text = r#"package v1
type WidgetList struct {
	ListMeta `json:"metadata"`
	// +listType=map
	// +listMapKey=name
	Items []Widget `json:"items"`
}
type ListMeta struct{}
type Widget struct {
	Size int32 `json:"size"`
}
"#;
        assert_eq!(report(text), "types.go:5:17: warning[IDL0511]: `Widget` has no property `name`\n");
    }

    #[test]
    fn a_list_without_structs_needs_no_keys() {
        let text = "package v1\ntype S struct {\n\t// +listType=map\n\tA []string `json:\"a\"`\n}\n";
        let message = "error[IDL0511]: the items of a `+listType=map` list must be structs, not `string`";
        assert_eq!(report(text), format!("types.go:3:5: {message}\n"));
    }

    #[test]
    fn keys_and_elements() {
        let text = r#"package v1
type S struct {
	// +listType=map
	// +listMapKey=name
	// +listMapKey=port
	A []Item `json:"a"`
	// +listType=map
	B []Item `json:"b"`
	// +listMapKey=name
	C []Item `json:"c"`
	// +listType=atomic
	// +listMapKey=name
	D []Item `json:"d"`
	// +listType=map
	// +listMapKey=nmae
	// +listMapKey=labels
	E []*Item `json:"e"`
	// +listType=map
	// +listMapKey=name
	F []string `json:"f"`
	// +listMapKey=nam
	G Items `json:"g"`
	// +listType:map
	// +listMapKey=name
	H []Item `json:"h"`
}
// +listType=map
// +listMapKey=name
type Items []Item
type Item struct {
	Name string `json:"name"`
	Base `json:",inline"`
	Labels map[string]string `json:"labels"`
}
type Base struct {
	Port int32 `json:"port"`
}
"#;
        let expected = [
            "types.go:7:5: error[IDL0511]: `+listType=map` requires at least one `+listMapKey`",
            "types.go:9:5: error[IDL0511]: `+listMapKey=name` requires `+listType=map` on the same declaration",
            "types.go:12:5: error[IDL0511]: `+listMapKey=name` requires `+listType=map`, not `+listType=atomic`",
            "types.go:15:17: error[IDL0511]: `*Item` has no property `nmae`",
            "types.go:16:17: error[IDL0511]: `labels` is a map and cannot be a key; keys must be scalars",
            "types.go:18:5: error[IDL0511]: the items of a `+listType=map` list must be structs, not `string`",
            "types.go:21:17: error[IDL0511]: `Item` has no property `nam`",
            "types.go:23:6: error[IDL0301]: unknown tag `+listType:map`",
        ];
        assert_eq!(report(text).lines().collect::<Vec<_>>(), expected);
        let (_, diagnostics) = check_file(text);
        assert_eq!(diagnostics[3].fix.as_ref().map(|fix| fix.edits[0].replacement.as_str()), Some("name"));
    }
}
