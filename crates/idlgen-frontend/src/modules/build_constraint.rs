//! Build constraints: `//go:build` expressions and older `// +build` lines (`go/build/constraint`, `go/build`'s
//! `shouldBuild`).

/// Returns `true` if the constraints of a file are satisfied, or an error for an invalid `//go:build` line.
pub(super) fn is_satisfied(text: &str, is_set: impl Fn(&str) -> bool) -> Result<bool, String> {
    let head = head(text)?;
    match head.go_build {
        Some(expression) => Expression { text: expression, at: 0, token: "", size: 0, is_set: &is_set }.evaluate(),
        None => Ok(head.plus_build.iter().all(|clauses| plus_build(clauses, &is_set))),
    }
}

#[derive(Default)]
struct Head<'a> {
    go_build: Option<&'a str>,
    plus_build: Vec<&'a str>,
}

/// Returns the constraint lines in the comments before the package clause. A `//go:build` line may be in any of them.
/// `// +build` lines must be in leading line comments that are followed by a blank line.
fn head(text: &str) -> Result<Head<'_>, String> {
    let mut head = Head::default();
    let mut pending = Vec::new();
    let mut only_line_comments = true;
    let mut in_block = false;
    'lines: for line in text.trim_start_matches('\u{feff}').lines() {
        let mut line = line.trim();
        if line.is_empty() && only_line_comments {
            head.plus_build.append(&mut pending);
            continue;
        }
        only_line_comments &= line.starts_with("//");
        if !in_block
            && let Some(expression) = after_keyword(line, "//go:build")
            && head.go_build.replace(expression).is_some()
        {
            return Err("there is more than one `//go:build` line".to_owned());
        }
        if only_line_comments
            && let Some(comment) = line.strip_prefix("//")
            && let Some(clauses) = after_keyword(comment.trim(), "+build")
        {
            pending.push(clauses);
        }
        loop {
            if in_block {
                let Some((_, rest)) = line.split_once("*/") else { continue 'lines };
                line = rest.trim();
                in_block = false;
            } else if line.is_empty() || line.starts_with("//") {
                continue 'lines;
            } else if let Some(rest) = line.strip_prefix("/*") {
                line = rest;
                in_block = true;
            } else {
                break 'lines;
            }
        }
    }
    Ok(head)
}

/// Returns the text after a keyword that is a separate word.
fn after_keyword<'a>(line: &'a str, keyword: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(keyword)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

/// Evaluates a `// +build` line, in which spaces mean "or" and commas mean "and". An invalid tag is treated as the tag
/// `ignore`.
fn plus_build(clauses: &str, is_set: &impl Fn(&str) -> bool) -> bool {
    let is_tag = |text: &str| !text.is_empty() && text.chars().all(is_tag_character);
    let literal = |literal: &str| match literal.strip_prefix('!') {
        Some(tag) if tag.is_empty() || tag.starts_with('!') => is_set("ignore"),
        Some(tag) => !is_set(if is_tag(tag) { tag } else { "ignore" }),
        None => is_set(if is_tag(literal) { literal } else { "ignore" }),
    };
    if clauses.is_empty() {
        return is_set("ignore");
    }
    clauses.split_whitespace().any(|clause| clause.split(',').all(literal))
}

fn is_tag_character(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '.'
}

/// Maximum number of operands in an expression, as in Go.
const MAX_SIZE: usize = 1000;

/// Parses and evaluates a `//go:build` expression.
struct Expression<'a, IsSet> {
    text: &'a str,
    at: usize,
    /// The next token: `(`, `)`, `!`, `&&`, `||`, a tag, or empty at the end.
    token: &'a str,
    size: usize,
    is_set: &'a IsSet,
}

