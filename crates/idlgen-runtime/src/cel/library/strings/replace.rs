//! The CEL function `replace`.

use std::borrow::Cow;

use super::limit;
use crate::cel::EvaluationError;

/// `text.replace(old, new)`: replaces every `old` from left to right. An empty `old` matches before, between and after
/// all characters.
///
/// ```
/// use idlgen_runtime::cel::library::strings::replace;
/// assert_eq!(replace("hello", "l", "L").unwrap(), "heLLo");
/// assert_eq!(replace("ab", "", "-").unwrap(), "-a-b-");
/// ```
pub fn replace<'t>(text: &'t str, old: &str, new: &str) -> Result<Cow<'t, str>, EvaluationError> {
    replace_at_most(text, old, new, -1)
}

/// `text.replace(old, new, limit)`: replaces at most `limit` times, or without limit if it is negative.
///
/// ```
/// use idlgen_runtime::cel::library::strings::replace_at_most;
/// assert_eq!(replace_at_most("hello", "l", "L", 1).unwrap(), "heLlo");
/// assert_eq!(replace_at_most("ab", "", "-", 2).unwrap(), "-a-b");
/// ```
///
/// # Errors
///
/// Returns an error if the result exceeds the length limit.
pub fn replace_at_most<'t>(text: &'t str, old: &str, new: &str, limit: i64) -> Result<Cow<'t, str>, EvaluationError> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    if limit == 0 || !text.contains(old) {
        return Ok(text.into());
    }
    let growth = new.len().saturating_sub(old.len());
    if growth > 0 {
        let times = text.matches(old).take(limit).count();
        limit::check(times.saturating_mul(growth).saturating_add(text.len()))?;
    }
    Ok(text.replacen(old, new, limit).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_bounded() {
        let long = "x".repeat(1 << 14);
        assert!(replace(&long, "", &long).is_err());
        assert!(replace_at_most(&long, "", &long, 3).is_ok());
    }
}
