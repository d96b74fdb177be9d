//! Simplifies rules for values about which something is known, such as fields that they never have.

use idlgen_runtime::cel::program::{Constant, Form, Text};

use crate::{
    ast::{Ast, Comprehension, ExprId, ExprKind},
    clause::{Clauses, Value, of_ast},
    environment::Version,
    operators::{
        ADD, CONDITIONAL, EQUALS, GREATER, GREATER_EQUALS, IN, LESS, LESS_EQUALS, LOGICAL_AND, LOGICAL_NOT, LOGICAL_OR,
        NOT_EQUALS,
    },
    parser,
};

/// The known facts about the values of a part of an object.
pub trait Values: Clone {
    /// Returns what is known about the field with this CEL name.
    fn field(&self, name: &str) -> Field<Self>;

    /// Returns what is known about the items, if the values are lists.
    fn items(&self) -> Option<Self>;

    /// Returns `true` if the values are lists in which no two items are equal at a path of fields, such as `port.name`.
    /// An empty path is that of the items.
    fn is_unique(&self, path: &str) -> bool;

    /// Returns all constants that the values can be, if there are few.
    fn constants(&self) -> Option<Vec<Value>>;
}

/// The known facts about a field.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_enums, reason = "implementations return every variant")]
pub enum Field<V> {
    /// No object has it.
    Never,
    /// Objects can have it.
    Known {
        /// The facts about its values.
        values: V,
        /// `true` if all objects have it.
        is_present: bool,
    },
    /// Nothing is known.
    Unknown,
}

/// Returns the normal form of a rule for such values of `self`, like [`clauses`](crate::clauses). A value satisfies it
/// if and only if it satisfies the rule. With `has_old`, `oldSelf` has such values too.
///
/// # Errors
/// Returns `None` if the rule is not an expression.
pub fn clauses_for<V: Values>(expression: &str, values: &V, has_old: bool) -> Option<Clauses> {
    let (mut ast, root) = parser::parse(expression, Version::new(u8::MAX).parser_options()).ok()?;
    let mut scope: Vec<(Text, Option<V>)> = vec![("self".into(), Some(values.clone()))];
    if has_old {
        scope.push(("oldSelf".into(), Some(values.clone())));
    }
    Simplifier { ast: &mut ast, scope, present: Vec::new() }.simplify(root);
    Some(of_ast(&ast, root))
}

/// The known facts about the value of an expression.
struct Part<V> {
    values: Option<V>,
    /// `true` if evaluating it cannot fail.
    is_present: bool,
}

impl<V> Part<V> {
    const UNKNOWN: Self = Part { values: None, is_present: false };
}

struct Simplifier<'a, V> {
    ast: &'a mut Ast,
    /// The variables, the innermost last.
    scope: Vec<(Text, Option<V>)>,
    /// The paths of fields that are present where the result of the current expression matters.
    present: Vec<String>,
}

