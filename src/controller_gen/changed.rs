//! Applies the same change to shared schemas, once per schema.

use std::{collections::HashMap, sync::Arc};

use super::schema::Schema;

/// A cache of changed schemas: one that is used in many locations is changed once and remains shared.
#[derive(Default)]
pub(super) struct Changed {
    /// The results by schema address. Also stores the schemas themselves, so that their addresses are not reused.
    known: HashMap<*const Schema, Outcome>,
    /// Errors, at every location where they occur.
    pub(super) problems: Vec<String>,
}

struct Outcome {
    _schema: Arc<Schema>,
    changed: Arc<Schema>,
    problems: Vec<String>,
}

impl Changed {
    /// Returns the schema changed by `change`. Every call must pass the same function.
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
