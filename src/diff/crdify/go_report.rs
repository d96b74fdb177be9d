//! Formats the report of `cmp.Diff` of go-cmp.

use std::fmt::{self, Write as _};

use idlgen_runtime::go;

use super::{
    go_diff::{Node, Parts},
    go_text::{Comment, Mode, Record, Text, push_ellipsis},
    go_value::GoValue,
};

/// Number of equal records that are printed next to a differing one.
const CONTEXT: usize = 2;

/// Formats the report on two values. Returns an empty string if they are equal.
pub(super) fn diff(old: &GoValue, new: &GoValue) -> String {
    let node = Node::compare(Some(old), Some(new));
    if node.different == 0 {
        return String::new();
    }
    let options = Options { mode: Mode::Unknown, types: Types::Automatic, level: 0 };
    // crdify passes pointers to `cmp.Diff`.
    Text::Wrap("&".to_owned(), Box::new(options.diff(&node)), "").printed()
}

/// The numbers of equal and different records in a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stats {
    name: &'static str,
    identical: usize,
    removed: usize,
    inserted: usize,
    modified: usize,
}

impl Stats {
    pub(super) fn is_zero(&self) -> bool {
        self.identical + self.different() == 0
    }

    fn different(&self) -> usize {
        self.removed + self.inserted + self.modified
    }

    pub(super) fn append(&mut self, other: Stats) {
        self.identical += other.identical;
        self.removed += other.removed;
        self.inserted += other.inserted;
        self.modified += other.modified;
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.identical, "identical"),
            (self.removed, "removed"),
            (self.inserted, "inserted"),
            (self.modified, "modified"),
        ];
        let parts: Vec<String> =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, label)| format!("{count} {label}")).collect();
        match parts.split_last() {
            Some((last, others)) if others.len() > 1 => write!(f, "{}, and {last}", others.join(", "))?,
            _ => f.write_str(&parts.join(" and "))?,
        }
        let total: usize = counts.iter().map(|(count, _)| count).sum();
        match (total, self.name) {
            (0 | 1, name) => write!(f, " {name}"),
            (_, "entry") => f.write_str(" entries"),
            (_, name) => write!(f, " {name}s"),
        }
    }
}

/// Whether types are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Types {
    Automatic,
    Emit,
    Elide,
}

#[derive(Clone, Copy)]
struct Options {
    mode: Mode,
    types: Types,
    /// The level of detail of the report.
    level: u32,
}

impl Options {
    fn with(self, mode: Mode) -> Self {
        Options { mode, ..self }
    }

    fn typed(self, types: Types) -> Self {
        Options { types, ..self }
    }

    fn one_less(self) -> Self {
        Options { level: self.level.saturating_sub(1), ..self }
    }

    /// Returns the maximum number of elements of a value that are printed.
    fn most(self) -> usize {
        ((1 << self.level.min(16)) >> 1) << 2
    }

    fn diff(mut self, node: &Node<'_>) -> Text {
        if self.mode == Mode::Identical {
            self.level = 1;
        } else {
            self.level = self.level.max(3);
        }
        match &node.parts {
            Parts::None => self.leaf(node),
            Parts::Pointee(inner) => Text::Wrap("&".to_owned(), Box::new(self.diff(inner)), ""),
            Parts::Records(records) => {
                let text = self.list(node, records);
                node.old.or(node.new).map_or_else(Text::nil, |value| self.with_type(value, text))
            }
        }
    }

    fn leaf(self, node: &Node<'_>) -> Text {
        let value = |value: Option<&GoValue>| value.map(|value| self.value(value));
        let text = match self.mode {
            Mode::Removed => value(node.old),
            Mode::Inserted => value(node.new),
            Mode::Unknown | Mode::Identical if node.different == 0 => {
                let (old, new) = (value(node.old), value(node.new));
                if old.as_ref().map(Text::len) < new.as_ref().map(Text::len) { old } else { new }
            }
            Mode::Unknown | Mode::Identical => {
                let bare = |value: Option<&GoValue>| value.map(|value| self.typed(Types::Elide).value(value));
                let sides = [(Mode::Removed, bare(node.old)), (Mode::Inserted, bare(node.new))];
                let records =
                    sides.into_iter().filter_map(|(mode, text)| Some(Record::new(mode, String::new(), text?)));
                let list = Text::List(records.collect());
                return match node.old.or(node.new) {
                    Some(value) => self.typed(Types::Emit).with_type(value, list),
                    None => list,
                };
            }
        };
        text.unwrap_or_else(Text::nil)
    }

