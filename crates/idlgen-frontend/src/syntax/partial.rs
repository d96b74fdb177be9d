//! Parses individual declarations of a file.

use std::ops::Range;

use super::{
    GoFile,
    index::{Entry, Index, has_marker, references},
    outline::{DeclarationKeyword, Outline},
    tree::{first_byte, parse_declarations},
};
use crate::{diag::Diagnostic, source::FileId};

/// A Go file whose declarations are indexed by name and parsed on demand.
#[derive(Debug)]
pub struct PartialFile {
    file: FileId,
    declarations: Vec<Entry>,
    /// The outline, which is created when the first declaration is read, because it takes longer than the index.
    outline: Option<Outline>,
    is_read: Vec<bool>,
}

/// The contents of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declares<'a> {
    /// Type declarations without aliases.
    Types,
    /// Type declarations, including aliases.
    Aliases,
    Constants,
    /// A method of the type with this name.
    Method(&'a str),
    /// Variables or a function.
    Other,
}

/// Strings in a declaration that indicate the registration of types, or the definition of their group and version.
const REGISTRATIONS: [&str; 4] = ["AddKnownTypes(", "AddToGroupVersion(", "Register(", "GroupVersion{"];

impl PartialFile {
    /// Indexes the declarations of a file. Returns the file without parsed declarations: it contains the package
    /// clause, the imports, and the comments if `with_comments` is set or if comments outside of declarations may be
    /// relevant. Returns `None` if the file must be parsed completely.
    pub fn new(file: FileId, text: &str, with_comments: bool) -> Option<(Self, GoFile)> {
        let Index { package, clause, imports, declarations, has_file_comments } = Index::read(file, text)?;
        let mut go_file = GoFile { package: Some(package), imports, ..GoFile::empty(file) };
        let is_read = vec![false; declarations.len()];
        let mut partial = PartialFile { file, declarations, outline: None, is_read };
        if with_comments || has_file_comments {
            let outline = partial.read_outline(text, &mut go_file);
            go_file.package_doc = outline.doc(clause);
        }
        Some((partial, go_file))
    }

    /// Returns the indexes of all declarations.
    pub fn indexes(&self) -> Range<usize> {
        0..self.declarations.len()
    }

    /// Returns the contents of a declaration.
    pub fn declares<'t>(&self, index: usize, text: &'t str) -> Declares<'t> {
        let Some(entry) = self.declarations.get(index) else { return Declares::Other };
        match entry.keyword {
            DeclarationKeyword::Type if entry.has_alias => Declares::Aliases,
            DeclarationKeyword::Type => Declares::Types,
            DeclarationKeyword::Const => Declares::Constants,
            _ => match &entry.receiver {
                Some(receiver) => Declares::Method(text.get(receiver.clone()).unwrap_or_default()),
                None => Declares::Other,
            },
        }
    }

    /// Iterates over the names that a declaration declares. For a method, this is its own name.
    pub fn names<'t>(&self, index: usize, text: &'t str) -> impl Iterator<Item = &'t str> {
        let names = self.declarations.get(index).into_iter().flat_map(|entry| &entry.names);
        names.filter_map(move |name| text.get(name.clone()))
    }

    /// Returns the names that a declaration references within its package. Some of them may not be declared.
    pub fn references<'t>(&self, index: usize, text: &'t str) -> Vec<&'t str> {
        self.declarations.get(index).map_or_else(Vec::new, |entry| references(text, entry))
    }

    /// Returns the declarations that register types.
    pub fn registrations(&self, text: &str) -> Vec<usize> {
        let registers = |text: &str| REGISTRATIONS.iter().any(|call| text.contains(call));
        if !registers(text) {
            return Vec::new();
        }
        let is_one = |entry: &Entry| {
            matches!(entry.keyword, DeclarationKeyword::Var | DeclarationKeyword::Func)
                && text.get(entry.start..entry.end).is_some_and(registers)
        };
        (0..).zip(&self.declarations).filter(|(_, entry)| is_one(entry)).map(|(index, _)| index).collect()
    }

    /// Returns `true` if a declaration declares types and has markers above its doc comment that may belong to the
    /// package.
    pub fn is_marked_above(&self, index: usize) -> bool {
        self.declarations
            .get(index)
            .is_some_and(|entry| entry.is_marked_above && entry.keyword == DeclarationKeyword::Type)
    }

    /// Returns the source of a declaration with the comments above it, if any of its comments contain markers.
    pub fn marked<'t>(&self, index: usize, text: &'t str) -> Option<&'t str> {
        let before = index.checked_sub(1).and_then(|before| self.declarations.get(before));
        let start = before.map_or(0, |before| before.end);
        let declaration = text.get(start..self.declarations.get(index)?.end)?;
        has_marker(declaration).then_some(declaration)
    }

    /// Parses declarations, and adds those that have not been parsed before.
    pub fn read(&mut self, text: &str, go_file: &mut GoFile, declarations: &[usize]) -> Vec<Diagnostic> {
        let mut wanted = Vec::new();
        for index in declarations {
            if let Some(is_read @ false) = self.is_read.get_mut(*index) {
                *is_read = true;
                wanted.push(*index);
            }
        }
        if wanted.is_empty() {
            return Vec::new();
        }
        wanted.sort_unstable();
        if self.outline.is_none() {
            self.read_outline(text, go_file);
        }
        let Some(outline) = &self.outline else { return Vec::new() };
        let extent = |index: &usize| {
            let entry = self.declarations.get(*index)?;
            let end = self.declarations.get(index + 1).map_or(text.len(), |next| next.start);
            Some((entry.start, entry.keyword, end))
        };
        let diagnostics = parse_declarations(go_file, text, outline, wanted.iter().filter_map(extent));
        // Registrations need not be sorted, because they are read all at once.
        go_file.types.sort_by_key(|declaration| declaration.span);
        go_file.constants.sort_by_key(|constant| constant.name.span);
        go_file.methods.sort_by_key(|method| method.name.span);
        go_file.group_versions.sort_by_key(|variable| variable.name.span);
        go_file.broken.sort_unstable();
        diagnostics
    }

    fn read_outline(&mut self, text: &str, go_file: &mut GoFile) -> &Outline {
        let mut outline = Outline::read(self.file, text, first_byte(text));
        go_file.comments = std::mem::take(&mut outline.groups);
        self.outline.insert(outline)
    }
}

