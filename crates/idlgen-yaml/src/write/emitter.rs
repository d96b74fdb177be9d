//! The emitter: goyaml.v2's `emitterc.go` for block style.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use foldhash::fast::FixedState;

use idlgen_runtime::go::sort_indices;
use serde_json::Value;

use super::{
    Entries, Part, key_order, number,
    scalar_style::{ScalarStyle, has_break, is_break, is_printable, lines, style_of_text},
};

/// The column after which a string is folded at the next space.
const BEST_WIDTH: usize = 80;
/// Number of spaces per level.
const BEST_INDENT: usize = 2;
/// Maximum length in bytes of a key without a question mark.
const LONGEST_SIMPLE_KEY: usize = 128;

/// A buffer of spaces for indentation.
const SPACES: &str = "                                                                ";

/// Minimum length in bytes of the output or the string that is cached.
const LEAST_KNOWN: usize = 64;

/// Writes a sequence of documents.
pub(super) struct Emitter<'a> {
    /// The complete documents.
    documents: Vec<String>,
    /// The current document.
    text: String,
    /// Number of characters since the last line break.
    column: usize,
    /// The indentation of the innermost collection. `None` before the first.
    indent: Option<usize>,
    /// `true` if the last character was a separating space.
    whitespace: bool,
    /// `true` if the current line only contains indentation, including `-` and `?`.
    indention: bool,
    /// The cached output of mappings on the lines after their key, by identity and indentation.
    known: HashMap<(Identity<'a>, Option<usize>), Known, FixedState>,
    /// The cached output of long scalars, by everything that affects it. Type descriptions often occur repeatedly.
    scalars: HashMap<ScalarContext, HashMap<Box<str>, Known, FixedState>, FixedState>,
    /// Keys that are known to need no quotes.
    plain_keys: HashSet<Box<str>, FixedState>,
}

/// The identity of a mapping that may occur several times.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Identity<'a> {
    Address(*const (dyn Entries + 'a)),
    Number(usize),
}

/// The value of a mapping.
enum Piece<'p, 'a> {
    Json(&'p Value),
    Part(&'p Part<'a>),
}

/// The context of a scalar that affects its output.
#[derive(PartialEq, Eq, Hash)]
struct ScalarContext {
    column: usize,
    indent: Option<usize>,
    whitespace: bool,
    indention: bool,
}

/// The range of an earlier output that can be copied, and the state of the emitter after it.
#[derive(Clone)]
struct Known {
    /// The index of the document that contains the output.
    document: usize,
    text: Range<usize>,
    column: usize,
    whitespace: bool,
    indention: bool,
}

/// The position of a value in its parent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Root,
    Sequence,
    Mapping,
    SimpleKey,
}

impl Default for Emitter<'_> {
    fn default() -> Self {
        Emitter {
            documents: Vec::new(),
            text: String::new(),
            column: 0,
            indent: None,
            whitespace: true,
            indention: true,
            known: HashMap::default(),
            scalars: HashMap::default(),
            plain_keys: HashSet::default(),
        }
    }
}

impl<'a> Emitter<'a> {
    /// Writes a document after `head`, which is empty or ends with a line break.
    pub(super) fn document(&mut self, head: &str, value: &Part<'a>) -> &str {
        self.text.push_str(head);
        (self.column, self.indent, self.whitespace, self.indention) = (0, None, true, true);
        self.part(value, Context::Root);
        self.write_indent();
        self.documents.push(std::mem::take(&mut self.text));
        self.documents.last().map_or("", String::as_str)
    }

    /// Returns all documents.
    pub(super) fn into_documents(self) -> Vec<String> {
        self.documents
    }

    fn part(&mut self, part: &Part<'a>, context: Context) {
        match part {
            Part::Json(value) => self.json(value, context),
            Part::Text(text) => self.scalar(text, context),
            Part::List(items) => self.sequence(items, context, Emitter::part),
            Part::Mapping(entries) => {
                let entries = entries.iter().map(|(key, value)| (*key, value)).collect();
                self.mapping(entries, Emitter::part);
            }
            Part::Object(values, parts) => {
                let values = values.iter().map(|(key, value)| (key.as_str(), Piece::Json(value)));
                let parts = parts.iter().map(|(key, part)| (*key, Piece::Part(part)));
                let pieces: Vec<_> = values.chain(parts).collect();
                self.mapping(pieces.iter().map(|(key, piece)| (*key, piece)).collect(), Emitter::piece);
            }
            Part::Shared(entries) => {
                let entries = *entries;
                self.shared(Identity::Address(std::ptr::from_ref(entries)), context, || entries.entries());
            }
            Part::Numbered(numbered) => {
                self.shared(Identity::Number(numbered.number()), context, || numbered.entries());
            }
        }
    }

