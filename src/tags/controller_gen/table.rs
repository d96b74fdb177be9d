//! Every marker that controller-gen defines (`pkg/crd/markers.AllDefinitions`), with the version that brought it.

use super::{
    definition::{Argument, Arguments, Definition, Form, Target},
    marker::{Counted, Marker, PrintColumn, ValidationRule},
    value::{Kind, Value},
};

/// The definitions. Those of `kubebuilder:validation:items:` are the rows that say so.
pub static TABLE: &[Definition] = &[
    Definition {
        name: "kubebuilder:validation:Maximum",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Number, optional: false },
        meaning: |mut given| Marker::Maximum(given.number()),
    },
    Definition {
        name: "kubebuilder:validation:Minimum",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Number, optional: false },
        meaning: |mut given| Marker::Minimum(given.number()),
    },
    Definition {
        name: "kubebuilder:validation:MultipleOf",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Number, optional: false },
        meaning: |mut given| Marker::MultipleOf(given.number()),
    },
    Definition {
        name: "kubebuilder:validation:ExclusiveMaximum",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Boolean, optional: false },
        meaning: |mut given| Marker::ExclusiveMaximum(given.boolean().unwrap_or_default()),
    },
    Definition {
        name: "kubebuilder:validation:ExclusiveMinimum",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Boolean, optional: false },
        meaning: |mut given| Marker::ExclusiveMinimum(given.boolean().unwrap_or_default()),
    },
    Definition {
        name: "kubebuilder:validation:UniqueItems",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Boolean, optional: false },
        meaning: |mut given| Marker::UniqueItems(given.boolean().unwrap_or_default()),
    },
    Definition {
        name: "kubebuilder:validation:MaxLength",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Integer, optional: false },
        meaning: |mut given| Marker::MaxLength(given.integer()),
    },
    Definition {
        name: "kubebuilder:validation:MinLength",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Integer, optional: false },
        meaning: |mut given| Marker::MinLength(given.integer()),
    },
    Definition {
        name: "kubebuilder:validation:MaxItems",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Integer, optional: false },
        meaning: |mut given| Marker::MaxItems(given.integer()),
    },
    Definition {
        name: "kubebuilder:validation:MinItems",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Integer, optional: false },
        meaning: |mut given| Marker::MinItems(given.integer()),
    },
    Definition {
        name: "kubebuilder:validation:MaxProperties",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Integer, optional: false },
        meaning: |mut given| Marker::MaxProperties(given.integer()),
    },
    Definition {
        name: "kubebuilder:validation:MinProperties",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Integer, optional: false },
        meaning: |mut given| Marker::MinProperties(given.integer()),
    },
    Definition {
        name: "kubebuilder:validation:Pattern",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Text, optional: false },
        meaning: |mut given| Marker::Pattern(given.text()),
    },
    Definition {
        name: "kubebuilder:validation:Format",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Text, optional: false },
        meaning: |mut given| Marker::Format(given.text()),
    },
    Definition {
        name: "kubebuilder:validation:Type",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::Text, optional: false },
        meaning: |mut given| Marker::Type(given.text()),
    },
    Definition {
        name: "kubebuilder:validation:Enum",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Value { kind: || Kind::List(Box::new(Kind::Any)), optional: false },
        meaning: enumeration,
    },
    Definition {
        name: "kubebuilder:validation:XPreserveUnknownFields",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::PreserveUnknownFields,
    },
    Definition {
        name: "kubebuilder:validation:XEmbeddedResource",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::EmbeddedResource,
    },
    Definition {
        name: "kubebuilder:validation:XIntOrString",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::IntOrString,
    },
    Definition {
        name: "kubebuilder:validation:XValidation",
        targets: &[Target::Field, Target::Type],
        for_items: true,
        since: 14,
        form: Form::Named(VALIDATION_RULE),
        meaning: validation_rule,
    },
    Definition {
        name: "kubebuilder:validation:Required",
        targets: &[Target::Field, Target::Package],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::Required,
    },
    Definition {
        name: "kubebuilder:validation:Optional",
        targets: &[Target::Field, Target::Package],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::Optional,
    },
    Definition {
        name: "required",
        targets: &[Target::Field],
        for_items: false,
        since: 16,
        form: Form::Nothing,
        meaning: |_| Marker::PlainRequired,
    },
    Definition {
        name: "optional",
        targets: &[Target::Field],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::PlainOptional,
    },
    Definition {
        name: "k8s:required",
        targets: &[Target::Field],
        for_items: false,
        since: 20,
        form: Form::Nothing,
        meaning: |_| Marker::PlainRequired,
    },
    Definition {
        name: "k8s:optional",
        targets: &[Target::Field],
        for_items: false,
        since: 20,
        form: Form::Nothing,
        meaning: |_| Marker::PlainOptional,
    },
    Definition {
        name: "nullable",
        targets: &[Target::Field],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::Nullable,
    },
    Definition {
        name: "kubebuilder:default",
        targets: &[Target::Field],
        for_items: false,
        since: 14,
        form: Form::Any,
        meaning: |mut given| Marker::Default(given.next().unwrap_or(Value::Nil)),
    },
    Definition {
        name: "default",
        targets: &[Target::Field],
        for_items: false,
        since: 16,
        form: Form::Json,
        meaning: |mut given| Marker::PlainDefault(given.next().unwrap_or(Value::Nil)),
    },
    Definition {
        name: "kubebuilder:example",
        targets: &[Target::Field],
        for_items: false,
        since: 14,
        form: Form::Any,
        meaning: |mut given| Marker::Example(given.next().unwrap_or(Value::Nil)),
    },
    Definition {
        name: "kubebuilder:validation:EmbeddedResource",
        targets: &[Target::Field],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::EmbeddedResource,
    },
    Definition {
        name: "kubebuilder:validation:Schemaless",
        targets: &[Target::Field],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::Schemaless,
    },
    Definition {
        name: "k8s:immutable",
        targets: &[Target::Field],
        for_items: false,
        since: 21,
        form: Form::Nothing,
        meaning: |_| Marker::Immutable,
    },
    Definition {
        name: "kubebuilder:validation:AtMostOneOf",
        targets: &[Target::Type],
        for_items: false,
        since: 19,
        form: Form::Value { kind: || Kind::List(Box::new(Kind::Text)), optional: false },
        meaning: |mut given| Marker::OneOf(Counted::AtMostOne, given.texts()),
    },
    Definition {
        name: "kubebuilder:validation:ExactlyOneOf",
        targets: &[Target::Type],
        for_items: false,
        since: 19,
        form: Form::Value { kind: || Kind::List(Box::new(Kind::Text)), optional: false },
        meaning: |mut given| Marker::OneOf(Counted::ExactlyOne, given.texts()),
    },
    Definition {
        name: "kubebuilder:validation:AtLeastOneOf",
        targets: &[Target::Type],
        for_items: false,
        since: 20,
        form: Form::Value { kind: || Kind::List(Box::new(Kind::Text)), optional: false },
        meaning: |mut given| Marker::OneOf(Counted::AtLeastOne, given.texts()),
    },
    Definition {
        name: "k8s:enum",
        targets: &[Target::Type],
        for_items: false,
        since: 21,
        form: Form::Nothing,
        meaning: |_| Marker::EnumOfConstants,
    },
    Definition {
        name: "k8s:enum",
        targets: &[Target::Field],
        for_items: false,
        since: 21,
        form: Form::Nothing,
        meaning: |_| Marker::EnumOnField,
    },
    Definition {
        name: "kubebuilder:pruning:PreserveUnknownFields",
        targets: &[Target::Field, Target::Type],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::PreserveUnknownFields,
    },
    Definition {
        name: "kubebuilder:title",
        targets: &[Target::Field, Target::Type],
        for_items: false,
        since: 18,
        form: Form::Any,
        meaning: |mut given| Marker::Title(given.next().unwrap_or(Value::Nil)),
    },
    Definition {
        name: "kubebuilder:subresource:status",
        targets: &[Target::Type],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::Status,
    },
    Definition {
        name: "kubebuilder:subresource:scale",
        targets: &[Target::Type],
        for_items: false,
        since: 14,
        form: Form::Named(SCALE),
        meaning: scale,
    },
    Definition {
        name: "kubebuilder:printcolumn",
        targets: &[Target::Type],
        for_items: false,
        since: 14,
        form: Form::Named(PRINT_COLUMN),
        meaning: print_column,
    },
    Definition {
        name: "kubebuilder:resource",
        targets: &[Target::Type],
        for_items: false,
        since: 14,
        form: Form::Named(RESOURCE),
        meaning: resource,
    },
    Definition {
        name: "kubebuilder:storageversion",
        targets: &[Target::Type],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::StorageVersion,
    },
    Definition {
        name: "kubebuilder:skipversion",
        targets: &[Target::Type],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::SkipVersion,
    },
    Definition {
        name: "kubebuilder:unservedversion",
        targets: &[Target::Type],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::UnservedVersion,
    },
    Definition {
        name: "kubebuilder:deprecatedversion",
        targets: &[Target::Type],
        for_items: false,
        since: 14,
        form: Form::Named(DEPRECATED_VERSION),
        meaning: |mut given| Marker::DeprecatedVersion(given.optional_text()),
    },
    Definition {
        name: "kubebuilder:metadata",
        targets: &[Target::Type],
        for_items: false,
        since: 14,
        form: Form::Named(METADATA),
        meaning: |mut given| Marker::Metadata { annotations: given.texts(), labels: given.texts() },
    },
    Definition {
        name: "kubebuilder:selectablefield",
        targets: &[Target::Type],
        for_items: false,
        since: 16,
        form: Form::Named(SELECTABLE_FIELD),
        meaning: |mut given| Marker::SelectableField(given.text()),
    },
    Definition {
        name: "kubebuilder:externalDocs",
        targets: &[Target::Field, Target::Type],
        for_items: false,
        since: 21,
        form: Form::Named(EXTERNAL_DOCS),
        meaning: |mut given| Marker::ExternalDocs { url: given.text(), description: given.text() },
    },
    Definition {
        name: "listType",
        targets: &[Target::Field, Target::Type],
        for_items: false,
        since: 14,
        form: Form::Value { kind: || Kind::Text, optional: false },
        meaning: |mut given| Marker::ListType(given.text()),
    },
    Definition {
        name: "k8s:listType",
        targets: &[Target::Field, Target::Type],
        for_items: false,
        since: 22,
        form: Form::Value { kind: || Kind::Text, optional: false },
        meaning: |mut given| Marker::ListType(given.text()),
    },
    Definition {
        name: "listMapKey",
        targets: &[Target::Field, Target::Type],
        for_items: false,
        since: 14,
        form: Form::Value { kind: || Kind::Text, optional: false },
        meaning: |mut given| Marker::ListMapKey(given.text()),
    },
    Definition {
        name: "k8s:listMapKey",
        targets: &[Target::Field, Target::Type],
        for_items: false,
        since: 22,
        form: Form::Value { kind: || Kind::Text, optional: false },
        meaning: |mut given| Marker::ListMapKey(given.text()),
    },
    Definition {
        name: "mapType",
        targets: &[Target::Field, Target::Type],
        for_items: false,
        since: 14,
        form: Form::Value { kind: || Kind::Text, optional: false },
        meaning: |mut given| Marker::MapType(given.text()),
    },
    Definition {
        name: "structType",
        targets: &[Target::Field, Target::Type],
        for_items: false,
        since: 14,
        form: Form::Value { kind: || Kind::Text, optional: false },
        meaning: |mut given| Marker::StructType(given.text()),
    },
    Definition {
        name: "groupName",
        targets: &[Target::Package],
        for_items: false,
        since: 14,
        form: Form::Value { kind: || Kind::Text, optional: true },
        meaning: |mut given| Marker::GroupName(given.text()),
    },
    Definition {
        name: "versionName",
        targets: &[Target::Package],
        for_items: false,
        since: 14,
        form: Form::Value { kind: || Kind::Text, optional: false },
        meaning: |mut given| Marker::VersionName(given.text()),
    },
    Definition {
        name: "kubebuilder:skip",
        targets: &[Target::Package],
        for_items: false,
        since: 14,
        form: Form::Nothing,
        meaning: |_| Marker::Skip,
    },
];

