//! Defaults that the code of servers sets, for rules that compare a value with the old one of an update.

use idlgen_validate::Definitions;
use serde_json::{Map, Value as Json};

use super::parts;

/// Go types of device requests. In `v1beta1`, a request without a class has alternatives with these fields instead
/// (`SetDefaults_…` of `k8s.io/kubernetes/pkg/apis/resource/{v1,v1beta2,v1beta1}`).
const DEVICE_REQUESTS: [(&str, bool); 6] = [
    ("k8s.io/api/resource/v1.ExactDeviceRequest", false),
    ("k8s.io/api/resource/v1.DeviceSubRequest", false),
    ("k8s.io/api/resource/v1beta2.ExactDeviceRequest", false),
    ("k8s.io/api/resource/v1beta2.DeviceSubRequest", false),
    ("k8s.io/api/resource/v1beta1.DeviceRequest", true),
    ("k8s.io/api/resource/v1beta1.DeviceSubRequest", false),
];

/// Applies the defaults to an object of this definition.
pub(super) fn fill_in(definitions: &Definitions, definition: &str, object: &mut Json) {
    if DEVICE_REQUESTS.iter().any(|(name, _)| definitions.get(name).is_some()) {
        parts::for_each(definitions, definition, object, &mut |schema, part| {
            let request = DEVICE_REQUESTS.iter().find(|(known, _)| schema.reference.as_deref() == Some(known));
            if let (Some((_, needs_class)), Json::Object(fields)) = (request, part) {
                device_request(fields, *needs_class);
            }
        });
    }
}

fn device_request(fields: &mut Map<String, Json>, needs_class: bool) {
    let is_empty = |value: Option<&Json>| value.is_none_or(|value| value.is_null() || *value == "" || *value == 0);
    if needs_class && is_empty(fields.get("deviceClassName")) {
        return;
    }
    if is_empty(fields.get("allocationMode")) {
        fields.insert("allocationMode".to_owned(), "ExactCount".into());
    }
    if fields.get("allocationMode").is_some_and(|mode| mode == "ExactCount") && is_empty(fields.get("count")) {
        fields.insert("count".to_owned(), 1.into());
    }
}
