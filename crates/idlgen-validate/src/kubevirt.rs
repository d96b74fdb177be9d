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
mod cel;
mod check;
mod inspect;
mod machine;
mod options;
mod path;
mod report;
mod rule;
mod typed;
mod types;

pub use annotation::{SKIP, VALIDATIONS, annotated};
pub use cel::{CelExpressions, CelRule, CelTarget};
pub use check::KINDS;
pub use inspect::{PathEnd, PathFault, PathReport, Stray, ValueKind, inspect};
pub use options::CheckOptions;
pub use report::{Cause, Report, RuleOutcome, RuleStatus};
pub use rule::{MANDATORY, OPTIONAL, RuleSet, RulesError, RulesPlace};

/// The version of the specification of the annotation (`templates/VALIDATION.md` of
/// `github.com/kubevirt/common-templates`) that the rules follow.
pub const SPECIFICATION: &str = "201902-2";

/// The fields that the specification says are always there, so that `valid` has no effect on them. Those below `cpu`
/// and `machine` are if these are.
pub const ALWAYS_THERE: [&str; 14] = [
    ".spec.domain.cpu.sockets",
    ".spec.domain.cpu.cores",
    ".spec.domain.cpu.threads",
    ".spec.domain.machine.type",
    ".spec.domain.devices.disks[*].serial",
    ".spec.domain.devices.disks[*].cache",
    ".spec.domain.devices.disks[*].io",
    ".spec.domain.devices.disks[*].tag",
    ".spec.domain.devices.interfaces[*].model",
    ".spec.domain.devices.interfaces[*].macAddress",
    ".spec.domain.devices.interfaces[*].pciAddress",
    ".spec.domain.devices.interfaces[*].tag",
    ".spec.domain.devices.interfaces[*].ports[*].protocol",
    ".spec.domain.devices.interfaces[*].ports[*].port",
];