const VALIDATION_RULE: &[Argument] = &[
    Argument { name: "rule", field: "Rule", kind: || Kind::Text, optional: false, pointer: false, since: 14 },
    Argument { name: "message", field: "Message", kind: || Kind::Text, optional: true, pointer: false, since: 14 },
    Argument {
        name: "messageExpression",
        field: "MessageExpression",
        kind: || Kind::Text,
        optional: true,
        pointer: false,
        since: 15,
    },
    Argument { name: "reason", field: "Reason", kind: || Kind::Text, optional: true, pointer: false, since: 16 },
    Argument { name: "fieldPath", field: "FieldPath", kind: || Kind::Text, optional: true, pointer: false, since: 16 },
    Argument {
        name: "optionalOldSelf",
        field: "OptionalOldSelf",
        kind: || Kind::Boolean,
        optional: true,
        pointer: true,
        since: 17,
    },
];

const SCALE: &[Argument] = &[
    Argument { name: "specpath", field: "SpecPath", kind: || Kind::Text, optional: false, pointer: false, since: 14 },
    Argument {
        name: "statuspath",
        field: "StatusPath",
        kind: || Kind::Text,
        optional: false,
        pointer: false,
        since: 14,
    },
    Argument {
        name: "selectorpath",
        field: "SelectorPath",
        kind: || Kind::Text,
        optional: true,
        pointer: true,
        since: 14,
    },
];

