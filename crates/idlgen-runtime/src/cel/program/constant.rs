//! Literals.

use super::arena::{Sequence, Text};

/// The value of a literal in the source, before constant folding.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// `1`, `-1`, `0xF`
    Int(i64),
    /// `1u`
    Uint(u64),
    /// `1.5`
    Double(f64),
    /// `'text'`, `r'raw'`, `"""long"""`
    String(Text),
    /// `b'octets'`
    Bytes(Sequence<u8>),
}
