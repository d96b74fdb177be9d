//! Go types as the source of a side, with the locations of their declarations.

use idlgen_runtime::field::{Element, PathBuf};
use idlgen_validate::crd::CustomResourceDefinition;

use crate::{
    model::{
        Model, Type, TypeDefinition,
        json::{Kind, MemberRules, StructType, View},
    },
    source::Span,
};

/// The declarations of the CRDs of a side.
#[derive(Debug)]
pub(super) struct GoTypes(Model);

/// The methods of `Hub` and `Convertible`.
const CONVERSION_METHODS: [&str; 3] = ["Hub", "ConvertTo", "ConvertFrom"];

impl GoTypes {
    pub(super) fn new(model: Model) -> Self {
        GoTypes(model)
    }

    /// Returns the location of the declaration of a value in a CRD: the name of the field, or the name of the struct if
    /// the field does not exist. For a value outside of schemas, returns the location of the type's name.
    pub(super) fn span(&self, definition: &CustomResourceDefinition, path: &PathBuf) -> Option<Span> {
        let mut elements = path.elements.iter();
        let version = elements.by_ref().find_map(|element| match element {
            Element::Index(index) => Some(*index),
            Element::Field(_) | Element::Key(_) => None,
        });
        let declared = match version {
            Some(index) => self.kind(definition, &definition.versions.get(index)?.name),
            None => definition.versions.iter().rev().find_map(|version| self.kind(definition, &version.name)),
        }?;
        let mut keywords = elements.skip_while(|element| !is_named(element, "openAPIV3Schema"));
        keywords.next();
        Some(self.inside(declared, keywords))
    }

    /// Returns `true` if a version of a kind has a method for conversion webhooks
    /// (`sigs.k8s.io/controller-runtime/pkg/conversion`).
    pub(super) fn is_converted(&self, definition: &CustomResourceDefinition) -> bool {
        let mut types = definition.versions.iter().filter_map(|version| self.kind(definition, &version.name));
        types.any(|declared| CONVERSION_METHODS.iter().any(|name| declared.has_method(name)))
    }

    pub(super) fn model(&self) -> &Model {
        &self.0
    }

    /// Returns the type of a kind.
    pub(super) fn kind(&self, definition: &CustomResourceDefinition, version: &str) -> Option<&TypeDefinition> {
        let packages = self.0.packages.iter().filter(|package| package.requested);
        let is_this = |group: &str, name: &str| group == definition.group && name == version;
        let mut packages = packages
            .filter(|package| package.group_version.as_ref().is_some_and(|one| is_this(&one.group, &one.version)));
        packages.find_map(|package| self.0.find_type(&package.import_path, &definition.names.kind))
    }

    /// Returns the declaration at a path of keywords in the schema of a type.
    fn inside<'p>(&self, declared: &TypeDefinition, mut keywords: impl Iterator<Item = &'p Element<String>>) -> Span {
        let mut ty = Type::Named(declared.id);
        let mut span = declared.span;
        while let Some(Element::Field(keyword)) = keywords.next() {
            ty = match (self.0.kind(&ty, View::Underlying), keyword.as_str()) {
                (Kind::Struct(structure), "properties") => {
                    let Some(Element::Field(name) | Element::Key(name)) = keywords.next() else { break };
                    let members = self.0.members(&ty, &MemberRules::GO).settle(|_, _| {});
                    let Some(member) = members.into_iter().find(|member| member.name == *name) else {
                        return self.name(&structure).unwrap_or(span);
                    };
                    span = member.field.span;
                    member.field.into_owned().ty
                }
                (Kind::List { element, .. }, "items") => element,
                (Kind::Map(_, values), "additionalProperties") => values,
                _ => break,
            };
        }
        span
    }

    /// Returns the name of a declared struct.
    fn name(&self, structure: &StructType) -> Option<Span> {
        let id = match &structure.ty {
            Type::Named(id) | Type::Instance { base: id, .. } => *id,
            _ => structure.definition?,
        };
        Some(self.0.type_definition(id).span)
    }
}

fn is_named(element: &Element<String>, name: &str) -> bool {
    matches!(element, Element::Field(field) if field == name)
}
