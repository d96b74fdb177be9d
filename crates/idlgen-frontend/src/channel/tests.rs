use std::collections::BTreeSet;

use super::{Channel, apply};
use crate::{
    diag::Diagnostic,
    model,
    resolve::testing::{Read, read_file},
};

const META: &str = "import \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n";

fn channel(name: &str, gates: &[&str]) -> Channel {
    let gates: BTreeSet<String> = gates.iter().map(|gate| (*gate).to_owned()).collect();
    Channel { name: name.to_owned(), gates, ..Channel::default() }
}

fn read_in(text: &str, channel: &Channel, all: &[Channel]) -> (Read, Vec<Diagnostic>) {
    let mut read = read_file(&format!("package v1\n{text}"));
    assert_eq!(read.report(), "", "{text}");
    let diagnostics = apply(&mut read.model, channel, all);
    (read, diagnostics)
}

/// Returns the fields of `T` in a channel with these gates, each with its tags.
fn fields(text: &str, name: &str, gates: &[&str]) -> Vec<String> {
    let channel = channel(name, gates);
    let (read, _) = read_in(text, &channel, std::slice::from_ref(&channel));
    let definition = read.model.find_type("example.com/api/v1", "T").unwrap();
    let shown = definition.fields().iter().map(|field| {
        let tags = crate::tags::dump(&field.tags, &read.sources);
        let tags: Vec<&str> =
            tags.lines().filter_map(|line| line.split_once(": ").map(|(_, meaning)| meaning)).collect();
        if tags.is_empty() { field.name.clone() } else { format!("{}: {}", field.name, tags.join(", ")) }
    });
    shown.collect()
}

#[test]
fn fields_types_and_constants_come_and_go_with_their_gates() {
    let text = "// +openshift:enable:FeatureGate=A\n// +openshift:enable:FeatureGate=B;C\ntype Gated string\n\
        type Same = Gated\n\
        type T struct {\n\tPlain string `json:\"plain\"`\n\
        \t// Some text.\n\t// <gateway:experimental>\n\tExperimental string `json:\"experimental\"`\n\
        \tOfGated []*Same `json:\"ofGated\"`\n\
        \t// +openshift:enable:FeatureGate=A\n\t// <gateway:experimental>\n\tBoth string `json:\"both\"`\n}\n";
    assert_eq!(fields(text, "standard", &[]), ["Plain"]);
    assert_eq!(fields(text, "experimental", &[]), ["Plain", "Experimental"]);
    assert_eq!(fields(text, "standard", &["C"]), ["Plain", "OfGated"]);
    assert_eq!(fields(text, "experimental", &["A"]), ["Plain", "Experimental", "OfGated", "Both"]);
    let text = "// +enum\ntype E string\nconst (\n\tA E = \"a\"\n\t// <gateway:experimental>\n\tB E = \"b\"\n)\n";
    for (name, expected) in [("standard", 1), ("experimental", 2)] {
        let (read, _) = read_in(text, &channel(name, &[]), &[]);
        let constants = &read.model.find_type("example.com/api/v1", "E").unwrap().constants;
        assert_eq!(constants.len(), expected, "{name}");
    }
}

#[test]
fn tags_that_depend_on_gates_count_where_these_are_on() {
    let text = "type T struct {\n\
        \t// +openshift:validation:FeatureGateAwareEnum:featureGate=\"\",enum=a;b\n\
        \t// +openshift:validation:FeatureGateAwareEnum:featureGate=X;Y,enum=a;b;x\n\
        \t// +openshift:validation:FeatureGateAwareEnum:requiredFeatureGate=X;Z,enum=a;b;z\n\
        \t// +kubebuilder:validation:Enum=a\n\
        \tMode string `json:\"mode\"`\n\
        \t// +kubebuilder:validation:XValidation:rule=\"plain\"\n\
        \t// +openshift:validation:FeatureGateAwareXValidation:featureGate=X,rule=\"self.x\",message=\"m\"\n\
        \t// <gateway:X:validation:XValidation:message=\"n\",rule=\"self.y\">\n\
        \t// +openshift:validation:FeatureGateAwareXValidation:featureGate=\"\",rule=\"self.none\"\n\
        \tPart P `json:\"part\"`\n\
        \t// +k8s:ifEnabled(X)=+k8s:maxLength=3\n\
        \t// +k8s:ifDisabled(X)=+k8s:eachVal=+k8s:maxLength=4\n\
        \t// +k8s:eachVal=+k8s:ifEnabled(Y)=+k8s:maxLength=5\n\
        \t// +openshift:validation:FeatureGateAwareMaxItems:featureGate=Y,maxItems=8\n\
        \t// +kubebuilder:validation:MaxItems=4\n\
        \tNames []string `json:\"names\"`\n}\ntype P struct{}\n";
    assert_eq!(
        fields(text, "none", &[]),
        [
            "Mode: enum \"a\" \"b\"",
            "Part: rule \"self.none\", rule \"plain\"",
            "Names: of elements: maxLength 4, maxItems 4",
        ]
    );
    assert_eq!(
        fields(text, "X", &[]),
        [
            "Mode: enum \"a\" \"b\" \"x\"",
            "Part: rule \"self.x\" message \"m\", rule \"plain\", rule \"self.y\" message \"n\"",
            "Names: maxLength 3, maxItems 4",
        ]
    );
    assert_eq!(fields(text, "X", &["Z"])[0], "Mode: enum \"a\" \"b\" \"z\"");
    assert_eq!(fields(text, "Y", &[])[2], "Names: of elements: maxLength 4, of elements: maxLength 5, maxItems 8");
}

