//! Extension values and types that openapi-gen considers invalid. It only logs them with `-v=2` and still publishes
//! them (`k8s.io/kube-openapi/pkg/generators.validateMemberExtensions`).

use crate::{
    check::WRONG_KIND,
    diag::{Diagnostic, Severity},
    model::{Field, Seen, Type, TypeKind},
    tags::{Tag, TagKind, codes::WRONG_VALUE},
};

/// A tag, the type kind to which it applies, and its allowed values, if they are limited.
struct Row {
    name: &'static str,
    kind: &'static str,
    values: &'static [&'static str],
}

const ROWS: &[Row] = &[
    Row { name: "listMapKey", kind: "Slice", values: &[] },
    Row { name: "listType", kind: "Slice", values: &["atomic", "map", "set"] },
    Row { name: "mapType", kind: "Map", values: &["atomic", "granular"] },
    Row { name: "patchMergeKey", kind: "Slice", values: &[] },
    Row { name: "patchStrategy", kind: "Slice", values: &["merge", "retainKeys"] },
    Row { name: "structType", kind: "Struct", values: &["atomic", "granular"] },
    Row { name: "validations", kind: "Slice", values: &[] },
];

pub(super) fn check(model: &Seen<'_>, field: &Field) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for row in ROWS {
        let tags: Vec<&Tag> = field.tags.iter().filter(|tag| tag.name == row.name).collect();
        let Some(first) = tags.first() else { continue };
        let wrong = tags.iter().find(|tag| !row.values.is_empty() && !row.values.contains(&value(&tag.meaning)));
        if let Some(wrong) = wrong {
            let message =
                format!("`+{}` must be one of {}, not `{}`", row.name, row.values.join(", "), value(&wrong.meaning));
            found.push(warning(Diagnostic::new(WRONG_VALUE, message), wrong));
        }
        let kind = kind(model, &field.ty, 0);
        if kind != row.kind {
            let message =
                format!("`+{}` applies to a type of kind {}, but this type is of kind {kind}", row.name, row.kind);
            found.push(warning(Diagnostic::new(WRONG_KIND, message), first));
        }
    }
    found
}

fn warning(mut diagnostic: Diagnostic, tag: &Tag) -> Diagnostic {
    diagnostic.severity = Severity::Warning;
    diagnostic.at(tag.span).note("openapi-gen logs it (`-v=2`) but publishes it")
}

fn value(meaning: &TagKind) -> &str {
    match meaning {
        TagKind::ListType(value)
        | TagKind::MapType(value)
        | TagKind::StructType(value)
        | TagKind::PatchStrategy(value) => value,
        _ => "",
    }
}

/// Returns the kind of a type in gengo, without resolving it: a named list is an `Alias`.
fn kind(model: &Seen<'_>, ty: &Type, depth: usize) -> &'static str {
    match ty {
        Type::Builtin(crate::model::Builtin::Any | crate::model::Builtin::Error) | Type::Interface { .. } => {
            "Interface"
        }
        Type::Builtin(_) => "Builtin",
        Type::Slice(_) => "Slice",
        Type::Array(_) => "Array",
        Type::Map(..) => "Map",
        Type::Pointer(_) => "Pointer",
        Type::Struct { .. } => "Struct",
        Type::Function => "Func",
        Type::Channel => "Chan",
        Type::Parameter(_) => "TypeParam",
        Type::External { .. } | Type::Invalid => "Unknown",
        Type::Named(id) | Type::Instance { base: id, .. } => match &model.type_definition(*id).kind {
            _ if depth > 100 => "Unknown",
            TypeKind::Struct(_) => "Struct",
            TypeKind::Alias(target) => kind(model, target, depth + 1),
            TypeKind::Named(target) => match kind(model, target, depth + 1) {
                "Builtin" | "Map" | "Slice" => "Alias",
                other => other,
            },
        },
    }
}
