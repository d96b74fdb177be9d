//! Lists in sentences.

/// Lists items in a sentence, with a conjunction before the last one.
///
/// ```
/// use idlgen_frontend::diag::listed;
/// assert_eq!(listed(&["`a`", "`b`", "`c`"], "and"), "`a`, `b` and `c`");
/// assert_eq!(listed(&["`a`"], "and"), "`a`");
/// ```
pub fn listed<T: AsRef<str>>(items: &[T], conjunction: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} {conjunction} {last}", others.join(", ")),
        items => items.concat(),
    }
}
