//! Where a schema node comes from.

/// The provenance of a schema node, for diagnostics, diffs and editors. It never takes part in comparisons, and no
/// printer writes it.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The Go declaration, such as `k8s.io/api/core/v1.PodSpec.Containers`.
    pub declaration: Option<String>,
    /// The source file, as the user names it, and the byte range of the declaration's name in it.
    pub location: Option<(u32, u32, u32)>,
    /// Where the value of the default is written, as `location`.
    pub default: Option<(u32, u32, u32)>,
    /// For each keyword that a tag set: keyword (`maxLength`) and the tag's text (`+maxLength=20`), in order.
    pub tags: Vec<(&'static str, String)>,
    /// Where these tags are written: keyword, and place as `location`.
    pub places: Vec<(&'static str, (u32, u32, u32))>,
    /// Whether the Go type of the value, or one that it embeds, was not found: there is more to it than is known.
    pub is_missing: bool,
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
