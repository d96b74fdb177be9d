//! The languages of files with command lines.

/// The language of a file with command lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// A makefile: recipes that may contain make variables.
    Make,
    /// A shell script.
    Script,
    /// A file that contains shell commands, each of which runs in a shell of its own.
    Shell,
    /// Go source: `//go:generate`, without a shell.
    Go,
}

impl Language {
    /// Returns the language of a file, if it may contain command lines.
    pub(super) fn of(name: &str) -> Option<Self> {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        if ["Makefile", "makefile", "GNUmakefile"].contains(&name) || extension == "mk" {
            return Some(Language::Make);
        }
        let is_tasks = |stem: &str| ["taskfile", "justfile"].contains(&stem.to_ascii_lowercase().as_str());
        if ["sh", "bash"].contains(&extension) {
            return Some(Language::Script);
        }
        if is_tasks(name.split('.').next().unwrap_or_default()) {
            return Some(Language::Shell);
        }
        let is_generated = name.starts_with("zz_generated") || name.ends_with("_test.go") || name.ends_with(".pb.go");
        (extension == "go" && !is_generated).then_some(Language::Go)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_command_lines_have_these_names() {
        use Language::{Go, Make, Script, Shell};
        for (language, names) in [
            (Some(Make), &["Makefile", "makefile", "GNUmakefile", "tools.mk"] as &[&str]),
            (Some(Script), &["update.sh", "update.bash"]),
            (Some(Shell), &["Taskfile.yml", "taskfile.yaml", "justfile", "Justfile"]),
            (Some(Go), &["doc.go", "generated.go"]),
            (
                None,
                &["zz_generated.deepcopy.go", "types_test.go", "api.pb.go", "README.md", "sh", "mk", "go", "file.yml"],
            ),
        ] {
            for name in names {
                assert_eq!(Language::of(name), language, "{name}");
            }
        }
    }
}
