//! `+default=ref(Name)`: replaces the reference with the value of the constant.

use super::{
    constants::{ConstantValue, Constants, Unknown},
    names::{Declared, Names, is_exported},
    report::{Owner, Report},
    standard_library,
};
use crate::{
    diag::{Diagnostic, nearest},
    model::{Field, Model, Type, TypeKind},
    tags::{DefaultValue, Tag, TagKind, codes::DEFAULT_REFERENCE},
};

/// Replaces the references in all tags with their values.
pub(super) fn follow_references<'n, 'a>(
    names: &'n Names<'a>,
    model: &mut Model,
    constants: &mut Constants<'n, 'a>,
    report: &mut Report,
) {
    // Take the tags out of the model while they change, because looking up the types of constants borrows the model.
    for index in 0..model.types.len() {
        let Some(definition) = model.types.get_mut(index) else { continue };
        let package = definition.package.0 as usize;
        let mut tags = std::mem::take(&mut definition.tags);
        let mut kind = std::mem::replace(&mut definition.kind, TypeKind::Named(Type::Invalid));
        let mut follow = Follow { names, model, constants, report, package };
        follow.tags(&mut tags);
        match &mut kind {
            TypeKind::Struct(fields) => follow.fields(fields),
            TypeKind::Named(ty) | TypeKind::Alias(ty) => follow.anonymous(ty),
        }
        if let Some(definition) = model.types.get_mut(index) {
            definition.tags = tags;
            definition.kind = kind;
        }
    }
}

struct Follow<'f, 'n, 'a> {
    names: &'n Names<'a>,
    model: &'f Model,
    constants: &'f mut Constants<'n, 'a>,
    report: &'f mut Report,
    package: usize,
}

impl Follow<'_, '_, '_> {
    fn fields(&mut self, fields: &mut [Field]) {
        for field in fields {
            self.tags(&mut field.tags);
            self.anonymous(&mut field.ty);
        }
    }

    /// Processes the fields of anonymous structs.
    fn anonymous(&mut self, ty: &mut Type) {
        match ty {
            Type::Struct { fields, .. } => self.fields(fields),
            Type::Pointer(element) | Type::Slice(element) | Type::Array(element) => self.anonymous(element),
            Type::Map(key, value) => {
                self.anonymous(key);
                self.anonymous(value);
            }
            _ => {}
        }
    }

    fn tags(&mut self, tags: &mut [Tag]) {
        for tag in tags {
            self.tag(tag);
        }
    }

    fn tag(&mut self, tag: &mut Tag) {
        let span = tag.value_span.unwrap_or(tag.span);
        match &mut tag.meaning {
            TagKind::Override { tag, .. } => self.tag(tag),
            TagKind::Default(default) => {
                let DefaultValue::Reference { package, name } = &*default else { return };
                let reference = package.as_ref().map_or_else(|| name.clone(), |package| format!("{package}.{name}"));
                match self.value(package.as_deref(), name) {
                    Ok(value) => match value.to_json() {
                        Some(value) => *default = DefaultValue::Constant { reference, value },
                        None => self.report(
                            Diagnostic::new(
                                DEFAULT_REFERENCE,
                                format!("the value of constant `{reference}` is not a JSON value"),
                            )
                            .at(span),
                        ),
                    },
                    // The missing package has already been reported.
                    Err(None) => {}
                    Err(Some(problem)) => {
                        let diagnostic = Diagnostic::new(DEFAULT_REFERENCE, problem.message).at(span);
                        self.report(problem.help.into_iter().fold(diagnostic, Diagnostic::help));
                    }
                }
            }
            _ => {}
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.report.add(Owner::Package(self.package), diagnostic);
    }

    /// Returns the value of a constant, or `Err(None)` if its package was not read, which has been reported.
    fn value(&mut self, path: Option<&str>, name: &str) -> Result<ConstantValue, Option<Problem>> {
        let package = match path {
            None => self.package,
            Some(path) => match self.names.package_of_path(path) {
                Some(package) => package,
                None => return unread(path, name),
            },
        };
        let import_path = self.names.packages.get(package).map_or("", |package| package.import_path.as_str());
        match self.names.declared(package, name) {
            Some(Declared::Constant(constant)) if package == self.package || is_exported(name) => {
                match self.constants.value(self.model, constant) {
                    Ok(value) => Ok(value.value),
                    Err(Unknown::NotRead(_)) => Err(None),
                    Err(unknown) => Err(Some(Problem {
                        message: format!("the value of constant `{name}` cannot be evaluated: {}", reason(&unknown)),
                        help: None,
                    })),
                }
            }
            Some(Declared::Constant(_)) => Err(Some(Problem {
                message: format!("constant `{name}` is not exported by package {import_path}"),
                help: None,
            })),
            Some(Declared::Type(_)) => Err(Some(Problem {
                message: format!("`{name}` is a type; `+default=ref(…)` requires a constant"),
                help: None,
            })),
            None => {
                let close = nearest(name, self.names.candidates(package, self.package, false));
                Err(Some(Problem {
                    message: format!("package {import_path} does not declare constant `{name}`"),
                    help: close.map(|close| format!("use `{close}`")),
                }))
            }
        }
    }
}

struct Problem {
    message: String,
    help: Option<String>,
}

/// Returns the value of a constant in a package that was not read. Some values of the standard library are known; a
/// missing package has already been reported.
fn unread(path: &str, name: &str) -> Result<ConstantValue, Option<Problem>> {
    if let Some(value) = standard_library::constant(path, name) {
        return Ok(value);
    }
    let is_standard = !path.split('/').next().unwrap_or(path).contains('.');
    Err(is_standard.then(|| Problem {
        message: format!("`ref({path}.{name})` does not name a package that idlgen has read"),
        help: Some("write the import path before the last dot, as in `ref(k8s.io/api/core/v1.DefaultName)`".to_owned()),
    }))
}

/// Returns the reason why a constant has no value, as part of a sentence.
pub(super) fn reason(unknown: &Unknown) -> String {
    match unknown {
        Unknown::Cycle(_) => "it is defined in terms of itself".to_owned(),
        Unknown::Name(name, None) => format!("`{name}` is undefined"),
        Unknown::Name(name, Some(close)) => format!("`{name}` is undefined (did you mean `{close}`?)"),
        Unknown::NotRead(name) => format!("the package of `{name}` was not read"),
        Unknown::Expression => "its expression is not supported or has no value".to_owned(),
    }
}