impl<V: Values> Simplifier<'_, V> {
    /// Simplifies a node in place.
    fn simplify(&mut self, id: ExprId) -> Part<V> {
        match self.ast.kind(id).clone() {
            ExprKind::Literal(_) => Part { values: None, is_present: true },
            ExprKind::Ident(name) => match self.scope.iter().rfind(|(known, _)| *known == name) {
                Some((_, values)) => Part { values: values.clone(), is_present: true },
                None => Part::UNKNOWN,
            },
            ExprKind::Select { operand, field, test_only } => self.select(id, operand, &field, test_only),
            ExprKind::Call { function, target, arguments } => {
                self.call(id, &function, target, &arguments);
                Part::UNKNOWN
            }
            ExprKind::Comprehension(comprehension) => {
                self.comprehension(id, &comprehension);
                Part::UNKNOWN
            }
            ExprKind::List { elements } => {
                for (element, _) in &elements {
                    self.simplify(*element);
                }
                Part::UNKNOWN
            }
            ExprKind::Map { .. } | ExprKind::Struct { .. } | ExprKind::Unspecified => Part::UNKNOWN,
        }
    }

    fn select(&mut self, id: ExprId, operand: ExprId, field: &str, is_test: bool) -> Part<V> {
        let of = self.simplify(operand);
        let known = of.values.map_or(Field::Unknown, |values| values.field(field));
        if is_test {
            match known {
                Field::Never if of.is_present => self.set(id, false),
                Field::Known { is_present: true, .. } if of.is_present => self.set(id, true),
                _ => {}
            }
            return Part { values: None, is_present: of.is_present };
        }
        let is_assumed = self.path(id).is_some_and(|path| self.present.contains(&path));
        match known {
            Field::Known { values, is_present } => {
                Part { values: Some(values), is_present: is_assumed || (of.is_present && is_present) }
            }
            Field::Never | Field::Unknown => Part { values: None, is_present: is_assumed },
        }
    }

    fn call(&mut self, id: ExprId, function: &str, target: Option<ExprId>, arguments: &[ExprId]) {
        match (function, target, arguments) {
            (LOGICAL_NOT, None, [inner]) => {
                self.simplify(*inner);
                if let Some(is) = self.bool(*inner) {
                    self.set(id, !is);
                }
            }
            (LOGICAL_AND | LOGICAL_OR, None, [left, right]) => {
                let is_and = function == LOGICAL_AND;
                // Where a field that the other operand tests is missing, the other operand decides.
                for (part, other) in [(*left, *right), (*right, *left)] {
                    let mut tested = Vec::new();
                    self.tested(other, is_and, &mut tested);
                    self.simplify_with(part, tested);
                }
                match (self.bool(*left), self.bool(*right)) {
                    (Some(is), _) | (_, Some(is)) if is != is_and => self.set(id, is),
                    (Some(_), _) => self.replace(id, *right),
                    (_, Some(_)) => self.replace(id, *left),
                    _ => {}
                }
            }
            (CONDITIONAL, None, [condition, then, other]) => {
                self.simplify(*condition);
                for (part, is_true) in [(*then, true), (*other, false)] {
                    let mut tested = Vec::new();
                    self.tested(*condition, is_true, &mut tested);
                    self.simplify_with(part, tested);
                }
                if let Some(is) = self.bool(*condition) {
                    self.replace(id, if is { *then } else { *other });
                }
            }
            (EQUALS | NOT_EQUALS, None, [left, right]) => self.equality(id, function == EQUALS, *left, *right),
            (IN, None, [left, right]) => self.membership(id, *left, *right),
            (LESS | LESS_EQUALS | GREATER | GREATER_EQUALS, None, [left, right]) => {
                self.simplify(*left);
                self.simplify(*right);
                let (Some([least, most]), Some([other_least, other_most])) = (self.range(*left), self.range(*right))
                else {
                    return;
                };
                let (is_always, is_never) = match function {
                    LESS => (most < other_least, least >= other_most),
                    LESS_EQUALS => (most <= other_least, least > other_most),
                    GREATER => (least > other_most, most <= other_least),
                    _ => (least >= other_most, most < other_least),
                };
                if is_always || is_never {
                    self.set(id, is_always);
                }
            }
            ("size", Some(_), []) | ("size", None, [_]) => {
                let Some(list) = target.or(arguments.first().copied()) else { return };
                self.simplify(list);
                if let Some(count) = self.bools(list).and_then(|items| i64::try_from(items.len()).ok()) {
                    self.ast.replace(id, ExprKind::Literal(Constant::Int(count)));
                }
            }
            _ => {
                for part in target.iter().chain(arguments) {
                    self.simplify(*part);
                }
            }
        }
    }

    fn equality(&mut self, id: ExprId, is_equals: bool, left: ExprId, right: ExprId) {
        let parts = [self.simplify(left), self.simplify(right)];
        if let (Some(left), Some(right)) = (self.bool(left), self.bool(right)) {
            return self.set(id, (left == right) == is_equals);
        }
        if let (Some(left), Some(right)) = (self.int(left), self.int(right)) {
            return self.set(id, (left == right) == is_equals);
        }
        for (part, other) in parts.into_iter().zip([right, left]) {
            let (Some(constant), true) = (self.constant(other), part.is_present) else { continue };
            if part.values.and_then(|values| values.constants()).is_some_and(|all| !all.contains(&constant)) {
                return self.set(id, !is_equals);
            }
        }
    }

    /// Removes the constants that the value cannot be from a list.
    fn membership(&mut self, id: ExprId, left: ExprId, right: ExprId) {
        let part = self.simplify(left);
        let (Some(all), ExprKind::List { elements }) =
            (part.values.and_then(|values| values.constants()), self.ast.kind(right).clone())
        else {
            self.simplify(right);
            return;
        };
        let can_be = |(element, _): &(ExprId, bool)| self.constant(*element).is_none_or(|one| all.contains(&one));
        let elements: Vec<(ExprId, bool)> = elements.into_iter().filter(can_be).collect();
        if elements.is_empty() && part.is_present {
            return self.set(id, false);
        }
        self.ast.replace(right, ExprKind::List { elements });
    }

    fn comprehension(&mut self, id: ExprId, of: &Comprehension) {
        let range = self.simplify(of.range);
        let (None, ExprKind::Call { arguments, .. }) = (&of.second_variable, self.ast.kind(of.step).clone()) else {
            return;
        };
        let test = match (of.form, arguments.as_slice()) {
            (Form::All | Form::Exists, [_, test]) | (Form::ExistsOne | Form::Filter, [test, _, _]) => *test,
            _ => return,
        };
        let is_variable = matches!(self.ast.kind(test), ExprKind::Ident(name) if *name == of.variable);
        if let Some(items) = self.bools(of.range).filter(|_| is_variable) {
            match of.form {
                Form::All => self.set(id, items.iter().all(|is| *is)),
                Form::Exists => self.set(id, items.contains(&true)),
                Form::ExistsOne => self.set(id, items.iter().filter(|is| **is).count() == 1),
                _ => {
                    let ExprKind::List { mut elements } = self.ast.kind(of.range).clone() else { return };
                    elements.retain(|(element, _)| self.bool(*element) == Some(true));
                    self.ast.replace(id, ExprKind::List { elements });
                }
            }
            return;
        }
        let is_unique = of.form != Form::ExistsOne
            && range.values.as_ref().is_some_and(|of_list| {
                self.uniqueness(of, test).is_some_and(|path| of_list.is_unique(&path) && is_present(of_list, &path))
            });
        let length = self.scope.len();
        self.scope.push((of.variable.clone(), range.values.and_then(|values| values.items())));
        self.scope.push((of.accumulator.clone(), None));
        self.simplify(test);
        self.scope.truncate(length);
        match (of.form, self.bool(test)) {
            _ if !range.is_present => {}
            (Form::All, _) if is_unique => self.set(id, true),
            (Form::Exists, _) if is_unique => self.set(id, false),
            (Form::Filter, _) if is_unique => self.ast.replace(id, ExprKind::List { elements: Vec::new() }),
            (Form::All, Some(true)) => self.set(id, true),
            (Form::Exists | Form::ExistsOne, Some(false)) => self.set(id, false),
            (Form::Filter, Some(false)) => self.ast.replace(id, ExprKind::List { elements: Vec::new() }),
            _ => {}
        }
    }

    /// Returns the path of fields whose values `range.all(x, range.exists_one(y, x.path == y.path))` requires to be
    /// different. `range.filter(y, x.path == y.path).size() == 1` is the same as `exists_one`. The items for which it
    /// is not 1 are those that `range.filter(x, …)` and `range.exists(x, …)` look for.
    fn uniqueness(&self, all: &Comprehension, test: ExprId) -> Option<String> {
        let is_all = all.form == Form::All;
        let (one, form) = match self.filtered(test) {
            Some((list, is_once)) if is_once == is_all => (list, Form::Filter),
            None if is_all => (test, Form::ExistsOne),
            _ => return None,
        };
        let ExprKind::Comprehension(one) = self.ast.kind(one) else { return None };
        let is_same_range = self.path(all.range).is_some_and(|path| self.path(one.range) == Some(path));
        let is_other = one.variable != all.variable && one.second_variable.is_none() && one.form == form;
        let ExprKind::Call { arguments, .. } = self.ast.kind(one.step) else { return None };
        let ExprKind::Call { function, target: None, arguments } = self.ast.kind(*arguments.first()?) else {
            return None;
        };
        let ([left, right], EQUALS, true, true) = (arguments.as_slice(), &**function, is_same_range, is_other) else {
            return None;
        };
        let [(left, path), (right, other)] = [self.fields(*left)?, self.fields(*right)?];
        let both = [left, right];
        (path == other && both.contains(&all.variable) && both.contains(&one.variable)).then_some(path)
    }

    /// Returns the list in `size(list) == 1` and `list.size() == 1` with `true`, and in `size(list) != 1` and
    /// `size(list) > 1` with `false`.
    fn filtered(&self, id: ExprId) -> Option<(ExprId, bool)> {
        let ExprKind::Call { function, target: None, arguments } = self.ast.kind(id) else { return None };
        let [left, right] = *arguments.as_slice() else { return None };
        let (size, one, is_once) = match &**function {
            EQUALS if self.int(left) == Some(1) => (right, left, true),
            EQUALS => (left, right, true),
            NOT_EQUALS | GREATER => (left, right, false),
            LESS => (right, left, false),
            _ => return None,
        };
        let ExprKind::Call { function, target, arguments } = self.ast.kind(size) else { return None };
        let list = match (target, arguments.as_slice()) {
            (None, [list]) => *list,
            (Some(list), []) => *list,
            _ => return None,
        };
        (&**function == "size" && self.int(one) == Some(1)).then_some((list, is_once))
    }

    /// Returns the variable of a field access and the path of fields, such as `x` and `port.name`.
    fn fields(&self, id: ExprId) -> Option<(Text, String)> {
        match self.ast.kind(id) {
            ExprKind::Ident(name) => Some((name.clone(), String::new())),
            ExprKind::Select { operand, field, test_only: false } => {
                let (name, path) = self.fields(*operand)?;
                let path = if path.is_empty() { field.to_string() } else { format!("{path}.{field}") };
                Some((name, path))
            }
            _ => None,
        }
    }

    fn simplify_with(&mut self, id: ExprId, mut present: Vec<String>) {
        let length = self.present.len();
        self.present.append(&mut present);
        self.simplify(id);
        self.present.truncate(length);
    }

    /// Adds the paths of the fields that are present if a condition is true, or false.
    fn tested(&self, id: ExprId, is_true: bool, paths: &mut Vec<String>) {
        match self.ast.kind(id) {
            ExprKind::Select { operand, field, test_only: true } if is_true => {
                paths.extend(self.path(*operand).map(|path| format!("{path}.{field}")));
            }
            ExprKind::Call { function, target: None, arguments } => match (&**function, arguments.as_slice()) {
                (LOGICAL_NOT, [inner]) => self.tested(*inner, !is_true, paths),
                (LOGICAL_AND, parts) if is_true => self.tested_by_all(parts, is_true, paths),
                (LOGICAL_OR, parts) if !is_true => self.tested_by_all(parts, is_true, paths),
                _ => {}
            },
            _ => {}
        }
    }

    fn tested_by_all(&self, parts: &[ExprId], is_true: bool, paths: &mut Vec<String>) {
        for part in parts {
            self.tested(*part, is_true, paths);
        }
    }

    /// Returns the path of a field, starting with the number of its variable.
    fn path(&self, id: ExprId) -> Option<String> {
        match self.ast.kind(id) {
            ExprKind::Ident(name) => {
                self.scope.iter().rposition(|(known, _)| known == name).map(|index| index.to_string())
            }
            ExprKind::Select { operand, field, test_only: false } => Some(format!("{}.{field}", self.path(*operand)?)),
            _ => None,
        }
    }

    fn bool(&self, id: ExprId) -> Option<bool> {
        if let ExprKind::Literal(Constant::Bool(is)) = self.ast.kind(id) { Some(*is) } else { None }
    }

    /// Returns the items of a list of boolean literals.
    fn bools(&self, id: ExprId) -> Option<Vec<bool>> {
        let ExprKind::List { elements } = self.ast.kind(id) else { return None };
        elements.iter().map(|(element, is_optional)| self.bool(*element).filter(|_| !is_optional)).collect()
    }

    fn int(&self, id: ExprId) -> Option<i64> {
        if let ExprKind::Literal(Constant::Int(number)) = self.ast.kind(id) { Some(*number) } else { None }
    }

    /// Returns the least and the greatest value of an expression whose evaluation cannot fail, such as
    /// `has(self.a) ? 1 : 0`.
    fn range(&mut self, id: ExprId) -> Option<[i64; 2]> {
        let ExprKind::Call { function, target: None, arguments } = self.ast.kind(id).clone() else {
            return self.int(id).map(|number| [number, number]);
        };
        match (&*function, arguments.as_slice()) {
            (ADD, [left, right]) => {
                let ([least, most], [other_least, other_most]) = (self.range(*left)?, self.range(*right)?);
                Some([least.checked_add(other_least)?, most.checked_add(other_most)?])
            }
            (CONDITIONAL, [condition, then, other]) if self.simplify(*condition).is_present => {
                let ([least, most], [other_least, other_most]) = (self.range(*then)?, self.range(*other)?);
                Some([least.min(other_least), most.max(other_most)])
            }
            _ => None,
        }
    }

    fn constant(&self, id: ExprId) -> Option<Value> {
        match self.ast.kind(id) {
            ExprKind::Literal(Constant::String(text)) => Some(Value::Text(text.to_string())),
            ExprKind::Literal(Constant::Bool(is)) => Some(Value::Bool(*is)),
            _ => None,
        }
    }

    fn set(&mut self, id: ExprId, is: bool) {
        self.ast.replace(id, ExprKind::Literal(Constant::Bool(is)));
    }

    fn replace(&mut self, id: ExprId, by: ExprId) {
        let kind = self.ast.kind(by).clone();
        self.ast.replace(id, kind);
    }
}

/// Returns `true` if all items of a list have a path of fields.
fn is_present<V: Values>(list: &V, path: &str) -> bool {
    let fields = path.split('.').filter(|name| !name.is_empty());
    let inner = fields.fold(list.items(), |values, name| match values?.field(name) {
        Field::Known { values, is_present: true } => Some(values),
        _ => None,
    });
    inner.is_some()
}

#[cfg(test)]
mod tests;
