//! Pattern syntax tree.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange, Look};

use super::unicode;

/// A node of the tree, with the sizes that are limited.
#[derive(Debug)]
pub(super) struct PatternNode {
    pub(super) kind: PatternKind,
    /// Number of nodes on the longest path to a leaf.
    pub(super) height: u32,
    /// Number of instructions in Go's compiled program.
    pub(super) size: u64,
    /// Maximum number of copies of a node inside this one that repetitions create.
    pub(super) copies: u32,
}

#[derive(Debug)]
pub(super) enum PatternKind {
    Empty,
    /// A sequence of characters, case-insensitive if `fold`.
    Literal {
        characters: Vec<char>,
        fold: bool,
    },
    Class(ClassUnicode),
    Look(Look),
    Capture(Box<PatternNode>),
    Repeat {
        min: u32,
        max: Option<u32>,
        greedy: bool,
        /// `true` for a repetition in braces.
        is_counted: bool,
        node: Box<PatternNode>,
    },
    Concat(Vec<PatternNode>),
    Alternate(Vec<PatternNode>),
}

impl PatternNode {
    pub(super) fn leaf(kind: PatternKind) -> Self {
        PatternNode { kind, height: 1, size: 1, copies: 1 }
    }

    pub(super) fn capture(node: PatternNode) -> Self {
        PatternNode {
            height: node.height + 1,
            size: node.size.saturating_add(2),
            copies: node.copies,
            kind: PatternKind::Capture(Box::new(node)),
        }
    }

    /// Creates a repetition. Its size is that of the program in which repetitions are expanded.
    pub(super) fn repeat(min: u32, max: Option<u32>, greedy: bool, is_counted: bool, node: PatternNode) -> Self {
        let size = match (min, max) {
            (0, None) => node.size.saturating_add(2),
            (0, Some(1)) => node.size.saturating_add(1),
            (min, None) => node.size.saturating_mul(min.into()).saturating_add(1),
            (min, Some(max)) => node.size.saturating_mul(max.into()).saturating_add(max.saturating_sub(min).into()),
        };
        // A count of zero does not include the copies of its content.
        let copies = match max.unwrap_or(min) {
            0 if max.is_some() => 1,
            0 => node.copies,
            times => node.copies.saturating_mul(times),
        };
        let height = node.height + 1;
        PatternNode {
            height,
            size: size.max(1),
            copies,
            kind: PatternKind::Repeat { min, max, greedy, is_counted, node: Box::new(node) },
        }
    }

    /// Returns an upper bound of the number of character ranges in the compiled program, including copies.
    pub(super) fn weight(&self) -> u64 {
        self.size.saturating_mul(self.most_ranges())
    }

    /// Returns the number of ranges of the largest class, at least 4, because a character has at most 4 case variants.
    fn most_ranges(&self) -> u64 {
        match &self.kind {
            PatternKind::Class(class) => (class.ranges().len() as u64).max(4),
            PatternKind::Capture(node) | PatternKind::Repeat { node, .. } => node.most_ranges(),
            PatternKind::Concat(nodes) | PatternKind::Alternate(nodes) => {
                nodes.iter().map(PatternNode::most_ranges).max().unwrap_or(4)
            }
            PatternKind::Literal { .. } | PatternKind::Empty | PatternKind::Look(_) => 4,
        }
    }

    /// Returns a character class if the node matches exactly one character.
    fn as_class(&self) -> Option<ClassUnicode> {
        match &self.kind {
            PatternKind::Class(class) => Some(class.clone()),
            PatternKind::Literal { characters, fold } => match characters.as_slice() {
                [character] => {
                    let class = ClassUnicode::new([ClassUnicodeRange::new(*character, *character)]);
                    Some(if *fold { unicode::folded(&class) } else { class })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Merges adjacent nodes that match exactly one character into one class.
    pub(super) fn merge_classes(nodes: Vec<PatternNode>) -> Vec<PatternNode> {
        let mut merged: Vec<PatternNode> = Vec::with_capacity(nodes.len());
        let mut run: Vec<ClassUnicodeRange> = Vec::new();
        let mut runs = 0;
        for node in nodes {
            if let Some(class) = node.as_class() {
                run.extend(class.ranges());
                runs += 1;
                if runs == 1 {
                    merged.push(node);
                }
            } else {
                PatternNode::end_run(&mut merged, &mut run, &mut runs);
                merged.push(node);
            }
        }
        PatternNode::end_run(&mut merged, &mut run, &mut runs);
        merged
    }

    fn end_run(merged: &mut [PatternNode], run: &mut Vec<ClassUnicodeRange>, runs: &mut usize) {
        if let (2.., Some(last)) = (*runs, merged.last_mut()) {
            *last = PatternNode::leaf(PatternKind::Class(ClassUnicode::new(run.drain(..))));
        }
        run.clear();
        *runs = 0;
    }

    /// Creates a concatenation or an alternation of `nodes`. Flattens nested ones of the same kind.
    pub(super) fn collapse(nodes: Vec<PatternNode>, is_concat: bool) -> Self {
        let mut flat = Vec::with_capacity(nodes.len());
        for node in nodes {
            match node.kind {
                PatternKind::Concat(inner) if is_concat => flat.extend(inner),
                PatternKind::Alternate(inner) if !is_concat => flat.extend(inner),
                _ => flat.push(node),
            }
        }
        let mut size = if is_concat { 0u64 } else { flat.len() as u64 - flat.len().min(1) as u64 };
        let (mut height, mut copies) = (0, 1);
        for node in &flat {
            size = size.saturating_add(node.size);
            height = height.max(node.height);
            copies = copies.max(node.copies);
        }
        let kind = if is_concat { PatternKind::Concat(flat) } else { PatternKind::Alternate(flat) };
        PatternNode { kind, height: height + 1, size: size.max(1), copies }
    }
}
