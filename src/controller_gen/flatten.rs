//! Schemas without references (`Flattener` of `pkg/crd/flatten.go`): a reference becomes an `allOf` of the type's
//! schema and of what stood beside the reference, then every `allOf` is folded into its schema.

use std::sync::Arc;

use super::{
    Problem, merge,
    parser::{Parser, shown},
    schema::{Schema, TypeName},
};

/// How deep schemas may nest.
pub(super) const MAX_DEPTH: usize = 100;

impl Parser<'_, '_> {
    /// The schema of a type with nothing but itself in it.
    pub(super) fn flattened(&mut self, name: &TypeName) -> Schema {
        self.need_schema(name);
        let mut schema = if let Some(schema) = self.flattened.get(name) {
            schema.clone()
        } else {
            if !self.is_known(name, &name.package) {
                return Schema::default();
            }
            let mut schema = self.schemas.get(name).cloned().unwrap_or_default();
            self.flatten(&mut schema, &name.package, 0);
            self.flattened.insert(name.clone(), schema.clone());
            schema
        };
        merge::fold_all(&mut schema, self.options.minor, &mut self.folded);
        let said = std::mem::take(&mut self.folded.problems).into_iter().map(|message| Problem {
            package: name.package.to_string(),
            place: None,
            message,
        });
        self.problems.extend(said);
        schema
    }

    /// Whether a type, to which a package refers, has a schema.
    fn is_known(&mut self, name: &TypeName, package: &str) -> bool {
        self.need_schema(name);
        let is_known = self.schemas.contains_key(name);
        if !is_known {
            let message = format!("unable to locate schema for type {}", shown(name));
            self.problems.push(Problem { package: package.to_owned(), place: None, message });
        }
        is_known
    }

    /// Puts types in the place of references, here and below. A type that contains itself is empty there.
    fn flatten(&mut self, schema: &mut Schema, package: &Arc<str>, depth: usize) {
        if depth > MAX_DEPTH {
            let message = format!("schemas nested more than {MAX_DEPTH} levels deep");
            self.problems.push(Problem { package: package.to_string(), place: None, message });
            return;
        }
        let mut package = Arc::clone(package);
        // A type that is another type is followed from one to the next.
        let mut entered: Vec<(TypeName, Schema)> = Vec::new();
        let mut is_done = false;
        while let Some(name) = schema.reference.clone() {
            if entered.iter().any(|(before, _)| *before == name) {
                break;
            }
            if let Some(flattened) = self.flattened.get(&name) {
                let field = std::mem::replace(schema, flattened.clone());
                put_beside(schema, field);
                is_done = true;
                break;
            }
            if !self.is_known(&name, &package) {
                is_done = true;
                break;
            }
            // What becomes of it is known from here on, so nobody asks for it again.
            let of_type = self.schemas.get_mut(&name).map(std::mem::take).unwrap_or_default();
            let field = std::mem::replace(schema, of_type);
            self.flattened.insert(name.clone(), Schema::default());
            package = Arc::clone(&name.package);
            // Mostly there is no other.
            entered.reserve_exact(1);
            entered.push((name, field));
        }
        if !is_done {
            schema.for_each_child(
                self,
                |parser, child| parser.flatten(Arc::make_mut(child), &package, depth + 1),
                |parser, branch| parser.flatten(branch, &package, depth + 1),
            );
        }
        for (name, field) in entered.into_iter().rev() {
            self.flattened.insert(name, schema.clone());
            put_beside(schema, field);
        }
    }
}

/// Makes an `allOf` of a type's schema and of what stood beside the reference to it. What is said about the field
/// counts more than what is said about the type.
fn put_beside(schema: &mut Schema, mut field: Schema) {
    let mut both = Schema {
        description: schema.description.clone(),
        title: schema.title.clone(),
        external_docs: schema.external_docs.clone(),
        example: schema.example.clone(),
        ..Schema::default()
    };
    let description = std::mem::take(&mut field.description);
    if !description.is_empty() {
        both.description = description;
    }
    let title = std::mem::take(&mut field.title);
    if !title.is_empty() {
        both.title = title;
    }
    both.external_docs = field.external_docs.take().or(both.external_docs);
    both.example = field.example.take().or(both.example);
    field.reference = None;
    field.is_local_reference = false;
    both.all_of = vec![std::mem::take(schema), field];
    *schema = both;
}
