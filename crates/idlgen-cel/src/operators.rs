//! Operator names in declarations.

pub(crate) const CONDITIONAL: &str = "_?_:_";
pub(crate) const LOGICAL_AND: &str = "_&&_";
pub(crate) const LOGICAL_OR: &str = "_||_";
pub(crate) const LOGICAL_NOT: &str = "!_";
pub(crate) const EQUALS: &str = "_==_";
pub(crate) const NOT_EQUALS: &str = "_!=_";
pub(crate) const LESS: &str = "_<_";
pub(crate) const LESS_EQUALS: &str = "_<=_";
pub(crate) const GREATER: &str = "_>_";
pub(crate) const GREATER_EQUALS: &str = "_>=_";
pub(crate) const ADD: &str = "_+_";
pub(crate) const SUBTRACT: &str = "_-_";
pub(crate) const MULTIPLY: &str = "_*_";
pub(crate) const DIVIDE: &str = "_/_";
pub(crate) const MODULO: &str = "_%_";
pub(crate) const NEGATE: &str = "-_";
pub(crate) const INDEX: &str = "_[_]";
pub(crate) const OPTIONAL_INDEX: &str = "_[?_]";
pub(crate) const OPTIONAL_SELECT: &str = "_?._";
pub(crate) const IN: &str = "@in";
pub(crate) const NOT_STRICTLY_FALSE: &str = "@not_strictly_false";
