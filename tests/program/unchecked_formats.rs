//! Formats that API servers do not check in custom resources.

use insta::assert_snapshot;

use crate::program::{Ran, module, path, run};

/// Runs a command on a kind with formats.
fn ran(arguments: &[&str]) -> Ran {
    let project = module(
        "// +groupName=m.example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         // +kubebuilder:object:root=true\ntype Widget struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\tSpec Spec `json:\"spec\"`\n}\n\n\
         type Spec struct {\n\t// +format=dns1123label\n\tLabel string `json:\"label\"`\n\
         \t// +format=ipv4\n\tAddress string `json:\"address\"`\n\
         \t// +kubebuilder:validation:Format=k8s-short-name\n\tShort string `json:\"short\"`\n\
         \t// +format=int64\n\tCount int64 `json:\"count\"`\n\t// +maxItems=9\n\tOwners []Owner `json:\"owners\"`\n\
         \tOther Owner `json:\"other\"`\n}\n\n// +format=quantity\ntype Owner string\n",
    );
    let (command, rest) = arguments.split_first().expect("a command");
    run(&[&[*command, "-C", path(project.path()), "./..."], rest].concat())
}

#[test]
fn a_format_that_no_server_checks_is_a_warning() {
    assert_snapshot!(ran(&["lint", "--message-format", "short"]), @"
    [output]
    [folder]/v1/types.go:14:5: warning[IDL0727]: API servers do not check the format `dns1123label` in custom resources
    [folder]/v1/types.go:27:4: warning[IDL0727]: API servers do not check the format `quantity` in custom resources
    [errors]
    checked 1 package: 0 errors, 2 warnings
    ");
    let full = ran(&["lint"]);
    assert!(full.out.contains("= help: use `k8s-short-name`, which is the same format"), "{full}");
    let older = ran(&["lint", "--kubernetes-version", "1.34"]);
    let note = "= note: they check it since Kubernetes 1.35; the version is 1.34";
    assert!(older.out.contains(note) && !older.out.contains("which is the same format"), "{older}");
}

#[test]
fn the_format_becomes_a_pattern_or_a_rule() {
    let flags = ["crd", "-o", "-", "--message-format", "short", "--formats"];
    for (formats, expected) in [
        ("native", "                format: dns1123label\n"),
        ("inline-pattern", "                pattern: ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$\n"),
        ("inline-cel", "rule: '!format.dns1123Label().validate(self).hasValue()'\n"),
    ] {
        let ran = ran(&[&flags[..], &[formats]].concat());
        assert!(ran.status == 0 && ran.out.contains(expected), "{formats}: {ran}");
        assert_eq!(ran.err.contains("IDL0727"), formats == "native", "{ran}");
        assert!(ran.out.contains("format: ipv4"), "{ran}");
    }
}
