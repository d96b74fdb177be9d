//! Applies the rows of [`rejection_rows`](crate::rejection_rows) to schemas in their source form, and reports the
//! errors of an API server.

use idlgen_runtime::field::{BadValue, Element, Error, ErrorType, Path};

use super::{
    found::Found,
    view::{Additional, View},
};
use crate::rejection_rows::{Case, Facts, Readable, Response, Row, SUBJECT, Values};

impl Found {
    /// Adds the errors of all rows whose condition is met.
    pub(super) fn add_errors(&mut self, rows: &[&Row], case: &Case<'_>, path: &Path<'_>) {
        for row in rows {
            self.add_error(row, case, path);
        }
    }

    /// Adds the error of a row. Returns `false` if its condition is not met.
    pub(super) fn add_error(&mut self, row: &Row, case: &Case<'_>, path: &Path<'_>) -> bool {
        if !(row.is_met)(case) {
            return false;
        }
        let key = case.key.as_ref().map_or("", |key| key.name);
        let mut place = path.to_path_buf();
        place.elements.extend(row.at.iter().map(|step| match *step {
            SUBJECT => Element::Key(key.to_owned()),
            step => Element::Field(step.to_owned()),
        }));
        let (error_type, value) = match &row.error {
            Response::Required => (ErrorType::Required, BadValue::Omitted),
            Response::Forbidden => (ErrorType::Forbidden, BadValue::Omitted),
            Response::NotSupported(value) => (ErrorType::NotSupported, value(case)),
            Response::Invalid(value) => match value(case) {
                BadValue::Omitted => (ErrorType::Required, BadValue::Omitted),
                value => (ErrorType::Invalid, value),
            },
        };
        self.errors.push(Error::new(error_type, place, value, case.text(row.detail)));
        true
    }
}

impl<'s> Readable<'s> for View<'s> {
    fn facts(self) -> Facts<'s> {
        Facts {
            type_name: self.type_name(),
            nullable: self.is_nullable(),
            unique_items: self.has_unique_items(),
            has_default: self.default().is_some(),
            has_properties: self.has_entries("properties"),
            values: self.additional("additionalProperties").map(|additional| match additional {
                Additional { allows: true, schema: None } => Values::Any,
                _ => Values::Limited,
            }),
            embedded: self.is_embedded(),
            int_or_string: self.is_int_or_string(),
            preserves_unknown_fields: self.preserves_unknown_fields(),
            list_type: self.list_type(),
            map_type: self.map_type(),
        }
    }

    fn item(self) -> Option<Self> {
        self.item()
    }

    fn property(self, name: &str) -> Option<Self> {
        self.property(name)
    }

    fn requires(self, name: &str) -> bool {
        self.requires(name)
    }

    fn keys(self) -> Vec<&'s str> {
        self.list_map_keys()
    }
}
