//! Group, version and kinds of a package, from its scheme registration or from `+groupName`.

use super::{
    constants::{ConstantValue, Constants},
    names::{Declared, FileIndex, Names},
    report::{Owner, Report},
};
use crate::{
    diag::{Diagnostic, nearest},
    model::{GroupVersion, Model, TypeId},
    resolve::codes,
    syntax::{GroupVersionVariable, Registration},
    tags::{CustomResource, Tag, TagKind},
};

/// Returns the group and version of a package with its kinds, if it has any.
///
/// They come from the group-version variable with which types are registered, as in register.go:
/// `AddKnownTypes(SchemeGroupVersion, &T{})` or `SchemeBuilder.Register(&T{})`. `+groupName` and `+versionName`
/// override it, as in CRDs and clients. Without such a variable, `+groupName` must define the group. The version is
/// then `+versionName`, or the name of the package: a name like `v1beta1`, or if the package has a type with TypeMeta,
/// any name, as in controller-gen.
pub(super) fn group_version(
    names: &Names<'_>,
    model: &Model,
    constants: &mut Constants<'_, '_>,
    report: &mut Report,
    package: usize,
    tags: &[Tag],
) -> Option<GroupVersion> {
    let files = || names.packages.get(package).into_iter().flat_map(|package| package.files.iter().enumerate());
    let registrations: Vec<&Registration> =
        files().flat_map(|(_, file)| file.declarations.registrations.iter()).collect();
    let variables: Vec<(FileIndex, &GroupVersionVariable)> = files()
        .flat_map(|(file, input)| {
            input.declarations.group_versions.iter().map(move |variable| (FileIndex { package, file }, variable))
        })
        .collect();
    let mut text = |place: FileIndex, expression| match constants.expression(model, place, expression) {
        Ok(value) => match value.value {
            ConstantValue::String(text) => Some(text),
            _ => None,
        },
        Err(_) => None,
    };
    let marked = tags.iter().find_map(|tag| match &tag.meaning {
        TagKind::GroupName(group) => Some((group.clone(), tag.span)),
        _ => None,
    });
    let named = tags.iter().find_map(|tag| match &tag.meaning {
        TagKind::CustomResource(CustomResource::VersionName(version)) => Some(version.as_str()),
        _ => None,
    });
    if let Some((place, variable)) = chosen(&variables, &registrations)
        && let (Some(group), Some(version)) = (text(*place, &variable.group), text(*place, &variable.version))
    {
        let kinds = kinds(names, report, package, &variable.name.name, &registrations);
        let has_meta_types = registrations.iter().any(|registration| {
            registration.adds_meta_types
                && registration.group_version.as_ref().is_none_or(|name| *name == variable.name.name)
        });
        let group = marked.map_or(group, |(group, _)| group);
        let version = named.map_or(version, str::to_owned);
        return Some(GroupVersion { group, version, kinds, has_meta_types, span: variable.name.span });
    }
    let (group, span) = marked?;
    let version = named.unwrap_or(names.clause(package));
    // Without a registration, only packages that have types with TypeMeta are served.
    let has_kind = || {
        let types = model.packages.get(package).map(|package| package.types.as_slice());
        types.into_iter().flatten().any(|id| model.embeds_type_meta(*id))
    };
    (named.is_some() || is_version(version) || has_kind()).then(|| GroupVersion {
        group,
        version: version.to_owned(),
        kinds: Vec::new(),
        has_meta_types: true,
        span,
    })
}

/// Returns the variable of the first registration that names one, otherwise the variable with the usual name, otherwise
/// the first variable.
fn chosen<'v, 'a>(
    variables: &'v [(FileIndex, &'a GroupVersionVariable)],
    registrations: &[&Registration],
) -> Option<&'v (FileIndex, &'a GroupVersionVariable)> {
    let named = |name: &str| variables.iter().find(|(_, variable)| variable.name.name == name);
    registrations
        .iter()
        .find_map(|registration| named(registration.group_version.as_deref()?))
        .or_else(|| named("SchemeGroupVersion"))
        .or_else(|| named("GroupVersion"))
        .or_else(|| variables.first())
}

/// Returns the types that are registered with the variable, without duplicates, in order.
fn kinds(
    names: &Names<'_>,
    report: &mut Report,
    package: usize,
    variable: &str,
    registrations: &[&Registration],
) -> Vec<TypeId> {
    let mut kinds = Vec::new();
    for registration in registrations {
        if registration.group_version.as_deref().is_some_and(|name| name != variable) {
            continue;
        }
        for name in &registration.types {
            match names.declared(package, &name.name) {
                Some(Declared::Type(id)) if !kinds.contains(&id) => kinds.push(id),
                Some(_) => {}
                None if names.may_declare(package, &name.name) => {}
                None => {
                    let mut diagnostic = Diagnostic::new(
                        codes::UNKNOWN_TYPE,
                        format!("the registered type `{}` is undefined in this package", name.name),
                    )
                    .at(name.span);
                    if let Some(close) = nearest(&name.name, names.candidates(package, package, true)) {
                        diagnostic = diagnostic.unsafe_fix(format!("use `{close}`"), name.span, close);
                    }
                    report.add(Owner::Package(package), diagnostic);
                }
            }
        }
    }
    kinds
}

/// Returns `true` if a package name is a Kubernetes API version: `v1`, `v2beta3`.
fn is_version(name: &str) -> bool {
    let digits = |text: &str| text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let Some(number) = name.strip_prefix('v') else { return false };
    let (major, rest) = number.split_at(digits(number));
    let stage = rest.strip_prefix("alpha").or_else(|| rest.strip_prefix("beta"));
    !major.is_empty()
        && !major.starts_with('0')
        && (rest.is_empty() || stage.is_some_and(|minor| !minor.is_empty() && digits(minor) == minor.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        for (name, expected) in [
            ("v1", true),
            ("v12", true),
            ("v1beta1", true),
            ("v2alpha10", true),
            ("v0", false),
            ("v1beta", false),
            ("v1gamma1", false),
            ("v", false),
            ("meta", false),
            ("v1beta1x", false),
        ] {
            assert_eq!(is_version(name), expected, "{name}");
        }
    }
}
