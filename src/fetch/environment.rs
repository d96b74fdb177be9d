//! Go variables for downloads.

use std::{path::PathBuf, time::Duration};

/// The environment for downloads. Plain data: its creator reads the variables.
#[derive(Clone, Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "callers fill it in")]
pub struct FetchEnvironment {
    /// The module cache (`$GOMODCACHE`).
    pub module_cache: PathBuf,
    /// `$GOPROXY`.
    pub proxies: String,
    /// Modules to download from their repositories (`$GONOPROXY`, `$GOPRIVATE`).
    pub no_proxy: ModulePatterns,
    /// Modules that need no hash in go.sum (`$GONOSUMDB`, `$GOPRIVATE`; all if `$GOSUMDB` is `off`).
    pub no_checksums: ModulePatterns,
    /// `true` if extracted files remain writable (`-modcacherw` in `$GOFLAGS`).
    pub is_writable: bool,
    /// The sources of credentials (`$GOAUTH`).
    pub go_auth: String,
    /// The content of the user's .netrc.
    pub netrc: String,
    /// The total time limit.
    pub timeout: Duration,
    /// Trusted root certificates in PEM format. If empty, the certificates built into idlgen are used.
    pub certificates: Vec<u8>,
}

/// The paths at which Go looks for the system's certificates on Linux and BSD.
pub const CERTIFICATE_FILES: &[&str] = &[
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/cacert.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/cert.pem",
    "/usr/local/etc/ssl/cert.pem",
];

impl FetchEnvironment {
    /// Reads the variables of the Go command. `lookup` returns the value of a variable.
    pub fn from_variables(lookup: impl Fn(&str) -> Option<String>, module_cache: PathBuf, timeout: Duration) -> Self {
        let set = |name: &str| lookup(name).filter(|value| !value.is_empty());
        let private = set("GOPRIVATE").unwrap_or_default();
        let or_private = |name: &str| ModulePatterns::parse(&set(name).unwrap_or_else(|| private.clone()));
        let asks_nobody = set("GOSUMDB").as_deref() == Some("off");
        let flags = set("GOFLAGS").unwrap_or_default();
        FetchEnvironment {
            module_cache,
            proxies: set("GOPROXY").unwrap_or_else(|| "https://proxy.golang.org,direct".to_owned()),
            no_proxy: or_private("GONOPROXY"),
            no_checksums: if asks_nobody { ModulePatterns::all() } else { or_private("GONOSUMDB") },
            is_writable: flags.split_whitespace().any(|flag| flag.trim_start_matches('-') == "modcacherw"),
            go_auth: set("GOAUTH").unwrap_or_else(|| "netrc".to_owned()),
            netrc: String::new(),
            timeout,
            certificates: Vec::new(),
        }
    }

    /// Returns the possible paths of the user's .netrc: `$NETRC`, otherwise `~/.netrc` (on Windows, `~\_netrc` comes
    /// first). The first existing file is used. `lookup` returns the value of a variable.
    pub fn netrc_paths(lookup: impl Fn(&str) -> Option<String>) -> Vec<PathBuf> {
        let set = |name: &str| lookup(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(path) = set("NETRC") {
            return vec![path];
        }
        let home = set(if cfg!(windows) { "USERPROFILE" } else { "HOME" });
        let names: &[&str] = if cfg!(windows) { &["_netrc", ".netrc"] } else { &[".netrc"] };
        home.iter().flat_map(|home| names.iter().map(|name| home.join(name))).collect()
    }
}

/// Module path patterns as in `$GOPRIVATE`: comma-separated globs. A glob matches a path if it matches a prefix of the
/// path (`golang.org/x/mod/module.MatchPrefixPatterns`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModulePatterns {
    patterns: Vec<String>,
    covers_all: bool,
}

impl ModulePatterns {
    /// Matches every module.
    pub fn all() -> Self {
        ModulePatterns { patterns: Vec::new(), covers_all: true }
    }

