//! The variables of the Go command: those of the process, and those of the file written by `go env -w`
//! (`cmd/go/internal/cfg.Getenv`).

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use crate::source::FileSystem;

/// Maximum size of the file in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The values in the file written by `go env -w`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoVariables(BTreeMap<String, String>);

impl GoVariables {
    /// Reads the file named by `$GOENV`, otherwise `go/env` in the user's configuration directory. Returns no values if
    /// the file does not exist. `lookup` returns the value of an environment variable.
    pub fn read(lookup: impl Fn(&str) -> Option<String>, files: &dyn FileSystem) -> Self {
        let bytes = env_file(lookup).and_then(|path| files.read_up_to(&path, MAX_BYTES).ok());
        bytes.map(|bytes| GoVariables::parse(&String::from_utf8_lossy(&bytes))).unwrap_or_default()
    }

    /// Parses lines of the form `NAME=value`. Ignores other lines, like the Go command.
    fn parse(text: &str) -> Self {
        let lines = text.split('\n').filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()));
        let values = lines.filter_map(|line| line.split_once('='));
        GoVariables(values.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// Returns the value of a variable: from the environment unless it is empty there, otherwise from the file, which
    /// only contains Go variables.
    pub fn value(&self, name: &str, lookup: impl Fn(&str) -> Option<String>) -> Option<String> {
        let own = lookup(name).filter(|value| !value.is_empty());
        own.or_else(|| self.0.get(name).filter(|_| name.starts_with("GO")).cloned())
    }
}

/// Returns the path of the file (`cmd/go/internal/cfg.EnvFile`, `os.UserConfigDir`).
fn env_file(lookup: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let set = |name: &str| lookup(name).filter(|value| !value.is_empty());
    if let Some(file) = set("GOENV") {
        return (file != "off").then(|| PathBuf::from(file));
    }
    let home = || set("HOME").map(PathBuf::from);
    let directory = if cfg!(windows) {
        set("AppData").map(PathBuf::from)
    } else if cfg!(any(target_os = "macos", target_os = "ios")) {
        home().map(|home| home.join("Library").join("Application Support"))
    } else {
        match set("XDG_CONFIG_HOME") {
            Some(directory) => Some(PathBuf::from(directory)).filter(|directory| directory.is_absolute()),
            None => home().map(|home| home.join(".config")),
        }
    };
    Some(directory?.join(Path::new("go").join("env")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::MemoryFileSystem;

    fn value(variables: &[(&str, &str)], name: &str) -> Option<String> {
        let mut files = MemoryFileSystem::default();
        files.insert("/home/a/.config/go/env", "GOPROXY=https://a.b,direct\nGOFLAGS=-mod=mod\n# GOOS=x\nHOME=/b\n=\n");
        files.insert("/config/go/env", "GOPROXY=https://config\r\n");
        files.insert("/elsewhere", "GOPROXY=off\nGOPROXY=https://last");
        let lookup = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        GoVariables::read(lookup, &files).value(name, lookup)
    }

    #[test]
    #[cfg(all(unix, not(any(target_os = "macos", target_os = "ios"))))]
    fn what_go_env_writes_applies_where_the_process_says_nothing() {
        let home = ("HOME", "/home/a");
        assert_eq!(value(&[home], "GOPROXY").as_deref(), Some("https://a.b,direct"));
        assert_eq!(value(&[home, ("GOPROXY", "")], "GOPROXY").as_deref(), Some("https://a.b,direct"));
        assert_eq!(value(&[home, ("GOPROXY", "off")], "GOPROXY").as_deref(), Some("off"));
        assert_eq!(value(&[home], "GOFLAGS").as_deref(), Some("-mod=mod"));
        assert_eq!((value(&[home], "GOOS"), value(&[], "GOPROXY")), (None, None));
        assert_eq!(value(&[home], "HOME").as_deref(), Some("/home/a"));
        assert_eq!(value(&[], "HOME"), None);
    }

    #[test]
    #[cfg(all(unix, not(any(target_os = "macos", target_os = "ios"))))]
    fn the_file_is_where_go_looks_for_it() {
        let home = ("HOME", "/home/a");
        let proxy = |variables: &[(&str, &str)]| value(variables, "GOPROXY");
        assert_eq!(proxy(&[home, ("XDG_CONFIG_HOME", "/config")]).as_deref(), Some("https://config\r"));
        assert_eq!(proxy(&[home, ("XDG_CONFIG_HOME", "config")]), None);
        assert_eq!(proxy(&[home, ("GOENV", "/elsewhere")]).as_deref(), Some("https://last"));
        assert_eq!(proxy(&[home, ("GOENV", "off")]), None);
        assert_eq!(proxy(&[home, ("GOENV", "/nowhere")]), None);
    }
}
