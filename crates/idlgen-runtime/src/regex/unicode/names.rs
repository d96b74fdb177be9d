//! Names of Unicode classes.

use super::categories::{self as general, Categories};

/// A Unicode class that has a name in Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// All code points.
    Any,
    Ascii,
    /// The characters of these general categories.
    General(Categories),
    /// The characters of the script with this index in [`SCRIPTS`].
    Script(usize),
}

/// Returns the class called `name`. Ignores case, spaces, hyphens and underscores (`regexp/syntax.canonicalName`).
pub(super) fn find(name: &str) -> Option<Class> {
    let mut canonical: String = name.chars().filter(|character| !matches!(character, '_' | '-' | ' ')).collect();
    canonical.make_ascii_lowercase();
    canonical.get_mut(..1)?.make_ascii_uppercase();
    let categories = match canonical.as_str() {
        "Any" => return Some(Class::Any),
        "Ascii" => return Some(Class::Ascii),
        "Assigned" => general::ASSIGNED,
        "C" | "Other" => general::C,
        "Cn" | "Unassigned" => general::CN,
        // Surrogates are not characters.
        "Cs" | "Surrogate" => general::NONE,
        "Cc" | "Control" | "Cntrl" => general::CC,
        "Cf" | "Format" => general::CF,
        "Co" | "Privateuse" => general::CO,
        "L" | "Letter" => general::L,
        "Lc" | "Casedletter" => general::LC,
        "Ll" | "Lowercaseletter" => general::LL,
        "Lm" | "Modifierletter" => general::LM,
        "Lo" | "Otherletter" => general::LO,
        "Lt" | "Titlecaseletter" => general::LT,
        "Lu" | "Uppercaseletter" => general::LU,
        "M" | "Combiningmark" | "Mark" => general::M,
        "Mc" | "Spacingmark" => general::MC,
        "Me" | "Enclosingmark" => general::ME,
        "Mn" | "Nonspacingmark" => general::MN,
        "N" | "Number" => general::N,
        "Nd" | "Decimalnumber" | "Digit" => general::ND,
        "Nl" | "Letternumber" => general::NL,
        "No" | "Othernumber" => general::NO,
        "P" | "Punctuation" | "Punct" => general::P,
        "Pc" | "Connectorpunctuation" => general::PC,
        "Pd" | "Dashpunctuation" => general::PD,
        "Pe" | "Closepunctuation" => general::PE,
        "Pf" | "Finalpunctuation" => general::PF,
        "Pi" | "Initialpunctuation" => general::PI,
        "Po" | "Otherpunctuation" => general::PO,
        "Ps" | "Openpunctuation" => general::PS,
        "S" | "Symbol" => general::S,
        "Sc" | "Currencysymbol" => general::SC,
        "Sk" | "Modifiersymbol" => general::SK,
        "Sm" | "Mathsymbol" => general::SM,
        "So" | "Othersymbol" => general::SO,
        "Z" | "Separator" => general::Z,
        "Zl" | "Lineseparator" => general::ZL,
        "Zp" | "Paragraphseparator" => general::ZP,
        "Zs" | "Spaceseparator" => general::ZS,
        name => return SCRIPTS.binary_search(&name).ok().map(Class::Script),
    };
    Some(Class::General(categories))
}

/// The scripts of Unicode 15.0 whose names are single words. Go never finds other scripts, because it removes
/// underscores from the requested name but not from the names in its table.
pub(super) const SCRIPTS: &[&str] = &[
    "Adlam",
    "Ahom",
    "Arabic",
    "Armenian",
    "Avestan",
    "Balinese",
    "Bamum",
    "Batak",
    "Bengali",
    "Bhaiksuki",
    "Bopomofo",
    "Brahmi",
    "Braille",
    "Buginese",
    "Buhid",
    "Carian",
    "Chakma",
    "Cham",
    "Cherokee",
    "Chorasmian",
    "Common",
    "Coptic",
    "Cuneiform",
    "Cypriot",
    "Cyrillic",
    "Deseret",
    "Devanagari",
    "Dogra",
    "Duployan",
    "Elbasan",
    "Elymaic",
    "Ethiopic",
    "Georgian",
    "Glagolitic",
    "Gothic",
    "Grantha",
    "Greek",
    "Gujarati",
    "Gurmukhi",
    "Han",
    "Hangul",
    "Hanunoo",
    "Hatran",
    "Hebrew",
    "Hiragana",
    "Inherited",
    "Javanese",
    "Kaithi",
    "Kannada",
    "Katakana",
    "Kawi",
    "Kharoshthi",
    "Khmer",
    "Khojki",
    "Khudawadi",
    "Lao",
    "Latin",
    "Lepcha",
    "Limbu",
    "Lisu",
    "Lycian",
    "Lydian",
    "Mahajani",
    "Makasar",
    "Malayalam",
    "Mandaic",
    "Manichaean",
    "Marchen",
    "Medefaidrin",
    "Miao",
    "Modi",
    "Mongolian",
    "Mro",
    "Multani",
    "Myanmar",
    "Nabataean",
    "Nandinagari",
    "Newa",
    "Nko",
    "Nushu",
    "Ogham",
    "Oriya",
    "Osage",
    "Osmanya",
    "Palmyrene",
    "Phoenician",
    "Rejang",
    "Runic",
    "Samaritan",
    "Saurashtra",
    "Sharada",
    "Shavian",
    "Siddham",
    "Sinhala",
    "Sogdian",
    "Soyombo",
    "Sundanese",
    "Syriac",
    "Tagalog",
    "Tagbanwa",
    "Takri",
    "Tamil",
    "Tangsa",
    "Tangut",
    "Telugu",
    "Thaana",
    "Thai",
    "Tibetan",
    "Tifinagh",
    "Tirhuta",
    "Toto",
    "Ugaritic",
    "Vai",
    "Vithkuqi",
    "Wancho",
    "Yezidi",
    "Yi",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_loose() {
        assert_eq!(find("lu"), Some(Class::General(general::LU)));
        assert_eq!(find(" Upper_case-LETTER"), Some(Class::General(general::LU)));
        let greek = SCRIPTS.iter().position(|name| *name == "Greek").unwrap();
        assert_eq!(find("GREEK"), Some(Class::Script(greek)));
        for wrong in ["", "_", "Old_Italic", "é", "gc=Lu", "IsGreek"] {
            assert_eq!(find(wrong), None, "{wrong}");
        }
        assert!(SCRIPTS.is_sorted());
    }

    #[test]
    fn names_of_categories_are_in_the_order_of_the_table() {
        for (index, name) in general::NAMES.iter().enumerate() {
            assert_eq!(find(name), Some(Class::General(1 << index)), "{name}");
        }
    }
}
