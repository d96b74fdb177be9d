//! The parser: converts tokens to a syntax tree, with cel-go's grammar, positions and limits.

mod list;
mod member;
mod operator;
mod primary;
mod recovery;
mod tokens;

use std::borrow::Cow;

use idlgen_runtime::cel::program::{Constant, Text};

use crate::ast::{Ast, ExprId, ExprKind};
use crate::issue::Issue;
use crate::lexer::{self, Lexed, Token, TokenKind};
use crate::macros::{self, MacroSet};

use tokens::{END, starts_expression};

/// Maximum nesting depth of a grammar rule.
pub const RECURSION_LIMIT: u32 = 250;
/// Maximum length of an expression in code points.
pub const SIZE_LIMIT: usize = 100_000;
/// Maximum depth of the tree, including expanded macros and logical operators. (The API server has no such limit
/// because its stack grows.)
pub const DEPTH_LIMIT: u32 = 750;
/// Maximum number of nodes after the expansion of macros. (`optMap` duplicates its operand; the API server has no such
/// limit.)
pub const NODE_LIMIT: usize = 1_000_000;

/// Syntax extensions of the parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParserOptions {
    /// `a.?b`, `a[?b]`, `[?a]`, `{?a: b}`.
    pub optional_syntax: bool,
    /// Field names in backquotes.
    pub escaped_identifiers: bool,
    /// The enabled macros.
    pub macros: MacroSet,
}

/// Parses an expression. Returns its tree and root node, or the issues.
pub fn parse(text: &str, options: ParserOptions) -> Result<(Ast, ExprId), Vec<Issue>> {
    let size = text.chars().count();
    if size > SIZE_LIMIT {
        let message = format!("expression code point size exceeds limit: size: {size}, limit {SIZE_LIMIT}");
        return Err(vec![Issue::of_all(message)]);
    }
    let Lexed { tokens, rejected, issues } = lexer::tokens(text);
    let untokenized = issues.len();
    let mut parser = Parser {
        text,
        tokens,
        next: 0,
        options,
        ast: Ast::default(),
        depths: Vec::new(),
        issues,
        depth: Depth::default(),
        follow: vec![&[TokenKind::End]],
    };
    let root = parser.start();
    let is_syntax_error = |issue: &Issue| issue.message.starts_with("Syntax error");
    if parser.issues.iter().skip(untokenized).any(is_syntax_error)
        && let Some(errors) = recovery::syntax_errors(text, &parser.tokens, &rejected)
    {
        let others = parser.issues.split_off(untokenized).into_iter().filter(|issue| !is_syntax_error(issue));
        parser.issues.extend(errors.into_iter().chain(others));
    }
    if let Err(Stop) = root
        && parser.issues.is_empty()
    {
        parser.issues.push(Issue::of_all("Syntax error"));
    }
    if parser.issues.is_empty() && parser.ast.depth() > DEPTH_LIMIT {
        parser.issues.push(Issue::of_all("max recursion depth exceeded"));
    }
    match root {
        Ok(root) if parser.issues.is_empty() => Ok((parser.ast, root)),
        _ => Err(parser.issues),
    }
}

/// Indicates that the parser cannot continue. The issue has been recorded.
pub(crate) struct Stop;

type Parsed<T = ExprId> = Result<T, Stop>;

