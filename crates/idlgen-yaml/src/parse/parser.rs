//! Converts tokens to events.

mod block;
mod flow;
mod node;

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use super::{
    directives::TagHandles,
    scanner::Scanner,
    token::{Token, TokenKind},
};
use crate::{Problem, tree::syntax};

/// An event with its position.
#[derive(Clone, Debug)]
pub(crate) struct Event<'t> {
    pub(crate) kind: EventKind<'t>,
    /// The byte range.
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum EventKind<'t> {
    /// A document begins.
    DocumentStart,
    DocumentEnd,
    /// The end of the file.
    End,
    Scalar {
        /// The value, without quotes and indentation.
        value: Cow<'t, str>,
        /// The tag with its handle resolved.
        tag: Option<String>,
        /// `true` if the value determines the type: it has no quotes and no tag, or the tag `!`.
        is_plain: bool,
        /// The number of the anchor, or 0 without an anchor.
        anchor: usize,
    },
    /// The start of a list, with the number of its anchor.
    ListStart(usize),
    /// The start of a mapping, with the number of its anchor.
    MapStart(usize),
    /// The end of a list or mapping.
    CollectionEnd {
        /// `true` if a bracket ends the collection.
        is_closed: bool,
    },
    /// An alias: the number of its anchor.
    Alias(usize),
}

/// The state of the parser: the production that it expects next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    FirstDocument,
    Document,
    DocumentContent,
    DocumentEnd,
    BlockNode,
    BlockListFirst,
    BlockListItem,
    IndentlessItem,
    BlockMapFirst,
    BlockMapKey,
    BlockMapValue,
    FlowListFirst,
    FlowListItem,
    /// A key-value pair as a list item, as in `[a: b]`.
    PairKey,
    PairValue,
    PairEnd,
    FlowMapFirst,
    FlowMapKey,
    FlowMapValue,
    FlowMapEmptyValue,
    End,
}

/// Converts the tokens of a file to events.
pub(crate) struct Parser<'t> {
    scanner: Scanner<'t>,
    state: State,
    states: Vec<State>,
    /// The open brackets and their offsets.
    brackets: Vec<(char, usize)>,
    handles: TagHandles,
    anchors: BTreeMap<&'t str, usize>,
    last_anchor: usize,
}

type Parsed<'t> = Result<Event<'t>, Problem>;

impl<'t> Parser<'t> {
    /// Creates a parser for a file with only [allowed characters](super::refused).
    pub(crate) fn new(text: &'t str) -> Self {
        Parser {
            scanner: Scanner::new(text),
            state: State::FirstDocument,
            states: Vec::new(),
            brackets: Vec::new(),
            handles: TagHandles::default(),
            anchors: BTreeMap::new(),
            last_anchor: 0,
        }
    }

