//! Matches the items of two lists like `internal/diff.Difference` of go-cmp.

use super::{go_diff::Node, go_value::GoValue};

/// An old item and the new item that it matches. One of them is `None` if an item has no match.
pub(super) type Pair<'v> = (Option<&'v GoValue>, Option<&'v GoValue>);

/// A step along both lists.
#[derive(Clone, Copy, PartialEq)]
enum Edit {
    Identity,
    OnlyOld,
    OnlyNew,
    Modified,
}

/// Positions in both lists.
type Point = (usize, usize);

/// Maximum length of lists that are compared item by item.
const MOST_ITEMS: usize = 2_000;

/// Returns the pairs of items, in order.
pub(super) fn pairs<'v>(old: &'v [GoValue], new: &'v [GoValue]) -> Vec<Pair<'v>> {
    let edits = if old.len().max(new.len()) > MOST_ITEMS { Vec::new() } else { Search::new(old, new).run() };
    let (mut old, mut new) = (old.iter(), new.iter());
    let mut pairs = Vec::new();
    for edit in edits {
        pairs.push(match edit {
            Edit::OnlyOld => (old.next(), None),
            Edit::OnlyNew => (None, new.next()),
            Edit::Identity | Edit::Modified => (old.next(), new.next()),
        });
    }
    pairs.extend(old.map(|item| (Some(item), None)));
    pairs.extend(new.map(|item| (None, Some(item))));
    pairs
}

/// A greedy search from both ends.
struct Search<'v> {
    old: &'v [GoValue],
    new: &'v [GoValue],
    forward: (Point, Vec<Edit>),
    reverse: (Point, Vec<Edit>),
    forward_frontier: Point,
    reverse_frontier: Point,
    budget: usize,
}

impl<'v> Search<'v> {
    fn new(old: &'v [GoValue], new: &'v [GoValue]) -> Self {
        let end = (old.len(), new.len());
        Search {
            old,
            new,
            forward: ((0, 0), Vec::new()),
            reverse: (end, Vec::new()),
            forward_frontier: (0, 0),
            reverse_frontier: end,
            budget: 4 * (old.len() + new.len()),
        }
    }

    fn is_equal(&self, at: Point) -> bool {
        self.old.get(at.0) == self.new.get(at.1)
    }

    fn is_similar(&self, at: Point) -> bool {
        Node::compare(self.old.get(at.0), self.new.get(at.1)).is_similar()
    }

    fn is_over(&self) -> bool {
        self.forward_frontier.0 >= self.reverse_frontier.0
            || self.forward_frontier.1 >= self.reverse_frontier.1
            || self.budget == 0
    }

    fn run(mut self) -> Vec<Edit> {
        while !self.is_over() {
            self.search_forward();
            if self.is_over() {
                break;
            }
            self.search_reverse();
        }
        self.connect_forward(self.reverse.0);
        let (_, mut edits) = self.forward;
        edits.extend(self.reverse.1.into_iter().rev());
        edits
    }

    fn search_forward(&mut self) {
        let (mut at_right, mut at_left) = (false, false);
        for step in 0.. {
            if (at_right && at_left) || self.budget == 0 {
                break;
            }
            let shift = zigzag(step);
            let old = self.forward_frontier.0.checked_add_signed(shift);
            let new = self.forward_frontier.1.checked_add_signed(-shift);
            match (old, new) {
                (Some(old), _) if old >= self.reverse.0.0 => at_right = true,
                (_, None) => at_right = true,
                (_, Some(new)) if new < self.forward.0.1 => at_right = true,
                (_, Some(new)) if new >= self.reverse.0.1 => at_left = true,
                (None, _) => at_left = true,
                (Some(old), _) if old < self.forward.0.0 => at_left = true,
                (Some(old), Some(new)) if self.is_equal((old, new)) => {
                    self.connect_forward((old, new));
                    self.push_forward(Edit::Identity);
                    while self.forward.0.0 < self.reverse.0.0
                        && self.forward.0.1 < self.reverse.0.1
                        && self.is_equal(self.forward.0)
                    {
                        self.push_forward(Edit::Identity);
                    }
                    self.forward_frontier = self.forward.0;
                    break;
                }
                _ => self.budget -= 1,
            }
        }
        let (end, at) = (self.reverse.0, self.forward_frontier);
        if end.0.saturating_sub(at.0) >= end.1.saturating_sub(at.1) {
            self.forward_frontier.0 += 1;
        } else {
            self.forward_frontier.1 += 1;
        }
    }

