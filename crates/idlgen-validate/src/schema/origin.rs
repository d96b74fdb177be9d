//! Source locations of schema nodes.

/// The source of a schema node, for diagnostics, diffs and editors. Comparisons ignore it, and printers omit it.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The Go declaration, such as `k8s.io/api/core/v1.PodSpec.Containers`.
    pub declaration: Option<String>,
    /// The source file (as an index), and the byte range of the declaration's name.
    pub location: Option<(u32, u32, u32)>,
    /// The location of the default's value, in the format of `location`.
    pub default: Option<(u32, u32, u32)>,
    /// For each keyword set by a tag: the keyword (`maxLength`) and the text of the tag (`+maxLength=20`), in order.
    pub tags: Vec<(&'static str, String)>,
    /// The locations of these tags: the keyword, and the location in the format of `location`.
    pub places: Vec<(&'static str, (u32, u32, u32))>,
    /// `true` if the Go type of the value, or an embedded one, was not found, so the schema is incomplete.
    pub is_missing: bool,
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
