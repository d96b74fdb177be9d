//! Decodes objects of requests and stored objects (`unstructuredSchemaCoercer.apply` and `unstructuredDefaulter` of
//! `k8s.io/apiextensions-apiserver/pkg/apiserver`).

use idlgen_runtime::field::{Element, PathBuf};
use serde_json::Value as Json;

use super::{CustomResource, DecodeError};
use crate::crd::{go_print, object_meta};

/// The source of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A client: unreadable metadata is an error.
    Client,
    /// Storage: metadata is decoded as far as possible, and a missing generation is added.
    Store,
}

pub(super) struct DecodedObject {
    pub(super) object: Json,
    /// The unknown fields, in the order of their warnings.
    pub(super) unknown: Vec<PathBuf>,
}

impl CustomResource {
    /// Decodes an object: drops unknown fields and nulls, decodes metadata like Go, and applies defaults.
    pub(super) fn read(&self, object: &Json, source: Source) -> Result<DecodedObject, DecodeError> {
        let Json::Object(fields) = object else {
            let message = format!("expected an object, got {}", go_print::type_name(object));
            return Err(DecodeError { path: PathBuf::default(), message });
        };
        let mut unknown = Vec::new();
        let kind = text_of(fields, "kind")?;
        let api_version = text_of(fields, "apiVersion")?;
        let mut metadata = match fields.get("metadata") {
            None => None,
            Some(metadata) => Some(read_metadata(metadata, source, &mut unknown)?),
        };
        let (group, _) = object_meta::group_version(api_version)
            .map_err(|message| DecodeError { path: root_field("apiVersion"), message })?;

        let mut object = object.clone();
        let is_of_kind = group == self.resource_type.group && kind == self.resource_type.kind;
        if is_of_kind {
            if !self.resource_type.preserves_unknown_fields {
                unknown.extend(self.validator.prune(&mut object, true));
                self.validator.drop_nulls(&mut object);
            }
            if self.has_embedded_resources {
                self.read_embedded_resources(&mut object, source, &mut unknown)?;
            }
            if let (Source::Store, Some(Json::Object(metadata))) = (source, &mut metadata) {
                // Objects stored by very old servers have no generation.
                metadata.entry("generation").or_insert_with(|| 1.into());
            }
        }
        if let (Json::Object(fields), Some(metadata)) = (&mut object, metadata) {
            fields.insert("metadata".to_owned(), metadata);
        }
        if is_of_kind {
            self.validator.fill_in_defaults(&mut object);
        }
        Ok(DecodedObject { object, unknown })
    }

    fn read_embedded_resources(
        &self,
        object: &mut Json,
        source: Source,
        unknown: &mut Vec<PathBuf>,
    ) -> Result<(), DecodeError> {
        let mut found = Vec::new();
        for path in self.validator.embedded_resources(object) {
            object_meta::coerce_embedded(object, &path, source == Source::Store, &mut found)
                .map_err(|error| DecodeError { message: error.to_string(), path: error.path })?;
        }
        found.sort_by_cached_key(ToString::to_string);
        unknown.extend(found);
        Ok(())
    }
}

fn read_metadata(metadata: &Json, source: Source, unknown: &mut Vec<PathBuf>) -> Result<Json, DecodeError> {
    let decoded = match source {
        Source::Client => object_meta::decode(metadata),
        Source::Store => object_meta::decode_valid_fields(metadata),
    };
    let path = root_field("metadata");
    let decoded = decoded.map_err(|message| DecodeError { path: path.clone(), message })?;
    unknown.extend(decoded.unknown.iter().map(|below| object_meta::join(&path, below)));
    Ok(decoded.metadata)
}

fn root_field(name: &str) -> PathBuf {
    PathBuf { elements: vec![Element::Field(name.to_owned())] }
}

/// `unstructured.NestedString`.
fn text_of<'j>(fields: &'j serde_json::Map<String, Json>, name: &str) -> Result<&'j str, DecodeError> {
    match fields.get(name) {
        None => Ok(""),
        Some(Json::String(text)) => Ok(text),
        Some(other) => {
            let (shown, found) = (go_print::print(other), go_print::type_name(other));
            let message = format!(".{name} accessor error: {shown} is of the type {found}, expected string");
            Err(DecodeError { path: root_field(name), message })
        }
    }
}
