//! Rewords syntax errors of expressions for diagnostics. The parser uses cel-go's (ANTLR) messages, so that object
//! errors and `idlgen cel` match an API server.

/// The prefix of cel-go's syntax errors.
const PREFIX: &str = "Syntax error: ";
/// The prefix of errors about invalid characters.
const CHARACTERS: &str = "token recognition error at: '";
/// ANTLR's name for the end of the input.
const END: &str = "<EOF>";

/// A reworded syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    pub(super) message: String,
    /// Source text and its replacement.
    pub(super) instead: Option<(&'static str, &'static str)>,
}

/// Rewords a message of cel-go's parser. Returns `None` if it is not a syntax error. `before` is the text before the
/// error.
pub(super) fn syntax_error(message: &str, before: &str) -> Option<SyntaxError> {
    if message == "Syntax error" {
        return Some(plain("syntax error"));
    }
    let message = message.strip_prefix(PREFIX)?;
    if let Some(text) = quoted(message, CHARACTERS, "'") {
        return Some(no_token(text, before));
    }
    if let Some((found, expected)) = two(message, "mismatched input '", "' expecting ") {
        return Some(unexpected(found, expected));
    }
    if let Some((found, expected)) = two(message, "extraneous input '", "' expecting ") {
        return Some(unexpected(found, expected));
    }
    if let Some(rest) = message.strip_prefix("missing ")
        && let Some((expected, found)) = rest.rsplit_once(" at '")
    {
        return Some(plain(format!("{} is missing {}", shown(expected), place(found.trim_end_matches('\'')))));
    }
    if let Some(text) = quoted(message, "no viable alternative at input '", "'") {
        return Some(plain(format!("unexpected `{text}`")));
    }
    Some(plain("syntax error at this position"))
}

/// Returns `true` for a message about characters that are not allowed in expressions.
pub(super) fn is_about_characters(message: &str) -> bool {
    message.strip_prefix(PREFIX).is_some_and(|message| message.starts_with(CHARACTERS))
}

/// Rewords an error about invalid characters.
fn no_token(text: &str, before: &str) -> SyntaxError {
    // ANTLR includes the first character that does not continue a token.
    let operator = [("=", "=="), ("&", "&&"), ("|", "||")].into_iter().find(|(wrong, _)| text.starts_with(wrong));
    match (operator, text.chars().next()) {
        // `<==`, `&&&`: an extra character.
        (Some((wrong, _)), _) if before.ends_with(['=', '<', '>', '!', '&', '|']) => {
            plain(format!("extra `{wrong}` after the operator"))
        }
        (Some(_), _) if text.starts_with("=>") => {
            plain("`=>` is not an operator; use `>=` to compare, or `,` after the variable of a macro: `.all(x, …)`")
        }
        (Some((wrong, right)), _) => SyntaxError {
            message: format!("`{wrong}` is not an operator; use `{right}`"),
            instead: Some((wrong, right)),
        },
        (None, Some('\'' | '"')) => plain("unclosed string"),
        (None, Some('“' | '”' | '‘' | '’')) => typographic_quote(text),
        _ => plain(format!("unexpected `{text}` in an expression")),
    }
}

/// Reports a quote that a word processor inserted.
fn typographic_quote(text: &str) -> SyntaxError {
    let quote = ["“", "”", "‘", "’"].into_iter().find(|quote| text.starts_with(quote)).unwrap_or_default();
    SyntaxError { message: format!("typographic quote `{quote}`; use `'`"), instead: Some((quote, "'")) }
}

/// Rewords an error about an unexpected token.
fn unexpected(found: &str, expected: &str) -> SyntaxError {
    if expected == END {
        let instead = match found {
            "and" => Some(("and", "&&")),
            "or" => Some(("or", "||")),
            "=" => Some(("=", "==")),
            _ => None,
        };
        let hint = instead.map_or_else(String::new, |(_, right)| format!("; use `{right}`"));
        return SyntaxError { message: format!("unexpected `{found}` after a complete expression{hint}"), instead };
    }
    let closing = expected.strip_prefix('{').and_then(|rest| rest.strip_suffix(", ','}"));
    if let (END, Some(closing)) = (found, closing) {
        return plain(format!("{} is missing {}", shown(closing), place(END)));
    }
    plain(match found {
        END => format!("unexpected end, expected {}", shown(expected)),
        _ => format!("unexpected `{found}`, expected {}", shown(expected)),
    })
}

