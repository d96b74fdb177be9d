//! What evaluation depends on beside the program and the data.

/// The version of Kubernetes whose API server is followed where versions differ.
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
    /// Kubernetes `1.minor`.
    pub const fn new(minor: u8) -> Self {
        Self { minor }
    }

    /// The minor number of the version.
    pub const fn minor(&self) -> u8 {
        self.minor
    }
}

impl Default for Environment {
    /// 1.35.
    fn default() -> Self {
        Self::new(35)
    }
}
