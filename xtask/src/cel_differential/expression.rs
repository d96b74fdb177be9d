//! Random expressions of a given type.

use idlgen_cel::{Declaration, declarations};
use idlgen_testing::Random;

use super::{
    literal,
    schema::{self, Objects},
    term::{Bindings, Term},
};

/// Types for positions that nothing else determines.
const ANY: &[&str] = &[
    "int",
    "string",
    "bool",
    "double",
    "uint",
    "bytes",
    "timestamp",
    "duration",
    "dyn",
    "kubernetes.Quantity",
    "net.IP",
    "net.CIDR",
    "kubernetes.URL",
    "kubernetes.Semver",
    "kubernetes.NamedFormat",
];

/// Generates expressions.
pub(super) struct Generator<'r> {
    pub(super) random: &'r mut Random,
    pub(super) objects: Objects,
    /// Variables and fields in scope, with their types.
    pub(super) scope: Vec<(String, Term)>,
    pub(super) minor: u8,
    /// The functions of the version.
    pub(super) functions: Vec<Function>,
    /// The number of variables named so far.
    pub(super) names: usize,
}

/// An overload of a function.
#[derive(Clone)]
pub(super) struct Function {
    pub(super) declaration: &'static Declaration,
    pub(super) parameters: Vec<Term>,
    pub(super) result: Term,
}

/// Returns the functions of a version that a rule can call.
pub(super) fn functions(minor: u8) -> Vec<Function> {
    declarations()
        .filter(|declaration| {
            let is_hidden = |name: &str| {
                name.contains("strictly_false")
                    || name.contains("@mapInsert")
                    || name.starts_with("@sort")
                    || matches!(name, "_in_" | "in")
            };
            let is_of_admission = |text: &str| text.contains("authorization") || text.contains("Authorizer");
            declaration.since <= minor
                && !is_hidden(declaration.function)
                && !is_of_admission(declaration.parameters)
                && !is_of_admission(declaration.result)
                && declaration.function != "_?._"
        })
        .map(|declaration| {
            let result = Term::read_all(declaration.result).into_iter().next().unwrap_or_default();
            Function { declaration, parameters: Term::read_all(declaration.parameters), result }
        })
        .collect()
}

