//! The CEL rules of a file: generates a separate module with the compiled rules, so that generated code needs no CEL
//! parser.
//!
//! [`cel`](super::cel) translates the same rules to Rust code in the checks.

mod program;
mod shape;
mod string_literal;
mod time_zones;

use std::{collections::BTreeMap, fmt::Write};

use idlgen_cel::Environment;
use idlgen_runtime::{
    cel::{
        RuleData, ShapeId, ShapeNode,
        program::{Expression, Program},
    },
    field::{Element, ErrorType},
};
use idlgen_validate::{
    Definitions, Schema, ZeroMode,
    cel::{Resource, RuleSource, Shapes, WrittenOut, rule_data},
    schema::ValidationRule,
};

use self::{
    program::program,
    shape::shapes,
    string_literal::{borrowed, quoted},
    time_zones::reads_time_zones,
};
use super::{
    default_fault::JudgedSchemas,
    hand_written::Calls,
    name::{Names, constant_case},
    report::RuleReport,
};

/// The locations with rules in a file.
#[derive(Debug)]
pub(super) struct Rules<'s> {
    definitions: &'s Definitions,
    environment: Environment,
    compiles: bool,
    sites: Vec<Site<'s>>,
    /// The indices of the locations of each schema, by the address of the schema.
    by_schema: BTreeMap<*const Schema, Vec<usize>>,
    names: Names,
    /// The CEL value types of all locations.
    shapes: Shapes<'s>,
    /// Counts the schema nodes expanded to compile rules, in order to limit them.
    written_out: WrittenOut,
    /// Counts the schema nodes expanded to find rules that read types of other crates, in order to limit them.
    pub(super) looked_into: WrittenOut,
    /// A cache of checked defaults, by their JSON. Inline structs often repeat the same defaults.
    pub(super) defaults: BTreeMap<String, JudgedSchemas<'s>>,
    /// How each rule in the checks is evaluated, in order.
    pub(super) report: Vec<RuleReport>,
    /// The calls of hand-written functions.
    pub(super) calls: Calls,
}

/// A location with rules.
#[derive(Debug)]
struct Site<'s> {
    /// The CEL value type of the value with the rules.
    shape: ShapeId,
    rules: Vec<Named<'s>>,
}

#[derive(Debug)]
struct Named<'s> {
    name: String,
    rule: &'s ValidationRule,
    /// The compiled rule, or the reason why it does not compile.
    data: Result<RuleData, String>,
}

/// A rule at a location.
pub(super) struct SiteRule<'r, 's> {
    /// The name of its static in the rules module.
    pub(super) name: &'r str,
    pub(super) rule: &'s ValidationRule,
    /// The compiled rule, or the reason why it does not compile.
    pub(super) data: Result<&'r RuleData, &'r str>,
    /// The CEL value type of the value with the rules.
    pub(super) shape: ShapeId,
}

impl<'s> Rules<'s> {
    /// Creates an empty set of rules for a file.
    pub(super) fn new(definitions: &'s Definitions, environment: Environment) -> Self {
        Rules {
            definitions,
            environment,
            compiles: true,
            sites: Vec::new(),
            by_schema: BTreeMap::new(),
            names: [SHAPES].into_iter().collect(),
            shapes: Shapes::new(definitions, ZeroMode::Native),
            written_out: WrittenOut::default(),
            looked_into: WrittenOut::default(),
            defaults: BTreeMap::new(),
            report: Vec::new(),
            calls: Calls::default(),
        }
    }

    /// Creates an empty set of rules for a file whose rules module is not needed: no rule is compiled.
    pub(super) fn without_programs(definitions: &'s Definitions, environment: Environment) -> Self {
        Rules { compiles: false, ..Rules::new(definitions, environment) }
    }

