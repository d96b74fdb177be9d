//! Comments are read without false reports about their tags.

use std::collections::BTreeMap;

use idlgen::{
    modules::Modules,
    source::{DiskFileSystem, SourceMap},
    syntax,
    tags::{self, TagOptions},
};

use super::{expected::Module, findings::Findings};
use crate::go_modules::Scratch;

pub(super) fn check(scratch: &Scratch, module: &Module, findings: &mut Findings) {
    let modules = Modules::from_versions(&DiskFileSystem, &[(module.path, module.version)], &scratch.environment);
    let (locations, _) = modules.expand(&[module.packages.to_owned()]);
    let mut sources = SourceMap::default();
    let mut faults: BTreeMap<String, usize> = BTreeMap::new();
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
                    *faults.entry(format!("{}: {place}", diagnostic.code.info().slug)).or_default() += 1;
                }
            }
        }
    }
    findings.read.push(format!("{read} tags in {lines} lines of comments of {} packages", locations.len()));
    if read == 0 {
        findings.differences.push("no tags were found".to_owned());
    }
    let expected: BTreeMap<String, usize> =
        module.faults.iter().map(|(fault, count)| ((*fault).to_owned(), *count)).collect();
    findings.compare("faults of tags", &faults, &expected);
}
