//! Selects the types to write: those of the requested packages and all that they use.

use super::{
    Class, Item, ItemId, ItemKind, Known, Plan, PlannedType, item::Anonymous, type_conversion::TypeUse,
    variant::variants,
};
use crate::{
    diag::Diagnostic,
    emit::rust::{
        codes,
        name::{Names, pascal_case},
    },
    model::{AnonymousId, Field, MemberRules, PackageId, Type, TypeDefinition, TypeId, TypeKind, json::Members},
};

/// Maximum nesting depth of anonymous structs. Deeper ones are arbitrary JSON.
const ANONYMOUS_LIMIT: usize = 16;

impl Plan<'_> {
    /// Plans all types to write.
    pub(super) fn select(&mut self) {
        let mut pending: Vec<TypeId> = Vec::new();
        for package in self.model.packages.iter().filter(|package| package.requested) {
            let exported = package.types.iter().filter(|id| self.model.type_definition(**id).is_exported());
            pending.extend(exported);
        }
        pending.reverse();
        while let Some(id) = pending.pop() {
            if self.items.contains_key(&ItemId::Declared(id)) {
                continue;
            }
            let first_number = self.anonymous.len() as u32;
            if !self.plan_declared(id) {
                continue;
            }
            let anonymous = (first_number..self.anonymous.len() as u32).map(ItemId::Anonymous);
            for item in std::iter::once(ItemId::Declared(id)).chain(anonymous) {
                pending.extend(self.uses(item));
            }
        }
    }

    /// Plans a declared type. Returns `false` if no Rust type is generated for it.
    fn plan_declared(&mut self, id: TypeId) -> bool {
        let definition = self.model.type_definition(id);
        let item = ItemId::Declared(id);
        let form = match self.class(id) {
            Class::Extern | Class::Nothing | Class::Template => return false,
            Class::Known(known) => ItemKind::Known(known),
            Class::OwnJson => {
                self.report_own_json(definition, "writes JSON", "is untyped JSON");
                ItemKind::Newtype(PlannedType::Known(Known::RawMessage))
            }
            Class::OwnText => {
                self.report_own_json(definition, "writes text", "is a string");
                ItemKind::Newtype(PlannedType::Text)
            }
            Class::Struct => {
                if definition.has_method("UnmarshalJSON") {
                    self.report_own_json(definition, "reads JSON", "reads the JSON that the type writes");
                }
                let members = self.model.members(&Type::Named(id), &MemberRules::GO);
                let members = self.members(members, item, &definition.name, &definition.name, 0);
                let parameters = self.used_parameters(definition.type_parameters.clone(), &members, definition);
                ItemKind::Struct { parameters, members }
            }
            Class::Enumeration => {
                let (variants, other) = variants(&definition.constants);
                ItemKind::Enumeration { variants, other }
            }
            Class::Newtype | Class::Alias => {
                let (TypeKind::Named(target) | TypeKind::Alias(target)) = &definition.kind else { return false };
                let is_alias = matches!(definition.kind, TypeKind::Alias(_));
                // A defined type inherits only the underlying type of the type in its declaration.
                let target = if is_alias { target } else { self.underlying(target) }.clone();
                let of_standard = match target {
                    Type::External { .. } if !is_alias => self.planned_type_without_methods(id),
                    _ => None,
                };
                let shape = of_standard.or_else(|| self.shape_of_definition(&target, definition));
                let Some(shape) = shape else { return false };
                if is_alias { ItemKind::Alias(shape) } else { ItemKind::Newtype(shape) }
            }
        };
        let name = self.free_type_name(definition);
        let item =
            Item { id: item, package: definition.package, name, doc: definition.doc.clone(), form, is_exact: true };
        self.items.insert(item.id, item);
        true
    }

    fn shape_of_definition(&mut self, target: &Type, definition: &TypeDefinition) -> Option<PlannedType> {
        let owner = ItemId::Declared(definition.id);
        let name = &definition.name;
        let place = TypeUse { package: definition.package, shown: name, span: definition.span };
        self.planned_type(target, place, &mut |plan, id, fields| {
            plan.anonymous_struct((id, fields), owner, name, "Element", 0)
        })
    }

    fn members(
        &mut self,
        members: Members<'_>,
        owner: ItemId,
        name: &str,
        shown: &str,
        depth: usize,
    ) -> Vec<super::Member> {
        self.rust_members(members, self.package_of(owner), shown, &mut |plan, id, fields, field| {
            plan.anonymous_struct((id, fields), owner, name, field, depth)
        })
    }

    /// Converts an anonymous struct to a Rust type, named after the owner and the first field that contains it.
    fn anonymous_struct(
        &mut self,
        (written, fields): (AnonymousId, &[Field]),
        owner: ItemId,
        owner_name: &str,
        field: &str,
        depth: usize,
    ) -> PlannedType {
        if depth >= ANONYMOUS_LIMIT {
            let message = format!(
                "`{owner_name}.{field}` is nested in more than {ANONYMOUS_LIMIT} anonymous structs; its Rust type is \
                 untyped JSON"
            );
            let place = fields.first().map(|field| field.span);
            let diagnostic = Diagnostic::new(codes::RUST_FREE_JSON, message);
            self.diagnostics.push(place.into_iter().fold(diagnostic, Diagnostic::at));
            return PlannedType::Known(Known::RawMessage);
        }
        if let Some(shape) = self.planned_anonymous(written, fields, owner) {
            return shape;
        }
        let number = self.anonymous.len() as u32;
        self.anonymous.insert(number, Anonymous { owner, fields: fields.to_vec() });
        self.anonymous_by_id.entry((owner, written)).or_default().push(number);
        let id = ItemId::Anonymous(number);
        let package = self.package_of(owner);
        let wanted = pascal_case(&format!("{owner_name} {field}"));
        let name = self.take_type_name(package, &wanted);
        let members = self.model.members_of_fields(fields, &MemberRules::GO);
        let members = self.members(members, id, &name, &name, depth + 1);
        let mut parameters = self.parameters_of(owner);
        parameters.retain(|name| members.iter().any(|member| mentions(&member.shape, name)));
        let arguments = parameters.iter().cloned().map(PlannedType::Parameter).collect();
        let form = ItemKind::Struct { parameters, members };
        let item = Item { id, package, name, doc: crate::model::Doc::default(), form, is_exact: true };
        self.items.insert(id, item);
        PlannedType::Anonymous(number, arguments)
    }

    /// Returns the type planned for an identical anonymous struct of an earlier field.
    fn planned_anonymous(&self, written: AnonymousId, fields: &[Field], owner: ItemId) -> Option<PlannedType> {
        let numbers = self.anonymous_by_id.get(&(owner, written))?.iter().copied();
        let mut same = numbers.filter(|number| self.anonymous.get(number).is_some_and(|one| one.fields == fields));
        same.find_map(|number| match &self.item(ItemId::Anonymous(number))?.form {
            ItemKind::Struct { parameters, .. } => {
                Some(PlannedType::Anonymous(number, parameters.iter().cloned().map(PlannedType::Parameter).collect()))
            }
            _ => None,
        })
    }

    /// Returns the type parameters of a type's declaration.
    fn parameters_of(&self, id: ItemId) -> Vec<String> {
        match id {
            ItemId::Declared(id) => self.model.type_definition(id).type_parameters.clone(),
            ItemId::Anonymous(number) => {
                self.anonymous.get(&number).map_or_else(Vec::new, |anonymous| self.parameters_of(anonymous.owner))
            }
        }
    }

    fn package_of(&self, id: ItemId) -> crate::model::PackageId {
        match id {
            ItemId::Declared(id) => self.model.type_definition(id).package,
            ItemId::Anonymous(number) => match self.anonymous.get(&number) {
                Some(anonymous) => self.package_of(anonymous.owner),
                None => crate::model::PackageId(0),
            },
        }
    }

    /// Returns the type parameters that members use, because Rust does not allow unused ones.
    fn used_parameters(
        &mut self,
        parameters: Vec<String>,
        members: &[super::Member],
        definition: &TypeDefinition,
    ) -> Vec<String> {
        let is_used = |name: &String| members.iter().any(|member| mentions(&member.shape, name));
        let (used, unused): (Vec<String>, Vec<String>) = parameters.into_iter().partition(is_used);
        for name in unused {
            let message = format!("no field of `{}` uses the type parameter `{name}`", definition.name);
            self.diagnostics.push(Diagnostic::new(codes::RUST_TYPE_PARAMETER, message).at(definition.span));
        }
        used
    }

    /// Returns the Rust name of a declared type: the Go name, starting with a capital.
    fn free_type_name(&mut self, definition: &TypeDefinition) -> String {
        let wanted = pascal_case(&definition.name);
        if wanted == definition.name {
            return wanted;
        }
        self.take_type_name(definition.package, &wanted)
    }

    /// Reserves a name that no other declared or planned type of the package has.
    fn take_type_name(&mut self, package: PackageId, wanted: &str) -> String {
        let model = self.model;
        let declared = || model.package(package).types.iter().map(|id| model.type_definition(*id).name.as_str());
        self.type_names.entry(package).or_insert_with(|| declared().collect::<Names>()).take(wanted, "")
    }

    fn report_own_json(&mut self, definition: &TypeDefinition, does: &str, what: &str) {
        if !self.model.package(definition.package).requested {
            return;
        }
        let message = format!("`{}` {does} with its own method; its Rust type {what}", definition.name);
        self.diagnostics.push(Diagnostic::new(codes::RUST_OWN_JSON, message).at(definition.span));
    }

    /// Returns the declared types that a planned type uses.
    fn uses(&self, id: ItemId) -> Vec<TypeId> {
        let mut used = Vec::new();
        match self.item(id).map(|item| &item.form) {
            Some(ItemKind::Struct { members, .. }) => {
                for member in members {
                    named_in(&member.shape, &mut used);
                }
            }
            Some(ItemKind::Newtype(shape) | ItemKind::Alias(shape)) => named_in(shape, &mut used),
            Some(ItemKind::Enumeration { .. } | ItemKind::Known(_)) | None => {}
        }
        used.reverse();
        used
    }
}

