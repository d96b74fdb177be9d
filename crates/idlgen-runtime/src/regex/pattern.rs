//! A compiled pattern.

use std::{ops::Range, thread};

use regex_automata::meta;

use super::{
    error::{Code, Error},
    node::PatternNode,
    parse::parse,
    recent,
    translate::translate,
};

/// Maximum size of a compiled pattern in bytes. Go only limits the size of the pattern with expanded repetitions. A
/// pattern above this limit is still reported as too large.
const MAX_COMPILED: usize = 128 << 20;

/// Maximum nesting depth that is compiled on the caller's stack.
const SHALLOW: u32 = 32;

/// Stack bytes that the compiler needs per nesting level, without optimization and with a reserve.
const STACK_OF_A_LEVEL: usize = 32 << 10;

fn compile(node: PatternNode) -> Option<Pattern> {
    let config = meta::Config::new().nfa_size_limit(Some(MAX_COMPILED)).onepass_size_limit(Some(1 << 20));
    let regex = meta::Builder::new().configure(config).build_from_hir(&translate(node)).ok()?;
    Some(Pattern { regex })
}

/// A compiled Go regular expression.
///
/// ```
/// use idlgen_runtime::regex::Pattern;
///
/// let pattern = Pattern::new(r"^[a-z]+\d$").unwrap();
/// assert!(pattern.is_match("abc1"));
/// assert_eq!(Pattern::new("b+").unwrap().find("abbc"), Some(1..3));
/// assert_eq!(
///     Pattern::new("a**").unwrap_err().to_string(),
///     "error parsing regexp: invalid nested repetition operator: `**`"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: meta::Regex,
}

impl Pattern {
    /// Compiles a pattern, or returns it from the cache of this thread. The error is Go's.
    pub fn new(pattern: &str) -> Result<Self, Error> {
        recent::get_or(pattern, Pattern::compile)
    }

    fn compile(pattern: &str) -> Result<Self, Error> {
        let node = parse(pattern)?;
        let height = node.height;
        if height <= SHALLOW {
            return compile(node).ok_or_else(|| Error::new(Code::Large, pattern));
        }
        // The compiler recurses as deep as the pattern nests, so this thread's stack may be too small.
        let stack = 1 << 20 | (height as usize * STACK_OF_A_LEVEL);
        let thread = thread::Builder::new().stack_size(stack).spawn(move || compile(node));
        match thread.map(thread::JoinHandle::join) {
            Ok(Ok(compiled)) => compiled.ok_or_else(|| Error::new(Code::Large, pattern)),
            _ => Err(Error::new(Code::NestingDepth, pattern)),
        }
    }

