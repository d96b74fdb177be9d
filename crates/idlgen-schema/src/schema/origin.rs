//! Source locations of schema nodes.

/// The source of a schema node, for diagnostics, diffs and editors. Comparisons ignore it, and it is never printed.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The Go declaration, such as `k8s.io/api/core/v1.PodSpec.Containers`.
    pub declaration: Option<String>,
    /// The index of the source file, and the start and end of the declaration's name in bytes.
    pub location: Option<(u32, u32, u32)>,
    /// The location of the default's value, in the format of `location`.
    pub default: Option<(u32, u32, u32)>,
    /// For each keyword that a tag sets, in order: the keyword (`maxLength`) and the text of the tag (`+maxLength=20`).
    pub tags: Vec<(&'static str, String)>,
    /// The locations of these tags: the keyword, and the location in the format of the field `location`.
    pub places: Vec<(&'static str, (u32, u32, u32))>,
    /// `true` if the Go type of the value or an embedded type was not found, so that the schema is incomplete.
    pub is_missing: bool,
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
