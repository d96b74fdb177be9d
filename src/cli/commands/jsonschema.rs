//! The command `idlgen jsonschema`.

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use clap::{Parser, ValueEnum, ValueHint};
use idlgen_validate::schema::json::Indent;

use super::{
    command::Run,
    go_packages::go_packages,
    kinds::KindArguments,
    output::{Writing, write},
    paths::relative,
    preparation::{exit_of, output_path, session},
};
use crate::{
    cli::{
        Exit,
        arguments::{CheckArguments, FetchArguments, GlobalArguments, package},
        flags::{Flags, Reading},
        terminal::Terminal,
    },
    diag::nearest,
    emit::json_schema::{DescribedKind, Draft, JsonSchemaOptions, document, document_of_all},
    objects::{BuiltInKinds, Described, NoValidator, Source},
    out::Files,
    session::Session,
    source::{absolute, clean},
};

/// Write JSON Schemas for editors, catalogs and kubeconform.
///
/// The kinds come from CustomResourceDefinitions, Go types, OpenAPI documents or Kubernetes itself. If the output is a
/// directory, idlgen writes one file per kind, GROUP/KIND_VERSION.json in lowercase. kubeconform reads these files with
/// `-schema-location 'DIR/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json'`, yaml-language-server with
/// `yaml.kubernetesCRDStore.url`. If the output is a file or standard output, it contains all kinds in one schema.
#[derive(Debug, Parser)]
#[command(name = "jsonschema")]
#[command(
    after_help = "Rules that JSON Schema cannot express, such as CEL, become a $comment; see docs/jsonschema.md."
)]
pub(super) struct JsonSchema {
    /// Read CustomResourceDefinitions from a file or directory.
    ///
    /// May be repeated.
    #[arg(long = "crd", value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    definitions: Vec<PathBuf>,

    /// Read Go types from a package, by directory, import path or pattern.
    ///
    /// May be repeated.
    #[arg(long = "go", value_name = "PACKAGE", value_parser = package())]
    packages: Vec<String>,

    /// Read an OpenAPI v2 or v3 document of an API server, JSON or YAML.
    ///
    /// May be repeated.
    #[arg(long = "openapi", value_name = "FILE", value_hint = ValueHint::FilePath)]
    documents: Vec<PathBuf>,

    /// Write the built-in kinds of --kubernetes-version.
    #[arg(long)]
    builtin: bool,

    /// Write only this kind. May be repeated.
    #[arg(long = "kind", value_name = "KIND")]
    kinds: Vec<String>,

    /// Select the draft of JSON Schema.
    #[arg(long, value_name = "DRAFT", default_value = "2020-12")]
    draft: DraftName,

    /// Allow fields that the kind does not define.
    ///
    /// Without this flag, they are errors wherever an API server would prune them.
    #[arg(long)]
    open: bool,

    /// Write to this directory, or to a file if it ends in .json.
    ///
    /// `-` is standard output.
    #[arg(short, long, value_name = "DIR|FILE", value_hint = ValueHint::AnyPath)]
    output: PathBuf,

    #[command(flatten)]
    fetching: FetchArguments,

    #[command(flatten)]
    check: CheckArguments,

    #[command(flatten)]
    reading: Flags<Reading>,
}

/// A version of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DraftName {
    /// The current draft.
    #[value(name = "2020-12")]
    Draft202012,
    /// The draft that older tools read.
    #[value(name = "7")]
    Draft7,
}

impl Run for JsonSchema {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        let start = Instant::now();
        let to_stdout = self.output == Path::new("-");
        terminal.output_is_data = to_stdout;
        if self.check.check && to_stdout {
            terminal.fatal("--check compares with files and cannot be used with `-o -`");
            return Exit::Environment;
        }
        match self.files(to_stdout, global, terminal) {
            Err(exit) => exit,
            Ok((files, _)) if to_stdout => {
                for (_, text) in files.iter() {
                    terminal.data(text);
                }
                Exit::Clean
            }
            Ok((files, writing)) => match output_path(&self.output, Path::new("."), terminal) {
                Ok(output) => {
                    let mut mounted = Files::default();
                    mounted.set_owner(&self.sources(&output));
                    mounted.take_over();
                    mounted.mount(&output.to_string_lossy(), files);
                    write(&mounted, Path::new(""), writing, start, terminal)
                }
                Err(exit) => exit,
            },
        }
    }
}

impl JsonSchema {
    /// Returns a string that identifies the sources of the kinds, for the manifest. A run with other sources into the
    /// same directory then does not remove their files. Paths are relative to the directory, so that a manifest is the
    /// same on every machine.
    fn sources(&self, output: &Path) -> String {
        let from_output =
            |path: &PathBuf| relative(output, &clean(&absolute(path))).to_string_lossy().replace('\\', "/");
        let crds = self.definitions.iter().map(|path| format!("crd={}", from_output(path)));
        let packages = self.packages.iter().map(|package| format!("go={package}"));
        let documents = self.documents.iter().map(|path| format!("openapi={}", from_output(path)));
        let kinds = self.kinds.iter().map(|kind| format!("kind={kind}"));
        let built_in = self.builtin.then(|| "builtin".to_owned());
        let all: Vec<String> = crds.chain(packages).chain(documents).chain(built_in).chain(kinds).collect();
        all.join(",")
    }