#[test]
fn kinds_and_versions_of_a_channel() {
    let text = format!(
        "{META}type Widget struct {{\n\tv1.TypeMeta `json:\",inline\"`\n\tv1.ObjectMeta `json:\"metadata\"`\n}}\n\
         type WidgetList struct {{\n\tv1.TypeMeta `json:\",inline\"`\n\tItems []Widget `json:\"items\"`\n}}\n\
         type Gadget struct {{\n\tv1.TypeMeta `json:\",inline\"`\n\tv1.ObjectMeta `json:\"metadata\"`\n}}\n"
    );
    let read_kinds = || {
        crate::resolve::testing::read(
            &[("example.com/api/v1alpha1/types.go", &format!("// +groupName=example.com\npackage v1alpha1\n{text}"))],
            &[(
                "k8s.io/apimachinery/pkg/apis/meta/v1/types.go",
                "package v1\ntype TypeMeta struct {\n\tKind string `json:\"kind\"`\n}\ntype ObjectMeta struct {\n\t\
                 Name string `json:\"name\"`\n}\n",
            )],
        )
    };
    let mut read = read_kinds();
    assert_eq!(read.report(), "");
    let channel = Channel {
        kinds: vec!["Widget".to_owned()],
        unserved_versions: vec!["*alpha*".to_owned()],
        ..channel("standard", &[])
    };
    apply(&mut read.model, &channel, &[]);
    let package = &read.model.packages[0];
    let names: Vec<&str> = package.types.iter().map(|id| read.model.type_definition(*id).name.as_str()).collect();
    assert_eq!(names, ["Widget", "WidgetList"]);
    assert!(model::dump(&read.model).contains("+kubebuilder:unservedversion"));
    // A listed kind is not what another one should have been.
    for (kinds, expected) in [
        (["Widget", "Gadgit"], &["channel `standard` lists the kind `Gadgit`, which the packages do not use"][..]),
        (["Gadget", "Gadgit"], &[]),
    ] {
        let mut read = read_kinds();
        let channel = Channel { kinds: kinds.map(str::to_owned).to_vec(), ..channel.clone() };
        let said: Vec<String> = apply(&mut read.model, &channel, std::slice::from_ref(&channel))
            .into_iter()
            .map(|found| found.message)
            .collect();
        assert_eq!(said, expected, "{kinds:?}");
    }
}

#[test]
fn names_that_lead_nowhere_are_said() {
    let text = "type T struct {\n\t// +openshift:enable:FeatureGate=FastWidgets\n\tFast string `json:\"fast\"`\n\
        \t// +k8s:ifEnabled(Other)=+k8s:required\n\tName string `json:\"name\"`\n}\n";
    let said = |channel: &Channel, all: &[Channel]| -> Vec<String> {
        let (_, diagnostics) = read_in(text, channel, all);
        let show = |one: Diagnostic| {
            let remarks: Vec<_> = one.remarks().collect();
            format!("{}: {} ({})", one.code.info().slug, one.message, remarks.join("; "))
        };
        diagnostics.into_iter().map(show).collect()
    };
    let misspelt = channel("tech", &["FastWigdets"]);
    assert_eq!(
        said(&misspelt, std::slice::from_ref(&misspelt)),
        [
            "gate-of-no-channel: no channel enables the feature gate `FastWidgets` (help: use `FastWigdets`)",
            "gate-of-no-channel: no channel enables the feature gate `Other` ()",
            "nothing-of-channel: channel `tech` lists the feature gate `FastWigdets`, which the packages do not \
             use (help: use `FastWidgets`)",
        ]
    );
    let all = [channel("all", &["FastWidgets", "Other"]), channel("none", &[])];
    assert_eq!(said(&all[1], &all), Vec::<String>::new());
    assert_eq!(said(&channel("Othr", &[]), &[]).len(), 1);
    assert_eq!(said(&channel("Other", &[]), &[]), Vec::<String>::new());
    assert_eq!(
        said(&channel("standard", &[]), &[]),
        ["nothing-of-channel: no declaration depends on the feature gate `standard` (idlgen.toml has no channels, so \
          `--channel` selects a single feature gate; declarations that depend on other gates are omitted: FastWidgets, \
          Other)"]
    );
    let (_, diagnostics) = read_in("type T struct {}\n", &channel("experimental", &[]), &[]);
    assert!(diagnostics[0].notes[1].starts_with("the packages do not use"), "{diagnostics:?}");
}

#[test]
fn gates_are_found_in_anonymous_structs_of_every_type() {
    for ty in ["struct", "*struct", "[]struct", "[2]struct", "map[string]struct", "map[string][]struct"] {
        let text = format!(
            "type T struct {{\n\tA {ty} {{\n\t\t// +openshift:enable:FeatureGate=Fast\n\t\tB string `json:\"b\"`\n\t}} \
             `json:\"a\"`\n}}\n"
        );
        let (_, diagnostics) = read_in(&text, &channel("Fast", &[]), &[]);
        assert_eq!(diagnostics, [], "{ty}");
    }
}
