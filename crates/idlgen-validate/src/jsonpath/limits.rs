//! Limits of templates and evaluations.

/// Maximum length of a template in bytes. client-go has no limit; templates in practice are far shorter.
pub const MAX_TEMPLATE: usize = 1 << 20;

/// Maximum number of values that an evaluation visits, including repeated visits. client-go has no limit.
pub const MAX_STEPS: usize = 10_000_000;

/// Maximum nesting depth of ranges, and of filters and unions.
pub const MAX_DEPTH: usize = 64;