    fn list(mut self, node: &Node<'_>, records: &[(&str, Node<'_>)]) -> Text {
        let kind = node.old.or(node.new);
        let name = match kind {
            Some(GoValue::Struct(..)) => "field",
            Some(GoValue::Map(..)) => "entry",
            _ => "element",
        };
        let is_struct = name == "field";
        self.types = if is_struct { Types::Automatic } else { Types::Elide };
        let key = |key: &str| if name == "entry" { quoted(key) } else { key.to_owned() };
        let most = if self.mode == Mode::Identical { self.most() } else { 2usize << self.level.min(16) };
        self = self.one_less();
        let mut list = Vec::new();
        if self.mode != Mode::Unknown {
            for (record_key, record) in records {
                if list.len() == most {
                    push_ellipsis(&mut list, Stats::default());
                    break;
                }
                let is_zero = |value: Option<&GoValue>| value.is_some_and(GoValue::is_zero);
                let is_elided = match self.mode {
                    Mode::Removed => is_zero(record.old),
                    Mode::Inserted => is_zero(record.new),
                    Mode::Unknown | Mode::Identical => is_zero(record.old) || is_zero(record.new),
                };
                let exists = match self.mode {
                    Mode::Removed => record.old.is_some(),
                    Mode::Inserted => record.new.is_some(),
                    Mode::Unknown | Mode::Identical => true,
                };
                if exists && !(is_struct && is_elided) {
                    list.push(Record::new(Mode::Unknown, key(record_key), self.diff(record)));
                }
            }
            return Text::braces(list);
        }
        let mut rest = Stats { name, ..Stats::default() };
        let groups = groups(records);
        let mut printed = 0;
        for (index, group) in groups.iter().enumerate() {
            let stats = stats(name, group);
            if printed >= most {
                rest.append(stats);
            } else if stats.different() == 0 {
                self.equal(group, (index != 0, index + 1 != groups.len()), stats, &key, &mut list);
            } else {
                for (record_key, record) in *group {
                    self.unequal(&key(record_key), record, &mut list);
                }
                printed += group.len();
            }
        }
        if !rest.is_zero() {
            push_ellipsis(&mut list, rest);
        }
        Text::braces(list)
    }

    /// Adds a group of equal records, but prints only those next to differing ones.
    fn equal(
        self,
        group: &[(&str, Node<'_>)],
        (is_after, is_before): (bool, bool),
        mut stats: Stats,
        key: &dyn Fn(&str) -> String,
        list: &mut Vec<Record>,
    ) {
        let first = if is_after { CONTEXT.min(group.len()) } else { 0 };
        let mut last = if is_before { CONTEXT.min(group.len() - first) } else { 0 };
        if group.len() - first - last == 1 {
            last += 1;
        }
        let omitted = group.len() - first - last;
        for (index, (name, record)) in group.iter().enumerate() {
            if index < first || index >= first + omitted {
                list.push(Record::new(Mode::Unknown, key(name), self.with(Mode::Identical).diff(record)));
            } else if index == first {
                stats.identical = omitted;
                push_ellipsis(list, stats);
            }
        }
    }

    fn unequal(self, key: &str, record: &Node<'_>, list: &mut Vec<Record>) {
        if record.inside != record.depth {
            list.push(Record::new(Mode::Unknown, key.to_owned(), self.diff(record)));
            return;
        }
        for (mode, value) in [(Mode::Removed, record.old), (Mode::Inserted, record.new)] {
            if value.is_some() {
                list.push(Record::new(mode, key.to_owned(), self.with(mode).diff(record)));
            }
        }
    }

    /// Adds the type of the value to a text, if types are to be printed.
    fn with_type(self, value: &GoValue, text: Text) -> Text {
        let name = match value {
            GoValue::Struct(name, _) | GoValue::Slice(name, _) | GoValue::Map(name, _) => *name,
            GoValue::Bool(_) => "bool",
            GoValue::Int(_) => "int64",
            GoValue::Float(_) => "float64",
            GoValue::Text(_) => "string",
            GoValue::Raw(_) => "[]uint8",
            GoValue::Pointer(_) => "(*string)",
        };
        let is_composite =
            matches!(value, GoValue::Struct(..) | GoValue::Slice(..) | GoValue::Map(..) | GoValue::Raw(_));
        match self.types {
            Types::Elide => return text,
            Types::Automatic if !is_composite || text == Text::nil() || self.mode == Mode::Identical => return text,
            Types::Automatic | Types::Emit => {}
        }
        let has_braces = matches!(&text, Text::Wrap(prefix, _, _) if prefix.starts_with(['{', '(']));
        let text = if has_braces { text } else { Text::Wrap("(".to_owned(), Box::new(text), ")") };
        Text::Wrap(name.to_owned(), Box::new(text), "")
    }

    fn value(self, value: &GoValue) -> Text {
        match value {
            GoValue::Bool(value) => Text::Line(value.to_string()),
            GoValue::Int(value) => Text::Line(value.to_string()),
            GoValue::Float(value) => Text::Line(go::format_float(*value)),
            GoValue::Text(text) => self.string("", text),
            GoValue::Raw(text) => self.with_type(value, self.string("", text)),
            GoValue::Pointer(None) | GoValue::Slice(_, None) | GoValue::Map(_, None) => Text::nil(),
            GoValue::Pointer(Some(to)) => match to.generated_string() {
                Some(text) => self.string("s", &text),
                None => Text::Wrap("&".to_owned(), Box::new(self.value(to)), ""),
            },
            GoValue::Struct(_, fields) => {
                let inner = self.one_less().typed(Types::Automatic);
                let fields = fields.iter().filter(|(_, value)| !value.is_zero());
                let records = fields.map(|(name, value)| ((*name).to_owned(), value));
                self.with_type(value, self.elements(records, inner))
            }
            GoValue::Slice(_, Some(items)) => {
                let inner = self.one_less().typed(Types::Elide);
                self.with_type(value, self.elements(items.iter().map(|item| (String::new(), item)), inner))
            }
            GoValue::Map(_, Some(entries)) => {
                let inner = self.one_less().typed(Types::Elide);
                self.with_type(value, self.elements(entries.iter().map(|(key, value)| (quoted(key), value)), inner))
            }
        }
    }

    fn elements<'v>(self, elements: impl Iterator<Item = (String, &'v GoValue)>, inner: Options) -> Text {
        let mut list = Vec::new();
        for (key, value) in elements {
            if list.len() == self.most() {
                push_ellipsis(&mut list, Stats::default());
                break;
            }
            list.push(Record::new(Mode::Unknown, key, inner.value(value)));
        }
        Text::braces(list)
    }

    fn string(self, prefix: &str, text: &str) -> Text {
        let most = 32 << self.level.min(16);
        let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(text).split('\n').collect();
        let is_block = lines.len() >= 4
            && matches!(self.mode, Mode::Removed | Mode::Inserted)
            && lines.iter().all(|line| {
                !line.starts_with("\"\"\"") && !line.starts_with("...") && line.len() <= most && is_printable(line)
            });
        if is_block {
            let line = |text: &str| Record {
                has_comma: false,
                ..Record::new(self.mode, String::new(), Text::Line(text.to_owned()))
            };
            let quotes = format!("{prefix}\"\"\"");
            let mut list = vec![line(&quotes)];
            let most_lines = 4usize << self.level.min(16);
            for (index, text) in lines.iter().enumerate() {
                let elided = lines.len() - index;
                if index + 1 == most_lines && elided > 1 {
                    let comment = Some(Comment::Text(format!("{elided} elided lines")));
                    list.push(Record { comment, ..line("...") });
                    break;
                }
                list.push(line(text));
            }
            list.push(line(&quotes));
            return Text::Wrap("(".to_owned(), Box::new(Text::List(list)), ")");
        }
        if text.len() > most + 3 {
            return Text::Line(format!("{prefix}{}...", quoted_start(text, most)));
        }
        Text::Line(format!("{prefix}{}", quoted(text)))
    }
}

