//! A case: a schema, an object, and the previous object of an update.

use idlgen_testing::Random;
use serde_json::{Map, Value as Json, json};

use super::{
    schema::{self, SchemaLocation},
    value,
};

/// The parts of an API server that a case exercises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Requests for custom resources.
    Requests { has_status: bool, is_status: bool },
    /// A schema and a bare value.
    Value { is_resource: bool },
}

/// A case as one JSON value, for shrinking.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) mode: Mode,
    pub(super) schema: Json,
    pub(super) new: Json,
    pub(super) old: Option<Json>,
}

impl Case {
    /// Creates a random case. `is_request` selects a request instead of a bare value.
    pub(super) fn random(random: &mut Random, is_request: bool) -> Self {
        let depth = random.below(3) + 1;
        let mut schema = loop {
            let schema = schema::schema(random, depth, SchemaLocation::Root);
            if !is_request || (schema["type"] == "object" && schema.get("additionalProperties").is_none()) {
                break schema;
            }
        };
        let is_resource = is_request || (schema["type"] == "object" && random.percent(30));
        if is_resource && random.percent(60) {
            schema["properties"]["metadata"] = json!({"type": "object"});
        }
        let has_status = is_request && random.percent(40);
        let is_status = has_status && random.percent(50);
        let wrong = random.one_of(&[0, 0, 2, 5]);
        let object = |random: &mut Random, old: Option<&Json>| {
            let mut object = match old {
                None => value::value(random, &schema, wrong),
                Some(old) => (0..=random.below(2)).fold(old.clone(), |old, _| value::changed(random, &schema, &old)),
            };
            if is_resource && (old.is_none() || is_request) {
                if !object.is_object() {
                    object = json!({});
                }
                if let Some(members) = object.as_object_mut() {
                    add_metadata(random, members, is_request);
                }
            }
            object
        };
        let (new, old) = if random.percent(60) || is_status {
            let old = object(random, None);
            let new = if random.percent(85) { object(random, Some(&old)) } else { object(random, None) };
            (new, Some(old))
        } else {
            (object(random, None), None)
        };
        let mode = if is_request { Mode::Requests { has_status, is_status } } else { Mode::Value { is_resource } };
        let case = Case { mode, schema, new, old };
        if is_request && case.old.is_none() { case.creation() } else { case }
    }

    /// Returns the case as a creation: without the old object, and without metadata that only a server sets.
    pub(super) fn creation(mut self) -> Self {
        self.old = None;
        if let Some(metadata) = self.new.get_mut("metadata").and_then(Json::as_object_mut) {
            metadata.retain(|name, _| !["resourceVersion", "generation"].contains(&name.as_str()));
        }
        self
    }

    /// Returns the request to the oracle.
    pub(super) fn request(&self) -> Json {
        let mut request = json!({"schema": self.schema, "new": self.new, "skipCRD": true, "noMetaFill": true});
        if let Some(old) = &self.old {
            request["old"] = old.clone();
        }
        match self.mode {
            Mode::Requests { has_status, is_status } => {
                request["statusSubresource"] = json!(has_status);
                if is_status {
                    request["subresource"] = json!("status");
                }
            }
            Mode::Value { is_resource } => {
                request["mode"] = json!("value");
                request["isResourceRoot"] = json!(is_resource);
            }
        }
        request
    }

    /// Creates a case in the form of [`request`](Self::request).
    pub(super) fn read(request: &Json) -> Self {
        let mode = if request["mode"] == "value" {
            Mode::Value { is_resource: request["isResourceRoot"] == true }
        } else {
            let (has_status, is_status) = (request["statusSubresource"] == true, request["subresource"] == "status");
            Mode::Requests { has_status, is_status }
        };
        let old = request.get("old").cloned();
        Case { mode, schema: request["schema"].clone(), new: request["new"].clone(), old }
    }
}

fn add_metadata(random: &mut Random, members: &mut Map<String, Json>, is_request: bool) {
    value::metadata(random, members, 0);
    if is_request && let Some(metadata) = members.get_mut("metadata") {
        metadata["name"] = json!("x");
        metadata["namespace"] = json!("default");
        metadata["resourceVersion"] = json!("1");
        metadata["generation"] = json!(1);
        if random.percent(5) {
            metadata["finalizers"] = random.one_of(&[json!(["a"]), json!(["a/b"]), json!(["a.b"])]);
        }
        if random.percent(2) {
            metadata["extra"] = json!(1);
        }
    }
}