/// Formats `')'`, `IDENTIFIER`, or several tokens in braces as a phrase.
fn shown(expected: &str) -> String {
    let inner = expected.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let Some(inner) = inner else { return one(expected) };
    if inner.contains("NUM_INT") {
        return if ["')'", "']'", "'}'"].iter().any(|closing| inner.contains(closing)) {
            "a value or the closing bracket"
        } else {
            "a value"
        }
        .to_owned();
    }
    let names: Vec<String> = inner.split(", ").map(one).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "something else".to_owned(),
    }
}

fn one(token: &str) -> String {
    match token {
        "IDENTIFIER" | "ESC_IDENTIFIER" => "a name".to_owned(),
        END => "the end".to_owned(),
        token => format!("`{}`", token.trim_matches('\'')),
    }
}

fn place(found: &str) -> String {
    if found == END { "at the end".to_owned() } else { format!("before `{found}`") }
}

fn plain(message: impl Into<String>) -> SyntaxError {
    SyntaxError { message: message.into(), instead: None }
}

fn quoted<'a>(message: &'a str, start: &str, end: &str) -> Option<&'a str> {
    message.strip_prefix(start)?.strip_suffix(end)
}

fn two<'a>(message: &'a str, start: &str, between: &str) -> Option<(&'a str, &'a str)> {
    message.strip_prefix(start)?.rsplit_once(between)
}

#[cfg(test)]
mod tests {
    use idlgen_cel::{Environment, Variables, Version, compile};

    use super::syntax_error;

    fn said(text: &str) -> Vec<String> {
        let error = compile(text, &Environment::new(Version::default()), &Variables::none()).expect_err(text);
        error
            .issues
            .iter()
            .map(|issue| {
                let before: String = text.chars().take(issue.position.unwrap_or_default() as usize).collect();
                syntax_error(&issue.message, &before).map_or_else(|| issue.message.clone(), |error| error.message)
            })
            .collect()
    }

    #[test]
    fn in_our_words() {
        for (text, expected) in [
            ("1 ==", "unexpected end, expected a value"),
            ("(1 == 1", "`)` is missing at the end"),
            ("1 == 1)", "unexpected `)` after a complete expression"),
            ("1 = 1", "`=` is not an operator; use `==`"),
            ("true & false", "`&` is not an operator; use `&&`"),
            ("true and false", "unexpected `and` after a complete expression; use `&&`"),
            ("'abc", "unclosed string"),
            ("1 @ 2", "unexpected `@` in an expression"),
            ("1 <== 2", "extra `=` after the operator"),
            (
                "[1].all(x => x > 0)",
                "`=>` is not an operator; use `>=` to compare, or `,` after the variable of a macro: `.all(x, …)`",
            ),
            ("“a” == 'a'", "typographic quote `“`; use `'`"),
            ("“a” == 'a'", "typographic quote `”`; use `'`"),
            ("true &&& false", "extra `&` after the operator"),
            ("[1, 2", "`]` is missing at the end"),
            ("{1: 2", "`}` is missing at the end"),
            ("[", "unexpected end, expected a value or the closing bracket"),
        ] {
            let said = said(text);
            assert!(said.iter().any(|one| one == expected), "{text}: {said:?}");
            for word in ["expecting", "EOF", "Syntax error", "IDENTIFIER", "NUM_", "extraneous", "mismatched", "viable"]
            {
                assert!(said.iter().all(|one| !one.contains(word)), "{text}: {said:?}");
            }
        }
    }

    #[test]
    fn other_messages_are_not_for_us() {
        assert_eq!(syntax_error("undeclared reference to 'a' (in container '')", ""), None);
    }
}
