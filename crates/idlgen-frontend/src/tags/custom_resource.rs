//! controller-gen's markers for custom resources: names, versions, subresources, columns. This file contains everything
//! about them: their effects, their table rows, and their output in dumps.

use std::fmt::{self, Display, Formatter};

use idlgen_runtime::go;

use super::{
    TagKind, json_path,
    marker_arguments::Arguments,
    registry::{
        ArgumentsReader, Parameter, ParameterKind,
        definition::{Effect, KUBEBUILDER, TagDefinition, Target, ValueSyntax},
    },
    source_string::SourceString,
    value::one_of,
};
use crate::{
    diag::{Diagnostic, near},
    tags::codes,
};

/// The effect of a marker on a custom resource.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CustomResource {
    /// `+kubebuilder:resource`: names and scope.
    Resource(ResourceNames),
    /// `+kubebuilder:subresource:status`.
    StatusSubresource,
    /// `+kubebuilder:subresource:scale`: JSON paths.
    ScaleSubresource {
        /// The path of the desired number of replicas.
        spec_path: String,
        /// The path of the actual number of replicas.
        status_path: String,
        /// The path of the label selector.
        selector_path: Option<String>,
    },
    /// `+kubebuilder:printcolumn`.
    PrinterColumn(PrinterColumn),
    /// `+kubebuilder:storageversion`: objects are stored with this version.
    StorageVersion,
    /// `+kubebuilder:unservedversion`.
    UnservedVersion,
    /// `+kubebuilder:skipversion`: the version is omitted from the CRD.
    SkippedVersion,
    /// `+kubebuilder:deprecatedversion`.
    DeprecatedVersion {
        /// The warning of API servers.
        warning: Option<String>,
    },
    /// `+kubebuilder:metadata`: annotations and labels of the CRD, in order.
    Metadata {
        /// Keys and values.
        annotations: Vec<(String, String)>,
        /// Keys and values.
        labels: Vec<(String, String)>,
    },
    /// `+kubebuilder:selectablefield`: the JSON path of a field that field selectors may use.
    SelectableField(String),
    /// `+kubebuilder:skip` on a package, which is then not an API version.
    SkippedPackage,
    /// `+versionName=…` on a package.
    VersionName(String),
}

/// The values of `+kubebuilder:resource`. Unset values are `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceNames {
    /// The plural, which is the name in URLs.
    pub path: Option<String>,
    /// The singular name, in lowercase: `widget`.
    pub singular: Option<String>,
    /// Short names for the command line.
    pub short_names: Vec<String>,
    /// Groups of resources, such as `all`.
    pub categories: Vec<String>,
    /// The scope of its objects.
    pub scope: Option<Scope>,
}

impl ResourceNames {
    /// Adds the values of another marker, which override existing ones.
    pub(crate) fn apply(&mut self, later: &ResourceNames) {
        let ResourceNames { path, singular, short_names, categories, scope } = later.clone();
        self.path = path.or(self.path.take());
        self.singular = singular.or(self.singular.take());
        if !short_names.is_empty() {
            self.short_names = short_names;
        }
        if !categories.is_empty() {
            self.categories = categories;
        }
        self.scope = scope.or(self.scope);
    }

    /// Returns the arguments of this marker that have no effect because controller-gen uses `later` instead
    /// (`Resource.ApplyToCRD`).
    pub(crate) fn overridden_by(&self, later: &ResourceNames) -> Vec<&'static str> {
        let mut lost = Vec::new();
        if !self.short_names.is_empty() && later.short_names.is_empty() {
            lost.push("shortName");
        }
        if !self.categories.is_empty() && later.categories.is_empty() {
            lost.push("categories");
        }
        if self.scope.is_some() && later.scope.is_none() {
            lost.push("scope");
        }
        lost
    }

    /// Returns `true` if applying `later` neither removes nor changes a value of this marker.
    pub(crate) fn outlasts(&self, later: &ResourceNames) -> bool {
        let mut both = self.clone();
        both.apply(later);
        let keeps = |mine: &Option<String>, then: &Option<String>| mine.is_none() || mine == then;
        let keeps_all = |mine: &[String], then: &[String]| mine.is_empty() || mine == then;
        keeps(&self.path, &both.path)
            && keeps(&self.singular, &both.singular)
            && keeps_all(&self.short_names, &both.short_names)
            && keeps_all(&self.categories, &both.categories)
            && (self.scope.is_none() || self.scope == both.scope)
    }
}

/// The scope of a resource's objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// `scope=Cluster`: the objects belong to no namespace.
    Cluster,
    /// `scope=Namespaced`: each object belongs to a namespace.
    Namespaced,
}

