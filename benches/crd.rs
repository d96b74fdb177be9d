//! Measures the time from Go source in memory to CRDs, for a growing number of kinds that share most of their types,
//! and for a growing number of files in a dependency of which a single type is used: `cargo bench --bench crd`.
//!
//! The time per kind must not increase with the size of the input, and files of a dependency must cost next to nothing.
//! `cargo xtask crd-differential` compares idlgen with controller-gen on real modules.
#![expect(clippy::print_stdout, reason = "the figures are printed")]

use std::{fmt::Write, time::Instant};

use idlgen::{
    config::Settings,
    emit::crd::Crd,
    modules::GoEnvironment,
    session::{Outputs, Session},
    source::{MemoryFileSystem, SourceMap},
    tool::ToolName,
};

/// Numbers of kinds, each twice the previous one.
const SIZES: [usize; 5] = [10, 20, 40, 80, 160];

/// Number of runs per size. The fastest one is reported.
const RUNS: usize = 3;

/// Number of types that the kinds share. Each is a part of the previous one.
const TYPES: usize = 40;

/// Number of files in the dependency for each kind of the other input.
const FILES: usize = 10;

fn main() {
    // Without this argument, `cargo test --benches` only checks that the benchmark works.
    let measures = std::env::args().any(|argument| argument == "--bench");
    let (sizes, runs) = if measures { (&SIZES[..], RUNS) } else { (&SIZES[..1], 1) };
    for tool in ["idlgen", "controller-gen"] {
        for size in sizes {
            let files = module(*size);
            let best = (0..runs).map(|_| seconds(tool, &files)).fold(f64::INFINITY, f64::min);
            println!("crd --compat {tool}: {size} kinds in {best:.3} s, {:.1} µs a kind", best * 1e6 / *size as f64);
        }
        for size in sizes.iter().map(|size| size * FILES) {
            let files = dependency(size);
            let best = (0..runs).map(|_| seconds(tool, &files)).fold(f64::INFINITY, f64::min);
            let each = best * 1e6 / size as f64;
            println!("crd --compat {tool}: {size} files of a dependency in {best:.3} s, {each:.1} µs a file");
        }
    }
}

fn seconds(tool: &str, files: &MemoryFileSystem) -> f64 {
    let start = Instant::now();
    let mut settings = Settings::default();
    settings.directory = "/m".into();
    settings.packages = vec!["./v1".to_owned()];
    settings.compatibility = ToolName::from_name(tool).unwrap_or_default();
    let mut session = Session::new(settings, GoEnvironment::default(), files, SourceMap::default());
    let generated = session.generate(&Outputs::of(&Crd));
    assert!(generated.files.iter().map(|(_, text)| text.len()).sum::<usize>() > 0, "{:?}", generated.diagnostics);
    start.elapsed().as_secs_f64()
}

/// Returns a module with one package of `kinds` kinds.
fn module(kinds: usize) -> MemoryFileSystem {
    let mut text = String::from(
        "// +groupName=example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n",
    );
    for index in 0..TYPES {
        let _ = write!(
            text,
            "\n// Part{index} is in all of them.\ntype Part{index} struct {{\n\t// Name is the name that it goes by,\n\
             \t// which has to be short: the longer it is, the less it is read.\n\
             \t// +kubebuilder:validation:MaxLength=63\n\tName string `json:\"name\"`\n\
             \t// +optional\n\tLabels map[string]string `json:\"labels,omitempty\"`\n\
             \t// +kubebuilder:validation:Enum=Fast;Safe\n\tMode string `json:\"mode,omitempty\"`\n"
        );
        if index + 1 < TYPES {
            let _ = writeln!(text, "\tPart *Part{0} `json:\"part,omitempty\"`", index + 1);
        }
        text.push_str("}\n");
    }
    for index in 0..kinds {
        let _ = write!(
            text,
            "\n// Kind{index} is one of many.\n// +kubebuilder:object:root=true\ntype Kind{index} struct {{\n\
             \tmetav1.TypeMeta `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
             \tSpec Part{} `json:\"spec\"`\n}}\n",
            index % 4
        );
    }
    let mut files = MemoryFileSystem::default();
    files.insert("/m/go.mod", "module example.com/m\n\ngo 1.25\n");
    files.insert("/m/v1/types.go", text);
    files
}

/// Returns a module with a kind that uses one type of a package of `size` files, each with a type and its methods.
fn dependency(size: usize) -> MemoryFileSystem {
    let mut files = MemoryFileSystem::default();
    files.insert("/m/go.mod", "module example.com/m\n\ngo 1.25\n");
    files.insert(
        "/m/v1/types.go",
        "// +groupName=example.com\npackage v1\n\nimport (\n\t\"example.com/m/internal/dep\"\n\tmetav1 \
         \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n)\n\n// +kubebuilder:object:root=true\ntype Kind struct {\n\
         \tmetav1.TypeMeta `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
         \tSpec dep.Part0 `json:\"spec\"`\n}\n",
    );
    for index in 0..size {
        let mut text = format!(
            "package dep\n\n// Part{index} is one of many.\ntype Part{index} struct {{\n\tName *string \
             `json:\"name,omitempty\"`\n}}\n"
        );
        for method in ["GetName", "SetName", "HasName", "Copy"] {
            let _ = write!(
                text,
                "\n// {method} is a method.\nfunc (part *Part{index}) {method}() string {{\n\tif part == nil || \
                 part.Name == nil {{\n\t\treturn \"\"\n\t}}\n\treturn *part.Name\n}}\n"
            );
        }
        files.insert(format!("/m/internal/dep/part{index}.go"), text);
    }
    files
}
