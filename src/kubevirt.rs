//! KubeVirt template rules (`vm.kubevirt.io/validations`) at source level: finds the rules of each virtual machine
//! (VM), evaluates them and lints the rules themselves. [`idlgen_validate::kubevirt`] defines their semantics.

mod annotation;
pub mod codes;
mod document;
mod lint;
mod machine_validator;
#[cfg(feature = "cli")]
mod policy;
mod review;
mod rule_codes;
mod subjects;
mod templates;
#[cfg(test)]
mod testing;

pub use document::DocumentText;
pub use lint::{LintedDocument, lint};
pub use machine_validator::{Admission, MachineResult, MachineValidator, Skipped};
#[cfg(feature = "cli")]
pub use policy::{ExportOptions, Exported, export};
pub use review::admission_review;
pub use subjects::{Machine, is_machine, is_template, machines, templates};
pub use templates::Templates;
