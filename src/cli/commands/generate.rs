//! `idlgen generate`, `idlgen openapi` and `idlgen rust`

use std::{
    collections::BTreeSet,
    fmt::Write,
    path::{Path, PathBuf},
    time::Instant,
};

use super::preparation::{absolute, exit_of, has_errors, prepared};
use crate::{
    cli::{
        Exit,
        arguments::{GenerateArguments, GlobalArguments, OpenapiArguments, OpenapiOptions, RustArguments, RustOptions},
        terminal::Terminal,
    },
    config::{OpenApiSettings, Settings},
    emit::openapi::{Layout, OpenApiVersion},
    out::Files,
    session::{Generated, Outputs, Session},
};

/// `idlgen generate`
pub(crate) fn generate(arguments: &GenerateArguments, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    let mut session = match prepared(global, &arguments.packages, terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    apply_openapi(&mut session.settings, &arguments.openapi);
    apply_rust(&mut session.settings, &arguments.rust);
    let settings = &mut session.settings;
    if let Some(reason) = contradiction(&settings.openapi) {
        terminal.fatal(reason);
        return Exit::Environment;
    }
    if let Some(output) = &arguments.output {
        let output = absolute(output);
        settings.openapi.output = Some(output.join("openapi").join(settings.openapi.usual_output()));
        settings.rust.output = Some(output.join("rust"));
    } else if settings.openapi.output.is_none() && settings.rust.output.is_none() {
        terminal.fatal(
            "where shall the output go? Give -o DIR, or set openapi.output or rust.output in idlgen.toml (`idlgen init` writes one).",
        );
        return Exit::Environment;
    }
    let outputs = Outputs {
        openapi: settings.openapi.output.is_some(),
        rust: settings.rust.output.is_some(),
        single_file: false,
    };
    finish(session, outputs, arguments.check.check, false, terminal)
}

/// `idlgen openapi`
pub(crate) fn openapi(arguments: &OpenapiArguments, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    let to_stdout = arguments.output.as_deref() == Some(Path::new("-"));
    terminal.output_is_data = to_stdout;
    let mut session = match prepared(global, &arguments.packages, terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    apply_openapi(&mut session.settings, &arguments.openapi);
    if let Some(layout) = arguments.layout {
        session.settings.openapi.layout = layout.into();
    }
    session.settings.openapi.type_name.clone_from(&arguments.type_name);
    if let Some(reason) = contradiction(&session.settings.openapi) {
        terminal.fatal(reason);
        return Exit::Environment;
    }
    if to_stdout && session.settings.openapi.writes_folder() {
        terminal.fatal("the documents of OpenAPI v3 are a folder of files; give -o DIR");
        return Exit::Environment;
    }
    if let Some(output) = &arguments.output {
        session.settings.openapi.output = Some(if to_stdout { output.clone() } else { absolute(output) });
    }
    if session.settings.openapi.output.is_none() {
        terminal.fatal(
            "where shall the output go? Give -o FILE (`-` is standard output), or set openapi.output in idlgen.toml.",
        );
        return Exit::Environment;
    }
    finish(
        session,
        Outputs { openapi: true, rust: false, single_file: false },
        arguments.check.check,
        to_stdout,
        terminal,
    )
}

/// `idlgen rust`
pub(crate) fn rust(arguments: &RustArguments, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    let to_stdout = arguments.output.as_deref() == Some(Path::new("-"));
    terminal.output_is_data = to_stdout;
    let mut session = match prepared(global, &arguments.packages, terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    apply_rust(&mut session.settings, &arguments.rust);
    if let Some(output) = &arguments.output {
        session.settings.rust.output = Some(if to_stdout { output.clone() } else { absolute(output) });
    }
    if session.settings.rust.output.is_none() {
        terminal.fatal(
            "where shall the output go? Give -o DIR (`-` is standard output), or set rust.output in idlgen.toml.",
        );
        return Exit::Environment;
    }
    let outputs = Outputs { openapi: false, rust: true, single_file: to_stdout };
    finish(session, outputs, arguments.check.check, to_stdout, terminal)
}

fn apply_openapi(settings: &mut Settings, options: &OpenapiOptions) {
    if let Some(strip_zero) = options.strip_zero {
        settings.openapi.strip_zero = strip_zero;
    }
    if let Some(formats) = options.formats {
        settings.openapi.formats = formats;
    }
    if let Some(indent) = options.indent {
        settings.openapi.indent = indent.into();
    }
    if let Some(version) = options.openapi_version {
        settings.openapi.version = version;
    }
    settings.openapi.paths |= options.paths;
    for (name, value) in &options.feature_gates {
        match name.as_str() {
            "OpenAPIEnums" => settings.openapi_enums = *value,
            _ => settings.declarative_validation_extensions = *value,
        }
    }
}

/// Why the settings cannot all be followed, if so.
fn contradiction(settings: &OpenApiSettings) -> Option<&'static str> {
    match (settings.layout, settings.version) {
        (Layout::Discovery, OpenApiVersion::V2) => Some("OpenAPI v2 is one document; there is no index of it"),
        (Layout::Structural, OpenApiVersion::V2) => Some("custom resource definitions have schemas of OpenAPI v3"),
        _ => None,
    }
}

fn apply_rust(settings: &mut Settings, options: &RustOptions) {
    settings.rust.derives.extend(options.derives.iter().cloned());
    settings.rust.extern_packages.extend(options.extern_packages.iter().cloned());
    settings.rust.extern_validate.extend(options.extern_validate.iter().cloned());
}

/// Generates, shows what is to be said, and writes or compares.
fn finish(mut session: Session<'_>, outputs: Outputs, check: bool, to_stdout: bool, terminal: &Terminal) -> Exit {
    let start = Instant::now();
    if check && to_stdout {
        terminal.fatal("--check compares with files; there are none with `-o -`");
        return Exit::Environment;
    }
    let generated = session.generate(&outputs);
    terminal.diagnostics(&generated.diagnostics, &session.sources);
    if has_errors(&generated.diagnostics) {
        terminal.status("nothing was written");
        return exit_of(&generated.diagnostics);
    }
    terminal.status(&read_summary(&generated));
    if to_stdout {
        for (_, text) in generated.files.iter() {
            terminal.out(text);
        }
        return Exit::Clean;
    }
    let directory = session.settings.directory.clone();
    if let Some(path) = overwritten_input(&generated, &directory) {
        terminal.fatal(&format!("{} is read to make the output; let the output go elsewhere", path.display()));
        return Exit::Environment;
    }
    if check {
        return compare(&generated.files, &directory, terminal);
    }
    match generated.files.write(&directory) {
        Ok(written) => {
            let mut text = format!("wrote {}", count(written.written.len(), "file"));
            let _ = write!(text, " ({} unchanged", written.unchanged);
            if !written.removed.is_empty() {
                let _ = write!(text, ", {} removed", written.removed.len());
            }
            let _ = write!(text, ") in {:.2} s", start.elapsed().as_secs_f64());
            terminal.status(&text);
            exit_of(&generated.diagnostics)
        }
        Err(error) => {
            terminal.fatal(&error.to_string());
            Exit::Environment
        }
    }
}

/// A file that would be written over although the output is made of it.
fn overwritten_input(generated: &Generated, directory: &Path) -> Option<PathBuf> {
    let inputs: BTreeSet<PathBuf> = generated.inputs.iter().map(|input| absolute(input)).collect();
    let mut outputs = generated.files.iter().map(|(path, _)| absolute(&directory.join(path)));
    outputs.find(|output| inputs.contains(output))
}

fn compare(files: &Files, directory: &Path, terminal: &Terminal) -> Exit {
    let stale = files.compare(directory);
    if stale.is_empty() {
        terminal.status(&format!("{} up to date", count(files.len(), "file")));
        return Exit::Clean;
    }
    for stale in &stale {
        terminal.err(&format!("{}: {}\n", stale.path, stale.kind.describe()));
        terminal.out(&stale.diff);
    }
    terminal.err(&format!(
        "error[{}]: {} stale; run the same command without --check\n",
        crate::config::codes::STALE_OUTPUT,
        if stale.len() == 1 { "1 file is".to_owned() } else { format!("{} files are", stale.len()) }
    ));
    Exit::Findings
}

/// `read 2 packages (and 5 they import): 31 types, 120 fields, 43 rules`
fn read_summary(generated: &Generated) -> String {
    let summary = &generated.summary;
    format!(
        "read {} (and {} they import): {}, {}, {}, {}",
        count(summary.packages, "package"),
        summary.imported_packages,
        count(summary.files, "file"),
        count(summary.types, "type"),
        count(summary.fields, "field"),
        count(summary.rules, "rule"),
    )
}

/// A number with its noun.
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
