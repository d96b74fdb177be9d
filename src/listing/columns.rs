//! Printer columns of kinds.

use std::collections::{BTreeMap, BTreeSet};

use idlgen_validate::crd::{
    CustomResourceDefinition,
    columns::{Columns, UnrecognizedColumn},
    document::PrinterColumn,
};
use serde_json::Value as Json;

use crate::{
    model::Model,
    tags::{CustomResource, TagKind},
};

/// Printer columns by apiVersion and kind. If two sources define a kind, the first one wins.
#[derive(Clone, Debug, Default)]
pub struct KnownColumns {
    by_kind: BTreeMap<(String, String), Columns>,
    /// Kinds known to have no custom columns.
    plain: BTreeSet<(String, String)>,
    unrecognized: Vec<(String, UnrecognizedColumn)>,
}

impl KnownColumns {
    /// Adds the columns of a CRD. Ignores other documents and returns `false` for them.
    pub fn add_definition(&mut self, document: &Json) -> bool {
        if !CustomResourceDefinition::is_kind_of(document) {
            return false;
        }
        let (definition, _) = CustomResourceDefinition::from_json(document);
        for version in &definition.versions {
            let api_version = format!("{}/{}", definition.group, version.name);
            self.add(api_version, definition.names.kind.clone(), &version.printer_columns);
        }
        true
    }

    /// Adds the columns from `+kubebuilder:printcolumn` on Go types.
    pub fn add_go_types(&mut self, model: &Model) {
        for package in model.packages.iter().filter(|package| package.requested) {
            let Some(version) = &package.group_version else { continue };
            for id in &package.types {
                let definition = model.type_definition(*id);
                let columns: Vec<PrinterColumn> = definition
                    .tags
                    .iter()
                    .filter_map(|tag| match &tag.meaning {
                        TagKind::CustomResource(CustomResource::PrinterColumn(column)) => Some(of_tag(column)),
                        _ => None,
                    })
                    .collect();
                let api_version = format!("{}/{}", version.group, version.version);
                if columns.is_empty() {
                    self.plain.insert((api_version, definition.name.clone()));
                } else {
                    self.add(api_version, definition.name.clone(), &columns);
                }
            }
        }
    }

    fn add(&mut self, api_version: String, kind: String, columns: &[PrinterColumn]) {
        let (columns, unrecognized) = Columns::new(columns);
        self.unrecognized.extend(unrecognized.map(|column| (format!("{kind} of {api_version}"), column)));
        self.by_kind.entry((api_version, kind)).or_insert(columns);
    }

    /// Returns the columns of an object: name and age if its kind is unknown.
    pub(super) fn of(&self, object: &Json) -> Columns {
        let text = |key: &str| object.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        let (api_version, kind) = (text("apiVersion"), text("kind"));
        if CustomResourceDefinition::is_kind(&api_version, &kind) {
            // API servers have no columns for CRDs, and use those of NewDefaultTableConvertor.
            let mut created = PrinterColumn::default();
            "Created At".clone_into(&mut created.name);
            "string".clone_into(&mut created.column_type);
            ".metadata.creationTimestamp".clone_into(&mut created.json_path);
            return Columns::new(&[created]).0;
        }
        let known = self.by_kind.get(&(api_version, kind));
        known.cloned().unwrap_or_else(|| Columns::new(&[]).0)
    }

    /// Returns the kinds of objects without known columns, by apiVersion and kind.
    pub fn unknown<'o>(&self, objects: &'o [Json]) -> BTreeSet<(&'o str, &'o str)> {
        let text = |object: &'o Json, key: &str| object.get(key).and_then(Json::as_str).unwrap_or_default();
        let kinds = objects.iter().map(|object| (text(object, "apiVersion"), text(object, "kind")));
        let is_known = |(api_version, kind): &(&str, &str)| {
            let key = ((*api_version).to_owned(), (*kind).to_owned());
            CustomResourceDefinition::is_kind(api_version, kind)
                || self.by_kind.contains_key(&key)
                || self.plain.contains(&key)
        };
        kinds.filter(|kind| !is_known(kind)).collect()
    }

    /// Returns the columns with malformed paths, with their kinds. Tables omit such a column and all later ones.
    pub fn unrecognized(&self) -> &[(String, UnrecognizedColumn)] {
        &self.unrecognized
    }
}

fn of_tag(column: &crate::tags::PrinterColumn) -> PrinterColumn {
    let mut of_tag = PrinterColumn::default();
    of_tag.name.clone_from(&column.name);
    of_tag.column_type.clone_from(&column.column_type);
    of_tag.json_path.clone_from(&column.json_path);
    of_tag.description = column.description.clone().unwrap_or_default();
    of_tag.format = column.format.clone().unwrap_or_default();
    of_tag.priority = column.priority.unwrap_or_default();
    of_tag
}
