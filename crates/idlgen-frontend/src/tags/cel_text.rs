//! The source of CEL expressions: checks quotes and brackets, finds the end of an unquoted expression, and joins
//! several lines. The content of the expression is checked elsewhere.

mod balance;
mod fold;
mod scan;

pub(super) use balance::check;
pub(super) use fold::fold;
use scan::{PartKind, scan};

/// Returns the length of an unquoted expression at the start of `text`, which ends at a comma outside of brackets and
/// strings, or at the end of `text`.
pub(super) fn bare_length(text: &str) -> usize {
    let mut depth = 0_usize;
    for part in scan(text).parts {
        match (part.kind, part.text(text)) {
            (PartKind::Bracket, "(" | "[" | "{") => depth += 1,
            (PartKind::Bracket, _) => depth = depth.saturating_sub(1),
            (PartKind::Code, ",") if depth == 0 => return part.start,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_expression_ends_at_an_outer_comma() {
        for (text, expected) in [
            ("self > 0", "self > 0"),
            ("self > 0,message=x", "self > 0"),
            ("self.all(c, c > 0), message=x", "self.all(c, c > 0)"),
            ("self in [1, 2],reason=Invalid", "self in [1, 2]"),
            ("self == 'a,b',field=x", "self == 'a,b'"),
            (r#"self == "a,\"b",field=x"#, r#"self == "a,\"b""#),
            (r"self.matches(r'\'),field=x", r"self.matches(r'\')"),
            ("{'a': 1, 'b': 2} == self,x=y", "{'a': 1, 'b': 2} == self"),
            (",x", ""),
            ("", ""),
        ] {
            assert_eq!(text.get(..bare_length(text)), Some(expected), "{text}");
        }
    }
}
