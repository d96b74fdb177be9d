//! Patterns of packages: `...` stands for any text, but not for the insides of a vendor folder
//! (`cmd/internal/pkgpattern`).

/// Stands for a path's part `vendor` that has something behind it; `...` does not match it.
const VENDOR: &str = "\0";

/// A pattern of names whose parts are separated by `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// Matches whole names, the vendor parts of both replaced; several, because a trailing `/...` may stand for
    /// nothing.
    alternatives: Vec<String>,
    /// What stands before the first `...`.
    literal: String,
    /// Whether it names a vendor folder itself.
    names_vendor: bool,
}

impl Pattern {
    /// Reads a pattern.
    pub(super) fn new(pattern: &str) -> Self {
        let literal = pattern.split("...").next().unwrap_or("").to_owned();
        let replaced = replace_vendor(pattern);
        let mut alternatives = Vec::new();
        if let Some(above) = replaced.strip_suffix("/...") {
            // The folder itself matches, too: a/... matches a, and a/vendor/... matches a/vendor.
            let above = match above.strip_suffix(VENDOR) {
                Some(rest) if rest.is_empty() || rest.ends_with('/') => format!("{rest}vendor"),
                _ => above.to_owned(),
            };
            alternatives.push(above);
        }
        alternatives.push(replaced);
        Pattern { alternatives, literal, names_vendor: pattern.contains("vendor") }
    }

    /// Whether the pattern names exactly one thing.
    pub(super) fn is_literal(pattern: &str) -> bool {
        !pattern.contains("...")
    }

    /// What every match begins with.
    pub(super) fn literal_prefix(&self) -> &str {
        &self.literal
    }

    /// Whether something inside a vendor folder may match.
    pub(super) fn can_match_in_vendor(&self) -> bool {
        self.names_vendor
    }

    /// Whether the name matches.
    pub(super) fn matches(&self, name: &str) -> bool {
        let name = replace_vendor(name);
        self.alternatives.iter().any(|alternative| glob(alternative, &name))
    }

    /// Whether the name, or something below it, may match.
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

/// Whether `text` is `pattern` with something for each `...`. Each piece between them is taken where it first fits,
/// which finds a match if there is one.
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

    /// The cases of `cmd/internal/pkgpattern`'s documentation and then some.
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
