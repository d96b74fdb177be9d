//! Random CRDs: mostly valid, with occasional mistakes.

mod schema;

use idlgen_testing::Random;
use serde_json::{Value as Json, json};

use self::schema::Chances;
use super::case::Case;

/// Returns a creation or an update of a CRD.
pub(super) fn case(random: &mut Random) -> Case {
    if random.percent(50) {
        return Case { file: None, new: definition(random, false), old: None };
    }
    let is_odd = random.percent(30);
    let mut old = definition(random, is_odd);
    old["metadata"]["resourceVersion"] = "1".into();
    if random.percent(50) {
        old["status"]["conditions"] = json!([{"type": "Established", "status": "True"}]);
    }
    let mut new = old.clone();
    // An update changes little, so that old mistakes remain.
    for _ in 0..=random.below(2) {
        change(random, &mut new);
    }
    Case { file: None, new, old: Some(old) }
}

fn text(random: &mut Random, good: &[&'static str], bad: &[&'static str]) -> Json {
    let texts = if random.percent(4) { bad } else { good };
    random.one_of(texts).into()
}

fn definition(random: &mut Random, is_odd: bool) -> Json {
    let mut names = json!({"plural": "foos", "kind": "Foo"});
    for (name, good, bad) in [
        ("plural", "foos", ["", "Foos", "foo.s"]),
        ("singular", "foo", ["Foo", "-f", "f_"]),
        ("kind", "Foo", ["", "foo bar", "Foo.Bar"]),
        ("listKind", "FooList", ["Foo", "9", "é"]),
    ] {
        if random.percent(80) {
            names[name] = text(random, &[good], &bad);
        }
    }
    if random.percent(20) {
        names["shortNames"] = json!([text(random, &["f", "fo"], &["F", ""]), text(random, &["fs"], &["f."])]);
        names["categories"] = json!([text(random, &["all"], &["All"])]);
    }
    let mut chances = Chances { is_odd: random.percent(35) || is_odd, rules: random.percent(50) };
    let group = text(random, &["example.com"], &["", "example", "example.k8s.io", "Example.com"]);
    let versions = versions(random, &mut chances);
    let mut spec = json!({
        "group": group,
        "names": names,
        "scope": text(random, &["Namespaced", "Cluster"], &["", "Global"]),
        "versions": versions,
    });
    if random.percent(2) {
        spec["preserveUnknownFields"] = true.into();
    }
    if random.percent(25) {
        spec["conversion"] = conversion(random);
    }
    let mut metadata =
        json!({"name": text(random, &["foos.example.com"], &["", "foo.example.com", "Foos.example.com"])});
    if random.percent(10) {
        metadata["labels"] = json!({"a": text(random, &["b"], &["b c"])});
        metadata["annotations"] =
            json!({"api-approved.kubernetes.io": text(random, &["unapproved, a test", "https://a.b/1"], &["", "x"])});
    }
    let mut json = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": metadata, "spec": spec
    });
    if random.percent(5) {
        json["status"] = json!({"storedVersions": [text(random, &["v1"], &["v0"]), "v2"]});
    }
    json
}

fn versions(random: &mut Random, chances: &mut Chances) -> Json {
    let count = random.one_of(&[1, 1, 1, 2, 2, 3]);
    let common = version(random, chances);
    let mut versions = Vec::new();
    for index in 0..count {
        let mut version = if random.percent(60) { common.clone() } else { version(random, chances) };
        let name = ["v1", "v2", "v1beta1"].get(index).copied().unwrap_or_default();
        version["name"] = text(random, &[name], &["v1", "V1", ""]);
        version["served"] = random.percent(80).into();
        version["storage"] = (index == 0 && !random.percent(3)).into();
        if random.percent(10) {
            version["deprecated"] = random.percent(80).into();
            version["deprecationWarning"] = text(random, &["old"], &["", "a\nb"]);
        }
        versions.push(version);
    }
    versions.into()
}

