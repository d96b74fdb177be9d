//! `omitempty_match_case`: `omitempty` in a `json` tag must be lowercase. Go ignores any other spelling.

use super::rule::{ApiRule, ApiStruct, Finding};
use crate::diag::{Code, explained};

/// `omitempty` that is not in lowercase.
pub(super) const OMITEMPTY_MATCH_CASE: Code = explained!(
    531,
    "omitempty-match-case",
    Error,
    "`omitempty` is not in lowercase (API rule `omitempty_match_case`)."
);

pub(super) const RULE: ApiRule = ApiRule { name: "omitempty_match_case", code: OMITEMPTY_MATCH_CASE, check };

fn check<'a>(subject: &ApiStruct<'a>) -> Vec<Finding<'a>> {
    let mut findings = Vec::new();
    for field in subject.fields {
        let Some(tag) = field.json_tag().filter(|tag| tag.name != "-") else { continue };
        for option in tag.options.iter() {
            if option.eq_ignore_ascii_case("omitempty") && option != "omitempty" {
                findings.push(Finding {
                    field,
                    message: format!("has the option `{option}`, which Go ignores"),
                    advice: "write `omitempty`".to_owned(),
                });
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::testing::reported;

    #[test]
    fn only_the_exact_spelling() {
        let text = r#"
type S struct {
	A string `json:"a,omitempty"`
	B string `json:"b,omitEmpty"`
	C string `json:"c,string,OMITEMPTY"`
	D string `json:"-,omitEmpty"`
	E string `json:"e, omitempty"`
	F string `json:"f,Omitempty,omitEmpty"`
}
"#;
        let found: Vec<String> = reported(text).into_iter().filter(|line| line.starts_with("omitempty")).collect();
        assert_eq!(
            found,
            [
                "omitempty_match_case,S,B",
                "omitempty_match_case,S,C",
                "omitempty_match_case,S,F",
                "omitempty_match_case,S,F"
            ]
        );
    }
}
