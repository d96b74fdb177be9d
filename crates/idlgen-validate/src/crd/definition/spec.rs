//! Validates `spec` (`validateCustomResourceDefinitionSpec`).

use idlgen_runtime::field::{BadValue, Path};
use serde_json::Value as Json;

use super::{
    CrdValidator, choice::one_of, columns, conversion, found::Found, go_struct, internal::Internal, names,
    requirements::Requirements, schema, selectable_fields, subresources, version, view::View,
};
use crate::crd::document::Version;

/// Checks `spec` on creation.
pub(super) fn validate(
    internal: &Internal<'_>,
    requirements: &Requirements,
    judge: &CrdValidator,
    path: &Path<'_>,
    found: &mut Found,
) {
    let definition = internal.definition;
    group(&definition.group, &path.field("group"), found);
    one_of(&definition.scope, &["Cluster", "Namespaced"], &path.field("scope"), found);
    let mut requirements = requirements.clone();
    requirements.structural |= !definition.preserve_unknown_fields;
    has_schema(internal, &requirements, path, found);
    defaults_and_extensions(internal, &mut requirements, path, found);

    let versions_path = path.field("versions");
    for (index, version) in definition.versions.iter().enumerate() {
        let path = versions_path.index(index);
        let messages = names::label_messages(&version.name);
        if !messages.is_empty() {
            found.invalid(&path.field("name"), version.name.as_str(), messages.join(","));
        }
        version::validate(internal, version, &requirements, judge, &path, found);
    }
    versions(internal, &versions_path, found);
    required_names(internal, &path.field("names"), found);
    names::validate(&definition.names, &path.field("names"), found);

    if let Some(schema) = internal.common_schema() {
        let has_status = definition.versions.iter().any(version::has_status);
        let name = definition.versions.first().map(|version| version.name.as_str()).unwrap_or_default();
        let requirements = requirements.of_version(name);
        schema::validate(schema, has_status, &requirements, judge, &path.field("validation"), found);
    }
    if let Some(common) = internal.common_subresources() {
        subresources::validate(common, &path.field("subresources"), found);
    }
    columns::validate(internal.common_columns(), &path.field("additionalPrinterColumns"), found);
    let fields = internal.common_selectable_fields();
    if !fields.is_empty() {
        let fields_path = path.field("selectableFields");
        match internal.common_schema() {
            None => found.invalid(&fields_path, "", "may only be set when validations.schema is included"),
            Some(schema) => {
                if let Some(error) = super::structural::unsupported(schema) {
                    found.invalid(&path.field("schema").field("openAPIV3Schema"), "", error);
                }
                let may_be_many = requirements.many_selectable_fields.contains(&None);
                selectable_fields::validate(fields, &schema.parsed(), may_be_many, &fields_path, found);
            }
        }
    }
    conversion::validate(internal.definition, &requirements, &path.field("conversion"), found);
}

fn group(group: &str, path: &Path<'_>, found: &mut Found) {
    if group.is_empty() {
        found.required(path, "");
        return;
    }
    let messages = names::subdomain_messages(group);
    if !messages.is_empty() {
        found.invalid(path, group, messages.join(","));
    } else if !group.contains('.') {
        found.invalid(path, group, "should be a domain with at least one dot");
    }
}

/// Checks that versions have schemas, if required.
fn has_schema(internal: &Internal<'_>, requirements: &Requirements, path: &Path<'_>, found: &mut Found) {
    let definition = internal.definition;
    if internal.common_schema().is_some() || (!requirements.schema && definition.preserve_unknown_fields) {
        return;
    }
    for (index, version) in definition.versions.iter().enumerate() {
        if !internal.has_schema(version) && (requirements.schema || version.served) {
            let detail = if requirements.schema { "" } else { "because otherwise all fields are pruned" };
            let path = path.field("versions");
            found.required(&path.index(index).field("schema").field("openAPIV3Schema"), detail);
        }
    }
}

/// Checks that schemas with defaults or extensions are structural.
fn defaults_and_extensions(
    internal: &Internal<'_>,
    requirements: &mut Requirements,
    path: &Path<'_>,
    found: &mut Found,
) {
    let has =
        |is_such: &dyn Fn(View<'_>) -> bool| internal.schemas().any(|schema| schema.has(&|schema| is_such(schema)));
    let preserves = internal.definition.preserve_unknown_fields;
    // In this case, all schemas must be structural and are checked anyway.
    if requirements.structural && !preserves {
        return;
    }
    if requirements.allow_defaults && has(&|schema| schema.default().is_some()) {
        requirements.structural = true;
        if preserves {
            let detail = "must be false in order to use defaults in the schema";
            found.invalid(&path.field("preserveUnknownFields"), BadValue::Json(Json::Bool(true)), detail);
        }
    }
    requirements.structural = requirements.structural
        || has(&|schema| {
            schema.is_embedded()
                || schema.is_int_or_string()
                || schema.unknown_fields().is_some()
                || schema.list_type().is_some()
                || schema.has_list_map_keys()
                || schema.has_rules()
        });
}

/// Checks constraints that concern several versions.
fn versions(internal: &Internal<'_>, path: &Path<'_>, found: &mut Found) {
    let versions = internal.definition.versions.as_slice();
    let is_repeated =
        |(index, version): (usize, &Version)| versions.iter().take(index).any(|other| other.name == version.name);
    let all =
        || BadValue::Verbatim(if versions.is_empty() { "null".to_owned() } else { go_struct::versions(internal) });
    if versions.iter().enumerate().any(is_repeated) {
        found.invalid(path, all(), "must contain unique version names");
    }
    if versions.iter().filter(|version| version.storage).count() != 1 {
        found.invalid(path, all(), "must have exactly one version marked as storage version");
    }
    if let Some(first) = versions.first() {
        let messages = names::label_messages(&first.name);
        if !first.name.is_empty() && !messages.is_empty() {
            // For compatibility, the API server also stores the name of the first version in `spec.version`.
            let steps = Path::root();
            found.invalid(&steps.field("spec").field("version"), first.name.as_str(), messages.join(","));
        }
    }
}

fn required_names(internal: &Internal<'_>, path: &Path<'_>, found: &mut Found) {
    let names = &internal.definition.names;
    let required = [
        ("plural", &names.plural),
        ("singular", &names.singular),
        ("kind", &names.kind),
        ("listKind", &names.list_kind),
    ];
    for (name, _) in required.into_iter().filter(|(_, value)| value.is_empty()) {
        found.required(&path.field(name), "");
    }
}