const PRINT_COLUMN: &[Argument] = &[
    Argument { name: "name", field: "Name", kind: || Kind::Text, optional: false, pointer: false, since: 14 },
    Argument { name: "type", field: "Type", kind: || Kind::Text, optional: false, pointer: false, since: 14 },
    Argument { name: "JSONPath", field: "JSONPath", kind: || Kind::Text, optional: false, pointer: false, since: 14 },
    Argument {
        name: "description",
        field: "Description",
        kind: || Kind::Text,
        optional: true,
        pointer: false,
        since: 14,
    },
    Argument { name: "format", field: "Format", kind: || Kind::Text, optional: true, pointer: false, since: 14 },
    Argument {
        name: "priority",
        field: "Priority",
        kind: || Kind::Integer32,
        optional: true,
        pointer: false,
        since: 14,
    },
];

const RESOURCE: &[Argument] = &[
    Argument { name: "path", field: "Path", kind: || Kind::Text, optional: true, pointer: false, since: 14 },
    Argument {
        name: "shortName",
        field: "ShortName",
        kind: || Kind::List(Box::new(Kind::Text)),
        optional: true,
        pointer: false,
        since: 14,
    },
    Argument {
        name: "categories",
        field: "Categories",
        kind: || Kind::List(Box::new(Kind::Text)),
        optional: true,
        pointer: false,
        since: 14,
    },
    Argument { name: "singular", field: "Singular", kind: || Kind::Text, optional: true, pointer: false, since: 14 },
    Argument { name: "scope", field: "Scope", kind: || Kind::Text, optional: true, pointer: false, since: 14 },
];

