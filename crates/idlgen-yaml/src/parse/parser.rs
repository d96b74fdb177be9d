//! Tokens to events.

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

/// What the parser came to, with its place.
#[derive(Clone, Debug)]
pub(crate) struct Event<'t> {
    /// What it is.
    pub(crate) kind: EventKind<'t>,
    /// Its bytes.
    pub(crate) span: Range<usize>,
}

/// The kinds of event.
#[derive(Clone, Debug)]
pub(crate) enum EventKind<'t> {
    /// A document begins.
    DocumentStart,
    /// A document ends.
    DocumentEnd,
    /// The text ends.
    End,
    /// A scalar.
    Scalar {
        /// Its text, without quotes and indentation.
        value: Cow<'t, str>,
        /// Its tag, with the handle resolved.
        tag: Option<String>,
        /// Whether the text decides what it means.
        is_plain: bool,
        /// The number of its anchor; 0 if it has none.
        anchor: usize,
    },
    /// A list begins, with the number of its anchor.
    ListStart(usize),
    /// A mapping begins, with the number of its anchor.
    MapStart(usize),
    /// A list or mapping ends, with a bracket or without.
    CollectionEnd {
        /// Whether a bracket closes it.
        is_closed: bool,
    },
    /// What the anchor of a number names.
    Alias(usize),
}

/// What comes next.
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
    /// A pair that is an item of a list, as in `[a: b]`.
    PairKey,
    PairValue,
    PairEnd,
    FlowMapFirst,
    FlowMapKey,
    FlowMapValue,
    FlowMapEmptyValue,
    End,
}

/// Turns the tokens of a text into events.
pub(crate) struct Parser<'t> {
    scanner: Scanner<'t>,
    state: State,
    /// What comes when what is being read is done.
    states: Vec<State>,
    /// The brackets that are open, and where they stand.
    brackets: Vec<(char, usize)>,
    handles: TagHandles,
    anchors: BTreeMap<&'t str, usize>,
    last_anchor: usize,
}

type Parsed<'t> = Result<Event<'t>, Problem>;

impl<'t> Parser<'t> {
    /// Reads a text that holds only [characters that are allowed](super::refused).
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

    /// The next event. After a problem there is none.
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

    /// The kind and the place of the next token.
    fn peek(&mut self) -> Result<(&TokenKind<'t>, Range<usize>), Problem> {
        let token = self.scanner.peek()?;
        Ok((&token.kind, token.span.clone()))
    }

    /// Whether the next token is of a kind.
    fn is_next(&mut self, kind: &TokenKind<'_>) -> Result<bool, Problem> {
        Ok(self.peek()?.0 == kind)
    }

    /// Whether the next token is one of some kinds.
    fn is_one_of(&mut self, kinds: &[TokenKind<'_>]) -> Result<bool, Problem> {
        let next = self.peek()?.0;
        Ok(kinds.iter().any(|kind| next == kind))
    }

    fn take(&mut self) -> Result<Token<'t>, Problem> {
        self.scanner.take()
    }

    /// What is being read is done.
    fn pop(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    /// A problem at the next token, or at a bracket that nothing closes.
    fn error<T>(&mut self, message: &str) -> Result<T, Problem> {
        let at = self.peek()?.1.start;
        if self.is_one_of(&[TokenKind::End, TokenKind::DocumentStart, TokenKind::DocumentEnd])?
            && let Some((bracket, at)) = self.brackets.last()
        {
            return Err(syntax(format!("unclosed bracket '{bracket}'"), *at..*at));
        }
        Err(syntax(message.to_owned(), at..at))
    }

    /// Nothing, which is null.
    fn empty(&mut self, next: State, at: usize) -> Event<'t> {
        self.state = next;
        let kind = EventKind::Scalar { value: Cow::Borrowed(""), tag: None, is_plain: true, anchor: 0 };
        Event { kind, span: at..at }
    }

    /// The next token ends the collection that is being read. It is taken if it is a bracket.
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

    /// Reads the directives before a document.
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
