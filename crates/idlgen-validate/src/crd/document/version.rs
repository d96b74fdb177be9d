//! The fields of `spec.versions` in a CRD.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use super::{
    super::Scale,
    api_version::ApiVersion,
    members::{Members, put, put_flag, put_text},
};

/// One version of a resource type.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Version {
    /// The name of the version, such as `v1`.
    pub name: String,
    /// `true` if API servers serve this version.
    pub served: bool,
    /// `true` if objects are stored in this version.
    pub storage: bool,
    /// `true` if the version is deprecated.
    pub deprecated: bool,
    /// The message of the deprecation warning. API servers have a default.
    pub deprecation_warning: Option<String>,
    /// The source of `schema.openAPIV3Schema`. Copies of the CRD share it because it may be large.
    pub schema: Option<Arc<Json>>,
    /// The value of `subresources`.
    pub subresources: Option<Subresources>,
    /// The printer columns (`additionalPrinterColumns`).
    pub printer_columns: Vec<PrinterColumn>,
    /// The value of `selectableFields`.
    pub selectable_fields: Vec<SelectableField>,
}

/// The enabled subresources of a version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Subresources {
    /// `true` if the version has a `status` subresource.
    pub status: bool,
    /// The `scale` subresource: the paths of the numbers of replicas.
    pub scale: Option<Scale>,
}

/// A printer column, for the output of `kubectl get`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrinterColumn {
    /// The name of the column.
    pub name: String,
    /// The unmodified `type`: `boolean`, `date`, `integer`, `number` or `string`.
    pub column_type: String,
    /// The format of the values, such as `int64`.
    pub format: String,
    /// The description of the column.
    pub description: String,
    /// The priority. Columns with priority 0 are always printed, others only in wide tables.
    pub priority: i32,
    /// The path of the values: `jsonPath` (`JSONPath` in `v1beta1`), without braces.
    pub json_path: String,
}

/// A field that field selectors support.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SelectableField {
    /// The path of the field (`jsonPath`), such as `.spec.color`.
    pub json_path: String,
}

impl Version {
    pub(super) fn read(members: Members<'_>, api_version: ApiVersion) -> Self {
        Version {
            name: members.text("name"),
            served: members.flag("served"),
            storage: members.flag("storage"),
            deprecated: members.flag("deprecated"),
            deprecation_warning: members.optional_text("deprecationWarning"),
            schema: members.members("schema").get("openAPIV3Schema").cloned().map(Arc::new),
            subresources: members.object("subresources").map(Subresources::read),
            printer_columns: PrinterColumn::read_all(members, api_version),
            selectable_fields: SelectableField::read_all(members),
        }
    }

    pub(super) fn print(self) -> Json {
        let Version {
            name,
            served,
            storage,
            deprecated,
            deprecation_warning,
            schema,
            subresources,
            printer_columns,
            selectable_fields,
        } = self;
        let mut json = Map::new();
        json.insert("name".to_owned(), name.into());
        json.insert("served".to_owned(), served.into());
        json.insert("storage".to_owned(), storage.into());
        put_flag(&mut json, "deprecated", deprecated);
        put(&mut json, "deprecationWarning", deprecation_warning);
        let schema = schema.map(|schema| ("openAPIV3Schema".to_owned(), Arc::unwrap_or_clone(schema)));
        put(&mut json, "schema", schema.map(|schema| Map::from_iter([schema])));
        put(&mut json, "subresources", subresources.as_ref().map(Subresources::print));
        if !printer_columns.is_empty() {
            let columns = printer_columns.iter().map(PrinterColumn::print).collect();
            json.insert("additionalPrinterColumns".to_owned(), columns);
        }
        if !selectable_fields.is_empty() {
            let fields = selectable_fields.iter().map(|field| json!({ "jsonPath": field.json_path })).collect();
            json.insert("selectableFields".to_owned(), fields);
        }
        json.into()
    }
}

impl Subresources {
    pub(super) fn read(members: Members<'_>) -> Self {
        Subresources {
            status: members.object("status").is_some(),
            scale: members.object("scale").map(|scale| Scale {
                spec_replicas_path: scale.text("specReplicasPath"),
                status_replicas_path: scale.text("statusReplicasPath"),
                label_selector_path: scale.optional_text("labelSelectorPath"),
            }),
        }
    }

    fn print(&self) -> Json {
        let Subresources { status, scale } = self;
        let mut json = Map::new();
        put(&mut json, "status", status.then(|| json!({})));
        if let Some(Scale { spec_replicas_path, status_replicas_path, label_selector_path }) = scale {
            let mut scale = Map::new();
            scale.insert("specReplicasPath".to_owned(), spec_replicas_path.as_str().into());
            scale.insert("statusReplicasPath".to_owned(), status_replicas_path.as_str().into());
            put(&mut scale, "labelSelectorPath", label_selector_path.as_deref());
            json.insert("scale".to_owned(), scale.into());
        }
        json.into()
    }
}

impl PrinterColumn {
    pub(super) fn read_all(members: Members<'_>, api_version: ApiVersion) -> Vec<Self> {
        let json_path = match api_version {
            ApiVersion::V1 => "jsonPath",
            ApiVersion::V1Beta1 => "JSONPath",
        };
        let columns = members.elements("additionalPrinterColumns").map(|column| Members(Some(column)));
        let columns = columns.map(|column| PrinterColumn {
            name: column.text("name"),
            column_type: column.text("type"),
            format: column.text("format"),
            description: column.text("description"),
            priority: column.integer("priority").and_then(|priority| priority.try_into().ok()).unwrap_or_default(),
            json_path: column.text(json_path),
        });
        columns.collect()
    }

    fn print(&self) -> Json {
        let PrinterColumn { name, column_type, format, description, priority, json_path } = self;
        let mut json = Map::new();
        json.insert("name".to_owned(), name.as_str().into());
        json.insert("type".to_owned(), column_type.as_str().into());
        put_text(&mut json, "format", format);
        put_text(&mut json, "description", description);
        put(&mut json, "priority", (*priority != 0).then_some(*priority));
        json.insert("jsonPath".to_owned(), json_path.as_str().into());
        json.into()
    }
}

impl SelectableField {
    pub(super) fn read_all(members: Members<'_>) -> Vec<Self> {
        let fields = members.elements("selectableFields").map(|field| Members(Some(field)));
        fields.map(|field| SelectableField { json_path: field.text("jsonPath") }).collect()
    }
}
