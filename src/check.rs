//! Lint rules over the model, one a file.
