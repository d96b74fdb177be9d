//! Unknown names of gates, kinds and channels.

use std::collections::BTreeMap;

use super::{codes, definition::Channel};
use crate::{
    diag::{Diagnostic, nearest},
    model::{Field, Model, Type, TypeKind},
    source::Span,
    tags::{Tag, TagKind},
};

/// Returns diagnostics about the gate names in the requested packages and about the names in the channels.
pub(super) fn check(model: &Model, channel: &Channel, all: &[Channel]) -> Vec<Diagnostic> {
    let mut used = Used::default();
    for package in model.packages.iter().filter(|package| package.requested) {
        used.tags(&package.tags);
        for definition in package.types.iter().map(|id| model.type_definition(*id)) {
            used.tags(&definition.tags);
            match &definition.kind {
                TypeKind::Struct(fields) => used.fields(fields),
                TypeKind::Named(ty) | TypeKind::Alias(ty) => used.ty(ty),
            }
            definition.constants.iter().for_each(|constant| used.tags(&constant.tags));
        }
    }
    let mut diagnostics = Vec::new();
    if all.is_empty() {
        // The channel name is itself a gate.
        if !used.0.contains_key(&channel.name) {
            diagnostics.push(used.lacks(&channel.name));
        }
        return diagnostics;
    }
    for (gate, span) in &used.0 {
        if all.iter().any(|channel| channel.is_on(gate)) {
            continue;
        }
        let message = format!("no channel enables the feature gate `{gate}`");
        let diagnostic = Diagnostic::new(codes::GATE_OF_NO_CHANNEL, message).at(*span);
        let known = all.iter().flat_map(|channel| channel.gates.iter().chain([&channel.name]));
        diagnostics.push(match nearest(gate, known.map(String::as_str)) {
            Some(near) => diagnostic.help(format!("use `{near}`")),
            None => diagnostic,
        });
    }
    let kinds = kinds(model);
    let lost = |what: &str, name: &str, near: &str| {
        let message = format!("channel `{}` lists the {what} `{name}`, which the packages do not use", channel.name);
        Diagnostic::new(codes::NOTHING_OF_CHANNEL, message).help(format!("use `{near}`"))
    };
    for gate in channel.gates.iter().filter(|gate| !used.0.contains_key(*gate)) {
        // Other packages may have the gate.
        if let Some(near) = nearest(gate, used.0.keys().map(String::as_str).filter(|near| !channel.is_on(near))) {
            diagnostics.push(lost("feature gate", gate, near));
        }
    }
    for kind in channel.kinds.iter().filter(|kind| !kinds.contains(&kind.as_str())) {
        if let Some(near) =
            nearest(kind, kinds.iter().copied().filter(|near| !channel.kinds.iter().any(|one| one == near)))
        {
            diagnostics.push(lost("kind", kind, near));
        }
    }
    diagnostics
}

fn kinds(model: &Model) -> Vec<&str> {
    let requested = model.packages.iter().filter(|package| package.requested);
    requested.flat_map(|package| model.kinds(package)).map(|id| model.type_definition(id).name.as_str()).collect()
}

/// The gates that declarations depend on, each with a location.
#[derive(Default)]
struct Used(BTreeMap<String, Span>);

impl Used {
    /// Returns the diagnostic for a gate selected by name that no declaration depends on.
    fn lacks(&self, gate: &str) -> Diagnostic {
        const WHY: &str = "idlgen.toml has no channels, so `--channel` selects a single feature gate";
        let message = format!("no declaration depends on the feature gate `{gate}`");
        if let Some(near) = nearest(gate, self.0.keys().map(String::as_str)) {
            let diagnostic = Diagnostic::new(codes::UNKNOWN_CHANNEL, message);
            return diagnostic.note(WHY).help(format!("use `{near}`"));
        }
        let known: Vec<&str> = self.0.keys().map(String::as_str).collect();
        let diagnostic = Diagnostic::new(codes::NOTHING_OF_CHANNEL, message).note(WHY);
        if known.is_empty() {
            diagnostic.note("the packages do not use feature gates")
        } else {
            diagnostic.note(format!("declarations that depend on other gates are omitted: {}", known.join(", ")))
        }
    }

    fn tags(&mut self, tags: &[Tag]) {
        for tag in tags {
            self.tag(tag, tag.span);
        }
    }

    fn tag(&mut self, tag: &Tag, span: Span) {
        let mut add = |gates: &mut dyn Iterator<Item = &str>| {
            for gate in gates {
                self.0.entry(gate.to_owned()).or_insert(span);
            }
        };
        match &tag.meaning {
            TagKind::Gate(condition) => add(&mut condition.gates()),
            TagKind::Gated(gated) => {
                add(&mut gated.condition.gates());
                self.tag(&gated.tag, span);
            }
            TagKind::Nested { tag, .. } => self.tag(tag, span),
            _ => {}
        }
    }

    fn fields(&mut self, fields: &[Field]) {
        for field in fields {
            self.tags(&field.tags);
            self.ty(&field.ty);
        }
    }

    /// Anonymous structs have fields of their own.
    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Struct { fields, .. } => self.fields(fields),
            Type::Pointer(inner) | Type::Slice(inner) | Type::Array(inner) => self.ty(inner),
            Type::Map(key, value) => {
                self.ty(key);
                self.ty(value);
            }
            _ => {}
        }
    }
}
