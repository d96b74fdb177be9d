//! The behavior of controller-gen (`sigs.k8s.io/controller-tools`). Its custom resource definitions are generated
//! separately (stage `controller_gen`). In other outputs, the tags that it supports are handled like in idlgen.

use super::{Definitions, Tool};
use crate::tags::{
    Dialect, Tag,
    controller_gen::{Grammar, Target, read},
};

impl Tool {
    /// controller-gen 0.`MINOR`.
    pub fn controller_gen<const MINOR: u16>(kubernetes_minor: u16) -> Self {
        let mut tool = Tool::idlgen(kubernetes_minor);
        tool.name = super::ToolName::from_name(&format!("controller-gen=0.{MINOR}")).unwrap_or_default();
        tool.checks = false;
        tool.judges_rules = false;
        tool.understands = understands::<MINOR>;
        tool.definitions = Definitions::ControllerGen(MINOR);
        tool
    }
}

/// Returns `true` if controller-gen 0.`MINOR` supports the marker on any kind of declaration.
fn understands<const MINOR: u16>(tag: &Tag) -> bool {
    let marker = tag.text.lines().next().unwrap_or_default();
    let grammar = Grammar::of(MINOR);
    let is_known = || {
        [Target::Package, Target::Type, Target::Field].into_iter().any(|target| read(marker, target, grammar).is_some())
    };
    tag.dialect != Dialect::Foreign && is_known()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_a_tool_of_its_own() {
        let latest = Tool::from_name("controller-gen", 35).unwrap();
        assert_eq!(latest.definitions, Definitions::ControllerGen(22));
        assert_eq!(latest, Tool::from_name("controller-gen=0.22", 35).unwrap());
        assert_ne!(latest, Tool::from_name("controller-gen=0.21", 35).unwrap());
        assert_eq!(Tool::from_name("controller-gen=0.13", 35), None);
    }
}
