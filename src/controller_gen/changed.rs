//! Schemas that are all changed in the same way, each once.

use std::{collections::HashMap, sync::Arc};

use super::schema::Schema;

/// What became of schemas, so that one that is used at many places is changed once, and stays one.
#[derive(Default)]
pub(super) struct Changed {
    /// By address. The schemas themselves are kept as well, so that no other comes to lie there.
    known: HashMap<*const Schema, Outcome>,
    /// What is wrong, at every place at which it is.
    pub(super) problems: Vec<String>,
}

struct Outcome {
    _schema: Arc<Schema>,
    changed: Arc<Schema>,
    problems: Vec<String>,
}

impl Changed {
    /// What becomes of a schema by `change`, which is always the same.
    pub(super) fn of(&mut self, schema: &Arc<Schema>, change: impl FnOnce(&mut Schema, &mut Self)) -> Arc<Schema> {
        if let Some(known) = self.known.get(&Arc::as_ptr(schema)) {
            self.problems.extend_from_slice(&known.problems);
            return Arc::clone(&known.changed);
        }
        let before = self.problems.len();
        let mut changed = Schema::clone(schema);
        change(&mut changed, self);
        let changed = Arc::new(changed);
        let problems = self.problems.get(before..).unwrap_or_default().to_vec();
        let outcome = Outcome { _schema: Arc::clone(schema), changed: Arc::clone(&changed), problems };
        self.known.insert(Arc::as_ptr(schema), outcome);
        changed
    }
}
