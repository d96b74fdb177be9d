//! The driver: load → parse → resolve → check → lower → emit.

mod load;

pub use load::{Loaded, load};
