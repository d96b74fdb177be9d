//! Printing: what goes to standard output, what to standard error, and in which colours.

use std::{cell::RefCell, io::Write};

use anstream::{AutoStream, ColorChoice};

use super::arguments::{Colour, GlobalArguments};
use crate::{
    diag::{
        Diagnostic, Severity,
        render::{Document, Format, render},
    },
    source::SourceMap,
};

/// The two output streams with the user's wishes applied. A closed pipe ends printing silently.
pub(crate) struct Terminal {
    format: Format,
    choice: ColorChoice,
    quiet: bool,
    /// Whether standard output carries generated text, so that diagnostics keep off it.
    pub(crate) output_is_data: bool,
    /// The one document of the run, for formats that are one, and whether there is any reason to write it.
    document: RefCell<Option<(Document, bool)>>,
}

impl Terminal {
    pub(crate) fn new(global: &GlobalArguments) -> Self {
        let choice = match global.color {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        };
        Terminal {
            format: global.message_format,
            choice,
            quiet: global.quiet,
            output_is_data: false,
            document: RefCell::new(Document::new(global.message_format).map(|document| (document, false))),
        }
    }

    /// Ends the run: what was found is written, where the format is one document.
    pub(crate) fn finish(&self) {
        if let Some((document, true)) = self.document.take() {
            let text = document.text();
            if self.output_is_data { self.err(&text) } else { self.out(&text) }
        }
    }

    /// Writes to standard output.
    pub(crate) fn out(&self, text: &str) {
        let mut stream = AutoStream::new(std::io::stdout(), self.choice);
        let _ = stream.write_all(text.as_bytes());
        let _ = stream.flush();
    }

    /// Writes to standard error.
    pub(crate) fn err(&self, text: &str) {
        let mut stream = AutoStream::new(std::io::stderr(), self.choice);
        let _ = stream.write_all(text.as_bytes());
        let _ = stream.flush();
    }

    /// Says what was done, on standard error, unless the user wants quiet.
    pub(crate) fn status(&self, text: &str) {
        if !self.quiet {
            self.err(&format!("{text}\n"));
        }
    }

    /// Says that the command cannot be carried out.
    pub(crate) fn fatal(&self, text: &str) {
        self.err(&format!("error: {text}\n"));
        if let Some((document, is_wanted)) = self.document.borrow_mut().as_mut() {
            *is_wanted |= document.add_failure(text);
        }
    }

    /// Shows diagnostics of Go source and configuration: for people on standard error, for machines on standard output
    /// unless that carries data.
    pub(crate) fn diagnostics(&self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        self.show(diagnostics, sources, matches!(self.format, Format::Full | Format::Short) || self.output_is_data);
    }

    /// Shows what a command was asked for, findings: on standard output in every format, unless that carries data.
    pub(crate) fn findings(&self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        self.show(diagnostics, sources, self.output_is_data);
    }

    fn show(&self, diagnostics: &[Diagnostic], sources: &SourceMap, to_stderr: bool) {
        let shown: Vec<Diagnostic> =
            diagnostics.iter().filter(|diagnostic| diagnostic.severity != Severity::Off).cloned().collect();
        if let Some((document, is_wanted)) = self.document.borrow_mut().as_mut() {
            document.add(&shown, sources);
            *is_wanted = true;
            return;
        }
        if shown.is_empty() {
            return;
        }
        // The stream strips colours where they do not belong.
        let text = render(&shown, sources, self.format, true);
        if to_stderr { self.err(&text) } else { self.out(&text) }
    }
}