const DEPRECATED_VERSION: &[Argument] =
    &[Argument { name: "warning", field: "Warning", kind: || Kind::Text, optional: true, pointer: true, since: 14 }];

const METADATA: &[Argument] = &[
    Argument {
        name: "annotations",
        field: "Annotations",
        kind: || Kind::List(Box::new(Kind::Text)),
        optional: true,
        pointer: false,
        since: 14,
    },
    Argument {
        name: "labels",
        field: "Labels",
        kind: || Kind::List(Box::new(Kind::Text)),
        optional: true,
        pointer: false,
        since: 14,
    },
];

const SELECTABLE_FIELD: &[Argument] = &[Argument {
    name: "JSONPath",
    field: "JSONPath",
    kind: || Kind::Text,
    optional: false,
    pointer: false,
    since: 14,
}];

const EXTERNAL_DOCS: &[Argument] = &[
    Argument { name: "url", field: "URL", kind: || Kind::Text, optional: false, pointer: false, since: 14 },
    Argument {
        name: "description",
        field: "Description",
        kind: || Kind::Text,
        optional: true,
        pointer: false,
        since: 14,
    },
];

fn enumeration(mut given: Arguments) -> Marker {
    match given.next() {
        Some(Value::List { items: Some(items), .. }) => Marker::Enum(items),
        _ => Marker::Enum(Vec::new()),
    }
}

