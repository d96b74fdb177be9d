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

#[cfg(test)]
mod tests {
    use idlgen_yaml::Part;
    use insta::assert_snapshot;

    use super::*;

    /// Returns the types of a package that no source is read for.
    fn shown(path: &str, options: &Options) -> String {
        let Some(KnownTypes { schemas, is_whole_package }) = of_package(path, options) else { return String::new() };
        let mut lines = vec![format!("{path}{}\n", if is_whole_package { ", and nothing else" } else { "" })];
        for (name, schema) in &schemas {
            let mut writer = idlgen_yaml::Writer::default();
            let indented = writer.document(&Part::Shared(schema)).replace('\n', "\n    ");
            lines.push(format!("  {name}:\n    {}\n", indented.trim_end()));
        }
        lines.concat()
    }

    #[test]
    fn types_with_schemas_of_their_own() {
        let options = Options { minor: 22, ..Options::default() };
        let machinery = "k8s.io/apimachinery/pkg";
        let paths = ["apis/meta/v1", "api/resource", "util/intstr", "runtime", "apis/meta/v1/unstructured"];
        let mut text = paths.map(|path| shown(&format!("{machinery}/{path}"), &options)).concat();
        for version in ["v1", "v1beta1"] {
            text.push_str(&shown(
                &format!("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/{version}"),
                &options,
            ));
        }
        assert_snapshot!(text, @r"
        k8s.io/apimachinery/pkg/apis/meta/v1
          ObjectMeta:
            type: object
          Time:
            format: date-time
            type: string
          MicroTime:
            format: date-time
            type: string
          Duration:
            type: string
          Fields:
            additionalProperties: true
            type: object
        k8s.io/apimachinery/pkg/api/resource, and nothing else
          Quantity:
            anyOf:
            - type: integer
            - type: string
            pattern: ^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$
            x-kubernetes-int-or-string: true
        k8s.io/apimachinery/pkg/util/intstr, and nothing else
          IntOrString:
            anyOf:
            - type: integer
            - type: string
            x-kubernetes-int-or-string: true
        k8s.io/apimachinery/pkg/runtime
          RawExtension:
            type: object
            x-kubernetes-preserve-unknown-fields: true
        k8s.io/apimachinery/pkg/apis/meta/v1/unstructured
          Unstructured:
            type: object
        k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1
          JSON:
            x-kubernetes-preserve-unknown-fields: true
        k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1
          JSON:
            x-kubernetes-preserve-unknown-fields: true
        ");
        assert_eq!(shown("example.com/api", &options), "");
    }

    #[test]
    fn options_and_versions_change_known_types() {
        let with = Options { minor: 22, embedded_object_meta: true, ..Options::default() };
        let text = shown("k8s.io/apimachinery/pkg/apis/meta/v1", &with);
        assert_snapshot!(text.split("  Time:").next().unwrap_or_default(), @"
        k8s.io/apimachinery/pkg/apis/meta/v1
          ObjectMeta:
            properties:
              annotations:
                additionalProperties:
                  type: string
                type: object
              finalizers:
                items:
                  type: string
                type: array
              labels:
                additionalProperties:
                  type: string
                type: object
              name:
                type: string
              namespace:
                type: string
            type: object
        ");
        let core = |minor| shown("k8s.io/api/core/v1", &Options { minor, ..Options::default() });
        assert_snapshot!(core(15), @"
        k8s.io/api/core/v1
          Protocol:
            default: TCP
            type: string
        ");
        assert_eq!(core(16), "");
    }
}
