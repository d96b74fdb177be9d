//! The model as text, for `idlgen dump model`.
