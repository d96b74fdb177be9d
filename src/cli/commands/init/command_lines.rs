//! Finds controller-gen command lines in makefiles, scripts and `//go:generate` comments.

use super::{
    language::Language,
    variables::{Variables, is_of_name, is_program, reference_length},
};

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

/// Returns the controller-gen commands in a file that generate CRDs. `folder` is the directory of the file, relative to
/// the root of the repository.
pub(super) fn command_lines(text: &str, language: Language, folder: &str) -> Vec<CommandLine> {
    if !text.contains("controller-gen") && !text.contains("CONTROLLER_GEN") {
        return Vec::new();
    }
    let lines = logical_lines(text);
    let variables = Variables::of(&lines, language, folder);
    let mut found = Vec::new();
    let mut directories = Directories::default();
    for (number, line) in &lines {
        if language == Language::Script {
            directories.enter_block(line);
        } else {
            directories = Directories::default();
        }
        let line = match language {
            Language::Go => match line.strip_prefix("//go:generate ") {
                Some(command) => command.to_owned(),
                None => continue,
            },
            Language::Make | Language::Script | Language::Shell => variables.expand(line),
        };
        for mut words in commands(&line, language) {
            if let Some(first) = words.first_mut() {
                *first = first.trim_start_matches(['@', '-']).to_owned();
            }
            if directories.is_changed_by(&words) {
                continue;
            }
            let Some(program) = words.iter().position(|word| is_program(word)) else { continue };
            let words: Vec<String> = words.into_iter().skip(program + 1).collect();
            let makes_definitions =
                |word: &String| word == "crd" || word.starts_with("crd:") || word.starts_with("output:crd:");
            if words.iter().any(makes_definitions) && words.iter().any(|word| word.starts_with("paths=")) {
                found.push(CommandLine { line: *number, directory: directories.current.clone(), words });
            }
        }
    }
    found
}

/// The working directory at a line of a script.
#[derive(Default)]
struct Directories {
    /// The directory of the last `cd`, unless it is unknown.
    current: Option<String>,
    /// The directories outside of the subshells and functions that contain the line.
    outer: Vec<Option<String>>,
    /// The directories before each `pushd`.
    pushed: Vec<Option<String>>,
}

impl Directories {
    /// Enters and leaves subshells and functions. Other lines change nothing.
    fn enter_block(&mut self, line: &str) {
        if line.trim() == "(" || line.starts_with('(') && !line.contains(')') {
            self.outer.push(self.current.clone());
        } else if line.starts_with(is_of_name) && line.trim_end().ends_with('{') && line.contains('(') {
            self.outer.push(self.current.take());
        } else if line.trim() == ")" || line.starts_with('}') {
            self.current = self.outer.pop().unwrap_or_default();
        }
    }

    /// Returns `true` if a command changes the directory.
    fn is_changed_by(&mut self, words: &[String]) -> bool {
        let is_redirection = |word: &String| word.contains('>');
        let words: Vec<&str> = words.iter().take_while(|word| !is_redirection(word)).map(String::as_str).collect();
        match words.as_slice() {
            ["cd", entered] => self.change(entered),
            ["pushd", entered] => {
                self.pushed.push(self.current.clone());
                self.change(entered);
            }
            ["popd"] => self.current = self.pushed.pop().unwrap_or_default(),
            _ => return false,
        }
        true
    }

    fn change(&mut self, entered: &str) {
        self.current = match &self.current {
            _ if entered.contains(['$', '`', '~']) || entered == "-" => None,
            Some(current) if !entered.starts_with('/') => Some(format!("{current}/{entered}")),
            _ => Some(entered.to_owned()),
        };
    }
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
        command_lines(text, language, "hack").into_iter().map(show).collect()
    }

    #[test]
    fn comments_are_not_part_of_values() {
        let text =
            "CRD_OPTIONS ?= \"crd\" # the options\nmanifests:\n\t$(CONTROLLER_GEN) $(CRD_OPTIONS) paths=./apis/...\n";
        assert_eq!(shown(text, Language::Make), ["3: crd | paths=./apis/..."]);
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
    fn the_working_directory_is_a_variable() {
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
            ["1: a> crd | paths=./b", "1: a/c> crd | paths=./d", "3: crd | paths=./g"]
        );
        assert_eq!(shown(text, Language::Script).last().unwrap(), "3: a/c> crd | paths=./g");
        assert_eq!(shown("\t-cd a; controller-gen crd paths=./b\n", Language::Make), ["1: a> crd | paths=./b"]);
        assert_eq!(shown("ls a; controller-gen crd paths=./b\n", Language::Make), ["1: crd | paths=./b"]);
    }

    #[test]
    fn directories_of_scripts_last_until_the_end_of_a_block() {
        for (text, directory) in [
            ("cd \"$(dirname \"$0\")/../api\"\n", "hack/../api> "),
            ("here=$(dirname \"${BASH_SOURCE[0]}\")\napi=$here/../api\ncd \"$api\"\n", "hack/../api> "),
            ("ROOT=$(cd -- \"$(dirname \"$0\")/..\" >/dev/null 2>&1 && pwd -P)\ncd $ROOT/a\n", "hack/../a> "),
            ("cd \"$(git rev-parse --show-toplevel)/a\"\n", "./a> "),
            ("cd \"$(realpath \"$(dirname \"$0\")\")\"\ncd ../a\n", "hack/../a> "),
            ("pushd a\ncd /b\n", "/b> "),
            ("cd a\npushd \"$UNKNOWN\" >/dev/null\ncd b\npopd >/dev/null\n", "a> "),
            ("cd a > /dev/null || exit 1\n", "a> "),
            ("cd a\ncd \"$UNKNOWN\"\n", ""),
            ("cd a\ncd -\n", ""),
            ("(\n  cd a\n)\n", ""),
            ("cd a\nother() {\n  cd b\n}\n", "a> "),
            ("cd a\nif true; then\n  cd b\nfi\n", "a/b> "),
        ] {
            let found = shown(&format!("{text}controller-gen crd paths=./v1\n"), Language::Script).concat();
            let (_, found) = found.split_once(": ").unwrap();
            assert_eq!(found, format!("{directory}crd | paths=./v1"), "{text}");
        }
    }

    #[test]
    fn scripts_have_parameters_and_defaults() {
        let text = "GEN_CONTROLLER_GEN_BIN=$1\n: \"${LENGTH:=-1}\"\n: \"${INTO:=}\"\nOUT=\"here\"\n\
                    if [ -n \"$INTO\" ]; then\n  OUT=\"$INTO\"\nfi\n\"$GEN_CONTROLLER_GEN_BIN\" \
                    \"crd:maxDescLen=$LENGTH\" paths=\"${PATHS:-./api/...}\" output:crd:dir=\"${OUT}/crds\"\n";
        assert_eq!(
            shown(text, Language::Script),
            ["8: crd:maxDescLen=-1 | paths=./api/... | output:crd:dir=here/crds"]
        );
    }
}
