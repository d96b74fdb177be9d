//! Markers on types to which they do not apply (`k8s.io/kube-openapi/pkg/generators.commentTags.ValidateType`). As
//! upstream, markers for items and map values are not checked.

use idlgen_schema::schema::SchemaType;

use crate::{
    check::{UNKNOWN_SIBLING, WRONG_KIND},
    diag::Diagnostic,
    lower::types::{builtin, json_tag::member_rules, usage::Usage},
    model::{
        Field, Seen, Type, TypeId, TypeKind,
        json::{Kind, json_tag_value},
    },
    tags::{Nested, Tag, TagKind, ValueFamily},
    tool::{MarkerNames, Tool},
};

/// Maximum nesting depth. The marker parser allows fewer levels, and deeper embedded structs are an error (IDL0605).
const MAX_DEPTH: usize = 32;

pub(in crate::lower::tool) fn check(model: &Seen<'_>, tool: &Tool, ty: &Type, tags: &[Tag]) -> Vec<Diagnostic> {
    let applied: Vec<AppliedTag<'_>> = tags.iter().map(|tag| AppliedTag { tag, meaning: &tag.meaning }).collect();
    check_type(model, tool, ty, &applied, 0)
}

/// A tag, and the part of its value that applies to the current type.
#[derive(Clone, Copy)]
struct AppliedTag<'t> {
    tag: &'t Tag,
    meaning: &'t TagKind,
}

