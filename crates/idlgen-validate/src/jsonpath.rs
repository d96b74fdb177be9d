//! Kubernetes JSONPath templates, as used by printer columns and `kubectl -o jsonpath`. Parsing, evaluation and output
//! are those of `k8s.io/client-go/util/jsonpath`.
//!
//! Kubernetes has its own dialect of JSONPath. Text outside of braces is literal. Braces contain fields (`.a.b`,
//! `['a']`), subscripts and slices (`[0]`, `[-1:]`, `[0:4:2]`), wildcards, unions, recursive descent (`..`), filters
//! (`[?(@.a=="x")]`), quoted strings and `{range …}{end}`. Errors have the messages of client-go.
//!
//! ```
//! use idlgen_validate::jsonpath::Template;
//! use serde_json::json;
//!
//! let template = Template::parse(r#"{range .items[*]}{.name}={.ports[?(@.tls==true)].number}{"\n"}{end}"#)?;
//! let data = json!({"items": [
//!     {"name": "a", "ports": [{"number": 80, "tls": false}, {"number": 443, "tls": true}]},
//!     {"name": "b", "ports": [{"number": 8443, "tls": true}]},
//! ]});
//! assert_eq!(template.print(&data)?, "a=443\nb=8443\n");
//! let error = Template::parse("{.a").unwrap_err();
//! assert_eq!(error.to_string(), "unclosed action");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! client-go iterates over maps in Go's random order; this implementation sorts the keys. Bytes that are not UTF-8
//! become U+FFFD; they can only result from escapes such as `"\xff"`.

mod comparison;
mod error;
mod evaluation;
mod filter;
mod limits;
mod node;
mod number;
mod parser;
mod print;
#[cfg(test)]
mod recorded;
mod relaxed;
mod steps;
mod subscript;
mod unquote;
mod value;

pub use error::{EvaluationError, ParseError, SyntaxError};
pub use limits::{MAX_DEPTH, MAX_STEPS, MAX_TEMPLATE};
pub use relaxed::{UnexpectedPath, relaxed};
pub use steps::PathPart;
pub(crate) use steps::{NotPlain, Step};
pub use value::Value;

use serde_json::Value as Json;

use evaluation::Evaluation;
use node::Node;

/// A parsed template.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    nodes: Vec<Node>,
    allows_missing_keys: bool,
}