/// Splits records into groups of adjacent ones that are either all equal or all different.
fn groups<'r, 'n>(records: &'r [(&'n str, Node<'n>)]) -> Vec<&'r [(&'n str, Node<'n>)]> {
    records.chunk_by(|(_, one), (_, other)| (one.different == 0) == (other.different == 0)).collect()
}

fn stats(name: &'static str, group: &[(&str, Node<'_>)]) -> Stats {
    let mut stats = Stats { name, ..Stats::default() };
    for (_, record) in group {
        let count = match (record.different, record.old, record.new) {
            (0, ..) => &mut stats.identical,
            (_, _, None) => &mut stats.removed,
            (_, None, _) => &mut stats.inserted,
            _ => &mut stats.modified,
        };
        *count += 1;
    }
    stats
}

fn is_printable(line: &str) -> bool {
    line.chars().all(|character| character == '\t' || go::is_printable(character))
}

/// Quotes a string with double quotes, or with backquotes if that is shorter.
fn quoted(text: &str) -> String {
    let quoted = go::quote(text);
    let is_raw = text.chars().all(|character| character != '`' && (character == '\t' || go::is_printable(character)));
    if quoted.len() == text.len() + 2 || !is_raw { quoted } else { format!("`{text}`") }
}

/// Quotes the start of a string, which may end inside a character, as in Go.
fn quoted_start(text: &str, length: usize) -> String {
    let end = (0..=length).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    let start = text.get(..end).unwrap_or_default();
    let rest = text.as_bytes().get(end..length).unwrap_or_default();
    if rest.is_empty() {
        return quoted(start);
    }
    let mut quoted = go::quote(start);
    quoted.pop();
    for byte in rest {
        let _ = write!(quoted, "\\x{byte:02x}");
    }
    quoted + "\""
}
