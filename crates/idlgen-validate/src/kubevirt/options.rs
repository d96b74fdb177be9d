//! Check options.

/// Options for validating VMs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckOptions {
    /// Compares quantities exactly. In a cluster, another KubeVirt webhook has converted them to the canonical form
    /// before. If `false`, `1.5Gi` and others that Go stores as decimals are not integers, as in the validator for an
    /// object as written.
    pub exact_quantities: bool,
    /// A CPU that is set has at least one socket, core and thread: the webhook sets them before validation.
    pub counts_processors: bool,
    /// Ignores rules of an unknown kind, as the annotation's specification requires. The validator rejects every VM
    /// because of them.
    pub ignores_unknown_kinds: bool,
    /// Treats `${NAME}` in a string as a template parameter without a value, so that the result of a rule is unknown.
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
