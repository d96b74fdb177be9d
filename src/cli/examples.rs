//! The examples at the end of each command's help.

pub(super) fn add(command: clap::Command) -> clap::Command {
    let of_command = EXAMPLES.iter().filter(|(name, _)| *name == command.get_name());
    let examples: Vec<&str> = of_command.flat_map(|(_, examples)| *examples).copied().collect();
    if examples.is_empty() {
        return command;
    }
    let header = command.get_styles().get_header();
    let mut text = format!("{header}Examples:{header:#}");
    for example in examples {
        text.push_str("\n  ");
        text.push_str(example);
    }
    if let Some(after) = command.get_after_help() {
        text = format!("{text}\n\n{after}");
    }
    command.after_long_help(text)
}

/// Command lines by command; text after ` # ` is a comment.
const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "generate",
        &[
            "idlgen generate                  # all outputs of idlgen.toml",
            "idlgen generate --check          # in CI: exit with 1 if an output is stale",
        ],
    ),
    (
        "openapi",
        &[
            "idlgen openapi ./api/v1 -o definitions.json",
            "idlgen openapi ./... --layout documents --paths -o openapi/v3",
            "idlgen openapi ./api/v1 --layout structural --type Widget -o -",
        ],
    ),
    (
        "crd",
        &[
            "idlgen crd ./api/... -o config/crd/bases",
            "idlgen crd ./api/... --compat controller-gen=0.19 -o config/crd/bases",
            "idlgen crd ./api/... --check -o config/crd/bases",
        ],
    ),
    ("rust", &["idlgen rust ./api/... -o src/generated", "idlgen rust k8s.io/api/apps/v1 --fetch -o -"]),
    ("schemapatch", &["idlgen schemapatch ./api/... --manifests config/crd/bases"]),
    (
        "jsonschema",
        &[
            "idlgen jsonschema --crd config/crd -o schemas",
            "idlgen jsonschema --builtin --kind Deployment -o deployment.json",
        ],
    ),
    ("lint", &["idlgen lint ./api/...", "idlgen lint ./api/... --fix", "idlgen lint ./api/... --diff --unsafe-fixes"]),
    (
        "test",
        &[
            "idlgen test tests/ --crd config/crd",
            "idlgen test tests/ --crd config/crd --coverage --fail-under 90",
            "idlgen test tests/ --crd config/crd --coverage-floor coverage-floor.yaml",
            "idlgen test tests/ --go ./api/v1 --rust",
            "idlgen test --init Widget --crd config/crd > widgets.testsuite.yaml",
        ],
    ),
    (
        "diff",
        &[
            "idlgen diff old/crds new/crds",
            "idlgen diff git:main config/crd --report markdown",
            "idlgen diff git:v1.2.0 ./api/...     # Go packages at both revisions",
            "idlgen diff git:HEAD config/crd --samples config/samples --fail-on review",
        ],
    ),
    (
        "cel",
        &[
            "idlgen cel check 'self.replicas <= 10' --go ./api/v1 --type WidgetSpec",
            "idlgen cel eval 'self.name.startsWith(\"a\")' --self widget.yaml",
        ],
    ),
    (
        "validate",
        &[
            "idlgen validate manifests/",
            "idlgen validate samples/ --crd config/crd --old git:HEAD",
            "helm template chart | idlgen validate - --crd crds/ --ignore-missing",
        ],
    ),
    (
        "default",
        &["idlgen default widget.yaml --crd config/crd", "idlgen default widget.yaml --crd config/crd --changes"],
    ),
    ("prune", &["idlgen prune widget.yaml --crd config/crd"]),
    (
        "print",
        &[
            "idlgen print widgets.yaml --crd config/crd",
            "idlgen print widgets.yaml --crd config/crd -o 'jsonpath={.items[*].spec.size}'",
        ],
    ),
    (
        "kubevirt",
        &[
            "idlgen kubevirt validate templates/ vms/",
            "idlgen kubevirt lint --fix template.yaml",
            "idlgen kubevirt to-cel template.yaml | kubectl apply -f -",
        ],
    ),
    ("explain", &["idlgen explain +listMapKey", "idlgen explain IDL0301"]),
    ("dump", &["idlgen dump schema ./api/v1"]),
    ("init", &["idlgen init --stdout"]),
    ("fetch", &["idlgen fetch ./api/..."]),
    ("completions", &["idlgen completions bash > /etc/bash_completion.d/idlgen"]),
    ("man", &["idlgen man validate | man -l -", "idlgen man -o /usr/local/share/man/man1"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits a command line at spaces outside of quotes, up to a comment, a pipe or a redirection.
    fn words(line: &str) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for (number, part) in line.split('\'').enumerate() {
            if number % 2 == 0 {
                words.extend(part.split_whitespace().map(str::to_owned));
            } else {
                words.push(part.to_owned());
            }
        }
        let start = words.iter().rposition(|word| word == "idlgen").unwrap_or_default();
        words[start..].iter().take_while(|word| !["|", ">", "#"].contains(&word.as_str())).cloned().collect()
    }

    #[test]
    fn every_example_is_a_valid_command_line_of_its_command() {
        for (name, examples) in EXAMPLES {
            for example in *examples {
                let words = words(example);
                assert_eq!(words.get(1).map(String::as_str), Some(*name), "{example}");
                let matches = super::super::definition().try_get_matches_from(words);
                assert!(matches.is_ok(), "{example}: {:?}", matches.err());
            }
        }
    }

    #[test]
    fn every_command_has_examples() {
        for command in super::super::commands::all() {
            let name = command.definition().get_name().to_owned();
            assert!(name == "version" || EXAMPLES.iter().any(|(of, _)| *of == name), "{name}");
        }
    }
}
