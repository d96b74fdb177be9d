//! Upstream API modules are read without false reports about their tags. Modules that the module cache lacks are skipped.

#![expect(clippy::print_stdout, reason = "a test says what it skips")]

use std::collections::BTreeMap;

use idlgen::{
    modules::{GoEnvironment, Modules},
    source::{DiskFileSystem, SourceMap},
    syntax,
    tags::{self, TagOptions},
};

/// What is wrong with the comments of a module: `slug: text underlined`, and how often.
fn faults(module: &str, version: &str, packages: &str) -> Option<BTreeMap<String, usize>> {
    #[expect(clippy::disallowed_methods, reason = "the test looks for the module cache")]
    let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
    let files = DiskFileSystem;
    let modules = Modules::from_versions(&files, &[(module, version)], &environment);
    let (locations, _) = modules.expand(&[packages.to_owned()]);
    if locations.is_empty() {
        println!("skipped: {module}@{version} is not in the module cache");
        return None;
    }
    let mut sources = SourceMap::default();
    let mut faults = BTreeMap::new();
    let (mut lines, mut read) = (0, 0);
    for location in &locations {
        for source in modules.go_files(location).0 {
            let file = sources.add(source.path, source.text.clone());
            let (go, _) = syntax::parse(file, &source.text);
            for group in &go.comments {
                let parsed = tags::parse(&group.lines, &TagOptions::default());
                lines += group.lines.len();
                read += parsed.tags.len();
                for diagnostic in parsed.diagnostics {
                    let place = diagnostic.primary.map_or("", |label| sources.slice(label.span));
                    *faults.entry(format!("{}: {place}", diagnostic.code.info().slug)).or_insert(0) += 1;
                }
            }
        }
    }
    println!("{module}@{version}: {} packages, {lines} lines of comments, {read} tags", locations.len());
    assert!(read > 0);
    Some(faults)
}

fn check(module: &str, version: &str, packages: &str, expected: &[(&str, usize)]) {
    let Some(found) = faults(module, version, packages) else { return };
    let expected: BTreeMap<String, usize> =
        expected.iter().map(|(fault, count)| ((*fault).to_owned(), *count)).collect();
    assert_eq!(found, expected, "{module}");
}

#[test]
fn kubernetes() {
    check("k8s.io/api", "v0.35.0", "k8s.io/api/...", &[]);
    // A package of test types that is published and not published.
    let contradiction = [("repeated-tag: +k8s:openapi-gen=false", 1)];
    check("k8s.io/apimachinery", "v0.35.0", "k8s.io/apimachinery/...", &contradiction);
    check("k8s.io/apiextensions-apiserver", "v0.35.0", "k8s.io/apiextensions-apiserver/pkg/apis/...", &[]);
}

#[test]
fn gateway_api() {
    check("sigs.k8s.io/gateway-api", "v1.4.0", "sigs.k8s.io/gateway-api/...", &[]);
}

#[test]
fn cert_manager() {
    check("github.com/cert-manager/cert-manager", "v1.19.1", "github.com/cert-manager/cert-manager/...", &[]);
}

#[test]
fn kubevirt() {
    // Each of these is a slip in KubeVirt: nothing reads the tag.
    let slips = [("near-tag: + optional", 15), ("unknown-tag: listtype", 1)];
    check("kubevirt.io/api", "v1.7.0", "kubevirt.io/api/...", &slips);
}
