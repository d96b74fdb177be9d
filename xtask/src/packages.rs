//! `cargo xtask packages`: the manifests by which package managers install a release.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use crate::{dist::of_workspace, tidy};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The directory with the archives' checksums, `idlgen-VERSION-TARGET.tar.gz.sha256`; the manifests are written to it
    directory: PathBuf,
}

/// What is released, and where.
struct Release {
    version: String,
    repository: String,
    archives: Vec<Archive>,
}

/// An archive of a release.
struct Archive {
    target: &'static str,
    /// The operating system and the processor, as krew names them.
    platform: (&'static str, &'static str),
    name: String,
    checksum: String,
}

/// The targets of a release.
const TARGETS: &[(&str, (&str, &str))] = &[
    ("aarch64-apple-darwin", ("darwin", "arm64")),
    ("aarch64-unknown-linux-musl", ("linux", "arm64")),
    ("x86_64-apple-darwin", ("darwin", "amd64")),
    ("x86_64-pc-windows-msvc", ("windows", "amd64")),
    ("x86_64-unknown-linux-musl", ("linux", "amd64")),
];

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match packages(&arguments.directory) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("packages: {message}");
            ExitCode::from(2)
        }
    }
}

fn packages(directory: &Path) -> Result<(), String> {
    let version = of_workspace(tidy::root(), "version")?;
    let repository = of_workspace(tidy::root(), "repository")?;
    let archives: Vec<Archive> = TARGETS
        .iter()
        .map(|(target, platform)| {
            let name = format!("idlgen-{version}-{target}");
            let path = directory.join(format!("{name}.tar.gz.sha256"));
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let checksum = text.split_whitespace().next().unwrap_or_default().to_owned();
            Ok(Archive { target, platform: *platform, name, checksum })
        })
        .collect::<Result<_, String>>()?;
    let release = Release { version, repository, archives };
    for (name, text) in [("idlgen.rb", release.formula()), ("idlgen.krew.yaml", release.krew())] {
        let path = directory.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

impl Release {
    fn url(&self, archive: &Archive) -> String {
        format!("{}/releases/download/v{}/{}.tar.gz", self.repository, self.version, archive.name)
    }

    /// The formula of Homebrew.
    fn formula(&self) -> String {
        let Release { version, repository, archives } = self;
        let mut text = format!(
            "class Idlgen < Formula\n  desc \"Validation for Kubernetes APIs, generated from Go types and run on manifests\"\n  \
         homepage \"{repository}\"\n  version \"{version}\"\n  license \"Apache-2.0\"\n"
        );
        for (system, block) in [("darwin", "on_macos"), ("linux", "on_linux")] {
            text.push_str(&format!("\n  {block} do\n"));
            for (processor, block) in [("arm64", "on_arm"), ("amd64", "on_intel")] {
                for archive in archives.iter().filter(|archive| archive.platform == (system, processor)) {
                    let (url, checksum) = (self.url(archive), &archive.checksum);
                    text.push_str(&format!(
                        "    {block} do\n      url \"{url}\"\n      sha256 \"{checksum}\"\n    end\n"
                    ));
                }
            }
            text.push_str("  end\n");
        }
        text.push_str(
        "\n  def install\n    bin.install \"idlgen\"\n    man1.install Dir[\"man/*.1\"]\n    bash_completion.install \
         \"completions/idlgen.bash\" => \"idlgen\"\n    zsh_completion.install \"completions/_idlgen\"\n    \
         fish_completion.install \"completions/idlgen.fish\"\n  end\n\n  test do\n    assert_match version.to_s, \
         shell_output(\"#{bin}/idlgen --version\")\n  end\nend\n",
    );
        text
    }

    /// The manifest of krew, by which the program is `kubectl idlgen`.
    fn krew(&self) -> String {
        let Release { version, repository, archives } = self;
        let mut text = format!(
            "apiVersion: krew.googlecontainertools.github.com/v1alpha2\nkind: Plugin\nmetadata:\n  name: idlgen\nspec:\n  \
         version: v{version}\n  homepage: {repository}\n  shortDescription: Validate manifests as an API server does\n  \
         description: |\n    Validates manifests by CustomResourceDefinitions, OpenAPI documents and Go types, without a\n    \
         cluster, and generates CustomResourceDefinitions from Go types.\n  platforms:\n"
        );
        for archive in archives {
            let (system, processor) = archive.platform;
            let program = if archive.target.contains("windows") { "idlgen.exe" } else { "idlgen" };
            text.push_str(&format!(
            "  - selector:\n      matchLabels:\n        os: {system}\n        arch: {processor}\n    uri: {}\n    sha256: {}\n    \
             bin: {program}\n    files:\n    - from: {name}/{program}\n      to: .\n    - from: {name}/LICENSE\n      to: .\n",
            self.url(archive),
            archive.checksum,
            name = archive.name,
        ));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release() -> Release {
        let archive = |(target, platform): &(&'static str, (&'static str, &'static str))| Archive {
            target,
            platform: *platform,
            name: format!("idlgen-1.0.0-{target}"),
            checksum: "0123".to_owned(),
        };
        let archives = TARGETS.iter().map(archive).collect();
        Release { version: "1.0.0".to_owned(), repository: "https://example.com/idlgen".to_owned(), archives }
    }

    #[test]
    fn the_manifest_of_krew_is_yaml_with_every_target() {
        let text = release().krew();
        let documents = idlgen_yaml::load(&text, &idlgen_yaml::Limits::default());
        let root = documents[0].root.as_ref().expect("a value").to_json();
        let platforms = root["spec"]["platforms"].as_array().expect("a list");
        assert_eq!(platforms.len(), TARGETS.len());
        assert!(platforms.iter().all(|platform| platform["sha256"] == "0123" && platform["bin"].is_string()));
    }

    #[test]
    fn the_formula_has_the_targets_of_homebrew() {
        let text = release().formula();
        assert_eq!(text.matches("sha256 \"0123\"").count(), 4);
        assert_eq!(text.matches(" do\n").count() + text.matches("def ").count() + 1, text.matches("end\n").count());
    }
}
