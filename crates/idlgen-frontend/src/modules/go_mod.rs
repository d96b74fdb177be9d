//! go.mod: the module path and its requirements (<https://go.dev/ref/mod#go-mod-file>).

use super::{
    directive::{Directive, Word, directives, in_order},
    go_version::GoVersion,
    import_path, semver,
};
use crate::{
    diag::{Diagnostic, nearest},
    modules::codes,
    source::{FileId, Span},
};

/// One version of a Go module, as go.mod requires it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::exhaustive_structs, reason = "a plain pair")]
pub struct ModuleVersion {
    /// The module path: `k8s.io/api`.
    pub path: String,
    /// The version with its `v`: `v0.35.0`.
    pub version: String,
}

impl std::fmt::Display for ModuleVersion {
    /// Formats the module like the Go command: `path@version`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}@{}", self.path, self.version)
    }
}

/// A parsed go.mod.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoMod {
    /// The module path.
    pub(super) module: Option<String>,
    /// The `go` line.
    pub(super) go: Option<GoVersion>,
    /// `require`, direct and indirect, with the position of each.
    pub(super) requirements: Vec<(ModuleVersion, Span)>,
    /// `replace`.
    pub(super) replacements: Vec<Replacement>,
    /// `exclude`.
    pub(super) exclusions: Vec<ModuleVersion>,
    /// `ignore`: directories that patterns do not match.
    pub(super) ignored: Vec<String>,
}

/// `replace path [version] => target`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Replacement {
    /// The replaced module.
    pub(super) path: String,
    /// The replaced version. `None` for all versions.
    pub(super) version: Option<String>,
    pub(super) target: ReplacementTarget,
    /// The line.
    pub(super) span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReplacementTarget {
    /// A directory as written, relative to the directory of the file.
    Folder(String),
    /// Another module.
    Module(ModuleVersion),
}

const DIRECTIVES: [&str; 10] =
    ["module", "go", "toolchain", "godebug", "require", "replace", "exclude", "retract", "tool", "ignore"];

impl GoMod {
    /// Parses a go.mod. Malformed parts are diagnostics; the rest is kept.
    pub(super) fn parse(file: FileId, text: &str) -> (Self, Vec<Diagnostic>) {
        let (directives, mut diagnostics) = directives(file, text);
        let mut go_mod = GoMod::default();
        for directive in &directives {
            if let Err(diagnostic) = go_mod.apply(directive) {
                diagnostics.push(*diagnostic);
            }
        }
        (go_mod, in_order(diagnostics))
    }

    fn apply(&mut self, directive: &Directive) -> Result<(), Box<Diagnostic>> {
        let texts: Vec<&str> = directive.arguments.iter().map(|word| word.text.as_str()).collect();
        let first = directive.arguments.first().unwrap_or(&directive.verb);
        match (directive.verb.text.as_str(), texts.as_slice()) {
            ("module", [path]) => {
                if self.module.is_some() {
                    return malformed(first.span, "duplicate module path");
                }
                if !import_path::is_well_formed(path) {
                    return malformed(first.span, format!("`{path}` is not a valid module path"));
                }
                self.module = Some((*path).to_owned());
            }
            ("go", [version]) => match GoVersion::parse(version) {
                Some(version) => self.go = Some(version),
                None => return malformed(first.span, format!("`{version}` is not a Go version such as `1.24`")),
            },
            ("require", [_, _]) => self.requirements.push((module_version(&directive.arguments)?, directive.span)),
            ("exclude", [_, _]) => self.exclusions.push(module_version(&directive.arguments)?),
            ("replace", _) => self.replacements.push(replacement(directive)?),
            ("ignore", [path]) => self.ignored.push((*path).to_owned()),
            // These do not affect the locations of packages.
            ("toolchain" | "godebug" | "retract" | "tool", _) => {}
            (verb @ ("module" | "go" | "require" | "exclude" | "ignore"), _) => {
                let form = match verb {
                    "module" => "module PATH",
                    "go" => "go VERSION",
                    "ignore" => "ignore DIR",
                    _ => "PATH VERSION",
                };
                return malformed(directive.span, format!("the syntax of `{verb}` is `{form}`"));
            }
            (verb, _) => return unknown_directive(directive, verb, &DIRECTIVES),
        }
        Ok(())
    }

    /// Returns the language version, with the default for a missing `go` line.
    pub(super) fn go_version(&self) -> GoVersion {
        self.go.unwrap_or(GoVersion::UNSTATED)
    }
}

