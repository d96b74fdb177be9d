//! Block scalars: literal ones after `|`, folded ones after `>`.

use std::{borrow::Cow, mem};

use super::{Scanned, Scanner};
use crate::{Problem, parse::TAB, tree::syntax};

/// The treatment of line breaks at the end of a block scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    Strip,
    Clip,
    Keep,
}

impl Scanner<'_> {
    pub(super) fn fetch_block_scalar(&mut self) -> Scanned {
        let start = self.cursor.at;
        let is_literal = self.cursor.byte(0) == b'|';
        self.cursor.skip();
        let (chomping, increment) = self.block_scalar_header()?;
        let mut span = start..self.cursor.at;
        self.cursor.skip_spaces_and_tabs();
        self.cursor.skip_comment();
        if !self.cursor.is_line_end(0) {
            return self.error("did not find expected comment or line break");
        }
        self.cursor.take_break();

        let mut indent = increment.map(|increment| self.indent.unwrap_or(0) + increment);
        let mut value = String::new();
        let mut first_break = "";
        let mut breaks = self.block_scalar_breaks(&mut indent)?;
        // `true` if the last line started with whitespace, which prevents folding.
        let mut was_deeper = false;
        let mut has_content = false;
        while Some(self.cursor.column) == indent && !self.cursor.is_at_end() {
            let is_deeper = self.cursor.is_blank(0);
            if !is_literal && !was_deeper && !is_deeper && first_break == "\n" {
                if breaks.is_empty() {
                    value.push(' ');
                }
            } else {
                value.push_str(first_break);
            }
            value.push_str(&mem::take(&mut breaks));
            was_deeper = is_deeper;
            let line = self.cursor.at;
            while !self.cursor.is_line_end(0) {
                self.cursor.skip();
            }
            let text = self.cursor.slice(line, self.cursor.at);
            value.push_str(text);
            // The range of the scalar starts at its first line.
            if !mem::replace(&mut has_content, true) {
                span = line..line;
            }
            let visible = text.trim_end().len();
            if visible > 0 {
                span.end = line + visible;
            }
            first_break = self.cursor.take_break();
            breaks = self.block_scalar_breaks(&mut indent)?;
        }
        if chomping != Chomping::Strip {
            value.push_str(first_break);
        }
        if chomping == Chomping::Keep {
            value.push_str(&breaks);
        }
        self.scalar(Cow::Owned(value), false, span);
        Ok(())
    }

    /// Parses the header after the indicator: chomping and indentation, in either order.
    fn block_scalar_header(&mut self) -> Result<(Chomping, Option<usize>), Problem> {
        let (mut chomping, mut increment) = (None, None);
        loop {
            match self.cursor.byte(0) {
                b'+' if chomping.is_none() => chomping = Some(Chomping::Keep),
                b'-' if chomping.is_none() => chomping = Some(Chomping::Strip),
                b'0' if increment.is_none() => return self.error("found an indentation indicator equal to 0"),
                digit @ b'1'..=b'9' if increment.is_none() => increment = Some(usize::from(digit - b'0')),
                _ => return Ok((chomping.unwrap_or(Chomping::Clip), increment)),
            }
            self.cursor.skip();
        }
    }

    /// Skips indentation and blank lines and returns the line breaks. If `indent` is not set, sets it to the detected
    /// indentation.
    fn block_scalar_breaks(&mut self, indent: &mut Option<usize>) -> Result<String, Problem> {
        let mut breaks = String::new();
        let mut deepest = 0;
        loop {
            let is_indentation = |column: usize| indent.is_none_or(|indent| column < indent);
            while is_indentation(self.cursor.column) && self.cursor.byte(0) == b' ' {
                self.cursor.skip();
            }
            deepest = deepest.max(self.cursor.column);
            if is_indentation(self.cursor.column) && self.cursor.byte(0) == b'\t' {
                return Err(syntax(TAB.to_owned(), self.cursor.at..self.cursor.at + 1));
            }
            if !self.cursor.is_break(0) {
                break;
            }
            breaks.push_str(self.cursor.take_break());
        }
        if indent.is_none() {
            *indent = Some(deepest.max(self.indent.map_or(0, |indent| indent + 1)).max(1));
        }
        Ok(breaks)
    }
}
