//! Structured text of go-cmp. Lists are printed on one line if they fit.

use super::go_report::Stats;

/// From this length in bytes on, an added or removed list takes several lines, and several items of a list share a
/// line.
const LINE: usize = 80;

/// The side that a text belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// Both sides, with differences.
    #[default]
    Unknown,
    Identical,
    Removed,
    Inserted,
}

impl Mode {
    fn is_one_side(self) -> bool {
        matches!(self, Mode::Removed | Mode::Inserted)
    }

    fn and(self, other: Mode) -> Mode {
        if other == Mode::Unknown { self } else { other }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Text {
    Line(String),
    Wrap(String, Box<Text>, &'static str),
    List(Vec<Record>),
}

/// An element of a list.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    pub(super) mode: Mode,
    pub(super) key: String,
    pub(super) value: Text,
    pub(super) has_comma: bool,
    pub(super) comment: Option<Comment>,
}

/// The comment after `...`, which describes the omitted records.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Comment {
    Stats(Stats),
    Text(String),
}

impl Record {
    pub(super) fn new(mode: Mode, key: String, value: Text) -> Self {
        Record { mode, key, value, has_comma: true, comment: None }
    }
}

/// Adds `...` to a list, with the numbers of omitted records.
pub(super) fn push_ellipsis(list: &mut Vec<Record>, stats: Stats) {
    let is_there = list.last().is_some_and(|last| last.value == Text::ellipsis());
    if !is_there {
        let comment = (!stats.is_zero()).then_some(Comment::Stats(stats));
        list.push(Record { has_comma: false, comment, ..Record::new(Mode::Unknown, String::new(), Text::ellipsis()) });
    } else if let Some(Record { comment: Some(Comment::Stats(known)), .. }) = list.last_mut() {
        known.append(stats);
    }
}

impl Text {
    pub(super) fn ellipsis() -> Self {
        Text::Line("...".to_owned())
    }

    pub(super) fn nil() -> Self {
        Text::Line("nil".to_owned())
    }

    pub(super) fn braces(list: Vec<Record>) -> Self {
        Text::Wrap("{".to_owned(), Box::new(Text::List(list)), "}")
    }

    /// Returns the length on one line, in bytes.
    pub(super) fn len(&self) -> usize {
        match self {
            Text::Line(line) => line.len(),
            Text::Wrap(prefix, value, suffix) => prefix.len() + value.len() + suffix.len(),
            Text::List(list) => {
                let records = list
                    .iter()
                    .map(|record| record.key.len() + if record.key.is_empty() { 0 } else { 2 } + record.value.len());
                records.sum::<usize>() + 2 * list.len().saturating_sub(1)
            }
        }
    }

    /// Formats the text as a report.
    pub(super) fn printed(self) -> String {
        let (_, text) = self.compact(Mode::Unknown);
        let mut out = String::new();
        indent(&mut out, Mode::Unknown, 0);
        text.expand(&mut out, Mode::Unknown, 0);
        out.push('\n');
        out
    }

    /// Returns the text on one line, and the text in which every part that fits on one line is replaced by that line.
    fn compact(self, mode: Mode) -> (String, Text) {
        match self {
            Text::Line(line) => (line.clone(), Text::Line(line)),
            Text::Wrap(prefix, value, suffix) => {
                let (inner, value) = value.compact(mode);
                let line = format!("{prefix}{inner}{suffix}");
                match value {
                    Text::Line(_) => (line.clone(), Text::Line(line)),
                    value => (line, Text::Wrap(prefix, Box::new(value), suffix)),
                }
            }
            Text::List(list) => {
                let mut line = String::new();
                let mut is_long = false;
                let count = list.len();
                let mut records = Vec::with_capacity(count);
                for (index, record) in list.into_iter().enumerate() {
                    is_long |= record.mode.is_one_side() || record.comment.is_some();
                    if !record.key.is_empty() {
                        line.push_str(&record.key);
                        line.push_str(": ");
                    }
                    let (text, value) = record.value.compact(mode.and(record.mode));
                    is_long |= !matches!(value, Text::Line(_));
                    line.push_str(&text);
                    if index + 1 < count {
                        line.push_str(", ");
                    }
                    records.push(Record { value, ..record });
                }
                is_long |= mode.is_one_side() && line.len() > LINE;
                if is_long { (line, Text::List(records)) } else { (line.clone(), Text::Line(line)) }
            }
        }
    }

