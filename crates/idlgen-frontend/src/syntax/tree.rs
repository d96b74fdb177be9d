//! Parses the source of a file to its declarations.

use super::{
    GoFile,
    excerpt_tree::{MAX_BRACKETS, find_registrations, parse_text, read_declarations},
    merge_conflict,
    outline::{DeclarationKeyword, Outline},
    reader::{MAX_DIAGNOSTICS, TreeReader},
    recovery::{read_declaration, read_each_declaration},
    syntax_errors::is_sound,
};
use crate::{
    diag::Diagnostic,
    source::{FileId, Span},
    syntax::codes,
};

/// Maximum size in bytes of a file. The largest file of Kubernetes' own API packages has 2.5 MB and is generated.
pub(super) const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Reads one Go file.
///
/// A declaration that cannot be read is reported, and others are not affected if possible. Syntax errors in function
/// bodies and in initial values of variables are ignored: they only provide hints, and the grammar does not support the
/// newest expressions.
///
/// ```
/// use idlgen_frontend::{source::SourceMap, syntax};
/// let mut sources = SourceMap::default();
/// let text = "package v1\n\n// Widget turns.\ntype Widget struct {\n\tSize int `json:\"size\"`\n}\n";
/// let file = sources.add("types.go", text);
/// let (parsed, diagnostics) = syntax::parse(file, sources.text(file));
/// assert!(diagnostics.is_empty());
/// let widget = &parsed.types[0];
/// assert_eq!(widget.name.name, "Widget");
/// let doc = widget.comments.doc.and_then(|doc| parsed.comment(doc)).unwrap();
/// assert_eq!(doc.lines.get(0).unwrap().text, "Widget turns.");
/// ```
pub fn parse(file: FileId, text: &str) -> (GoFile, Vec<Diagnostic>) {
    let mut go_file = GoFile::empty(file);
    if text.len() > MAX_BYTES {
        let message = format!("the file has {} bytes, but the limit is {} MiB", text.len(), MAX_BYTES >> 20);
        return (go_file, vec![Diagnostic::new(codes::TOO_LARGE, message).at(Span::new(file, 0, 0))]);
    }
    let start = first_byte(text);
    let mut outline = Outline::read(file, text, start);
    let mut reader = TreeReader::new(file, text, &outline);
    if let Some(nul) = outline.nul {
        let message = "the file contains a NUL byte, which Go does not allow";
        reader.diagnostics.push(Diagnostic::new(codes::NOT_TEXT, message).at(Span::new(file, nul, nul + 1)));
    }
    read_text(&mut reader, &mut go_file, start);
    if go_file.package.is_none() && reader.diagnostics.is_empty() {
        let message = "the file has no package clause";
        reader.diagnostics.push(Diagnostic::new(codes::NO_PACKAGE, message).at(Span::new(file, start, start)));
    }
    let diagnostics = limited(reader.diagnostics, &outline);
    go_file.broken.sort_unstable();
    go_file.comments = std::mem::take(&mut outline.groups);
    (go_file, diagnostics)
}

/// Parses some declarations of a file, in the order of their positions, and adds them. For each of them, `declarations`
/// contains the offset, the keyword, and the offset of the next declaration. The outline is that of the complete
/// source.
pub(super) fn parse_declarations(
    go_file: &mut GoFile,
    text: &str,
    outline: &Outline,
    declarations: impl Iterator<Item = (usize, DeclarationKeyword, usize)>,
) -> Vec<Diagnostic> {
    let mut reader = TreeReader::new(go_file.file, text, outline);
    for (start, keyword, end) in declarations {
        reader.base = start;
        let known = reader.diagnostics.len();
        read_declaration(&mut reader, go_file, end, Some(keyword));
        if reader.diagnostics.len() > known {
            go_file.broken.push(reader.part(start, end));
        }
    }
    limited(reader.diagnostics, outline)
}

