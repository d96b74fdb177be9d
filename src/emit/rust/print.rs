//! Formats tokens.
//!
//! The printer does not write blank lines between items, and can format neither `//` comments nor macros in the usual
//! style. In the tokens, a marker such as `idlgen_verbatim!(7);` represents such text. After printing, the line of the
//! marker is replaced with the text, indented like the marker. Similarly, all lines of a documentation are a single
//! attribute, because the printer and the tokens need several hundred bytes per attribute.

use std::borrow::Cow;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The separator before each documentation line. The documentation itself contains no control characters.
const DOCUMENTATION_LINE: char = '\u{1}';

/// Encodes a documentation text as a single attribute.
pub(super) fn documentation(text: &str) -> String {
    let mut attribute = String::new();
    for line in text.split('\n') {
        attribute.push(DOCUMENTATION_LINE);
        if !line.is_empty() {
            attribute.push(' ');
            attribute.push_str(line);
        }
    }
    attribute
}

/// Text that the printer must not format.
#[derive(Debug, Default)]
pub(super) struct Verbatim {
    texts: Vec<String>,
}

impl Verbatim {
    /// Returns the marker for `text`, as a statement or an item.
    pub(super) fn add(&mut self, text: impl Into<String>) -> TokenStream {
        let number = Literal::usize_unsuffixed(self.texts.len());
        self.texts.push(text.into());
        quote! { idlgen_verbatim!(#number); }
    }

    /// Returns a comment: every line of `text` after `// `.
    pub(super) fn comment(&mut self, text: &str) -> TokenStream {
        let lines: Vec<String> =
            text.lines().map(|line| format!("// {}", visible(line).trim_end()).trim_end().to_owned()).collect();
        self.add(lines.join("\n"))
    }

    /// Formats `items`, separated by blank lines.
    pub(super) fn print(&self, items: Vec<TokenStream>) -> Result<String, syn::Error> {
        let mut text = String::new();
        for item in items {
            let file: syn::File = syn::parse2(item)?;
            if !text.is_empty() {
                text.push('\n');
            }
            for line in prettyplease::unparse(&file).lines() {
                self.push_line(&mut text, line);
            }
        }
        Ok(text)
    }

    fn push_line(&self, text: &mut String, line: &str) {
        let trimmed = line.trim_start();
        let indentation = line.get(..line.len() - trimmed.len()).unwrap_or_default();
        if let Some(documentation) = trimmed.strip_prefix("///").and_then(|rest| rest.strip_prefix(DOCUMENTATION_LINE))
        {
            for line in documentation.split(DOCUMENTATION_LINE) {
                text.extend([indentation, "///", line.trim_end_matches(' '), "\n"]);
            }
            return;
        }
        let verbatim = trimmed
            .strip_prefix("idlgen_verbatim!(")
            .and_then(|rest| rest.strip_suffix(");"))
            .and_then(|number| self.texts.get(number.parse::<usize>().ok()?));
        let Some(verbatim) = verbatim else {
            text.push_str(line);
            text.push('\n');
            return;
        };
        for line in verbatim.lines() {
            if !line.is_empty() {
                text.push_str(indentation);
                text.push_str(line);
            }
            text.push('\n');
        }
    }
}

/// Converts a line of a Go comment to a line of a Rust comment: replaces control characters except tabs with spaces,
/// and escapes bidirectional characters, which the compiler rejects (`text_direction_codepoint_in_comment`), as
/// `\u{202e}`.
pub(super) fn visible(line: &str) -> Cow<'_, str> {
    let turns = |character: char| matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_hidden = |character: char| (character.is_control() && character != '\t') || turns(character);
    if !line.contains(is_hidden) {
        return Cow::Borrowed(line);
    }
    let mut visible = String::with_capacity(line.len() + 8);
    for character in line.chars() {
        if turns(character) {
            visible.extend(character.escape_unicode());
        } else {
            visible.push(if is_hidden(character) { ' ' } else { character });
        }
    }
    Cow::Owned(visible)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_macros_survive() {
        let mut verbatim = Verbatim::default();
        let comment = verbatim.comment("+minLength=1\n+validationRule=\"self > 0\"");
        let table = verbatim.add("::idlgen_runtime::object! {\n    A {\n        a: \"a\",\n    }\n}");
        let items = vec![
            {
                let lines = documentation("One.\n\nTwo.");
                quote! { #[doc = #lines] pub struct A { #[doc = " Three."] pub a: String } }
            },
            table,
            quote! { fn f() { g(); #comment h(); } },
        ];
        let expected = "/// One.\n///\n/// Two.\npub struct A {\n    /// Three.\n    pub a: String,\n}\n\n\
            ::idlgen_runtime::object! {\n    A {\n        a: \"a\",\n    }\n}\n\n\
            fn f() {\n    g();\n    // +minLength=1\n    // +validationRule=\"self > 0\"\n    h();\n}\n";
        assert_eq!(verbatim.print(items).unwrap(), expected);
    }

    #[test]
    fn tokens_that_are_no_rust_are_an_error() {
        assert!(Verbatim::default().print(vec![quote! { pub struct }]).is_err());
    }
}
