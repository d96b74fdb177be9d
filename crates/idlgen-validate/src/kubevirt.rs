//! Validates virtual machines (VMs) with the rules in an annotation of KubeVirt templates
//! (`vm.kubevirt.io/validations`; `internal/template-validator` of `github.com/kubevirt/ssp-operator`).
//!
//! [`RuleSet::parse`] parses the annotation, and [`RuleSet::check`] validates a VirtualMachine with each rule
//! independently, in order. Paths are Kubernetes JSONPath templates relative to `.spec.template`. They are evaluated on
//! the Go types of `kubevirt.io/api/core/v1` (v1.6.0; `types.txt` lists their fields). Fields of a struct that is not a
//! pointer therefore exist with their zero values. If a path has no result in the VM, it is evaluated on a reference
//! VM, in which every pointer below `.spec.template.spec.domain` is set and no list is empty.
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
pub use inspect::{PathEnd, PathReport, PathSyntaxError, Stray, ValueKind, inspect};
pub use options::CheckOptions;
pub use report::{Cause, Report, RuleOutcome, RuleStatus};
pub use rule::{MANDATORY, OPTIONAL, RuleSet, RulesError, RulesLocation};

/// The supported version of the annotation's specification (`templates/VALIDATION.md` of
/// `github.com/kubevirt/common-templates`).
pub const SPECIFICATION: &str = "201902-2";

/// The fields that always exist according to the specification, so that `valid` has no effect on them. The fields of
/// `cpu` and `machine` only exist if `cpu` or `machine` does.
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
