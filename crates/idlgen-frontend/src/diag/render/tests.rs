//! Renders the same diagnostics in every format.

use insta::assert_snapshot;

use super::*;
use crate::{
    diag::Severity,
    modules::codes::UNKNOWN_MODULE,
    source::Span,
    tags::codes::{NEAR_TAG, UNKNOWN_TAG},
};

/// Returns a misspelled tag with a note, help and a fix; a warning with two locations; a diagnostic without a location.
fn rendered(format: Format) -> String {
    let mut sources = SourceMap::default();
    let text = "package v1\n\ntype A struct {\n\t// +maxLenght=3\n\tB string\n}\n";
    let file = sources.add("api/v1/types.go", text);
    let span = |text_of_span: &str| {
        let start = text.find(text_of_span).unwrap();
        Span::new(file, start, start + text_of_span.len())
    };
    let tag = span("maxLenght");
    let misspelt = Diagnostic::new(UNKNOWN_TAG, "unknown tag `+maxLenght`")
        .at(tag)
        .note("tags are exact: 100%, upper and lower case too")
        .help("correct the name, or remove the tag")
        .fix("use `+maxLength`", tag, "maxLength");
    let mut two_places = Diagnostic::new(NEAR_TAG, "a struct, and a field in it")
        .at_with(span("A struct {\n"), "the struct")
        .and(span("B string"), "the field");
    two_places.severity = Severity::Warning;
    let nowhere = Diagnostic::new(UNKNOWN_MODULE, "two\nlines");
    render(&[misspelt, two_places, nowhere], &sources, format, Escapes::None)
}

