//! Extracts the steps of templates that contain a path.

use std::ops::Range;

use super::{Template, node::Node};

/// A step of a plain path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<'t> {
    /// A field, or a key.
    Field(&'t str),
    /// All items of a list.
    All,
    /// One item of a list. A negative index counts from the end.
    Index(i64),
}

/// A part of the path at the start of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathPart<'t> {
    /// A field, or a key.
    Field(&'t str),
    /// One or several items of a list: an index, a slice, a filter or `[*]`.
    Items,
}

/// The reason why a template is not a plain path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotPlain {
    /// The template has several pairs of braces, or text outside of braces.
    SeveralParts,
    /// The template contains a construct that is not allowed in a plain path. This is its name.
    Has(&'static str),
}

impl Template {
    /// Returns the steps of a template that consists of one pair of braces, which contain only fields, indices and
    /// `[*]`, each with its byte range in the template.
    pub(crate) fn steps(&self) -> Result<Vec<(Step<'_>, Range<usize>)>, NotPlain> {
        let [Node::List(nodes)] = self.nodes.as_slice() else { return Err(NotPlain::SeveralParts) };
        nodes.iter().map(step).collect()
    }

    /// Returns the path at the start of the first pair of braces. It ends before the first part that is neither a field
    /// nor an item, such as a wildcard.
    ///
    /// ```
    /// use idlgen_validate::jsonpath::{PathPart, Template};
    ///
    /// let template = Template::parse(r#"{.status.conditions[?(@.type=="Ready")].status}"#)?;
    /// let path = template.path();
    /// assert_eq!(path[1..], [PathPart::Field("conditions"), PathPart::Items, PathPart::Field("status")]);
    /// # Ok::<(), idlgen_validate::jsonpath::ParseError>(())
    /// ```
    pub fn path(&self) -> Vec<PathPart<'_>> {
        let [Node::List(nodes), ..] = self.nodes.as_slice() else { return Vec::new() };
        let parts = nodes.iter().map_while(|node| match node {
            Node::Field { name, .. } => Some(PathPart::Field(name)),
            Node::Slice { .. } | Node::Filter(_) => Some(PathPart::Items),
            _ => None,
        });
        parts.collect()
    }
}

fn step(node: &Node) -> Result<(Step<'_>, Range<usize>), NotPlain> {
    let what = match node {
        Node::Field { name, bytes } => return Ok((Step::Field(name), bytes.clone())),
        Node::Slice { bounds: [from, to, step], bytes } => match (from.value, to.value, step.value) {
            (None, None, None) => return Ok((Step::All, bytes.clone())),
            (Some(index), _, None) if to.is_derived => return Ok((Step::Index(index), bytes.clone())),
            _ => "a slice",
        },
        Node::Wildcard => "a wildcard of fields",
        Node::Recursive => "recursive descent",
        Node::Filter(_) => "a filter",
        Node::Union(_) => "a union",
        Node::Identifier(_) => "a word without a dot",
        Node::Text(_) | Node::Integer(_) | Node::Float(_) | Node::Boolean(_) | Node::List(_) => "a literal",
    };
    Err(NotPlain::Has(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paths_have_steps() {
        let template = |text| Template::parse(text).unwrap();
        let steps = [
            (Step::Field("a"), 3..4),
            (Step::Field("b.c"), 6..10),
            (Step::Field("d"), 14..15),
            (Step::Field("d"), 16..17),
            (Step::All, 19..22),
            (Step::Index(-1), 22..26),
            (Step::Index(0), 26..29),
        ];
        assert_eq!(template(r"{$.a['b\.c']['d.d'][*][-1][0]}").steps(), Ok(steps.into()));
        assert_eq!(template("{.a}{.b}").steps(), Err(NotPlain::SeveralParts));
        for (text, length) in [("{.a.*.b}", 1), ("{..a}", 0), ("a", 0), ("", 0), ("{.a[0,1].b}", 1), ("{.a[1:2].b}", 3)]
        {
            assert_eq!(template(text).path().len(), length, "{text}");
        }
        for (text, what) in [("{..a}", "recursive descent"), ("{.a[1:2]}", "a slice"), ("{.a[?(@.b)]}", "a filter")] {
            assert_eq!(template(text).steps(), Err(NotPlain::Has(what)));
        }
    }
}
