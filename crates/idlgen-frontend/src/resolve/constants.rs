//! Values of constants.

mod operators;
mod value;

use std::sync::Arc;

pub(super) use value::ConstantValue;
pub(crate) use value::integer_range;

use super::{
    names::{Declared, FileIndex, Names, Resolution},
    standard_library,
};
use crate::{
    diag::nearest,
    model::{Builtin, Model, Type, TypeId, TypeKind},
    syntax::{ConstantExpression, TypeExpression, TypeExpressionKind},
};

/// A value, and its type.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TypedValue {
    pub(super) value: ConstantValue,
    /// The type, with aliases resolved.
    pub(super) ty: Option<Type>,
}

/// The reason why a constant has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// The constant is defined in terms of itself. Contains the constants in the cycle.
    Cycle(Arc<[usize]>),
    /// An undeclared name, and the most similar one.
    Name(String, Option<String>),
    /// A name in a package that was not read.
    NotRead(String),
    /// An unsupported expression, or one without a value (division by zero, overflow).
    Expression,
}

/// An evaluator of constants, which evaluates each of them once.
#[derive(Debug)]
pub(super) struct Constants<'n, 'a> {
    names: &'n Names<'a>,
    states: Vec<State>,
}

#[derive(Clone, Debug)]
enum State {
    Pending,
    /// The constants that it references are being evaluated first.
    Waiting,
    Done(Result<TypedValue, Unknown>),
}

impl<'n, 'a> Constants<'n, 'a> {
    /// Creates an evaluator.
    pub(super) fn new(names: &'n Names<'a>) -> Self {
        Constants { names, states: vec![State::Pending; names.constants.len()] }
    }

    /// Returns the value of a constant, given by its index in `Names::constants`. The model must contain all types.
    pub(super) fn value(&mut self, model: &Model, constant: usize) -> Result<TypedValue, Unknown> {
        self.prepare(model, constant);
        self.done(constant)
    }

    /// Returns the value of an expression in a file.
    pub(super) fn expression(
        &mut self,
        model: &Model,
        place: FileIndex,
        expression: &ConstantExpression,
    ) -> Result<TypedValue, Unknown> {
        let mut named = Vec::new();
        self.collect_named(place, expression, &mut named);
        for constant in named {
            self.prepare(model, constant);
        }
        self.evaluate(model, Scope { place, iota: 0 }, expression)
    }

    /// Evaluates a constant after all constants that it references. Does not use recursion, because chains may be
    /// longer than the stack allows.
    fn prepare(&mut self, model: &Model, constant: usize) {
        let mut path: Vec<(usize, std::vec::IntoIter<usize>)> = Vec::new();
        let mut next = Some(constant);
        loop {
            if let Some(constant) = next.take() {
                match self.states.get(constant) {
                    Some(State::Pending) => {
                        self.set(constant, State::Waiting);
                        path.push((constant, self.named_by(constant).into_iter()));
                    }
                    Some(State::Waiting) => {
                        let cycle = path.iter().map(|(other, _)| *other).skip_while(|other| *other != constant);
                        let cycle: Arc<[usize]> = cycle.collect();
                        for member in cycle.iter() {
                            self.set(*member, State::Done(Err(Unknown::Cycle(Arc::clone(&cycle)))));
                        }
                    }
                    Some(State::Done(_)) | None => {}
                }
            }
            let Some((constant, named)) = path.last_mut() else { break };
            let constant = *constant;
            next = named.next();
            if next.is_none() {
                if matches!(self.states.get(constant), Some(State::Waiting)) {
                    let result = self.declared(model, constant);
                    self.set(constant, State::Done(result));
                }
                path.pop();
            }
        }
    }

    fn done(&self, constant: usize) -> Result<TypedValue, Unknown> {
        match self.states.get(constant) {
            Some(State::Done(result)) => result.clone(),
            _ => Err(Unknown::Expression),
        }
    }

    fn set(&mut self, constant: usize, state: State) {
        if let Some(slot) = self.states.get_mut(constant) {
            *slot = state;
        }
    }

    /// Returns the constants that the value of a constant references.
    fn named_by(&self, constant: usize) -> Vec<usize> {
        let mut named = Vec::new();
        if let Some(entry) = self.names.constants.get(constant)
            && let Some(value) = &entry.declaration.value
        {
            self.collect_named(entry.place, value, &mut named);
        }
        named
    }