    /// Returns the next event. After a problem there are no more events.
    pub(crate) fn next_event(&mut self) -> Parsed<'t> {
        match self.state {
            State::FirstDocument => self.document_start(true),
            State::Document => self.document_start(false),
            State::DocumentContent => self.document_content(),
            State::DocumentEnd => self.document_end(),
            State::BlockNode => self.node(true, false),
            State::BlockListFirst => self.block_list(true),
            State::BlockListItem => self.block_list(false),
            State::IndentlessItem => self.indentless_list(),
            State::BlockMapFirst => self.block_map_key(true),
            State::BlockMapKey => self.block_map_key(false),
            State::BlockMapValue => self.block_map_value(),
            State::FlowListFirst => self.flow_list(true),
            State::FlowListItem => self.flow_list(false),
            State::PairKey => self.pair_key(),
            State::PairValue => self.pair_value(),
            State::PairEnd => self.pair_end(),
            State::FlowMapFirst => self.flow_map_key(true),
            State::FlowMapKey => self.flow_map_key(false),
            State::FlowMapValue => self.flow_map_value(false),
            State::FlowMapEmptyValue => self.flow_map_value(true),
            State::End => {
                let at = self.peek()?.1.end;
                Ok(Event { kind: EventKind::End, span: at..at })
            }
        }
    }

    /// Returns the kind and the range of the next token.
    fn peek(&mut self) -> Result<(&TokenKind<'t>, Range<usize>), Problem> {
        let token = self.scanner.peek()?;
        Ok((&token.kind, token.span.clone()))
    }

    /// Returns `true` if the next token has this kind.
    fn is_next(&mut self, kind: &TokenKind<'_>) -> Result<bool, Problem> {
        Ok(self.peek()?.0 == kind)
    }

    /// Returns `true` if the next token has one of these kinds.
    fn is_one_of(&mut self, kinds: &[TokenKind<'_>]) -> Result<bool, Problem> {
        let next = self.peek()?.0;
        Ok(kinds.iter().any(|kind| next == kind))
    }

    fn take(&mut self) -> Result<Token<'t>, Problem> {
        self.scanner.take()
    }

    /// Returns to the state of the enclosing collection.
    fn pop(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    /// Returns a problem with this message at the next token. If a document ends inside brackets, returns a problem at
    /// the unclosed bracket instead.
    fn error<T>(&mut self, message: &str) -> Result<T, Problem> {
        let at = self.peek()?.1.start;
        if self.is_one_of(&[TokenKind::End, TokenKind::DocumentStart, TokenKind::DocumentEnd])?
            && let Some((bracket, at)) = self.brackets.last()
        {
            return Err(syntax(format!("unclosed bracket '{bracket}'"), *at..*at));
        }
        Err(syntax(message.to_owned(), at..at))
    }

    /// Returns an event for an empty value, which is null, and sets the next state.
    fn empty(&mut self, next: State, at: usize) -> Event<'t> {
        self.state = next;
        let kind = EventKind::Scalar { value: Cow::Borrowed(""), tag: None, is_plain: true, anchor: 0 };
        Event { kind, span: at..at }
    }

    /// Ends the current collection. Consumes the next token if it is a bracket.
    fn collection_end(&mut self, is_closed: bool) -> Parsed<'t> {
        self.pop();
        let span = if is_closed {
            self.brackets.pop();
            self.take()?.span
        } else {
            self.peek()?.1
        };
        Ok(Event { kind: EventKind::CollectionEnd { is_closed }, span })
    }

    fn document_start(&mut self, is_first: bool) -> Parsed<'t> {
        while !is_first && self.is_next(&TokenKind::DocumentEnd)? {
            self.take()?;
        }
        let start = self.peek()?.1.start;
        if self.is_next(&TokenKind::End)? {
            self.state = State::End;
            return self.next_event();
        }
        let is_explicit =
            matches!(self.peek()?.0, TokenKind::Version(..) | TokenKind::TagHandle(..) | TokenKind::DocumentStart);
        self.directives()?;
        let mut span = start..start;
        if is_first && !is_explicit {
            self.state = State::BlockNode;
        } else if self.is_next(&TokenKind::DocumentStart)? {
            span.end = self.take()?.span.end;
            self.state = State::DocumentContent;
        } else {
            return self.error("did not find expected <document start>");
        }
        self.states.push(State::DocumentEnd);
        Ok(Event { kind: EventKind::DocumentStart, span })
    }

    /// Parses the directives before a document.
    fn directives(&mut self) -> Result<(), Problem> {
        let mut has_version = false;
        while matches!(self.peek()?.0, TokenKind::Version(..) | TokenKind::TagHandle(..)) {
            let Token { kind, span } = self.take()?;
            let refused = match kind {
                TokenKind::Version(1, 1) if !has_version => {
                    has_version = true;
                    None
                }
                TokenKind::Version(..) if has_version => Some("found duplicate %YAML directive"),
                TokenKind::TagHandle(handle, prefix) => {
                    (!self.handles.add(handle, prefix)).then_some("found duplicate %TAG directive")
                }
                _ => Some("found incompatible YAML document"),
            };
            if let Some(message) = refused {
                return Err(syntax(message.to_owned(), span));
            }
        }
        Ok(())
    }

    fn document_content(&mut self) -> Parsed<'t> {
        let (next, span) = self.peek()?;
        match next {
            TokenKind::Version(..)
            | TokenKind::TagHandle(..)
            | TokenKind::DocumentStart
            | TokenKind::DocumentEnd
            | TokenKind::End => {
                self.pop();
                Ok(self.empty(self.state, span.start))
            }
            _ => self.node(true, false),
        }
    }

    fn document_end(&mut self) -> Parsed<'t> {
        let (next, span) = self.peek()?;
        let end = if *next == TokenKind::DocumentEnd { self.take()?.span.end } else { span.start };
        self.handles = TagHandles::default();
        self.state = State::Document;
        Ok(Event { kind: EventKind::DocumentEnd, span: span.start..end })
    }
}
