//! Rules about virtual machines that KubeVirt's templates carry in an annotation
//! (`vm.kubevirt.io/validations`; `internal/template-validator` of `github.com/kubevirt/ssp-operator`).
//!
//! [`RuleSet::parse`] reads the annotation, [`RuleSet::check`] judges a VirtualMachine: a rule at a time, in order, and
//! none keeps another from being looked at. Paths are JSONPath templates of Kubernetes below `.spec.template`, on the
//! Go types of `kubevirt.io/api/core/v1` (v1.6.0; `types.txt` has their fields). So what a struct by value holds is
//! there with its zero value, and what a path does not find in the machine is looked up in a machine in which every
//! pointer below `.spec.template.spec.domain` is there and every list is full.
//!
//! ```
//! use idlgen_validate::kubevirt::{CheckOptions, RuleSet};
//! use serde_json::json;
//!
//! let rules = RuleSet::parse(
//!     r#"[{"rule": "integer", "name": "cores", "message": "too few", "min": 2,
//!         "path": "jsonpath::.spec.domain.cpu.cores"}]"#,
//! )?;
//! let machine = json!({"spec": {"template": {"spec": {"domain": {"cpu": {"cores": 1}}}}}});
//! let report = rules.check(&machine, CheckOptions::default());
//! assert_eq!(report.causes()[0].to_string(), ".spec.domain.cpu.cores: too few: value 1 is lower than minimum [2]");
//! # Ok::<(), idlgen_validate::kubevirt::RulesError>(())
//! ```

mod annotation;
mod check;
mod machine;
mod options;
mod path;
mod report;
mod rule;
mod typed;
mod types;

pub use annotation::{SKIP, VALIDATIONS, annotated};
pub use check::KINDS;
pub use options::CheckOptions;
pub use report::{Cause, Report, RuleOutcome, RuleStatus};
pub use rule::{MANDATORY, OPTIONAL, RuleSet, RulesError, RulesPlace};
