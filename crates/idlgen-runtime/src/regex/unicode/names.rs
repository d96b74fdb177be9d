//! Names of Unicode classes.

/// A Unicode class that has a name in Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Category {
    /// All code points.
    Any,
    Ascii,
    /// `Cs`.
    Surrogate,
    /// `Cn`.
    Unassigned,
    /// All except `Cn`.
    Assigned,
    /// `C`, which includes `Cn` here.
    Other,
    /// Another general category, by its name in regex-syntax.
    General(&'static str),
    /// A script, by its name in regex-syntax and Go.
    Script(&'static str),
}

/// Returns the class called `name`. Ignores case, spaces, hyphens and underscores (`regexp/syntax.canonicalName`).
pub(super) fn find(name: &str) -> Option<Category> {
    let mut canonical: String = name.chars().filter(|character| !matches!(character, '_' | '-' | ' ')).collect();
    canonical.make_ascii_lowercase();
    canonical.get_mut(..1)?.make_ascii_uppercase();
    Some(match canonical.as_str() {
        "Any" => Category::Any,
        "Ascii" => Category::Ascii,
        "Assigned" => Category::Assigned,
        "Cn" | "Unassigned" => Category::Unassigned,
        "Cs" | "Surrogate" => Category::Surrogate,
        "C" | "Other" => Category::Other,
        "Cc" | "Control" | "Cntrl" => Category::General("gc=Cc"),
        "Cf" | "Format" => Category::General("gc=Cf"),
        "Co" | "Privateuse" => Category::General("gc=Co"),
        "L" | "Letter" => Category::General("gc=L"),
        "Lc" | "Casedletter" => Category::General("gc=LC"),
        "Ll" | "Lowercaseletter" => Category::General("gc=Ll"),
        "Lm" | "Modifierletter" => Category::General("gc=Lm"),
        "Lo" | "Otherletter" => Category::General("gc=Lo"),
        "Lt" | "Titlecaseletter" => Category::General("gc=Lt"),
        "Lu" | "Uppercaseletter" => Category::General("gc=Lu"),
        "M" | "Combiningmark" | "Mark" => Category::General("gc=M"),
        "Mc" | "Spacingmark" => Category::General("gc=Mc"),
        "Me" | "Enclosingmark" => Category::General("gc=Me"),
        "Mn" | "Nonspacingmark" => Category::General("gc=Mn"),
        "N" | "Number" => Category::General("gc=N"),
        "Nd" | "Decimalnumber" | "Digit" => Category::General("gc=Nd"),
        "Nl" | "Letternumber" => Category::General("gc=Nl"),
        "No" | "Othernumber" => Category::General("gc=No"),
        "P" | "Punctuation" | "Punct" => Category::General("gc=P"),
        "Pc" | "Connectorpunctuation" => Category::General("gc=Pc"),
        "Pd" | "Dashpunctuation" => Category::General("gc=Pd"),
        "Pe" | "Closepunctuation" => Category::General("gc=Pe"),
        "Pf" | "Finalpunctuation" => Category::General("gc=Pf"),
        "Pi" | "Initialpunctuation" => Category::General("gc=Pi"),
        "Po" | "Otherpunctuation" => Category::General("gc=Po"),
        "Ps" | "Openpunctuation" => Category::General("gc=Ps"),
        "S" | "Symbol" => Category::General("gc=S"),
        "Sc" | "Currencysymbol" => Category::General("gc=Sc"),
        "Sk" | "Modifiersymbol" => Category::General("gc=Sk"),
        "Sm" | "Mathsymbol" => Category::General("gc=Sm"),
        "So" | "Othersymbol" => Category::General("gc=So"),
        "Z" | "Separator" => Category::General("gc=Z"),
        "Zl" | "Lineseparator" => Category::General("gc=Zl"),
        "Zp" | "Paragraphseparator" => Category::General("gc=Zp"),
        "Zs" | "Spaceseparator" => Category::General("gc=Zs"),
        name => Category::Script(SCRIPTS[SCRIPTS.binary_search(&name).ok()?]),
    })
}

/// The scripts of Unicode 15.0 whose names are single words. Go never finds other scripts, because it removes
/// underscores from the requested name but not from the names in its table.
const SCRIPTS: &[&str] = &[
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
    use super::{Category, SCRIPTS, find};

    #[test]
    fn names_are_loose() {
        assert_eq!(find("lu"), Some(Category::General("gc=Lu")));
        assert_eq!(find(" Upper_case-LETTER"), Some(Category::General("gc=Lu")));
        assert_eq!(find("GREEK"), Some(Category::Script("Greek")));
        for wrong in ["", "_", "Old_Italic", "é", "gc=Lu", "IsGreek"] {
            assert_eq!(find(wrong), None, "{wrong}");
        }
        assert!(SCRIPTS.is_sorted());
    }
}
