//! The stack of the pattern parser. Go's `regexp/syntax.Parse` also uses a stack, so errors are reported at the same
//! positions.

use regex_syntax::hir::Look;

use super::{
    error::{Code, Error},
    limits::Limits,
    node::{PatternKind, PatternNode},
};

/// The flags that `(?imsU)` sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// `i`: case-insensitive letters.
    pub(super) fold: bool,
    /// `m`: `^` and `$` match at every line.
    pub(super) multi_line: bool,
    /// `s`: `.` matches line feeds.
    pub(super) dot_newline: bool,
    /// `U`: repetitions are lazy.
    pub(super) ungreedy: bool,
}

/// A stack element. The bar of an alternation is on top of the branches that are complete.
#[derive(Debug)]
enum Item {
    Node(PatternNode),
    LeftParen { flags: Flags, captures: bool },
    VerticalBar,
}

#[derive(Debug)]
pub(super) struct Parser<'p> {
    pub(super) pattern: &'p str,
    pub(super) flags: Flags,
    stack: Vec<Item>,
    pub(super) limits: Limits,
}

impl<'p> Parser<'p> {
    pub(super) fn new(pattern: &'p str) -> Self {
        Parser { pattern, flags: Flags::default(), stack: Vec::new(), limits: Limits::new() }
    }

    /// Starts a group.
    pub(super) fn left_paren(&mut self, captures: bool) {
        self.limits.allocate();
        self.join_literals();
        self.stack.push(Item::LeftParen { flags: self.flags, captures });
    }

    pub(super) fn push_literal(&mut self, character: char) -> Result<(), Error> {
        self.limits.allocate();
        self.limits.count_runes(1);
        self.push(PatternNode::leaf(PatternKind::Literal { characters: vec![character], fold: self.flags.fold }))
    }

    pub(super) fn push_class(&mut self, class: regex_syntax::hir::ClassUnicode) -> Result<(), Error> {
        self.limits.allocate();
        self.limits.count_runes(class.ranges().len() * 2);
        self.push(PatternNode::leaf(PatternKind::Class(class)))
    }

    pub(super) fn push_look(&mut self, look: Look) -> Result<(), Error> {
        self.limits.allocate();
        self.push(PatternNode::leaf(PatternKind::Look(look)))
    }

    pub(super) fn push(&mut self, node: PatternNode) -> Result<(), Error> {
        self.join_literals();
        self.check(&node)?;
        self.stack.push(Item::Node(node));
        Ok(())
    }

    fn check(&mut self, node: &PatternNode) -> Result<(), Error> {
        let others = self.stack.iter().filter_map(|item| match item {
            Item::Node(node) => Some(node),
            _ => None,
        });
        self.limits.check(node, others).map_err(|code| Error::new(code, self.pattern))
    }

    /// Merges the two literals on top of the stack. This is called before a push, because a repetition can no longer
    /// apply to the upper one.
    fn join_literals(&mut self) {
        let [.., Item::Node(lower), Item::Node(upper)] = self.stack.as_mut_slice() else { return };
        let (PatternKind::Literal { characters, fold }, PatternKind::Literal { characters: more, fold: same }) =
            (&mut lower.kind, &mut upper.kind)
        else {
            return;
        };
        if fold != same {
            return;
        }
        characters.append(more);
        lower.size = characters.len() as u64;
        self.limits.release();
        self.stack.pop();
    }

    /// Repeats the top of the stack. Returns `None` if there is nothing to repeat.
    pub(super) fn repeat(
        &mut self,
        min: u32,
        max: Option<u32>,
        greedy: bool,
        is_counted: bool,
    ) -> Result<Option<u32>, Error> {
        match self.stack.pop() {
            Some(Item::Node(node)) => {
                self.limits.allocate();
                let node = PatternNode::repeat(min, max, greedy, is_counted, node);
                self.check(&node)?;
                let copies = node.copies;
                self.stack.push(Item::Node(node));
                Ok(Some(copies))
            }
            _ => Ok(None),
        }
    }

    /// Pops the nodes above the topmost bar or parenthesis.
    fn pop_nodes(&mut self) -> Vec<PatternNode> {
        let start = self.stack.iter().rposition(|item| !matches!(item, Item::Node(_))).map_or(0, |index| index + 1);
        self.stack
            .drain(start..)
            .filter_map(|item| match item {
                Item::Node(node) => Some(node),
                _ => None,
            })
            .collect()
    }

    /// Replaces the nodes above the topmost bar or parenthesis with their concatenation.
    fn concat(&mut self) -> Result<(), Error> {
        self.join_literals();
        let mut nodes = self.pop_nodes();
        let node = match nodes.len() {
            0 => {
                self.limits.allocate();
                PatternNode::leaf(PatternKind::Empty)
            }
            1 => nodes.swap_remove(0),
            _ => {
                self.limits.allocate();
                PatternNode::collapse(nodes, true)
            }
        };
        self.push(node)
    }

    /// Replaces the branches above the topmost parenthesis with their alternation.
    fn alternate(&mut self) -> Result<(), Error> {
        let count = self.stack.len();
        let mut nodes = PatternNode::merge_classes(self.pop_nodes());
        for _ in self.stack.len() + nodes.len()..count {
            self.limits.release();
        }
        let node = if nodes.len() == 1 {
            nodes.swap_remove(0)
        } else {
            self.limits.allocate();
            PatternNode::collapse(nodes, false)
        };
        self.push(node)
    }

    /// Moves a bar below the top of the stack to the top.
    fn raise_bar(&mut self) -> bool {
        if let [.., lower @ Item::VerticalBar, upper] = self.stack.as_mut_slice() {
            std::mem::swap(lower, upper);
            return true;
        }
        false
    }

    pub(super) fn vertical_bar(&mut self) -> Result<(), Error> {
        self.concat()?;
        if !self.raise_bar() {
            self.limits.allocate();
            self.stack.push(Item::VerticalBar);
        }
        Ok(())
    }

    /// Ends the innermost group or the pattern.
    fn finish_group(&mut self) -> Result<(), Error> {
        self.concat()?;
        if self.raise_bar() {
            self.stack.pop();
        }
        self.alternate()
    }

    pub(super) fn right_paren(&mut self) -> Result<(), Error> {
        self.finish_group()?;
        let Some(Item::Node(node)) = self.stack.pop() else {
            return Err(Error::new(Code::UnexpectedParen, self.pattern));
        };
        let Some(Item::LeftParen { flags, captures }) = self.stack.pop() else {
            return Err(Error::new(Code::UnexpectedParen, self.pattern));
        };
        self.flags = flags;
        self.push(if captures { PatternNode::capture(node) } else { node })
    }

    pub(super) fn finish(mut self) -> Result<PatternNode, Error> {
        self.finish_group()?;
        match (self.stack.pop(), self.stack.is_empty()) {
            (Some(Item::Node(node)), true) => Ok(node),
            _ => Err(Error::new(Code::MissingParen, self.pattern)),
        }
    }
}
