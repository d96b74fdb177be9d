//! Checks that docs/figure.svg, the figure of the README, shows the actual output of the program. `IDLGEN_BLESS=1`
//! updates it.

use std::{fmt::Write, fs, path::Path, process::Command};

/// The directory of the Go module and the object.
const MODULE: &str = "testdata/figure";

/// The height of a line, in pixels.
const LINE: usize = 18;

/// A box with a title and lines of text.
struct Panel {
    title: &'static str,
    lines: Vec<String>,
    left: usize,
    top: usize,
    width: usize,
}

#[test]
fn the_figure_shows_a_real_run() {
    let figure = figure();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/figure.svg");
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        fs::write(&path, figure).expect("docs can be written");
        return;
    }
    let present = fs::read_to_string(&path).unwrap_or_default();
    assert!(present == figure, "docs/figure.svg is stale; run `cargo xtask bless` and look at it");
}

fn figure() -> String {
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(MODULE).join("api/v1/types.go"));
    let source = source.expect("reads").replace('\t', "  ");
    let crd = program(&["crd", "./...", "-o", "-"]);
    let openapi = program(&["openapi", "./...", "--layout", "structural", "--type", "Gadget", "-o", "-"]);
    let rust = program(&["rust", "./...", "-o", "-"]);
    let verdict = program(&["validate", "gadget.yaml", "--go", "./api/v1"]);
    let types = between(&source, "// +validationRule", "}");
    let right = 520;
    let mut panels = vec![
        Panel { title: "api/v1/types.go", lines: types, left: 16, top: 16, width: 460 },
        Panel {
            title: "idlgen crd",
            lines: between(&crd, "            properties:\n              max:", "- rule: self.min <= self.max"),
            left: right,
            top: 16,
            width: 460,
        },
    ];
    let mut object: Vec<String> = vec!["$ idlgen validate gadget.yaml --go ./api/v1".to_owned()];
    object.extend(between(&verdict, "error[IDL0905]", "^^").into_iter().flat_map(|line| wrapped(&line, 54)));
    panels.push(Panel { title: "idlgen validate", lines: object, left: 16, top: 0, width: 460 });
    let members = between(&openapi, "\"max\": {", "},");
    panels.push(Panel { title: "idlgen openapi", lines: members, left: right, top: 0, width: 460 });
    let checks = between(&rust, "// +validationRule=", "check::minimum");
    panels.push(Panel {
        title: "idlgen rust",
        lines: checks.into_iter().flat_map(|line| wrapped(&line, 54)).collect(),
        left: right,
        top: 0,
        width: 460,
    });
    stack(&mut panels);
    draw(&panels)
}

/// Places the panels of each column below each other.
fn stack(panels: &mut [Panel]) {
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for panel in panels {
        let column = ends.iter().position(|(left, _)| *left == panel.left).unwrap_or_else(|| {
            ends.push((panel.left, 16));
            ends.len() - 1
        });
        let end = &mut ends[column].1;
        panel.top = *end;
        *end += panel.height() + 24;
    }
}

impl Panel {
    fn height(&self) -> usize {
        self.lines.len() * LINE + 48
    }
}

/// Returns what the program writes to standard output for the module.
fn program(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_idlgen"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(MODULE))
        .env("GOMODCACHE", "/nonexistent")
        .env("GOFLAGS", "")
        .env_remove("GOWORK")
        .output()
        .expect("idlgen starts");
    String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8")
}

/// Returns the lines from the one that contains `start` up to the next line that contains `end`, without their common
/// indentation.
fn between(text: &str, start: &str, end: &str) -> Vec<String> {
    let at = text.find(start).unwrap_or_else(|| panic!("no {start:?} in\n{text}"));
    let from = text[..at].rfind('\n').map_or(0, |line| line + 1);
    let mut lines: Vec<&str> = Vec::new();
    for line in text[from..].lines() {
        lines.push(line);
        if lines.len() > 1 && line.contains(end) {
            break;
        }
    }
    let indentation = |line: &&str| line.len() - line.trim_start().len();
    let common = lines.iter().filter(|line| !line.is_empty()).map(indentation).min().unwrap_or_default();
    lines.into_iter().map(|line| line.get(common..).unwrap_or_default().to_owned()).collect()
}

/// Breaks a line at spaces.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let indentation: String = line.chars().take_while(|one| *one == ' ').collect();
    let mut lines = vec![indentation.clone()];
    for word in line.split_whitespace() {
        let last = lines.last_mut().expect("there is one");
        if last.trim().is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(format!("{indentation}  {word}"));
        }
    }
    lines
}

fn draw(panels: &[Panel]) -> String {
    let height = panels.iter().map(|panel| panel.top + panel.height()).max().unwrap_or_default() + 16;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 996 {height}\" role=\"img\">\n\
         <title>{TITLE}</title>\n{STYLE}"
    );
    for panel in panels {
        let Panel { title, lines, left, top, width } = panel;
        let _ =
            writeln!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{}\" rx=\"6\"/>", panel.height());
        let _ = writeln!(svg, "<text class=\"title\" x=\"{}\" y=\"{}\">{title}</text>", left + 12, top + 22);
        for (number, line) in lines.iter().enumerate() {
            let y = top + 46 + number * LINE;
            let _ =
                writeln!(svg, "<text class=\"{}\" x=\"{}\" y=\"{y}\">{}</text>", class(line), left + 12, escaped(line));
        }
    }
    let types = &panels[0];
    let middle = types.top + types.height() / 2;
    let (from, to) = (types.left + types.width + 6, 520 - 8);
    let _ = writeln!(svg, "<path d=\"M{from} {middle}H{to}m-7-5 7 5-7 5\"/>");
    svg.push_str("</svg>\n");
    svg
}

/// Returns the color class of a line: tags, comments, errors and other text each have one.
fn class(line: &str) -> &'static str {
    let line = line.trim_start();
    match line {
        _ if line.starts_with("// +") => "tag",
        _ if line.starts_with("//") => "comment",
        _ if line.starts_with("error") || line.contains("^^") => "error",
        _ => "code",
    }
}

fn escaped(line: &str) -> String {
    line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The text alternative of the figure.
const TITLE: &str =
    "One types.go gives a CRD, OpenAPI and Rust; a manifest that breaks a rule is rejected at its line.";

/// Colors for light and dark mode.
const STYLE: &str = "\
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; }
rect { fill: #f6f8fa; stroke: #d0d7de; }
path { fill: none; stroke: #57606a; stroke-width: 2; }
.title { fill: #57606a; font-weight: bold; }
.code { fill: #1f2328; }
.comment { fill: #57606a; }
.tag { fill: #0550ae; }
.error { fill: #cf222e; }
@media (prefers-color-scheme: dark) {
  rect { fill: #161b22; stroke: #30363d; }
  path { stroke: #8b949e; }
  .title, .comment { fill: #8b949e; }
  .code { fill: #e6edf3; }
  .tag { fill: #79c0ff; }
  .error { fill: #ff7b72; }
}
</style>
";
