//! Compares templates with recorded results of client-go: a hash of the results for pseudorandom templates.
//! `recorded.go` prints it (Kubernetes 1.35).

use idlgen_testing::hash_similar;
use serde_json::Value as Json;

use super::Template;

const DATA: &str = r#"{"a": [{"n": "a"}, {"n": "b<"}, {"s": 1}, {"s": 1.5}, {"s": -2}, {"p": [80, 443, 8080]}, {"t": true}, {"l": {"x.y/z": "1"}},
    {"o": {"k": null}}, {"e": {}}, 12345678, 12345678.5, "text", [1, [2, "x"]], {"p": []}]}"#;

#[test]
fn templates_print_and_fail_alike() {
    let data: Json = serde_json::from_str(DATA).unwrap();
    let found = hash_similar(
        20_000,
        "abnpst.0123-[]{}()@?*:,'\"$=<>!\\ /x&\n",
        &[
            "{.a[*].n}",
            "{.a[5].p[::2]}x",
            "{range .a[0:2]}{.n}{'\\t'}{end}",
            "{.a[2:5][?(@.s>1)].s}",
            "{.a[0:2]}{.a[?(@.n=='a')]}",
            "{..n}",
            "{.a[7].l.x\\.y/z}",
            "{.a[0,1]['n','s']}",
            "{.a[10]}{.a[11]}{.a[8].o.k.n}",
            "{.a[-3]} {\"\\u00e9\\x41\\101\"}",
            "{range .a[5:6]}[{range .p[*]}{@} {end}]{end}",
            "{.a[8].o.*}",
            "{$.a[5].p[0:3:2]}",
            "{.a[5].p[?(@<=443)]}{1}{-2.5}",
            "{.a[5].p[?(443>=@)]}{.a[9].e}",
            "{.a[0]['n']}{.a[13][1][0]}",
            "{.a[5].p[?(@!=80)]}",
            "{..p[-1]}{.a[0:2][?(@.n<\"b\")].n}",
            "{.a[6][?(@.t==true)]}{.a[5].p[1,-1]}",
        ],
        |text| match Template::parse(text) {
            Err(error) => format!("parse: {error}"),
            Ok(template) => template.print(&data).unwrap_or_else(|error| format!("error: {error}")),
        },
    );
    assert_eq!(found, 0x8e53_1f6b_2260_b01f);
}
