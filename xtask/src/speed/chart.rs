//! docs/speed.svg: for each task, a bar for the other tool and one for idlgen.

use std::fmt::Write;

use super::results::Results;

pub(super) const FILE: &str = "docs/speed.svg";

/// The length of the bar of the other tool, in pixels.
const LONGEST: f64 = 560.0;

/// The left end of the bars.
const LEFT: usize = 230;

/// The height of a task.
const TASK: usize = 92;

/// Draws the chart. The lengths of the two bars of a task have the ratio of the CPU times.
pub(super) fn draw(results: &Results) -> String {
    let height = results.result.len() * TASK + 44;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 996 {height}\" role=\"img\">\n\
         <title>{}</title>\n{STYLE}<text class=\"title\" x=\"16\" y=\"26\">CPU time, less is better</text>\n",
        title(results)
    );
    for (number, one) in results.result.iter().enumerate() {
        let top = number * TASK + 44;
        let ratio = one.ratio.max(1.0);
        let (theirs, ours) = if one.ratio < 1.0 { (LONGEST * one.ratio, LONGEST) } else { (LONGEST, LONGEST / ratio) };
        let _ = writeln!(svg, "<text class=\"task\" x=\"16\" y=\"{}\">{}</text>", top + 14, escaped(&one.task));
        let peer = format!("{} {}", one.peer, short(&one.version));
        let bars = [("peer", peer, theirs, format!("{} ×", one.ratio)), ("own", "idlgen".into(), ours, "1 ×".into())];
        for (index, (class, name, length, label)) in bars.into_iter().enumerate() {
            let y = top + 24 + index * 26;
            let _ = writeln!(svg, "<text class=\"name\" x=\"16\" y=\"{}\">{}</text>", y + 15, escaped(&name));
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{LEFT}\" y=\"{y}\" width=\"{length:.1}\" height=\"20\" rx=\"3\"/>"
            );
            let _ = writeln!(
                svg,
                "<text class=\"name\" x=\"{:.1}\" y=\"{}\">{label}</text>",
                LEFT as f64 + length + 10.0,
                y + 15
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Returns the text alternative.
fn title(results: &Results) -> String {
    let peers = results
        .result
        .iter()
        .map(|one| format!("{}: {} {} takes {} times as much", one.task, one.peer, short(&one.version), one.ratio));
    escaped(&format!("CPU time of idlgen and other tools. {}.", peers.collect::<Vec<_>>().join(". ")))
}

/// Returns a version without its time and all but the first 7 digits of its commit:
/// `v0.0.0-20250910181357-589584f1c912` is `589584f`.
fn short(version: &str) -> &str {
    match version.rsplit_once('-') {
        Some((before, commit)) if before.starts_with("v0.0.0-") => commit.get(..7).unwrap_or(commit),
        _ => version,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Colors for light and dark mode.
const STYLE: &str = "\
<style>
text { font: 15px system-ui, sans-serif; fill: #1f2328; }
.title { fill: #57606a; }
.task { font-weight: bold; }
.peer { fill: #8c959f; }
.own { fill: #0969da; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .title { fill: #8b949e; }
  .peer { fill: #6e7681; }
  .own { fill: #58a6ff; }
}
</style>
";

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{speed::DATA, tidy::root};

    #[test]
    fn the_chart_shows_the_data() {
        let data = fs::read_to_string(root().join(DATA)).unwrap();
        let chart = draw(&toml::from_str(&data).unwrap());
        if std::env::var_os("IDLGEN_BLESS").is_some() {
            fs::write(root().join(FILE), &chart).unwrap();
        }
        let present = fs::read_to_string(root().join(FILE)).unwrap();
        assert!(present == chart, "{FILE} is stale; run `cargo xtask bless` and look at it");
    }

    #[test]
    fn versions_are_short() {
        assert_eq!(short("v0.22.0"), "v0.22.0");
        assert_eq!(short("v0.0.0-20250910181357-589584f1c912"), "589584f");
    }
}