    fn piece(&mut self, piece: &Piece<'_, 'a>, context: Context) {
        match piece {
            Piece::Json(value) => self.json(value, context),
            Piece::Part(part) => self.part(part, context),
        }
    }

    /// Writes a mapping, or copies its previous output. Only the output of a mapping after its key depends on nothing
    /// except the indentation.
    fn shared<'s>(
        &mut self,
        identity: Identity<'a>,
        context: Context,
        entries: impl FnOnce() -> Vec<(&'s str, Part<'a>)>,
    ) {
        let identity = (identity, self.indent);
        let may_be_known = context == Context::Mapping && !self.indention;
        if let Some(known) = self.known.get(&identity).filter(|_| may_be_known) {
            let known = known.clone();
            self.copy(known);
            return;
        }
        let start = self.text.len();
        let parts = entries();
        self.mapping(parts.iter().map(|(key, value)| (*key, value)).collect(), Emitter::part);
        if may_be_known && self.text.len() - start >= LEAST_KNOWN {
            let known = self.written_from(start);
            self.known.insert(identity, known);
        }
    }

    /// Returns the output of the current document from an offset on, so that it can be copied later.
    fn written_from(&self, start: usize) -> Known {
        Known {
            document: self.documents.len(),
            text: start..self.text.len(),
            column: self.column,
            whitespace: self.whitespace,
            indention: self.indention,
        }
    }

    /// Appends a previous output.
    fn copy(&mut self, known: Known) {
        match self.documents.get(known.document) {
            Some(document) => self.text.push_str(document.get(known.text).unwrap_or_default()),
            None => self.text.extend_from_within(known.text),
        }
        (self.column, self.whitespace, self.indention) = (known.column, known.whitespace, known.indention);
    }

    fn json(&mut self, value: &Value, context: Context) {
        match value {
            Value::Null => self.plain_word("null"),
            Value::Bool(true) => self.plain_word("true"),
            Value::Bool(false) => self.plain_word("false"),
            Value::Number(number) => self.plain_word(&number::text(number)),
            Value::String(text) => self.scalar(text, context),
            Value::Array(items) => self.sequence(items, context, Emitter::json),
            Value::Object(entries) => {
                self.mapping(entries.iter().map(|(key, value)| (key.as_str(), value)).collect(), Emitter::json);
            }
        }
    }

    fn sequence<T>(&mut self, items: &[T], context: Context, write: fn(&mut Self, &T, Context)) {
        if items.is_empty() {
            self.indicator("[", true, true, false);
            self.indicator("]", false, false, false);
            return;
        }
        // A list is not indented below its key.
        let is_indentless = context == Context::Mapping && !self.indention;
        let outer = self.indent;
        self.indent = Some(match outer {
            None => 0,
            Some(indent) if is_indentless => indent,
            Some(indent) => indent + BEST_INDENT,
        });
        for item in items {
            self.write_indent();
            self.indicator("-", true, false, true);
            write(self, item, Context::Sequence);
        }
        self.indent = outer;
    }

    fn mapping<T>(&mut self, mut entries: Vec<(&str, &T)>, write: fn(&mut Self, &T, Context)) {
        if entries.is_empty() {
            self.indicator("{", true, true, false);
            self.indicator("}", false, false, false);
            return;
        }
        entries.sort_by_key(|(key, _)| *key);
        let outer = self.indent;
        self.indent = Some(outer.map_or(0, |indent| indent + BEST_INDENT));
        // The order by bytes equals Go's order unless keys contain digits, or characters after the letters in ASCII.
        let is_in_order = entries.iter().all(|(key, _)| is_ordered_by_bytes(key));
        let entries = if is_in_order { entries } else { in_key_order(&entries) };
        for (key, value) in entries {
            self.write_indent();
            if self.is_plain_key(key) {
                self.put_run(key);
                self.put(':');
                (self.whitespace, self.indention) = (false, false);
            } else if !has_break(key) && key.len() <= LONGEST_SIMPLE_KEY {
                self.scalar(key, Context::SimpleKey);
                self.indicator(":", false, false, false);
            } else {
                self.indicator("?", true, false, true);
                self.scalar(key, Context::Mapping);
                self.write_indent();
                self.indicator(":", true, false, true);
            }
            write(self, value, Context::Mapping);
        }
        self.indent = outer;
    }

    /// Returns `true` if a key needs no quotes and contains no spaces.
    fn is_plain_key(&mut self, key: &str) -> bool {
        if self.plain_keys.contains(key) {
            return true;
        }
        let is_plain = key.len() <= LONGEST_SIMPLE_KEY
            && key.bytes().all(|byte| byte.is_ascii_graphic())
            && style_of_text(key, true) == ScalarStyle::Plain;
        if is_plain {
            self.plain_keys.insert(key.into());
        }
        is_plain
    }

    fn scalar(&mut self, text: &str, context: Context) {
        let may_fold = context != Context::SimpleKey;
        if !may_fold || text.len() < LEAST_KNOWN {
            self.new_scalar(text, may_fold);
            return;
        }
        let Emitter { column, indent, whitespace, indention, .. } = *self;
        let place = ScalarContext { column, indent, whitespace, indention };
        if let Some(known) = self.scalars.get(&place).and_then(|texts| texts.get(text)) {
            let known = known.clone();
            self.copy(known);
            return;
        }
        let start = self.text.len();
        self.new_scalar(text, may_fold);
        let known = self.written_from(start);
        self.scalars.entry(place).or_default().insert(text.into(), known);
    }

    fn new_scalar(&mut self, text: &str, may_fold: bool) {
        let outer = self.indent;
        self.indent = Some(outer.map_or(BEST_INDENT, |indent| indent + BEST_INDENT));
        match style_of_text(text, !may_fold) {
            ScalarStyle::Plain => self.plain(text, may_fold),
            ScalarStyle::SingleQuoted => self.single_quoted(text, may_fold),
            ScalarStyle::DoubleQuoted => self.double_quoted(text, may_fold),
            ScalarStyle::Literal => self.literal(text),
        }
        self.indent = outer;
    }

    fn plain_word(&mut self, word: &str) {
        self.indicator(word, true, false, false);
    }

    fn plain(&mut self, text: &str, may_fold: bool) {
        if !self.whitespace {
            self.put(' ');
        }
        self.folded(text, may_fold, false);
        self.whitespace = false;
        self.indention = false;
    }

    fn single_quoted(&mut self, text: &str, may_fold: bool) {
        self.indicator("'", true, false, false);
        self.folded(text, may_fold, true);
        self.indicator("'", false, false, false);
    }

    /// Writes the characters of a plain or single-quoted scalar. Only a single-quoted one can contain line breaks, and
    /// quotes that must be doubled.
    fn folded(&mut self, text: &str, may_fold: bool, is_quoted: bool) {
        let last = text.len().saturating_sub(1);
        let (mut spaces, mut breaks) = (false, false);
        let mut position = 0;
        while let Some(rest) = text.get(position..).filter(|rest| !rest.is_empty()) {
            let run = rest.find(|one| one == ' ' || is_break(one) || is_quoted && one == '\'').unwrap_or(rest.len());
            let (run, rest) = rest.split_at(run);
            if !run.is_empty() {
                if breaks {
                    self.write_indent();
                }
                self.put_run(run);
                self.indention = false;
                (spaces, breaks) = (false, false);
            }
            position += run.len();
            let mut characters = rest.chars();
            let Some(character) = characters.next() else { break };
            if character == ' ' {
                let is_inside = position > 0 && position < last;
                let next_is_space = characters.next() == Some(' ');
                if may_fold && !spaces && self.column > BEST_WIDTH && is_inside && !next_is_space {
                    self.write_indent();
                } else {
                    self.put(' ');
                }
                spaces = true;
            } else if is_break(character) {
                self.put_break(character);
                self.indention = true;
                breaks = true;
            } else {
                if breaks {
                    self.write_indent();
                }
                self.put_run("''");
                self.indention = false;
                (spaces, breaks) = (false, false);
            }
            position += character.len_utf8();
        }
    }

    fn double_quoted(&mut self, text: &str, may_fold: bool) {
        self.indicator("\"", true, false, false);
        // For every character, goyaml.v2 checks whether the string starts with a byte order mark. If so, it escapes all
        // characters.
        let is_escaped_whole = text.starts_with('\u{feff}');
        let last = text.len().saturating_sub(1);
        let mut spaces = false;
        let mut characters = text.char_indices().peekable();
        while let Some((position, character)) = characters.next() {
            let must_escape = is_escaped_whole || !is_printable(character) || is_break(character);
            if must_escape || character == '"' || character == '\\' {
                for escaped in escape(character).chars() {
                    self.put(escaped);
                }
                spaces = false;
            } else if character == ' ' {
                if may_fold && !spaces && self.column > BEST_WIDTH && position > 0 && position < last {
                    self.write_indent();
                    if characters.peek().is_some_and(|(_, next)| *next == ' ') {
                        self.put('\\');
                    }
                } else {
                    self.put(' ');
                }
                spaces = true;
            } else {
                self.put(character);
                spaces = false;
            }
        }
        self.indicator("\"", false, false, false);
    }

    fn literal(&mut self, text: &str) {
        self.indicator("|", true, false, false);
        if text.starts_with(|first| first == ' ' || is_break(first)) {
            self.indicator(&BEST_INDENT.to_string(), false, false, false);
        }
        let mut from_end = text.chars().rev();
        let (last, before) = (from_end.next(), from_end.next());
        match (last.is_some_and(is_break), before) {
            (false, _) => self.indicator("-", false, false, false),
            (true, None) => self.indicator("+", false, false, false),
            (true, Some(before)) if is_break(before) => self.indicator("+", false, false, false),
            (true, Some(_)) => {}
        }
        self.put_break('\n');
        self.indention = true;
        self.whitespace = true;
        for line in lines(text) {
            let end = line.chars().next_back().filter(|last| is_break(*last));
            let run = end.and_then(|end| line.strip_suffix(end)).unwrap_or(line);
            if !run.is_empty() {
                self.write_indent();
                self.put_run(run);
                self.indention = false;
            }
            if let Some(end) = end {
                self.put_break(end);
                self.indention = true;
            }
        }
    }

    fn indicator(&mut self, text: &str, needs_whitespace: bool, is_whitespace: bool, is_indention: bool) {
        if needs_whitespace && !self.whitespace {
            self.put(' ');
        }
        self.put_run(text);
        self.whitespace = is_whitespace;
        self.indention = self.indention && is_indention;
    }

    /// Indents to the innermost collection. Starts a new line unless the current one only contains indentation.
    fn write_indent(&mut self) {
        let indent = self.indent.unwrap_or(0);
        // In double quotes, `indention` remains set after the first fold.
        if !self.indention || self.column > indent || (self.column == indent && !self.whitespace) {
            self.put_break('\n');
        }
        while let Some(missing) = indent.checked_sub(self.column).filter(|missing| *missing > 0) {
            let spaces = SPACES.get(..missing).unwrap_or(SPACES);
            self.text.push_str(spaces);
            self.column += spaces.len();
        }
        self.whitespace = true;
        self.indention = true;
    }

    fn put(&mut self, character: char) {
        self.text.push(character);
        self.column += 1;
    }

    /// Writes characters without line breaks.
    fn put_run(&mut self, run: &str) {
        self.text.push_str(run);
        self.column += if run.is_ascii() { run.len() } else { run.chars().count() };
    }

    fn put_break(&mut self, character: char) {
        self.text.push(character);
        self.column = 0;
    }
}

