//! Type variable bindings and assignability.

use std::sync::Arc;

use crate::types::Type;

/// The bindings of type variables.
#[derive(Default)]
pub(super) struct Substitution {
    bindings: Vec<Option<Type>>,
    /// The previous bindings, to undo a failed attempt.
    trail: Vec<(u32, Option<Type>)>,
}

impl Substitution {
    /// Creates `count` variables and returns the number of the first.
    pub(super) fn fresh(&mut self, count: u32) -> u32 {
        let first = self.bindings.len() as u32;
        self.bindings.resize((first + count) as usize, None);
        first
    }

    pub(super) fn variable(&mut self) -> Type {
        Type::Variable(self.fresh(1))
    }

    /// Returns `true` if a value of `left` can be used as `right` or the other way round, and binds variables
    /// accordingly. Otherwise binds nothing.
    pub(super) fn is_assignable(&mut self, left: &Type, right: &Type) -> bool {
        self.attempt(|this| this.assignable(left, right))
    }

    pub(super) fn are_assignable(&mut self, left: &[Type], right: &[Type]) -> bool {
        self.attempt(|this| this.list(left, right))
    }

    fn attempt(&mut self, test: impl FnOnce(&mut Self) -> bool) -> bool {
        self.trail.clear();
        let fits = test(self);
        if !fits {
            while let Some((variable, before)) = self.trail.pop() {
                if let Some(slot) = self.bindings.get_mut(variable as usize) {
                    *slot = before;
                }
            }
        }
        fits
    }

    fn find(&self, of: &Type) -> Option<&Type> {
        match of {
            Type::Variable(variable) => self.bindings.get(*variable as usize)?.as_ref(),
            _ => None,
        }
    }

    fn bind(&mut self, variable: &Type, to: Type) {
        let Type::Variable(variable) = variable else { return };
        if let Some(slot) = self.bindings.get_mut(*variable as usize) {
            self.trail.push((*variable, slot.replace(to)));
        }
    }

    fn list(&mut self, left: &[Type], right: &[Type]) -> bool {
        left.len() == right.len() && left.iter().zip(right).all(|(left, right)| self.assignable(left, right))
    }

    fn assignable(&mut self, left: &Type, right: &Type) -> bool {
        if right.is_parameter() {
            let (valid, bound) = self.stands_for(left, right);
            if valid || bound {
                return valid;
            }
        }
        if left.is_parameter() {
            return self.stands_for(right, left).0;
        }
        match (left, right) {
            (Type::Dyn | Type::Error, _) | (_, Type::Dyn | Type::Error) => true,
            (Type::Null, other) | (other, Type::Null) => {
                matches!(
                    other,
                    Type::Null
                        | Type::Opaque(..)
                        | Type::Object(_)
                        | Type::Duration
                        | Type::Timestamp
                        | Type::Wrapper(_)
                )
            }
            (Type::Wrapper(of), other) | (other, Type::Wrapper(of)) => match other {
                Type::Wrapper(other) => of == other,
                other => &**of == other,
            },
            (Type::Type(_), Type::Type(_)) => true,
            (Type::List(left), Type::List(right)) => self.assignable(left, right),
            (Type::Map(left), Type::Map(right)) => {
                self.assignable(&left.0, &right.0) && self.assignable(&left.1, &right.1)
            }
            (Type::Opaque(left_name, left), Type::Opaque(right_name, right)) => {
                left_name == right_name && self.list(left, right)
            }
            (left, right) => left == right,
        }
    }

    /// Returns whether `variable` can represent `of`, and whether it is bound already.
    fn stands_for(&mut self, of: &Type, variable: &Type) -> (bool, bool) {
        if of == variable {
            return (true, true);
        }
        if let Some(bound) = self.find(variable).cloned() {
            if *of == bound {
                return (true, true);
            }
            if self.assignable(of, &bound) {
                let general = most_general(of, &bound);
                if self.is_free(variable, &general) {
                    self.bind(variable, general);
                }
                return (true, true);
            }
            return (false, true);
        }
        if self.is_free(variable, of) {
            self.bind(variable, of.clone());
            return (true, false);
        }
        (false, false)
    }

