//! Converts Go types to schemas with references (`pkg/crd/schema.go`).

use std::sync::Arc;

use idlgen_runtime::go::quote;

use super::{
    go_type::{self, GoType, Underlying},
    package::TypeInfo,
    parser::Parser,
    problem::{INTERFACE, Problem},
    schema::{Additional, Schema, TypeName},
    standard::{self, StandardKind},
};
use crate::{
    model::Builtin,
    resolve::FileIndex,
    source::Span,
    syntax::{TypeExpression, TypeExpressionKind},
};

/// controller-gen's message for a type that was not found.
const INVALID_TYPE: &str = "invalid type";
const FLOAT: &str = "found float, the usage of which is highly discouraged, as support for them varies across \
    languages. Please consider serializing your float as string instead. If you are really sure you want to use them, \
    re-run with crd:allowDangerousTypes=true";

/// The context of a type: its file and its declaration.
#[derive(Clone, Copy)]
pub(super) struct Context<'c, 'a> {
    /// The import path of the current package.
    pub(super) package: &'c str,
    pub(super) place: FileIndex,
    /// The declaration, for its own type and not for a part of it.
    pub(super) info: Option<&'c TypeInfo<'a>>,
    /// The type parameters of the declaration.
    pub(super) parameters: &'c [String],
    /// `true` if fields are optional by default.
    pub(super) is_optional: bool,
}

impl Context<'_, '_> {
    /// Returns the context for a part of the type.
    pub(super) fn inside(self) -> Self {
        Context { info: None, ..self }
    }
}

