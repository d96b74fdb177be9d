//! Evaluates templates (`FindResults` and the functions that it calls).

use serde_json::Value as Json;

use super::{
    error::EvaluationError,
    limits::{MAX_DEPTH, MAX_STEPS},
    node::{Bound, Node},
    value::Value,
};

/// The results of evaluating nodes.
pub(super) type Found<'a> = Result<Vec<Value<'a>>, Failure>;

/// An evaluation error, with the number of intermediate results that client-go has when it occurs. The result of an
/// existence filter depends on that number.
#[derive(Debug)]
pub(super) struct Failure {
    error: Box<EvaluationError>,
    pub(super) found: usize,
}

impl Failure {
    pub(super) fn new(error: EvaluationError, found: usize) -> Self {
        Failure { error: Box::new(error), found }
    }

    pub(super) fn with(self, found: usize) -> Self {
        Failure { found, ..self }
    }

    /// Returns `true` if the error is an exceeded limit or a crash of client-go, from which no filter can recover.
    pub(super) fn is_final(&self) -> bool {
        matches!(*self.error, EvaluationError::TooManySteps | EvaluationError::TooDeep | EvaluationError::NoValue)
    }
}

pub(super) struct Evaluation<'a> {
    nodes: &'a [Node],
    allows_missing_keys: bool,
    steps: usize,
    /// Number of `range` nodes whose bodies have not been evaluated yet.
    begun: usize,
    /// Number of enclosing ranges whose bodies are being evaluated.
    within: usize,
    /// Number of `end` nodes that have not ended a range yet.
    ended: usize,
    /// The index of the node that ended the last range.
    last_end: Option<usize>,
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(nodes: &'a [Node], allows_missing_keys: bool) -> Self {
        Evaluation { nodes, allows_missing_keys, steps: 0, begun: 0, within: 0, ended: 0, last_end: None }
    }

    /// Returns the results of the template's parts.
    pub(super) fn find(self, root: Value<'a>) -> Result<Vec<Vec<Value<'a>>>, EvaluationError> {
        self.find_counted(root, &mut 0)
    }

    /// Evaluates the template like [`find`](Self::find). `steps` is the number of steps already taken.
    pub(super) fn find_counted(
        mut self,
        root: Value<'a>,
        steps: &mut usize,
    ) -> Result<Vec<Vec<Value<'a>>>, EvaluationError> {
        self.steps = *steps;
        let mut results = Vec::new();
        let found = self.find_from(root, 0, &mut results).map_err(|failure| *failure.error);
        *steps = self.steps;
        found.map(|()| results)
    }

    /// Evaluates the parts from `start` up to the end of a range.
    fn find_from(&mut self, root: Value<'a>, start: usize, results: &mut Vec<Vec<Value<'a>>>) -> Result<(), Failure> {
        let nodes = self.nodes;
        let mut at = start;
        while let Some(node) = nodes.get(at) {
            let found = self.walk(&[root], node)?;
            if self.ended > 0 && self.ended <= self.within {
                self.ended -= 1;
                self.last_end = Some(at);
                break;
            }
            if self.begun > 0 {
                self.begun -= 1;
                self.within += 1;
                if self.within > MAX_DEPTH {
                    return Err(Failure::new(EvaluationError::TooDeep, 0));
                }
                for value in &found {
                    self.count(1)?;
                    let inner = value.as_root().map_err(|error| Failure::new(error, 0))?;
                    self.find_from(inner, at + 1, results)?;
                }
                if found.is_empty() {
                    // The body is only evaluated to find the end of the range. Its results are dropped.
                    self.find_from(Value::Missing, at + 1, &mut Vec::new())?;
                }
                self.within -= 1;
                // If the range has no end, its parts are evaluated again outside of it.
                at = self.last_end.filter(|end| *end > at).unwrap_or(at);
            } else {
                results.push(found);
            }
            at += 1;
        }
        Ok(())
    }

    /// Evaluates nodes one after another. The first node is applied to `values`.
    pub(super) fn list(&mut self, values: Vec<Value<'a>>, nodes: &'a [Node]) -> Found<'a> {
        nodes.iter().try_fold(values, |values, node| self.walk(&values, node))
    }

    fn walk(&mut self, input: &[Value<'a>], node: &'a Node) -> Found<'a> {
        self.count(1)?;
        let constant = |value: Value<'a>| vec![value; input.len()];
        let found = match node {
            Node::List(nodes) => self.list(input.to_vec(), nodes)?,
            Node::Text(text) => vec![Value::Text(text)],
            Node::Field { name, .. } => self.field(input, name)?,
            Node::Identifier(word) => self.word(input, word)?,
            Node::Slice { bounds, .. } => slices(input, bounds)?,
            Node::Filter(filter) => self.filter(input, filter)?,
            Node::Integer(value) => constant(Value::Integer(*value)),
            Node::Float(value) => constant(Value::Float(*value)),
            Node::Boolean(value) => constant(Value::Boolean(*value)),
            Node::Wildcard => input.iter().flat_map(|value| value.below()).collect(),
            Node::Recursive => self.recursive(input)?,
            Node::Union(branches) => {
                let mut found = Vec::new();
                for branch in branches {
                    found.extend(self.list(input.to_vec(), branch).map_err(|failure| failure.with(input.len()))?);
                }
                found
            }
        };
        self.count(found.len())?;
        Ok(found)
    }

    fn field(&self, input: &[Value<'a>], name: &str) -> Found<'a> {
        let field = |value: &Value<'a>| match value {
            Value::Json(Json::Object(entries)) => entries.get(name).map(Value::Json),
            _ => None,
        };
        let found: Vec<_> = input.iter().filter_map(field).collect();
        if found.is_empty() && !input.is_empty() && !self.allows_missing_keys {
            return Err(Failure::new(EvaluationError::NotFound(name.to_owned()), 0));
        }
        Ok(found)
    }

    fn word(&mut self, input: &[Value<'a>], word: &str) -> Found<'a> {
        match word {
            "range" => {
                self.begun += 1;
                Ok(input.to_vec())
            }
            "end" if self.within > 0 => {
                self.ended += 1;
                Ok(Vec::new())
            }
            "end" => Err(Failure::new(EvaluationError::NotInRange, 0)),
            _ => Err(Failure::new(EvaluationError::UnrecognizedIdentifier(word.to_owned()), input.len())),
        }
    }

    /// Returns all nested values that have nested values themselves. Parents precede their children.
    fn recursive(&mut self, input: &[Value<'a>]) -> Found<'a> {
        let mut found = Vec::new();
        let mut pending: Vec<Value<'a>> = input.iter().rev().copied().collect();
        while let Some(value) = pending.pop() {
            let below = value.below();
            self.count(below.len())?;
            if !below.is_empty() {
                found.push(value);
                pending.extend(below.into_iter().rev());
            }
        }
        Ok(found)
    }

    fn count(&mut self, steps: usize) -> Result<(), Failure> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS { Err(Failure::new(EvaluationError::TooManySteps, 0)) } else { Ok(()) }
    }
}

/// For each list, returns the items that a subscript selects (`evalArray`).
fn slices<'a>(input: &[Value<'a>], bounds: &[Bound; 3]) -> Found<'a> {
    let mut found = Vec::new();
    for value in input.iter().filter(|value| !value.is_null()) {
        let failure = |error| Failure::new(error, input.len());
        let Some(items) = value.items() else {
            return Err(failure(value.type_name().map_or(EvaluationError::NoValue, EvaluationError::NotAList)));
        };
        let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
        let [from, to, step] = bounds;
        let start = from.value.unwrap_or(0);
        let start = if start < 0 { start + length } else { start };
        let end = to.value.unwrap_or(length);
        let end = if end < 0 || (end == 0 && to.is_derived) { end + length } else { end };
        if start == end {
            // client-go stops at this point and returns the results of the previous lists.
            return Ok(found);
        }
        if start >= length || start < 0 {
            return Err(failure(EvaluationError::OutOfBounds { index: start, length }));
        }
        if end > length || end < 0 {
            return Err(failure(EvaluationError::OutOfBounds { index: end.wrapping_sub(1), length }));
        }
        if start > end {
            return Err(failure(EvaluationError::Backwards { start, end }));
        }
        let step = match step.value {
            None => 1,
            Some(step) => {
                usize::try_from(step).ok().filter(|step| *step > 0).ok_or_else(|| failure(EvaluationError::Step))?
            }
        };
        let range = usize::try_from(start).unwrap_or(0)..usize::try_from(end).unwrap_or(0);
        found.extend(items.get(range).unwrap_or_default().iter().step_by(step).map(Value::Json));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{Evaluation, MAX_STEPS};

    #[test]
    fn steps_are_limited() {
        let mut evaluation = Evaluation::new(&[], false);
        assert!(evaluation.count(MAX_STEPS).is_ok());
        assert!(evaluation.count(1).is_err());
        assert!(evaluation.count(usize::MAX).is_err());
    }
}