    /// Returns `true` if the variable does not occur in the type.
    fn is_free(&self, variable: &Type, within: &Type) -> bool {
        if variable == within {
            return false;
        }
        match within {
            Type::Variable(_) => self.find(within).is_none_or(|bound| self.is_free(variable, bound)),
            Type::List(element) => self.is_free(variable, element),
            Type::Map(entry) => self.is_free(variable, &entry.0) && self.is_free(variable, &entry.1),
            Type::Opaque(_, parameters) => parameters.iter().all(|parameter| self.is_free(variable, parameter)),
            Type::Type(Some(of)) => self.is_free(variable, of),
            _ => true,
        }
    }

    /// Substitutes all bound variables in the type. If `to_dyn`, unbound ones become `dyn`.
    pub(super) fn substitute(&self, of: &Type, to_dyn: bool) -> Type {
        match of {
            Type::Variable(_) => match self.find(of) {
                Some(bound) => self.substitute(bound, to_dyn),
                None if to_dyn => Type::Dyn,
                None => of.clone(),
            },
            Type::Parameter(_) if to_dyn => Type::Dyn,
            Type::List(element) => Type::list(self.substitute(element, to_dyn)),
            Type::Map(entry) => Type::map(self.substitute(&entry.0, to_dyn), self.substitute(&entry.1, to_dyn)),
            Type::Opaque(name, parameters) => Type::Opaque(
                Arc::clone(name),
                parameters.iter().map(|parameter| self.substitute(parameter, to_dyn)).collect(),
            ),
            Type::Type(Some(of)) => Type::type_of(self.substitute(of, to_dyn)),
            _ => of.clone(),
        }
    }
}

/// Replaces the type parameters of a declared type, counted from zero, with variables from `first`.
pub(super) fn instantiate(of: &Type, first: u32) -> Type {
    match of {
        Type::Variable(index) => Type::Variable(first + index),
        Type::List(element) => Type::list(instantiate(element, first)),
        Type::Map(entry) => Type::map(instantiate(&entry.0, first), instantiate(&entry.1, first)),
        Type::Opaque(name, parameters) => {
            Type::Opaque(Arc::clone(name), parameters.iter().map(|parameter| instantiate(parameter, first)).collect())
        }
        Type::Type(Some(of)) => Type::type_of(instantiate(of, first)),
        _ => of.clone(),
    }
}

/// Returns the more general of two types that are assignable to each other.
pub(super) fn most_general(left: &Type, right: &Type) -> Type {
    if is_equal_or_less_specific(left, right) { left.clone() } else { right.clone() }
}

