//! Diagnostics as text, one file a format.
