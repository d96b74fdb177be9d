//! Omits diagnostics that may only follow from syntax errors.

use std::collections::BTreeMap;

use super::touched::{Concern, Declarations, contains};
use crate::{
    diag::Diagnostic,
    model::{Model, Type, TypeDefinition},
    source::{FileId, Span},
    syntax,
};

/// Drops diagnostics about parts with syntax errors, and about types that depend on such parts. As long as the contents
/// of a part are unknown, it is also unknown whether these diagnostics are correct.
pub(super) fn drop_consequences(broken: &[Span], model: &Model, diagnostics: &mut Vec<Diagnostic>) {
    if broken.is_empty() {
        return;
    }
    let broken = Broken::new(broken);
    let missing = BTreeMap::new();
    let declarations = Declarations::new(model, &missing);
    let directly = model.types.iter().filter(|definition| broken.affects(model, definition));
    let directly = directly.map(|definition| definition.id).chain(declarations.incomplete());
    let tainted = model.leading_to(directly);
    diagnostics.retain(|one| {
        if syntax::codes::ALL.contains(&one.code) {
            return true;
        }
        let is_inside = one.primary.as_ref().is_some_and(|label| broken.has(label.span));
        let is_tainted = || match declarations.concern(one) {
            Concern::Types(ids) => ids.iter().any(|id| tainted.get(id.0 as usize) == Some(&true)),
            _ => false,
        };
        !is_inside && !is_tainted()
    });
}

/// The parts of all files with syntax errors.
struct Broken {
    parts: BTreeMap<FileId, Vec<Span>>,
}

impl Broken {
    fn new(all: &[Span]) -> Self {
        let mut parts: BTreeMap<FileId, Vec<Span>> = BTreeMap::new();
        for part in all {
            parts.entry(part.file).or_default().push(*part);
        }
        Broken { parts }
    }

    /// Returns `true` if a location overlaps one of the parts.
    fn has(&self, span: Span) -> bool {
        let parts = self.parts.get(&span.file).map(Vec::as_slice).unwrap_or_default();
        parts.iter().any(|part| part.start < span.end.max(span.start.saturating_add(1)) && span.start < part.end)
    }

    /// Returns `true` if a declaration or one of its constants may be incomplete, or if it references a type that may
    /// be declared in one of the parts.
    fn affects(&self, model: &Model, definition: &TypeDefinition) -> bool {
        let is_in_package = || {
            let files = &model.package(definition.package).files;
            files.iter().any(|file| self.parts.contains_key(file))
        };
        self.has(definition.extent)
            || definition.constants.iter().any(|constant| self.has(constant.span))
            || (is_in_package() && contains(definition, &|ty| matches!(ty, Type::Invalid)))
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        diag::render::{Escapes, Format, render},
        emit::crd::Crd,
        modules::GoEnvironment,
        session::{Outputs, Session},
        settings::Settings,
        source::{MemoryFileSystem, SourceMap},
    };

    /// Returns the diagnostics of the linter for the files of a module.
    fn linted(files: &[(&str, &str)]) -> Vec<String> {
        let mut disk = MemoryFileSystem::default();
        disk.insert("/m/go.mod", "module example.com/m\n\ngo 1.24\n");
        for (path, text) in files {
            disk.insert(format!("/m/{path}"), *text);
        }
        let settings = Settings { directory: "/m".into(), packages: vec!["./...".into()], ..Settings::default() };
        let mut session = Session::new(settings, GoEnvironment::default(), &disk, SourceMap::default());
        let diagnostics = session.lint(None).diagnostics;
        let text = render(&diagnostics, &session.sources, Format::Short, Escapes::None);
        text.lines().map(|line| line.trim_start_matches("/m/").to_owned()).collect()
    }

