use insta::assert_snapshot;
use serde_json::Value as Json;

use crate::{
    controller_gen::{Made, Options, definitions},
    resolve::testing::read,
};

const META: &str = "package v1\ntype TypeMeta struct{}\ntype ObjectMeta struct{}\n";

/// Returns what is made of the versions of a kind with these markers.
fn made(versions: &[(&str, &[&str])]) -> Made {
    let source = |(version, markers): &(&str, &[&str])| {
        let markers = markers.iter().map(|marker| format!("// +{marker}\n")).collect::<Vec<_>>().concat();
        let text = format!(
            "// +groupName=example.com\npackage {version}\n\n\
             import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n{markers}type Foo struct {{\n\
             \tmetav1.TypeMeta `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n}}\n"
        );
        (format!("one/{version}/types.go"), text)
    };
    let sources: Vec<_> = versions.iter().map(source).collect();
    let sources: Vec<_> = sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let read = read(&sources, &[("k8s.io/apimachinery/pkg/apis/meta/v1/types.go", META)]);
    definitions(&read.packages, &read.sources, &Options { minor: 22, ..Options::default() })
}

/// Returns the only CRD without its schemas, and the errors.
fn shown(versions: &[(&str, &[&str])]) -> String {
    let Made { definitions, problems, .. } = made(versions);
    let mut lines = Vec::new();
    for definition in &definitions {
        let mut writer = idlgen_yaml::Writer::default();
        let document = writer.document(&definition.part(None));
        let loaded = idlgen_yaml::load(document, &idlgen_yaml::Limits::default()).remove(0);
        let mut json = loaded.root.unwrap().to_json();
        for version in json.pointer_mut("/spec/versions").and_then(Json::as_array_mut).unwrap() {
            version.as_object_mut().unwrap().remove("schema");
        }
        lines.push(format!("{}: {} {}\n", definition.file, json["metadata"], json["spec"]));
    }
    lines.extend(problems.into_iter().map(|problem| format!("error: {}\n", problem.message)));
    lines.concat()
}

