//! go.work: a workspace of several modules (<https://go.dev/ref/mod#go-work-file>).

use super::{
    directive::{Directive, Word, directives, in_order},
    go_mod::{Replacement, malformed, replacement, unknown_directive},
    go_version::GoVersion,
};
use crate::{diag::Diagnostic, source::FileId};

/// A parsed go.work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoWork {
    /// The `go` line.
    pub(super) go: Option<GoVersion>,
    /// `use`: the directories of the modules, relative to the directory of the file.
    pub(super) folders: Vec<Word>,
    /// `replace`.
    pub(super) replacements: Vec<Replacement>,
}

const DIRECTIVES: [&str; 5] = ["go", "toolchain", "godebug", "use", "replace"];

impl GoWork {
    /// Parses a go.work. Malformed parts are diagnostics; the rest is kept.
    pub(super) fn parse(file: FileId, text: &str) -> (Self, Vec<Diagnostic>) {
        let (directives, mut diagnostics) = directives(file, text);
        let mut go_work = GoWork::default();
        for directive in &directives {
            if let Err(diagnostic) = go_work.apply(directive) {
                diagnostics.push(*diagnostic);
            }
        }
        (go_work, in_order(diagnostics))
    }

    fn apply(&mut self, directive: &Directive) -> Result<(), Box<Diagnostic>> {
        match (directive.verb.text.as_str(), directive.arguments.as_slice()) {
            ("go", [version]) => match GoVersion::parse(&version.text) {
                Some(version) => self.go = Some(version),
                None => {
                    return malformed(version.span, format!("`{}` is not a Go version such as `1.24`", version.text));
                }
            },
            ("use", [folder]) => self.folders.push(folder.clone()),
            ("replace", _) => self.replacements.push(replacement(directive)?),
            ("toolchain" | "godebug", _) => {}
            ("go", _) => return malformed(directive.span, "the syntax of `go` is `go VERSION`"),
            ("use", _) => return malformed(directive.span, "the syntax of `use` is `use DIR`"),
            (verb, _) => return unknown_directive(directive, verb, &DIRECTIVES),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;

    #[test]
    fn folders_and_replacements_are_read_and_the_rest_is_said() {
        let text = "go 1.24\ntoolchain go1.26.8\nuse ./a\nuse (\n\t./b\n\t../c // near\n)\n\
            replace k8s.io/api => ./api\nrequire x.y/z v1.0.0\nuse\n";
        let mut sources = SourceMap::default();
        let file = sources.add("go.work", text);
        let (go_work, diagnostics) = GoWork::parse(file, text);
        let folders: Vec<&str> = go_work.folders.iter().map(|folder| folder.text.as_str()).collect();
        assert_eq!(folders, ["./a", "./b", "../c"]);
        assert_eq!(go_work.go, Some(GoVersion { major: 1, minor: 24 }));
        assert_eq!(go_work.replacements.len(), 1);
        let messages: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        assert_eq!(messages, ["unknown directive `require`", "the syntax of `use` is `use DIR`"]);
    }
}
