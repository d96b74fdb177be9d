//! Converts the syntax tree for `regex-automata`.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, Repetition};

use super::{
    node::{PatternKind, PatternNode},
    unicode,
};

/// Converts the tree to a high-level intermediate representation without captures. The recursion depth is limited
/// because the depth of the tree is limited.
pub(super) fn translate(node: PatternNode) -> Hir {
    match node.kind {
        PatternKind::Empty => Hir::empty(),
        PatternKind::Literal { characters, fold: false } => {
            Hir::literal(characters.into_iter().collect::<String>().into_bytes())
        }
        PatternKind::Literal { characters, fold: true } => {
            Hir::concat(characters.into_iter().map(in_any_case).collect())
        }
        PatternKind::Class(class) => Hir::class(Class::Unicode(class)),
        PatternKind::Look(look) => Hir::look(look),
        PatternKind::Capture(node) => translate(*node),
        PatternKind::Repeat { min, max, greedy, node, .. } => {
            Hir::repetition(Repetition { min, max, greedy, sub: Box::new(translate(*node)) })
        }
        PatternKind::Concat(nodes) => Hir::concat(nodes.into_iter().map(translate).collect()),
        PatternKind::Alternate(nodes) => Hir::alternation(nodes.into_iter().map(translate).collect()),
    }
}

fn in_any_case(character: char) -> Hir {
    let class = ClassUnicode::new([ClassUnicodeRange::new(character, character)]);
    Hir::class(Class::Unicode(unicode::folded(&class)))
}
