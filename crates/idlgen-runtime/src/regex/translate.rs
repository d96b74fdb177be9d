//! From the syntax tree to what `regex-automata` compiles.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, Repetition};

use super::{
    node::{Kind, Node},
    unicode,
};

/// The tree as high-level intermediate representation, without its captures. Recursion is as deep as the tree, which is limited.
pub(super) fn translate(node: Node) -> Hir {
    match node.kind {
        Kind::Empty => Hir::empty(),
        Kind::Literal { characters, fold: false } => {
            Hir::literal(characters.into_iter().collect::<String>().into_bytes())
        }
        Kind::Literal { characters, fold: true } => Hir::concat(characters.into_iter().map(in_any_case).collect()),
        Kind::Class(class) => Hir::class(Class::Unicode(class)),
        Kind::Look(look) => Hir::look(look),
        Kind::Capture(node) => translate(*node),
        Kind::Repeat { min, max, greedy, node, .. } => {
            Hir::repetition(Repetition { min, max, greedy, sub: Box::new(translate(*node)) })
        }
        Kind::Concat(nodes) => Hir::concat(nodes.into_iter().map(translate).collect()),
        Kind::Alternate(nodes) => Hir::alternation(nodes.into_iter().map(translate).collect()),
    }
}

fn in_any_case(character: char) -> Hir {
    let class = ClassUnicode::new([ClassUnicodeRange::new(character, character)]);
    Hir::class(Class::Unicode(unicode::folded(&class)))
}
