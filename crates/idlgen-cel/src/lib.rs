//! CEL source text to checked programs. The language front end comes with the CEL work; nothing here executes rules yet.