/// Returns `true` if a type contains a type parameter.
fn mentions(shape: &PlannedType, parameter: &str) -> bool {
    match shape {
        PlannedType::Parameter(name) => name == parameter,
        PlannedType::Instance(_, arguments) | PlannedType::Anonymous(_, arguments) => {
            arguments.iter().any(|argument| mentions(argument, parameter))
        }
        PlannedType::List(inner) | PlannedType::Option(inner) => mentions(inner, parameter),
        PlannedType::Map(key, value) => mentions(key, parameter) || mentions(value, parameter),
        _ => false,
    }
}

/// Collects the declared types in a type, in order.
fn named_in(shape: &PlannedType, named: &mut Vec<TypeId>) {
    match shape {
        PlannedType::Named(id) => named.push(*id),
        PlannedType::Instance(id, arguments) => {
            named.push(*id);
            for argument in arguments {
                named_in(argument, named);
            }
        }
        PlannedType::Anonymous(_, arguments) => {
            for argument in arguments {
                named_in(argument, named);
            }
        }
        PlannedType::List(inner) | PlannedType::Option(inner) => named_in(inner, named),
        PlannedType::Map(key, value) => {
            named_in(key, named);
            named_in(value, named);
        }
        PlannedType::Bool
        | PlannedType::Integer(_)
        | PlannedType::Float(_)
        | PlannedType::Text
        | PlannedType::Known(_)
        | PlannedType::Parameter(_) => {}
    }
}
