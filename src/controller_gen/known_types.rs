//! Kubernetes types with predefined schemas (`pkg/crd/known_types.go`).

use std::sync::Arc;

use serde_json::Value as Json;

use super::{
    Options,
    schema::{Additional, Schema},
    shared::Shared,
};

/// The known types of a package.
pub(super) struct KnownTypes {
    pub(super) schemas: Vec<(&'static str, Schema)>,
    /// `true` if the rest of the package is ignored.
    pub(super) is_whole_package: bool,
}

const QUANTITY: &str = "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.\
    [0-9]*)?)|(\\.[0-9]+))))?$";

/// Returns the known types of a package by its import path, if it has any.
pub(super) fn of_package(path: &str, options: &Options) -> Option<KnownTypes> {
    let some = |schemas: Vec<(&'static str, Schema)>| Some(KnownTypes { schemas, is_whole_package: false });
    let all =
        |name: &'static str, schema: Schema| Some(KnownTypes { schemas: vec![(name, schema)], is_whole_package: true });
    let anything = || Schema { preserve_unknown_fields: true, ..Schema::default() };
    match path {
        "k8s.io/apimachinery/pkg/apis/meta/v1" => some(meta_types(options)),
        "k8s.io/apimachinery/pkg/api/resource" => {
            all("Quantity", Schema { pattern: QUANTITY.to_owned(), ..int_or_string() })
        }
        "k8s.io/apimachinery/pkg/util/intstr" => all("IntOrString", int_or_string()),
        "k8s.io/apimachinery/pkg/runtime" => {
            some(vec![("RawExtension", Schema { preserve_unknown_fields: true, ..Schema::of_type("object") })])
        }
        "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured" => some(vec![("Unstructured", Schema::of_type("object"))]),
        "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
        | "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1" => some(vec![("JSON", anything())]),
        // Up to 0.15.
        "k8s.io/api/core/v1" if options.minor <= 15 => some(vec![(
            "Protocol",
            Schema { default: Some(Shared::new(Json::from("TCP"))), ..Schema::of_type("string") },
        )]),
        _ => None,
    }
}

fn meta_types(options: &Options) -> Vec<(&'static str, Schema)> {
    let date_time = || Schema { format: "date-time".into(), ..Schema::of_type("string") };
    let fields = Schema { additional_properties: Some(Additional::Anything), ..Schema::of_type("object") };
    let mut object_meta = Schema::of_type("object");
    if options.embedded_object_meta {
        let text = || Schema::of_type("string");
        let by_key =
            Schema { additional_properties: Some(Additional::Schema(Arc::new(text()))), ..Schema::of_type("object") };
        let list = Schema { items: Some(Arc::new(text())), ..Schema::of_type("array") };
        for (name, schema) in [
            ("name", text()),
            ("namespace", text()),
            ("annotations", by_key.clone()),
            ("labels", by_key),
            ("finalizers", list),
        ] {
            object_meta.properties.insert(name.into(), Arc::new(schema));
        }
    }
    vec![
        ("ObjectMeta", object_meta),
        ("Time", date_time()),
        ("MicroTime", date_time()),
        ("Duration", Schema::of_type("string")),
        ("Fields", fields),
    ]
}

fn int_or_string() -> Schema {
    let any_of = vec![Schema::of_type("integer"), Schema::of_type("string")];
    Schema { int_or_string: true, any_of, ..Schema::default() }
}
