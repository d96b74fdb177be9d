//! Checks of the seeds: a command that rejects its seed immediately tests nothing.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Stdio},
};

use super::dimension::Dimension;

/// Runs the command of a dimension on its seed. Returns what differs from the expected result.
pub(super) fn check(dimension: &Dimension, program: &Path) -> Result<Option<String>, String> {
    let shown = |error: std::io::Error| format!("{}: {error}", dimension.name);
    let folder = tempfile::tempdir().map_err(shown)?;
    let files = (dimension.files)();
    if !dimension.target.is_empty() && !files.iter().any(|(path, _)| path == dimension.target) {
        return Ok(Some(format!("there is no {}", dimension.target)));
    }
    super::seed::write(&files, folder.path())?;
    let before = contents(folder.path()).map_err(shown)?;
    let mut command = Command::new(program);
    command.args(dimension.arguments(dimension.argument)).current_dir(folder.path()).stdin(Stdio::null());
    let output = command.output().map_err(shown)?;
    let printed = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).join("\n");
    if output.status.code() != Some(dimension.good.status) {
        let expected = dimension.good.status;
        return Ok(Some(format!("ends with {} instead of status {expected}: {printed}", output.status)));
    }
    let after = contents(folder.path()).map_err(shown)?;
    let written = after.iter().filter(|(path, text)| before.get(*path) != Some(text)).map(|(_, text)| text);
    let says = |text: &String| text.contains(dimension.good.says);
    let is_good = says(&printed) || written.into_iter().any(says);
    Ok((!is_good).then(|| format!("nowhere says {}: {printed}", dimension.good.says)))
}

/// Returns the contents of all files in a directory by path.
fn contents(folder: &Path) -> std::io::Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.display().to_string(), String::from_utf8_lossy(&fs::read(&path)?).into_owned());
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::dimension::DIMENSIONS;

    #[test]
    fn dimensions_have_names_of_their_own_and_targets_that_there_are() {
        let names: BTreeSet<&str> = DIMENSIONS.iter().map(|dimension| dimension.name).collect();
        assert_eq!(names.len(), DIMENSIONS.len());
        assert!(names.len() >= 25, "{}", names.len());
        for dimension in DIMENSIONS {
            let files = (dimension.files)();
            let is_there = files.iter().any(|(path, text)| path == dimension.target && !text.is_empty());
            assert!(is_there || dimension.target.is_empty() && !dimension.argument.is_empty(), "{}", dimension.name);
        }
    }
}
