//! Rules of generated code.

use std::sync::{Arc, OnceLock};

use super::{Rule, RuleData};
use crate::{
    Context,
    cel::{Environment, Shape, ShapeData, ShapeId},
    field::Path,
    value::Value,
};

/// A rule of generated code, made ready when it is first run.
#[derive(Debug)]
pub struct LazyRule {
    written: Written,
    ready: OnceLock<Rule>,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a constant of generated code, of which there is one a rule")]
enum Written {
    Rule { minor: u8, shapes: &'static ShapeData, shape: ShapeId, data: RuleData },
    Refused { self_type: &'static str, detail: &'static str },
}

impl LazyRule {
    /// A rule that was checked for Kubernetes `1.minor`, on values of the shape with that number among `shapes`.
    pub const fn new(minor: u8, shapes: &'static ShapeData, shape: u32, data: RuleData) -> Self {
        LazyRule { written: Written::Rule { minor, shapes, shape: ShapeId(shape), data }, ready: OnceLock::new() }
    }

    /// A rule that could not be compiled: see [`Rule::refused`].
    pub const fn refused(self_type: &'static str, detail: &'static str) -> Self {
        LazyRule { written: Written::Refused { self_type, detail }, ready: OnceLock::new() }
    }

    /// Runs the rule: see [`Rule::check`].
    pub fn check<T: Value>(&'static self, value: &T, old: Option<&T>, path: &Path<'_>, cx: &mut Context) {
        if cx.runs_rules() {
            self.rule().check(value, old.map(|old| old as &dyn Value), path, cx);
        }
    }

    fn rule(&'static self) -> &'static Rule {
        self.ready.get_or_init(|| match &self.written {
            Written::Rule { minor, shapes, shape, data } => {
                let shape = Arc::new(Shape::at(Arc::new(ShapeData::clone(shapes)), *shape).of_go_type());
                Rule::new(data.clone(), shape, Environment::new(*minor))
            }
            Written::Refused { self_type, detail } => Rule::refused(*self_type, *detail),
        })
    }
}
