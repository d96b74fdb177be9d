//! Unicode classes (`\p{Greek}`) and case folding, of Unicode 15.0.

mod case;
mod names;

use std::sync::OnceLock;

use names::{Category, find};
use regex_syntax::{
    ast::{self, Ast, ClassUnicodeKind, ClassUnicodeOpKind, Position, Span},
    hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, translate::Translator},
};

use super::{
    character_set::{any, opposite},
    error::{Code, Error},
    source::{after, consumed},
};

/// Parses the class at the start of `text`, if it starts with `\p` or `\P`.
pub(super) fn escape(text: &str, fold: bool) -> Result<Option<(ClassUnicode, &str)>, Error> {
    let Some(rest) = text.strip_prefix("\\p").or_else(|| text.strip_prefix("\\P")) else { return Ok(None) };
    let mut is_negated = text.starts_with("\\P");
    let Some(first) = rest.chars().next() else { return Err(Error::new(Code::InvalidCharRange, text)) };
    let (name, rest) = if first == '{' {
        after(rest, 1).split_once('}').ok_or_else(|| Error::new(Code::InvalidCharRange, text))?
    } else {
        rest.split_at_checked(first.len_utf8()).unwrap_or((rest, ""))
    };
    let name = match name.strip_prefix('^') {
        Some(name) => {
            is_negated = !is_negated;
            name
        }
        None => name,
    };
    let category = find(name).ok_or_else(|| Error::new(Code::InvalidCharRange, consumed(text, rest)))?;
    let mut class = members(category);
    // Go has no case folding table for cased letters (`LC`). It also ignores the one mark that has a case variant.
    if fold && category != Category::General("gc=LC") {
        class = folded(&class);
    }
    Ok(Some((if is_negated { opposite(&class) } else { class }, rest)))
}

fn members(category: Category) -> ClassUnicode {
    match category {
        Category::Any => any(),
        Category::Ascii => ClassUnicode::new([ClassUnicodeRange::new('\0', '\u{7f}')]),
        // Surrogates are not characters.
        Category::Surrogate => ClassUnicode::empty(),
        Category::Unassigned => unassigned(),
        Category::Assigned => opposite(&unassigned()),
        Category::Other => {
            let mut class = table("gc=C");
            class.intersect(known());
            class.union(&unassigned());
            class
        }
        Category::General(name) => {
            let mut class = table(name);
            class.intersect(known());
            // This is the only character that has another category in later Unicode versions.
            let medial_ra = ClassUnicode::new([ClassUnicodeRange::new('\u{1171e}', '\u{1171e}')]);
            match name {
                "gc=Mn" => class.union(&medial_ra),
                "gc=Mc" => class.difference(&medial_ra),
                _ => {}
            }
            class
        }
        Category::Script(name) => {
            let mut class = table(&format!("sc={name}"));
            class.intersect(known());
            class
        }
    }
}

/// Returns the code points that are not assigned in Unicode 15.0.
fn unassigned() -> ClassUnicode {
    let mut class = opposite(known());
    class.union(&table("gc=Cn"));
    class
}

/// Returns the code points that are assigned in Unicode 15.0. The tables of regex-syntax are from a later version.
fn known() -> &'static ClassUnicode {
    static KNOWN: OnceLock<ClassUnicode> = OnceLock::new();
    KNOWN.get_or_init(|| table("age=15.0"))
}

/// Returns the class that regex-syntax defines for the value of a property, such as `gc=Lu`. The syntax tree is built
/// here, so that programs do not contain the parser of regex-syntax.
fn table(name: &str) -> ClassUnicode {
    let (property, value) = name.split_once('=').unwrap_or((name, ""));
    let kind = ClassUnicodeKind::NamedValue {
        op: ClassUnicodeOpKind::Equal,
        name: property.to_owned(),
        value: value.to_owned(),
    };
    let class = ast::ClassUnicode { span: Span::splat(Position::new(0, 1, 1)), negated: false, kind };
    let hir = Translator::new().translate("", &Ast::class_unicode(class));
    match hir.map(Hir::into_kind) {
        Ok(HirKind::Class(Class::Unicode(class))) => class,
        // A class with a single character.
        Ok(HirKind::Literal(literal)) => {
            let text = std::str::from_utf8(&literal.0).unwrap_or_default();
            ClassUnicode::new(text.chars().map(|character| ClassUnicodeRange::new(character, character)))
        }
        _ => ClassUnicode::empty(),
    }
}

/// Adds all characters that differ from a member only by case.
pub(super) fn folded(class: &ClassUnicode) -> ClassUnicode {
    let mut folded = class.clone();
    case::add_variants(&mut folded);
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(class: &ClassUnicode) -> usize {
        class.ranges().iter().map(|range| (range.start()..=range.end()).count()).sum()
    }

    #[test]
    fn classes_are_those_of_unicode_15() {
        for (category, characters) in [
            (Category::Any, 1_112_064),
            (Category::Ascii, 128),
            (Category::Surrogate, 0),
            (Category::General("gc=Lu"), 1_831),
            (Category::General("gc=Ll"), 2_233),
            (Category::General("gc=Mn"), 1_985),
            (Category::General("gc=Mc"), 452),
            (Category::General("gc=Zl"), 1),
            (Category::Script("Greek"), 518),
            (Category::Script("Han"), 98_408),
        ] {
            assert_eq!(count(&members(category)), characters, "{category:?}");
        }
        assert_eq!(count(&members(Category::Assigned)) + count(&members(Category::Unassigned)), 1_112_064);
    }

    #[test]
    fn folding_knows_no_later_letters() {
        let single = |character| ClassUnicode::new([ClassUnicodeRange::new(character, character)]);
        assert_eq!(count(&folded(&single('k'))), 3);
        // Unicode 16 added an uppercase form of this letter.
        assert_eq!(count(&folded(&single('\u{264}'))), 1);
    }
}
