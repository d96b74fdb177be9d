//! Every marker that controller-gen defines (`pkg/crd/markers.AllDefinitions`), with the version that introduced it.

use super::{
    definition::{Argument, ArgumentSyntax, Arguments, Definition, Target},
    marker::{Counted, Marker, PrintColumn, ValidationRule},
    value::{Kind, Value},
};

const FIELD: &[Target] = &[Target::Field];
const TYPE: &[Target] = &[Target::Type];
const PACKAGE: &[Target] = &[Target::Package];
const BOTH: &[Target] = &[Target::Field, Target::Type];
const FIELD_AND_PACKAGE: &[Target] = &[Target::Field, Target::Package];

const NOTHING: ArgumentSyntax = ArgumentSyntax::Nothing;
const INTEGER: ArgumentSyntax = value(|| Kind::Integer);
const NUMBER: ArgumentSyntax = value(|| Kind::Number);
const TEXT: ArgumentSyntax = value(|| Kind::Text);
const BOOLEAN: ArgumentSyntax = value(|| Kind::Boolean);
const TEXTS: ArgumentSyntax = value(|| Kind::List(Box::new(Kind::Text)));
const VALUES: ArgumentSyntax = value(|| Kind::List(Box::new(Kind::Any)));
const OPTIONAL_TEXT: ArgumentSyntax = ArgumentSyntax::Value { kind: || Kind::Text, optional_since: Some(16) };

const fn value(kind: fn() -> Kind) -> ArgumentSyntax {
    ArgumentSyntax::Value { kind, optional_since: None }
}

/// Creates a marker for types and fields that also exists as a marker for list elements.
const fn limit(name: &'static str, form: ArgumentSyntax, meaning: fn(Arguments) -> Marker) -> Definition {
    Definition { name, targets: BOTH, for_items: true, since: 14, form, meaning }
}

/// Creates a marker that controller-gen 0.`since` introduced.
const fn row(
    name: &'static str,
    targets: &'static [Target],
    since: u16,
    form: ArgumentSyntax,
    meaning: fn(Arguments) -> Marker,
) -> Definition {
    Definition { name, targets, for_items: false, since, form, meaning }
}