#[cfg(test)]
mod tests {
    use idlgen_testing::Random;

    use super::*;
    use crate::syntax::{parse, testing::go_files_of_tests};

    /// Source fragments with misleading brackets, quotes and comments.
    const COMMENTS: [&str; 9] = [
        "",
        "",
        "// it's a `comment` with \" and {\n",
        "// +marker={\"a\": 1}\n\n// B does }\n",
        "\n\n// +optional\n",
        "/* a block { with ` quotes */\n",
        "/* over\n\n+two=lines ( */\n",
        "// one\n// +two\n",
        "\n//idlgen:allow IDL0301 known\n",
    ];
    const TYPES: [&str; 10] = [
        "int",
        "string // trailing { comment",
        "[]*Other",
        "[2]map[string]metav1.Time",
        "struct{}",
        "struct {\n\t// A is \"one\".\n\tA, B int `json:\"a,omitempty\"` // }\n\tOther `json:\",inline\"`\n\n\
         \t// + C\n\n\
         \t*p.Embedded\n\tF func(x int) (y string)\n\tG struct {\n\t\tH []struct{ I int }\n\t}\n}",
        "interface {\n\tM(a Other) error\n}",
        "struct { A Other; B Generic[Other, int] }",
        "func(a, b int) (c chan<- string)",
        "Generic[map[string]Other]",
    ];
    const VALUES: [&str; 12] = [
        "1",
        "\"text } with \\\" quotes\"",
        "`raw { string \" with\nlines`",
        "'{'",
        "'\\''",
        "'\"' + '`'",
        "iota",
        "Other(\"x\")",
        "(1 << 3) / 2",
        "-0x1e+2 /* } */",
        "other.Name",
        "\"//\" + \"/*\"",
    ];
    const BODIES: [&str; 6] = [
        "{}",
        "{ return \"}\" }",
        "{\n\tx := a / b // { '\n\ts := `}` + \"\\\\\"\n\tif x == '{' { for { break } }\n\t/* } */\n}",
        "{ return map[string][]int{\"a\": {1, 2}}[x] }",
        "{\n\tSchemeBuilder.Register(&A{}, &B{})\n}",
        "{ return []string{\"a\", \"b\"} }",
    ];

