//! The build script API: generates Rust types and validators for Go packages while a crate is built.
//!
//! In `build.rs`:
//!
//! ```no_run
//! idlgen::build::Config::new().directory("api").package("./...").compile();
//! ```
//!
//! and in the crate:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/idlgen.rs"));
//! ```
//!
//! The build script runs again when an input file changes, including go.mod, and when Go files or packages below the
//! patterns are added or removed. Cargo watches entire directories: if one contains Cargo's target directory, a
//! repository's `.git` or the output of the script, only its other subdirectories are watched, so a first Go file in
//! that directory itself goes unnoticed. Go code in a directory of its own, such as `api`, does not have this problem.
//!
//! Problems in the Go source are reported through `cargo::error` and `cargo::warning` with their source lines, and
//! errors fail the build.

mod cargo;
mod watch;

use std::path::{Path, PathBuf};

use crate::{
    check::cel::UNGUARDED_FIELD,
    config::{
        self,
        codes::{BAD_CONFIGURATION_VALUE, FILE_ACCESS, NO_PACKAGES},
    },
    diag::{Diagnostic, Severity},
    emit::{BACKENDS, Backend, rust::Rust},
    modules::{GoEnvironment, GoVariables},
    out::Files,
    session::{Generated, Outputs, Session},
    settings::{InvalidSetting, Method, Settings},
    source::{self, DiskFileSystem, FileSystem, SourceMap},
};

/// The file in OUT_DIR to `include!`.
pub const FILE_NAME: &str = "idlgen.rs";

/// The configuration of a build script. Methods correspond to the keys of the same name in idlgen.toml.
#[derive(Clone, Debug, Default)]
pub struct Config {
    settings: Settings,
    calls: Vec<(String, String)>,
    file: Option<PathBuf>,
    directory: Option<PathBuf>,
    out_directory: Option<PathBuf>,
    problems: Vec<String>,
}

/// The output of a build script, before anything is written or printed.
#[derive(Debug)]
#[non_exhaustive]
pub struct Output {
    /// The generated files. [`FILE_NAME`] includes the others.
    pub files: Files,
    /// Diagnostics about the source.
    pub diagnostics: Vec<Diagnostic>,
    /// The source files of the diagnostics.
    pub sources: SourceMap,
    /// All files that the output depends on.
    pub inputs: Vec<PathBuf>,
    /// All directories in which a new file could change the output.
    pub folders: Vec<PathBuf>,
}

impl Config {
    /// Creates an empty configuration. Name at least one package.
    pub fn new() -> Self {
        Config::default()
    }

    /// Sets the directory for relative package patterns, relative to the crate's directory. The default is the crate's
    /// directory.
    pub fn directory(&mut self, directory: impl AsRef<Path>) -> &mut Self {
        self.directory = Some(directory.as_ref().to_path_buf());
        self
    }

    /// Sets the path of an idlgen.toml, relative to the crate's directory. Settings from methods take precedence; lists
    /// and tables are merged. Patterns and paths in the file, and those passed to methods, are relative to the
    /// directory of the file, unless [`directory`](Self::directory) sets another directory. Its output settings are for
    /// `idlgen generate` and are ignored here.
    pub fn file(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.file = Some(path.as_ref().to_path_buf());
        self
    }

    /// Sets any setting by its key in idlgen.toml: `set("rust.extern-validate", "k8s.io/api/core/v1")`,
    /// `set("diagnostics.unknown-tag", "off")`. Appends to lists and tables. docs/configuration.md lists all keys. An
    /// unknown key or an invalid value fails the build.
    ///
    /// A back end whose output is set, such as `openapi.output`, also writes its files, below the directory of the Rust
    /// code.
    pub fn set(&mut self, key: &str, value: &str) -> &mut Self {
        match assign(&mut self.settings, key, value) {
            Ok(()) => self.calls.push((key.to_owned(), value.to_owned())),
            Err(problem) => self.problems.push(problem),
        }
        self
    }

    /// Adds Go packages: `./api/v1`, `./...`, `k8s.io/api/apps/v1`.
    pub fn package(&mut self, pattern: impl Into<String>) -> &mut Self {
        self.set("packages", &pattern.into())
    }

    /// Sets the directory of a Go module. A path that is not UTF-8 fails the build.
    pub fn module(&mut self, module: impl Into<String>, directory: impl AsRef<Path>) -> &mut Self {
        let directory = directory.as_ref();
        let Some(text) = directory.to_str() else {
            self.problems.push(format!("the path of a module is not UTF-8: {}", directory.display()));
            return self;
        };
        self.set(&format!("modules.{}", module.into()), text)
    }

