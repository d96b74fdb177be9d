//! The command line as clap sees it: the one definition behind parsing, help, completions and man pages.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::{
    diag::render::Format,
    emit::openapi::{self, Formats, OpenApiVersion, StripZero},
    tool::{Tool, ToolName},
};

/// Kubernetes Go API types to OpenAPI, Rust types and validators; the same rules executed on objects.
///
/// Reads types.go with its validation tags. Needs no Go toolchain, no cluster and no network.
#[derive(Debug, Parser)]
#[command(name = "idlgen", version, propagate_version = true, max_term_width = 110)]
#[command(
    after_help = "Exit status: 0 clean, 1 findings or stale output, 2 usage or environment (a missing file or module)."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) global: GlobalArguments,
}

/// Options of every command.
#[derive(Clone, Debug, Args)]
pub(crate) struct GlobalArguments {
    /// Find Go packages and idlgen.toml from DIR. Files and folders named on the command line are relative to the current folder all the same.
    #[arg(short = 'C', long, global = true, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) directory: PathBuf,

    /// Read this file instead of the idlgen.toml in DIR or its parents.
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// The form of diagnostics. `json`, `github` and `sarif` go to standard output, unless that carries generated text.
    #[arg(long, global = true, value_name = "FORMAT", default_value = "full", value_parser = parse_format)]
    pub(crate) message_format: Format,

    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Colour,

    /// Do not say what was read and written.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

fn parse_format(name: &str) -> Result<Format, String> {
    name.parse()
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On terminals that can show them, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write OpenAPI definitions and Rust modules for Go packages.
    Generate(GenerateArguments),
    /// Write OpenAPI definitions or documents for Go packages.
    Openapi(OpenapiArguments),
    /// Write Rust types and validators for Go packages.
    Rust(RustArguments),
    /// Validate objects in YAML or JSON files against Go types.
    Validate(ValidateArguments),
    /// Judge Go packages and their tags without writing anything.
    Lint(LintArguments),
    /// Print what a stage makes of Go packages.
    Dump(DumpArguments),
    /// Check, price or evaluate an expression of a validation rule (CEL).
    #[command(subcommand)]
    Cel(CelCommand),
    /// Explain a diagnostic (IDL0301, unknown-tag) or a tag (+minimum).
    Explain(ExplainArguments),
    /// Write a commented idlgen.toml for the packages found.
    Init(InitArguments),
    /// Print a completion script for a shell.
    Completions(CompletionsArguments),
    /// Print a man page, or write all of them to a folder.
    Man(ManArguments),
}

/// Which Go packages, and how they are read.
#[derive(Clone, Debug, Args)]
pub(crate) struct PackageArguments {
    /// Go packages: ./api/v1, ./..., k8s.io/api/apps/v1, k8s.io/api/... . Without any, those of idlgen.toml.
    #[arg(value_name = "PACKAGE")]
    pub(crate) packages: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

/// How Go packages are read.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReadingArguments {
    /// The Kubernetes version whose published forms and texts count: 1.25 to 1.37 [default: 1.35].
    #[arg(long, value_name = "VERSION", value_parser = parse_kubernetes_version)]
    pub(crate) kubernetes_version: Option<u16>,

    #[arg(long, value_name = "TOOL", value_parser = parse_compatibility, help = compatibility_help())]
    pub(crate) compat: Option<ToolName>,

    /// Let CEL rules use the functions that KEP-4153 proposed and no API server has (isFormat, is4, utf8.isPrint and others).
    #[arg(long)]
    pub(crate) kep_4153_functions: bool,

