//! Cost estimation from types and the sizes that the schema allows. Equal to the API server's estimate when it
//! validates a rule.

mod call;
mod comprehension;
mod entry_size;
mod estimate;
mod estimates;
mod limit;
mod overloads;
mod path;
mod rates;
mod size;

pub(crate) use call::Call;
pub use estimate::{CostEstimate, SizeEstimate};
pub(crate) use estimates::{CallEstimate, Estimate, element, elements, list_traversal, one, smaller, text, traversal};
pub use limit::{CostTotal, EXPRESSION_LIMIT, SCHEMA_LIMIT, cardinality_of_unbounded, exceeded, expression_cost};
pub(crate) use rates::{LIST, REGEX, STRUCT, TRAVERSAL};

use std::sync::Arc;

use idlgen_runtime::cel::program::Text;

use crate::ast::{ExprId, ExprKind};
use crate::checker::Checked;
use crate::decl_type::DeclType;
use crate::environment::{Variables, Version};
use crate::types::Type;

use call::Operand;
use entry_size::EntrySize;
use path::{Path, Paths};
use rates::MAP;

/// Estimates the minimum and maximum cost of an evaluation, in the API server's units, for values that the schema
/// allows. (The maximum is not an upper bound for all functions; neither is the API server's.)
pub fn estimate(checked: &Checked, variables: &Variables, version: Version) -> CostEstimate {
    let count = checked.ast.nodes.len();
    let mut estimator = Estimator {
        checked,
        root: variables.root().map(Arc::as_ref),
        version,
        paths: Paths::default(),
        node_paths: vec![Path::default(); count],
        sizes: vec![None; count],
        entry_sizes: vec![None; count],
        locals: Vec::new(),
    };
    estimator.cost(checked.root)
}

pub(crate) struct Estimator<'a> {
    checked: &'a Checked,
    root: Option<&'a DeclType>,
    version: Version,
    paths: Paths,
    /// The schema path of each node's value.
    node_paths: Vec<Path>,
    /// The size of each node's value.
    sizes: Vec<Option<SizeEstimate>>,
    /// The size of each node's keys and values.
    entry_sizes: Vec<Option<EntrySize>>,
    /// The variables of the enclosing comprehensions.
    locals: Vec<(Text, Local)>,
}

/// The type and size of a comprehension variable.
#[derive(Clone, Copy)]
struct Local {
    path: Path,
    size: Option<SizeEstimate>,
    entry_size: Option<EntrySize>,
}

impl<'a> Estimator<'a> {
    fn cost(&mut self, id: ExprId) -> CostEstimate {
        let checked = self.checked;
        match checked.ast.kind(id) {
            ExprKind::Unspecified | ExprKind::Literal(_) => CostEstimate::default(),
            ExprKind::Ident(name) => {
                let path = match self.local(name) {
                    Some(local) => local.path,
                    None => self.paths.of_variable(name),
                };
                self.set_path(id, path);
                CostEstimate::fixed(1)
            }
            ExprKind::Select { operand, field, test_only } => self.cost_select(id, *operand, field, *test_only),
            ExprKind::Call { function, target, arguments } => self.cost_call(id, function, *target, arguments),
            ExprKind::List { elements } => self.cost_list(id, elements),
            ExprKind::Map { entries } => self.cost_map(id, entries),
            ExprKind::Struct { fields, .. } => {
                let sum = fields.iter().fold(CostEstimate::default(), |sum, field| sum + self.cost(field.value));
                sum + CostEstimate::fixed(STRUCT)
            }
            ExprKind::Comprehension(comprehension) => self.cost_comprehension(id, comprehension),
        }
    }

    fn cost_select(&mut self, id: ExprId, operand: ExprId, field: &str, test_only: bool) -> CostEstimate {
        let sum = self.cost(operand);
        if test_only {
            // A presence test has no cost in Kubernetes.
            return sum;
        }
        let path = self.path_of(operand);
        let path = self.paths.append(path, field);
        self.set_path(id, path);
        match self.checked.type_of(operand) {
            Type::Map(_) | Type::Object(_) => sum + CostEstimate::fixed(1),
            _ => sum,
        }
    }

    fn cost_list(&mut self, id: ExprId, elements: &[(ExprId, bool)]) -> CostEstimate {
        let mut sum = CostEstimate::default();
        let mut item = SizeEstimate { min: if elements.is_empty() { 0 } else { u64::MAX }, max: 0 };
        for (element, _) in elements {
            sum = sum + self.cost(*element);
            item = item.union(self.size_or_unknown(*element));
        }
        self.set_entry_size(id, Some(EntrySize { is_list: true, key: SizeEstimate::fixed(1), value: item }));
        sum + CostEstimate::fixed(LIST)
    }

    fn cost_map(&mut self, id: ExprId, entries: &[crate::ast::Entry]) -> CostEstimate {
        let mut sum = CostEstimate::default();
        let empty = SizeEstimate { min: if entries.is_empty() { 0 } else { u64::MAX }, max: 0 };
        let (mut key, mut value) = (empty, empty);
        for entry in entries {
            sum = sum + self.cost(entry.key);
            sum = sum + self.cost(entry.value);
            key = key.union(self.size_or_unknown(entry.key));
            value = value.union(self.size_or_unknown(entry.value));
        }
        self.set_entry_size(id, Some(EntrySize { is_list: false, key, value }));
        sum + CostEstimate::fixed(MAP)
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|(known, _)| known == name).map(|(_, local)| local)
    }

    fn set_path(&mut self, id: ExprId, path: Path) {
        if let Some(slot) = self.node_paths.get_mut(id.0 as usize) {
            *slot = path;
        }
    }

    fn path_of(&self, id: ExprId) -> Path {
        if let ExprKind::Ident(name) = self.checked.ast.kind(id)
            && let Some(local) = self.local(name)
        {
            return local.path;
        }
        self.node_paths.get(id.0 as usize).copied().unwrap_or_default()
    }

    fn operand(&mut self, id: ExprId) -> Operand<'a> {
        let path = self.path_of(id);
        Operand { path, of: self.checked.type_of(id), id: Some(id), size: self.size(id) }
    }
}
