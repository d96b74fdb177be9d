//! idlgen.toml, and the builder that means the same.
