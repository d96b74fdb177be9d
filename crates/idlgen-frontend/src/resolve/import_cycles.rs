//! Packages that import each other.

use super::names::Names;
use crate::{diag::Diagnostic, resolve::codes, source::Span};

/// Reports each import cycle once, at the import that closes it. Although types could still be resolved, Go does not
/// build such packages.
pub(super) fn import_cycles(names: &Names<'_>) -> Vec<Diagnostic> {
    let count = names.packages.len();
    let mut done = vec![false; count];
    let mut on_path = vec![false; count];
    let mut diagnostics = Vec::new();
    for start in 0..count {
        let mut path: Vec<(usize, std::vec::IntoIter<(usize, Span)>)> = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(package) = next.take()
                && let (Some(done), Some(on_path)) = (done.get_mut(package), on_path.get_mut(package))
                && !*done
            {
                *done = true;
                *on_path = true;
                path.push((package, imports(names, package).into_iter()));
            }
            let Some((package, imports)) = path.last_mut() else { break };
            let package = *package;
            match imports.next() {
                None => {
                    if let Some(on_path) = on_path.get_mut(package) {
                        *on_path = false;
                    }
                    path.pop();
                }
                Some((target, span)) if on_path.get(target) == Some(&true) => {
                    let cycle = path.iter().map(|(package, _)| *package).skip_while(|package| *package != target);
                    let way: Vec<&str> = cycle
                        .chain([target])
                        .filter_map(|package| names.packages.get(package))
                        .map(|package| package.import_path.as_str())
                        .collect();
                    diagnostics.push(
                        Diagnostic::new(
                            codes::IMPORT_CYCLE,
                            format!("packages import each other: {}", way.join(" → ")),
                        )
                        .at(span),
                    );
                }
                Some((target, _)) => next = Some(target),
            }
        }
    }
    diagnostics
}

/// Returns the packages that a package imports and that were read, without duplicates.
fn imports(names: &Names<'_>, package: usize) -> Vec<(usize, Span)> {
    let mut found: Vec<(usize, Span)> = Vec::new();
    let files = names.packages.get(package).into_iter().flat_map(|package| &package.files);
    for import in files.flat_map(|file| &file.declarations.imports) {
        if let Some(target) = names.package_of_path(&import.path)
            && !found.iter().any(|(other, _)| *other == target)
        {
            found.push((target, import.span));
        }
    }
    found
}
