//! The code of what controller-gen says.

use crate::diag::{Code, explained};

/// `controller-gen`.
pub const CONTROLLER_GEN: Code =
    explained!(680, "controller-gen", Error, "With `--compat controller-gen`, controller-gen's own error.");

/// All codes of this stage.
pub const ALL: &[Code] = &[CONTROLLER_GEN];
