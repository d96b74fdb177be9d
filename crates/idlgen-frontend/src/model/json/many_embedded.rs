//! Handles structs that embed many others. If these embed each other too, most of what one embeds has already been
//! visited or contributes nothing. The summary allows checking all embedded types at once.

use std::ops::Range;

use super::{Embedding, JsonTags, MemberRules, embedded::Embedded};
use crate::model::{Field, TypeId};

/// Minimum number of embedded fields.
const MANY: usize = 16;

/// A summary of a struct that embeds many others.
#[derive(Clone, Debug)]
pub(crate) struct ManyEmbedded {
    /// The fields that are not embedded fields of declared types.
    pub(super) others: Vec<Range<usize>>,
    pub(super) types: TypeSet,
    /// `true` if all embedded types are declared as structs.
    pub(super) are_structs: bool,
    /// `true` if the members of all embedded types are inlined: by the parsing of `json` tags, and by the handling of
    /// embedded structs without tags.
    are_inlined: [[bool; 2]; 2],
}

impl ManyEmbedded {
    /// Creates the summary. Returns `None` for structs that embed few others.
    pub(super) fn of(fields: &[Field], embedded: &[Embedded]) -> Option<Self> {
        if embedded.len() < MANY {
            return None;
        }
        let types = TypeSet::of(embedded.iter().map(|one| one.id))?;
        let (mut others, mut rest) = (Vec::new(), 0);
        for one in embedded {
            others.push(rest..one.index());
            rest = one.index() + 1;
        }
        others.push(rest..fields.len());
        others.retain(|range| !range.is_empty());
        let are_inlined = [JsonTags::Go, JsonTags::Substring].map(|json_tags| {
            [Embedding::Inlined, Embedding::Member].map(|embedding| {
                let rules = MemberRules { json_tags, embedding, ..MemberRules::AGREED };
                embedded.iter().all(|one| one.may_be_inlined(&rules))
            })
        });
        Some(ManyEmbedded { others, types, are_structs: embedded.iter().all(|one| one.is_struct), are_inlined })
    }

    /// Returns `true` if the members of every embedded type are inlined.
    pub(super) fn are_inlined(&self, rules: &MemberRules) -> bool {
        let [of_go, of_options] = &self.are_inlined;
        let [inlined, member] = match rules.json_tags {
            JsonTags::Go | JsonTags::Options => of_go,
            JsonTags::Substring => of_options,
        };
        match rules.embedding {
            Embedding::Inlined => *inlined,
            Embedding::Member => *member,
        }
    }
}

/// A bit set of types.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeSet {
    /// Number of zero words before the first stored word.
    skipped: usize,
    words: Vec<u64>,
}

fn place(id: TypeId) -> (usize, u64) {
    (id.0 as usize / 64, 1 << (id.0 % 64))
}

impl TypeSet {
    /// Creates a set of types whose ids are close to each other. Returns `None` if the set would have more words than
    /// types.
    fn of(types: impl Iterator<Item = TypeId> + Clone) -> Option<Self> {
        let words = || types.clone().map(|id| place(id).0);
        let (first, last) = (words().min()?, words().max()?);
        let count = last - first + 1;
        if count > types.clone().count() {
            return None;
        }
        let mut set = TypeSet { skipped: first, words: vec![0; count] };
        types.for_each(|id| set.insert(id));
        Some(set)
    }

    /// Adds a type, unless its id is before the first word.
    pub(super) fn insert(&mut self, id: TypeId) {
        let (word, bit) = place(id);
        let Some(word) = word.checked_sub(self.skipped) else { return };
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        if let Some(bits) = self.words.get_mut(word) {
            *bits |= bit;
        }
    }

    /// Returns `true` if this set contains all types of another.
    pub(super) fn has_all(&self, others: &TypeSet) -> bool {
        let Some(from) = others.skipped.checked_sub(self.skipped) else { return false };
        let own = self.words.get(from..).unwrap_or_default();
        own.len() >= others.words.len() && own.iter().zip(&others.words).all(|(own, other)| other & !own == 0)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::{model::Type, resolve::testing::read_file};

    #[test]
    fn sets_know_what_they_hold() {
        let set = |ids: &[u32]| TypeSet::of(ids.iter().map(|id| TypeId(*id)));
        let (few, more) = (set(&[65, 70]).unwrap(), set(&[64, 65, 70, 130]).unwrap());
        assert!(more.has_all(&few) && more.has_all(&more) && !few.has_all(&more));
        let mut all = TypeSet::default();
        for id in [64, 70, 65] {
            all.insert(TypeId(id));
        }
        assert!(all.has_all(&few) && !all.has_all(&more));
        all.insert(TypeId(130));
        assert!(all.has_all(&more));
        // `[0, 64]` needs as many words as there are types, `[0, 128]` one more.
        assert!(set(&[0, 64]).is_some() && set(&[0, 128]).is_none());
    }

    #[test]
    fn members_are_the_same_however_many_structs_embed_each_other() {
        let text = |count: usize| {
            let mut text = "package v1\n".to_owned();
            for index in 0..count {
                let others = (0..count).filter(|other| *other != index);
                let others: Vec<String> = others.map(|other| format!("\t*S{other} `json:\",inline\"`\n")).collect();
                let others = others.concat();
                let _ = write!(text, "type S{index} struct {{\n\tA{index} int\n{others}\tB{index} int\n}}\n");
            }
            text
        };
        for count in [MANY - 2, MANY + 5] {
            let read = read_file(&text(count));
            let id = read.model.find_type("example.com/api/v1", "S3").map(|found| found.id).unwrap();
            let are_many = read.model.embedded.iter().filter(|one| one.many.is_some()).count();
            assert_eq!(are_many, if count < MANY { 0 } else { count });
            let members = read.model.members(&Type::Named(id), &MemberRules::GO);
            let names: Vec<&str> = members.list.iter().map(|member| member.name.as_str()).collect();
            let expected: Vec<String> = std::iter::once("A3".to_owned())
                .chain(
                    (0..count).filter(|other| *other != 3).flat_map(|other| [format!("A{other}"), format!("B{other}")]),
                )
                .chain(["B3".to_owned()])
                .collect();
            assert_eq!(names, expected);
        }
    }
}
