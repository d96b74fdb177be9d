//! The declarations of a package in all versions: distinct declarations, and references to them for each file of a
//! version.
//!
//! ```text
//! VERSION FILE FIRST-LAST NUMBER …\n …
//! \0declaration\0declaration …
//! ```

use std::collections::BTreeMap;

/// A character that occurs in no Go file.
const SEPARATOR: char = '\0';

/// The declarations of one package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageData {
    /// For each version and file, the indices of its pieces, in order.
    files: BTreeMap<(String, String), Vec<usize>>,
    pieces: Vec<String>,
}

impl PackageData {
    /// Packs files by version and name. Each file is split into pieces: the head with its imports, then one piece per
    /// declaration. Equal input gives equal data.
    pub fn new(files: &BTreeMap<(String, String), Vec<String>>) -> Self {
        // Sort the pieces, so that similar ones are adjacent and compress well.
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for piece in files.values().flatten() {
            numbers.insert(piece, 0);
        }
        let mut pieces = Vec::new();
        for (piece, number) in &mut numbers {
            *number = pieces.len();
            pieces.push((*piece).to_owned());
        }
        let number = |piece: &String| numbers.get(piece.as_str()).copied();
        let files = files.iter().map(|(key, pieces)| (key.clone(), pieces.iter().filter_map(number).collect()));
        PackageData { files: files.collect(), pieces }
    }

    /// Returns the stored text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for ((version, file), numbers) in &self.files {
            let runs = ranges(numbers).into_iter();
            let runs: Vec<String> = runs
                .map(|(first, last)| if first == last { format!(" {first}") } else { format!(" {first}-{last}") })
                .collect();
            text.extend([version, " ", file, &runs.concat(), "\n"]);
        }
        for piece in &self.pieces {
            text.push(SEPARATOR);
            text.push_str(piece);
        }
        text
    }

    /// Parses the output of [`to_text`](Self::to_text). Returns `None` if it is corrupt.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut parts = text.split(SEPARATOR);
        let mut files = BTreeMap::new();
        for line in parts.next()?.lines() {
            let mut words = line.split(' ');
            let key = (words.next()?.to_owned(), words.next()?.to_owned());
            let mut numbers = Vec::new();
            for word in words {
                let (first, last) = word.split_once('-').unwrap_or((word, word));
                numbers.extend(first.parse::<usize>().ok()?..=last.parse().ok()?);
            }
            files.insert(key, numbers);
        }
        let pieces: Vec<String> = parts.map(str::to_owned).collect();
        let is_whole = files.values().flatten().all(|number| *number < pieces.len());
        is_whole.then_some(PackageData { files, pieces })
    }

    /// Iterates over the versions and names of the files, in order.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.keys().map(|(version, file)| (version.as_str(), file.as_str()))
    }

    /// Returns the content of a file of a version.
    pub fn file(&self, version: &str, file: &str) -> Option<String> {
        let numbers = self.files.get(&(version.to_owned(), file.to_owned()))?;
        Some(numbers.iter().filter_map(|number| self.pieces.get(*number)).map(String::as_str).collect())
    }
}

/// Encodes numbers as ranges of consecutive ones.
fn ranges(numbers: &[usize]) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> PackageData {
        let file = |version: &str, file: &str, pieces: &[&str]| {
            ((version.to_owned(), file.to_owned()), pieces.iter().map(|piece| (*piece).to_owned()).collect())
        };
        PackageData::new(&BTreeMap::from([
            file("v0.1.0", "a.go", &["package a\n", "type A int\n", "type B int\n", "type A int\n"]),
            file("v0.2.0", "a.go", &["package a\n", "type C int\n"]),
            file("v0.2.0", "doc.go", &["package a\n"]),
        ]))
    }

    #[test]
    fn what_versions_share_is_stored_once() {
        let data = data();
        let text = data.to_text();
        assert_eq!(
            text,
            "v0.1.0 a.go 0-2 1\nv0.2.0 a.go 0 3\nv0.2.0 doc.go 0\n\
             \0package a\n\0type A int\n\0type B int\n\0type C int\n"
        );
        assert_eq!(PackageData::from_text(&text), Some(data.clone()));
        assert_eq!(data.file("v0.2.0", "a.go").as_deref(), Some("package a\ntype C int\n"));
        assert_eq!(data.file("v0.1.0", "doc.go"), None);
        let files: Vec<(&str, &str)> = data.files().collect();
        assert_eq!(files, [("v0.1.0", "a.go"), ("v0.2.0", "a.go"), ("v0.2.0", "doc.go")]);
    }

    #[test]
    fn damage_is_found() {
        for text in ["v1 a.go 0", "v1 a.go x\n\0a", "v1\n\0a", "v1 a.go 1\n\0a"] {
            assert_eq!(PackageData::from_text(text), None, "{text:?}");
        }
    }
}
