//! Macro calls.

use super::{expression::Generator, term::Term};

impl Generator<'_> {
    /// Returns a macro call with the requested result type, if there is one.
    pub(super) fn macro_call(&mut self, wanted: &Term, depth: usize) -> Option<String> {
        match wanted.name.as_str() {
            "bool" => Some(match self.random.below(6) {
                0 | 1 => self.presence(),
                2 if self.minor >= 32 => self.quantifier_of_two(depth),
                _ => self.quantifier(depth),
            }),
            "list" => Some(self.list(wanted, depth)),
            "map" if self.minor >= 32 => Some(self.map(wanted, depth)),
            "optional_type" => self.optional(wanted, depth),
            _ => None,
        }
    }

    /// Returns `has(a.b)`.
    fn presence(&mut self) -> String {
        let fields: Vec<String> =
            self.scope.iter().map(|(name, _)| name).filter(|name| name.contains('.')).cloned().collect();
        if fields.is_empty() {
            return "has({'a': 1}.a)".to_owned();
        }
        format!("has({})", self.random.one_of(&fields))
    }

    /// Returns a range to iterate over, the type of its index or key, and the type of its elements or values.
    fn range(&mut self, depth: usize) -> (String, Term, Term) {
        let ranges: Vec<Term> = self
            .scope
            .iter()
            .map(|(_, of)| of)
            .filter(|of| matches!(of.name.as_str(), "list" | "map"))
            .cloned()
            .collect();
        let of = if !ranges.is_empty() && self.random.percent(70) {
            self.random.one_of(&ranges)
        } else {
            let of = self.any_type(0);
            if self.random.percent(70) { Term::list(of) } else { Term::map(Term::simple("string"), of) }
        };
        let range = self.expression(&of, depth.saturating_sub(1));
        match of.arguments.as_slice() {
            [element] => (range, Term::simple("int"), element.clone()),
            [key, value] => (range, key.clone(), value.clone()),
            _ => (range, Term::default(), Term::default()),
        }
    }

    /// Returns a name that mostly differs from those of other variables.
    fn name(&mut self) -> String {
        self.names += 1;
        if self.random.percent(5) { "x".to_owned() } else { format!("v{}", self.names) }
    }

    /// Returns an expression with variables in scope.
    fn within(&mut self, variables: &[(&str, &Term)], wanted: &Term, depth: usize) -> String {
        let visible = self.scope.len();
        for (name, of) in variables {
            self.show(name, of, 2);
        }
        let text = self.expression(wanted, depth);
        self.scope.truncate(visible);
        text
    }

    /// Returns the type of the variable in a one-variable loop: elements of lists, keys of maps.
    fn single(range_of: &(String, Term, Term), is_list: bool) -> Term {
        if is_list { range_of.2.clone() } else { range_of.1.clone() }
    }

    fn loop_over(&mut self, depth: usize) -> (String, String, Term) {
        let range = self.range(depth);
        // In a loop with one variable, the variable is the element of a list, not its index.
        let is_list = range.1 == Term::simple("int") && !range.0.starts_with('{');
        let of = Self::single(&range, is_list);
        (range.0, self.name(), of)
    }

    fn quantifier(&mut self, depth: usize) -> String {
        let (range, name, of) = self.loop_over(depth);
        let condition = self.within(&[(&name, &of)], &Term::simple("bool"), depth);
        let quantifier = self.random.one_of(&["all", "exists", "exists_one"]);
        format!("{range}.{quantifier}({name}, {condition})")
    }

    fn quantifier_of_two(&mut self, depth: usize) -> String {
        let (range, key, value) = self.range(depth);
        let (first, second) = (self.name(), self.name());
        let condition = self.within(&[(&first, &key), (&second, &value)], &Term::simple("bool"), depth);
        let quantifier = self.random.one_of(&["all", "exists", "exists_one", "existsOne"]);
        format!("{range}.{quantifier}({first}, {second}, {condition})")
    }

    fn list(&mut self, wanted: &Term, depth: usize) -> String {
        let of = wanted.arguments.first().cloned().unwrap_or_default();
        let bool = Term::simple("bool");
        match self.random.below(if self.minor >= 34 {
            5
        } else if self.minor >= 32 {
            4
        } else {
            3
        }) {
            0 => {
                let range = self.expression(wanted, depth.saturating_sub(1));
                let name = self.name();
                format!("{range}.filter({name}, {})", self.within(&[(&name, &of)], &bool, depth))
            }
            1 => {
                let (range, name, item) = self.loop_over(depth);
                format!("{range}.map({name}, {})", self.within(&[(&name, &item)], &of, depth))
            }
            2 => {
                let (range, name, item) = self.loop_over(depth);
                let condition = self.within(&[(&name, &item)], &bool, depth);
                format!("{range}.map({name}, {condition}, {})", self.within(&[(&name, &item)], &of, depth))
            }
            3 => {
                let (range, key, value) = self.range(depth);
                let (first, second) = (self.name(), self.name());
                let body = self.within(&[(&first, &key), (&second, &value)], &of, depth);
                format!("{range}.transformList({first}, {second}, {body})")
            }
            _ => {
                let range = self.expression(wanted, depth.saturating_sub(1));
                let name = self.name();
                let by = Term::simple(self.random.one_of(&["int", "string", "double", "bool", "duration"]));
                format!("{range}.sortBy({name}, {})", self.within(&[(&name, &of)], &by, depth))
            }
        }
    }

    fn map(&mut self, wanted: &Term, depth: usize) -> String {
        let [wanted_key, wanted_value] = wanted.arguments.as_slice() else { return "{}".to_owned() };
        let (range, key, value) = self.range(depth);
        let (first, second) = (self.name(), self.name());
        let variables = [(first.as_str(), &key), (second.as_str(), &value)];
        let filter = if self.random.percent(25) {
            format!("{}, ", self.within(&variables, &Term::simple("bool"), depth))
        } else {
            String::new()
        };
        let body = self.within(&variables, wanted_value, depth);
        if self.random.percent(60) {
            return format!("{range}.transformMap({first}, {second}, {filter}{body})");
        }
        let entry = self.within(&variables, wanted_key, depth);
        format!("{range}.transformMapEntry({first}, {second}, {filter}{{{entry}: {body}}})")
    }

    fn optional(&mut self, wanted: &Term, depth: usize) -> Option<String> {
        let of = wanted.arguments.first()?.clone();
        let fields: Vec<String> = self
            .scope
            .iter()
            .filter(|(name, field)| *field == of && name.contains('.'))
            .map(|(name, _)| name.clone())
            .collect();
        if !fields.is_empty() && self.random.percent(50) {
            let field = self.random.one_of(&fields);
            let (object, field) = field.rsplit_once('.')?;
            return Some(format!("{object}.?{field}"));
        }
        let inner = self.any_type(0);
        let range = self.expression(&Term::optional(inner.clone()), depth.saturating_sub(1));
        let name = self.name();
        if self.random.percent(50) {
            return Some(format!("{range}.optMap({name}, {})", self.within(&[(&name, &inner)], &of, depth)));
        }
        Some(format!("{range}.optFlatMap({name}, {})", self.within(&[(&name, &inner)], wanted, depth)))
    }
}
