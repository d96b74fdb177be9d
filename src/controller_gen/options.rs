//! The options of controller-gen's generator `crd` that affect its output.

/// The version of controller-gen to emulate, and its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// controller-gen 0.`minor`.
    pub minor: u16,
    /// `allowDangerousTypes`: floats are numbers.
    pub allow_dangerous_types: bool,
    /// `ignoreUnexportedFields`: unexported fields need no `json` tag.
    pub ignore_unexported_fields: bool,
    /// `maxDescLen`: maximum length of a description in bytes. 0 removes descriptions.
    pub max_description_length: Option<usize>,
    /// `generateEmbeddedObjectMeta`.
    pub embedded_object_meta: bool,
    /// The version in the annotation. The default is the last known release of 0.`minor`.
    pub version_label: Option<String>,
}

impl Options {
    /// Returns the version in the annotation.
    pub(super) fn version_label(&self) -> String {
        if let Some(label) = &self.version_label {
            return label.clone();
        }
        match self.minor {
            14 => "v0.14.0".to_owned(),
            15 => "v0.15.0".to_owned(),
            16 => "v0.16.5".to_owned(),
            17 => "v0.17.3".to_owned(),
            18 => "v0.18.0".to_owned(),
            19 => "v0.19.0".to_owned(),
            20 => "v0.20.1".to_owned(),
            minor => format!("v0.{minor}.0"),
        }
    }
}
