//! Build tags, and files excluded by name (`go/build`, `matchTag` and `goodOSArchFile`).

use std::path::Path;

use super::GoEnvironment;

/// The newest release tag that is set is `go1.26`, whatever version of Go is installed, so that output is reproducible.
const NEWEST_MINOR: u32 = 26;

const OPERATING_SYSTEMS: [&str; 18] = [
    "aix",
    "android",
    "darwin",
    "dragonfly",
    "freebsd",
    "hurd",
    "illumos",
    "ios",
    "js",
    "linux",
    "nacl",
    "netbsd",
    "openbsd",
    "plan9",
    "solaris",
    "wasip1",
    "windows",
    "zos",
];

const UNIX: [&str; 12] = [
    "aix",
    "android",
    "darwin",
    "dragonfly",
    "freebsd",
    "hurd",
    "illumos",
    "ios",
    "linux",
    "netbsd",
    "openbsd",
    "solaris",
];

const ARCHITECTURES: [&str; 24] = [
    "386",
    "amd64",
    "amd64p32",
    "arm",
    "armbe",
    "arm64",
    "arm64be",
    "loong64",
    "mips",
    "mipsle",
    "mips64",
    "mips64le",
    "mips64p32",
    "mips64p32le",
    "ppc",
    "ppc64",
    "ppc64le",
    "riscv",
    "riscv64",
    "s390",
    "s390x",
    "sparc",
    "sparc64",
    "wasm",
];

/// Returns `true` if a build tag is set.
pub(super) fn is_set(environment: &GoEnvironment, tag: &str) -> bool {
    let system = environment.operating_system.as_str();
    tag == system
        || tag == environment.architecture
        || tag == "gc"
        || (tag == "cgo" && environment.cgo == Some(true))
        || matches!((system, tag), ("android", "linux") | ("illumos", "solaris") | ("ios", "darwin"))
        || (tag == "unix" && UNIX.contains(&system))
        || tag
            .strip_prefix("go1.")
            .and_then(|minor| minor.parse::<u32>().ok())
            .is_some_and(|minor| minor <= NEWEST_MINOR)
        || environment.tags.iter().any(|set| set == tag)
}

/// Returns `true` for the name of a Go file.
pub(super) fn is_go_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "go")
}

/// Returns `true` if a Go file is included by its name: not a test, not hidden (`_x.go`, `.x.go`), and not for another
/// platform (`x_windows.go`, `x_arm64.go`).
pub(super) fn is_included_by_name(environment: &GoEnvironment, name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".go") else { return false };
    if name.starts_with(['_', '.']) || stem.ends_with("_test") {
        return false;
    }
    let stem = name.split('.').next().unwrap_or("");
    let mut parts = stem.split('_').skip(1).collect::<Vec<_>>().into_iter().rev();
    let Some(last) = parts.next() else { return true };
    let is_set = |tag: &str| is_set(environment, tag);
    match parts.next() {
        Some(system) if OPERATING_SYSTEMS.contains(&system) && ARCHITECTURES.contains(&last) => {
            is_set(system) && is_set(last)
        }
        _ if OPERATING_SYSTEMS.contains(&last) || ARCHITECTURES.contains(&last) => is_set(last),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_linux_on_amd64_are_set() {
        let environment = GoEnvironment { tags: vec!["mine".to_owned()], ..GoEnvironment::default() };
        for (tag, expected) in [
            ("linux", true),
            ("amd64", true),
            ("unix", true),
            ("gc", true),
            ("go1.1", true),
            ("go1.26", true),
            ("mine", true),
            ("go1.27", false),
            ("cgo", false),
            ("windows", false),
            ("arm64", false),
            ("gccgo", false),
            ("race", false),
        ] {
            assert_eq!(is_set(&environment, tag), expected, "{tag}");
        }
        let android = GoEnvironment { operating_system: "android".to_owned(), ..GoEnvironment::default() };
        assert!(is_set(&android, "linux") && is_set(&android, "unix"));
    }

    #[test]
    fn names_leave_files_out() {
        let environment = GoEnvironment::default();
        for (name, expected) in [
            ("types.go", true),
            ("linux.go", true),
            ("windows.go", true),
            ("x_linux.go", true),
            ("x_linux_amd64.go", true),
            ("x_unix.go", true),
            ("x_y_z.go", true),
            ("zz_generated.deepcopy.go", true),
            ("x_windows.foo.go", false),
            ("x_windows.go", false),
            ("x_arm64.go", false),
            ("x_linux_arm64.go", false),
            ("x_windows_amd64.go", false),
            ("_amd64.go", false),
            ("_x.go", false),
            (".x.go", false),
            ("x_test.go", false),
            ("x.txt", false),
            ("x.go.bak", false),
        ] {
            assert_eq!(is_included_by_name(&environment, name), expected, "{name}");
        }
    }
}
