//! The contents of all files of a run.

use std::{
    path::{Component, Path, PathBuf},
    sync::{Arc, OnceLock},
};

use super::{FileId, Span, line_starts};

/// The contents of all files of a run, with the conversion from byte offsets to lines.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

#[derive(Debug)]
struct SourceFile {
    path: PathBuf,
    text: Arc<str>,
    /// Initialized on first use, because most files never need it.
    places: OnceLock<Places>,
}

/// The positions of lines and characters in a file.
#[derive(Debug)]
struct Places {
    line_starts: Vec<u32>,
    /// Number of characters that begin before each block of bytes. Counting from the start of the line would be too
    /// slow, because a line may be as long as the file.
    characters: Vec<u32>,
}

impl Places {
    fn new(text: &str) -> Self {
        let line_starts = line_starts(text).map(|start| start as u32).collect();
        let blocks = text.as_bytes().chunks(BLOCK).map(characters);
        let characters = std::iter::once(0)
            .chain(blocks.scan(0, |sum, count| {
                *sum += count;
                Some(*sum)
            }))
            .collect();
        Places { line_starts, characters }
    }
}

/// The size in bytes of the blocks for which characters are counted.
const BLOCK: usize = 1024;

/// Returns the number of characters that begin in these bytes.
fn characters(bytes: &[u8]) -> u32 {
    if bytes.is_ascii() {
        return bytes.len() as u32;
    }
    bytes.iter().filter(|byte| (**byte & 0b1100_0000) != 0b1000_0000).count() as u32
}

impl SourceFile {
    fn places(&self) -> &Places {
        self.places.get_or_init(|| Places::new(&self.text))
    }

    /// Returns the number of characters that begin before a byte.
    fn characters_before(&self, offset: usize) -> u32 {
        let offset = offset.min(self.text.len());
        let block = offset / BLOCK;
        let rest = self.text.as_bytes().get(block * BLOCK..offset).unwrap_or_default();
        self.places().characters.get(block).copied().unwrap_or(0) + characters(rest)
    }
}

/// A position in messages. Both numbers start at 1. The column counts characters (Unicode scalar values), with a tab as
/// one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, starting at 1.
    pub line: u32,
    /// The column in characters, starting at 1.
    pub column: u32,
}

impl SourceMap {
    /// Adds a file with the path to show in diagnostics.
    pub fn add(&mut self, path: impl Into<PathBuf>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(SourceFile { path: path.into(), text: text.into(), places: OnceLock::new() });
        id
    }

    /// Returns the path of a file, as displayed in diagnostics.
    pub fn path(&self, file: FileId) -> &Path {
        self.files.get(file.0 as usize).map_or(Path::new(""), |file| &file.path)
    }

    /// Displays the paths of the files from index `from` on below `directory`, unless they are absolute: the files were
    /// read from there, but messages are relative to the user's directory.
    pub fn show_below(&mut self, directory: &Path, from: usize) {
        let directory: PathBuf = directory.components().filter(|part| *part != Component::CurDir).collect();
        for file in self.files.iter_mut().skip(from).filter(|file| !file.path.starts_with("<built-in>")) {
            file.path = directory.join(&file.path);
        }
    }

    /// Changes the displayed paths of the files from index `from` on.
    pub fn rename(&mut self, from: usize, rename: impl Fn(&Path) -> Option<PathBuf>) {
        for file in self.files.iter_mut().skip(from) {
            if let Some(path) = rename(&file.path) {
                file.path = path;
            }
        }
    }

    /// Keeps only the first `length` files, so that a run can be repeated.
    pub fn truncate(&mut self, length: usize) {
        self.files.truncate(length);
    }

    /// Returns the number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns `true` if the map is empty.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the contents of a file.
    pub fn text(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("", |file| &file.text)
    }

    /// Returns the shared contents of a file.
    pub fn shared_text(&self, file: FileId) -> Arc<str> {
        self.files.get(file.0 as usize).map_or_else(|| Arc::from(""), |file| Arc::clone(&file.text))
    }

    /// Returns the source of a span. Empty if the span is outside of its file.
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.file).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Returns the line and column of a byte offset.
    pub fn line_column(&self, file: FileId, offset: u32) -> LineColumn {
        let Some(file) = self.files.get(file.0 as usize) else {
            return LineColumn { line: 1, column: 1 };
        };
        let line_starts = &file.places().line_starts;
        let line = line_starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = line_starts.get(line).copied().unwrap_or(0);
        let characters = file.characters_before(offset as usize) - file.characters_before(start as usize);
        LineColumn { line: line as u32 + 1, column: characters + 1 }
    }

    /// Returns all files in the order of their addition.
    pub fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        (0..self.files.len()).map(|index| FileId(index as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_long_lines_count_characters() {
        let mut sources = SourceMap::default();
        let text = "é€x\u{1f600}".repeat(1_000);
        let file = sources.add("a", format!("\n{text}"));
        for (index, (offset, _)) in text.char_indices().enumerate().step_by(7) {
            let LineColumn { line, column } = sources.line_column(file, offset as u32 + 1);
            assert_eq!((line, column), (2, index as u32 + 1), "{offset}");
        }
    }

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let mut sources = SourceMap::default();
        let file = sources.add("a", "é\tx\n\ny");
        let at = |offset| {
            let LineColumn { line, column } = sources.line_column(file, offset);
            (line, column)
        };
        assert_eq!(
            [at(0), at(2), at(3), at(5), at(6), at(7), at(99)],
            [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 2)]
        );
    }

    #[test]
    fn files_are_shown_where_the_user_sees_them() {
        let mut sources = SourceMap::default();
        assert!(sources.is_empty());
        let paths = ["first.go", "api/types.go", "/abs/types.go", "<built-in>/k8s.io/api/types.go"];
        let files = paths.map(|path| sources.add(path, "text"));
        assert_eq!((sources.len(), sources.is_empty()), (4, false));
        let shown = |sources: &SourceMap| files.map(|file| sources.path(file).display().to_string());
        sources.show_below(Path::new("./project"), 1);
        let expected = ["first.go", "project/api/types.go", "/abs/types.go", "<built-in>/k8s.io/api/types.go"];
        assert_eq!(shown(&sources), expected);
        sources.rename(2, |path| path.starts_with("/abs").then(|| PathBuf::from("renamed.go")));
        assert_eq!(shown(&sources), [expected[0], expected[1], "renamed.go", expected[3]]);
        sources.truncate(1);
        assert_eq!(sources.len(), 1);
        assert_eq!(shown(&sources), ["first.go", "", "", ""]);
    }
}
