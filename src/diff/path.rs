//! Locations in schemas.

use std::fmt;

use idlgen_runtime::field::Element;

/// A step from a schema to a nested one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "structural schemas have no other")]
pub enum Step {
    /// The property with this name.
    Field(String),
    /// The items of a list.
    Items,
    /// The values of a map.
    Values,
}

/// The path from the schema of a version to a nested one. Printed as `spec.list[].name` and `spec.labels[*]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemaPath(Vec<Step>);

impl SchemaPath {
    /// Returns the steps, from the root to the schema.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Returns `true` for the schema of the version itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// Returns the path of a property below this one.
    pub(super) fn field(&self, name: &str) -> Self {
        let mut steps = self.0.clone();
        steps.push(Step::Field(name.to_owned()));
        SchemaPath(steps)
    }

    /// Returns the last property of the path.
    pub(super) fn last_field(&self) -> Option<&str> {
        self.0.iter().rev().find_map(|step| match step {
            Step::Field(name) => Some(name.as_str()),
            Step::Items | Step::Values => None,
        })
    }

    /// Returns the path elements of the schema in its document.
    pub(super) fn elements(&self) -> impl Iterator<Item = Element<String>> + '_ {
        self.0.iter().flat_map(|step| {
            let (keyword, name) = match step {
                Step::Field(name) => ("properties", Some(name)),
                Step::Items => ("items", None),
                Step::Values => ("additionalProperties", None),
            };
            std::iter::once(Element::Field(keyword.to_owned())).chain(name.map(|name| Element::Field(name.clone())))
        })
    }
}

impl fmt::Display for SchemaPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            match step {
                Step::Field(name) if index == 0 => f.write_str(name)?,
                Step::Field(name) => write!(f, ".{name}")?,
                Step::Items => f.write_str("[]")?,
                Step::Values => f.write_str("[*]")?,
            }
        }
        Ok(())
    }
}