    fn expand(&self, out: &mut String, mode: Mode, level: usize) {
        match self {
            Text::Line(line) => out.push_str(line),
            Text::Wrap(prefix, value, suffix) => {
                out.push_str(prefix);
                value.expand(out, mode, level);
                out.push_str(suffix);
            }
            Text::List(list) => expand_list(list, out, mode, level),
        }
    }
}

fn expand_list(list: &[Record], out: &mut String, mode: Mode, level: usize) {
    let is_simple = list.iter().all(|record| {
        record.mode == Mode::Unknown && record.key.is_empty() && record.comment.is_none() && is_line(&record.value)
    });
    let break_line = |out: &mut String, mode: Mode, level: usize| {
        out.push('\n');
        indent(out, mode, level);
    };
    if is_simple && !list.is_empty() {
        let mut batch = String::new();
        for record in list {
            let Text::Line(line) = &record.value else { continue };
            if batch.len() + line.len() + 2 > LINE && !batch.is_empty() {
                break_line(out, mode, level + 1);
                out.push_str(batch.trim_end_matches(' '));
                batch.clear();
            }
            batch.push_str(line);
            batch.push_str(", ");
        }
        if !batch.is_empty() {
            break_line(out, mode, level + 1);
            out.push_str(batch.trim_end_matches(' '));
        }
        break_line(out, mode, level);
        return;
    }
    let keys = aligned(list, |record| {
        let is_aligned = !record.key.is_empty() && is_line(&record.value);
        is_aligned.then(|| record.key.chars().count())
    });
    let values = aligned(list, |record| match &record.value {
        Text::Line(line) if record.comment.is_some() && line != "..." => Some(line.chars().count()),
        _ => None,
    });
    for ((record, key), value) in list.iter().zip(keys).zip(values) {
        let mode = mode.and(record.mode);
        break_line(out, mode, level + 1);
        if !record.key.is_empty() {
            out.push_str(&record.key);
            out.push_str(": ");
        }
        out.extend(std::iter::repeat_n(' ', key));
        record.value.expand(out, mode, level + 1);
        if record.has_comma {
            out.push(',');
        }
        out.extend(std::iter::repeat_n(' ', value));
        let comment = match &record.comment {
            Some(Comment::Stats(stats)) => stats.to_string(),
            Some(Comment::Text(text)) => text.clone(),
            None => continue,
        };
        out.push_str(" // ");
        out.push_str(&comment);
    }
    break_line(out, mode, level);
}

fn is_line(text: &Text) -> bool {
    matches!(text, Text::Line(_))
}

/// Returns the spaces that align each record with its neighbors. Records without a length separate groups.
fn aligned(list: &[Record], length: impl Fn(&Record) -> Option<usize>) -> Vec<usize> {
    let lengths: Vec<Option<usize>> = list.iter().map(length).collect();
    let mut spaces = Vec::with_capacity(lengths.len());
    for group in lengths.chunk_by(|one, other| one.is_some() == other.is_some()) {
        let longest = group.iter().flatten().max().copied().unwrap_or_default();
        spaces.extend(group.iter().map(|length| length.map_or(0, |length| longest - length)));
    }
    spaces
}

fn indent(out: &mut String, mode: Mode, level: usize) {
    out.push_str(match mode {
        Mode::Unknown | Mode::Identical => "  ",
        Mode::Removed => "- ",
        Mode::Inserted => "+ ",
    });
    out.extend(std::iter::repeat_n('\t', level));
}
