//! Package patterns: `...` represents any string, except the content of a vendor directory (`cmd/internal/pkgpattern`).

/// Represents a path element `vendor` that is followed by other elements, so that `...` does not match it.
const VENDOR: &str = "\0";

/// A pattern for names with parts separated by `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The patterns for entire names. In patterns and names, `vendor` elements are replaced. There are two patterns if
    /// the pattern ends with `/...`, which may also match nothing.
    alternatives: Vec<String>,
    /// The text before the first `...`.
    literal: String,
    /// `true` if the pattern contains a `vendor` element.
    names_vendor: bool,
}

impl Pattern {
    /// Parses a pattern.
    pub(super) fn new(pattern: &str) -> Self {
        let literal = pattern.split("...").next().unwrap_or("").to_owned();
        let replaced = replace_vendor(pattern);
        let mut alternatives = Vec::new();
        if let Some(above) = replaced.strip_suffix("/...") {
            // The directory itself matches as well: `a/...` matches `a`, and `a/vendor/...` matches `a/vendor`.
            let above = match above.strip_suffix(VENDOR) {
                Some(rest) if rest.is_empty() || rest.ends_with('/') => format!("{rest}vendor"),
                _ => above.to_owned(),
            };
            alternatives.push(above);
        }
        alternatives.push(replaced);
        Pattern { alternatives, literal, names_vendor: pattern.contains("vendor") }
    }

    /// Returns `true` if the pattern contains no wildcard.
    pub(super) fn is_literal(pattern: &str) -> bool {
        !pattern.contains("...")
    }

    /// Returns the prefix of every match.
    pub(super) fn literal_prefix(&self) -> &str {
        &self.literal
    }

    /// Returns `true` if something inside a vendor directory may match.
    pub(super) fn can_match_in_vendor(&self) -> bool {
        self.names_vendor
    }

    /// Returns `true` if the name matches.
    pub(super) fn matches(&self, name: &str) -> bool {
        let name = replace_vendor(name);
        self.alternatives.iter().any(|alternative| glob(alternative, &name))
    }

    /// Returns `true` if the name, or a name below it, may match.
    pub(super) fn can_match_below(&self, name: &str) -> bool {
        let is_above = self
            .literal
            .strip_prefix(name)
            .is_some_and(|rest| name.is_empty() || rest.is_empty() || rest.starts_with('/'));
        is_above || name.starts_with(&self.literal)
    }
}

fn replace_vendor(path: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    if let Some((_, above)) = parts.split_last_mut() {
        for part in above {
            if *part == "vendor" {
                *part = VENDOR;
            }
        }
    }
    parts.join("/")
}

/// Matches `text` with `pattern`, in which `...` represents any string. Matching each piece of the pattern at its first
/// possible position is sufficient.
fn glob(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split("...");
    let Some(mut rest) = pieces.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut pieces = pieces.peekable();
    if pieces.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(piece) = pieces.next() {
        let skipped = if pieces.peek().is_some() {
            rest.find(piece)
        } else {
            rest.ends_with(piece).then(|| rest.len() - piece.len())
        };
        let Some(skipped) = skipped else { return false };
        let (wild, behind) = rest.split_at(skipped);
        if wild.contains(VENDOR) {
            return false;
        }
        rest = behind.strip_prefix(piece).unwrap_or("");
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the cases in the documentation of `cmd/internal/pkgpattern` and others.
    #[test]
    fn wildcards_match_as_in_go() {
        for (pattern, matching, others) in [
            ("...", "a a/b net/http", "vendor/a a/vendor/b"),
            ("net", "net", "net/http not"),
            ("net...", "net net/http netchan", "not http"),
            ("net/...", "net net/http", "netchan not"),
            ("net.../http", "net/http nets/http net/a/http", "net http net/http/a"),
            (".../v1", "a/v1 a/b/v1", "v1 a/v1beta1"),
            ("a/.../v1", "a/b/v1 a/b/c/v1", "a/v1"),
            ("a/...b...c", "a/bc a/xbxc a/bcbc", "a/cb a/b"),
            ("a/vendor/...", "a/vendor a/vendor/b a/vendor/b/c", "a a/b a/vendored"),
            ("vendor/...", "vendor vendor/b", "vendors b"),
            ("a/...", "a a/vendor a/b/vendor", "a/vendor/b"),
            ("a/.../vendor/...", "a/b/vendor/c a/b/vendor", "a/vendor/b a/b/c"),
            ("...vendor...", "xvendor vendor", "vendor/x"),
        ] {
            let compiled = Pattern::new(pattern);
            for name in matching.split(' ') {
                assert!(compiled.matches(name), "{pattern} {name}");
                assert!(
                    crate::modules::import_path::prefixes(name).all(|above| compiled.can_match_below(above)),
                    "{pattern} {name}"
                );
            }
            for name in others.split(' ') {
                assert!(!compiled.matches(name), "{pattern} {name}");
            }
        }
    }

    #[test]
    fn the_top_of_a_walk_has_no_name() {
        assert!(
            Pattern::new("...").matches("") && !Pattern::new("a...").matches("") && !Pattern::new(".../v1").matches("")
        );
        assert!(Pattern::new("a/b/...").can_match_below("") && Pattern::new("a/b/...").can_match_below("a/b/c"));
        assert!(!Pattern::new("a/b/...").can_match_below("a/c") && !Pattern::new("a/b/...").can_match_below("a/bc"));
    }
}