/// The nesting depth of each grammar rule.
#[derive(Default)]
struct Depth {
    expression: u32,
    relation: u32,
    calculation: u32,
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    next: usize,
    options: ParserOptions,
    ast: Ast,
    /// For each node, the depth of nested operators, selections, calls and indexes, including itself.
    depths: Vec<u32>,
    issues: Vec<Issue>,
    depth: Depth,
    /// The tokens that may follow each open construct, innermost last.
    follow: Vec<&'static [TokenKind]>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Token {
        self.ahead(0)
    }

    fn ahead(&self, count: usize) -> Token {
        self.tokens.get(self.next + count).or(self.tokens.last()).copied().unwrap_or(END)
    }

    fn advance(&mut self) -> Token {
        let token = self.peek();
        self.next = (self.next + 1).min(self.tokens.len());
        token
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.peek().kind == kind
    }

    fn take(&mut self, kind: TokenKind) -> Option<Token> {
        self.at(kind).then(|| self.advance())
    }

    fn token_text(&self, token: Token) -> &'a str {
        self.text.get(token.start..token.end).unwrap_or_default()
    }

    fn expect(&mut self, kind: TokenKind, expected: &str) -> Parsed<Token> {
        match self.take(kind) {
            Some(token) => Ok(token),
            None if self.ahead(1).kind == kind && !self.at(TokenKind::End) => {
                self.syntax_error("extraneous input", expected);
                self.advance();
                Ok(self.advance())
            }
            None if self.may_follow(kind) => {
                // The enclosing construct continues: only the closing token is missing.
                let found = self.found();
                let token = self.peek();
                self.issues.push(Issue::new(token.position, format!("Syntax error: missing {expected} at '{found}'")));
                Ok(token)
            }
            None => Err(self.mismatch(expected)),
        }
    }

    /// Expects a token that `may_stand` accepts. Skips one extraneous token.
    fn expect_one_of(&mut self, may_stand: impl Fn(TokenKind) -> bool, expected: &str) -> Parsed<()> {
        if may_stand(self.peek().kind) {
            return Ok(());
        }
        if self.at(TokenKind::End) || !may_stand(self.ahead(1).kind) {
            return Err(self.mismatch(expected));
        }
        self.syntax_error("extraneous input", expected);
        self.advance();
        Ok(())
    }

    /// Returns `true` if the next token may come after the missing one.
    fn may_follow(&self, missing: TokenKind) -> bool {
        let kind = self.peek().kind;
        if missing == TokenKind::Colon {
            return starts_expression(kind);
        }
        self.follow.last().is_some_and(|follow| follow.contains(&kind))
    }

    /// Parses a part of a construct. `follow` are the tokens that may come after it.
    fn within<T>(&mut self, follow: &'static [TokenKind], read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.follow.push(follow);
        let read = read(self);
        self.follow.pop();
        read
    }

    fn found(&self) -> String {
        let token = self.peek();
        if token.kind == TokenKind::End { "<EOF>".to_owned() } else { self.token_text(token).replace('\n', "\\n") }
    }

    fn mismatch(&mut self, expected: &str) -> Stop {
        self.syntax_error("mismatched input", expected);
        Stop
    }

    fn syntax_error(&mut self, what: &str, expected: &str) {
        let token = self.peek();
        let found =
            if token.kind == TokenKind::End { "<EOF>".to_owned() } else { self.token_text(token).replace('\n', "\\n") };
        self.issues.push(Issue::new(token.position, format!("Syntax error: {what} '{found}' expecting {expected}")));
    }

    /// Records an issue without stopping. Returns a placeholder node.
    fn report(&mut self, position: u32, message: impl Into<String>) -> ExprId {
        self.issues.push(Issue::new(position, message));
        self.push(position, ExprKind::Unspecified)
    }

    fn too_deep(&mut self) -> Stop {
        self.issues.push(Issue::of_all(format!("expression recursion limit exceeded: {RECURSION_LIMIT}")));
        Stop
    }

    fn node_depth(&self, id: ExprId) -> u32 {
        self.depths.get(id.0 as usize).copied().unwrap_or(0)
    }

    fn push(&mut self, position: u32, kind: ExprKind) -> ExprId {
        self.ast.push(position, kind)
    }

    /// Adds a node that counts towards the depth of the tree.
    fn push_counted(&mut self, position: u32, kind: ExprKind, below: u32) -> Parsed {
        let id = self.push(position, kind);
        self.count(id, below)
    }

    fn count(&mut self, id: ExprId, below: u32) -> Parsed {
        let depth = below + 1;
        if depth > RECURSION_LIMIT {
            self.issues.push(Issue::of_all("max recursion depth exceeded"));
            return Err(Stop);
        }
        self.set_depth(id, depth);
        Ok(id)
    }

    fn set_depth(&mut self, id: ExprId, depth: u32) {
        let index = id.0 as usize;
        if self.depths.len() <= index {
            self.depths.resize(index + 1, 0);
        }
        if let Some(slot) = self.depths.get_mut(index) {
            *slot = depth;
        }
    }

    fn literal(&mut self, position: u32, value: Result<Constant, &'static str>) -> ExprId {
        match value {
            Ok(value) => self.push(position, ExprKind::Literal(value)),
            Err(message) => self.report(position, message),
        }
    }

    /// `start: expr EOF`
    fn start(&mut self) -> Parsed {
        let root = self.expression()?;
        if !self.at(TokenKind::End) {
            let what = if self.ahead(1).kind == TokenKind::End { "extraneous input" } else { "mismatched input" };
            self.syntax_error(what, "<EOF>");
        }
        Ok(root)
    }

    /// Builds a call, or the expansion of the macro with this name.
    fn call(&mut self, position: u32, function: Text, target: Option<ExprId>, arguments: Vec<ExprId>) -> Parsed {
        match macros::expand(&mut self.ast, self.options.macros, position, &function, target, &arguments) {
            Some(Ok(_)) if self.ast.nodes.len() > NODE_LIMIT => {
                let message = format!("expression is too large after macro expansion: limit {NODE_LIMIT} nodes");
                self.issues.push(Issue::of_all(message));
                Err(Stop)
            }
            Some(Ok(id)) => Ok(id),
            Some(Err(issue)) => {
                let position = issue.position.unwrap_or(position);
                Ok(self.report(position, issue.message))
            }
            None => Ok(self.push(position, ExprKind::Call { function, target, arguments })),
        }
    }

    fn operator(&mut self, position: u32, function: &'static str, arguments: Vec<ExprId>) -> ExprId {
        self.push(position, ExprKind::Call { function: Cow::Borrowed(function), target: None, arguments })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::issue::display;
    use crate::source::Source;

    fn all() -> ParserOptions {
        ParserOptions {
            optional_syntax: true,
            escaped_identifiers: false,
            macros: MacroSet { optional: true, two_variables: true, sort_by: true },
        }
    }

    fn failure(text: &str, options: ParserOptions) -> String {
        match parse(text, options) {
            Ok(_) => String::new(),
            Err(issues) => display(&Source::new(text), &issues),
        }
    }

    #[test]
    fn accepted() {
        for text in [
            "a ? b : c ? d : e",
            "--5 - -5",
            "!!a && b || c in d",
            ".a.b(c)[d].?e[?f]",
            "{1: 2, ?'a': b,}",
            "[1, ?a,]",
            "[,]",
            "{,}",
            "google.protobuf.Timestamp{seconds: 1}",
            "a.b{}",
            "-9223372036854775808",
            "x.all(y, y.z > 1)",
            "a.namespace",
            "// c\n1",
        ] {
            assert_eq!(failure(text, all()), "", "{text}");
        }
    }

    #[test]
    fn code_points_are_limited() {
        let of_size = |size: usize| format!("'{}'", "é".repeat(size - 2));
        assert_eq!(failure(&of_size(SIZE_LIMIT), all()), "");
        let message = "expression code point size exceeds limit: size: 100001, limit 100000";
        assert!(failure(&of_size(SIZE_LIMIT + 1), all()).contains(message));
    }

    #[test]
    fn expansions_are_limited() {
        // Each `optMap` copies the expression before it.
        let doubled = |times: usize| "a".to_owned() + &".optMap(b, b)".repeat(times);
        let nodes = |text: &str| parse(text, all()).unwrap().0.nodes.len();
        let list = |elements: &[String]| format!("[{} has(a.b)]", elements.concat());
        let mut elements = Vec::new();
        let mut missing = NODE_LIMIT + 1 - nodes(&list(&[]));
        for times in (0..=16).rev() {
            let count = nodes(&doubled(times));
            elements.extend(vec![doubled(times) + ","; missing / count]);
            missing %= count;
        }
        // The list itself is the last node, after the expansions.
        assert_eq!(nodes(&list(&elements)), NODE_LIMIT + 1);
        elements.push("a,".to_owned());
        let message = "expression is too large after macro expansion: limit 1000000 nodes";
        assert!(failure(&list(&elements), all()).contains(message));
    }

    #[test]
    fn refused() {
        for (text, expected) in [
            ("namespace", "ERROR: <input>:1:1: reserved identifier: namespace\n | namespace\n | ^"),
            (
                "[1].all(a.b, true)",
                "ERROR: <input>:1:10: argument must be a simple name\n | [1].all(a.b, true)\n | .........^",
            ),
            ("has(a)", "ERROR: <input>:1:5: invalid argument to has() macro\n | has(a)\n | ....^"),
            ("9223372036854775808", "ERROR: <input>:1:1: invalid int literal\n | 9223372036854775808\n | ^"),
            ("(a", "ERROR: <input>:1:3: Syntax error: missing ')' at '<EOF>'\n | (a\n | ..^"),
            ("!-[1]", "ERROR: <input>:1:3: Syntax error: no viable alternative at input '-['\n | !-[1]\n | ..^"),
            (
                "!-[1, 2].b",
                "ERROR: <input>:1:3: Syntax error: no viable alternative at input '-['\n | !-[1, 2].b\n | ..^",
            ),
            ("!-{1: 2}", "ERROR: <input>:1:3: Syntax error: no viable alternative at input '-{'\n | !-{1: 2}\n | ..^"),
            ("[1", "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {']', ','}\n | [1\n | ..^"),
            ("[1,", "ERROR: <input>:1:4: Syntax error: missing ']' at '<EOF>'\n | [1,\n | ...^"),
            ("[1,, 2]", "ERROR: <input>:1:4: Syntax error: mismatched input ',' expecting ']'\n | [1,, 2]\n | ...^"),
            (
                "{1: 2 3}",
                "ERROR: <input>:1:7: Syntax error: extraneous input '3' expecting {'}', ','}\n | {1: 2 3}\n | ......^",
            ),
            (
                "{1: 2,,}",
                "ERROR: <input>:1:7: Syntax error: extraneous input ',' expecting '}'\n | {1: 2,,}\n | ......^",
            ),
            (
                "f(,)",
                "ERROR: <input>:1:3: Syntax error: extraneous input ',' expecting \
                 {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | f(,)\n | ..^",
            ),
            ("!-a", "ERROR: <input>:1:3: Syntax error: no viable alternative at input '-a'\n | !-a\n | ..^"),
            (
                "!-true",
                "ERROR: <input>:1:3: Syntax error: mismatched input 'true' expecting IDENTIFIER\n | !-true\n | ..^",
            ),
            (
                "a.in == 1",
                "ERROR: <input>:1:3: Syntax error: no viable alternative at input '.in'\n | a.in == 1\n | ..^\n\
                 ERROR: <input>:1:6: Syntax error: extraneous input '==' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | a.in == 1\n | .....^",
            ),
            (
                "a.true",
                "ERROR: <input>:1:3: Syntax error: mismatched input 'true' expecting IDENTIFIER\n | a.true\n | ..^",
            ),
            (
                "a.in",
                "ERROR: <input>:1:3: Syntax error: no viable alternative at input '.in'\n | a.in\n | ..^\n\
                 ERROR: <input>:1:5: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | a.in\n | ....^",
            ),
            (
                "1 /* c */",
                "ERROR: <input>:1:4: Syntax error: extraneous input '*' expecting \
                 {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | 1 /* c */\n | ...^\n\
                 ERROR: <input>:1:9: Syntax error: mismatched input '/' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | 1 /* c */\n | ........^\n\
                 ERROR: <input>:1:10: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | 1 /* c */\n | .........^",
            ),
            ("a b", "ERROR: <input>:1:3: Syntax error: extraneous input 'b' expecting <EOF>\n | a b\n | ..^"),
        ] {
            assert_eq!(failure(text, all()), expected);
        }
        assert!(failure("a.?b", ParserOptions::default()).contains("1:2: unsupported syntax '.?'"));
        assert!(failure("a.`b`", all()).contains("1:3: unsupported syntax: '`'"));
    }

    /// Errors below more brackets than the emulation of ANTLR's recovery follows.
    #[test]
    fn errors_in_deep_brackets_are_those_of_cel_go() {
        let within = |text: &str| format!("{}{text}{}", "(".repeat(130), ")".repeat(130));
        for (text, expected) in [
            (within("1 2"), "1:133: Syntax error: extraneous input '2' expecting ')'"),
            (within("1") + " 2", "1:263: Syntax error: extraneous input '2' expecting <EOF>"),
            (within("1") + " 2 3", "1:263: Syntax error: mismatched input '2' expecting <EOF>"),
            (within("a ? b c"), "1:137: Syntax error: missing ':' at 'c'"),
            (within("f(1 2)"), "1:135: Syntax error: extraneous input '2' expecting ')'"),
            (within("a.b{c d: 1}"), "1:137: Syntax error: extraneous input 'd' expecting ':'"),
            (within("a[1 2]"), "1:135: Syntax error: extraneous input '2' expecting ']'"),
            (within("[1 2]"), "1:134: Syntax error: extraneous input '2' expecting {']', ','}"),
            (within("[1,,2]"), "1:134: Syntax error: mismatched input ',' expecting ']'"),
            ("(".repeat(130) + "1" + &")".repeat(129), "1:261: Syntax error: missing ')' at '<EOF>'"),
        ] {
            let shown = failure(&text, all());
            let errors: Vec<&str> = shown.lines().filter_map(|line| line.strip_prefix("ERROR: <input>:")).collect();
            assert_eq!(errors, [expected], "{text}");
        }
        for (text, expected) in [
            (within("a.true"), "1:133: Syntax error: mismatched input 'true' expecting IDENTIFIER"),
            (within("a. true"), "1:134: Syntax error: no viable alternative at input '. true'"),
            (within("a. null"), "1:134: Syntax error: no viable alternative at input '. null'"),
            (within("a.in"), "1:133: Syntax error: no viable alternative at input '.in'"),
        ] {
            let shown = failure(&text, all());
            let first = shown.lines().find_map(|line| line.strip_prefix("ERROR: <input>:"));
            assert_eq!(first, Some(expected), "{text}");
        }
    }

    #[test]
    fn macros_are_calls_where_they_are_disabled() {
        let is_call = |text: &str, options: ParserOptions| {
            let (ast, root) = parse(text, options).ok()?;
            Some(matches!(ast.kind(root), ExprKind::Call { target: Some(_), arguments, .. } if arguments.len() > 1))
        };
        for text in [
            "a.optMap(x, x)",
            "a.optFlatMap(x, x)",
            "a.sortBy(x, x)",
            "a.all(i, x, x)",
            "a.exists(i, x, x)",
            "a.existsOne(i, x, x)",
            "a.exists_one(i, x, x)",
            "a.transformList(i, x, x)",
            "a.transformList(i, x, x, x)",
            "a.transformMap(i, x, x)",
            "a.transformMap(i, x, x, x)",
            "a.transformMapEntry(i, x, {x: x})",
            "a.transformMapEntry(i, x, x, {x: x})",
        ] {
            assert_eq!(is_call(text, ParserOptions::default()), Some(true), "{text}");
            assert_eq!(is_call(text, all()), Some(false), "{text}");
        }
        for text in ["a.f(x, x)", "a.all(x, x, x, x)", "a.transformList(x, x)", "a.transformMap(i, x, x, x, x)"] {
            assert_eq!(is_call(text, all()), Some(true), "{text}");
        }
    }

    #[test]
    fn limits() {
        let deep = |count: usize| format!("{}1{}", "[".repeat(count), "]".repeat(count));
        assert_eq!(failure(&deep(249), all()), "");
        assert_eq!(failure(&deep(250), all()), "ERROR: <input>:-1:0: expression recursion limit exceeded: 250");
        assert_eq!(failure(&deep(40_000), all()), "ERROR: <input>:-1:0: expression recursion limit exceeded: 250");
        assert_eq!(
            failure(&" ".repeat(100_001), all()),
            "ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit 100000"
        );
        for operator in [" == 1", " + 1"] {
            let chain = |count: usize| format!("1{}", operator.repeat(count));
            assert_eq!(failure(&chain(250), all()), "");
            assert_eq!(failure(&chain(251), all()), "ERROR: <input>:-1:0: max recursion depth exceeded");
        }
        for suffix in [".b", "[0]", ".f()", ".?b", ".map(x, x)"] {
            let chain = |count: usize| format!("[]{}", suffix.repeat(count));
            assert_eq!(failure(&chain(250), all()), "", "{suffix}");
            assert_eq!(failure(&chain(251), all()), "ERROR: <input>:-1:0: max recursion depth exceeded", "{suffix}");
        }
        let in_brackets = format!("{}a{}{}", "(".repeat(100), ".b".repeat(240), ")".repeat(100));
        assert_eq!(failure(&in_brackets, all()), "");
        let conditions = |count: usize| "true ? 1 : ".repeat(count) + "1";
        assert_eq!(failure(&conditions(249), all()), "");
        assert_eq!(failure(&conditions(250), all()), "ERROR: <input>:-1:0: expression recursion limit exceeded: 250");
        let products = |count: usize| format!("{}1{}", "1 * (".repeat(count), ")".repeat(count));
        assert_eq!(failure(&products(124), all()), "");
        assert_eq!(failure(&products(125), all()), "ERROR: <input>:-1:0: expression recursion limit exceeded: 250");
        let nested = |count: usize| format!("{}1{}", "(1 == ".repeat(count), ")".repeat(count));
        assert_eq!(failure(&nested(124), all()), "");
        assert_eq!(failure(&nested(125), all()), "ERROR: <input>:-1:0: expression recursion limit exceeded: 250");
        let chains = |levels: usize| {
            format!("{}1{}", "(1||1||1||1||1||1||1&&1&&1&&1&&1&&1&&".repeat(levels), ")".repeat(levels))
        };
        assert_eq!(failure(&chains(90), all()), "");
        assert_eq!(failure(&chains(245), all()), "ERROR: <input>:-1:0: max recursion depth exceeded");
        // Each negation adds a level to the tree.
        let negated = |count: usize| format!("{}{}{}", "!(".repeat(count), chains(180), ")".repeat(count));
        let missing = parse(&chains(180), all()).map_or(0, |(ast, _)| (DEPTH_LIMIT - ast.depth()) as usize);
        assert!((1..70).contains(&missing), "{missing}");
        assert_eq!(failure(&negated(missing), all()), "");
        assert_eq!(failure(&negated(missing + 1), all()), "ERROR: <input>:-1:0: max recursion depth exceeded");
        let maps = format!("a{}", ".optMap(x, x)".repeat(40));
        assert!(failure(&maps, all()).contains("too large"));
    }
}
