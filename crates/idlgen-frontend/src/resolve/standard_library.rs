//! Built-in information about Go's standard library.

use super::constants::ConstantValue;

/// The first elements of the standard library's import paths.
const ROOTS: [&str; 48] = [
    "archive",
    "bufio",
    "bytes",
    "cmp",
    "compress",
    "container",
    "context",
    "crypto",
    "database",
    "debug",
    "embed",
    "encoding",
    "errors",
    "expvar",
    "flag",
    "fmt",
    "go",
    "hash",
    "html",
    "image",
    "index",
    "internal",
    "io",
    "iter",
    "log",
    "maps",
    "math",
    "mime",
    "net",
    "os",
    "path",
    "plugin",
    "reflect",
    "regexp",
    "runtime",
    "slices",
    "sort",
    "strconv",
    "strings",
    "structs",
    "sync",
    "syscall",
    "testing",
    "text",
    "time",
    "unicode",
    "unique",
    "unsafe",
];

/// Returns `true` for an import path of the standard library.
pub fn is_standard_library(import_path: &str) -> bool {
    let root = import_path.split('/').next().unwrap_or(import_path);
    ROOTS.binary_search(&root).is_ok()
}

/// Returns the value of a standard library constant that API packages use, and whether it is a `time.Duration`.
pub(super) fn constant(package: &str, name: &str) -> Option<ConstantValue> {
    let integer = |value: i128| Some(ConstantValue::Integer(value));
    match (package, name) {
        ("time", "Nanosecond") => integer(1),
        ("time", "Microsecond") => integer(1_000),
        ("time", "Millisecond") => integer(1_000_000),
        ("time", "Second") => integer(1_000_000_000),
        ("time", "Minute") => integer(60_000_000_000),
        ("time", "Hour") => integer(3_600_000_000_000),
        ("math", "MaxInt8") => integer(i128::from(i8::MAX)),
        ("math", "MinInt8") => integer(i128::from(i8::MIN)),
        ("math", "MaxUint8") => integer(i128::from(u8::MAX)),
        ("math", "MaxInt16") => integer(i128::from(i16::MAX)),
        ("math", "MinInt16") => integer(i128::from(i16::MIN)),
        ("math", "MaxUint16") => integer(i128::from(u16::MAX)),
        ("math", "MaxInt32") => integer(i128::from(i32::MAX)),
        ("math", "MinInt32") => integer(i128::from(i32::MIN)),
        ("math", "MaxUint32") => integer(i128::from(u32::MAX)),
        ("math", "MaxInt" | "MaxInt64") => integer(i128::from(i64::MAX)),
        ("math", "MinInt" | "MinInt64") => integer(i128::from(i64::MIN)),
        ("math", "MaxUint" | "MaxUint64") => integer(i128::from(u64::MAX)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_sorted() {
        assert!(ROOTS.is_sorted());
        assert!(is_standard_library("encoding/json"));
        assert!(is_standard_library("time"));
        assert!(!is_standard_library("k8s.io/api/core/v1"));
        assert!(!is_standard_library("example/api/v1"));
    }

    #[test]
    fn durations() {
        assert_eq!(constant("time", "Minute"), Some(ConstantValue::Integer(60_000_000_000)));
        assert_eq!(constant("math", "Pi"), None);
    }
}
