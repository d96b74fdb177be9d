//! Command lines of controller-gen: `idlgen crd:maxDescLen=0 paths=./api/... output:crd:dir=config/crd/bases` is
//! `idlgen crd --max-description-length 0 ./api/... -o config/crd/bases`
//! (`sigs.k8s.io/controller-tools/pkg/genall`, `options.go`).

use std::ffi::OsString;

/// The generators of controller-gen that make something else.
const OTHER_GENERATORS: &[&str] = &["applyconfiguration", "object", "rbac", "schemapatch", "webhook"];

/// Where controller-gen writes if nothing is said.
const USUAL_OUTPUT: &str = "config/crd";

/// The arguments as idlgen takes them. Arguments that are not of controller-gen's form come back as they are.
///
/// # Errors
/// What cannot be followed, in words for the user.
pub(super) fn translated(arguments: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let texts: Vec<&str> = arguments.iter().skip(1).map(|argument| argument.to_str().unwrap_or_default()).collect();
    let generator = |text: &str| text.split(':').next().map(str::to_owned).unwrap_or_default();
    let is_option = |text: &&str| ["paths=", "output:"].iter().any(|start| text.starts_with(start));
    let names_crd = texts.iter().any(|text| *text == "crd" || text.starts_with("crd:"));
    let is_of_controller_gen = names_crd && texts.iter().any(|text| is_option(text) || text.starts_with("crd:"));
    if !is_of_controller_gen {
        return Ok(arguments);
    }
    let mut flags: Vec<OsString> = Vec::new();
    let mut output = None;
    for (argument, text) in arguments.iter().skip(1).zip(texts) {
        let first = generator(text);
        if let Some(options) = text.strip_prefix("crd:") {
            flags.extend(generator_options(options)?);
        } else if let Some(paths) = text.strip_prefix("paths=") {
            flags.extend(list(paths).map(OsString::from));
        } else if text.starts_with("output:") {
            if let Some(place) = output_place(text)? {
                output = Some(place);
            }
        } else if OTHER_GENERATORS.contains(&first.as_str()) {
            return Err(format!(
                "`{text}` is a generator of controller-gen that idlgen does not have; let controller-gen run it in a \
                 command of its own"
            ));
        } else if text != "crd" {
            flags.push(argument.clone());
        }
    }
    let program = arguments.into_iter().take(1);
    let output = ["-o".to_owned(), output.unwrap_or_else(|| USUAL_OUTPUT.to_owned())];
    Ok(program.chain(["crd".into()]).chain(flags).chain(output.map(OsString::from)).collect())
}

/// `a;b`, `{a,b}` or one text, with or without quotes.
fn list(text: &str) -> impl Iterator<Item = String> {
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let separator = if inner.is_some() { ',' } else { ';' };
    let parts = inner.unwrap_or(text).split(separator).map(|part| part.trim().trim_matches(['"', '`']).to_owned());
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().into_iter()
}

/// What `crd:` says.
fn generator_options(options: &str) -> Result<Vec<OsString>, String> {
    let mut flags = Vec::new();
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let is_true = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("unable to parse option {option:?}: expected true or false, got {value:?}")),
        };
        match name {
            "maxDescLen" => {
                let length: i64 = value
                    .parse()
                    .map_err(|_| format!("unable to parse option {option:?}: expected integer, got {value:?}"))?;
                // Less than nothing leaves descriptions whole.
                if length >= 0 {
                    flags.push("--max-description-length".into());
                    flags.push(length.to_string().into());
                }
            }
            "generateEmbeddedObjectMeta" => {
                if is_true()? {
                    flags.push("--embedded-object-meta".into());
                }
            }
            "allowDangerousTypes" => {
                if is_true()? {
                    flags.push("--dangerous-types".into());
                }
            }
            "ignoreUnexportedFields" => {
                if is_true()? {
                    flags.push("--ignore-unexported-fields".into());
                }
            }
            "crdVersions" if list(value).all(|version| version == "v1") => {}
            "crdVersions" => return Err(format!("`{option}`: API servers know definitions of version v1 only")),
            "headerFile" | "year" | "deprecatedV1beta1CompatibilityPreserveUnknownFields" => {
                return Err(format!("`{name}` is an option of controller-gen that idlgen does not have"));
            }
            _ => return Err(format!("unknown option {option:?} of `crd`")),
        }
    }
    Ok(flags)
}

/// Where `output:…` says that definitions go; `None` if it is about another generator.
fn output_place(text: &str) -> Result<Option<String>, String> {
    let rest = text.strip_prefix("output:").unwrap_or(text);
    let (rest, is_about_another) = match rest.strip_prefix("crd:") {
        Some(rest) => (rest, false),
        None => match rest.split_once(':') {
            Some((generator, _)) if OTHER_GENERATORS.contains(&generator) => (rest, true),
            _ => (rest, false),
        },
    };
    if is_about_another {
        return Ok(None);
    }
    if rest == "stdout" {
        return Ok(Some("-".to_owned()));
    }
    if let Some(folder) = rest.strip_prefix("dir=") {
        return Ok(list(folder).next());
    }
    let mut artifacts = rest.strip_prefix("artifacts:").into_iter().flat_map(|artifacts| artifacts.split(','));
    if let Some(folder) = artifacts.find_map(|part| part.strip_prefix("config=")) {
        return Ok(list(folder).next());
    }
    Err(format!("`{text}` says no place; say `output:crd:dir=FOLDER` or `output:stdout`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        let arguments = std::iter::once("idlgen").chain(line.split(' ')).map(OsString::from).collect();
        match translated(arguments) {
            Ok(arguments) => {
                let words: Vec<String> =
                    arguments.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
                words.join(" ")
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
            ("crd:maxDescLen=x paths=./a", "unable to parse option \"maxDescLen=x\": expected integer, got \"x\""),
            ("crd:maxDesc=1 paths=./a", "unknown option \"maxDesc=1\" of `crd`"),
            (
                "crd:crdVersions=v1beta1 paths=./a",
                "`crdVersions=v1beta1`: API servers know definitions of version v1 only",
            ),
            ("crd:headerFile=x paths=./a", "`headerFile` is an option of controller-gen that idlgen does not have"),
            (
                "crd paths=./a output:none",
                "`output:none` says no place; say `output:crd:dir=FOLDER` or `output:stdout`",
            ),
            (
                "rbac:roleName=manager crd paths=./a",
                "`rbac:roleName=manager` is a generator of controller-gen that idlgen does not have; let \
                 controller-gen run \
                 it in a command of its own",
            ),
        ] {
            assert_eq!(shown(line), expected, "{line}");
        }
    }
}
