//! Kinds of problems that decide which outputs a run can generate.

use crate::{
    codes,
    diag::{Code, Diagnostic},
    modules, resolve,
};

/// Returns `true` if a problem prevents reading a declaration, or is an unresolved reference. It is then unknown which
/// values are valid.
pub(super) fn is_unreadable(diagnostic: &Diagnostic) -> bool {
    diagnostic.primary.is_none()
        || codes::is_about_reading(diagnostic.code)
        || resolve::codes::UNRESOLVED.contains(&diagnostic.code)
}

/// Returns `true` for the code of a missing imported package, or of a missing value in such a package.
pub(super) fn is_about_modules(code: Code) -> bool {
    use modules::codes::{INVALID_IMPORT_PATH, MISSING_MODULE, NO_SUCH_PACKAGE, NOT_SEARCHED, OUTSIDE_MODULES};
    let codes = [
        INVALID_IMPORT_PATH,
        MISSING_MODULE,
        NO_SUCH_PACKAGE,
        NOT_SEARCHED,
        OUTSIDE_MODULES,
        modules::codes::UNKNOWN_MODULE,
        resolve::codes::MISSING_ENUM_VALUE,
    ];
    codes.contains(&code)
}
