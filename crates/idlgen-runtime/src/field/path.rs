//! Field paths.

use std::fmt;

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element<S> {
    /// A named field: `.name`.
    Field(S),
    /// A list element: `[0]`.
    Index(usize),
    /// A map entry: `[key]`. The key is not escaped, as in `field.Path.Key`.
    Key(S),
}

/// A path on the stack, built while a value is visited. It allocates only when an error needs it.
///
/// ```
/// use idlgen_runtime::field::Path;
/// let root = Path::root();
/// let spec = root.field("spec");
/// let containers = spec.field("containers");
/// assert_eq!(containers.index(2).to_string(), "spec.containers[2]");
/// assert_eq!(Path::root().to_string(), "<nil>");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    step: Option<(&'a Path<'a>, Element<&'a str>)>,
}

impl<'a> Path<'a> {
    /// Returns the root of an object, printed as `<nil>` like Go's nil path.
    #[inline]
    pub const fn root() -> Self {
        Path { step: None }
    }

    /// Returns the path of the field `name`.
    #[inline]
    pub const fn field(&'a self, name: &'a str) -> Path<'a> {
        Path { step: Some((self, Element::Field(name))) }
    }

    /// Returns the path of the list element at `index`.
    #[inline]
    pub const fn index(&'a self, index: usize) -> Path<'a> {
        Path { step: Some((self, Element::Index(index))) }
    }

    /// Returns the path of the map entry `key`.
    #[inline]
    pub const fn key(&'a self, key: &'a str) -> Path<'a> {
        Path { step: Some((self, Element::Key(key))) }
    }

    /// Returns `true` if this is the root.
    #[inline]
    pub const fn is_root(&self) -> bool {
        self.step.is_none()
    }

    /// Returns the number of elements.
    pub(crate) fn len(&self) -> usize {
        std::iter::successors(self.step.map(|(parent, _)| parent), |path| path.step.map(|(parent, _)| parent)).count()
    }

    /// Formats the path in the notation of value validation, see [`PathBuf::to_dotted`].
    pub fn dotted(&self) -> String {
        self.to_path_buf().to_dotted()
    }

    /// Returns an owned copy.
    pub fn to_path_buf(&self) -> PathBuf {
        let mut elements = Vec::new();
        let mut path = self;
        while let Some((parent, element)) = &path.step {
            elements.push(match element {
                Element::Field(name) => Element::Field((*name).to_owned()),
                Element::Index(index) => Element::Index(*index),
                Element::Key(key) => Element::Key((*key).to_owned()),
            });
            path = parent;
        }
        elements.reverse();
        PathBuf { elements }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_path_buf().fmt(f)
    }
}

/// An owned path. Its elements are stored separately so that they can be resolved to a position in a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PathBuf {
    /// The elements from the root.
    pub elements: Vec<Element<String>>,
}

impl PathBuf {
    /// Formats the path in the notation of value validation: a dot precedes every map key, even at the root, and the
    /// root itself is an empty string (`k8s.io/kube-openapi/pkg/validation/validate`).
    pub fn to_dotted(&self) -> String {
        let mut text = String::new();
        for element in &self.elements {
            match element {
                Element::Field(name) => {
                    if !text.is_empty() {
                        text.push('.');
                    }
                    text.push_str(name);
                }
                Element::Key(name) => {
                    text.push('.');
                    text.push_str(name);
                }
                Element::Index(index) => {
                    text.push('[');
                    text.push_str(&index.to_string());
                    text.push(']');
                }
            }
        }
        text
    }

    /// Formats the path in the notation of strict decoding: a dot precedes map keys except at the root
    /// (`sigs.k8s.io/json`).
    ///
    /// ```
    /// use idlgen_runtime::field::Path;
    /// assert_eq!(Path::root().field("spec").field("m").key("k").index(1).to_path_buf().to_strict(), "spec.m.k[1]");
    /// assert_eq!(Path::root().key("k").field("").to_path_buf().to_strict(), "k.");
    /// ```
    pub fn to_strict(&self) -> String {
        let dotted = self.to_dotted();
        dotted.strip_prefix('.').map(str::to_owned).unwrap_or(dotted)
    }
}

impl fmt::Display for PathBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.elements.is_empty() {
            return f.write_str("<nil>");
        }
        for (position, element) in self.elements.iter().enumerate() {
            match element {
                Element::Field(name) if name.is_empty() => f.write_str("[]")?,
                Element::Field(name) if position == 0 => f.write_str(name)?,
                Element::Field(name) => write!(f, ".{name}")?,
                Element::Index(index) => write!(f, "[{index}]")?,
                Element::Key(key) => write!(f, "[{key}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn two_spellings() {
        let root = Path::root();
        let spec = root.field("spec");
        let labels = spec.field("labels");
        let label = labels.key("a.b/c");
        let item = label.index(3);
        let nameless = item.field("");
        let entry = root.key("k");
        let below = entry.field("x");
        let element = root.index(0);
        for (path, brackets, dotted) in [
            (&root, "<nil>", ""),
            (&spec, "spec", "spec"),
            (&label, "spec.labels[a.b/c]", "spec.labels.a.b/c"),
            (&item, "spec.labels[a.b/c][3]", "spec.labels.a.b/c[3]"),
            (&nameless, "spec.labels[a.b/c][3][]", "spec.labels.a.b/c[3]."),
            (&below, "[k].x", ".k.x"),
            (&element, "[0]", "[0]"),
        ] {
            assert_eq!(path.to_string(), brackets);
            assert_eq!(path.dotted(), dotted);
            assert_eq!(path.to_path_buf().to_string(), brackets);
        }
    }

    #[test]
    fn the_length_is_the_number_of_elements() {
        let root = Path::root();
        let field = root.field("a");
        let item = field.index(0);
        assert_eq!([root.len(), field.len(), item.len(), item.key("k").len()], [0, 1, 2, 3]);
    }
}
