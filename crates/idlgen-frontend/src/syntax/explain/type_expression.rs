//! Types and the fields of structs.

use super::{Explanation, Step, Stop};
use crate::syntax::{reader::MAX_DEPTH, scan::TokenKind};

const NO_INITIAL_VALUE: &str = "add `+default=…` to the comment for a default: Go fields have no initial values";

impl Explanation<'_> {
    pub(super) fn type_expression(&mut self, depth: usize) -> Step {
        if depth > MAX_DEPTH {
            return Err(Stop::Enough);
        }
        if self.is_name() {
            return self.named_type(depth);
        }
        match if self.is_end() { "" } else { self.word() } {
            "*" => {
                self.advance();
                self.type_expression(depth + 1)
            }
            "(" => {
                self.advance();
                self.type_expression(depth + 1)?;
                self.expect(")")
            }
            "[" => {
                self.advance();
                while !self.is("]") {
                    if self.is_end() {
                        return Err(self.expected("`]`"));
                    }
                    if self.token.kind == TokenKind::Open { self.balanced()? } else { self.advance() }
                }
                self.advance();
                self.type_expression(depth + 1)
            }
            "map" => {
                self.advance();
                self.expect("[")?;
                self.type_expression(depth + 1)?;
                self.expect("]")?;
                self.type_expression(depth + 1)
            }
            "chan" => {
                self.advance();
                self.arrow();
                self.type_expression(depth + 1)
            }
            "<" => {
                self.arrow();
                self.expect("chan")?;
                self.type_expression(depth + 1)
            }
            "func" => {
                self.advance();
                if !self.is("(") {
                    return Err(self.expected("`(`"));
                }
                self.balanced()?;
                if self.is("(") {
                    self.balanced()
                } else if self.begins_type() {
                    self.type_expression(depth + 1)
                } else {
                    Ok(())
                }
            }
            "interface" => {
                self.advance();
                if self.is("{") { self.balanced() } else { Err(self.expected("`{`")) }
            }
            "struct" => {
                self.advance();
                if !self.is("{") {
                    return Err(self.expected("`{`"));
                }
                self.list("}", |explanation| explanation.field(depth))
            }
            ":" => {
                Err(self
                    .expected_with("a type", Some("remove the colon: in Go, the type follows the name without one")))
            }
            "=" => Err(self.expected_with("a type", Some(NO_INITIAL_VALUE))),
            _ => Err(self.expected("a type")),
        }
    }

    fn arrow(&mut self) {
        if self.is("<") {
            self.advance();
            if self.is("-") {
                self.advance();
            }
        }
    }

    fn begins_type(&self) -> bool {
        !self.is_end()
            && (self.is_name()
                || matches!(self.word(), "*" | "(" | "[" | "map" | "chan" | "<" | "func" | "interface" | "struct"))
    }

    fn named_type(&mut self, depth: usize) -> Step {
        self.advance();
        if self.is(".") {
            self.advance();
            self.name("a type name")?;
        }
        if self.is("[") {
            self.advance();
            while !self.is("]") {
                self.type_expression(depth + 1)?;
                if self.is(",") {
                    self.advance();
                } else if !self.is("]") {
                    return Err(self.expected("`]`"));
                }
            }
            self.advance();
        }
        Ok(())
    }

    fn field(&mut self, depth: usize) -> Step {
        if self.is("*") {
            self.advance();
            self.name("the embedded type")?;
            self.rest_of_embedded()?;
        } else {
            if !self.is_name() {
                return Err(self.expected("a field"));
            }
            self.advance();
            if self.is(".") {
                self.rest_of_embedded()?;
            } else if self.is("[") {
                // This is a field `F []T` or `F [N]T`, or the embedded field `G[T]`.
                self.advance();
                let is_slice = self.is("]");
                self.rest_of_brackets()?;
                if is_slice || self.begins_type() {
                    self.type_expression(depth + 1)?;
                }
            } else if !(self.is_end() || self.is("}") || self.is_string()) {
                while self.is(",") {
                    self.advance();
                    self.name("a field name")?;
                }
                self.type_expression(depth + 1)?;
            }
        }
        if self.is_string() {
            self.advance();
        }
        if self.is_end() || self.is("}") {
            return Ok(());
        }
        let help = match self.word() {
            "," => Some("remove the comma: a field ends at the end of its line"),
            "json" | "yaml" | "protobuf" => Some("put struct tags in backquotes"),
            "=" => Some(NO_INITIAL_VALUE),
            _ => None,
        };
        Err(self.expected_with("the end of the field", help))
    }

    fn rest_of_embedded(&mut self) -> Step {
        if self.is(".") {
            self.advance();
            self.name("a type name")?;
        }
        if self.is("[") {
            self.advance();
            return self.rest_of_brackets();
        }
        Ok(())
    }

    /// Skips the rest of an open bracket, including the closing bracket, if that is on the same line.
    fn rest_of_brackets(&mut self) -> Step {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                TokenKind::LineEnd | TokenKind::Semicolon if depth == 1 => return Err(self.expected("`]`")),
                TokenKind::End => return Err(self.expected("`]`")),
                _ => {}
            }
            self.advance();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::{explain::explain, outline::DeclarationKeyword, scan::Scanner};

    fn messages(text: &str) -> Vec<String> {
        let errors = explain(text, Scanner::new(text, 0), text.len(), DeclarationKeyword::Type).into_iter();
        errors
            .map(|error| error.help.map_or(error.message.clone(), |help| format!("{}; {help}", error.message)))
            .collect()
    }

    #[test]
    fn errors_are_explained_down_to_a_depth() {
        // The array in `type A []…` may be the type parameters, so it does not count.
        for (open, too_many) in [
            ("*", 201),
            ("(", 201),
            ("[]", 202),
            ("map[int]", 201),
            ("map[", 201),
            ("chan ", 201),
            ("<-chan ", 201),
            ("G[", 201),
            ("struct { F ", 201),
            ("struct { F []", 201),
        ] {
            let found = |count: usize| messages(&format!("type A {}1", open.repeat(count)));
            assert_eq!(found(too_many - 1)[0], "expected a type, found `1`", "{open}");
            assert_eq!(found(too_many), Vec::<String>::new(), "{open}");
        }
        let results = |count: usize| messages(&format!("type A {}*1", "func() ".repeat(count)));
        assert_eq!(results(199), ["expected a type, found `1`"]);
        assert_eq!(results(200), Vec::<String>::new());
    }

    #[test]
    fn fields_and_types_in_all_their_forms() {
        let table: &[(&str, &[&str])] = &[
            (
                "struct {\n\tA, B, C *int\n\t*D `x`\n\t*e.F[int]\n\tg.H[int] `x`\n\tI[int]\n\tJ [2]int\n\tK \
                 []int `x`\n}",
                &[],
            ),
            ("struct {\n\te.F[map[string]G[int]] `x`\n\tA int\n}", &[]),
            ("struct { A func(int) `x`; B func() (int, error); C func(int) *int; D chan<- int; E <-chan int }", &[]),
            ("struct {\n\tA, 1 int\n}", &["expected a field name, found `1`"]),
            ("struct {\n\t*1\n}", &["expected the embedded type, found `1`"]),
            ("struct {\n\t1 int\n}", &["expected a field, found `1`"]),
            ("struct {\n\ta.1\n}", &["expected a type, found `.1`"]),
            ("struct {\n\tA b.1\n}", &["expected the end of the field, found `.1`"]),
            ("struct {\n\tA [\n}", &["unclosed `{`"]),
            ("struct {\n\tA G[int\n}", &["expected `]`, found the end of the line"]),
            ("struct {\n\tA G[int int]\n}", &["expected `]`, found `int`"]),
            ("struct {\n\tA map int\n}", &["expected `[`, found `int`"]),
            ("struct {\n\tA map[int int\n}", &["expected `]`, found `int`"]),
            ("struct {\n\tA func\n}", &["expected `(`, found `}`"]),
            ("struct {\n\tA interface\n}", &["expected `{`, found `}`"]),
            ("struct {\n\tA interface { B() }\n}", &[]),
            ("struct {\n\tA struct\n}", &["expected `{`, found `}`"]),
            ("struct {\n\tA <- int\n}", &["expected `chan`, found `int`"]),
            (
                "struct {\n\tA int,\n}",
                &["expected the end of the field, found `,`; remove the comma: a field ends at the end of its line"],
            ),
            (
                "struct {\n\tA int = 1\n}",
                &["expected the end of the field, found `=`; add `+default=…` to the comment for a default: \
                     Go fields have no initial values"],
            ),
            (
                "struct {\n\tA int json:\"a\"\n}",
                &["expected the end of the field, found `json`; put struct tags in backquotes"],
            ),
            (
                "struct {\n\tA int yaml:\"a\"\n}",
                &["expected the end of the field, found `yaml`; put struct tags in backquotes"],
            ),
            (
                "struct {\n\tA int protobuf:\"a\"\n}",
                &["expected the end of the field, found `protobuf`; put struct tags in backquotes"],
            ),
            ("struct {\n\tA int toml:\"a\"\n}", &["expected the end of the field, found `toml`"]),
            (
                "struct {\n\tA: int\n}",
                &["expected a type, found `:`; remove the colon: in Go, the type follows the name without one"],
            ),
            (
                "struct {\n\tA = int\n}",
                &["expected a type, found `=`; add `+default=…` to the comment for a default: \
                     Go fields have no initial values"],
            ),
            ("struct {\n\tA (int\n}", &["expected `)`, found the end of the line"]),
            ("struct {\n\tA [3 int\n}", &["expected `]`, found the end of the line"]),
            ("struct {\n\tA[int 3\n}", &["expected `]`, found the end of the line"]),
            ("struct {\n\t*a.B[int\n}", &["expected `]`, found the end of the line"]),
            ("struct {\n\tA []\n}", &["expected a type, found the end of the line"]),
            ("func", &["expected `(`, found the end of the declaration"]),
            ("interface", &["expected `{`, found the end of the declaration"]),
            ("*", &["expected a type, found the end of the declaration"]),
        ];
        for (text, expected) in table {
            assert_eq!(messages(&format!("type A {text}\n")), *expected, "{text}");
        }
    }
}
