//! The tool that generated a file of definitions, and the corresponding version of Kubernetes.

/// The first day on which kube-openapi no longer writes defaults of elements. Kubernetes 1.37 is the first version with
/// such a tool.
const NO_ITEM_DEFAULTS: u32 = 20_260_508;

/// Returns the minor version of Kubernetes 1.x for a tool such as `kube-openapi v0.0.0-20250910181357-589584f1c912`, as
/// far as versions differ.
pub(super) fn kubernetes_minor(tool: &str) -> u16 {
    let day = tool.split('-').find_map(|part| part.get(..8).filter(|_| part.len() == 14)?.parse::<u32>().ok());
    if day.is_some_and(|day| day >= NO_ITEM_DEFAULTS) { 37 } else { 35 }
}

#[cfg(test)]
mod tests {
    use super::kubernetes_minor;

    #[test]
    fn by_the_day_of_the_pseudo_version() {
        assert_eq!(kubernetes_minor("kube-openapi v0.0.0-20250910181357-589584f1c912"), 35);
        assert_eq!(kubernetes_minor("kube-openapi v0.0.0-20260821135717-be32def86098"), 37);
        assert_eq!(kubernetes_minor(""), 35);
    }
}