    fn collect_named(&self, place: FileIndex, expression: &ConstantExpression, named: &mut Vec<usize>) {
        match expression {
            ConstantExpression::Name { package, name } => {
                if let Resolution::Declared(Declared::Constant(constant)) =
                    self.names.find(place, package.as_deref(), name)
                {
                    named.push(constant);
                }
            }
            ConstantExpression::Call { argument: operand, .. } | ConstantExpression::Unary(_, operand) => {
                self.collect_named(place, operand, named);
            }
            ConstantExpression::Binary(_, left, right) => {
                self.collect_named(place, left, named);
                self.collect_named(place, right, named);
            }
            ConstantExpression::String(_)
            | ConstantExpression::Integer(_)
            | ConstantExpression::Float(_)
            | ConstantExpression::Iota
            | ConstantExpression::Unsupported => {}
        }
    }

    fn declared(&self, model: &Model, constant: usize) -> Result<TypedValue, Unknown> {
        let entry = self.names.constants.get(constant).ok_or(Unknown::Expression)?;
        let declaration = entry.declaration;
        let expression = declaration.value.as_ref().ok_or(Unknown::Expression)?;
        let scope = Scope { place: entry.place, iota: declaration.iota };
        let value = self.evaluate(model, scope, expression)?;
        match &declaration.ty {
            None => Ok(value),
            Some(ty) => {
                let ty = self.type_of(model, entry.place, ty).ok_or(Unknown::Expression)?;
                convert(model, value, ty)
            }
        }
    }

    /// Returns the value of an expression whose constants have been evaluated.
    fn evaluate(&self, model: &Model, scope: Scope, expression: &ConstantExpression) -> Result<TypedValue, Unknown> {
        match expression {
            ConstantExpression::String(text) => Ok(untyped(ConstantValue::String(text.clone()))),
            ConstantExpression::Integer(value) => Ok(untyped(ConstantValue::Integer(*value))),
            ConstantExpression::Float(value) => Ok(untyped(ConstantValue::Float(*value))),
            ConstantExpression::Iota => Ok(untyped(ConstantValue::Integer(i128::from(scope.iota)))),
            ConstantExpression::Name { package, name } => self.name(scope, package.as_deref(), name),
            ConstantExpression::Call { package, name, argument } => {
                let argument = self.evaluate(model, scope, argument)?;
                self.call(model, scope.place, package.as_deref(), name, argument)
            }
            ConstantExpression::Unary(operator, operand) => {
                let operand = self.evaluate(model, scope, operand)?;
                let unsigned_bits = operand.ty.as_ref().and_then(|ty| unsigned_bits(basic(model, ty)?));
                let value = operators::unary(*operator, &operand.value, unsigned_bits).ok_or(Unknown::Expression)?;
                of_type(model, value, operand.ty)
            }
            ConstantExpression::Binary(operator, left, right) => {
                let left = self.evaluate(model, scope, left)?;
                let right = self.evaluate(model, scope, right)?;
                let value = operators::binary(operator, &left.value, &right.value).ok_or(Unknown::Expression)?;
                let ty = match operator.as_str() {
                    "==" | "!=" | "<" | "<=" | ">" | ">=" => None,
                    "<<" | ">>" => left.ty,
                    _ => left.ty.or(right.ty),
                };
                of_type(model, value, ty)
            }
            ConstantExpression::Unsupported => Err(Unknown::Expression),
        }
    }

    fn name(&self, scope: Scope, package: Option<&str>, name: &str) -> Result<TypedValue, Unknown> {
        let written = || package.map_or_else(|| name.to_owned(), |package| format!("{package}.{name}"));
        match self.names.find(scope.place, package, name) {
            Resolution::Declared(Declared::Constant(constant)) => self.done(constant),
            Resolution::Declared(Declared::Type(_)) | Resolution::Builtin(_) => Err(Unknown::Expression),
            Resolution::Unread(imports) => match imports.as_slice() {
                [import] => match standard_library::constant(&import.path, name) {
                    Some(value) => Ok(TypedValue { value, ty: standard_type(&import.path) }),
                    None => Err(Unknown::NotRead(written())),
                },
                _ => Err(Unknown::NotRead(written())),
            },
            Resolution::UnknownPackage => Err(Unknown::Name(written(), None)),
            Resolution::Unknown { package: found } => match (package, name) {
                (None, "true") => Ok(untyped(ConstantValue::Bool(true))),
                (None, "false") => Ok(untyped(ConstantValue::Bool(false))),
                _ if self.names.is_unread(found, name) => Err(Unknown::NotRead(written())),
                _ => {
                    let close = nearest(name, self.names.candidates(found, scope.place.package, false));
                    Err(Unknown::Name(written(), close.map(str::to_owned)))
                }
            },
        }
    }

