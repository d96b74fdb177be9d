//! Emulates `net/mail.ParseAddress`. Only decides whether a string is a single address.

mod encoded_word;

use encoded_word::{Decoded, decode};

use super::netip::parse_address;

/// Returns `true` if `text` is an RFC 5322 address, with or without a name: `a@example.com`, `Ann <a@example.com>`.
///
/// ```
/// use idlgen_runtime::go::is_mail_address;
/// assert!(is_mail_address("Ann <a@example.com>"));
/// assert!(!is_mail_address("a@example.com, b@example.com"));
/// ```
pub fn is_mail_address(text: &str) -> bool {
    let mut reader = AddressReader { rest: text };
    reader.address(true) == Some(1) && reader.skip_comments().is_some() && reader.rest.is_empty()
}

struct AddressReader<'a> {
    rest: &'a str,
}

impl AddressReader<'_> {
    /// Parses one address, or the addresses of one group. Returns their number.
    fn address(&mut self, allows_group: bool) -> Option<usize> {
        self.skip_space();
        if self.rest.is_empty() {
            return None;
        }
        let start = self.rest;
        if self.address_specification().is_some() {
            self.skip_space();
            if self.rest.starts_with('(') {
                self.name_comment()?;
            }
            return Some(1);
        }
        self.rest = start;
        if !self.rest.starts_with('<') {
            self.phrase()?;
        }
        self.skip_space();
        if allows_group && self.consume(':') {
            return self.group();
        }
        if !self.consume('<') {
            return None;
        }
        self.address_specification()?;
        self.consume('>').then_some(1)
    }

    /// Parses the rest of a group after the colon.
    fn group(&mut self) -> Option<usize> {
        self.skip_space();
        if self.consume(';') {
            self.skip_comments()?;
            return Some(0);
        }
        let mut count = 0;
        loop {
            self.skip_space();
            count += self.address(false)?;
            self.skip_comments()?;
            if self.consume(';') {
                self.skip_comments()?;
                return Some(count);
            }
            if !self.consume(',') {
                return None;
            }
        }
    }

    /// Parses `local@domain`.
    fn address_specification(&mut self) -> Option<()> {
        self.skip_space();
        if self.rest.starts_with('"') {
            if self.quoted_string()? == 0 {
                return None;
            }
        } else {
            self.atom(false)?;
        }
        if !self.consume('@') {
            return None;
        }
        self.skip_space();
        if self.rest.starts_with('[') { self.domain_literal() } else { self.atom(false).map(|_| ()) }
    }

    /// Parses one or more words. After the first word, the phrase ends at anything that is not a word.
    fn phrase(&mut self) -> Option<()> {
        let mut has_words = false;
        // `true` after an encoded word with content. Adjacent encoded words are joined.
        let mut has_encoded = false;
        loop {
            if has_words {
                self.skip_comments()?;
            }
            self.skip_space();
            if self.rest.is_empty() {
                return Some(());
            }
            let is_encoded = if self.rest.starts_with('"') {
                self.quoted_string().map(|_| false)
            } else {
                self.atom(true).and_then(|atom| match decode(atom) {
                    Decoded::Text { is_empty } => {
                        has_encoded |= !is_empty;
                        Some(true)
                    }
                    Decoded::Not => Some(false),
                    Decoded::UnknownCharset => None,
                })
            };
            match is_encoded {
                Some(false) => has_words = true,
                Some(true) => {}
                None => return (has_words || has_encoded).then_some(()),
            }
        }
    }

    /// Parses a quoted string. Returns its length.
    fn quoted_string(&mut self) -> Option<usize> {
        let mut length = 0;
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((position, character)) = characters.next() {
            let character = match character {
                '"' => {
                    self.rest = self.rest.get(position + 1..)?;
                    return Some(length);
                }
                '\\' => characters.next()?.1,
                character => character,
            };
            if !is_visible(character) && !matches!(character, ' ' | '\t') {
                return None;
            }
            length += 1;
        }
        None
    }

    /// Parses an atom that may contain dots. Unless `is_permissive`, rejects a dot at either end, and two adjacent
    /// dots.
    fn atom(&mut self, is_permissive: bool) -> Option<&str> {
        let is_atom_text = |character| is_visible(character) && !"()<>[]:;@\\,\"".contains(character);
        let end = self.rest.find(|character| !is_atom_text(character)).unwrap_or(self.rest.len());
        let (atom, rest) = self.rest.split_at_checked(end)?;
        if atom.is_empty() {
            return None;
        }
        self.rest = rest;
        let is_plain = !atom.starts_with('.') && !atom.ends_with('.') && !atom.contains("..");
        (is_permissive || is_plain).then_some(atom)
    }

    /// Parses a domain literal such as `[192.0.2.1]`.
    fn domain_literal(&mut self) -> Option<()> {
        let (literal, rest) = self.rest.strip_prefix('[')?.split_once(']')?;
        if !literal.chars().all(|character| is_visible(character) && !matches!(character, '[' | '\\')) {
            return None;
        }
        self.rest = rest;
        matches!(parse_address(literal), Ok((_, None))).then_some(())
    }

    /// Parses a comment after an address. The comment contains the name of the owner.
    fn name_comment(&mut self) -> Option<()> {
        self.consume('(');
        let comment = self.comment()?;
        let has_unknown_charset = comment.split([' ', '\t']).any(|word| decode(word) == Decoded::UnknownCharset);
        (!has_unknown_charset).then_some(())
    }

    fn skip_comments(&mut self) -> Option<()> {
        self.skip_space();
        while self.consume('(') {
            self.comment()?;
            self.skip_space();
        }
        Some(())
    }

    /// Parses a comment after its opening parenthesis. Comments nest.
    fn comment(&mut self) -> Option<String> {
        let mut depth = 1;
        let mut comment = String::new();
        let mut characters = self.rest.chars();
        while let Some(mut character) = characters.next() {
            match character {
                // A backslash at the end is literal.
                '\\' => character = characters.next().unwrap_or('\\'),
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.rest = characters.as_str();
                return Some(comment);
            }
            comment.push(character);
        }
        None
    }

    fn consume(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }
}

fn is_visible(character: char) -> bool {
    matches!(character, '!'..='~') || !character.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::is_mail_address;

    #[test]
    fn accepts_what_go_accepts() {
        for address in [
            "a@b",
            "<a@b>",
            "Bob <a@b.c>",
            "Bob. X <a@b>",
            "\"Bob \\\" x\" <a@b>",
            "\"a b\"@c",
            "a@[127.0.0.1]",
            "a@[::1]",
            "a@b (x (y))",
            "a@b (x  =?utf-8?q?y?=)",
            "a @b (",
            "é@é",
            "=?utf-8?q?x=20y?= <a@b>",
            "g: a@b;",
            "\ta@b ",
        ] {
            let wanted = address != "a @b (";
            assert_eq!(is_mail_address(address), wanted, "{address}");
        }
        for text in [
            "",
            "a",
            "a@",
            "@b",
            "a..b@c",
            ".a@b",
            "a.@b",
            "a@b.",
            "a@b c",
            "a@b, c@d",
            "<a@b",
            "a@b>",
            "(c) a@b",
            "g: a@b, c@d;",
            "g:;",
            "a@[x]",
            "\"\"@b",
            "a@b (",
            "=?x-unknown?q?a?= <a@b>",
            "a@b (x =?x-unknown?q?y?=)",
            "a@b\r\n",
        ] {
            assert!(!is_mail_address(text), "{text}");
        }
    }
}
