//! Output to standard output and standard error, with colors. All text passes through a single function, so that no
//! text from an input can control the terminal or a program that reads the log.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

use anstream::{AutoStream, ColorChoice};

use super::{
    Exit,
    arguments::{Color, GlobalArguments},
    diff::colored,
};
use crate::{
    diag::{
        Diagnostic, Severity, ValidatedObject,
        render::{Document, Escapes, Format, render},
        visible, visible_json, visible_line,
    },
    session::fold_missing_modules,
    source::SourceMap,
};

/// The two output streams with the user's settings.
pub(crate) struct Terminal {
    format: Format,
    choice: ColorChoice,
    quiet: bool,
    /// `true` if standard output contains generated text, so that diagnostics must not be written there.
    pub(crate) output_is_data: bool,
    /// The document with all findings of the run, for formats that have one, and whether to write it.
    document: RefCell<Option<(Document, bool)>>,
    /// The time of the last progress message.
    told: Cell<Option<Instant>>,
    /// The first stream with an output error, and the error. A closed pipe is not an error.
    failed: RefCell<Option<(Stream, io::Error)>>,
}

/// The minimum duration of an operation before it reports progress.
const PATIENCE: Duration = Duration::from_secs(2);

/// The minimum interval between progress messages.
const BETWEEN: Duration = Duration::from_millis(100);

/// An output stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stream {
    Out,
    Err,
}

