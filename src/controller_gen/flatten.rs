//! Removes references (`Flattener` of `pkg/crd/flatten.go`). A reference is replaced with an `allOf` of the type's
//! schema and the reference's siblings; then every `allOf` is folded into its schema.

use std::sync::Arc;

use idlgen_validate::schema::{StructuralError, check_size};

use super::{
    Problem, merge,
    parser::{Parser, shown},
    schema::{Schema, TypeName},
    size::MAX_BRANCHES,
};

impl Parser<'_, '_> {
    /// Returns the schema of a type without references.
    ///
    /// # Errors
    /// Returns an error for a schema that exceeds the limits of the command `crd`.
    pub(super) fn flattened(&mut self, name: &TypeName) -> Result<Schema, StructuralError> {
        self.need_schema(name);
        if !self.flattened.contains_key(name) {
            if !self.is_known(name, &name.package) {
                return Ok(Schema::default());
            }
            let mut schema = self.schemas.get(name).cloned().unwrap_or_default();
            let is_whole = self.flatten(&mut schema, &name.package, 0) && self.sizes.check(&schema).is_ok();
            self.flattened.insert(name.clone(), is_whole.then_some(schema));
        }
        let Some(Some(mut schema)) = self.flattened.get(name).cloned() else { return Err(StructuralError::TooLarge) };
        merge::fold_all(&mut schema, self.options.minor, &mut self.folded);
        let said = std::mem::take(&mut self.folded.problems).into_iter();
        self.problems.extend(said.map(|message| Problem::new(&name.package, None, message)));
        Ok(schema)
    }

    /// Returns `true` if a type that a package references has a schema.
    fn is_known(&mut self, name: &TypeName, package: &str) -> bool {
        self.need_schema(name);
        let is_known = self.schemas.contains_key(name);
        if !is_known {
            let message = format!("unable to locate schema for type {}", shown(name));
            self.problems.push(Problem::new(package, None, message));
        }
        is_known
    }

    /// Replaces references with types, recursively. A recursive type becomes empty where it occurs inside itself.
    /// Returns `false` if a part is too large to expand.
    fn flatten(&mut self, schema: &mut Schema, package: &Arc<str>, depth: usize) -> bool {
        if check_size(0, depth).is_err() {
            return false;
        }
        let mut package = Arc::clone(package);
        // If the type is declared as another type, continue with that type.
        let mut entered: Vec<(TypeName, Schema)> = Vec::new();
        let (mut is_done, mut is_whole) = (false, true);
        while let Some(name) = schema.reference.clone() {
            if entered.iter().any(|(before, _)| *before == name) {
                break;
            }
            if entered.len() >= MAX_BRANCHES {
                (is_done, is_whole) = (true, false);
                break;
            }
            if let Some(flattened) = self.flattened.get(&name) {
                is_whole = flattened.is_some();
                let field = std::mem::replace(schema, flattened.clone().unwrap_or_default());
                put_beside(schema, field);
                is_done = true;
                break;
            }
            if !self.is_known(&name, &package) {
                is_done = true;
                break;
            }
            // From here on, the type is in `flattened`, so its schema can be moved out.
            let of_type = self.schemas.get_mut(&name).map(std::mem::take).unwrap_or_default();
            let field = std::mem::replace(schema, of_type);
            self.flattened.insert(name.clone(), Some(Schema::default()));
            package = Arc::clone(&name.package);
            // Usually there is only one.
            entered.reserve_exact(1);
            entered.push((name, field));
        }
        if !is_done {
            schema.for_each_child(&mut (&mut *self, &mut is_whole), |(parser, is_whole), child| {
                **is_whole &= parser.flatten(Arc::make_mut(child), &package, depth + 1);
            });
        }
        for (name, field) in entered.into_iter().rev() {
            is_whole = is_whole && self.sizes.check(schema).is_ok();
            self.flattened.insert(name, is_whole.then(|| schema.clone()));
            put_beside(schema, field);
        }
        is_whole
    }
}

/// Builds an `allOf` of a type's schema and the siblings of the reference to it. The field takes precedence over the
/// type.
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
    both.all_of = vec![Arc::new(std::mem::take(schema)), Arc::new(field)];
    *schema = both;
}
