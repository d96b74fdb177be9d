//! Changes of each keyword with their verdicts: `testdata/diff/keywords.yaml`.

use idlgen_yaml::{Limits, load};
use serde_json::Value as Json;

use super::{Verdicts, changes, document, letters};

#[test]
fn changes_of_keywords() {
    let cases = load(include_str!("../../../testdata/diff/keywords.yaml"), &Limits::of_this_thread());
    let cases = cases.into_iter().next().and_then(|document| document.root).expect("a document").to_json();
    for case in cases.as_array().expect("a list") {
        let found = changes(&document(&case["old"], &[]), &document(&case["new"], &[]));
        let verdicts = found.iter().fold(Verdicts::OK, |all, change| all.and(change.verdicts));
        let mut names: Vec<&str> = found.iter().map(|change| change.rule).collect();
        names.sort_unstable();
        assert_eq!(Json::from(names), case["changes"], "{case}");
        assert_eq!(Json::from(letters(verdicts)), case["verdicts"], "{case}");
    }
}
