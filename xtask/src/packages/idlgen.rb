class Idlgen < Formula
  desc "Validation for Kubernetes APIs, generated from Go types and run on manifests"
  homepage "{repository}"
  version "{version}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "{url:aarch64-apple-darwin}"
      sha256 "{sha256:aarch64-apple-darwin}"
    end
    on_intel do
      url "{url:x86_64-apple-darwin}"
      sha256 "{sha256:x86_64-apple-darwin}"
    end
  end

  on_linux do
    on_arm do
      url "{url:aarch64-unknown-linux-musl}"
      sha256 "{sha256:aarch64-unknown-linux-musl}"
    end
    on_intel do
      url "{url:x86_64-unknown-linux-musl}"
      sha256 "{sha256:x86_64-unknown-linux-musl}"
    end
  end

  def install
    bin.install "idlgen"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/idlgen.bash" => "idlgen"
    zsh_completion.install "completions/_idlgen"
    fish_completion.install "completions/idlgen.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/idlgen --version")
  end
end
