//! Reserved words.

/// Words for literals and operators.
const KEYWORDS: [&str; 4] = ["true", "false", "null", "in"];

/// Words that CEL reserves for other languages.
const RESERVED: [&str; 17] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

/// Returns `true` for a word that is tokenized as an identifier but must not name a variable or a function.
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Returns `true` for a word that must not name a field.
pub(crate) fn is_keyword_or_reserved(word: &str) -> bool {
    KEYWORDS.contains(&word) || is_reserved(word)
}