/// A column of `kubectl get`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrinterColumn {
    /// The heading.
    pub name: String,
    /// The type of its values, as spelled in CRDs.
    pub column_type: String,
    /// The path of its value in an object.
    pub json_path: String,
    /// A description for users.
    pub description: Option<String>,
    /// The format of its values.
    pub format: Option<String>,
    /// The priority. A column with priority 0 is always shown, any other only with `-o wide`.
    pub priority: Option<i32>,
}

const fn text(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Text, is_required: false }
}

const fn required(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Text, is_required: true }
}

const fn list(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::List, is_required: false }
}

const RESOURCE: &[Parameter] = &[text("path"), text("singular"), list("shortName"), list("categories"), text("scope")];

fn resource(arguments: &Arguments) -> Result<TagKind, Diagnostic> {
    // controller-gen treats an empty name as missing.
    let name = |argument: &str| arguments.text(argument).filter(|name| !name.is_empty());
    Ok(TagKind::CustomResource(CustomResource::Resource(ResourceNames {
        path: name("path"),
        singular: name("singular"),
        short_names: arguments.strings("shortName"),
        categories: arguments.strings("categories"),
        scope: arguments.source_string("scope").filter(|scope| !scope.text.is_empty()).map(scope).transpose()?,
    })))
}

fn scope(scope: &SourceString) -> Result<Scope, Diagnostic> {
    match scope.text.as_str() {
        "Cluster" => Ok(Scope::Cluster),
        "Namespaced" => Ok(Scope::Namespaced),
        _ => Err(wrong_word("the scope", scope, &["Cluster", "Namespaced"])),
    }
}

/// Creates the diagnostic for an unknown word in an argument.
fn wrong_word(what: &str, written: &SourceString, words: &[&str]) -> Diagnostic {
    let message = format!("{what} is {}, not `{}`", one_of(words), written.text);
    let near = near(&written.text, words.iter().copied());
    Diagnostic::new(codes::WRONG_VALUE, message).at(written.span).fix_near(near, written.span)
}

const SCALE: &[Parameter] = &[required("specpath"), required("statuspath"), text("selectorpath")];

fn scale(arguments: &Arguments) -> Result<TagKind, Diagnostic> {
    for (name, parts) in
        [("specpath", &["spec"][..]), ("statuspath", &["status"]), ("selectorpath", &["spec", "status"])]
    {
        if let Some(path) = arguments.source_string(name) {
            json_path::expect_below(path, parts)?;
        }
    }
    Ok(TagKind::CustomResource(CustomResource::ScaleSubresource {
        spec_path: arguments.required("specpath"),
        status_path: arguments.required("statuspath"),
        selector_path: arguments.text("selectorpath"),
    }))
}

const PRINTER_COLUMN: &[Parameter] = &[
    required("name"),
    required("type"),
    required("JSONPath"),
    text("description"),
    text("format"),
    Parameter { name: "priority", kind: ParameterKind::Integer, is_required: false },
];

