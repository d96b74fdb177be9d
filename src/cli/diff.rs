//! Colored unified diffs.

/// Adds the usual colors to a unified diff.
pub(super) fn colored(diff: &str) -> String {
    let line = |line: &str| {
        let color = match line.get(..1) {
            _ if line.starts_with("+++") || line.starts_with("---") => "\u{1b}[1m",
            Some("+") => "\u{1b}[32m",
            Some("-") => "\u{1b}[31m",
            Some("@") => "\u{1b}[36m",
            _ => return line.to_owned(),
        };
        let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
        format!("{color}{text}\u{1b}[0m{end}")
    };
    diff.split_inclusive('\n').map(line).collect()
}
