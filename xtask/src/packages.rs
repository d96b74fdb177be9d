//! `cargo xtask packages`: the manifests for installing a release with package managers.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{dist::of_workspace, tidy};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The directory with the checksums of the archives, to which the manifests are written
    directory: PathBuf,
}

/// The targets of a release.
const TARGETS: &[&str] = &[
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-musl",
];

/// The Homebrew formula, and the krew manifest, which installs the program as `kubectl idlgen`. `{version}`,
/// `{repository}`, `{url:TARGET}` and `{sha256:TARGET}` are replaced.
const TEMPLATES: &[(&str, &str)] =
    &[("idlgen.rb", include_str!("packages/idlgen.rb")), ("krew.yaml", include_str!("packages/krew.yaml"))];

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    packages(&arguments.directory)?;
    Ok(true)
}

fn packages(directory: &Path) -> Result<(), String> {
    let version = of_workspace(tidy::root(), "version")?;
    let repository = of_workspace(tidy::root(), "repository")?;
    let checksum = |target: &str| {
        let path = directory.join(format!("idlgen-{version}-{target}.tar.gz.sha256"));
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let checksum = text.split_whitespace().next().unwrap_or_default();
        Ok(checksum.to_owned())
    };
    for (name, template) in TEMPLATES {
        let path = directory.join(name);
        let text = filled(template, &version, &repository, checksum)?;
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn filled(
    template: &str,
    version: &str,
    repository: &str,
    checksum: impl Fn(&str) -> Result<String, String>,
) -> Result<String, String> {
    let mut text = template.to_owned();
    for target in TARGETS {
        let url = "{repository}/releases/download/v{version}/idlgen-{version}-".to_owned() + target + ".tar.gz";
        text = text.replace(&format!("{{url:{target}}}"), &url);
        text = text.replace(&format!("{{sha256:{target}}}"), &checksum(target)?);
    }
    Ok(text.replace("{version}", version).replace("{repository}", repository))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_template(number: usize) -> String {
        let checksum = |target: &str| Ok(format!("checksum-of-{target}"));
        filled(TEMPLATES[number].1, "1.0.0", "https://example.com/idlgen", checksum).expect("is filled")
    }

    #[test]
    fn everything_is_filled_in() {
        for number in 0..TEMPLATES.len() {
            let text = of_template(number);
            assert!(
                !text.contains(":aarch64") && !text.contains("{version}") && !text.contains("{repository}"),
                "{text}"
            );
        }
        let url = "https://example.com/idlgen/releases/download/v1.0.0/idlgen-1.0.0-aarch64-apple-darwin.tar.gz";
        assert!(of_template(0).contains(&format!("url \"{url}\"\n      sha256 \"checksum-of-aarch64-apple-darwin\"")));
    }

    #[test]
    fn the_manifest_of_krew_has_every_target() {
        let documents = idlgen_yaml::load(&of_template(1), &idlgen_yaml::Limits::default());
        let root = documents[0].root.as_ref().expect("a value").to_json();
        let platforms = root["spec"]["platforms"].as_array().expect("a list");
        let uris: Vec<&str> = platforms.iter().filter_map(|platform| platform["uri"].as_str()).collect();
        assert!(TARGETS.iter().all(|target| uris.iter().any(|uri| uri.contains(target))), "{uris:?}");
    }
}
