//! Mutant schemata: a source file with many mutants, each of which a number selects while the program runs.
//!
//! A mutated expression becomes `(if ::active_mutant::is(7) { MUTATED } else { ORIGINAL })`. The mutated text does not
//! contain other mutants, because only one is active at a time. So nested mutants do not multiply the text.

mod sites;

use std::{collections::BTreeMap, ops::Range};

use self::sites::{Form, Site};
use super::list::Mutant;

/// A file with its mutants.
#[derive(Debug, Default)]
pub(super) struct Schema {
    pub(super) text: String,
    pub(super) regions: Vec<Region>,
    /// The mutants that the file does not contain.
    pub(super) omitted: Vec<(usize, Omission)>,
}

/// The text of a mutant in a [`Schema`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) number: usize,
    /// The bytes of the mutated code.
    pub(super) mutated: Range<usize>,
    /// The bytes of everything that the mutant adds, and of the code that it mutates.
    pub(super) extent: Range<usize>,
}

/// The reason why a schema does not contain a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Omission {
    /// The mutated code is not Rust.
    Syntax,
    /// A condition is not possible here: in a constant, for an opaque type.
    Position,
}

/// Text around a range of the original.
struct Wrap {
    number: usize,
    range: Range<usize>,
    prefix: String,
    suffix: &'static str,
    /// The bytes of the mutated code in `prefix`.
    mutated: Range<usize>,
}

/// Adds mutants with their numbers to the text of a file.
pub(super) fn instrument(text: &str, mutants: &[(usize, &Mutant)]) -> Result<Schema, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let sites = sites::find(&file);
    let mut schema = Schema::default();
    let mut wraps = Vec::new();
    for (number, mutant) in mutants {
        match wrap(text, &sites, *number, mutant) {
            Ok(wrap) => wraps.push(wrap),
            Err(omission) => schema.omitted.push((*number, omission)),
        }
    }
    // Expressions nest, so a wrap that starts earlier or ends later is outside of the others.
    wraps.sort_by_key(|wrap| (wrap.range.start, std::cmp::Reverse(wrap.range.end)));
    schema.write(text, &wraps);
    Ok(schema)
}

fn wrap(text: &str, sites: &BTreeMap<sites::Key, Site>, number: usize, mutant: &Mutant) -> Result<Wrap, Omission> {
    let replaced = mutant.range(text).ok_or(Omission::Position)?;
    let site = sites.get(&(mutant.genre, replaced.start)).ok_or(Omission::Position)?;
    if site.is_constant {
        return Err(Omission::Position);
    }
    let is = format!("::active_mutant::is({number})");
    let (range, before, mutated, after, suffix) = match &site.form {
        Form::Expression { extent } => {
            let mutated = mutated(text, extent, &replaced, &mutant.replacement).ok_or(Omission::Position)?;
            // Comparisons cannot be chained, and `a as usize < b` starts a list of type arguments.
            syn::parse_str::<syn::Expr>(&mutated).map_err(|_| Omission::Syntax)?;
            (extent.clone(), format!("(if {is} {{ "), mutated, " } else { ", " })")
        }
        Form::LetChain => return Err(Omission::Syntax),
        Form::Body => (replaced, format!("if {is} {{ return "), mutant.replacement.clone(), "; } ", ""),
        Form::Guard { has_let } => match (mutant.replacement.as_str(), has_let) {
            ("false", false) => (replaced, format!("!{is} && ("), String::new(), "", ")"),
            ("false", true) => (replaced, format!("!{is} && "), String::new(), "", ""),
            ("true", false) => (replaced, format!("{is} || ("), String::new(), "", ")"),
            _ => return Err(Omission::Position),
        },
        Form::Arm { end } => (*end..*end, format!(" if !{is}"), String::new(), "", ""),
    };
    let start = before.len();
    let end = start + mutated.len();
    Ok(Wrap { number, range, prefix: before + &mutated + after, suffix, mutated: start..end })
}