    fn search_reverse(&mut self) {
        let (mut at_left, mut at_right) = (false, false);
        for step in 0.. {
            if (at_left && at_right) || self.budget == 0 {
                break;
            }
            let shift = zigzag(step);
            let old = self.reverse_frontier.0.checked_add_signed(-shift);
            let new = self.reverse_frontier.1.checked_add_signed(shift);
            match (old, new) {
                (None, _) => at_left = true,
                (Some(old), _) if self.forward.0.0 >= old => at_left = true,
                (_, Some(new)) if self.reverse.0.1 < new => at_left = true,
                (_, None) => at_right = true,
                (_, Some(new)) if self.forward.0.1 >= new => at_right = true,
                (Some(old), _) if self.reverse.0.0 < old => at_right = true,
                (Some(old), Some(new)) if self.is_equal((old - 1, new - 1)) => {
                    self.connect_reverse((old, new));
                    self.push_reverse(Edit::Identity);
                    while self.forward.0.0 < self.reverse.0.0
                        && self.forward.0.1 < self.reverse.0.1
                        && self.is_equal((self.reverse.0.0 - 1, self.reverse.0.1 - 1))
                    {
                        self.push_reverse(Edit::Identity);
                    }
                    self.reverse_frontier = self.reverse.0;
                    break;
                }
                _ => self.budget -= 1,
            }
        }
        let (start, at) = (self.forward.0, self.reverse_frontier);
        if at.0.saturating_sub(start.0) >= at.1.saturating_sub(start.1) {
            self.reverse_frontier.0 = at.0.saturating_sub(1);
        } else {
            self.reverse_frontier.1 = at.1.saturating_sub(1);
        }
    }

    fn push_forward(&mut self, edit: Edit) {
        let point = &mut self.forward.0;
        point.0 += usize::from(edit != Edit::OnlyNew);
        point.1 += usize::from(edit != Edit::OnlyOld);
        self.forward.1.push(edit);
    }

    fn push_reverse(&mut self, edit: Edit) {
        let point = &mut self.reverse.0;
        point.0 = point.0.saturating_sub(usize::from(edit != Edit::OnlyNew));
        point.1 = point.1.saturating_sub(usize::from(edit != Edit::OnlyOld));
        self.reverse.1.push(edit);
    }

    fn connect_forward(&mut self, to: Point) {
        while to.0 > self.forward.0.0 && to.1 > self.forward.0.1 {
            let at = self.forward.0;
            if self.is_equal(at) {
                self.push_forward(Edit::Identity);
            } else if self.is_similar(at) {
                self.push_forward(Edit::Modified);
            } else if to.0 - at.0 >= to.1 - at.1 {
                self.push_forward(Edit::OnlyOld);
            } else {
                self.push_forward(Edit::OnlyNew);
            }
        }
        while to.0 > self.forward.0.0 {
            self.push_forward(Edit::OnlyOld);
        }
        while to.1 > self.forward.0.1 {
            self.push_forward(Edit::OnlyNew);
        }
    }

    fn connect_reverse(&mut self, to: Point) {
        while self.reverse.0.0 > to.0 && self.reverse.0.1 > to.1 {
            let at = self.reverse.0;
            let before = (at.0 - 1, at.1 - 1);
            if self.is_equal(before) {
                self.push_reverse(Edit::Identity);
            } else if self.is_similar(before) {
                self.push_reverse(Edit::Modified);
            } else if at.1 - to.1 >= at.0 - to.0 {
                self.push_reverse(Edit::OnlyNew);
            } else {
                self.push_reverse(Edit::OnlyOld);
            }
        }
        while self.reverse.0.0 > to.0 {
            self.push_reverse(Edit::OnlyOld);
        }
        while self.reverse.0.1 > to.1 {
            self.push_reverse(Edit::OnlyNew);
        }
    }
}

/// Returns the sequence 0, -1, 1, -2, 2, …, by index.
fn zigzag(step: usize) -> isize {
    let half = isize::try_from(step.div_ceil(2)).unwrap_or(isize::MAX);
    if step % 2 == 1 { -half } else { half }
}