/// Returns the offset at which Go starts reading, which is after a byte order mark.
pub(super) fn first_byte(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// Returns the diagnostics of a file sorted by position, at most one per line and up to a limit. A second error on a
/// line usually follows from the first.
fn limited(mut diagnostics: Vec<Diagnostic>, outline: &Outline) -> Vec<Diagnostic> {
    let place = |diagnostic: &Diagnostic| diagnostic.primary.as_ref().map_or(0, |label| label.span.start);
    diagnostics.sort_by_key(place);
    diagnostics.dedup_by_key(|diagnostic| outline.line(place(diagnostic) as usize));
    if diagnostics.len() >= MAX_DIAGNOSTICS {
        diagnostics.truncate(MAX_DIAGNOSTICS);
        let note = format!("only the first {MAX_DIAGNOSTICS} syntax errors of a file are reported");
        let last = diagnostics.pop().map(|last| last.note(note));
        diagnostics.extend(last);
    }
    diagnostics
}

/// Parses the complete source at once if it is valid, otherwise declaration by declaration.
fn read_text(reader: &mut TreeReader<'_>, go_file: &mut GoFile, start: usize) {
    let mut text_end = reader.text.len();
    if let Some(comment) = reader.outline.unterminated.iter().find(|literal| literal.what == "comment") {
        text_end = comment.start;
        let place = Span::new(reader.file, comment.start, comment.start + 2);
        go_file.broken.push(Span::new(reader.file, comment.start, reader.text.len()));
        reader.diagnostics.push(Diagnostic::new(codes::SYNTAX_ERROR, "unclosed comment").at(place));
    }
    reader.base = start;
    let outline = reader.outline;
    let may_be_sound = outline.unclosed.is_none() && outline.deepest <= MAX_BRACKETS;
    let tree = if may_be_sound { parse_text(reader, text_end) } else { None };
    if let Some(tree) = tree.filter(|tree| is_sound(tree.root_node())) {
        read_declarations(reader, go_file, tree.root_node());
        find_registrations(reader, go_file, tree.root_node());
        return;
    }
    read_each_declaration(reader, go_file, start, text_end);
    merge_conflict::report(reader, go_file);
    if reader.diagnostics.is_empty() {
        // The literal is in a part that is ignored, but the source after it may have been misinterpreted.
        let message = |what: &str| format!("unclosed {what}");
        let place = outline.unterminated.first().map(|literal| (literal.start, literal.end, message(literal.what)));
        if let Some((start, end, message)) = place {
            let place = Span::new(reader.file, start, end);
            go_file.broken.push(Span::new(reader.file, start, reader.text.len()));
            reader.diagnostics.push(Diagnostic::new(codes::SYNTAX_ERROR, message).at(place));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{
        TypeExpressionKind,
        testing::{diagnostics, shown},
    };

    /// Each part has a bracket too many and a function without an end. One has many brackets in a string without an
    /// end, so that they do not count as nested.
    #[test]
    fn long_sources_have_a_sufficient_stack() {
        let part = concat!(
            "package v1\n",
            "\n",
            "import (\n",
            "\tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n",
            "\t\"k8s.io/apimachinery/pkg/runtime\"\n",
            "\t\"k8s.io/apimachinery/pkg/runtime/schema\"\n",
            ")\n",
            "\n",
            "// GroupName is the group of the package.\n",
            "const GroupName = \"shop.example.com\"\n",
            "\n",
            "// SchemeGroupVersion is the group and the version.\n",
            "var SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: \"v1\"}\n",
            "\n",
            "var (\n",
            "\tlocalSchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes)\n",
            "\t// AddToScheme registers.\n",
            "\tAddToScheme = localSchemeBuilder.AddToSche)me\n",
            ")\n",
            "\n",
            "func addKnownTypes(scheme *runtime.Scheme) error {\n",
        );
        let mut text = part.repeat((1 << 20) / part.len());
        text.insert_str(203_718, &format!("{}a{}", "(".repeat(32_768), ")".repeat(32_768)));
        text.truncate(1 << 20);
        assert!(diagnostics(&text).contains("IDL0201"));
    }

    #[test]
    fn damage_costs_only_its_declaration() {
        let table = [
            // A struct tag without quotes.
            (
                "package a\ntype A struct {\n\tB int json:\"b\"\n\tC int\n}\ntype D int\n",
                "package a 1:9
type A 2:6 struct
  embed B 3:2 B
  field C 4:2 int
type D 6:6 int
3:8 IDL0201 expected the end of the field, found `json`
  help: put struct tags in backquotes
",
            ),
            // A missing backquote, after which strings and code would be swapped in the rest of the file.
            (
                "package a\ntype A struct {\n\tB int `json:\"b\"\n}\ntype C struct {\n\tD int `json:\"d\"`\n}\n",
                "package a 1:9
type A 2:6 (invalid)
type C 5:6 struct
  field D 6:2 int \"json:\\\"d\\\"\"
3:8 IDL0201 unclosed raw string
",
            ),
            // A brace is missing.
            (
                "package a\ntype A struct {\n\tB int\ntype C int\nfunc f() {\nconst D = 1\n",
                "package a 1:9
type A 2:6 (invalid)
type C 4:6 int
const D 6:7 = 1 (iota 0)
2:15 IDL0201 unclosed `{`
",
            ),
            (
                "package a\nfunc f() {\nconst D = 1\n",
                "package a 1:9\nconst D 3:7 = 1 (iota 0)\n2:10 IDL0201 unclosed `{`\n",
            ),
            // An additional brace.
            (
                "package a\ntype A struct {}\n}\ntype B int\n",
                "package a 1:9\ntype A 2:6 struct\ntype B 4:6 int\n3:1 IDL0201 expected a declaration, found `}`\n",
            ),
            // Several errors, each reported once.
            (
                "package a\ntype A struct {\n\tB: int\n\tC int,\n\tD = 3\n\tE int\n}\nconst F = = 1\n",
                "package a 1:9
type A 2:6 struct
  field B 3:2 int
  field C 4:2 int
  field D 5:2 int
const F 8:7 = 1 (iota 0)
3:3 IDL0201 expected a type, found `:`
  help: remove the colon: in Go, the type follows the name without one
4:7 IDL0201 expected the end of the field, found `,`
  help: remove the comma: a field ends at the end of its line
5:4 IDL0201 expected a type, found `=`
  help: add `+default=…` to the comment for a default: Go fields have no initial values
8:11 IDL0201 expected the constant value, found `=`
",
            ),
            // An unclosed comment that hides the rest of the file.
            (
                "package a\ntype A int\nfunc f() {}\n/* type B int\n",
                "package a 1:9\ntype A 2:6 int\n4:1 IDL0201 unclosed comment\n",
            ),
            // A missing backquote: the next one begins a string, and the text after it seems to contain a comment.
            (
                "package a\ntype A struct {\n\tB string `json:\"b\"\n\t// of `x/*`\n\tC string `json:\"c\"`\n}\n",
                "package a 1:9\ntype A 2:6 struct\n  field B 3:2 string \
                 \"json:\\\"b\\\"\\n\\t// of `x/*`\\n\\tC string \"\n  embed c 5:18 c\n3:11 IDL0201 unclosed raw string\n",
            ),
            // Statements are not declarations.
            (
                "package a\nx := 1\ntype A int\n",
                "package a 1:9\ntype A 3:6 int\n2:1 IDL0201 expected a declaration, found `x`\n",
            ),
            ("type A int\npackage a\n", "package a 2:9\ntype A 1:6 int\n"),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn bodies_and_initialisers_may_be_damaged() {
        let text = "package a
type A int
func f() { x := new(1 + 2); ) }
func (a A) M() string { return new(3) }
var v = new(f() + 1)
var GroupVersion = schema.GroupVersion{Group: \"g\", Version: \"v1\"}
const C = 1
";
        let expected = "package a 1:9
type A 2:6 int
const C 7:7 = 1 (iota 0)
method A.M 4:12 (0 parameters)
group-version GroupVersion 6:5 group=\"g\" version=\"v1\"
";
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn long_bodies_are_passed_over_unless_they_register_types() {
        let filling = "\tx = f(x, []int{1, 2, 3}) // more\n".repeat(100);
        let text = format!(
            "package a
func (a *A) B() string {{\n{filling})}}
var table = []int{{{}}}
func init() {{\n{filling}\tSchemeBuilder.Register(&A{{}})\n}}
func f() interface{{}} {{ return 1 }}
type A struct {{\n{}}}
",
            "1, ".repeat(1000),
            "\tB int // B is one of many fields of a struct that is longer than a body may be.\n".repeat(10),
        );
        let (go_file, diagnostics) = parse(FileId::from_index(0), &text);
        assert_eq!(diagnostics, []);
        assert_eq!(go_file.methods.len(), 1);
        assert_eq!(go_file.registrations.len(), 1);
        let TypeExpressionKind::Struct(fields) = &go_file.types[0].definition.kind else { panic!("no struct") };
        assert_eq!(fields.len(), 10);
    }

    #[test]
    fn functions_are_passed_over_and_methods_keep_what_they_return() {
        let text = "package a
func (A) B() {}
func f() { x := 1; _ = x } // f
func (A) D() string { return \"d\" }; type C int // C
func g(a, b struct{ c int }) (int, error)
func (A) E(a, b int) int { e := `}`
	return e }
func (A) F() int { // F
	/* f */ return 1
}
func h() { !! }
func init() { if x { SchemeBuilder.Register(&C{}) } }
func (A) G() []string { ; return nil }
type H string
";
        let expected = "package a 1:9
type C 4:42 int
  trailing: C
method A.B 2:10 (0 parameters)
method A.D 4:10 (0 parameters) returns \"d\"
method A.E 6:10 (2 parameters)
method A.F 8:10 (0 parameters) returns 1
method A.G 13:10 (0 parameters)
type H 14:6 string
register (scheme builder): C, (meta types)
";
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&shown(text)), sorted(expected));
        // Registrations are found in functions of any length.
        let filling = "\tx = f(x, []int{1, 2, 3}) // more\n".repeat(100);
        let text = format!("package a\nfunc f() {{\n{filling}\tmetav1.AddToGroupVersion(scheme, V)\n}}\n");
        assert_eq!(shown(&text), "package a 1:9\nregister V: (meta types)\n");
    }

    #[test]
    fn odd_bytes() {
        let table = [
            ("", "1:1 IDL0202 the file has no package clause\n"),
            ("// only a comment\n", "1:1 IDL0202 the file has no package clause\n"),
            ("\u{feff}package a\ntype A int\n", "package a 1:10\ntype A 2:6 int\n"),
            (
                "package a\r\ntype A struct {\r\n\tB int // c\r\n}\r\n",
                "package a 1:9\ntype A 2:6 struct\n  field B 3:2 int\n    trailing: c\n",
            ),
            (
                "package a\n\0type A int\n",
                "package a 1:9\ntype A 2:7 int\n2:1 IDL0206 the file contains a NUL byte, which Go does not allow\n",
            ),
            ("type A int\n", "type A 1:6 int\n1:1 IDL0202 the file has no package clause\n"),
            ("<html>", "1:1 IDL0201 unexpected `<html>`\n"),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn errors_of_a_file_have_spans() {
        for (text, message, start, end) in [
            ("package a\n\0type A int\n", "the file contains a NUL byte, which Go does not allow", 10, 11),
            ("\u{feff}// c\n", "the file has no package clause", 3, 3),
            ("package a\n/* c", "unclosed comment", 10, 12),
            ("package a\nvar x = (1\n", "unclosed `(`", 18, 19),
        ] {
            let (_, diagnostics) = parse(FileId::from_index(0), text);
            let found: Vec<_> =
                diagnostics.iter().map(|one| (&*one.message, one.primary.as_ref().map(|label| label.span))).collect();
            assert_eq!(found, [(message, Some(Span::new(FileId::from_index(0), start, end)))], "{text:?}");
        }
    }

    #[test]
    fn a_declaration_with_too_many_brackets_is_not_parsed() {
        let file = |depth: usize| {
            let (open, close) = ("(".repeat(depth), ")".repeat(depth));
            format!("package a\ntype A int\nconst B = {open}1{close}\ntype C int\nconst D = (1)\n")
        };
        assert_eq!(diagnostics(&file(MAX_BRACKETS)), "3:212 IDL0205 nested more than 200 levels deep\n");
        let text = file(MAX_BRACKETS + 1);
        assert_eq!(diagnostics(&text), "3:1 IDL0205 brackets are nested more than 2000 levels deep\n");
        let (go_file, found) = parse(FileId::from_index(0), &text);
        assert_eq!(found[0].primary.as_ref().map(|label| label.span), Some(Span::new(go_file.file, 21, 22)));
        assert_eq!((go_file.types.len(), go_file.constants.len()), (2, 1));
    }

    #[test]
    fn depth_and_size_are_bounded() {
        let many = 50_000;
        let table = [
            (format!("package a\ntype A {}int\n", "[]".repeat(many)), "2:410 IDL0205 nested more than 200 levels deep"),
            (format!("package a\ntype A {}int\n", "*".repeat(many)), "2:209 IDL0205 nested more than 200 levels deep"),
            (
                format!("package a\ntype A {}int{}\n", "G[".repeat(500), "]".repeat(500)),
                "2:210 IDL0205 nested more than 200 levels deep",
            ),
            (
                format!("package a\ntype A {}int{}\n", "struct{F ".repeat(500), "}".repeat(500)),
                "2:1817 IDL0205 nested more than 200 levels deep",
            ),
            (
                format!("package a\nconst A = {}1{}\n", "(".repeat(500), ")".repeat(500)),
                "2:212 IDL0205 nested more than 200 levels deep",
            ),
            (
                format!("package a\nconst A = 1{}\n", " + x".repeat(many)),
                "2:815 IDL0205 nested more than 200 levels deep",
            ),
            (format!("package a\nvar A = {}1{}\n", "(".repeat(many), ")".repeat(many)), ""),
            (format!("package a\nfunc f() {}{}\n", "{".repeat(many), "}".repeat(many)), ""),
            (format!("package a\nconst A = \"\"{}\n", " + \"x\"".repeat(many)), ""),
            (format!("package a\ntype A {}", "struct {\n".repeat(many)), "2:15 IDL0201 unclosed `{`"),
            (format!("package a\n{}", "type A struct {\n".repeat(many)), "2:15 IDL0201 unclosed `{`"),
            (format!("package a\n{}", "(".repeat(many)), "2:1 IDL0201 expected a declaration, found `(`"),
            (format!("package a\n{}", ")".repeat(many)), "2:1 IDL0201 expected a declaration, found `)`"),
            (format!("package a\ntype A struct {{ {} T }}\n", vec!["F"; many].join(",")), ""),
            (
                format!("package a\nconst (\nA = \"{}\"\n{})\n", "x".repeat(many), "B\n".repeat(1000)),
                "3:5 IDL0205 types and values shared by several names exceed 16 MiB",
            ),
            ("x".repeat(MAX_BYTES + 1), "1:1 IDL0205 the file has 16777217 bytes, but the limit is 16 MiB"),
        ];
        for (text, expected) in table {
            let found = diagnostics(&text);
            let first = found.lines().next().unwrap_or_default();
            assert_eq!(first, expected, "{text:.60}");
        }
    }
}
