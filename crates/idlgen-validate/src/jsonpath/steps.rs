//! Extracts the steps of templates that only contain a plain path.

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
        for (text, what) in [("{..a}", "recursive descent"), ("{.a[1:2]}", "a slice"), ("{.a[?(@.b)]}", "a filter")] {
            assert_eq!(template(text).steps(), Err(NotPlain::Has(what)));
        }
    }
}
