//! Meanings of controller-gen markers.

use super::value::Value;

/// The meaning of a marker.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "each is the marker of its name in the table")]
#[non_exhaustive]
pub enum Marker {
    Maximum(f64),
    Minimum(f64),
    MultipleOf(f64),
    ExclusiveMaximum(bool),
    ExclusiveMinimum(bool),
    MaxLength(i64),
    MinLength(i64),
    Pattern(String),
    MaxItems(i64),
    MinItems(i64),
    UniqueItems(bool),
    MaxProperties(i64),
    MinProperties(i64),
    Enum(Vec<Value>),
    Format(String),
    Type(String),
    PreserveUnknownFields,
    EmbeddedResource,
    IntOrString,
    Rule(ValidationRule),
    OneOf(Counted, Vec<String>),
    EnumOfConstants,
    EnumOnField,
    Required,
    Optional,
    PlainRequired,
    PlainOptional,
    Nullable,
    Default(Value),
    PlainDefault(Value),
    Example(Value),
    Title(Value),
    Schemaless,
    Immutable,
    ExternalDocs { url: String, description: String },
    ListType(String),
    ListMapKey(String),
    MapType(String),
    StructType(String),
    GroupName(String),
    VersionName(String),
    Skip,
    Status,
    Scale { spec: String, status: String, selector: Option<String> },
    PrintColumn(PrintColumn),
    Resource { path: String, singular: String, short_names: Vec<String>, categories: Vec<String>, scope: String },
    StorageVersion,
    SkipVersion,
    UnservedVersion,
    DeprecatedVersion(Option<String>),
    Metadata { annotations: Vec<String>, labels: Vec<String> },
    SelectableField(String),
}

/// The number of listed fields that may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// `AtMostOneOf`.
    AtMostOne,
    /// `ExactlyOneOf`.
    ExactlyOne,
    /// `AtLeastOneOf`.
    AtLeastOne,
}

/// The arguments of `XValidation`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of x-kubernetes-validations")]
#[non_exhaustive]
pub struct ValidationRule {
    pub rule: String,
    pub message: String,
    pub message_expression: String,
    pub reason: String,
    pub field_path: String,
    pub optional_old_self: Option<bool>,
}

impl ValidationRule {
    /// Creates a rule with its message.
    pub fn new(rule: String, message: String) -> Self {
        ValidationRule { rule, message, ..ValidationRule::default() }
    }
}

/// The arguments of `printcolumn`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of additionalPrinterColumns")]
#[non_exhaustive]
pub struct PrintColumn {
    pub name: String,
    pub column_type: String,
    pub json_path: String,
    pub description: String,
    pub format: String,
    pub priority: i64,
}
