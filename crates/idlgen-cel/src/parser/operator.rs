//! Operators, from `?:` to the unary ones.

use crate::ast::{ExprId, ExprKind};
use crate::lexer::TokenKind;
use crate::operators;

use super::{Parsed, Parser, RECURSION_LIMIT};

impl Parser<'_> {
    /// `expr: conditionalOr ('?' conditionalOr ':' expr)?`
    pub(super) fn expression(&mut self) -> Parsed {
        self.depth.expression += 1;
        if self.depth.expression > RECURSION_LIMIT {
            return Err(self.too_deep());
        }
        let condition = self.logical_or()?;
        let result = match self.take(TokenKind::Question) {
            None => condition,
            Some(question) => {
                let then = self.within(&[TokenKind::Colon], Self::logical_or)?;
                self.expect(TokenKind::Colon, "':'")?;
                let otherwise = self.expression()?;
                let below = self.node_depth(condition).max(self.node_depth(then)).max(self.node_depth(otherwise));
                let kind = ExprKind::Call {
                    function: operators::CONDITIONAL.into(),
                    target: None,
                    arguments: vec![condition, then, otherwise],
                };
                self.push_counted(question.position, kind, below)?
            }
        };
        self.depth.expression -= 1;
        Ok(result)
    }

    fn logical_or(&mut self) -> Parsed {
        self.logical(TokenKind::Or, operators::LOGICAL_OR, Self::logical_and)
    }

    fn logical_and(&mut self) -> Parsed {
        self.logical(TokenKind::And, operators::LOGICAL_AND, Self::relation)
    }

    /// Parses a chain of a logical operator to a balanced tree.
    fn logical(&mut self, token: TokenKind, function: &'static str, term: fn(&mut Self) -> Parsed) -> Parsed {
        let first = term(self)?;
        if !self.at(token) {
            return Ok(first);
        }
        let mut depth = self.node_depth(first);
        let mut terms = vec![first];
        let mut positions = Vec::new();
        while let Some(operator) = self.take(token) {
            positions.push(operator.position);
            let term = term(self)?;
            depth = depth.max(self.node_depth(term));
            terms.push(term);
        }
        let root = self.balanced(function, &terms, &positions);
        self.set_depth(root, depth);
        Ok(root)
    }

    fn balanced(&mut self, function: &'static str, terms: &[ExprId], positions: &[u32]) -> ExprId {
        match (terms, positions) {
            ([term], _) => *term,
            ([left, right], [position]) => self.operator(*position, function, vec![*left, *right]),
            _ => {
                let middle = positions.len() / 2;
                let (left_terms, right_terms) = terms.split_at(middle + 1);
                let (left_positions, rest) = positions.split_at(middle);
                let (position, right_positions) =
                    rest.split_first().map_or((0, rest), |(position, rest)| (*position, rest));
                let left = self.balanced(function, left_terms, left_positions);
                let right = self.balanced(function, right_terms, right_positions);
                self.operator(position, function, vec![left, right])
            }
        }
    }

    /// `relation: calc | relation op relation`
    fn relation(&mut self) -> Parsed {
        let depth = self.depth.relation;
        self.depth.relation += 1;
        let mut left = self.calculation(0)?;
        while let Some(function) = relation_operator(self.peek().kind) {
            let operator = self.advance();
            // As in cel-go, each right operand is a nested use of this grammar rule; a chain of operators does not
            // nest.
            self.depth.relation += 1;
            if self.depth.relation > RECURSION_LIMIT {
                return Err(self.too_deep());
            }
            let right = self.calculation(0)?;
            self.depth.relation -= 1;
            let below = self.node_depth(left).max(self.node_depth(right));
            let kind = ExprKind::Call { function: function.into(), target: None, arguments: vec![left, right] };
            left = self.push_counted(operator.position, kind, below)?;
        }
        self.depth.relation = depth;
        Ok(left)
    }

    /// `calc: unary | calc ('*' | '/' | '%') calc | calc ('+' | '-') calc`, with operators of at least this precedence.
    fn calculation(&mut self, precedence: u8) -> Parsed {
        let depth = self.depth.calculation;
        self.depth.calculation += 1;
        if self.depth.calculation > RECURSION_LIMIT {
            return Err(self.too_deep());
        }
        let mut left = self.unary()?;
        while let Some((function, strength)) =
            calculation_operator(self.peek().kind).filter(|(_, strength)| *strength >= precedence)
        {
            let operator = self.advance();
            let right = self.calculation(strength + 1)?;
            let below = self.node_depth(left).max(self.node_depth(right));
            let kind = ExprKind::Call { function: function.into(), target: None, arguments: vec![left, right] };
            left = self.push_counted(operator.position, kind, below)?;
        }
        self.depth.calculation = depth;
        Ok(left)
    }

    /// `unary: member | '!'+ member | '-'+ member`. A single minus before a number belongs to the number.
    fn unary(&mut self) -> Parsed {
        let first = self.peek();
        let function = match first.kind {
            TokenKind::Not => operators::LOGICAL_NOT,
            TokenKind::Minus if matches!(self.ahead(1).kind, TokenKind::Int | TokenKind::Double) => {
                return self.member();
            }
            TokenKind::Minus => operators::NEGATE,
            _ => return self.member(),
        };
        let mut count = 0usize;
        while self.take(first.kind).is_some() {
            count += 1;
        }
        let operand = self.member()?;
        if count.is_multiple_of(2) {
            return Ok(operand);
        }
        let depth = self.node_depth(operand);
        let id = self.operator(first.position, function, vec![operand]);
        self.set_depth(id, depth);
        Ok(id)
    }
}

fn relation_operator(kind: TokenKind) -> Option<&'static str> {
    Some(match kind {
        TokenKind::Less => operators::LESS,
        TokenKind::LessEquals => operators::LESS_EQUALS,
        TokenKind::Greater => operators::GREATER,
        TokenKind::GreaterEquals => operators::GREATER_EQUALS,
        TokenKind::EqualsEquals => operators::EQUALS,
        TokenKind::NotEquals => operators::NOT_EQUALS,
        TokenKind::In => operators::IN,
        _ => return None,
    })
}

fn calculation_operator(kind: TokenKind) -> Option<(&'static str, u8)> {
    Some(match kind {
        TokenKind::Plus => (operators::ADD, 1),
        TokenKind::Minus => (operators::SUBTRACT, 1),
        TokenKind::Star => (operators::MULTIPLY, 2),
        TokenKind::Slash => (operators::DIVIDE, 2),
        TokenKind::Percent => (operators::MODULO, 2),
        _ => return None,
    })
}