    /// Adds a derive to every type.
    pub fn derive(&mut self, path: impl Into<String>) -> &mut Self {
        self.set("rust.derives", &path.into())
    }

    /// Makes kinds implement `idlgen_validate::crd::Admit`.
    pub fn admit(&mut self) -> &mut Self {
        self.set("rust.admit", "true")
    }

    /// Uses existing Rust types for a Go package.
    pub fn extern_package(&mut self, package: impl Into<String>, rust_path: impl Into<String>) -> &mut Self {
        self.set(&format!("rust.extern-packages.{}", package.into()), &rust_path.into())
    }

    /// Sets the Kubernetes version, such as `1.35`. An unknown version fails the build.
    pub fn kubernetes_version(&mut self, version: &str) -> &mut Self {
        self.set("kubernetes-version", version)
    }

    /// Sets the tool to emulate: `idlgen` (the default), `openapi-gen`, or a version of controller-gen, such as
    /// `controller-gen=0.19`, which requires the feature `controller-gen`. An unknown name fails the build.
    pub fn compat(&mut self, tool: &str) -> &mut Self {
        self.set("compat", tool)
    }

    /// Selects the channel that determines fields, rules and descriptions: a channel in idlgen.toml, or the name of the
    /// only enabled feature gate.
    pub fn channel(&mut self, name: &str) -> &mut Self {
        self.set("channel", name)
    }

    /// Lets CEL rules use the functions that KEP-4153 proposed and no API server has.
    pub fn kep_4153_functions(&mut self) -> &mut Self {
        self.set("cel.kep-4153-functions", "true")
    }

    /// Switches a feature gate of API servers. A gate that idlgen does not know fails the build.
    pub fn feature_gate(&mut self, name: &str, is_on: bool) -> &mut Self {
        match config::gate(name) {
            Ok(gate) => self.set(&gate.key(), if is_on { "true" } else { "false" }),
            Err(problem) => {
                self.problems.push(problem);
                self
            }
        }
    }

    /// Allows tags of another tool. A `*` at the end matches anything.
    pub fn allow_tag(&mut self, name: impl Into<String>) -> &mut Self {
        self.set("tags.allow", &name.into())
    }

    /// Writes to this directory instead of OUT_DIR.
    pub fn out_dir(&mut self, directory: impl AsRef<Path>) -> &mut Self {
        self.out_directory = Some(directory.as_ref().to_path_buf());
        self
    }