/// The definitions. `limit` also defines the marker with the prefix `kubebuilder:validation:items:`.
#[rustfmt::skip]
pub static TABLE: &[Definition] = &[
    limit("kubebuilder:validation:Maximum", NUMBER, |mut it| Marker::Maximum(it.number())),
    limit("kubebuilder:validation:Minimum", NUMBER, |mut it| Marker::Minimum(it.number())),
    limit("kubebuilder:validation:MultipleOf", NUMBER, |mut it| Marker::MultipleOf(it.number())),
    limit("kubebuilder:validation:ExclusiveMaximum", BOOLEAN,
        |mut it| Marker::ExclusiveMaximum(it.boolean() == Some(true))),
    limit("kubebuilder:validation:ExclusiveMinimum", BOOLEAN,
        |mut it| Marker::ExclusiveMinimum(it.boolean() == Some(true))),
    limit("kubebuilder:validation:UniqueItems", BOOLEAN, |mut it| Marker::UniqueItems(it.boolean() == Some(true))),
    limit("kubebuilder:validation:MaxLength", INTEGER, |mut it| Marker::MaxLength(it.integer())),
    limit("kubebuilder:validation:MinLength", INTEGER, |mut it| Marker::MinLength(it.integer())),
    limit("kubebuilder:validation:MaxItems", INTEGER, |mut it| Marker::MaxItems(it.integer())),
    limit("kubebuilder:validation:MinItems", INTEGER, |mut it| Marker::MinItems(it.integer())),
    limit("kubebuilder:validation:MaxProperties", INTEGER, |mut it| Marker::MaxProperties(it.integer())),
    limit("kubebuilder:validation:MinProperties", INTEGER, |mut it| Marker::MinProperties(it.integer())),
    limit("kubebuilder:validation:Pattern", TEXT, |mut it| Marker::Pattern(it.text())),
    limit("kubebuilder:validation:Format", TEXT, |mut it| Marker::Format(it.text())),
    limit("kubebuilder:validation:Type", TEXT, |mut it| Marker::Type(it.text())),
    limit("kubebuilder:validation:Enum", VALUES, enumeration),
    limit("kubebuilder:validation:XPreserveUnknownFields", NOTHING, |_| Marker::PreserveUnknownFields),
    limit("kubebuilder:validation:XEmbeddedResource", NOTHING, |_| Marker::EmbeddedResource),
    limit("kubebuilder:validation:XIntOrString", NOTHING, |_| Marker::IntOrString),
    limit("kubebuilder:validation:XValidation", ArgumentSyntax::Named(VALIDATION_RULE), validation_rule),
    row("kubebuilder:validation:Required", FIELD_AND_PACKAGE, 14, NOTHING, |_| Marker::Required),
    row("kubebuilder:validation:Optional", FIELD_AND_PACKAGE, 14, NOTHING, |_| Marker::Optional),
    row("required", FIELD, 16, NOTHING, |_| Marker::PlainRequired),
    row("optional", FIELD, 14, NOTHING, |_| Marker::PlainOptional),
    row("k8s:required", FIELD, 20, NOTHING, |_| Marker::PlainRequired),
    row("k8s:optional", FIELD, 20, NOTHING, |_| Marker::PlainOptional),
    row("nullable", FIELD, 14, NOTHING, |_| Marker::Nullable),
    row("kubebuilder:default", FIELD, 14, ArgumentSyntax::Any, |mut it| Marker::Default(any(it.next()))),
    row("default", FIELD, 16, ArgumentSyntax::Json, |mut it| Marker::PlainDefault(any(it.next()))),
    row("kubebuilder:example", FIELD, 14, ArgumentSyntax::Any, |mut it| Marker::Example(any(it.next()))),
    row("kubebuilder:validation:EmbeddedResource", FIELD, 14, NOTHING, |_| Marker::EmbeddedResource),
    row("kubebuilder:validation:Schemaless", FIELD, 14, NOTHING, |_| Marker::Schemaless),
    row("k8s:immutable", FIELD, 21, NOTHING, |_| Marker::Immutable),
    row("kubebuilder:validation:AtMostOneOf", TYPE, 19, TEXTS,
        |mut it| Marker::OneOf(Counted::AtMostOne, it.strings())),
    row("kubebuilder:validation:ExactlyOneOf", TYPE, 19, TEXTS,
        |mut it| Marker::OneOf(Counted::ExactlyOne, it.strings())),
    row("kubebuilder:validation:AtLeastOneOf", TYPE, 20, TEXTS,
        |mut it| Marker::OneOf(Counted::AtLeastOne, it.strings())),
    row("k8s:enum", TYPE, 21, NOTHING, |_| Marker::EnumOfConstants),
    row("k8s:enum", FIELD, 21, NOTHING, |_| Marker::EnumOnField),
    row("kubebuilder:pruning:PreserveUnknownFields", BOTH, 14, NOTHING, |_| Marker::PreserveUnknownFields),
    row("kubebuilder:title", BOTH, 18, ArgumentSyntax::Any, |mut it| Marker::Title(any(it.next()))),
    row("kubebuilder:subresource:status", TYPE, 14, NOTHING, |_| Marker::Status),
    row("kubebuilder:subresource:scale", TYPE, 14, ArgumentSyntax::Named(SCALE), scale),
    row("kubebuilder:printcolumn", TYPE, 14, ArgumentSyntax::Named(PRINT_COLUMN), print_column),
    row("kubebuilder:resource", TYPE, 14, ArgumentSyntax::Named(RESOURCE), resource),
    row("kubebuilder:storageversion", TYPE, 14, NOTHING, |_| Marker::StorageVersion),
    row("kubebuilder:skipversion", TYPE, 14, NOTHING, |_| Marker::SkipVersion),
    row("kubebuilder:unservedversion", TYPE, 14, NOTHING, |_| Marker::UnservedVersion),
    row("kubebuilder:deprecatedversion", TYPE, 14, ArgumentSyntax::Named(DEPRECATED_VERSION),
        |mut it| Marker::DeprecatedVersion(it.optional_text())),
    row("kubebuilder:metadata", TYPE, 14, ArgumentSyntax::Named(METADATA),
        |mut it| Marker::Metadata { annotations: it.strings(), labels: it.strings() }),
    row("kubebuilder:selectablefield", TYPE, 16, ArgumentSyntax::Named(SELECTABLE_FIELD),
        |mut it| Marker::SelectableField(it.text())),
    row("kubebuilder:externalDocs", BOTH, 21, ArgumentSyntax::Named(EXTERNAL_DOCS),
        |mut it| Marker::ExternalDocs { url: it.text(), description: it.text() }),
    row("listType", BOTH, 14, TEXT, |mut it| Marker::ListType(it.text())),
    row("k8s:listType", BOTH, 22, TEXT, |mut it| Marker::ListType(it.text())),
    row("listMapKey", BOTH, 14, TEXT, |mut it| Marker::ListMapKey(it.text())),
    row("k8s:listMapKey", BOTH, 22, TEXT, |mut it| Marker::ListMapKey(it.text())),
    row("mapType", BOTH, 14, TEXT, |mut it| Marker::MapType(it.text())),
    row("structType", BOTH, 14, TEXT, |mut it| Marker::StructType(it.text())),
    row("groupName", PACKAGE, 14, OPTIONAL_TEXT, |mut it| Marker::GroupName(it.text())),
    row("versionName", PACKAGE, 14, TEXT, |mut it| Marker::VersionName(it.text())),
    row("kubebuilder:skip", PACKAGE, 14, NOTHING, |_| Marker::Skip),
];