/// The types of columns (`apiextensions.k8s.io/v1` validation, `printerColumnDatatypes`).
const COLUMN_TYPES: &[&str] = &["boolean", "date", "integer", "number", "string"];
/// The formats of columns (`customResourceColumnDefinitionFormats`).
const COLUMN_FORMATS: &[&str] = &["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

fn printer_column(arguments: &Arguments) -> Result<TagKind, Diagnostic> {
    let given = |name: &str| arguments.source_string(name).filter(|source_string| !source_string.text.is_empty());
    for (name, what, words) in
        [("type", "the type of a column", COLUMN_TYPES), ("format", "the format of a column", COLUMN_FORMATS)]
    {
        if let Some(written) = given(name).filter(|written| !words.contains(&written.text.as_str())) {
            return Err(wrong_word(what, written, words));
        }
    }
    if let Some(path) = arguments.source_string("JSONPath") {
        json_path::expect(path)?;
    }
    Ok(TagKind::CustomResource(CustomResource::PrinterColumn(PrinterColumn {
        name: arguments.required("name"),
        column_type: arguments.required("type"),
        json_path: arguments.required("JSONPath"),
        description: arguments.text("description"),
        format: arguments.text("format"),
        priority: arguments.integer("priority"),
    })))
}

const DEPRECATED_VERSION: &[Parameter] = &[text("warning")];

fn deprecated_version(arguments: &Arguments) -> TagKind {
    TagKind::CustomResource(CustomResource::DeprecatedVersion { warning: arguments.text("warning") })
}

const METADATA: &[Parameter] = &[list("annotations"), list("labels")];

fn metadata(arguments: &Arguments) -> Result<TagKind, Diagnostic> {
    Ok(TagKind::CustomResource(CustomResource::Metadata {
        annotations: arguments.list("annotations").iter().map(key_and_value).collect::<Result<_, _>>()?,
        labels: arguments.list("labels").iter().map(key_and_value).collect::<Result<_, _>>()?,
    }))
}

fn key_and_value(written: &SourceString) -> Result<(String, String), Diagnostic> {
    if let Some((key, value)) = written.text.split_once('=') {
        return Ok((key.to_owned(), value.to_owned()));
    }
    let message = format!("`{}` does not have the format `key=value`", written.text);
    Err(Diagnostic::new(codes::MALFORMED_VALUE, message).at(written.span))
}

const SELECTABLE_FIELD: &[Parameter] = &[required("JSONPath")];

fn selectable_field(arguments: &Arguments) -> Result<TagKind, Diagnostic> {
    if let Some(path) = arguments.source_string("JSONPath") {
        json_path::expect_simple(path)?;
    }
    Ok(TagKind::CustomResource(CustomResource::SelectableField(arguments.required("JSONPath"))))
}

/// Formats the effect for `idlgen dump tags`.
impl Display for CustomResource {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let optional = |name: &str, text: &Option<String>| {
            text.as_ref().map_or_else(String::new, |text| format!(" {name} {}", go::quote(text)))
        };
        let several = |name: &str, texts: &[String]| {
            let quoted: Vec<String> = texts.iter().map(|text| go::quote(text)).collect();
            if texts.is_empty() { String::new() } else { format!(" {name} {}", quoted.join(" ")) }
        };
        let pairs = |name: &str, pairs: &[(String, String)]| {
            several(name, &pairs.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>())
        };
        match self {
            CustomResource::Resource(ResourceNames { path, singular, short_names, categories, scope }) => {
                let (path, singular) = (optional("path", path), optional("singular", singular));
                let (short_names, categories) =
                    (several("short names", short_names), several("categories", categories));
                let scope = match scope {
                    None => "",
                    Some(Scope::Cluster) => " scope Cluster",
                    Some(Scope::Namespaced) => " scope Namespaced",
                };
                write!(out, "resource{path}{singular}{short_names}{categories}{scope}")
            }
            CustomResource::StatusSubresource => write!(out, "status subresource"),
            CustomResource::ScaleSubresource { spec_path, status_path, selector_path } => {
                let selector = optional("selector", selector_path);
                write!(
                    out,
                    "scale subresource spec {} status {}{selector}",
                    go::quote(spec_path),
                    go::quote(status_path)
                )
            }
            CustomResource::PrinterColumn(column) => {
                let PrinterColumn { name, column_type, json_path, description, format, priority } = column;
                let (name, column_type, path) = (go::quote(name), go::quote(column_type), go::quote(json_path));
                let (description, format) = (optional("description", description), optional("format", format));
                let priority = priority.map_or_else(String::new, |priority| format!(" priority {priority}"));
                write!(out, "column {name} type {column_type} path {path}{description}{format}{priority}")
            }
            CustomResource::StorageVersion => write!(out, "storage version"),
            CustomResource::UnservedVersion => write!(out, "unserved version"),
            CustomResource::SkippedVersion => write!(out, "skipped version"),
            CustomResource::DeprecatedVersion { warning } => {
                write!(out, "deprecated version{}", optional("warning", warning))
            }
            CustomResource::Metadata { annotations, labels } => {
                write!(out, "metadata{}{}", pairs("annotations", annotations), pairs("labels", labels))
            }
            CustomResource::SelectableField(path) => write!(out, "selectable field {}", go::quote(path)),
            CustomResource::SkippedPackage => write!(out, "skipped package"),
            CustomResource::VersionName(name) => write!(out, "version {}", go::quote(name)),
        }
    }
}

