//! Phrases that readers of the pages, the help, the explanations and the comments find unclear.

use idlgen_runtime::regex::Pattern;

use super::files::File;

/// A phrase to avoid, as a Go regular expression.
struct Phrase {
    pattern: &'static str,
    /// The suggested wording.
    instead: &'static str,
    /// Correct uses: strings that contain the phrase.
    except: &'static [&'static str],
}

const PHRASES: &[Phrase] = &[
    Phrase {
        pattern: r"\b([Jj]udg(e[sd]?|ing)|[Mm]end(s|ed)?)\b",
        instead: "validate, check, fix",
        except: &["not-judged", "`judge`", "`judged`", "::Judge", "Judge::"],
    },
    Phrase { pattern: r"\blies\b", instead: "is, is in", except: &[] },
    Phrase {
        pattern: r"\b[Ss]tands?\b",
        instead: "is, appears, represents",
        except: &["stands for", "stand for", "stands out", "stand out"],
    },
    Phrase {
        pattern: r"\b(is|are|was) (none\b|no [a-z])",
        instead: "is not a",
        except: &["here is no", "here are no", "here was no", " no longer", " no less", " no more", " no greater"],
    },
    Phrase { pattern: r"\b(is|are|was|be|been) (told|said)\b", instead: "is reported", except: &[] },
    Phrase {
        pattern: r"\bcounts (for|as|only|there|here|too|where|with|in)\b|\bcounts[.,;:]",
        instead: "applies, takes effect, wins",
        except: &[],
    },
    Phrase {
        pattern: r"\b(behind|beside)\b",
        instead: "after, next to, with",
        except: &["behind a link", "behind an alias", "behind a pointer", "`beside`"],
    },
    Phrase { pattern: r"\btexts\b|\b(is|are|no|not) text\b", instead: "string, strings", except: &[] },
    Phrase {
        pattern: r"\b([Nn]obody|[Ss]omebody|[Aa]nybody|[Ww]hoever)\b",
        instead: "you; or name the actor",
        except: &[],
    },
    Phrase {
        pattern: r"all the same\b|without a word|in whose words|at the (most|least)\b|\b(but for|anew|misspelt)\b",
        instead: "still, silently, with the messages of, at most, except, again, misspelled",
        except: &[],
    },
];

/// The checked pages, with all their lines.
const PAGES: &[&str] = &[
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "crates/idlgen-",
    "docs/",
    "examples/",
    "templates/",
];

/// The sources whose comments are checked. Other crates contain generated code, with the comments of test data.
const SOURCES: &[&str] = &["src/", "crates/idlgen-", "xtask/src/"];

/// The sources whose strings `doc` and `help` are checked too.
const HELP: &[&str] = &["src/cli/", "src/settings/"];

pub(super) fn check(files: &[File]) -> Vec<String> {
    let patterns: Vec<(&Phrase, Pattern)> =
        PHRASES.iter().filter_map(|phrase| Some((phrase, Pattern::new(phrase.pattern).ok()?))).collect();
    let mut problems = Vec::new();
    for file in files {
        let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| file.path.starts_with(prefix));
        let lines: Vec<&str> = file.text.lines().collect();
        let read: Vec<usize> = match file.path.rsplit('.').next() {
            Some("md" | "toml") if begins(PAGES) => (0..lines.len()).collect(),
            Some("rs") if begins(SOURCES) => prose(&lines, begins(HELP)),
            _ => continue,
        };
        for (number, line) in read.into_iter().filter_map(|number| Some((number, lines.get(number)?))) {
            for (phrase, pattern) in &patterns {
                if let Some(found) = found(line, phrase, pattern) {
                    problems.push(format!("{}:{}: `{found}`: write {}", file.path, number + 1, phrase.instead));
                }
            }
        }
    }
    problems
}

/// Returns the comment lines of a source file that are outside of code blocks. With `has_help`, also returns the
/// strings `doc` and `help`.
fn prose(lines: &[&str], has_help: bool) -> Vec<usize> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (number, line) in lines.iter().map(|line| line.trim_start()).enumerate() {
        if line.starts_with("//") {
            let is_fence = line.trim_start_matches(['/', '!', ' ']).starts_with("```");
            in_code ^= is_fence;
            if !in_code && !is_fence {
                found.push(number);
            }
            continue;
        }
        in_code = false;
        if has_help && (line.starts_with("doc: \"") || line.starts_with("help: \"")) {
            found.push(number);
        }
    }
    found
}

/// Returns the first use of a phrase in a line that is not a correct one.
fn found<'l>(line: &'l str, phrase: &Phrase, pattern: &Pattern) -> Option<&'l str> {
    let mut from = 0;
    while let Some(range) = line.get(from..).and_then(|rest| pattern.find(rest)) {
        let (start, end) = (from + range.start, from + range.end);
        let is_correct = phrase
            .except
            .iter()
            .any(|passage| line.match_indices(passage).any(|(at, _)| at < end && start < at + passage.len()));
        if !is_correct {
            return line.get(start..end);
        }
        from = end.max(start + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_and_correct_uses_are_not() {
        let all = |line: &str| {
            let of = |phrase: &Phrase| found(line, phrase, &Pattern::new(phrase.pattern).ok()?).map(str::to_owned);
            PHRASES.iter().filter_map(of).collect::<Vec<_>>()
        };
        assert_eq!(all("An object is judged, and nobody is told."), ["judged", "is told", "nobody"]);
        assert_eq!(
            all("A list is no text but for one that stands there."),
            ["stands", "is no t", "no text", "but for"]
        );
        assert!(all("`*` stands for any name, and there is no other. It is no longer used.").is_empty());
        assert_eq!(all("It stands for a name that stands here."), ["stands"]);
    }

    #[test]
    fn comments_are_checked_in_every_crate_and_code_is_not() {
        let lines = [
            "//! It lies here.",
            "//! ```",
            "//! let lies = 1;",
            "//! ```",
            "let lies = 2; // it lies",
            "    // A bool is no string.",
            "help: \"an object is judged\",",
        ];
        let text = lines.join("\n");
        let of = |path: &str| check(&[File { path: path.to_owned(), text: text.clone() }]);
        let comments = |path: &str| {
            vec![format!("{path}:1: `lies`: write is, is in"), format!("{path}:6: `is no s`: write is not a")]
        };
        assert_eq!(of("crates/idlgen-yaml/src/lib.rs"), comments("crates/idlgen-yaml/src/lib.rs"));
        assert_eq!(of("src/check.rs"), comments("src/check.rs"));
        let mut help = comments("src/settings/crd.rs");
        help.push("src/settings/crd.rs:7: `judged`: write validate, check, fix".to_owned());
        assert_eq!(of("src/settings/crd.rs"), help);
        assert!(of("crates/golden-out/src/lib.rs").is_empty());
    }

    #[test]
    fn every_phrase_is_a_pattern() {
        assert!(PHRASES.iter().all(|phrase| Pattern::new(phrase.pattern).is_ok()));
    }
}
