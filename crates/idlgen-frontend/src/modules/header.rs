//! Reads the head of a Go file: its package clause, and whether it imports C. This is enough to decide whether the file
//! is included, without parsing it.

/// The head of a Go file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header<'a> {
    /// The package name. `None` if the file does not begin with a package clause.
    pub(super) package: Option<&'a str>,
    /// `true` if it imports `"C"`: such files are only included with cgo.
    pub(super) imports_c: bool,
}

/// Reads the head of a Go file.
pub(super) fn header(text: &str) -> Header<'_> {
    let mut words = Words { rest: text.trim_start_matches('\u{feff}') };
    let package = match (words.next(), words.next()) {
        (Some("package"), Some(name)) if is_name(name) => Some(name),
        _ => return Header { package: None, imports_c: false },
    };
    let mut next = words.next();
    loop {
        match next {
            Some(";") => next = words.next(),
            Some("import") => match imports_c(&mut words) {
                (true, _) => return Header { package, imports_c: true },
                (false, after) => next = after,
            },
            _ => return Header { package, imports_c: false },
        }
    }
}

/// Returns `true` if the import declaration after its keyword imports C, and the word after the declaration.
fn imports_c<'a>(words: &mut Words<'a>) -> (bool, Option<&'a str>) {
    let mut word = words.next();
    let in_block = word == Some("(");
    if in_block {
        word = words.next();
    }
    loop {
        match word {
            Some(";") if in_block => word = words.next(),
            Some(name) if is_name(name) || name == "." => word = words.next(),
            Some("\"C\"" | "`C`") => return (true, None),
            Some(path) if path.starts_with(['"', '`']) => {
                word = words.next();
                if !in_block {
                    return (false, word);
                }
            }
            Some(")") if in_block => return (false, words.next()),
            _ => return (false, None),
        }
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Tokenizes names, strings and single characters. Skips comments and line ends.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.rest = self.rest.trim_start();
            if let Some(comment) = self.rest.strip_prefix("//") {
                self.rest = comment.split_once('\n')?.1;
            } else if let Some(comment) = self.rest.strip_prefix("/*") {
                self.rest = comment.split_once("*/")?.1;
            } else {
                break;
            }
        }
        let first = self.rest.chars().next()?;
        let length = match first {
            '"' | '`' => self.rest.get(1..)?.find(first)? + 2,
            _ if is_name(self.rest) => {
                let is_part = |character: char| character.is_alphanumeric() || character == '_';
                self.rest.find(|character| !is_part(character)).unwrap_or(self.rest.len())
            }
            _ => first.len_utf8(),
        };
        let (word, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_clause_and_the_import_of_c_are_found() {
        for (text, package, imports_c) in [
            ("package v1\n", Some("v1"), false),
            ("\u{feff}// a\n/* package x */ package\tv1 // b", Some("v1"), false),
            ("package a; import \"C\"", Some("a"), true),
            ("package a\nimport (\n\tx \"fmt\"; . \"os\"\n\t// why\n\t\"C\"\n)", Some("a"), true),
            ("package a\nimport \"fmt\"\nimport _ `C`", Some("a"), true),
            ("package a\nimport ()\nimport \"os\"\nvar x = `import \"C\"`", Some("a"), false),
            ("package a\n// import \"C\"\ntype T struct{}", Some("a"), false),
            ("package a\nimport (\"C", Some("a"), false),
            ("package", None, false),
            ("type T struct{}", None, false),
            ("", None, false),
            ("/* package a", None, false),
        ] {
            assert_eq!(header(text), Header { package, imports_c }, "{text}");
        }
    }
}