#[test]
fn full() {
    assert_snapshot!(rendered(Format::Full), @"
    error[IDL0301]: unknown tag `+maxLenght`
     --> api/v1/types.go:4:6
      |
    4 |     // +maxLenght=3
      |         ^^^^^^^^^
      |
      = note: tags are exact: 100%, upper and lower case too
      = help: correct the name, or remove the tag
    help: use `+maxLength`
      |
    4 -     // +maxLenght=3
    4 +     // +maxLength=3
      |

    warning[IDL0302]: a struct, and a field in it
     --> api/v1/types.go:3:6
      |
    3 |   type A struct {
      |  ______^
    4 | |     // +maxLenght=3
      | |_^ the struct
    5 |       B string
      |       -------- the field

    error[IDL0110]: two
                    lines
    ");
}

#[test]
fn short() {
    assert_snapshot!(rendered(Format::Short), @"
    api/v1/types.go:4:6: error[IDL0301]: unknown tag `+maxLenght`
    api/v1/types.go:3:6: warning[IDL0302]: a struct, and a field in it
    error[IDL0110]: two lines
    ");
}

#[test]
fn json() {
    assert_snapshot!(rendered(Format::Json), @r#"
    [
    {"code":"IDL0301","name":"unknown-tag","severity":"error","message":"unknown tag `+maxLenght`","location":{"file":"api/v1/types.go","line":4,"column":6,"end_line":4,"end_column":15},"notes":["tags are exact: 100%, upper and lower case too"],"help":["correct the name, or remove the tag"],"fix":{"title":"use `+maxLength`","applicability":"safe","edits":[{"location":{"file":"api/v1/types.go","line":4,"column":6,"end_line":4,"end_column":15},"text":"maxLength"}]}},
    {"code":"IDL0302","name":"near-tag","severity":"warning","message":"a struct, and a field in it","location":{"file":"api/v1/types.go","line":3,"column":6,"end_line":4,"end_column":1,"message":"the struct"},"related":[{"file":"api/v1/types.go","line":5,"column":2,"end_line":5,"end_column":10,"message":"the field"}]},
    {"code":"IDL0110","name":"unknown-module","severity":"error","message":"two\nlines"}
    ]
    "#);
}

#[test]
fn github() {
    assert_snapshot!(rendered(Format::Github), @"
    ::error file=api/v1/types.go,line=4,col=6,endColumn=15,title=IDL0301::unknown tag `+maxLenght`%0Atags are exact: 100%25, upper and lower case too%0Ahelp: correct the name, or remove the tag
    ::warning file=api/v1/types.go,line=3,col=6,endLine=4,title=IDL0302::a struct, and a field in it
    ::error title=IDL0110::two%0Alines
    ");
}

#[test]
fn sarif() {
    let document: serde_json::Value = serde_json::from_str(&rendered(Format::Sarif)).unwrap();
    assert_eq!(document["version"], "2.1.0");
    let results = serde_json::to_string_pretty(&document["runs"][0]["results"]).unwrap();
    assert_snapshot!(results, @r#"
    [
      {
        "fixes": [
          {
            "artifactChanges": [
              {
                "artifactLocation": {
                  "uri": "api/v1/types.go"
                },
                "replacements": [
                  {
                    "deletedRegion": {
                      "endColumn": 15,
                      "endLine": 4,
                      "startColumn": 6,
                      "startLine": 4
                    },
                    "insertedContent": {
                      "text": "maxLength"
                    }
                  }
                ]
              }
            ],
            "description": {
              "text": "use `+maxLength`"
            },
            "properties": {
              "applicability": "safe"
            }
          }
        ],
        "level": "error",
        "locations": [
          {
            "physicalLocation": {
              "artifactLocation": {
                "uri": "api/v1/types.go"
              },
              "region": {
                "endColumn": 15,
                "endLine": 4,
                "startColumn": 6,
                "startLine": 4
              }
            }
          }
        ],
        "message": {
          "text": "unknown tag `+maxLenght`\ntags are exact: 100%, upper and lower case too\nhelp: correct the name, or remove the tag"
        },
        "ruleId": "IDL0301"
      },
      {
        "level": "warning",
        "locations": [
          {
            "message": {
              "text": "the struct"
            },
            "physicalLocation": {
              "artifactLocation": {
                "uri": "api/v1/types.go"
              },
              "region": {
                "endColumn": 1,
                "endLine": 4,
                "startColumn": 6,
                "startLine": 3
              }
            }
          }
        ],
        "message": {
          "text": "a struct, and a field in it"
        },
        "relatedLocations": [
          {
            "message": {
              "text": "the field"
            },
            "physicalLocation": {
              "artifactLocation": {
                "uri": "api/v1/types.go"
              },
              "region": {
                "endColumn": 10,
                "endLine": 5,
                "startColumn": 2,
                "startLine": 5
              }
            }
          }
        ],
        "ruleId": "IDL0302"
      },
      {
        "level": "error",
        "message": {
          "text": "two\nlines"
        },
        "ruleId": "IDL0110"
      }
    ]
    "#);
}

/// Returns a diagnostic in the file with this path, and its second location in the same file.
fn in_file(path: &str, format: Format) -> String {
    let mut sources = SourceMap::default();
    let span = Span::new(sources.add(path, "text"), 0, 1);
    render(&[Diagnostic::new(NEAR_TAG, "m").at(span).and(span, "before")], &sources, format, Escapes::None)
}

#[test]
fn code_hosts_find_the_files() {
    for (path, shown) in [
        ("./a/b.yaml", "a/b.yaml"),
        ("a/./x/../b.yaml", "a/b.yaml"),
        ("../a//b.yaml", "../a/b.yaml"),
        ("../../a.yaml", "../../a.yaml"),
        ("/w/../a.yaml", "/a.yaml"),
    ] {
        let text = in_file(path, Format::Github);
        assert!(text.starts_with(&format!("::warning file={shown},")), "{path}: {text}");
    }
    for (path, uri) in [
        ("./a b/ö%.yaml", "a%20b/%C3%B6%25.yaml"),
        ("a:b/c.yaml", "a%3Ab/c.yaml"),
        ("<stdin>", "%3Cstdin%3E"),
        ("/w/a b.yaml", "file:///w/a%20b.yaml"),
        ("C:/w/a.yaml", "file:///C:/w/a.yaml"),
    ] {
        let text = in_file(path, Format::Sarif);
        assert_eq!(text.matches(&format!("\"uri\":\"{uri}\"")).count(), 2, "{path}: {text}");
    }
    // GitHub rejects the URI `git:v1.2.0:a.yaml`.
    let text = in_file("git:v1.2.0:./a.yaml", Format::Sarif);
    assert!(text.contains("\"uri\":\"a.yaml\"") && text.contains("before (v1.2.0)"), "{text}");
    assert!(!text.contains("git:"), "{text}");
    let text = in_file("git:v1.2.0:./a.yaml", Format::Github);
    assert!(text.starts_with("::warning file=a.yaml,line=1,") && text.contains("%0Ain revision v1.2.0"), "{text}");
}

#[test]
fn nothing_to_say_is_no_text_but_a_document() {
    for (name, format) in Format::NAMES {
        let text = render(&[], &SourceMap::default(), format, Escapes::None);
        assert_eq!(text.is_empty(), !matches!(format, Format::Json | Format::Sarif | Format::Junit), "{name}");
        // A `status` document without objects is empty.
        assert_eq!(Document::new(format).is_some(), !text.is_empty() || format == Format::Status, "{name}");
    }
}

#[test]
fn one_document_of_all_that_is_found_wherever() {
    for format in [Format::Json, Format::Sarif] {
        let mut document = Document::new(format).unwrap();
        for name in ["idlgen.toml", "types.go"] {
            let mut sources = SourceMap::default();
            let file = sources.add(name, "text");
            let mut diagnostic = Diagnostic::new(NEAR_TAG, name).at(Span::new(file, 0, 1));
            diagnostic.object = Some(Box::new(crate::diag::ObjectReference {
                kind: "Pod".to_owned(),
                name: "web".to_owned(),
                field: Some("spec.replicas".to_owned()),
                ..Default::default()
            }));
            document.add(&[diagnostic], &sources);
        }
        let failed = document.add_failure("no such folder");
        let json: serde_json::Value = serde_json::from_str(&document.text()).unwrap();
        let findings = if failed { &json["runs"][0]["results"] } else { &json };
        assert_eq!(findings.as_array().unwrap().len(), 2);
        if failed {
            assert_eq!(json["runs"][0]["invocations"][0]["executionSuccessful"], false);
            let logical = &findings[1]["locations"][0]["logicalLocations"][0];
            assert_eq!(logical["fullyQualifiedName"], "Pod web spec.replicas");
        } else {
            assert_eq!(findings[1]["location"]["file"], "types.go");
            let object = serde_json::json!({ "kind": "Pod", "name": "web", "field": "spec.replicas" });
            assert_eq!(findings[1]["object"], object);
        }
    }
}

/// Control characters for terminals and logs, for every part of a diagnostic that an input can affect.
const HOSTILE: &str = "x\u{1b}[31m\u{9b}2J\u{7}\r\u{202e}\u{2066}\u{2028}\u{8}\n::error::a\n ##[error]b";

fn hostile(format: Format, escapes: Escapes) -> String {
    let mut sources = SourceMap::default();
    let text = format!("// {HOSTILE}\r\nend\r\n");
    let file = sources.add(format!("{HOSTILE}.go"), text.as_str());
    let span = Span::new(file, 3, text.len() - 5);
    let diagnostic = Diagnostic::new(UNKNOWN_TAG, HOSTILE)
        .at_with(span, HOSTILE)
        .and(Span::new(file, 5, 8), HOSTILE)
        .note(HOSTILE)
        .help(HOSTILE)
        .fix(HOSTILE, Span::new(file, 3, 4), HOSTILE);
    render(&[diagnostic], &sources, format, escapes)
}

#[test]
fn nothing_in_any_input_steers_a_terminal_or_a_log() {
    for (name, format) in Format::NAMES {
        let text = hostile(format, Escapes::None);
        let is_raw = |character: char| {
            character.is_control() && !matches!(character, '\n' | '\t')
                || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert!(!text.contains(is_raw), "{name}: {text:?}");
        let is_data = matches!(format, Format::Json | Format::Sarif);
        let is_command = |line: &&str| {
            line.contains("##[") && !is_data
                || line.trim_start().starts_with("::") && !line.starts_with("::error file=")
        };
        assert_eq!(text.lines().find(is_command), None, "{name}: {text}");
    }
    let lines: Vec<serde_json::Value> = serde_json::from_str(&hostile(Format::Json, Escapes::None)).unwrap();
    assert_eq!(lines[0]["message"].as_str(), Some(HOSTILE), "JSON has the text itself");
    // With colors, all escapes come from the renderer.
    let colored = hostile(Format::Full, Escapes::Colors);
    assert!(!colored.contains("\u{1b}[31m\u{9b}") && colored.contains("\u{1b}["), "{colored:?}");
    assert!(colored.contains("\\u{1b}[31m\\u{9b}2J\\u{7}"), "{colored:?}");
}

#[test]
fn notes_without_a_source_excerpt_follow_the_title() {
    let diagnostic = Diagnostic::new(UNKNOWN_MODULE, "a | b").note("one").help("two");
    let shown = |escapes| render(std::slice::from_ref(&diagnostic), &SourceMap::default(), Format::Full, escapes);
    assert_eq!(shown(Escapes::None), "error[IDL0110]: a | b\n = note: one\n = help: two\n\n");
    assert_eq!(shown(Escapes::Colors).lines().count(), 4);
    let alone = Diagnostic::new(UNKNOWN_MODULE, "|");
    let shown = render(&[alone], &SourceMap::default(), Format::Full, Escapes::None);
    assert_eq!(shown, "error[IDL0110]: |\n\n");
}

#[test]
fn codes_link_to_their_pages() {
    let render = |escapes| render(&[Diagnostic::new(UNKNOWN_TAG, "m")], &SourceMap::default(), Format::Full, escapes);
    let address = "https://github.com/idlgen/idlgen/blob/main/docs/diagnostics/IDL0301.md";
    assert_eq!(UNKNOWN_TAG.address(), address);
    let link = format!("\u{1b}]8;;{address}\u{1b}\\IDL0301\u{1b}]8;;\u{1b}\\");
    assert!(render(Escapes::ColorsAndLinks).contains(&link));
    assert!(!render(Escapes::Colors).contains("]8;;"));
}
