//! Paths to modules of the crate in source code.

/// Returns every path in code that begins with `crate` or `super`, without its first segment and with expanded groups:
/// `crate::a::{b, c::D}` gives `a::b` and `a::c::D`. Paths with `super` are resolved to the root of the crate. A module
/// of the root that is only imported, as in `use crate::a`, is replaced by the paths that begin with it, such as
/// `a::e`.
pub(super) fn paths(code: &str, module: &[String]) -> Vec<Vec<String>> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let is_first = index.checked_sub(1).and_then(|before| tokens.get(before)).is_none_or(|token| token != "::");
        let mut at = index;
        let prefix = match token.as_str() {
            "crate" if is_first => Vec::new(),
            "super" if is_first => {
                let mut up = 1;
                while tokens.get(at + 1).is_some_and(|next| next == "::")
                    && tokens.get(at + 2).is_some_and(|next| next == "super")
                {
                    (at, up) = (at + 2, up + 1);
                }
                module.get(..module.len().saturating_sub(up)).unwrap_or_default().to_vec()
            }
            _ => continue,
        };
        if tokens.get(at + 1).is_some_and(|next| next == "::") {
            rest(&tokens, at + 1, prefix, &mut found);
        }
    }
    let named: Vec<Vec<String>> = found.iter().filter(|path| path.len() == 1).cloned().collect();
    for (index, token) in tokens.iter().enumerate() {
        let is_first = index.checked_sub(1).and_then(|before| tokens.get(before)).is_none_or(|token| token != "::");
        if is_first && let Some(path) = named.iter().find(|path| path.first() == Some(token)) {
            rest(&tokens, index + 1, path.clone(), &mut found);
        }
    }
    let mut paths: Vec<Vec<String>> = Vec::new();
    for path in found {
        if path.len() > 1 && !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// Reads the rest of a path. Returns the position after it.
fn rest(tokens: &[String], mut at: usize, mut path: Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    while token(at) == "::" {
        at += 1;
        if token(at) == "{" {
            at += 1;
            while !matches!(token(at), "}" | "") {
                let mut inner = path.clone();
                if is_name(token(at)) && token(at) != "self" {
                    inner.push(token(at).to_owned());
                }
                at = rest(tokens, at + 1, inner, found);
                while !matches!(token(at), "," | "}" | "") {
                    at += 1;
                }
                at += usize::from(token(at) == ",");
            }
            return at + 1;
        }
        if !is_name(token(at)) {
            break;
        }
        path.push(token(at).to_owned());
        at += 1;
    }
    found.push(path);
    at
}

pub(in crate::tidy) fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Returns the tokens: names, `::`, and single other characters.
pub(in crate::tidy) fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut is_in_name = false;
    let mut is_half = false;
    for character in code.chars() {
        let is_word = character.is_alphanumeric() || character == '_';
        match tokens.last_mut() {
            Some(last) if is_word && is_in_name => last.push(character),
            Some(last) if character == ':' && is_half => last.push(':'),
            _ if character.is_whitespace() => {}
            _ => tokens.push(character.to_string()),
        }
        is_half = character == ':' && tokens.last().is_some_and(|last| last == ":");
        is_in_name = is_word;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::paths;

    #[test]
    fn groups_are_taken_apart() {
        let module = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
        let found = |code: &str| -> Vec<String> { paths(code, &module).iter().map(|path| path.join("::")).collect() };
        assert_eq!(
            found("use crate::{x::{self, y as z, V::*}, w};\npub(crate) fn f(a: crate::q::R) { b: super::d() }"),
            ["x::y", "x::V", "q::R", "a::b::d"]
        );
        assert_eq!(found("use crate::{x, y};\nfn f() { x::g::h(); a::x::i(); x; }"), ["x::g::h"]);
        assert_eq!(found("super::super::e::f(); other::super_x(); pub(super) g; self::crates"), ["a::e::f"]);
    }
}
