//! Back ends: each turns lowered schemas and the model into files in memory. None knows of comments, tags' text or the disk.

pub mod openapi;
pub mod rust;
