//! Formats tags for `idlgen dump tags`.

use std::fmt::Write;

use idlgen_runtime::go;

use super::{DefaultValue, Dialect, Nested, OneOf, Rule, Tag, TagKind};
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
fn meaning(meaning: &TagKind) -> String {
    let quote = go::quote;
    match meaning {
        TagKind::Constraint(constraint) => constraint.to_string(),
        TagKind::Required => "required".to_owned(),
        TagKind::Optional => "optional".to_owned(),
        TagKind::Default(DefaultValue::Json(json)) => format!("default {}", go::to_json(json)),
        TagKind::Default(DefaultValue::Reference { package: None, name }) => format!("default constant {name}"),
        TagKind::Default(DefaultValue::Reference { package: Some(package), name }) => {
            format!("default constant {package}.{name}")
        }
        TagKind::Default(DefaultValue::Constant { reference, value }) => {
            format!("default {} constant {reference}", go::to_json(value))
        }
        TagKind::Default(DefaultValue::Empty) => "default nothing in it".to_owned(),
        TagKind::Default(DefaultValue::Unsaid) => "no default".to_owned(),
        TagKind::Enum => "enum of the type's constants".to_owned(),
        TagKind::ListType(name) => format!("list type {}", quote(name)),
        TagKind::ListMapKey(name) => format!("list map key {}", quote(name)),
        TagKind::MapType(name) => format!("map type {}", quote(name)),
        TagKind::StructType(name) => format!("struct type {}", quote(name)),
        TagKind::Rule(rule) => rule_text(rule),
        TagKind::NameFormat(format) => format!("name format {}", quote(format)),
        TagKind::Immutable => "immutable".to_owned(),
        TagKind::MutuallyExclusive(names) => format!("mutually exclusive {}", list(names)),
        TagKind::OneOf(how, names) => {
            let how = match how {
                OneOf::AtMost => "at most",
                OneOf::Exactly => "exactly",
                OneOf::AtLeast => "at least",
            };
            format!("{how} one of {}", list(names))
        }
        TagKind::SchemaType(schema_type) => {
            format!("type {}", schema_type.map_or("unsaid", idlgen_schema::schema::SchemaType::name))
        }
        TagKind::Schemaless => "schemaless".to_owned(),
        TagKind::Contextual { discriminator, value } => {
            format!("contextual {} is {}", quote(discriminator), quote(value))
        }
        TagKind::ErrorMessage { keyword, message, reason } => {
            let reason = reason.as_ref().map_or_else(String::new, |reason| format!(" reason {}", reason.name()));
            format!("error of {keyword} message {}{reason}", quote(message))
        }
        TagKind::Override { path, tag } => format!("override {}: {}", list(path), self::meaning(&tag.meaning)),
        TagKind::Title(title) => format!("title {}", quote(title)),
        TagKind::IntOrString => "int or string".to_owned(),
        TagKind::EmbeddedResource => "embedded resource".to_owned(),
        TagKind::PreserveUnknownFields => "preserve unknown fields".to_owned(),
        TagKind::GroupName(name) => format!("group {}", quote(name)),
        TagKind::CustomResource(said) => said.to_string(),
        TagKind::Client(said) => said.to_string(),
        TagKind::Lifecycle(said) => said.to_string(),
        TagKind::Example(value) => format!("example {value}"),
        TagKind::ExternalDocs { url, description } => {
            let description = description.as_deref().map_or_else(String::new, |text| format!(" {}", quote(text)));
            format!("external documentation {}{description}", quote(url))
        }
        TagKind::Published(publish) => if *publish { "published" } else { "not published" }.to_owned(),
        TagKind::Extension { name, value } => format!("extension {name} {}", quote(value)),
        TagKind::ModelPackage(prefix) => format!("model package {}", quote(prefix)),
        TagKind::PatchStrategy(strategy) => format!("patch strategy {}", quote(strategy)),
        TagKind::PatchMergeKey(key) => format!("patch merge key {}", quote(key)),
        TagKind::Union => "union".to_owned(),
        TagKind::UnionDiscriminator => "union discriminator".to_owned(),
        TagKind::UnionDeprecated => "union member".to_owned(),
        TagKind::Nested { nested, tag } => {
            let place = match nested {
                Nested::Items => "items".to_owned(),
                Nested::Values => "values".to_owned(),
                Nested::Elements => "elements".to_owned(),
                Nested::Property(name) => format!("property {}", quote(name)),
            };
            format!("of {place}: {}", self::meaning(&tag.meaning))
        }
        TagKind::Gate(condition) => format!("there if {condition}"),
        TagKind::Gated(gated) => format!("if {}: {}", gated.condition, self::meaning(&gated.tag.meaning)),
        TagKind::IpAddressItems => "IP address items".to_owned(),
        TagKind::Holding(tag) => format!("holding +{}", tag.name),
        TagKind::Refused(diagnostic) => format!("refused: {}", diagnostic.message),
        TagKind::Recognised => "recognised".to_owned(),
        TagKind::Malformed => "malformed".to_owned(),
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
    add("publish", rule.unpublished.then(|| "false".to_owned()));
    add("from", rule.sugar.clone());
    text
}
