//! Rules as written in tags.

use std::collections::BTreeMap;

use crate::{
    model::{Field, Model, Type, TypeKind},
    source::Span,
    tags::{Rule, Tag, TagKind},
};

/// All rules written in tags, by the position of the expression.
pub(super) struct Written<'a> {
    rules: BTreeMap<Span, WrittenRule<'a>>,
}

/// A rule and its tag.
#[derive(Clone, Copy)]
pub(super) struct WrittenRule<'a> {
    pub(super) rule: &'a Rule,
    pub(super) tag: &'a Tag,
}

impl<'a> Written<'a> {
    /// Collects the rules of a model.
    pub(super) fn of(model: &'a Model) -> Self {
        let mut written = Written { rules: BTreeMap::new() };
        for definition in &model.types {
            written.tags(&definition.tags);
            match &definition.kind {
                TypeKind::Struct(fields) => written.fields(fields),
                TypeKind::Named(ty) | TypeKind::Alias(ty) => written.anonymous(ty),
            }
        }
        written
    }

    /// Returns the rule whose expression has this span, or `None` for a rule from a shorthand tag.
    pub(super) fn at(&self, span: Span) -> Option<WrittenRule<'a>> {
        self.rules.get(&span).copied()
    }

    fn fields(&mut self, fields: &'a [Field]) {
        for field in fields {
            self.tags(&field.tags);
            self.anonymous(&field.ty);
        }
    }

    fn anonymous(&mut self, ty: &'a Type) {
        match ty {
            Type::Struct { fields, .. } => self.fields(fields),
            Type::Pointer(element) | Type::Slice(element) | Type::Array(element) | Type::Map(_, element) => {
                self.anonymous(element);
            }
            _ => {}
        }
    }

    fn tags(&mut self, tags: &'a [Tag]) {
        for tag in tags {
            self.tag(tag);
        }
    }

    fn tag(&mut self, tag: &'a Tag) {
        match &tag.meaning {
            TagKind::Rule(rule) => {
                self.rules.insert(rule.rule_span, WrittenRule { rule, tag });
            }
            TagKind::Override { tag, .. } => self.tag(tag),
            _ => {}
        }
    }
}
