//! The CEL rules of a file: a separate module with the compiled rules. Generated code needs no CEL parser.
//!
//! Rules could be translated to Rust here instead: a site has the rule, its schema and the name by which checks call
//! it.

mod program;
mod shape;
mod time_zones;

use std::{collections::BTreeMap, fmt::Write};

use idlgen_cel::Environment;
use idlgen_runtime::{
    cel::{RuleData, ShapeId},
    field::{Element, ErrorType},
};
use idlgen_validate::{
    Definitions, Schema, ZeroMode,
    cel::{Resource, RuleSource, Shapes, WrittenOut, rule_data},
    schema::ValidationRule,
};
use proc_macro2::Literal;

use self::{program::program, shape::shapes, time_zones::reads_time_zones};
use super::name::{Names, constant_case};

/// The sites of a file with rules.
#[derive(Debug)]
pub(super) struct Rules<'s> {
    sites: Vec<Site<'s>>,
    /// The sites of each schema, by its address.
    by_schema: BTreeMap<*const Schema, Vec<usize>>,
    names: Names,
    /// Counts the nodes expanded to find rules that read types of other crates.
    pub(super) looked_into: WrittenOut,
    /// A cache of checked defaults by their text: the schema and the errors. Inline structs often repeat the same ones.
    pub(super) defaults: BTreeMap<String, Vec<(&'s Schema, String)>>,
}

impl Default for Rules<'_> {
    fn default() -> Self {
        let names = [SHAPES].into_iter().collect();
        Rules {
            sites: Vec::new(),
            by_schema: BTreeMap::new(),
            names,
            looked_into: WrittenOut::default(),
            defaults: BTreeMap::new(),
        }
    }
}

/// A location with rules.
#[derive(Debug)]
struct Site<'s> {
    /// The schema of the value.
    schema: &'s Schema,
    rules: Vec<Named<'s>>,
}

#[derive(Debug)]
struct Named<'s> {
    name: String,
    rule: &'s ValidationRule,
}

impl<'s> Rules<'s> {
    /// Returns the names of the rules at a location, for a value of `schema`.
    pub(super) fn names(
        &mut self,
        schema: &'s Schema,
        rules: impl Iterator<Item = &'s ValidationRule>,
        place: &str,
    ) -> Vec<String> {
        let rules: Vec<&ValidationRule> = rules.collect();
        let is_known = |site: &Site<'_>| {
            site.rules.len() == rules.len()
                && site.rules.iter().zip(&rules).all(|(known, rule)| std::ptr::eq(known.rule, *rule))
        };
        let of_schema = self.by_schema.entry(std::ptr::from_ref(schema)).or_default();
        if let Some(site) = of_schema.iter().filter_map(|index| self.sites.get(*index)).find(|site| is_known(site)) {
            return site.rules.iter().map(|named| named.name.clone()).collect();
        }
        let mut site = Site { schema, rules: Vec::new() };
        for rule in rules {
            let name = self.names.take(&constant_case(place), "_");
            site.rules.push(Named { name, rule });
        }
        let names = site.rules.iter().map(|named| named.name.clone()).collect();
        of_schema.push(self.sites.len());
        self.sites.push(site);
        names
    }

    /// Returns the module, if there are rules.
    pub(super) fn module(
        &self,
        module: &str,
        definitions: &'s Definitions,
        environment: &Environment,
    ) -> Option<String> {
        if self.sites.is_empty() {
            return None;
        }
        let minor = environment.version().minor();
        let mut all_shapes = Shapes::new(definitions, ZeroMode::Native);
        let mut statics = String::new();
        let mut needs_time_zones = false;
        let written_out = &WrittenOut::default();
        for site in &self.sites {
            let source = RuleSource { schema: site.schema, definitions, resource: Resource::IfSoShaped, written_out };
            let compiled = rule_data(site.rules.iter().map(|named| named.rule), source, environment);
            let shape = all_shapes.add(site.schema, false);
            let compiled: BTreeMap<*const ValidationRule, &Result<RuleData, String>> =
                compiled.iter().map(|(rule, data)| (std::ptr::from_ref(*rule), data)).collect();
            for Named { name, rule } in &site.rules {
                let data = compiled.get(&std::ptr::from_ref(*rule)).copied();
                statics.push('\n');
                let _ = match data {
                    Some(Ok(data)) => {
                        let programs = std::iter::once(&data.rule).chain(&data.message_expression);
                        needs_time_zones |= programs.into_iter().any(reads_time_zones);
                        write_rule(&mut statics, name, minor, shape, data)
                    }
                    Some(Err(detail)) => write_refused(&mut statics, name, detail),
                    None => write_refused(&mut statics, name, "rule compile error: nothing is known of the value"),
                };
            }
        }
        let mut text = format!("/// The CEL rules of this module, compiled.\nmod {module} {{\n");
        text.push_str("    use ::idlgen_runtime::cel::constant::*;\n\n");
        if needs_time_zones {
            text.push_str("    const _: () = ::idlgen_runtime::require_time_zones();\n\n");
        }
        text.push_str(&shapes(SHAPES, &all_shapes.finish()));
        text.push_str(&statics);
        text.push_str("}\n");
        Some(text)
    }
}

/// The name of the value types.
const SHAPES: &str = "SHAPES";

fn write_refused(text: &mut String, name: &str, detail: &str) -> std::fmt::Result {
    writeln!(text, "    pub(super) static {name}: LazyRule = LazyRule::refused(\"\", {});", quoted(detail))
}

fn write_rule(text: &mut String, name: &str, minor: u8, shape: ShapeId, data: &RuleData) -> std::fmt::Result {
    writeln!(
        text,
        "    pub(super) static {name}: LazyRule = LazyRule::new({minor}, &{SHAPES}, {}, RuleData {{",
        shape.0
    )?;
    writeln!(text, "        rule: {},", program(&data.rule))?;
    match &data.message {
        Some(message) => writeln!(text, "        message: Some({}),", borrowed(message))?,
        None => writeln!(text, "        message: None,")?,
    }
    match &data.message_expression {
        Some(expression) => writeln!(text, "        message_expression: Some({}),", program(expression))?,
        None => writeln!(text, "        message_expression: None,")?,
    }
    let reason = match data.reason {
        ErrorType::Forbidden => "Forbidden",
        ErrorType::Required => "Required",
        ErrorType::Duplicate => "Duplicate",
        _ => "Invalid",
    };
    writeln!(text, "        reason: ErrorType::{reason},")?;
    let steps: Vec<String> = data.field_path.iter().map(step).collect();
    writeln!(text, "        field_path: Borrowed(&[{}]),", steps.join(", "))?;
    writeln!(text, "        optional_old_self: {},", data.optional_old_self)?;
    writeln!(text, "        is_beside_transition_rule: {},", data.is_beside_transition_rule)?;
    writeln!(text, "        self_type: {},", borrowed(&data.self_type))?;
    writeln!(text, "    }});")
}

fn step(step: &Element<idlgen_runtime::cel::program::Text>) -> String {
    match step {
        Element::Field(name) => format!("Element::Field({})", borrowed(name)),
        Element::Key(key) => format!("Element::Key({})", borrowed(key)),
        Element::Index(index) => format!("Element::Index({index})"),
    }
}

/// Formats a string literal in Rust.
fn quoted(text: &str) -> String {
    Literal::string(text).to_string()
}

/// Formats a borrowed string.
fn borrowed(text: &str) -> String {
    format!("Borrowed({})", quoted(text))
}
