//! The arguments of every command, and shared ones.

use std::path::PathBuf;

use clap::{
    Args, Parser, ValueEnum, ValueHint,
    builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser},
};

use super::flags::{Flags, Reading};
use crate::diag::render::Format;

/// Validation for Kubernetes APIs: generate it from Go types, run it on manifests.
///
/// idlgen reads types.go with its comment tags and writes OpenAPI, CustomResourceDefinitions and Rust. It validates
/// YAML and JSON objects with the rules and messages of an API server. It needs no Go toolchain, no cluster and no
/// network.
#[derive(Debug, Parser)]
#[command(name = "idlgen", version, propagate_version = true, max_term_width = 110)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: GlobalArguments,
}

/// Options of every command. The help lists them after the options of the command.
#[derive(Clone, Debug, Args)]
#[command(next_display_order = 100)]
pub(crate) struct GlobalArguments {
    /// Find Go packages and idlgen.toml in DIR.
    ///
    /// Other paths on the command line stay relative to the current directory.
    #[arg(short = 'C', long, global = true, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) directory: PathBuf,

    /// Read this file instead of the idlgen.toml in DIR or its parents.
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// Select the format of diagnostics.
    ///
    /// All formats except `full` and `short` are written to standard output, unless the command writes generated text
    /// there.
    #[arg(
        long,
        visible_alias = "format",
        global = true,
        value_name = "FORMAT",
        default_value = "full",
        value_parser = format()
    )]
    pub(crate) message_format: Format,

    /// Select when to use color.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,

    /// Suppress status and progress messages.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

fn format() -> impl TypedValueParser<Value = Format> {
    let value = |(name, format): (&'static str, Format)| PossibleValue::new(name).help(format.summary());
    PossibleValuesParser::new(Format::NAMES.map(value)).try_map(|name| name.parse::<Format>())
}

/// Parses the name of a Go package.
pub(crate) fn package() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new()
        .try_map(|name| name.into_string().map_err(|_| "it is not UTF-8, so it is not a Go import path"))
}

/// When to use color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On terminals that support it, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The Go packages of a command.
#[derive(Clone, Debug, Args)]
pub(crate) struct PackageArguments {
    /// Go packages [default: those of idlgen.toml].
    ///
    /// A package is a directory (./api/v1), an import path (k8s.io/api/apps/v1) or a pattern (./..., k8s.io/api/...).
    #[arg(value_name = "PACKAGE", value_parser = package())]
    pub(crate) packages: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: Flags<Reading>,

    #[command(flatten)]
    pub(crate) fetching: FetchArguments,
}

/// Whether modules are downloaded.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct FetchArguments {
    /// Download missing Go modules.
    ///
    /// Without this flag, idlgen does not use the network.
    #[arg(long, hide = cfg!(not(feature = "fetch")))]
    pub(crate) fetch: bool,
}

/// Whether to write or to compare.
#[derive(Clone, Debug, Args)]
pub(crate) struct CheckArguments {
    /// Write nothing; print a diff and exit with 1 if an output is stale.
    #[arg(long)]
    pub(crate) check: bool,
}

/// Whether to replace files that another program wrote.
#[derive(Clone, Debug, Args)]
pub(crate) struct OverwriteArguments {
    /// Replace files in output directories that idlgen did not write.
    ///
    /// Without this flag, idlgen keeps such files.
    #[arg(long)]
    pub(crate) overwrite: bool,
}