    /// Evaluates a conversion, or `len` of a string.
    fn call(
        &self,
        model: &Model,
        place: FileIndex,
        package: Option<&str>,
        name: &str,
        argument: TypedValue,
    ) -> Result<TypedValue, Unknown> {
        let ty = match self.names.find(place, package, name) {
            Resolution::Declared(Declared::Type(id)) => Type::Named(id),
            Resolution::Builtin(builtin) => Type::Builtin(builtin),
            Resolution::Unread(imports) if imports.len() == 1 => {
                let package = imports.first().map_or_else(String::new, |import| import.path.clone());
                Type::External { package, name: name.to_owned() }
            }
            Resolution::Unknown { .. } if package.is_none() && name == "len" => {
                return match argument.value {
                    ConstantValue::String(text) => Ok(TypedValue {
                        value: ConstantValue::Integer(text.len() as i128),
                        ty: Some(Type::Builtin(Builtin::Int)),
                    }),
                    _ => Err(Unknown::Expression),
                };
            }
            _ => return Err(Unknown::Expression),
        };
        convert(model, argument, unaliased(model, ty))
    }

    /// Returns the type of a declaration, with aliases resolved. Only names can be the type of a constant.
    pub(super) fn type_of(&self, model: &Model, place: FileIndex, expression: &TypeExpression) -> Option<Type> {
        let TypeExpressionKind::Name { package, name, .. } = &expression.kind else { return None };
        self.type_of_name(model, place, package.as_ref().map(|package| package.name.as_str()), &name.name)
    }

    /// Returns the type with that name, with aliases resolved.
    pub(super) fn type_of_name(
        &self,
        model: &Model,
        place: FileIndex,
        package: Option<&str>,
        name: &str,
    ) -> Option<Type> {
        match self.names.find(place, package, name) {
            Resolution::Declared(Declared::Type(id)) => Some(unaliased(model, Type::Named(id))),
            Resolution::Builtin(builtin) => Some(Type::Builtin(builtin)),
            Resolution::Unread(imports) => match imports.as_slice() {
                [import] => Some(Type::External { package: import.path.clone(), name: name.to_owned() }),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The scope of an expression.
#[derive(Clone, Copy, Debug)]
struct Scope {
    place: FileIndex,
    iota: i64,
}

fn untyped(value: ConstantValue) -> TypedValue {
    TypedValue { value, ty: None }
}

/// Returns the type of known constants in a standard library package: constants of `time` are durations, integer limits
/// have no type.
fn standard_type(package: &str) -> Option<Type> {
    (package == "time").then(|| Type::External { package: "time".to_owned(), name: "Duration".to_owned() })
}

/// Resolves aliases.
fn unaliased(model: &Model, mut ty: Type) -> Type {
    while let Type::Named(TypeId(id)) = &ty
        && let Some(definition) = model.types.get(*id as usize)
        && let TypeKind::Alias(target) = &definition.kind
    {
        ty = target.clone();
    }
    ty
}

/// Returns the predeclared underlying type.
fn basic(model: &Model, ty: &Type) -> Option<Builtin> {
    let mut ty = ty;
    loop {
        match ty {
            Type::Builtin(builtin) => return Some(*builtin),
            Type::External { package, name } if package == "time" && name == "Duration" => return Some(Builtin::Int64),
            Type::Named(TypeId(id)) => match &model.types.get(*id as usize)?.kind {
                TypeKind::Named(target) | TypeKind::Alias(target) => ty = target,
                TypeKind::Struct(_) => return None,
            },
            _ => return None,
        }
    }
}

/// Converts a value to `ty`.
fn convert(model: &Model, value: TypedValue, ty: Type) -> Result<TypedValue, Unknown> {
    let Some(builtin) = basic(model, &ty) else {
        // If the type was not read, the values of its constants are still known.
        return match ty {
            Type::External { .. } | Type::Invalid => Ok(TypedValue { value: value.value, ty: Some(ty) }),
            _ => Err(Unknown::Expression),
        };
    };
    let value = value.value.convert(builtin).ok_or(Unknown::Expression)?;
    Ok(TypedValue { value, ty: Some(ty) })
}

/// Returns the result of an operation, rounded to its type. Go rejects results that the type does not have.
fn of_type(model: &Model, value: ConstantValue, ty: Option<Type>) -> Result<TypedValue, Unknown> {
    match ty {
        Some(ty) => convert(model, untyped(value), ty),
        None => Ok(untyped(value)),
    }
}

/// Returns the width of an unsigned type, which determines the value of `^x`.
fn unsigned_bits(builtin: Builtin) -> Option<u32> {
    match builtin {
        Builtin::Uint8 | Builtin::Byte => Some(8),
        Builtin::Uint16 => Some(16),
        Builtin::Uint32 => Some(32),
        Builtin::Uint | Builtin::Uint64 | Builtin::Uintptr => Some(64),
        _ => None,
    }
}