pub(super) fn malformed<T>(span: Span, message: impl Into<String>) -> Result<T, Box<Diagnostic>> {
    Err(Box::new(Diagnostic::new(codes::MALFORMED_GO_MOD, message).at(span)))
}

pub(super) fn unknown_directive<T>(directive: &Directive, verb: &str, known: &[&str]) -> Result<T, Box<Diagnostic>> {
    let mut diagnostic = Diagnostic::new(codes::MALFORMED_GO_MOD, format!("unknown directive `{verb}`"));
    let span = directive.verb.span;
    diagnostic = match nearest(verb, known.iter().copied()) {
        Some(name) => diagnostic.unsafe_fix(format!("write `{name}`"), span, name),
        None => diagnostic,
    };
    Err(Box::new(diagnostic.at(span)))
}

fn module_version(words: &[Word]) -> Result<ModuleVersion, Box<Diagnostic>> {
    let [path, version] = words else { return malformed_words(words) };
    if !import_path::is_well_formed(&path.text) {
        return malformed(path.span, format!("`{}` is not a valid module path", path.text));
    }
    if !semver::is_valid(&version.text) {
        let message = format!("`{}` is not a version such as `v1.2.3`; `go mod tidy` resolves it", version.text);
        return malformed(version.span, message);
    }
    Ok(ModuleVersion { path: path.text.clone(), version: version.text.clone() })
}

fn malformed_words<T>(words: &[Word]) -> Result<T, Box<Diagnostic>> {
    let span = words.iter().map(|word| word.span).reduce(Span::to);
    let diagnostic = Diagnostic::new(codes::MALFORMED_GO_MOD, "expected a module path and a version");
    Err(Box::new(match span {
        Some(span) => diagnostic.at(span),
        None => diagnostic,
    }))
}

/// Parses `path [version] => folder` or `path [version] => path version`, as in go.mod and go.work.
pub(super) fn replacement(directive: &Directive) -> Result<Replacement, Box<Diagnostic>> {
    const FORM: &str = "the syntax of `replace` is `PATH [VERSION] => DIR` or `PATH [VERSION] => PATH VERSION`";
    let words = directive.arguments.as_slice();
    let Some(arrow) = words.iter().position(|word| word.text == "=>") else { return malformed(directive.span, FORM) };
    let (Some(old), Some(new)) = (words.get(..arrow), words.get(arrow + 1..)) else {
        return malformed(directive.span, FORM);
    };
    let (path, version) = match old {
        [path] => (path.text.clone(), None),
        [_, _] => {
            let old = module_version(old)?;
            (old.path, Some(old.version))
        }
        _ => return malformed(directive.span, FORM),
    };
    let target = match new {
        [folder] if is_folder(&folder.text) => ReplacementTarget::Folder(folder.text.clone()),
        [other] => {
            let message = format!(
                "`{}` is neither a directory (these start with `./`, `../` or `/`) nor a module with a version",
                other.text
            );
            return malformed(other.span, message);
        }
        [folder, version] if is_folder(&folder.text) => {
            return malformed(version.span, "a directory has no version");
        }
        [_, _] => ReplacementTarget::Module(module_version(new)?),
        _ => return malformed(directive.span, FORM),
    };
    Ok(Replacement { path, version, target, span: directive.span })
}

