//! `compat = "controller-gen"` in a build that cannot emulate it.

use super::{Generated, Outputs, Session};
use crate::{
    diag::Diagnostic,
    emit::crd::{Crd, codes::CONTROLLER_GEN},
    tool::Definitions,
};

impl Session<'_> {
    /// Reports that this build does not emulate controller-gen, if the settings request it.
    pub(super) fn generate_as_controller_gen(&mut self, outputs: &Outputs) -> Option<Generated> {
        let is_requested = matches!(self.settings.tool().definitions, Definitions::ControllerGen(_));
        if !is_requested || !matches!(outputs.back_ends.as_slice(), [backend] if backend.name() == Crd::NAME) {
            return None;
        }
        let message = "this build of idlgen does not emulate controller-gen";
        let missing = Diagnostic::new(CONTROLLER_GEN, message)
            .help("enable the feature `controller-gen` of the crate `idlgen`, or remove `compat`");
        Some(Generated { diagnostics: vec![missing], ..Generated::default() })
    }
}
