//! Variables of makefiles and scripts.

use std::collections::BTreeMap;

use super::language::Language;

/// Maximum nesting depth of variable expansion.
const MAX_DEPTH: usize = 8;
/// Maximum number of expanded variables per line.
const MAX_EXPANSIONS: usize = 1000;

/// The variables of a file, and the directory of the file.
pub(super) struct Variables<'f> {
    values: BTreeMap<String, String>,
    language: Language,
    folder: &'f str,
}

impl<'f> Variables<'f> {
    /// Returns the variables set by the lines. A default (`?=`, `: "${X:=…}"`) does not override a value, and neither
    /// does an indented line of a script, which runs only under a condition or in a function.
    pub(super) fn of(lines: &[(usize, String)], language: Language, folder: &'f str) -> Self {
        let mut values: BTreeMap<String, String> = [("PWD", "."), ("CURDIR", "."), ("shell pwd", ".")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        for (_, text) in lines {
            if language == Language::Go || language == Language::Make && text.starts_with('\t') {
                continue;
            }
            let mut line = text.trim();
            for word in ["export ", "override ", "readonly ", "local ", "declare "] {
                line = line.strip_prefix(word).unwrap_or(line).trim_start();
            }
            let is_indented = language == Language::Script && text.starts_with([' ', '\t']);
            let (name, value, is_default) = if let Some((name, value)) = default_assignment(line) {
                (name, value, true)
            } else if let Some((name, value)) = line.split_once('=') {
                let is_default = name.ends_with('?') || is_indented;
                (name.trim_end_matches(['?', ':', '+']).trim(), without_comment(value, language), is_default)
            } else {
                continue;
            };
            if name.is_empty() || !name.chars().all(is_of_name) || is_default && values.contains_key(name) {
                continue;
            }
            values.insert(name.to_owned(), value.trim().to_owned());
        }
        Variables { values, language, folder }
    }

    /// Expands the variables in a string. Keeps variables without a value, and function calls except those that
    /// return directories.
    pub(super) fn expand(&self, text: &str) -> String {
        self.expand_up_to(text, MAX_DEPTH, &mut 0)
    }

    fn expand_up_to(&self, text: &str, depth: usize, count: &mut usize) -> String {
        let mut expanded = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            let (before, reference) = rest.split_at(at);
            expanded.push_str(before);
            let length = reference_length(reference);
            let (reference, behind) = reference.split_at(length);
            *count += 1;
            match self.value(reference).filter(|_| depth > 0 && *count < MAX_EXPANSIONS) {
                Some(value) => expanded.push_str(&self.expand_up_to(&value, depth - 1, count)),
                None => expanded.push_str(reference),
            }
            rest = behind;
        }
        expanded.push_str(rest);
        expanded
    }

    /// Returns the value of a reference, if it has one.
    fn value(&self, reference: &str) -> Option<String> {
        let name = reference.trim_start_matches('$').trim_matches(['(', ')', '{', '}']);
        if let Some(value) = self.values.get(name) {
            // A parameter of a script can be the program, which the name of its variable shows.
            let is_parameter = value
                .trim_matches('"')
                .strip_prefix('$')
                .is_some_and(|name| name.trim_start_matches('{').starts_with(|first: char| first.is_ascii_digit()));
            return (!(is_parameter && is_program(reference))).then(|| value.clone());
        }
        if self.language == Language::Make {
            return None;
        }
        if let Some(inner) = reference.strip_prefix("$(").and_then(|inner| inner.strip_suffix(')')) {
            return self.directory(inner.trim());
        }
        let (name, default) = default_value(reference.strip_prefix("${")?.strip_suffix('}')?)?;
        Some(self.values.get(name).filter(|value| !value.is_empty()).map_or(default, String::as_str).to_owned())
    }

    /// Returns the directory that a command of a script prints.
    fn directory(&self, command: &str) -> Option<String> {
        let (program, argument) = command.split_once(char::is_whitespace)?;
        let argument = argument.trim();
        let unquoted = |text: &str| text.trim().trim_start_matches("-- ").trim().trim_matches('"').to_owned();
        match program {
            "dirname" => {
                let of = unquoted(argument);
                let is_script = ["$0", "${0}", "$BASH_SOURCE", "${BASH_SOURCE}", "${BASH_SOURCE[0]}"].contains(&&*of);
                is_script.then(|| if self.folder.is_empty() { ".".to_owned() } else { self.folder.to_owned() })
            }
            "cd" => {
                let end = argument.find("&&").or_else(|| argument.find(';'))?;
                let (entered, printed) = argument.split_at(end);
                let entered = match entered.split_once('>') {
                    // With the descriptor of the redirection: ` 2>`, `&>`.
                    Some((before, _)) => before.trim_end_matches('&').trim_end_matches(" 1").trim_end_matches(" 2"),
                    None => entered,
                };
                let is_printed = printed.trim_start_matches(['&', ';']).trim().starts_with("pwd");
                is_printed.then(|| unquoted(entered))
            }
            "realpath" => Some(unquoted(argument)),
            "readlink" => argument.strip_prefix("-f ").map(unquoted),
            "git" => (argument == "rev-parse --show-toplevel").then(|| ".".to_owned()),
            _ => None,
        }
    }
}