    /// Where a Go module lies: PATH=DIR. May be repeated.
    #[arg(long = "module", value_name = "PATH=DIR", value_parser = parse_pair)]
    pub(crate) modules: Vec<(String, String)>,
}

fn parse_kubernetes_version(version: &str) -> Result<u16, String> {
    crate::config::kubernetes_minor(version).ok_or_else(|| "expected a version from 1.25 to 1.37".to_owned())
}

/// The help of `--compat`, which names the tools there are.
fn compatibility_help() -> String {
    let default = ToolName::default();
    format!(
        "The tool whose understanding of comments and tags counts: {} [default: {default}]",
        Tool::NAMES.join(" or ")
    )
}

fn parse_compatibility(name: &str) -> Result<ToolName, String> {
    ToolName::from_name(name).ok_or_else(|| format!("expected {}", Tool::NAMES.join(" or ")))
}

fn parse_pair(pair: &str) -> Result<(String, String), String> {
    match pair.split_once('=') {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

/// Whether to write or to compare.
#[derive(Clone, Debug, Args)]
pub(crate) struct CheckArguments {
    /// Write nothing; show what would change as a unified diff and exit with 1 if anything would.
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GenerateArguments {
    #[command(flatten)]
    pub(crate) packages: PackageArguments,

    /// Write DIR/openapi/definitions.json and the Rust modules below DIR/rust.
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) check: CheckArguments,

    #[command(flatten)]
    pub(crate) openapi: OpenapiOptions,

    #[command(flatten)]
    pub(crate) rust: RustOptions,
}

#[derive(Debug, Args)]
pub(crate) struct OpenapiArguments {
    #[command(flatten)]
    pub(crate) packages: PackageArguments,

    /// The file to write, or, for documents of OpenAPI v3, the folder; `-` is standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// What is written [default: definitions].
    #[arg(long, value_name = "LAYOUT")]
    pub(crate) layout: Option<Layout>,

    /// The Go type whose schema is wanted (Name or import/path.Name); for --layout structural.
    #[arg(long = "type", value_name = "NAME", required_if_eq("layout", "structural"))]
    pub(crate) type_name: Option<String>,

    #[command(flatten)]
    pub(crate) check: CheckArguments,

    #[command(flatten)]
    pub(crate) openapi: OpenapiOptions,
}

/// What an OpenAPI file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    /// One JSON object from definition name to schema, keys sorted.
    Definitions,
    /// The schema of one type (--type) with references written out, as a CRD carries it.
    Structural,
    /// What a server answers: for v3 a folder with a document for each group and version, for v2 one file.
    Documents,
    /// The index of the documents of v3, with the hashes of their texts.
    Discovery,
}

impl From<Layout> for openapi::Layout {
    fn from(layout: Layout) -> Self {
        match layout {
            Layout::Definitions => openapi::Layout::Definitions,
            Layout::Structural => openapi::Layout::Structural,
            Layout::Documents => openapi::Layout::Documents,
            Layout::Discovery => openapi::Layout::Discovery,
        }
    }
}

/// How OpenAPI is published.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "OpenAPI")]
pub(crate) struct OpenapiOptions {
    /// The version of OpenAPI: v3 or v2 [default: v3].
    #[arg(long = "openapi", value_name = "VERSION", value_parser = parse_openapi_version)]
    pub(crate) openapi_version: Option<OpenApiVersion>,

    /// Give documents the paths of their resources, by which clients find a kind.
    #[arg(long)]
    pub(crate) paths: bool,

    /// Which properties carry x-kubernetes-strip-zero: off, required or all [default: required].
    #[arg(long, value_name = "WHICH", value_parser = parse_strip_zero)]
    pub(crate) strip_zero: Option<StripZero>,

    /// How formats unknown to API servers are published: native, inline-pattern or inline-cel [default: native].
    #[arg(long, value_name = "FORM", value_parser = parse_formats)]
    pub(crate) formats: Option<Formats>,

    /// Feature gates: DeclarativeValidationExtensionsInOpenAPI and OpenAPIEnums, =true or =false.
    #[arg(long, value_name = "NAME=BOOL", value_delimiter = ',', value_parser = parse_feature_gate)]
    pub(crate) feature_gates: Vec<(String, bool)>,

    /// Spaces of indentation, 0 to 8; 0 writes one line [default: 2].
    #[arg(long, value_name = "SPACES", value_parser = clap::value_parser!(u8).range(0..=8))]
    pub(crate) indent: Option<u8>,
}

fn parse_strip_zero(name: &str) -> Result<StripZero, String> {
    StripZero::from_name(name).ok_or_else(|| "expected off, required or all".to_owned())
}

fn parse_formats(name: &str) -> Result<Formats, String> {
    Formats::from_name(name).ok_or_else(|| "expected native, inline-pattern or inline-cel".to_owned())
}

fn parse_openapi_version(name: &str) -> Result<OpenApiVersion, String> {
    OpenApiVersion::from_name(name).ok_or_else(|| "expected v3 or v2".to_owned())
}

/// The feature gates there are: KEP-4153's extensions, and enums.
const FEATURE_GATES: [&str; 2] = ["DeclarativeValidationExtensionsInOpenAPI", "OpenAPIEnums"];

fn parse_feature_gate(pair: &str) -> Result<(String, bool), String> {
    let (name, value) = parse_pair(pair)?;
    if !FEATURE_GATES.contains(&name.as_str()) {
        return Err(format!("unknown feature gate `{name}`; there are {}", FEATURE_GATES.join(" and ")));
    }
    let value = value.parse().map_err(|_| "expected NAME=true or NAME=false".to_owned())?;
    Ok((name, value))
}

#[derive(Debug, Args)]
pub(crate) struct RustArguments {
    #[command(flatten)]
    pub(crate) packages: PackageArguments,

    /// The folder to write, one file a Go package; `-` prints everything as one file on standard output.
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) check: CheckArguments,

    #[command(flatten)]
    pub(crate) rust: RustOptions,
}

/// How Rust is written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rust")]
pub(crate) struct RustOptions {
    /// Add a derive to every type. May be repeated.
    #[arg(long = "derive", value_name = "PATH")]
    pub(crate) derives: Vec<String>,