    /// Generates the outputs, writes changed files, and reports watched files and diagnostics to Cargo. Errors fail the
    /// build, through `cargo::error`.
    #[expect(clippy::disallowed_methods, reason = "a build script's contract with Cargo is its environment")]
    pub fn compile(&mut self) {
        let Some(directory) = self.out_directory.clone().or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from))
        else {
            cargo::error(
                "OUT_DIR is not set: idlgen::build::Config::compile is for build scripts; elsewhere call out_dir or \
                 generate",
            );
            return;
        };
        for variable in cargo::VARIABLES {
            cargo::rerun_if_env_changed(variable);
        }
        let lookup = |name: &str| std::env::var(name).ok();
        let written = GoVariables::read(lookup, &DiskFileSystem);
        let environment = GoEnvironment::from_variables(|name| written.value(name, lookup));
        let mut output = self.generate(&DiskFileSystem, environment);
        for input in &output.inputs {
            cargo::rerun_if_changed(input);
        }
        for folder in watch::entire_directories(&DiskFileSystem, &output.folders, &directory) {
            cargo::rerun_if_changed(&folder);
        }
        if !output.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
            && let Err(error) = output.files.write(&directory, &output.inputs)
        {
            output.diagnostics.push(Diagnostic::new(FILE_ACCESS, error.to_string()));
        }
        cargo::diagnostics(&output.diagnostics, &output.sources);
    }

    /// Generates in memory: reads through `files`, prints and writes nothing.
    pub fn generate(&self, files: &dyn FileSystem, environment: GoEnvironment) -> Output {
        let mut diagnostics: Vec<Diagnostic> =
            self.problems.iter().map(|problem| Diagnostic::new(BAD_CONFIGURATION_VALUE, problem.as_str())).collect();
        let mut sources = SourceMap::default();
        let (mut settings, said) = self.settings(files, &mut sources);
        diagnostics.extend(said);
        if settings.packages.is_empty() && diagnostics.is_empty() {
            diagnostics
                .push(Diagnostic::new(NO_PACKAGES, "no Go packages were specified").help("call `Config::package`"));
        }
        let is_wanted =
            |backend: &dyn Backend| backend.name() == Rust.name() || settings.outputs.contains_key(backend.name());
        let back_ends: Vec<_> = BACKENDS.iter().copied().filter(|backend| is_wanted(*backend)).collect();
        for backend in &back_ends {
            let problem = backend.contradiction(&settings, false);
            diagnostics.extend(problem.map(|problem| Diagnostic::new(BAD_CONFIGURATION_VALUE, problem)));
        }
        let mut inputs: Vec<PathBuf> = self.file.iter().cloned().collect();
        if !diagnostics.is_empty() {
            return Output { files: Files::default(), diagnostics, sources, inputs, folders: Vec::new() };
        }
        settings.all_or_nothing = true;
        let cache = environment.module_cache.clone();
        let mut session = Session::new(settings, environment, files, sources);
        let Generated { files, mut diagnostics, inputs: read, folders, .. } =
            session.generate(&Outputs { back_ends, as_one_file: true, keeps_others: false });
        diagnostics.retain(|one| one.code != UNGUARDED_FIELD || !is_foreign(one, &session.sources, cache.as_deref()));
        inputs.extend(read);
        Output { files, diagnostics, sources: session.sources, inputs, folders }
    }

    /// Merges the settings from methods and from the file. Also returns the problems in the file.
    fn settings(&self, files: &dyn FileSystem, sources: &mut SourceMap) -> (Settings, Vec<Diagnostic>) {
        let mut settings = self.settings.clone();
        let mut diagnostics = Vec::new();
        if let Some(file) = &self.file {
            let text = match source::text(file.display(), files.read(file)) {
                Ok(text) => text,
                Err(problem) => return (settings, vec![Diagnostic::new(FILE_ACCESS, problem)]),
            };
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            (settings, diagnostics) = config::read(file, folder.to_path_buf(), &text, sources);
            settings.outputs.clear();
            config::anchor_modules(&mut settings, folder);
            for (key, value) in &self.calls {
                // The value was checked when the method was called.
                let _ = assign(&mut settings, key, value);
            }
        }
        if let Some(directory) = &self.directory {
            settings.directory.clone_from(directory);
        }
        (settings, diagnostics)
    }
}

/// Sets the setting of an idlgen.toml key, or returns an error message.
fn assign(settings: &mut Settings, key: &str, value: &str) -> Result<(), String> {
    let (setting, name) = config::find_key(key)?;
    if let Method::None(reason) = setting.method {
        return Err(format!("`{key}` cannot be set in a build script. {reason}"));
    }
    setting.apply(settings, name, value).map_err(|refusal| {
        let message = refusal.message(setting, key, name);
        match refusal {
            InvalidSetting::Value => format!("{message}, not {value:?}"),
            InvalidSetting::UnknownName { nearest: Some(near), .. } => format!("{message}; did you mean `{near}`?"),
            InvalidSetting::UnknownName { nearest: None, .. } | InvalidSetting::Senseless(_) => message,
        }
    })
}

