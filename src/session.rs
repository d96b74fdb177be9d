//! The driver: load → parse → resolve → check → lower → emit.
