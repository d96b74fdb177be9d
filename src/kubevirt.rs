//! Rules of KubeVirt's templates (`vm.kubevirt.io/validations`), where they are written: which machine has which rules,
//! what they say of it, and what is wrong with the rules themselves. The rules' meaning is
//! [`idlgen_validate::kubevirt`]'s.

mod annotation;
pub mod codes;
mod document;
mod judge;
mod lint;
#[cfg(feature = "cli")]
mod policy;
mod review;
mod subjects;
mod templates;

pub use document::DocumentText;
pub use judge::{Admission, Judge, JudgedMachine, Skipped};
pub use lint::{LintedDocument, lint};
#[cfg(feature = "cli")]
pub use policy::{ExportOptions, Exported, export};
pub use review::admission_review;
pub use subjects::{Machine, is_machine, is_template, machines, templates};
pub use templates::Templates;
