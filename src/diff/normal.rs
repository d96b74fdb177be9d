//! Normalizes schemas: equivalent spellings become equal, and keywords without effect are removed.

use idlgen_validate::{
    Schema,
    crd::document::Version,
    keyword::{Keyword, Keywords, Value},
    schema::{AdditionalProperties, ListType, MapType, SchemaType},
};

/// Returns the normalized schema of a version. A version without a schema preserves all fields.
pub(super) fn of_version(version: &Version, preserves_unknown_fields: bool) -> Schema {
    let schema = version.schema.as_ref().map(|schema| Schema::from_json(schema).0);
    let is_missing = schema.is_none();
    let mut schema = normal(schema.unwrap_or_default());
    schema.schema_type.get_or_insert(SchemaType::Object);
    if is_missing || preserves_unknown_fields {
        schema.extensions.preserve_unknown_fields = Some(true);
    }
    schema
}

/// Returns a normalized schema.
fn normal(mut schema: Schema) -> Schema {
    schema.properties =
        std::mem::take(&mut schema.properties).into_iter().map(|(name, property)| (name, normal(property))).collect();
    schema.items = schema.items.take().map(|items| Box::new(normal(*items)));
    schema.additional_properties = schema.additional_properties.take().map(|additional| match additional {
        AdditionalProperties::Schema(values) => AdditionalProperties::Schema(Box::new(normal(*values))),
        AdditionalProperties::Allowed(is_allowed) => AdditionalProperties::Allowed(is_allowed),
    });
    for branches in [&mut schema.all_of, &mut schema.any_of, &mut schema.one_of] {
        for branch in branches.iter_mut() {
            *branch = branch_of(std::mem::take(branch));
        }
    }
    schema.not = schema.not.take().map(|not| Box::new(branch_of(*not)));
    spell(&mut schema);
    for branch in std::mem::take(&mut schema.all_of) {
        if let Some(folded) = merged(&schema, &branch) {
            schema = folded;
        } else {
            schema.all_of.push(branch);
        }
    }
    schema
}

/// Returns a normalized branch of `allOf`, `anyOf`, `oneOf` or `not`, in which only limits have an effect.
fn branch_of(schema: Schema) -> Schema {
    let mut branch = normal(schema);
    branch.description = None;
    branch.title = None;
    branch.other.clear();
    branch
}

/// Normalizes the keywords of a schema and removes those without an effect.
fn spell(schema: &mut Schema) {
    let extensions = &mut schema.extensions;
    if extensions.preserve_unknown_fields == Some(false) {
        extensions.preserve_unknown_fields = None;
    }
    if extensions.list_type == Some(ListType::Atomic) {
        extensions.list_type = None;
    }
    if extensions.map_type == Some(MapType::Granular) {
        extensions.map_type = None;
    }
    let of_type = |schema: &Schema, of: SchemaType| {
        let bare = Schema { schema_type: Some(of), ..Schema::default() };
        *schema == bare
    };
    if extensions.int_or_string
        && let [integer, string] = schema.any_of.as_slice()
        && of_type(integer, SchemaType::Integer)
        && of_type(string, SchemaType::String)
    {
        schema.any_of.clear();
    }
    for keyword in [Keyword::MinLength, Keyword::MinItems, Keyword::MinProperties] {
        if schema.keywords.count(keyword) == Some(0) {
            schema.keywords.remove(keyword);
        }
    }
    for keyword in [Keyword::Maximum, Keyword::Minimum] {
        if schema.keywords.get(keyword) == Some(&Value::Exclusive) {
            schema.keywords.remove(keyword);
        }
    }
    schema.required.sort();
    schema.required.dedup();
}

/// Returns a schema with the limits of a branch of its `allOf`, if one schema can express them all.
fn merged(schema: &Schema, branch: &Schema) -> Option<Schema> {
    let mut all = schema.clone();
    if branch.schema_type.is_some() && branch.schema_type != schema.schema_type {
        return None;
    }
    let has_others = branch.nullable
        || branch.default.is_some()
        || branch.additional_properties.is_some()
        || branch.draft4.is_some()
        || branch.reference.is_some()
        || branch.extensions != idlgen_validate::schema::Extensions::default();
    if has_others {
        return None;
    }
    // A branch accepts null, which an enum of the schema itself rejects.
    if schema.nullable && branch.keywords.get(Keyword::Enum).is_some() {
        return None;
    }
    merge_limits(&mut all.keywords, &branch.keywords)?;
    all.required.extend(branch.required.iter().cloned());
    all.required.sort();
    all.required.dedup();
    for (name, inner) in &branch.properties {
        let property = merged(all.properties.get(name)?, inner)?;
        all.properties.insert(name.clone(), property);
    }
    if let Some(inner) = &branch.items {
        all.items = Some(Box::new(merged(all.items.as_deref()?, inner)?));
    }
    all.all_of.extend(branch.all_of.iter().cloned());
    for (own, other) in [(&mut all.any_of, &branch.any_of), (&mut all.one_of, &branch.one_of)] {
        match (own.is_empty(), other.is_empty()) {
            (_, true) => {}
            (true, false) => own.clone_from(other),
            (false, false) => return None,
        }
    }
    match (&all.not, &branch.not) {
        (_, None) => {}
        (None, Some(_)) => all.not.clone_from(&branch.not),
        (Some(_), Some(_)) => return None,
    }
    Some(all)
}

/// Adds limits. If both schemas have the same limit, the tighter one applies. Returns `None` if neither is tighter.
fn merge_limits(limits: &mut Keywords, others: &Keywords) -> Option<()> {
    for (keyword, value) in others.iter() {
        let combines = !matches!(
            keyword,
            Keyword::Pattern | Keyword::Enum | Keyword::Format | Keyword::MultipleOf | Keyword::UniqueItems
        );
        let is_fractional = |value: &Value| value.as_bound().is_some_and(|bound| bound.limit.as_f64().fract() != 0.0);
        match limits.get(keyword) {
            Some(known) if !combines && known != value => return None,
            // Which one is tighter differs between integers, for which servers truncate limits, and other numbers.
            Some(known) if known != value && (is_fractional(known) || is_fractional(value)) => return None,
            _ => limits.add(keyword, value.clone()),
        }
    }
    Some(())
}
