//! Common mistakes, one per file of `testdata/mistakes`: each is reported at its exact position, with correct advice.
//! After applying the edit or the advice, no finding remains.
//!
//! A file ends with its expectations: `//want: CODE at LINE:COLUMN`; `//want: edit makes …` with the line that the edit
//! produces; `//want: says …` with a part of the advice; and `//want: by hand …` with the lines that a reader writes in
//! place of the incorrect one (none if the reader deletes it).

use std::{fs, path::Path};

use idlgen::diag::{Diagnostic, apply_fixes};

use crate::module::{Found, lint, one_file};

/// The minimum number of planted mistakes.
const PLANTED: usize = 100;

#[derive(Debug, Default)]
struct Wanted {
    code: String,
    place: (u32, u32),
    edit_makes: Option<String>,
    says: Option<String>,
    by_hand: Vec<String>,
}

fn wanted(text: &str) -> Wanted {
    let mut wanted = Wanted::default();
    for line in text.lines().filter_map(|line| line.strip_prefix("//want: ")) {
        if let Some(line) = line.strip_prefix("edit makes ") {
            wanted.edit_makes = Some(line.to_owned());
        } else if let Some(advice) = line.strip_prefix("says ") {
            wanted.says = Some(advice.to_owned());
        } else if let Some(line) = line.strip_prefix("by hand ") {
            wanted.by_hand.push(line.to_owned());
        } else {
            let (code, place) = line.split_once(" at ").expect("a code and a place");
            let (line, column) = place.split_once(':').expect("a line and a column");
            code.clone_into(&mut wanted.code);
            wanted.place = (line.parse().expect("a number"), column.parse().expect("a number"));
        }
    }
    wanted
}

/// Returns the complete text of a finding, without its location.
fn words(diagnostic: &Diagnostic) -> String {
    let labels = diagnostic.primary.iter().chain(&diagnostic.secondary).map(|label| label.text.as_str());
    let remarks = diagnostic.notes.iter().chain(&diagnostic.help).map(String::as_str);
    std::iter::once(diagnostic.message.as_str()).chain(remarks).chain(labels).collect::<Vec<_>>().join("\n")
}

fn judge(name: &str, text: &str) {
    let wanted = wanted(text);
    let Found { diagnostics, sources } = lint(&one_file(text), &["./..."]);
    let [finding] = diagnostics.as_slice() else { panic!("{name}: {diagnostics:#?}") };
    let label = finding.primary.as_ref().expect("a place");
    let at = sources.line_column(label.span.file, label.span.start);
    assert_eq!((finding.code.to_string(), (at.line, at.column)), (wanted.code, wanted.place), "{name}");

    let fixed = if let Some(line) = &wanted.edit_makes {
        let applied = apply_fixes(&diagnostics, &sources, |_, _| true);
        assert_eq!(applied.made.len(), 1, "{name}: {finding:#?}");
        let text = applied.files.into_values().next().expect("a file");
        let made = text.lines().nth(at.line as usize - 1).unwrap_or_default().trim();
        assert_eq!(made, line, "{name}");
        text
    } else {
        assert!(finding.fix.is_none(), "{name}: {finding:#?}");
        let advice = wanted.says.as_ref().unwrap_or_else(|| panic!("{name}: no advice"));
        assert!(words(finding).contains(advice.as_str()), "{name}: {}", words(finding));
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let wrong = lines.remove(at.line as usize - 1);
        let indent = &wrong[..wrong.len() - wrong.trim_start().len()];
        for (index, line) in wanted.by_hand.iter().enumerate() {
            lines.insert(at.line as usize - 1 + index, format!("{indent}{line}"));
        }
        lines.join("\n") + "\n"
    };
    let left = lint(&one_file(&fixed), &["./..."]).diagnostics;
    assert!(left.is_empty(), "{name}: {left:#?}\n{fixed}");
}

#[test]
fn each_is_found_at_its_character_with_advice_that_is_true() {
    let mut count = 0;
    for dialect in ["plain", "kubebuilder", "openapi-gen"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/mistakes").join(dialect);
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("a text");
            judge(&path.display().to_string(), &text);
            count += 1;
        }
    }
    assert!(count >= PLANTED, "{count}");
}

/// Applies every edit of every finding in testdata on its own: the finding disappears, and no new one appears.
#[test]
fn every_edit_over_testdata_is_true() {
    let mut edits = 0;
    for (name, files) in crate::module::all_of_testdata() {
        let Found { diagnostics, sources } = lint(&files, &["./..."]);
        for (index, finding) in diagnostics.iter().enumerate().filter(|(_, finding)| finding.fix.is_some()) {
            let applied = apply_fixes(std::slice::from_ref(finding), &sources, |_, _| true);
            let mut changed = files.clone();
            for (file, text) in applied.files {
                changed.insert(crate::module::FOLDER.join(sources.path(file)), text.into_bytes());
            }
            let said = |one: &Diagnostic| (one.code, one.message.clone());
            let mut expected: Vec<_> = diagnostics.iter().map(said).collect();
            expected.remove(index);
            for left in lint(&changed, &["./..."]).diagnostics {
                let known = expected.iter().position(|known| *known == said(&left));
                assert!(known.is_some(), "{name}: {finding:#?}\nleads to\n{left:#?}");
                known.map(|known| expected.remove(known));
            }
            edits += 1;
        }
    }
    assert!(edits > 0);
}
