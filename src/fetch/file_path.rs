//! File names in modules (`golang.org/x/mod/module.CheckFilePath`): portable names without paths that leave the module.

use std::collections::BTreeMap;

/// Returns `true` for an allowed name.
pub(super) fn is_valid(name: &str) -> bool {
    !name.is_empty() && name.split('/').all(is_valid_part)
}

fn is_valid_part(part: &str) -> bool {
    let is_allowed = |character: char| {
        character.is_ascii_alphanumeric()
            || "!#$%&()+,-.=@[]^_{}~ ".contains(character)
            || (!character.is_ascii() && character.is_alphabetic())
    };
    let stem = part.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let is_device = ["CON", "PRN", "AUX", "NUL"].contains(&stem.as_str())
        || (stem.len() == 4
            && (stem.starts_with("COM") || stem.starts_with("LPT"))
            && stem.ends_with(|digit| matches!(digit, '1'..='9')));
    let is_dots = part.chars().all(|character| character == '.');
    !part.is_empty() && !is_dots && !part.ends_with('.') && part.chars().all(is_allowed) && !is_device
}

/// The names in a module so far. Two names must not be equal on a case-insensitive file system, and no name may be both
/// a file and a directory.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// For each lowercase name: the name as written, and `true` for a directory.
    known: BTreeMap<String, (String, bool)>,
}

impl Names {
    /// Adds a file. Returns `false` if it conflicts with another file or directory.
    pub(super) fn add(&mut self, name: &str) -> bool {
        let mut folders = name.match_indices('/').filter_map(|(end, _)| name.get(..end));
        folders.all(|folder| self.add_one(folder, true)) && self.add_one(name, false)
    }

    fn add_one(&mut self, name: &str, is_folder: bool) -> bool {
        if let Some((known, was_folder)) = self.known.get(&name.to_lowercase()) {
            return is_folder && *was_folder && known == name;
        }
        self.known.insert(name.to_lowercase(), (name.to_owned(), is_folder));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_module() {
        for name in ["go.mod", "a/b.go", "a b/c+d~e[1].txt", "é/x", ".github/x", "..a/b"] {
            assert!(is_valid(name), "{name}");
        }
        for name in ["", "/a", "a//b", "../a", "a/../b", "a/.", "a\\b", "a:b", "a*", "a\0b", "con.txt", "a/lpt1", "a."]
        {
            assert!(!is_valid(name), "{name:?}");
        }
    }

    #[test]
    fn names_do_not_collide() {
        let mut names = Names::default();
        assert!(names.add("a/b.go") && names.add("a/c.go") && names.add("d"));
        for name in ["A/b2.go", "a/B.go", "a", "d/e", "a/b.go"] {
            assert!(!names.add(name), "{name}");
        }
    }
}
