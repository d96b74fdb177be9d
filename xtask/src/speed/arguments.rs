//! The arguments of the task.

use std::path::PathBuf;

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// idlgen, built with --release
    #[arg(long, default_value = "target/release/idlgen")]
    pub(super) program: PathBuf,
    /// controller-gen
    #[arg(long, default_value = "controller-gen")]
    pub(super) controller_gen: PathBuf,
    /// openapi-gen of kube-openapi
    #[arg(long, default_value = "openapi-gen")]
    pub(super) openapi_gen: PathBuf,
    /// kubectl-validate
    #[arg(long, default_value = "kubectl-validate")]
    pub(super) kubectl_validate: PathBuf,
    /// Run each program this many times, in turn
    #[arg(long, default_value_t = 3)]
    pub(super) rounds: usize,
}