#[test]
fn markers_set_the_names_and_the_columns_of_a_kind() {
    assert_snapshot!(shown(&[("v1", &[])]), @r#"example.com_foos.yaml: {"annotations":{"controller-gen.kubebuilder.io/version":"v0.22.0"},"name":"foos.example.com"} {"group":"example.com","names":{"kind":"Foo","listKind":"FooList","plural":"foos","singular":"foo"},"scope":"Namespaced","versions":[{"name":"v1","served":true,"storage":true}]}"#);
    let all = [
        "kubebuilder:resource:path=foes,singular=foe,shortName=f;fo,categories=all;mine,scope=Cluster",
        "kubebuilder:metadata:annotations=a=b;c=d=e,labels=l=m",
        "kubebuilder:printcolumn:name=N,type=string,JSONPath=.a,description=D,format=date,priority=1",
        "kubebuilder:printcolumn:name=M,type=string,JSONPath=.b",
        "kubebuilder:subresource:status",
        "kubebuilder:subresource:scale:specpath=.a,statuspath=.b,selectorpath=.c",
        "kubebuilder:deprecatedversion:warning=old",
    ];
    assert_snapshot!(shown(&[("v1", &all)]), @r#"example.com_foes.yaml: {"annotations":{"a":"b","c":"d=e","controller-gen.kubebuilder.io/version":"v0.22.0"},"labels":{"l":"m"},"name":"foes.example.com"} {"group":"example.com","names":{"categories":["all","mine"],"kind":"Foo","listKind":"FooList","plural":"foes","shortNames":["f","fo"],"singular":"foe"},"scope":"Cluster","versions":[{"additionalPrinterColumns":[{"description":"D","format":"date","jsonPath":".a","name":"N","priority":1,"type":"string"},{"jsonPath":".b","name":"M","type":"string"}],"deprecated":true,"deprecationWarning":"old","name":"v1","served":true,"storage":true,"subresources":{"scale":{"labelSelectorPath":".c","specReplicasPath":".a","statusReplicasPath":".b"},"status":{}}}]}"#);
    // Empty arguments do not replace the names, and another marker replaces the lists and the scope.
    let twice = ["kubebuilder:resource:shortName=f,scope=Cluster,singular=foe", "kubebuilder:resource:categories=all"];
    assert_snapshot!(shown(&[("v1", &twice)]), @r#"example.com_foos.yaml: {"annotations":{"controller-gen.kubebuilder.io/version":"v0.22.0"},"name":"foos.example.com"} {"group":"example.com","names":{"categories":["all"],"kind":"Foo","listKind":"FooList","plural":"foos","singular":"foe"},"scope":"Namespaced","versions":[{"name":"v1","served":true,"storage":true}]}"#);
}

#[test]
fn metadata_that_is_not_an_assignment_is_an_error() {
    assert_snapshot!(shown(&[("v1", &["kubebuilder:metadata:annotations=a"])]), @r#"
    example.com_foos.yaml: {"annotations":{"controller-gen.kubebuilder.io/version":"v0.22.0"},"name":"foos.example.com"} {"group":"example.com","names":{"kind":"Foo","listKind":"FooList","plural":"foos","singular":"foo"},"scope":"Namespaced","versions":[{"name":"v1","served":true,"storage":true}]}
    error: annotation a is not in 'xxx=xxx' format
    "#);
    assert_snapshot!(shown(&[("v1", &["kubebuilder:metadata:labels=b"])]), @r#"
    example.com_foos.yaml: {"annotations":{"controller-gen.kubebuilder.io/version":"v0.22.0"},"name":"foos.example.com"} {"group":"example.com","names":{"kind":"Foo","listKind":"FooList","plural":"foos","singular":"foo"},"scope":"Namespaced","versions":[{"name":"v1","served":true,"storage":true}]}
    error: label b is not in 'xxx=xxx' format
    "#);
}

#[test]
fn one_version_is_stored_and_one_is_served() {
    let (stored, unserved) = ("kubebuilder:storageversion", "kubebuilder:unservedversion");
    assert_snapshot!(shown(&[("v1", &[]), ("v2", &[])]), @r#"
    example.com_foos.yaml: {"annotations":{"controller-gen.kubebuilder.io/version":"v0.22.0"},"name":"foos.example.com"} {"group":"example.com","names":{"kind":"Foo","listKind":"FooList","plural":"foos","singular":"foo"},"scope":"Namespaced","versions":[{"name":"v1","served":true,"storage":false},{"name":"v2","served":true,"storage":false}]}
    error: CRD for Foo.example.com has no storage version
    "#);
    assert_snapshot!(shown(&[("v1", &[unserved, stored]), ("v2", &[unserved])]), @r#"
    example.com_foos.yaml: {"annotations":{"controller-gen.kubebuilder.io/version":"v0.22.0"},"name":"foos.example.com"} {"group":"example.com","names":{"kind":"Foo","listKind":"FooList","plural":"foos","singular":"foo"},"scope":"Namespaced","versions":[{"name":"v1","served":false,"storage":true},{"name":"v2","served":false,"storage":false}]}
    error: CRD for Foo.example.com with version(s) [v1 v2] does not serve any version
    "#);
    assert_snapshot!(shown(&[("v1", &[unserved]), ("v2", &[stored])]), @r#"example.com_foos.yaml: {"annotations":{"controller-gen.kubebuilder.io/version":"v0.22.0"},"name":"foos.example.com"} {"group":"example.com","names":{"kind":"Foo","listKind":"FooList","plural":"foos","singular":"foo"},"scope":"Namespaced","versions":[{"name":"v1","served":false,"storage":false},{"name":"v2","served":true,"storage":true}]}"#);
    // A skipped version counts neither way.
    let skipped = "kubebuilder:skipversion";
    assert_snapshot!(shown(&[("v1", &[skipped, stored]), ("v2", &[])]), @r#"example.com_foos.yaml: {"annotations":{"controller-gen.kubebuilder.io/version":"v0.22.0"},"name":"foos.example.com"} {"group":"example.com","names":{"kind":"Foo","listKind":"FooList","plural":"foos","singular":"foo"},"scope":"Namespaced","versions":[{"name":"v2","served":true,"storage":true}]}"#);
    assert_eq!(shown(&[("v1", &[skipped])]), "");
}

/// A kind embeds both types of metadata, and nothing else makes one of a struct.
#[test]
fn kinds_embed_their_metadata() {
    let files = |fields: &str| {
        let text = format!(
            "// +groupName=example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
             type Other struct {{\n\tT metav1.TypeMeta `json:\"t\"`\n}}\n\ntype Foo struct {{\n{fields}}}\n"
        );
        let meta = format!("{META}type ListMeta struct{{}}\n");
        let read = read(&[("one/v1/types.go", &text)], &[("k8s.io/apimachinery/pkg/apis/meta/v1/types.go", &meta)]);
        let made = definitions(&read.packages, &read.sources, &Options { minor: 22, ..Options::default() });
        made.definitions.len()
    };
    let (of_type, of_object) = ("\tmetav1.TypeMeta `json:\",inline\"`\n", "\tmetav1.ObjectMeta `json:\"metadata\"`\n");
    for (fields, count) in [
        ([of_type, of_object].concat(), 1),
        ([of_object, of_type].concat(), 1),
        (of_type.to_owned(), 0),
        (of_object.to_owned(), 0),
        ([of_type, "\tmetav1.ListMeta `json:\"metadata\"`\n"].concat(), 0),
        ([of_type, "\tM metav1.ObjectMeta `json:\"metadata\"`\n"].concat(), 0),
        ([of_type, "\tUnknown `json:\"metadata\"`\n"].concat(), 0),
    ] {
        assert_eq!(files(&fields), count, "{fields}");
    }
}
