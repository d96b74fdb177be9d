//! Finds controller-gen command lines in makefiles, scripts and `//go:generate` comments.

use std::collections::BTreeMap;

/// The language of a file with command lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// A makefile: recipes that may contain make variables.
    Make,
    /// A shell script, or a file that contains shell commands.
    Shell,
    /// Go source: `//go:generate`, without a shell.
    Go,
}

impl Language {
    /// Returns the language of a file, if it may contain command lines.
    pub(super) fn of(name: &str) -> Option<Self> {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        if ["Makefile", "makefile", "GNUmakefile"].contains(&name) || extension == "mk" {
            return Some(Language::Make);
        }
        let is_tasks = |stem: &str| ["taskfile", "justfile"].contains(&stem.to_ascii_lowercase().as_str());
        if extension == "sh" || is_tasks(name.split('.').next().unwrap_or_default()) {
            return Some(Language::Shell);
        }
        let is_generated = name.starts_with("zz_generated") || name.ends_with("_test.go") || name.ends_with(".pb.go");
        (extension == "go" && !is_generated).then_some(Language::Go)
    }
}

/// A controller-gen command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CommandLine {
    /// Its line number, starting with 1.
    pub(super) line: usize,
    /// The directory of a `cd` before it, if there is one.
    pub(super) directory: Option<String>,
    /// Its arguments.
    pub(super) words: Vec<String>,
}

/// Maximum nesting depth of variable expansion.
const MAX_DEPTH: usize = 8;
/// Maximum number of expanded variables per line.
const MAX_EXPANSIONS: usize = 1000;

/// Returns the controller-gen commands in a file that generate CRDs.
pub(super) fn command_lines(text: &str, language: Language) -> Vec<CommandLine> {
    if !text.contains("controller-gen") && !text.contains("CONTROLLER_GEN") {
        return Vec::new();
    }
    let lines = logical_lines(text);
    let variables = if language == Language::Go { BTreeMap::new() } else { variables(&lines, language) };
    let mut found = Vec::new();
    for (number, line) in &lines {
        let line = match language {
            Language::Go => match line.strip_prefix("//go:generate ") {
                Some(command) => command.to_owned(),
                None => continue,
            },
            Language::Make | Language::Shell => expand(line, &variables, MAX_DEPTH, &mut 0),
        };
        let mut directory = None;
        for mut words in commands(&line, language) {
            if let Some(first) = words.first_mut() {
                *first = first.trim_start_matches(['@', '-']).to_owned();
            }
            if let [cd, entered] = words.as_slice()
                && cd == "cd"
            {
                directory = Some(entered.clone());
                continue;
            }
            let Some(program) = words.iter().position(|word| is_program(word)) else { continue };
            let words: Vec<String> = words.into_iter().skip(program + 1).collect();
            let makes_definitions =
                |word: &String| word == "crd" || word.starts_with("crd:") || word.starts_with("output:crd:");
            if words.iter().any(makes_definitions) && words.iter().any(|word| word.starts_with("paths=")) {
                found.push(CommandLine { line: *number, directory: directory.clone(), words });
            }
        }
    }
    found
}

/// Returns `true` if a word names controller-gen, with any path or variable.
fn is_program(word: &str) -> bool {
    let is_argument = ["paths=", "crd", "output:", "object", "rbac", "webhook"].iter().any(|it| word.starts_with(it));
    !is_argument && (word.contains("controller-gen") || word.contains("CONTROLLER_GEN"))
}

/// Returns the lines with their numbers, joining those continued by `\`.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut is_continued = false;
    for (index, line) in text.lines().enumerate() {
        let (part, continues) = match line.strip_suffix('\\') {
            Some(part) => (part, true),
            None => (line, false),
        };
        match lines.last_mut() {
            Some((_, last)) if is_continued => {
                last.push(' ');
                last.push_str(part.trim_start());
            }
            _ => lines.push((index + 1, part.to_owned())),
        }
        is_continued = continues;
    }
    lines
}

