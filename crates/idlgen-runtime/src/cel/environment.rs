//! The evaluation environment.

/// The environment of an evaluation: the Kubernetes version of the API server to emulate.
///
/// ```
/// use idlgen_runtime::cel::Environment;
/// assert_eq!(Environment::default(), Environment::new(35));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Environment {
    minor: u8,
}

impl Environment {
    /// Creates the environment of Kubernetes `1.minor`.
    pub const fn new(minor: u8) -> Self {
        Self { minor }
    }

    /// Returns the minor version.
    pub const fn minor(&self) -> u8 {
        self.minor
    }
}

impl Default for Environment {
    /// Returns the environment of Kubernetes 1.35.
    fn default() -> Self {
        Self::new(35)
    }
}
