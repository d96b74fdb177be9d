//! Printing: what goes to standard output, what to standard error, and in which colours. All text leaves by one
//! function, and none that comes from an input steers the terminal or the machine that reads the log.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

use anstream::{AutoStream, ColorChoice};

use super::{
    Exit,
    arguments::{Colour, GlobalArguments},
    diff::coloured,
};
use crate::{
    diag::{
        Diagnostic, JudgedObject, Severity,
        render::{Document, Format, render},
        visible, visible_json, visible_line,
    },
    source::SourceMap,
};

/// The two output streams with the user's wishes applied.
pub(crate) struct Terminal {
    format: Format,
    choice: ColorChoice,
    quiet: bool,
    /// Whether standard output carries generated text, so that diagnostics keep off it.
    pub(crate) output_is_data: bool,
    /// The one document of the run, for formats that are one, and whether there is any reason to write it.
    document: RefCell<Option<(Document, bool)>>,
    /// When it was last said how far the work is.
    told: Cell<Option<Instant>>,
    /// The first stream that did not take everything, and why. A closed pipe is none.
    failed: RefCell<Option<(Stream, io::Error)>>,
}

/// How long nobody asks how far the work is.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often it is said.
const BETWEEN: Duration = Duration::from_millis(100);

/// Where text goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stream {
    Out,
    Err,
}

/// What a text is made of, which decides how it may leave.
#[derive(Clone, Copy, Debug)]
enum Text<'a> {
    /// Lines for people, of any origin.
    Lines(&'a str),
    /// One line for people, of any origin.
    Line(&'a str),
    /// What a renderer made: it has shown what is hidden already, and its escapes are colours.
    Rendered(&'a str),
    /// A line for people that the next one takes the place of.
    Passing(&'a str),
    /// A file of output: every byte counts, unless somebody looks at it.
    Data(&'a str),
}

impl Terminal {
    pub(crate) fn new(global: &GlobalArguments) -> Self {
        let choice = match global.color {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        };
        let document = Document::new(global.message_format).map(|document| (document, false));
        Terminal {
            format: global.message_format,
            choice,
            quiet: global.quiet,
            document: RefCell::new(document),
            ..Terminal::unasked()
        }
    }

    /// Writes what was found, where the format is one document.
    pub(crate) fn finish(&self) {
        if let Some((document, true)) = self.document.take() {
            let stream = if self.output_is_data { Stream::Err } else { Stream::Out };
            self.write(stream, Text::Rendered(&document.text()));
        }
    }

    /// Begins the next document, where the format is one.
    pub(crate) fn begin_again(&mut self, global: &GlobalArguments) {
        self.document = RefCell::new(Document::new(global.message_format).map(|document| (document, false)));
    }

    /// For what is said before the user's wishes are known.
    pub(crate) fn unasked() -> Self {
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

    /// Writes lines for people to standard output.
    pub(crate) fn out(&self, text: &str) {
        self.write(Stream::Out, Text::Lines(text));
    }

    /// Writes what could have been a file to standard output.
    pub(crate) fn data(&self, text: &str) {
        self.write(Stream::Out, Text::Data(text));
    }

    /// Writes a unified diff to standard output: as it is, for programs; with colours where somebody looks at it.
    pub(crate) fn diff(&self, diff: &str) {
        if io::stdout().is_terminal() || self.choice == ColorChoice::Always {
            self.write(Stream::Out, Text::Rendered(&coloured(&visible(diff))));
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

    /// Says what was done, on standard error, unless the user wants quiet.
    pub(crate) fn status(&self, text: &str) {
        if !self.quiet {
            self.line(text);
        }
    }

    /// Says on standard error how far a long work is that began at `start`, where somebody looks at it.
    pub(crate) fn progress(&self, start: Instant, text: &str) {
        let is_seen = !self.quiet && start.elapsed() > PATIENCE && io::stderr().is_terminal();
        let now = Instant::now();
        if is_seen && self.told.get().is_none_or(|told| now.duration_since(told) > BETWEEN) {
            self.told.set(Some(now));
            self.write(Stream::Err, Text::Passing(text));
        }
    }

    /// Writes lines for people to standard error, although they were asked for.
    pub(crate) fn out_of_band(&self, text: &str) {
        self.write(Stream::Err, Text::Lines(text));
    }

    /// Takes notice of objects that were looked at, for formats that tell of the good ones too.
    pub(crate) fn judged(&self, objects: &[JudgedObject], sources: &SourceMap) {
        if let Some((document, is_wanted)) = self.document.borrow_mut().as_mut() {
            document.add_objects(objects, sources);
            *is_wanted = true;
        }
    }

    /// Says that the command cannot be carried out.
    pub(crate) fn fatal(&self, text: &str) {
        self.line(&format!("error: {text}"));
        if let Some((document, is_wanted)) = self.document.borrow_mut().as_mut() {
            *is_wanted |= document.add_failure(text);
        }
    }

    /// Warns of something about the command line.
    pub(crate) fn warning(&self, text: &str) {
        self.line(&format!("warning: {text}"));
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

    /// Shows what clap says: help and the version on standard output, mistakes on standard error.
    pub(crate) fn usage(&self, said: &clap::Error) {
        let plain = said.render().to_string();
        let stream = if said.use_stderr() { Stream::Err } else { Stream::Out };
        match visible(&plain) {
            Cow::Borrowed(_) => self.write(stream, Text::Rendered(&said.render().ansi().to_string())),
            Cow::Owned(shown) => self.write(stream, Text::Lines(&shown)),
        }
    }

    /// How the command ended, now that everything was written: a stream that did not take everything is an error.
    pub(crate) fn end(&self, exit: Exit) -> Exit {
        let Some((stream, error)) = self.failed.take() else { return exit };
        let name = if stream == Stream::Out { "output" } else { "error" };
        self.fatal(&format!("cannot write everything to standard {name}: {error}"));
        Exit::Environment
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
        self.write(if to_stderr { Stream::Err } else { Stream::Out }, Text::Rendered(&text));
    }

    /// The one place where text leaves.
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

/// Whether nobody reads on. Windows says it in another way if the reader has gone before the first byte
/// (`ERROR_PIPE_NOT_CONNECTED`).
fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe || (cfg!(windows) && error.raw_os_error() == Some(233))
}