/// Returns the variables set by the lines. A default (`?=`) does not override a value.
fn variables(lines: &[(usize, String)], language: Language) -> BTreeMap<String, String> {
    let mut variables: BTreeMap<String, String> = [("PWD", "."), ("CURDIR", "."), ("shell pwd", ".")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    for (_, line) in lines {
        if language == Language::Make && line.starts_with('\t') {
            continue;
        }
        let mut line = line.trim();
        for word in ["export ", "override ", "readonly ", "local ", "declare "] {
            line = line.strip_prefix(word).unwrap_or(line).trim_start();
        }
        let Some((name, value)) = line.split_once('=') else { continue };
        let is_default = name.ends_with('?');
        let name = name.trim_end_matches(['?', ':', '+']).trim();
        if name.is_empty() || !name.chars().all(is_of_name) || is_default && variables.contains_key(name) {
            continue;
        }
        variables.insert(name.to_owned(), without_comment(value, language).trim().to_owned());
    }
    variables
}

/// Removes the comment from the value of a variable. In a shell, quotes protect a `#`; in make, they do not.
fn without_comment(value: &str, language: Language) -> &str {
    let from = if language == Language::Make { 0 } else { value.rfind(['"', '\'']).unwrap_or(0) };
    let mark = if language == Language::Make { "#" } else { " #" };
    let is_comment = |at: &usize| !value.get(..*at).unwrap_or_default().ends_with('\\');
    let start = value.match_indices(mark).map(|(at, _)| at).filter(|at| *at >= from).find(is_comment);
    value.get(..start.unwrap_or(value.len())).unwrap_or(value)
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Expands the variables in a string. Keeps variables without a value and function calls.
fn expand(text: &str, variables: &BTreeMap<String, String>, depth: usize, count: &mut usize) -> String {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, reference) = rest.split_at(at);
        expanded.push_str(before);
        let length = reference_length(reference);
        let (reference, behind) = reference.split_at(length);
        let name = reference.trim_start_matches('$').trim_matches(['(', ')', '{', '}']);
        *count += 1;
        match variables.get(name).filter(|_| depth > 0 && *count < MAX_EXPANSIONS) {
            Some(value) => expanded.push_str(&expand(value, variables, depth - 1, count)),
            None => expanded.push_str(reference),
        }
        rest = behind;
    }
    expanded.push_str(rest);
    expanded
}

/// Returns the length of a variable reference at the start of a string: `$NAME`, `$(…)` or `${…}`, or only the `$`.
fn reference_length(text: &str) -> usize {
    let (open, close) = match text.as_bytes().get(1) {
        Some(b'(') => ('(', ')'),
        Some(b'{') => ('{', '}'),
        _ => {
            let behind = text.get(1..).unwrap_or_default();
            return 1 + behind.find(|character| !is_of_name(character)).unwrap_or(behind.len());
        }
    };
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        if character == open {
            depth += 1;
        } else if character == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return at + 1;
            }
        }
    }
    text.len()
}

