//! Tests of the entire stage: the examples of its codes, and errors in the documents that define the tags.

use idlgen_schema::schema::{ListType, Reason};

use super::testing::{check_all, check_file, definition, lowered, report};
use crate::{
    codes,
    diag::{Codes, Diagnostic, apply_fixes},
    resolve::{
        allowances, apply_allowances,
        codes::{CONSTANT_VALUE, IMPORT_CYCLE, LONG_CHAIN, MISSING_PACKAGE, PACKAGE_CLAUSE},
        testing::Read,
    },
    tags::{Rule, TagKind},
};

/// Declarations that the examples in explanations omit.
const STUBS: [(&str, &str); 6] = [
    ("Widget", "type Widget struct{}"),
    ("Identifier", "type Identifier string"),
    ("Template", "type Template struct {\n\tSpec TemplateSpec `json:\"spec\"`\n}"),
    ("TemplateSpec", "type TemplateSpec struct {\n\tSize int32 `json:\"size\"`\n}"),
    ("WidgetSpec", "type WidgetSpec struct{}"),
    ("Size", "type Size string"),
];

const META: (&str, &str) = (
    "k8s.io/apimachinery/pkg/apis/meta/v1/types.go",
    "package v1\ntype TypeMeta struct{}\ntype ObjectMeta struct {\n\tName string `json:\"name,omitempty\"`\n\
     \tGenerateName string `json:\"generateName,omitempty\"`\n}\n",
);

/// Completes an example with a package clause, imports and stubs of types.
fn file_of(example: &str) -> String {
    let mut text = example.to_owned();
    if !text.contains("import") {
        text = format!("import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\nvar _ metav1.TypeMeta\n\n{text}");
    }
    for (name, stub) in STUBS {
        let is_used = text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == name);
        if is_used && !text.contains(&format!("type {name} ")) && !text.contains(&format!("type {name}[")) {
            text = format!("{text}\n{stub}\n");
        }
    }
    format!("package v1\n\n{text}")
}

/// Returns all diagnostics for a file.
fn found_in(text: &str) -> (Read, Vec<Diagnostic>) {
    let (read, diagnostics) = check_all(&[("example.com/api/v1/types.go", text)], &[META]);
    let (allowed, mut found) = allowances(&read.packages, &Codes::new(codes()));
    found.extend(apply_allowances(diagnostics, &allowed));
    (read, found)
}

/// Returns the codes that an example reports.
fn codes_of(example: &str) -> Vec<String> {
    found_in(&file_of(example)).1.into_iter().map(|diagnostic| diagnostic.code.to_string()).collect()
}

/// Applies every fix of the examples separately: it must remove its diagnostic and cause no new one.
#[test]
fn the_edits_in_the_examples_are_true() {
    let mut edits = 0;
    for code in Codes::new(codes()).iter() {
        let Some(wrong) = code.info().explanation.split("```go\n").nth(1).and_then(|rest| rest.split("```").next())
        else {
            continue;
        };
        // Examples without declarations are struct fields.
        let is_of_fields = !wrong.contains("type ") && !wrong.contains("package ");
        let text =
            file_of(&if is_of_fields { format!("type Widget struct {{\n{wrong}}}\n") } else { wrong.to_owned() });
        let (read, found) = found_in(&text);
        for (index, finding) in found.iter().enumerate().filter(|(_, finding)| finding.fix.is_some()) {
            let applied = apply_fixes(std::slice::from_ref(finding), &read.sources, |_, _| true);
            let Some(text) = applied.files.values().next() else { panic!("{code}: {finding:?}") };
            let said = |one: &Diagnostic| (one.code, one.message.clone());
            let mut expected: Vec<_> = found.iter().map(said).collect();
            expected.remove(index);
            for left in found_in(text).1 {
                let known = expected.iter().position(|known| *known == said(&left));
                let Some(known) = known else { panic!("{code}: {finding:?}\nleads to\n{left:?}\n{text}") };
                expected.remove(known);
            }
            edits += 1;
        }
    }
    assert!(edits > 10, "{edits}");
}

