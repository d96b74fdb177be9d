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

#[cfg(test)]
mod tests {
    use super::colored;

    #[test]
    fn each_kind_of_line_has_its_color() {
        let diff = "--- a\n+++ b\n@@ -1 +1 @@\n same\n-old\n+new\n\n-last";
        let shown = colored(diff).replace('\u{1b}', "^");
        let expected = "^[1m--- a^[0m\n^[1m+++ b^[0m\n^[36m@@ -1 +1 @@^[0m\n same\n^[31m-old^[0m\n^[32m+new^[0m\n\n\
                        ^[31m-last^[0m";
        assert_eq!(shown, expected);
    }
}
