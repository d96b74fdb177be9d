//! A compiled pattern.

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
    thread,
};

use regex_automata::meta;
use regex_syntax::hir::Hir;

use super::{
    error::{Code, Error},
    first_matches::FirstMatches,
    node::PatternNode,
    parse::parse,
    translate::translate,
};

/// Maximum size of a compiled pattern in bytes. A larger pattern is reported as too large, although Go only limits the
/// size of the pattern with expanded repetitions.
const MAX_COMPILED: usize = 128 << 20;

/// Maximum nesting depth that is compiled on the caller's stack.
const SHALLOW: u32 = 32;

/// Number of stack bytes that the compiler needs per nesting level, measured without optimization and including a
/// reserve.
const STACK_OF_A_LEVEL: usize = 32 << 10;

/// Maximum [`weight`](PatternNode::weight) of a pattern that is compiled on first use. The size of its program is far
/// below [`MAX_COMPILED`], so this cannot fail.
const LIGHT: u64 = 1000;

/// Estimated number of compiled bytes per unit of weight.
const BYTES_OF_WEIGHT: u64 = 64;

fn compile(node: PatternNode) -> Option<meta::Regex> {
    compile_expression(&translate(node))
}

fn compile_expression(expression: &Hir) -> Option<meta::Regex> {
    let config = meta::Config::new().nfa_size_limit(Some(MAX_COMPILED));
    meta::Builder::new().configure(config).build_from_hir(expression).ok()
}

/// A small pattern that is compiled on first use, because most patterns in schemas are checked but never matched.
#[derive(Debug)]
struct Lazy {
    expression: Hir,
    bytes: usize,
    regex: OnceLock<Option<meta::Regex>>,
    first: FirstMatches,
}

impl Lazy {
    fn new(expression: Hir, bytes: usize) -> Self {
        Lazy { expression, bytes, regex: OnceLock::new(), first: FirstMatches::default() }
    }
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
    /// The compiled regex. Each copy of the pattern has its own, because its memory for matching must not be shared.
    regex: OnceLock<Option<meta::Regex>>,
    lazy: Option<Arc<Lazy>>,
}

impl Pattern {
    pub(super) fn compile(pattern: &str) -> Result<Self, Error> {
        let node = parse(pattern)?;
        let (height, weight) = (node.height, node.weight());
        if height <= SHALLOW {
            if weight <= LIGHT {
                let bytes = (weight * BYTES_OF_WEIGHT) as usize;
                let lazy = Arc::new(Lazy::new(translate(node), bytes));
                return Ok(Pattern { regex: OnceLock::new(), lazy: Some(lazy) });
            }
            return compile(node).map(Pattern::from_regex).ok_or_else(|| Error::new(Code::Large, pattern));
        }
        // The recursion depth of the compiler is the nesting depth of the pattern, for which this thread's stack may be
        // too small.
        let stack = 1 << 20 | (height as usize * STACK_OF_A_LEVEL);
        let thread = thread::Builder::new().stack_size(stack).spawn(move || compile(node));
        match thread.map(thread::JoinHandle::join) {
            Ok(Ok(compiled)) => compiled.map(Pattern::from_regex).ok_or_else(|| Error::new(Code::Large, pattern)),
            _ => Err(Error::new(Code::NestingDepth, pattern)),
        }
    }

    fn from_regex(regex: meta::Regex) -> Self {
        Pattern { regex: Some(regex).into(), lazy: None }
    }

    /// Returns the compiled regex. Compiles it on first use.
    fn regex(&self) -> Option<&meta::Regex> {
        let compiled = |lazy: &Lazy| lazy.regex.get_or_init(|| compile_expression(&lazy.expression)).clone();
        self.regex.get_or_init(|| self.lazy.as_deref().and_then(compiled)).as_ref()
    }

    /// Returns the memory usage in bytes.
    pub(super) fn bytes(&self) -> usize {
        match &self.lazy {
            Some(lazy) => lazy.bytes,
            None => self.regex().map_or(0, meta::Regex::memory_usage),
        }
    }

    /// Returns `true` if the pattern matches any part of `text`.
    pub fn is_match(&self, text: &str) -> bool {
        match self.regex.get() {
            Some(regex) => regex.as_ref().is_some_and(|regex| regex.is_match(text)),
            None => self.is_first_match(text),
        }
    }

    #[cold]
    fn is_first_match(&self, text: &str) -> bool {
        let lazy = self.lazy.as_deref().filter(|lazy| lazy.regex.get().is_none());
        let found = lazy.and_then(|lazy| lazy.first.is_match(&lazy.expression, text));
        found.unwrap_or_else(|| self.regex().is_some_and(|regex| regex.is_match(text)))
    }

    /// Returns the byte range of the leftmost match.
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        self.regex()?.find(text).map(|found| found.range())
    }

    /// Iterates over the byte ranges of all non-overlapping matches (`FindAllStringIndex`). No empty match directly
    /// follows another match.
    pub fn find_all<'p, 't>(&'p self, text: &'t str) -> impl Iterator<Item = Range<usize>> + use<'p, 't> {
        self.regex().into_iter().flat_map(move |regex| regex.find_iter(text)).map(|found| found.range())
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
    fn small_patterns_are_compiled_on_first_use() {
        let large = format!("^[{}]{{300}}$", "ab");
        for (pattern, text, is_lazy) in
            [("^a+$", "aa", true), ("(?i)^\\pL{9}$", "ÄÖÜäöüabc", false), (&large, "", false)]
        {
            let pattern = Pattern::new(pattern).unwrap();
            assert_eq!(pattern.regex.get().is_none(), is_lazy, "{pattern:?}");
            let copy = pattern.clone();
            assert_eq!(
                (pattern.is_match(text), copy.is_match(text)),
                (!text.is_empty(), !text.is_empty()),
                "{pattern:?}"
            );
            assert!(copy.find_all("b").count() == 0 && copy.regex.get().is_some_and(Option::is_some));
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
        let alternatives = |depth: usize| format!("{}a{}", "(?:".repeat(depth), "|b)c".repeat(depth));
        assert!(Pattern::new(&alternatives(500)).is_ok());
        assert!(Pattern::new(&alternatives(501)).is_err());
        let large = format!("((?:{}){{100}}){{10}}", "a?".repeat(4000));
        let error = Pattern::new(&large).map(|_| ()).unwrap_err();
        assert!(error.to_string().starts_with("error parsing regexp: expression too large: `((?:a?"), "{error}");
    }
}