fn validation_rule(mut given: Arguments) -> Marker {
    Marker::Rule(ValidationRule {
        rule: given.text(),
        message: given.text(),
        message_expression: given.text(),
        reason: given.text(),
        field_path: given.text(),
        optional_old_self: given.boolean(),
    })
}

fn scale(mut given: Arguments) -> Marker {
    Marker::Scale { spec: given.text(), status: given.text(), selector: given.optional_text() }
}

fn print_column(mut given: Arguments) -> Marker {
    Marker::PrintColumn(PrintColumn {
        name: given.text(),
        column_type: given.text(),
        json_path: given.text(),
        description: given.text(),
        format: given.text(),
        priority: given.integer(),
    })
}

fn resource(mut given: Arguments) -> Marker {
    let path = given.text();
    let (short_names, categories) = (given.texts(), given.texts());
    Marker::Resource { path, short_names, categories, singular: given.text(), scope: given.text() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tags::controller_gen::{Grammar, read};

    #[test]
    fn there_are_as_many_definitions_as_controller_gen_has() {
        let count: usize = TABLE.iter().map(|row| row.targets.len() * if row.for_items { 2 } else { 1 }).sum();
        assert_eq!(count, 131);
    }

    #[test]
    fn markers_are_read_as_controller_gen_reads_them() {
        for (marker, target, value, errors) in [
            ("+kubebuilder:validation:Maximum:=10", Target::Field, "10", vec![]),
            ("+kubebuilder:validation:Enum=a ; b", Target::Type, r#"["","b"]"#, vec![]),
            ("+kubebuilder:default={a: 1, b: {x}}", Target::Field, r#"{"Value":{"a":1,"b":["x"]}}"#, vec![]),
            ("+kubebuilder:default=100Mi", Target::Field, r#"{"Value":"100Mi"}"#, vec![]),
            ("+kubebuilder:validation:MaxLength", Target::Field, "0", vec!["missing argument \"\" (at <input>)"]),
            (
                "+kubebuilder:validation:items:Maximum=1 # c",
                Target::Field,
                "1",
                vec!["extra arguments provided: \"# c\" (at <input>:1:3)"],
            ),
            ("+kubebuilder:selectablefield:JSONPath=.a", Target::Type, r#"{"JSONPath":".a"}"#, vec![]),
        ] {
            let read = read(marker, target, Grammar::of(22)).unwrap();
            assert_eq!(
                (read.value.to_string().as_str(), read.errors),
                (value, errors.iter().map(ToString::to_string).collect()),
                "{marker}"
            );
        }
    }

    #[test]
    fn what_a_version_does_not_know_it_passes_over() {
        assert!(read("+kubebuilder:title=x", Target::Field, Grammar::of(17)).is_none());
        assert!(read("+kubebuilder:title=x", Target::Field, Grammar::of(18)).is_some());
        assert!(read("+optional", Target::Type, Grammar::of(22)).is_none());
        assert!(read("+kubebuilder:validation:XValidation:rule:=x", Target::Field, Grammar::of(22)).is_none());
        let old = read("+kubebuilder:default=100Mi", Target::Field, Grammar::of(21)).unwrap();
        assert_eq!(old.errors, ["extra arguments provided: \"Mi\" (at <input>:1:4)"]);
    }
}
