//! Command lines of controller-gen: `idlgen crd:maxDescLen=0 paths=./api/... output:crd:dir=config/crd/bases` is
//! equivalent to `idlgen crd --max-description-length 0 ./api/... -o config/crd/bases`
//! (`sigs.k8s.io/controller-tools/pkg/genall`, `options.go`).

use std::ffi::OsString;

use crate::{settings::enumerated, tags::controller_gen::text_of_option};

/// The generators that idlgen does not support.
const OTHER_GENERATORS: &[&str] = &["applyconfiguration", "object", "rbac", "webhook"];

/// The generators of both tools.
const GENERATORS: &[&str] = &["crd", "schemapatch"];

/// A translated command line.
#[derive(Debug, PartialEq)]
pub(super) struct Translated {
    pub(super) arguments: Vec<OsString>,
    /// The command line for the generators that idlgen does not support, if there are any.
    pub(super) remainder: Option<String>,
}

/// Translates a command line of controller-gen. Other command lines are returned unchanged.
///
/// # Errors
/// Returns a message about an unsupported part, with the message of controller-gen if it has one.
pub(super) fn translated(arguments: Vec<OsString>) -> Result<Translated, String> {
    let texts: Vec<&str> = arguments.iter().skip(1).map(|argument| argument.to_str().unwrap_or_default()).collect();
    if !is_of_controller_gen(&texts) {
        return Ok(Translated { arguments, remainder: None });
    }
    let others: Vec<&str> = texts.iter().copied().filter(|text| is_other_generator(generator_of(text))).collect();
    let remainder = (!others.is_empty()).then(|| remainder(&texts));
    let mut flags: Vec<OsString> = Vec::new();
    let mut output = None;
    let mut command: Option<&str> = None;
    for (argument, text) in arguments.iter().skip(1).zip(texts) {
        let generator = generator_of(text);
        if let Some(known) = GENERATORS.iter().find(|known| **known == generator) {
            match command.replace(known) {
                Some(before) if before == *known => {
                    return Err(format!("multiple instances of '{known}' generator specified"));
                }
                Some(_) => return Err("run `crd` and `schemapatch` separately".to_owned()),
                None => flags.extend(generator_options(text, known)?),
            }
        } else if let Some(paths) = text.strip_prefix("paths=") {
            flags.extend(list(paths).map(OsString::from));
        } else if text.starts_with("output:") {
            output = output_place(text, &others)?.or(output);
        } else if !is_other_generator(generator) {
            flags.push(argument.clone());
        }
    }
    let Some(command) = command else {
        let generators = enumerated(others.iter().map(|text| generator_of(text)), "and");
        return Err(format!(
            "idlgen does not have the generators of this command line ({generators}); run controller-gen"
        ));
    };
    let program = arguments.into_iter().take(1);
    // The default output directory of controller-gen.
    let usual = || format!("config/{command}");
    let output = match output {
        Some(OutputTarget::Nowhere) if command != "crd" => return Err("`output:none` is for `crd`".to_owned()),
        Some(OutputTarget::Nowhere) => vec!["-o".to_owned(), usual(), "--discard-output".to_owned()],
        Some(OutputTarget::Path(path)) => vec!["-o".to_owned(), path],
        None => vec!["-o".to_owned(), usual()],
    };
    let arguments =
        program.chain([command.into()]).chain(flags).chain(output.into_iter().map(OsString::from)).collect();
    Ok(Translated { arguments, remainder })
}

/// Returns the name before the options of a generator.
fn generator_of(text: &str) -> &str {
    text.split(':').next().unwrap_or_default()
}

fn is_other_generator(name: &str) -> bool {
    OTHER_GENERATORS.contains(&name)
}

