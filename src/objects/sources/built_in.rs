//! Built-in Kubernetes kinds, which need no other source.

use std::borrow::Cow;

use idlgen_runtime::{
    field::{Element, Error, PathBuf},
    value::Value,
};
use idlgen_validate::{Schema, crd::CustomResourceDefinition};
use serde_json::Value as Json;

use crate::{
    builtin::{self, BuiltinKind, NoSuchKind, Table},
    objects::{
        described::Described,
        kinds::{KnownKind, group_and_version},
        schema_path,
        source::{Found, NoValidator, Source},
        validator::{KindValidator, Request, Unreadable, ValidationResult, Warning},
        validators::nearest_field,
    },
};

/// The built-in kinds of a Kubernetes version. Excludes CustomResourceDefinition unless requested, because CRDs have a
/// separate validator.
#[derive(Debug, Default)]
pub struct BuiltInKinds {
    /// The minor version of Kubernetes 1.x.
    kubernetes_minor: u16,
    /// `true` if CustomResourceDefinition is included.
    has_definitions: bool,
}

impl BuiltInKinds {
    /// Creates the source for a minor version of Kubernetes 1.x.
    pub fn new(kubernetes_minor: u16) -> Self {
        BuiltInKinds { kubernetes_minor, has_definitions: false }
    }

    /// Includes CustomResourceDefinition, for listing descriptions of kinds.
    pub fn with_definitions(self) -> Self {
        BuiltInKinds { has_definitions: true, ..self }
    }

    fn rows(&self) -> &[builtin::KindRow] {
        Table::of(self.kubernetes_minor).map_or(&[], |table| table.kinds.as_slice())
    }

    fn is_here(&self, row: &builtin::KindRow) -> bool {
        self.has_definitions || row.kind != CustomResourceDefinition::KIND
    }
}

impl Source for BuiltInKinds {
    fn find(&self, api_version: &str, kind: &str) -> Option<Found> {
        let rows = self.rows();
        let index =
            rows.iter().position(|row| row.api_version == api_version && row.kind == kind && self.is_here(row))?;
        let name = format!("the built-in schema of Kubernetes 1.{}", builtin::known_minor(self.kubernetes_minor));
        Some(Found { index, is_kind: true, name, span: None })
    }

    fn find_type(&self, _: &str) -> Option<Found> {
        None
    }

    fn validator(&self, found: &Found) -> Result<Box<dyn KindValidator + '_>, NoValidator> {
        let row = self.rows().get(found.index);
        let row = row.ok_or_else(|| NoValidator::NotKnown(NoSuchKind::Unavailable.to_string()))?;
        match builtin::kind(&row.api_version, &row.kind, self.kubernetes_minor) {
            Ok(kind) => Ok(Box::new(kind)),
            Err(none) => Err(NoValidator::NotKnown(none.to_string())),
        }
    }

    fn describe(&self, found: &Found) -> Result<Described<'_>, NoValidator> {
        let row = self.rows().get(found.index);
        let row = row.ok_or_else(|| NoValidator::NotKnown(NoSuchKind::Unavailable.to_string()))?;
        let kind = builtin::kind(&row.api_version, &row.kind, self.kubernetes_minor);
        let kind = kind.map_err(|none| NoValidator::NotKnown(none.to_string()))?;
        let schema = kind.definitions.get(&row.definition).cloned().unwrap_or_default();
        let (schema, definitions) = (Cow::Owned(schema), Cow::Owned(kind.definitions));
        Ok(Described { schema, definitions, is_native: true, deprecation: row.deprecation.clone() })
    }

    fn kinds(&self) -> Vec<KnownKind<'_>> {
        let rows = self.rows().iter().filter(|row| self.is_here(row));
        rows.map(|row| {
            let (group, version) = group_and_version(&row.api_version);
            KnownKind { group, version, kind: &row.kind }
        })
        .collect()
    }

    fn type_names(&self) -> Vec<&str> {
        Vec::new()
    }

    fn has_all_of(&self, api_version: &str) -> bool {
        let group = group_and_version(api_version).0;
        if group.is_empty() {
            // Files of other programs may contain other versions without a group.
            return api_version == "v1";
        }
        let is_known = self.rows().iter().any(|row| group_and_version(&row.api_version).0 == group);
        is_known || builtin::had_group(group)
    }

    fn why_not(&self, api_version: &str, kind: &str) -> Option<String> {
        match builtin::kind(api_version, kind, self.kubernetes_minor) {
            Err(none @ (NoSuchKind::Removed { .. } | NoSuchKind::TooNew { .. })) => Some(none.to_string()),
            _ => None,
        }
    }

    fn is_built_in(&self) -> bool {
        true
    }
}

impl KindValidator for BuiltinKind {
    fn validate(&self, object: &Json, old: Option<&Json>, request: Request) -> ValidationResult {
        let judged = BuiltinKind::validate(self, object, old.map(|old| old as &dyn Value));
        let is_asked_for = |path: &PathBuf| request == Request::Object || is_status(path);
        let unreadable = judged.decoding.into_iter();
        let unreadable =
            unreadable.map(|error| Unreadable { path: error.path, message: error.text, stops: error.stops });
        let deprecation = self.row.deprecation.iter().cloned().map(Warning::deprecated);
        ValidationResult {
            unreadable: unreadable.collect(),
            heading: Some(self.row.heading()),
            errors: judged.errors.into_iter().filter(|error| is_asked_for(&error.path)).collect(),
            causes: Vec::new(),
            warnings: deprecation.chain(judged.warnings.into_iter().map(Warning::Ratcheted)).collect(),
            unknown: judged.unknown.into_iter().filter(is_asked_for).collect(),
        }
    }

    fn stored(&self, object: &Json) -> Result<Json, String> {
        Ok(BuiltinKind::stored(self, object))
    }

    fn pruned(&self, object: &Json) -> Result<Json, String> {
        Ok(BuiltinKind::pruned(self, object))
    }

    fn schema_path(&self, error: &Error) -> Option<String> {
        let schema = Schema { reference: Some(self.row.definition.clone()), ..Schema::default() };
        schema_path::of_error(&self.definitions, &schema, error)
    }

    fn nearest_field(&self, path: &PathBuf) -> Option<String> {
        let schema = Schema { reference: Some(self.row.definition.clone()), ..Schema::default() };
        nearest_field(&self.definitions, &schema, path)
    }
}

fn is_status(path: &PathBuf) -> bool {
    path.elements.first() == Some(&Element::Field("status".to_owned()))
}