fn is_equal_or_less_specific(left: &Type, right: &Type) -> bool {
    let open = |of: &Type| matches!(of, Type::Dyn) || of.is_parameter();
    if open(left) {
        return true;
    }
    if open(right) {
        return false;
    }
    match (left, right) {
        (Type::List(left), Type::List(right)) => is_equal_or_less_specific(left, right),
        (Type::Map(left), Type::Map(right)) => {
            is_equal_or_less_specific(&left.0, &right.0) && is_equal_or_less_specific(&left.1, &right.1)
        }
        (Type::Opaque(left_name, left), Type::Opaque(right_name, right)) => {
            left_name == right_name
                && left.len() == right.len()
                && left.iter().zip(right.iter()).all(|(left, right)| is_equal_or_less_specific(left, right))
        }
        (Type::Type(_), Type::Type(_)) => true,
        (Type::Wrapper(left), Type::Wrapper(right)) => left == right,
        (Type::Wrapper(of), other) | (other, Type::Wrapper(of)) => &**of == other,
        (left, right) => left == right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_general_type_may_be_on_either_side() {
        let opaque = |name: &str, parameter: Type| Type::Opaque(Arc::from(name), Arc::from([parameter]));
        let wrapper = |of| Type::Wrapper(Arc::new(of));
        for (general, special) in [
            (Type::Dyn, Type::Int),
            (Type::Variable(0), Type::Int),
            (Type::list(Type::Dyn), Type::list(Type::Int)),
            (Type::list(Type::list(Type::Dyn)), Type::list(Type::list(Type::Int))),
            (Type::map(Type::Dyn, Type::Int), Type::map(Type::String, Type::Int)),
            (Type::map(Type::String, Type::Dyn), Type::map(Type::String, Type::Int)),
            (Type::map(Type::Dyn, Type::Dyn), Type::map(Type::String, Type::Int)),
            (Type::optional(Type::Dyn), Type::optional(Type::Int)),
        ] {
            assert_eq!(most_general(&general, &special), general, "{general} {special}");
            assert_eq!(most_general(&special, &general), general, "{special} {general}");
        }
        // Of types that are equally general, the left one.
        for (left, right) in [
            (Type::Int, Type::Int),
            (Type::Dyn, Type::Variable(0)),
            (wrapper(Type::Int), Type::Int),
            (Type::Int, wrapper(Type::Int)),
            (Type::type_of(Type::Int), Type::type_of(Type::Bool)),
            (Type::list(wrapper(Type::Int)), Type::list(Type::Int)),
        ] {
            assert_eq!(most_general(&left, &right), left, "{left} {right}");
        }
        // Of types that are not assignable, the right one.
        for (left, right) in [
            (Type::Int, Type::Uint),
            (wrapper(Type::Int), wrapper(Type::Bool)),
            (wrapper(Type::Int), Type::Bool),
            (opaque("a", Type::Dyn), opaque("b", Type::Dyn)),
            (opaque("a", Type::Dyn), Type::Opaque(Arc::from("a"), Arc::from([]))),
            (Type::map(Type::Dyn, Type::Int), Type::map(Type::Int, Type::Dyn)),
        ] {
            assert_eq!(most_general(&left, &right), right, "{left} {right}");
        }
    }

    #[test]
    fn a_failed_attempt_binds_nothing() {
        let mut substitution = Substitution::default();
        let (one, other) = (substitution.variable(), substitution.variable());
        assert!(!substitution.are_assignable(&[one.clone(), Type::Int], &[Type::Bool, Type::Bool]));
        assert_eq!(substitution.substitute(&one, false), one);
        assert_eq!(substitution.substitute(&Type::list(one.clone()), true), Type::list(Type::Dyn));
        assert!(substitution.are_assignable(&[one.clone(), other.clone()], &[Type::Bool, Type::list(one.clone())]));
        assert_eq!(
            substitution.substitute(&Type::map(one.clone(), other.clone()), false).to_string(),
            "map(bool, list(bool))"
        );
        assert!(!substitution.is_assignable(&other, &Type::list(Type::Int)));
        assert!(!substitution.are_assignable(&[Type::Bool], &[Type::Bool, Type::Bool]));
        assert_eq!(
            substitution.substitute(&Type::optional(Type::type_of(other)), false).to_string(),
            "optional_type(type(list(bool)))"
        );
    }

    #[test]
    fn a_variable_cannot_contain_itself() {
        let mut substitution = Substitution::default();
        let of = substitution.variable();
        for containing in [
            Type::list(of.clone()),
            Type::map(of.clone(), Type::Int),
            Type::map(Type::Int, of.clone()),
            Type::optional(of.clone()),
            Type::type_of(of.clone()),
            Type::list(Type::map(Type::String, Type::optional(of.clone()))),
        ] {
            assert!(!substitution.is_assignable(&containing, &of), "{containing}");
            assert!(!substitution.is_assignable(&of, &containing), "{containing}");
        }
        let other = substitution.variable();
        assert!(substitution.is_assignable(&other, &Type::list(of.clone())));
        assert!(!substitution.is_assignable(&of, &Type::optional(other)));
    }
}
