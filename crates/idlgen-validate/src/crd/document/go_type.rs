//! The Go types of a CRD document, as far as they affect decoding
//! (k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 and v1beta1).

#[derive(Clone, Copy)]
pub(super) enum GoType {
    /// A string type, with its Go name.
    String(&'static str),
    Bool,
    Int32,
    Int64,
    Float64,
    /// `[]byte`, encoded as base64.
    Bytes,
    /// A type that accepts any JSON value.
    Any,
    /// `metav1.ObjectMeta`.
    ObjectMeta,
    /// A slice.
    List(&'static GoType),
    /// A map with string keys.
    Map(&'static GoType),
    Struct(&'static Struct),
    /// `JSONSchemaProps`, which is recursive.
    Schema,
    /// A schema or a list of schemas. Decoding any other value sets neither.
    SchemaOrList,
    /// A schema or a boolean.
    SchemaOrBool,
    /// A schema or a list of strings. Decoding any other value sets neither.
    SchemaOrStrings,
}

pub(super) struct Struct {
    /// The name of the struct without its package.
    pub(super) name: &'static str,
    /// The JSON names and types of the fields.
    pub(super) fields: &'static [(&'static str, GoType)],
}

use GoType::{Any, Bool, Bytes, Float64, Int32, Int64, List, Map, ObjectMeta, Schema};
use GoType::{SchemaOrBool, SchemaOrList, SchemaOrStrings};

const STRING: GoType = GoType::String("string");
const STRINGS: GoType = List(&STRING);
const SCHEMAS: GoType = List(&Schema);
const SCHEMA_MAP: GoType = Map(&Schema);

impl GoType {
    /// Returns the Go name of the type. `package` is the package of structs.
    pub(super) fn name(self, package: &str) -> String {
        match self {
            GoType::String(name) => name.to_owned(),
            Bool => "bool".to_owned(),
            Int32 => "int32".to_owned(),
            Int64 => "int64".to_owned(),
            Float64 => "float64".to_owned(),
            Bytes => "[]uint8".to_owned(),
            Any | SchemaOrList | SchemaOrBool | SchemaOrStrings => "interface {}".to_owned(),
            ObjectMeta => "v1.ObjectMeta".to_owned(),
            List(element) => format!("[]{}", element.name(package)),
            Map(element) => format!("map[string]{}", element.name(package)),
            GoType::Struct(of) => format!("{package}.{}", of.name),
            Schema => format!("{package}.{}", JSON_SCHEMA_PROPS.name),
        }
    }

    /// Returns `true` for a type with a custom decoder, which stops at the first mismatch.
    pub(super) fn has_own_reader(self) -> bool {
        matches!(self, SchemaOrList | SchemaOrBool | SchemaOrStrings)
    }
}

/// The CRD type of `v1`.
pub(super) static DEFINITION_V1: Struct = Struct {
    name: "CustomResourceDefinition",
    fields: &[
        ("apiVersion", STRING),
        ("kind", STRING),
        ("metadata", ObjectMeta),
        ("spec", GoType::Struct(&SPEC_V1)),
        ("status", GoType::Struct(&STATUS)),
    ],
};

/// The CRD type of `v1beta1`.
pub(super) static DEFINITION_V1BETA1: Struct = Struct {
    name: "CustomResourceDefinition",
    fields: &[
        ("apiVersion", STRING),
        ("kind", STRING),
        ("metadata", ObjectMeta),
        ("spec", GoType::Struct(&SPEC_V1BETA1)),
        ("status", GoType::Struct(&STATUS)),
    ],
};

static SPEC_V1: Struct = Struct {
    name: "CustomResourceDefinitionSpec",
    fields: &[
        ("group", STRING),
        ("names", GoType::Struct(&NAMES)),
        ("scope", GoType::String("v1.ResourceScope")),
        ("versions", List(&GoType::Struct(&VERSION_V1))),
        ("conversion", GoType::Struct(&CONVERSION_V1)),
        ("preserveUnknownFields", Bool),
    ],
};

static SPEC_V1BETA1: Struct = Struct {
    name: "CustomResourceDefinitionSpec",
    fields: &[
        ("group", STRING),
        ("version", STRING),
        ("names", GoType::Struct(&NAMES)),
        ("scope", GoType::String("v1beta1.ResourceScope")),
        ("validation", GoType::Struct(&VALIDATION)),
        ("subresources", GoType::Struct(&SUBRESOURCES)),
        ("versions", List(&GoType::Struct(&VERSION_V1BETA1))),
        ("additionalPrinterColumns", List(&GoType::Struct(&COLUMN_V1BETA1))),
        ("selectableFields", List(&GoType::Struct(&SELECTABLE_FIELD))),
        ("conversion", GoType::Struct(&CONVERSION_V1BETA1)),
        ("preserveUnknownFields", Bool),
    ],
};

static NAMES: Struct = Struct {
    name: "CustomResourceDefinitionNames",
    fields: &[
        ("plural", STRING),
        ("singular", STRING),
        ("shortNames", STRINGS),
        ("kind", STRING),
        ("listKind", STRING),
        ("categories", STRINGS),
    ],
};

static VERSION_V1: Struct = Struct {
    name: "CustomResourceDefinitionVersion",
    fields: &[
        ("name", STRING),
        ("served", Bool),
        ("storage", Bool),
        ("deprecated", Bool),
        ("deprecationWarning", STRING),
        ("schema", GoType::Struct(&VALIDATION)),
        ("subresources", GoType::Struct(&SUBRESOURCES)),
        ("additionalPrinterColumns", List(&GoType::Struct(&COLUMN_V1))),
        ("selectableFields", List(&GoType::Struct(&SELECTABLE_FIELD))),
    ],
};

static VERSION_V1BETA1: Struct = Struct {
    name: "CustomResourceDefinitionVersion",
    fields: &[
        ("name", STRING),
        ("served", Bool),
        ("storage", Bool),
        ("deprecated", Bool),
        ("deprecationWarning", STRING),
        ("schema", GoType::Struct(&VALIDATION)),
        ("subresources", GoType::Struct(&SUBRESOURCES)),
        ("additionalPrinterColumns", List(&GoType::Struct(&COLUMN_V1BETA1))),
        ("selectableFields", List(&GoType::Struct(&SELECTABLE_FIELD))),
    ],
};

static VALIDATION: Struct = Struct { name: "CustomResourceValidation", fields: &[("openAPIV3Schema", Schema)] };

static SUBRESOURCES: Struct = Struct {
    name: "CustomResourceSubresources",
    fields: &[("status", GoType::Struct(&SUBRESOURCE_STATUS)), ("scale", GoType::Struct(&SUBRESOURCE_SCALE))],
};

static SUBRESOURCE_STATUS: Struct = Struct { name: "CustomResourceSubresourceStatus", fields: &[] };

static SUBRESOURCE_SCALE: Struct = Struct {
    name: "CustomResourceSubresourceScale",
    fields: &[("specReplicasPath", STRING), ("statusReplicasPath", STRING), ("labelSelectorPath", STRING)],
};

static COLUMN_V1: Struct = Struct {
    name: "CustomResourceColumnDefinition",
    fields: &[
        ("name", STRING),
        ("type", STRING),
        ("format", STRING),
        ("description", STRING),
        ("priority", Int32),
        ("jsonPath", STRING),
    ],
};

static COLUMN_V1BETA1: Struct = Struct {
    name: "CustomResourceColumnDefinition",
    fields: &[
        ("name", STRING),
        ("type", STRING),
        ("format", STRING),
        ("description", STRING),
        ("priority", Int32),
        ("JSONPath", STRING),
    ],
};

static SELECTABLE_FIELD: Struct = Struct { name: "SelectableField", fields: &[("jsonPath", STRING)] };

static CONVERSION_V1: Struct = Struct {
    name: "CustomResourceConversion",
    fields: &[
        ("strategy", GoType::String("v1.ConversionStrategyType")),
        ("webhook", GoType::Struct(&WEBHOOK_CONVERSION)),
    ],
};

static WEBHOOK_CONVERSION: Struct = Struct {
    name: "WebhookConversion",
    fields: &[("clientConfig", GoType::Struct(&CLIENT_CONFIG)), ("conversionReviewVersions", STRINGS)],
};

static CONVERSION_V1BETA1: Struct = Struct {
    name: "CustomResourceConversion",
    fields: &[
        ("strategy", GoType::String("v1beta1.ConversionStrategyType")),
        ("webhookClientConfig", GoType::Struct(&CLIENT_CONFIG)),
        ("conversionReviewVersions", STRINGS),
    ],
};

static CLIENT_CONFIG: Struct = Struct {
    name: "WebhookClientConfig",
    fields: &[("url", STRING), ("service", GoType::Struct(&SERVICE)), ("caBundle", Bytes)],
};

static SERVICE: Struct = Struct {
    name: "ServiceReference",
    fields: &[("namespace", STRING), ("name", STRING), ("path", STRING), ("port", Int32)],
};

static STATUS: Struct = Struct {
    name: "CustomResourceDefinitionStatus",
    fields: &[
        ("conditions", List(&Any)),
        ("acceptedNames", GoType::Struct(&NAMES)),
        ("storedVersions", STRINGS),
        ("observedGeneration", Int64),
    ],
};

pub(super) static JSON_SCHEMA_PROPS: Struct = Struct {
    name: "JSONSchemaProps",
    fields: &[
        ("id", STRING),
        ("$schema", GoType::String("v1.JSONSchemaURL")),
        ("$ref", STRING),
        ("description", STRING),
        ("type", STRING),
        ("format", STRING),
        ("title", STRING),
        ("default", Any),
        ("maximum", Float64),
        ("exclusiveMaximum", Bool),
        ("minimum", Float64),
        ("exclusiveMinimum", Bool),
        ("maxLength", Int64),
        ("minLength", Int64),
        ("pattern", STRING),
        ("maxItems", Int64),
        ("minItems", Int64),
        ("uniqueItems", Bool),
        ("multipleOf", Float64),
        ("enum", List(&Any)),
        ("maxProperties", Int64),
        ("minProperties", Int64),
        ("required", STRINGS),
        ("items", SchemaOrList),
        ("allOf", SCHEMAS),
        ("oneOf", SCHEMAS),
        ("anyOf", SCHEMAS),
        ("not", Schema),
        ("properties", SCHEMA_MAP),
        ("additionalProperties", SchemaOrBool),
        ("patternProperties", SCHEMA_MAP),
        ("dependencies", Map(&SchemaOrStrings)),
        ("additionalItems", SchemaOrBool),
        ("definitions", SCHEMA_MAP),
        ("externalDocs", GoType::Struct(&EXTERNAL_DOCUMENTATION)),
        ("example", Any),
        ("nullable", Bool),
        ("x-kubernetes-preserve-unknown-fields", Bool),
        ("x-kubernetes-embedded-resource", Bool),
        ("x-kubernetes-int-or-string", Bool),
        ("x-kubernetes-list-map-keys", STRINGS),
        ("x-kubernetes-list-type", STRING),
        ("x-kubernetes-map-type", STRING),
        ("x-kubernetes-validations", List(&GoType::Struct(&VALIDATION_RULE))),
    ],
};

static EXTERNAL_DOCUMENTATION: Struct =
    Struct { name: "ExternalDocumentation", fields: &[("description", STRING), ("url", STRING)] };

static VALIDATION_RULE: Struct = Struct {
    name: "ValidationRule",
    fields: &[
        ("rule", STRING),
        ("message", STRING),
        ("messageExpression", STRING),
        ("reason", GoType::String("v1.FieldValueErrorReason")),
        ("fieldPath", STRING),
        ("optionalOldSelf", Bool),
    ],
};