/// Returns the command line that is left for controller-gen: its own generators, the packages and their outputs.
fn remainder(texts: &[&str]) -> String {
    let is_kept = |text: &&&str| {
        let of_output = text.strip_prefix("output:").map(generator_of);
        let is_ours = of_output.is_some_and(|generator| GENERATORS.contains(&generator));
        is_other_generator(generator_of(text)) || text.starts_with("paths=") || of_output.is_some() && !is_ours
    };
    let words = texts.iter().filter(is_kept).map(|text| {
        // Quotes arguments with special characters for shells.
        if text.contains([';', '{', '"', '*', ' ', '$']) { format!("'{text}'") } else { (*text).to_owned() }
    });
    ["controller-gen".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// Returns `true` for a command line of controller-gen: it contains a generator in the syntax of controller-gen.
fn is_of_controller_gen(texts: &[&str]) -> bool {
    let is_option = |text: &&str| ["paths=", "output:"].iter().any(|start| text.starts_with(start));
    let names = |generator: &str| {
        texts
            .iter()
            .any(|text| text.strip_prefix(generator).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')))
    };
    let is_of_generator = |text: &&str| GENERATORS.iter().any(|known| text.starts_with(&format!("{known}:")));
    let has_options = texts.iter().any(|text| is_option(text) || is_of_generator(text));
    has_options && GENERATORS.iter().chain(OTHER_GENERATORS).any(|generator| names(generator))
}

/// Parses `a;b`, `{a,b}` or a single string, with or without quotes.
pub(super) fn list(text: &str) -> impl Iterator<Item = String> {
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let separator = if inner.is_some() { ',' } else { ';' };
    let parts = inner.unwrap_or(text).split(separator).map(text_of_option);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().into_iter()
}

/// Returns the options of `crd:…` or `schemapatch:…`.
fn generator_options(whole: &str, generator: &str) -> Result<Vec<OsString>, String> {
    let options = whole.strip_prefix(generator).and_then(|rest| rest.strip_prefix(':')).unwrap_or_default();
    let is_crd = generator == "crd";
    let mut flags: Vec<OsString> = Vec::new();
    let mut offset = 0;
    for option in split(options) {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let (after_name, at_value) = (offset + name.len() + 1, offset + name.len() + 2);
        offset += option.len() + 1;
        let wrong = |what: &str| format!("unable to parse option {whole:?}: [{what}]");
        let is_true = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(wrong(&format!("expected true or false, got {value:?} (at <input>:1:{at_value})"))),
        };
        let mut flag = |name: &str, value: &str| flags.extend([OsString::from(name), value.into()]);
        match name {
            "" => {}
            "maxDescLen" => {
                let length: i64 = value
                    .parse()
                    .map_err(|_| wrong(&format!("expected integer, got {value:?} (at <input>:1:{at_value})")))?;
                // For a negative value, controller-gen does not truncate descriptions.
                if length >= 0 {
                    flag("--max-description-length", &length.to_string());
                }
            }
            "generateEmbeddedObjectMeta" => {
                if is_true()? {
                    flags.push("--embedded-object-meta".into());
                }
            }
            "manifests" if !is_crd => flag("--manifests", &text_of_option(value)),
            "headerFile" if is_crd => flag("--header-file", &text_of_option(value)),
            "year" if is_crd => flag("--year", &text_of_option(value)),
            "deprecatedV1beta1CompatibilityPreserveUnknownFields" if is_crd => {
                let preserves = is_true()?;
                flag("--preserve-unknown-fields", if preserves { "true" } else { "false" });
            }
            "allowDangerousTypes" if is_crd => {
                if is_true()? {
                    flags.push("--dangerous-types".into());
                }
            }
            "ignoreUnexportedFields" if is_crd => {
                if is_true()? {
                    flags.push("--ignore-unexported-fields".into());
                }
            }
            "crdVersions" if is_crd => {
                if let Some(other) = list(value).find(|version| version != "v1") {
                    return Err(format!("apiVersion \"apiextensions.k8s.io/{other}\" is not supported"));
                }
            }
            _ => {
                let extra = format!("extra arguments provided: {value:?} (at <input>:1:{at_value})");
                return Err(wrong(&format!("unknown argument {name:?} (at <input>:1:{after_name}) {extra}")));
            }
        }
    }
    if !is_crd && !flags.iter().any(|flag| flag == "--manifests") {
        return Err(format!("unable to parse option {whole:?}: [missing argument \"manifests\" (at <input>)]"));
    }
    Ok(flags)
}

/// Splits options at commas outside of braces and quotes.
fn split(options: &str) -> Vec<&str> {
    let (mut depth, mut quote, mut start) = (0_u32, None, 0);
    let mut parts = Vec::new();
    for (position, character) in options.char_indices() {
        match (character, quote) {
            (_, Some(open)) if character == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '`', None) => quote = Some(character),
            ('{', None) => depth += 1,
            ('}', None) => depth = depth.saturating_sub(1),
            (',', None) if depth == 0 => {
                parts.extend(options.get(start..position));
                start = position + 1;
            }
            _ => {}
        }
    }
    parts.extend(options.get(start..));
    parts
}

/// The output of CRDs.
enum OutputTarget {
    /// The files are generated but not written.
    Nowhere,
    /// A path as accepted by `-o`.
    Path(String),
}

/// Returns the output of CRDs according to `output:…`. `None` if it applies to another generator in the command
/// line.
fn output_place(text: &str, others: &[&str]) -> Result<Option<OutputTarget>, String> {
    let rest = text.strip_prefix("output:").unwrap_or(text);
    let own = GENERATORS.iter().find_map(|known| rest.strip_prefix(known)?.strip_prefix(':'));
    let rest = own.unwrap_or(rest);
    let generator = generator_of(rest);
    if others.iter().any(|other| generator_of(other) == generator) {
        return Ok(None);
    }
    if is_other_generator(generator) {
        return Err(format!("non-invoked generator {generator:?}"));
    }
    if rest == "stdout" {
        return Ok(Some(OutputTarget::Path("-".to_owned())));
    }
    if rest == "none" {
        return Ok(Some(OutputTarget::Nowhere));
    }
    if let Some(folder) = rest.strip_prefix("dir=") {
        return Ok(list(folder).next().map(OutputTarget::Path));
    }
    let mut artifacts = rest.strip_prefix("artifacts:").into_iter().flat_map(|artifacts| artifacts.split(','));
    if let Some(folder) = artifacts.find_map(|part| part.strip_prefix("config=")) {
        return Ok(list(folder).next().map(OutputTarget::Path));
    }
    Err(format!("unknown option {text:?}; use `output:crd:dir=DIR`, `output:stdout` or `output:none`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        let arguments = std::iter::once("idlgen").chain(line.split(' ')).map(OsString::from).collect();
        match translated(arguments) {
            Ok(Translated { arguments, remainder }) => {
                let words: Vec<String> =
                    arguments.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
                let remainder = remainder.map(|line| format!(" | {line}")).unwrap_or_default();
                words.join(" ") + &remainder
            }
            Err(message) => message,
        }
    }

    #[test]
    fn command_lines_of_controller_gen_are_understood() {
        for (line, expected) in [
            ("crd ./api/... -o out", "crd ./api/... -o out"),
            ("validate paths=x.yaml", "validate paths=x.yaml"),
            ("crd paths=./api/...", "crd ./api/... -o config/crd"),
            (
                "crd:maxDescLen=0,generateEmbeddedObjectMeta=true paths=./a/...;./b output:crd:dir=config/crd/bases",
                "crd --max-description-length 0 --embedded-object-meta ./a/... ./b -o config/crd/bases",
            ),
            ("paths={./a,./b} crd:allowDangerousTypes=true output:stdout", "crd ./a ./b --dangerous-types -o -"),
            ("crd paths=\"./...\" output:crd:artifacts:config=bases -q", "crd ./... -q -o bases"),
            ("crd:maxDescLen=-1 paths=./a output:dir=x", "crd ./a -o x"),
            (
                "crd:maxDescLen=x paths=./a",
                "unable to parse option \"crd:maxDescLen=x\": [expected integer, got \"x\" (at <input>:1:12)]",
            ),
            (
                "crd:foo=1 paths=./a",
                "unable to parse option \"crd:foo=1\": [unknown argument \"foo\" (at <input>:1:4) extra arguments \
                 provided: \"1\" (at <input>:1:5)]",
            ),
            ("crd:crdVersions={v1,v1beta1} paths=./a", "apiVersion \"apiextensions.k8s.io/v1beta1\" is not supported"),
            (
                "crd:crdVersions={v1},headerFile=\"a,b.txt\",year=2031 paths=./a",
                "crd --header-file a,b.txt --year 2031 ./a -o config/crd",
            ),
            (
                "crd:deprecatedV1beta1CompatibilityPreserveUnknownFields=false paths=./a output:crd:stdout",
                "crd --preserve-unknown-fields false ./a -o -",
            ),
            ("crd paths=./a output:none", "crd ./a -o config/crd --discard-output"),
            ("crd crd:maxDescLen=1 paths=./a", "multiple instances of 'crd' generator specified"),
            ("crd paths=./a output:rbac:dir=x", "non-invoked generator \"rbac\""),
            (
                "rbac:roleName=manager crd webhook paths=./a;./b output:crd:dir=x output:rbac:dir=y",
                "crd ./a ./b -o x | controller-gen rbac:roleName=manager webhook 'paths=./a;./b' output:rbac:dir=y",
            ),
            (
                "object webhook paths=./a",
                "idlgen does not have the generators of this command line (object and webhook); run controller-gen",
            ),
            (
                "schemapatch:manifests=./m,maxDescLen=0 paths=./a output:dir=m",
                "schemapatch --manifests ./m --max-description-length 0 ./a -o m",
            ),
            (
                "schemapatch paths=./a",
                "unable to parse option \"schemapatch\": [missing argument \"manifests\" (at <input>)]",
            ),
            ("crd schemapatch:manifests=./m paths=./a", "run `crd` and `schemapatch` separately"),
            ("crd: paths=./a", "crd ./a -o config/crd"),
            ("crds paths=./a", "crds paths=./a"),
            ("rbac:roleName=manager", "rbac:roleName=manager"),
            (
                "crd:generateEmbeddedObjectMeta=false,allowDangerousTypes=false,ignoreUnexportedFields=false paths=./a",
                "crd ./a -o config/crd",
            ),
            ("crd:ignoreUnexportedFields=true paths=./a", "crd --ignore-unexported-fields ./a -o config/crd"),
            (
                "crd:deprecatedV1beta1CompatibilityPreserveUnknownFields=true paths=./a",
                "crd --preserve-unknown-fields true ./a -o config/crd",
            ),
            ("crd:headerFile=`a,b`,year=1 paths=./a", "crd --header-file a,b --year 1 ./a -o config/crd"),
            ("crd:crdVersions={v1,{v1}},year=1 paths=./a", "apiVersion \"apiextensions.k8s.io/{v1}\" is not supported"),
            ("crd paths=./a output:crd:artifacts:code=c,config=b", "crd ./a -o b"),
            (
                "crd paths=./a output:foo",
                "unknown option \"output:foo\"; use `output:crd:dir=DIR`, `output:stdout` or `output:none`",
            ),
            (
                "object crd paths=./a output:object:none output:crd:dir=x output:dir=y",
                "crd ./a -o y | controller-gen object paths=./a output:object:none output:dir=y",
            ),
            ("schemapatch:manifests=./m paths=./a", "schemapatch --manifests ./m ./a -o config/schemapatch"),
            ("schemapatch:manifests=./m paths=./a output:none", "`output:none` is for `crd`"),
        ] {
            assert_eq!(shown(line), expected, "{line}");
        }
    }

    /// The messages have the positions of controller-gen: those after the name, and those of the value.
    #[test]
    fn options_that_are_not_read_have_positions() {
        for (option, message) in [
            ("crd:x", "unknown argument \"x\" (at <input>:1:2) extra arguments provided: \"\" (at <input>:1:3)"),
            (
                "crd:maxDescLen=1,foo=2",
                "unknown argument \"foo\" (at <input>:1:17) extra arguments provided: \"2\" (at <input>:1:18)",
            ),
            ("crd:maxDescLen=1,allowDangerousTypes=yes", "expected true or false, got \"yes\" (at <input>:1:34)"),
            ("crd:year=1,year=2,maxDescLen=x", "expected integer, got \"x\" (at <input>:1:26)"),
        ] {
            assert_eq!(
                shown(&format!("{option} paths=./a")),
                format!("unable to parse option {option:?}: [{message}]")
            );
        }
        let options_of = |generator: &str, options: &[&str], head: &str| {
            for name in options {
                let found = shown(&format!("{generator}:{head}{name}=true paths=./a"));
                assert!(found.contains(&format!("unknown argument \"{name}\"")), "{generator}: {found}");
            }
        };
        options_of("crd", &["manifests"], "");
        let of_crd = [
            "headerFile",
            "year",
            "deprecatedV1beta1CompatibilityPreserveUnknownFields",
            "allowDangerousTypes",
            "ignoreUnexportedFields",
            "crdVersions",
        ];
        options_of("schemapatch", &of_crd, "manifests=./m,");
    }
}
