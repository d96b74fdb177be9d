//! Which properties cannot tell zero from absent (KEP-4153, "Zero-Valued Primitive Fields").

use super::usage::{Ground, Usage};

/// Whether the zero value of a field of this type counts as absent: text, numbers, booleans, slices and maps that are no pointers. Pointers tell
/// the two apart; structs and arrays are looked into instead.
pub(super) fn strips_zero(usage: &Usage<'_>) -> bool {
    !usage.has_pointer
        && match &usage.ground {
            Ground::Builtin(_) | Ground::Bytes | Ground::Map(..) => true,
            Ground::List { is_array, .. } => !is_array,
            _ => false,
        }
}