impl<'a> Parser<'_, 'a> {
    /// Returns the schema of a declared type.
    pub(super) fn schema_of_info(&mut self, package: &str, info: &TypeInfo<'a>, is_optional: bool) -> Schema {
        let context = Context {
            package,
            place: info.place,
            info: Some(info),
            parameters: &info.declaration.type_parameters,
            is_optional,
        };
        let definition = &info.declaration.definition;
        let writes = |parser: &mut Self, method| parser.methods.declared_writes(info.index, method);
        if writes(self, "MarshalJSON") {
            let mut schema = Schema::default();
            self.apply(context, &info.markers, &mut schema, self.start(definition));
            if !schema.schema_type.is_empty() {
                return schema;
            }
        } else if writes(self, "MarshalText") {
            let mut schema = Schema::of_type("string");
            self.apply(context, &info.markers, &mut schema, self.start(definition));
            if schema.schema_type != "string" {
                let message = format!(
                    "{} implements encoding.TextMarshaler but schema type is not string: {}",
                    quote(info.name),
                    quote(&schema.schema_type)
                );
                self.problem(context, self.start(definition), message);
            }
            return schema;
        }
        self.schema_of(context, definition)
    }

    /// Records an error at a location.
    pub(super) fn problem(&mut self, context: Context<'_, 'a>, place: Span, message: String) {
        self.problems.push(Problem::new(context.package, Some(place), message));
    }

    /// Records a type that was not found.
    fn unknown_type(&mut self, context: Context<'_, 'a>, place: Span, name: &str) {
        self.problems.push(Problem::unknown_type(context.package, Some(place), name));
    }

    /// Returns the start of a type expression including parentheses.
    pub(super) fn start(&self, expression: &TypeExpression) -> Span {
        self.parenthesis(expression).unwrap_or(expression.span)
    }

    /// Returns the schema of a type, including the markers of its declaration.
    pub(super) fn schema_of(&mut self, context: Context<'_, 'a>, expression: &'a TypeExpression) -> Schema {
        if let Some(place) = self.parenthesis(expression) {
            self.problem(context, place, "unsupported AST kind *ast.ParenExpr".to_owned());
            return Schema::default();
        }
        let mut schema = match &expression.kind {
            TypeExpressionKind::Name { arguments, .. } if !arguments.is_empty() => {
                return self.unsupported(context, expression);
            }
            TypeExpressionKind::Name { .. } => self.named(context, expression),
            TypeExpressionKind::Slice(element) => self.list(context, element, true),
            TypeExpressionKind::Array { element, .. } => self.list(context, element, false),
            TypeExpressionKind::Map { key, value } => self.map(context, key, value),
            TypeExpressionKind::Pointer(target) => self.schema_of(context.inside(), target),
            TypeExpressionKind::Struct(_) => self.structure(context, expression),
            TypeExpressionKind::Interface { .. } if self.options.minor >= 21 => {
                self.problem(context, expression.span, INTERFACE.to_owned());
                return Schema::default();
            }
            _ => return self.unsupported(context, expression),
        };
        schema.description = Arc::default();
        if let Some(info) = context.info {
            schema.description = Arc::clone(&info.description);
            self.apply(context, &info.markers, &mut schema, expression.span);
        }
        schema
    }

    fn unsupported(&mut self, context: Context<'_, 'a>, expression: &TypeExpression) -> Schema {
        let message = format!("unsupported AST kind {}", go_type::syntax_kind(expression));
        self.problem(context, expression.span, message);
        Schema::default()
    }

    fn named(&mut self, context: Context<'_, 'a>, expression: &'a TypeExpression) -> Schema {
        let TypeExpressionKind::Name { package, name, .. } = &expression.kind else { return Schema::default() };
        let Some(qualifier) = package else { return self.plain_name(context, &name.name, expression.span) };
        match go_type::find(self.names, context.place, Some(&qualifier.name), &name.name, context.parameters) {
            GoType::Declared(index) => self.reference(index),
            GoType::Standard { package, name } => self.reference_to(TypeName::new(&package, &name)),
            GoType::Builtin(_) | GoType::Parameter | GoType::Invalid => {
                self.unknown_type(context, expression.span, &format!("{}.{}", qualifier.name, name.name));
                Schema::default()
            }
        }
    }

    fn reference(&mut self, index: usize) -> Schema {
        let Some(entry) = self.names.types.get(index) else { return Schema::default() };
        let package = self.names.packages.get(entry.place.package).map_or("", |package| &package.import_path);
        self.reference_to(TypeName::new(package, &entry.declaration.name.name))
    }

    fn reference_to(&mut self, name: TypeName) -> Schema {
        self.will_need(name.clone());
        Schema::reference(name)
    }

    /// Resolves a name without a package qualifier.
    fn plain_name(&mut self, context: Context<'_, 'a>, name: &str, place: Span) -> Schema {
        match go_type::find(self.names, context.place, None, name, context.parameters) {
            GoType::Invalid => {
                self.unknown_type(context, place, name);
                Schema::default()
            }
            GoType::Builtin(Builtin::Any | Builtin::Error) => {
                self.problem(context, place, interface(name));
                Schema::default()
            }
            GoType::Builtin(builtin) => self.builtin(context, builtin, place),
            GoType::Parameter => {
                let schema = self.reference_to(TypeName::new(context.package, name));
                Schema { is_local_reference: true, ..schema }
            }
            GoType::Standard { package, name } => self.reference_to(TypeName::new(&package, &name)),
            GoType::Declared(index) => self.declared(context, index, name, place),
        }
    }

    fn declared(&mut self, context: Context<'_, 'a>, index: usize, name: &str, place: Span) -> Schema {
        let Some(entry) = self.names.types.get(index).copied() else { return Schema::default() };
        let definition = &entry.declaration.definition;
        if !entry.declaration.is_alias {
            let mut schema = self.reference(index);
            if self.options.minor >= 20
                && is_basic(go_type::underlying(self.names, entry.place, definition))
                && let Some(info) = self.type_info(context.package, name)
            {
                let of_type = self.schema_of_info(context.package, &info, false);
                (schema.schema_type, schema.format) = (of_type.schema_type, of_type.format);
            }
            return schema;
        }
        // The target of an alias is looked up only once.
        let TypeExpressionKind::Name { package, name: target, .. } = &definition.kind else {
            if matches!(definition.kind, TypeExpressionKind::Interface { .. }) {
                self.problem(context, place, interface(name));
            } else {
                let message = format!("unsupported type {} for identifier {name}", go_type::type_kind(definition));
                self.problem(context, place, message);
            }
            return Schema::default();
        };
        let qualifier = package.as_ref().map(|package| package.name.as_str());
        match go_type::find(self.names, entry.place, qualifier, &target.name, &[]) {
            GoType::Builtin(Builtin::Any | Builtin::Error) => {
                self.problem(context, place, interface(name));
                Schema::default()
            }
            GoType::Builtin(builtin) => {
                let schema = self.builtin(context, builtin, place);
                let reference = self.reference_to(TypeName::new(context.package, name));
                Schema { reference: reference.reference, ..schema }
            }
            GoType::Standard { package, name } => self.reference_to(TypeName::new(&package, &name)),
            GoType::Declared(target) => {
                let mut schema = self.reference(target);
                let Some(entry) = self.names.types.get(target).copied() else { return schema };
                if self.options.minor >= 20
                    && !entry.declaration.is_alias
                    && is_basic(go_type::underlying(self.names, entry.place, &entry.declaration.definition))
                    && let Some(info) = self.type_info(context.package, &entry.declaration.name.name)
                {
                    let of_type = self.schema_of_info(context.package, &info, false);
                    (schema.schema_type, schema.format) = (of_type.schema_type, of_type.format);
                }
                schema
            }
            GoType::Parameter | GoType::Invalid => {
                self.unknown_type(context, place, name);
                Schema::default()
            }
        }
    }

    fn builtin(&mut self, context: Context<'_, 'a>, builtin: Builtin, place: Span) -> Schema {
        if let Some(schema) = Schema::of_builtin(builtin) {
            return schema;
        }
        let message = match builtin {
            Builtin::Float32 | Builtin::Float64 if self.options.allow_dangerous_types => {
                return Schema::of_type("number");
            }
            Builtin::Float32 | Builtin::Float64 => FLOAT.to_owned(),
            _ => format!("unsupported type {}", quote(builtin.name())),
        };
        self.problem(context, place, message);
        Schema::default()
    }

    fn list(&mut self, context: Context<'_, 'a>, element: &'a TypeExpression, is_slice: bool) -> Schema {
        let is_byte = matches!(
            &element.kind,
            TypeExpressionKind::Name { package: None, name, .. } if name.name == "byte"
        ) && go_type::find(self.names, context.place, None, "byte", context.parameters)
            == GoType::Builtin(Builtin::Byte);
        if is_byte && is_slice {
            return Schema { format: "byte".into(), ..Schema::of_type("string") };
        }
        let items = self.schema_of(context.inside(), element);
        Schema { items: Some(Arc::new(items)), ..Schema::of_type("array") }
    }

    fn map(&mut self, context: Context<'_, 'a>, key: &'a TypeExpression, value: &'a TypeExpression) -> Schema {
        if let Some(found) = self.refused_key(context, key) {
            let message = format!("map keys must be strings{}, not {found}", self.or_text());
            let place = Some(self.start(key));
            let is_unresolved = found == INVALID_TYPE;
            self.problems.push(Problem { is_unresolved, ..Problem::new(context.package, place, message) });
            return Schema::default();
        }
        let context = context.inside();
        let is_name = matches!(&value.kind, TypeExpressionKind::Name { arguments, .. } if arguments.is_empty());
        let values = match &value.kind {
            _ if self.parenthesis(value).is_some() => None,
            _ if is_name => Some(self.named(context, value)),
            TypeExpressionKind::Slice(element) => Some(self.list(context, element, true)),
            TypeExpressionKind::Array { element, .. } => Some(self.list(context, element, false)),
            TypeExpressionKind::Pointer(_) | TypeExpressionKind::Map { .. } => Some(self.schema_of(context, value)),
            TypeExpressionKind::Interface { .. } if self.options.minor >= 21 => {
                let message = "interface type is not supported as map value in CRD schemas; consider using an explicit \
                    type or apiextensionsv1.JSON instead";
                self.problem(context, value.span, message.to_owned());
                return Schema::default();
            }
            _ => None,
        };
        let Some(values) = values else {
            let (kind, place) = match self.parenthesis(value) {
                Some(place) => ("*ast.ParenExpr", place),
                None => (go_type::syntax_kind(value), value.span),
            };
            self.problem(context, place, format!("not a supported map value type: {kind}"));
            return Schema::default();
        };
        Schema { additional_properties: Some(Additional::Schema(Arc::new(values))), ..Schema::of_type("object") }
    }

    fn or_text(&self) -> &'static str {
        if self.options.minor >= 22 { " or implement encoding.TextMarshaler" } else { "" }
    }

    /// Returns the kind of a map's keys if it is not allowed.
    fn refused_key(&mut self, context: Context<'_, 'a>, key: &TypeExpression) -> Option<String> {
        let names = self.names;
        let spelt = || Some(go_type::spelling(names, context.place, key));
        let TypeExpressionKind::Name { package, name, .. } = &key.kind else { return spelt() };
        let qualifier = package.as_ref().map(|package| package.name.as_str());
        let reads_texts = self.options.minor >= 22;
        match go_type::find(names, context.place, qualifier, &name.name, context.parameters) {
            GoType::Builtin(Builtin::String) => None,
            GoType::Builtin(builtin) => Some(builtin.name().to_owned()),
            GoType::Standard { package, name } => {
                let row = standard::find(&package, &name);
                let is_text = row.is_some_and(|row| reads_texts && row.methods.contains(&"MarshalText"));
                if is_text { None } else { refused_standard(&package, &name) }
            }
            GoType::Declared(index) => {
                if reads_texts && self.methods.declared_writes(index, "MarshalText") {
                    return None;
                }
                let entry = names.types.get(index)?;
                if entry.declaration.is_alias {
                    return Some(go_type::declared_spelling(names, index));
                }
                match go_type::underlying(names, entry.place, &entry.declaration.definition) {
                    Underlying::Builtin(Builtin::String) => None,
                    Underlying::Builtin(builtin) => Some(builtin.name().to_owned()),
                    Underlying::Written(place, expression) => Some(go_type::spelling(names, place, expression)),
                    Underlying::Standard { package, name } => refused_standard(&package, &name),
                    Underlying::Unknown => Some(INVALID_TYPE.to_owned()),
                }
            }
            GoType::Parameter | GoType::Invalid => Some(INVALID_TYPE.to_owned()),
        }
    }

    /// Returns the parenthesis before a type, if there is one.
    fn parenthesis(&self, expression: &TypeExpression) -> Option<Span> {
        let before = self.text_before(expression.span)?.trim_end();
        let start = before.len().checked_sub(1).filter(|_| before.ends_with('('))?;
        Some(Span::new(expression.span.file, start, expression.span.end as usize))
    }
}

fn interface(name: &str) -> String {
    format!(
        "cannot generate schema for {name}; interface type is not supported in CRD schemas, consider using an explicit \
         type or apiextensionsv1.JSON instead"
    )
}

/// Returns what controller-gen calls the underlying type of a standard library type, unless it is a string. It is the
/// name of the type if the underlying type is not predeclared.
fn refused_standard(package: &str, name: &str) -> Option<String> {
    match standard::find(package, name).map(|row| &row.form) {
        Some(StandardKind::Basic(Builtin::String)) => None,
        Some(StandardKind::Basic(builtin)) => Some(builtin.name().to_owned()),
        _ => Some(format!("{package}.{name}")),
    }
}

/// Returns `true` if an underlying type is predeclared and not an interface.
fn is_basic(underlying: Underlying<'_>) -> bool {
    match underlying {
        Underlying::Builtin(builtin) => !matches!(builtin, Builtin::Any | Builtin::Error),
        Underlying::Standard { package, name } => {
            standard::find(&package, &name).is_some_and(|row| matches!(row.form, StandardKind::Basic(..)))
        }
        Underlying::Written(..) | Underlying::Unknown => false,
    }
}
