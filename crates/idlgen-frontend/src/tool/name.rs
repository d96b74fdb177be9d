//! Names of the tools.

use std::fmt;

use super::{Tool, ToolName};

impl ToolName {
    pub const ALL: &'static [ToolName] = &[
        ToolName::IDLGEN,
        ToolName::OPENAPI_GEN,
        ToolName::new("controller-gen", Tool::controller_gen::<22>),
        ToolName::new("controller-gen=0.14", Tool::controller_gen::<14>),
        ToolName::new("controller-gen=0.15", Tool::controller_gen::<15>),
        ToolName::new("controller-gen=0.16", Tool::controller_gen::<16>),
        ToolName::new("controller-gen=0.17", Tool::controller_gen::<17>),
        ToolName::new("controller-gen=0.18", Tool::controller_gen::<18>),
        ToolName::new("controller-gen=0.19", Tool::controller_gen::<19>),
        ToolName::new("controller-gen=0.20", Tool::controller_gen::<20>),
        ToolName::new("controller-gen=0.21", Tool::controller_gen::<21>),
        ToolName::new("controller-gen=0.22", Tool::controller_gen::<22>),
    ];

    /// Returns the tool with this name, one of [`Tool::NAMES`].
    pub fn from_name(name: &str) -> Option<Self> {
        ToolName::ALL.iter().copied().find(|one| one.name == name)
    }

    pub fn as_str(self) -> &'static str {
        self.name
    }

    /// Returns the version of the tool for Kubernetes 1.`kubernetes_minor`.
    pub fn of(self, kubernetes_minor: u16) -> Tool {
        (self.tool)(kubernetes_minor)
    }

    /// Creates a name with the function that returns the tool for a Kubernetes version.
    pub(super) const fn new(name: &'static str, tool: fn(u16) -> Tool) -> Self {
        ToolName { name, tool }
    }

    pub(super) const fn names() -> [&'static str; ToolName::ALL.len()] {
        let mut names = [""; ToolName::ALL.len()];
        let mut index = 0;
        while index < names.len() {
            names[index] = ToolName::ALL[index].name;
            index += 1;
        }
        names
    }
}

impl Default for ToolName {
    fn default() -> Self {
        ToolName::IDLGEN
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

impl fmt::Debug for ToolName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

impl PartialEq for ToolName {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for ToolName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_its_tool() {
        for name in Tool::NAMES {
            let tool = Tool::from_name(name, 33).unwrap();
            let is_latest = name == "controller-gen";
            let expected = if is_latest { "controller-gen=0.22" } else { name };
            assert_eq!((tool.name().as_str(), tool.kubernetes_minor()), (expected, 33));
        }
        assert_eq!(Tool::NAMES.get(..4), Some(&["idlgen", "openapi-gen", "controller-gen", "controller-gen=0.14"][..]));
        assert_eq!(Tool::from_name("openapi_gen", 35), None);
    }

    #[test]
    fn name_and_version_tell_tools_apart() {
        assert_eq!(Tool::from_name("openapi-gen", 35), Some(Tool::openapi_gen(35)));
        assert_ne!(Tool::openapi_gen(35), Tool::idlgen(35));
        assert_ne!(Tool::openapi_gen(35), Tool::openapi_gen(36));
        assert_eq!(format!("{:?}", Tool::default()), "idlgen of Kubernetes 1.35");
    }
}
