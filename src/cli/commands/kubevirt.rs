//! The command `idlgen kubevirt`.

mod inputs;
mod lint;
mod to_cel;
mod validate;

use clap::{Parser, Subcommand};
use idlgen_validate::kubevirt::SPECIFICATION;

use super::command::Run;
use crate::cli::{Exit, arguments::GlobalArguments, terminal::Terminal};

/// Check virtual machines with the rules of KubeVirt templates.
///
/// The rules are in the annotation vm.kubevirt.io/validations (specification 201902-2), or in the annotation
/// `validations` of OpenShift templates.
#[derive(Debug, Parser)]
#[command(name = "kubevirt", version = SPECIFICATION, long_version = LONG_VERSION)]
pub(super) struct Kubevirt {
    #[command(subcommand)]
    command: KubevirtCommand,
}

/// The output of `idlgen kubevirt --version`.
const LONG_VERSION: &str = "rules of KubeVirt's templates, specification 201902-2";

/// The actions on rules.
#[derive(Debug, Subcommand)]
enum KubevirtCommand {
    /// Validate virtual machines with their own rules or those of their templates.
    Validate(validate::KubevirtValidate),
    /// Check the rules themselves, and fix errors in them.
    Lint(lint::KubevirtLint),
    /// Write rules as CEL: an admission policy or CustomResourceDefinition rules.
    ToCel(to_cel::KubevirtToCel),
}

impl Run for Kubevirt {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        match self.command {
            KubevirtCommand::Validate(arguments) => validate::run(&arguments, global, terminal),
            KubevirtCommand::Lint(arguments) => lint::run(&arguments, global, terminal),
            KubevirtCommand::ToCel(arguments) => to_cel::run(&arguments, global, terminal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_specification() {
        assert!(LONG_VERSION.ends_with(SPECIFICATION));
    }
}