fn any(value: Option<Value>) -> Value {
    value.unwrap_or(Value::Nil)
}

/// Creates a required argument.
const fn needed(name: &'static str, field: &'static str, kind: fn() -> Kind) -> Argument {
    Argument { name, field, kind, optional: false, pointer: false, since: 14 }
}

/// Creates an optional argument.
const fn optional(name: &'static str, field: &'static str, kind: fn() -> Kind) -> Argument {
    Argument { optional: true, ..needed(name, field, kind) }
}

/// Creates an argument for which Go distinguishes a missing value from an empty one.
const fn pointer(name: &'static str, field: &'static str, kind: fn() -> Kind) -> Argument {
    Argument { pointer: true, ..optional(name, field, kind) }
}

/// Sets the version of controller-gen, 0.`since`, that introduced an argument.
const fn from(since: u16, argument: Argument) -> Argument {
    Argument { since, ..argument }
}

const VALIDATION_RULE: &[Argument] = &[
    needed("rule", "Rule", || Kind::Text),
    optional("message", "Message", || Kind::Text),
    from(15, optional("messageExpression", "MessageExpression", || Kind::Text)),
    from(16, optional("reason", "Reason", || Kind::Text)),
    from(16, optional("fieldPath", "FieldPath", || Kind::Text)),
    from(17, pointer("optionalOldSelf", "OptionalOldSelf", || Kind::Boolean)),
];

const SCALE: &[Argument] = &[
    needed("specpath", "SpecPath", || Kind::Text),
    needed("statuspath", "StatusPath", || Kind::Text),
    pointer("selectorpath", "SelectorPath", || Kind::Text),
];

const PRINT_COLUMN: &[Argument] = &[
    needed("name", "Name", || Kind::Text),
    needed("type", "Type", || Kind::Text),
    needed("JSONPath", "JSONPath", || Kind::Text),
    optional("description", "Description", || Kind::Text),
    optional("format", "Format", || Kind::Text),
    optional("priority", "Priority", || Kind::Integer32),
];

const RESOURCE: &[Argument] = &[
    optional("path", "Path", || Kind::Text),
    optional("shortName", "ShortName", || Kind::List(Box::new(Kind::Text))),
    optional("categories", "Categories", || Kind::List(Box::new(Kind::Text))),
    optional("singular", "Singular", || Kind::Text),
    optional("scope", "Scope", || Kind::Text),
];

const DEPRECATED_VERSION: &[Argument] = &[pointer("warning", "Warning", || Kind::Text)];

const METADATA: &[Argument] = &[
    optional("annotations", "Annotations", || Kind::List(Box::new(Kind::Text))),
    optional("labels", "Labels", || Kind::List(Box::new(Kind::Text))),
];

const SELECTABLE_FIELD: &[Argument] = &[needed("JSONPath", "JSONPath", || Kind::Text)];

const EXTERNAL_DOCS: &[Argument] =
    &[needed("url", "URL", || Kind::Text), optional("description", "Description", || Kind::Text)];

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
    let (short_names, categories) = (given.strings(), given.strings());
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
