//! The syntax of go.mod and go.work: words, strings, comments and blocks.

use crate::{
    diag::Diagnostic,
    modules::codes,
    source::{FileId, Span},
};

/// A directive. Each line of a block `verb ( … )` is a separate directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    /// The first word of the line or of its block.
    pub(super) verb: Word,
    /// The other words.
    pub(super) arguments: Vec<Word>,
    /// The span of the line without a comment.
    pub(super) span: Span,
}

/// A word, a string (unquoted), or one of `( ) [ ] { } ,`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    /// The span including quotes.
    pub(super) span: Span,
}

/// Splits a file into directives. Reports malformed lines and skips them (`golang.org/x/mod/modfile/read.go`).
pub(super) fn directives(file: FileId, text: &str) -> (Vec<Directive>, Vec<Diagnostic>) {
    let mut directives = Vec::new();
    let mut diagnostics = Vec::new();
    let mut block: Option<Word> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (words, diagnostic) = words(file, start, line);
        start += line.len();
        if let Some(diagnostic) = diagnostic {
            diagnostics.push(diagnostic);
            continue;
        }
        let mut words = words.into_iter();
        let (Some(first), rest) = (words.next(), words.collect::<Vec<_>>()) else { continue };
        let span = rest.last().map_or(first.span, |last| first.span.to(last.span));
        let is_only = |text: &str| rest.len() == 1 && rest.first().is_some_and(|word| word.text == text);
        match &block {
            Some(_) if first.text == ")" && rest.is_empty() => block = None,
            Some(verb) => {
                let mut arguments = vec![first];
                arguments.extend(rest);
                directives.push(Directive { verb: verb.clone(), arguments, span });
            }
            None if is_only("(") => block = Some(first),
            // `require ()`
            None if matches!(rest.as_slice(), [open, close] if open.text == "(" && close.text == ")") => {}
            None if "()[]{},".contains(first.text.as_str()) => {
                let message = format!("a directive must start with a word, not with `{}`", first.text);
                diagnostics.push(Diagnostic::new(codes::MALFORMED_GO_MOD, message).at(first.span));
            }
            None => directives.push(Directive { verb: first, arguments: rest, span }),
        }
    }
    if let Some(verb) = block {
        let message = format!("the block of `{}` has no closing `)`", verb.text);
        let diagnostic = Diagnostic::new(codes::MALFORMED_GO_MOD, message).at(verb.span);
        diagnostics.push(diagnostic.help("add a `)` on its own line"));
    }
    (directives, diagnostics)
}

/// Sorts the diagnostics and keeps only the first ones: a file in another format would have one for each line.
pub(super) fn in_order(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    const MAX_SAID: usize = 20;
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span));
    let omitted = diagnostics.len().saturating_sub(MAX_SAID);
    diagnostics.truncate(MAX_SAID);
    if omitted > 0
        && let Some(last) = diagnostics.last_mut()
    {
        last.notes.push(format!("{omitted} more lines of this file are malformed"));
    }
    diagnostics
}

/// Returns the words of the line that begins at offset `start`.
fn words(file: FileId, start: usize, line: &str) -> (Vec<Word>, Option<Diagnostic>) {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(rest) = line.get(at..)
        && let Some(first) = rest.chars().next()
    {
        let malformed = |message: &str, length: usize| {
            let span = Span::new(file, start + at, start + at + length);
            Some(Diagnostic::new(codes::MALFORMED_GO_MOD, message).at(span))
        };
        let length = match first {
            '\u{feff}' if start + at == 0 => {
                at += first.len_utf8();
                continue;
            }
            ' ' | '\t' | '\r' | '\n' => {
                at += 1;
                continue;
            }
            '/' if rest.starts_with("//") => break,
            '/' if rest.starts_with("/*") => {
                return (words, malformed("comments here start with `//`; `/* */` is not allowed", 2));
            }
            '(' | ')' | '[' | ']' | '{' | '}' | ',' => 1,
            '"' | '`' => {
                let Some((text, length)) = string(rest, first) else {
                    return (words, malformed("unclosed string on this line", rest.trim_end().len()));
                };
                words.push(Word { text, span: Span::new(file, start + at, start + at + length) });
                at += length;
                continue;
            }
            _ => {
                let end = rest.find(|character: char| " \t\r\n()[]{},".contains(character) || character.is_control());
                let end = end.unwrap_or(rest.len());
                rest.get(..end).and_then(|word| word.find("//")).unwrap_or(end)
            }
        };
        if length == 0 {
            return (words, malformed("this character is not allowed here", first.len_utf8()));
        }
        let text = rest.get(..length).unwrap_or("").to_owned();
        words.push(Word { text, span: Span::new(file, start + at, start + at + length) });
        at += length;
    }
    (words, None)
}