/// Returns `true` if a diagnostic is in a file of another module: in the module cache, a vendor directory, or built in.
fn is_foreign(diagnostic: &Diagnostic, sources: &SourceMap, cache: Option<&Path>) -> bool {
    let path = diagnostic.primary.as_ref().map(|label| sources.path(label.span.file));
    path.is_some_and(|path| {
        let is_elsewhere = |part: &std::ffi::OsStr| part == "vendor" || part == "<built-in>";
        cache.is_some_and(|cache| path.starts_with(cache)) || path.iter().any(is_elsewhere)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{settings::ValueType, source::MemoryFileSystem};

    /// Calls the method of a setting with the example of its row.
    type Call = for<'a> fn(&'a mut Config, &str, &str) -> &'a mut Config;
    const METHODS: [(&str, Call); 9] = [
        ("package", |config, _, text| config.package(text)),
        ("module", |config, name, text| config.module(name, text)),
        ("derive", |config, _, text| config.derive(text)),
        ("extern_package", |config, name, text| config.extern_package(name, text)),
        ("kubernetes_version", |config, _, text| config.kubernetes_version(text)),
        ("compat", |config, _, text| config.compat(text)),
        ("channel", |config, _, text| config.channel(text)),
        ("feature_gate", |config, name, text| config.feature_gate(name, text == "true")),
        ("allow_tag", |config, _, text| config.allow_tag(text)),
    ];

    #[test]
    fn every_setting_has_its_method_or_is_set_by_its_key() {
        for setting in config::table() {
            let name = if setting.is_named() { setting.sample.trim_matches('"') } else { "" };
            let text = match setting.form {
                form @ (ValueType::OneOf(_) | ValueType::Choices(_)) => form.names(true).last().unwrap_or_default(),
                ValueType::Boolean => "false",
                ValueType::KubernetesVersion => "1.30",
                ValueType::Integer(..) => "4",
                ValueType::Codes => "unknown-tag",
                _ if setting.path.ends_with(&["annotations"]) => "key=text",
                _ => "text",
            };
            let (before, behind) = setting.around_name();
            let key = if setting.is_named() { format!("{before}{name}{behind}") } else { setting.key() };
            let mut expected = Settings::default();
            setting.apply(&mut expected, name, text).unwrap();
            let mut by_key = Config::new();
            by_key.set(&key, text);
            if let Method::None(_) = setting.method {
                assert_eq!(by_key.problems.len(), 1, "{key}");
                continue;
            }
            assert_eq!((&by_key.settings, &by_key.problems), (&expected, &Vec::new()), "{key}");
            // A switch is called without a value.
            if let Method::Named(method) = setting.method
                && !["admit", "kep_4153_functions"].contains(&method)
            {
                let gate = setting.path.last().copied().unwrap_or_default();
                let name = if method == "feature_gate" { gate } else { name };
                let (_, call) = METHODS.iter().find(|(name, _)| *name == method).expect(method);
                let mut by_method = Config::new();
                call(&mut by_method, name, text);
                assert_eq!((&by_method.settings, &by_method.problems), (&expected, &Vec::new()), "{key}");
            }
        }
        assert!(Config::new().kep_4153_functions().settings.kep_4153_functions);
        assert!(Config::new().admit().settings.rust.admit);
    }

    #[test]
    fn what_is_not_known_fails_the_build_with_the_nearest() {
        let mut config = Config::new();
        config
            .package("./...")
            .feature_gate("OpenAPIEnumz", false)
            .set("openapi.ident", "0")
            .set("openapi.indent", "9");
        config.kubernetes_version("1.99").set("rust.output", "src").set("diagnostics.unknown-tga", "off");
        let output = config.generate(&MemoryFileSystem::default(), GoEnvironment::default());
        let messages: Vec<&str> = output.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "unknown feature gate `OpenAPIEnumz`; did you mean `OpenAPIEnums`? The feature gates are \
                 DeclarativeValidationExtensionsInOpenAPI and OpenAPIEnums",
                "unknown setting `openapi.ident`; did you mean `openapi.indent`?",
                "`openapi.indent` must be an integer from 0 to 8, not \"9\"",
                "`kubernetes-version` must be a version from \"1.25\" to \"1.37\", not \"1.99\"",
                "`rust.output` cannot be set in a build script. A build script writes one file to OUT_DIR.",
                "unknown diagnostic `unknown-tga`; did you mean `unknown-tag`?",
            ]
        );
    }

    #[test]
    fn back_ends_whose_output_is_set_write_beside_the_rust_code() {
        let mut files = MemoryFileSystem::default();
        files.insert("/m/go.mod", "module example.com/m\n");
        files.insert("/m/v1/types.go", "package v1\n\ntype A struct {\n\tB string `json:\"b\"`\n}\n");
        let mut config = Config::new();
        config.directory("/m").package("./...").set("openapi.output", "openapi/a.json");
        let output = config.generate(&files, GoEnvironment::default());
        let paths: Vec<&str> = output.files.iter().map(|(path, _)| path).collect();
        assert_eq!((paths, output.diagnostics), (vec![FILE_NAME, "openapi/a.json"], Vec::new()));
    }

    #[test]
    fn a_file_says_what_methods_do_not() {
        let mut files = MemoryFileSystem::default();
        files.insert("/m/go.mod", "module example.com/m\n");
        files.insert("/m/v1/types.go", "package v1\n\ntype A struct {\n\t// +minimum=1\n\tB string `json:\"b\"`\n}\n");
        files.insert(
            "/m/idlgen.toml",
            "packages = [\"./v1\"]\n[openapi]\noutput = \"a.json\"\n[diagnostics]\ntag-on-wrong-kind = \"off\"\n\
             [rust]\nderives = [\"Eq\"]\n[modules]\n\"x.y/z\" = \"../z\"\n",
        );
        let generate = |config: &Config| {
            let output = config.generate(&files, GoEnvironment::default());
            let said: Vec<String> = output.diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect();
            (output.files.iter().map(|(path, _)| path.to_owned()).collect::<Vec<_>>().join(" "), said, output.inputs)
        };
        let mut config = Config::new();
        config.file("/m/idlgen.toml");
        let (written, said, inputs) = generate(&config);
        assert_eq!((written.as_str(), said.len()), (FILE_NAME, 0), "{said:?}");
        assert_eq!(inputs[0], Path::new("/m/idlgen.toml"));

        config.derive("Hash").set("diagnostics.tag-on-wrong-kind", "error").directory("/elsewhere");
        let (settings, _) = config.settings(&files, &mut SourceMap::default());
        assert_eq!(settings.rust.derives, ["Eq", "Hash"]);
        assert_eq!(settings.modules.get("x.y/z"), Some(&PathBuf::from("/m/../z")));
        assert_eq!(settings.directory, Path::new("/elsewhere"));
        let (written, said, _) = generate(config.directory("/m"));
        assert_eq!((written.as_str(), said.len()), ("", 1), "{said:?}");

        let (_, said, inputs) = generate(Config::new().file("/m/gone.toml").package("./v1"));
        assert_eq!((said, inputs), (vec!["/m/gone.toml: entity not found".to_owned()], vec!["/m/gone.toml".into()]));
        files.insert("/m/wrong.toml", "package = []\n");
        let output = Config::new().file("/m/wrong.toml").generate(&files, GoEnvironment::default());
        assert_eq!(output.diagnostics[0].message, "unknown key `package` in idlgen.toml");
        assert!(output.diagnostics[0].primary.is_some());
    }

    #[test]
    fn rules_of_other_modules_that_read_optional_fields_are_not_reported() {
        let mut files = MemoryFileSystem::default();
        let types = "\n// +kubebuilder:validation:XValidation:rule=\"self.b != 'a'\"\ntype A struct {\n\t\
                     B string `json:\"b,omitempty\"`\n}\n";
        files.insert("/m/go.mod", "module example.com/m\n\nrequire x.y/z v1.0.0\n");
        files.insert("/m/v1/types.go", format!("package v1\n{types}"));
        files.insert("/cache/x.y/z@v1.0.0/go.mod", "module x.y/z\n");
        files.insert("/cache/cache/download/x.y/z/@v/v1.0.0.mod", "module x.y/z\n");
        files.insert("/cache/x.y/z@v1.0.0/z.go", format!("package z\n{types}"));
        let environment = GoEnvironment { module_cache: Some("/cache".into()), ..GoEnvironment::default() };
        let found = |package: &str| {
            let output = Config::new().directory("/m").package(package).generate(&files, environment.clone());
            assert_eq!(output.files.iter().count(), 1, "{:?}", output.diagnostics);
            output.diagnostics.iter().map(|one| one.code).collect::<Vec<_>>()
        };
        assert_eq!(found("./v1"), [UNGUARDED_FIELD]);
        assert_eq!(found("x.y/z"), []);
    }

    #[test]
    fn folders_of_packages_and_of_patterns_are_known() {
        let mut files = MemoryFileSystem::default();
        files.insert("/m/go.mod", "module example.com/m\n\nrequire x.y/z v1.0.0\n");
        files.insert("/m/api/v1/types.go", "package v1\n\nimport \"x.y/z\"\n\ntype A struct { B z.Z }\n");
        files.insert("/m/api/notes/readme", "");
        files.insert("/cache/x.y/z@v1.0.0/go.mod", "module x.y/z\n");
        files.insert("/cache/cache/download/x.y/z/@v/v1.0.0.mod", "module x.y/z\n");
        files.insert("/cache/x.y/z@v1.0.0/z.go", "package z\n\ntype Z string\n");
        let environment = GoEnvironment { module_cache: Some("/cache".into()), ..GoEnvironment::default() };
        let folders = |pattern: &str| {
            let output = Config::new().directory("/m").package(pattern).generate(&files, environment.clone());
            assert!(output.inputs.contains(&PathBuf::from("/cache/x.y/z@v1.0.0/z.go")), "{:?}", output.inputs);
            output.folders
        };
        assert_eq!(folders("./api/v1"), [Path::new("/m/api/v1")]);
        assert_eq!(folders("./api/..."), ["/m/api", "/m/api/notes", "/m/api/v1"].map(PathBuf::from));
    }
}