impl Template {
    /// Parses a template (`JSONPath.Parse`). Errors are those of client-go, with a position.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Ok(Template { nodes: parser::parse(text)?, allows_missing_keys: false })
    }

    /// Sets whether a missing field has an empty result (`AllowMissingKeys`) and is not an error.
    pub fn allow_missing_keys(mut self, allow: bool) -> Self {
        self.allows_missing_keys = allow;
        self
    }

    /// Returns the results of the template's parts (`FindResults`), one list per part. A part is literal text
    /// outside of braces, or a pair of braces.
    pub fn find<'a>(&'a self, data: &'a Json) -> Result<Vec<Vec<Value<'a>>>, EvaluationError> {
        Evaluation::new(&self.nodes, self.allows_missing_keys).find(Value::of_root(data))
    }

    /// Evaluates the template like [`find`](Self::find). `steps` is the number of steps already taken, so that several
    /// evaluations can share the limit [`MAX_STEPS`].
    pub(crate) fn find_counted<'a>(
        &'a self,
        data: &'a Json,
        steps: &mut usize,
    ) -> Result<Vec<Vec<Value<'a>>>, EvaluationError> {
        Evaluation::new(&self.nodes, self.allows_missing_keys).find_counted(Value::of_root(data), steps)
    }

    /// Evaluates the template and formats it with its results (`Execute`).
    pub fn print(&self, data: &Json) -> Result<String, EvaluationError> {
        Ok(self.find(data)?.iter().map(|results| print::results(results)).collect())
    }

    /// Formats the results of the template's parts as one JSON array per part, each followed by a newline
    /// (`EnableJSONOutput`, the output of `kubectl -o jsonpath-as-json`).
    pub fn print_json(&self, data: &Json) -> Result<String, EvaluationError> {
        self.find(data)?.iter().map(|results| print::json_results(results)).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn printed(template: &str, data: &Json) -> String {
        match Template::parse(template) {
            Err(error) => format!("parse: {error} @ {}", error.at),
            Ok(template) => template.print(data).unwrap_or_else(|error| format!("error: {error}")),
        }
    }

    #[test]
    fn templates_print_what_kubectl_prints() {
        let data = json!({
            "kind": "List",
            "items": [
                {"name": "a", "labels": {"x.y/z": "1"}, "ports": [80, 443], "ready": true},
                {"name": "b<", "labels": {}, "ports": [], "ready": false, "size": 1.5}
            ],
            "none": null, "sizes": [1.5, 2.5], "large": 12_345_678, "float": 12_345_678.5
        });
        for (template, text) in [
            ("plain", "plain"),
            ("{.kind} {$.kind}{@.kind}{ .kind }", "List ListListList"),
            ("{.items[*].name}", "a b<"),
            ("{.items[-1].name}{.items[0:2].name}{.items[::2].name}", "b<a b<a"),
            ("{.items[0,1].name}", "a b<"),
            ("{.items[0]['name','ready']}", "a true"),
            (r"{.items[0].labels.x\.y/z}", "1"),
            ("{.items[?(@.ready==true)].name}", "a"),
            (r#"{.items[?(@.name!="a")].ports}"#, "[]"),
            ("{.items[?(@.size)].name}", "b<"),
            ("{.sizes[?(@>1.7)]}|{.sizes[?(@<1.7)]}", "2.5|1.5"),
            ("{.items[0].ports[?(@>100)]}", "443"),
            ("{.items[1]}", r#"{"labels":{},"name":"b\u003c","ports":[],"ready":false,"size":1.5}"#),
            ("{..name}", "a b<"),
            ("{.items[0].labels.*}", "1"),
            (r#"{range .items[*]}{.name}{"\t"}{end}"#, "a\tb<\t"),
            ("{range .items[*]}[{range .ports[*]}({@}){end}]{end}", "[(80)(443)][]"),
            // The children of a string are its bytes, wherever it is from.
            ("{.kind.*}{range 'ab'}<{.*}>{end}", "76 105 115 116<97 98>"),
            ("{.none}{.large}{.float}", "null123456781.23456785e+07"),
            ("<{.none[0]}{.none[0:2]}>", "<>"),
        ] {
            assert_eq!(printed(template, &data), text, "{template}");
        }
    }

    #[test]
    fn errors_have_client_go_s_texts_and_places() {
        let data = json!({"a": {"b": [1, "x"]}, "s": "text", "n": null});
        for (template, text) in [
            ("x{.a", "parse: unclosed action @ 4"),
            ("{.a[0}", "parse: unterminated array @ 3"),
            ("{.a[x]}", "parse: invalid array index x @ 4"),
            ("{.a[0,x]}", "parse: invalid array index x @ 6"),
            ("{.a[-]}", "parse: array index - is not a number @ 4"),
            ("{.a!}{!}", "parse: unrecognized character in action: U+0021 '!' @ 6"),
            ("{....a}", "parse: invalid multiple recursive descent @ 3"),
            ("{1.2.3}", "parse: cannot parse number 1.2.3 @ 1"),
            // Digits and letters of any script begin numbers and identifiers.
            ("{٣}", "parse: cannot parse number ٣ @ 1"),
            ("{-٣}", "parse: cannot parse number -٣ @ 1"),
            ("{é}", "error: unrecognized identifier é"),
            ("{·}", "parse: unrecognized character in action: U+00B7 '·' @ 1"),
            ("{.a[?(@.b}", "parse: unterminated filter @ 3"),
            ("{.a[?(@.b)}", "parse: unclosed array expect ] @ 10"),
            ("{.a[?(@.b==1.2.3)]}", "parse: cannot parse number 1.2.3 @ 11"),
            ("{'a}", "parse: unterminated quoted string @ 1"),
            (r#"{"\q"}"#, r#"parse: unquote string "\q" error invalid syntax @ 1"#),
            ("{.c}", "error: c is not found"),
            ("{.a[0]}", "error: map[string]interface {} is not array or slice"),
            ("{.a.b[5]}", "error: array index out of bounds: index 5, length 2"),
            ("{.a.b[1:0]}", "error: starting index 1 is greater than ending index 0"),
            ("{.a.b[0:1:0]}", "error: step must be > 0"),
            ("{.a[?(@.x)]}", "error: map[b:[1 x]] is not array or slice and cannot be filtered"),
            ("{.n[?(@.x)]}", "error: <nil> is not array or slice and cannot be filtered"),
            ("{.a.b[?(@=='x')]}", "error: incompatible types for comparison"),
            ("{.a.b[?(@=>1)]}", "error: unrecognized filter operator =>"),
            ("{word}", "error: unrecognized identifier word"),
            ("{end}", "error: not in range, nothing to end"),
        ] {
            assert_eq!(printed(template, &data), text, "{template}");
        }
        // client-go crashes in this case.
        assert_eq!(printed("{range .n[*]}{[0]}{end}", &data), "error: there is no value to go on with");
    }

    #[test]
    fn missing_keys_can_be_allowed() {
        let template = Template::parse("<{.a.b}>").unwrap();
        assert!(template.print(&json!({"a": {}})).is_err());
        assert_eq!(template.allow_missing_keys(true).print(&json!({"a": {}})).unwrap(), "<>");
    }

    #[test]
    fn results_as_json() {
        let template = Template::parse("{.a[*]}").unwrap();
        let text = template.print_json(&json!({"a": [{"b": 1}, [], "x"]})).unwrap();
        assert_eq!(text, "[\n    {\n        \"b\": 1\n    },\n    [],\n    \"x\"\n]\n");
    }

    #[test]
    fn work_is_limited() {
        let data = json!(vec![vec![1; 100]; 100]);
        // Each pair of steps visits all values again, so their number grows exponentially.
        let template = format!("{{{}}}", "..[*]".repeat(40));
        let deep = (0..40).fold(json!([1, 2]), |inner, _| json!([inner, 1]));
        assert_eq!(printed(&template, &deep), "error: the template takes more than 10000000 steps");
        let ranges = format!("{}{{@}}", "{range [*]}".repeat(1000));
        let nested = (0..100).fold(json!([1]), |inner, _| json!([inner]));
        assert_eq!(printed(&ranges, &nested), "error: ranges nest deeper than 64 levels");
        let nested_ranges = |count: usize| "{range [*]}".repeat(count) + "{@}" + &"{end}".repeat(count);
        assert!(printed(&nested_ranges(MAX_DEPTH), &nested).starts_with("[["));
        assert!(printed(&nested_ranges(MAX_DEPTH + 1), &nested).starts_with("error: ranges nest deeper"));
        assert_eq!(printed(&"x".repeat(MAX_TEMPLATE), &data).len(), MAX_TEMPLATE);
        assert!(printed(&"{".repeat(MAX_TEMPLATE + 1), &data).starts_with("parse: the template is longer"));
        let many = format!("{{{}}}", "[?(@.a".repeat(100_000));
        assert!(
            printed(&many, &data).starts_with("parse: unterminated filter"),
            "a template of 600 kB is read at once"
        );
    }
}
