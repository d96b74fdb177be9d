//! Codes 0201-0299: syntax of Go declarations.

use crate::diag::{Code, explained};

/// Source that is not Go, in the package clause, an import, a type or a constant.
pub const SYNTAX_ERROR: Code = explained!(201, "syntax-error", Error, "A declaration is not valid Go.");

pub const NO_PACKAGE: Code = explained!(202, "no-package-clause", Error, "A Go file has no package clause.");

/// A string literal without a valid value.
pub const BAD_LITERAL: Code = explained!(203, "bad-literal", Error, "A string literal is invalid.");

pub const NO_VALUE: Code = explained!(204, "constant-without-value", Error, "A constant has no value.");

pub const TOO_LARGE: Code = explained!(205, "too-large", Error, "A Go file exceeds a limit.");

pub const NOT_TEXT: Code = explained!(206, "not-text", Error, "A Go file contains bytes that are not allowed in Go.");

pub const ALL: &[Code] = &[SYNTAX_ERROR, NO_PACKAGE, BAD_LITERAL, NO_VALUE, TOO_LARGE, NOT_TEXT];
