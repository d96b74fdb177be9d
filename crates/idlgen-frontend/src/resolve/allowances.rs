//! `//idlgen:allow CODE reason` above declarations.

mod allowance;

pub use allowance::{Allowance, apply_allowances};

use super::{PackageInput, codes::ALLOW_MALFORMED};
use crate::{
    diag::{Code, Codes, Diagnostic},
    source::{Span, TextLine},
    syntax::{CommentGroup, Comments, FieldDeclaration, GoFile, TypeExpression, TypeExpressionKind},
};

/// Returns the allowances in requested packages, in the order of files and positions, and diagnostics about malformed
/// directives.
///
/// A directive applies to the declaration below it (type, field or constant, with its comments). Above the package
/// clause, it applies to the entire file. `codes` contains the codes that a directive may suppress.
pub fn allowances(packages: &[PackageInput], codes: &Codes) -> (Vec<Allowance>, Vec<Diagnostic>) {
    let mut allowances = Vec::new();
    let mut diagnostics = Vec::new();
    for input in packages.iter().filter(|package| package.requested).flat_map(|package| &package.files) {
        let file = &input.declarations;
        let scopes = scopes(file);
        for (index, group) in file.comments.iter().enumerate() {
            for directive in group.directives.iter() {
                let Some(text) = directive.text.strip_prefix("idlgen:") else { continue };
                match read(directive, text, codes) {
                    Err(diagnostic) => diagnostics.push(diagnostic),
                    Ok(code) => match scopes.iter().find(|(group, _)| *group == index) {
                        Some((_, scope)) => allowances.push(Allowance { code, span: directive.span, scope: *scope }),
                        None => diagnostics.push(
                            Diagnostic::new(ALLOW_MALFORMED, "this directive is not attached to a declaration")
                                .at(directive.span)
                                .help(
                                    "put it directly above a type, field or constant, or above the package clause \
                                     for the entire file",
                                ),
                        ),
                    },
                }
            }
        }
    }
    (allowances, diagnostics)
}

/// Parses the code in `allow CODE reason`.
fn read(directive: TextLine<'_>, text: &str, codes: &Codes) -> Result<Code, Diagnostic> {
    let malformed = |message: String| Diagnostic::new(ALLOW_MALFORMED, message).at(directive.span);
    let mut words = text.splitn(3, [' ', '\t']).map(str::trim);
    let verb = words.next().unwrap_or("");
    if verb != "allow" {
        return Err(malformed(format!("unknown directive `idlgen:{verb}`; use `idlgen:allow CODE reason`")));
    }
    let name = words.next().unwrap_or("");
    if name.is_empty() {
        return Err(malformed("`idlgen:allow` requires a code and a reason".to_owned()));
    }
    let Some(code) = codes.find(name) else {
        let mut diagnostic = malformed(format!("`{name}` is not a diagnostic code"));
        if let Some(close) = codes.nearest_name(name) {
            diagnostic = diagnostic.help(format!("use `{close}`"));
        }
        return Err(diagnostic);
    };
    if words.next().is_none_or(str::is_empty) {
        return Err(malformed(format!("`idlgen:allow {name}` has no reason"))
            .help("write after the code why you allow the diagnostic"));
    }
    Ok(code)
}

/// Returns, for each comment group (by index) that belongs to a declaration, the span of the declaration with its
/// comments.
fn scopes(file: &GoFile) -> Vec<(usize, Span)> {
    let mut scopes = Vec::new();
    let mut add = |comments: &Comments, end: Span, with_second: bool| {
        let second = if with_second { comments.second_closest } else { None };
        let trailing = comments.trailing.and_then(|id| file.comment(id)).and_then(|group| group.lines.last());
        let end = trailing.map_or(end, |line| end.to(line.span));
        for id in [comments.doc, second].into_iter().flatten() {
            if let Some(begin) = file.comment(id).and_then(begin) {
                scopes.push((id.0 as usize, begin.to(end)));
            }
        }
    };
    for constant in &file.constants {
        add(&constant.comments, constant.name.span, false);
    }
    let mut expressions: Vec<&TypeExpression> = Vec::new();
    for declaration in &file.types {
        add(&declaration.comments, declaration.span, true);
        expressions.push(&declaration.definition);
    }
    while let Some(expression) = expressions.pop() {
        match &expression.kind {
            TypeExpressionKind::Pointer(inner)
            | TypeExpressionKind::Slice(inner)
            | TypeExpressionKind::Array { element: inner, .. }
            | TypeExpressionKind::Map { value: inner, .. } => expressions.push(inner),
            TypeExpressionKind::Struct(fields) => {
                for FieldDeclaration { comments, ty, span, .. } in fields {
                    add(comments, *span, false);
                    expressions.push(ty);
                }
            }
            _ => {}
        }
    }
    if let Some(id) = file.package_doc {
        scopes.push((id.0 as usize, Span { file: file.file, start: 0, end: u32::MAX }));
    }
    scopes
}

/// Returns the start of a comment group.
fn begin(group: &CommentGroup) -> Option<Span> {
    group.lines.iter().chain(group.directives.iter()).map(|line| line.span).min_by_key(|span| span.start)
}