/// Returns the name and the value of a default in a script: `: "${NAME:=value}"`.
fn default_assignment(line: &str) -> Option<(&str, &str)> {
    let reference = line.strip_prefix(": ")?.trim().trim_matches('"');
    let (name, value) = reference.strip_prefix("${")?.strip_suffix('}')?.split_once('=')?;
    Some((name.strip_suffix(':').unwrap_or(name), value))
}

/// Returns the name and the default of a parameter expansion: `NAME:-value`.
fn default_value(inner: &str) -> Option<(&str, &str)> {
    let (name, rest) = inner.split_at(inner.find(|character| !is_of_name(character))?);
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    Some((name, rest.strip_prefix(['-', '='])?)).filter(|(name, _)| !name.is_empty())
}

/// Removes the comment from the value of a variable. In a shell, quotes protect a `#`; in make, they do not.
fn without_comment(value: &str, language: Language) -> &str {
    let from = if language == Language::Make { 0 } else { value.rfind(['"', '\'']).unwrap_or(0) };
    let mark = if language == Language::Make { "#" } else { " #" };
    let is_comment = |at: &usize| !value.get(..*at).unwrap_or_default().ends_with('\\');
    let start = value.match_indices(mark).map(|(at, _)| at).filter(|at| *at >= from).find(is_comment);
    value.get(..start.unwrap_or(value.len())).unwrap_or(value)
}

pub(super) fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Returns the length of a variable reference at the start of a string: `$NAME`, `$(…)` or `${…}`, or only the `$`.
pub(super) fn reference_length(text: &str) -> usize {
    let (open, close) = match text.as_bytes().get(1) {
        Some(b'(') => ('(', ')'),
        Some(b'{') => ('{', '}'),
        _ => {
            let behind = text.get(1..).unwrap_or_default();
            return 1 + behind.find(|character| !is_of_name(character)).unwrap_or(behind.len());
        }
    };
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        if character == open {
            depth += 1;
        } else if character == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return at + 1;
            }
        }
    }
    text.len()
}

/// Returns `true` if a word names controller-gen, with any path or variable.
pub(super) fn is_program(word: &str) -> bool {
    let is_argument = ["paths=", "crd", "output:", "object", "rbac", "webhook"].iter().any(|it| word.starts_with(it));
    !is_argument && (word.contains("controller-gen") || word.contains("CONTROLLER_GEN"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_not_part_of_values() {
        let without = |value: &'static str, language| without_comment(value, language).trim();
        assert_eq!(without("\"a # b\" # c", Language::Shell), "\"a # b\"");
        assert_eq!(without("a#b", Language::Shell), "a#b");
        assert_eq!(without("a#b", Language::Make), "a");
        assert_eq!(without("a\\#b", Language::Make), "a\\#b");
    }

    #[test]
    fn references_nest() {
        for (text, length) in [
            ("$", 1),
            ("$a_1-b", 4),
            ("$$", 1),
            ("$(a)b", 4),
            ("${a}b", 4),
            ("$(a $(b) c)d", 11),
            ("$(a", 3),
            ("${a $(b}) c", 8),
        ] {
            assert_eq!(reference_length(text), length, "{text}");
        }
    }

    #[test]
    fn values_of_variables() {
        let value = |text: &str, language| {
            let lines = text.lines().map(|line| (1, line.to_owned())).collect::<Vec<_>>();
            Variables::of(&lines, language, "").values.get("A").cloned()
        };
        for (text, expected) in [
            ("A = b c ", Some("b c")),
            ("A := b", Some("b")),
            ("A += b", Some("b")),
            ("export A=b", Some("b")),
            ("readonly A=b", Some("b")),
            ("A ?= b\nA ?= c", Some("b")),
            ("A = b\nA ?= c", Some("b")),
            ("A ?= b\nA = c", Some("c")),
            ("A-B = c", None),
            ("= c", None),
            ("if A = b", None),
        ] {
            for language in [Language::Make, Language::Script, Language::Shell] {
                assert_eq!(value(text, language).as_deref(), expected, "{language:?}: {text}");
            }
        }
        // In make, a line of a recipe starts with a tab.
        assert_eq!(value("\tA=b", Language::Make), None);
        assert_eq!(value("\tA=b", Language::Shell).as_deref(), Some("b"));
    }

    #[test]
    fn scripts_have_defaults() {
        for (inner, expected) in [
            ("A:-b", Some(("A", "b"))),
            ("A-b", Some(("A", "b"))),
            ("A:=", Some(("A", ""))),
            ("A", None),
            ("A%b", None),
            ("A:+b", None),
            (":-b", None),
        ] {
            assert_eq!(default_value(inner), expected, "{inner}");
        }
        assert_eq!(default_assignment(": ${A=b}"), Some(("A", "b")));
        assert_eq!(default_assignment("A=b"), None);
    }
}
