//! The arguments of every command, and those that several have.

use std::path::PathBuf;

use clap::{
    Args, Parser, ValueEnum, ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::flags::{Flags, Reading};
use crate::diag::render::Format;

/// Kubernetes Go API types to OpenAPI, Rust types and validators; the same rules executed on objects.
///
/// Reads types.go with its validation tags. Needs no Go toolchain, no cluster and no network.
#[derive(Debug, Parser)]
#[command(name = "idlgen", version, propagate_version = true, max_term_width = 110)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(
    after_help = "Exit status: 0 clean, 1 findings or stale output, 2 usage or environment (a missing file or module)."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: GlobalArguments,
}

/// Options of every command. The help has them behind those of the command.
#[derive(Clone, Debug, Args)]
#[command(next_display_order = 100)]
pub(crate) struct GlobalArguments {
    /// Find Go packages and idlgen.toml from DIR. Other files and folders named on the command line are relative to the
    /// current folder all the same.
    #[arg(short = 'C', long, global = true, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) directory: PathBuf,

    /// Read this file instead of the idlgen.toml in DIR or its parents.
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// The form of diagnostics. `json`, `github` and `sarif` go to standard output, unless that carries generated text.
    #[arg(
        long,
        visible_alias = "format",
        global = true,
        value_name = "FORMAT",
        default_value = "full",
        value_parser = format()
    )]
    pub(crate) message_format: Format,

    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Colour,

    /// Do not say what was read and written.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::NAMES.map(|(name, _)| name)).try_map(|name| name.parse::<Format>())
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

/// Which Go packages, and how they are read.
#[derive(Clone, Debug, Args)]
pub(crate) struct PackageArguments {
    /// Go packages: ./api/v1, ./..., k8s.io/api/apps/v1, k8s.io/api/... . Without any, those of idlgen.toml.
    #[arg(value_name = "PACKAGE")]
    pub(crate) packages: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: Flags<Reading>,

    #[command(flatten)]
    pub(crate) fetching: FetchArguments,
}

/// Whether modules are downloaded.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct FetchArguments {
    /// Download the Go modules that are needed and missing, and go on. Without this, nothing touches the network.
    #[arg(long, hide = cfg!(not(feature = "fetch")))]
    pub(crate) fetch: bool,
}

/// Whether to write or to compare.
#[derive(Clone, Debug, Args)]
pub(crate) struct CheckArguments {
    /// Write nothing; show what would change as a unified diff and exit with 1 if anything would.
    #[arg(long)]
    pub(crate) check: bool,
}

/// What becomes of files that another program wrote.
#[derive(Clone, Debug, Args)]
pub(crate) struct OverwriteArguments {
    /// Replace files in the output directories of idlgen.toml that another program wrote. Without this they are kept.
    #[arg(long)]
    pub(crate) overwrite: bool,
}
