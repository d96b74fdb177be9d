//! Parses nodes: their properties, and the start of their value.

use std::borrow::Cow;

use super::{Event, EventKind, Parsed, Parser, State, Token, TokenKind};
use crate::{Problem, tree::syntax};

/// The tag and the anchor before a value.
#[derive(Default)]
struct Properties {
    tag: Option<String>,
    /// The number of the anchor, or 0 without an anchor.
    anchor: usize,
    /// The end offset of the properties.
    end: usize,
}

impl<'t> Parser<'t> {
    /// Parses the start of a value and returns its first event. `is_block` allows block collections, which cannot occur
    /// inside brackets. `may_be_indentless` allows a list without indentation, which can only occur after a key.
    pub(super) fn node(&mut self, is_block: bool, may_be_indentless: bool) -> Parsed<'t> {
        if let TokenKind::Alias(name) = *self.peek()?.0 {
            let Token { span, .. } = self.take()?;
            let Some(anchor) = self.anchors.get(name).copied() else {
                return Err(syntax(format!("unknown anchor '{name}' referenced"), span));
            };
            self.pop();
            return Ok(Event { kind: EventKind::Alias(anchor), span });
        }
        let Properties { tag, anchor, end } = self.properties()?;
        let (next, span) = self.peek()?;
        let (kind, state) = match next {
            TokenKind::Item if may_be_indentless => (EventKind::ListStart(anchor), State::IndentlessItem),
            TokenKind::Scalar(..) => {
                let Token { kind: TokenKind::Scalar(value, is_plain), span } = self.take()? else {
                    return self.error("did not find expected node content");
                };
                // With a lone `!` as its tag, the value determines the type even if it is quoted.
                let is_plain = tag.as_ref().map_or(is_plain, |tag| tag == "!");
                self.pop();
                return Ok(Event { kind: EventKind::Scalar { value, tag, is_plain, anchor }, span });
            }
            TokenKind::FlowListStart => (EventKind::ListStart(anchor), State::FlowListFirst),
            TokenKind::FlowMapStart => (EventKind::MapStart(anchor), State::FlowMapFirst),
            TokenKind::BlockListStart if is_block => (EventKind::ListStart(anchor), State::BlockListFirst),
            TokenKind::BlockMapStart if is_block => (EventKind::MapStart(anchor), State::BlockMapFirst),
            _ if tag.is_some() || anchor > 0 => {
                self.pop();
                let is_plain = tag.is_none();
                let kind = EventKind::Scalar { value: Cow::Borrowed(""), tag, is_plain, anchor };
                return Ok(Event { kind, span: end..end });
            }
            _ => return self.error("did not find expected node content"),
        };
        self.state = state;
        Ok(Event { kind, span })
    }

    /// Parses a tag and an anchor, in either order.
    fn properties(&mut self) -> Result<Properties, Problem> {
        let mut properties = Properties::default();
        loop {
            match self.peek()?.0 {
                TokenKind::Anchor(_) if properties.anchor == 0 => {
                    let Token { kind, span } = self.take()?;
                    properties.end = span.end;
                    if let TokenKind::Anchor(name) = kind {
                        self.last_anchor += 1;
                        self.anchors.insert(name, self.last_anchor);
                        properties.anchor = self.last_anchor;
                    }
                }
                TokenKind::Tag(..) if properties.tag.is_none() => {
                    let Token { kind, span } = self.take()?;
                    properties.end = span.end;
                    if let TokenKind::Tag(handle, suffix) = kind {
                        let Some(tag) = self.handles.resolve(&handle, &suffix) else {
                            return Err(syntax(format!("found undefined tag handle `{handle}`"), span));
                        };
                        properties.tag = Some(tag);
                    }
                }
                _ => return Ok(properties),
            }
        }
    }
}
