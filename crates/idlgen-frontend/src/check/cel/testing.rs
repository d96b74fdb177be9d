//! Helpers for tests: rules in Go source and their diagnostics.

use super::{RuleOptions, check};
use crate::{
    diag::Diagnostic,
    lower::{LowerOptions, lower},
    resolve::testing::{GoFiles, Read, read},
};

/// Returns the diagnostics for packages, requested ones and others, which have no other errors.
pub(super) fn found(requested: GoFiles<'_>, others: GoFiles<'_>, options: &RuleOptions) -> (Read, Vec<Diagnostic>) {
    let read = read(requested, others);
    assert_eq!(read.render(&read.diagnostics), "");
    let lowered = lower(&read.model, &LowerOptions::default());
    assert_eq!(read.render(&lowered.diagnostics), "");
    let diagnostics = check(&read.model, &lowered, options);
    (read, diagnostics)
}

/// Formats `line:column: slug: message`, optionally with notes and fixes.
pub(super) fn report_with(text: &str, options: &RuleOptions, notes: bool) -> Vec<String> {
    let (read, diagnostics) = found(&[("example.com/api/v1/types.go", &format!("package v1\n{text}"))], &[], options);
    let mut lines = Vec::new();
    for diagnostic in &diagnostics {
        let rendered = read.render(std::slice::from_ref(diagnostic));
        let place = rendered.split_once(": ").map_or("", |(place, _)| place.trim_start_matches("types.go:"));
        lines.push(format!("{place}: {}: {}", diagnostic.code.info().slug, diagnostic.message));
        if notes {
            lines.extend(diagnostic.remarks().map(|remark| format!("  {remark}")));
            lines.extend(diagnostic.fix.iter().map(|fix| format!("  fix: {}", fix.title)));
        }
    }
    lines
}

/// Returns the diagnostics of a file with the default settings, without notes.
pub(super) fn report(text: &str) -> Vec<String> {
    report_with(text, &RuleOptions::default(), false)
}

/// Returns the diagnostics of a file with notes and fixes.
pub(super) fn noted(text: &str) -> Vec<String> {
    report_with(text, &RuleOptions::default(), true)
}

/// The relevant types of a pod.
pub(super) const POD: &str = r#"
type Container struct {
	Name string `json:"name"`
	Ports []ContainerPort `json:"ports,omitempty"`
	RestartPolicy *string `json:"restartPolicy,omitempty"`
}
type ContainerPort struct {
	HostPort int32 `json:"hostPort,omitempty"`
	ContainerPort int32 `json:"containerPort"`
}
"#;

/// The types of resource metadata, and a list of them.
pub(super) const META: &str = r#"
type TypeMeta struct {
	Kind string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
}
type ObjectMeta struct {
	Name string `json:"name,omitempty"`
	Labels map[string]string `json:"labels,omitempty"`
}
type ListMeta struct {
	Continue string `json:"continue,omitempty"`
}
type WidgetList struct {
	TypeMeta `json:",inline"`
	ListMeta `json:"metadata,omitempty"`
	Items []Widget `json:"items"`
}
"#;