pub(in crate::tags) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "kubebuilder:resource",
        targets: &[Target::Type],
        form: ValueSyntax::Arguments(RESOURCE, ArgumentsReader(resource)),
        effect: Effect::NotAboutValues,
        summary: "The names and the scope of the resource.",
        example: "+kubebuilder:resource:scope=Cluster,shortName=wd",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:subresource:status",
        targets: &[Target::Type],
        form: ValueSyntax::Nothing(|| TagKind::CustomResource(CustomResource::StatusSubresource)),
        effect: Effect::NotAboutValues,
        summary: "Enables the status subresource.",
        example: "+kubebuilder:subresource:status",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:subresource:scale",
        targets: &[Target::Type],
        form: ValueSyntax::Arguments(SCALE, ArgumentsReader(scale)),
        effect: Effect::NotAboutValues,
        summary: "Enables the scale subresource.",
        example: "+kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:printcolumn",
        targets: &[Target::Type],
        form: ValueSyntax::Arguments(PRINTER_COLUMN, ArgumentsReader(printer_column)),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Adds a column to the output of `kubectl get`.",
        example: "+kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:storageversion",
        targets: &[Target::Type],
        form: ValueSyntax::Nothing(|| TagKind::CustomResource(CustomResource::StorageVersion)),
        effect: Effect::NotAboutValues,
        summary: "This version is the storage version.",
        example: "+kubebuilder:storageversion",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:unservedversion",
        targets: &[Target::Type],
        form: ValueSyntax::Nothing(|| TagKind::CustomResource(CustomResource::UnservedVersion)),
        effect: Effect::NotAboutValues,
        summary: "API servers do not serve the version.",
        example: "+kubebuilder:unservedversion",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:skipversion",
        targets: &[Target::Type],
        form: ValueSyntax::Nothing(|| TagKind::CustomResource(CustomResource::SkippedVersion)),
        effect: Effect::NotAboutValues,
        summary: "Excludes the version from the CRD.",
        example: "+kubebuilder:skipversion",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:deprecatedversion",
        targets: &[Target::Type],
        form: ValueSyntax::Arguments(
            DEPRECATED_VERSION,
            ArgumentsReader(|arguments| Ok(deprecated_version(arguments))),
        ),
        effect: Effect::NotAboutValues,
        summary: "The version is deprecated.",
        example: "+kubebuilder:deprecatedversion:warning=\"use v1\"",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:metadata",
        targets: &[Target::Type],
        form: ValueSyntax::Arguments(METADATA, ArgumentsReader(metadata)),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Adds annotations and labels to the CRD.",
        example: "+kubebuilder:metadata:labels=tier=base",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:selectablefield",
        targets: &[Target::Type],
        form: ValueSyntax::Arguments(SELECTABLE_FIELD, ArgumentsReader(selectable_field)),
        repeatable: true,
        keyword: Some("x-kubernetes-selectable-fields"),
        effect: Effect::NotAboutValues,
        summary: "A field that field selectors may use.",
        example: "+kubebuilder:selectablefield:JSONPath=.spec.color",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:skip",
        targets: &[Target::Package],
        form: ValueSyntax::Nothing(|| TagKind::CustomResource(CustomResource::SkippedPackage)),
        effect: Effect::NotAboutValues,
        summary: "The package is not an API version.",
        example: "+kubebuilder:skip",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "versionName",
        targets: &[Target::Package],
        form: ValueSyntax::Name(|name| TagKind::CustomResource(CustomResource::VersionName(name))),
        effect: Effect::NotAboutValues,
        summary: "The name of the API version, instead of the package name.",
        example: "+versionName=v1beta1",
        ..KUBEBUILDER
    },
];

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn markers() {
        for (marker, expected) in [
            ("subresource:status", "subresource:status: status subresource"),
            (
                "subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas",
                "subresource:scale: scale subresource spec \".spec.replicas\" status \".status.replicas\"",
            ),
            (
                "printcolumn:name=\"Ready, or \
                 not\",type=string,JSONPath=.status.conditions[?(@.type==\"A,B\")].status,priority=1",
                "printcolumn: column \"Ready, or not\" type \"string\" path \
                 \".status.conditions[?(@.type==\\\"A,B\\\")].status\" priority 1",
            ),
            ("storageversion", "storageversion: storage version"),
            ("unservedversion", "unservedversion: unserved version"),
            ("skipversion", "skipversion: skipped version"),
            ("deprecatedversion", "deprecatedversion: deprecated version"),
            ("deprecatedversion:warning=\"use v1\"", "deprecatedversion: deprecated version warning \"use v1\""),
            (
                "metadata:annotations=\"a=b=c\",labels={x=y,z=}",
                "metadata: metadata annotations \"a=b=c\" labels \"x=y\" \"z=\"",
            ),
            ("selectablefield:JSONPath=`.spec.color`", "selectablefield: selectable field \".spec.color\""),
            ("skip", "skip: skipped package"),
        ] {
            let tag = format!("+kubebuilder:{marker}");
            expect(&[(&tag, &[&format!("kubebuilder +kubebuilder:{expected}")])]);
        }
        expect(&[
            ("+versionName=v1beta1", &["kubebuilder +versionName: version \"v1beta1\""]),
            (
                "+kubebuilder:metadata:labels=tier",
                &[
                    "kubebuilder +kubebuilder:metadata: malformed",
                    "malformed-value: `tier` does not have the format `key=value` @ tier",
                ],
            ),
            (
                "+kubebuilder:storageversion=v1",
                &[
                    "kubebuilder +kubebuilder:storageversion: malformed",
                    "unexpected-value: `+kubebuilder:storageversion` takes no value @ =v1",
                ],
            ),
        ]);
    }
}