fn check_type(model: &Seen<'_>, tool: &Tool, ty: &Type, applied: &[AppliedTag<'_>], depth: usize) -> Vec<Diagnostic> {
    let about_type = |one: &&AppliedTag<'_>| matches!(one.meaning, TagKind::Constraint(_) | TagKind::Nested { .. });
    if depth > MAX_DEPTH || !applied.iter().any(|one| about_type(&one)) {
        return Vec::new();
    }
    let usage = Usage::of(model, tool, ty);
    let kind = JsonForms::of(&usage.kind);
    if kind.is_struct && (usage.written.is_some() || has_own_schema(model, ty)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut properties = Vec::new();
    for one in applied {
        let (fits, keyword, wanted) = match one.meaning {
            TagKind::Constraint(constraint) => match constraint.value_family() {
                Some(ValueFamily::Text) => (kind.is_text, constraint.keyword(), "a string"),
                Some(ValueFamily::Number) => (kind.is_number, constraint.keyword(), "a number"),
                Some(ValueFamily::List) => (kind.is_list, constraint.keyword(), "a list"),
                Some(ValueFamily::Object) => (kind.is_map || kind.is_struct, constraint.keyword(), "a map or a struct"),
                None => continue,
            },
            TagKind::Nested { nested: Nested::Items, .. } => (kind.is_list, "items", "a list"),
            TagKind::Nested { nested: Nested::Elements, .. } => {
                (kind.is_list || kind.is_map, "elements", "a list or a map")
            }
            TagKind::Nested { nested: Nested::Values, .. } => (kind.is_map, "additionalProperties", "a map"),
            TagKind::Nested { nested: Nested::Property(name), tag } => {
                properties.push((name.as_str(), AppliedTag { tag: one.tag, meaning: &tag.meaning }));
                (kind.is_map || kind.is_struct, "properties", "a struct or a map")
            }
            _ => continue,
        };
        if !fits {
            let message = format!("{keyword} requires {wanted}, but the type is different");
            found.push(Diagnostic::new(WRONG_KIND, message).at(one.tag.span));
        }
    }
    if let (true, Some(id)) = (found.is_empty(), usage.kind.declared_struct()) {
        found.extend(check_properties(model, tool, id, &properties, depth));
    }
    found
}

fn check_properties(
    model: &Seen<'_>,
    tool: &Tool,
    id: TypeId,
    properties: &[(&str, AppliedTag<'_>)],
    depth: usize,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut checked: Vec<&str> = Vec::new();
    for (name, one) in properties {
        if checked.contains(name) {
            continue;
        }
        checked.push(name);
        let Some(field) = member(model, tool, id, name, 0) else {
            let message = format!("`{}` has no property `{name}`", model.go_name(id));
            found.push(Diagnostic::new(UNKNOWN_SIBLING, message).at(one.tag.span));
            continue;
        };
        let applied: Vec<AppliedTag<'_>> =
            properties.iter().filter(|(other, _)| other == name).map(|(_, applied)| *applied).collect();
        found.extend(check_type(model, tool, &field.ty, &applied, depth + 1));
    }
    found
}

/// Returns the field with that JSON name, including fields of embedded structs.
fn member(model: &Seen<'_>, tool: &Tool, id: TypeId, name: &str, depth: usize) -> Option<Field> {
    if depth > MAX_DEPTH {
        return None;
    }
    for field in model.fields_of(&Type::Named(id)).iter() {
        let is_it = match tool.marker_names {
            MarkerNames::Property => member_rules(tool).name(field) == Some(name),
            MarkerNames::JsonTag => json_tag_value(field).is_some_and(|tag| tag.split(',').next() == Some(name)),
        };
        if is_it {
            return Some(field.clone());
        }
        if let (true, Type::Named(embedded)) = (field.is_embedded, &field.ty)
            && let Some(field) = member(model, tool, *embedded, name, depth + 1)
        {
            return Some(field);
        }
    }
    None
}

/// The JSON types that a type can be treated as. `[]byte` is a string and a list, `time.Time` a string and a struct.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "a type can be two of these at a time")]
struct JsonForms {
    is_text: bool,
    is_number: bool,
    is_list: bool,
    is_map: bool,
    is_struct: bool,
}

impl JsonForms {
    fn of(kind: &Kind) -> Self {
        let none = JsonForms::default();
        match kind {
            Kind::Struct(_) => JsonForms { is_struct: true, ..none },
            Kind::Builtin(kind) => match builtin::schema(*kind).map(|schema| schema.schema_type) {
                Some(SchemaType::String) => JsonForms { is_text: true, ..none },
                Some(SchemaType::Integer | SchemaType::Number) => JsonForms { is_number: true, ..none },
                _ => none,
            },
            Kind::Number => JsonForms { is_number: true, ..none },
            Kind::Text { format } => JsonForms { is_text: true, is_struct: format.is_some(), ..none },
            Kind::Bytes => JsonForms { is_text: true, is_list: true, ..none },
            Kind::List { .. } => JsonForms { is_list: true, ..none },
            Kind::Map(..) => JsonForms { is_map: true, ..none },
            _ => none,
        }
    }
}

/// Returns `true` if methods of a type return its schema, in which case its markers are not checked. Resolves only
/// pointers and aliases.
fn has_own_schema(model: &Seen<'_>, ty: &Type) -> bool {
    let mut ty = ty;
    loop {
        match ty {
            Type::Pointer(target) => ty = target,
            Type::Named(id) => {
                let definition = model.type_definition(*id);
                if let TypeKind::Alias(target) = &definition.kind {
                    // In Go, an alias is identical to its target. Cycles of aliases have been broken.
                    return matches!(target, Type::Named(next) if next != id) && has_own_schema(model, target);
                }
                return definition.defines_schema();
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn tags_for_the_elements_of_a_property_need_a_list_or_a_map() {
        let lowered = lower_go(
            r#"
type Inner struct {
    List []string `json:"list"`
    Map map[string]string `json:"map"`
    Name string `json:"name"`
}
type T struct {
    // +k8s:subfield(list)=+k8s:eachVal=+k8s:maxLength=3
    // +k8s:subfield(map)=+k8s:eachVal=+k8s:maxLength=3
    // +k8s:subfield(name)=+k8s:eachVal=+k8s:maxLength=3
    A Inner `json:"a"`
}
"#,
        );
        let expected = "tag-on-wrong-kind: elements requires a list or a map, but the type is different @ \
            +k8s:subfield(name)=+k8s:eachVal=+k8s:maxLength=3";
        assert_eq!(lowered.diagnostics(), [expected]);
    }
}
