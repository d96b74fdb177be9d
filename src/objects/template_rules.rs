//! KubeVirt template rules of virtual machines.

use crate::{diag::Diagnostic, kubevirt};

use super::{ObjectFile, ObjectValidator, object_file::LoadedDocument};

impl ObjectValidator<'_> {
    /// Adds the rules of the templates in a file. Machines in any file may refer to them as their parents.
    pub fn add_templates(&mut self, file: &ObjectFile) {
        if file.chart().is_some() || !kubevirt::Templates::are_in(file.text()) {
            return;
        }
        for loaded in file.documents() {
            if let Some(root) = &loaded.document.root {
                self.machines.templates_mut().add(root);
            }
        }
    }

    /// Returns the errors of the rules for machines in an object: in the object itself, or in its templates. `None` if
    /// there are no rules.
    pub(super) fn template_rules(
        &self,
        file: &ObjectFile,
        loaded: &LoadedDocument,
        object: &idlgen_yaml::Node,
    ) -> Option<Vec<Diagnostic>> {
        if !(kubevirt::is_machine(object) || kubevirt::is_template(object)) {
            return None;
        }
        let document = file.document_text(loaded);
        let judged = kubevirt::machines(object).into_iter().map(|machine| self.machines.judge(document, machine));
        let judged: Vec<_> = judged.filter(|judged| judged.skipped.is_none()).collect();
        (!judged.is_empty()).then(|| judged.into_iter().flat_map(|judged| judged.findings).collect())
    }
}
