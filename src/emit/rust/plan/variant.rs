//! Enum variants, and the constants of other named types.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::super::name::{Names, pascal_case};
use crate::model::{Constant, Doc};

/// A known value of a string enum.
#[derive(Clone, Debug)]
pub(in super::super) struct Variant {
    pub(in super::super) name: String,
    pub(in super::super) text: String,
    pub(in super::super) doc: Doc,
}

/// Returns the variants for string constants, without duplicate strings, and the name of the variant for all other
/// values.
///
/// A variant is named after its string (`ClusterIP`), or after its constant if the string does not make a suitable
/// name.
pub(super) fn variants(constants: &[Constant]) -> (Vec<Variant>, String) {
    let mut taken = Names::default();
    let mut texts: BTreeSet<&str> = BTreeSet::new();
    let mut variants: Vec<Variant> = Vec::new();
    for constant in constants {
        let Json::String(text) = &constant.value else { continue };
        if !texts.insert(text) {
            continue;
        }
        let name = pascal_case(if makes_a_name(text) { text } else { &constant.name });
        let name = taken.take(&name, "");
        variants.push(Variant { name, text: text.clone(), doc: constant.doc.clone() });
    }
    let other = ["Other", "OtherValue"].into_iter().find(|name| !taken.contains(name)).unwrap_or("OtherValue");
    (variants, taken.take(other, ""))
}

/// Returns `true` if a string is suitable as a name: words that begin with a letter, separated only by punctuation.
fn makes_a_name(text: &str) -> bool {
    let is_word = |character: char| character.is_ascii_alphanumeric();
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.ends_with(is_word)
        && text.chars().all(|character| is_word(character) || "-_./ ".contains(character))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    fn names(constants: &[(&str, &str)]) -> (Vec<String>, String) {
        let constants: Vec<Constant> = constants
            .iter()
            .map(|(name, value)| Constant {
                name: (*name).to_owned(),
                value: (*value).into(),
                doc: Doc::default(),
                tags: Vec::new(),
                span: Span::new(FileId::from_index(0), 0, 0),
            })
            .collect();
        let (variants, other) = variants(&constants);
        (variants.into_iter().map(|variant| variant.name).collect(), other)
    }

    #[test]
    fn texts_name_variants_and_constants_step_in() {
        let (variants, other) = names(&[
            ("ServiceTypeClusterIP", "ClusterIP"),
            ("JSONPatchType", "application/json-patch+json"),
            ("Empty", ""),
            ("Again", "ClusterIP"),
            ("Lower", "clusterIP"),
            ("Dashed", "Cluster-IP"),
            ("Numeric", "1"),
        ]);
        assert_eq!(variants, ["ClusterIP", "JSONPatchType", "Empty", "ClusterIP2", "ClusterIP3", "Numeric"]);
        assert_eq!(other, "Other");
        assert_eq!(names(&[("X", "Other")]).1, "OtherValue");
    }
}