/// The kind of a text, which determines its escaping.
#[derive(Clone, Copy, Debug)]
enum Text<'a> {
    /// Lines for users, from any source.
    Lines(&'a str),
    /// A single line for users, from any source.
    Line(&'a str),
    /// Rendered text: control characters are already escaped, and its escapes are colors.
    Rendered(&'a str),
    /// A line for users that the next line overwrites.
    Passing(&'a str),
    /// An output file: written unchanged, unless to a terminal.
    Data(&'a str),
}

impl Terminal {
    pub(crate) fn new(global: &GlobalArguments) -> Self {
        let choice = match global.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        let document = Document::new(global.message_format).map(|document| (document, false));
        Terminal {
            format: global.message_format,
            choice,
            quiet: global.quiet,
            document: RefCell::new(document),
            ..Terminal::with_defaults()
        }
    }

    /// Writes the findings, if the format is a single document.
    pub(crate) fn finish(&self) {
        if let Some((document, true)) = self.document.take() {
            let stream = if self.output_is_data { Stream::Err } else { Stream::Out };
            self.write(stream, Text::Rendered(&document.text()));
        }
    }

    /// Starts the next document, if the format is a single document.
    pub(crate) fn begin_again(&mut self, global: &GlobalArguments) {
        self.document = RefCell::new(Document::new(global.message_format).map(|document| (document, false)));
    }

    /// Creates a terminal with default settings, for messages before the command line has been parsed.
    pub(crate) fn with_defaults() -> Self {
        Terminal {
            format: Format::default(),
            choice: ColorChoice::Auto,
            quiet: false,
            output_is_data: false,
            document: RefCell::default(),
            told: Cell::new(None),
            failed: RefCell::default(),
        }
    }

    /// Writes lines for users to standard output.
    pub(crate) fn out(&self, text: &str) {
        self.write(Stream::Out, Text::Lines(text));
    }

    /// Writes file content to standard output.
    pub(crate) fn data(&self, text: &str) {
        self.write(Stream::Out, Text::Data(text));
    }

    /// Writes a unified diff to standard output: unchanged for programs, with colors for a terminal.
    pub(crate) fn diff(&self, diff: &str) {
        if io::stdout().is_terminal() || self.choice == ColorChoice::Always {
            self.write(Stream::Out, Text::Rendered(&colored(&visible(diff))));
        } else {
            self.data(diff);
        }
    }

    /// Writes JSON to standard output.
    pub(crate) fn json(&self, text: String) {
        self.write(Stream::Out, Text::Rendered(&visible_json(text)));
    }

    /// Writes a line to standard error.
    pub(crate) fn line(&self, text: &str) {
        self.write(Stream::Err, Text::Line(text));
    }

    /// Reports the result of a command on standard error, unless the user requested quiet output.
    pub(crate) fn status(&self, text: &str) {
        if !self.quiet {
            self.line(text);
        }
    }

    /// Reports the progress of a long operation that began at `start` on standard error, if that is a terminal.
    pub(crate) fn progress(&self, start: Instant, text: &str) {
        let is_seen = !self.quiet && start.elapsed() > PATIENCE && io::stderr().is_terminal();
        let now = Instant::now();
        if is_seen && self.told.get().is_none_or(|told| now.duration_since(told) > BETWEEN) {
            self.told.set(Some(now));
            self.write(Stream::Err, Text::Passing(text));
        }
    }

    /// Writes lines for users that a flag has requested to standard error.
    pub(crate) fn out_of_band(&self, text: &str) {
        self.write(Stream::Err, Text::Lines(text));
    }

    /// Records validated objects, for formats that include valid ones.
    pub(crate) fn validated(&self, objects: &[ValidatedObject], sources: &SourceMap) {
        if let Some((document, is_wanted)) = self.document.borrow_mut().as_mut() {
            document.add_objects(objects, sources);
            *is_wanted = true;
        }
    }

    /// Reports that the command cannot be executed.
    pub(crate) fn fatal(&self, text: &str) {
        self.line(&format!("error: {text}"));
        if let Some((document, is_wanted)) = self.document.borrow_mut().as_mut() {
            *is_wanted |= document.add_failure(text);
        }
    }

    /// Warns about the command line.
    pub(crate) fn warning(&self, text: &str) {
        self.line(&format!("warning: {text}"));
    }

    /// Reports diagnostics of Go source and configuration: formats for users on standard error, formats for programs on
    /// standard output unless that contains data.
    pub(crate) fn diagnostics(&self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        self.show(diagnostics, sources, matches!(self.format, Format::Full | Format::Short) || self.output_is_data);
    }

    /// Reports the findings of a command: on standard output in every format, unless that contains data.
    pub(crate) fn findings(&self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        self.show(diagnostics, sources, self.output_is_data);
    }

    /// Writes clap's messages: help and the version to standard output, errors to standard error.
    pub(crate) fn usage(&self, said: &clap::Error) {
        let plain = said.render().to_string();
        let stream = if said.use_stderr() { Stream::Err } else { Stream::Out };
        match visible(&plain) {
            Cow::Borrowed(_) => self.write(stream, Text::Rendered(&said.render().ansi().to_string())),
            Cow::Owned(shown) => self.write(stream, Text::Lines(&shown)),
        }
    }

    /// Returns the exit status after all output: an output error is an error.
    pub(crate) fn end(&self, exit: Exit) -> Exit {
        let Some((stream, error)) = self.failed.take() else { return exit };
        let name = if stream == Stream::Out { "output" } else { "error" };
        self.fatal(&format!("cannot write everything to standard {name}: {error}"));
        Exit::Environment
    }

    fn show(&self, diagnostics: &[Diagnostic], sources: &SourceMap, to_stderr: bool) {
        let mut shown: Vec<Diagnostic> =
            diagnostics.iter().filter(|diagnostic| diagnostic.severity != Severity::Off).cloned().collect();
        fold_missing_modules(&mut shown);
        if let Some((document, is_wanted)) = self.document.borrow_mut().as_mut() {
            document.add(&shown, sources);
            *is_wanted = true;
            return;
        }
        if shown.is_empty() {
            return;
        }
        let (stream, links) = if to_stderr {
            (Stream::Err, supports_hyperlinks::on(supports_hyperlinks::Stream::Stderr))
        } else {
            (Stream::Out, supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout))
        };
        // The stream removes escapes if it is not a terminal that supports colors.
        let escapes = if links { Escapes::ColorsAndLinks } else { Escapes::Colors };
        self.write(stream, Text::Rendered(&render(&shown, sources, self.format, escapes)));
    }

    /// The only function that writes text.
    fn write(&self, stream: Stream, text: Text<'_>) {
        if !matches!(text, Text::Passing(_)) && self.told.take().is_some() {
            self.write(Stream::Err, Text::Passing(""));
        }
        let result = match stream {
            Stream::Out => {
                let stdout = io::stdout();
                let is_seen = stdout.is_terminal();
                self.write_to(stdout.lock(), is_seen, text)
            }
            Stream::Err => {
                let stderr = io::stderr();
                let is_seen = stderr.is_terminal();
                self.write_to(stderr.lock(), is_seen, text)
            }
        };
        if let Err(error) = result
            && !is_closed_pipe(&error)
        {
            self.failed.borrow_mut().get_or_insert((stream, error));
        }
    }

    fn write_to(
        &self,
        mut stream: impl anstream::stream::RawStream + anstream::stream::AsLockedWrite,
        is_seen: bool,
        text: Text<'_>,
    ) -> io::Result<()> {
        match text {
            Text::Lines(text) => stream.write_all(visible(text).as_bytes())?,
            Text::Line(text) => stream.write_all(format!("{}\n", visible_line(text)).as_bytes())?,
            Text::Passing(text) => stream.write_all(format!("\r\x1b[K{}\r", visible_line(text)).as_bytes())?,
            Text::Data(text) if is_seen => stream.write_all(visible(text).as_bytes())?,
            Text::Data(text) => stream.write_all(text.as_bytes())?,
            Text::Rendered(text) => {
                let mut stream = AutoStream::new(stream, self.choice);
                stream.write_all(text.as_bytes())?;
                return stream.flush();
            }
        }
        stream.flush()
    }
}

/// The error codes of a pipe that the reader has closed, in addition to `BrokenPipe`. Windows has another error if that
/// happens before the first byte (`ERROR_PIPE_NOT_CONNECTED`).
const CLOSED_PIPE: &[i32] = if cfg!(windows) { &[233] } else { &[] };

/// Returns `true` if the reader has closed the pipe.
fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe || error.raw_os_error().is_some_and(|code| CLOSED_PIPE.contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_closed_pipe_is_no_error() {
        assert!(is_closed_pipe(&io::ErrorKind::BrokenPipe.into()));
        assert!(!is_closed_pipe(&io::ErrorKind::StorageFull.into()));
        assert_eq!(is_closed_pipe(&io::Error::from_raw_os_error(233)), cfg!(windows));
    }
}
