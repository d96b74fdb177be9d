//! Block collections.

use super::{Parsed, Parser, State, TokenKind};

impl<'t> Parser<'t> {
    pub(super) fn block_list(&mut self, is_first: bool) -> Parsed<'t> {
        if is_first {
            self.take()?;
        }
        if self.is_next(&TokenKind::BlockEnd)? {
            let end = self.collection_end(false)?;
            self.take()?;
            return Ok(end);
        }
        if !self.is_next(&TokenKind::Item)? {
            return self.error("did not find expected '-' indicator");
        }
        let at = self.take()?.span.end;
        if self.is_one_of(&[TokenKind::Item, TokenKind::BlockEnd])? {
            return Ok(self.empty(State::BlockListItem, at));
        }
        self.states.push(State::BlockListItem);
        self.node(true, false)
    }

    /// Parses an item of a list that is not indented below its key.
    pub(super) fn indentless_list(&mut self) -> Parsed<'t> {
        if !self.is_next(&TokenKind::Item)? {
            return self.collection_end(false);
        }
        let at = self.take()?.span.end;
        if self.is_one_of(&[TokenKind::Item, TokenKind::Key, TokenKind::Value, TokenKind::BlockEnd])? {
            return Ok(self.empty(State::IndentlessItem, at));
        }
        self.states.push(State::IndentlessItem);
        self.node(true, false)
    }

    pub(super) fn block_map_key(&mut self, is_first: bool) -> Parsed<'t> {
        if is_first {
            self.take()?;
        }
        if self.is_next(&TokenKind::BlockEnd)? {
            let end = self.collection_end(false)?;
            self.take()?;
            return Ok(end);
        }
        if !self.is_next(&TokenKind::Key)? {
            return self.error("did not find expected key");
        }
        let at = self.take()?.span.end;
        if self.is_one_of(&[TokenKind::Key, TokenKind::Value, TokenKind::BlockEnd])? {
            return Ok(self.empty(State::BlockMapValue, at));
        }
        self.states.push(State::BlockMapValue);
        self.node(true, true)
    }

    pub(super) fn block_map_value(&mut self) -> Parsed<'t> {
        let at = self.peek()?.1.start;
        if !self.is_next(&TokenKind::Value)? {
            return Ok(self.empty(State::BlockMapKey, at));
        }
        self.take()?;
        if self.is_one_of(&[TokenKind::Key, TokenKind::Value, TokenKind::BlockEnd])? {
            return Ok(self.empty(State::BlockMapKey, at));
        }
        self.states.push(State::BlockMapKey);
        self.node(true, true)
    }
}
