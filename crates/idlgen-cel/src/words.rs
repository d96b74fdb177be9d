//! Words with a meaning of their own.

/// Literals and operators.
const KEYWORDS: [&str; 4] = ["true", "false", "null", "in"];

/// Words that CEL keeps for other languages.
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

/// Is it a word that is no name of a variable or a function, though it is read as one?
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Is it a word that the name of a field must not be?
pub(crate) fn is_keyword_or_reserved(word: &str) -> bool {
    KEYWORDS.contains(&word) || is_reserved(word)
}