    fn declaration(random: &mut Random, number: usize) -> String {
        let name = format!("{}{number}", random.one_of(&["A", "b", "Ünder", "_c"]));
        let ty = random.one_of(&TYPES);
        let value = random.one_of(&VALUES);
        let body = random.one_of(&BODIES);
        let comment = random.one_of(&COMMENTS);
        match random.below(13) {
            0..3 => format!("type {name} {ty}\n"),
            3 => format!("type {name}[T any, U interface{{ ~int }}] struct {{ F T }}\n"),
            4 => format!("type {name} = {ty}\n"),
            5 => format!("type (\n\t{name} {ty}\n\n\t{comment}\n\t{name}x = Other; {name}y [3]int\n)\n"),
            6 => format!("const {name} = {value}\n"),
            7 => format!("const {name}, {name}x Other = {value}, {value} // }}\n"),
            8 => format!("const (\n{comment}\t{name} Other = {value}\n\t{name}x; {name}y\n\t_, {name}z = 1, 2\n)\n"),
            9 => format!("var {name} = {value}\nvar ({name}x {ty}\n{name}y = func() {body}\n)\n"),
            10 => format!("func {name}(a int) {body}; func {name}x()\n"),
            11 => format!("func (r {}Other) {name}(a, b int) (string, error) {body}\n", random.one_of(&["", "*"])),
            _ => format!("func ({}Generic[K, V]) {name}() string {body}\n", random.one_of(&["", "*", "x *"])),
        }
    }

    fn file(random: &mut Random) -> String {
        let mut text = format!(
            "{}{}{}",
            random.one_of(&["", "\u{feff}", "//go:build linux\n\n"]),
            random.one_of(&COMMENTS),
            random.one_of(&["package a\n", "package a // b\n", "package a; import \"c\"\n"]),
        );
        text += random.one_of(&[
            "",
            "import \"x\"\n",
            "import (\n\t// }\n\ta \"x/a\"\n\t. `y`\n\t_ \"z\"; \"w\"\n)\nimport ()\n",
        ]);
        for number in 0..random.below(8) {
            text += random.one_of(&COMMENTS);
            text += &declaration(random, number);
        }
        text + random.one_of(&["", "// end", "\n\n// +end\n", "/* end */"])
    }

    /// Compares a file whose declarations are parsed individually, in any order, with a completely parsed one.
    fn compare(text: &str, random: &mut Random) -> bool {
        let (whole, diagnostics) = parse(FileId::from_index(0), text);
        let Some((mut partial, mut read)) = PartialFile::new(FileId::from_index(0), text, false) else { return false };
        if !diagnostics.is_empty() {
            return false;
        }
        let mut order: Vec<usize> = partial.indexes().collect();
        for index in 0..order.len() {
            order.swap(index, random.below(index + 1));
        }
        assert_eq!(
            format!("{:?} {:?}", read.package, read.imports),
            format!("{:?} {:?}", whole.package, whole.imports)
        );
        assert_eq!(read.package_doc, whole.package_doc, "{text}");
        let mut types: Vec<&str> = Vec::new();
        let mut constants: Vec<&str> = Vec::new();
        let mut methods: Vec<(&str, &str)> = Vec::new();
        for index in partial.indexes() {
            let names = partial.names(index, text);
            match partial.declares(index, text) {
                Declares::Types | Declares::Aliases => types.extend(names),
                Declares::Constants => constants.extend(names),
                Declares::Method(receiver) => methods.extend(names.map(|name| (receiver, name))),
                Declares::Other => {}
            }
        }
        let of_whole = |names: &mut dyn Iterator<Item = String>| names.collect::<Vec<_>>();
        assert_eq!(types, of_whole(&mut whole.types.iter().map(|one| one.name.name.clone())), "{text}");
        assert_eq!(constants, of_whole(&mut whole.constants.iter().map(|one| one.name.name.clone())), "{text}");
        let expected: Vec<(&str, &str)> =
            whole.methods.iter().map(|one| (one.receiver.as_str(), one.name.name.as_str())).collect();
        assert_eq!(methods, expected, "{text}");
        // Registrations have no positions, so read all of them in order.
        let registrations = partial.registrations(text);
        assert_eq!(partial.read(text, &mut read, &registrations), []);
        for index in order {
            assert_eq!(partial.read(text, &mut read, &[index]), [], "{text}");
        }
        if !partial.indexes().is_empty() {
            assert_eq!(format!("{read:?}"), format!("{whole:?}"), "{text}");
        }
        true
    }