impl<IsSet: Fn(&str) -> bool> Expression<'_, IsSet> {
    fn evaluate(&mut self) -> Result<bool, String> {
        let value = self.or()?;
        if self.token.is_empty() { Ok(value) } else { Err(format!("unexpected `{}`", self.token)) }
    }

    fn or(&mut self) -> Result<bool, String> {
        let mut value = self.and()?;
        while self.token == "||" {
            value |= self.and()?;
        }
        Ok(value)
    }

    fn and(&mut self) -> Result<bool, String> {
        let mut value = self.not()?;
        while self.token == "&&" {
            value &= self.not()?;
        }
        Ok(value)
    }

    fn not(&mut self) -> Result<bool, String> {
        self.size += 1;
        if self.size > MAX_SIZE {
            return Err("the expression is too large".to_owned());
        }
        self.next()?;
        if self.token == "!" {
            self.next()?;
            if self.token == "!" {
                return Err("`!!` is not allowed".to_owned());
            }
            return Ok(!self.operand()?);
        }
        self.operand()
    }

    fn operand(&mut self) -> Result<bool, String> {
        let value = match self.token {
            "(" => {
                let value = self.or()?;
                if self.token != ")" {
                    return Err("unclosed `(`".to_owned());
                }
                value
            }
            "" => return Err("unexpected end of the expression".to_owned()),
            ")" | "&&" | "||" => return Err(format!("unexpected `{}`", self.token)),
            tag => (self.is_set)(tag),
        };
        self.next()?;
        Ok(value)
    }

    fn next(&mut self) -> Result<(), String> {
        let rest = self.text.get(self.at..).unwrap_or("");
        let rest = rest.trim_start_matches([' ', '\t']);
        let length = match rest.chars().next() {
            None => 0,
            Some('(' | ')' | '!') => 1,
            Some('&') if rest.starts_with("&&") => 2,
            Some('|') if rest.starts_with("||") => 2,
            Some(first) if !is_tag_character(first) => return Err(format!("`{first}` is not allowed here")),
            Some(_) => rest.find(|character| !is_tag_character(character)).unwrap_or(rest.len()),
        };
        self.at = self.text.len() - rest.len() + length;
        self.token = rest.get(..length).unwrap_or("");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(text: &str) -> Result<bool, String> {
        is_satisfied(text, |tag| ["linux", "ignore_autogenerated", "é.1"].contains(&tag))
    }

    #[test]
    fn expressions_are_evaluated() {
        for (expression, expected) in [
            ("linux", true),
            ("windows", false),
            ("!windows", true),
            ("!ignore_autogenerated", false),
            ("linux && !windows", true),
            ("linux && windows || linux", true),
            ("windows && (linux || linux)", false),
            ("!(windows || mac)", true),
            ("é.1", true),
            ("windows||linux&&linux", true),
            ("(((linux)))", true),
        ] {
            assert_eq!(result(&format!("//go:build {expression}\n\npackage a\n")), Ok(expected), "{expression}");
        }
    }

    #[test]
    fn malformed_expressions_are_errors() {
        for (expression, expected) in [
            ("", "unexpected end of the expression"),
            ("linux &&", "unexpected end of the expression"),
            ("linux & linux", "`&` is not allowed here"),
            ("!!linux", "`!!` is not allowed"),
            ("(linux", "unclosed `(`"),
            ("linux)", "unexpected `)`"),
            ("linux mac", "unexpected `mac`"),
            ("&& linux", "unexpected `&&`"),
            ("linux,mac", "`,` is not allowed here"),
        ] {
            assert_eq!(
                result(&format!("//go:build {expression}\npackage a")),
                Err(expected.to_owned()),
                "{expression}"
            );
        }
        let deep = format!("//go:build {}linux{}\npackage a", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(result(&deep), Err("the expression is too large".to_owned()));
        let twice = "//go:build linux\n//go:build linux\npackage a";
        assert_eq!(result(twice), Err("there is more than one `//go:build` line".to_owned()));
    }

    #[test]
    fn old_lines_count_where_go_reads_them() {
        for (text, expected) in [
            ("// +build windows\n\npackage a", false),
            ("//+build windows\n\npackage a", false),
            ("// +build windows linux\n\npackage a", true),
            ("// +build linux,windows\n\npackage a", false),
            ("// +build linux\n// +build windows\n\npackage a", false),
            ("// +build !windows\n\npackage a", true),
            ("// +build !!linux\n\npackage a", false),
            ("// +build\n\npackage a", false),
            ("// +builder windows\n\npackage a", true),
            ("// +build windows\npackage a", true),
            ("/* licence */\n\n// +build windows\n\npackage a", true),
            ("// licence\n\n// +build windows\n\n// doc\npackage a", false),
            ("package a\n\n// +build windows\n\n", true),
            ("//go:build linux\n// +build windows\n\npackage a", true),
        ] {
            assert_eq!(result(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn new_lines_may_follow_a_block_comment_but_no_code() {
        for (text, expected) in [
            ("\u{feff}//go:build windows\r\n\r\npackage a", false),
            ("/* a\n//go:build windows\n*/\npackage a", true),
            ("/* a */ /* b\n*/\n//go:build windows\npackage a", false),
            ("package a\n//go:build windows\n", true),
            ("//go:builder windows\npackage a", true),
            (" //go:build windows\npackage a", false),
            ("", true),
        ] {
            assert_eq!(result(text), Ok(expected), "{text}");
        }
    }
}