    /// Returns the files, and the mode of writing them.
    fn files(&self, to_stdout: bool, global: &GlobalArguments, terminal: &Terminal) -> Result<(Files, Writing), Exit> {
        let given = KindArguments {
            definitions: self.definitions.clone(),
            packages: self.packages.clone(),
            documents: self.documents.clone(),
            schema: None,
            type_name: None,
            fetching: self.fetching,
            makes_files: true,
        };
        let (global, packages) = go_packages(&self.packages, global);
        let mut session = session(&global, &self.reading.given, &packages, self.fetching, terminal)?;
        let kinds = given.read(&mut session, terminal)?;
        let diagnostics = kinds.reading().map_or(&[][..], |reading| &reading.diagnostics);
        let writing = Writing::new(self.check.check, diagnostics);
        if let Some(reading) = kinds.reading() {
            terminal.diagnostics(&reading.diagnostics, &session.sources);
            let exit = exit_of(&reading.diagnostics);
            if exit != Exit::Clean {
                terminal.status("nothing was written");
                return Err(exit);
            }
        }
        let mut sources = kinds.sources(&session);
        if self.builtin {
            sources.push(Box::new(BuiltInKinds::new(session.settings.kubernetes_minor).with_definitions()));
        }
        let named = self.named(&sources, terminal)?;
        let described: Vec<DescribedKind<'_>> = named.iter().map(Named::described).collect();
        Ok((self.written(&described, to_stdout, &session), writing))
    }

    /// Returns the requested kinds, without duplicates.
    fn named<'s>(&self, sources: &'s [Box<dyn Source + 's>], terminal: &Terminal) -> Result<Vec<Named<'s>>, Exit> {
        let mut named: Vec<Named<'s>> = Vec::new();
        for source in sources {
            for known in source.kinds() {
                let is_wanted = self.kinds.is_empty() || self.kinds.iter().any(|kind| kind == known.kind);
                let is_known =
                    |one: &Named<'_>| (one.group, one.version, one.kind) == (known.group, known.version, known.kind);
                if !is_wanted || named.iter().any(is_known) {
                    continue;
                }
                let Some(found) = source.find(&known.api_version(), known.kind) else { continue };
                match source.describe(&found) {
                    Ok(described) => {
                        named.push(Named { group: known.group, version: known.version, kind: known.kind, described });
                    }
                    Err(NoValidator::NotKnown(reason) | NoValidator::PackageNotFound(reason)) => {
                        terminal.status(&reason);
                    }
                    Err(NoValidator::NotExecutable(reasons)) => {
                        terminal.fatal(&format!("{}: {}", found.name, reasons.join("; ")));
                        return Err(Exit::Findings);
                    }
                }
            }
        }
        let missing = self.kinds.iter().find(|kind| !named.iter().any(|known| known.kind == **kind));
        if let Some(kind) = missing {
            let known: Vec<&str> = sources.iter().flat_map(|source| source.kinds()).map(|known| known.kind).collect();
            let near = nearest(kind, known.iter().copied());
            let advice = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
            terminal.fatal(&format!("no specified source has a kind {kind}{advice}"));
            return Err(Exit::Environment);
        }
        if named.is_empty() {
            terminal.fatal("there is no kind to write; specify kinds with --crd, --go, --openapi or --builtin");
            return Err(Exit::Environment);
        }
        named.sort_by_key(|named| (named.group, named.version, named.kind));
        Ok(named)
    }

    fn written(&self, kinds: &[DescribedKind<'_>], to_stdout: bool, session: &Session<'_>) -> Files {
        let draft = match self.draft {
            DraftName::Draft202012 => Draft::Draft202012,
            DraftName::Draft7 => Draft::Draft7,
        };
        let kubernetes_minor = session.settings.kubernetes_minor;
        let options = JsonSchemaOptions { draft, is_open: self.open, kubernetes_minor };
        let is_file = self.output.extension().is_some_and(|extension| extension == "json");
        let mut files = Files::default();
        match kinds {
            [only] if to_stdout || is_file => {
                files.insert("", document(only, &options).to_text(Indent::default()));
            }
            all if to_stdout || is_file => {
                files.insert("", document_of_all(all, &options).to_text(Indent::default()));
            }
            all => {
                for kind in all {
                    files.insert(kind.path(), document(kind, &options).to_text(Indent::default()));
                }
                files.own_directory("", "jsonschema");
            }
        }
        files
    }
}

/// A kind with its source.
struct Named<'s> {
    group: &'s str,
    version: &'s str,
    kind: &'s str,
    described: Described<'s>,
}

impl Named<'_> {
    fn described(&self) -> DescribedKind<'_> {
        DescribedKind {
            group: self.group,
            version: self.version,
            kind: self.kind,
            schema: &self.described.schema,
            definitions: &self.described.definitions,
            is_native: self.described.is_native,
            deprecation: self.described.deprecation.as_deref(),
        }
    }
}
