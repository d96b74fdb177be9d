//! Formats tags for `idlgen dump tags`.

use std::fmt::Write;

use idlgen_runtime::go;

use super::{DefaultValue, Dialect, Meaning, Nested, OneOf, Rule, Tag};
use crate::source::SourceMap;

/// Formats one line per tag, in order: its location, dialect, name and meaning.
///
/// ```text
/// types.go:12:5 plain +maxLength: maxLength 20
/// ```
pub fn dump(tags: &[Tag], sources: &SourceMap) -> String {
    let mut text = String::new();
    for tag in tags {
        let place = sources.line_column(tag.span.file, tag.span.start);
        let path = sources.path(tag.span.file).display();
        let (dialect, meaning) = (dialect(tag.dialect), meaning(&tag.meaning));
        let _ = writeln!(text, "{path}:{}:{} {dialect} +{}: {meaning}", place.line, place.column, tag.name);
    }
    text
}

fn dialect(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Plain => "plain",
        Dialect::KubeOpenApi => "openapi-gen",
        Dialect::Declarative => "validation-gen",
        Dialect::Kubebuilder => "kubebuilder",
        Dialect::FeatureGates => "feature gates",
        Dialect::Foreign => "foreign",
    }
}

/// Formats the meaning of a tag on one line.
fn meaning(meaning: &Meaning) -> String {
    let quote = go::quote;
    match meaning {
        Meaning::Constraint(constraint) => constraint.to_string(),
        Meaning::Required => "required".to_owned(),
        Meaning::Optional => "optional".to_owned(),
        Meaning::Default(DefaultValue::Json(json)) => format!("default {}", go::to_json(json)),
        Meaning::Default(DefaultValue::Reference { package: None, name }) => format!("default constant {name}"),
        Meaning::Default(DefaultValue::Reference { package: Some(package), name }) => {
            format!("default constant {package}.{name}")
        }
        Meaning::Default(DefaultValue::Constant { reference, value }) => {
            format!("default {} constant {reference}", go::to_json(value))
        }
        Meaning::Default(DefaultValue::Empty) => "default nothing in it".to_owned(),
        Meaning::Default(DefaultValue::Unsaid) => "no default".to_owned(),
        Meaning::Enum => "enum of the type's constants".to_owned(),
        Meaning::ListType(name) => format!("list type {}", quote(name)),
        Meaning::ListMapKey(name) => format!("list map key {}", quote(name)),
        Meaning::MapType(name) => format!("map type {}", quote(name)),
        Meaning::StructType(name) => format!("struct type {}", quote(name)),
        Meaning::Rule(rule) => rule_text(rule),
        Meaning::NameFormat(format) => format!("name format {}", quote(format)),
        Meaning::Immutable => "immutable".to_owned(),
        Meaning::MutuallyExclusive(names) => format!("mutually exclusive {}", list(names)),
        Meaning::OneOf(how, names) => {
            let how = match how {
                OneOf::AtMost => "at most",
                OneOf::Exactly => "exactly",
                OneOf::AtLeast => "at least",
            };
            format!("{how} one of {}", list(names))
        }
        Meaning::SchemaType(schema_type) => {
            format!("type {}", schema_type.map_or("unsaid", idlgen_validate::schema::SchemaType::name))
        }
        Meaning::Schemaless => "schemaless".to_owned(),
        Meaning::Contextual { discriminator, value } => {
            format!("contextual {} is {}", quote(discriminator), quote(value))
        }
        Meaning::ErrorMessage { keyword, message, reason } => {
            let reason = reason.as_ref().map_or_else(String::new, |reason| format!(" reason {}", reason.name()));
            format!("error of {keyword} message {}{reason}", quote(message))
        }
        Meaning::Override { path, tag } => format!("override {}: {}", list(path), self::meaning(&tag.meaning)),
        Meaning::Title(title) => format!("title {}", quote(title)),
        Meaning::IntOrString => "int or string".to_owned(),
        Meaning::EmbeddedResource => "embedded resource".to_owned(),
        Meaning::PreserveUnknownFields => "preserve unknown fields".to_owned(),
        Meaning::GroupName(name) => format!("group {}", quote(name)),
        Meaning::CustomResource(said) => said.to_string(),
        Meaning::Client(said) => said.to_string(),
        Meaning::Lifecycle(said) => said.to_string(),
        Meaning::Example(value) => format!("example {value}"),
        Meaning::ExternalDocs { url, description } => {
            let description = description.as_deref().map_or_else(String::new, |text| format!(" {}", quote(text)));
            format!("external documentation {}{description}", quote(url))
        }
        Meaning::Published(publish) => if *publish { "published" } else { "not published" }.to_owned(),
        Meaning::Extension { name, value } => format!("extension {name} {}", quote(value)),
        Meaning::ModelPackage(prefix) => format!("model package {}", quote(prefix)),
        Meaning::PatchStrategy(strategy) => format!("patch strategy {}", quote(strategy)),
        Meaning::PatchMergeKey(key) => format!("patch merge key {}", quote(key)),
        Meaning::Union => "union".to_owned(),
        Meaning::UnionDiscriminator => "union discriminator".to_owned(),
        Meaning::UnionDeprecated => "union member".to_owned(),
        Meaning::Nested { nested, tag } => {
            let place = match nested {
                Nested::Items => "items".to_owned(),
                Nested::Values => "values".to_owned(),
                Nested::Elements => "elements".to_owned(),
                Nested::Property(name) => format!("property {}", quote(name)),
            };
            format!("of {place}: {}", self::meaning(&tag.meaning))
        }
        Meaning::Gate(condition) => format!("there if {condition}"),
        Meaning::Gated(gated) => format!("if {}: {}", gated.condition, self::meaning(&gated.tag.meaning)),
        Meaning::IpAddressItems => "IP address items".to_owned(),
        Meaning::Holding(tag) => format!("holding +{}", tag.name),
        Meaning::Refused(diagnostic) => format!("refused: {}", diagnostic.message),
        Meaning::Recognised => "recognised".to_owned(),
        Meaning::Malformed => "malformed".to_owned(),
    }
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| go::quote(name)).collect::<Vec<_>>().join(" ")
}

fn rule_text(rule: &Rule) -> String {
    let mut text = format!("rule {}", go::quote(&rule.rule));
    let mut add = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = write!(text, " {key} {value}");
        }
    };
    add("message", rule.message.as_deref().map(go::quote));
    add("messageExpression", rule.message_expression.as_deref().map(go::quote));
    add("reason", rule.reason.as_ref().map(|reason| reason.name().to_owned()));
    add("fieldPath", rule.field_path.as_deref().map(go::quote));
    add("optionalOldSelf", rule.optional_old_self.map(|flag| flag.to_string()));
    add("from", rule.sugar.clone());
    text
}
