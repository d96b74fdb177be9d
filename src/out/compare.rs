//! Comparing with what is on disk, for `--check`.

use std::{io, path::Path};

use similar::TextDiff;

use super::{
    Files, WriteError, manifest,
    place::{self, Place},
};

/// Of a present file that is longer, no difference is shown.
const MAX_SHOWN: usize = 64 << 20;

/// A file that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// Its path below the output folder.
    pub path: String,
    /// How it differs.
    pub kind: StaleKind,
    /// A unified diff from what is there to what should be; empty for differences that a diff cannot show.
    pub diff: String,
}

/// How a file differs from what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaleKind {
    /// It is not there.
    Missing,
    /// Its text differs.
    Different,
    /// Only its line ends differ (a checkout with CRLF).
    LineEnds,
    /// It is no longer generated.
    LeftOver,
    /// It is no longer generated, but is not what was written any more, so that a write would not remove it.
    Foreign,
    /// Its text differs, and a write leaves it so, because another program wrote it.
    Others,
    /// It says that idlgen made it, and no manifest says for whom.
    Unclaimed,
}

impl StaleKind {
    /// What to say of the file.
    pub fn describe(self) -> &'static str {
        match self {
            StaleKind::Missing => "is missing",
            StaleKind::Different => "is stale",
            StaleKind::LineEnds => "differs only in its line ends (CRLF); set `text eol=lf` for it in .gitattributes",
            StaleKind::LeftOver => "is no longer generated; a run without --check removes it",
            StaleKind::Foreign => "is no longer generated, and was changed since; it stays where it is",
            StaleKind::Others => "differs, and idlgen did not write it; `--overwrite` replaces it",
            StaleKind::Unclaimed => {
                "was made by idlgen, but no manifest names it; it stays where it is: remove it if it is left over"
            }
        }
    }
}

impl Files {
    /// The files below `directory` that a [`write`](Files::write) would change, in order of path.
    ///
    /// # Errors
    /// What would keep it from being written.
    pub fn compare(&self, directory: &Path) -> Result<Vec<Stale>, WriteError> {
        let plan = self.plan(directory)?;
        let mut stale = Vec::new();
        for change in &plan.changed {
            if change.place == Place::Stream {
                let reason = "--check compares with files, and this is none";
                return Err(WriteError { path: change.target.clone(), source: io::Error::other(reason) });
            }
            stale.push(differing(change.path, place::read(&change.target, MAX_SHOWN), change.text));
        }
        for change in &plan.others {
            let text = place::read(&change.target, MAX_SHOWN);
            stale.push(Stale { kind: StaleKind::Others, ..differing(change.path, text, change.text) });
        }
        for (path, folder) in &plan.folders {
            let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
            let after = folder.after.print();
            if let Some(after) = after.filter(|after| folder.present.as_ref() != Some(after)) {
                let present = folder.present.as_ref().map(|text| text.clone().into_bytes());
                stale.push(differing(&below(manifest::FILE_NAME), present, &after));
            }
            let left_over = folder.left_over.removed.iter().map(|name| (name, StaleKind::LeftOver));
            let foreign = folder.left_over.kept.iter().map(|name| (name, StaleKind::Foreign));
            let unclaimed = folder.unclaimed.iter().map(|name| (name, StaleKind::Unclaimed));
            stale.extend(left_over.chain(foreign).chain(unclaimed).map(|(name, kind)| Stale {
                path: below(name),
                kind,
                diff: String::new(),
            }));
        }
        stale.sort_by(|left, right| left.path.cmp(&right.path));
        Ok(stale)
    }
}

fn differing(path: &str, present: Option<Vec<u8>>, text: &str) -> Stale {
    let (kind, present) = match present {
        None => (StaleKind::Missing, String::new()),
        Some(bytes) if bytes.len() > MAX_SHOWN => {
            return Stale { path: path.to_owned(), kind: StaleKind::Different, diff: String::new() };
        }
        Some(bytes) => {
            let present = String::from_utf8_lossy(&bytes).into_owned();
            let same = present.replace("\r\n", "\n") == text;
            (if same { StaleKind::LineEnds } else { StaleKind::Different }, present)
        }
    };
    let headers = (format!("a/{path}"), format!("b/{path}"));
    let diff = if kind == StaleKind::LineEnds { String::new() } else { unified_diff(&headers, &present, text, 3) };
    Stale { path: path.to_owned(), kind, diff }
}

/// The unified diff of two texts, with as many lines around each change as `context` says.
pub(crate) fn unified_diff((from, to): &(String, String), old: &str, new: &str, context: usize) -> String {
    TextDiff::from_lines(old, new).unified_diff().context_radius(context).header(from, to).to_string()
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the tests prepare what is compared")]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_difference_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writes");
        put("same", "1\n");
        put("crlf", "1\r\n2\r\n");
        put("differs", "1\n2\n");
        put("old.rs", "// @generated by idlgen\n");
        put("same.rs", "// @generated by idlgen\n");
        put("mine.rs", "// taken over\n");
        put("foreign.rs", "// @generated by idlgen\n");
        let head = "# The files that idlgen wrote here, by target; it removes only these. Keep it with them.\n";
        let now = "crlf\ndiffers\nmissing\nsame\nsame.rs\n";
        put(manifest::FILE_NAME, &format!("{head}[rust]\ncrlf\ndiffers\nmine.rs\nmissing\nold.rs\nsame\nsame.rs\n"));
        let mut files = Files::default();
        files.own_folder("", "rust");
        files.insert("same.rs", "// @generated by idlgen\n");
        for (name, text) in [("same", "1\n"), ("crlf", "1\n2\n"), ("differs", "1\n3\n"), ("missing", "1\n")] {
            files.insert(name, text);
        }
        let stale = files.compare(folder.path()).expect("compares");
        let kinds: Vec<_> = stale.iter().map(|stale| (stale.path.as_str(), stale.kind)).collect();
        assert_eq!(
            kinds,
            [
                (manifest::FILE_NAME, StaleKind::Different),
                ("crlf", StaleKind::LineEnds),
                ("differs", StaleKind::Different),
                ("mine.rs", StaleKind::Foreign),
                ("missing", StaleKind::Missing),
                ("old.rs", StaleKind::LeftOver)
            ]
        );
        assert_eq!(stale[2].diff, "--- a/differs\n+++ b/differs\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n");

        std::fs::remove_file(folder.path().join(manifest::FILE_NAME)).expect("removes it");
        let stale = files.compare(folder.path()).expect("compares");
        let told: Vec<_> =
            stale.iter().filter(|stale| stale.path.contains('.')).map(|one| (one.path.as_str(), one.kind)).collect();
        assert_eq!(
            told,
            [
                (manifest::FILE_NAME, StaleKind::Missing),
                ("foreign.rs", StaleKind::Unclaimed),
                ("old.rs", StaleKind::Unclaimed)
            ]
        );
        assert!(stale[0].diff.ends_with(&format!("+{}\n", now.trim_end().replace('\n', "\n+"))), "{}", stale[0].diff);
    }
}
