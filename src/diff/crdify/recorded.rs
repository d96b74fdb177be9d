//! Compares reports with recorded results of go-cmp: hashes of the results of `cmp.Diff` for pseudorandom pairs of
//! schemas. `recorded.go` prints them (go-cmp 0.7, Kubernetes 1.35).

use idlgen_testing::{Random, hash_results};
use serde_json::Value as Json;

use super::{go_report, go_value::GoValue};

const TEXTS: [&str; 10] = [
    r#""""#,
    r#""a""#,
    r#""b c""#,
    r#""\"q\"""#,
    r#""a\\b`""#,
    r#""é\u0007""#,
    r#""one\ntwo""#,
    r#""one\ntwo\nthree\nfour\n""#,
    r#""one\n...two\nthree\nfour""#,
    r#""1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12""#,
];
const NAMES: [&str; 4] = [r#""a""#, r#""b""#, r#""c""#, r#""d""#];
/// Each keyword with the values that it can have. Values in braces are generated.
const KEYWORDS: [(&str, &[&str]); 24] = [
    ("additionalItems", &["true", "{schema}"]),
    ("additionalProperties", &["true", "false", "{schema}"]),
    ("allOf", &["{schemas}"]),
    ("anyOf", &["{schemas}"]),
    ("definitions", &["{map}"]),
    ("dependencies", &["{dependencies}"]),
    ("exclusiveMinimum", &["true", "false"]),
    ("externalDocs", &[r#"{"description":"a","url":"b"}"#, r#"{"url":"c"}"#]),
    ("format", &["{text}"]),
    ("id", &["{text}"]),
    ("items", &["{schema}", "{schemas}"]),
    ("maxItems", &["0", "1", "25"]),
    ("maximum", &["0", "1.5", "-100", "1e+21"]),
    ("multipleOf", &["0.1", "2"]),
    ("not", &["{schema}"]),
    ("properties", &["{map}"]),
    ("required", &["{names}"]),
    ("title", &["{text}"]),
    ("type", &[r#""string""#, r#""object""#]),
    ("uniqueItems", &["true"]),
    ("x-kubernetes-list-map-keys", &["{names}"]),
    ("x-kubernetes-list-type", &[r#""map""#, r#""set""#]),
    ("x-kubernetes-preserve-unknown-fields", &["true", "false"]),
    ("x-kubernetes-validations", &["{rules}"]),
];

/// JSON in both versions. Absent parts are empty.
#[derive(Clone)]
struct Pair {
    old: String,
    new: String,
}

impl Pair {
    fn same(text: &str) -> Self {
        Pair { old: text.to_owned(), new: text.to_owned() }
    }

    fn keyed(key: &str, value: &Pair) -> Self {
        Pair { old: format!("\"{key}\":{}", value.old), new: format!("\"{key}\":{}", value.new) }
    }

    fn braces(open: &str, end: &str, parts: &[Pair]) -> Self {
        let join = |side: fn(&Pair) -> &str| {
            let parts: Vec<&str> = parts.iter().map(side).filter(|part| !part.is_empty()).collect();
            format!("{open}{}{end}", parts.join(","))
        };
        Pair { old: join(|part| &part.old), new: join(|part| &part.new) }
    }
}

/// Generates pairs of values.
struct Pairs(Random);

impl Pairs {
    /// Returns one of the values of a keyword.
    fn value(&mut self, choices: &[&str], depth: usize) -> Pair {
        match self.0.one_of(choices) {
            "{text}" => Pair::same(self.0.one_of(&TEXTS)),
            "{names}" => self.list("[]", 12, |pairs, _| Pair::same(pairs.0.one_of(&NAMES))),
            "{schema}" => self.schema(depth + 1),
            "{schemas}" => self.list("[]", 7, |pairs, _| pairs.schema(depth + 1)),
            "{map}" => self.list("{}", 9, |pairs, name| Pair::keyed(&name.to_string(), &pairs.schema(depth + 1))),
            "{dependencies}" => self.list("{}", 3, |pairs, name| {
                Pair::keyed(&format!("{name}\\\""), &pairs.value(&["{schema}", "{names}"], depth))
            }),
            "{rules}" => self.list("[]", 5, |pairs, _| {
                let message = pairs.changed(|pairs| Pair::keyed("message", &Pair::same(pairs.0.one_of(&TEXTS))));
                let rule = pairs.changed(|pairs| Pair::keyed("rule", &Pair::same(pairs.0.one_of(&NAMES))));
                Pair::braces("{", "}", &[message, rule])
            }),
            choice => Pair::same(choice),
        }
    }

    /// Returns a part that can be absent, equal or different.
    fn changed(&mut self, mut part: impl FnMut(&mut Self) -> Pair) -> Pair {
        let one = part(self);
        match self.0.below(8) {
            0 => Pair { new: String::new(), ..one },
            1 => Pair { old: String::new(), ..one },
            2 | 3 => Pair { new: part(self).new, ..one },
            _ => one,
        }
    }

    /// Returns a list of up to `most` parts, each of which is built from its letter.
    fn list(&mut self, braces: &str, most: usize, part: impl Fn(&mut Self, char) -> Pair) -> Pair {
        let count = self.0.below(most + 1);
        let parts: Vec<Pair> = ('a'..).take(count).map(|letter| self.changed(|pairs| part(pairs, letter))).collect();
        let (open, end) = braces.split_at(1);
        Pair::braces(open, end, &parts)
    }

    /// Returns a schema with a few keywords, fewer of them in nested ones.
    fn schema(&mut self, depth: usize) -> Pair {
        let count = self.0.below(7usize.saturating_sub(3 * depth).max(1));
        let first = self.0.below(KEYWORDS.len());
        let parts: Vec<Pair> = (0..count)
            .map(|index| {
                let (key, choices) = KEYWORDS[(first + index * 5) % KEYWORDS.len()];
                self.changed(|pairs| Pair::keyed(key, &pairs.value(choices, depth)))
            })
            .collect();
        Pair::braces("{", "}", &parts)
    }
}

/// Hashes the reports on 2,000 pairs.
fn hash(mut next: impl FnMut(&mut Pairs) -> Pair) -> u64 {
    let mut pairs = Pairs(Random::new(1));
    let schema = |text: &str| GoValue::schema(&serde_json::from_str::<Json>(text).unwrap());
    hash_results((0..2000).map(|_| {
        let Pair { old, new } = next(&mut pairs);
        go_report::diff(&schema(&old), &schema(&new))
    }))
}

#[test]
fn reports_on_schemas_are_those_of_go_cmp() {
    assert_eq!(hash(|pairs| pairs.schema(0)), 0x43a2_7f4d_ceda_6b09);
}

#[test]
fn reports_on_names_are_those_of_go_cmp() {
    assert_eq!(
        hash(|pairs| Pair::braces("{", "}", &[Pair::keyed("required", &pairs.value(&["{names}"], 0))])),
        0xfce3_a0cd_5077_32aa
    );
}

#[test]
fn reports_on_lists_are_those_of_go_cmp() {
    assert_eq!(
        hash(|pairs| Pair::braces("{", "}", &[Pair::keyed("allOf", &pairs.value(&["{schemas}"], 0))])),
        0x2b5b_7eca_0955_39c7
    );
}
