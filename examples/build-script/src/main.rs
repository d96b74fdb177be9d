//! Reads a gadget as JSON from the first argument and prints its errors.

include!(concat!(env!("OUT_DIR"), "/idlgen.rs"));

use std::process::ExitCode;

use example_com::gadgets::v1::Gadget;
use idlgen_runtime::Validate;

/// Returns the errors of a gadget, or the reason why it cannot be read.
fn judge(json: &str) -> Result<Vec<String>, serde_json::Error> {
    let gadget: Gadget = serde_json::from_str(json)?;
    Ok(gadget.all_errors(None).errors.iter().map(ToString::to_string).collect())
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a command-line example")]
fn main() -> ExitCode {
    let json = std::env::args().nth(1).unwrap_or_else(|| r#"{"spec":{"size":0,"words":["a","a"]}}"#.to_owned());
    match judge(&json) {
        Ok(errors) if errors.is_empty() => {
            println!("valid");
            ExitCode::SUCCESS
        }
        Ok(errors) => {
            for error in errors {
                println!("{error}");
            }
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("not a gadget: {error}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gadgets_are_judged_by_the_rules_of_their_go_type() {
        let errors = |json| judge(json).expect("a gadget");
        assert_eq!(errors(r#"{"spec":{"size":5,"colour":"Red","words":["a","b"]}}"#), Vec::<String>::new());
        assert_eq!(errors(r#"{"spec":{}}"#), ["spec.size: Required value"]);
        assert_eq!(
            errors(r#"{"spec":{"size":2000,"colour":"Blue","words":["a","a","b","c"]}}"#),
            [
                "spec.size: Invalid value: 2000: spec.size in body should be less than or equal to 1000",
                "spec.colour: Unsupported value: \"Blue\": supported values: \"Grey\", \"Red\"",
                "spec.words: Too many: 4: must have at most 3 items",
                "spec.words[1]: Duplicate value: \"a\"",
            ]
        );
    }

    #[test]
    fn unknown_colours_survive_a_round_trip() {
        // Go writes a struct that is not a pointer even with `omitempty`.
        let json = r#"{"metadata":{},"spec":{"size":5,"colour":"Blue"}}"#;
        let gadget: Gadget = serde_json::from_str(json).expect("a gadget");
        assert_eq!(serde_json::to_string(&gadget).expect("JSON"), json);
    }
}
