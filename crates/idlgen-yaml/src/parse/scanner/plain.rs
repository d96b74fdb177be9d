//! Plain scalars.

use std::borrow::Cow;

use super::{Fold, Scanned, Scanner};
use crate::{parse::TAB, tree::syntax};

impl Scanner<'_> {
    pub(super) fn fetch_plain(&mut self) -> Scanned {
        self.save_key()?;
        self.may_be_key = false;
        let indent = self.indent.map_or(0, |indent| indent + 1);
        let start = self.cursor.at;
        // The end of the scalar so far, and the start of the line that it is on.
        let (mut end, mut line) = (start, start);
        let mut folded: Option<String> = None;
        let mut fold = Fold::default();
        let mut is_behind_break = false;
        loop {
            let is_mark = self.cursor.is_document_mark(b'-') || self.cursor.is_document_mark(b'.');
            if is_mark || self.cursor.byte(0) == b'#' {
                break;
            }
            while !self.cursor.is_space_or_end(0) && !self.ends_plain() {
                if is_behind_break {
                    let folded = folded.get_or_insert_default();
                    folded.push_str(self.cursor.slice(line, end));
                    fold.write(folded);
                    is_behind_break = false;
                    line = self.cursor.at;
                }
                self.cursor.skip();
                end = self.cursor.at;
            }
            if !self.cursor.is_blank(0) && !self.cursor.is_break(0) {
                break;
            }
            loop {
                if self.cursor.is_blank(0) {
                    if is_behind_break && self.cursor.column < indent && self.cursor.byte(0) == b'\t' {
                        return Err(syntax(TAB.to_owned(), self.cursor.at..self.cursor.at + 1));
                    }
                    self.cursor.skip();
                } else if self.cursor.is_break(0) {
                    let line_break = self.cursor.take_break();
                    fold.add(!is_behind_break, line_break);
                    is_behind_break = true;
                } else {
                    break;
                }
            }
            if self.flow_depth == 0 && self.cursor.column < indent {
                break;
            }
        }
        let last = self.cursor.slice(line, end);
        let value = match folded {
            Some(folded) => Cow::Owned(folded + last),
            None => Cow::Borrowed(last),
        };
        self.scalar(value, true, start..end);
        self.may_be_key |= is_behind_break;
        Ok(())
    }

    /// Returns `true` if a plain scalar ends here.
    fn ends_plain(&self) -> bool {
        match self.cursor.byte(0) {
            b':' => self.cursor.is_space_or_end(1),
            b',' | b'?' | b'[' | b']' | b'{' | b'}' => self.flow_depth > 0,
            _ => false,
        }
    }
}