    #[test]
    fn the_index_of_random_files_is_what_the_parser_reads() {
        let mut compared = 0;
        for seed in 0..1500 {
            let mut random = Random::new(seed);
            let mut text = file(&mut random);
            compared += usize::from(compare(&text, &mut random));
            // An additional or missing character must not cause a panic, whatever the result is.
            let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
            let place = places.get(random.below(places.len())).copied().unwrap_or_default();
            if random.percent(50) {
                text.remove(place);
            } else {
                text.insert_str(place, random.one_of(&["{", "}", "`", "\"", "'", "(", "/*", "\n", ";", "\0"]));
            }
            if let Some((mut partial, mut read)) = PartialFile::new(FileId::from_index(0), &text, true) {
                let all: Vec<usize> = partial.indexes().collect();
                partial.read(&text, &mut read, &all);
            }
        }
        assert!(compared > 1400, "{compared}");
    }

    #[test]
    fn the_index_of_real_files_is_what_the_parser_reads() {
        for (path, text) in go_files_of_tests() {
            assert!(compare(&text, &mut Random::of_name(&path)), "{path}");
        }
    }

    #[test]
    fn references_are_neither_fields_nor_qualified() {
        let text = "package a\ntype A struct {\n\tField, Second B `json:\"c\"`\n\tEmbedded // D\n\t*p.E\n\tF []G\n\t\
                    H struct {\n\t\tI map[J]K\n\t}\n}\nconst L M = N + p.O\n";
        let (partial, _) = PartialFile::new(FileId::from_index(0), text, false).unwrap();
        assert_eq!(partial.references(0, text).join(" "), "type A struct Second B Embedded p F G struct map J K");
        assert_eq!(partial.references(1, text).join(" "), "const L M N p");
    }

    #[test]
    fn comments_are_read_where_they_can_matter() {
        for (text, comments) in [
            ("// Copyright\n\npackage a\n\n// A is.\ntype A int\n", 0),
            ("// Package a is.\npackage a\n", 1),
            ("// +groupName=x\n\npackage a\n", 1),
            ("package a\n\n// +marker\n\n// A is.\ntype A int\n", 2),
            ("package a\n\n// +marker\ntype A int\n", 0),
            ("package a\n\ntype A int\n\n// +marker", 1),
            ("package a\n\n/*\n+marker\n*/\n\ntype A int\n", 1),
        ] {
            let (_, read) = PartialFile::new(FileId::from_index(0), text, false).unwrap();
            assert_eq!(read.comments.len(), comments, "{text}");
        }
    }

    #[test]
    fn broken_declarations_are_known() {
        let text = "package a\ntype A struct {\n\tB int\n}\ntype C struct {\n\tD +\n}\n";
        for (name, expected) in [("A", None), ("C", Some("type C struct {\n\tD +\n}"))] {
            let (mut partial, mut read) = PartialFile::new(FileId::from_index(0), text, true).unwrap();
            let index = usize::from(name == "C");
            assert_eq!(partial.read(text, &mut read, &[index]).is_empty(), expected.is_none());
            let broken: Vec<&str> =
                read.broken.iter().map(|part| text[part.start as usize..part.end as usize].trim_end()).collect();
            assert_eq!(broken, expected.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn declarations_with_markers_are_known() {
        let text = "package a\n\n// A is.\ntype A int\n\n// +marker\n\n// B is.\ntype B int\n\n// +marker\ntype C \
                    struct {\n\t// none\n\tD int\n}\n\n// +marker\n\n// E is.\nconst E = 1\n\ntype F struct {\n\t// \
                    +marker\n\tG int\n}\n";
        let (partial, _) = PartialFile::new(FileId::from_index(0), text, false).unwrap();
        let above: Vec<bool> = partial.indexes().map(|index| partial.is_marked_above(index)).collect();
        assert_eq!(above, [false, true, false, false, false]);
        let marked: Vec<Option<&str>> = partial
            .indexes()
            .map(|index| partial.marked(index, text).map(|source| source.trim().lines().last().unwrap_or_default()))
            .collect();
        assert_eq!(marked, [None, Some("type B int"), Some("}"), Some("const E = 1"), Some("}")]);
        assert_eq!(partial.marked(9, text), None);
        assert!(!partial.is_marked_above(9));
        assert_eq!(partial.declares(9, text), Declares::Other);
    }
}
