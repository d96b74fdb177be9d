//! A folder of types that import nothing but `k8s.io/apimachinery` is read without Go and without modules, and means
//! what it means with the module on disk.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "the test looks for the module cache")]

use std::path::Path;

use idlgen::{
    diag::Diagnostic,
    emit::openapi::{OpenApiOptions, definitions},
    lower::{LowerOptions, lower},
    modules::{GoEnvironment, Modules, builtin::apimachinery},
    resolve::{ResolveOptions, resolve},
    session::load,
    source::{DiskFileSystem, FileSystem, MemoryFileSystem, OverlayFileSystem, SourceMap},
};
use serde_json::Value;

const TYPES: &str = r#"
// +groupName=example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/version"
)

// +k8s:openapi-gen=true
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WidgetSpec `json:"spec"`
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// +k8s:openapi-gen=true
type WidgetSpec struct {
	Port     intstr.IntOrString      `json:"port"`
	Size     resource.Quantity       `json:"size"`
	Selector *metav1.LabelSelector   `json:"selector,omitempty"`
	Since    metav1.Time             `json:"since,omitempty"`
	Micro    metav1.MicroTime        `json:"micro,omitempty"`
	Every    *metav1.Duration        `json:"every,omitempty"`
	Extra    runtime.RawExtension    `json:"extra,omitempty"`
	Kind     schema.GroupVersionKind `json:"kind,omitempty"`
	UID      types.UID               `json:"uid"`
	Target   types.NamespacedName    `json:"target"`
	Version  version.Info            `json:"version"`
	Status   metav1.Status           `json:"status"`
	List     metav1.ListOptions      `json:"list"`
	Table    metav1.Table            `json:"table"`
	Event    metav1.WatchEvent       `json:"event"`
}
"#;

/// The definitions of the types in `/project`, and what was said of them.
fn read(files: &dyn FileSystem, environment: &GoEnvironment) -> (Value, Vec<Diagnostic>) {
    let mut sources = SourceMap::default();
    let (modules, mut diagnostics) = Modules::load(files, Path::new("/project"), environment, &mut sources);
    let loaded = load(&modules, &["./...".to_owned()], &mut sources);
    diagnostics.extend(loaded.diagnostics);
    let (model, said) = resolve(&loaded.packages, &ResolveOptions::default());
    diagnostics.extend(said);
    let lowered = lower(&model, &LowerOptions::default());
    diagnostics.extend(lowered.diagnostics.iter().cloned());
    let printed = definitions(&lowered, &OpenApiOptions::default());
    (serde_json::from_str(&printed).unwrap(), diagnostics)
}

/// Without descriptions, and without the `allOf` that only lets a reference have one.
fn structure(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.into_iter().filter(|(name, _)| name != "description");
            let members: serde_json::Map<String, Value> =
                members.map(|(name, value)| (name, structure(value))).collect();
            match members.get("allOf") {
                Some(Value::Array(parts)) if members.len() == 1 && parts.len() == 1 => parts.first().unwrap().clone(),
                _ => Value::Object(members),
            }
        }
        Value::Array(elements) => elements.into_iter().map(structure).collect(),
        other => other,
    }
}

fn project(more: &[(&str, &str)]) -> MemoryFileSystem {
    let mut files = MemoryFileSystem::default();
    files.insert("/project/api/v1/types.go", TYPES);
    for (path, text) in more {
        files.insert(*path, *text);
    }
    files
}

#[test]
fn no_go_is_needed() {
    let (definitions, diagnostics) = read(&project(&[]), &GoEnvironment::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let condition = definitions.get("io.k8s.apimachinery.pkg.apis.meta.v1.Condition").unwrap();
    assert_eq!(
        condition.pointer("/required"),
        Some(&serde_json::json!(["type", "status", "lastTransitionTime", "reason", "message"]))
    );
    let time = definitions.get("io.k8s.apimachinery.pkg.apis.meta.v1.Time").unwrap();
    assert_eq!(time.pointer("/format"), Some(&Value::from("date-time")));
}

#[test]
fn the_module_on_disk_says_the_same() {
    let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
    let version = &apimachinery().version;
    let module = environment.module_cache.as_ref().map(|cache| cache.join(format!("k8s.io/apimachinery@{version}")));
    if !module.is_some_and(|module| module.is_dir()) {
        println!("skipped: run `go mod download k8s.io/apimachinery@{version}`");
        return;
    }
    let go_mod = format!("module example.com/project\n\ngo 1.25\n\nrequire k8s.io/apimachinery {version}\n");
    let upper = project(&[("/project/go.mod", &go_mod)]);
    let (built_in, _) = read(&upper, &GoEnvironment::default());
    let (on_disk, _) = read(&OverlayFileSystem { upper, lower: DiskFileSystem }, &environment);
    assert_ne!(built_in, on_disk, "descriptions are not built in");
    assert_eq!(structure(built_in), structure(on_disk));
}