/// Returns `true` if a replacement is a directory rather than a module (`modfile.IsDirectoryPath`).
fn is_folder(text: &str) -> bool {
    let drive = || matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    text == "."
        || text == ".."
        || ["./", "../", "/", ".\\", "..\\", "\\"].iter().any(|start| text.starts_with(start))
        || drive()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;

    fn parse(text: &str) -> (GoMod, Vec<String>) {
        let mut sources = SourceMap::default();
        let file = sources.add("go.mod", text);
        let (go_mod, diagnostics) = GoMod::parse(file, text);
        let messages = diagnostics.iter().map(|diagnostic| {
            let at = sources.line_column(file, diagnostic.primary.as_ref().unwrap().span.start);
            format!("{}:{}: {}", at.line, at.column, diagnostic.message)
        });
        (go_mod, messages.collect())
    }

    fn module(path: &str, version: &str) -> ModuleVersion {
        ModuleVersion { path: path.to_owned(), version: version.to_owned() }
    }

    #[test]
    fn every_directive_is_read() {
        let (go_mod, diagnostics) = parse(
            "// Deprecated: no\nmodule example.com/m\n\ngo 1.24.0\ntoolchain go1.26.8\ngodebug default=go1.21\n\
             require k8s.io/api v0.35.0\nrequire (\n\tk8s.io/apimachinery v0.35.0\n\tsigs.k8s.io/yaml v1.6.0 // \
             indirect\n)\n\
             exclude k8s.io/api v0.34.0\nreplace (\n\tk8s.io/api => ../api\n\tx.io/y v1.0.0 => z.io/y v1.1.0\n)\n\
             retract [v1.0.0, v1.1.0] // broken\ntool example.com/m/cmd\nignore ./node_modules\n",
        );
        assert_eq!(diagnostics, Vec::<String>::new());
        assert_eq!(go_mod.module.as_deref(), Some("example.com/m"));
        assert_eq!(go_mod.go_version(), GoVersion { major: 1, minor: 24 });
        let requirements: Vec<_> = go_mod.requirements.iter().map(|(required, _)| required.clone()).collect();
        let expected = [
            module("k8s.io/api", "v0.35.0"),
            module("k8s.io/apimachinery", "v0.35.0"),
            module("sigs.k8s.io/yaml", "v1.6.0"),
        ];
        assert_eq!(requirements, expected);
        assert_eq!(go_mod.exclusions, [module("k8s.io/api", "v0.34.0")]);
        let replacements: Vec<_> = go_mod
            .replacements
            .iter()
            .map(|old| (old.path.as_str(), old.version.as_deref(), old.target.clone()))
            .collect();
        assert_eq!(
            replacements,
            [
                ("k8s.io/api", None, ReplacementTarget::Folder("../api".to_owned())),
                ("x.io/y", Some("v1.0.0"), ReplacementTarget::Module(module("z.io/y", "v1.1.0"))),
            ]
        );
        assert_eq!(go_mod.ignored, ["./node_modules"]);
    }

    /// The results of `modfile.IsDirectoryPath`.
    #[test]
    fn replacements_by_directories_have_a_path() {
        for text in [".", "..", "./a", "../a", "/a", ".\\a", "..\\a", "\\a", "C:", "c:\\a", "z:a"] {
            assert!(is_folder(text), "{text}");
        }
        for text in ["", "a", "a/b", ".a", "..a", "...", "1:a", ":a", "a/./b", "~/a", "CC:"] {
            assert!(!is_folder(text), "{text}");
        }
    }

    #[test]
    fn a_module_without_a_go_line_is_one_of_1_16() {
        assert_eq!(parse("module m").0.go_version(), GoVersion::UNSTATED);
    }

    #[test]
    fn a_file_of_another_kind_is_said_in_a_few_lines() {
        let (_, diagnostics) = parse(&"lorem ipsum\n".repeat(1000));
        assert_eq!(diagnostics.len(), 20);
    }

    #[test]
    fn damage_is_local() {
        let (go_mod, diagnostics) = parse(
            "module m\nmodule n\ngo x\nrequires a.b/c v1.0.0\nrequire a.b/c\nrequire a.b/c main\nrequire ../c v1.0.0\n\
             replace a.b/c => d.e/f\nreplace a.b/c => ./f v1.0.0\nreplace a.b/c ./f\nreplace a b c => ./f\nfrobnicate\n\
             require a.b/d v1.0.0\n",
        );
        assert_eq!(
            diagnostics,
            [
                "2:8: duplicate module path",
                "3:4: `x` is not a Go version such as `1.24`",
                "4:1: unknown directive `requires`",
                "5:1: the syntax of `require` is `PATH VERSION`",
                "6:15: `main` is not a version such as `v1.2.3`; `go mod tidy` resolves it",
                "7:9: `../c` is not a valid module path",
                "8:18: `d.e/f` is neither a directory (these start with `./`, `../` or `/`) nor a module with a \
                 version",
                "9:22: a directory has no version",
                "10:1: the syntax of `replace` is `PATH [VERSION] => DIR` or `PATH [VERSION] => PATH VERSION`",
                "11:1: the syntax of `replace` is `PATH [VERSION] => DIR` or `PATH [VERSION] => PATH VERSION`",
                "12:1: unknown directive `frobnicate`",
            ]
        );
        assert_eq!(go_mod.module.as_deref(), Some("m"));
        assert_eq!(go_mod.requirements.len(), 1);
    }
}