/// Returns the text of a range in which a part is replaced.
fn mutated(text: &str, extent: &Range<usize>, replaced: &Range<usize>, replacement: &str) -> Option<String> {
    let before = text.get(extent.start..replaced.start)?;
    let after = text.get(replaced.end..extent.end)?;
    Some(format!("{before}{replacement}{after}"))
}

impl Schema {
    fn write(&mut self, text: &str, wraps: &[Wrap]) {
        let mut open: Vec<(&Wrap, usize)> = Vec::new();
        let mut written = 0;
        for wrap in wraps {
            while let Some((outer, region)) = open.pop_if(|(outer, _)| outer.range.end <= wrap.range.start) {
                self.close(text, outer, region, &mut written);
            }
            self.copy(text, wrap.range.start, &mut written);
            let start = self.text.len();
            self.text.push_str(&wrap.prefix);
            let mutated = start + wrap.mutated.start..start + wrap.mutated.end;
            open.push((wrap, self.regions.len()));
            self.regions.push(Region { number: wrap.number, mutated, extent: start..self.text.len() });
        }
        while let Some((outer, region)) = open.pop() {
            self.close(text, outer, region, &mut written);
        }
        self.copy(text, text.len(), &mut written);
    }

    fn close(&mut self, text: &str, wrap: &Wrap, region: usize, written: &mut usize) {
        self.copy(text, wrap.range.end, written);
        self.text.push_str(wrap.suffix);
        if let Some(region) = self.regions.get_mut(region) {
            region.extent.end = self.text.len();
        }
    }

    /// Copies the original up to an offset.
    fn copy(&mut self, text: &str, end: usize, written: &mut usize) {
        self.text.push_str(text.get(*written..end).unwrap_or_default());
        *written = end.max(*written);
    }
}

#[cfg(test)]
mod tests {
    use super::{Omission, instrument};
    use crate::mutants::list::{Genre, tests::mutant};

    /// Returns the text with mutants from 1, which replace the first appearance of a string.
    fn schema(text: &str, mutants: &[(Genre, &str, &str)]) -> String {
        let mutants: Vec<_> = mutants.iter().map(|(genre, from, to)| mutant(text, *genre, from, to)).collect();
        let numbered: Vec<_> = mutants.iter().enumerate().map(|(index, mutant)| (index + 1, mutant)).collect();
        let schema = instrument(text, &numbered).expect("Rust");
        assert_eq!(schema.omitted, []);
        for region in &schema.regions {
            assert!(schema.text[region.extent.clone()].contains(&format!("is({})", region.number)));
        }
        syn::parse_file(&schema.text).expect("the schema is Rust");
        schema.text.replace("::active_mutant::", "")
    }

    /// Returns the reason why a schema does not contain a mutant.
    fn omission(text: &str, genre: Genre, from: &str, to: &str) -> Omission {
        let mutant = mutant(text, genre, from, to);
        let schema = instrument(text, &[(1, &mutant)]).expect("Rust");
        assert_eq!(schema.text, text);
        schema.omitted[0].1
    }

    #[test]
    fn an_operator_is_replaced_as_in_text() {
        // The product of the mutated text is `b * c`, as after an edit of the source.
        assert_eq!(
            schema("fn f() { a + b - c }", &[(Genre::BinaryOperator, "-", "*")]),
            "fn f() { (if is(1) { a + b * c } else { a + b - c }) }"
        );
        assert_eq!(
            schema("fn f() { a += b - c; }", &[(Genre::BinaryOperator, "+=", "-=")]),
            "fn f() { (if is(1) { a -= b - c } else { a += b - c }); }"
        );
        assert_eq!(
            schema("fn f() { g(!a.b()) }", &[(Genre::UnaryOperator, "!", "")]),
            "fn f() { g((if is(1) { a.b() } else { !a.b() })) }"
        );
    }