    /// Returns the memory usage in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.regex.memory_usage()
    }

    /// Returns `true` if the pattern matches any part of `text`.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// Returns the byte range of the leftmost match.
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        self.regex.find(text).map(|found| found.range())
    }

    /// Iterates over the byte ranges of all non-overlapping matches (`FindAllStringIndex`). No empty match directly
    /// follows another match.
    pub fn find_all<'p, 't>(&'p self, text: &'t str) -> impl Iterator<Item = Range<usize>> + use<'p, 't> {
        self.regex.find_iter(text).map(|found| found.range())
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    fn find(pattern: &str, text: &str) -> Option<(usize, usize)> {
        let found = Pattern::new(pattern).unwrap_or_else(|error| panic!("{error}")).find(text);
        found.map(|range| (range.start, range.end))
    }

    #[test]
    fn means_what_go_means() {
        for (pattern, text, wanted) in [
            (r"\d", "\u{663}", None),
            (r"\s", "\u{b}", None),
            (r"[[:space:]]", "\u{b}", Some((0, 1))),
            (r"\bé", "aé", Some((1, 3))),
            (r"(?i)k", "\u{212a}", Some((0, 3))),
            (r"(?i)[^k]", "\u{212a}", None),
            (r"[a&&b]", "&", Some((0, 1))),
            (r"[[a]b]", "[b]", Some((0, 3))),
            (r"[--a]", "5", Some((0, 1))),
            (r"a{,5}", "a{,5}", Some((0, 5))),
            (r"\Qa.b*\E+", "a.b**", Some((0, 5))),
            (r"a$", "a\n", None),
            (r"(?m)^b$", "a\nb\n", Some((2, 3))),
            (r"(?U)a+", "aaa", Some((0, 1))),
            (r"(?s:.).", "\n\n", None),
            (r"\101\x42\x{43}", "ABC", Some((0, 3))),
            (r"[^\x00-\x{10FFFF}]", "a", None),
            (r"\x{D800}", "a", None),
            (r"\p{Greek}\P{^Lu}\pN", "αA١", Some((0, 5))),
            (r"(?i)\p{Lu}", "a", Some((0, 1))),
            (r"(|a)*", "aa", Some((0, 0))),
            (r"(?i)ß", "ẞ", Some((0, 3))),
            (r"\p{upper case-LETTER}", "A", Some((0, 1))),
        ] {
            assert_eq!(find(pattern, text), wanted, "{pattern} {text:?}");
        }
    }

    #[test]
    fn fails_as_go_fails() {
        for (pattern, message) in [
            ("a**", "invalid nested repetition operator: `**`"),
            ("a{2}{3}", "invalid nested repetition operator: `{2}{3}`"),
            ("a+*?b", "invalid nested repetition operator: `+*?`"),
            ("a{1001}", "invalid repeat count: `{1001}`"),
            ("a{2,1}", "invalid repeat count: `{2,1}`"),
            ("(a{100}){11}", "invalid repeat count: `{11}`"),
            ("*", "missing argument to repetition operator: `*`"),
            ("a|*?", "missing argument to repetition operator: `*?`"),
            ("(a", "missing closing ): `(a`"),
            ("a)b", "unexpected ): `a)b`"),
            ("[a", "missing closing ]: `[a`"),
            ("x[]", "missing closing ]: `[]`"),
            ("[z-a]", "invalid character class range: `z-a`"),
            ("[[:foo:]]", "invalid character class range: `[:foo:]`"),
            (r"\p{Script=Greek}", r"invalid character class range: `\p{Script=Greek}`"),
            (r"\p{L", r"invalid character class range: `\p{L`"),
            (r"\pé", r"invalid character class range: `\pé`"),
            (r"\Z", r"invalid escape sequence: `\Z`"),
            (r"\é", r"invalid escape sequence: `\é`"),
            (r"\1", r"invalid escape sequence: `\1`"),
            (r"\x{110000}", r"invalid escape sequence: `\x{110000`"),
            (r"[\x]", r"invalid escape sequence: `\x]`"),
            (r"a\", "trailing backslash at end of expression: ``"),
            ("(?=a)", "invalid or unsupported Perl syntax: `(?=`"),
            ("(?i-)a", "invalid or unsupported Perl syntax: `(?i-)`"),
            ("(?P=n)", "invalid or unsupported Perl syntax: `(?P`"),
            ("(?<=a)b", "invalid named capture: `(?<=a)b`"),
            ("(?P<é>a)", "invalid named capture: `(?P<é>`"),
        ] {
            let error = Pattern::new(pattern).map(|_| ()).unwrap_err();
            assert_eq!(error.to_string(), format!("error parsing regexp: {message}"), "{pattern}");
        }
    }

    #[test]
    fn deep_and_large_patterns_are_bounded() {
        let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
        assert!(Pattern::new(&nested(999)).is_ok());
        let error = Pattern::new(&nested(1000)).map(|_| ()).unwrap_err();
        assert!(error.to_string().starts_with("error parsing regexp: expression nests too deeply: `((("), "{error}");
        let stars = |depth: usize| format!("{}a{}", "(?:".repeat(depth), ")*".repeat(depth));
        assert!(Pattern::new(&stars(999)).is_ok());
        assert!(Pattern::new(&stars(1000)).is_err());
        let large = format!("((?:{}){{100}}){{10}}", "a?".repeat(4000));
        let error = Pattern::new(&large).map(|_| ()).unwrap_err();
        assert!(error.to_string().starts_with("error parsing regexp: expression too large: `((?:a?"), "{error}");
    }
}
