//! Tracks the fields that are present because of a test: in `has(a.b) && a.b > 1`, the second operand is only evaluated
//! if `a.b` is present.

use idlgen_runtime::cel::program::{Expression, NodeId};
use proc_macro2::Ident;

use super::Translator;

impl Translator<'_, '_, '_> {
    /// Runs `translate` for an expression that is evaluated only if `condition` has this result.
    pub(super) fn guarded<R>(&mut self, condition: NodeId, result: bool, translate: impl FnOnce(&mut Self) -> R) -> R {
        self.isolated(|translator| {
            translator.find_guards(condition, result);
            translate(translator)
        })
    }

    /// Runs `translate` for an expression that may not be evaluated, or whose failure is absorbed, so that it proves
    /// nothing about the code after it.
    pub(super) fn isolated<R>(&mut self, translate: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.guards.present.len();
        let translated = translate(self);
        self.guards.present.truncate(before);
        translated
    }

    /// Runs `translate` in the scope of a new variable, which shadows any variable with the same name.
    pub(super) fn in_scope_of<R>(&mut self, names: &[Option<&Ident>], translate: impl FnOnce(&mut Self) -> R) -> R {
        let starts_with = |place: &str, name: &Ident| {
            let name = name.to_string();
            place.split(|character: char| !character.is_alphanumeric() && character != '_').any(|part| part == name)
        };
        let mut visible = self.guards.present.clone();
        visible.retain(|place| !names.iter().flatten().any(|name| starts_with(place, name)));
        let outer = std::mem::replace(&mut self.guards.present, visible);
        let translated = translate(self);
        self.guards.present = outer;
        translated
    }

    /// Collects the fields that are present if `condition` has this result.
    fn find_guards(&mut self, condition: NodeId, result: bool) {
        let Ok(node) = self.program_node(condition) else { return };
        match &node.expression {
            Expression::Select(select) if select.test_only && result => {
                self.guards.present.extend(self.guards.tests.get(&condition).cloned());
            }
            Expression::Call(call) => match (&*call.function, &*call.arguments, result) {
                ("!_", [operand], _) => self.find_guards(*operand, !result),
                ("_&&_", [left, right], true) | ("_||_", [left, right], false) => {
                    self.find_guards(*left, result);
                    self.find_guards(*right, result);
                }
                _ => {}
            },
            _ => {}
        }
    }
}