impl Generator<'_> {
    /// Returns a type that is not an object of the schema.
    pub(super) fn any_type(&mut self, depth: usize) -> Term {
        let simple = Term::simple(self.random.one_of(ANY));
        if depth == 0 {
            return simple;
        }
        match self.random.below(12) {
            0 | 1 => Term::list(self.any_type(depth - 1)),
            2 => Term::map(self.key_type(), self.any_type(depth - 1)),
            3 if self.minor >= 28 => Term::optional(self.any_type(depth - 1)),
            4 | 5 if !self.scope.is_empty() => self.scope[self.random.below(self.scope.len())].1.clone(),
            _ => simple,
        }
    }

    /// Returns a key type for maps. Other key types cause Go errors, which no useful rule contains.
    fn key_type(&mut self) -> Term {
        Term::simple(self.random.one_of(&["string", "string", "int", "uint", "bool"]))
    }

    /// Returns an expression, in parentheses unless it is a primary expression. It nearly always has the type `wanted`.
    pub(super) fn expression(&mut self, wanted: &Term, depth: usize) -> String {
        let mistaken;
        let mut wanted = wanted;
        if self.random.percent(1) {
            mistaken = self.any_type(1);
            wanted = &mistaken;
        }
        if wanted.name == "dyn" && self.random.percent(60) {
            let of = self.any_type(1);
            return format!("dyn({})", self.expression(&of, depth.saturating_sub(1)));
        }
        if depth == 0 || self.random.percent(20) {
            return self.leaf(wanted);
        }
        if self.random.percent(18)
            && let Some(text) = self.macro_call(wanted, depth - 1)
        {
            return text;
        }
        self.call(wanted, depth - 1).unwrap_or_else(|| self.leaf(wanted))
    }

    /// Returns a variable, a field, or a literal.
    pub(super) fn leaf(&mut self, wanted: &Term) -> String {
        let found: Vec<usize> = (0..self.scope.len()).filter(|index| self.scope[*index].1 == *wanted).collect();
        if !found.is_empty() && self.random.percent(75) {
            return self.scope[self.random.one_of(&found)].0.clone();
        }
        let leaf = |generator: &mut Self, index: usize| {
            let of = wanted.arguments.get(index).cloned().unwrap_or_default();
            generator.leaf(&of)
        };
        match wanted.name.as_str() {
            "list" => {
                let count = self.random.below(4);
                let elements: Vec<String> = (0..count).map(|_| self.element(wanted, 0)).collect();
                format!("[{}]", elements.join(", "))
            }
            "map" => {
                let count = self.random.below(3);
                let entries: Vec<String> =
                    (0..count).map(|_| format!("{}: {}", leaf(self, 0), self.element(wanted, 1))).collect();
                format!("{{{}}}", entries.join(", "))
            }
            "optional_type" if self.random.percent(25) => "optional.none()".to_owned(),
            "optional_type" => format!("optional.of({})", leaf(self, 0)),
            "type" if !wanted.arguments.is_empty() => format!("type({})", leaf(self, 0)),
            _ => match literal::scalar(self.random, wanted) {
                Some(text) => text,
                None => self.scope.first().map_or_else(|| "null".to_owned(), |(name, _)| name.clone()),
            },
        }
    }

    fn element(&mut self, of: &Term, index: usize) -> String {
        let of = of.arguments.get(index).cloned().unwrap_or_default();
        self.leaf(&of)
    }

    /// Returns a call of a function with the requested result type.
    fn call(&mut self, wanted: &Term, depth: usize) -> Option<String> {
        let fitting: Vec<usize> = (0..self.functions.len())
            .filter(|index| self.functions[*index].result.unify(wanted, &mut Bindings::new()))
            .collect();
        // Selects by name first, so that functions with many overloads are as frequent as others.
        let mut names: Vec<&str> = fitting.iter().map(|index| self.functions[*index].declaration.function).collect();
        names.dedup();
        let name = self.random.one_of(&names);
        let overloads: Vec<usize> =
            fitting.into_iter().filter(|index| self.functions[*index].declaration.function == name).collect();
        if overloads.is_empty() {
            return None;
        }
        let function = self.functions[self.random.one_of(&overloads)].clone();
        let mut bindings = Bindings::new();
        function.result.unify(wanted, &mut bindings);
        for key in function.parameters.iter().filter_map(Term::key).filter(|key| key.is_parameter()) {
            let of = self.key_type();
            bindings.entry(key.name.clone()).or_insert(of);
        }
        let mut arguments = Vec::new();
        for (position, parameter) in function.parameters.iter().enumerate() {
            let of = parameter.bound(&mut bindings, &mut || self.any_type(1));
            arguments.push(self.argument(function.declaration.function, position, &of, depth));
        }
        Some(super::render::call(function.declaration, &arguments))
    }

    fn argument(&mut self, function: &str, position: usize, of: &Term, depth: usize) -> String {
        match (function, of.name.as_str()) {
            // A key or index that the checker cannot verify.
            ("_[_]" | "_[?_]", "int") if self.random.percent(5) => {
                self.random.one_of(&["dyn(0u)", "dyn(1u)", "dyn(0.0)", "dyn(1)", "dyn(0.5)", "dyn('a')"]).to_owned()
            }
            ("_+_" | "_-_" | "_*_" | "_/_" | "_%_" | "-_", _) if self.random.percent(4) => {
                let of = self.any_type(1);
                format!("dyn({})", self.leaf(&of))
            }
            // A larger range exhausts the oracle's memory.
            ("lists.range", _) => self.random.one_of(&["0", "1", "3", "5", "-1"]).to_owned(),
            ("format", "string") if position == 0 => {
                let formats = ["%s", "%d %s", "%.2f", "%x", "%b", "%o", "%e", "%s-%s", "%%", "%X", "%q", "%"];
                format!("'{}'", self.random.one_of(&formats))
            }
            (_, "string") if self.random.percent(60) => {
                let text = self.random.one_of(literal::texts(function, position));
                literal::quoted(self.random, text)
            }
            (_, "int")
                if position > 0
                    && function.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
                    && function != "add"
                    && self.random.percent(50) =>
            {
                self.random.one_of(&["0", "1", "2", "3", "-1", "100"]).to_owned()
            }
            _ => self.expression(of, depth),
        }
    }

    /// Adds the fields of an object variable, and their fields, to the scope. Returns their number.
    pub(super) fn show(&mut self, name: &str, of: &Term, depth: usize) -> usize {
        self.scope.push((name.to_owned(), of.clone()));
        let Some(fields) = schema::fields(&self.objects, of).filter(|_| depth > 0).cloned() else { return 1 };
        let shown: usize = fields.iter().map(|(field, of)| self.show(&format!("{name}.{field}"), of, depth - 1)).sum();
        shown + 1
    }
}