fn version(random: &mut Random, chances: &mut Chances) -> Json {
    let mut version = json!({});
    if !random.percent(3) {
        version["schema"] = json!({"openAPIV3Schema": schema::root(random, *chances)});
    }
    if random.percent(30) {
        version["subresources"] = json!({});
        if random.percent(70) {
            version["subresources"]["status"] = json!({});
        }
        if random.percent(40) {
            version["subresources"]["scale"] = json!({
                "specReplicasPath": text(random, &[".spec.a"], &["", "spec.a", ".status.a", ".spec"]),
                "statusReplicasPath": text(random, &[".status.a"], &["", ".spec.a", "x"]),
                "labelSelectorPath": text(random, &[".status.b", ".spec.b"], &["", ".metadata.b", "y"]),
            });
        }
    }
    if random.percent(20) {
        version["additionalPrinterColumns"] = json!([{
            "name": text(random, &["A"], &[""]),
            "type": text(random, &["string", "date", "integer"], &["", "text"]),
            "format": text(random, &["", "int32"], &["int3"]),
            "jsonPath": text(random, &[".spec.a"], &["", "spec.a"]),
        }]);
    }
    if random.percent(15) {
        let path =
            |random: &mut Random| text(random, &[".spec.a", ".spec.b", ".c"], &["", ".metadata.name", ".a[", "a"]);
        let count = if random.percent(5) { 10 } else { 1 + random.below(3) };
        let fields: Vec<Json> = (0..count).map(|_| json!({"jsonPath": path(random)})).collect();
        version["selectableFields"] = fields.into();
    }
    version
}

fn conversion(random: &mut Random) -> Json {
    let mut conversion = json!({"strategy": text(random, &["None", "Webhook", "Webhook"], &["", "Other"])});
    if conversion["strategy"] == "Webhook" || random.percent(5) {
        let mut config = json!({});
        if random.percent(50) {
            config["url"] = text(
                random,
                &["https://a.b/c"],
                &["http://a.b", "https://u:p@a.b/?q#f", "https:///", "%zz", "a b", "https://a.b:x/"],
            );
        }
        if !random.percent(50) {
            config["service"] = json!({
                "name": text(random, &["s"], &[""]),
                "namespace": text(random, &["n"], &[""]),
                "path": text(random, &["/p/q", "/"], &["p", "//", "/A/b", "/a//b/", ""]),
            });
            if random.percent(30) {
                config["service"]["port"] = random.one_of(&[443, 0, 65536, 8443]).into();
            }
        }
        if random.percent(10) {
            config["caBundle"] = "YWJj".into();
        }
        conversion["webhook"] = json!({
            "clientConfig": config,
            "conversionReviewVersions": [text(random, &["v1", "v1beta1"], &["v2", "V", "v1"])],
        });
        if random.percent(10) {
            conversion["webhook"]["conversionReviewVersions"] = json!(["v1", "v1", "x y"]);
        }
    }
    conversion
}

/// Changes a CRD a little.
fn change(random: &mut Random, json: &mut Json) {
    let mut chances = Chances { is_odd: random.percent(20), rules: random.percent(60) };
    match random.below(9) {
        0 => json["spec"]["scope"] = text(random, &["Namespaced", "Cluster"], &[""]),
        1 => json["spec"]["names"]["kind"] = text(random, &["Foo", "Bar"], &[""]),
        2 => json["spec"]["names"]["plural"] = text(random, &["foos", "bars"], &[""]),
        3 => json["spec"]["group"] = text(random, &["example.com", "example.org"], &["k8s.io"]),
        4 => json["spec"]["conversion"] = conversion(random),
        5 => json["spec"]["versions"] = versions(random, &mut chances),
        6 => {
            if let Some(metadata) = json["metadata"].as_object_mut() {
                metadata.remove("resourceVersion");
            }
        }
        _ => {
            if let Some(schema) = json.pointer_mut("/spec/versions/0/schema/openAPIV3Schema") {
                schema["properties"]["added"] = schema::node(random, chances, 1);
            }
        }
    }
}