/// Returns `true` if the key only contains letters, and ASCII characters before the letters that are not digits. Such
/// keys sort the same by bytes.
fn is_ordered_by_bytes(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b' '..b'0' | b':'..b'A'))
}

/// Sorts entries by key. The order is not transitive (`k1a`, `k20`, `k140`), so goyaml.v2's output varies. Go's sort
/// algorithm on sorted entries gives a stable result.
fn in_key_order<'a, T>(entries: &[(&'a str, &'a T)]) -> Vec<(&'a str, &'a T)> {
    let key = |index: usize| entries.get(index).map_or("", |(key, _)| *key);
    let indices = sort_indices(entries.len(), |left, right| key_order(key(left), key(right)).is_lt());
    indices.into_iter().filter_map(|index| entries.get(index).copied()).collect()
}

/// Escapes a character in double quotes.
fn escape(character: char) -> String {
    let short = match character {
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{b}' => 'v',
        '\u{c}' => 'f',
        '\r' => 'r',
        '\u{1b}' => 'e',
        '"' => '"',
        '\\' => '\\',
        '\u{85}' => 'N',
        '\u{a0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        _ => {
            return match u32::from(character) {
                code @ ..=0xff => format!("\\x{code:02X}"),
                code @ ..=0xffff => format!("\\u{code:04X}"),
                code => format!("\\U{code:08X}"),
            };
        }
    };
    format!("\\{short}")
}
