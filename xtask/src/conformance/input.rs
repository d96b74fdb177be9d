//! Reads suites: directories, JSON, JSON lines, gzip and tar.

mod gzip;
mod tar;
mod xz;

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value as Json;

/// Returns the names of the subdirectories, sorted.
pub(crate) fn subdirectories(path: &Path) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path).map_err(|error| format!("cannot read {}: {error}", path.display()))? {
        let entry = entry.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        if entry.path().is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

pub(crate) struct SuiteDirectory {
    path: PathBuf,
}

impl SuiteDirectory {
    pub(crate) fn new(path: PathBuf) -> Self {
        SuiteDirectory { path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the files with this ending in the directory and its subdirectories, relative to it and sorted.
    pub(crate) fn files(&self, ending: &str) -> Result<Vec<String>, String> {
        let mut files = Vec::new();
        collect(&self.path, "", &mut files)?;
        files.retain(|file| file.ends_with(ending));
        files.sort();
        Ok(files)
    }

    /// Returns `true` if the file exists.
    pub(crate) fn has(&self, file: &str) -> bool {
        self.path.join(file).is_file()
    }

    fn bytes(&self, file: &str) -> Result<Vec<u8>, String> {
        fs::read(self.path.join(file)).map_err(|error| format!("cannot read {file}: {error}"))
    }

    /// Returns the contents of a file.
    pub(crate) fn text(&self, file: &str) -> Result<String, String> {
        String::from_utf8(self.bytes(file)?).map_err(|error| format!("{file} is not UTF-8: {error}"))
    }

    /// Returns a file that is one JSON value. Unpacks it if its name ends in `.gz`.
    pub(crate) fn json(&self, file: &str) -> Result<Json, String> {
        let mut bytes = self.bytes(file)?;
        if is_named(file, "gz") {
            bytes = gzip::unpack(&bytes).map_err(|error| format!("{file}: {error}"))?;
        }
        serde_json::from_slice(&bytes).map_err(|error| format!("{file}: {error}"))
    }

    /// Returns the files in a `.tar.gz` or `.tar.xz` file: path and content.
    pub(crate) fn archive(&self, file: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
        let packed = self.bytes(file)?;
        let unpack = if is_named(file, "xz") { xz::unpack } else { gzip::unpack };
        unpack(&packed).and_then(|bytes| tar::files(&bytes)).map_err(|error| format!("{file}: {error}"))
    }

    /// Returns the nonempty lines of a file, numbered from 1. Unpacks it if its name ends in `.gz` or `.xz`.
    pub(crate) fn lines(&self, file: &str) -> Result<Vec<Line>, String> {
        let mut bytes = self.bytes(file)?;
        for (extension, unpack) in [("gz", gzip::unpack as fn(&[u8]) -> Result<Vec<u8>, String>), ("xz", xz::unpack)] {
            if is_named(file, extension) {
                bytes = unpack(&bytes).map_err(|error| format!("{file}: {error}"))?;
            }
        }
        let text = String::from_utf8(bytes).map_err(|error| format!("{file} is not UTF-8: {error}"))?;
        let lines = text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty());
        Ok(lines.map(|(index, text)| Line { number: index + 1, text: text.to_owned() }).collect())
    }

    /// Returns the lines of a file, each of which is one JSON value.
    pub(crate) fn json_lines(&self, file: &str) -> Result<Vec<(Line, Json)>, String> {
        let mut values = Vec::new();
        for line in self.lines(file)? {
            let value = serde_json::from_str(&line.text).map_err(|error| format!("{file}:{}: {error}", line.number))?;
            values.push((line, value));
        }
        Ok(values)
    }
}

/// Returns `true` if the file has this extension.
fn is_named(file: &str, extension: &str) -> bool {
    Path::new(file).extension().is_some_and(|found| found == extension)
}

/// A line of a file.
pub(crate) struct Line {
    /// The line number, starting at 1.
    pub(crate) number: usize,
    pub(crate) text: String,
}

fn collect(path: &Path, prefix: &str, files: &mut Vec<String>) -> Result<(), String> {
    for entry in fs::read_dir(path).map_err(|error| format!("cannot read {}: {error}", path.display()))? {
        let entry = entry.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push(name);
        }
    }
    Ok(())
}
