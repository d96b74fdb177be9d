//! Tags for the elements of a list or the values of a map: checks the nested tags like tags of the elements.

use super::{
    Lint,
    declaration::{TaggedDeclaration, Typed},
    enumeration, format, fractional_limit, numeric_range, pattern,
};
use crate::{
    diag::Diagnostic,
    model::{JsonType, Type},
    tags::{Nested, Tag, TagKind},
};

pub(super) const LINT: Lint = Lint { codes: &[], judges_overrides: false, check };

/// The lints that check a single tag, independent of others.
const OF_VALUES: [Lint; 5] =
    [pattern::LINT, format::LINT, numeric_range::LINT, fractional_limit::LINT, enumeration::LINT];

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(shape) = declaration.json_type() else { return };
    let (element, own): (&Type, Nested) = match shape {
        JsonType::List(element) => (element, Nested::Items),
        JsonType::Map(_, element) => (element, Nested::Values),
        _ => return,
    };
    let held: Vec<Tag> = declaration
        .meanings()
        .filter_map(|(_, meaning)| match meaning {
            TagKind::Nested { nested, tag } if *nested == own || *nested == Nested::Elements => Some((**tag).clone()),
            _ => None,
        })
        .collect();
    if held.is_empty() {
        return;
    }
    let name = format!("{}[*]", declaration.name);
    let shaped = declaration.model.resolved_json_type(element);
    let of_elements = TaggedDeclaration {
        name: &name,
        tags: &held,
        typed: Some(Typed { ty: element, shaped: &shaped }),
        field: None,
        definition: None,
        ..*declaration
    };
    for lint in &OF_VALUES {
        (lint.check)(&of_elements, diagnostics);
    }
    check(&of_elements, diagnostics);
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    #[test]
    fn what_is_wrong_with_elements() {
        let text = r#"package v1
type S struct {
	// +kubebuilder:validation:items:Pattern=`(`
	A []string `json:"a"`
	// +kubebuilder:validation:items:Enum=1;2
	B []string `json:"b"`
	// +kubebuilder:validation:items:Maximum=1.5
	C []int32 `json:"c"`
	// +kubebuilder:validation:items:Minimum=1.5
	// +kubebuilder:validation:items:ExclusiveMinimum=true
	D []int32 `json:"d"`
	// +k8s:eachVal=+k8s:format=k8s-nope
	E map[string]string `json:"e"`
	// +kubebuilder:validation:items:MaxLength=3
	// +kubebuilder:validation:items:Maximum=2
	F []int32 `json:"f"`
}
"#;
        let said = report(text);
        let found: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("types.go:")).collect();
        for (index, expected) in [
            "3:43: error[IDL0509]: the pattern is not a valid regular expression",
            "5:40: error[IDL0512]: field `B[*]` can never be 1 or 2: its type is `string`",
            "7:43: error[IDL0540]: field `C[*]` is an integer, but its limit 1.5 has a fraction",
            "9:43: error[IDL0540]: field `D[*]` is an integer, but its limit 1.5 has a fraction",
            "12:30: error[IDL0524]: validation-gen does not support the format `k8s-nope`",
        ]
        .iter()
        .enumerate()
        {
            assert!(found.get(index).is_some_and(|one| one.starts_with(expected)), "{expected}\n{said}");
        }
    }

    #[test]
    fn tags_for_the_items_of_a_list_do_not_apply_to_the_values_of_a_map() {
        let text = "package v1\ntype S struct {\n\t// +kubebuilder:validation:items:Maximum=1.5\n\
            \tA map[string]int32 `json:\"a\"`\n}\n";
        assert_eq!(
            report(text),
            "types.go:3:5: error[IDL0501]: `+kubebuilder:validation:items:Maximum` applies to lists, but field `A` is \
             a map (`map[string]int32`)\n"
        );
    }

    #[test]
    fn the_string_option_of_a_list_does_not_apply_to_its_items() {
        let text = "package v1\ntype S struct {\n\t// +kubebuilder:validation:items:Format=int32\n\
            \tA []int32 `json:\"a,string\"`\n}\n";
        assert_eq!(report(text), "");
    }
}