    #[test]
    fn only_the_cause_is_reported() {
        for (text, expected) in [
            // The declaration of `B` has no name, and the rule needs its field.
            (
                "// +kubebuilder:validation:XValidation:rule=\"self.b.c > 0\"\ntype A struct {\n\
                 \tB B `json:\"b\"`\n}\n\
                 type struct {\n\tC int `json:\"c\"`\n}\n",
                "a.go:7:6: error[IDL0201]: expected the type name, found `struct`",
            ),
            // The field that the rule needs cannot be read.
            (
                "// +kubebuilder:validation:XValidation:rule=\"self.c > 0\"\ntype A struct {\n\tB int \
                 `json:\"b\"`\n\tC: int `json:\"c\"`\n}\n",
                "a.go:6:3: error[IDL0201]: expected a type, found `:`",
            ),
            // The comment is not next to the type.
            (
                "// +maxProperties=x\n=\ntype A struct {\n\t// +minimum=x\n\tB int `json:\"b\"`\n}\n",
                "a.go:4:1: error[IDL0201]: expected a declaration, found `=`",
            ),
            // The import cannot be read.
            (
                "import example.com/m/p\"\ntype A struct {\n\tB p.B `json:\"b\"`\n}\n",
                "a.go:3:15: error[IDL0201]: expected an import path, found `.`",
            ),
        ] {
            let found = linted(&[("a.go", &format!("package m\n\n{text}"))]);
            assert_eq!(found, [expected], "{text}");
        }
        let conflict = "package m\n\n<<<<<<< HEAD\ntype A struct {\n\tB int `json:\"b\"`\n}\n=======\ntype A struct \
                        {\n\tB int32 `json:\"b\"`\n}\n>>>>>>> branch\n";
        let found = linted(&[("a.go", conflict)]);
        assert_eq!(found, ["a.go:3:1: error[IDL0201]: unresolved merge conflict"]);
    }

    /// Outputs are withheld although the unresolved names are not reported.
    #[test]
    fn types_that_depend_on_an_incomplete_package_are_withheld() {
        let kind = |package: &str, field: &str| {
            let name = package.to_uppercase();
            format!(
                "// +groupName=m.example.com\npackage {package}\n\nimport (\n\t\"example.com/m/a\"\n\
                 \tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n)\n\ntype {name} struct {{\n\
                 \tmetav1.TypeMeta `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
                 \tField {field} `json:\"field\"`\n}}\n"
            )
        };
        let mut disk = MemoryFileSystem::default();
        disk.insert("/m/go.mod", "module example.com/m\n\ngo 1.24\n\nrequire k8s.io/apimachinery v0.35.0\n");
        disk.insert("/m/a/a.go", "package a\n\ntype A struct {\n\tB: int `json:\"b\"`\n}\n");
        disk.insert("/m/c/c.go", kind("c", "a.D"));
        disk.insert("/m/e/e.go", kind("e", "int"));
        let settings = Settings { directory: "/m".into(), packages: vec!["./...".into()], ..Settings::default() };
        let mut session = Session::new(settings, GoEnvironment::default(), &disk, SourceMap::default());
        let outputs = Outputs { back_ends: vec![&Crd], as_one_file: false, keeps_others: false };
        let generated = session.generate(&outputs);
        let text = render(&generated.diagnostics, &session.sources, Format::Short, Escapes::None);
        let errors: Vec<&str> = text.lines().filter(|line| line.contains("IDL0201") || line.contains("/c/")).collect();
        assert_eq!(errors, ["/m/a/a.go:4:3: error[IDL0201]: expected a type, found `:`"], "{text}");
        let written = ["cs", "es"].map(|name| generated.files.get(&format!("m.example.com_{name}.yaml")).is_some());
        assert_eq!(written, [false, true], "{:?}", generated.kept_back);
    }

    #[test]
    fn errors_elsewhere_are_reported() {
        let other = "package m\n\ntype C struct {\n\t// +minimum=x\n\tD int `json:\"d\"`\n}\n";
        let broken = "package m\n\ntype A struct {\n\t// +minimum=x\n\tB: C `json:\"b\"`\n}\n";
        let found = linted(&[("a.go", broken), ("b.go", other)]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("a.go:5:3: error[IDL0201]"), "{found:?}");
        assert!(found[1].starts_with("b.go:4:14: error["), "{found:?}");
    }
}