/// Returns the value of the string literal at the start of `text`, and its length with the quotes.
fn string(text: &str, quote: char) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\n' => return None,
            '\\' if quote == '"' => value.push(match characters.next()?.1 {
                'n' => '\n',
                't' => '\t',
                '\n' => return None,
                other => other,
            }),
            _ if character == quote => return Some((value, at + 1)),
            _ => value.push(character),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;

    fn read(text: &str) -> (Vec<String>, Vec<String>) {
        let mut sources = SourceMap::default();
        let file = sources.add("go.mod", text);
        let (directives, diagnostics) = directives(file, text);
        let shown = directives
            .iter()
            .map(|directive| {
                let words: Vec<&str> = directive.arguments.iter().map(|word| word.text.as_str()).collect();
                format!("{}: {}", directive.verb.text, words.join("|"))
            })
            .collect();
        let messages = diagnostics
            .iter()
            .map(|diagnostic| {
                let span = diagnostic.primary.as_ref().unwrap().span;
                let at = sources.line_column(file, span.start);
                format!("{}:{}: {} [{}]", at.line, at.column, diagnostic.message, sources.slice(span))
            })
            .collect();
        (shown, messages)
    }

    #[test]
    fn lines_blocks_strings_and_comments() {
        let text = "\u{feff}module \"example.com/a b\" // comment\r\n\ngo 1.24\nrequire (\n\
            \tk8s.io/api v0.35.0 // indirect\n\n\
                    \t// alone\n\t`x.y/z` v1\n)\nexclude ()\nretract [v1.0.0, v1.2.0]\nreplace a=> ./b//c";
        let (directives, diagnostics) = read(text);
        assert_eq!(
            directives,
            [
                "module: example.com/a b",
                "go: 1.24",
                "require: k8s.io/api|v0.35.0",
                "require: x.y/z|v1",
                "retract: [|v1.0.0|,|v1.2.0|]",
                "replace: a=>|./b",
            ]
        );
        assert_eq!(diagnostics, Vec::<String>::new());
    }

    #[test]
    fn every_word_has_its_place() {
        let text =
            "\u{feff}go 1.24 // c\nrequire \"k8s.io/api\" v0.35.0\nretract [v1, `v2`]\nuse (\n\t./a\n\t\"b\"\n)\n";
        let mut sources = SourceMap::default();
        let file = sources.add("go.mod", text);
        let (directives, _) = directives(file, text);
        let shown = |directive: &Directive| {
            let words: Vec<&str> = directive.arguments.iter().map(|word| sources.slice(word.span)).collect();
            let at = sources.line_column(file, directive.span.start).line;
            format!(
                "{at} {} {} | {}",
                sources.slice(directive.verb.span),
                words.join(" "),
                sources.slice(directive.span)
            )
        };
        assert_eq!(
            directives.iter().map(shown).collect::<Vec<_>>(),
            [
                "1 go 1.24 | go 1.24",
                "2 require \"k8s.io/api\" v0.35.0 | require \"k8s.io/api\" v0.35.0",
                "3 retract [ v1 , `v2` ] | retract [v1, `v2`]",
                "5 use ./a | ./a",
                "6 use \"b\" | \"b\"",
            ]
        );
    }

    #[test]
    fn strings_and_words_end_where_go_ends_them() {
        let (directives, diagnostics) =
            read("a \"\\n\\t\\\\\\\"\" `\\n`\nb c// d\ne f(g{h}\ni / j\n() k\nl ()\nm ( )\nn (\no)\n)\n");
        assert_eq!(directives, ["a: \n\t\\\"|\\n", "b: c", "e: f|(|g|{|h|}", "i: /|j", "n: o|)"]);
        assert_eq!(diagnostics, ["5:1: a directive must start with a word, not with `(` [(]"]);
        let (directives, diagnostics) = read("a \"\\\n\"\nb `\n`\nc \"\\");
        assert_eq!(directives, [""; 0]);
        assert_eq!(
            diagnostics,
            [
                "1:3: unclosed string on this line [\"\\]",
                "2:1: unclosed string on this line [\"]",
                "3:3: unclosed string on this line [`]",
                "4:1: unclosed string on this line [`]",
                "5:3: unclosed string on this line [\"\\]",
            ]
        );
    }

    #[test]
    fn only_the_first_problems_of_a_file_are_listed() {
        let text = "(\n".repeat(25);
        let mut sources = SourceMap::default();
        let file = sources.add("go.mod", text.as_str());
        let found = |count: usize| {
            let (_, mut diagnostics) = directives(file, text.get(..count * 2).unwrap_or_default());
            diagnostics.reverse();
            let sorted = in_order(diagnostics);
            let first = sorted.first().and_then(|one| one.primary.as_ref()).map(|label| label.span.start);
            assert_eq!(first, Some(0));
            (sorted.len(), sorted.last().map(|last| last.notes.clone()).unwrap_or_default())
        };
        assert_eq!(found(20), (20, Vec::new()));
        assert_eq!(found(25), (20, vec!["5 more lines of this file are malformed".to_owned()]));
    }

    #[test]
    fn what_cannot_be_read_is_said_and_left_out() {
        let (directives, diagnostics) = read(
            "module m\n/* no */\ngo \"1.24\n)\nrequire \u{1}\nreplace x => \"y\\\"\nrequire (\n\tk8s.io/api v0.35.0\n",
        );
        assert_eq!(directives, ["module: m", "require: k8s.io/api|v0.35.0"]);
        assert_eq!(
            diagnostics,
            [
                "2:1: comments here start with `//`; `/* */` is not allowed [/*]",
                "3:4: unclosed string on this line [\"1.24]",
                "4:1: a directive must start with a word, not with `)` []",
                "5:9: this character is not allowed here [\u{1}]",
                "6:14: unclosed string on this line [\"y\\\"]",
                "7:1: the block of `require` has no closing `)` [require]",
            ]
            .map(|line| line.replace("`)` []", "`)` [)]"))
        );
    }
}