    #[test]
    fn mutants_of_an_expression_nest() {
        assert_eq!(
            schema(
                "fn f() { x < (y + 1) }",
                &[
                    (Genre::BinaryOperator, "+", "-"),
                    (Genre::BinaryOperator, "<", "=="),
                    (Genre::BinaryOperator, "<", "<="),
                ]
            ),
            "fn f() { (if is(2) { x == (y + 1) } else { (if is(3) { x <= (y + 1) } else { \
             x < ((if is(1) { y - 1 } else { y + 1 })) }) }) }"
        );
    }

    #[test]
    fn a_body_is_replaced_before_it_runs() {
        assert_eq!(
            schema(
                "fn f() -> bool { a == b }",
                &[(Genre::FnValue, "a == b", "true"), (Genre::BinaryOperator, "==", "!=")]
            ),
            "fn f() -> bool { if is(1) { return true; } (if is(2) { a != b } else { a == b }) }"
        );
    }

    #[test]
    fn arms_and_guards_get_conditions() {
        let text = "fn f() { match x { A => 1, B(y) if y => 2, C if let D = z && w => 3, _ => 4 } }";
        let mutants = [
            (Genre::MatchArm, "A => 1,", ""),
            (Genre::MatchArmGuard, "y => 2", "true"),
            (Genre::MatchArmGuard, "let D = z && w", "false"),
        ];
        let mut mutants = mutants.map(|(genre, from, to)| mutant(text, genre, from, to));
        mutants[1] = mutant(&text.replace("B(y)", "B(u)"), Genre::MatchArmGuard, "y", "true");
        let numbered: Vec<_> = mutants.iter().enumerate().map(|(index, mutant)| (index + 1, mutant)).collect();
        let schema = instrument(text, &numbered).expect("Rust");
        assert_eq!(
            schema.text.replace("::active_mutant::", ""),
            "fn f() { match x { A if !is(1) => 1, B(y) if is(2) || (y) => 2, \
             C if !is(3) && let D = z && w => 3, _ => 4 } }"
        );
    }

    #[test]
    fn a_field_is_deleted_from_a_copy_of_the_expression() {
        assert_eq!(
            schema("fn f() { A { a: b, c: d, ..e } }", &[(Genre::StructField, "c: d,", "")]),
            "fn f() { (if is(1) { A { a: b,  ..e } } else { A { a: b, c: d, ..e } }) }"
        );
    }

    #[test]
    fn a_chain_with_let_is_not_copied() {
        assert_eq!(
            schema("fn f() { if let A = b && c < d {} }", &[(Genre::BinaryOperator, "<", ">")]),
            "fn f() { if let A = b && (if is(1) { c > d } else { c < d }) {} }"
        );
        let text = "fn f() { if let A = b && c {} }";
        assert_eq!(omission(text, Genre::BinaryOperator, "&&", "||"), Omission::Syntax);
    }

    #[test]
    fn constants_and_opaque_results_have_no_condition() {
        let operator = |text| omission(text, Genre::BinaryOperator, "+", "-");
        assert_eq!(operator("const A: usize = 1 + 2;"), Omission::Position);
        assert_eq!(operator("const fn f() -> usize { 1 + 2 }"), Omission::Position);
        assert_eq!(operator("fn f() { [0; 1 + 2] }"), Omission::Position);
        assert_eq!(operator("fn f() -> [u8; 1 + 2] { g() }"), Omission::Position);
        let text = "fn f() -> impl Iterator<Item = u8> { g() }";
        assert_eq!(omission(text, Genre::FnValue, "g()", "::std::iter::empty()"), Omission::Position);
        assert_eq!(
            schema("static A: B = B::new(|| 1 + 2);", &[(Genre::BinaryOperator, "+", "-")]),
            "static A: B = B::new(|| (if is(1) { 1 - 2 } else { 1 + 2 }));"
        );
    }

    #[test]
    fn comparisons_are_not_chained() {
        let text = "fn f() { a + 1 < b && (c + 2 == d) == e }";
        assert_eq!(omission(text, Genre::BinaryOperator, "&&", "=="), Omission::Syntax);
    }
}