    /// Use existing Rust types for a Go package: IMPORT/PATH=::rust::path. May be repeated.
    #[arg(long = "extern-package", value_name = "PACKAGE=PATH", value_parser = parse_pair)]
    pub(crate) extern_packages: Vec<(String, String)>,

    /// Let validators look into the types of this --extern-package: they implement the traits of idlgen-runtime. May be repeated.
    #[arg(long = "extern-validate", value_name = "PACKAGE")]
    pub(crate) extern_validate: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ValidateArguments {
    /// YAML or JSON files, several documents each if you like; `-` is standard input, a folder is searched for *.yaml, *.yml and *.json.
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    /// The Go package (a folder or an import path) that has the types. May be repeated, and may be a pattern.
    #[arg(long = "go", value_name = "PACKAGE", required = true)]
    pub(crate) packages: Vec<String>,

    /// The Go type of the objects, instead of the one found by apiVersion and kind.
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,

    /// Judge an update: the old objects, matched by apiVersion, kind, namespace and name (or by position with --type).
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) old: Vec<PathBuf>,

    /// What a field means that the type does not have.
    #[arg(long, value_name = "WHAT", default_value = "error")]
    pub(crate) unknown_fields: UnknownFields,

    /// Whether a zero value of a Go field that cannot tell zero from absent counts as absent (native) or as it stands (crd).
    #[arg(long, value_name = "MODE", default_value = "native")]
    pub(crate) zero_mode: ZeroMode,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

/// What an unknown field means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnknownFields {
    /// An error, as under `kubectl --validate=strict`.
    Error,
    /// A warning.
    Warn,
    /// Nothing.
    Ignore,
}

/// Whether zero counts as absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ZeroMode {
    /// Where the Go field cannot tell the two apart.
    Native,
    /// Never.
    Crd,
}

#[derive(Debug, Args)]
pub(crate) struct LintArguments {
    #[command(flatten)]
    pub(crate) packages: PackageArguments,

    /// Judge the API rules of openapi-gen too: names_match, list_type_missing and the others.
    #[arg(long)]
    pub(crate) api_rules: bool,

