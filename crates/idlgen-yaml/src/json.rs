//! Parses JSON files: one object, or several in sequence, as Kubernetes tools accept them.
//!
//! JSON is nearly a subset of YAML, but here a number keeps its type (`1.0` remains a float), whitespace may be tabs,
//! and keys may be long.

use std::ops::Range;

use crate::{
    Document, Limits, Problem, number,
    scalar::Scalar,
    tree::{Collection, Tree, syntax},
};

/// Parses JSON objects from the start of a file. Returns the offset of the first text that is not a JSON object: this
/// is the end of the file if everything was parsed or a limit was exceeded.
pub(crate) fn documents(text: &str, limits: &Limits) -> (Vec<Document>, usize) {
    let mut reader = JsonReader { text, position: 0 };
    let mut documents = Vec::new();
    loop {
        let end = reader.position;
        reader.skip_space();
        let begin = reader.position;
        if begin == text.len() {
            return (documents, begin);
        }
        let mut tree = Tree::new(limits);
        // Kubernetes tools treat a file as JSON if it starts with a brace.
        let read = if reader.peek() == Some(b'{') { reader.object(&mut tree) } else { Err(Stop::NotJson) };
        let (root, problems) = match read {
            Ok(()) => tree.finish(),
            Err(Stop::NotJson) => return (documents, end),
            Err(Stop::Problem(problem)) => (None, vec![problem]),
        };
        let is_failed = root.is_none();
        documents.push(Document { root, problems, span: begin..reader.position });
        if is_failed {
            return (documents, text.len());
        }
    }
}

enum Stop {
    NotJson,
    Problem(Problem),
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Stop::Problem(problem)
    }
}

struct JsonReader<'a> {
    text: &'a str,
    position: usize,
}

impl JsonReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.position += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_here = self.peek() == Some(byte);
        self.position += usize::from(is_here);
        is_here
    }

    fn expect(&mut self, byte: u8) -> Result<(), Stop> {
        if self.take(byte) { Ok(()) } else { Err(Stop::NotJson) }
    }

    /// Parses an object. The open collections are on a list instead of the call stack, so nesting needs no stack space.
    fn object(&mut self, tree: &mut Tree<'_>) -> Result<(), Stop> {
        let mut open = Vec::new();
        loop {
            match self.peek() {
                Some(bracket @ (b'{' | b'[')) => {
                    let collection = if bracket == b'{' { Collection::Map } else { Collection::List };
                    tree.begin(collection, self.position, 0)?;
                    self.position += 1;
                    self.skip_space();
                    if self.take(closing(collection)) {
                        tree.end(Some(self.position))?;
                    } else {
                        open.push(collection);
                        self.key(tree, collection)?;
                        continue;
                    }
                }
                _ => self.scalar(tree)?,
            }
            // After a value, the enclosing collection ends or continues.
            loop {
                let Some(collection) = open.last().copied() else { return Ok(()) };
                self.skip_space();
                if self.take(closing(collection)) {
                    open.pop();
                    tree.end(Some(self.position))?;
                    continue;
                }
                self.expect(b',')?;
                self.skip_space();
                self.key(tree, collection)?;
                break;
            }
        }
    }

    /// Parses the key of an entry and the `:` after it. Does nothing in a list.
    fn key(&mut self, tree: &mut Tree<'_>, collection: Collection) -> Result<(), Stop> {
        if collection == Collection::List {
            return Ok(());
        }
        let start = self.position;
        let key = self.string()?;
        tree.scalar(Scalar::String(key), false, start..self.position, 0)?;
        self.skip_space();
        self.expect(b':')?;
        self.skip_space();
        Ok(())
    }

    fn scalar(&mut self, tree: &mut Tree<'_>) -> Result<(), Stop> {
        let start = self.position;
        match self.peek() {
            Some(b'"') => {
                let text = self.string()?;
                Ok(tree.scalar(Scalar::String(text), false, start..self.position, 0)?)
            }
            Some(b'-' | b'0'..=b'9') => {
                let span = self.number()?;
                let text = self.text.get(span.clone()).unwrap_or_default();
                match number::json(text) {
                    Some(content) => Ok(tree.number(content, span)?),
                    None => Err(syntax(format!("the number {text} is too large"), span).into()),
                }
            }
            _ => {
                let words = [("null", Scalar::Null), ("true", Scalar::Bool(true)), ("false", Scalar::Bool(false))];
                let rest = self.text.get(start..).unwrap_or_default();
                let (word, scalar) = words.into_iter().find(|(word, _)| rest.starts_with(word)).ok_or(Stop::NotJson)?;
                self.position += word.len();
                Ok(tree.scalar(scalar, false, start..self.position, 0)?)
            }
        }
    }

    fn number(&mut self) -> Result<Range<usize>, Stop> {
        let start = self.position;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            if !self.take(b'-') {
                self.take(b'+');
            }
            self.digits()?;
        }
        Ok(start..self.position)
    }

    fn digits(&mut self) -> Result<(), Stop> {
        let start = self.position;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.position += 1;
        }
        if self.position > start { Ok(()) } else { Err(Stop::NotJson) }
    }

    fn string(&mut self) -> Result<String, Stop> {
        self.expect(b'"')?;
        let mut value = String::new();
        loop {
            let rest = self.text.get(self.position..).unwrap_or_default();
            let length =
                rest.find(|character| matches!(character, '"' | '\\' | '\0'..='\u{1f}')).ok_or(Stop::NotJson)?;
            value.push_str(rest.get(..length).unwrap_or_default());
            self.position += length;
            if self.take(b'"') {
                return Ok(value);
            }
            self.expect(b'\\')?;
            value.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, Stop> {
        let byte = self.peek().ok_or(Stop::NotJson)?;
        self.position += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.unit()?;
                if let Some(character) = char::from_u32(first) {
                    return Ok(character);
                }
                // The first half of a surrogate pair. Go replaces an invalid pair with the replacement character.
                let behind_first = self.position;
                if (0xd800..0xdc00).contains(&first) && self.take(b'\\') && self.take(b'u') {
                    let second = self.unit()?;
                    if (0xdc00..0xe000).contains(&second) {
                        let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                        return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                }
                self.position = behind_first;
                char::REPLACEMENT_CHARACTER
            }
            _ => return Err(Stop::NotJson),
        })
    }

    fn unit(&mut self) -> Result<u32, Stop> {
        let digits = self.text.get(self.position..self.position + 4).ok_or(Stop::NotJson)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(Stop::NotJson);
        }
        self.position += 4;
        u32::from_str_radix(digits, 16).map_err(|_| Stop::NotJson)
    }
}

