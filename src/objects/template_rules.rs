//! KubeVirt template rules of virtual machines.

use crate::{diag::Diagnostic, kubevirt};

use super::{ObjectFile, ObjectValidator, object_file::LoadedDocument};

impl ObjectValidator<'_> {
    /// Adds the template rules in a file. VMs in any file may specify these templates as their parents.
    pub fn add_templates(&mut self, file: &ObjectFile) {
        if file.is_chart_template() || !kubevirt::Templates::are_in(file.text()) {
            return;
        }
        for loaded in file.documents() {
            if let Some(root) = &loaded.document.root {
                self.machines.templates_mut().add(root);
            }
        }
    }

    /// Returns the errors of template rules for the VMs in an object: the object itself, or the objects in a template.
    /// Returns `None` if no rules apply.
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
        let judged = kubevirt::machines(object).into_iter().map(|machine| self.machines.evaluate(document, machine));
        let judged: Vec<_> = judged.filter(|judged| judged.skipped.is_none()).collect();
        (!judged.is_empty()).then(|| judged.into_iter().flat_map(|judged| judged.findings).collect())
    }
}