    /// Parses the value of a variable.
    pub fn parse(text: &str) -> Self {
        let patterns = text.split(',').map(|pattern| pattern.trim().trim_end_matches('/'));
        let patterns = patterns.filter(|pattern| !pattern.is_empty()).map(str::to_owned).collect();
        ModulePatterns { patterns, covers_all: false }
    }

    /// Returns `true` if a module matches.
    pub fn covers(&self, path: &str) -> bool {
        self.covers_all || self.patterns.iter().any(|pattern| begins_with(path, pattern))
    }
}

/// Returns `true` if the first parts of a path match the parts of the pattern.
fn begins_with(path: &str, pattern: &str) -> bool {
    let mut parts = path.split('/');
    pattern.split('/').all(|pattern| parts.next().is_some_and(|part| matches(part.as_bytes(), pattern.as_bytes())))
}

/// Emulates `path.Match` within a part: `*`, `?`, and `[…]`.
fn matches(text: &[u8], pattern: &[u8]) -> bool {
    match (pattern.first(), text.first()) {
        (None, first) => first.is_none(),
        (Some(b'*'), _) => {
            let rest = pattern.get(1..).unwrap_or_default();
            (0..=text.len()).any(|skipped| matches(text.get(skipped..).unwrap_or_default(), rest))
        }
        (Some(_), None) => false,
        (Some(b'['), Some(found)) => {
            let Some(end) = pattern.iter().position(|byte| *byte == b']') else { return false };
            let class = pattern.get(1..end).unwrap_or_default();
            let (class, is_negated) = class.strip_prefix(b"^").map_or((class, false), |class| (class, true));
            let is_in = class.contains(found)
                || class.windows(3).any(|range| matches!(range, [low, b'-', high] if (low..=high).contains(&found)));
            is_in != is_negated && rest_matches(text, pattern.get(end + 1..))
        }
        (Some(b'?'), Some(_)) => rest_matches(text, pattern.get(1..)),
        (Some(wanted), Some(found)) => wanted == found && rest_matches(text, pattern.get(1..)),
    }
}

fn rest_matches(text: &[u8], pattern: Option<&[u8]>) -> bool {
    matches(text.get(1..).unwrap_or_default(), pattern.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> FetchEnvironment {
        let lookup = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        FetchEnvironment::from_variables(lookup, PathBuf::new(), Duration::ZERO)
    }

    #[test]
    fn patterns_cover_what_begins_so() {
        let patterns = ModulePatterns::parse("*.corp.example.com,github.com/me/priv*,x.[a-c]/y");
        for (path, is_covered) in [
            ("git.corp.example.com/a/b", true),
            ("corp.example.com/a", false),
            ("github.com/me/private/deep", true),
            ("github.com/me/public", false),
            ("github.com/me", false),
            ("x.b/y/z", true),
            ("x.d/y", false),
        ] {
            assert_eq!(patterns.covers(path), is_covered, "{path}");
        }
    }

    #[test]
    fn variables_are_those_of_the_go_command() {
        let usual = environment(&[]);
        assert_eq!(usual.proxies, "https://proxy.golang.org,direct");
        assert!(!usual.no_checksums.covers("a.b/c") && !usual.no_proxy.covers("a.b/c") && !usual.is_writable);
        let private = environment(&[("GOPRIVATE", "a.b"), ("GONOPROXY", "none"), ("GOFLAGS", "-mod=mod -modcacherw")]);
        assert!(private.no_checksums.covers("a.b/c") && !private.no_proxy.covers("a.b/c") && private.is_writable);
        assert!(environment(&[("GOSUMDB", "off")]).no_checksums.covers("a.b/c"));
        // The Go command does not support this variable in module mode.
        assert!(!environment(&[("GONOSUMCHECK", "1")]).no_checksums.covers("a.b/c"));
        assert_eq!((usual.go_auth.as_str(), environment(&[("GOAUTH", "off")]).go_auth.as_str()), ("netrc", "off"));
    }
}