    /// Adds the rules at a location, for a value of `schema`. Returns the index of the location.
    pub(super) fn add(
        &mut self,
        schema: &'s Schema,
        rules: impl Iterator<Item = &'s ValidationRule>,
        place: &str,
    ) -> usize {
        let rules: Vec<&ValidationRule> = rules.collect();
        let is_known = |site: &Site<'_>| {
            site.rules.len() == rules.len()
                && site.rules.iter().zip(&rules).all(|(known, rule)| std::ptr::eq(known.rule, *rule))
        };
        let of_schema = self.by_schema.entry(std::ptr::from_ref(schema)).or_default();
        let is_known_number = |number: &&usize| self.sites.get(**number).is_some_and(is_known);
        if let Some(number) = of_schema.iter().find(is_known_number) {
            return *number;
        }
        let number = self.sites.len();
        of_schema.push(number);
        let mut compiled: BTreeMap<*const ValidationRule, Result<RuleData, String>> = BTreeMap::new();
        let mut site = Site { shape: ShapeId(0), rules: Vec::new() };
        if self.compiles {
            let (definitions, written_out) = (self.definitions, &self.written_out);
            let source = RuleSource { schema, definitions, resource: Resource::IfSoShaped, written_out };
            let data = rule_data(rules.iter().copied(), source, &self.environment);
            compiled.extend(data.into_iter().map(|(rule, data)| (std::ptr::from_ref(rule), data)));
            site.shape = self.shapes.add(schema, false);
        }
        for rule in rules {
            let data = compiled.remove(&std::ptr::from_ref(rule));
            let data = data.unwrap_or_else(|| Err("rule compile error: the type of the value is unknown".to_owned()));
            let fields = data.as_ref().map(|data| fields_of(&data.rule)).unwrap_or_default();
            let name = self.names.take(&constant_case(&format!("{place} {}", fields.join(" "))), "_");
            site.rules.push(Named { name, rule, data });
        }
        self.sites.push(site);
        number
    }

    pub(super) fn at(&self, site: usize) -> impl Iterator<Item = SiteRule<'_, 's>> {
        self.sites.get(site).into_iter().flat_map(|site| {
            site.rules.iter().map(|Named { name, rule, data }| SiteRule {
                name,
                rule,
                data: data.as_ref().map_err(String::as_str),
                shape: site.shape,
            })
        })
    }

    /// Returns the nodes of the value types.
    pub(super) fn shape_nodes(&self) -> &[ShapeNode] {
        self.shapes.nodes()
    }

    /// Returns the minor version of Kubernetes whose CEL applies.
    pub(super) fn minor(&self) -> u8 {
        self.environment.version().minor()
    }

    /// Returns the text of the rules module, or `None` if there are no rules.
    pub(super) fn module(self, module: &str) -> Option<String> {
        if self.sites.is_empty() {
            return None;
        }
        let minor = self.minor();
        let mut statics = String::new();
        let mut needs_time_zones = false;
        for site in &self.sites {
            for Named { name, rule: _, data } in &site.rules {
                statics.push('\n');
                let _ = match data {
                    Ok(data) => {
                        let programs = std::iter::once(&data.rule).chain(&data.message_expression);
                        needs_time_zones |= programs.into_iter().any(reads_time_zones);
                        write_rule(&mut statics, name, minor, site.shape, data)
                    }
                    Err(detail) => write_refused(&mut statics, name, detail),
                };
            }
        }
        let mut text = format!("/// The CEL rules of this module, compiled.\nmod {module} {{\n");
        text.push_str("    use ::idlgen_runtime::cel::constant::*;\n\n");
        if needs_time_zones {
            text.push_str("    const _: () = ::idlgen_runtime::require_time_zones();\n\n");
        }
        text.push_str(&shapes(SHAPES, &self.shapes.finish()));
        text.push_str(&statics);
        text.push_str("}\n");
        Some(text)
    }
}

/// Maximum number of fields in the name of a rule.
const MAX_NAMED_FIELDS: usize = 3;

/// Returns the first fields that a rule reads, in source order.
fn fields_of(program: &Program) -> Vec<&str> {
    let mut selects: Vec<(u32, &str)> = program
        .nodes
        .iter()
        .filter_map(|node| match &node.expression {
            Expression::Select(select) => Some((node.position, &*select.field)),
            _ => None,
        })
        .collect();
    selects.sort_by_key(|(position, _)| *position);
    let mut fields: Vec<&str> = Vec::new();
    for (_, name) in selects {
        if !fields.contains(&name) && fields.len() < MAX_NAMED_FIELDS {
            fields.push(name);
        }
    }
    fields
}

/// The name of the static with the CEL value types in the rules module.
pub(super) const SHAPES: &str = "SHAPES";

fn write_refused(text: &mut String, name: &str, detail: &str) -> std::fmt::Result {
    writeln!(text, "    pub(super) static {name}: LazyRule = LazyRule::refused(\"\", {});", quoted(detail))
}

fn write_rule(text: &mut String, name: &str, minor: u8, shape: ShapeId, data: &RuleData) -> std::fmt::Result {
    writeln!(
        text,
        "    pub(super) static {name}: LazyRule = LazyRule::packed({minor}, &{SHAPES}, {}, RuleData {{",
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