/// Splits a line into commands, each of which is a list of unquoted words.
fn commands(line: &str, language: Language) -> Vec<Vec<String>> {
    let has_shell = language != Language::Go;
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut skipped_to = 0;
    for (at, character) in line.char_indices() {
        if at < skipped_to {
            continue;
        }
        let add = |word: &mut Option<String>, text: &str| word.get_or_insert_default().push_str(text);
        match (character, quote) {
            ('$', None | Some('"')) if has_shell => {
                let reference = line.get(at..).unwrap_or_default();
                skipped_to = at + reference_length(reference);
                add(&mut word, line.get(at..skipped_to).unwrap_or_default());
            }
            (_, Some(open)) if character == open => quote = None,
            (_, Some(_)) => add(&mut word, character.encode_utf8(&mut [0; 4])),
            ('"', None) => {
                quote = Some(character);
                add(&mut word, "");
            }
            ('\'' | '`', None) if has_shell => {
                quote = Some(character);
                add(&mut word, "");
            }
            ('#', None) if has_shell && word.is_none() => break,
            (';' | '&' | '|', None) if has_shell => {
                commands.last_mut().into_iter().for_each(|words| words.extend(word.take()));
                commands.push(Vec::new());
            }
            (space, None) if space.is_whitespace() => {
                commands.last_mut().into_iter().for_each(|words| words.extend(word.take()));
            }
            _ => add(&mut word, character.encode_utf8(&mut [0; 4])),
        }
    }
    if let Some(words) = commands.last_mut() {
        words.extend(word);
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, language: Language) -> Vec<String> {
        let show = |command: CommandLine| {
            let directory = command.directory.map(|directory| format!("{directory}> ")).unwrap_or_default();
            format!("{}: {directory}{}", command.line, command.words.join(" | "))
        };
        command_lines(text, language).into_iter().map(show).collect()
    }

    #[test]
    fn comments_are_not_part_of_values() {
        let text =
            "CRD_OPTIONS ?= \"crd\" # the options\nmanifests:\n\t$(CONTROLLER_GEN) $(CRD_OPTIONS) paths=./apis/...\n";
        assert_eq!(shown(text, Language::Make), ["3: crd | paths=./apis/..."]);
        let without = |value: &'static str, language| without_comment(value, language).trim();
        assert_eq!(without("\"a # b\" # c", Language::Shell), "\"a # b\"");
        assert_eq!(without("a#b", Language::Shell), "a#b");
        assert_eq!(without("a#b", Language::Make), "a");
        assert_eq!(without("a\\#b", Language::Make), "a\\#b");
    }

    #[test]
    fn makefiles_with_variables_and_continued_lines() {
        let text = "CONTROLLER_GEN ?= $(LOCALBIN)/controller-gen # the tool\n\
                    CRD_OPTIONS ?= \"crd:maxDescLen=0\"\n\
                    BASES := config/crd\n\
                    manifests: controller-gen ## Make manifests, paths=x crd\n\
                    \t@$(CONTROLLER_GEN) $(CRD_OPTIONS) rbac:roleName=m paths=\"./...\" output:crd:dir=$(BASES)/bases\n\
                    \tcd api; $(CONTROLLER_GEN) crd \\\n\t\tpaths=./v1 \\\n\t\toutput:crd:dir=$(UNKNOWN)/x\n\
                    \t$(CONTROLLER_GEN) object paths=./...\n";
        assert_eq!(
            shown(text, Language::Make),
            [
                "5: crd:maxDescLen=0 | rbac:roleName=m | paths=./... | output:crd:dir=config/crd/bases",
                "6: api> crd | paths=./v1 | output:crd:dir=$(UNKNOWN)/x",
            ]
        );
    }

    #[test]
    fn scripts_and_comments_of_go() {
        let script = "go run sigs.k8s.io/controller-tools/cmd/controller-gen crd \\\n  paths=\"./apis/...\" \\\n  \
                      output:crd:artifacts:config=\"${CRD_DIR}/bases\"\n";
        assert_eq!(
            shown(script, Language::Shell),
            ["1: crd | paths=./apis/... | output:crd:artifacts:config=${CRD_DIR}/bases"]
        );
        let go = "package apis\n\n//go:generate controller-gen crd paths=./v1;./v2 output:crd:dir=../crds\n\
                  // controller-gen crd paths=./x\n";
        assert_eq!(shown(go, Language::Go), ["3: crd | paths=./v1;./v2 | output:crd:dir=../crds"]);
    }

    #[test]
    fn variables_that_contain_themselves_end() {
        let text = "A = $(A) $(A) $(A) $(A) $(A) $(A) $(A) $(A) $(A) $(A)\nB = $(A)\n\tcontroller-gen crd paths=$(B)\n";
        assert_eq!(shown(text, Language::Make).len(), 1);
    }

    #[test]
    fn files_with_command_lines_have_these_names() {
        use Language::{Go, Make, Shell};
        for (language, names) in [
            (Some(Make), &["Makefile", "makefile", "GNUmakefile", "tools.mk"] as &[&str]),
            (Some(Shell), &["update.sh", "Taskfile.yml", "taskfile.yaml", "justfile", "Justfile"]),
            (Some(Go), &["doc.go", "generated.go"]),
            (
                None,
                &["zz_generated.deepcopy.go", "types_test.go", "api.pb.go", "README.md", "sh", "mk", "go", "file.yml"],
            ),
        ] {
            for name in names {
                assert_eq!(Language::of(name), language, "{name}");
            }
        }
    }

    #[test]
    fn commands_make_definitions_of_paths() {
        for (command, is_found) in [
            ("controller-gen crd paths=./a", true),
            ("${CONTROLLER_GEN} crd:maxDescLen=0 paths=./a", true),
            ("go run ./vendor/controller-gen@v1 output:crd:dir=x paths=./a", true),
            ("controller-gen crd", false),
            ("controller-gen object paths=./a", false),
            ("controller-gen crds paths=./a", false),
            ("crd paths=./a # controller-gen", false),
            ("other crd paths=./controller-gen", false),
            ("other crd object:dir=CONTROLLER_GEN paths=./a", false),
            ("echo controller-generator", false),
        ] {
            assert_eq!(shown(&format!("{command}\n"), Language::Shell).len(), usize::from(is_found), "{command}");
        }
        assert!(shown("$(GENERATOR) crd paths=./a\n", Language::Make).is_empty());
    }

    #[test]
    fn words_are_split_as_in_a_shell() {
        let split = |line: &str, language| -> Vec<String> {
            commands(line, language).iter().map(|words| words.join("|")).collect()
        };
        for (line, words) in [
            ("a  b\tc", &["a|b|c"] as &[&str]),
            (r#"a "b  c"d 'e "f' `g h`"#, &[r#"a|b  cd|e "f|g h"#]),
            ("a \"\" b", &["a||b"]),
            ("a; b & c | d", &["a", "b", "c", "d"]),
            ("a&&b", &["a", "", "b"]),
            ("a 'b;c' # d; e", &["a|b;c"]),
            ("a b#c", &["a|b#c"]),
            ("a $(b c; d) e", &["a|$(b c; d)|e"]),
            ("a \"${b c}$d\" '$(e f'", &["a|${b c}$d|$(e f"]),
            ("é$É ü", &["é$É|ü"]),
        ] {
            assert_eq!(split(line, Language::Shell), words, "{line}");
        }
        assert_eq!(split("a 'b c' $d;e # f", Language::Go), ["a|'b|c'|$d;e|#|f"]);
        assert_eq!(split("a \"b c\"", Language::Go), ["a|b c"]);
    }

    #[test]
    fn references_nest() {
        for (text, length) in [
            ("$", 1),
            ("$a_1-b", 4),
            ("$$", 1),
            ("$(a)b", 4),
            ("${a}b", 4),
            ("$(a $(b) c)d", 11),
            ("$(a", 3),
            ("${a $(b}) c", 8),
        ] {
            assert_eq!(reference_length(text), length, "{text}");
        }
    }

    #[test]
    fn values_of_variables() {
        let value = |text: &str, language| {
            let lines = logical_lines(text);
            variables(&lines, language).get("A").cloned()
        };
        for (text, expected) in [
            ("A = b c ", Some("b c")),
            ("A := b", Some("b")),
            ("A += b", Some("b")),
            ("export A=b", Some("b")),
            ("readonly A=b", Some("b")),
            ("A ?= b\nA ?= c", Some("b")),
            ("A = b\nA ?= c", Some("b")),
            ("A ?= b\nA = c", Some("c")),
            ("A = b \\\n  c", Some("b  c")),
            ("A-B = c", None),
            ("= c", None),
            ("if A = b", None),
        ] {
            for language in [Language::Make, Language::Shell] {
                assert_eq!(value(text, language).as_deref(), expected, "{language:?}: {text}");
            }
        }
        // In make, a line of a recipe starts with a tab.
        assert_eq!(value("\tA=b", Language::Make), None);
        assert_eq!(value("\tA=b", Language::Shell).as_deref(), Some("b"));
        let directory = "controller-gen crd paths=$(CURDIR)/a output:crd:dir=$(shell pwd)/b x=${PWD}\n";
        assert_eq!(shown(directory, Language::Make), ["1: crd | paths=./a | output:crd:dir=./b | x=."]);
    }

    #[test]
    fn expansion_is_limited() {
        let chain = |length: usize| {
            let lines = (0..length).map(|index| format!("A{index} = $(A{})", index + 1));
            let end = [format!("A{length} = ./a"), "controller-gen crd paths=$(A0)".to_owned()];
            shown(&lines.chain(end).collect::<Vec<_>>().join("\n"), Language::Shell).concat()
        };
        assert!(chain(7).ends_with("paths=./a"), "{}", chain(7));
        assert!(chain(8).ends_with("paths=$(A8)"), "{}", chain(8));
        let wide = |count: usize| {
            let text = format!("A = a\ncontroller-gen crd paths={}\n", "$A".repeat(count));
            shown(&text, Language::Shell).concat().matches('$').count()
        };
        assert_eq!((wide(999), wide(1000), wide(1100)), (0, 1, 101));
    }

    #[test]
    fn directories_are_those_of_the_last_cd() {
        let text = "cd a && controller-gen crd paths=./b; cd c; controller-gen crd paths=./d\ncd e f\n\
                    @controller-gen crd paths=./g\n";
        assert_eq!(
            shown(text, Language::Shell),
            ["1: a> crd | paths=./b", "1: c> crd | paths=./d", "3: crd | paths=./g"]
        );
        assert_eq!(shown("\t-cd a; controller-gen crd paths=./b\n", Language::Make), ["1: a> crd | paths=./b"]);
        assert_eq!(shown("ls a; controller-gen crd paths=./b\n", Language::Make), ["1: crd | paths=./b"]);
    }
}
