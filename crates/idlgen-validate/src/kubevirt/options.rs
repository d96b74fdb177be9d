//! Settings of a check.

/// How machines are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckOptions {
    /// Whether quantities count whole, as they do in a cluster, where another webhook of KubeVirt has written them in
    /// the canonical form before. Without it `1.5Gi` and others that Go keeps as decimals are no integers, which is
    /// what the validator says of an object that it gets as written.
    pub exact_quantities: bool,
    /// Whether a processor, if it is described at all, has at least one socket, core and thread, as the webhook fills
    /// in before it judges.
    pub counts_processors: bool,
    /// Whether a rule of a kind that there is not is ignored, as the specification of the annotation asks for. The
    /// validator refuses every machine for it.
    pub ignores_unknown_kinds: bool,
    /// Whether `${NAME}` in a text is a parameter of a template that has no value yet, so that what a rule says of it
    /// is not known.
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