/// Returns the closing bracket of a collection.
fn closing(collection: Collection) -> u8 {
    match collection {
        Collection::Map => b'}',
        Collection::List => b']',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, Node};

    fn value(text: &str) -> Option<Content> {
        let (documents, _) = documents(&format!("{{\"a\":{text}}}"), &Limits::default());
        documents.first()?.root.as_ref().and_then(|root| root.get("a")).map(|node| node.content.clone())
    }

    #[test]
    fn values_of_all_kinds() {
        let string = |text: &str| Content::String(text.to_owned());
        let table = [
            ("1.0", Content::Float(1.0)),
            (" 1 ", Content::Int(1)),
            ("-0.5e-1", Content::Float(-0.05)),
            ("1E+2", Content::Float(100.0)),
            ("null", Content::Null),
            ("true", Content::Bool(true)),
            ("false", Content::Bool(false)),
            (r#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, string("a\"\\/\u{8}\u{c}\n\r\té😀")),
            (r#""\ud83dx\ude00""#, string("\u{fffd}x\u{fffd}")),
            (r#""\ud83d\u0041""#, string("\u{fffd}A")),
            ("[]", Content::List(Vec::new())),
            (
                "[ 1\t,\r\n2 ]",
                Content::List(vec![
                    Node { content: Content::Int(1), span: 7..8 },
                    Node { content: Content::Int(2), span: 12..13 },
                ]),
            ),
            ("{\t}", Content::Map(crate::Mapping::default())),
        ];
        for (text, expected) in table {
            assert_eq!(value(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_not_json_is_left_to_yaml() {
        let texts = [
            "b",
            "[1,]",
            "01",
            "1.",
            "+1",
            "'b'",
            "\"b",
            "\"\n\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u+123\"",
            "nul",
            "1 x",
            "[",
            "-",
            "1e",
            "{\"b\" 1}",
            "{b: 1}",
            "{\"b\": 1,}",
        ];
        for text in texts {
            assert_eq!(value(text), None, "{text}");
        }
        for (text, expected) in [("[]", 0), ("{}\n---\n{}", 2), ("{} x", 2), ("{} 1", 2), ("1", 0), ("{}{}{", 4)] {
            assert_eq!(documents(text, &Limits::default()).1, expected, "{text}");
        }
    }

    #[test]
    fn objects_may_follow_each_other() {
        let (documents, end) = documents("{}{} \n{ }\n", &Limits::default());
        let spans: Vec<Range<usize>> = documents.into_iter().map(|document| document.span).collect();
        assert_eq!((spans, end), (vec![0..2, 2..4, 6..9], 10));
    }

    #[test]
    fn limits_and_repetitions_are_said() {
        let problem = |text: &str| documents(text, &Limits::default()).0[0].problems[0].message.clone();
        assert_eq!(problem(&"{\"a\":".repeat(100_000)), "nested deeper than 200 levels");
        assert_eq!(problem("{\"a\": 1e999}"), "the number 1e999 is too large");
        assert_eq!(problem("{\"a\": 1, \"a\": 2}"), "key \"a\" already set in map");
    }
}