    /// Known violations of API rules, in the form of the report: these are no findings. A line that nothing violates any more is one.
    #[arg(long, value_name = "FILE", requires = "api_rules", value_hint = ValueHint::FilePath)]
    pub(crate) exceptions: Option<PathBuf>,

    /// Write all violations of API rules to FILE, known ones too, as openapi-gen does; `-` is standard output.
    #[arg(short, long, value_name = "FILE", requires = "api_rules", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct DumpArguments {
    /// The stage: what was parsed, what the tags mean, the model, or the schemas.
    #[arg(value_name = "STAGE")]
    pub(crate) stage: Stage,

    #[command(flatten)]
    pub(crate) packages: PackageArguments,
}

/// A stage that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stage {
    /// Go declarations.
    Syntax,
    /// Tags and their meaning.
    Tags,
    /// The model.
    Model,
    /// Schemas, with sugar expanded.
    Schema,
}

/// What to do with an expression.
#[derive(Debug, Subcommand)]
pub(crate) enum CelCommand {
    /// Print the type of an expression, or what is wrong with it.
    Check(CelExpressionArguments),
    /// Print what an expression costs at least and at most, as the API server estimates it.
    Cost(CelExpressionArguments),
    /// Print the value of an expression, its type and what it cost.
    Eval(CelEvalArguments),
}

/// An expression and what it is about.
#[derive(Debug, Args)]
pub(crate) struct CelExpressionArguments {
    /// The expression: 'self.replicas <= 10'. `@FILE` reads it from a file, `-` from standard input.
    #[arg(value_name = "EXPRESSION")]
    pub(crate) expression: String,

    /// The schema of `self`, in YAML or JSON: as a custom resource definition has it, or such a definition. Without it there is no `self`.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "packages")]
    pub(crate) schema: Option<PathBuf>,

    /// The version of the custom resource definition whose schema counts; without it, the stored one.
    #[arg(long, value_name = "NAME", requires = "schema")]
    pub(crate) crd_version: Option<String>,

    /// The Go package (a folder or an import path) that has the type of `self`, instead of a schema. May be repeated, and may be a pattern.
    #[arg(long = "go", value_name = "PACKAGE", requires = "type_name")]
    pub(crate) packages: Vec<String>,

    /// The Go type of `self`.
    #[arg(long = "type", value_name = "NAME", requires = "packages")]
    pub(crate) type_name: Option<String>,

    /// Know the functions that KEP-4153 proposed and no API server has (isFormat, is4, utf8.isPrint and others).
    #[arg(long)]
    pub(crate) kep_4153_functions: bool,

    /// The schema is that of a whole resource: rules see its apiVersion, kind and metadata.name.
    #[arg(long, requires = "schema")]
    pub(crate) resource: bool,

    /// `oldSelf` is an optional value (optionalOldSelf).
    #[arg(long)]
    pub(crate) optional_old_self: bool,

    /// The Kubernetes version whose API server counts: 1.25 to 1.37 [default: 1.35].
    #[arg(long, value_name = "VERSION", value_parser = parse_kubernetes_version)]
    pub(crate) kubernetes_version: Option<u16>,
}

/// An expression and its values.
#[derive(Debug, Args)]
pub(crate) struct CelEvalArguments {
    #[command(flatten)]
    pub(crate) expression: CelExpressionArguments,

    /// The value of `self`, in YAML or JSON.
    #[arg(long = "self", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) object: Option<PathBuf>,

    /// The value of `oldSelf`, in YAML or JSON.
    #[arg(long = "old-self", value_name = "FILE", requires = "object", value_hint = ValueHint::FilePath)]
    pub(crate) old: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// A code (IDL0301), a diagnostic's name (unknown-tag) or a tag (+minimum). Without it: the list of all.
    #[arg(value_name = "CODE|TAG")]
    pub(crate) subject: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// Print the file instead of writing it.
    #[arg(long)]
    pub(crate) stdout: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// Write the page of every command to DIR instead of printing the main one.
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Arguments::command().debug_assert();
    }
}
