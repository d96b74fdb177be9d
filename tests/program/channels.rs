//! Channels in the complete program: one source, several sets of outputs.

use std::fs;

use crate::program::{module, path, run, run_with};
use tempfile::TempDir;

const GO: &str = r#"// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Widget is a thing.
// +kubebuilder:resource:scope=Cluster
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec WidgetSpec `json:"spec"`
}

// WidgetSpec is what is wanted.
type WidgetSpec struct {
	// Mode is how.
	// <gateway:experimental:description>
	//
	// Fast is new.
	// </gateway:experimental:description>
	//
	// +kubebuilder:validation:Enum=slow
	// <gateway:experimental:validation:Enum=slow;fast>
	Mode string `json:"mode"`
	// Speed is new.
	//
	// <gateway:experimental>
	// +optional
	Speed *int32 `json:"speed,omitempty"`
	// Addresses are where.
	//
	// <gateway:validateIPAddress>
	// +optional
	Addresses []Address `json:"addresses,omitempty"`
}

type Address struct {
	Type string `json:"type"`
	Value string `json:"value"`
}
"#;

const SETTINGS: &str = r#"packages = ["./v1"]
[crd]
output = "crd/{channel}"
no-document-start = true
[channels.standard]
annotations = ["example.com/channel=standard"]
[channels.experimental]
annotations = ["example.com/channel=experimental"]
file-name = "{plural}-{channel}.yaml"
"#;

fn project() -> TempDir {
    let folder = module(GO);
    fs::write(folder.path().join("idlgen.toml"), SETTINGS).expect("writes");
    folder
}

#[test]
fn every_channel_is_made_of_one_source() {
    let folder = project();
    let ran = run(&["-C", path(folder.path()), "crd"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let read = |name: &str| fs::read_to_string(folder.path().join("crd").join(name)).expect(name);
    let standard = read("standard/example.com_widgets.yaml");
    let experimental = read("experimental/widgets-experimental.yaml");
    for (text, channel, has, has_not) in [
        (
            &standard,
            "standard",
            &["description: Mode is how.\n", "                enum:\n                - slow\n"][..],
            &["speed", "Fast", "fast"][..],
        ),
        (&experimental, "experimental", &["speed", "Fast is new.", "- fast\n"], &["<gateway"]),
    ] {
        assert!(text.starts_with("apiVersion: "), "{text}");
        assert!(text.contains(&format!("example.com/channel: {channel}")), "{text}");
        assert!(text.contains("- format: ipv4") && text.contains("not:"), "{text}");
        assert!(has.iter().all(|part| text.contains(part)), "{text}");
        assert!(!has_not.iter().any(|part| text.contains(part)), "{text}");
    }
    assert_eq!(run(&["-C", path(folder.path()), "crd", "--check"]).status, 0);
}

#[test]
fn objects_are_judged_as_in_the_channel() {
    let folder = project();
    let object = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec:\n  mode: fast\n  speed: 3\n  \
                  addresses: [{type: IPAddress, value: nowhere}]\n";
    let go = folder.path().join("v1");
    let judged = |channel: &str| {
        run_with(&["-C", path(folder.path()), "validate", "-", "--go", path(&go), "--channel", channel], object)
    };
    let standard = judged("standard");
    assert!(standard.out.contains("spec.mode: Unsupported value: \"fast\""), "{standard}");
    assert!(standard.out.contains("spec.speed"), "{standard}");
    let experimental = judged("experimental");
    assert!(!experimental.out.contains("spec.mode") && !experimental.out.contains("spec.speed"), "{experimental}");
    assert!(experimental.out.contains("spec.addresses[0]"), "{experimental}");
    let unknown = judged("experimantal");
    assert_eq!(unknown.status, 1, "{unknown}");
    assert!(unknown.err.contains("error[IDL0280]: idlgen.toml has no channel `experimantal`"), "{unknown}");
    assert!(unknown.err.contains("help: use `experimental`"), "{unknown}");
}

#[test]
fn other_back_ends_see_the_channel() {
    let folder = project();
    let made = |command: &str, channel: &str| {
        let ran = run(&["-C", path(folder.path()), command, "./v1", "--channel", channel, "-o", "-"]);
        assert_eq!(ran.status, 0, "{ran}");
        ran.out
    };
    for command in ["openapi", "rust"] {
        assert!(!made(command, "standard").contains("peed"), "{command}");
        assert!(made(command, "experimental").contains("peed"), "{command}");
    }
}

#[test]
fn without_a_channel_nothing_is_left_out() {
    let folder = module(GO);
    let ran = run(&["-C", path(folder.path()), "crd", "./v1", "-o", "-"]);
    assert_eq!(ran.status, 0, "{ran}");
    assert!(ran.out.contains("speed:") && ran.out.contains("<gateway:experimental>"), "{ran}");
    // Notations that apply only in channels are reported.
    assert!(ran.err.contains("`gateway:validateIPAddress` has no effect: no channel is selected"), "{ran}");
}
