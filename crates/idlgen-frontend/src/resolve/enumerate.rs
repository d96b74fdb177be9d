//! Assigns constants to packages and to types.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    PackageReader,
    constants::{Constants, TypedValue, Unknown},
    defaults::reason,
    names::ConstantEntry,
    report::Owner,
};
use crate::{
    diag::Diagnostic,
    model::{Constant, Model, PackageId, Type, TypeDefinition, TypeId},
    resolve::codes,
    syntax::ConstantExpression,
    tags::{TagKind, registry::Target},
};

/// Maximum number of constants to list for a cycle.
const SHOWN: usize = 6;

impl<'n, 'a> PackageReader<'n, 'a> {
    /// Evaluates every constant and adds it to its package and to its type.
    pub(super) fn attach_constants(&mut self, model: &mut Model, constants: &mut Constants<'n, 'a>) {
        let mut reported_cycles = BTreeSet::new();
        let mut not_read: BTreeMap<TypeId, Vec<(usize, String)>> = BTreeMap::new();
        for (index, entry) in self.names.constants.iter().enumerate() {
            let comment = self.read_comment(entry.place, &entry.declaration.comments, &[Target::Constant]);
            self.check_trailing(entry.place, &entry.declaration.comments);
            match constants.value(model, index) {
                Ok(TypedValue { value, ty }) => {
                    let Some(value) = value.to_json() else { continue };
                    if entry.declaration.name.name == "_" {
                        continue;
                    }
                    let constant = Constant {
                        name: entry.declaration.name.name.clone(),
                        value,
                        doc: comment.doc,
                        tags: comment.tags,
                        span: entry.declaration.name.span,
                    };
                    if let Some(Type::Named(id)) = ty {
                        self.attach_to_type(model, entry, id, &constant);
                    }
                    if let Some(package) = model.packages.get_mut(entry.place.package) {
                        package.constants.push(constant);
                    }
                }
                Err(Unknown::Cycle(cycle)) => {
                    if cycle.contains(&index) && !reported_cycles.contains(&index) {
                        self.report_cycle(index, &cycle);
                        reported_cycles.extend(cycle.iter().copied());
                    }
                }
                // The missing package has already been reported.
                Err(Unknown::NotRead(name)) => {
                    let id = declared_type(model, constants, entry).filter(|id| self.counts(model, entry, *id));
                    if let Some(id) = id {
                        not_read.entry(id).or_default().push((index, name));
                    }
                }
                Err(unknown) => self.report_unknown(model, constants, entry, &unknown),
            }
        }
        for (id, constants) in &not_read {
            self.report_not_read(model, *id, constants);
        }
    }

    fn attach_to_type(&self, model: &mut Model, entry: &ConstantEntry<'_>, id: TypeId, constant: &Constant) {
        if self.counts(model, entry, id)
            && let Some(definition) = model.types.get_mut(id.0 as usize)
        {
            definition.constants.push(constant.clone());
        }
    }

    /// Returns `true` if a constant belongs to a type: it is declared in a requested package, or in the package of the
    /// type.
    fn counts(&self, model: &Model, entry: &ConstantEntry<'_>, id: TypeId) -> bool {
        let requested = self.names.packages.get(entry.place.package).is_some_and(|package| package.requested);
        let is_own = |definition: &TypeDefinition| definition.package == PackageId(entry.place.package as u32);
        requested || model.types.get(id.0 as usize).is_some_and(is_own)
    }

    /// Reports enums that cannot be listed because some of their values are in missing packages.
    fn report_not_read(&mut self, model: &Model, id: TypeId, constants: &[(usize, String)]) {
        let Some(definition) = model.types.get(id.0 as usize) else { return };
        let Some(tag) = definition.tags.iter().find(|tag| tag.meaning == TagKind::Enum) else { return };
        let message =
            format!("the values of `{}` cannot be listed: packages of its constants were not found", definition.name);
        let diagnostic = Diagnostic::new(codes::MISSING_ENUM_VALUE, message).at(tag.span);
        let shown = constants.iter().take(SHOWN);
        let diagnostic = shown.fold(diagnostic, |diagnostic, (index, name)| match self.names.constants.get(*index) {
            Some(entry) => diagnostic.and(entry.declaration.name.span, format!("its value is `{name}`")),
            None => diagnostic,
        });
        self.report.add(
            Owner::Type(id),
            diagnostic.help("see the diagnostics about these packages, which explain how to get them"),
        );
    }

    fn report_cycle(&mut self, index: usize, cycle: &[usize]) {
        let entry = |index: usize| self.names.constants.get(index);
        let Some(first) = entry(index) else { return };
        let names = cycle.iter().filter_map(|index| entry(*index)).map(|entry| entry.declaration.name.name.as_str());
        let mut way: Vec<&str> = names.take(SHOWN).collect();
        if cycle.len() > SHOWN {
            way.push("…");
        }
        way.extend(way.first().copied());
        let diagnostic = Diagnostic::new(
            codes::CONSTANT_CYCLE,
            format!("constant `{}` is defined in terms of itself: {}", first.declaration.name.name, way.join(" → ")),
        )
        .at(first.declaration.name.span);
        let others = cycle.iter().take(SHOWN).filter(|other| **other != index).filter_map(|index| entry(*index));
        let diagnostic = others.fold(diagnostic, |diagnostic, entry| {
            diagnostic.and(entry.declaration.name.span, format!("`{}`", entry.declaration.name.name))
        });
        self.report.add(Owner::Package(first.place.package), diagnostic);
    }

    /// Reports a constant without a value if it could be a value of a declared type.
    fn report_unknown(
        &mut self,
        model: &Model,
        constants: &Constants<'n, 'a>,
        entry: &ConstantEntry<'_>,
        unknown: &Unknown,
    ) {
        let Some(id) = declared_type(model, constants, entry).filter(|_| entry.declaration.ty.is_some()) else {
            return;
        };
        let Some(definition) = model.types.get(id.0 as usize) else { return };
        let name = &entry.declaration.name;
        let diagnostic = Diagnostic::new(
            codes::CONSTANT_VALUE,
            format!("the value of constant `{}` cannot be evaluated: {}", name.name, reason(unknown)),
        )
        .at_with(name.span, format!("omitted from the values of `{}`", definition.name));
        self.report.add(Owner::Package(entry.place.package), diagnostic);
    }
}

/// Returns the type in the declaration of a constant: `A` for `const B A = …` and for `const B = A(…)`.
fn declared_type(model: &Model, constants: &Constants<'_, '_>, entry: &ConstantEntry<'_>) -> Option<TypeId> {
    let ty = match (&entry.declaration.ty, &entry.declaration.value) {
        (Some(ty), _) => constants.type_of(model, entry.place, ty),
        (None, Some(ConstantExpression::Call { package, name, .. })) => {
            constants.type_of_name(model, entry.place, package.as_deref(), name)
        }
        _ => None,
    };
    match ty {
        Some(Type::Named(id)) => Some(id),
        _ => None,
    }
}
