//! Schema paths of values: `self`, `spec`, `@items`.
//!
//! cel-go stores them in slices that may share memory, so appending to one path can overwrite the end of another. Costs
//! depend on it, so this module emulates the sharing: a path is a length and a buffer, and appending writes to the
//! buffer if it has capacity.

/// A path: the first `length` names of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Path {
    buffer: u32,
    length: u32,
}

/// The buffers of all paths.
#[derive(Default)]
pub(super) struct Paths {
    buffers: Vec<Buffer>,
}

struct Buffer {
    names: Vec<String>,
    capacity: usize,
}

impl Paths {
    pub(super) fn of_variable(&mut self, name: &str) -> Path {
        self.buffers.push(Buffer { names: vec![name.to_owned()], capacity: 1 });
        Path { buffer: self.buffers.len() as u32 - 1, length: 1 }
    }

    /// Returns the path with a name appended.
    pub(super) fn append(&mut self, path: Path, name: &str) -> Path {
        let length = path.length as usize;
        if length > 0
            && let Some(buffer) = self.buffers.get_mut(path.buffer as usize)
            && length < buffer.capacity
        {
            match buffer.names.get_mut(length) {
                Some(slot) => name.clone_into(slot),
                None => buffer.names.push(name.to_owned()),
            }
            return Path { buffer: path.buffer, length: path.length + 1 };
        }
        let mut names = self.names(path).to_vec();
        names.push(name.to_owned());
        self.buffers.push(Buffer { names, capacity: (length + 1).next_power_of_two() });
        Path { buffer: self.buffers.len() as u32 - 1, length: path.length + 1 }
    }

    pub(super) fn names(&self, path: Path) -> &[String] {
        self.buffers
            .get(path.buffer as usize)
            .and_then(|buffer| buffer.names.get(..path.length as usize))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appending_may_overwrite() {
        let mut paths = Paths::default();
        let root = paths.of_variable("self");
        let two = paths.append(root, "a");
        let again = paths.append(root, "z");
        assert_eq!(paths.names(two), ["self", "a"], "a variable fills its buffer");
        assert_eq!(paths.names(again), ["self", "z"]);
        let three = paths.append(two, "@items");
        let first = paths.append(three, "x");
        let second = paths.append(three, "y");
        assert_eq!(paths.names(second), ["self", "a", "@items", "y"]);
        assert_eq!(paths.names(first), ["self", "a", "@items", "y"], "four names fit into one buffer");
        let other = paths.append(two, "b");
        assert_eq!(paths.names(three), ["self", "a", "@items"], "two names fill theirs");
        assert_eq!(paths.names(other), ["self", "a", "b"]);
        assert_eq!(paths.names(Path::default()), [""; 0]);
        let unknown = paths.append(Path::default(), "x");
        assert_eq!((paths.names(unknown), paths.names(root)), (&["x".to_owned()][..], &["self".to_owned()][..]));
    }
}
