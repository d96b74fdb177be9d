//! Options for validating VMs with rules.

/// Options for validating VMs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckOptions {
    /// Compares quantities exactly. In a cluster, another KubeVirt webhook has already converted them to the canonical
    /// form. If `false`, a quantity such as `1.5Gi` that Go stores as a decimal is not an integer, as in the validator
    /// for an object that has not been converted.
    pub exact_quantities: bool,
    /// Treats a CPU that is set as having at least one socket, core and thread, because the webhook sets them before
    /// validation.
    pub counts_processors: bool,
    /// Ignores rules of an unknown kind, as the annotation's specification requires. The validator instead rejects
    /// every VM.
    pub ignores_unknown_kinds: bool,
    /// Treats `${NAME}` in a string as a template parameter without a value, so the result of a rule that needs the
    /// string is unknown.
    pub has_parameters: bool,
}

impl Default for CheckOptions {
    fn default() -> Self {
        CheckOptions {
            exact_quantities: true,
            counts_processors: true,
            ignores_unknown_kinds: false,
            has_parameters: false,
        }
    }
}