#[test]
fn the_examples_of_the_explanations_are_true() {
    // These examples have several files or hundreds of lines.
    let apart = [PACKAGE_CLAUSE, IMPORT_CYCLE, MISSING_PACKAGE, CONSTANT_VALUE, LONG_CHAIN];
    // Only the codes of names, constants, references and lints.
    let codes = Codes::new(codes());
    let codes = codes
        .iter()
        .filter(|code| ((400..530).contains(&code.number()) || code.number() == 540) && !apart.contains(code));
    for code in codes {
        let info = code.info();
        let examples: Vec<&str> =
            info.explanation.split("```go\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
        let [wrong, right] = examples.as_slice() else { panic!("{code}: two examples") };
        assert!(codes_of(wrong).contains(&code.to_string()), "{code}: {wrong}\n{:?}", codes_of(wrong));
        assert_eq!(codes_of(right), Vec::<String>::new(), "{code}: {right}");
    }
}

/// KEP-4153 lists `Required, Forbidden, Invalid, RequestEntityTooLarge`. Servers support `FieldValueRequired` and
/// similar names, and none for a too large entity.
#[test]
fn reasons_of_rules() {
    let with = |reason: &str| {
        format!(
            "package v1\n// +validationRule=\"self.a > 0\",message=\"m\",reason={reason}\ntype S struct {{\n\
             \tA int `json:\"a\"`\n}}\n"
        )
    };
    for (reason, expected) in [
        ("Required", Reason::Required),
        ("Forbidden", Reason::Forbidden),
        ("Invalid", Reason::Invalid),
        ("Duplicate", Reason::Duplicate),
        ("FieldValueForbidden", Reason::Forbidden),
        ("RequestEntityTooLarge", Reason::Invalid),
    ] {
        let lowered = lowered(&with(reason));
        assert_eq!(definition(&lowered, "S").extensions.validations[0].reason, Some(expected), "{reason}");
    }
    assert!(report(&with("RequestEntityTooLarge")).contains("warning[IDL0316]"));
    assert!(report(&with("Forbiden")).contains("error[IDL0315]"));
}

/// KEP-4153, "IDL tags": an alias with tags of its own, which Go's type checker does not keep.
#[test]
fn tags_of_aliases() {
    let text = r#"package v1
type Widget struct {
	// +validationRule="self.matches('[a-z][1-9]+')"
	Component PartId `json:"component"`
}

// +maxLength=20
type PartId = Identifier

// +format=dns1123label
type Identifier string

type Contraption struct {
	Component Identifier `json:"component"`
}
"#;
    let lowered = lowered(text);
    let component = &definition(&lowered, "Widget").properties["component"];
    assert_eq!(component.keywords.count(idlgen_schema::keyword::Keyword::MaxLength), Some(20));
    assert_eq!(component.format(), Some("dns1123label"));
    assert_eq!(component.extensions.validations.len(), 1);
    let component = &definition(&lowered, "Contraption").properties["component"];
    assert_eq!(
        (component.keywords.count(idlgen_schema::keyword::Keyword::MaxLength), component.extensions.validations.len()),
        (None, 0)
    );
    assert_eq!(component.format(), Some("dns1123label"));
    // No length satisfies the constraints of the entire alias chain; the error is reported at one of its tags.
    let impossible = text.replace("+format=dns1123label", "+minLength=21");
    assert_eq!(
        report(&impossible),
        "types.go:7:4: error[IDL0505]: no length satisfies both `+minLength=21` and `+maxLength=20`\n"
    );
}

/// KEP-4153 does not define the syntax of rules: on one line, or on several between `"""`.
#[test]
fn spellings_of_a_rule() {
    let spellings = [
        "// +validationRule=\"self.a > 0 && self.b > 0\",message=\"both\",reason=Forbidden",
        "// +validationRule=\"\"\"\n// self.a > 0 &&\n// self.b > 0\n// \"\"\",message=\"both\",reason=Forbidden",
        "// +validationRule=`self.a > 0 &&\n//   self.b > 0`,message=\"both\",\n// reason=Forbidden",
        "// +validationRule[0]:rule=\"self.a > 0 && self.b > 0\"\n// +validationRule[0]:message=\"both\"\n\
         // +validationRule[0]:reason=Forbidden",
    ];
    let rule_of = |spelling: &str| -> Rule {
        let text =
            format!("package v1\n{spelling}\ntype S struct {{\n\tA int `json:\"a\"`\n\tB int `json:\"b\"`\n}}\n");
        let (read, diagnostics) = check_file(&text);
        assert!(diagnostics.is_empty(), "{}", read.render(&diagnostics));
        let rules = read.model.types[0].tags.iter().filter_map(|tag| match &tag.meaning {
            TagKind::Rule(rule) => Some(rule.clone()),
            _ => None,
        });
        let mut rules: Vec<Rule> = rules.collect();
        assert_eq!(rules.len(), 1, "{spelling}");
        rules.remove(0)
    };
    for spelling in spellings {
        let rule = rule_of(spelling);
        assert_eq!(rule.rule, "self.a > 0 && self.b > 0", "{spelling}");
        assert_eq!(rule.message.as_deref(), Some("both"), "{spelling}");
        assert_eq!(rule.reason, Some(Reason::Forbidden), "{spelling}");
    }
    let unclosed = "package v1\n// +validationRule=\"\"\"\n// self.a > 0\ntype S struct {\n\tA int `json:\"a\"`\n}\n";
    assert!(report(unclosed).contains("error[IDL0308]"), "{}", report(unclosed));
}

/// A field's own list type overrides that of its type.
#[test]
fn settings_of_a_field_win() {
    let text = "package v1\n// +listType=set\ntype Names []string\ntype S struct {\n\t// +listType=atomic\n\
        \tA Names `json:\"a\"`\n}\n";
    let lowered = lowered(text);
    assert_eq!(definition(&lowered, "S").properties["a"].extensions.list_type, Some(ListType::Atomic));
}
