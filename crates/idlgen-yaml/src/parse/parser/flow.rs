//! Flow collections.

use super::{Event, EventKind, Parsed, Parser, State, TokenKind};
use crate::Problem;

impl<'t> Parser<'t> {
    fn open_bracket(&mut self, bracket: char) -> Result<(), Problem> {
        let at = self.take()?.span.start;
        self.brackets.push((bracket, at));
        Ok(())
    }

    pub(super) fn flow_list(&mut self, is_first: bool) -> Parsed<'t> {
        if is_first {
            self.open_bracket('[')?;
        } else if self.is_next(&TokenKind::Comma)? {
            self.take()?;
        } else if !self.is_next(&TokenKind::FlowListEnd)? {
            return self.error("did not find expected ',' or ']'");
        }
        if self.is_next(&TokenKind::FlowListEnd)? {
            return self.collection_end(true);
        }
        if self.is_next(&TokenKind::Key)? {
            let span = self.take()?.span;
            self.state = State::PairKey;
            return Ok(Event { kind: EventKind::MapStart(0), span });
        }
        self.states.push(State::FlowListItem);
        self.node(false, false)
    }

    pub(super) fn pair_key(&mut self) -> Parsed<'t> {
        if self.is_one_of(&[TokenKind::Value, TokenKind::Comma, TokenKind::FlowListEnd])? {
            // As in goyaml.v2, this consumes the token. Therefore `[? , a]` and `[:a]` are rejected or have an
            // unexpected value.
            let at = self.take()?.span.end;
            return Ok(self.empty(State::PairValue, at));
        }
        self.states.push(State::PairValue);
        self.node(false, false)
    }

    pub(super) fn pair_value(&mut self) -> Parsed<'t> {
        let at = self.peek()?.1.start;
        if self.is_next(&TokenKind::Value)? {
            self.take()?;
            if !self.is_one_of(&[TokenKind::Comma, TokenKind::FlowListEnd])? {
                self.states.push(State::PairEnd);
                return self.node(false, false);
            }
        }
        Ok(self.empty(State::PairEnd, at))
    }

    pub(super) fn pair_end(&mut self) -> Parsed<'t> {
        let span = self.peek()?.1;
        self.state = State::FlowListItem;
        Ok(Event { kind: EventKind::CollectionEnd { is_closed: false }, span })
    }

    pub(super) fn flow_map_key(&mut self, is_first: bool) -> Parsed<'t> {
        if is_first {
            self.open_bracket('{')?;
        } else if self.is_next(&TokenKind::Comma)? {
            self.take()?;
        } else if !self.is_next(&TokenKind::FlowMapEnd)? {
            return self.error("did not find expected ',' or '}'");
        }
        if self.is_next(&TokenKind::FlowMapEnd)? {
            return self.collection_end(true);
        }
        if !self.is_next(&TokenKind::Key)? {
            self.states.push(State::FlowMapEmptyValue);
            return self.node(false, false);
        }
        self.take()?;
        if self.is_one_of(&[TokenKind::Value, TokenKind::Comma, TokenKind::FlowMapEnd])? {
            let at = self.peek()?.1.start;
            return Ok(self.empty(State::FlowMapValue, at));
        }
        self.states.push(State::FlowMapValue);
        self.node(false, false)
    }

    pub(super) fn flow_map_value(&mut self, is_empty: bool) -> Parsed<'t> {
        let at = self.peek()?.1.start;
        if !is_empty && self.is_next(&TokenKind::Value)? {
            self.take()?;
            if !self.is_one_of(&[TokenKind::Comma, TokenKind::FlowMapEnd])? {
                self.states.push(State::FlowMapKey);
                return self.node(false, false);
            }
        }
        Ok(self.empty(State::FlowMapKey, at))
    }
}
